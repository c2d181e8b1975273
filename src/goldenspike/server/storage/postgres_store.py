"""A PostgreSQL database that several servers share.

All that is waiting is committed at once, as in the embedded database: one transaction, ``synchronous_commit`` on. A
table's log rows go in only while this server owns the table: its row is updated where the epoch is ours, and what
belongs to a table of another server is left out of the commit (``NotOwner``). When the connection is lost in the middle
of a commit, PostgreSQL is asked what became of the transaction before anybody is told anything: each one leaves a mark.
"""

from __future__ import annotations

import itertools
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.types.string import StrBinaryDumper, StrDumper, StrDumperUnknown
from sqlalchemy import URL, Connection, Engine, Transaction, event
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.server.storage.migrations import NEWEST, known_steps, newer, runs_on, stands_at, upgrade
from goldenspike.server.storage.schema import claims
from goldenspike.server.storage.store import LOG_COLUMNS, Job, NotOwner, Rows, Store, StoreError, T, reason

OLDEST_SERVER = 14
CONNECT_S = 5
STATEMENT_MS = 30_000  # a statement that takes longer will not come back
IDLE_MS = 3_000  # a server that is frozen in the middle of a transaction holds rows no longer than this
MIGRATION_LOCK = 0x601D5B1CE  # whoever holds it may change the schema
TRIES = 3  # of a commit that stood in another server's way
ASK_AGAIN_S = 0.25  # while the database is away and it is not known whether a commit arrived

log = logging.getLogger("goldenspike.server")

_LOG_TYPES = ("text", "int", "text", "int", "text", "bigint", "text", "text", "bool", "bool", "text")
_LOG = ", ".join(f'"{name}"' for name in LOG_COLUMNS)
# The fence and the rows behind it in one statement: a row goes into the log if its table is ours.
_STORE_ROWS = f"""
WITH fenced AS (
    UPDATE tables AS t SET version = v.version, changed_ms = v.changed_ms, awaited = v.awaited
    FROM unnest(%b::bigint[], %b::int[], %b::int[], %b::text[], %b::bigint[])
        AS v(changed_ms, version, awaited, id, epoch)
    WHERE t.id = v.id AND t.epoch = v.epoch
    RETURNING t.id
), written AS (
    INSERT INTO log ({_LOG})
    SELECT l.* FROM unnest({", ".join(f"%b::{kind}[]" for kind in _LOG_TYPES)}) AS l({_LOG})
    WHERE l.table_id IN (SELECT id FROM fenced)
)
SELECT pg_current_xact_id()::text, array(SELECT id FROM fenced)
"""
# Which commit of this writer was the last. The number of a transaction alone would not tell: after a crash PostgreSQL
# gives the numbers of what was not yet on its disk to others.
MARK = "commits of "
MARK_DAYS = 7
_LEAVE_MARK = f"""
INSERT INTO claims (name, holder, until_ms)
VALUES (%b, %b, (extract(epoch FROM clock_timestamp()) * 1000)::bigint + {MARK_DAYS * 86_400_000})
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
"""
_FORGET_MARKS = f"""
DELETE FROM claims WHERE starts_with(name, '{MARK}') AND until_ms < extract(epoch FROM clock_timestamp()) * 1000
"""


