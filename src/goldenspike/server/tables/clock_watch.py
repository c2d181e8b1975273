"""Looks after the clocks of all tables: when somebody's time is up, what the host chose happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.metrics import Metrics
from goldenspike.server.storage.schema import log as rows_kept
from goldenspike.server.storage.schema import seats, tables
from goldenspike.server.storage.store import StoreTrouble
from goldenspike.server.storage.table_record import Place, Row
from goldenspike.server.tables.active_tables import Hall
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.bots import begun_afresh, whole_turn

GRACE_MS = 30_000  # after the server's start nobody's time is up before people could come back
STAND_IN = "greedy"
LONGEST_SLEEP_S = 30.0
AGAIN_MS = 5_000
log = logging.getLogger("goldenspike.server")


class Timekeeper:
    """Knows when the next seat's time is up, at every table, in memory or not."""

    def __init__(self, hall: Hall, *, metrics: Metrics | None = None, grace_ms: int = GRACE_MS) -> None:
        self.hall = hall
        self.metrics = metrics
        self.grace_until = hall.now() + grace_ms
        self._due: dict[str, int] = {}
        self._wake = asyncio.Event()
        self._stopping = False
        hall.listeners.append(self.heard)

    def heard(self, actor: TableActor, rows: Sequence[Row]) -> None:
        """Something happened at a table: from now on its new times count."""
        self._note(actor, 0)

    def _note(self, actor: TableActor, after_ms: int) -> None:
        """When the next seat's time is up at this table, of those that come after this moment."""
        if actor.head.pace.kind == "none":
            return
        found = [place.due_ms for place in actor.head.places if place.due_ms is not None and place.bot is None]
        dues = [due for due in found if due > after_ms]
        if not dues or not actor.running:
            self._due.pop(actor.head.id, None)
            return
        self._due[actor.head.id] = min(dues)
        self._wake.set()

    async def run(self) -> None:
        """Until told to stop."""
        await self.read()
        while not self._stopping:
            self._wake.clear()
            try:
                await self.look()
            except Exception:
                log.exception("the timekeeper failed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self._sleep_s())

    def stop(self) -> None:
        self._stopping = True
        self._wake.set()

    def _sleep_s(self) -> float:
        if not self._due:
            return LONGEST_SLEEP_S
        left = (max(min(self._due.values()), self.grace_until) - self.hall.now()) / 1000
        return min(LONGEST_SLEEP_S, max(0.02, left))

    async def read(self) -> None:
        """The times that were kept when the server last went down."""
        with suppress(StoreTrouble):
            for table, due in await self.hall.store.read(_kept):
                self._due.setdefault(table, due)

    async def look(self) -> None:
        """Deal with everybody whose time is up."""
        now = self.hall.now()
        if now < self.grace_until:
            return
        for table in [table for table, due in self._due.items() if due <= now]:
            del self._due[table]
            try:
                actor = await self.hall.table(table)
                if actor is not None:
                    for then in await actor.call(time_out, actor, now):
                        if self.metrics is not None:
                            self.metrics.timeouts.labels(then).inc()
                    if table not in self._due or actor.head.pace.absence == "wait":
                        self._note(actor, now)
            except StoreTrouble as error:
                log.warning("a time-out waits: %s", error)
                self._due[table] = now + AGAIN_MS


def _kept(connection: Connection) -> list[tuple[str, int]]:
    chosen = (
        sa.select(seats.c.table_id, sa.func.min(seats.c.due_ms))
        .join_from(seats, tables)
        .where(tables.c.status == "running", seats.c.due_ms.is_not(None), seats.c.bot.is_(None))
        .group_by(seats.c.table_id)
    )
    return [(table, due) for table, due in connection.execute(chosen)]


# ------------------------------------------------------------------ at a table (run by its actor)
async def time_out(actor: TableActor, now_ms: int) -> list[str]:
    """Whoever's time is up: everybody is told, a neutral move is made, or a bot stands in, as the host chose."""
    done: list[str] = []
    for seat in actor.awaited():
        place = actor.head.places[seat]
        if place.bot is not None or place.due_ms is None or place.due_ms > now_ms or seat not in actor.awaited():
            continue
        then = actor.head.pace.absence
        if then == "bot":
            await _stand_in(actor, place)
        elif then == "neutral" and await _neutral(actor, place):
            pass
        elif not await _told(actor, place):
            await actor.note_and_tell("pace", seat, {"what": "late"}, actor.head.copy())
        else:
            continue
        done.append(then)
    return done


async def _stand_in(actor: TableActor, place: Place) -> None:
    """A bot plays on, visibly, until the seat is handed back."""
    head = actor.head.copy()
    mine = head.places[place.seat]
    mine.bot = STAND_IN
    if mine.holder == "person":
        mine.stands_in = True
    else:
        mine.holder = "bot"
    await actor.note_and_tell("pace", place.seat, {"what": "bot", "bot": STAND_IN}, head)


async def _neutral(actor: TableActor, place: Place) -> bool:
    """The game's own move for somebody who is not there; False if it has none."""
    match, seat = actor.playing(), place.seat
    absent = match.game.plain().zombie
    if match.stepwise:
        twin = begun_afresh(match, seat).copy()
        text = whole_turn(twin, seat, lambda: int(absent(twin.s, twin.setting.b, seat)))
    else:
        text = match.setting.write(match.s, seat, int(absent(match.s, match.setting.b, seat)))
    if match.why_not(place.seat, text) is not None:
        log.error("the neutral move %s is not allowed at table %s", text, actor.head.id)
        return False
    await actor.note_and_tell("pace", place.seat, {"what": "neutral"}, actor.head.copy())
    await actor.bot_moves(place.seat, text)
    return True


async def _told(actor: TableActor, place: Place) -> bool:
    """Does the record say already that this seat's time was up?"""
    known = rows_kept
    chosen = sa.select(known.c.seq).where(
        known.c.table_id == actor.head.id,
        known.c.kind == "pace",
        known.c.seat == place.seat,
        known.c.at_ms >= place.due_ms,
    )
    return await actor.store.read(lambda connection: connection.execute(chosen.limit(1)).first() is not None)
