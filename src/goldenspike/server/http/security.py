"""Security of every request: hosts, origins, content types, sizes, cookies, and the headers of every answer."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from goldenspike.engine.errors import BadOption
from goldenspike.server.http.connections import Capacity
from goldenspike.server.http.errors import error_response
from goldenspike.server.http.rate_limits import Limits, address_key

BODY_BYTES = 64 * 1024
IMPORT_BYTES = 1024 * 1024
BOARD_REQUEST_BYTES = 640 * 1024  # a board, also as text in which every sign is escaped
REFUSAL_S = 1.0
REQUEST_BYTES = 300  # what a request with little in it may leave on the disk
BODY_SECONDS = 20.0
COOKIE_DAYS = 400  # browsers keep no cookie longer
SECURE_COOKIE = "__Host-gs"
PLAIN_COOKIE = "gs"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
IMPORT_PATH = "/api/import"
BOARD_PATH = re.compile(r"/api/tables|/api/studies|/api/boards/[^/]+/(check|print)|/api/saved-boards(/[^/]+/versions)?")
# Nothing of these requests is kept, and an editor has its board checked after every change.
PASSING_PATH = re.compile(r"/api/boards/[^/]+/(check|print)")

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
}


# ------------------------------------------------------------------ secrets
def new_secret() -> str:
    """256 bits nobody can guess, fit for addresses and cookies."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What is stored of a secret: enough to know it again, useless to whoever reads the database."""
    return hashlib.sha256(secret.encode()).hexdigest()


# ------------------------------------------------------------------ names of the server
@dataclass
class Site:
    """The names by which this server may be addressed; any other may be a rebound name of somebody else's page."""

    host: str = "127.0.0.1"
    public_url: str | None = None
    names: frozenset[str] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        self.public_origin: str | None = None
        self.public_host: str | None = None
        known = {"localhost", self.host.lower().strip("[]"), *(name.lower() for name in self.names)}
        if self.public_url:
            parts = _split(self.public_url)
            if parts is None or parts.scheme not in {"http", "https"} or parts.path.strip("/") or parts.query:
                raise BadOption("the public address is written like https://games.example.org")
            self.public_host = _hostname(parts.netloc)
            self.public_origin = f"{parts.scheme}://{parts.netloc.lower()}"
            known.add(self.public_host or "")
        self.everywhere = self.host in {"", "0.0.0.0", "::"}
        if self.everywhere:
            own = socket.gethostname().lower()
            known |= {own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}
        self.known = frozenset(known - {""})

    def knows(self, host: str | None) -> bool:
        """Is this one of our names? An IP address cannot be rebound to another machine, a foreign name can."""
        name = _hostname(host or "")
        if name is None:
            return False
        if name in self.known:
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or self.everywhere

    def same_origin(self, scope: Scope, headers: Headers) -> bool:
        """Did our own page send this?"""
        origin = headers.get("origin", "").lower()
        if not origin or origin == "null":
            return False
        if origin == self.public_origin:
            return True
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        return origin == f"{scheme}://{headers.get('host', '').lower()}"

    def secure(self, scope: Scope) -> bool:
        """Did the request come by https, here or at the proxy in front of us?"""
        if scope["scheme"] in {"https", "wss"}:
            return True
        host = _hostname(Headers(scope=scope).get("host", ""))
        public = self.public_origin or ""
        return public.startswith("https:") and (
            host == self.public_host or Headers(scope=scope).get("origin") == public
        )

    def base(self, scope: Scope) -> str:
        """How the address of a link begins."""
        if self.public_origin:
            return self.public_origin
        scheme = "https" if self.secure(scope) else "http"
        return f"{scheme}://{Headers(scope=scope).get('host', 'localhost')}"


def _split(url: str) -> Any:
    try:
        parts = urlsplit(url)
        _ = parts.port
        return parts if parts.hostname else None
    except ValueError:
        return None


def _hostname(host: str) -> str | None:
    """The name in a Host header, without its port; None if it is no such thing."""
    if not host or len(host) > 255 or any(c.isspace() or c in "@/\\?#," for c in host):
        return None
    parts = _split(f"//{host}")
    return None if parts is None else str(parts.hostname).rstrip(".").lower()


# ------------------------------------------------------------------ cookies
def cookie_name(site: Site, scope: Scope) -> str:
    return SECURE_COOKIE if site.secure(scope) else PLAIN_COOKIE


def token_in(site: Site, scope: Scope) -> str | None:
    """The session's token as the cookie carries it."""
    if "api_token" in scope:  # a program (see ``api_versions``)
        return str(scope["api_token"])
    raw = "; ".join(Headers(scope=scope).getlist("cookie"))
    if not raw or len(raw) > 8192:
        return None
    try:
        morsel = SimpleCookie(raw).get(cookie_name(site, scope))
    except CookieError:
        return None
    value = morsel.value if morsel is not None else ""
    return value if 20 <= len(value) <= 100 and value.isascii() else None


