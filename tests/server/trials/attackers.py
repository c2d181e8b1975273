"""One visitor against everybody: each attack runs from an address of its own until it is told to stop.

usage: python -m tests.server.trials.attackers --port N --seconds N [--only NAME ...]      as a process of its own
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import logging
import os
import random
import resource
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import websockets

from goldenspike.games import game

SHEET_GAME = "pioneer-rails"
BOT_GAME = "santa-fe-rails"
STRONG = "superintendent"


class Attacker:
    """A visitor with an address of their own, and what became of their requests."""

    def __init__(self, port: int, address: str, scale: float = 1.0) -> None:
        self.port = port
        self.address = address
        self.scale = scale
        self.base = f"http://127.0.0.1:{port}"
        self.answers: Counter[str] = Counter()
        self.dice = random.Random(address)

    def number(self, full: int) -> int:
        return max(1, round(full * self.scale))

    def client(self) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        headers = {"origin": self.base, "content-type": "application/json"}
        return httpx.AsyncClient(transport=transport, base_url=self.base, headers=headers, timeout=60)

    async def ask(self, client: httpx.AsyncClient, method: str, path: str, body: Any = None) -> Any:
        """Send a request; what comes back is counted, and read if it is good."""
        try:
            answer = await client.request(method, path, content=None if body is None else json.dumps(body))
        except httpx.HTTPError as error:
            self.answers[type(error).__name__] += 1
            await asyncio.sleep(0.05)
            return None
        self.answers[str(answer.status_code)] += 1
        if answer.status_code >= 300:
            await asyncio.sleep(0.02)
            return None
        return answer.json() if answer.headers.get("content-type") == "application/json" else answer.content

    def channel(self, client: httpx.AsyncClient | None = None) -> Any:
        cookies = "" if client is None else "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        return websockets.connect(
            f"ws://127.0.0.1:{self.port}/api/channel",
            origin=self.base,  # type: ignore[arg-type]
            additional_headers={"cookie": cookies} if cookies else {},
            local_addr=(self.address, 0),
            open_timeout=30,
        )

    def sheet(self) -> dict[str, Any]:
        """A sheet that nobody has sent before."""
        return {**game(SHEET_GAME).board(None).source, "name": f"Sheet {self.dice.getrandbits(40)}", "id": "mine"}

    async def sheet_table(self, client: httpx.AsyncClient) -> str | None:
        wish = {"game": SHEET_GAME, "seats": [{"holder": "me"}], "start": True, "board_file": self.sheet()}
        made = await self.ask(client, "POST", "/api/tables", wish)
        return None if made is None else made["table"]["id"]


async def sheets(one: Attacker) -> None:
    """New tables with a sheet of one's own, twenty at once."""

    async def again() -> None:
        async with one.client() as client:
            while True:
                await one.sheet_table(client)

    await asyncio.gather(*(again() for _ in range(one.number(20))))


async def checks(one: Attacker) -> None:
    """Six connections on the check of boards."""

    async def again() -> None:
        async with one.client() as client:
            while True:
                await one.ask(client, "POST", f"/api/boards/{SHEET_GAME}/check", {"board": one.sheet()})

    await asyncio.gather(*(again() for _ in range(6)))


async def prints(one: Attacker) -> None:
    """Six connections on sheets to print, of ever new boards."""

    async def again() -> None:
        async with one.client() as client:
            while True:
                table = await one.sheet_table(client)
                for paper in ("a4", "letter"):
                    if table is not None:
                        await one.ask(client, "GET", f"/api/tables/{table}/board.pdf?paper={paper}")

    await asyncio.gather(*(again() for _ in range(6)))


async def idle_connections(one: Attacker) -> None:
    """1,100 connections that say nothing, or a little every second; a lost one is opened again."""

    async def again(number: int) -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", one.port, local_addr=(one.address, 0))
            except OSError as error:
                one.answers[type(error).__name__] += 1
                await asyncio.sleep(1.0)
                continue
            one.answers["opened"] += 1
            try:
                if number % 4 == 0:
                    for byte in itertools.cycle(b"GET / HTTP/1.1\r\nx-slow: x\r\n"):
                        writer.write(bytes((byte,)))
                        await asyncio.sleep(1.0)
                        if reader.at_eof() or writer.is_closing():
                            break
                else:
                    await reader.read()
            except OSError:
                pass
            finally:
                writer.close()
            await asyncio.sleep(0.5)

    await asyncio.gather(*(again(number) for number in range(one.number(1100))))


async def channels(one: Attacker) -> None:
    """A thousand channels of one address."""

    async def again() -> None:
        while True:
            try:
                async with one.channel() as wire:
                    one.answers["opened"] += 1
                    async for frame in wire:
                        one.answers[json.loads(frame)["op"]] += 1
            except (OSError, websockets.WebSocketException, TimeoutError) as error:
                one.answers[type(error).__name__] += 1
            await asyncio.sleep(2.0)

    await asyncio.gather(*(again() for _ in range(one.number(1000))))


