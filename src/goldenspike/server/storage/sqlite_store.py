"""The database of a server on its own: one SQLite file in the data folder.

SQLite in WAL mode with synchronous=FULL has synced what was committed. The file is this server's alone: whether it is
still there is checked with every commit, whether it is sound from time to time.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from goldenspike.server.storage import schema
from goldenspike.server.storage.database_files import FILE, DatabaseFiles, FilesGone
from goldenspike.server.storage.schema_update import update_schema
from goldenspike.server.storage.store import LOG_COLUMNS, Job, Rows, Store, StoreError

WRITERS_WAIT_MS = 10_000
WAL_PAGES = 4000  # many moves touch the same pages: checkpoints are rare

log = logging.getLogger("goldenspike.server")


class SqliteStore(Store):
    """A file in a data folder."""

    def __init__(self, folder: Path | str, *, readers: int = 2) -> None:
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        engine = _engine(self.path)
        update_schema(self.path, engine)
        self._insert = _positional(engine, sa.insert(schema.log), LOG_COLUMNS)
        heads = sa.update(schema.tables).where(schema.tables.c.id == sa.bindparam("which"))
        head_values: dict[str, Any] = {name: sa.bindparam(name) for name in ("version", "changed_ms", "awaited")}
        self._head = str(heads.values(head_values).compile(engine))
        self.files = DatabaseFiles(self.path)
        super().__init__(folder, engine, readers=readers)

    @property
    def place(self) -> str:
        return str(self.path)

    def missing(self) -> str:
        return self.files.missing()

    def examine(self) -> str:
        """Read every page of the database; where it is damaged, nothing is acknowledged any more."""
        try:
            told = self._quick_check()
        except sqlite3.OperationalError as error:
            return " ".join(str(error).split())
        except sqlite3.DatabaseError as error:
            told = " ".join(str(error).split())
        if told != "ok":
            self.halt(f"the database is damaged ({told}); restore a backup")
            return told
        return ""

    def _quick_check(self) -> str:
        # A connection of its own: others may still remember pages as they were before they were damaged.
        with closing(sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            return " ".join(str(database.execute("PRAGMA quick_check(1)").fetchone()[0]).split())[:200]

    def stored_bytes(self, connection: Connection) -> int:
        """The size of the database without its free pages: those are used again."""
        pages, free, size = (
            int(connection.exec_driver_sql(f"PRAGMA {name}").scalar() or 0)
            for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size

    async def erase_deleted(self) -> None:
        """Deleted rows are overwritten at once, but not in the write-ahead log."""
        await self.read(lambda c: c.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all())

    # ------------------------------------------------------------ the writer
    def _transaction(self, jobs: list[Job]) -> None:
        connection = self._connected()
        try:
            with connection.begin():
                self._apply(connection, jobs)
                self.files.check()
            self.files.check()
        except FilesGone as gone:
            self._rescue(str(gone))
            raise StoreError(f"nothing can be stored now ({gone})") from None

    def _apply(self, connection: Connection, jobs: list[Job]) -> None:
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

    def _look_for_damage(self, error: DBAPIError) -> None:
        if getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
            self.damaged = " ".join(str(error.orig).split())[:200]

    def _reopened(self) -> None:
        self.files.reopened()


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
