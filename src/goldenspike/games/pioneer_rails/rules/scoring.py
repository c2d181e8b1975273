"""Dropping or settling a turn, the end of turns and rounds, and the score."""

from __future__ import annotations

from .deck import is_hand_turn, is_joker, open_turn, take_card, turn_up, value_of
from .features import sides
from .goals import check_goals, goals_left
from .poker import hand_points
from .state import (
    AREA,
    BANDIT,
    BANK_SQUARE,
    BANKS,
    BLANK,
    CUT_FRESH,
    DEAL,
    ESCAPED,
    ESCAPES,
    FORT,
    FORTS,
    FRESH,
    JAIL_FILL,
    NONE,
    NUGGETS,
    OVER,
    PICKING,
    RANCHES,
    ROUNDS,
    SEATS,
    TOWNS,
    TURNS,
    YARDS,
    BoardArrays,
    State,
)
from .towns import network
from .track import is_cut, lift_track


# ---------------------------------------------------------------- one seat's turn
def clear_steps(s: State, seat: int) -> None:
    """Nothing of a turn is left but what lies on the sheet."""
    s.stage[seat] = PICKING
    s.card[seat] = NONE
    s.rail[seat] = NONE
    s.extra[seat] = NONE
    s.suit_used[seat] = 0
    s.owner_used[seat] = 0
    s.specials[seat] = 0
    s.own_special[seat] = 0
    s.asked[seat] = NONE


def drop_turn(s: State, b: BoardArrays, seat: int) -> None:
    """Take back every private step of the turn: the seat is as it was when the turn began."""
    while s.drawn_count[seat] > 0:
        lift_track(s, b, seat)
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        if s.mark[seat][h] > FRESH:
            # an escaped Bandit caught again (option bandit_retry) was an escaped one before
            s.mark[seat][h] = 0
    restore_escaped(s, b, seat)
    for k in range(AREA):
        s.area[seat][k] = s.before[seat][k]
    clear_steps(s, seat)
    if is_hand_turn(s):
        take_card(s, seat, s.own_card[seat])
    elif s.phase != DEAL and seat == s.dealer and s.taken != NONE:
        take_card(s, seat, s.taken)


def restore_escaped(s: State, b: BoardArrays, seat: int) -> None:
    """Bandits have no other trace of an earlier escape than tracks beside them."""
    if s.bandit_retry == 0:
        return
    for k in range(b.n_features):
        h = 0 + b.feature[k]
        if b.terrain[h] == BANDIT and s.mark[seat][h] == 0 and sides(s, b, seat, h) > 0:
            s.mark[seat][h] = ESCAPED


def settle_turn(s: State, b: BoardArrays, seat: int) -> None:
    """The turn becomes part of the sheet (PR-TRACK-16, PR-POKER-01)."""
    for k in range(s.drawn_count[seat]):
        t = 0 + s.drawn[seat][k]
        s.drawn[seat][k] = 0
        if not is_cut(b, t):
            s.edge[seat][t] -= FRESH
    s.drawn_count[seat] = 0
    for h in range(b.n_hexes):
        if b.terrain[h] == BLANK:
            if s.mark[seat][h] > CUT_FRESH:
                s.mark[seat][h] -= CUT_FRESH
        elif s.mark[seat][h] > FRESH:
            s.mark[seat][h] -= FRESH
    for k in range(AREA):
        s.before[seat][k] = s.area[seat][k]
    s.hand[seat][TURNS * (s.round_no - 1) + s.turn_no - 1] = value_of(s.card[seat])
    if is_joker(s.card[seat]):
        s.joker_used[seat] = 1
    clear_steps(s, seat)


# ---------------------------------------------------------------- turns and rounds
def end_turn(s: State, b: BoardArrays) -> None:
    """Goals, then discard, then the token passes on (PR-END-01, PR-FLOW-08, -09, PR-MANY-05)."""
    for seat in range(s.seats):
        settle_turn(s, b, seat)
    check_goals(s, b)
    if s.seats > 1:
        s.dealer = (s.dealer + 1) % s.seats
    if s.turn_no == TURNS:
        score_hands(s, b)


def score_hands(s: State, b: BoardArrays) -> None:
    """The hands are scored when the round ends, not before (PR-POKER-07, PR-END-02)."""
    for seat in range(s.seats):
        s.box[seat][s.round_no - 1] = hand_points(s, b, seat, s.round_no)


def begin_turn(s: State, b: BoardArrays) -> None:
    turn_up(s, b)
    open_turn(s, b)


def close_game(s: State) -> None:
    """Nothing is left on the table (PR-END-03)."""
    s.phase = OVER
    s.owner = NONE
    for k in range(3):
        s.shown[k] = NONE
    s.burnt = NONE
    s.taken = NONE
    for seat in range(SEATS):
        s.own_card[seat] = NONE


