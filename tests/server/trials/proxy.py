"""A bad network between page and server: it knows where a message ends, and spoils messages one by one."""

from __future__ import annotations

import asyncio
import random
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from .raw_websocket import BINARY, TEXT, measured

CHUNK = 65536


@dataclass
class Weather:
    """What the network does to messages now; all zero is a good day."""

    delay_s: float = 0.0  # each message waits up to this long
    drop: float = 0.0  # chance per message that the connection breaks, in half of the cases within the message
    duplicate: float = 0.0  # chance per message to arrive twice
    swap: float = 0.0  # chance per message to arrive after the next one
    partition: bool = False  # nothing passes, nothing is closed
    slow: float = 0.0  # bytes per second that the page reads; 0 is no limit


GOOD = Weather()


class Proxy:
    """Listens in place of the server. ``weather`` can change at any moment; ``seen`` counts what it did."""

    def __init__(self, port: int, dice: random.Random) -> None:
        self.server_port = port
        self.dice = dice
        self.weather = GOOD
        self.port = 0
        self.seen = {"messages": 0, "broken": 0, "duplicated": 0, "swapped": 0, "held": 0}
        self.listener: asyncio.Server | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self.listener = await asyncio.start_server(self.visitor, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.listener is not None:
            self.listener.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def passable(self) -> None:
        if self.weather.partition:
            self.seen["held"] += 1
        while self.weather.partition:
            await asyncio.sleep(0.02)

    async def visitor(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            await self.passable()
            far = socket.socket()
            # A small window: a page that reads slowly is felt by the server, not by this proxy.
            far.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
            far.setblocking(False)
            await asyncio.get_running_loop().sock_connect(far, ("127.0.0.1", self.server_port))
            server_reader, server_writer = await asyncio.open_connection(sock=far, limit=CHUNK)
            ways = [
                asyncio.ensure_future(self.way(reader, server_writer)),
                asyncio.ensure_future(self.way(server_reader, writer, down=True)),
            ]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
                for end in (writer, server_writer):
                    end.transport.abort()
        except (OSError, asyncio.CancelledError):
            writer.transport.abort()
        finally:
            self.tasks.discard(task)

    async def way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, down: bool = False) -> None:
        """One direction of one connection: first the handshake as it is, then message by message."""
        with suppress(OSError, asyncio.IncompleteReadError):
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            buffer = bytearray()
            held: bytes | None = None
            while True:
                await self.passable()
                slow = self.weather.slow if down else 0.0
                got = await reader.read(max(64, int(slow / 20)) if slow else CHUNK)
                if not got:
                    return
                if slow:
                    await asyncio.sleep(len(got) / slow)
                await self.passable()
                buffer += got
                while (frame := measured(buffer)) is not None:
                    first, _, end, _ = frame
                    message = bytes(buffer[:end])
                    del buffer[:end]
                    if first & 0x0F in (TEXT, BINARY):
                        held = await self.spoil(message, held, writer)
                    else:
                        writer.write(message)
                await writer.drain()

    async def spoil(self, message: bytes, held: bytes | None, writer: asyncio.StreamWriter) -> bytes | None:
        """Pass a message on as the weather allows; the one that is held back for the next, if any."""
        weather, dice = self.weather, self.dice
        self.seen["messages"] += 1
        if weather.delay_s:
            await asyncio.sleep(dice.random() * weather.delay_s)
        if dice.random() < weather.drop:
            self.seen["broken"] += 1
            if dice.random() < 0.5:
                writer.write(message[: dice.randrange(1, len(message))])
                await writer.drain()
            raise ConnectionResetError
        if held is None and dice.random() < weather.swap:
            self.seen["swapped"] += 1
            return message
        writer.write(message)
        if dice.random() < weather.duplicate:
            self.seen["duplicated"] += 1
            writer.write(message)
        if held is not None:
            writer.write(held)
        return None
