"""Steps and whole turns as text and back: the only place that takes an action number apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from goldenspike.engine.errors import BadNotation

from ..board.hexes import BadName
from ..board.load import SUITS, VALUES, Sheet
from ..rules import turn as rules
from ..rules.deck import is_joker, joker_rail
from ..rules.scoring import drop_turn
from ..rules.state import (
    AGAIN,
    BANDIT,
    BANK,
    BANK_SQUARE,
    BANKS,
    BRIDGE,
    CATTLE,
    CELL,
    CHOOSING,
    CIRCLE,
    COMMITTED,
    DEAL,
    DEPOSIT,
    DEPOSITS,
    DONE,
    ESCAPED,
    FORT,
    FRESH,
    JAIL,
    JAIL_FILL,
    JAIL_MASK,
    MINE,
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
    OWNER_FORT,
    OWNER_STATION,
    PICK,
    PICKING,
    PLAIN_CARDS,
    SALOON,
    SALOON_MASK,
    SHORTCUT,
    SPEND,
    SUIT,
    SWITCH,
    TRACK,
    TUNNEL,
    YARD,
    State,
    Tables,
)
from ..rules.track import (
    SWITCH_START,
    base_tracks,
    drawing_rail,
    start_end,
    start_kind,
    towns_spent,
    track_kind,
    track_vertex,
)

MARKS = {SWITCH: "+", BRIDGE: "=", TUNNEL: "#", SHORTCUT: "/"}
BENEFITS = {BRIDGE: "bridge", TUNNEL: "tunnel", SHORTCUT: "shortcut", SWITCH: "switch"}
MISSING = {BRIDGE: NEED_BRIDGE, TUNNEL: NEED_TUNNEL, SHORTCUT: NEED_SHORTCUT, SWITCH: NEED_SWITCH}
FEATURES = {
    MINE: "mine",
    JAIL: "jail",
    SALOON: "saloon",
    YARD: "yard",
    FORT: "fort",
    CATTLE: "ranch",
    BANDIT: "bandit",
    BANK: "bank",
}
JOKERS = ("*SC", "*HD")
_TRACK = re.compile(r"(?P<marks>[+=#/]*)(?P<name>[A-P][0-9]{1,2}[|^*][0-9A-Za-z-]+)", re.ASCII)
_ACT = re.compile(r"!(?P<kind>[a-z]+)@(?P<where>[A-P][0-9]{1,2}[a-z]{0,2})(?:\((?P<choice>[^()]*)\))?", re.ASCII)
_DEPOSIT = re.compile(r"(?P<k>[0-9])(?:x(?P<factor>[0-9]+)=(?P<sum>[0-9]+))?", re.ASCII)
_OWNER = re.compile(r"o(?P<number>[0-9]{1,2})(?:=(?P<suit>[SHDC]))?", re.ASCII)


class Refused(Exception):
    """A line that the rules forbid; carries the number of the reason."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass
class Segment:
    """The tracks up to one activation check, with what was spent before them and completed after them."""

    spent: int = 0
    uses: list[str] = field(default_factory=list)
    towns: list[str] = field(default_factory=list)
    tracks: list[str] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        head = " ".join([*self.towns, ":", *self.tracks])
        return f"{head} ; {' '.join(self.acts)}" if self.acts else head


