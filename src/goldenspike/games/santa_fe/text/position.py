"""A whole position in words, and back: for puzzles, tests, bug reports and saved games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldenspike.engine.errors import BadFile, BadNotation
from goldenspike.engine.game import shown

from ..board.load import RAILROADS
from ..rules import rounds as rules
from ..rules.draw import hand_limit, hand_size, play_refusal, put_away, take_city
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
from ..rules.track import begin_line, is_connected, move_tip, sort_tail
from .notation import MAIN_WORDS, Notation
from .view import PHASES, REASONS, SEAT_NAMES, cards_at, display, main_words, play_words, rails_in, specials

PLAYS = {
    "none": NO_CARD,
    "double": DOUBLE_PLAY,
    "triple": TRIPLE_PLAY,
    "four": FOUR_PLAY,
    "boom": BOOM_PLAY,
}
KEYS = frozenset(
    [
        "round",
        "phase",
        "first",
        "turn",
        "laid_now",
        "exchanged",
        "passes",
        "ending",
        "ended",
        "ended_by",
        "money",
        "hands",
        "hired",
        "table",
        "discarded",
        "committed",
        "plays",
        "laid_first",
        "reserve",
        "display",
        "deck",
        "piles",
        "dummy",
        "dummy_piles",
        "available",
        "supply",
        "track",
        "tips",
        "connected",
        "reached",
        "boomtowns",
        "chance",
    ]
)
_TRACK = re.compile(
    r"(?P<rail>\w{2})\s+(?P<plus>\+)?(?P<a>\w{3})>(?P<b>\w{3})(?:#(?P<k>\d{1,3}))?\s+(?P<filled>\d)/(?P<length>\d)",
    re.ASCII,
)

_INDICES = frozenset(str(number) for number in range(1, 161))


# ---------------------------------------------------------------- writing
def position(s: State, notation: Notation) -> dict[str, Any]:
    """Every field of the state in words."""
    names = SEAT_NAMES[: s.seats]
    b = notation.b
    return {
        "round": s.round_no,
        "phase": PHASES[s.phase],
        "first": SEAT_NAMES[s.first],
        "turn": s.turn,
        "laid_now": s.laid_now,
        "exchanged": bool(s.exchanged),
        "passes": s.passes,
        "ending": REASONS[s.ending],
        "ended": REASONS[s.ended],
        "ended_by": None if s.ended_by == NONE else SEAT_NAMES[s.ended_by],
        "money": {name: s.money[p] for p, name in enumerate(names)},
        "hands": {
            name: [notation.cities[c] for c in s.hand[p][: s.held[p]]] + specials(s, p) for p, name in enumerate(names)
        },
        "hired": [name for p, name in enumerate(names) if s.engineer[p] == HIRED],
        "table": {name: cards_at(s, notation, ON_TABLE + p) for p, name in enumerate(names)},
        "discarded": {name: cards_at(s, notation, DISCARDED + p) for p, name in enumerate(names)},
        "committed": {
            name: main_words(notation, s.committed[p] - 1) for p, name in enumerate(names) if s.committed[p] != 0
        },
        "plays": {name: play_words(s, notation, p) for p, name in enumerate(names)},
        "laid_first": {name: s.laid_first[p] for p, name in enumerate(names)},
        "reserve": {
            name: {RAILROADS[r]: s.reserve[p][r] for r in range(MAJORS) if s.reserve[p][r]}
            for p, name in enumerate(names)
        },
        "display": display(s),
        "deck": [notation.card(card) for card in reversed(s.deck[: s.deck_size])],
        "piles": [s.pile_low, s.pile_mid],
        "dummy": [notation.card(card) for card in s.dummy[: s.dummy_size]],
        "dummy_piles": [s.dummy_high, s.dummy_mid],
        "available": [RAILROADS[rail] for rail in range(MAJORS, RAILS) if s.available[rail]],
        "supply": {RAILROADS[rail]: s.supply[rail] for rail in range(RAILS)},
        "track": [
            f"{RAILROADS[s.builder[ln]]} {notation.way(2 * ln + s.origin[ln])} {s.filled[ln]}/{b.length[ln]}"
            for ln in range(b.n_lines)
            if s.builder[ln] != NONE
        ],
        "tips": {RAILROADS[r]: [_tip(notation, s, t) for t in s.tips[r][: s.tip_count[r]]] for r in range(MAJORS)},
        "connected": {notation.cities[c]: rails_in(s.city_rails[c]) for c in range(b.n_cities) if s.city_rails[c]},
        "reached": {notation.cities[c]: s.reached[c] for c in range(b.n_cities) if s.reached[c]},
        "boomtowns": {notation.cities[c]: s.marker[c] for c in range(b.n_cities) if s.marker[c]},
        "chance": list(s.chance),
    }


def _tip(notation: Notation, s: State, tip: int) -> str:
    return notation.cities[tip] if tip >= 0 else notation.way(2 * (-1 - tip) + s.origin[-1 - tip])


# ---------------------------------------------------------------- reading
class Reader:
    """Fills a fresh state from words; whatever is not said is as at the start, with empty hands."""

    def __init__(self, notation: Notation, seats: int, words: Mapping[str, Any]) -> None:
        unknown = sorted(shown(key) for key in words if key not in KEYS)
        if unknown:
            raise BadFile(f"a position has no {', '.join(unknown[:3])}")
        self.notation = notation
        self.words = words
        self.seats = seats
        self.names = SEAT_NAMES[:seats]
        self.b = notation.b
        self.s = State()
        rules.start(self.s, self.b, seats, 0, 0)
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
            rules.next_draw(s)
        elif s.phase == BOOM:
            rules.next_boom(s, self.b)
        elif s.phase in (TLT1, TLT2) and s.laid_now == 0 and s.exchanged == 0:
            rules.begin_turn(s, self.b)

    # ------------------------------------------------------------ small readers
    def number(self, what: str, value: object, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise BadFile(f"position: {what} is a whole number from {low} to {high}; not {shown(value)}")
        return value

    def seat(self, value: object) -> int:
        if value not in self.names:
            raise BadFile(f"position: there is no seat {shown(value)}; the seats are {', '.join(self.names)}")
        return self.names.index(str(value))

    def mapping(self, key: str) -> Mapping[str, Any]:
        value = self.words.get(key, {})
        if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
            raise BadFile(f"position: {key} is a mapping of words; not {shown(value)}")
        return value

    def texts(self, what: str, value: object) -> list[str]:
        if not isinstance(value, (list, tuple)) or not all(isinstance(word, str) for word in value):
            raise BadFile(f"position: {what} is a list of words; not {shown(value)}")
        return list(value)

    def per_seat(self, key: str) -> Iterator[tuple[int, Any]]:
        for name, value in self.mapping(key).items():
            yield self.seat(name), value

    def choice(self, key: str, offered: Sequence[str], default: int) -> int:
        if key not in self.words:
            return default
        if self.words[key] not in offered:
            offer = ", ".join(repr(word) for word in offered)
            raise BadFile(f"position: {key} is one of {offer}; not {shown(self.words[key])}")
        return list(offered).index(self.words[key])

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
        s.laid_now = self.number("laid_now", words.get("laid_now", 0), 0, 3)
        s.exchanged = int(self.truth("exchanged"))
        s.passes = self.number("passes", words.get("passes", 0), 0, self.seats)
        s.ending = self.choice("ending", REASONS, 0)
        s.ended = self.choice("ended", REASONS, 0)
        by = words.get("ended_by")
        s.ended_by = NONE if by is None else self.seat(by)
        chance = words.get("chance", [1, 2, 3, 4])
        if not isinstance(chance, (list, tuple)) or len(chance) != 4:
            raise BadFile("position: chance is a list of four numbers")
        s.chance = [self.number("chance", part, 0, 0xFFFFFFFF) for part in chance]

    def truth(self, key: str) -> bool:
        value = self.words.get(key, False)
        if not isinstance(value, bool):
            raise BadFile(f"position: {key} is true or false; not {shown(value)}")
        return value

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
            if hand_size(s, p) > hand_limit(s):
                raise BadFile(f"position: the hand of {name} has more than {hand_limit(s)} cards")
        for key, place in (("table", ON_TABLE), ("discarded", DISCARDED)):
            for p, cards in self.per_seat(key):
                for word in self.texts(key, cards):
                    put_away(s, self.city_card(word), place + p)
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
            take_city(s, p, self.city_card(word))
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
            s.shop_branch[self.notation.major(str(rail))] = self.number("a stack of Branch cards", count, 0, 3)
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

    def heights(self, key: str, default: list[int], most: int) -> list[int]:
        value = self.words.get(key, default)
        if not isinstance(value, (list, tuple)) or len(value) != 2:
            raise BadFile(f"position: {key} is a list of two numbers")
        return [self.number(key, part, 0, most) for part in value]

    def seats_words(self) -> None:
        s = self.s
        for p, amount in self.per_seat("money"):
            s.money[p] = self.number("money", amount, 0, 9999)
        for p, count in self.per_seat("laid_first"):
            s.laid_first[p] = self.number("laid_first", count, 0, 4)
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
        if "supply" in self.words and any(key not in self.words["supply"] for key in RAILROADS):
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
        for rail, name in enumerate(RAILROADS):
            if name not in named and not ("*" in named and rail < MAJORS):
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

    # ------------------------------------------------------------ the map
    def track(self) -> None:
        s, b = self.s, self.b
        derive = "tips" not in self.words
        for entry in self.texts("track", self.words.get("track", [])):
            found = _TRACK.fullmatch(entry.strip())
            if found is None:
                raise BadFile(f"position: track is written like 'SF CHI>KSC#1 1/2'; not {shown(entry)}")
            rail = self.notation.rail(found["rail"])
            ways = self.notation.pairs.get((self.notation.city(found["a"]), self.notation.city(found["b"])), [])
            ways = [w for w in ways if max(self.notation.board.lines[w // 2].index, 1) == int(found["k"] or 1)]
            filled = int(found["filled"])
            if not ways or int(found["length"]) != b.length[ways[0] // 2] or not 1 <= filled <= b.length[ways[0] // 2]:
                raise BadFile(f"position: there is no such line as in {shown(entry)}")
            if s.builder[ways[0] // 2] != NONE:
                raise BadFile(f"position: the line of {shown(entry)} is taken already")
            self.lay(rail, ways[0], filled, bool(found["plus"]), derive, entry)
        for city, rails in self.mapping("connected").items():
            for rail_word in self.texts("connected", rails):
                s.city_rails[self.notation.city(city)] |= 1 << self.notation.rail(rail_word)
        for rail, home in enumerate(b.home):
            if any(s.city_rails[c] >> rail & 1 for c in range(b.n_cities)) or rail in s.builder:
                s.city_rails[home] |= 1 << rail  # who has laid a piece serves his base (SFR-CONN-01)
        for city, bits in self.mapping("reached").items():
            s.reached[self.notation.city(city)] |= self.number("reached", bits, 0, 3)
        for city_number in range(b.n_cities):
            if s.city_rails[city_number]:
                s.reached[city_number] |= 1
        if not derive:
            self.tips()
        for rail in range(MAJORS, RAILS):
            home = b.home[rail]
            stops = sorted({home} | {c for c in range(b.n_cities) if is_connected(s, rail, c)})
            if len(stops) > len(s.stops[0]):
                raise BadFile(f"position: {RAILROADS[rail]} serves too many cities")
            s.stops[rail - MAJORS][: len(stops)] = stops
            s.stop_count[rail - MAJORS] = len(stops)

    def lay(self, rail: int, way: int, filled: int, branching: bool, derive: bool, entry: str) -> None:
        """Track laid before the position: nobody paid and nobody was paid."""
        s, b = self.s, self.b
        line, end = divmod(way, 2)
        city, target = b.ends[line][end], b.ends[line][1 - end]
        if s.edition == SF1992 and rail >= MAJORS:
            raise BadFile(f"position: {RAILROADS[rail]} is not in the 1992 game")
        if rail >= MAJORS:
            s.available[rail] = 1
        started = is_connected(s, rail, b.home[rail])
        if derive and rail < MAJORS:
            if branching and (not is_connected(s, rail, city) or s.tip_count[rail] == MAX_TIPS):
                raise BadFile(f"position: {shown(entry)} cannot branch off there")
            if not branching and city not in s.tips[rail][: s.tip_count[rail]]:
                raise BadFile(f"position: no railhead stands where {shown(entry)} begins")
        elif derive and not (is_connected(s, rail, city) or (not started and city == b.home[rail])):
            raise BadFile(f"position: {shown(entry)} begins where its railroad is not")
        s.builder[line], s.origin[line], s.filled[line] = rail, end, filled
        if derive:
            begin_line(s, b, 0, rail, line, city, branching)
        if filled == b.length[line]:
            if derive and rail < MAJORS:
                move_tip(s, rail, -1 - line, target)
            s.city_rails[target] |= 1 << rail
            s.reached[target] |= 3

    def tips(self) -> None:
        s, b = self.s, self.b
        said = {self.notation.major(name): words for name, words in self.mapping("tips").items()}
        for rail in range(MAJORS):
            tips = []
            for word in self.texts("tips", said.get(rail, [self.notation.cities[b.home[rail]]])):
                a, arrow, rest = word.partition(">")
                if not arrow:
                    tips.append(self.notation.city(word))
                    continue
                z, hash_sign, k = rest.partition("#")
                number = int(k) if k in _INDICES else 0 if hash_sign else 1
                ways = self.notation.pairs.get((self.notation.city(a), self.notation.city(z)), [])
                tips += [
                    -1 - w // 2
                    for w in ways
                    if max(self.notation.board.lines[w // 2].index, 1) == number
                    and s.builder[w // 2] == rail
                    and s.origin[w // 2] == w % 2
                ]
            partial = [-1 - ln for ln in range(b.n_lines) if s.builder[ln] == rail and s.filled[ln] < b.length[ln]]
            at_cities = [tip for tip in tips if tip >= 0]
            home_only = at_cities == [b.home[rail]] and not partial
            serves = all(is_connected(s, rail, city) for city in at_cities)
            if (
                sorted(t for t in tips if t < 0) != sorted(partial)
                or not 1 <= len(tips) <= MAX_TIPS
                or not (home_only or serves)
            ):
                raise BadFile(f"position: the railheads of {RAILROADS[rail]} do not fit its track")
            s.tips[rail] = tips + [0] * (MAX_TIPS - len(tips))
            s.tip_count[rail] = len(tips)
            sort_tail(s.tips[rail], 0, len(tips))

    # ------------------------------------------------------------ does it hang together?
    def branch_cards(self) -> None:
        """Every Branch card may become a railhead, and there is room for so many; a stack not named holds the rest."""
        s = self.s
        named = {str(rail).upper() for rail in self.mapping("display").get("branch", {})}
        for rail in range(MAJORS):
            held = sum((s.branch[p] == rail) + (s.active_branch[p] == rail) for p in range(self.seats))
            room = MAX_TIPS - s.tip_count[rail] - held
            if room < 0 or (s.shop_branch[rail] > room and RAILROADS[rail] in named):
                raise BadFile(f"position: {RAILROADS[rail]} has more than {MAX_TIPS} railheads and Branch cards")
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
                raise BadFile(f"position: there are only {self.b.pieces[rail]} pieces of {RAILROADS[rail]}")
        if s.turn >= self.seats or (s.phase == PLAY and s.turn != 0):
            raise BadFile("position: turn is a seat that has a decision")
        for p, name in enumerate(self.names):
            lonely = s.branch[p] != NONE and s.held[p] + s.doubles[p] == 0
            if lonely and s.phase != DRAW:
                raise BadFile(f"position: {name} holds a Branch card and nothing to play it with")
            if s.committed[p] and play_refusal(s, self.b, p, self._play_number(p)):
                raise BadFile(f"position: {name} cannot have committed that play")
            if not turns and s.phase == PLAY and s.card[p] != NO_CARD:
                raise BadFile("position: plays are revealed after the play phase")
        out = [0] * 4096
        waiting = rules.actors(s)
        for p in range(self.seats):
            if waiting >> p & 1 and rules.legal(s, self.b, p, out) == 0:
                raise BadFile(f"position: {self.names[p]} has nothing to decide in phase {PHASES[s.phase]}")
        if waiting == 0:
            raise BadFile("position: nobody has a decision")

    def _play_number(self, p: int) -> int:
        s = self.s
        main = s.committed[p] - 1
        with_branch = 1 + s.branch[p] if s.branch[p] != NONE and (main >= MAINS or main == 1) else 0
        return PLAY_BASE + with_branch * (MAINS + self.b.n_cities) + main
