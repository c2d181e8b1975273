"""The live channel: one WebSocket per tab, with a bounded queue to its reader."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from starlette.types import ASGIApp, Receive, Scope, Send

from goldenspike.server.http.connections import Capacity
from goldenspike.server.http.errors import HttpError, shape_line
from goldenspike.server.http.rate_limits import address_key
from goldenspike.server.http.security import hashed, token_in
from goldenspike.server.http.sessions import SEEN_MS, Session, find_session, granted, note_seen
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import encode, now_ms
from goldenspike.server.storage.store import StoreError
from goldenspike.server.tables import going_back, moves, pausing, private_steps, requests
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.invitations import note_return
from goldenspike.server.tables.viewers import CommandRefused, send_refusal

PATH = "/api/channel"
FRAME_BYTES = 16 * 1024
QUEUE_BYTES = 1 << 20  # what may wait for one reader
ROW_BYTES = 200  # what an entry of the record takes besides its text
GARBAGE = 20  # unreadable frames before the channel is closed
HELLO_S = 30.0  # how long a channel may be open before it says which table it is about
SEEN_S = SEEN_MS / 1000
LEAVE_S = 2.0  # how long a slow reader may take to read the last frame

decode = msgspec.json.Decoder(m.FromPage).decode
log = logging.getLogger("goldenspike.server")

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


class Channel:
    """One open WebSocket."""

    def __init__(self, active_tables: ActiveTables, scope: Scope, receive: Receive, send: Send) -> None:
        self.active_tables = active_tables
        self.scope = scope
        self._receive = receive
        self._send = send
        self.seat: int | None = None
        self.seats: frozenset[int] = frozenset()
        self.host = False
        self.pictures = False
        self.bot_delay_s: float | None = None
        self.session = Session()
        self.actor: TableActor | None = None
        self.address = address_key((scope.get("client") or (None,))[0])
        self.key = f"{self.address} {id(self)}"
        self._welcomed = False
        self._frames: deque[bytes] = deque()
        self._size = 0
        self._transport: asyncio.Transport | None = None
        self._wake = asyncio.Event()
        self._bye: tuple[str, bool] | None = None
        self._garbage = 0
        self._gone = False
        self._token_hash: str | None = None
        self._seen = float("-inf")

    @property
    def holder(self) -> str | None:
        return self.session.holder

    @property
    def person(self) -> str:
        """Whose page this is: a session or an account, or this channel alone."""
        return self.session.holder or self.key

    # ------------------------------------------------------------ sending
    def ready(self) -> bool:
        return self._welcomed

    def send(self, *frames: bytes) -> None:
        """Queue frames; a reader that lets too much pile up is disconnected and may come back."""
        if self._bye is not None:
            return
        if self._transport is not None:
            if self._transport.get_write_buffer_size() > QUEUE_BYTES:
                self.bye("this page reads too slowly", True)
            elif not self._transport.is_closing():
                self._transport.write(framed(frames[0]) if len(frames) == 1 else b"".join(map(framed, frames)))
            return
        self._size += sum(map(len, frames))
        if self._size > QUEUE_BYTES:
            self.bye("this page reads too slowly", True)
            return
        self._frames += frames
        self._wake.set()

    def bye(self, reason: str, again: bool) -> None:
        """Close, after what was queued."""
        if self._bye is None:
            self._bye = reason, again
            self._welcomed = False
            self._wake.set()
            asyncio.get_running_loop().call_later(LEAVE_S, self._cut)

    def _cut(self) -> None:
        """Cut off a reader that does not even read the last frame: a closing transport would wait for it forever."""
        transport = transport_of(self._send)
        if transport is not None and not self._gone:
            transport.abort()

    async def _deliver(self) -> None:
        """Where the transport is out of reach, frames go through ASGI; the last frame always does."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._frames:
                frame = self._frames.popleft()
                self._size -= len(frame)
                await self._send({"type": "websocket.send", "text": frame.decode()})
            if self._bye is not None:
                await self._send({"type": "websocket.send", "text": encode(m.Bye(*self._bye)).decode()})
                await self._send({"type": "websocket.close", "code": 1013 if self._bye[1] else 1008})
                return

    # ------------------------------------------------------------ receiving
    async def run(self) -> None:
        """From the handshake to the end."""
        await self._receive()
        token = token_in(self.active_tables.site, self.scope)
        self._token_hash = hashed(token) if token else None
        await self._send({"type": "websocket.accept"})
        self._transport = transport_of(self._send)
        loop = asyncio.get_running_loop()
        sender = loop.create_task(self._deliver())
        silent = loop.call_later(HELLO_S, self._no_hello)
        try:
            await self._listen()
        finally:
            silent.cancel()
            self._gone = True
            self._leave()
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    def _no_hello(self) -> None:
        """Whoever does not say what they came for makes room for others."""
        if self.actor is None:
            self.bye("nothing was said here for a while", True)

    async def turn_away(self, reason: str) -> None:
        """There is no room: say so and close."""
        await self._receive()
        await self._send({"type": "websocket.accept"})
        await self._send({"type": "websocket.send", "text": encode(m.Bye(reason, False)).decode()})
        await self._send({"type": "websocket.close", "code": 1013})

    async def _listen(self) -> None:
        """Until the other side is gone; after the last frame nothing more is read from it."""
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return
            if self._bye is not None:
                continue
            text = message.get("text")
            if text is None:
                text = message.get("bytes") or b""
            if not (
                self.active_tables.limits.allows("frame", self.key)
                and self.active_tables.limits.allows("frames", self.address)
            ):
                self._unreadable(CommandRefused("fast", "too many frames; slow down"), text)
                continue
            if len(text) > FRAME_BYTES:
                self._unreadable(CommandRefused("frame", f"a frame is at most {FRAME_BYTES // 1024} KiB long"))
                continue
            try:
                frame = decode(text)
            except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
                line = shape_line(error) if isinstance(error, msgspec.MsgspecError) else "this is no frame"
                self._unreadable(CommandRefused("frame", line), text)
                continue
            try:
                await self._take(frame)
            except StoreError as error:
                send_refusal(self, getattr(frame, "id", ""), CommandRefused("store", str(error)))

    def _unreadable(self, error: CommandRefused, text: str | bytes = "") -> None:
        """Say what is wrong with a frame; whoever sends too many of them is disconnected."""
        self._garbage += 1
        if self._garbage > GARBAGE:
            self.bye("too many frames that cannot be read", False)
            return
        send_refusal(self, _id_in(text), error)

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

    def _queue(self, work: Callable[..., Coroutine[Any, Any, None]], move_id: str, *args: Any) -> None:
        assert self.actor is not None
        if not self.actor.submit(work, *args):
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
        await requests.join(self.actor, self, frame.version, self.session.name)
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
        await requests.join(self.actor, self, None, self.session.name)

    async def _grants(self) -> bool:
        """Look up what this session may do; has it changed?"""
        assert self.actor is not None
        table, token_hash = self.actor.header.id, self._token_hash

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