# ---------------------------------------------------------------- score, item by item
def gold_points(s: State, b: BoardArrays, seat: int) -> int:
    """One per circled nugget, banked or not (PR-MINE-02)."""
    return b.values.nugget_points * s.area[seat][NUGGETS]


def bank_points(s: State, b: BoardArrays, seat: int) -> int:
    """Nuggets times multiplier, square by square (PR-BANK-02, -06)."""
    points = 0
    for k in range(b.n_squares):
        if k < s.area[seat][BANKS]:
            points += s.area[seat][BANK_SQUARE + k] * b.values.bank[k]
    return points


def fort_points(s: State, b: BoardArrays, seat: int) -> int:
    """Desert: the right-most circled symbol; Forest: two points a side (PR-FORT-02, PR-FOREST-18, -19)."""
    if b.forest == 1:
        points = 0
        for k in range(b.n_features):
            h = 0 + b.feature[k]
            if b.terrain[h] == FORT:
                points += b.values.fort_side * sides(s, b, seat, h)
        return points
    number = 0 + s.area[seat][FORTS]
    if number > b.fort_length:
        number = 0 + b.fort_length
    return 0 if number == 0 else 0 + b.fort_row[number - 1]


def ranch_points(s: State, b: BoardArrays, seat: int) -> int:
    """The right-most circled ranch only (PR-CATTLE-09)."""
    number = 0 + s.area[seat][RANCHES]
    if number > b.ranch_length:
        number = 0 + b.ranch_length
    return 0 if number == 0 else 0 + b.ranch_row[number - 1]


def yard_factor(s: State, b: BoardArrays, seat: int) -> int:
    """The multiplier of the right-most circled Rail Yard (PR-YARD-01, -04)."""
    number = 0 + s.area[seat][YARDS]
    if number > b.yard_length:
        number = 0 + b.yard_length
    return 0 if number == 0 else 0 + b.yard_row[number - 1]


def yard_points(s: State, b: BoardArrays, seat: int) -> int:
    """Towns of the largest network times the multiplier (PR-YARD-02, -04)."""
    factor = yard_factor(s, b, seat)
    if factor == 0:
        return 0
    return network(s, b, seat) * factor


def town_points(s: State, b: BoardArrays, seat: int) -> int:
    """One per circled symbol, spent or not, the given one included (PR-TOWN-03)."""
    return b.values.town_points * s.area[seat][TOWNS]


def jail_points(s: State, b: BoardArrays, seat: int) -> int:
    """The values of circled cells (PR-FOREST-16)."""
    points = 0
    for jail in range(b.n_jails):
        for k in range(s.area[seat][JAIL_FILL + jail]):
            points += b.jail_cell[jail][k]
    return points


def escape_points(s: State, b: BoardArrays, seat: int) -> int:
    """One point less per escaped Bandit (PR-FOREST-17)."""
    return 0 - b.values.escape * s.area[seat][ESCAPES]


def goal_points(s: State, seat: int) -> int:
    """Nothing in solo, where the stars stay empty (PR-SOLO-02)."""
    return s.star[seat][0] + s.star[seat][1] + s.star[seat][2]


def hands_points(s: State, seat: int) -> int:
    points = 0
    for k in range(ROUNDS):
        points += s.box[seat][k]
    return points


def sheet_points(s: State, b: BoardArrays, seat: int) -> int:
    """The whole score area (PR-SCORE-01, -05, -06)."""
    points = gold_points(s, b, seat) + bank_points(s, b, seat) + fort_points(s, b, seat)
    points += ranch_points(s, b, seat) + yard_points(s, b, seat) + town_points(s, b, seat)
    points += jail_points(s, b, seat) + escape_points(s, b, seat)
    return points + goal_points(s, seat) + hands_points(s, seat)


def target(s: State, b: BoardArrays) -> int:
    """What a lone player must beat (PR-SOLO-09)."""
    return b.values.solo_target[s.difficulty] + b.values.solo_goal * goals_left(s)


def winners(s: State, b: BoardArrays, out: list[int]) -> int:
    """Most points, then most from hands, then shared; solo: more than the target (PR-SCORE-02..04, PR-SOLO-10)."""
    if s.seats == 1:
        if out[0] > target(s, b) or (out[0] == target(s, b) and s.solo_beat == 1):
            return 1
        return 0
    best = 0 + out[0]
    for seat in range(1, s.seats):
        if out[seat] > best:
            best = 0 + out[seat]
    most = -1
    for seat in range(s.seats):
        if out[seat] == best and hands_points(s, seat) > most:
            most = hands_points(s, seat)
    mask = 0
    for seat in range(s.seats):
        if out[seat] == best and hands_points(s, seat) == most:
            mask |= 1 << seat
    return mask
