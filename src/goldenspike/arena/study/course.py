"""The course of a game: who was ahead when, how often that changed, and when it was decided.

A course is the points of all seats as they stand after every round, the result last. The winner is whoever won in the
end; where several share the win they count together. The margin after round t of R is

    m(t) = (most points among the winners) - (most points among the others)

and says how far the winner is ahead. It does not exist where everybody wins, or nobody.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

Course = Sequence[Sequence[float]]  # by round, by seat
SLICES = 20  # of the length of a game, for charts


@dataclass(frozen=True)
class Tension:
    """What the course of one game was like."""

    decided: float  # share of its length after which the winner was ahead for good
    behind_at_half: bool
    behind: float  # share of the rounds in which the winner was behind
    drama: float
    worst: float  # the most points the winner was ever behind


def lead_changes(course: Course) -> int:
    """How often one seat took the lead from another.

    Only a seat that is ahead alone leads. A tie is no change, and neither is a lead regained after a tie.
    """
    leaders = [alone_ahead(points) for points in course]
    held = [leader for leader in leaders if leader is not None]
    return sum(one != other for one, other in pairwise(held))


def alone_ahead(points: Sequence[float]) -> int | None:
    best = max(points)
    return list(points).index(best) if list(points).count(best) == 1 else None


def margins(course: Course, winners: Sequence[int]) -> list[float] | None:
    """m(t) after every round; None where nobody or everybody won."""
    others = [seat for seat in range(len(course[-1])) if seat not in winners] if course else []
    if not winners or not others:
        return None
    return [max(points[seat] for seat in winners) - max(points[seat] for seat in others) for points in course]


def tension(course: Course, winners: Sequence[int]) -> Tension | None:
    """How tense a game was.

    decided
        (1 + last t with m(t) <= 0) / R, at most 1: the share of the length after which the winner was ahead for good.
        A game that only a tie-break decides is decided at its end.
    behind at half time
        m(t) < 0 for t = R / 2, rounded up.
    drama
        The mean of sqrt(max(0, -m(t)) / S) over all t < R, where S is the mean of all seats' points at the end (at
        least 1). It is 0 if the winner was never behind. The root weighs being behind for long more than being far
        behind once (after Browne, Automatic Generation and Evaluation of Recombination Games, 2008).
    """
    found = margins(course, winners)
    if found is None:
        return None
    rounds = len(found)
    level = [t for t, margin in enumerate(found, 1) if margin <= 0]
    scale = max(1.0, sum(abs(points) for points in course[-1]) / len(course[-1]))
    before = found[:-1]
    return Tension(
        decided=min(1.0, (1 + (level[-1] if level else 0)) / rounds),
        behind_at_half=found[math.ceil(rounds / 2) - 1] < 0,
        behind=sum(margin < 0 for margin in before) / max(1, len(before)),
        drama=sum(math.sqrt(max(0.0, -margin) / scale) for margin in before) / max(1, len(before)),
        worst=max(0.0, -min(found)),
    )


def sliced(found: Sequence[float], slices: int = SLICES) -> list[float]:
    """Margins of a game of any length at 0, 1/20, ... of it: level at the start, then the last round that is over."""
    whole = [0.0, *found]
    return [whole[min(len(found), math.floor(k * len(found) / slices + 1e-9))] for k in range(slices + 1)]
