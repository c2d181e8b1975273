"""The versioned API for programs: ``/api/v1/...`` with a token, in front of the routes that the page uses.

Only what is listed here is part of a version, and stays. A program has no cookie: its token is all that counts, so
there is nothing that another website could make a browser send along.
"""

from __future__ import annotations

import re

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from goldenspike.server.http.errors import error_response
from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.http.security import HEADERS, hashed

PREFIX = "/api/v1/"
TOKEN = "api_token"  # of the scope
_TOKEN = re.compile(r"gs_[A-Za-z0-9_-]{20,80}")
VERSION_1 = (
    ("GET", "me"),
    ("GET", "games"),
    ("GET", "lobby"),
    ("POST", "quick"),
    ("POST", "tables"),
    ("GET", "tables/{table}"),
    ("POST", "tables/{table}/claim"),
    ("POST", "tables/{table}/sit"),
    ("POST", "tables/{table}/start"),
    ("POST", "tables/{table}/leave"),
    ("POST", "tables/{table}/moves"),
    ("GET", "tables/{table}/events"),
    ("GET", "tables/{table}/entries"),
    ("GET", "tables/{table}/at/{version}"),
    ("GET", "tables/{table}/export"),
    ("GET", "tournaments"),
    ("GET", "tournaments/{tournament}"),
    ("POST", "tournaments/{tournament}/join"),
    ("GET", "finished-games/{game}"),
)
_KNOWN = [(method, re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))) for method, path in VERSION_1]


class ApiVersions:
    """Outside of all other checks: a request of a program becomes one of its account."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(PREFIX):
            await self.app(scope, receive, send)
            return
        refused, token = self._refusal(scope)
        if refused is not None:
            await refused(scope, receive, send)
            return
        path = f"/api/{scope['path'].removeprefix(PREFIX)}"
        headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        inner = {**scope, "path": path, "raw_path": path.encode(), "headers": headers, TOKEN: token}
        await self.app(inner, receive, send)

    def _refusal(self, scope: Scope) -> tuple[ASGIApp | None, str]:
        kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
        token = token.strip()
        rest, method = scope["path"].removeprefix(PREFIX), "GET" if scope["method"] == "HEAD" else scope["method"]
        if not any(known == method and path.fullmatch(rest) for known, path in _KNOWN):
            return _plain(404, "this is not part of version 1 of the API; see docs/table-api.md", "nowhere"), ""
        if kind.lower() != "bearer" or not _TOKEN.fullmatch(token):
            return _plain(401, "send a token of your account (Authorization: Bearer gs_...)", "token"), ""
        wait = self.limits.wait("program", hashed(token))
        return (_plain(429, "too many requests with this token; wait a little", "fast", wait) if wait else None), token


def _plain(status: int, line: str, code: str, wait: float = 0.0) -> ASGIApp:
    response = error_response(status, line, code, wait=wait)
    for name, value in HEADERS.items():
        response.headers[name] = value
    response.headers["cache-control"] = "no-store"
    return response
