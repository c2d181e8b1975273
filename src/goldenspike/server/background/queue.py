"""A queue of long work: one job after another, each in a process of its own, while tables come first.

A job whose server goes down goes on when the server is back. One that ended the server several times is not begun
again. What the job is, a subclass says: studies of boards, reviews of finished games.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Generic, Literal, TypeVar

from goldenspike.server.http.errors import HttpError, one_line
from goldenspike.server.quotas import Quotas
from goldenspike.server.storage.claims import claim
from goldenspike.server.storage.leases import Leases
from goldenspike.server.storage.store import Store, StoreError

LOOK_S = 0.3  # how often a process is looked at
KEEP_S = 2.0  # how often its progress is stored
CLAIM_S = 60.0  # where several servers share a database: so long after the last sign nobody else begins with it
MOST_TRIES = 3
DAY_MS = 86_400_000

log = logging.getLogger("goldenspike.server")

Status = Literal["waiting", "running", "done", "stopped", "failed"]
UNFINISHED: tuple[Status, ...] = ("waiting", "running")


@dataclass
class JobProgress:
    """How far a job is: a share of the way."""

    share: float = 0.0


@dataclass(kw_only=True)
class Job:
    """What every job's record has."""

    id: str
    holder: str  # who asked for it
    created_ms: int
    status: Status = "waiting"
    progress: Any = field(default_factory=JobProgress)
    line: str = ""  # why it failed
    tries: int = 0
    changed_ms: int = 0

    @property
    def unfinished(self) -> bool:
        return self.status in UNFINISHED


J = TypeVar("J", bound=Job)


