"""Poker hands: values only, a table of points, and what Saloons, owners and Jokers make of it."""

from __future__ import annotations

from .state import OWNER_HAND, SALOON_MASK, STAR, TURNS, VALUES, BoardArrays, State

# places in the value ``poker``; Pair and Two Pair come before
THREE = 2
FULL_HOUSE = 3
STRAIGHT = 4
FOUR = 5


def category_points(b: BoardArrays, counts: int) -> int:
    """Points of a hand from its counts, three bits per value (PR-POKER-03, -04, -05)."""
    most = 0
    pairs = 0
    kinds = 0
    for value in range(VALUES):
        number = counts >> 3 * value & 7
        if number > most:
            most = number
        if number == 2:
            pairs += 1
        if number > 0:
            kinds += 1
    if most == 5:
        return 0 + b.values.five_kind
    if most == 4:
        return 0 + b.values.poker[FOUR]
    if kinds == VALUES:
        return 0 + b.values.poker[STRAIGHT]
    if most == 3:
        return 0 + b.values.poker[FULL_HOUSE] if pairs == 1 else 0 + b.values.poker[THREE]
    return 0 if pairs == 0 else 0 + b.values.poker[pairs - 1]


def hand_counts(s: State, seat: int, round_no: int) -> int:
    """How often each value stands in a round's row, Jokers left out (PR-POKER-02)."""
    counts = 0
    for k in range(TURNS):
        value = s.hand[seat][TURNS * (round_no - 1) + k]
        if value >= 0 and value != STAR:
            counts += 1 << 3 * value
    return counts


def has_star(s: State, seat: int, round_no: int) -> bool:
    for k in range(TURNS):
        if s.hand[seat][TURNS * (round_no - 1) + k] == STAR:
            return True
    return False


def plus_points(s: State, b: BoardArrays, seat: int, counts: int) -> int:
    """Forest: one point for each card whose value is circled (PR-FOREST-06)."""
    if b.forest == 0:
        return 0
    points = 0
    for value in range(VALUES):
        if s.area[seat][SALOON_MASK] >> value & 1 == 1:
            points += b.values.saloon_plus * (counts >> 3 * value & 7)
    return points


def hand_factor(s: State, b: BoardArrays, seat: int, round_no: int) -> int:
    """A Desert Saloon doubles; owner 05 doubles, or triples a doubled hand (PR-SALOON-04, PR-OWNER-05, PR-COMBO-06)."""
    factor = 1
    if b.forest == 0 and s.area[seat][SALOON_MASK] >> (round_no - 1) & 1 == 1:
        factor = 0 + b.values.saloon_factor
    if s.owner == OWNER_HAND:
        factor += 1
    return factor


def hand_points(s: State, b: BoardArrays, seat: int, round_no: int) -> int:
    """What goes into the box; a Joker takes the one best value (PR-END-02, PR-JOKER-08, PR-COMBO-05)."""
    factor = hand_factor(s, b, seat, round_no)
    # with the option owner_double_forest the points for circled values are not doubled (PR-COMBO-06)
    plus_factor = 1 if b.options.owner_double_forest == 1 else factor
    counts = hand_counts(s, seat, round_no)
    best = factor * category_points(b, counts) + plus_factor * plus_points(s, b, seat, counts)
    if s.joker_value == 0 and has_star(s, seat, round_no):
        for value in range(VALUES):
            wild = counts + (1 << 3 * value)
            points = factor * category_points(b, wild) + plus_factor * plus_points(s, b, seat, wild)
            if points > best:
                best = points
    return best
