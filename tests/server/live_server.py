"""A real server on a real port with a real database, and people who talk to it."""

from __future__ import annotations

import asyncio
import json
import socket
import uuid
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import httpx
import uvicorn
import websockets

from goldenspike.engine.overlay import laid_over
from goldenspike.server.app import create
from goldenspike.server.http.connections import http_protocol
from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.live.channel import FRAME_BYTES
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.actor import TableActor

from .databases import begun, database_of

PATIENCE_S = 60.0


def async_test(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that runs in an event loop of its own."""

    @wraps(test)
    def run(*args: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **named), 5 * PATIENCE_S))

    return run


class LiveServer:
    """A server over a data folder; it can go down and come up again."""

    def __init__(self, data: Path, *, send_buffer: int = 0, **options: Any) -> None:
        self.data = begun(data)
        self.send_buffer = send_buffer
        self.options = {"bot_delay_s": 0.0, "limits": Limits(on=False), **options}
        self.port = 0
        self.server: uvicorn.Server | None = None
        self.task: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def active_tables(self) -> ActiveTables:
        active_tables = self.app.state.active_tables
        assert isinstance(active_tables, ActiveTables)
        return active_tables

    async def actor(self, table: str) -> TableActor:
        actor = await self.active_tables.table(table)
        assert actor is not None
        return actor

    async def up(self) -> None:
        self.app = create(self.data, **{"database": database_of(self.data), **self.options})
        listening = socket.create_server(("127.0.0.1", self.port))
        if self.send_buffer:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self.send_buffer)
        self.port = listening.getsockname()[1]
        config = uvicorn.Config(
            self.app, http=http_protocol(self.app.state.capacity), ws="websockets-sansio", ws_max_size=4 * FRAME_BYTES,
            ws_per_message_deflate=False, access_log=False, log_config=None, timeout_graceful_shutdown=5,
        )  # fmt: skip
        self.server = uvicorn.Server(config)
        self.server.capture_signals = no_signals  # type: ignore[method-assign]
        self.task = asyncio.get_running_loop().create_task(self.server.serve([listening]))
        while not self.server.started:
            if self.task.done():
                self.task.result()
            await asyncio.sleep(0.01)

    async def down(self) -> None:
        assert self.server is not None
        assert self.task is not None
        self.server.should_exit = True
        await self.task
        self.server = None

    async def __aenter__(self) -> LiveServer:
        await self.up()
        self.stack = AsyncExitStack()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.stack.aclose()
        if self.server is not None:
            await self.down()

    async def person(self) -> Person:
        return await self.stack.enter_async_context(Person(self))


def no_signals() -> Any:
    from contextlib import nullcontext

    return nullcontext()


class Person:
    """A browser: a session and its requests."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        self.http = httpx.AsyncClient(timeout=PATIENCE_S)

    async def __aenter__(self) -> Person:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.http.aclose()

    async def ask(self, method: str, path: str, body: Any = None, *, status: int = 200) -> Any:
        headers = {"origin": self.server.address, "content-type": "application/json"}
        content = None if body is None else json.dumps(body)
        answer = await self.http.request(method, self.server.address + path, content=content, headers=headers)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def get(self, path: str, **named: Any) -> Any:
        return await self.ask("GET", path, **named)

    async def post(self, path: str, body: Any = None, **named: Any) -> Any:
        return await self.ask("POST", path, {} if body is None else body, **named)

    async def make(self, *seats: str, game: str = "santa-fe-rails", start: bool = True, **more: Any) -> dict[str, Any]:
        """A new table: seats are me, free or the name of a bot."""
        wishes = [{"holder": s} if s in {"me", "free"} else {"holder": "bot", "bot": s} for s in seats]
        dealt = {} if more.get("listed") else {"seed": 7}  # a listed table is dealt by chance alone
        wish = {"game": game, "seats": wishes, "start": start and "free" not in seats, **dealt, **more}
        made: dict[str, Any] = await self.post("/api/tables", wish)
        return made

    async def claim(self, made: dict[str, Any], number: int = 0, name: str = "") -> dict[str, Any]:
        secret = made["invitations"][number]["path"].partition("#s=")[2]
        path = f"/api/tables/{made['table']['id']}/claim"
        listing: dict[str, Any] = await self.post(path, {"secret": secret, "name": name, "accept": True})
        return listing

    @asynccontextmanager
    async def page(self, table: str, seat: int | None = None, version: int | None = None) -> Any:
        """An open tab."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        where = f"ws://127.0.0.1:{self.server.port}/api/channel"
        headers = {"cookie": cookies} if cookies else {}
        async with websockets.connect(where, origin=self.server.address, additional_headers=headers) as wire:  # type: ignore[arg-type]
            page = Page(wire)
            await page.hello(table, seat, version)
            yield page


class Page:
    """What one tab knows of a table."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.frames: list[dict[str, Any]] = []  # everything that came
        self.view: Any = None
        self.own: Any = None
        self.table: Any = None
        self.entries: list[dict[str, Any]] = []
        self.version = 0
        self.result: Any = None
        self.presence: Any = None

    async def send(self, op: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"op": op, **fields}))

    async def hello(self, table: str, seat: int | None = None, version: int | None = None) -> dict[str, Any]:
        await self.send("hello", table=table, seat=seat, version=version)
        return await self.until("welcome", "bye")

    async def take(self) -> dict[str, Any]:
        """The next frame, taken in."""
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE_S))
        self.frames.append(frame)
        op = frame["op"]
        if op == "welcome":
            self.table, self.version, self.result = frame["table"], frame["version"], frame["result"]
            self.view, self.own = frame["view"], frame["own"]
            self.entries = frame["entries"] if frame["whole"] else self.entries + frame["entries"]
        elif op == "event":
            assert frame["version"] == self.version + 1, "a gap"
            self.version = frame["version"]
            self.view, self.own = frame["view"], frame["own"]
            self.table = frame.get("table", self.table)
            self.result = frame.get("result", self.result)
            self.entries.append(frame["entry"])
        elif op == "own":
            assert frame["version"] == self.version
            self.own = frame["own"]
        elif op == "tick":
            assert frame["version"] == self.version
            self.view, self.own = frame["view"], frame["own"]
        elif op == "presence":
            self.presence = frame
        return frame

    async def until(self, *ops: str) -> dict[str, Any]:
        while True:
            frame = await self.take()
            if frame["op"] in ops:
                return frame

    async def reach(self, version: int) -> None:
        while self.version < version:
            await self.take()

    @property
    def legal(self) -> list[str]:
        return self.own["legal"] if self.own else []

    @property
    def whole(self) -> Any:
        """The view of this seat, put together as a page does."""
        return laid_over(self.view, self.own) if self.own is not None else self.view

    async def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """Send something with an id, and wait for the answer to it."""
        if "id" not in fields:
            fields["id"] = uuid.uuid4().hex
        await self.send(op, **fields)
        while True:
            frame = await self.take()
            if frame.get("id") == fields["id"]:
                return frame

    async def move(self, seat: int, text: str, **fields: Any) -> dict[str, Any]:
        return await self.ask("move", seat=seat, text=text, **fields)

    async def act(self, seat: int, text: str | None = None) -> int:
        """Make a move that must be accepted, and wait until it is seen."""
        answer = await self.move(seat, text or self.legal[0])
        assert answer["op"] == "ack", answer
        await self.reach(answer["version"])
        return int(answer["version"])
