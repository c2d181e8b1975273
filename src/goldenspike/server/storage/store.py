"""The database: one writer thread commits for all tables at once (group commit), readers never wait for it.

What ``write`` returned is on the disk: SQLite in WAL mode with synchronous=FULL has synced it.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from goldenspike.server.storage import schema
from goldenspike.server.storage.database_files import DatabaseFiles, FilesGone
from goldenspike.server.storage.schema_update import update_schema

T = TypeVar("T")
Work = Callable[[Connection], Any]
FILE = "table.sqlite3"
GROUP = 256
WRITERS_WAIT_MS = 10_000
WAL_PAGES = 4000  # many moves touch the same pages: checkpoints are rare

log = logging.getLogger("goldenspike.server")


class StoreError(Exception):
    """What should be stored could not be written; nothing of it was."""


class DuplicateRow(StoreError):
    """A row of the same key is there already."""


@dataclass
class Rows:
    """What one step of a table adds to the log, and how its header row changes."""

    log: list[tuple[Any, ...]]  # in the order of LOG_COLUMNS
    header: tuple[int, int, int, str]  # changed_ms, version, awaited, table id
    more: list[Work] = field(default_factory=list)


LOG_COLUMNS = ("table_id", "seq", "kind", "seat", "move_id", "at_ms", "text", "data", "sealed", "final", "hash")


class Store:
    """One database with one writer thread."""

    def __init__(self, folder: Path | str, *, readers: int = 2) -> None:
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path = self.folder / FILE
        self.engine = _engine(self.path)
        update_schema(self.path, self.engine)
        self._insert = _positional(self.engine, sa.insert(schema.log), LOG_COLUMNS)
        heads = sa.update(schema.tables).where(schema.tables.c.id == sa.bindparam("which"))
        head_values: dict[str, Any] = {name: sa.bindparam(name) for name in ("version", "changed_ms", "awaited")}
        self._head = str(heads.values(head_values).compile(self.engine))
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="goldenspike-read")
        self._slow_readers = ThreadPoolExecutor(1, thread_name_prefix="goldenspike-slow-read")
        self.observe_read: Callable[[float], None] = lambda waited: None  # told how long each read has waited
        self.observe_write: Callable[[float], None] = lambda waited: None  # and each write, until it was on the disk
        self.commits = 0
        self.written = 0
        self.failures = 0
        self.files = DatabaseFiles(self.path)
        self.halted = ""  # why nothing is acknowledged any more, until somebody has looked after the files
        self.failing = ""  # why the last commit failed
        self.damaged = ""  # what SQLite found wrong with the file
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
        """Queue something for the writer; the future is done once it is on the disk."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        if self._closed:
            done.set_exception(StoreError("the table is closing down"))
        else:
            self._jobs.put(_Job(work, done, loop))
        return done

    # ------------------------------------------------------------ for any thread
    def read_now(self, work: Callable[[Connection], T]) -> T:
        try:
            with self.engine.connect() as connection:
                return work(connection)
        except DBAPIError as error:
            self._look_for_damage(error)
            raise StoreError(f"the table's database cannot be read now ({_reason(error)})") from error

    def halt(self, reason: str) -> None:
        """Acknowledge nothing any more: whatever is written from now on could be lost."""
        if not self.halted:
            self.halted = reason
            log.error("nothing is stored any more: %s", reason)

    def _look_for_damage(self, error: DBAPIError) -> None:
        if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
            self.damaged = _reason(error)

    def close(self) -> None:
        """Write what was queued, then close the file."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._slow_readers.shutdown()
        self.engine.dispose()

    # ------------------------------------------------------------ the writer
    def _write_all(self) -> None:
        last = False
        while not last:
            jobs: list[_Job] = []
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

    def _group(self, jobs: list[_Job]) -> None:
        """All in one commit; if one of them fails, each in a commit of its own."""
        error = self._commit(jobs)
        if error is not None and type(error) is not StoreError and len(jobs) > 1:
            for job in jobs:
                job.error = self._commit([job])
        else:
            for job in jobs:
                job.error = error
        now = time.perf_counter()
        for job in jobs:
            self.observe_write(now - job.queued)
        _finish_all(jobs)

    def _commit(self, jobs: list[_Job]) -> Exception | None:
        if self.halted:
            return StoreError(f"nothing can be stored now ({self.halted})")
        try:
            if self._connection is None:
                self._connection = self.engine.connect()
            with self._connection.begin():
                self._apply(self._connection, jobs)
                self.files.check()
            self.files.check()
        except FilesGone as gone:
            self._rescue(str(gone))
            return StoreError(f"nothing can be stored now ({gone})")
        except IntegrityError as error:
            return DuplicateRow(_reason(error))
        except SQLAlchemyError as error:
            self.failures += 1
            self.failing = _reason(error)
            if isinstance(error, DBAPIError):
                self._look_for_damage(error)
            log.error("commit failed: %s", error)
            self._recover()
            return StoreError(f"this could not be stored, so nothing was changed ({_reason(error)})")
        except Exception as error:
            return error  # the work itself failed: its caller gets the error
        self.commits += 1
        self.written += len(jobs)
        self.failing, self.synced_at = "", time.monotonic()
        return None

    def _rescue(self, gone: str) -> None:
        """What goes into files that nobody sees any more is not stored; what was stored before is saved from them."""
        self.failures += 1
        saved = ""
        try:
            assert self._connection is not None
            raw = self._connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            saved = f"; what was stored is saved in {self.files.rescue(raw)}"
            self._connection.rollback()
        except (OSError, sqlite3.Error, SQLAlchemyError) as error:
            log.error("what was stored could not be saved elsewhere: %s", error)
        self.halt(f"{gone}{saved}; stop the server, restore that file or a backup, start again")

    def _recover(self) -> None:
        """After a commit that failed: go on with the same connection if it is sound, else with a new one."""
        if self._connection is None:
            return
        try:
            self._connection.rollback()
        except SQLAlchemyError:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
            self.files.reopened()

    def _apply(self, connection: Connection, jobs: list[_Job]) -> None:
        rows: list[tuple[Any, ...]] = []
        heads: list[tuple[int, int, int, str]] = []
        for job in jobs:
            if isinstance(job.work, Rows):
                rows += job.work.log
                heads.append(job.work.header)
            else:
                job.value = job.work(connection)
        if rows:
            connection.exec_driver_sql(self._insert, rows)
        if heads:
            connection.exec_driver_sql(self._head, heads)
        for job in jobs:
            if isinstance(job.work, Rows):
                for more in job.work.more:
                    more(connection)


@dataclass
class _Job:
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


def _finish_all(jobs: Sequence[_Job]) -> None:
    """Wake each event loop once for all its jobs."""
    for loop in {job.loop for job in jobs}:
        mine = [job for job in jobs if job.loop is loop]
        try:
            loop.call_soon_threadsafe(_finish, mine)
        except RuntimeError:
            continue  # the loop is closed, and nobody waits any more


def _finish(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        job.finish()


def _engine(path: Path) -> Engine:
    engine = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": WRITERS_WAIT_MS / 1000})

    @event.listens_for(engine, "connect")
    def connected(raw: sqlite3.Connection, record: Any) -> None:
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",
            f"wal_autocheckpoint={WAL_PAGES}",
        ):
            raw.execute(f"PRAGMA {pragma}")

    return engine


def _positional(engine: Engine, statement: sa.Insert, columns: Sequence[str]) -> str:
    """An insert as SQL with its columns in a fixed order."""
    return str(statement.values({name: sa.bindparam(name) for name in columns}).compile(engine, column_keys=columns))


def _reason(error: SQLAlchemyError) -> str:
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split())[:200]
