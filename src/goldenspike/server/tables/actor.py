"""One table as an actor: commands come in through one queue and are carried out one after another.

Every step goes the same way: it is tried in memory, written to the disk, acknowledged, and only then
shown to everybody. What cannot be written is taken back in memory and refused; the table stays playable.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa
from msgspec import UNSET, UnsetType
from sqlalchemy import Connection

from goldenspike.engine.errors import GoldenSpikeError, IllegalAction
from goldenspike.engine.game import Setting
from goldenspike.engine.match import Match
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.server.http.errors import Trouble
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import Sight, around_own, encode, now_ms, outcome, with_own
from goldenspike.server.storage import schema
from goldenspike.server.storage.store import Rows, Store, StoreTrouble, Taken, Work
from goldenspike.server.storage.table_record import (
    SNAPSHOT_EVERY,
    Head,
    Place,
    Row,
    Unplayable,
    describe,
    entry_of,
    match_at,
    opening_match,
    path_of,
    read_rows,
    revealed_in,
    row_of_id,
    setting_of,
    write_head,
)
from goldenspike.server.tables import private_steps as steps
from goldenspike.server.tables.bots import BotDesk
from goldenspike.server.tables.clock import set_times, times_after, write_times
from goldenspike.server.tables.command_ids import KNOWN_IDS, KnownIds
from goldenspike.server.tables.realtime import LiveRound, resume

if TYPE_CHECKING:
    from goldenspike.server.tables.active_tables import Hall

QUEUE = 256
POKE_AGAIN_S = 0.02
NOT_NOW = {"open": "the game has not begun yet", "finished": "the game is over", "closed": "this table is closed"}
PAST_STATES = 8

log = logging.getLogger("goldenspike.server")


class Refuse(Exception):
    """A command that is not granted: the rule behind it, or one clear line."""

    def __init__(self, code: str, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.clause = clause


class Stepped(Exception):
    """A private step was done: its turn is not complete, so there is nothing to store."""


class Viewer(Protocol):
    """Somebody who looks at the table through a channel."""

    seat: int | None  # the viewpoint
    seats: frozenset[int]  # the seats this viewer may play
    host: bool

    def send(self, *frames: bytes) -> None:
        """Hand frames over; never waits."""

    def ready(self) -> bool:
        """May events be sent (a welcome came before them)?"""

    async def regrant(self) -> None:
        """Look again what this viewer may do, and show the table anew if that has changed."""


class TableActor:
    """A table that is in use."""

    def __init__(self, hall: Hall, head: Head) -> None:
        self.hall = hall
        self.store: Store = hall.store
        self.head = head
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
        self._step_ids: OrderedDict[str, int] = OrderedDict()  # private steps that were done, with their seats
        self.sight = Sight(None)
        self.used = hall.clock()
        self.desk = BotDesk(self)
        self.live: LiveRound | None = None  # the wall clock, at tables that have one
        self._queue: asyncio.Queue[tuple[Callable[..., Awaitable[Any]], tuple[Any, ...], asyncio.Future[Any] | None]]
        self._queue = asyncio.Queue(QUEUE)
        self._task: asyncio.Task[None] | None = None
        self._working = False
        self.stopped = False

    # ------------------------------------------------------------ life
    @classmethod
    async def load(cls, hall: Hall, table: str) -> TableActor | None:
        """Bring a table to life from the disk."""
        head = await hall.store.read(lambda connection: Head.read(connection, table))
        if head is None:
            return None
        actor = cls(hall, head)
        await hall.store.read(actor.restore)
        actor._task = asyncio.get_running_loop().create_task(actor._run(), name=f"table {table}")
        actor.desk.wake()
        actor.poke(resume, actor)
        return actor

    def restore(self, connection: Connection) -> None:
        """Everything that follows from the record, as it is on the disk."""
        head = self.head = Head.read(connection, self.head.id) or self.head
        rows = read_rows(connection, head.id)
        head.version = rows[-1].seq
        self.path = path_of(rows)
        by_seq = {row.seq: row for row in rows}
        self.movers = [by_seq[seq].seat or 0 for seq in self.path]
        self.final = by_seq[self.path[-1]].final if self.path else True
        self.ids = KnownIds(rows)
        self.past.clear()
        self.sealed = {}
        self._stand(None)
        if head.players == 0:
            return
        try:
            self.setting = setting_of(head)
            match = match_at(connection, head, self.setting, rows)
        except Unplayable as error:
            self.unplayable = str(error)
            self.sight = Sight(None)
            return
        self._stand(match)
        self.recall(connection)

    async def stop(self) -> None:
        """Let go; everything is on the disk already."""
        self.desk.stop()
        if self.live is not None:
            self.live.stop()
        self.stopped = True
        if self._task is not None:
            await self._queue.join()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def busy(self) -> bool:
        return bool(self.viewers) or self._working or not self._queue.empty() or self.desk.thinking

    # ------------------------------------------------------------ commands
    def submit(self, work: Callable[..., Awaitable[Any]], *args: Any) -> bool:
        """Queue a command nobody waits for; False if too many are waiting already."""
        if self.stopped:
            return False
        self.used = self.hall.clock()
        try:
            self._queue.put_nowait((work, args, None))
        except asyncio.QueueFull:
            return False
        return True

    def poke(self, work: Callable[..., Awaitable[Any]], *args: Any) -> None:
        """Queue something that the table itself has to do; it may wait, but is not forgotten."""
        if self.stopped:
            return
        try:
            self._queue.put_nowait((work, args, None))
        except asyncio.QueueFull:
            asyncio.get_running_loop().call_later(POKE_AGAIN_S, self.poke, work, *args)

    async def call(self, work: Callable[..., Awaitable[Any]], *args: Any) -> Any:
        """Queue a command and wait for what it returns or raises."""
        if self.stopped:
            raise Trouble(503, "this table was just put away; try again")
        self.used = self.hall.clock()
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        try:
            self._queue.put_nowait((work, args, done))
        except asyncio.QueueFull:
            raise Trouble(503, "too much is going on at this table; try again") from None
        return await done

    async def _run(self) -> None:
        while True:
            work, args, done = await self._queue.get()
            self._working = True
            try:
                value = await work(*args)
                if done is not None and not done.done():
                    done.set_result(value)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if done is not None and not done.done():
                    done.set_exception(error)
                else:
                    log.exception("a command failed at table %s", self.head.id)
            finally:
                self._working = False
                self._queue.task_done()

    # ------------------------------------------------------------ what it is now
    @property
    def version(self) -> int:
        return self.head.version

    @property
    def running(self) -> bool:
        return self.head.status == "running"

    def awaited(self) -> list[int]:
        """The seats whose decision is awaited, as far as it is stored."""
        return self.waiting if self.running else []

    def online(self) -> set[int]:
        return {seat for viewer in self.viewers for seat in viewer.seats}

    def table(self) -> m.Table:
        """The table as everybody sees it."""
        head = self.head
        return describe(head, self.awaited(), self.online())

    def clocks(self) -> list[list[int | None]] | UnsetType:
        if self.head.pace.kind == "none":
            return UNSET
        return [[place.bank_ms, place.due_ms] for place in self.head.places]

    def _wind(self) -> None:
        """A running table with a wall clock gets one; it stands still until it is started."""
        match = self.match
        if self.running and isinstance(match, TimedMatch) and match.game.wall_clock(match.setting.options):
            self.live = LiveRound(self, match)

    def time(self) -> tuple[int | None, int | None]:
        """When the wall clock showed 0, and the time of the round; nothing without one."""
        return (None, None) if self.live is None else (self.live.zero_ms, self.sight.moment)

    def _stand(self, match: Match | None) -> None:
        """Stand at this position."""
        if self.live is not None:
            self.live.stop()
        self.match, self.live = match, None
        self._wind()
        self.sight = Sight(match)
        self.waiting = [] if match is None else list(match.actors)
        if match is not None:
            self.raw = match.raw()
            self.hash = _digest(self.raw)

    # ------------------------------------------------------------ moves
    async def move(self, viewer: Viewer, frame: m.Move, arrived: float | None = None) -> None:
        """An action of a seat, and when it came (by the clock of the event loop)."""
        if frame.seat not in viewer.seats:
            refuse(viewer, frame.id, Refuse("seat", "this seat is not yours"))
            return
        if self.live is not None:
            args = (frame.seat, frame, asyncio.get_running_loop().time() if arrived is None else arrived)
            await self.answer(viewer, frame.id, "move", frame.seat, self.live.command, *args)
            return
        await self.answer(viewer, frame.id, "move", frame.seat, self._move, frame.seat, frame.text, frame.version)

    async def answer(
        self, viewer: Viewer, move_id: str, kind: str, seat: int | None, work: Callable[..., Awaitable[int]], *args: Any
    ) -> None:
        """Carry a command with an id out once, however often it comes, and tell its sender what became of it."""
        known = self.ids.get(move_id)
        if seat is not None and self.knows_step(move_id, seat):
            steps.shown(self, seat, viewer, move_id)
            return
        try:
            version = known[0] if known else await work(move_id, *args)
        except Stepped:
            assert seat is not None
            self.remember_step(move_id, seat)
            steps.shown(self, seat, viewer, move_id)
            return
        except (Refuse, Taken) as error:
            # It may have been done before this table was last loaded: then the answer is the same as then.
            try:
                if isinstance(error, Taken):
                    await self.heal()  # the record goes on where this table thought it ended
                if isinstance(error, Taken) or self.ids.perhaps(move_id):
                    row = await self.store.read(lambda connection: row_of_id(connection, self.head.id, move_id))
                else:
                    row = None
            except StoreTrouble:
                row = None
            if row is None:
                refuse(viewer, move_id, error if isinstance(error, Refuse) else Refuse("store", str(error)))
                return
            known = row.seq, row.kind, row.seat
            version = row.seq
        except StoreTrouble as error:
            refuse(viewer, move_id, Refuse("store", str(error)))
            return
        except Exception:
            await self.heal()
            refuse(viewer, move_id, Refuse("server", "something went wrong here; nothing was changed"))
            return
        if known is not None and (known[1], known[2]) != (kind, seat):
            refuse(viewer, move_id, Refuse("id", "this id was used for something else at this table"))
            return
        self.show_later(viewer, encode(m.Ack(move_id, version)))

    def knows_step(self, move_id: str, seat: int) -> bool:
        """Was this private step done already?"""
        return self._step_ids.get(move_id) == seat

    def remember_step(self, move_id: str, seat: int) -> None:
        self._step_ids[move_id] = seat
        while len(self._step_ids) > KNOWN_IDS:
            self._step_ids.popitem(last=False)

    async def heal(self) -> None:
        """After a fault of our own: stand again where the record on the disk leads."""
        log.exception("a command failed at table %s", self.head.id)
        await self.stand_by_record()
        self.poke(resume, self)

    async def stand_by_record(self) -> None:
        """Stand where the record on the disk leads."""
        self.later = ()
        await self.store.read(self.restore)

    async def _move(self, move_id: str | None, seat: int, text: str, version: int | None = None) -> int:
        match = self.playing()
        if version is not None and version != self.version:
            raise Refuse("version", "the table has moved on since; look again")
        assert self.setting is not None
        kept = match.keep()
        try:
            line = match.play(seat, text)
        except IllegalAction as error:
            raise Refuse(error.code, error.sentence, error.clause) from None
        except GoldenSpikeError as error:
            raise Refuse("notation", str(error)) from None
        if not match.log or match.last is None:
            raise Stepped
        before, _, actions = match.last
        match.drain()
        setting = self.setting
        raw = match.raw()
        hidden = setting.sealed(match.s)
        reveals = list(self.sealed)[: max(0, len(self.sealed) + 1 - hidden)] if self.sealed else []
        data: dict[str, Any] = setting.told(before, match.s, seat, actions)
        events = setting.events(before, match.s, seat, actions)
        if events:
            data["events"] = events
        if reveals:
            data["revealed"] = [setting.public(self.sealed[seq]) for seq in reveals]
            data["reveals"] = reveals
        final = setting.revealed(before, match.s, seat, actions)
        row = self.row("move", seat, move_id, line, data or None, bool(hidden), final, _digest(raw))
        rows, heads = [row], None
        more: list[Work] = []
        if len(self.path) % SNAPSHOT_EVERY == SNAPSHOT_EVERY - 1:
            more.append(self.snapshot(row, raw))
        result = None
        if match.over:
            result = outcome(match.result)
            heads = self.head.copy()
            heads.status, heads.result, heads.proposal = "finished", result, None
            rows.append(self.row("finish", None, None, "", None, digest=row.hash, seq=row.seq + 1))
        old, self.sight = self.sight, Sight(match)
        try:
            await self.store_rows(rows, heads, more)
        except BaseException:
            match.put_back(self.raw, kept)
            self.sight = old
            raise
        self.past[row.seq] = self.raw
        while len(self.past) > PAST_STATES:
            self.past.popitem(last=False)
        self.raw, self.hash, self.waiting = raw, row.hash, list(match.actors)
        self.path.append(row.seq)
        self.movers.append(seat)
        self.final = final
        for seq in reveals:
            del self.sealed[seq]
        if row.sealed:
            self.sealed[row.seq] = line
        self.later = [(one, result, one.kind == "finish") for one in rows]
        return row.seq

    async def bot_moves(self, seat: int, text: str) -> None:
        """A bot's action takes the same way as everybody's."""
        try:
            await self._move(None, seat, text)
        except (Refuse, Stepped):
            log.exception("a bot's move was refused at table %s", self.head.id)
            return
        except StoreTrouble:
            raise
        except Exception:
            await self.heal()
            return
        self.show_later()

    async def note(
        self,
        kind: str,
        seat: int | None = None,
        move_id: str | None = None,
        data: dict[str, Any] | None = None,
        head: Head | None = None,
        text: str = "",
        more: Iterable[Work] = (),
    ) -> int:
        """Keep something that happened beside the game."""
        row = self.row(kind, seat, move_id, text, data)
        await self.store_rows([row], head, more)
        self.later = [(row, None, head is not None)]
        return row.seq

    async def note_and_tell(
        self, kind: str, seat: int | None, data: dict[str, Any] | None, head: Head, more: Iterable[Work] = ()
    ) -> None:
        """Keep a change of the table that was asked for over HTTP, and show it to everybody."""
        await self.note(kind, seat, None, data, head, more=more)
        self.show_later()
        if self.live is not None:
            await self.live.seats_changed()

    async def begin(self, match: Match, head: Head, more: Iterable[Work]) -> None:
        """The match begins."""
        self._stand(match)
        try:
            row = self.row("start", data={"players": head.players})
            await self.store_rows([row], head, more)
        except BaseException:
            self._stand(None)
            self.hash = ""
            raise
        self._wind()
        if self.live is not None:
            self.live.go()
        self.later = [(row, None, True)]
        self.show_later()

    def recall(self, connection: Connection) -> None:
        """What lies face down, and whether the last move may be taken back freely."""
        assert self.setting is not None
        assert self.match is not None
        rows = read_rows(connection, self.head.id)
        by_seq = {row.seq: row for row in rows}
        self.final = by_seq[self.path[-1]].final if self.path else True
        hidden = self.setting.sealed(self.match.s)
        shown = revealed_in(rows)
        waiting = self.path[len(self.path) - hidden :] if hidden else []
        self.sealed = {seq: by_seq[seq].text for seq in waiting if by_seq[seq].sealed and seq not in shown}

    def playing(self) -> Match:
        """The match, if it can be played now."""
        if self.unplayable:
            raise Refuse("rules", self.unplayable)
        if self.match is None or not self.running:
            raise Refuse("status", NOT_NOW.get(self.head.status, "nothing can be played here now"))
        return self.match

    def snapshot(self, row: Row, raw: bytes) -> Work:
        values = {"table_id": self.head.id, "seq": row.seq, "rules": self.head.rules, "hash": row.hash, "state": raw}
        return lambda connection: connection.execute(sa.insert(schema.snapshots), values)

    # ------------------------------------------------------------ writing and telling
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
    ) -> Row:
        number = self.version + 1 if seq is None else seq
        return Row(
            number,
            kind,
            seat,
            move_id,
            self.hall.now(),
            text,
            data,
            sealed,
            final,
            self.hash if digest is None else digest,
        )

    async def store_rows(self, rows: Sequence[Row], head: Head | None = None, more: Iterable[Work] = ()) -> None:
        """Write rows, and the header if it changes; once this returns they are on the disk."""
        last = rows[-1]
        mask = 0
        match = self.match
        turns = match is not None and not match.game.wall_clock(match.setting.options)
        for seat in match.actors if match is not None and turns and (head or self.head).status == "running" else ():
            mask |= 1 << seat
        extra = list(more)
        times = times_after(head or self.head, rows, mask)
        if head is not None:
            head.version, head.changed_ms = last.seq, last.at_ms
            if times is not None:
                set_times(head, times)
            extra.append(lambda connection: write_head(connection, head))
        elif times is not None:
            kept = times
            extra.append(lambda connection: write_times(connection, self.head.id, kept))
        await self.store.write(
            Rows(
                [row.values(self.head.id) for row in rows],
                (last.at_ms, last.seq, mask, self.head.id),
                extra,
            )
        )
        if head is not None:
            self.head = head
        elif times is not None:
            set_times(self.head, times)
        self.head.version, self.head.changed_ms = last.seq, last.at_ms
        self.ids.add(rows)

    later: Sequence[tuple[Row, m.Outcome | None, bool]] = ()

    def show_later(self, sender: Viewer | None = None, ack: bytes = b"") -> None:
        """Acknowledge what was just stored, and show it to everybody who looks on."""
        later, self.later = self.later, ()
        if sender is not None and not (later and sender in self.viewers and sender.ready()):
            sender.send(ack)
            sender = None
        if not later:
            return
        awaited = self.awaited()
        clocks, moment = self.clocks(), self.time()
        for row, result, changed in later:
            table = self.table() if changed else UNSET
            frames: dict[int | None, bytes] = {}
            around: dict[bool, tuple[bytes, bytes]] = {}
            for viewer in self.viewers:
                if not viewer.ready():
                    continue
                if viewer.seat not in frames:
                    own = self.sight.own(viewer.seat)
                    mine = viewer.seat is not None and viewer.seat == row.seat
                    if mine not in around:
                        entry = entry_of(row, self.setting, row.seat if mine else None, not row.sealed)
                        view, ended = self.sight.public(), UNSET if result is None else result
                        event = m.Event(row.seq, now_ms(), entry, view, None, table, awaited, clocks, ended, *moment)
                        around[mine] = around_own(event)
                    frames[viewer.seat] = with_own(around[mine], own)
                if viewer is sender:
                    viewer.send(ack, frames[viewer.seat])
                    sender = None
                else:
                    viewer.send(frames[viewer.seat])
        self.hall.after(self, [row for row, _, _ in later])
        self.desk.wake()


def refuse(viewer: Viewer, move_id: str, error: Refuse) -> None:
    viewer.send(encode(m.Refused(move_id, error.code, error.clause, error.sentence)))


def _digest(raw: bytes) -> str:
    from goldenspike.engine.state_record import digest

    return digest(raw)


__all__ = ["Place", "Refuse", "TableActor", "Viewer", "opening_match"]
