"""A page at a table: what it asks for is checked, limited and handed to the actor, whatever carries its frames."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from goldenspike.server import traces
from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.sessions import SEEN_MS, Session, find_session, granted, note_seen
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import encode, now_ms
from goldenspike.server.storage.store import StoreError
from goldenspike.server.tables import going_back, moves, pausing, private_steps, requests
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.invitations import note_return
from goldenspike.server.tables.viewers import CommandRefused, send_refusal

ROW_BYTES = 200  # what an entry of the record takes besides its text
SEEN_S = SEEN_MS / 1000

TO_ACTOR: dict[type[Any], Callable[..., Coroutine[Any, Any, None]]] = {
    m.Back: private_steps.back,
    m.Undo: going_back.undo,
    m.Rewind: going_back.rewind,
    m.Vote: going_back.vote,
    m.Say: requests.say,
    m.Why: requests.why,
    m.Hint: requests.hint,
    m.Signal: requests.signal,
    m.Pause: pausing.pause,
}
# Which bucket a frame draws from, besides that of the channel itself.
RATES: dict[type[Any], str] = {m.Say: "said", m.Hint: "hint", m.Signal: "signal"}
BY_SEAT = frozenset({m.Move, m.Back, m.Undo, m.Rewind, m.Vote, m.Pause})


class PageAtTable:
    """One open page."""

    def __init__(self, active_tables: ActiveTables, address: str, token_hash: str | None = None) -> None:
        self.active_tables = active_tables
        self.seat: int | None = None
        self.seats: frozenset[int] = frozenset()
        self.host = False
        self.pictures = False
        self.bot_delay_s: float | None = None
        self.session = Session()
        self.actor: TableActor | None = None
        self.address = address
        self.key = f"{address} {id(self)}"
        self.trace = ""  # where the frame of this moment came from, if another server carried it here
        self._welcomed = False
        self._token_hash = token_hash
        self._seen = float("-inf")

    @property
    def holder(self) -> str | None:
        return self.session.holder

    @property
    def person(self) -> str:
        """Whose page this is: a session or an account, or this page alone."""
        return self.session.holder or self.key

    @property
    def program(self) -> str | None:
        """The name of the account whose program this is; None for people."""
        return self.session.name or "" if self.session.program else None

    @property
    def member(self) -> bool:
        """Is this one of the people of the table, not somebody who only watches?"""
        return self.host or bool(self.seats)

    @property
    def _greeted(self) -> bool:
        """Has the page said which table it is about?"""
        return self.actor is not None

    # ------------------------------------------------------------ what the transport does
    def ready(self) -> bool:
        return self._welcomed

    def send(self, *frames: bytes) -> None:
        """Queue frames for this page alone."""
        raise NotImplementedError

    def show(self, frame: bytes, before: bytes = b"") -> None:
        """Queue a frame that is the same for everybody of this viewpoint; ``before`` is for this page alone."""
        if before:
            self.send(before, frame)
        else:
            self.send(frame)

    def bye(self, reason: str, again: bool) -> None:
        """Close, after what was queued."""
        raise NotImplementedError

    def _unreadable(self, error: CommandRefused, text: str | bytes = "") -> None:
        """Say what is wrong with a frame."""
        raise NotImplementedError

    # ------------------------------------------------------------ frames
    async def _take(self, frame: Any) -> None:
        kind = type(frame)
        if kind is m.Ping:
            self._note_seen()
            self.send(encode(m.Pong(frame.sent, now_ms())))
        elif kind is m.Hello:
            await self._hello(frame)
        elif self.actor is None:
            self._unreadable(CommandRefused("hello", "say first which table this is about (hello)"))
        elif kind in BY_SEAT and not self.active_tables.limits.allows("seat", self._seat_key(frame.seat)):
            send_refusal(self, frame.id, CommandRefused("fast", "too fast; wait a little"))
        elif kind is m.Move:
            self._queue(moves.move, frame.id, self.actor, self, frame, asyncio.get_running_loop().time())
        elif kind is m.Tempo:
            self.bot_delay_s = None if frame.bot_delay_ms is None else frame.bot_delay_ms / 1000
        elif kind is m.Look:
            self._queue(self._look, "", frame.seat)
        else:
            bucket = RATES.get(kind)
            whose = self._seat_key(frame.seat) if kind is m.Signal else self.session.holder or self.key
            if (bucket is not None and not self.active_tables.limits.allows(bucket, whose)) or (
                kind is m.Say and not self._may_say(frame)
            ):
                send_refusal(self, frame.id, CommandRefused("fast", "too fast; wait a little"))
                return
            self._queue(TO_ACTOR[kind], frame.id, self.actor, self, frame)

    def _may_say(self, frame: m.Say) -> bool:
        """A seat talks at the pace of one person, however many devices hold it; so does everybody at one address."""
        limits = self.active_tables.limits
        seat = -1 if frame.seat is None else frame.seat
        return (
            limits.allows("said by seat", self._seat_key(seat))
            and limits.allows("said by address", self.address)
            and limits.allows("bytes", self.address, ROW_BYTES + len(frame.text))
        )

    def _seat_key(self, seat: int) -> str:
        """The bucket of a seat; only its holder can empty it."""
        if self.actor is None or seat not in self.seats:
            return self.key
        return f"{self.actor.header.id} {seat}"

    def _queue(self, work: Callable[..., Awaitable[Any]], move_id: str, *args: Any) -> None:
        assert self.actor is not None
        if move_id and traces.wanted():
            about = {"table": self.actor.header.id, "request": move_id}
            work = traces.traced(work, work.__name__, about, self.trace)
        if self.actor.stopped:  # it goes on elsewhere, and whatever was not answered is sent again there
            self.bye("this table goes on in a moment", True)
        elif not self.actor.submit(work, *args):
            send_refusal(self, move_id, CommandRefused("busy", "too much is going on at this table; try again"))

    # ------------------------------------------------------------ coming, looking, leaving
    async def _hello(self, frame: m.Hello) -> None:
        if frame.protocol != m.PROTOCOL:
            self.bye("this page is out of date; load it again", False)
            return
        try:
            actor = await self.active_tables.table(frame.table)
        except HttpError as error:  # its board could not be made ready
            self.bye(error.line, True)
            return
        if actor is None:
            self.bye("there is no such table", False)
            return
        if self.actor is not None and self.actor is not actor:
            # What was granted at one table must never count for a command that waits at another.
            self.bye("a channel is for one table; open another one", True)
            return
        self.actor = actor
        if not actor.submit(self._enter, frame):
            self.bye("too much is going on at this table", True)

    async def _enter(self, frame: m.Hello) -> None:
        """Run by the actor, so that no version is missed between the welcome and the first event."""
        if self.actor is None:
            return  # gone before its turn came
        try:
            await self._grants()
        except StoreError as error:
            self.bye(str(error), True)
            return
        if self.actor is None:
            return
        if frame.seat is not None and frame.seat not in self.seats:
            self.bye("this seat is not yours", False)
            return
        self.seat = frame.seat
        self.pictures = frame.pictures and self.active_tables.draws(self.actor.header.game)
        self._note_seen()
        new = self not in self.actor.viewers
        self.actor.viewers.add(self)
        self._welcomed = True
        try:
            await requests.join(self.actor, self, frame.version, self.session.name)
        except StoreError as error:
            self.bye(str(error), True)
            return
        if new and self.actor is not None:
            requests.presence(self.actor)
            self.actor.enqueue(note_return, self.actor)
            self.actor.bots.wake()

    async def _look(self, seat: int | None) -> None:
        if self.actor is None:
            return
        if seat is not None and seat not in self.seats:
            send_refusal(self, "", CommandRefused("seat", "this seat is not yours"))
            return
        self.seat = seat
        try:
            await requests.join(self.actor, self, None, self.session.name)
        except StoreError as error:
            self.bye(str(error), True)

    async def _grants(self) -> bool:
        """Look up what this session may do; has it changed?"""
        assert self.actor is not None
        return await self._grants_at(self.actor.header.id)

    async def _grants_at(self, table: str) -> bool:
        token_hash = self._token_hash

        def read(connection: Any) -> tuple[Session, m.You]:
            session = find_session(connection, token_hash)
            return session, granted(connection, table, session)

        self.session, you = await self.active_tables.store.read(read)
        changed = (self.host, self.seats) != (you.host, frozenset(you.seats))
        self.host, self.seats = you.host, frozenset(you.seats)
        return changed

    async def check_grants(self) -> None:
        actor = self.actor
        if actor is None or not await self._grants() or self.actor is None:
            return
        if self.seat is not None and self.seat not in self.seats:
            self.seat = None
        await requests.join(actor, self, None, self.session.name)
        requests.presence(actor)

    async def show_again(self) -> None:
        if self.actor is not None and self._welcomed:
            await requests.join(self.actor, self, None, self.session.name)

    def _note_seen(self, *, now: bool = False) -> None:
        """A page that stays open for days is a person who is there."""
        clock = self.active_tables.clock()
        if self.session.token_hash is not None and (now or clock >= self._seen + SEEN_S):
            self._seen = clock
            noted = note_seen(self.active_tables.store, self.session, self.active_tables.now())
            self.active_tables.in_background(noted)

    def _leave(self) -> None:
        actor, self.actor = self.actor, None
        self._welcomed = False
        self._note_seen(now=True)
        if actor is not None and self in actor.viewers:
            actor.viewers.discard(self)
            actor.left |= dict.fromkeys(self.seats, self.active_tables.clock())
            actor.used = actor.attended = self.active_tables.clock()
            requests.presence(actor)
