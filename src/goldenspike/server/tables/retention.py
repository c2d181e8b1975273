"""How long tables and sessions are kept, and what happens when the space for them is used up.

Whoever runs the server sets both (see ``Quotas``), and the page tells them. When there is no space left, nothing new is
stored but moves: games that have begun can be finished. While the clock may be wrong (see ``server_clock``) nothing is
deleted.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server import server_clock
from goldenspike.server.live.messages import Keeping
from goldenspike.server.quotas import Quotas
from goldenspike.server.storage.claims import claim, claim_tables
from goldenspike.server.storage.leases import free_for
from goldenspike.server.storage.profile_schema import results
from goldenspike.server.storage.schema import grants, notes, saved_boards, sessions, studies, tables
from goldenspike.server.storage.store import StoreError
from goldenspike.server.storage.tournament_schema import tournament_players, tournaments
from goldenspike.server.tables.active_tables import ActiveTables

DAY_MS = 86_400_000
MEASURE_S = 5.0
MEASURE_SHARED_S = 60.0  # many servers ask, and the disk is not theirs
SWEEP_S = 3600.0
AT_ONCE = 20  # tables deleted in one commit: nobody's move waits for more
REST_S = 0.1

HELD = (grants, notes, saved_boards, studies, tournaments, tournament_players, results)  # what a browser may hold here

log = logging.getLogger("goldenspike.server")


class Retention:
    """Deletes what nobody needs any more, and watches the space that is left."""

    def __init__(self, active_tables: ActiveTables, quotas: Quotas, *tidy: Callable[[int], Awaitable[Any]]) -> None:
        self.active_tables = active_tables
        self.tidy = tidy  # each deletes what else is outdated at a moment
        self.store = active_tables.store
        self.quotas = quotas
        self.stored_bytes = 0
        self.deleted = 0
        self.held_back = ""  # why nothing is deleted although there is something to delete
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        self._stopping.set()

    async def run(self) -> None:
        """Run until ``stop`` is called."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        while not self._stopping.is_set():
            try:
                await self.measure()
                if loop.time() >= due or self.held_back:
                    due = loop.time() + SWEEP_S
                    if await claim(self.store, self.active_tables.leases, "tidying", SWEEP_S / 2):
                        await self.sweep()
            except (StoreError, OSError) as error:
                log.error("what is kept could not be looked after: %s", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), MEASURE_SHARED_S if self.store.shared else MEASURE_S)

    # ------------------------------------------------------------ space
    async def measure(self) -> None:
        """How much is stored, and is there room for more?"""
        self.stored_bytes = await self.store.read(self.store.stored_bytes, slow=True)
        counts = await self.store.read(_counts)
        free = shutil.disk_usage(self.store.folder).free
        quotas = self.quotas
        full = (
            self.stored_bytes > quotas.disk_mb << 20
            or free < quotas.disk_reserve_mb << 20
            or counts[0] >= quotas.tables
            or counts[1] >= quotas.sessions
        )
        if full and not self.active_tables.full:
            stored = f"{counts[0]} tables and {counts[1]} sessions, {self.stored_bytes >> 20} MB"
            log.error("no room for new tables: %s stored, %d MB free", stored, free >> 20)
        self.active_tables.full = full

    # ------------------------------------------------------------ time
    async def sweep(self) -> None:
        """Delete tables and sessions whose time is up, a few at a time; nothing while the clock may be wrong."""
        now = server_clock.safe_now_ms()
        if await self._in_doubt(now):
            return
        await self.store.write(server_clock.trust)
        while not self._stopping.is_set():
            found = await self.store.read(lambda connection: self._outdated(connection, now), slow=True)
            gone = [name for name in found if not self.active_tables.in_use(name)]
            if not gone:
                break
            await self._delete(gone)
            self.deleted += len(gone)
            log.info("%d tables were deleted: their time was up", len(gone))
            await asyncio.sleep(REST_S)
        line = now - self.quotas.keep_unused_session_days * DAY_MS
        while not self._stopping.is_set() and await self.store.write(lambda c: _delete_unused_sessions(c, line)):
            await asyncio.sleep(REST_S)
        for tidy in self.tidy:
            await tidy(now)

    async def _in_doubt(self, now: int) -> bool:
        """May the clock be wrong? That is told once something would be deleted by it."""
        days = await self.store.read(server_clock.days_in_doubt)
        waits = await self.store.read(lambda connection: self._outdated(connection, now, 0), slow=True) if days else []
        told = (
            f"the clock is {days} days ahead of the last time this server ran, so nothing is deleted" if waits else ""
        )
        if told and not self.held_back:
            log.error("%s; if the clock is right: goldenspike admin trust-clock", told)
        self.held_back = told
        return days > 0

    async def _delete(self, names: list[str]) -> None:
        def work(connection: Connection) -> int:
            # Somebody may have opened one of them since they were looked for.
            gone = [name for name in names if not self.active_tables.in_use(name)]
            if self.active_tables.leases is not None:
                gone = claim_tables(connection, self.active_tables.leases.node, gone)
            return connection.execute(sa.delete(tables).where(tables.c.id.in_(gone))).rowcount

        await self.store.write(work)

    def _outdated(self, connection: Connection, now: int, spared: int = 500) -> list[str]:
        """Tables whose time is up, without so many of those in memory: somebody is there."""
        quotas = self.quotas
        rules = [
            (tables.c.sandbox, quotas.keep_sandbox_days),
            (~tables.c.sandbox & (tables.c.status == "open"), quotas.keep_open_days),
            (~tables.c.sandbox & (tables.c.status == "running"), quotas.keep_abandoned_days),
            (~tables.c.sandbox & (tables.c.status == "finished"), quotas.keep_finished_days),
            (~tables.c.sandbox & (tables.c.status == "closed"), quotas.keep_closed_days),
        ]
        old = [which & (tables.c.changed_ms < now - days * DAY_MS) for which, days in rules if days]
        if not old:
            return []
        loaded = list(self.active_tables.loaded)[:spared]
        chosen = sa.select(tables.c.id).where(sa.or_(*old), tables.c.id.not_in(loaded)).limit(AT_ONCE)
        if self.active_tables.leases is not None:  # what another server plays is in use
            chosen = chosen.where(free_for(self.active_tables.leases.node))
        return list(connection.scalars(chosen))

    def keeping(self) -> Keeping:
        """The policy as the page tells it."""
        quotas = self.quotas
        return Keeping(
            open_days=quotas.keep_open_days,
            abandoned_days=quotas.keep_abandoned_days,
            finished_days=quotas.keep_finished_days,
            closed_days=quotas.keep_closed_days,
            sandbox_days=quotas.keep_sandbox_days,
            full=self.active_tables.full,
        )


def _counts(connection: Connection) -> tuple[int, int]:
    """How many tables and how many sessions are stored."""
    found = [connection.scalar(sa.select(sa.func.count()).select_from(one)) or 0 for one in (tables, sessions)]
    return found[0], found[1]


def _delete_unused_sessions(connection: Connection, line: int) -> int:
    """Sessions of browsers that hold nothing here: whoever comes back gets a new one."""
    holder = sa.literal("s:").concat(sessions.c.token_hash)
    unused = (
        sa.select(sessions.c.token_hash)
        .where(sessions.c.created_ms < line, sessions.c.account_id.is_(None))
        .where(*(~sa.exists().where(kept.c.holder == holder) for kept in HELD))
        .limit(1000)
    )
    return int(connection.execute(sa.delete(sessions).where(sessions.c.token_hash.in_(unused))).rowcount)
