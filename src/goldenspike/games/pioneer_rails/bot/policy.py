"""A sensible beginner: looks along each line for the tracks of this turn, and knows what features are worth.

Whole numbers only, so that interpreted and compiled play choose alike. Tracks are tried on the own
sheet and taken back; nothing hidden is read.
"""

from __future__ import annotations

from ..rules.deck import is_joker, joker_rail, suit_of, value_of
from ..rules.legal_tracks import add_rail_tracks
from ..rules.poker import category_points, hand_counts
from ..rules.state import (
    CELL,
    CHOOSING,
    CIRCLE,
    DEAL,
    DONE,
    JAIL_FILL,
    NAME,
    NAMING,
    NONE,
    OPEN,
    OWN_RAIL,
    PICK,
    PICKING,
    PLAIN,
    RAILS,
    SALOON_MASK,
    SPEND,
    SPENT,
    STAR,
    SUIT,
    TRACK,
    TURNS,
    VALUES,
    BoardArrays,
    State,
)
from ..rules.towns import network, usable_towns
from ..rules.track import (
    allowance,
    draw_track,
    edge_closed,
    entry_refusal,
    lift_track,
    start_end,
    track_vertex,
)
from ..rules.turn import legal
from .track_value import POINT, tip_promise, track_gain, turns_left

DEPTH = 3  # how far ahead a line is followed
TASTE = 40  # so much of a point, in hundredths, times up to six, is a matter of taste in the first turn
ONE = 1
NOTHING = -1000000


