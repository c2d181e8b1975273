"""How late the event loop is: a move waits at least as long as everything else that is due."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import islice

EVERY_S = 0.1
REMEMBERED = 600  # measurements: the last minute


class LoopLag:
    """Measures ten times a second."""

    def __init__(self, observe: Callable[[float], None] = lambda lag: None, every_s: float = EVERY_S) -> None:
        self.observe = observe
        self.every_s = every_s
        self._last: deque[float] = deque([0.0], REMEMBERED)
        self._stopped = asyncio.Event()

    @property
    def worst(self) -> float:
        """The worst of the last minute, in seconds."""
        return max(self._last)

    def worst_s(self, seconds: float = 10) -> float:
        """The worst of so many seconds, the last ones."""
        return max(islice(reversed(self._last), max(1, round(seconds / self.every_s))))

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._stopped.is_set():
            due = loop.time() + self.every_s
            await asyncio.sleep(self.every_s)
            lag = max(0.0, loop.time() - due)
            self._last.append(lag)
            self.observe(lag)

    def stop(self) -> None:
        self._stopped.set()