class BackgroundQueue(ABC, Generic[J]):
    """Which jobs of a kind wait, which are done now, and how far they are."""

    noun: str  # as operators read it: "study"
    folder_name: str
    records: ClassVar[ModuleType]  # keeps them in the database: ``insert``, ``change``, ``unfinished``
    none_here: str  # a server that does no such work
    too_many: str
    slow: str  # it took too long
    failed: str  # it ended before it was done

    def __init__(self, store: Store, quotas: Quotas, now: Callable[[], int], leases: Leases | None = None) -> None:
        self.store = store
        self.leases = leases
        self.quotas = quotas
        self.now = now
        self.folder = store.folder / self.folder_name
        self.waiting: dict[str, J] = {}
        self.running: dict[str, J] = {}
        self.addresses: dict[str, str] = {}  # of unfinished jobs: where they were asked for
        self.finished = 0
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = asyncio.Event()

    # ------------------------------------------------------------ what the jobs are
    @property
    @abstractmethod
    def places(self) -> int:
        """How many are done at once; 0 for none."""

    @property
    @abstractmethod
    def most_waiting(self) -> int: ...

    @property
    @abstractmethod
    def most_seconds(self) -> float:
        """After so long its process is ended."""

    @abstractmethod
    def command(self, one: J, folder: Path) -> list[str]:
        """Write what the process needs into the folder; the words of the command."""

    @abstractmethod
    def outcome(self, folder: Path) -> dict[str, Any] | None:
        """What the process left behind, as columns of the record; None where there is nothing."""

    @abstractmethod
    def read_progress(self, folder: Path, known: Any) -> Any:
        """How far it is; what it said before, if there is nothing new."""

    async def prepare(self, one: J, folder: Path) -> None:
        """Before its process starts; what is wrong ends the job with a line (HttpError)."""

    # ------------------------------------------------------------ for requests
    async def add(self, one: J, address: str) -> None:
        """Put a job at the end of the queue; HttpError if there is no place for it."""
        if not self.places or self._stopping.is_set():
            raise HttpError(503, self.none_here, f"no{self.folder_name}")
        if len(self.waiting) >= self.most_waiting:
            raise HttpError(503, self.too_many, "queue", wait=120)
        self.waiting[one.id] = one  # at once: nobody has two because they asked twice
        self.addresses[one.id] = address
        try:
            await self.store.write(lambda c: self.records.insert(c, one))
        except StoreError:
            self._forget(one.id)
            raise
        self._start()

    def busy_with(self, holders: list[str], address: str | None) -> bool:
        """Does somebody have an unfinished job, by who they are or where they are?"""
        theirs = [*self.waiting.values(), *self.running.values()]
        return any(one.holder in holders or (address and self.addresses.get(one.id) == address) for one in theirs)

    def before(self, job: str) -> int:
        """How many are done or wait in front of one that waits."""
        names = list(self.waiting)
        return len(self._tasks) + names.index(job) if job in self.waiting else 0

    def unfinished(self, job: str) -> J | None:
        """A job that this server does or will do, with what is known of it at this moment."""
        return self.running.get(job) or self.waiting.get(job)

    def at_this_moment(self, stored: J) -> J:
        """A stored job with what is known of it now, where this server does it."""
        live = self.unfinished(stored.id) if stored.unfinished else None
        return stored if live is None else replace(live, holder=stored.holder)

    async def stop_one(self, job: str) -> None:
        """Its owner does not want to wait for it any more; what it has said stays."""
        one = self.unfinished(job)
        progress = one.progress if one is not None else None
        kept: dict[str, Any] = {} if progress is None else {"progress": progress}
        await self.store.write(
            lambda c: self.records.change(c, job, self.now(), only=UNFINISHED, status="stopped", **kept)
        )
        self.waiting.pop(job, None)
        self.running.pop(job, None)
        self.addresses.pop(job, None)
        process = self._processes.get(job)
        if process is not None:
            process.kill()

    # ------------------------------------------------------------ running
    def stop(self) -> None:
        """The server goes down: end every process; the jobs go on when it is back."""
        self._stopping.set()
        for process in self._processes.values():
            process.kill()

    async def run(self) -> None:
        """Go on with what was not finished, then do what is asked for, until ``stop`` is called."""
        try:
            await self._go_on()
        except StoreError as error:
            log.error("%s: what was not finished could not be read: %s", self.folder_name, error)
        self._start()
        await self._stopping.wait()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _go_on(self) -> None:
        left = await self.store.read(self.records.unfinished)
        for one in left:
            if one.tries >= MOST_TRIES:
                await self._end(one, "failed", line=self.failed)
            elif self.places:
                self.waiting.setdefault(one.id, replace(one, status="waiting"))
        there = {one.id for one in left} | self.waiting.keys()
        for folder in self.folder.iterdir() if self.folder.is_dir() else ():
            if folder.name not in there:
                shutil.rmtree(folder, ignore_errors=True)

    def _start(self) -> None:
        while self.waiting and len(self._tasks) < self.places and not self._stopping.is_set():
            one = self.waiting.pop(next(iter(self.waiting)))
            self.running[one.id] = replace(one, status="running", tries=one.tries + 1)
            task = asyncio.get_running_loop().create_task(self._do(self.running[one.id]))
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._start()

    async def _do(self, one: J) -> None:
        try:
            if await self._begin(one):
                await self._watch(one)
        except (StoreError, OSError, ValueError, HttpError) as error:
            log.error("a %s could not be done: %s", self.noun, error)
            line = error.line if isinstance(error, HttpError) else self.failed
            with suppress(StoreError):
                await self._end(one, "failed", line=line)
        finally:
            self._processes.pop(one.id, None)
            if not self._stopping.is_set():
                self._forget(one.id)

    async def _claimed(self, job: str) -> bool:
        """May this server do it? No other one does."""
        return await claim(self.store, self.leases, f"{self.noun} {job}", CLAIM_S)

    async def _begin(self, one: J) -> bool:
        """Start the process, unless somebody has stopped the job before, or another server does it."""
        if not await self._claimed(one.id):
            return False
        stands: bool = await self.store.write(
            lambda c: self.records.change(c, one.id, self.now(), only=UNFINISHED, status="running", tries=one.tries)
        )
        if stands:
            folder = self.folder / one.id
            folder.mkdir(parents=True, exist_ok=True)
            await self.prepare(one, folder)
            self._processes[one.id] = await asyncio.to_thread(self._process, one, folder)
        return stands

    def _process(self, one: J, folder: Path) -> subprocess.Popen[bytes]:
        words = self.command(one, folder)
        more: dict[str, Any] = {} if os.name == "nt" else {"start_new_session": True}
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "NO_COLOR": "1"}
        with (folder / "said.txt").open("wb") as out:
            return subprocess.Popen(
                [sys.executable, "-c", "from goldenspike.server.background.process import main; main()", *words],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=out,
                env=env,
                **more,
            )

    async def _watch(self, one: J) -> None:
        loop, process, folder = asyncio.get_running_loop(), self._processes[one.id], self.folder / one.id
        ends = loop.time() + self.most_seconds
        due, kept, late = loop.time() + KEEP_S, one.progress, False
        while process.poll() is None:
            if self._stopping.is_set() or one.id not in self.running:
                process.kill()  # somebody wanted its end while it began
            await asyncio.sleep(LOOK_S)
            one.progress = await asyncio.to_thread(self.read_progress, folder, one.progress)
            if loop.time() > ends and not late:
                late = True
                process.kill()
            if loop.time() > due and one.progress != kept:
                due, kept = loop.time() + KEEP_S, one.progress
                stands = await self.store.write(
                    lambda c: self.records.change(c, one.id, self.now(), only=("running",), progress=one.progress)
                )
                if not (stands and await self._claimed(one.id)):
                    process.kill()  # it was stopped at another server
        if process.stdin is not None:
            process.stdin.close()
        if self._stopping.is_set():
            return
        one.progress = await asyncio.to_thread(self.read_progress, folder, one.progress)
        found = await asyncio.to_thread(self.outcome, folder)
        if found is not None and (process.returncode == 0 or late):
            one.progress = replace(one.progress, share=1.0)
            await self._end(one, "done", progress=one.progress, **found)
            self.finished += 1
        else:
            await self._end(one, "failed", line=self.slow if late else await asyncio.to_thread(self.last_words, folder))

    async def _end(self, one: J, status: str, **values: Any) -> None:
        await self.store.write(
            lambda c: self.records.change(c, one.id, self.now(), only=UNFINISHED, status=status, **values)
        )

    def _forget(self, job: str) -> None:
        self.waiting.pop(job, None)
        self.running.pop(job, None)
        self.addresses.pop(job, None)
        shutil.rmtree(self.folder / job, ignore_errors=True)

    def last_words(self, folder: Path) -> str:
        """The line with which a process ended, without names of files here."""
        try:
            said = (folder / "said.txt").read_text("utf-8", errors="replace").strip().splitlines()
        except OSError:
            said = []
        line = said[-1] if said else ""
        if not line.startswith("goldenspike: "):
            return self.failed
        return one_line(line.removeprefix("goldenspike: ").replace(f"{folder}{os.sep}", ""))
