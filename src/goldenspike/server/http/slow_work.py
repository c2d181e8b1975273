"""Requests that need slow work: a worker process does it, one for each visitor at a time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from fastapi import Request

from goldenspike.server import custom_boards
from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.rate_limits import visitor_of
from goldenspike.server.worker_pool import WorkerPool


class VisitorTurns:
    """One thing at a time for each visitor: what takes long in a thread never takes it from others for long."""

    def __init__(self, most_waiting: int = 100) -> None:
        self.most_waiting = most_waiting
        self._locks: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[None]:
        """Wait for one's turn; HttpError 429 if too many requests of the same visitor wait already."""
        if self._waiting[visitor] >= self.most_waiting:
            raise HttpError(429, wait=2)
        self._waiting[visitor] += 1
        try:
            async with self._locks.setdefault(visitor, asyncio.Lock()):
                yield
        finally:
            self._waiting[visitor] -= 1
            if not self._waiting[visitor]:
                del self._waiting[visitor]
                self._locks.pop(visitor, None)


def own_turn(request: Request) -> AbstractAsyncContextManager[None]:
    """The sender's turn."""
    turns: VisitorTurns = request.app.state.turns
    return turns.turn(visitor_of(request))


def workers_of(request: Request) -> WorkerPool:
    workers = request.app.state.workers
    assert isinstance(workers, WorkerPool)
    return workers


async def run_slow(request: Request, work: Callable[..., Any], *args: Any, remember: bool = True) -> Any:
    """The result of a function that needs nothing but its arguments."""
    return await workers_of(request).run(visitor_of(request), work, *args, remember=remember)


async def prepare_board(request: Request, game: str, data: Any) -> None:
    """Have a custom board built before a table is made with it; HttpError if it is none."""
    await custom_boards.prepare(workers_of(request), visitor_of(request), game, data)