async def chat(one: Attacker) -> None:
    """Everything a seat can say, on several channels at once."""
    async with one.client() as client:
        made = await one.ask(client, "POST", "/api/tables", {"game": BOT_GAME, "seats": [{"holder": "me"}] * 2})
        if made is None:
            return
        table = made["table"]["id"]

        async def talk(number: int) -> None:
            async with one.channel(client) as wire:
                await wire.send(json.dumps({"op": "hello", "table": table, "seat": 0}))
                for count in itertools.count():
                    line = {"op": "say", "id": f"c{number}-{count}", "seat": 0, "text": "choo " * 95}
                    await wire.send(json.dumps(line))
                    await asyncio.sleep(0.03)
                    with contextlib.suppress(TimeoutError):
                        one.answers[json.loads(await asyncio.wait_for(wire.recv(), 5))["op"]] += 1

        while True:
            await asyncio.gather(*(talk(number) for number in range(4)), return_exceptions=True)
            await asyncio.sleep(1.0)


async def bots(one: Attacker) -> None:
    """Twenty tables of five strong bots; looked at, then left."""
    async with one.client() as client:
        wish = {"game": BOT_GAME, "seats": [{"holder": "bot", "bot": STRONG}] * 5, "start": True}
        found = [await one.ask(client, "POST", "/api/tables", wish) for _ in range(one.number(20))]
        tables = [made["table"]["id"] for made in found if made is not None]

        async def look(table: str) -> None:
            async with one.channel(client) as wire:
                await wire.send(json.dumps({"op": "hello", "table": table}))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(_read(wire), 8 + 8 * one.dice.random())

        while True:
            await asyncio.gather(*map(look, tables), return_exceptions=True)
            await asyncio.sleep(8.0)


async def _read(wire: Any) -> None:
    async for _ in wire:
        pass


async def best(one: Attacker) -> None:
    """Six readers of the lists of the best."""

    async def again() -> None:
        async with one.client() as client:
            while True:
                await one.ask(client, "GET", "/api/best?game=rail-pass")
                await one.ask(client, "GET", "/api/lobby")

    await asyncio.gather(*(again() for _ in range(6)))


async def storage(one: Attacker) -> None:
    """Notes, tables and sessions without end."""
    async with one.client() as first:
        made = await one.ask(first, "POST", "/api/tables", {"game": BOT_GAME, "seats": [{"holder": "me"}] * 2})
    table = "none" if made is None else made["table"]["id"]

    async def again() -> None:
        while True:
            async with one.client() as client:
                await one.ask(client, "PUT", f"/api/tables/{table}/note", {"text": "n" * 7900})
                await one.ask(client, "POST", "/api/tables", {"game": BOT_GAME, "seats": [{"holder": "free"}] * 2})

    await asyncio.gather(*(again() for _ in range(4)))


async def studies(one: Attacker) -> None:
    """Four visitors who ask for studies of ever new boards; one of them is played."""

    async def again() -> None:
        async with one.client() as client:
            while True:
                await one.ask(
                    client, "POST", "/api/studies", {"game": SHEET_GAME, "board_file": one.sheet(), "alone": True}
                )
                await one.ask(client, "GET", "/api/studies")

    await asyncio.gather(*(again() for _ in range(4)))


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "sheets": sheets,
    "checks": checks,
    "prints": prints,
    "idle_connections": idle_connections,
    "channels": channels,
    "chat": chat,
    "bots": bots,
    "best": best,
    "storage": storage,
    "studies": studies,
}


# Attacks that share a process: opening a thousand connections keeps a Python program busy.
TOGETHER = (
    ("idle_connections",),
    ("channels",),
    ("sheets", "checks", "prints"),
    ("chat", "bots", "best", "storage", "studies"),
)


async def attack(port: int, names: list[str], seconds: float, scale: float) -> dict[str, dict[str, int]]:
    """All of these at once, for so long; what each of them was answered."""
    addresses = {name: f"127.0.1.{number + 1}" for number, name in enumerate(ATTACKS)}
    people = {name: Attacker(port, addresses[name], scale) for name in names}
    tasks = [asyncio.ensure_future(ATTACKS[name](one)) for name, one in people.items()]
    await asyncio.wait(tasks, timeout=seconds)
    return {name: dict(one.answers) for name, one in people.items()}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--port", type=int, required=True)
    asked.add_argument("--seconds", type=float, default=30.0)
    asked.add_argument("--scale", type=float, default=1.0)
    asked.add_argument("--only", nargs="*", choices=list(ATTACKS), default=list(ATTACKS))
    given = asked.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    os.nice(10)  # the attackers stand for other machines: what they compute must not count against the server
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # lost connections are what this is about

    async def whole() -> None:
        print(json.dumps(await attack(given.port, given.only, given.seconds, given.scale)), flush=True)
        os._exit(0)  # without taking leave of two thousand connections

    asyncio.run(whole())


if __name__ == "__main__":
    main()
