"""Backups while people play, restoring them, and replaying every table on today's rules."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.engine.errors import BadFile, BadOption, GoldenSpikeError
from goldenspike.server.storage import schema
from goldenspike.server.storage.migrations import upgrade
from goldenspike.server.storage.store import FILE
from goldenspike.server.storage.table_record import (
    LogRow,
    TableHeader,
    Unplayable,
    catch_up,
    opening_match,
    read_rows,
    setting_of,
)

LOCK = "serving.lock"


# ------------------------------------------------------------------ one server per folder
class FolderInUse(BadOption):
    """Another server works on this folder."""


class FolderLock:
    """Held by the one server that writes to a folder; the system releases it when the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._held = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None, check_same_thread=False)
            self._held.execute("PRAGMA journal_mode=DELETE")
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise FolderInUse(f"another server is at work on {folder}; stop it first") from None
            raise BadFile(f"cannot work in {folder}: {error}") from None
        except (OSError, sqlite3.Error) as error:
            raise BadFile(f"cannot work in {folder}: {_why(error)}") from None

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._held.rollback()
        self._held.close()


# ------------------------------------------------------------------ checking
@dataclass
class Report:
    """What a check found."""

    tables: int = 0
    moves: int = 0
    broken: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)  # table -> state at the end of its record

    def __str__(self) -> str:
        line = f"{self.tables} tables, {self.moves} moves replayed"
        if not self.broken:
            return f"{line}: all well"
        return f"{line}: {len(self.broken)} do not replay; " + "; ".join(
            f"{table}: {why}" for table, why in list(self.broken.items())[:20]
        )


def check(path: Path) -> Report:
    """Replay every table of a database from its first move, without snapshots, and compare every state on the way.

    A copy is read, upgraded to the newest schema, so that databases of older releases are checked as well.
    """
    report = Report()
    if not path.is_file():
        raise BadFile(f"there is no database {path}")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / FILE
        try:
            _copy(path, copy)
            _examine(copy, path)
            for header, rows in _records(copy):
                _check_one(report, header, rows)
        except (OSError, sqlite3.Error, sa.exc.DatabaseError) as error:
            raise BadFile(f"{path} is no database of a table ({_why(error)})") from None
    return report


def _check_one(report: Report, header: TableHeader, rows: list[LogRow]) -> None:
    report.tables += 1
    report.moves += sum(row.kind == "move" for row in rows)
    try:
        report.hashes[header.id] = replay(header, rows)
    except (Unplayable, GoldenSpikeError) as error:
        report.broken[header.id] = str(error)


def replay(header: TableHeader, rows: list[LogRow]) -> str:
    """The state at the end of a record; BadFile if a row led elsewhere than it did when it was written."""
    if not any(row.kind == "start" for row in rows):
        return ""
    match = opening_match(header, setting_of(header))
    past: list[tuple[int, bytes]] = []
    for row in rows:
        if row.kind == "move":
            past.append((row.seq, match.s.to_bytes()))
            match.replay(row.text, row.seq)
            match.log.clear()
        elif row.kind == "undo":
            match.s = match.game.state.from_bytes(past.pop()[1])
        elif row.kind == "rewind":
            to = int((row.data or {})["to"])
            while past and past[-1][0] > to:
                match.s = match.game.state.from_bytes(past.pop()[1])
        else:
            catch_up(match, (row,))
        if row.hash and row.hash != match.hash:
            raise BadFile(f"entry {row.seq} ({row.kind}) leads to state {match.hash}; its record says {row.hash}")
    return match.hash


def _records(path: Path) -> Iterator[tuple[TableHeader, list[LogRow]]]:
    engine = sa.create_engine(f"sqlite:///{path}")
    try:
        with engine.begin() as connection:
            upgrade(connection)
        with engine.connect() as connection:
            yield from _each(connection)
    finally:
        engine.dispose()


def _each(connection: Connection) -> Iterator[tuple[TableHeader, list[LogRow]]]:
    for table in connection.execute(sa.select(schema.tables.c.id).order_by(schema.tables.c.id)).scalars().all():
        header = TableHeader.read(connection, table)
        if header is not None:
            yield header, read_rows(connection, table)


# ------------------------------------------------------------------ copying
def backup(folder: Path, target: Path) -> Report:
    """A whole copy of the database while it is in use, checked before it gets its name."""
    source = folder / FILE
    if not source.is_file():
        raise BadFile(f"there is no table to back up in {folder}")
    if target.exists() and target.resolve() == source.resolve():
        raise BadFile("a backup needs a file of its own")
    part = target.with_name(f"{target.name}.part")
    try:
        _copy(source, part)
        report = check(part)
        os.replace(part, target)
    except (OSError, sqlite3.Error) as error:
        raise BadFile(f"cannot write {target}: {_why(error)}") from None
    finally:
        part.unlink(missing_ok=True)
    return report


def restore(folder: Path, source: Path) -> tuple[Report, Path | None]:
    """Put a backup in the place of the database; what was there is kept beside it. Nothing may serve meanwhile."""
    report = check(source)
    lock = FolderLock(folder)
    target = folder / FILE
    part = folder / f"{FILE}.part"
    kept: Path | None = None
    try:
        _copy(source, part)
        if target.exists():
            kept = folder / f"{FILE}.before-{time.strftime('%Y%m%d-%H%M%S')}"
            _copy(target, kept)  # a copy includes what is still in the write-ahead log
        for rest in (f"{FILE}-wal", f"{FILE}-shm"):
            (folder / rest).unlink(missing_ok=True)
        os.replace(part, target)
    except (OSError, sqlite3.Error) as error:
        raise BadFile(f"cannot restore into {folder}: {_why(error)}") from None
    finally:
        part.unlink(missing_ok=True)
        lock.close()
    return report, kept


def _copy(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        os.chmod(target, 0o600)  # it holds the seeds of running games
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")
    _sync(target)


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _examine(path: Path, named: Path) -> None:
    """Is this file undamaged, and one of our databases?"""
    with closing(sqlite3.connect(path)) as database:
        health = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
        known = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    if health != "ok":
        raise BadFile(f"{named} is damaged ({health})")
    if not {"tables", "log", "alembic_version"} <= known:
        raise BadFile(f"{named} is no backup of a table")


def _why(error: Exception) -> str:
    cause = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
    return " ".join(str(cause).split())[:200]
