"""TCP connections: how many there may be in all and from one address, and how long the head of a request may take."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from uvicorn import Config
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from goldenspike.engine.errors import BadOption
from goldenspike.server.http.rate_limits import Limits, Rate, address_key
from goldenspike.server.quotas import Quotas

FILES_WANTED = 65_536
FILES_RESERVED = 150  # for the database, the page, worker processes, webhooks
ACCEPT_LOG_S = 60.0
ACCEPT_TURN_S = 0.003  # how long connections are accepted before those who are here come first again
AT_ONCE = struct.pack("ii", 1, 0)  # close without a farewell: nothing of the connection stays
ACCEPT_FAILED = "socket.accept() out of system resource"
PROXIES = frozenset({"127.0.0.1", "::1"})

log = logging.getLogger("goldenspike.server")


def read_proxies(texts: Sequence[str]) -> list[IPv4Network | IPv6Network]:
    """Networks as people write them."""
    try:
        return [ip_network(text, strict=False) for text in texts]
    except ValueError as error:
        raise BadOption(f"a proxy is an address or a network such as 10.0.0.0/8: {error}") from None


class Capacity:
    """Open connections and channels, by address. A channel counts here until it is closed, a connection likewise."""

    def __init__(self, quotas: Quotas | None = None, *, on: bool = True, files: int | None = None) -> None:
        self.quotas = quotas or Quotas()
        self.on = on
        self.files = open_files_allowed() if files is None else files
        self.connections: Counter[str] = Counter()
        self.channels: Counter[str] = Counter()
        # Requests that are being answered: behind a proxy, this is what tells people apart.
        self.requests: Counter[str] = Counter()
        self.proxies: list[IPv4Network | IPv6Network] = []  # networks whose proxies are trusted, besides this machine
        self.refused = 0
        self.refuses_early = False  # does the listening socket drop those who connect too often?
        per_second = self.quotas.connections_per_second
        self._rate = Limits({"connection": Rate(per_second, 10 * per_second)}, on=on)

    def is_proxy(self, peer: str) -> bool:
        """Does this address pass on what others send? On this machine, and wherever the operator says so."""
        if peer in PROXIES:
            return True
        if not self.proxies:
            return False
        try:
            address = ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self.proxies)

    def too_fast(self, address: str) -> bool:
        """Does this address open one connection after another? To refuse each of them politely would cost too much."""
        fast = not self._rate.allows("connection", address)
        self.refused += fast
        return fast

    def open_connection(self, address: str, *, proxy: bool = False) -> bool:
        """Count one more connection, if there is room; a proxy brings many people from one address."""
        most = self.quotas.connections if proxy else self.quotas.connections_per_address
        room = min(self.quotas.connections, self.files - self.channels.total())
        return self._open(self.connections, address, most, room)

    def close_connection(self, address: str) -> None:
        _close(self.connections, address)

    def open_channel(self, address: str) -> bool:
        return self._open(self.channels, address, self.quotas.channels_per_address, self.quotas.channels)

    def close_channel(self, address: str) -> None:
        _close(self.channels, address)

    def open_request(self, address: str) -> bool:
        return self._open(self.requests, address, self.quotas.connections_per_address, self.quotas.connections)

    def close_request(self, address: str) -> None:
        _close(self.requests, address)

    def _open(self, counts: Counter[str], address: str, most: int, room: int) -> bool:
        if self.on and (counts[address] >= most or counts.total() >= room):
            self.refused += 1
            if not counts[address]:
                del counts[address]
            return False
        counts[address] += 1
        return True


def _close(counts: Counter[str], address: str) -> None:
    counts[address] -= 1
    if counts[address] <= 0:
        del counts[address]


def open_files_allowed() -> int:
    """How many connections this process may hold open: as many files as the system grants, less a reserve."""
    try:
        import resource
    except ImportError:
        return FILES_WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, FILES_WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return max(16, (FILES_WANTED if soft == resource.RLIM_INFINITY else soft) - FILES_RESERVED)


class ListeningSocket(socket.socket):
    """Drops whoever connects too often before anything is made of the connection, and accepts a few at a time.

    A refusal here takes two system calls; a connection that reaches the protocol takes a millisecond of everybody's
    time. Where the event loop does not accept through this class (on Windows), the protocol refuses.
    """

    def __init__(self, bound: socket.socket, capacity: Capacity, *, proxied: bool) -> None:
        family, kind, number = bound.family, bound.type, bound.proto
        super().__init__(family, kind, number, fileno=bound.detach())
        self.setblocking(False)
        self.capacity = capacity
        self.proxied = proxied
        self.turn_ends = 0.0

    def accept(self) -> tuple[socket.socket, Any]:
        self.capacity.refuses_early = True
        while True:
            connection, peer = self.next_in_turn()
            if (self.proxied and self.capacity.is_proxy(peer[0])) or not self.capacity.too_fast(address_key(peer[0])):
                return connection, peer
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            connection.close()

    def next_in_turn(self) -> tuple[socket.socket, Any]:
        """The next connection. After a while the loop is told that there is none: others come first, then it asks."""
        now = time.monotonic()
        try:
            if not self.turn_ends:
                self.turn_ends = now + ACCEPT_TURN_S
            elif now > self.turn_ends:
                raise BlockingIOError
            return super().accept()
        except BlockingIOError:
            self.turn_ends = 0.0
            raise


def http_protocol(capacity: Capacity) -> type[asyncio.Protocol]:
    """Uvicorn's HTTP, with a cap on connections and a deadline for the head of every request."""

    class LimitedHttp(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        config: Config
        transport: asyncio.Transport

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            peer = (transport.get_extra_info("peername") or ("",))[0]
            proxy = self.config.proxy_headers and capacity.is_proxy(peer)
            self.address = address_key(peer)
            self.deadline: asyncio.TimerHandle | None = None
            self.begun = self.counted = False
            if not proxy and not capacity.refuses_early and capacity.too_fast(self.address):
                transport.abort()
                return
            self.counted = capacity.open_connection(self.address, proxy=proxy)
            if not self.counted:
                transport.write(_closing(503, "too many connections"))
                transport.close()
                return
            self.await_head()

        def data_received(self, data: bytes) -> None:
            if not self.counted:
                return
            self.begun = True
            super().data_received(data)
            if self.transport.get_protocol() is not self:
                self.forget()  # a channel now; channels are counted for themselves
            elif self.answering():
                self.end_deadline()
            elif self.deadline is None:
                self.await_head()

        def connection_lost(self, exc: Exception | None) -> None:
            self.forget()
            super().connection_lost(exc)

        def answering(self) -> bool:
            """Is the head of a request complete, and its answer not?"""
            cycle = getattr(self, "cycle", None)
            return cycle is not None and not cycle.response_complete

        def await_head(self) -> None:
            self.deadline = asyncio.get_running_loop().call_later(capacity.quotas.head_seconds, self.too_late)

        def too_late(self) -> None:
            self.deadline = None
            if self.answering() or self.transport.is_closing():
                return
            if self.begun:
                self.transport.write(_closing(408, "the request came too slowly"))
            self.transport.close()

        def end_deadline(self) -> None:
            self.begun = False
            if self.deadline is not None:
                self.deadline.cancel()
                self.deadline = None

        def forget(self) -> None:
            self.end_deadline()
            if self.counted:
                self.counted = False
                capacity.close_connection(self.address)

    return LimitedHttp


def _closing(status: int, line: str) -> bytes:
    body = f'{{"error":"{line}","code":"busy"}}'.encode()
    reason = {408: "Request Timeout", 503: "Service Unavailable"}[status]
    head = f"HTTP/1.1 {status} {reason}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    return head.encode() + b"connection: close\r\nretry-after: 10\r\n\r\n" + body


def quiet_accept_errors(loop: asyncio.AbstractEventLoop, now: Callable[[], float] = time.monotonic) -> None:
    """Where no file is left for a connection, asyncio reports every failure: one line a minute is enough."""
    said, count = float("-inf"), 0

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal said, count
        if context.get("message") != ACCEPT_FAILED:
            loop.default_exception_handler(context)
            return
        count += 1
        if now() - said < ACCEPT_LOG_S:
            return
        said = now()
        log.error("%d connections could not be accepted: %s", count, context.get("exception"))
        count = 0

    loop.set_exception_handler(handle)
