"""Watches the clocks of all tables: when somebody's time is up, it does what the host chose."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server import server_clock
from goldenspike.server.http.metrics import Metrics
from goldenspike.server.storage.leases import free_for
from goldenspike.server.storage.schema import log as log_rows
from goldenspike.server.storage.schema import seats, tables
from goldenspike.server.storage.store import NotOwner, StoreError
from goldenspike.server.storage.table_record import LogRow, Place
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.bots import whole_turn, without_steps
from goldenspike.server.tables.moves import play_for_bot

GRACE_MS = 30_000  # after the server starts, people get this long to come back before any time runs out
STAND_IN = "greedy"
LONGEST_SLEEP_S = 2.0  # the system clock is compared so often
TOLD_AN_HOUR = 6  # jumps of the clock; if it jumps all the time, the log of the server says so
AGAIN_MS = 5_000
AHEAD_MS, BEHIND_MS = 10_000, 60_000  # where several servers share a database, they look up what is due around now
log = logging.getLogger("goldenspike.server")


class ClockWatch:
    """Knows when the next seat's time is up, at every table, in memory or not."""

    def __init__(
        self, active_tables: ActiveTables, *, metrics: Metrics | None = None, grace_ms: int = GRACE_MS
    ) -> None:
        self.active_tables = active_tables
        self.metrics = metrics
        self.grace_until = active_tables.now() + grace_ms
        self._due: dict[str, int] = {}
        self._told: list[float] = []
        self._looked = False
        self._seen: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._checking = asyncio.Lock()
        self._stopping = False
        active_tables.listeners.append(self.table_changed)

    def table_changed(self, actor: TableActor, rows: Sequence[LogRow]) -> None:
        """Something was stored at a table: from now on its new times count."""
        self._note(actor, 0)

    def _note(self, actor: TableActor, after_ms: int) -> None:
        """When the next seat's time is up at this table, of those that come after this moment."""
        if actor.header.pace.kind == "none":
            return
        found = [place.due_ms for place in actor.header.places if place.due_ms is not None and place.bot is None]
        dues = [due for due in found if due > after_ms]
        if not dues or not actor.running:
            self._due.pop(actor.header.id, None)
            return
        self._due[actor.header.id] = min(dues)
        self._wake.set()

    async def run(self) -> None:
        """Run until ``stop`` is called."""
        if self.active_tables.leases is None:
            await self.read()
        while not self._stopping:
            self._wake.clear()
            try:
                await self.compare_clocks()
                await self.check()
            except Exception:
                log.exception("the clock watch failed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self._sleep_s())

    def stop(self) -> None:
        self._stopping = True
        self._wake.set()

    def _sleep_s(self) -> float:
        if not self._due:
            return LONGEST_SLEEP_S
        left = (max(min(self._due.values()), self.grace_until) - self.active_tables.now()) / 1000
        return min(LONGEST_SLEEP_S, max(0.02, left))

    async def read(self) -> None:
        """The times that were stored when the server last went down."""
        with suppress(StoreError):
            for table, due in await self.active_tables.store.read(lambda c: _kept(c, sa.true())):
                self._due.setdefault(table, due)

    async def read_of_all(self) -> None:
        """Where several servers share a database: times that are up soon at tables that no server plays by now."""
        leases, now = self.active_tables.leases, self.active_tables.now()
        if leases is None:
            return
        soon = free_for(leases.node) & (seats.c.due_ms < now + AHEAD_MS)
        if self._looked:  # whatever is older was seen then
            soon &= seats.c.due_ms > now - BEHIND_MS
        with suppress(StoreError):
            found = await self.active_tables.store.read(lambda c: _kept(c, soon))
            self._looked = True
            for table, due in found:
                if self._seen.get(table) != due:
                    self._due.setdefault(table, due)
            self._seen = dict(found)

    async def compare_clocks(self) -> None:
        """Time controls ignore jumps of the system clock; players are told."""
        jump = server_clock.clock.jump_ms()
        if not jump:
            return
        log.warning("the system clock jumped by %.0f s; nobody's time was touched", jump / 1000)
        now = self.active_tables.clock()
        self._told = [moment for moment in self._told if moment > now - 3600]
        try:
            ahead = server_clock.clock.ahead_ms
            if not self.active_tables.store.shared:  # other servers have clocks of their own
                await self.active_tables.store.write(lambda connection: server_clock.store_ahead(connection, ahead))
            if len(self._told) < TOLD_AN_HOUR:
                self._told.append(now)
                for table in list(self._due):
                    actor = await self.active_tables.table(table, fetch=False)
                    if actor is not None:
                        await actor.call(tell_jump, actor, jump)
        except StoreError as error:
            log.warning("a jump of the clock was not told: %s", error)

    async def check(self) -> None:
        """Deal with everybody whose time is up; when this returns, it is done."""
        async with self._checking:
            await self._check()

    async def _check(self) -> None:
        await self.read_of_all()
        now = self.active_tables.now()
        if now < self.grace_until:
            return
        for table in [table for table, due in self._due.items() if due <= now]:
            del self._due[table]
            try:
                actor = await self.active_tables.table(table, fetch=False)
                if actor is not None:
                    for then in await actor.call(time_out, actor, now):
                        if self.metrics is not None:
                            self.metrics.timeouts.labels(then).inc()
                    if table not in self._due or actor.header.pace.absence == "wait":
                        self._note(actor, now)
            except NotOwner:
                continue  # whoever plays it sees to it
            except StoreError as error:
                log.warning("a time-out waits: %s", error)
                self._due[table] = now + AGAIN_MS


def _kept(connection: Connection, which: sa.ColumnElement[bool]) -> list[tuple[str, int]]:
    chosen = (
        sa.select(seats.c.table_id, sa.func.min(seats.c.due_ms))
        .join_from(seats, tables)
        .where(tables.c.status == "running", seats.c.due_ms.is_not(None), seats.c.bot.is_(None), which)
        .group_by(seats.c.table_id)
    )
    return [(table, due) for table, due in connection.execute(chosen)]


# ------------------------------------------------------------------ at a table (run by its actor)
async def time_out(actor: TableActor, now_ms: int) -> list[str]:
    """For each seat whose time is up: note it for everybody, make a neutral move, or let a bot stand in, as chosen."""
    done: list[str] = []
    for seat in actor.awaited():
        place = actor.header.places[seat]
        if place.bot is not None or place.due_ms is None or place.due_ms > now_ms or seat not in actor.awaited():
            continue
        then = actor.header.pace.absence
        if then == "bot":
            await _stand_in(actor, place)
        elif then == "neutral" and await _neutral(actor, place):
            pass
        elif not await _already_noted(actor, place):
            await actor.record_and_publish("pace", seat, {"what": "late"}, actor.header.copy())
        else:
            continue
        done.append(then)
    return done


async def tell_jump(actor: TableActor, jump_ms: int) -> None:
    """Note for everybody that the system clock jumped and that their time did not."""
    if actor.running:
        await actor.record_and_publish("pace", None, {"what": "clock", "ms": jump_ms}, actor.header.copy())


async def _stand_in(actor: TableActor, place: Place) -> None:
    """A bot plays on, visibly, until the seat is handed back."""
    header = actor.header.copy()
    mine = header.places[place.seat]
    mine.bot = STAND_IN
    if mine.holder == "person":
        mine.stands_in = True
    else:
        mine.holder = "bot"
    await actor.record_and_publish("pace", place.seat, {"what": "bot", "bot": STAND_IN}, header)


async def _neutral(actor: TableActor, place: Place) -> bool:
    """The game's own move for somebody who is not there; False if it has none."""
    match, seat = actor.playing(), place.seat
    absent = match.game.plain().zombie
    if match.stepwise:
        trial = without_steps(match, seat).copy()
        text = whole_turn(trial, seat, lambda: int(absent(trial.s, trial.setting.b, seat)))
    else:
        text = match.setting.write(match.s, seat, int(absent(match.s, match.setting.b, seat)))
    if match.why_not(place.seat, text) is not None:
        log.error("the neutral move %s is not allowed at table %s", text, actor.header.id)
        return False
    await actor.record_and_publish("pace", place.seat, {"what": "neutral"}, actor.header.copy())
    await play_for_bot(actor, place.seat, text)
    return True


async def _already_noted(actor: TableActor, place: Place) -> bool:
    """Does the log say already that this seat's time was up?"""
    chosen = sa.select(log_rows.c.seq).where(
        log_rows.c.table_id == actor.header.id,
        log_rows.c.kind == "pace",
        log_rows.c.seat == place.seat,
        log_rows.c.at_ms >= place.due_ms,
    )
    return await actor.store.read(lambda connection: connection.execute(chosen.limit(1)).first() is not None)
