"""What an action leads to, apart from how good it is: plain functions over the rules, compiled when first used.

Every action is played on a little in the same worlds with the same luck. What counts is about how many points its seat
will end with, how many the best of its rivals, and how many points the seat has at once.
"""

from __future__ import annotations

from typing import Any

from goldenspike.engine.contract import actors, apply, evaluate, redeal, refusal, score
from goldenspike.engine.random_numbers import below, seed_chance

from .ismcts import run_on

# columns of what is added up for each action, in points
OWN = 0
RIVAL = 1
NOW = 2
ROW = 3

TWELFTHS = 12.0


def about_points(s: Any, b: Any, seat: int, seats: int, out: Any, found: Any) -> None:
    """About the points of a seat and of the best of its rivals at the end; alone, the rival is the target."""
    rivals = seats
    if actors(s) == 0 and seats > 1:
        for p in range(seats):
            out[p] = out[p] * 12
    else:
        rivals = max(seats, evaluate(s, b, out))
    best = -(1 << 40)
    if seats == 1:
        best = out[1]
    for q in range(rivals):
        if q != seat and out[q] > best:
            best = out[q]
    found[OWN] = out[seat] / TWELFTHS
    found[RIVAL] = best / TWELFTHS


def try_actions(
    states: Any, i: int, scratch: Any, j: int, boards: Any, k: int, seat: int, seats: int, actions: Any, dice: Any,
    d: int, out: Any, found: Any, worlds: int, horizon: int, random_one_in: int, sums: Any,
) -> int:  # fmt: skip
    """Play every action on for so many decisions in so many worlds; number -1 stands for none. How often that was."""
    tried = 0
    for _ in range(worlds):
        low = below(dice[d], 1 << 20)
        high = below(dice[d], 1 << 20)
        luck = below(dice[d], 1 << 20)
        for a in range(len(actions)):
            scratch[j] = states[i]
            seed_chance(scratch[j], low, high)
            redeal(scratch[j], boards[k], seat)
            if actions[a] >= 0 and refusal(scratch[j], boards[k], seat, actions[a]) == 0:
                apply(scratch[j], boards[k], seat, actions[a])
            score(scratch[j], boards[k], out)
            found[NOW] = out[seat]
            seed_chance(dice[d + 1], luck, high)
            run_on(scratch[j], boards[k], dice, d + 1, out, horizon, random_one_in)
            about_points(scratch[j], boards[k], seat, seats, out, found)
            for column in range(ROW):
                sums[a][column] += found[column]
            tried += 1
    return tried