def cookie(site: Site, scope: Scope, token: str | None) -> str:
    """The Set-Cookie line that keeps a token, or (None) takes it away."""
    keep = COOKIE_DAYS * 86400 if token else 0
    line = f"{cookie_name(site, scope)}={token or ''}; Path=/; Max-Age={keep}; HttpOnly; SameSite=Lax"
    return f"{line}; Secure" if site.secure(scope) else line


# ------------------------------------------------------------------ the middleware
class SecurityMiddleware:
    """Around the whole app: what it lets through is meant for us, from our own page, well-typed and not too large."""

    def __init__(
        self,
        app: ASGIApp,
        site: Site,
        limits: Limits,
        capacity: Capacity | None = None,
        banned: Callable[[str], bool] = lambda address: False,
    ) -> None:
        self.app = app
        self.site = site
        self.limits = limits
        self.capacity = capacity or Capacity(on=limits.on)
        self.banned = banned  # is this address shut out?

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        api = scope["path"].startswith("/api/")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if api:
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        wrong = self.refusal(scope, headers)
        address = address_key((scope.get("client") or (None,))[0])
        if wrong is not None:
            if not self.limits.allows("refusal", address):
                await asyncio.sleep(REFUSAL_S)  # whoever does not listen waits before they may ask again
            await wrong(scope, receive, with_headers)
            return
        if not self.capacity.open_request(address):
            await error_response(429, "too many requests at once", wait=2)(scope, receive, with_headers)
            return
        try:
            await self.answer(scope, receive, with_headers, headers, address)
        finally:
            self.capacity.close_request(address)

    async def answer(self, scope: Scope, receive: Receive, with_headers: Send, headers: Headers, address: str) -> None:
        """Pass a request on, with its whole body."""
        if scope["method"] in SAFE:
            await self.app(scope, receive, with_headers)
            return
        most = most_bytes(scope["path"])
        try:
            raw = await asyncio.wait_for(read_body(headers, receive, most), BODY_SECONDS)
        except TimeoutError:
            await error_response(408, "the request came too slowly", "slow")(scope, receive, with_headers)
            return
        if raw is None:
            await error_response(413, f"a request here is at most {most // 1024} KiB long")(
                scope, receive, with_headers
            )
            return
        kept = 0 if PASSING_PATH.fullmatch(scope["path"]) else len(raw)
        wait = self.limits.wait("bytes", address, REQUEST_BYTES + kept)
        if wait:
            line = "so much was sent from your address today that it has to wait"
            await error_response(429, line, "bytes", wait=wait)(scope, receive, with_headers)
            return
        given = False

        async def again() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": raw, "more_body": False}

        await self.app(scope, again, with_headers)

    def refusal(self, scope: Scope, headers: Headers) -> ASGIApp | None:
        """The first reason to refuse a request, as an answer."""
        if not self.site.knows(headers.get("host")):
            return error_response(
                421, "this server does not go by that name (see: goldenspike serve --public-url)", "host"
            )
        address = address_key((scope.get("client") or (None,))[0])
        if self.banned(address):
            return error_response(403, "the operator of this server has shut out this address", "banned")
        wait = self.limits.wait("request", address)
        if not wait and scope["method"] not in SAFE:
            wait = self.limits.wait("unsafe", address)
            token = token_in(self.site, scope)
            if not wait and token is not None:
                wait = self.limits.wait("session", hashed(token))
        if wait:
            return error_response(429, wait=wait)
        if scope["method"] in SAFE:
            return None
        if "api_token" not in scope and not self.site.same_origin(scope, headers):
            return error_response(403, "this request did not come from the table's own page", "origin")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return error_response(415)
        return None

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        known = self.site.knows(headers.get("host")) and self.site.same_origin(scope, headers)
        address = address_key((scope.get("client") or (None,))[0])
        if known and not self.banned(address) and self.limits.allows("socket", address):
            await self.app(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": 1013 if known else 1008})


def most_bytes(path: str) -> int:
    """How long a request to this address may be."""
    if path == IMPORT_PATH:
        return IMPORT_BYTES
    return BOARD_REQUEST_BYTES if BOARD_PATH.fullmatch(path) else BODY_BYTES


async def read_body(headers: Headers, receive: Receive, most: int) -> bytes | None:
    """The whole body, or None if it is longer than allowed."""
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length[:12]) > most:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            return None
        parts.append(part)
        if not message.get("more_body"):
            return b"".join(parts)
