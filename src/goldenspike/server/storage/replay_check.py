"""Replaying every table of a database from its first move, and comparing every state on the way.

A replay takes a third of a millisecond for each move, so the work is shared by all cores, and a backup remembers the
tables that it found well: as long as neither a table's record nor the code of the games changes, so does its replay.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

import goldenspike as gs
from goldenspike.engine.errors import BadFile, GoldenSpikeError
from goldenspike.engine.match import Match
from goldenspike.engine.state_record import digest
from goldenspike.server.storage.copies import COPYING, copy_database, examine
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.databases import shared_engine
from goldenspike.server.storage.folder_lock import why
from goldenspike.server.storage.migrations import upgrade
from goldenspike.server.storage.table_record import (
    LogRow,
    TableHeader,
    Unplayable,
    catch_up,
    opening_match,
    read_rows,
    setting_of,
)

ALONE = 4000  # moves that one process replays in about the time in which others start
MOST_PROCESSES = 8
AT_A_TIME = 40  # tables
REMEMBERED = "replayed.json"
Database = Path | str  # a file, or the URL of a shared database


@dataclass
class Standing:
    """Where a table stands at the end of its record, and why it does not get there, if it does not."""

    table: str
    moves: int
    status: str = ""
    hash: str = ""
    why: str = ""
    record: str = ""  # digest of everything the replay depends on
    options: dict[str, Any] = field(default_factory=dict)  # the rulings it is played by
    legal: str = ""  # digest of what the awaited seats may do next


@dataclass
class Report:
    """What a check found."""

    tables: int = 0
    moves: int = 0
    replayed: int = 0  # tables; the others are known from before
    broken: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)  # table -> state at the end of its record
    standings: dict[str, Standing] = field(default_factory=dict)

    def add(self, one: Standing) -> None:
        self.tables += 1
        self.moves += one.moves
        self.standings[one.table] = one
        if one.why:
            self.broken[one.table] = one.why
        else:
            self.hashes[one.table] = one.hash

    def __str__(self) -> str:
        line = f"{self.tables} tables, {self.moves} moves replayed"
        if self.replayed < self.tables:
            line += f" (of {self.tables - self.replayed} tables at an earlier backup)"
        if not self.broken:
            return f"{line}: all well"
        return f"{line}: {len(self.broken)} do not replay; " + "; ".join(
            f"{table}: {why}" for table, why in list(self.broken.items())[:20]
        )


# ------------------------------------------------------------------ a whole database
def check(path: Path, *, details: bool = False) -> Report:
    """Replay every table of a database, without snapshots.

    A copy is read, upgraded to the newest schema, so that databases of older releases are checked as well.
    """
    if not path.is_file():
        raise BadFile(f"there is no database {path}")
    try:
        with upgraded_copy(path) as copy:
            return replay_database(copy, details=details)
    except (OSError, sqlite3.Error, sa.exc.DatabaseError) as error:
        raise BadFile(f"{path} is no database of a table ({why(error)})") from None


@contextmanager
def upgraded_copy(path: Path) -> Iterator[Path]:
    """A sound copy of a database with the newest schema, for as long as it is needed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / FILE
        copy_database(path, copy)
        examine(copy, path)
        engine = sa.create_engine(f"sqlite:///{copy}")
        try:
            with engine.begin() as connection:
                upgrade(connection)
        finally:
            engine.dispose()
        yield copy


def replay_database(
    path: Database, remembered: Remembered | None = None, *, details: bool = False, only: str = ""
) -> Report:
    """Replay the tables of a database that nobody writes to, as far as they are not remembered."""
    report = Report()
    known = remembered.tables() if remembered is not None else {}
    found = [one for one in records(path) if only in {"", one.status}]
    left = []
    for one in found:
        before = known.get(one.table)
        if before is not None and before[0] == one.record and not details:
            one.hash = before[1]
            report.add(one)
        else:
            left.append(one)
    report.replayed = len(left)
    for done in _shared_out(path, left, details):
        report.add(done)
    return report


def _shared_out(path: Database, left: Sequence[Standing], details: bool) -> Iterator[Standing]:
    processes = min(MOST_PROCESSES, os.cpu_count() or 1)
    if processes < 2 or sum(one.moves for one in left) < ALONE:
        yield from _replay_some(path, left, details)
        return
    parts = [left[start : start + AT_A_TIME] for start in range(0, len(left), AT_A_TIME)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_end_with_parent) as pool:
        for done in pool.map(_replay_some, [path] * len(parts), parts, [details] * len(parts)):
            yield from done


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def low_priority() -> None:
    """Whoever plays meanwhile comes first."""
    if hasattr(os, "nice"):
        os.nice(10)


