"""What an agent is paid for a step: points, gains, a share of the victory, or whatever a function of one's own says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import shown

from .batch_kernels import AT_END, GAINS, OWN, WINS

REWARDS = {"score": AT_END, "gain": GAINS, "win": WINS}
Array = np.ndarray[Any, Any]
# Of so many games at once: points by seat before and after the step, which games ended, the victory shared by seat.
RewardFunction = Callable[[Array, Array, Array, Array], Any]


class Reward:
    """How steps are paid: one of the usual ways, or a function of the caller's own."""

    def __init__(self, reward: str | RewardFunction) -> None:
        if callable(reward):
            self.function: RewardFunction | None = reward
            self.kind = OWN
        elif isinstance(reward, str) and reward in REWARDS:
            self.function, self.kind = None, REWARDS[reward]
        else:
            raise BadOption(f"a reward is {', '.join(REWARDS)} or a function; not {shown(reward)}")

    @property
    def at_every_step(self) -> bool:
        """Must points be counted at every step, or only at the end?"""
        return self.kind in {GAINS, OWN}

    def paid(self, before: Array, after: Array, over: Array, won: Array) -> Array:
        """What the function pays, game by game and seat by seat."""
        assert self.function is not None
        found = np.asarray(self.function(before, after, over, won), np.float64)
        if found.shape != before.shape:
            games, seats = before.shape
            raise BadOption(f"a reward function answers for {games} games of {seats} seats; not shape {found.shape}")
        return found

    def of_step(self, before: Sequence[float], after: Sequence[float], winners: Sequence[int] | None) -> list[float]:
        """The rewards of one step of one game by seat; with the winners if it ended."""
        seats = len(after)
        share = [1.0 / len(winners) if winners and seat in winners else 0.0 for seat in range(seats)]
        if self.kind == OWN:
            then, now = (np.array([row], np.float64) for row in (before, after))
            found = self.paid(then, now, np.array([winners is not None]), np.array([share]))
            return [float(one) for one in found[0]]
        if self.kind == GAINS:
            return [now - then for now, then in zip(after, before, strict=True)]
        if winners is None:
            return [0.0] * seats
        return [float(points) for points in after] if self.kind == AT_END else share
