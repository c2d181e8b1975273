"""Who thinks next: the threads of the bots are shared fairly by address, by person and by table.

All tables that nobody looks at count as one address, whose turn comes when nobody else thinks or waits, or every few
seconds. And no address has all the threads: whoever opens twenty tables of the strongest bots waits for them alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

THREADS = 2
NICE = 5
PATIENCE_S = 5.0  # whatever others do, a table that nobody looks at has a turn so often
Key = tuple[str, str, str]  # address, person, table
NOBODY = ""  # the address of tables that nobody looks at
# Thinks in another process if it can, and else calls its first argument, which thinks here.
Elsewhere = Callable[[Callable[[], Awaitable[Any]], Callable[..., Any], tuple[Any, ...]], Awaitable[Any]]


@dataclass
class _Decision:
    work: Callable[..., Any]
    args: tuple[Any, ...]
    key: Key
    queued: float
    done: asyncio.Future[Any]


class _Turns:
    """Queues within queues: at each level everybody has a turn before anybody has a second one."""

    def __init__(self, levels: int) -> None:
        self.levels = levels
        self.count = 0
        self._inner: OrderedDict[str, Any] = OrderedDict()

    def add(self, keys: tuple[str, ...], decision: _Decision) -> None:
        self.count += 1
        if self.levels == 1:
            self._inner.setdefault(keys[0], deque()).append(decision)
        else:
            self._inner.setdefault(keys[0], _Turns(self.levels - 1)).add(keys[1:], decision)

    def waiting(self, key: str) -> int:
        found = self._inner.get(key)
        return 0 if found is None else found.count

    def order(self) -> Iterator[str]:
        """Whose turn it is, the first first."""
        return iter(self._inner)

    def take(self, key: str | None = None) -> _Decision:
        """The next decision (of this key), which must exist."""
        key = next(iter(self._inner)) if key is None else key
        inner = self._inner[key]
        found: _Decision = inner.popleft() if self.levels == 1 else inner.take()
        self.count -= 1
        if inner if self.levels == 1 else inner.count:
            self._inner.move_to_end(key)
        else:
            del self._inner[key]
        return found


def _step_back() -> None:
    """Let people's moves come before a bot's thoughts: on Linux every thread has a priority of its own."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


class BotQueue:
    """The threads in which bots think, and the queue in front of them."""

    def __init__(
        self,
        threads: int = THREADS,
        *,
        most_each: int = 100,
        most: int = 2000,
        observe: Callable[[float], None] = lambda waited: None,
    ) -> None:
        self.threads = max(1, threads)
        self.most_each = most_each
        self.most = most
        self.observe = observe  # told how long each decision has waited
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="goldenspike-bot", initializer=_step_back)
        self._turns = _Turns(3)
        self._busy: dict[str, int] = {}  # threads in use, by address
        self._unwatched_at = float("-inf")  # when a table that nobody looks at last had its turn
        self._tasks: set[asyncio.Task[None]] = set()
        self.elsewhere: Elsewhere | None = None
        self.closed = False

    @property
    def waiting(self) -> int:
        return self._turns.count

    def full(self, address: str) -> bool:
        """Do so many decisions of this address, or of all, wait that the next one should come back later?"""
        waiting = self._turns.waiting(address)
        return waiting >= (1 if self._turns.count >= self.most else self.most_each)

    async def run(self, key: Key, work: Callable[..., Any], *args: Any) -> Any:
        """Think in a thread, when it is this table's turn."""
        return await self.submit(key, work, *args)

    def submit(self, key: Key, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """The same, and it waits in the queue from this moment on."""
        loop = asyncio.get_running_loop()
        decision = _Decision(work, args, key, loop.time(), loop.create_future())
        self._turns.add(key, decision)
        self._start()
        return decision.done

    def _start(self) -> None:
        while not self.closed and (decision := self._next()) is not None:
            address = decision.key[0]
            self._busy[address] = self._busy.get(address, 0) + 1
            task = asyncio.get_running_loop().create_task(self._think(decision))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _next(self) -> _Decision | None:
        """The next decision that may begin; one address never has more than all threads but one."""
        busy, most = sum(self._busy.values()), max(1, self.threads - 1)
        free = [one for one in self._turns.order() if self._busy.get(one, 0) < most]
        if busy >= self.threads or not free:
            return None
        now = asyncio.get_running_loop().time()
        watched = [one for one in free if one != NOBODY]
        unwatched = NOBODY in free and (now - self._unwatched_at > PATIENCE_S or not (watched or busy >= most))
        if unwatched:
            self._unwatched_at = now
            return self._turns.take(NOBODY)
        return self._turns.take(watched[0]) if watched else None

    async def _think(self, decision: _Decision) -> None:
        loop = asyncio.get_running_loop()
        address = decision.key[0]
        try:
            if decision.done.cancelled():
                return
            self.observe(loop.time() - decision.queued)
            try:

                def here() -> Awaitable[Any]:
                    return loop.run_in_executor(self._pool, decision.work, *decision.args)

                elsewhere = self.elsewhere
                found = await (here() if elsewhere is None else elsewhere(here, decision.work, decision.args))
            except Exception as error:
                if not decision.done.done():
                    decision.done.set_exception(error)
            else:
                if not decision.done.done():
                    decision.done.set_result(found)
        finally:
            self._busy[address] -= 1
            if not self._busy[address]:
                del self._busy[address]
            self._start()

    async def close(self) -> None:
        self.closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=True)
