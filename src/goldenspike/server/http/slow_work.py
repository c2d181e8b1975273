"""Requests that need slow work: a worker process does it, one for each visitor at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import Request

from goldenspike.server import custom_boards
from goldenspike.server.http.rate_limits import visitor_of
from goldenspike.server.worker_pool import WorkerPool


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