def _id_in(text: str | bytes) -> str:
    """The id of a frame that is otherwise unreadable, if it has one."""
    try:
        given = msgspec.json.decode(text, type=dict[str, Any]).get("id")
        return msgspec.convert(given, m.Id)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
        return ""


def transport_of(send: Send) -> asyncio.Transport | None:
    """The transport under uvicorn: several times as cheap as a message through ASGI, task and all."""
    found = getattr(getattr(send, "__self__", None), "transport", None)
    return found if isinstance(found, asyncio.Transport) else None


def framed(payload: bytes) -> bytes:
    """A whole text frame as it travels from server to client (RFC 6455: final, text, not masked)."""
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


class Channels:
    """All open channels."""

    def __init__(self, active_tables: Callable[[], ActiveTables], capacity: Capacity | None = None) -> None:
        self._active_tables = active_tables
        self.capacity = capacity or Capacity()
        self.open: set[Channel] = set()

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        channel = Channel(self._active_tables(), scope, receive, send)
        if not self.capacity.open_channel(channel.address):
            await channel.turn_away("too many pages are open here; close some and load this one again")
            return
        self.open.add(channel)
        try:
            await channel.run()
        finally:
            self.open.discard(channel)
            self.capacity.close_channel(channel.address)

    def bye(self, reason: str) -> None:
        """Close every channel for now; the pages come back when the server does."""
        for channel in list(self.open):
            channel.bye(reason, True)

    async def leave(self, reason: str, patience_s: float = 2.0) -> None:
        """The same, with time for the last frames to arrive."""
        self.bye(reason)
        until = time.monotonic() + patience_s
        while self.open and time.monotonic() < until:
            await asyncio.sleep(0.02)


class ChannelMiddleware:
    """Leads the channel's address past everything that only HTTP requests need."""

    def __init__(self, app: ASGIApp, channels: Channels) -> None:
        self.app = app
        self.channels = channels

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == PATH:
            await self.channels.serve(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self.app(scope, receive, send)
