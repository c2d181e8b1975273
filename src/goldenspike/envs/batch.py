"""Batches: many games of one kind, each step of all of them one compiled call per thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any, Self

import numpy as np

from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import shown

from . import kernels
from .memory import HELD, EnvMemory, make_setting, read_players, read_reward

AGAIN = {"same": 1, "next": 0}


class Batch:
    """``n`` games side by side. After every call the arrays hold, for each game:

    - ``who``: the seat that decides, -1 when the game is over (only with ``autoreset="next"``);
    - ``observations``, ``masks``: what that seat sees and may do (int8, 1: legal);
    - ``rewards``: by seat, for this step; ``ended``: 1 if the game ended with it, 2 if an illegal action ended it.

    The arrays may be the caller's own. A game that ended is dealt anew at once (``autoreset="same"``) or with the
    next step, whose action is then ignored (``"next"``). Each game has its own chance, so results do not depend on
    the number of threads.
    """

    def __init__(
        self,
        game: str,
        n: int,
        *,
        seats: int = 3,
        board: Any = None,
        players: str | Sequence[str] = "you",
        reward: str = "score",
        autoreset: str = "same",
        seed: int = 0,
        threads: int = 1,
        observations: Any = None,
        masks: Any = None,
        rewards: Any = None,
        **options: object,
    ) -> None:
        if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= 1 << 20:
            raise BadOption(f"a batch has 1 to {1 << 20} games; not {shown(n)}")
        if not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= 256:
            raise BadOption(f"a batch is stepped by 1 to 256 threads; not {shown(threads)}")
        if autoreset not in AGAIN:
            raise BadOption(f"autoreset is {', '.join(AGAIN)}; not {shown(autoreset)}")
        self.setting = make_setting(game, seats, board, options)
        self.n, self.reward, self.again = n, read_reward(reward), AGAIN[autoreset]
        kinds = read_players(players, self.setting.seats)
        if kernels.CALLER not in kinds:
            raise BadOption("at least one seat is played by you")
        threads = min(threads, n)
        self.memory = EnvMemory(
            self.setting, n, kinds, threads=threads, small_lists=True, seen=observations, masks=masks, rewards=rewards
        )
        self._bind()
        self.reset(seed)

    def _bind(self) -> None:
        """The arrays by their names, and the threads; made anew for every copy."""
        n, threads = self.n, self.memory.threads
        edges = [n * k // threads for k in range(threads + 1)]
        self._parts = list(zip(range(threads), edges, edges[1:], strict=False))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.observations, self.masks, self.rewards = self.memory.seen, self.memory.masks, self.memory.rewards
        self.who, self.ended, self.steps = self.memory.who, self.memory.ended, self.memory.steps
        self.actions = self.memory.chosen

    def __getstate__(self) -> tuple[Any, ...]:
        return self.setting, self.n, self.reward, self.again, self.memory

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        self.setting, self.n, self.reward, self.again, self.memory = kept
        self._bind()

    def __copy__(self) -> Self:
        return deepcopy(self)

    def copy(self) -> Self:
        """The same games, independent, in arrays of their own."""
        return deepcopy(self)

    def save(self) -> dict[str, Any]:
        """Where all games stand, and what was last told of them."""
        return {name: getattr(self.memory, name).copy() for name in HELD}

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Go back to where ``save`` was called."""
        self.memory.hold(saved)

    def reset(self, seed: int | None = None) -> None:
        """Deal every game anew; with a seed, the same games follow as after any other reset with it."""
        if seed is not None:
            self.memory.reseed(seed)
        self.actions[:] = -1
        self._run()

    def step(self, actions: Any = None) -> int:
        """One decision in every game (without actions: those in ``self.actions``); how many games ended."""
        if actions is not None:
            given = np.asarray(actions)
            if given.shape != (self.n,) or not np.issubdtype(given.dtype, np.integer):
                raise BadOption(f"a step takes {self.n} whole numbers; not {given.dtype} of shape {given.shape}")
            # Below zero would deal anew: no action has such a number, so it is as illegal as any other.
            np.copyto(self.actions, np.where(given < 0, self.memory.actions, given))
        return self._run()

    def sample(self) -> Any:
        """A random legal action for every game, in ``self.actions``; its chance is apart from that of the games."""
        self.memory.calls.pick(self.memory.here, 0, self.n)
        return self.actions

    def legal(self, i: int) -> list[int]:
        """The legal actions of one game as a list."""
        return [int(action) for action in self.memory.lists[i, : self.memory.counts[i]]]

    def _run(self) -> int:
        many, here, reward, again = self.memory.calls.many, self.memory.here, self.reward, self.again
        if self._pool is None:
            return int(many(here, 0, self.n, reward, 0, again))
        parts = [self._pool.submit(many, here, lo, hi, reward, thread, again) for thread, lo, hi in self._parts]
        return sum(int(part.result()) for part in parts)

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
