"""What search needs to know of Pioneer Rails: what each step promises, and about how a sheet will end.

Whole numbers only, like the rules. Tracks are tried on the own sheet and taken back.
"""

from __future__ import annotations

from ..rules.deck import is_joker, joker_rail, suit_of, value_of
from ..rules.poker import hand_points
from ..rules.scoring import gold_points, sheet_points, target
from ..rules.state import (
    CHOOSING,
    DEAL,
    DONE,
    NAME,
    NAMING,
    OVER,
    OWN,
    OWN_RAIL,
    PICK,
    PICKING,
    RAILS,
    SPEND,
    SPENT,
    SUIT,
    TRACK,
    TURNS,
    BoardArrays,
    State,
)
from ..rules.track import allowance
from ..rules.turn import legal
from .policy import DEPTH, NOTHING, hand_worth, line_worth, rail_worth, spending_price
from .track_value import POINT, turns_left

TWELFTHS = 12  # of a point: what search reckons in
PER_TURN = 30  # twelfths of points that a turn of a sensible player is worth


# ---------------------------------------------------------------- which steps are worth a thought
def candidates(s: State, b: BoardArrays, seat: int, out: list[int], gains: list[int]) -> int:
    """The legal steps and what each promises."""
    n = legal(s, b, seat, out)
    for k in range(n):
        gains[k] = step_gain(s, b, seat, 0 + out[k], k, out, n)
    return n


def step_gain(s: State, b: BoardArrays, seat: int, action: int, k: int, out: list[int], n: int) -> int:
    """About what a step promises, compared with the others of the same decision; room to work in from ``n`` on."""
    if s.phase == DEAL or s.stage[seat] == PICKING:
        return card_gain(s, b, seat, action - PICK, out, n)
    if s.stage[seat] == NAMING:
        return rail_worth(s, b, seat, action - NAME, 0 + DEPTH, out, n)
    if s.stage[seat] == CHOOSING:
        return k  # few, and of gold the more the better
    if action >= TRACK:
        depth = allowance(s, b, seat) - s.drawn_count[seat]
        return line_worth(s, b, seat, action - TRACK, max(min(depth, DEPTH), 1))
    if action == DONE:
        return 0
    if action == SPEND:
        s.area[seat][SPENT] += 1
        worth = rail_worth(s, b, seat, 0 + s.rail[seat], 1, out, n)
        s.area[seat][SPENT] -= 1
        return worth - spending_price(s, seat)
    if action >= SUIT and action < OWN_RAIL:
        return rail_worth(s, b, seat, action - SUIT, 0 + DEPTH, out, n) - spending_price(s, seat) - POINT
    if action >= OWN_RAIL and action < OWN:
        return rail_worth(s, b, seat, action - OWN_RAIL, 0 + DEPTH, out, n) - POINT
    return POINT


def card_gain(s: State, b: BoardArrays, seat: int, card: int, out: list[int], n: int) -> int:
    """What the value promises for the hand, and the railway for the map."""
    worth = hand_worth(s, b, seat, value_of(card))
    if not is_joker(card):
        return worth + rail_worth(s, b, seat, suit_of(card), 0 + DEPTH, out, n)
    most = 0 + NOTHING
    for rail in range(RAILS):
        if joker_rail(card, rail):
            most = max(most, rail_worth(s, b, seat, rail, 0 + DEPTH, out, n))
    return worth + most


# ---------------------------------------------------------------- about how it will end
def evaluate(s: State, b: BoardArrays, out: list[int]) -> int:
    """The sheet as it stands, half of the unfinished hand, and so much for every turn to come; solo also the target."""
    left = 0 if s.phase == OVER else 1 + turns_left(s)
    for seat in range(s.seats):
        total = TWELFTHS * sheet_points(s, b, seat) + PER_TURN * left
        if left > 0:
            total += TWELFTHS * hand_points(s, b, seat, s.round_no) * s.turn_no // TURNS
            total += 2 * gold_points(s, b, seat)
        out[seat] = total
    if s.seats == 1:
        out[1] = TWELFTHS * target(s, b)
    return 0 + s.seats
