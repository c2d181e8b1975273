"""From one database to another: ``goldenspike move-database``, and backups of a database that several servers share.

Between any two databases lies a backup file, which is SQLite's own format: a backup of one can be restored to another.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Table
from sqlalchemy.exc import SQLAlchemyError

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.server.storage import schema
from goldenspike.server.storage.copies import copy_database, examine, sync, sync_folder
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.databases import is_shared, shared_engine
from goldenspike.server.storage.folder_lock import FolderLock, why
from goldenspike.server.storage.leases import live_nodes
from goldenspike.server.storage.migrations import RUNS_FROM_NAME, upgrade
from goldenspike.server.storage.replay_check import Report, records, replay_database, upgraded_copy

AT_ONCE = 2000  # rows
TELL_S = 2.0
PART = ".moving"
# What belongs to the servers of a database and not to its tables.
SERVERS = {schema.nodes.name, schema.claims.name}
COPIED = [table for table in schema.metadata.sorted_tables if table.name not in SERVERS]
Tell = Callable[[str], None]
Write = Callable[[Sequence[dict[str, Any]]], object]


@dataclass
class Moved:
    """What came over."""

    source: str
    target: str
    report: Report
    rows: int
    there: bool = False  # everything was there already

    def __str__(self) -> str:
        if self.there:
            return f"{self.target} has everything of {self.source} already: {self.report}"
        return f"{self.source} is in {self.target} now ({self.rows} rows): {self.report}"


def move_database(source: str, target: str, tell: Tell = lambda line: None) -> Moved:
    """Bring everything over, and replay every table where it is now. The source is only read.

    Until all of it is there, the target has nothing of it; so it can simply be asked for again.
    """
    if is_shared(target) == is_shared(source) and _same(source, target):
        raise BadOption("a database cannot be moved to where it is")
    with unused(source), local_copy(source, tell) as copy:
        before = {one.table: one.record for one in records(copy)}
        with unused(target):
            if has_data(target):
                if not _is_there(target, before):
                    raise BadOption(f"{_named(target)} has other tables already; move to an empty one")
                return Moved(_named(source), _named(target), replay_target(target), 0, there=True)
            rows = _put(copy, target, before, tell)
        tell("replaying every table")
        report = replay_target(target)
    if report.broken:
        raise BadFile(f"{_named(target)} has everything, but {report}")
    return Moved(_named(source), _named(target), report, rows)


def replay_target(database: str) -> Report:
    """Replay every table of a database where it is."""
    return replay_database(database if is_shared(database) else Path(database) / FILE)


def _put(copy: Path, target: str, before: dict[str, str], tell: Tell) -> int:
    if is_shared(target):
        return import_database(copy, target, tell, expected=before)
    folder = Path(target)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = folder / f"{FILE}{PART}"
    try:
        copy_database(copy, part)
        examine(part, copy)
        if {one.table: one.record for one in records(part)} != before:
            raise BadFile(f"what was written to {folder} is not what was read")
        part.rename(folder / FILE)
        sync_folder(folder)
    except OSError as error:
        raise BadFile(f"cannot write to {folder}: {why(error)}") from None
    finally:
        part.unlink(missing_ok=True)
    return sum(_counted(copy).values())


# ------------------------------------------------------------------ either database as a file
@contextmanager
def local_copy(database: str | Path, tell: Tell = lambda line: None) -> Iterator[Path]:
    """Everything that is in a database in one moment, as a file with the newest schema, for as long as it is needed."""
    if isinstance(database, str) and is_shared(database):
        with tempfile.TemporaryDirectory(prefix="goldenspike-move-") as place:
            copy = Path(place) / FILE
            export_database(database, copy, tell)
            yield copy
        return
    path = Path(database)
    path = path / FILE if path.is_dir() else path
    if not path.is_file():
        raise BadFile(f"there is no database {path}")
    with upgraded_copy(path) as copy:
        yield copy


def export_database(database: str, file: Path, tell: Tell = lambda line: None) -> int:
    """Write everything that is in a shared database in one moment into a backup file; how many rows."""
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)  # it holds the seeds of running games
    target = sa.create_engine(f"sqlite:///{file}")
    try:
        with shared_engine(database) as source, source.connect() as old:
            old = old.execution_options(isolation_level="REPEATABLE READ", stream_results=True, yield_per=AT_ONCE)
            with target.begin() as new:
                upgrade(new)
            with target.begin() as new:
                new.execute(sa.delete(schema.settings))
                rows = sum(_copy(old, table, _inserting(new, table), tell) for table in COPIED)
                new.execute(sa.delete(schema.settings).where(schema.settings.c.name == RUNS_FROM_NAME))
    except SQLAlchemyError as error:
        raise BadFile(f"cannot copy {_named(database)}: {why(error)}") from None
    finally:
        target.dispose()
    sync(file)
    return rows


def _inserting(connection: Connection, table: Table) -> Write:
    return lambda rows: connection.execute(sa.insert(table), rows)


def import_database(
    file: Path,
    database: str,
    tell: Tell = lambda line: None,
    *,
    expected: dict[str, str] | None = None,
    replace: bool = False,
) -> int:
    """Write everything of a backup file into a shared database, all at once or nothing; how many rows."""
    source = sa.create_engine(f"sqlite:///{file}")
    try:
        with shared_engine(database) as target, source.connect() as old, target.begin() as new:
            new.exec_driver_sql("SET LOCAL statement_timeout = 0")
            if replace:
                names = ", ".join(table.name for table in COPIED)
                new.exec_driver_sql(f"TRUNCATE {names}")
            kept = new.execute(sa.select(schema.settings).where(schema.settings.c.name == RUNS_FROM_NAME)).first()
            new.execute(sa.delete(schema.settings))
            rows = sum(_copy(old, table, _streaming(new, table), tell) for table in COPIED)
            if kept is not None:
                new.execute(sa.insert(schema.settings), dict(kept._mapping))
            for table in COPIED:
                _count_on(new, table)
            if expected is not None and {one.table: one.record for one in records(new)} != expected:
                raise BadFile(f"what was written to {_named(database)} is not what was read; nothing was changed")
    except SQLAlchemyError as error:
        raise BadFile(f"cannot write to {_named(database)}: {why(error)}") from None
    finally:
        source.dispose()
    return rows


def _streaming(connection: Connection, table: Table) -> Write:
    names = [column.name for column in table.columns]
    columns = ", ".join(f'"{name}"' for name in names)
    raw: Any = connection.connection.driver_connection

    def write(rows: Sequence[dict[str, Any]]) -> None:
        with raw.cursor() as cursor, cursor.copy(f'COPY "{table.name}" ({columns}) FROM STDIN') as copying:
            for row in rows:
                copying.write_row([row[name] for name in names])

    return write


def _copy(old: Connection, table: Table, write: Write, tell: Tell) -> int:
    """All rows of a table; how many."""
    total = int(old.scalar(sa.select(sa.func.count()).select_from(table)) or 0)
    done, told = 0, time.monotonic()
    for rows in old.execute(sa.select(table)).mappings().partitions(AT_ONCE):
        write([_free(table, dict(row)) for row in rows])
        done += len(rows)
        if time.monotonic() - told > TELL_S:
            told = time.monotonic()
            tell(f"{table.name}: {done} of {total}")
    if total:
        tell(f"{table.name}: {done} rows")
    return done


def _free(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """No server of the old database plays a table of the new one."""
    return {**row, "owner": None, "epoch": 0} if table is schema.tables else row


def _count_on(connection: Connection, table: Table) -> None:
    """New rows get numbers after those that came over."""
    column = table.autoincrement_column
    if column is None or not isinstance(column.type, sa.Integer):
        return
    sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
    if connection.scalar(sa.select(sequence)) is None:
        return
    last = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
    connection.execute(sa.select(sa.func.setval(sequence, last, sa.false())))


# ------------------------------------------------------------------ looking
def has_data(database: str) -> bool:
    """Does anybody have something here?"""
    if not is_shared(database):
        return (Path(database) / FILE).exists()
    with shared_engine(database) as engine, engine.connect() as connection:
        kinds = (schema.tables, schema.accounts, schema.sessions, schema.admin_actions, schema.bans)
        return any(connection.execute(sa.select(kind).limit(1)).first() is not None for kind in kinds)


def _is_there(database: str, before: dict[str, str]) -> bool:
    place = database if is_shared(database) else Path(database) / FILE
    return {one.table: one.record for one in records(place)} == before


@contextmanager
def unused(database: str) -> Iterator[None]:
    """BadOption where a server plays on it: what is stored meanwhile would be lost."""
    if is_shared(database):
        with shared_engine(database) as engine, engine.connect() as connection:
            servers = live_nodes(connection)
        if servers:
            raise BadOption(f"{len(servers)} servers work on {_named(database)}; stop them first")
        yield
    elif Path(database).is_file():
        yield  # a backup
    else:
        with closing(FolderLock(Path(database))):
            yield


def _counted(file: Path) -> dict[str, int]:
    engine = sa.create_engine(f"sqlite:///{file}")
    try:
        with engine.connect() as connection:
            counts = {t.name: connection.scalar(sa.select(sa.func.count()).select_from(t)) for t in COPIED}
            return {name: int(count or 0) for name, count in counts.items()}
    finally:
        engine.dispose()


def _same(one: str, other: str) -> bool:
    return one == other if is_shared(one) else Path(one).resolve() == Path(other).resolve()


def _named(database: str) -> str:
    """A database for people; without its password."""
    return sa.make_url(database).render_as_string(hide_password=True) if is_shared(database) else database