class Notation:
    """Names of one sheet."""

    def __init__(self, sheet: Sheet, b: Tables) -> None:
        self.sheet = sheet
        self.b = b

    # ------------------------------------------------------------ names
    def card(self, card: int) -> str:
        return JOKERS[card - PLAIN_CARDS] if is_joker(card) else VALUES[card % 5] + SUITS[card // 5]

    def read_card(self, text: str) -> int:
        word = text.upper()
        if word in JOKERS:
            return PLAIN_CARDS + JOKERS.index(word)
        if word[-1:] in SUITS and word[:-1] in VALUES:
            return 5 * SUITS.index(word[-1]) + VALUES.index(word[:-1])
        raise BadNotation(f"{text!r} is no card: write a value and a suit such as 10S or QD, or *SC, *HD")

    def track(self, t: int) -> str:
        grid = self.sheet.grid
        if t < self.b.n_edges:
            return grid.edge_names[t]
        return grid.shortcut_name(*divmod(t - self.b.n_edges, 3))

    def read_track(self, text: str) -> int:
        try:
            if "*" in text:
                h, diagonal = self.sheet.grid.shortcut(text)
                return self.b.n_edges + 3 * h + diagonal
            return self.sheet.grid.edge(text)
        except BadName as error:
            raise BadNotation(str(error)) from None

    def specials(self, s: State, seat: int, t: int) -> list[int]:
        """The permissions a track would use, a switch first."""
        rail = drawing_rail(s, self.b, seat, t)
        end = start_end(s, self.b, seat, t, rail)
        found = []
        if end != NONE and start_kind(s, self.b, seat, track_vertex(self.b, t, end), rail) == SWITCH_START:
            found.append(SWITCH)
        kind = track_kind(self.b, t)
        return [*found, kind] if kind in BENEFITS else found

    def marked(self, s: State, seat: int, t: int) -> str:
        return "".join(MARKS[kind] for kind in self.specials(s, seat, t)) + self.track(t)

    # ------------------------------------------------------------ one step
    def write(self, s: State, seat: int, action: int) -> str:
        """A step in words, before it is taken."""
        if action == DONE:
            return "done"
        if action < NAME:
            return f"{'take' if s.phase == DEAL else 'use'} {self.card(action - PICK)}"
        if action < SPEND:
            return f"> {SUITS[action - NAME]}"
        if action == SPEND:
            return "t"
        if action < OWN_RAIL:
            return f"t=suit > {SUITS[action - SUIT]}"
        if action < OWN:
            return f"o03 > {SUITS[action - OWN_RAIL]}"
        if action == OWN:
            return f"o{s.owner + 1:02}"
        if action < CIRCLE:
            return f"bank {action - DEPOSIT}"
        if action < OPEN:
            return f"saloon {self.circle(action - CIRCLE)}"
        if action < CELL:
            return f"jail J{action - OPEN + 1}"
        if action < TRACK:
            return f"cell J{action - CELL + 1}"
        return self.marked(s, seat, action - TRACK)

    def circle(self, number: int) -> str:
        return VALUES[number] if self.b.forest else f"r{number + 1}"

    def read_circle(self, text: str) -> int:
        for number in range(5 if self.b.forest else 4):
            if self.circle(number).lower() == text.lower():
                return number
        raise BadNotation(f"{text!r} is no saloon symbol: write {'10, J, Q, K or A' if self.b.forest else 'r1 to r4'}")

    def read(self, s: State, seat: int, text: str) -> list[int]:
        """The steps a text stands for: one step, or a whole turn if it has a colon."""
        if ":" in text:
            return Line(self, s, seat, text).read()
        words = text.replace(">", " > ").split()
        if not words:
            raise BadNotation("an empty line is no step")
        return [self.read_step(s, seat, words)]

    def read_step(self, s: State, seat: int, words: Sequence[str]) -> int:
        verb, rest = words[0].lower(), words[1:]
        if len(words) == 1:
            if verb == "done":
                return DONE
            if verb == "t":
                return SPEND
            if match := _OWNER.fullmatch(words[0]):
                if int(match["number"]) != s.owner + 1 or s.owner == OWNER_STATION:
                    raise BadNotation(f"{words[0]} is not the power of the owner of this round")
                return OWN
            if match := _TRACK.fullmatch(words[0]):
                return TRACK + self.checked_track(s, seat, match["marks"], match["name"])
        if len(rest) == 1:
            if verb in {"take", "use"}:
                if (verb == "take") != (s.phase == DEAL):
                    raise BadNotation(f"{verb} is for {'the Dealer alone' if verb == 'take' else 'the other players'}")
                return PICK + self.read_card(rest[0])
            if verb == ">":
                return NAME + read_suit(rest[0])
            if verb == "bank":
                return DEPOSIT + read_number(rest[0], 0, DEPOSITS - 1)
            if verb == "saloon":
                return CIRCLE + self.read_circle(rest[0])
            if verb == "jail":
                return OPEN + read_number(rest[0].upper().removeprefix("J"), 1, 4) - 1
            if verb == "cell":
                return CELL + read_number(rest[0].upper().removeprefix("J"), 1, 4) - 1
        if len(rest) == 2 and rest[0] == ">":
            if verb == "t=suit":
                return SUIT + read_suit(rest[1])
            if verb in {"o03", "o3"}:
                return OWN_RAIL + read_suit(rest[1])
        raise BadNotation(
            f"{' '.join(words)!r} is no step: write take, use, >, t, t=suit >, o07, a track, done, "
            "bank, saloon, jail or cell"
        )

    def checked_track(self, s: State, seat: int, marks: str, name: str) -> int:
        """A track by name; marks may be left out, but wrong ones are an error."""
        t = self.read_track(name)
        if marks and s.rail[seat] != NONE and rules.refusal(s, self.b, seat, TRACK + t) == 0:
            if sorted(marks) != sorted(MARKS[kind] for kind in self.specials(s, seat, t)):
                raise BadNotation(f"{marks}{name}: this track is written {self.marked(s, seat, t)}")
        return t

    # ------------------------------------------------------------ a whole turn
    def turn(self, before: State, seat: int, actions: Sequence[int]) -> str:
        """One line for all steps of a turn; ``before`` is the state when the seat's turn began."""
        s, b = before.copy(), self.b
        segments = [Segment()]
        owner = ""
        chosen: dict[int, int] = {}
        start = s.copy()
        for action in actions:
            if s.stage[seat] == CHOOSING:
                chosen[s.asked[seat]] = action
            elif action == SPEND and s.stage[seat] == AGAIN:
                segments[-1].spent = towns_spent(s, seat) - towns_spent(start, seat)
                segments[-1].acts = self.acts(start, s, seat, chosen)
                segments.append(Segment())
                chosen, start = {}, s.copy()
            elif SUIT <= action < OWN_RAIL:
                segments[-1].uses.append("suit")
            elif OWN_RAIL <= action <= OWN:
                lent = s.owner == OWNER_STATION and s.owner_any_station == 1
                owner = f"o{s.owner + 1:02}" + (f"={SUITS[action - OWN_RAIL]}" if lent else "")
            elif action >= TRACK:
                segments[-1].tracks.append(self.marked(s, seat, action - TRACK))
                segments[-1].uses += self.paid_by_towns(s, seat, action - TRACK)
            rules.step(s, b, seat, action)
        segments[-1].spent = towns_spent(s, seat) - towns_spent(start, seat)
        segments[-1].acts = self.acts(start, s, seat, chosen)
        name_towns(segments)
        if not owner and s.drawn_count[seat] > base_tracks(s, seat) + towns_spent(s, seat):
            owner = f"o{s.owner + 1:02}"
        if owner:
            segments[0].towns.append(owner)
        head = self.card(s.card[seat])
        if is_joker(s.card[seat]) or s.suit_used[seat] or s.rail[seat] != s.card[seat] // 5:
            head += f" > {SUITS[s.rail[seat]]}"
        return f"{head} {' & '.join(map(str, segments))}"

    def paid_by_towns(self, s: State, seat: int, t: int) -> list[str]:
        """The benefits of Towns that a track uses, the owner's power left out."""
        kinds = self.specials(s, seat, t)
        after = s.copy()
        rules.step(after, self.b, seat, TRACK + t)
        if after.own_special[seat] > s.own_special[seat]:
            lent = {5: SWITCH, 6: BRIDGE, 7: TUNNEL, 8: SHORTCUT}[s.owner]
            kinds.remove(lent)
        return [BENEFITS[kind] for kind in kinds]

    def acts(self, start: State, s: State, seat: int, chosen: dict[int, int]) -> list[str]:
        """What a check completed, in the order of activation."""
        b, words = self.b, []
        for k in range(b.n_towns):
            if s.spot[seat][b.town[k]] and not start.spot[seat][b.town[k]]:
                words.append(f"!town@{self.sheet.grid.vertex_names[b.town[k]]}")
        bank = start.area[seat][BANKS]
        circles = bits(s.area[seat][SALOON_MASK] & ~start.area[seat][SALOON_MASK])
        jails = bits(s.area[seat][JAIL_MASK] & ~start.area[seat][JAIL_MASK])
        fills = [start.area[seat][JAIL_FILL + j] for j in range(b.n_jails)]
        for h, action in chosen.items():
            if b.terrain[h] == SALOON:
                circles.remove(action - CIRCLE)
            elif b.terrain[h] == JAIL:
                jails.remove(action - OPEN)
        for k in range(b.n_features):
            h = b.feature[k]
            if s.mark[seat][h] <= FRESH or s.mark[seat][h] == start.mark[seat][h]:
                continue
            kind, detail = b.terrain[h], ""
            if kind == BANK:
                if bank < b.n_squares:
                    nuggets = s.area[seat][BANK_SQUARE + bank]
                    detail = f"({nuggets}x{b.bank_row[bank]}={nuggets * b.bank_row[bank]})"
                bank += 1
            elif kind == SALOON:
                if h in chosen:
                    detail = f"({self.circle(chosen[h] - CIRCLE)})"
                elif circles:
                    detail = f"({self.circle(circles.pop(0))})"
            elif kind == JAIL:
                if h in chosen:
                    detail = f"(J{chosen[h] - OPEN + 1})"
                elif jails:
                    detail = f"(J{jails.pop(0) + 1})"
            elif kind == BANDIT:
                if s.mark[seat][h] == ESCAPED + FRESH:
                    detail = "(esc)"
                else:
                    jail = chosen[h] - CELL if h in chosen else self.open_cell(s, seat, fills)
                    fills[jail] += 1
                    detail = f"(J{jail + 1}.{fills[jail]})"
            words.append(f"!{FEATURES[kind]}@{self.sheet.grid.hex_names[h]}{detail}")
        return words

    def open_cell(self, s: State, seat: int, fills: Sequence[int]) -> int:
        """The only Jail with a free cell."""
        open_jails = bits(s.area[seat][JAIL_MASK])
        return next(jail for jail in open_jails if fills[jail] < self.b.jail_size[jail])


class Line:
    """Reads one line of a whole turn by doing it on a copy."""

    def __init__(self, notation: Notation, s: State, seat: int, text: str) -> None:
        self.notation = notation
        self.b = notation.b
        self.seat = seat
        self.text = text
        self.s = s.copy()
        if s.phase != DEAL and s.stage[seat] != COMMITTED:
            drop_turn(self.s, self.b, seat)
        self.actions: list[int] = []

    def do(self, action: int) -> None:
        reason = rules.refusal(self.s, self.b, self.seat, action)
        if reason:
            raise Refused(reason)
        rules.step(self.s, self.b, self.seat, action)
        self.actions.append(action)

    def read(self) -> list[int]:
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
        return self.actions

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
            card = self.notation.read_card(words.pop(0))
            self.use(card)
        declared: Counter[str] = Counter()
        owner, lent = False, None
        for word in words:
            if match := _OWNER.fullmatch(word):
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
            raise BadNotation(f"the card of this turn is {self.notation.card(self.s.card[seat])}")

    def railway(self, suit: int | None, changes: int, owner: bool, lent: int | None) -> None:
        """A Joker names one of two railways; the Suit benefit and owner 03 lead to another; the last one holds."""
        s, seat = self.s, self.seat
        any_rail = owner and s.owner == OWNER_STATION and s.owner_any_station == 0
        if s.stage[seat] == NAMING:
            if suit is None:
                raise BadNotation("a Joker needs its railway, such as > S")
            first = suit
            if changes or any_rail:
                options = [r for r in range(4) if joker_rail(s.card[seat], r)]
                first = next(r for r in options if r != suit)
            self.do(NAME + first)
        elif suit is not None and not changes and not any_rail:
            self.do(NAME + suit)
        if any_rail:
            goal = s.rail[seat] if suit is None else suit
            self.do(OWN_RAIL + (next(r for r in range(4) if r != goal) if changes else goal))
        elif owner and s.owner not in {OWNER_FORT, OWNER_STATION}:
            self.do(OWN)
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
            match = _TRACK.fullmatch(word)
            if not match:
                raise BadNotation(
                    f"{word!r} is no track: write C3|D3, A4^nw or A3*n-s, with + = # / before it if need be"
                )
            t = self.notation.checked_track(self.s, self.seat, match["marks"], match["name"])
            if rules.refusal(self.s, self.b, self.seat, TRACK + t) == 0:
                used.update(self.notation.paid_by_towns(self.s, self.seat, t))
                for kind, name in BENEFITS.items():
                    if used[name] > declared[name]:
                        raise Refused(MISSING[kind])
            self.do(TRACK + t)

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
            name = self.notation.sheet.grid.hex_names[h]
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
            return CIRCLE + self.notation.read_circle(text)
        jail = read_number(text.upper().removeprefix("J").partition(".")[0], 1, 4) - 1
        return (OPEN if kind == JAIL else CELL) + jail

    def happened(self, kind: str, where: str) -> bool:
        grid = self.notation.sheet.grid
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


def name_towns(segments: Sequence[Segment]) -> None:
    """A word per Town spent: what it was used for, in its own segment or, if left over, in a later one."""
    late: list[str] = []
    for segment in reversed(segments):
        uses = segment.uses + late
        late = uses[segment.spent :]
        segment.towns = [f"t={use}" for use in uses[: segment.spent]]
        segment.towns += ["t"] * (segment.spent - len(segment.towns))


def bits(mask: int) -> list[int]:
    return [k for k in range(8) if mask >> k & 1]


def read_suit(text: str) -> int:
    if text.upper() not in SUITS:
        raise BadNotation(f"{text!r} is no railway: write S, H, D or C")
    return SUITS.index(text.upper())


def read_number(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and low <= int(text) <= high):
        raise BadNotation(f"{text!r} is no number from {low} to {high}")
    return int(text)
