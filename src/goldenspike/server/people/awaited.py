"""Who is awaited at a table, by the rows of the database: for notices, which nobody at the table needs."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from goldenspike.server.storage.schema import grants, log, seats, silent_tables, tables


def awaited_seats(table: str, *more: Any) -> sa.Select[Any]:
    """The seats of a running table whose people are awaited and want to be told, with the move since which they are.

    Another table can be joined to it by ``grants.c.holder``; ``more`` are columns of that one.
    """
    last = (
        sa.select(sa.func.coalesce(sa.func.max(log.c.seq), 0))
        .where(log.c.table_id == tables.c.id, log.c.seat == seats.c.seat, log.c.kind == "move")
        .scalar_subquery()
    )
    silent = sa.exists().where(silent_tables.c.table_id == tables.c.id, silent_tables.c.holder == grants.c.holder)
    return (
        sa.select(
            seats.c.seat,
            seats.c.name.label("seat_name"),
            tables.c.name.label("table_name"),
            tables.c.game,
            grants.c.holder,
            last.label("since"),
            *more,
        )
        .select_from(
            tables.join(seats, seats.c.table_id == tables.c.id).join(
                grants, (grants.c.table_id == tables.c.id) & (grants.c.seat == seats.c.seat)
            )
        )
        .where(
            tables.c.id == table,
            tables.c.status == "running",
            seats.c.holder == "person",
            seats.c.stands_in.is_(False),
            tables.c.awaited.bitwise_and(sa.literal(1).bitwise_lshift(seats.c.seat)) != 0,
            ~silent,
        )
        .order_by(seats.c.seat)
    )
