"""Loops around a game's rules: the entry points of the compiled rules, plain Python like the rules.

They take arrays and an index, ``(states, i, boards, k)``, because handing a single record over the
border of compiled code costs twenty times as much.
"""

from __future__ import annotations

from typing import Any

from .contract import actors, apply, legal, observe, over, policy, redeal, refusal, score, start, zombie
from .random_numbers import below, seed_chance


def start_at(states: Any, i: int, boards: Any, k: int, seats: int, low: int, high: int) -> None:
    start(states[i], boards[k], seats, low, high)


def actors_at(states: Any, i: int) -> int:
    return actors(states[i])


def legal_at(states: Any, i: int, boards: Any, k: int, seat: int, out: Any) -> int:
    return legal(states[i], boards[k], seat, out)


def refusal_at(states: Any, i: int, boards: Any, k: int, seat: int, action: int) -> int:
    return refusal(states[i], boards[k], seat, action)


def apply_at(states: Any, i: int, boards: Any, k: int, seat: int, action: int) -> int:
    """Apply, and answer whose decision comes next."""
    apply(states[i], boards[k], seat, action)
    return actors(states[i])


def score_at(states: Any, i: int, boards: Any, k: int, out: Any) -> int:
    return score(states[i], boards[k], out)


def observe_at(states: Any, i: int, boards: Any, k: int, seat: int, out: Any) -> int:
    return observe(states[i], boards[k], seat, out)


def redeal_at(states: Any, i: int, boards: Any, k: int, seat: int, low: int, high: int) -> None:
    """Redeal with chance of the caller's own: the real future stays unknown."""
    seed_chance(states[i], low, high)
    redeal(states[i], boards[k], seat)


def zombie_at(states: Any, i: int, boards: Any, k: int, seat: int) -> int:
    return zombie(states[i], boards[k], seat)


def policy_at(states: Any, i: int, boards: Any, k: int, seat: int, out: Any) -> int:
    return policy(states[i], boards[k], seat, out)


def first_seat(mask: int) -> int:
    """The lowest seat in a mask of at most eight seats; without a branch, since nobody can guess who it is."""
    lowest = mask & -mask
    return (lowest & 0xAA != 0) + 2 * (lowest & 0xCC != 0) + 4 * (lowest & 0xF0 != 0)


def play_out(states: Any, i: int, boards: Any, k: int, dice: Any, d: int, out: Any, limit: int) -> int:
    """Random play up to the end or the limit; how many decisions were made. ``dice[d]`` holds the chance."""
    s = states[i]
    b = boards[k]
    steps = 0
    waiting = actors(s)
    while waiting != 0 and steps < limit:
        seat = first_seat(waiting)
        n = legal(s, b, seat, out)
        apply(s, b, seat, out[below(dice[d], n)])
        steps += 1
        waiting = actors(s)
    return steps


def play_many(
    states: Any,
    lo: int,
    hi: int,
    boards: Any,
    k: int,
    seats: int,
    dice: Any,
    d: int,
    out: Any,
    steps: int,
) -> int:
    """Step each game of a batch that often at random, dealing a new game whenever one ends; games ended."""
    b = boards[k]
    ended = 0
    for i in range(lo, hi):
        s = states[i]
        for _ in range(steps):
            waiting = actors(s)
            if waiting == 0:
                ended += 1
                start(s, b, seats, below(dice[d], 1 << 20), below(dice[d], 1 << 20))
                waiting = actors(s)
            seat = first_seat(waiting)
            n = legal(s, b, seat, out)
            apply(s, b, seat, out[below(dice[d], n)])
    return ended


def playouts(
    states: Any, i: int, scratch: Any, j: int, boards: Any, k: int, seat: int, dice: Any, d: int, out: Any, games: int,
    totals: Any,
) -> int:  # fmt: skip
    """Random playouts of redealt copies of one position; wins by seat are added to ``totals``; decisions made."""
    steps = 0
    for _ in range(games):
        scratch[j] = states[i]
        seed_chance(scratch[j], below(dice[d], 1 << 20), below(dice[d], 1 << 20))
        redeal(scratch[j], boards[k], seat)
        steps += play_out(scratch, j, boards, k, dice, d, out, 1 << 20)
        winners = score(scratch[j], boards[k], out)
        for p in range(8):
            totals[p] += winners >> p & 1
    return steps


def clone_many(states: Any, i: int, scratch: Any, j: int, times: int) -> int:
    """Copy one state over another that often: what a tree search pays per node."""
    copied = 0
    for turn in range(times):
        scratch[j + (turn & 1)] = states[i]
        copied += 1
    return copied


ENTRY_POINTS = (
    "start_at", "actors_at", "legal_at", "refusal_at", "apply_at", "score_at", "observe_at", "redeal_at", "zombie_at",
    "policy_at", "play_out", "play_many", "playouts", "clone_many",
)  # fmt: skip

INLINE = ("first_seat",)

__all__ = ["ENTRY_POINTS", "INLINE", "over", *ENTRY_POINTS]
