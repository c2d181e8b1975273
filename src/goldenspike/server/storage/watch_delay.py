"""What may be told about a table whose game is shown with a delay to people who only watch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.live.messages import Status, Table
from goldenspike.server.storage import schema
from goldenspike.server.storage.table_record import LogRow, TableHeader, describe


def hides(header: TableHeader, now: int) -> bool:
    """Does this table have something at this moment that people who only watch must not know yet?"""
    if not header.watch_delay_s or not header.players:
        return False
    over = header.status in {"finished", "closed"}
    return not over or header.changed_ms + 1000 * header.watch_delay_s > now


def hidden_end(now: int) -> sa.ColumnElement[bool]:
    """The same as a condition, for tables that are over. Its 0 is no parameter: so the index of these few is used."""
    known = schema.tables
    return (known.c.watch_delay_s > sa.literal_column("0")) & (known.c.changed_ms + 1000 * known.c.watch_delay_s > now)


def as_watched(header: TableHeader, awaited: Sequence[int], online: Iterable[int], now: int) -> Table:
    """A table in a list, for somebody who only watches: nothing of a game whose time has not come."""
    if not hides(header, now):
        return describe(header, awaited, online)
    return earlier_table(header, (), online, "running", 0, min(header.changed_ms, now - 1000 * header.watch_delay_s))


def earlier_table(
    header: TableHeader, awaited: Sequence[int], online: Iterable[int], status: Status, version: int, changed_ms: int
) -> Table:
    """A table as it was, as far as it may be told; who sits there and who is there is told as it is now."""
    table = describe(header, awaited, online)
    seats = [msgspec.structs.replace(seat, bank_ms=None, due_ms=None) for seat in table.seats]
    return msgspec.structs.replace(
        table,
        status=status,
        version=version,
        changed_ms=changed_ms,
        seats=seats,
        proposal=None,
        known="" if table.known == "back" else table.known,
    )


def old_enough(rows: Sequence[LogRow], before: int) -> int:
    """How many of these rows of a record may be told: everything before the game, then what is as old as that."""
    count = next((number for number, row in enumerate(rows) if row.kind == "start"), len(rows))
    while count < len(rows) and rows[count].at_ms <= before:
        count += 1
    return count


def last_told(connection: Connection, header: TableHeader, now: int) -> int:
    """The last version that somebody who only watches may know of."""
    known, before = schema.log, now - 1000 * header.watch_delay_s
    here = known.c.table_id == header.id
    begun = sa.select(sa.func.min(known.c.seq)).where(here, known.c.kind == "start")
    newer = sa.select(sa.func.min(known.c.seq)).where(
        here, known.c.at_ms > before, known.c.seq >= begun.scalar_subquery()
    )
    first = connection.execute(newer).scalar()
    return header.version if first is None else int(first) - 1
