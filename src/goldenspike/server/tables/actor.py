"""One table as an actor: commands come in through one queue and are carried out one after another.

Every command takes the same steps: it is tried in memory, written to the disk, acknowledged, and only then shown to
everybody. What cannot be written is taken back in memory and refused; the table stays playable.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from msgspec import UNSET, UnsetType
from sqlalchemy import Connection

from goldenspike.engine.game import Setting
from goldenspike.engine.match import Match
from goldenspike.engine.state_record import digest as digest_of
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.server import traces
from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.sessions import note_named
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import EncodedViews
from goldenspike.server.storage import schema
from goldenspike.server.storage.results import write_end
from goldenspike.server.storage.store import NotOwner, Rows, Store, Work
from goldenspike.server.storage.table_record import (
    LogRow,
    TableHeader,
    Unplayable,
    describe,
    match_at,
    path_of,
    read_rows,
    revealed_in,
    setting_of,
    write_header,
)
from goldenspike.server.tables.bots import TableBots
from goldenspike.server.tables.clock import set_times, times_after, write_times
from goldenspike.server.tables.command_ids import KNOWN_IDS, KnownIds
from goldenspike.server.tables.realtime import RealtimeRound, resume
from goldenspike.server.tables.viewers import CommandRefused, Unpublished, Viewer, publish

if TYPE_CHECKING:
    from goldenspike.server.tables.active_tables import ActiveTables
    from goldenspike.server.tables.late import LateTable

QUEUE = 256
QUEUE_AGAIN_S = 0.02
NOT_NOW = {"open": "the game has not begun yet", "finished": "the game is over", "closed": "this table is closed"}

log = logging.getLogger("goldenspike.server")


class TableActor:
    """A table that is in use."""

    def __init__(self, active_tables: ActiveTables, header: TableHeader) -> None:
        self.active_tables = active_tables
        self.store: Store = active_tables.store
        self.header = header
        self.viewers: set[Viewer] = set()
        self.setting: Setting | None = None
        self.match: Match | None = None
        self.unplayable = ""
        self.path: list[int] = []  # the moves that led here
        self.movers: list[int] = []  # and who made them
        self.final: bool = True  # may the last of them not be taken back freely?
        self.sealed: dict[int, str] = {}  # moves that lie face down, with their lines
        self.waiting: list[int] = []  # whose decision is awaited
        self.raw = b""  # the state now, as bytes
        self.hash = ""
        self.past: OrderedDict[int, bytes] = OrderedDict()  # states before the last few moves
        self.ids = KnownIds()
        self.said_bytes: dict[int | None, int] = {}  # of chat, by seat; None for a host without one
        self._step_ids: OrderedDict[str, int] = OrderedDict()  # private steps that were done, with their seats
        self.views = EncodedViews(None)
        self.unpublished: Sequence[Unpublished] = ()  # stored, and not yet shown to anybody
        self.used = self.attended = self.loaded_at = active_tables.clock()  # by anything; by a person
        self.left: dict[int, float] = {}  # when the last page of a seat was closed
        self.bots = TableBots(self)
        self.realtime: RealtimeRound | None = None  # the wall clock, at tables that have one
        self.late: LateTable | None = None  # what people see who only watch, where the host asked for a delay
        self._queue: asyncio.Queue[tuple[Callable[..., Awaitable[Any]], tuple[Any, ...], asyncio.Future[Any] | None]]
        self._queue = asyncio.Queue(QUEUE)
        self._task: asyncio.Task[None] | None = None
        self._working = False
        self.stopped = False
        self.epoch = 0  # under which this server owns the table, where several servers share the database

    # ------------------------------------------------------------ life
    @classmethod
    async def load(cls, active_tables: ActiveTables, table: str, epoch: int = 0) -> TableActor | None:
        """Load a table from the disk."""
        header = await active_tables.store.read(lambda connection: TableHeader.read(connection, table))
        if header is None:
            return None
        if header.board_source is not None:
            await active_tables.prepare_board(header.id, header.game, header.board_source)
        actor = cls(active_tables, header)
        actor.epoch = epoch
        await active_tables.store.read(actor.restore)
        actor._task = asyncio.get_running_loop().create_task(actor._run(), name=f"table {table}")
        actor.bots.wake()
        actor.enqueue(resume, actor)
        return actor

    def restore(self, connection: Connection) -> None:
        """Set everything that follows from the stored record."""
        header = self.header = TableHeader.read(connection, self.header.id) or self.header
        rows = read_rows(connection, header.id)
        header.version = rows[-1].seq
        self.path = path_of(rows)
        by_seq = {row.seq: row for row in rows}
        self.movers = [by_seq[seq].seat or 0 for seq in self.path]
        self.final = by_seq[self.path[-1]].final if self.path else True
        self.ids = KnownIds(rows, self.ids)
        self.said_bytes = {}
        for row in rows:
            if row.kind == "chat":
                self.said_bytes[row.seat] = self.said_bytes.get(row.seat, 0) + len(row.text.encode())
        self.past.clear()
        self.sealed = {}
        self._set_match(None)
        if header.players == 0:
            return
        try:
            self.setting = setting_of(header)
            match = match_at(connection, header, self.setting, rows)
        except Unplayable as error:
            self.unplayable = str(error)
            self.views = EncodedViews(None)
            return
        self._set_match(match)
        self.restore_sealed(connection)

    async def stop(self) -> None:
        """Stop; everything is on the disk already."""
        self.bots.stop()
        if self.realtime is not None:
            self.realtime.stop()
        self.stopped = True
        if self._task is not None:
            await self._queue.join()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def abandon(self, error: Exception) -> None:
        """Another server plays this table: nothing is done here any more, and the pages come back to it there."""
        self.stopped = True
        self.bots.stop()
        if self.realtime is not None:
            self.realtime.stop()
        while not self._queue.empty():
            work, _, done = self._queue.get_nowait()
            self._queue.task_done()
            if done is not None and not done.done():
                done.set_exception(error)
            _send_back(work)
        for viewer in list(self.viewers):
            viewer.bye("this table goes on in a moment", True)

    @property
    def busy(self) -> bool:
        return bool(self.viewers) or self._working or not self._queue.empty() or self.bots.thinking

    # ------------------------------------------------------------ commands
    def submit(self, work: Callable[..., Awaitable[Any]], *args: Any) -> bool:
        """Queue a command nobody waits for; False if too many are waiting already."""
        if self.stopped:
            return False
        self.used = self.attended = self.active_tables.clock()
        try:
            self._queue.put_nowait((work, args, None))
        except asyncio.QueueFull:
            return False
        return True

    def enqueue(self, work: Callable[..., Awaitable[Any]], *args: Any) -> None:
        """Queue something that the table itself has to do; it may wait, but is never dropped."""
        if self.stopped:
            return
        try:
            self._queue.put_nowait((work, args, None))
        except asyncio.QueueFull:
            asyncio.get_running_loop().call_later(QUEUE_AGAIN_S, self.enqueue, work, *args)

    async def call(self, work: Callable[..., Awaitable[Any]], *args: Any) -> Any:
        """Queue a command and wait for what it returns or raises."""
        if self.stopped:
            raise HttpError(503, "this table was just put away; try again")
        self.used = self.active_tables.clock()
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        try:
            self._queue.put_nowait((work, args, done))
        except asyncio.QueueFull:
            raise HttpError(503, "too much is going on at this table; try again") from None
        return await done

    async def _run(self) -> None:
        while True:
            work, args, done = await self._queue.get()
            self._working = True
            try:
                if self.epoch and not self.active_tables.owns(self):
                    raise self.active_tables.lost(self)
                value = await work(*args)
                if done is not None and not done.done():
                    done.set_result(value)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if done is not None and not done.done():
                    done.set_exception(error)
                elif isinstance(error, NotOwner):
                    log.warning("table %s: %s", self.header.id, error)
                    _send_back(work)
                else:
                    log.exception("a command failed at table %s", self.header.id)
            finally:
                self._working = False
                self._queue.task_done()

    # ------------------------------------------------------------ what it is now
    @property
    def version(self) -> int:
        return self.header.version

    @property
    def running(self) -> bool:
        return self.header.status == "running"

    def awaited(self) -> list[int]:
        """The seats whose decision is awaited, as far as it is stored."""
        return self.waiting if self.running else []

    def online(self) -> set[int]:
        return {seat for viewer in self.viewers for seat in viewer.seats}

    def away_s(self, seat: int) -> float:
        """For how long nobody of a seat has been here, as far as is known."""
        return self.active_tables.clock() - self.left.get(seat, self.loaded_at)

    def table(self) -> m.Table:
        """The table as everybody sees it."""
        header = self.header
        return describe(header, self.awaited(), self.online())

    def clocks(self) -> list[list[int | None]] | UnsetType:
        if self.header.pace.kind == "none":
            return UNSET
        return [[place.bank_ms, place.due_ms] for place in self.header.places]

    def _attach_clock(self) -> None:
        """Give a running table its wall clock, if it has one; the clock stands still until it is started."""
        match = self.match
        if self.running and isinstance(match, TimedMatch) and match.game.wall_clock(match.setting.options):
            self.realtime = RealtimeRound(self, match)

    def time(self) -> tuple[int | None, int | None]:
        """When the wall clock showed 0, and the time of the round; nothing without one."""
        return (None, None) if self.realtime is None else (self.realtime.zero_ms, self.views.moment)

    def _set_match(self, match: Match | None) -> None:
        """Show this match from now on."""
        if self.realtime is not None:
            self.realtime.stop()
        self.match, self.realtime = match, None
        self._attach_clock()
        self.views = EncodedViews(match)
        self.waiting = [] if match is None else list(match.actors)
        if match is not None:
            self.raw = match.raw()
            self.hash = digest_of(self.raw)

    # ------------------------------------------------------------ the record
    def knows_step(self, move_id: str, seat: int) -> bool:
        """Was this private step done already?"""
        return self._step_ids.get(move_id) == seat

    def remember_step(self, move_id: str, seat: int) -> None:
        self._step_ids[move_id] = seat
        while len(self._step_ids) > KNOWN_IDS:
            self._step_ids.popitem(last=False)

    async def recover(self) -> None:
        """After a fault of our own: log it, and go back to what is stored."""
        log.exception("a command failed at table %s", self.header.id)
        await self.reload()
        self.enqueue(resume, self)

    async def reload(self) -> None:
        """Go back to what is stored."""
        self.unpublished = ()
        await self.store.read(self.restore)

    async def record(
        self,
        kind: str,
        seat: int | None = None,
        move_id: str | None = None,
        data: dict[str, Any] | None = None,
        header: TableHeader | None = None,
        text: str = "",
        more: Iterable[Work] = (),
    ) -> int:
        """Store something that happened beside the game."""
        row = self.row(kind, seat, move_id, text, data)
        if kind == "seat" and seat is not None and data is not None and data.get("name"):
            # Whoever holds the seat before or after it.
            named = partial(note_named, table=self.header.id, seq=row.seq, seat=seat)
            more = [named, *more, named]
        await self.store_rows([row], header, more)
        self.unpublished = [(row, None, header is not None)]
        return row.seq

    async def record_and_publish(
        self, kind: str, seat: int | None, data: dict[str, Any] | None, header: TableHeader, more: Iterable[Work] = ()
    ) -> None:
        """Store a change of the table that was asked for over HTTP, and show it to everybody."""
        await self.record(kind, seat, None, data, header, more=more)
        publish(self)
        if self.realtime is not None:
            await self.realtime.seats_changed()

    async def begin(self, match: Match, header: TableHeader, more: Iterable[Work]) -> None:
        """The match begins."""
        self._set_match(match)
        try:
            row = self.row("start", data={"players": header.players})
            await self.store_rows([row], header, more)
        except BaseException:
            self._set_match(None)
            self.hash = ""
            raise
        self._attach_clock()
        if self.realtime is not None:
            self.realtime.start()
        self.unpublished = [(row, None, True)]
        publish(self)

    def restore_sealed(self, connection: Connection) -> None:
        """What lies face down, and whether the last move may be taken back freely."""
        assert self.setting is not None
        assert self.match is not None
        rows = read_rows(connection, self.header.id)
        by_seq = {row.seq: row for row in rows}
        self.final = by_seq[self.path[-1]].final if self.path else True
        hidden = self.setting.sealed(self.match.s)
        shown = revealed_in(rows)
        waiting = self.path[len(self.path) - hidden :] if hidden else []
        self.sealed = {seq: by_seq[seq].text for seq in waiting if by_seq[seq].sealed and seq not in shown}

    def playing(self) -> Match:
        """The match, if it can be played now."""
        if self.unplayable:
            raise CommandRefused("rules", self.unplayable)
        if self.match is None or not self.running:
            raise CommandRefused("status", NOT_NOW.get(self.header.status, "nothing can be played here now"))
        return self.match

    def check_room(self) -> None:
        """CommandRefused where nothing but moves is recorded any more."""
        if self.active_tables.full:
            raise CommandRefused("full", "this server has no room for anything but moves now")
        if self.version >= self.active_tables.most_entries:
            raise CommandRefused("record", "so much has happened at this table that only moves are recorded now")

    def snapshot(self, row: LogRow, raw: bytes) -> Work:
        name, rules = self.header.id, self.header.rules
        values = {"table_id": name, "seq": row.seq, "rules": rules, "hash": row.hash, "state": raw}
        return lambda connection: connection.execute(sa.insert(schema.snapshots), values)

    def row(
        self,
        kind: str,
        seat: int | None = None,
        move_id: str | None = None,
        text: str = "",
        data: dict[str, Any] | None = None,
        sealed: bool = False,
        final: bool = False,
        digest: str | None = None,
        seq: int | None = None,
    ) -> LogRow:
        number = self.version + 1 if seq is None else seq
        return LogRow(
            number,
            kind,
            seat,
            move_id,
            self.active_tables.now(),
            text,
            data,
            sealed,
            final,
            self.hash if digest is None else digest,
        )

    async def store_rows(
        self, rows: Sequence[LogRow], header: TableHeader | None = None, more: Iterable[Work] = ()
    ) -> None:
        """Write rows, and the header if it changes; once this returns they are on the disk."""
        last = rows[-1]
        mask = 0
        match = self.match
        turns = match is not None and not match.game.wall_clock(match.setting.options)
        for seat in match.actors if match is not None and turns and (header or self.header).status == "running" else ():
            mask |= 1 << seat
        extra = list(more)
        times = times_after(header or self.header, rows, mask)
        if header is not None:
            header.version, header.changed_ms = last.seq, last.at_ms
            if times is not None:
                set_times(header, times)
            extra.append(lambda connection: write_header(connection, header))
            if header.status == "finished" and self.running:
                extra.append(write_end(header, self.setting))
        elif times is not None:
            kept = times
            extra.append(lambda connection: write_times(connection, self.header.id, kept))
        values = [row.values(self.header.id) for row in rows]
        try:
            with traces.span("commit"):
                await self.store.write(Rows(values, (last.at_ms, last.seq, mask, self.header.id), extra, self.epoch))
        except NotOwner as error:
            self.active_tables.let_go(self, error)
            raise
        if header is not None:
            self.header = header
        elif times is not None:
            set_times(self.header, times)
        self.header.version, self.header.changed_ms = last.seq, last.at_ms
        self.ids.add(rows)


def _send_back(work: Callable[..., Awaitable[Any]]) -> None:
    """A page that was about to enter comes back, and finds whoever plays the table now."""
    bye = getattr(getattr(work, "__self__", None), "bye", None)
    if bye is not None:
        bye("this table goes on in a moment", True)
