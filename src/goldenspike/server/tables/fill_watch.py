"""Tables that wait for players: once everybody is there they begin, and once their wait is over bots take what is free.

The host chooses the wait (``fill_ms`` of the header), and everybody at the table sees it. Where several servers share a
database each looks after the tables that it plays or that nobody does.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.bots import bots_for
from goldenspike.server.http.errors import HttpError
from goldenspike.server.live import messages as m
from goldenspike.server.storage.leases import OwnedElsewhere, free_for
from goldenspike.server.storage.schema import seats as seat_rows
from goldenspike.server.storage.schema import tables
from goldenspike.server.storage.store import NotOwner, StoreError
from goldenspike.server.tables import seats
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.actor import TableActor

LOOK_S = 1.0
FULL_MS = 4000  # so long a table is full before it begins: everybody sees who is there, and adds to the deal
AT_ONCE = 200
USUAL = "fireman"  # a bot that plays well and does not think long
NAMES = ("Ida", "Otto", "Mabel", "Silas", "Rosa", "Amos", "Nell")

log = logging.getLogger("goldenspike.server")


@dataclass(frozen=True)
class Waiting:
    """A table before its start, with somebody's wish that it begins by itself."""

    table: str
    fill_ms: int
    changed_ms: int
    free: int  # seats

    def due(self, now_ms: int) -> bool:
        return now_ms >= self.fill_ms or (self.free == 0 and now_ms >= self.changed_ms + FULL_MS)


class FillWatch:
    """Looks every second which tables are to begin."""

    def __init__(self, active_tables: ActiveTables, *, look_s: float = LOOK_S) -> None:
        self.active_tables = active_tables
        self.look_s = look_s
        self.begun = 0
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        self._stopping.set()

    async def run(self) -> None:
        """Run until ``stop`` is called."""
        while not self._stopping.is_set():
            try:
                await self.check()
            except StoreError as error:
                log.warning("tables that wait for players could not be looked after: %s", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), self.look_s)

    async def check(self) -> None:
        """Begin at every table whose time has come."""
        now = self.active_tables.now()
        for waiting in await self.active_tables.store.read(self._waiting):
            if not waiting.due(now):
                continue
            try:
                actor = await self.active_tables.table(waiting.table, fetch=False)
                if actor is not None:
                    self.begun += bool(await actor.call(fill_and_start, actor))
            except (OwnedElsewhere, NotOwner):
                continue  # whoever plays it sees to it
            except HttpError as error:
                log.info("table %s did not begin by itself: %s", waiting.table, error.line)

    def _waiting(self, connection: Connection) -> list[Waiting]:
        free = (
            sa.select(sa.func.count())
            .where(seat_rows.c.table_id == tables.c.id, seat_rows.c.holder == "free")
            .scalar_subquery()
        )
        chosen = sa.select(tables.c.id, tables.c.fill_ms, tables.c.changed_ms, free)
        chosen = chosen.where(tables.c.fill_ms.is_not(None), tables.c.status == "open")
        leases = self.active_tables.leases
        if leases is not None:
            chosen = chosen.where(sa.or_(free_for(leases.node), tables.c.owner == leases.node))
        return [Waiting(*row) for row in connection.execute(chosen.order_by(tables.c.fill_ms).limit(AT_ONCE))]


def usual_bot(game: str) -> str:
    """The bot that takes a seat unless somebody chose another."""
    known = list(bots_for(game))
    return USUAL if USUAL in known else known[-1]


# ------------------------------------------------------------------ at a table (run by its actor)
async def fill_and_start(actor: TableActor) -> bool:
    """Bots take the free seats and the game begins; where nobody is there to play, the table goes on waiting."""
    header = actor.header
    if header.status != "open" or header.fill_ms is None:
        return False
    free = [place.seat for place in header.places if place.holder == "free"]
    full_for = actor.active_tables.now() - header.changed_ms
    if not free and full_for < FULL_MS and actor.active_tables.now() < header.fill_ms:
        return False
    if free and actor.active_tables.now() < header.fill_ms:
        return False
    if free and not actor.online():
        await stop_waiting(actor)
        return False
    host, taken = m.You(True, [], None), {place.name for place in header.places}
    names = [name for name in NAMES if name not in taken]
    try:
        for number, seat in enumerate(free):
            name = names[number] if number < len(names) else None
            await seats.change_seat(actor, host, seat, m.SeatChange(bot=usual_bot(header.game), name=name))
        await seats.start(actor)
    except HttpError:
        await stop_waiting(actor)
        raise
    return True


async def stop_waiting(actor: TableActor) -> None:
    """From now on the host begins the game."""
    header = actor.header.copy()
    header.fill_ms = None
    await actor.record_and_publish("seat", None, {"what": "table"}, header)
