"""What the hand of the round promises, by the odds of the cards that nobody has seen."""

from __future__ import annotations

from ..rules.deck import is_joker, value_of
from ..rules.poker import category_points, hand_counts, hand_factor, has_star
from ..rules.state import (
    NONE,
    PLAIN_CARDS,
    ROUNDS,
    SALOON_MASK,
    TURNS,
    VALUES,
    BoardArrays,
    State,
)
from .distances import (
    FREE,
    FUTURE,
    VALUE,
    WEIGHT,
)


def fill_odds(s: State, b: BoardArrays, seat: int, wf: list[list[float]], odds: list[float]) -> None:
    """What each hand of this round will be worth, by the cards not seen yet; three bits per value, before doubling."""
    unseen = 0
    first = 0
    second = 0
    third = 0
    fourth = 0
    fifth = 0
    for card in range(PLAIN_CARDS):
        if s.seen >> card & 1 == 0:
            unseen += 1
            value = card % VALUES
            if value == 0:
                first += 1
            elif value == 1:
                second += 1
            elif value == 2:
                third += 1
            elif value == 3:
                fourth += 1
            else:
                fifth += 1
    total = max(unseen, 1)
    mask = 0 + s.area[seat][SALOON_MASK] if b.forest == 1 else 0
    free = wf[WEIGHT][FREE]
    for number in range(TURNS, -1, -1):
        for a in range(number + 1):
            for c in range(number + 1 - a):
                for d in range(number + 1 - a - c):
                    for e in range(number + 1 - a - c - d):
                        f = number - a - c - d - e
                        counts = a | c << 3 | d << 6 | e << 9 | f << 12
                        if number == TURNS:
                            plus = 0
                            for value in range(VALUES):
                                if mask >> value & 1 == 1:
                                    plus += b.values.saloon_plus * (counts >> 3 * value & 7)
                            odds[counts] = category_points(b, counts) + plus
                            continue
                        v0 = odds[counts + 1]
                        v1 = odds[counts + 8]
                        v2 = odds[counts + 64]
                        v3 = odds[counts + 512]
                        v4 = odds[counts + 4096]
                        mean = (first * v0 + second * v1 + third * v2 + fourth * v3 + fifth * v4) / total
                        best = 0.0
                        best += first * (first * v0 + 2 * (second * max(v0, v1) + third * max(v0, v2)))
                        best += 2 * first * (fourth * max(v0, v3) + fifth * max(v0, v4))
                        best += second * (second * v1 + 2 * (third * max(v1, v2) + fourth * max(v1, v3)))
                        best += 2 * second * fifth * max(v1, v4)
                        best += third * (third * v2 + 2 * (fourth * max(v2, v3) + fifth * max(v2, v4)))
                        best += fourth * (fourth * v3 + 2 * fifth * max(v3, v4)) + fifth * fifth * v4
                        best /= total * total
                        odds[counts] = free * best + (1.0 - free) * mean


def hand_promise(s: State, b: BoardArrays, seat: int, wf: list[list[float]], odds: list[float]) -> float:
    """The hand of this round as it will probably be, and those of later rounds."""
    counts = hand_counts(s, seat, s.round_no)
    star = has_star(s, seat, s.round_no)
    card = 0 + s.card[seat]
    if card != NONE:
        if is_joker(card):
            star = True
        else:
            counts += 1 << 3 * value_of(card)
    worth = odds[counts]
    if star and s.joker_value == 0:
        for value in range(VALUES):
            worth = max(worth, odds[counts + (1 << 3 * value)])
    mask = 0 + s.area[seat][SALOON_MASK]
    later = ROUNDS - s.round_no
    if b.forest == 1:
        # Values circled in this very turn are not in the odds yet.
        fresh = mask & ~(0 + s.before[seat][SALOON_MASK])
        for value in range(VALUES):
            if fresh >> value & 1 == 1:
                worth += (counts >> 3 * value & 7) + 0.4 * (TURNS - s.turn_no)
            if mask >> value & 1 == 1:
                worth += wf[WEIGHT][VALUE] * later
        return worth * hand_factor(s, b, seat, 0 + s.round_no) + wf[WEIGHT][FUTURE] * later
    worth *= hand_factor(s, b, seat, 0 + s.round_no)
    for k in range(s.round_no, ROUNDS):
        worth += wf[WEIGHT][FUTURE] * (2 if mask >> k & 1 == 1 else 1)
    return worth


def saloon_worth(s: State, b: BoardArrays, seat: int, wf: list[list[float]], odds: list[float]) -> float:
    """A doubled round, or on Forest a value that counts in all rounds to come."""
    if b.forest == 1:
        return 0.4 * TURNS * 0.8 + wf[WEIGHT][VALUE] * (ROUNDS - s.round_no)
    for k in range(s.round_no - 1, ROUNDS):
        if s.area[seat][SALOON_MASK] >> k & 1 == 0:
            if k > s.round_no - 1:
                return wf[WEIGHT][FUTURE]
            counts = hand_counts(s, seat, s.round_no)
            if s.card[seat] != NONE and not is_joker(s.card[seat]):
                counts += 1 << 3 * value_of(s.card[seat])
            return 0.0 + odds[counts]
    return 0.0
