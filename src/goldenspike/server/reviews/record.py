"""Reviews in the database: one for each finished table, deleted with it."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection, RowMapping

from goldenspike.server.background.queue import UNFINISHED, Job, JobProgress, Status
from goldenspike.server.storage.conflicts import insert_or_update
from goldenspike.server.storage.schema import reviews

MOST_BYTES = 8 << 20
_OF_A_ROW = [column for column in reviews.c if column.name != "result"]


@dataclass(kw_only=True)
class ReviewRecord(Job):
    """A review without what it found; its id is that of its table."""


def _record(row: RowMapping) -> ReviewRecord:
    given = dict(row)
    given["id"] = given.pop("table_id")
    given["progress"] = msgspec.json.decode(given["progress"], type=JobProgress) if given["progress"] else JobProgress()
    return ReviewRecord(**given)


def _columns(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as they are stored."""
    found = dict(values)
    if found.get("progress") is not None:
        found["progress"] = msgspec.json.encode(found["progress"]).decode()
    return found


def insert(c: Connection, one: ReviewRecord) -> None:
    """A new review, in the place of one that failed."""
    row = _columns({**vars(one), "changed_ms": one.created_ms})
    row["table_id"] = row.pop("id")
    insert_or_update(c, reviews, row)


def change(c: Connection, table: str, now: int, *, only: Sequence[Status] = (), **values: Any) -> bool:
    """Change a review, if it stands so; was it there?"""
    which = reviews.c.table_id == table
    if only:
        which &= reviews.c.status.in_(only)
    return bool(c.execute(sa.update(reviews).where(which).values(changed_ms=now, **_columns(values))).rowcount)


def find(c: Connection, table: str) -> ReviewRecord | None:
    row = c.execute(sa.select(*_OF_A_ROW).where(reviews.c.table_id == table)).mappings().first()
    return None if row is None else _record(row)


def result_of(c: Connection, table: str) -> bytes | None:
    """What the review found, as JSON; None while there is nothing."""
    raw = c.execute(sa.select(reviews.c.result).where(reviews.c.table_id == table)).scalar()
    return None if raw is None else gzip.decompress(raw)


def compressed(raw: bytes) -> bytes:
    return gzip.compress(raw, 6, mtime=0)


def since(c: Connection, holders: Sequence[str], line: int) -> int:
    """How many somebody asked for since a moment."""
    which = reviews.c.holder.in_(holders) & (reviews.c.created_ms >= line)
    return c.execute(sa.select(sa.func.count()).select_from(reviews).where(which)).scalar() or 0


def unfinished(c: Connection) -> list[ReviewRecord]:
    """In the order in which they were asked for; those that had begun come first."""
    chosen = sa.select(*_OF_A_ROW).where(reviews.c.status.in_(UNFINISHED))
    return [_record(row) for row in c.execute(chosen.order_by(reviews.c.status, reviews.c.created_ms)).mappings()]
