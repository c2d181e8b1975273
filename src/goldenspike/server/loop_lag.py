"""How long whatever is due has to wait for the event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress

EVERY_S = 0.25
KEPT = 40  # the last ten seconds


class LoopLag:
    """Wakes up again and again, and notes how late it was."""

    def __init__(self) -> None:
        self._late: deque[float] = deque(maxlen=KEPT)
        self._stop = asyncio.Event()

    def worst_s(self) -> float:
        """The longest wait of the last ten seconds."""
        return max(self._late, default=0.0)

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._stop.is_set():
            due = loop.time() + EVERY_S
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), EVERY_S)
            self._late.append(max(0.0, loop.time() - due))

    def stop(self) -> None:
        self._stop.set()
