"""What people see who only watch, where the host asked for a delay: the table as it was that long ago.

It is played again from the record, row by row as each becomes old enough, so nothing newer can be in it, and it is the
same after a restart. People of the table (whoever has a seat, and the host) see the game as it is played. Who sits at
the table and who is there is told at once: that is not the game.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from sqlalchemy import Connection

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.match import Match
from goldenspike.engine.timed_match import TimedMatch, split_line
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import EncodedViews, encode, now_ms, outcome
from goldenspike.server.storage.store import StoreError
from goldenspike.server.storage.table_record import (
    LogRow,
    Unplayable,
    catch_up,
    entry_of,
    match_at,
    opening_match,
    read_rows,
)
from goldenspike.server.storage.watch_delay import earlier_table, old_enough
from goldenspike.server.tables.realtime import AFTER_PAUSE_S
from goldenspike.server.tables.viewers import Viewer, is_late

if TYPE_CHECKING:
    from goldenspike.server.tables.actor import TableActor

TICK_MARGIN_MS = 500  # a command may be stored so long after its moment; nothing that follows it may come before it
AGAIN_S = 5.0
STATUS_AFTER: dict[str, m.Status] = {"start": "running", "finish": "finished", "close": "closed"}
OTHER_PATH = frozenset({"undo", "rewind"})

log = logging.getLogger("goldenspike.server")


# ------------------------------------------------------------------ the table as it was
async def late_table(actor: TableActor) -> LateTable:
    """What people who only watch see at this table; run by its actor."""
    if actor.late is None:
        late = LateTable(actor)
        await late.open()
        actor.late = late
    return actor.late


def note_rows(actor: TableActor, rows: Sequence[LogRow]) -> None:
    """Something was stored: it will be told when its time has come."""
    if actor.late is not None:
        actor.late.note(rows)
    elif any(is_late(actor, viewer) for viewer in actor.viewers):  # they were here before the game began
        actor.enqueue(late_table, actor)


class LateTable:
    """A table as it was a while ago; everything here is run by the actor of the table."""

    def __init__(self, actor: TableActor) -> None:
        self.actor = actor
        self.version = 0
        self.status: m.Status = "open"
        self.changed_ms = 0
        self.match: Match | None = None
        self.views = EncodedViews(None)
        self.zero_ms: int | None = None  # when the clock of the match showed 0, by the time of the record
        self._paused = False
        self._pending: deque[tuple[int, int]] = deque()  # rows that are stored, and not old enough: version and moment
        self._signs: deque[tuple[int, bytes]] = deque()  # what is not stored, with the moment at which it is shown
        self._timer: asyncio.TimerHandle | None = None

    @property
    def delay_ms(self) -> int:
        return 1000 * self.actor.header.watch_delay_s

    def _now(self) -> int:
        return self.actor.active_tables.now()

    async def open(self) -> None:
        """Read the record as far as it is old enough."""
        before = self._now() - self.delay_ms

        def read(connection: Connection) -> tuple[list[LogRow], list[LogRow], Match | None]:
            rows = read_rows(connection, self.actor.header.id)
            count = old_enough(rows, before)
            return rows[:count], rows[count:], self._match_after(connection, rows[:count])

        told, newer, self.match = await self.actor.store.read(read, slow=True)
        self.status, self.zero_ms, self._paused = "open", None, False
        for row in told:
            self._note_row(row)
        self.views = EncodedViews(self.match)
        self._pending = deque((row.seq, row.at_ms) for row in newer)
        self.schedule()

    def _match_after(self, connection: Connection, rows: Sequence[LogRow]) -> Match | None:
        setting = self.actor.setting
        if setting is None or not any(row.kind == "start" for row in rows):
            return None
        try:
            return match_at(connection, self.actor.header, setting, rows)
        except Unplayable:
            return None

    def _note_row(self, row: LogRow) -> None:
        """What follows from a row besides the position."""
        self.version, self.changed_ms = row.seq, row.at_ms
        self.status = STATUS_AFTER.get(row.kind, self.status)
        if not self.actor.setting or not self.actor.setting.game.wall_clock(self.actor.header.options):
            return
        tables, data = self.actor.active_tables, row.data or {}
        if row.kind == "move":
            self.zero_ms = row.at_ms - split_line(row.text)[0] // tables.rate
        elif row.kind in {"start", "resume"}:
            wait_s = min(AFTER_PAUSE_S, tables.countdown_s) if self._paused else tables.countdown_s
            self.zero_ms = row.at_ms + round(1000 * wait_s) - data.get("at_ms", 0) // tables.rate
            self._paused = False
        elif row.kind == "pace" and data.get("what") == "pause":
            self.zero_ms, self._paused = None, True
        elif row.kind in {"finish", "close"}:
            self.zero_ms = None

    # ------------------------------------------------------------ time passes
    def note(self, rows: Sequence[LogRow]) -> None:
        self._pending += [(row.seq, row.at_ms) for row in rows]
        if self._timer is None:
            self.schedule()

    def keep(self, frame: bytes) -> None:
        """A sign that is not stored."""
        self._signs.append((self._now() + self.delay_ms, frame))
        if self._timer is None:
            self.schedule()

    def schedule(self) -> None:
        """Wake up when something becomes old enough."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = [self._pending[0][1] + self.delay_ms] if self._pending else []
        due += [self._signs[0][0]] if self._signs else []
        if (tick := self._next_tick()) is not None:
            due.append(tick)
        if due:
            self._wake_in((min(due) - self._now()) / 1000)

    def _wake_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, seconds), self.actor.enqueue, self.advance)

    def _next_tick(self) -> int | None:
        """When something happens next by itself; never before it has happened where the game is played."""
        match, there = self.match, self.actor.match
        if not isinstance(match, TimedMatch) or not isinstance(there, TimedMatch) or self.zero_ms is None or match.over:
            return None
        happens = match.next_event
        if happens is None or happens > there.now:
            return None
        return self.zero_ms + happens // self.actor.active_tables.rate + self.delay_ms + TICK_MARGIN_MS

    async def advance(self) -> None:
        """Show whatever has become old enough."""
        self._timer = None
        if self.actor.late is not self:
            return
        if not any(self._viewers()):
            self.actor.late = None  # whoever comes next reads the record
            return
        now = self._now()
        while self._signs and self._signs[0][0] <= now:
            frame = self._signs.popleft()[1]
            self._show(lambda pictures, frame=frame: frame)  # type: ignore[misc]
        try:
            await self._tell_rows(now)
            self._tick(now)
        except StoreError as error:
            log.warning("those who watch table %s late wait: %s", self.actor.header.id, error)
            self._wake_in(AGAIN_S)
            return
        except (GoldenSpikeError, Unplayable):
            log.exception("table %s is read again for those who watch it late", self.actor.header.id)
            await self.open()
            for viewer in list(self._viewers()):
                await viewer.show_again()
            return
        self.schedule()

    async def _tell_rows(self, now: int) -> None:
        due = [seq for seq, at_ms in takewhile(lambda one: one[1] + self.delay_ms <= now, self._pending)]
        if not due:
            return
        last = due[-1]
        header, after = self.actor.header, self.version
        # Not what was in memory: words that were deleted since are told to nobody.
        rows = await self.actor.store.read(lambda connection: read_rows(connection, header.id, after, last))
        for _ in due:
            self._pending.popleft()
        for row in rows:
            await self._replay(row)
            self._note_row(row)
            self.views = EncodedViews(self.match)
            self._show(self._event(row))

    async def _replay(self, row: LogRow) -> None:
        actor = self.actor
        if row.kind == "start" and actor.setting is not None:
            self.match = opening_match(actor.header, actor.setting)
        elif row.kind in OTHER_PATH:
            self.match = await actor.store.read(
                lambda connection: self._match_after(connection, read_rows(connection, actor.header.id, 0, row.seq)),
                slow=True,
            )
        elif self.match is not None:
            if row.kind == "move":
                self.match.replay(row.text, row.seq)
            catch_up(self.match, [row])
            self.match.drain()

    def _tick(self, now: int) -> None:
        """What happened by itself since."""
        happened: list[str] = []
        moved = False
        while (due := self._next_tick()) is not None and due <= now:
            match = self.match
            assert isinstance(match, TimedMatch)
            assert match.next_event is not None
            match.journal.clear()
            match.advance(match.next_event)
            happened += [line for line in match.journal if line.startswith("!")]
            match.drain()
            moved = True
        if moved:
            self.views = EncodedViews(self.match)

            def tick(pictures: bool) -> bytes:
                view, moment = self.views.public(pictures), self.views.moment
                assert view is not None
                assert moment is not None
                return encode(m.Tick(self.version, now_ms(), moment, view, None, happened, self._zero()))

            self._show(tick)

    # ------------------------------------------------------------ showing
    def _viewers(self) -> Iterable[Viewer]:
        return (viewer for viewer in self.actor.viewers if viewer.ready() and is_late(self.actor, viewer))

    def _show(self, make: Callable[[bool], bytes]) -> None:
        frames: dict[bool, bytes] = {}
        for viewer in self._viewers():
            if viewer.pictures not in frames:
                frames[viewer.pictures] = make(viewer.pictures)
            viewer.show(frames[viewer.pictures])

    def _zero(self) -> int | None:
        return None if self.zero_ms is None else self.zero_ms + self.delay_ms

    def awaited(self) -> list[int]:
        return list(self.match.actors) if self.match is not None and self.status == "running" else []

    def table(self) -> m.Table:
        actor = self.actor
        return earlier_table(actor.header, self.awaited(), actor.online(), self.status, self.version, self.changed_ms)

    def _result(self) -> m.Outcome | None:
        return outcome(self.match.result) if self.match is not None and self.match.over else None

    def _event(self, row: LogRow) -> Callable[[bool], bytes]:
        entry = entry_of(row, self.actor.setting, None, not row.sealed)
        result = self._result()
        table: Any = UNSET if row.kind == "move" and result is None else self.table()

        def event(pictures: bool) -> bytes:
            view, ended = self.views.public(pictures), UNSET if result is None else result
            moment = self.views.moment if self.zero_ms is not None else None
            return encode(
                m.Event(row.seq, now_ms(), entry, view, None, table, self.awaited(), UNSET, ended, self._zero(), moment)
            )

        return event

    def welcome(
        self, pictures: bool, account: str | None, entries: list[m.Entry], whole: bool, earlier: bool
    ) -> m.Welcome:
        return m.Welcome(
            table=self.table(),
            you=m.You(False, [], account),
            seat=None,
            version=self.version,
            now_ms=now_ms(),
            view=self.views.public(pictures),
            own=None,
            entries=entries,
            whole=whole,
            result=self._result(),
            zero_ms=self._zero(),
            at_ms=self.views.moment if self.zero_ms is not None else None,
            rate=self.actor.active_tables.rate,
            earlier=earlier,
        )