class PostgresStore(Store):
    """A database by its URL; the folder holds what is this server's alone."""

    shared = True

    def __init__(self, database: str, folder: Path | str, *, readers: int = 2) -> None:
        self.url = read_url(database)
        self.database = database
        engine = make_engine(self.url, pool_size=readers + 3)
        try:
            update_shared_schema(engine, self.place)
        except BaseException:
            engine.dispose()
            raise
        # A read is one question and one answer: nobody opens a transaction for it.
        self._reading = engine.execution_options(isolation_level="AUTOCOMMIT")
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self._mark = f"{MARK}{secrets.token_hex(8)}"
        self._marks = map(str, itertools.count(1))
        with suppress(DBAPIError), engine.begin() as connection:
            connection.exec_driver_sql(_FORGET_MARKS)
        super().__init__(folder, engine, readers=readers)

    # ------------------------------------------------------------ reading
    def read_now(self, work: Callable[[Connection], T]) -> T:
        """Ask the database; a connection that was lost since it was last used is replaced."""
        for last in (False, True):
            try:
                with self._reading.connect() as connection:
                    return work(connection)
            except DBAPIError as error:
                if last or not error.connection_invalidated:
                    raise StoreError(f"the table's database cannot be read now ({reason(error)})") from error
        raise AssertionError

    @property
    def place(self) -> str:
        return self.url.set(drivername="postgresql").render_as_string(hide_password=True)

    def missing(self) -> str:
        return ""

    def examine(self) -> str:
        """PostgreSQL checks its pages itself, where its operator wants that (data checksums)."""
        return ""

    def stored_bytes(self, connection: Connection) -> int:
        return int(connection.scalar(sa.text("SELECT pg_database_size(current_database())")) or 0)

    async def erase_deleted(self) -> None:
        """What was deleted is gone once PostgreSQL has vacuumed its tables, which it does by itself."""

    def _look_for_damage(self, error: DBAPIError) -> None:
        """A damaged page is for whoever looks after PostgreSQL; its log says so."""

    def _reopened(self) -> None:
        """Nothing depends on which connection it is."""

    # ------------------------------------------------------------ the writer
    def _transaction(self, jobs: list[Job]) -> None:
        for tried in range(1, TRIES + 1):
            fresh = self._connection is None
            try:
                self._once(jobs)
                return
            except DBAPIError as error:
                lost = error.connection_invalidated and not fresh
                if tried == TRIES or not (lost or _in_the_way(error)):
                    raise
                # Nothing was committed: a new connection, or another moment, may be all it takes.
                self._drop_connection() if lost else self._recover()

    def _once(self, jobs: list[Job]) -> None:
        connection = self._connected()
        transaction = connection.begin()
        try:
            mark = next(self._marks)
            number = self._fill(connection, jobs, mark)
        except BaseException:
            with suppress(SQLAlchemyError):
                transaction.rollback()
            raise
        self._finish(transaction, mark, number, _raw(connection).info.backend_pid)

    def _fill(self, connection: Connection, jobs: list[Job], mark: str) -> str:
        """Everything that is to be committed, without what belongs to other servers; the transaction's number."""
        for job in jobs:
            job.error = None
        with _as_sqlalchemy_errors(connection):
            number = self._store_rows(connection, [job for job in jobs if isinstance(job.work, Rows)], mark)
        for job in jobs:
            if not isinstance(job.work, Rows):
                job.value = job.work(connection)
        for job in jobs:
            if isinstance(job.work, Rows) and job.error is None:
                for more in job.work.more:
                    more(connection)
        return number

    def _store_rows(self, connection: Connection, jobs: list[Job], mark: str) -> str:
        """The log rows of all tables that are ours. It goes out together with the beginning of the transaction."""
        raw = _raw(connection)
        if not jobs:
            with raw.pipeline():
                raw.execute(_LEAVE_MARK, [self._mark, mark], prepare=True)
                asked = raw.execute("SELECT pg_current_xact_id()::text")
            row = asked.fetchone()
            assert row is not None
            return str(row[0])
        heads: dict[str, tuple[Any, ...]] = {}
        rows: list[tuple[Any, ...]] = []
        for job in jobs:
            assert isinstance(job.work, Rows)
            heads[job.work.header[3]] = (*job.work.header, job.work.epoch)
            rows += job.work.log
        # In the order of their names: two servers hardly ever wait for each other crosswise.
        first = sorted(heads.values(), key=lambda head: str(head[3]))
        values = [list(column) for part in (first, rows) for column in zip(*part, strict=True)]
        with raw.pipeline():
            raw.execute(_LEAVE_MARK, [self._mark, mark], prepare=True)
            asked = raw.execute(_STORE_ROWS, values, prepare=True)
        row = asked.fetchone()
        assert row is not None
        ours = set(row[1])
        for job in jobs:
            assert isinstance(job.work, Rows)
            if job.work.header[3] not in ours:
                job.error = NotOwner("another server plays this table by now, so nothing was changed; try again")
        return str(row[0])

    def _finish(self, transaction: Transaction, mark: str, number: str, backend: int) -> None:
        """Commit; if the connection is lost meanwhile, find out whether it was."""
        try:
            transaction.commit()
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            self._drop_connection()
            log.warning("the connection to %s was lost in a commit; asking what became of it", self.place)
            if not self._arrived(mark, number, backend):
                raise StoreError(f"this could not be stored, so nothing was changed ({reason(error)})") from error

    def _arrived(self, mark: str, number: str, backend: int) -> bool:
        """Was this transaction committed? Asked until the database answers."""
        while True:
            try:
                with self._reading.connect() as connection:
                    if not _under_way(connection, number, backend):
                        found = connection.scalar(sa.select(claims.c.holder).where(claims.c.name == self._mark))
                        log.warning("the commit that was in doubt %s", "arrived" if found == mark else "did not arrive")
                        return bool(found == mark)
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", "") == "22023":
                    return False  # a database that has never seen it
            if self._closed:
                raise StoreError("the database went away; it is not known whether this was stored")
            time.sleep(ASK_AGAIN_S)


