"""Play a position on to its end, again and again, in worlds that a seat cannot tell apart: plain functions, compiled.

Several ways to begin are compared in the same worlds with the same luck, so that the difference between two of them is
known much better than either value.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.contract import actors, apply, redeal, refusal, score
from goldenspike.engine.random_numbers import below, seed_chance

from .ismcts import SEATS_MOST, run_on

# columns of what is added up for each way to begin: so many seats each
WON = 0
POINTS = SEATS_MOST
ROW = 2 * SEATS_MOST
# columns of what is added up for one seat: how far another way is behind the first
CHANCE = 0
CHANCE_SQUARED = 1
AHEAD = 2
AHEAD_SQUARED = 3
BEHIND = 4


def begin_with(s: Any, b: Any, seat: int, steps: Any, count: int) -> None:
    """Do these steps, as far as this world allows them: the rest of a turn may depend on what turned up."""
    for k in range(count):
        if actors(s) >> seat & 1 == 0 or refusal(s, b, seat, steps[k]) != 0:
            return
        apply(s, b, seat, steps[k])


def margin(out: Any, seats: int, seat: int) -> int:
    """Points ahead of the best of the others; alone, the points."""
    if seats == 1:
        own: int = out[0]
        return own
    best = -(1 << 40)
    for q in range(seats):
        if q != seat and out[q] > best:
            best = out[q]
    ahead: int = out[seat] - best
    return ahead


def play_lines(
    states: Any, i: int, scratch: Any, j: int, boards: Any, k: int, seat: int, seats: int, me: int, lines: Any,
    lengths: Any, dice: Any, d: int, out: Any, games: int, limit: int, random_one_in: int, team: int, sums: Any,
    behind: Any,
) -> int:  # fmt: skip
    """Play every line on in so many worlds dealt anew for ``seat``; ``me`` does the steps of the lines. Games ended.

    ``sums`` has a row for each line: games won and points by seat. ``behind`` has one for each line: how far it is
    behind the first one for ``me``, in games won and in points ahead of the others, and the squares of both.
    """
    ended = 0
    for _ in range(games):
        low = below(dice[d], 1 << 20)
        high = below(dice[d], 1 << 20)
        luck = below(dice[d], 1 << 20)
        first_won = 0.0
        first_ahead = 0.0
        for line in range(len(lengths)):
            scratch[j] = states[i]
            seed_chance(scratch[j], low, high)
            redeal(scratch[j], boards[k], seat)
            begin_with(scratch[j], boards[k], me, lines[line], lengths[line])
            seed_chance(dice[d + 1], luck, high)
            run_on(scratch[j], boards[k], dice, d + 1, out, limit, random_one_in)
            if actors(scratch[j]) == 0:
                ended += 1
            winners = score(scratch[j], boards[k], out)
            shared = 0
            for p in range(seats):
                shared += winners >> p & 1
            if team == 1:
                shared = 1
            for p in range(seats):
                sums[line][POINTS + p] += out[p]
                if winners >> p & 1:
                    sums[line][WON + p] += 1.0 / shared
            won = 0.0
            if winners >> me & 1:
                won = 1.0 / shared
            ahead = margin(out, seats, me) + 0.0
            if line == 0:
                first_won = won
                first_ahead = ahead
            behind[line][CHANCE] += first_won - won
            behind[line][CHANCE_SQUARED] += (first_won - won) * (first_won - won)
            behind[line][AHEAD] += first_ahead - ahead
            behind[line][AHEAD_SQUARED] += (first_ahead - ahead) * (first_ahead - ahead)
    return ended
