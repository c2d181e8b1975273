"""A whole position, read back from words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from goldenspike.engine.errors import BadFile, BadNotation
from goldenspike.engine.game import shown

from ..rules.state import (
    BOOM,
    BOOM_PLAY,
    BUY,
    CITY_PLAY,
    DISCARDED,
    DOUBLE_PLAY,
    DRAW,
    DRAWN,
    FOUR_PLAY,
    HIRE,
    HIRED,
    IMMEDIATE,
    MAINS,
    MAJORS,
    MAX_CARDS,
    MAX_TIPS,
    NO_CARD,
    NONE,
    ON_TABLE,
    OVER,
    PLAY,
    PLAY_BASE,
    RAILS,
    SF1992,
    SFR2002,
    SHORT_CARD,
    TLT1,
    TLT2,
    TRIPLE_PLAY,
    State,
)
from .notation import MAIN_WORDS, Notation
from .position_map import MapReader
from .view import (
    PHASES,
    REASONS,
)

PLAYS = {
    "none": NO_CARD,
    "double": DOUBLE_PLAY,
    "triple": TRIPLE_PLAY,
    "four": FOUR_PLAY,
    "boom": BOOM_PLAY,
}


class Reader(MapReader):
    """Fills a fresh state from words; whatever is not said is as at the start, with empty hands."""

    def __init__(self, notation: Notation, seats: int, words: Mapping[str, Any]) -> None:
        super().__init__(notation, seats, words)
        self.rules.start(self.s, self.b, seats, 0, 0)
        self.used: Counter[int] = Counter()
        self.empty_hands()

    def empty_hands(self) -> None:
        s = self.s
        for p in range(self.seats):
            s.held[p] = s.doubles[p] = 0
            s.hand[p] = [0] * len(s.hand[p])
        s.deck, s.deck_size = [0] * MAX_CARDS, 0
        s.first, s.round_no, s.phase = 0, 2, PLAY
        s.pile_low, s.pile_mid = 0, MAX_CARDS

    def read(self) -> State:
        try:
            self.track()
            self.clock()
            self.cards()
            self.shop()
            self.deck()
            self.seats_words()
        except BadNotation as error:
            raise BadFile(f"position: {error}") from None
        self.branch_cards()
        self.settle()
        self.check()
        return self.s

    def settle(self) -> None:
        """Do what happens by itself before the first decision; a position at a decision stays as it is."""
        s = self.s
        if s.turn >= self.seats:
            return
        if s.phase == DRAW:
            self.rules.next_draw(s, self.b)
        elif s.phase == BOOM and self.b.options.boom_timing == 0:
            self.rules.next_boom(s, self.b)
        elif s.phase in (TLT1, TLT2) and s.laid_now == 0 and s.exchanged == 0:
            self.rules.begin_turn(s, self.b)

    # ------------------------------------------------------------ parts
    def clock(self) -> None:
        s, words = self.s, self.words
        s.round_no = self.number("round", words.get("round", 2), 1, 9999)
        s.phase = self.choice("phase", PHASES, PLAY)
        s.first = self.seat(words.get("first", "A"))
        turn = words.get("turn", 0)
        s.turn = (
            (self.seat(turn) - s.first) % self.seats
            if isinstance(turn, str)
            else self.number("turn", turn, 0, self.seats)
        )
        s.laid_now = self.number("laid_now", words.get("laid_now", 0), 0, self.most_pieces() - 1)
        s.exchanged = int(self.truth("exchanged"))
        s.passes = self.number("passes", words.get("passes", 0), 0, self.seats * (1 + self.b.options.all_pass_scope))
        s.ending = self.choice("ending", REASONS, 0)
        s.ended = self.choice("ended", REASONS, 0)
        by = words.get("ended_by")
        s.ended_by = NONE if by is None else self.seat(by)
        chance = words.get("chance", [1, 2, 3, 4])
        if not isinstance(chance, (list, tuple)) or len(chance) != 4:
            raise BadFile("position: chance is a list of four numbers")
        s.chance = [self.number("chance", part, 0, 0xFFFFFFFF) for part in chance]

    def most_pieces(self) -> int:
        """The most pieces that any card allows in a turn."""
        values = self.b.values
        return max(values.pieces_plain, values.pieces_double, values.pieces_triple, values.pieces_four)

    def city_card(self, word: str) -> int:
        city = self.notation.city(word)
        self.used[city] += 1
        if self.used[city] > self.b.copies[city]:
            raise BadFile(f"position: there are only {self.b.copies[city]} cards of {word.upper()}")
        return city

    def cards(self) -> None:
        s = self.s
        for p, hand in self.per_seat("hands"):
            for word in self.texts("a hand", hand):
                self.hand_card(p, " ".join(word.lower().split()))
        for p, name in enumerate(self.names):
            if self.rules.hand_size(s, p) > self.rules.hand_limit(self.b):
                raise BadFile(f"position: the hand of {name} has more than {self.rules.hand_limit(self.b)} cards")
        for key, place in (("table", ON_TABLE), ("discarded", DISCARDED)):
            for p, cards in self.per_seat(key):
                for word in self.texts(key, cards):
                    self.rules.put_away(s, self.city_card(word), place + p)
        for word in self.texts("hired", self.words.get("hired", [])):
            s.engineer[self.seat(word)] = HIRED

    def hand_card(self, p: int, word: str) -> None:
        s = self.s
        modern = s.edition == SFR2002
        if word == "double":
            s.doubles[p] += 1
        elif word == "boom" and modern:
            s.booms[p] += 1
        elif word == "triple" and modern and not s.triples[p]:
            s.triples[p] = 1
        elif word == "four" and modern and not s.fours[p]:
            s.fours[p] = 1
        elif word == "engineer" and not modern and not s.engineer[p]:
            s.engineer[p] = DRAWN
        elif word.startswith("branch ") and s.branch[p] == NONE:
            s.branch[p] = self.notation.major(word[7:])
        elif s.held[p] < len(s.hand[p]):
            self.rules.take_city(s, p, self.city_card(word))
        else:
            raise BadFile(f"position: the hand of {self.names[p]} has too many cards")

    def shop(self) -> None:
        s = self.s
        shop = self.mapping("display")
        known = {"double", "triple", "four", "boom", "engineer", "branch", "markers"}
        if not set(shop) <= known:
            raise BadFile(f"position: the display has {', '.join(sorted(known))} only")
        for word in ("double", "triple", "four", "boom", "engineer"):
            if word in shop:
                setattr(s, f"shop_{word}", self.number(f"display {word}", shop[word], 0, 9))
        stacks, markers = shop.get("branch", {}), shop.get("markers", {})
        if not isinstance(stacks, Mapping) or not isinstance(markers, Mapping):
            raise BadFile("position: branch and markers of the display are mappings")
        for rail, count in stacks.items():
            s.shop_branch[self.notation.major(str(rail))] = self.number(
                "a stack of Branch cards", count, 0, self.b.values.branch_cards
            )
        for marker, count in markers.items():
            if marker not in ("4", "5"):
                raise BadFile("position: markers have the values 4 and 5")
            s.shop_marker[int(marker) - 4] = self.number("markers", count, 0, 64)
        for word, value in self.mapping("boomtowns").items():
            city = self.notation.city(word)
            if self.b.value[city] not in (2, 3) or value != self.b.value[city] + 2:
                raise BadFile(f"position: {word} cannot have a marker of {shown(value)}")
            s.marker[city] = self.b.value[city] + 2

    def pile(self, key: str, shorts: set[int]) -> list[int]:
        cards = []
        for text in self.texts(key, self.words.get(key, [])):
            word = " ".join(text.lower().split())
            if word.startswith("short "):
                rail = self.notation.rail(word[6:])
                if rail < MAJORS or rail in shorts or self.s.edition == SF1992 or self.s.available[rail]:
                    raise BadFile(f"position: {shown(text)} cannot lie in the {key}")
                shorts.add(rail)
                cards.append(SHORT_CARD + rail - MAJORS)
            else:
                cards.append(self.city_card(word))
        return cards

    def deck(self) -> None:
        """Without a deck of its own the position gets all City cards that are nowhere else."""
        s = self.s
        for word in self.texts("available", self.words.get("available", [])):
            rail = self.notation.rail(word)
            if s.edition == SF1992 and rail >= MAJORS:
                raise BadFile(f"position: {word} is not in the 1992 game")
            s.available[rail] = 1
        shorts: set[int] = set()
        dummy = self.pile("dummy", shorts)
        deck = self.pile("deck", shorts)[::-1]
        if "deck" not in self.words:
            deck = [c for c in range(self.b.n_cities) for _ in range(self.b.copies[c] - self.used[c])]
        s.deck_size, s.dummy_size = len(deck), len(dummy)
        s.deck[: len(deck)] = deck
        s.dummy[: len(dummy)] = dummy
        s.pile_low, s.pile_mid = self.heights("piles", [0, MAX_CARDS], MAX_CARDS)
        s.dummy_high, s.dummy_mid = self.heights("dummy_piles", [0, len(dummy)], len(dummy))
        if s.dummy_high + s.dummy_mid > len(dummy) or s.pile_low > s.pile_mid:
            raise BadFile("position: piles and dummy_piles do not fit the cards")

    def seats_words(self) -> None:
        s = self.s
        for p, amount in self.per_seat("money"):
            s.money[p] = self.number("money", amount, 0, 9999)
        for p, count in self.per_seat("laid_first"):
            s.laid_first[p] = self.number("laid_first", count, 0, self.most_pieces())
        for p, pieces in self.per_seat("reserve"):
            if not isinstance(pieces, Mapping) or (pieces and not s.track_purchase):
                raise BadFile("position: reserve is a mapping of Majors to bought pieces, with track_purchase only")
            for rail, count in pieces.items():
                s.reserve[p][self.notation.major(str(rail))] = self.number("reserve", count, 0, 99)
        for p, play in self.per_seat("plays"):
            self.play(p, play)
        for p, word in self.per_seat("committed"):
            if s.phase != PLAY or not isinstance(word, str):
                raise BadFile("position: a play is committed in the play phase only")
            main = MAIN_WORDS.get(word.lower())
            s.committed[p] = 1 + (MAINS + self.notation.city(word) if main is None else main)
        if "supply" not in self.words:
            self.supply_from_track()
        for rail, count in sorted(self.mapping("supply").items()):
            for r in range(RAILS) if rail == "*" else [self.notation.rail(str(rail))]:
                if rail == "*" and r >= MAJORS:
                    continue
                s.supply[r] = self.number("supply", count, 0, self.b.pieces[r])
        if "supply" in self.words and any(key not in self.words["supply"] for key in self.notation.rails if key):
            self.supply_unsaid()

    def supply_from_track(self) -> None:
        for line in range(self.b.n_lines):
            if self.s.builder[line] != NONE:
                self.s.supply[self.s.builder[line]] -= self.s.filled[line]
        for rail in range(MAJORS):
            self.s.supply[rail] -= sum(self.s.reserve[p][rail] for p in range(self.seats))
        if min(self.s.supply) < 0:
            raise BadFile("position: more track is laid than there are pieces")

    def supply_unsaid(self) -> None:
        """Railroads not named keep what the track leaves them."""
        named = self.words["supply"]
        for rail, name in enumerate(self.notation.rails):
            if name and name not in named and not ("*" in named and rail < MAJORS):
                used = sum(self.s.filled[ln] for ln in range(self.b.n_lines) if self.s.builder[ln] == rail)
                if rail < MAJORS:
                    used += sum(self.s.reserve[p][rail] for p in range(self.seats))
                self.s.supply[rail] = max(self.s.supply[rail] - used, 0)

    def play(self, p: int, text: object) -> None:
        s = self.s
        if not isinstance(text, str):
            raise BadFile("position: a play is written as in notation")
        main, _, branch = (part.strip().lower() for part in text.partition("+"))
        if main in PLAYS:
            s.card[p] = PLAYS[main]
        else:
            s.card[p], s.shown[p] = CITY_PLAY, self.notation.city(main)
        if branch:
            if not branch.startswith("branch ") or s.card[p] not in (CITY_PLAY, DOUBLE_PLAY):
                raise BadFile(f"position: {shown(text)} is no play")
            s.active_branch[p] = self.notation.major(branch[7:])

    # ------------------------------------------------------------ does it hang together?
    def branch_cards(self) -> None:
        """Every Branch card may become a railhead, and there is room for so many; a stack not named holds the rest."""
        s = self.s
        named = {str(rail).upper() for rail in self.mapping("display").get("branch", {})}
        for rail in range(MAJORS):
            held = sum((s.branch[p] == rail) + (s.active_branch[p] == rail) for p in range(self.seats))
            room = MAX_TIPS - s.tip_count[rail] - held
            if room < 0 or (s.shop_branch[rail] > room and self.notation.rails[rail] in named):
                raise BadFile(
                    f"position: {self.notation.rails[rail]} has more than {MAX_TIPS} railheads and Branch cards"
                )
            s.shop_branch[rail] = min(s.shop_branch[rail], room)

    def check(self) -> None:
        s = self.s
        if s.phase == OVER:
            return
        turns = s.phase in (TLT1, TLT2)
        wanting = {HIRE: s.edition == SF1992 and s.terrain == 1, BUY: s.track_purchase == 1}
        if not wanting.get(s.phase, True):
            raise BadFile(f"position: this game has no phase {PHASES[s.phase]}")
        if s.ended or (s.ending and s.end_timing == IMMEDIATE):
            raise BadFile("position: an end has come, but the phase is not over")
        for rail in range(MAJORS):
            if s.supply[rail] + sum(s.reserve[p][rail] for p in range(self.seats)) > self.b.pieces[rail]:
                raise BadFile(f"position: there are only {self.b.pieces[rail]} pieces of {self.notation.rails[rail]}")
        if s.turn >= self.seats or (s.phase == PLAY and s.turn != 0):
            raise BadFile("position: turn is a seat that has a decision")
        if s.phase == BOOM and s.card[self.rules.seat_at(s, s.turn)] != BOOM_PLAY:
            raise BadFile("position: only who played a Boom card places markers")
        for p, name in enumerate(self.names):
            lonely = s.branch[p] != NONE and s.held[p] + s.doubles[p] == 0
            if lonely and s.phase != DRAW:
                raise BadFile(f"position: {name} holds a Branch card and nothing to play it with")
            if s.committed[p] and self.rules.play_refusal(s, self.b, p, self._play_number(p)):
                raise BadFile(f"position: {name} cannot have committed that play")
            if not turns and s.phase == PLAY and s.card[p] != NO_CARD:
                raise BadFile("position: plays are revealed after the play phase")
        out = [0] * 4096
        waiting = self.rules.actors(s)
        for p in range(self.seats):
            if waiting >> p & 1 and self.rules.legal(s, self.b, p, out) == 0:
                raise BadFile(f"position: {self.names[p]} has nothing to decide in phase {PHASES[s.phase]}")
        if waiting == 0:
            raise BadFile("position: nobody has a decision")

    def _play_number(self, p: int) -> int:
        s = self.s
        main = s.committed[p] - 1
        with_branch = 1 + s.branch[p] if s.branch[p] != NONE and (main >= MAINS or main == 1) else 0
        return PLAY_BASE + with_branch * (MAINS + self.b.n_cities) + main
