"""HTTP requests about a table are answered by the node that plays it, whichever node they reach.

They have passed every check of the node that they reached; the owner looks up the session again, from the same cookie.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from types import SimpleNamespace
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from goldenspike.server import traces
from goldenspike.server.cluster import subjects
from goldenspike.server.cluster.bus import BusError, NobodyThere
from goldenspike.server.cluster.bus import Message as BusMessage
from goldenspike.server.cluster.node import ClusterNode
from goldenspike.server.cluster.page_messages import ForwardedAnswer, ForwardedRequest, decoded, encode
from goldenspike.server.http.errors import HttpError, error_response
from goldenspike.server.http.security import hashed, token_in
from goldenspike.server.storage.store import StoreError

# Events and moves of programs go through a live channel of the node that they reached, which relays it like any other.
ABOUT_A_TABLE = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,64})(?:[/.](?!(?:events|moves)$)|$)")
ANSWER_S = 30.0
TRIES = 3
# Of the cookie, or the token of a program, others learn the hash alone.
KEPT_HERE = frozenset({b"x-request-id", b"cookie", b"authorization"})

FORWARDED = SimpleNamespace(path="/api/tables/{table}... at another node")  # in logs and figures

log = logging.getLogger("goldenspike.server.cluster")


class ForwardingMiddleware:
    """Inside of all checks: leads a request to the node that plays its table."""

    def __init__(self, app: ASGIApp, outer: Any) -> None:
        self.app = app
        self.state = outer.state
        self.outer = outer
        outer.state.inner_app = self.answer_here

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cluster: ClusterNode | None = getattr(self.state, "cluster", None)
        found = ABOUT_A_TABLE.match(scope["path"]) if scope["type"] == "http" else None
        if found is None or cluster is None:
            await self.app(scope, receive, send)
            return
        table = found.group(1)
        request_id = Headers(scope=scope).get("x-request-id", "")
        if not re.fullmatch(r"[A-Za-z0-9_-]{4,64}", request_id):
            request_id = secrets.token_hex(8)
        scope["request_id"] = request_id
        try:
            await self._lead(cluster, table, request_id, scope, receive, send)
        except HttpError as error:
            await error_response(error.status, error.line, error.code, wait=1)(scope, receive, send)
        except StoreError as error:
            await error_response(503, str(error), "store", wait=1)(scope, receive, send)

    async def _lead(
        self, cluster: ClusterNode, table: str, request_id: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        body: bytes | None = None
        for _ in range(TRIES):
            owner = await cluster.locate(table)
            if owner is None:
                await self.app(scope, receive if body is None else once(body), send)
                return
            scope["route"] = FORWARDED
            if body is None:
                body = await whole_body(receive)
            answer = await self._ask(cluster, owner, table, request_id, scope, body)
            if answer is not None:
                log.info(
                    "answered by another node",
                    extra={"request": request_id, "table": table, "to_node": owner, "status": answer.status},
                )
                await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
                await send({"type": "http.response.body", "body": answer.body})
                return
        raise HttpError(503, "this table is moving from one server to another; try again", "moved")

    async def _ask(
        self, cluster: ClusterNode, owner: str, table: str, request_id: str, scope: Scope, body: bytes
    ) -> ForwardedAnswer | None:
        """The answer of another node; None if the table is not there, so that nothing was done."""
        token = token_in(self.state.site, scope)
        asked = ForwardedRequest(
            scope["method"],
            scope["path"],
            scope.get("query_string", b""),
            [(name, value) for name, value in scope["headers"] if name not in KEPT_HERE],
            body,
            scope["scheme"],
            scope.get("client"),
            request_id,
            hashed(token) if token else None,
            traces.carried(),
        )
        cluster.forwarded += 1
        try:
            raw = await cluster.bus.request(subjects.requests_to(owner), encode(asked), ANSWER_S)
        except NobodyThere:
            cluster.forget(table)
            await asyncio.sleep(0.1)
            return None
        except BusError as error:
            cluster.forget(table)
            raise HttpError(503, f"the server that plays this table does not answer ({error})", "moved") from None
        answer: ForwardedAnswer = decoded(raw, ForwardedAnswer)
        if answer.elsewhere:
            cluster.forget(table)
            return None
        return answer

    # ------------------------------------------------------------ at the owner
    async def answer_here(self, cluster: ClusterNode, message: BusMessage) -> None:
        """Answer a request that came through another node."""
        asked: ForwardedRequest = decoded(message.data, ForwardedRequest)
        try:
            answer = await self._answer(cluster, asked)
        except Exception:
            log.exception("a request from another node failed", extra={"request": asked.request_id})
            answer = ForwardedAnswer(500, [(b"content-type", b"application/json")], b'{"error":"server"}')
        cluster.bus.publish(message.reply, encode(answer))

    async def _answer(self, cluster: ClusterNode, asked: ForwardedRequest) -> ForwardedAnswer:
        found = ABOUT_A_TABLE.match(asked.path)
        if found is None:
            return ForwardedAnswer(404, [], b"")
        try:
            await cluster.active_tables.table(found.group(1), fetch=False)
        except (StoreError, HttpError):
            return ForwardedAnswer(503, [], b"", elsewhere=True)
        log.info("a request from another node", extra={"request": asked.request_id, "route": asked.path})
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": asked.method,
            "path": asked.path,
            "raw_path": asked.path.encode(),
            "root_path": "",
            "query_string": asked.query,
            "headers": asked.headers,
            "scheme": asked.scheme,
            "client": asked.client,
            "server": None,
            "app": self.outer,
            "request_id": asked.request_id,
            "token_hash": asked.token_hash,
        }
        status = 500
        headers: list[tuple[bytes, bytes]] = []
        parts: list[bytes] = []

        async def send(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], list(message.get("headers", []))
            else:
                parts.append(message.get("body", b""))

        with traces.span("request from another node", {"request": asked.request_id}, asked.trace):
            await self.app(scope, once(asked.body), send)
        return ForwardedAnswer(status, [(bytes(a), bytes(b)) for a, b in headers], b"".join(parts))


def listen(cluster: ClusterNode, state: Any) -> None:
    """Answer requests about tables of this node from now on."""

    def asked(message: BusMessage) -> None:
        cluster.active_tables.in_background(state.inner_app(cluster, message))

    cluster.listening(cluster.bus.subscribe(subjects.requests_to(cluster.name), asked))


async def whole_body(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def once(body: bytes) -> Receive:
    """A request's body, as the app reads it."""
    given = False

    async def receive() -> Message:
        nonlocal given
        if given:
            return {"type": "http.disconnect"}
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