def policy(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """The step of a sensible beginner; ``out`` is room for the legal actions."""
    n = legal(s, b, seat, out)
    if n == 1:
        return 0 + out[0]
    if s.phase == DEAL or s.stage[seat] == PICKING:
        return choose_card(s, b, seat, out, n)
    if s.stage[seat] == NAMING:
        return choose_name(s, b, seat, out, n)
    if s.stage[seat] == CHOOSING:
        return choose_answer(s, b, seat, out, n)
    return choose_step(s, b, seat, out, n)


# ---------------------------------------------------------------- cards
def hand_worth(s: State, b: BoardArrays, seat: int, value: int) -> int:
    """What the round's hand promises once this value is written."""
    counts = hand_counts(s, seat, s.round_no)
    written = s.turn_no
    left = TURNS - written
    worth = 0
    if value == STAR:
        worth = 2 * POINT + POINT * category_points(b, counts)
    else:
        counts += 1 << 3 * value
        worth = POINT * category_points(b, counts)
        if b.forest == 1 and s.area[seat][SALOON_MASK] >> value & 1 == 1:
            worth += POINT
    most = 0
    kinds = 0
    for k in range(VALUES):
        number = counts >> 3 * k & 7
        if number > most:
            most = number
        if number > 0:
            kinds += 1
    if kinds == written:
        worth += 20 * kinds * kinds
    elif most >= 2:
        worth += 35 * most * left
    if b.forest == 0 and s.area[seat][SALOON_MASK] >> (s.round_no - 1) & 1 == 1:
        worth += worth
    return worth


def taste(s: State, seat: int, action: int) -> int:
    """Of equal choices everybody takes their own, and in the first turn of nearly equal ones as well."""
    own = (2 * seat + 3) * action % 7
    return own * TASTE if s.round_no == 1 and s.turn_no == 1 else own


def choose_card(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """The card whose value and railway together promise most."""
    best = 0 + NOTHING
    chosen = 0 + out[0]
    for k in range(n):
        card = out[k] - PICK
        worth = hand_worth(s, b, seat, value_of(card))
        if is_joker(card):
            most = 0 + NOTHING
            for rail in range(RAILS):
                if joker_rail(card, rail):
                    line = rail_worth(s, b, seat, rail, 0 + DEPTH, out, n)
                    if line > most:
                        most = line
            worth += most
        else:
            worth += rail_worth(s, b, seat, suit_of(card), 0 + DEPTH, out, n)
        worth += taste(s, seat, card)
        if worth > best:
            best = worth
            chosen = 0 + out[k]
    return chosen


def choose_name(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    best = 0 + NOTHING
    chosen = 0 + out[0]
    for k in range(n):
        worth = rail_worth(s, b, seat, out[k] - NAME, 0 + DEPTH, out, n)
        if worth > best:
            best = worth
            chosen = 0 + out[k]
    return chosen


# ---------------------------------------------------------------- answers
def choose_answer(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """All the gold, the value already written most, the richest Jail and cell."""
    first = 0 + out[0]
    if first < CIRCLE:
        return 0 + out[n - 1]
    best = 0 + NOTHING
    chosen = first
    counts = hand_counts(s, seat, s.round_no)
    if s.card[seat] != NONE and not is_joker(s.card[seat]):
        counts += 1 << 3 * value_of(s.card[seat])
    for k in range(n):
        action = 0 + out[k]
        worth = 0
        if action < OPEN:
            worth = counts >> 3 * (action - CIRCLE) & 7 if b.forest == 1 else 0
        elif action < CELL:
            for cell in range(b.jail_size[action - OPEN]):
                worth += b.jail_cell[action - OPEN][cell]
        else:
            jail = action - CELL
            worth = 0 + b.jail_cell[jail][s.area[seat][JAIL_FILL + jail]]
        if worth > best:
            best = worth
            chosen = action
    return chosen


# ---------------------------------------------------------------- drawing
def choose_step(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """The first track of the best line; then a Town for another track if it brings enough."""
    first = n
    for k in range(n - 1, -1, -1):
        if out[k] >= TRACK:
            first = k
    if first < n:
        if s.drawn_count[seat] == 0:
            change = better_suit(s, b, seat, out, n)
            if change != NONE:
                return change
        depth = allowance(s, b, seat) - s.drawn_count[seat]
        if depth > DEPTH:
            depth = 0 + DEPTH
        best = 0 + NOTHING
        chosen = 0 + NONE
        for k in range(first, n):
            worth = line_worth(s, b, seat, out[k] - TRACK, depth)
            if worth > 0:
                worth += taste(s, seat, 0 + out[k])
            if worth > best:
                best = worth
                chosen = 0 + out[k]
        if best > 0 or out[0] != DONE:
            return chosen
        return DONE
    if usable_towns(s, seat) > 0 and worth_spending(s, b, seat, out, n):
        return SPEND
    return DONE


def spending_price(s: State, seat: int) -> int:
    """What a Town symbol is kept for; nothing once there are more symbols than turns."""
    if usable_towns(s, seat) > turns_left(s):
        return 0
    return 2 * POINT + 10 * turns_left(s)


def worth_spending(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> bool:
    """Would one more track, with a special if need be, bring more than the symbol is worth?"""
    s.area[seat][SPENT] += 1
    worth = rail_worth(s, b, seat, s.rail[seat], 0 + ONE, out, n)
    s.area[seat][SPENT] -= 1
    return worth > spending_price(s, seat)


def better_suit(s: State, b: BoardArrays, seat: int, out: list[int], n: int) -> int:
    """Spend a Town for another railway if that one promises much more."""
    if usable_towns(s, seat) == 0 or s.suit_used[seat] == 1:
        return NONE
    best = rail_worth(s, b, seat, s.rail[seat], 0 + DEPTH, out, n) + spending_price(s, seat) + 2 * POINT
    chosen = 0 + NONE
    for k in range(n):
        if out[k] >= SUIT and out[k] < OWN_RAIL:
            worth = rail_worth(s, b, seat, out[k] - SUIT, 0 + DEPTH, out, n)
            if worth > best:
                best = worth
                chosen = 0 + out[k]
    return chosen


def rail_worth(s: State, b: BoardArrays, seat: int, rail: int, depth: int, out: list[int], n: int) -> int:
    """The best line of a railway; the numbers from ``n`` on are room to work in."""
    before = 0 + s.rail[seat]
    s.rail[seat] = rail
    best = 0
    out[n] = NONE  # keeps the sorted list that follows apart from the one before
    end = add_rail_tracks(s, b, seat, rail, out, n + 1)
    for k in range(n + 1, end):
        worth = line_worth(s, b, seat, out[k] - TRACK, depth)
        if worth > best:
            best = worth
    s.rail[seat] = before
    return best


def line_worth(s: State, b: BoardArrays, seat: int, track: int, depth: int) -> int:
    """The best continuation of a line by up to so many tracks, this one first."""
    specials = 0 + s.specials[seat]
    own_special = 0 + s.own_special[seat]
    rail = 0 + s.rail[seat]
    end = start_end(s, b, seat, track, rail)
    if end == NONE:
        return NOTHING
    v = track_vertex(b, track, 1 - end)
    was = network(s, b, seat)
    draw_track(s, b, seat, track)
    gain = track_gain(s, b, seat, track, v, rail, was)
    best = 0 + NOTHING
    for code in range(1 << (depth - 1)):
        worth = gain + follow(s, b, seat, v, rail, code, depth - 1)
        if worth > best:
            best = worth
    lift_track(s, b, seat)
    s.specials[seat] = specials
    s.own_special[seat] = own_special
    return best


def follow(s: State, b: BoardArrays, seat: int, start: int, rail: int, code: int, steps: int) -> int:
    """Draw on from a tip, turning as the bits of the code say, add up what it brings, and take it back."""
    v = start
    gain = 0
    drawn = 0
    for k in range(steps):
        if b.town_of[v] != NONE:
            break
        e = next_edge(s, b, seat, v, rail, code >> k & 1)
        if e == NONE:
            break
        was = network(s, b, seat)
        v = b.edge_end[e][0] + b.edge_end[e][1] - v
        draw_track(s, b, seat, e)
        drawn += 1
        gain += track_gain(s, b, seat, e, v, rail, was)
    gain += tip_promise(s, b, seat, v)
    for _ in range(drawn):
        lift_track(s, b, seat)
    return gain


def next_edge(s: State, b: BoardArrays, seat: int, v: int, rail: int, turn: int) -> int:
    """The first or second plain edge on from a tip."""
    found = 0 + NONE
    for k in range(3):
        e = 0 + b.vertex_edge[v][k]
        if e == NONE or s.edge[seat][e] != 0 or b.edge_kind[e] != PLAIN or edge_closed(s, b, e):
            continue
        if entry_refusal(s, b, seat, b.edge_end[e][0] + b.edge_end[e][1] - v, rail) == 0:
            if turn == 0 or found != NONE:
                return e
            found = e
    return found
