"""A position in words, read back: every wrong word is one clear line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from goldenspike.engine.errors import BadFile, BadNotation

from ..board.load import SUITS, VALUES, goals
from ..rules.state import (
    ABSENT,
    BANDIT,
    BANK,
    BANK_SQUARE,
    BANKS,
    BLANK,
    CARDS,
    CATTLE,
    CROSSED,
    CUT_FRESH,
    DEAL,
    DEPOSITED,
    EMPTY,
    ESCAPED,
    ESCAPES,
    FORT,
    FORTS,
    FRESH,
    GOAL_SLOTS,
    JAIL,
    JAIL_FILL,
    JAIL_MASK,
    JAILS,
    MINE,
    MIXED,
    NONE,
    NUGGETS,
    OVER,
    PICKING,
    RANCHES,
    ROUNDS,
    SALOON,
    SALOON_MASK,
    SALOONS,
    SPENT,
    STAR,
    TOWNS,
    TURN,
    TURNS,
    YARD,
    YARDS,
    State,
)
from .names import Refused
from .notation import Notation
from .view import FACES, PHASES, SEAT_NAMES


def wrong(text: str) -> NoReturn:
    raise BadFile(f"position: {text}")


def number_in(value: object, low: int, high: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        wrong(f"{what} is a whole number from {low} to {high}")
    return value


def items_of(value: object, most: int, what: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple) or len(value) > most:
        wrong(f"{what} is a list of at most {most}")
    return value


def mapping_of(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or any(not isinstance(key, str) for key in value):
        wrong(f"{what} is a mapping of names to values")
    return value


class PositionReader:
    """Builds a state from a position; every wrong word is one clear line."""

    def __init__(self, notation: Notation, seats: int, words: Mapping[str, Any]) -> None:
        self.notation = notation
        self.b = notation.b
        self.rules = notation.rules
        self.seats = seats
        self.words = words
        self.s = State()
        self.rules.start(self.s, self.b, seats, 0, 0)

    def read(self) -> State:
        known = {
            "phase", "round", "turn", "dealer", "chance", "deck", "shown", "burnt", "taken", "seen", "owners", "goals",
            "sheets", "turns",
        }  # fmt: skip
        for name in self.words:
            if name not in known:
                wrong(f"there is no part called {name!r}")
        self.table()
        self.cards()
        self.goals()
        sheets = items_of(self.words.get("sheets", []), self.seats, "sheets")
        if len(sheets) != self.seats:
            wrong(f"sheets has one entry for each of the {self.seats} seats")
        for seat, sheet in enumerate(sheets):
            self.sheet(seat, mapping_of(sheet, f"the sheet of {SEAT_NAMES[seat]}"))
        self.open()
        return self.s

    # ------------------------------------------------------------ the table
    def table(self) -> None:
        s, words = self.s, self.words
        if words.get("phase") not in PHASES:
            wrong(f"phase is one of {', '.join(PHASES)}")
        s.phase = PHASES.index(words["phase"])
        s.round_no = number_in(words.get("round"), 1, ROUNDS, "round")
        s.turn_no = number_in(words.get("turn"), 1, TURNS, "turn")
        dealer = words.get("dealer")
        if self.seats == 1:
            if dealer is not None:
                wrong("there is no dealer in solo")
            s.dealer = NONE
        elif dealer not in SEAT_NAMES[: self.seats]:
            wrong(f"dealer is one of {', '.join(SEAT_NAMES[: self.seats])}")
        else:
            s.dealer = SEAT_NAMES.index(dealer)
        chance = items_of(words.get("chance", [1, 2, 3, 4]), 4, "chance")
        if len(chance) != 4:
            wrong("chance is four numbers")
        s.chance = [number_in(value, 0, (1 << 32) - 1, "chance") for value in chance]
        order = [number_in(o, 1, 10, "owners") - 1 for o in items_of(words.get("owners", []), 10, "owners")]
        known = {owner for owner in range(10) if s.owners and self.rules.takes_part(s, self.b, owner)}
        if len(set(order)) != len(order) or set(order) != known:
            wrong("owners lists every owner of the deck once, or none if the option is off")
        s.owner_deck = [*order, *[NONE] * (10 - len(order))]
        s.owner = order[s.round_no - 1] if order and s.phase != OVER else NONE

    def card(self, value: object, what: str) -> int:
        if not isinstance(value, str):
            wrong(f"{what} is a card such as QD")
        try:
            return self.notation.read_card(value)
        except BadNotation as error:
            wrong(f"{what}: {error}")

    def cards(self) -> None:
        s, words = self.s, self.words
        deck = [self.card(c, "deck") for c in items_of(words.get("deck", []), CARDS, "deck")]
        shown = [self.card(c, "shown") for c in items_of(words.get("shown", []), 3, "shown")]
        if len({*deck, *shown}) != len(deck) + len(shown):
            wrong("a card of deck and shown stands twice")
        if not s.jokers and any(self.rules.is_joker(c) for c in (*deck, *shown)):
            wrong("there are no Jokers in this game")
        s.deck = [*deck, *[0] * (CARDS - len(deck))]
        s.deck_size = len(deck)
        s.shown = [*shown, *[NONE] * (3 - len(shown))]
        s.burnt = NONE if words.get("burnt") is None else self.card(words["burnt"], "burnt")
        s.taken = NONE if words.get("taken") is None else self.card(words["taken"], "taken")
        if s.taken != NONE and s.taken not in shown:
            wrong("the card taken is not among those shown")
        s.seen = sum(1 << c for c in {self.card(c, "seen") for c in items_of(words.get("seen", []), CARDS, "seen")})

    def goals(self) -> None:
        s, ids = self.s, [str(goal["id"]) for goal in goals()]
        found = items_of(self.words.get("goals", []), GOAL_SLOTS, "goals")
        if len(found) != (3 + self.b.values.solo_goals[s.difficulty] if self.seats == 1 else 3):
            wrong("goals lists all goals on the table")
        s.goal, s.goal_face, s.goal_met = [NONE] * GOAL_SLOTS, [ABSENT] * GOAL_SLOTS, [0] * GOAL_SLOTS
        for k, entry in enumerate(found):
            goal = mapping_of(entry, "a goal")
            if goal.get("id") not in ids or goal.get("face") not in FACES[1:]:
                wrong("a goal has an id such as 1A and a face: face down, face up or removed")
            s.goal[k] = ids.index(goal["id"])
            if self.b.goal_deck[s.goal[k]] == NONE or s.goal[k] in s.goal[:k]:
                wrong(f"goal {goal['id']} cannot lie there")
            s.goal_face[k] = FACES.index(goal["face"])
            s.goal_met[k] = number_in(goal.get("met", 0), 0, ROUNDS * TURNS, "met")

    # ------------------------------------------------------------ a sheet
    def sheet(self, seat: int, words: Mapping[str, Any]) -> None:
        known = {
            "tracks", "crossed", "hands", "boxes", "saloons", "towns_spent", "shared_building", "stars", "late",
            "joker_used", "hand_card", "jails", "escapes", "deposits",
        }  # fmt: skip
        for name in words:
            if name not in known:
                wrong(f"a sheet has no part called {name!r}")
        self.tracks(seat, mapping_of(words.get("tracks", {}), "tracks"))
        self.crossed(seat, mapping_of(words.get("crossed", {}), "crossed"))
        self.score_area(seat, words)
        s = self.s
        s.hand[seat] = self.hands(seat, items_of(words.get("hands", []), ROUNDS, "hands"))
        s.box[seat] = self.numbers(words.get("boxes", [0] * ROUNDS), ROUNDS, 99, "boxes")
        s.star[seat] = self.numbers(words.get("stars", [0] * 3), 3, 120, "stars")
        s.late[seat] = sum({1 << number_in(k, 0, 2, "late") for k in items_of(words.get("late", []), 3, "late")})
        s.joker_used[seat] = int(bool(words.get("joker_used", False)))
        card = words.get("hand_card")
        s.own_card[seat] = NONE if card is None else self.card(card, "hand_card")
        if (s.own_card[seat] != NONE) != (s.hand_card == 1 and s.phase != OVER):
            wrong("hand_card is a card if the option is on, and missing if it is off")
        if self.rules.is_joker(s.own_card[seat]) and not self.rules.deals_jokers(s, self.b):
            wrong("hand_card is no Joker, unless the option joker_hand_deal says so")

    def numbers(self, value: object, length: int, high: int, what: str) -> list[int]:
        found = items_of(value, length, what)
        if len(found) != length:
            wrong(f"{what} is a list of {length} numbers")
        return [number_in(number, 0, high, what) for number in found]

    def tracks(self, seat: int, words: Mapping[str, Any]) -> None:
        """Tracks are put down as they are named; the vertices must come out as the rules allow."""
        s, b = self.s, self.b
        for suit, names in words.items():
            if suit not in SUITS:
                wrong(f"{suit!r} is no railway")
            for name in items_of(names, 400, f"tracks of {suit}"):
                try:
                    t = self.notation.read_track(str(name))
                except BadNotation as error:
                    wrong(str(error))
                h = (t - b.n_edges) // 3
                if t < b.n_edges and (b.edge_kind[t] == 3 or s.edge[seat][t]):
                    wrong(f"no track can lie at {name}")
                if t >= b.n_edges and (b.terrain[h] != BLANK or s.mark[seat][h]):
                    wrong(f"no shortcut can lie at {name}")
                self.rules.put_track(s, b, seat, t, SUITS.index(suit))
                if t < b.n_edges:
                    s.edge[seat][t] -= FRESH
                else:
                    s.mark[seat][h] -= CUT_FRESH
        for v in range(b.n_vertices):
            self.vertex(seat, v)

    def vertex(self, seat: int, v: int) -> None:
        """Railways meet in Towns only; at a station corner and elsewhere the number of tracks is limited."""
        s, b = self.s, self.b
        name = self.notation.sheet.grid.vertex_names[v]
        mask = self.rules.town_mask(s, b, seat, v)
        if b.town_of[v] != NONE:
            if self.rules.rails_in(mask) > 3:
                wrong(f"four railways meet at {name}")
        elif self.rules.rails_in(mask) > 1:
            wrong(f"two railways meet at {name}")
        elif b.station_of[v] != NONE and mask and not self.corner(seat, v, mask):
            wrong(f"the corner {name} belongs to a station and takes one track of it")
        elif s.spot[seat][v] >= 16:
            wrong(f"too many tracks meet at {name}")

    def corner(self, seat: int, v: int, mask: int) -> bool:
        """May these tracks meet at a station corner? Foreign ones only with the option station_rim."""
        if mask == 1 << self.b.station_of[v]:
            return bool(self.s.spot[seat][v] < 8)
        return bool(self.b.options.station_rim == 1 and self.s.spot[seat][v] < 16)

    def crossed(self, seat: int, words: Mapping[str, Any]) -> None:
        s, b, names = self.s, self.b, self.notation.sheet.grid.hex_names
        for name, how in words.items():
            h = names.index(name) if name in names else NONE
            if h == NONE or not MINE <= b.terrain[h] <= BANK:
                wrong(f"{name} is no feature")
            allowed = {"captured", "escaped"} if b.terrain[h] == BANDIT else {""}
            if how not in allowed:
                wrong(f"{name} cannot be crossed out as {how!r}")
            s.mark[seat][h] = ESCAPED if how == "escaped" else CROSSED

    def score_area(self, seat: int, words: Mapping[str, Any]) -> None:
        """What can be counted from map and features is counted."""
        s, b, area = self.s, self.b, self.s.area[seat]
        done = [b.terrain[h] for h in range(b.n_hexes) if b.terrain[h] != BLANK and s.mark[seat][h] == CROSSED]
        area[NUGGETS] = min(done.count(MINE), b.nugget_row)
        area[SALOONS], area[FORTS], area[YARDS] = done.count(SALOON), done.count(FORT), done.count(YARD)
        area[RANCHES], area[JAILS], area[BANKS] = done.count(CATTLE), done.count(JAIL), done.count(BANK)
        deposits = items_of(words.get("deposits", []), b.n_squares, "deposits")
        if len(deposits) != min(area[BANKS], b.n_squares):
            wrong("deposits has one number for each Bank")
        for k, value in enumerate(deposits):
            area[BANK_SQUARE + k] = number_in(value, 0, b.values.nuggets_per_bank, "deposits")
            area[DEPOSITED] += area[BANK_SQUARE + k]
        if area[DEPOSITED] > area[NUGGETS]:
            wrong("more gold was deposited than found")
        for symbol in items_of(words.get("saloons", []), 5, "saloons"):
            try:
                area[SALOON_MASK] |= 1 << self.notation.read_circle(str(symbol))
            except BadNotation as error:
                wrong(str(error))
        jails = items_of(words.get("jails", []), b.n_jails, "jails")
        for j, cells in enumerate(jails):
            if cells is not None:
                area[JAIL_MASK] |= 1 << j
                area[JAIL_FILL + j] = number_in(cells, 0, b.jail_size[j], "jails")
        self.rules.circle_towns(s, b, seat)
        area[SPENT] = number_in(words.get("towns_spent", 0), 0, area[TOWNS], "towns_spent")
        area[ESCAPES] = number_in(words.get("escapes", 0), 0, b.escape_row, "escapes")
        area[MIXED] = int(bool(words.get("shared_building", False)))
        s.before[seat] = list(area)

    def hands(self, seat: int, rows: Sequence[Any]) -> list[int]:
        s = self.s
        played = ROUNDS * TURNS if s.phase == OVER else TURNS * (s.round_no - 1) + s.turn_no - 1
        cells = [EMPTY] * (ROUNDS * TURNS)
        for r, row in enumerate(rows):
            for k, value in enumerate(items_of(row, TURNS, "a hand")):
                if value not in (*VALUES, "*"):
                    wrong(f"{value!r} is no value of a hand")
                cells[TURNS * r + k] = STAR if value == "*" else VALUES.index(value)
        if [cell != EMPTY for cell in cells] != [k < played for k in range(ROUNDS * TURNS)]:
            wrong(f"the hands of {SEAT_NAMES[seat]} do not have the {played} cards played so far")
        return cells

    # ------------------------------------------------------------ the turn
    def open(self) -> None:
        """Hand cards and the Dealer's card are in use; then the committed turns are done again."""
        s = self.s
        for seat in range(self.seats):
            s.stage[seat], s.card[seat], s.rail[seat] = PICKING, NONE, NONE
        if s.phase == OVER:
            return
        dealt = self.rules.has_dealer(s, self.b) and not self.rules.is_hand_turn(s)
        if (s.phase == DEAL) != (dealt and s.taken == NONE):
            wrong("the phase is deal until the Dealer has taken a card")
        if len([c for c in s.shown if c != NONE]) != (0 if self.rules.is_hand_turn(s) else 3 if dealt else 2):
            wrong("the wrong number of cards is shown")
        for seat in range(self.seats):
            if self.rules.is_hand_turn(s):
                self.rules.take_card(s, seat, s.own_card[seat])
            elif dealt and seat == s.dealer and s.taken != NONE:
                self.rules.take_card(s, seat, s.taken)
        turns = mapping_of(self.words.get("turns", {}), "turns")
        if turns and (s.phase != TURN or len(turns) >= self.seats):
            wrong("turns are those of some seats while others are still writing")
        for name, line in turns.items():
            if name not in SEAT_NAMES[: self.seats] or not isinstance(line, str) or ":" not in line:
                wrong("turns names seats and their lines")
            seat = SEAT_NAMES.index(name)
            try:
                for action in self.notation.read(s, seat, line):
                    self.rules.step(s, self.b, seat, action)
            except (BadNotation, Refused) as error:
                wrong(f"the turn of {name} cannot be played ({error})")
