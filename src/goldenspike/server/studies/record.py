"""Studies in the database: who asked for what, how far it is, and what came of it."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, RowMapping

from goldenspike.server.background.queue import UNFINISHED, Job, Status
from goldenspike.server.storage.schema import studies

MOST_REPORT = 16 << 20  # bytes
_OF_A_ROW = [column for column in studies.c if column.name != "report"]
_encode = msgspec.json.encode
_decode = msgspec.json.decode


@dataclass
class Progress:
    """How far a study is: a share of the way, the games played, the verdicts so far."""

    share: float = 0.0
    games: int = 0
    verdicts: list[dict[str, Any]] = field(default_factory=list)


@dataclass(kw_only=True)
class StudyRecord(Job):
    """A study without its report."""

    game: str
    board_id: str
    board_name: str
    board_hash: str
    board_source: dict[str, Any] | None
    options: dict[str, Any]
    seats: int
    alone: bool
    saved_board: str | None = None  # id/version of a saved board
    progress: Progress = field(default_factory=Progress)


def _record(row: RowMapping) -> StudyRecord:
    given = dict(row)
    given["options"] = _decode(given["options"])
    given["board_source"] = None if given["board_source"] is None else _decode(given["board_source"])
    given["progress"] = _decode(given["progress"], type=Progress) if given["progress"] else Progress()
    return StudyRecord(**given)


def _columns(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as they are stored."""
    found = dict(values)
    for name in ("options", "board_source", "progress"):
        if found.get(name) is not None:
            found[name] = _encode(found[name]).decode()
    return found


def insert(c: Connection, one: StudyRecord) -> None:
    c.execute(sa.insert(studies), _columns({**vars(one), "changed_ms": one.created_ms}))


def change(c: Connection, study: str, now: int, *, only: Sequence[Status] = (), **values: Any) -> bool:
    """Change a study, if it stands so; was it there?"""
    which = studies.c.id == study
    if only:
        which &= studies.c.status.in_(only)
    return bool(c.execute(sa.update(studies).where(which).values(changed_ms=now, **_columns(values))).rowcount)


def find(c: Connection, study: str) -> StudyRecord | None:
    row = c.execute(sa.select(*_OF_A_ROW).where(studies.c.id == study)).mappings().first()
    return None if row is None else _record(row)


def report_of(c: Connection, study: str) -> bytes | None:
    """The report, compressed by gzip."""
    return c.execute(sa.select(studies.c.report).where(studies.c.id == study)).scalar()


def compressed(page: bytes) -> bytes:
    return gzip.compress(page, 6, mtime=0)


def mine(c: Connection, holders: Sequence[str], most: int) -> list[StudyRecord]:
    """The newest first."""
    chosen = sa.select(*_OF_A_ROW).where(studies.c.holder.in_(holders)).order_by(studies.c.created_ms.desc())
    return [_record(row) for row in c.execute(chosen.limit(most)).mappings()]


def since(c: Connection, holders: Sequence[str], line: int) -> int:
    """How many somebody asked for since a moment."""
    which = studies.c.holder.in_(holders) & (studies.c.created_ms >= line)
    return c.execute(sa.select(sa.func.count()).select_from(studies).where(which)).scalar() or 0


def unfinished(c: Connection) -> list[StudyRecord]:
    """In the order in which they were asked for; those that had begun come first."""
    chosen = sa.select(*_OF_A_ROW).where(studies.c.status.in_(UNFINISHED))
    return [_record(row) for row in c.execute(chosen.order_by(studies.c.status, studies.c.created_ms)).mappings()]


def remove(c: Connection, study: str) -> None:
    c.execute(sa.delete(studies).where(studies.c.id == study))


def remove_older(c: Connection, line: int) -> int:
    old = studies.c.status.not_in(UNFINISHED) & (studies.c.changed_ms < line)
    return int(c.execute(sa.delete(studies).where(old)).rowcount)
