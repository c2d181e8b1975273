"""The live channel: one WebSocket per tab, with a bounded queue to its reader."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.types import ASGIApp, Receive, Scope, Send

from goldenspike.server.http.connections import Capacity
from goldenspike.server.http.errors import shape_line
from goldenspike.server.http.rate_limits import address_key
from goldenspike.server.http.security import hashed, token_in
from goldenspike.server.live import messages as m
from goldenspike.server.live.frames import encode
from goldenspike.server.live.page_at_table import PageAtTable
from goldenspike.server.storage.store import StoreError
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.viewers import CommandRefused, send_refusal

PATH = "/api/channel"
FRAME_BYTES = 16 * 1024
QUEUE_BYTES = 1 << 20  # what may wait for one reader
GARBAGE = 20  # unreadable frames before the channel is closed
HELLO_S = 30.0  # how long a channel may be open before it says which table it is about
LEAVE_S = 2.0  # how long a slow reader may take to read the last frame

decode = msgspec.json.Decoder(m.FromPage).decode
log = logging.getLogger("goldenspike.server")


class Channel(PageAtTable):
    """One open WebSocket."""

    def __init__(self, active_tables: ActiveTables, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(active_tables, address_key((scope.get("client") or (None,))[0]))
        self.scope = scope
        self._receive = receive
        self._send = send
        self._frames: deque[bytes] = deque()
        self._size = 0
        self._transport: asyncio.Transport | None = None
        self._wake = asyncio.Event()
        self._bye: tuple[str, bool] | None = None
        self._garbage = 0
        self._gone = False

    # ------------------------------------------------------------ sending
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
        if not self._greeted:
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


class Whose(msgspec.Struct):
    """Whose channels are closed, and what they are told."""

    reason: str
    again: bool
    tokens: list[str] = []  # hashes of session tokens
    account: str | None = None

    def has(self, channel: Channel) -> bool:
        mine = channel.session
        return (mine.token_hash is not None and mine.token_hash in self.tokens) or (
            self.account is not None and mine.account == self.account
        )


class Channels:
    """All open channels."""

    def __init__(
        self,
        active_tables: Callable[[], ActiveTables],
        capacity: Capacity | None = None,
        make: Callable[[ActiveTables, Scope, Receive, Send], Channel] = Channel,
    ) -> None:
        self._active_tables = active_tables
        self.make = make
        self.capacity = capacity or Capacity()
        self.open: set[Channel] = set()
        self.tell_others: Callable[[Whose], None] = lambda whose: None  # where there are several servers

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        channel = self.make(self._active_tables(), scope, receive, send)
        if not self.capacity.open_channel(channel.address):
            await channel.turn_away("too many pages are open here; close some and load this one again")
            return
        self.open.add(channel)
        try:
            await channel.run()
        finally:
            self.open.discard(channel)
            self.capacity.close_channel(channel.address)

    def close_of(self, whose: Whose) -> None:
        """Close the channels of somebody, here and at all other servers."""
        self.close_whose(whose)
        self.tell_others(whose)

    def close_whose(self, whose: Whose) -> None:
        for channel in [channel for channel in self.open if whose.has(channel)]:
            channel.bye(whose.reason, whose.again)

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
