"""Actions as text and back: the only place that takes an action number apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace

from goldenspike.engine.errors import BadNotation
from goldenspike.engine.game import shown

from ..board.load import Board
from ..rules.state import (
    AMBIGUOUS_LINE,
    BOOM_NONE,
    BOOM_TOO_MANY,
    BOOM_WRONG_FIVE,
    BOOM_WRONG_FOUR,
    BOUGHT_BRANCH_RANK,
    BOUGHT_RANK,
    BRANCH_NOT_CONNECTED,
    BRANCH_RANK,
    BUY_NONE,
    BUY_TRACK,
    DECLINE,
    DONE,
    DRAW_BOOM,
    DRAW_BRANCH,
    DRAW_DECK,
    DRAW_DOUBLE,
    DRAW_ENGINEER,
    DRAW_FOUR,
    DRAW_STOP,
    DRAW_TRIPLE,
    EXCHANGE,
    HIRE_ENGINEER,
    HIRE_NONE,
    HOLD,
    MAIN_BOOM,
    MAIN_DOUBLE,
    MAIN_FOUR,
    MAIN_NONE,
    MAIN_TRIPLE,
    MAINS,
    MAJORS,
    NO_BRANCH_CARD,
    NO_TIP,
    NONE,
    NOT_HOME,
    NOT_STARTED,
    PASS,
    PLAIN_RANK,
    PLAY_BASE,
    PLAY_WRONG,
    SF1992,
    SHORT_BOUGHT_RANK,
    SHORT_BRANCH_RANK,
    SHORT_CARD,
    SHORT_NEEDS_NO_BRANCH,
    SHORT_NOT_CONNECTED,
    TERRAIN_COST,
    BoardArrays,
    State,
)

SINGLE = {
    "hire none": HIRE_NONE,
    "hire engineer": HIRE_ENGINEER,
    "draw deck": DRAW_DECK,
    "draw double": DRAW_DOUBLE,
    "draw triple": DRAW_TRIPLE,
    "draw four": DRAW_FOUR,
    "draw boom": DRAW_BOOM,
    "draw engineer": DRAW_ENGINEER,
    "draw stop": DRAW_STOP,
    "done": DONE,
    "hold": HOLD,
    "pass": PASS,
    "decline": DECLINE,
    "buy none": BUY_NONE,
    "boom none": BOOM_NONE,
}
WORDS = {number: text for text, number in SINGLE.items()}
MAIN_WORDS = {
    "none": MAIN_NONE,
    "double": MAIN_DOUBLE,
    "triple": MAIN_TRIPLE,
    "four": MAIN_FOUR,
    "boom": MAIN_BOOM,
}
MAIN_NAMES = {number: word for word, number in MAIN_WORDS.items()}
# Reasons that come after the question which of two parallel lines is meant.
AFTER_THE_LINE = frozenset(
    {
        0,
        NO_BRANCH_CARD,
        SHORT_NEEDS_NO_BRANCH,
        NOT_STARTED,
        BRANCH_NOT_CONNECTED,
        SHORT_NOT_CONNECTED,
        NOT_HOME,
        NO_TIP,
        TERRAIN_COST,
    }
)
_LAY = re.compile(
    r"lay\s+(?P<rail>[A-Z]{2})\s*(?P<star>\*)?\s*(?P<plus>\+)?\s*(?P<a>\w{3})\s*[>-]\s*(?P<b>\w{3})(?:\s*#\s*(?P<k>\d{1,3}))?",
    re.IGNORECASE | re.ASCII,
)
_MARK = re.compile(r"(?P<marker>\d+)\s+(?P<city>\w+)", re.ASCII)
_VERBS = "hire, draw, play, boom, exchange, lay, done, hold, pass, decline, buy"


class Ambiguous(Exception):
    """Several parallel lines are meant; carries the number of that reason."""

    reason = AMBIGUOUS_LINE


@cache
def rail_lists(rails: tuple[str, ...]) -> list[list[str]]:
    """For each set of railroads, as a mask of their numbers, their names."""
    return [[name for rail, name in enumerate(rails) if mask >> rail & 1] for mask in range(1 << len(rails))]


class Notation:
    """Reading and writing actions for one board."""

    def __init__(self, board: Board, b: BoardArrays, rules: SimpleNamespace) -> None:
        self.board = board
        self.b = b
        self.rules = rules
        self.cities = [city.id for city in board.cities]
        self.rails = tuple("" if road is None else road.id for road in board.by_number)  # by number; "" if unused
        self.rail_lists = rail_lists(self.rails)
        self.line_ids = [line.id for line in board.lines]
        self.end_names = [[self.cities[city] for city in ends] for ends in b.ends[: b.n_lines]]
        self.index = {city: number for number, city in enumerate(self.cities)}
        self._lays: dict[int, str] = {}  # a lay reads the same in every state
        self.pairs: dict[tuple[int, int], list[int]] = {}
        for line in range(b.n_lines):
            for end in range(2):
                pair = (b.ends[line][end], b.ends[line][1 - end])
                self.pairs.setdefault(pair, []).append(2 * line + end)

    # ------------------------------------------------------------ writing
    def way(self, way: int) -> str:
        """A line from one of its ends, such as CHI>KCY#2."""
        line, end = divmod(way, 2)
        index = self.board.lines[line].index
        names = f"{self.cities[self.b.ends[line][end]]}>{self.cities[self.b.ends[line][1 - end]]}"
        return f"{names}#{index}" if index else names

    def card(self, card: int) -> str:
        return self.cities[card] if card < SHORT_CARD else f"short {self.rails[MAJORS + card - SHORT_CARD]}"

    def write(self, s: State, seat: int, action: int) -> str:
        """The action as text, read against the state before it."""
        b = self.b
        if action in self._lays:
            return self._lays[action]
        if action in WORDS:
            return WORDS[action]
        if DRAW_BRANCH <= action < DRAW_BRANCH + MAJORS:
            return f"draw branch {self.rails[action - DRAW_BRANCH]}"
        if BUY_TRACK <= action < BUY_TRACK + MAJORS:
            return f"buy track {self.rails[action - BUY_TRACK]}"
        if EXCHANGE < action < EXCHANGE + 32:
            return f"exchange {' '.join(self.exchanged(s, seat, action))}"
        if PLAY_BASE <= action < b.boom_base:
            with_branch, main = divmod(action - PLAY_BASE, MAINS + b.n_cities)
            name = self.cities[main - MAINS] if main >= MAINS else MAIN_NAMES[main]
            return f"play {name} + branch {self.rails[with_branch - 1]}" if with_branch else f"play {name}"
        if b.boom_base <= action < b.lay_base:
            one, two = divmod(action - b.boom_base, b.n_sites)
            sites = [one] if one == two else [one, two]
            return "boom " + ", ".join(f"{b.value[b.site[k]] + 2} {self.cities[b.site[k]]}" for k in sites)
        if action not in self._lays:
            rank = self.rules.lay_rank(b, action)
            star = "*" if self.rules.rank_bought(rank) else ""
            plus = "+" if self.rules.rank_branches(rank) else ""
            self._lays[action] = (
                f"lay {self.rails[self.rules.rank_rail(rank)]}{star} {plus}{self.way(self.rules.lay_way(b, action))}"
            )
        return self._lays[action]

    def exchanged(self, s: State, seat: int, action: int) -> list[str]:
        mask = action - EXCHANGE
        return [self.cities[s.hand[seat][k]] for k in range(s.held[seat]) if mask >> k & 1]

    # ------------------------------------------------------------ reading
    def city(self, word: str) -> int:
        if word.upper() not in self.index:
            raise BadNotation(f"there is no city {shown(word)} on board {self.board.id}")
        return self.index[word.upper()]

    def rail(self, word: str) -> int:
        if not word or word.upper() not in self.rails:
            there = ", ".join(filter(None, self.rails))
            raise BadNotation(f"there is no railroad {shown(word)}; there are {there}")
        return self.rails.index(word.upper())

    def major(self, word: str) -> int:
        rail = self.rail(word)
        if rail >= MAJORS:
            raise BadNotation(
                f"{word.upper()} is a Short Line; this takes a Major: {', '.join(filter(None, self.rails[:MAJORS]))}"
            )
        return rail

    def read(self, s: State, seat: int, text: str, replay: bool) -> int:
        """The action number a line stands for."""
        line = re.sub(r"\{[^}]*\}|;.*", "", text).strip()
        if len(line) > 200 or not line.isascii() or not line.isprintable():
            raise BadNotation("an action is one short line of plain characters")
        plain = " ".join(line.lower().split())
        if plain in SINGLE:
            return SINGLE[plain]
        verb, _, rest = plain.partition(" ")
        if verb == "draw":
            return self.read_draw(s, rest, replay)
        if verb == "play":
            return self.read_play(s, seat, rest)
        if verb == "boom":
            return self.read_boom(rest)
        if verb == "exchange":
            return self.read_exchange(s, seat, rest, replay)
        if verb == "lay":
            return self.read_lay(s, seat, line)
        if verb == "buy" and rest.startswith("track "):
            return BUY_TRACK + self.major(rest[6:].strip())
        raise BadNotation(f"{shown(line)} is no action; actions begin with {_VERBS}")

    def coming(self, s: State, count: int) -> list[int]:
        """The next City cards of the deck, Short cards passed over."""
        cards = [card for card in reversed(s.deck[: s.deck_size]) if card < SHORT_CARD]
        return cards[:count]

    def check_drawn(self, s: State, named: Sequence[int], replay: bool) -> None:
        """Only a replay may say which cards come: a player's guess would be an answer."""
        if not replay:
            raise BadNotation("an action does not name the cards it will draw")
        if self.coming(s, len(named)) != list(named):
            wanted = " ".join(self.cities[card] for card in named)
            raise BadNotation(f"the record draws {wanted}, but that is not what comes")

    def read_draw(self, s: State, rest: str, replay: bool) -> int:
        if rest.startswith("branch "):
            return DRAW_BRANCH + self.major(rest[7:].strip())
        what, equals, named = rest.partition("=")
        if what.strip() == "deck" and equals:
            self.check_drawn(s, [self.city(named.strip())], replay)
            return DRAW_DECK
        raise BadNotation(
            f"draw takes deck, double, triple, four, boom, engineer, branch and a Major, or stop; not {shown(rest)}"
        )

    def read_play(self, s: State, seat: int, rest: str) -> int:
        mains: list[int] = []
        branches: list[int] = []
        for part in rest.split("+"):
            word = part.strip()
            if word.startswith("branch "):
                branches.append(self.major(word[7:].strip()))
            elif word in MAIN_WORDS:
                mains.append(MAIN_WORDS[word])
            elif word and word != "branch":
                mains.append(MAINS + self.city(word))
            else:
                raise BadNotation(
                    "play takes a city, double, triple, four, boom or none, and perhaps + branch and a Major"
                )
        if len(mains) != 1 or len(branches) > 1:
            return PLAY_WRONG
        main, with_branch = mains[0], 1 + branches[0] if branches else 0
        if s.edition == SF1992 and not branches and s.branch[seat] != NONE and (main >= MAINS or main == MAIN_DOUBLE):
            with_branch = 1 + s.branch[seat]  # the open Branch joins by itself (SF-PLAY-03)
        return PLAY_BASE + with_branch * (MAINS + self.b.n_cities) + main

    def read_boom(self, rest: str) -> int:
        sites = []
        for part in rest.split(","):
            mark = _MARK.fullmatch(part.strip())
            if mark is None or mark["marker"] not in {"4", "5"}:
                raise BadNotation("boom takes up to two markers, such as boom 5 TUC, 4 OMA; or none")
            city = self.city(mark["city"])
            if self.b.value[city] + 2 != int(mark["marker"]):
                return BOOM_WRONG_FOUR if mark["marker"] == "4" else BOOM_WRONG_FIVE
            sites.append(self.b.site_of[city])
        if len(sites) > 2 or (len(sites) == 2 and self.b.n_sites == 1):
            return BOOM_TOO_MANY
        one, two = min(sites), max(sites)
        if len(sites) == 2 and one == two:
            # a pair in the wrong order has a number that is always refused: one marker to a city
            one, two = max(one, 1), max(one, 1) - 1
        return self.b.boom_base + one * self.b.n_sites + two

    def read_exchange(self, s: State, seat: int, rest: str, replay: bool) -> int:
        given, equals, named = rest.partition("=")
        words = given.split()
        if any(word in MAIN_WORDS or word in {"branch", "engineer"} for word in words):
            return EXCHANGE
        cities = [self.city(word) for word in words]
        if equals:
            self.check_drawn(s, [self.city(word) for word in named.split()], replay)
        mask = 0
        for city in sorted(cities):
            for k in range(s.held[seat]):
                if s.hand[seat][k] == city and not mask >> k & 1:
                    mask |= 1 << k
                    break
            else:
                return EXCHANGE
        return EXCHANGE + mask

    def read_lay(self, s: State, seat: int, line: str) -> int:
        found = _LAY.fullmatch(line)
        if found is None:
            raise BadNotation("lay takes a railroad and a line, such as lay SF CHI>KCY or lay SF +ELP>TUC#1")
        rail, a, z = self.rail(found["rail"]), self.city(found["a"]), self.city(found["b"])
        ways = self.pairs.get((a, z), [])
        if found["k"] is not None:
            wanted = int(found["k"])
            ways = [way for way in ways if max(self.board.lines[way // 2].index, 1) == wanted]
        if not ways:
            return self.b.nowhere_base + rail
        base = self.b.lay_base + lay_block(rail, bool(found["plus"]), bool(found["star"])) * self.b.ways
        return base + self.one_way_meant(s, seat, base, ways)

    def one_way_meant(self, s: State, seat: int, base: int, ways: Sequence[int]) -> int:
        """Of parallel lines the only one that fits; else it must be said which."""
        if len(ways) == 1:
            return ways[0]
        reasons = {way: self.rules.refusal(s, self.b, seat, base + way) for way in ways}
        for fits in (
            [way for way in ways if reasons[way] == 0],
            [w for w in ways if reasons[w] in AFTER_THE_LINE],
        ):
            if len(fits) == 1:
                return fits[0]
            if len(fits) > 1:
                raise Ambiguous
        return ways[0]


def lay_block(rail: int, branching: bool, bought: bool) -> int:
    """The block of lay numbers for a railroad and a kind of lay."""
    if rail >= MAJORS:
        if bought:
            return SHORT_BOUGHT_RANK + rail - MAJORS
        return SHORT_BRANCH_RANK + rail - MAJORS if branching else PLAIN_RANK + rail
    if bought:
        return (BOUGHT_BRANCH_RANK if branching else BOUGHT_RANK) + rail
    return (BRANCH_RANK if branching else PLAIN_RANK) + rail
