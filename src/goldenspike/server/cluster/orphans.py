"""Tables whose node has gone and at which a bot is awaited: some node plays on before anybody comes back to them."""

from __future__ import annotations

import asyncio
import logging
import random
from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.cluster.node import ClusterNode
from goldenspike.server.http.errors import HttpError
from goldenspike.server.storage import schema
from goldenspike.server.storage.leases import free_for
from goldenspike.server.storage.store import StoreError

LOOK_S = 5.0
LATELY_MS = 3_600_000
AT_ONCE = 8

log = logging.getLogger("goldenspike.server.cluster")


class Orphans:
    """Looks for such tables now and then."""

    def __init__(self, node: ClusterNode) -> None:
        self.node = node
        self.adopted = 0
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S * random.uniform(0.5, 1.5))  # not all nodes at once
            if self.node.draining:
                continue
            try:
                await self.look()
            except StoreError as error:
                log.info("no tables were adopted: %s", error)
            except Exception:
                log.exception("tables could not be adopted")

    async def look(self) -> int:
        """Take a few of them; how many."""
        active_tables = self.node.active_tables
        node, now = self.node.leases.node, active_tables.now()
        names = await active_tables.store.read(lambda c: awaited_bots(c, node, now))
        for name in names:
            with suppress(StoreError, HttpError):
                await active_tables.table(name, fetch=False)
                self.adopted += 1
        return len(names)


def awaited_bots(connection: Connection, node: str, now: int) -> list[str]:
    """Running tables that nobody has, where a bot that people play with is awaited."""
    known, places = schema.tables, schema.seats
    people = sa.select(places.c.table_id).where(places.c.holder == "person")
    chosen = (
        sa.select(known.c.id, known.c.awaited, places.c.seat)
        .join_from(known, places)
        .where(known.c.status == "running", known.c.awaited != 0, places.c.bot.is_not(None), free_for(node))
        .where(sa.or_(known.c.owner.is_(None), known.c.owner != node), known.c.owner.is_not(None))
        .where(known.c.id.in_(people), known.c.changed_ms > now - LATELY_MS)
        .order_by(known.c.changed_ms.desc())
        .limit(8 * AT_ONCE)
    )
    found = dict.fromkeys(row.id for row in connection.execute(chosen) if row.awaited >> row.seat & 1)
    return list(found)[:AT_ONCE]