def _under_way(connection: Connection, number: str, backend: int) -> bool:
    """Does a transaction of this number still run? If its server process waits for us, who have gone, it is ended."""
    asked = {"number": number, "pid": backend}
    if connection.scalar(sa.text("SELECT pg_xact_status(CAST(:number AS xid8))"), asked) != "in progress":
        return False
    end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid AND backend_xid = "
    connection.execute(sa.text(f"{end}CAST(CAST(:number AS xid8) AS xid)"), asked)
    return True


# ------------------------------------------------------------------ connections
def read_url(database: str) -> URL:
    """A database as people write it."""
    try:
        url = sa.make_url(database)
    except sa.exc.ArgumentError:
        raise BadOption("a database is named like postgresql://user:password@host/name") from None
    if url.drivername not in {"postgresql", "postgres", "postgresql+psycopg"} or not url.database:
        raise BadOption("a database is named like postgresql://user:password@host/name")
    return url.set(drivername="postgresql+psycopg")


def make_engine(url: URL, *, pool_size: int = 2, statement_ms: int = STATEMENT_MS, idle_ms: int = IDLE_MS) -> Engine:
    """Connections that notice when the other side is gone."""
    engine = sa.create_engine(
        url,
        pool_size=pool_size,
        max_overflow=2,
        pool_timeout=CONNECT_S,
        connect_args={
            "connect_timeout": CONNECT_S,
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
            "tcp_user_timeout": 10_000,
            "application_name": "goldenspike",
        },
    )

    @event.listens_for(engine, "connect")
    def connected(raw: psycopg.Connection[Any], record: Any) -> None:
        for dumper in (_Words, _BinaryWords, _UnknownWords):
            raw.adapters.register_dumper(str, dumper)
        before, raw.autocommit = raw.autocommit, True
        raw.execute(
            f"SET statement_timeout = {statement_ms}; SET idle_in_transaction_session_timeout = {idle_ms};"
            " SET default_transaction_isolation = 'read committed';"
            # Whoever wants to wait for standby servers as well may; less than this disk is not enough.
            " SELECT set_config('synchronous_commit', 'on', false)"
            " WHERE current_setting('synchronous_commit') IN ('off', 'local')"
        )
        raw.autocommit = before

    return engine


class _Words(StrDumper):
    """PostgreSQL keeps every character but NUL: a sign that says so takes its place."""

    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)


class _BinaryWords(StrBinaryDumper):
    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)


class _UnknownWords(StrDumperUnknown):
    def dump(self, obj: str) -> Any:
        return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)


def _raw(connection: Connection) -> psycopg.Connection[Any]:
    raw = connection.connection.driver_connection
    assert isinstance(raw, psycopg.Connection)
    return raw


@contextmanager
def _as_sqlalchemy_errors(connection: Connection) -> Iterator[None]:
    """Errors of the driver as everybody here expects them; a connection that is lost is not used again."""
    try:
        yield
    except psycopg.Error as error:
        lost = bool(_raw(connection).closed)
        if lost:
            connection.invalidate(error)
        raise DBAPIError.instance(
            "", {}, error, psycopg.Error, connection_invalidated=lost, dialect=connection.dialect
        ) from error


def _in_the_way(error: DBAPIError) -> bool:
    """Did two transactions wait for each other, so that one was given up?"""
    return getattr(error.orig, "sqlstate", "") in {"40P01", "40001"}


# ------------------------------------------------------------------ the schema
def update_shared_schema(engine: Engine, place: str) -> None:
    """Bring the database to the newest schema, whoever comes first; the others wait and find it done."""
    try:
        with engine.begin() as connection:
            _check_server(connection)
            if stands_at(connection) == NEWEST:
                return
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
            now = stands_at(connection)
            if now is not None and now not in known_steps():
                if not runs_on(connection):
                    raise BadFile(newer(now))
                return
            upgrade(connection)
    except OperationalError as error:
        raise BadFile(f"the database {place} cannot be reached: {reason(error)}") from None
    except DBAPIError as error:
        raise BadFile(f"tables cannot be kept in {place}: {reason(error)}") from None


def _check_server(connection: Connection) -> None:
    """Is this a database that can hold our tables?"""
    version = int(connection.exec_driver_sql("SHOW server_version_num").scalar() or 0) // 10_000
    if version < OLDEST_SERVER:
        raise BadFile(f"PostgreSQL {OLDEST_SERVER} or newer is needed; this is version {version}")
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding != "UTF8":
        raise BadFile(
            f"the database must be in UTF8, and is in {encoding}: createdb --encoding=UTF8 --template=template0"
        )
