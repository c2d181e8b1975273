"""What every database of a server can do, and the one writer that commits for all tables at once (group commit).

``SqliteStore`` keeps everything in one file of the data folder, ``PostgresStore`` in a database that several servers
share; ``opened_store`` knows which of them is asked for. What ``write`` returned is durable in both: it survives the
end of every process and a power cut. Readers never wait for the writer.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

T = TypeVar("T")
Work = Callable[[Connection], Any]
GROUP = 256

log = logging.getLogger("goldenspike.server")


class StoreError(Exception):
    """What should be stored could not be written; nothing of it was."""


class DuplicateRow(StoreError):
    """A row of the same key is there already."""


class NotOwner(StoreError):
    """Another server plays this table by now: nothing that is written here counts any more."""


@dataclass
class Rows:
    """What one step of a table adds to the log, and how its header row changes."""

    log: list[tuple[Any, ...]]  # in the order of LOG_COLUMNS
    header: tuple[int, int, int, str]  # changed_ms, version, awaited, table id
    more: list[Work] = field(default_factory=list)
    epoch: int = 0  # under which this server owns the table, where several servers share the database


LOG_COLUMNS = ("table_id", "seq", "kind", "seat", "move_id", "at_ms", "text", "data", "sealed", "final", "hash")


class Store(ABC):
    """One database with one writer thread."""

    shared = False  # do other servers write to the same database? Then tables are played under leases (``leases``)

    def __init__(self, folder: Path, engine: Engine, *, readers: int = 2) -> None:
        self.folder = folder  # what this server keeps beside its database
        self.engine = engine
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="goldenspike-read")
        self._slow_readers = ThreadPoolExecutor(1, thread_name_prefix="goldenspike-slow-read")
        self.observe_read: Callable[[float], None] = lambda waited: None  # told how long each read has waited
        self.observe_write: Callable[[float], None] = lambda waited: (
            None
        )  # and each commit: how long since the first write in it
        self.commits = 0
        self.written = 0
        self.failures = 0
        self.halted = ""  # why nothing is acknowledged any more, until somebody has looked after it
        self.failing = ""  # why the last commit failed
        self.damaged = ""  # what was found wrong with the database
        self.synced_at = time.monotonic()  # the last time something reached the disk
        self._closed = False
        self._connection: Connection | None = None  # the writer's own connection
        self._writer = threading.Thread(target=self._write_all, name="goldenspike-write", daemon=True)
        self._writer.start()

    # ------------------------------------------------------------ for the event loop
    async def read(self, work: Callable[[Connection], T], *, slow: bool = False) -> T:
        """Ask the database in a reader's thread; what takes long waits for others of its kind only."""
        readers = self._slow_readers if slow else self._readers
        return await asyncio.get_running_loop().run_in_executor(readers, self._read, work, time.perf_counter())

    def _read(self, work: Callable[[Connection], T], queued: float) -> T:
        self.observe_read(time.perf_counter() - queued)
        return self.read_now(work)

    def write(self, work: Rows | Callable[[Connection], T]) -> asyncio.Future[Any]:
        """Queue something for the writer; the future is done once it is durable."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        if self._closed:
            done.set_exception(StoreError("the table is closing down"))
        else:
            self._jobs.put(Job(work, done, loop))
        return done

    # ------------------------------------------------------------ for any thread
    def read_now(self, work: Callable[[Connection], T]) -> T:
        """Ask the database here and now."""
        try:
            with self.engine.connect() as connection:
                return work(connection)
        except DBAPIError as error:
            self._look_for_damage(error)
            raise StoreError(f"the table's database cannot be read now ({reason(error)})") from error

    def halt(self, reason: str) -> None:
        """Acknowledge nothing any more: whatever is written from now on could be lost."""
        if not self.halted:
            self.halted = reason
            log.error("nothing is stored any more: %s", reason)

    def close(self) -> None:
        """Write what was queued, then close the database."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._slow_readers.shutdown()
        self.engine.dispose()

    # ------------------------------------------------------------ what each database does in its own way
    @property
    @abstractmethod
    def place(self) -> str:
        """Where the database is, for people; without passwords."""

    @abstractmethod
    def missing(self) -> str:
        """What of the database is gone, found without asking it; empty if all is well."""

    @abstractmethod
    def examine(self) -> str:
        """Look through the whole database: what is wrong with it; empty if it is sound or cannot be asked now."""

    @abstractmethod
    def stored_bytes(self, connection: Connection) -> int:
        """How much is stored."""

    @abstractmethod
    async def erase_deleted(self) -> None:
        """See to it that nothing of what was deleted lies around in files of this server."""

    @abstractmethod
    def _transaction(self, jobs: list[Job]) -> None:
        """All of it in one commit, or an error and nothing of it. Jobs may also get errors of their own."""

    @abstractmethod
    def _look_for_damage(self, error: DBAPIError) -> None:
        """Note it if this error means that the database is damaged."""

    @abstractmethod
    def _reopened(self) -> None:
        """The writer goes on with a new connection."""

    # ------------------------------------------------------------ the writer
    def _write_all(self) -> None:
        last = False
        while not last:
            jobs: list[Job] = []
            job = self._jobs.get()
            while True:
                if job is None:
                    last = True
                    break
                jobs.append(job)
                if len(jobs) >= GROUP:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if jobs:
                self._group(jobs)
        if self._connection is not None:
            self._connection.close()

    def _group(self, jobs: list[Job]) -> None:
        """All in one commit; if one of them fails, each in a commit of its own."""
        error = self._commit(jobs)
        if error is not None and type(error) is not StoreError and len(jobs) > 1:
            for job in jobs:
                job.error = None
                job.error = self._commit([job]) or job.error
        elif error is not None:
            for job in jobs:
                job.error = error
        now = time.perf_counter()
        self.observe_write(now - jobs[0].queued)  # the one that has waited longest
        _finish_all(jobs)

    def _commit(self, jobs: list[Job]) -> Exception | None:
        if self.halted:
            return StoreError(f"nothing can be stored now ({self.halted})")
        try:
            self._transaction(jobs)
        except IntegrityError as error:
            return DuplicateRow(reason(error))
        except SQLAlchemyError as error:
            self.failures += 1
            self.failing = reason(error)
            if isinstance(error, DBAPIError):
                self._look_for_damage(error)
            log.error("commit failed: %s", error)
            self._recover()
            return StoreError(f"this could not be stored, so nothing was changed ({reason(error)})")
        except Exception as error:
            return error  # the work itself failed: its caller gets the error
        self.commits += 1
        self.written += len(jobs)
        self.failing, self.synced_at = "", time.monotonic()
        return None

    def _recover(self) -> None:
        """After a commit that failed: go on with the same connection if it is sound, else with a new one."""
        if self._connection is None:
            return
        try:
            self._connection.rollback()
        except SQLAlchemyError:
            self._drop_connection()

    def _drop_connection(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
            self._reopened()

    def _connected(self) -> Connection:
        """The connection of the writer."""
        if self._connection is None:
            self._connection = self.engine.connect()
        return self._connection


@dataclass
class Job:
    """Something that is to be written, and whoever waits for it."""

    work: Rows | Work
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    value: Any = None
    error: Exception | None = None
    queued: float = field(default_factory=time.perf_counter)

    def finish(self) -> None:
        if self.done.done():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.value)


def _finish_all(jobs: Sequence[Job]) -> None:
    """Wake each event loop once for all its jobs."""
    for loop in {job.loop for job in jobs}:
        mine = [job for job in jobs if job.loop is loop]
        try:
            loop.call_soon_threadsafe(_finish, mine)
        except RuntimeError:
            continue  # the loop is closed, and nobody waits any more


def _finish(jobs: Sequence[Job]) -> None:
    for job in jobs:
        job.finish()


def reason(error: SQLAlchemyError) -> str:
    """The cause of an error of the database, on one line."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split())[:200]
