"""Messages between nodes over NATS: hints that may be lost, never the truth, which is in the database.

Whoever publishes never waits. What is larger than NATS takes travels in parts. After every trouble (the connection was
gone, a reader was too slow) the listeners are told, and ask again for what they may have missed.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.errors import SlowConsumerError

PREFIX = "gs"
PART_BYTES = 512 * 1024
MOST_PARTS = 128
MOST_UNFINISHED = 256
WAITING_BYTES = 64 << 20  # what may wait to be sent; beyond that, messages are lost, as on a bad line
RECONNECT_S: Any = 0.25  # the library's own type says whole seconds
PING_S = 2
STATUS, NO_RESPONDERS = "NATS/1.0 ", "503"  # how the server says that nobody listens
WHOLE, PART = b"\0", b"\1"

log = logging.getLogger("goldenspike.server.cluster")


class BusError(Exception):
    """A message did not reach anybody, or its answer did not come in time."""


class NobodyThere(BusError):
    """Nobody listens to that subject."""


@dataclass(slots=True)
class Message:
    """What came in on a subject."""

    subject: str
    data: bytes
    reply: str = ""


Take = Callable[[Message], None]


class Subscription(Protocol):
    """A subject somebody listens to."""

    def close(self) -> None:
        """Listen no longer."""


class Bus(Protocol):
    """What carries messages between nodes."""

    @property
    def connected(self) -> bool:
        """Would a message leave this node now?"""

    troubles: list[Callable[[str], None]]  # called when messages may have been lost

    def publish(self, subject: str, data: bytes, reply: str = "") -> None:
        """Send to everybody who listens; never waits."""

    def subscribe(self, subject: str, take: Take, queue: str = "") -> Subscription:
        """Call ``take`` for every message; of a queue group, one member gets each."""

    async def request(self, subject: str, data: bytes, timeout: float) -> bytes:
        """Send and wait for one answer; BusError if there is none."""


class _OrderedClient(Client):
    """Hands messages over in the order in which they come, whatever their subject.

    The library's own queues keep that order for each subject alone, and an answer may overtake what it is about.
    """

    def __init__(self) -> None:
        super().__init__()
        self.listening: dict[int, _Listening] = {}

    async def _process_msg(self, sid: int, subject: bytes, reply: bytes, data: bytes, headers: bytes) -> None:
        found = self.listening.get(sid)
        if found is None:
            await super()._process_msg(sid, subject, reply, data, headers)
        else:
            found.take_raw(subject.decode(), data, reply.decode(), bytes(headers or b""))


class _Listening:
    """One subscription; it outlives broken connections."""

    def __init__(self, bus: NatsBus, subject: str, take: Take, queue: str) -> None:
        self.bus = bus
        self.subject = subject
        self.take = take
        self.queue = queue
        self.closed = False
        self.native: Any = None

    async def deliver(self, message: Msg) -> None:
        """A message that came before the subscription was known by its number."""
        status = f"{STATUS}{(message.headers or {}).get('Status', '')}".encode() if message.headers else b""
        self.take_raw(message.subject, message.data, message.reply, status)

    def take_raw(self, subject: str, data: bytes, reply: str, headers: bytes) -> None:
        nobody = headers.startswith(f"{STATUS}{NO_RESPONDERS}".encode())
        whole = b"" if nobody else self.bus.put_together(data)
        if whole is not None and not self.closed:
            try:
                self.take(Message(subject, whole, NO_RESPONDERS if nobody else reply))
            except Exception:
                log.exception("a message on %s failed", subject)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.bus.send(lambda: self.bus.unsubscribe(self))


class NatsBus:
    """The bus over one connection to NATS."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        self.troubles: list[Callable[[str], None]] = []
        self.lost = 0  # messages that could not be sent
        self.sent = 0
        self._client = _OrderedClient()
        self._outgoing: deque[tuple[int, Callable[[], Awaitable[None]]]] = deque()
        self._waiting_bytes = 0
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._listening: list[_Listening] = []
        self._answers: dict[str, asyncio.Future[bytes]] = {}
        self._unfinished: dict[bytes, dict[int, bytes]] = {}
        self._numbers = 0
        self._closing = False
        self._inbox = f"{PREFIX}.reply.{name}"

    # ------------------------------------------------------------ the connection
    async def open(self, patience_s: float = 5.0) -> None:
        """Connect; if NATS does not answer for now, go on trying in the background."""
        self.subscribe(f"{self._inbox}.*", self._answered)
        loop = asyncio.get_running_loop()
        first = loop.create_task(self._connect())
        self._tasks += [first, loop.create_task(self._send_all())]
        await asyncio.wait([first], timeout=patience_s)

    async def _connect(self) -> None:
        told = False
        while not self._closing:
            try:
                await self._client.connect(
                    self.url,
                    name=f"goldenspike {self.name}",
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=RECONNECT_S,
                    connect_timeout=2,
                    ping_interval=PING_S,
                    max_outstanding_pings=2,
                    allow_reconnect=True,
                    disconnected_cb=self._disconnected,
                    reconnected_cb=self._reconnected,
                    error_cb=self._failed,
                )
                for one in list(self._listening):
                    await self._subscribe(one)
                self._wake.set()
                return
            except (OSError, NatsError, TimeoutError) as error:
                if not told:
                    log.warning("the bus does not answer: %s", error or type(error).__name__)
                told = True
                self._client = _OrderedClient()
                await asyncio.sleep(RECONNECT_S)

    @property
    def connected(self) -> bool:
        return bool(self._client.is_connected) and not self._closing

    async def _disconnected(self) -> None:
        if not self._closing:
            self._tell("the connection to the bus is gone")

    async def _reconnected(self) -> None:
        self._tell("the connection to the bus is back")
        self._wake.set()

    async def _failed(self, error: Exception) -> None:
        if isinstance(error, SlowConsumerError):
            self._tell("messages of the bus were lost, they came too fast")
        elif not self._closing:
            log.info("bus: %s", error or type(error).__name__)

    def _tell(self, what: str) -> None:
        log.warning("%s", what)
        for listener in list(self.troubles):
            listener(what)

    async def close(self) -> None:
        """Send what waits, and close."""
        if self.connected:
            until = asyncio.get_running_loop().time() + 1.0
            while self._outgoing and asyncio.get_running_loop().time() < until:
                await asyncio.sleep(0.005)
            with suppress(Exception):
                await self._client.flush(1)
        self._closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):
            await self._client.close()
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(BusError("the bus is closed"))
        self._answers.clear()

    # ------------------------------------------------------------ sending
    def send(self, work: Callable[[], Awaitable[None]], size: int = 0) -> None:
        """Queue something for the connection, in order with all messages."""
        self._outgoing.append((size, work))
        self._waiting_bytes += size
        self._wake.set()

    async def _send_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outgoing and self._client.is_connected:
                size, work = self._outgoing.popleft()
                self._waiting_bytes -= size
                try:
                    await work()
                except (NatsError, OSError) as error:
                    self.lost += 1
                    log.info("bus: %s", error or type(error).__name__)

    def publish(self, subject: str, data: bytes, reply: str = "") -> None:
        if not self._client.is_connected or self._waiting_bytes > WAITING_BYTES:
            self.lost += 1
            return
        self.sent += 1
        for part in in_parts(data):
            self.send(lambda part=part: self._client.publish(subject, part, reply), len(part))  # type: ignore[misc]

    # ------------------------------------------------------------ listening
    def subscribe(self, subject: str, take: Take, queue: str = "") -> _Listening:
        made = _Listening(self, subject, take, queue)
        self._listening.append(made)
        if self._client.is_connected:
            self.send(lambda: self._subscribe(made))
        return made

    async def _subscribe(self, one: _Listening) -> None:
        if not one.closed and one.native is None:
            one.native = await self._client.subscribe(one.subject, one.queue, cb=one.deliver)
            self._client.listening[one.native._id] = one

    async def unsubscribe(self, one: _Listening) -> None:
        if one in self._listening:
            self._listening.remove(one)
        native, one.native = one.native, None
        if native is not None:
            self._client.listening.pop(native._id, None)
            with suppress(NatsError):
                await native.unsubscribe()

    def put_together(self, data: bytes) -> bytes | None:
        """A whole message, or None as long as parts of it are missing."""
        if data[:1] != PART:
            return data[1:]
        key, number, count = data[1:9], int.from_bytes(data[9:11], "big"), int.from_bytes(data[11:13], "big")
        parts = self._unfinished.setdefault(key, {})
        parts[number] = data[13:]
        if len(parts) < count:
            while len(self._unfinished) > MOST_UNFINISHED:
                self._unfinished.pop(next(iter(self._unfinished)))
            return None
        del self._unfinished[key]
        return b"".join(parts[one] for one in range(count))

    # ------------------------------------------------------------ request and reply
    async def request(self, subject: str, data: bytes, timeout: float) -> bytes:
        if not self.connected:
            raise BusError("the bus is not there")
        self._numbers += 1
        number = str(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        try:
            self.publish(subject, data, f"{self._inbox}.{number}")
            return await asyncio.wait_for(answer, timeout)
        except TimeoutError:
            raise BusError("no answer in time") from None
        finally:
            self._answers.pop(number, None)

    def _answered(self, message: Message) -> None:
        waiting = self._answers.get(message.subject.rpartition(".")[2])
        if waiting is None or waiting.done():
            return
        if message.reply == NO_RESPONDERS:
            waiting.set_exception(NobodyThere("nobody listens there"))
        else:
            waiting.set_result(message.data)


def in_parts(data: bytes) -> list[bytes]:
    """A message as NATS takes it: whole, or in parts."""
    if len(data) <= PART_BYTES:
        return [WHOLE + data]
    pieces = [data[at : at + PART_BYTES] for at in range(0, len(data), PART_BYTES)]
    if len(pieces) > MOST_PARTS:
        raise BusError("this is too long for the bus")
    key, count = secrets.token_bytes(8), len(pieces).to_bytes(2, "big")
    return [PART + key + number.to_bytes(2, "big") + count + piece for number, piece in enumerate(pieces)]
