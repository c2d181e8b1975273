"""The whole state in words, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from goldenspike.engine.errors import BadFile, BadNotation

from ..board.load import SUITS, VALUES, goals
from ..rules import turn as rules
from ..rules.deck import is_hand_turn, is_joker, take_card
from ..rules.scoring import drop_turn
from ..rules.state import (
    ABSENT,
    BANDIT,
    BANK,
    BANK_SQUARE,
    BANKS,
    BLANK,
    CARDS,
    CATTLE,
    CELL,
    CHOOSING,
    CIRCLE,
    COMMITTED,
    CROSSED,
    CUT_FRESH,
    DEAL,
    DEPOSIT,
    DEPOSITED,
    DONE,
    DRAWING,
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
    NAME,
    NAMING,
    NONE,
    NUGGETS,
    OPEN,
    OVER,
    OWN,
    OWN_RAIL,
    OWNER_STATION,
    PICK,
    PICKING,
    RANCHES,
    ROUNDS,
    SALOON,
    SALOON_MASK,
    SALOONS,
    SPEND,
    SPENT,
    STAR,
    SUIT,
    TOWNS,
    TRACK,
    TURN,
    TURNS,
    YARD,
    YARDS,
    State,
)
from ..rules.towns import circle_towns
from ..rules.track import put_track, rails_in, town_mask
from .notation import Notation, Refused, bits
from .view import FACES, PHASES, SEAT_NAMES, crossed_words, hand_words, track_words


# ---------------------------------------------------------------- writing
def position(s: State, notation: Notation) -> dict[str, Any]:
    """The table, all sheets as the turn began, and the turns already committed; unfinished ones are left out."""
    began = s.copy()
    if s.phase != OVER:
        for seat in range(s.seats):
            drop_turn(began, notation.b, seat)
    words: dict[str, Any] = {
        "phase": PHASES[s.phase],
        "round": s.round_no,
        "turn": s.turn_no,
        "dealer": None if s.dealer == NONE else SEAT_NAMES[s.dealer],
        "chance": list(s.chance),
        "deck": [notation.card(card) for card in s.deck[: s.deck_size]],
        "shown": [notation.card(card) for card in s.shown if card != NONE],
        "burnt": None if s.burnt == NONE else notation.card(s.burnt),
        "taken": None if s.taken == NONE else notation.card(s.taken),
        "seen": [notation.card(card) for card in range(CARDS) if s.seen >> card & 1],
        "owners": [owner + 1 for owner in s.owner_deck if owner != NONE],
        "goals": [
            {"id": goals()[s.goal[k]]["id"], "face": FACES[s.goal_face[k]], "met": s.goal_met[k]}
            for k in range(GOAL_SLOTS)
            if s.goal_face[k] != ABSENT
        ],
        "sheets": [sheet_position(began, notation, seat) for seat in range(s.seats)],
    }
    turns = {
        SEAT_NAMES[seat]: notation.turn(_dropped(s, notation, seat), seat, committed_steps(s, notation, seat))
        for seat in range(s.seats)
        if s.phase == TURN and s.stage[seat] == COMMITTED
    }
    return {**words, "turns": turns} if turns else words


def _dropped(s: State, notation: Notation, seat: int) -> State:
    copy = s.copy()
    drop_turn(copy, notation.b, seat)
    return copy


def sheet_position(s: State, notation: Notation, seat: int) -> dict[str, Any]:
    b, area = notation.b, s.area[seat]
    words: dict[str, Any] = {
        "tracks": {
            suit: [name for name, rail in track_words(s, notation, seat) if rail == suit]
            for suit in SUITS
            if any(rail == suit for _, rail in track_words(s, notation, seat))
        },
        "crossed": crossed_words(s, notation, seat),
        "hands": hand_words(s, seat),
        "boxes": list(s.box[seat]),
        "saloons": [notation.circle(k) for k in bits(area[SALOON_MASK])],
        "towns_spent": area[SPENT],
        "shared_building": bool(area[MIXED]),
        "stars": list(s.star[seat]),
        "late": bits(s.late[seat]),
        "joker_used": bool(s.joker_used[seat]),
        "hand_card": None if s.own_card[seat] == NONE else notation.card(s.own_card[seat]),
    }
    if b.forest:
        words["jails"] = [area[JAIL_FILL + j] if area[JAIL_MASK] >> j & 1 else None for j in range(b.n_jails)]
        words["escapes"] = area[ESCAPES]
    else:
        words["deposits"] = [area[BANK_SQUARE + k] for k in range(min(area[BANKS], b.n_squares))]
    return words


def committed_steps(s: State, notation: Notation, seat: int) -> list[int]:
    """Steps that lead to the committed turn of a seat; where several would, any of them."""
    b, t = notation.b, _dropped(s, notation, seat)
    steps: list[int] = []

    def do(action: int) -> None:
        assert rules.refusal(t, b, seat, action) == 0
        rules.step(t, b, seat, action)
        steps.append(action)

    if t.stage[seat] == PICKING:
        do(PICK + s.card[seat])
    changed = s.suit_used[seat]
    any_rail = s.owner_used[seat] and s.owner == OWNER_STATION and s.owner_any_station == 0
    if t.stage[seat] == NAMING:
        rails = [r for r in range(4) if rules.refusal(t, b, seat, NAME + r) == 0]
        direct = s.rail[seat] in rails and not changed
        do(NAME + (s.rail[seat] if direct else next(r for r in rails if r != s.rail[seat])))
    if any_rail:
        do(OWN_RAIL + (next(r for r in range(4) if r != s.rail[seat]) if changed else s.rail[seat]))
    elif s.owner_used[seat] and s.owner != OWNER_STATION:
        do(OWN)
    if changed:
        do(SUIT + s.rail[seat])
    if s.extra[seat] != NONE:
        do(OWN_RAIL + s.extra[seat])
    todo = list(s.drawn[seat][: s.drawn_count[seat]])
    while t.stage[seat] != COMMITTED:
        if t.stage[seat] == CHOOSING:
            do(_consistent(s, t, notation, seat))
        elif t.area[seat][SPENT] < s.area[seat][SPENT] and rules.refusal(t, b, seat, SPEND) == 0:
            do(SPEND)
        elif t.stage[seat] == DRAWING and todo and rules.refusal(t, b, seat, TRACK + todo[0]) == 0:
            do(TRACK + todo.pop(0))
        else:
            do(DONE)
    return steps


def _consistent(s: State, t: State, notation: Notation, seat: int) -> int:
    """The first answer that fits what stands on the committed sheet."""
    b, kind = notation.b, notation.b.terrain[t.asked[seat]]
    now, then = t.area[seat], s.area[seat]
    if kind == BANK:
        return DEPOSIT + then[BANK_SQUARE + now[BANKS]]
    if kind == SALOON:
        return CIRCLE + bits(then[SALOON_MASK] & ~now[SALOON_MASK])[0]
    if kind == JAIL:
        return OPEN + bits(then[JAIL_MASK] & ~now[JAIL_MASK])[0]
    return CELL + next(j for j in range(b.n_jails) if now[JAIL_FILL + j] < then[JAIL_FILL + j])


# ---------------------------------------------------------------- reading
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


class Reader:
    """Builds a state from a position; every wrong word is one clear line."""

    def __init__(self, notation: Notation, seats: int, words: Mapping[str, Any]) -> None:
        self.notation = notation
        self.b = notation.b
        self.seats = seats
        self.words = words
        self.s = State()
        rules.start(self.s, self.b, seats, 0, 0)

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
        if len(set(order)) != len(order) or len(order) != (rules.owner_count(s) if s.owners else 0):
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
        if not s.jokers and any(is_joker(c) for c in (*deck, *shown)):
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
        if len(found) != (3 + s.difficulty if self.seats == 1 else 3):
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
        s.star[seat] = self.numbers(words.get("stars", [0] * 3), 3, 20, "stars")
        s.late[seat] = sum({1 << number_in(k, 0, 2, "late") for k in items_of(words.get("late", []), 3, "late")})
        s.joker_used[seat] = int(bool(words.get("joker_used", False)))
        card = words.get("hand_card")
        s.own_card[seat] = NONE if card is None else self.card(card, "hand_card")
        if (s.own_card[seat] != NONE) != (s.hand_card == 1 and s.phase != OVER) or is_joker(s.own_card[seat]):
            wrong("hand_card is an ordinary card if the option is on, and missing if it is off")

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
                put_track(s, b, seat, t, SUITS.index(suit))
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
        mask = town_mask(s, b, seat, v)
        if b.town_of[v] != NONE:
            if rails_in(mask) > 3:
                wrong(f"four railways meet at {name}")
        elif rails_in(mask) > 1:
            wrong(f"two railways meet at {name}")
        elif b.station_of[v] != NONE and mask and (mask != 1 << b.station_of[v] or s.spot[seat][v] >= 8):
            wrong(f"the corner {name} belongs to a station and takes one track of it")
        elif s.spot[seat][v] >= 16:
            wrong(f"too many tracks meet at {name}")

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
            area[BANK_SQUARE + k] = number_in(value, 0, b.per_bank, "deposits")
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
        circle_towns(s, b, seat)
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
        dealt = 2 <= self.seats <= 4 and not is_hand_turn(s)
        if (s.phase == DEAL) != (dealt and s.taken == NONE):
            wrong("the phase is deal until the Dealer has taken a card")
        if len([c for c in s.shown if c != NONE]) != (0 if is_hand_turn(s) else 3 if dealt else 2):
            wrong("the wrong number of cards is shown")
        for seat in range(self.seats):
            if is_hand_turn(s):
                take_card(s, seat, s.own_card[seat])
            elif dealt and seat == s.dealer and s.taken != NONE:
                take_card(s, seat, s.taken)
        turns = mapping_of(self.words.get("turns", {}), "turns")
        if turns and (s.phase != TURN or len(turns) >= self.seats):
            wrong("turns are those of some seats while others are still writing")
        for name, line in turns.items():
            if name not in SEAT_NAMES[: self.seats] or not isinstance(line, str) or ":" not in line:
                wrong("turns names seats and their lines")
            seat = SEAT_NAMES.index(name)
            try:
                for action in self.notation.read(s, seat, line):
                    rules.step(s, self.b, seat, action)
            except (BadNotation, Refused) as error:
                wrong(f"the turn of {name} cannot be played ({error})")
