"""Slow work about people's boards, pictures, prints and files: a bounded pool of processes with a time limit.

Each visitor has one place in it, the queue is bounded, and results are remembered by the hash of what was asked. A job
that takes too long is killed with its process. Nothing of this touches the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import subprocess
import sys
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, BinaryIO, cast

from goldenspike.server.http.errors import HttpError
from goldenspike.server.worker_process import HEAD_BYTES, RETIRING, read_block, write_block

PROCESSES = 2
SECONDS = 10.0  # of computing
PATIENCE = 6  # times as long it may take by the clock, where the machine is busy
START_SECONDS = 60.0
WAITING = 64
WAITING_EACH = 8
REMEMBERED_BYTES = 32 << 20
IDLE_S = 300.0  # processes that had nothing to do for so long are ended
TOO_SLOW = "this takes longer than this server allows"

log = logging.getLogger("goldenspike.server")


class WorkerGone(Exception):
    """The process ended before it had answered."""


class Worker:
    """One process, started when it is first needed. Its methods block: they run in a thread of the pool."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Have a process that waits for a job."""
        if self._process is not None and self._process.poll() is None:
            return
        self.kill()
        more = {} if os.name == "nt" else {"start_new_session": True}
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from goldenspike.server.worker_process import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            **more,  # type: ignore[call-overload]
        )
        self._read()

    def call(self, payload: bytes, seconds: float) -> bytes:
        """Send a job that may compute for so long, and wait for its result."""
        process = self._process
        if process is None:
            raise WorkerGone
        try:
            write_block(cast(BinaryIO, process.stdin), int(1000 * seconds).to_bytes(HEAD_BYTES, "big") + payload)
        except (OSError, ValueError):
            raise WorkerGone from None
        raw = self._read()
        if raw.startswith(RETIRING):
            self.clean_up()
        return raw[1:]

    def _read(self) -> bytes:
        process = self._process
        try:
            raw = None if process is None else read_block(cast(BinaryIO, process.stdout))
        except (OSError, ValueError):
            raw = None
        if raw is None:
            raise WorkerGone
        return raw

    def kill(self) -> None:
        """End the process, whatever it does; a call that waits for it ends with WorkerGone."""
        process = self._process
        if process is not None:
            process.kill()

    def clean_up(self) -> None:
        """After a kill: leave nothing behind of the process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue


@dataclass
class _Job:
    visitor: str
    payload: bytes
    seconds: float
    queued: float
    done: asyncio.Future[bytes]


class WorkerPool:
    """All workers of a server and the queue in front of them."""

    def __init__(
        self,
        *,
        processes: int = PROCESSES,
        seconds: float = SECONDS,
        waiting: int = WAITING,
        waiting_each: int = WAITING_EACH,
        remembered_bytes: int = REMEMBERED_BYTES,
        observe: Callable[[float], None] = lambda waited: None,
    ) -> None:
        self.seconds = seconds
        self.most_waiting = waiting
        self.most_waiting_each = waiting_each
        self.remembered_bytes = remembered_bytes
        self.observe = observe  # told how long each job has waited
        self.killed = 0
        self.started = 0
        self._free = [Worker() for _ in range(processes)]
        self._all = list(self._free)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="goldenspike-worker")
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()  # by visitor, least recently served first
        self._busy: set[str] = set()
        self._shared: dict[bytes, asyncio.Future[bytes]] = {}
        self._remembered: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._idle: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def run(self, visitor: str, work: Callable[..., Any], *args: Any, remember: bool = True) -> Any:
        """The result of a function of this package with these arguments; HttpError if there is no place or no time.

        ``work`` must be at the top of its module and depend on nothing but its arguments.
        """
        payload = pickle.dumps((work, args), pickle.HIGHEST_PROTOCOL)
        key = blake2b(payload, digest_size=20).digest()
        raw = self._remembered.get(key)
        if raw is not None:
            self._remembered.move_to_end(key)
            return _opened(raw)
        shared = self._shared.get(key)
        if shared is None:
            shared = self._queue(visitor, payload)
            if remember:
                self._shared[key] = shared
            shared.add_done_callback(lambda done: self._finished(key, done, remember))
        return _opened(await asyncio.shield(shared))

    def _queue(self, visitor: str, payload: bytes) -> asyncio.Future[bytes]:
        mine = self._waiting.get(visitor, ())
        if self._closed:
            raise HttpError(503, "the server is going down", wait=5)
        if len(mine) >= self.most_waiting_each:
            raise HttpError(429, "your last requests of this kind are still being worked on; wait a little", wait=2)
        if self.waiting >= self.most_waiting:
            raise HttpError(503, "too many people want boards and files worked on; try again in a moment", wait=5)
        loop = asyncio.get_running_loop()
        job = _Job(visitor, payload, self.seconds, loop.time(), loop.create_future())
        self._waiting.setdefault(visitor, deque()).append(job)
        self._start()
        return job.done

    def _start(self) -> None:
        while self._free and (job := self._next()) is not None:
            self._busy.add(job.visitor)
            task = asyncio.get_running_loop().create_task(self._carry_out(self._free.pop(), job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _next(self) -> _Job | None:
        """The next job of the visitor who has waited longest for a turn; nobody has two turns at once."""
        for visitor, jobs in self._waiting.items():
            if visitor in self._busy:
                continue
            job = jobs.popleft()
            if jobs:
                self._waiting.move_to_end(visitor)
            else:
                del self._waiting[visitor]
            return job
        return None

    async def _carry_out(self, worker: Worker, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        self.observe(loop.time() - job.queued)
        self.started += 1
        due = loop.call_later(START_SECONDS, worker.kill)
        error, raw = None, b""
        try:
            await loop.run_in_executor(self._threads, worker.start)
            due.cancel()
            due = loop.call_later(PATIENCE * job.seconds, worker.kill)
            raw = await loop.run_in_executor(self._threads, worker.call, job.payload, job.seconds)
        except WorkerGone:
            due.cancel()
            self.killed += 1
            log.warning("a job of a worker process was ended: it took too long")
            error = HttpError(503, TOO_SLOW, "slow", wait=30)
            await loop.run_in_executor(self._threads, worker.clean_up)
        except OSError as failure:
            log.error("no worker process could be started: %s", failure)
            error = HttpError(503)
        finally:
            due.cancel()
            self._free.append(worker)
            self._busy.discard(job.visitor)
        if not job.done.done():
            if error is None:
                job.done.set_result(raw)
            else:
                job.done.set_exception(error)
        if not self._closed:
            self._start()
            self._end_when_idle()

    # ------------------------------------------------------------ what is remembered
    def _finished(self, key: bytes, done: asyncio.Future[bytes], remember: bool) -> None:
        if remember:
            self._shared.pop(key, None)
        if done.cancelled() or done.exception() is not None or not remember:
            return
        raw = done.result()
        if len(raw) > self.remembered_bytes // 4:
            return
        self._remembered[key] = raw
        self._size += len(raw)
        while self._size > self.remembered_bytes:
            self._size -= len(self._remembered.popitem(last=False)[1])

    # ------------------------------------------------------------ the end
    def _end_when_idle(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE_S, self._end_idle)

    def _end_idle(self) -> None:
        for worker in self._free:
            self._threads.submit(worker.clean_up)

    async def close(self) -> None:
        """End every process; jobs that were not done are not done."""
        self._closed = True
        if self._idle is not None:
            self._idle.cancel()
        for worker in self._all:
            worker.kill()
        for jobs in self._waiting.values():
            for job in jobs:
                job.done.cancel()
        self._waiting.clear()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._all:
            worker.clean_up()
        self._threads.shutdown(wait=True)


def _opened(raw: bytes) -> Any:
    well, value = pickle.loads(raw)
    if well:
        return value
    if not isinstance(value, HttpError):
        log.error("a job of a worker process failed: %s", value)
    raise value
