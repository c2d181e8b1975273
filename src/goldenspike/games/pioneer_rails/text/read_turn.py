"""One line of a whole turn, read by doing it on a copy."""

from __future__ import annotations

import re
from collections import Counter

from goldenspike.engine.errors import BadNotation

from ..board.hexes import BadName
from ..rules.state import (
    AGAIN,
    BANK,
    BRIDGE,
    CELL,
    CHOOSING,
    CIRCLE,
    COMMITTED,
    DEAL,
    DEPOSIT,
    DONE,
    FRESH,
    JAIL,
    NAME,
    NAMING,
    NEED_BRIDGE,
    NEED_SHORTCUT,
    NEED_SWITCH,
    NEED_TUNNEL,
    NONE,
    OPEN,
    OWN,
    OWN_RAIL,
    OWNER_BRIDGE,
    OWNER_FORT,
    OWNER_SHORTCUT,
    OWNER_STATION,
    OWNER_SWITCH,
    OWNER_TUNNEL,
    PICK,
    PICKING,
    SALOON,
    SHORTCUT,
    SPEND,
    SUIT,
    SWITCH,
    TRACK,
    TUNNEL,
    State,
)
from .names import BENEFITS, FEATURES, OWNER_POWER, TRACK_NAME, Names, Refused, read_number, read_suit
from .write_turn import paid_by_towns

OWNER_SPECIAL = {OWNER_SWITCH: SWITCH, OWNER_BRIDGE: BRIDGE, OWNER_TUNNEL: TUNNEL, OWNER_SHORTCUT: SHORTCUT}
MISSING = {BRIDGE: NEED_BRIDGE, TUNNEL: NEED_TUNNEL, SHORTCUT: NEED_SHORTCUT, SWITCH: NEED_SWITCH}
_ACT = re.compile(r"!(?P<kind>[a-z]+)@(?P<where>[A-P][0-9]{1,2}[a-z]{0,2})(?:\((?P<choice>[^()]*)\))?", re.ASCII)
_DEPOSIT = re.compile(r"(?P<k>[0-9])(?:x(?P<factor>[0-9]+)=(?P<sum>[0-9]+))?", re.ASCII)


