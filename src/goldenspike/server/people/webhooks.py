"""Calling a web address that a stranger named, without being led anywhere else.

Only https, only public addresses, and the address that was checked is the one that is called: a name that
points elsewhere a moment later changes nothing. Redirects are not followed; answers are hardly read.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from goldenspike.engine.errors import GoldenSpikeError

SECONDS = 10.0
ANSWER_BYTES = 4096
JSON: Mapping[str, str] = {"Content-Type": "application/json"}
_LABEL = re.compile(r"^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$")
_NUMBER = re.compile(r"^(0x[0-9a-f]*|[0-9]+)$")
_NAT64 = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[list[str]]]


class BadWebhook(GoldenSpikeError):
    """An address that is not called, and why."""


@dataclass(frozen=True)
class Target:
    """A web address in parts."""

    host: str
    port: int
    path: str


def read_url(url: str) -> Target:
    """The parts of an address that may be called; BadWebhook if its form alone forbids it."""
    if len(url) > 500 or not url.isascii() or any(c <= " " or c == "\\" or c == "\x7f" for c in url):
        raise BadWebhook("a webhook is a plain https address of at most 500 letters")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadWebhook("this is no web address") from None
    if parts.scheme != "https" or not parts.hostname:
        raise BadWebhook("a webhook begins with https://")
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        raise BadWebhook("a webhook carries no name or password before its host")
    if port is not None and port != 443 and not 1024 <= port <= 65535:
        raise BadWebhook("a webhook uses port 443 or one from 1024")
    host = parts.hostname.rstrip(".").lower()
    try:
        number: Address | None = ip_address(host)
    except ValueError:
        number = None
    if number is None:
        labels = host.split(".")
        if len(labels) < 2 or len(host) > 253 or not all(_LABEL.match(label) for label in labels):
            raise BadWebhook("a webhook names a whole host, such as hooks.example.org")
        if _NUMBER.match(labels[-1]):
            # 127.1, 0x7f.0.0.1 and 2130706433 are odd ways to write an address; nobody honest needs them.
            raise BadWebhook("this is an odd way to write an address")
        if labels[-1] in {"localhost", "local", "internal", "lan", "home", "corp", "onion"} or host.endswith(
            "home.arpa"
        ):
            raise BadWebhook("a webhook is on the public internet")
    elif not public(host):
        raise BadWebhook("a webhook is on the public internet")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host, port or 443, path)


def public(text: str) -> bool:
    """Is this an address of the public internet, however it is dressed up?"""
    if "%" in text:
        return False
    try:
        address = ip_address(text)
    except ValueError:
        return False
    for inner in _inside(address):
        if not inner.is_global or inner.is_multicast or inner.is_reserved or inner.is_unspecified or inner.is_loopback:
            return False
    return True


def _inside(address: Address) -> list[Address]:
    """The address itself and every IPv4 address it stands for."""
    if isinstance(address, IPv4Address):
        return [address]
    if address.ipv4_mapped is not None:
        return [address.ipv4_mapped]
    found: list[Address] = []
    if any(address in network for network in _NAT64):
        return [IPv4Address(int(address) & 0xFFFFFFFF)]
    if address.sixtofour is not None:
        found.append(address.sixtofour)
    if address.teredo is not None:
        found += address.teredo
    if int(address) >> 32 == 0:  # ::a.b.c.d, long out of use
        found.append(IPv4Address(int(address)))
    return [address, *found]


async def system_resolve(host: str, port: int) -> list[str]:
    """All addresses of a name."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


class WebhookClient:
    """Sends one POST to an address a stranger named."""

    def __init__(
        self,
        *,
        resolve: Resolve = system_resolve,
        trust: ssl.SSLContext | None = None,
        is_public: Callable[[str], bool] = public,
        seconds: float = SECONDS,
    ) -> None:
        self.resolve = resolve
        self.trust = trust
        self.is_public = is_public
        self.seconds = seconds

    async def post(self, url: str, body: bytes, headers: Mapping[str, str] = JSON) -> int:
        """The status that came back; BadWebhook if the address is not to be called, OSError if it cannot be."""
        target = read_url(url)
        try:
            async with asyncio.timeout(self.seconds):
                pinned = await self.address(target)
                return await self._send(target, pinned, body, headers)
        except TimeoutError:
            raise OSError(f"no answer within {self.seconds:g} seconds") from None

    async def address(self, target: Target) -> str:
        """The one address that is called: if a name leads to any place that is not public, none is."""
        found = await self.resolve(target.host, target.port)
        if not found:
            raise OSError("this name leads nowhere")
        if not all(self.is_public(address) for address in found):
            raise BadWebhook("this name leads to an address that is not public")
        return found[0]

    async def _send(self, target: Target, pinned: str, body: bytes, headers: Mapping[str, str]) -> int:
        trust = self.trust or await asyncio.to_thread(ssl.create_default_context)
        reader, writer = await asyncio.open_connection(
            pinned, target.port, ssl=trust, server_hostname=target.host, limit=ANSWER_BYTES
        )
        try:
            host = f"[{target.host}]" if ":" in target.host else target.host
            where = host if target.port == 443 else f"{host}:{target.port}"
            more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            writer.write(
                f"POST {target.path} HTTP/1.1\r\nHost: {where}\r\nUser-Agent: goldenspike\r\n{more}"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
                + body
            )
            await writer.drain()
            try:
                line = await reader.readuntil(b"\n")
            except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                raise OSError("the answer was no HTTP") from None
        finally:
            writer.transport.abort()
            with suppress(Exception):
                await writer.wait_closed()
        parts = line.split(None, 2)
        if len(parts) < 2 or not parts[0].startswith(b"HTTP/1.") or not parts[1].isdigit() or len(parts[1]) != 3:
            raise OSError("the answer was no HTTP")
        return int(parts[1])
