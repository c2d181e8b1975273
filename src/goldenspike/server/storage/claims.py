"""Work that exists once: where several servers share a database, one of them claims it before it is done.

A server on its own has nobody to share with, and claims cost it nothing.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from goldenspike.server.storage.leases import DATABASE_NOW, LIVE, Leases, free_for
from goldenspike.server.storage.schema import claims, outbox, tables
from goldenspike.server.storage.store import Store

SENDING_MS = 180_000  # nobody takes longer to send something
PERHAPS = "a server stopped while it was sent"


async def claim(store: Store, leases: Leases | None, name: str, seconds: float) -> bool:
    """May this server do what has this name? For so long nobody else may; whoever has it may go on with it."""
    if leases is None:
        return True
    node = await leases.name()
    return bool(await store.write(lambda c: _claimed(c, name, node, int(seconds * 1000))))


def _claimed(connection: Connection, name: str, node: str, ms: int) -> bool:
    from sqlalchemy.dialects.postgresql import insert

    wish = insert(claims).values(name=name, holder=node, until_ms=DATABASE_NOW + ms)
    free = sa.or_(claims.c.until_ms < DATABASE_NOW, claims.c.holder == node, claims.c.holder.not_in(LIVE))
    values = {"holder": wish.excluded.holder, "until_ms": wish.excluded.until_ms}
    wish = wish.on_conflict_do_update(index_elements=["name"], set_=values, where=free)
    return connection.execute(wish.returning(claims.c.name)).first() is not None


def claim_tables(connection: Connection, node: str, names: list[str]) -> list[str]:
    """Those of these tables that no server plays, locked until the end of this transaction."""
    chosen = sa.select(tables.c.id).where(tables.c.id.in_(names), free_for(node))
    return list(connection.scalars(chosen.with_for_update(skip_locked=True, of=tables)))


def claim_notices(
    connection: Connection, node: str, now_ms: int, which: sa.ColumnElement[bool], asked_for: tuple[str, ...], most: int
) -> list[Row[Any]]:
    """Notices that are due, for this server alone to send; about tables that it plays, or nobody does.

    One that a server had claimed when it died may have been sent: nobody is notified twice. Letters that people asked
    for (to confirm an address, to set a new password) are sent again.
    """
    due = (outbox.c.done_ms.is_(None)) & (outbox.c.due_ms <= now_ms)
    perhaps = sa.update(outbox).where(due, outbox.c.claimed_ms.is_not(None), outbox.c.kind.not_in(asked_for))
    connection.execute(perhaps.values(done_ms=now_ms, error=PERHAPS))
    there = sa.exists().where(tables.c.id == outbox.c.table_id, ~free_for(node))
    chosen = sa.select(outbox.c.id).where(due, which, ~there).order_by(outbox.c.due_ms).limit(most)
    mine = chosen.with_for_update(skip_locked=True).scalar_subquery()
    change = sa.update(outbox).where(outbox.c.id.in_(mine))
    change = change.values(claimed_ms=now_ms, due_ms=now_ms + SENDING_MS)
    return list(connection.execute(change.returning(outbox)))