class TurnReader:
    """Reads one line of a whole turn by doing it on a copy."""

    def __init__(self, names: Names, s: State, seat: int, text: str, own_after: int = 0) -> None:
        self.names = names
        self.b = names.b
        self.rules = names.rules
        self.seat = seat
        self.text = text
        self.before = s
        self.own_after = own_after  # tracks drawn before the owner's power was taken up
        self.owns_later = False
        self.s = s.copy()
        if s.phase != DEAL and s.stage[seat] != COMMITTED:
            self.rules.drop_turn(self.s, self.b, seat)
        self.actions: list[int] = []

    def do(self, action: int) -> None:
        reason = self.rules.refusal(self.s, self.b, self.seat, action)
        if reason:
            raise Refused(reason)
        self.rules.step(self.s, self.b, self.seat, action)
        self.actions.append(action)

    def read(self) -> list[int]:
        """The steps of the line. A special paid with a Town before the owner lent the same one stays paid so."""
        actions, unused = self.steps()
        lent = OWNER_SPECIAL.get(self.s.owner)
        if lent is None or not unused[BENEFITS[lent]]:
            return actions
        for drawn in range(1, len(self.text.split())):
            try:
                later, left = TurnReader(self.names, self.before, self.seat, self.text, drawn).steps()
            except (BadNotation, Refused):
                continue
            if not left[BENEFITS[lent]]:
                return later
        return actions

    def steps(self) -> tuple[list[int], Counter[str]]:
        """The steps, and the benefits that the line declares and no track uses."""
        declared: Counter[str] = Counter()
        used: Counter[str] = Counter()
        for number, part in enumerate(self.text.split("&")):
            head, colon, body = part.partition(":")
            if not colon:
                raise BadNotation(f"{part.strip()!r} has no tracks: a turn is a card, a colon and tracks")
            tracks, _, acts = body.partition(";")
            if number and self.s.stage[self.seat] == COMMITTED:
                raise BadNotation(f"the turn is complete before {part.strip()!r}")
            declared += self.head(head.replace(">", " > ").split(), first=number == 0)
            self.draw(tracks.split(), declared, used)
            if self.s.stage[self.seat] != COMMITTED:
                self.do(DONE)
            self.answer(acts.split())
        if self.s.stage[self.seat] == AGAIN:
            self.do(DONE)
        return self.actions, declared - used

    def head(self, words: list[str], *, first: bool) -> Counter[str]:
        """Card, railway, owner and Towns; what the Towns were spent for."""
        suit = None
        if ">" in words:
            at = words.index(">")
            if at + 1 >= len(words):
                raise BadNotation("after > comes a railway: S, H, D or C")
            suit = read_suit(words[at + 1])
            del words[at : at + 2]
        if first:
            if not words:
                raise BadNotation("a turn begins with a card such as QD")
            card = self.names.read_card(words.pop(0))
            self.use(card)
        declared: Counter[str] = Counter()
        owner, lent = False, None
        for word in words:
            if match := OWNER_POWER.fullmatch(word):
                if int(match["number"]) != self.s.owner + 1 or owner:
                    raise BadNotation(f"{word} is not the power of the owner of this round")
                owner = True
                lent = None if match["suit"] is None else read_suit(match["suit"])
            elif word == "t" or word.removeprefix("t=") in {*BENEFITS.values(), "suit"}:
                declared[word.removeprefix("t=") if word != "t" else ""] += 1
            else:
                raise BadNotation(f"{word!r} is no part of a turn: write t, t=bridge, t=suit, o07 and the like")
        self.railway(suit, declared["suit"], owner, lent)
        for _ in range(declared.total() - declared["suit"]):
            self.do(SPEND)
        return declared

    def use(self, card: int) -> None:
        seat = self.seat
        if self.s.phase == DEAL or self.s.stage[seat] in {PICKING, COMMITTED}:
            self.do(PICK + card)
        elif self.s.card[seat] != card:
            raise BadNotation(f"the card of this turn is {self.names.card(self.s.card[seat])}")

    def railway(self, suit: int | None, changes: int, owner: bool, lent: int | None) -> None:
        """A Joker names one of two railways; the Suit benefit and owner 03 lead to another; the last one holds."""
        s, seat = self.s, self.seat
        any_rail = owner and s.owner == OWNER_STATION and s.owner_any_station == 0
        if s.stage[seat] == NAMING:
            if suit is None:
                raise BadNotation("a Joker needs its railway, such as > S")
            first = suit
            if changes or any_rail:
                options = [r for r in range(4) if self.rules.joker_rail(s.card[seat], r)]
                first = next(r for r in options if r != suit)
            self.do(NAME + first)
        elif suit is not None and not changes and not any_rail:
            self.do(NAME + suit)
        if any_rail:
            goal = s.rail[seat] if suit is None else suit
            self.do(OWN_RAIL + (next(r for r in range(4) if r != goal) if changes else goal))
        elif owner and s.owner not in {OWNER_FORT, OWNER_STATION}:
            self.owns_later = True
            self.own_if_due()
        for _ in range(changes):
            if suit is None:
                raise BadNotation("t=suit needs the other railway, such as > H")
            self.do(SUIT + suit)
        if owner and s.owner == OWNER_STATION and not any_rail:
            if lent is None:
                raise BadNotation("this owner lends one track to a railway: write o03=H")
            self.do(OWN_RAIL + lent)

    def draw(self, words: list[str], declared: Counter[str], used: Counter[str]) -> None:
        for word in words:
            match = TRACK_NAME.fullmatch(word)
            if not match:
                raise BadNotation(
                    f"{word!r} is no track: write C3|D3, A4^nw or A3*n-s, with + = # / before it if need be"
                )
            t = self.names.checked_track(self.s, self.seat, match["marks"], match["name"])
            if self.rules.refusal(self.s, self.b, self.seat, TRACK + t) == 0:
                used.update(paid_by_towns(self.names, self.s, self.seat, t))
                for kind, name in BENEFITS.items():
                    if used[name] > declared[name]:
                        raise Refused(MISSING[kind])
            self.do(TRACK + t)
            self.own_if_due()

    def own_if_due(self) -> None:
        if self.owns_later and self.s.drawn_count[self.seat] >= self.own_after:
            self.owns_later = False
            self.do(OWN)

    def answer(self, words: list[str]) -> None:
        """Choices are looked up by their hex; everything else that is listed must really have happened."""
        given: dict[str, str] = {}
        for word in words:
            match = _ACT.fullmatch(word)
            if not match:
                raise BadNotation(f"{word!r} is no activation: write !mine@B5, !bank@C4(3x2=6) and the like")
            given[match["where"]] = match["choice"] or ""
        while self.s.stage[self.seat] == CHOOSING:
            h = self.s.asked[self.seat]
            name = self.names.sheet.grid.hex_names[h]
            kind = self.b.terrain[h]
            if not given.get(name):
                raise BadNotation(f"the turn does not say what happens at {FEATURES[kind]} {name}")
            self.do(self.choice(kind, given[name]))
        for word in words:
            match = _ACT.fullmatch(word)
            assert match
            if not self.happened(match["kind"], match["where"]):
                raise BadNotation(f"{word}: nothing of the kind is completed in this turn")

    def choice(self, kind: int, text: str) -> int:
        if kind == BANK:
            match = _DEPOSIT.fullmatch(text)
            if not match:
                raise BadNotation(f"({text}) is no deposit: write (3) or (3x2=6)")
            return DEPOSIT + int(match["k"])
        if kind == SALOON:
            return CIRCLE + self.names.read_circle(text)
        jail = read_number(text.upper().removeprefix("J").partition(".")[0], 1, 4) - 1
        return (OPEN if kind == JAIL else CELL) + jail

    def happened(self, kind: str, where: str) -> bool:
        grid = self.names.sheet.grid
        try:
            if kind == "town":
                v = grid.vertex(where)
                return bool(self.b.town_of[v] != NONE and self.s.spot[self.seat][v])
            h = grid.hex(where)
        except BadName as error:
            raise BadNotation(str(error)) from None
        # A bandit touched once escapes only when the turn is over, after the drawing could have been reopened.
        fresh = self.s.mark[self.seat][h] > FRESH or self.s.stage[self.seat] == AGAIN
        return FEATURES.get(self.b.terrain[h]) == kind and fresh
