"""What the database really holds, read without the server: every table's log, replayed move by move."""

from __future__ import annotations

import atexit
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa

import goldenspike as gs
from goldenspike.engine.match import Match
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.server.storage.table_deal import read_stored_seed


@dataclass
class Row:
    seq: int
    kind: str
    seat: int | None
    move_id: str | None
    text: str
    data: Any
    hash: str
    final: bool = False


@dataclass
class StoredTable:
    """One table as the database has it."""

    id: str
    header: dict[str, Any]
    seats: int
    rows: list[Row] = field(default_factory=list)

    @property
    def version(self) -> int:
        return int(self.header["version"])

    @property
    def moves(self) -> list[Row]:
        return [row for row in self.rows if row.kind == "move"]

    def match(self) -> Match:
        """The match before its first move."""
        game, header = gs.game(self.header["game"]), self.header
        board = json.loads(header["board_source"]) if header["board_source"] else header["board_id"]
        options = json.loads(header["options"])
        setting = game.setting(game.read_options(options, header["rules"]), game.board(board), self.seats)
        position = json.loads(header["position"]) if header["position"] else None
        match = gs.kind(game)(game, setting, read_stored_seed(header["seed"]) if position is None else None, position)
        assert isinstance(match, Match)
        return match

    def replayed(self) -> Match | None:
        """The match after its last move, if it has begun; a broken log, a gap or another hash is an error."""
        if not self.seats:
            return None
        match = self.match()
        path: list[int] = []  # the moves that were not taken back
        after = {0: match.s.copy()}
        for place, row in enumerate(self.rows):
            if row.seq != self.rows[0].seq + place:
                raise AssertionError(f"table {self.id}: version {row.seq} follows {self.rows[place - 1].seq}")
            if row.kind == "move":
                match.replay(row.text, row.seq)
                path.append(row.seq)
                after[row.seq] = match.s.copy()
            elif row.kind in ("undo", "rewind"):
                to = path[-1] - 1 if row.kind == "undo" else row.data["to"]
                path = [seq for seq in path if seq <= to]
                match.s = after[path[-1] if path else 0].copy()
            elif row.kind in ("finish", "resume") and isinstance(match, TimedMatch) and row.data:
                match.advance(max(match.now, row.data["at_ms"]))
            if row.hash and row.hash != match.hash:
                around = [(one.seq, one.kind, one.text or one.data) for one in self.rows[max(0, place - 8) : place + 1]]
                name, said = match.setting.game.name, f"version {row.seq} says {row.hash}, replayed {match.hash}"
                raise AssertionError(f"table {self.id} ({name}): {said}, after {around}")
        return match


def stored_tables(database: Path | str) -> dict[str, StoredTable]:
    """All tables of a database (a file, or the URL of another), nothing changed in it."""
    with opened(database) as connection:
        chosen = connection.execute(sa.text("SELECT * FROM tables")).mappings()
        found = {row["id"]: StoredTable(row["id"], dict(row), row["players"]) for row in chosen}
        for row in connection.execute(sa.text("SELECT * FROM log ORDER BY table_id, seq")).mappings():
            data = json.loads(row["data"]) if row["data"] else None
            values = (row[name] for name in ("seq", "kind", "seat", "move_id", "text"))
            found[row["table_id"]].rows.append(Row(*values, data, row["hash"], bool(row["final"])))
        return found


_connected: dict[str, sa.Engine] = {}  # the PostgreSQL database that was looked at last


@contextmanager
def opened(database: Path | str) -> Iterator[sa.Connection]:
    """A database to read from, all of it as it is in one moment, also while a server writes."""
    if isinstance(database, str):
        with _postgresql(database).connect() as connection:
            yield connection
        return
    engine = sa.create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10)
    )
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            yield connection
    finally:
        engine.dispose()


def _postgresql(database: str) -> sa.Engine:
    """Connected once for many looks; the server may have been away in between."""
    if database not in _connected:
        close()
        url = sa.make_url(database).set(drivername="postgresql+psycopg")
        _connected[database] = sa.create_engine(url, isolation_level="REPEATABLE READ", pool_size=1, pool_pre_ping=True)
    return _connected[database]


@atexit.register
def close() -> None:
    """Let go of the database that was looked at last."""
    for engine in _connected.values():
        engine.dispose()
    _connected.clear()


def integrity_problems(database: Path | str) -> list[str]:
    """What SQLite itself finds wrong with the file; other databases look after theirs."""
    if isinstance(database, str):
        return []
    with opened(database) as connection:
        told = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
        return [] if told == ["ok"] else told
