"""A WebSocket client on bare frames: cheap enough to be two hundred players, plain enough to send bad input."""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable, Mapping

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FINAL, MASKED = 0x80, 0x80


class Closed(ConnectionError):
    """The other end said no, or went away."""


def packed(payload: bytes, opcode: int = TEXT, *, masked: bool = True, final: bool = True) -> bytes:
    """One frame as bytes. The mask of a client is all zeros: allowed, and nothing to compute."""
    first = opcode | (FINAL if final else 0)
    mask = MASKED if masked else 0
    size = len(payload)
    if size < 126:
        header = bytes((first, mask | size))
    elif size < 1 << 16:
        header = bytes((first, mask | 126)) + size.to_bytes(2, "big")
    else:
        header = bytes((first, mask | 127)) + size.to_bytes(8, "big")
    return header + (b"\0\0\0\0" if masked else b"") + payload


def measured(data: bytes | bytearray, at: int = 0) -> tuple[int, int, int, int] | None:
    """Where the frame that begins here has its payload: opcode with final bit, start, end, mask; None if it is cut."""
    have = len(data) - at
    if have < 2:
        return None
    size = data[at + 1] & 0x7F
    start = at + 2
    if size == 126:
        if have < 4:
            return None
        size = int.from_bytes(data[at + 2 : at + 4], "big")
        start = at + 4
    elif size == 127:
        if have < 10:
            return None
        size = int.from_bytes(data[at + 2 : at + 10], "big")
        start = at + 10
    mask = 0
    if data[at + 1] & MASKED:
        mask = int.from_bytes(data[start : start + 4], "big")
        start += 4
    return None if len(data) < start + size else (data[at], start, start + size, mask)


class RawWebSocket(asyncio.Protocol):
    """One connection. Whole texts go to ``on_text``; the end goes to ``on_lost``, with the code of the close frame."""

    def __init__(self, on_text: Callable[[bytes], None], on_lost: Callable[[int | None], None]) -> None:
        self.on_text = on_text
        self.on_lost = on_lost
        self.buffer = bytearray()
        self.part = bytearray()
        self.transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.code: int | None = None
        self.received = 0

    @classmethod
    async def open(
        cls,
        port: int,
        headers: Mapping[str, str],
        on_text: Callable[[bytes], None],
        on_lost: Callable[[int | None], None],
        *,
        path: str = "/api/channel",
        host: str = "127.0.0.1",
        timeout: float = 10.0,
    ) -> RawWebSocket:
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: cls(on_text, on_lost), host, port)
        key = b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            *(f"{name}: {value}" for name, value in {"Host": f"{host}:{port}", **headers}.items()),
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        wire.raw("\r\n".join([*lines, "", ""]).encode())
        try:
            await asyncio.wait_for(wire.opened, timeout)
        except TimeoutError:
            wire.drop()
            raise Closed("no answer to the handshake") from None
        return wire

    # ------------------------------------------------------------ sending
    def raw(self, data: bytes) -> None:
        """Bytes as they are."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(data)

    def send(self, payload: bytes) -> None:
        self.raw(packed(payload))

    @property
    def alive(self) -> bool:
        return self.transport is not None and not self.transport.is_closing()

    def close(self) -> None:
        """Leave as a browser leaves."""
        self.raw(packed((1000).to_bytes(2, "big"), CLOSE))
        if self.transport is not None:
            self.transport.close()

    def drop(self) -> None:
        """Be gone without a word."""
        if self.transport is not None:
            self.transport.abort()

    # ------------------------------------------------------------ receiving
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self.buffer += data
        if not self.opened.done():
            self.shake()
        if self.opened.done() and not self.opened.cancelled():
            self.read()

    def shake(self) -> None:
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        header = bytes(self.buffer[:end])
        status = header.partition(b"\r\n")[0].decode("latin-1")
        if " 101 " not in f"{status} ":
            self.opened.set_exception(Closed(status))
            if self.transport is not None:
                self.transport.close()
            return
        del self.buffer[: end + 4]
        self.opened.set_result(None)

    def read(self) -> None:
        at = 0
        buffer = self.buffer
        while (frame := measured(buffer, at)) is not None:
            first, start, end, _ = frame
            opcode = first & 0x0F
            if opcode == TEXT and first & FINAL:
                self.on_text(bytes(buffer[start:end]))
            elif opcode in (TEXT, BINARY, 0):
                self.part += buffer[start:end]
                if first & FINAL:
                    whole = bytes(self.part)
                    self.part.clear()
                    self.on_text(whole)
            elif opcode == PING:
                self.raw(packed(bytes(buffer[start:end]), PONG))
            elif opcode == CLOSE:
                self.code = int.from_bytes(buffer[start : start + 2], "big") if end - start >= 2 else None
                self.raw(packed(bytes(buffer[start : start + 2]), CLOSE))
                if self.transport is not None:
                    self.transport.close()
            at = end
        if at:
            del buffer[:at]

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(Closed(str(exc or "closed during the handshake")))
            return
        self.on_lost(self.code)
