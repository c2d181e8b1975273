"""The whole server inside a test: real app, a real database, requests as a browser sends them."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from argon2 import PasswordHasher
from fastapi import FastAPI

from goldenspike.server.app import create
from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.tables.bots import bot_task, decide
from goldenspike.server.tables.moves import play_for_bot

from .databases import begun, database_of

BASE = "http://127.0.0.1:1869"
PATIENCE_S = 120.0  # a busy machine is nobody's fault
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Browser:
    """One browser with its cookies, at an address of its own."""

    def __init__(self, app: FastAPI, address: str = "10.0.0.1", base: str = BASE) -> None:
        self.base = base
        transport = httpx.ASGITransport(app=app, client=(address, 50_000), raise_app_exceptions=True)
        self.client = httpx.AsyncClient(transport=transport, base_url=base)

    async def ask(self, method: str, path: str, data: Any = None, **headers: str) -> httpx.Response:
        sent = {"origin": self.base, "content-type": "application/json", **headers} if method != "GET" else headers
        content = data if isinstance(data, bytes) else (b"" if data is None else json.dumps(data).encode())
        return await self.client.request(method, path, content=content, headers=sent)

    async def get(self, path: str, status: int = 200, **headers: str) -> Any:
        return _read(await self.ask("GET", path, **headers), status)

    async def post(self, path: str, data: Any = None, status: int = 200) -> Any:
        return _read(await self.ask("POST", path, {} if data is None else data), status)

    async def put(self, path: str, data: Any, status: int = 200) -> Any:
        return _read(await self.ask("PUT", path, data), status)

    async def patch(self, path: str, data: Any, status: int = 200) -> Any:
        return _read(await self.ask("PATCH", path, data), status)

    async def delete(self, path: str, data: Any = None, status: int = 200) -> Any:
        return _read(await self.ask("DELETE", path, data), status)

    async def table(self, *holders: str, **more: Any) -> Any:
        """A new table; holders are me, free, or the name of a bot."""
        seats = [{"holder": h} if h in {"me", "free"} else {"holder": "bot", "bot": h} for h in holders]
        wish = {"game": "santa-fe-rails", "board": "mini", "seats": seats, "start": "free" not in holders, **more}
        return await self.post("/api/tables", wish)


def _read(answer: httpx.Response, status: int) -> Any:
    assert answer.status_code == status, (answer.status_code, answer.text[:500])
    kind = answer.headers.get("content-type", "")
    return answer.json() if kind == "application/json" else answer.text


@asynccontextmanager
async def served(folder: Path, **settings: Any) -> AsyncIterator[FastAPI]:
    """The app while it runs."""
    wanted: dict[str, Any] = {"limits": Limits(on=False), "bot_delay_s": 0.0, "hasher": QUICK, **settings}
    wanted.setdefault("database", database_of(folder))
    app = create(begun(folder), **wanted)
    async with app.router.lifespan_context(app):
        yield app


def run(trial: Callable[[FastAPI], Awaitable[None]], folder: Path, **settings: Any) -> None:
    """A trial against a running app."""

    async def whole() -> None:
        async with served(folder, **settings) as app:
            await trial(app)

    asyncio.run(whole())


async def settled(check: Callable[[], Awaitable[bool]], seconds: float = PATIENCE_S) -> None:
    """Wait until something holds."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while not await check():
        assert loop.time() < until, "it never came true"
        await asyncio.sleep(0.01)


async def play_out(app: FastAPI, name: str) -> None:
    """Everybody at a table is replaced by a beginner's choices until the game is over."""
    actor = await app.state.active_tables.table(name)
    dice = random.Random(5)

    async def whole() -> None:
        while actor.running:
            seat = actor.awaited()[0]
            await play_for_bot(actor, seat, decide(bot_task(actor.match, seat, "greedy", dice.getrandbits(32))))

    await actor.call(whole)


class Socket:
    """A live channel as a page opens it."""

    def __init__(self, app: FastAPI, browser: Browser, address: str = "10.0.0.1") -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in browser.client.cookies.items())
        host = BASE.removeprefix("http://")
        headers = [(b"host", host.encode()), (b"origin", BASE.encode()), (b"cookie", cookie.encode())]
        self.scope = {
            "type": "websocket",
            "scheme": "ws",
            "path": "/api/channel",
            "raw_path": b"/api/channel",
            "query_string": b"",
            "headers": headers,
            "client": (address, 1),
            "state": {},
        }
        self.inward: asyncio.Queue[Any] = asyncio.Queue()
        self.outward: asyncio.Queue[Any] = asyncio.Queue()
        self.inward.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app(self.scope, self.inward.get, self._sent))

    async def _sent(self, message: Any) -> None:
        await self.outward.put(message)

    def say(self, **frame: Any) -> None:
        self.inward.put_nowait({"type": "websocket.receive", "text": json.dumps(frame)})

    async def hear(self, *ops: str, seconds: float = PATIENCE_S) -> Any:
        """The next frame of one of these kinds."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.outward.get()
                if message["type"] == "websocket.close":
                    return {"op": "close", "code": message.get("code")}
                if message["type"] == "websocket.send":
                    text = message.get("text") or message["bytes"].decode()
                    frame = json.loads(text)
                    if not ops or frame["op"] in ops:
                        return frame

    async def hello(self, table: str, seat: int | None = None) -> Any:
        self.say(op="hello", table=table, seat=seat)
        return await self.hear("welcome", "bye")

    async def leave(self) -> None:
        self.inward.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self.task, PATIENCE_S)