def _replay_some(path: Database, left: Sequence[Standing], details: bool) -> list[Standing]:
    with _opened(path) as connection:
        for one in left:
            header = TableHeader.read(connection, one.table)
            assert header is not None
            _replay_one(one, header, read_rows(connection, one.table), details)
    return list(left)


def _replay_one(one: Standing, header: TableHeader, rows: list[LogRow], details: bool) -> None:
    one.status = header.status
    try:
        numbers = [row.seq for row in rows]
        if numbers != list(range(1, header.version + 1)):
            raise BadFile(f"the record has {len(rows)} entries and should have 1 to {header.version}")
        match = replayed(header, rows)
        if match is not None:
            one.hash = match.hash
            if details:
                one.options = dict(match.setting.options)
                may = {seat: match.legal(seat) for seat in match.actors}
                one.legal = hashlib.sha256(json.dumps(may).encode()).hexdigest()[:16]
    except (Unplayable, GoldenSpikeError) as error:
        one.why = str(error) or type(error).__name__
    except Exception as error:
        # If replaying a record raises anything, the record is broken.
        one.why = f"{type(error).__name__}: {error}"


# ------------------------------------------------------------------ one table
def replay(header: TableHeader, rows: list[LogRow]) -> str:
    """The state at the end of a record; BadFile if a row led elsewhere than it did when it was written."""
    match = replayed(header, rows)
    return "" if match is None else match.hash


def replayed(header: TableHeader, rows: list[LogRow]) -> Match | None:
    """The match at the end of a record; None if it has not begun."""
    if not any(row.kind == "start" for row in rows):
        return None
    match = opening_match(header, setting_of(header))
    past: list[tuple[int, bytes]] = []
    raw = match.raw()
    for row in rows:
        if row.kind == "move":
            past.append((row.seq, raw))
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
        raw = match.raw()
        found = digest(raw)
        if row.hash and row.hash != found:
            raise BadFile(f"entry {row.seq} ({row.kind}) leads to state {found}; its record says {row.hash}")
    return match


# ------------------------------------------------------------------ what is known from before
_HEADER = "id, game, rules, seed, options, board_id, board_hash, board_source, position, players, version"
_LOG = "seq, kind, seat, at_ms, text, data, hash"


def records(database: Database | Connection) -> Iterator[Standing]:
    """Every table with the digest of its record; the same in every kind of database."""
    if isinstance(database, Connection):
        yield from _records(database)
        return
    with _opened(database) as connection:
        yield from _records(connection)


def _records(connection: Connection) -> Iterator[Standing]:
    for header in connection.exec_driver_sql(f"SELECT {_HEADER}, status FROM tables ORDER BY id").fetchall():
        mark, moves = hashlib.sha256(repr(tuple(header[:-1])).encode()), 0
        chosen = sa.text(f"SELECT {_LOG} FROM log WHERE table_id = :table ORDER BY seq")
        for row in connection.execute(chosen, {"table": header[0]}):
            mark.update(repr(tuple(row)).encode())
            moves += row[1] == "move"
        yield Standing(header[0], moves, header[-1], record=mark.hexdigest()[:32])


@contextmanager
def _opened(database: Database) -> Iterator[Connection]:
    """A database to read from."""
    if isinstance(database, str):
        with shared_engine(database) as engine, engine.connect() as connection:
            yield connection
        return
    engine = sa.create_engine(f"sqlite:///{database}")
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


class Remembered:
    """The tables of a data folder that replayed, by the digests of their records, under the code of today."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / REMEMBERED

    def tables(self) -> dict[str, list[str]]:
        """For each table: the digest of its record and the state it led to."""
        try:
            known = json.loads(self.path.read_text("utf-8"))
            return dict(known["tables"]) if known["code"] == code_mark() else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def keep(self, report: Report) -> None:
        """Remember what replayed; a folder that cannot be written only makes the next backup slower."""
        tables = {name: [one.record, one.hash] for name, one in report.standings.items() if not one.why}
        part = Path(f"{self.path}{COPYING}")
        try:
            part.write_text(json.dumps({"code": code_mark(), "tables": tables}), "utf-8")
            os.replace(part, self.path)
        except OSError:
            part.unlink(missing_ok=True)


def code_mark() -> str:
    """A digest of all code and data that a replay runs through: the engine and every game."""
    mark = hashlib.sha256(f"{gs.__version__} {sys.version_info[:2]}".encode())
    for folder in sorted({Path(str(gs.__file__)).parent / "engine", *_game_folders()}):
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".json"}:
                mark.update(path.read_bytes())
    return mark.hexdigest()[:32]


def _game_folders() -> Iterable[Path]:
    for name in gs.games.names():
        source = sys.modules[type(gs.game(name)).__module__].__file__
        if source is not None:
            yield Path(source).parent
