"""Bad input everywhere: the server answers or closes the connection, and never fails, dies or changes anything.

usage: python -m tests.server.trials.fuzz [--game NAME] [--frames N] [--examples N] [--seed N]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from goldenspike.server.live import messages as m

from .bad_frames import BadFrames
from .clients import Person, Viewer, together
from .crash import nothing_broke
from .games import GAMES, Kind
from .raw_websocket import Closed, RawWebSocket
from .server import Server
from .stored_tables import stored_tables

WORDS = {
    "welcome",
    "event",
    "presence",
    "ack",
    "refused",
    "reasons",
    "hinted",
    "pong",
    "bye",
    "own",
    "tick",
    "signalled",
}


class Victim:
    """A table in the middle of a game, and what it must still be afterwards."""

    def __init__(self, server: Server, game: Kind = GAMES["santa-fe-rails"]) -> None:
        self.server = server
        self.people = [Person(server.port, "Ann"), Person(server.port, "Bob")]
        self.table = together(self.people, game.name, options=game.options)
        self.pages: list[Viewer] = []

    async def begin(self, moves: int = 12) -> None:
        """Both sit down and play a little."""
        dice = random.Random(3)
        self.pages = [Viewer(person, self.table, seat) for seat, person in enumerate(self.people)]
        for page in self.pages:
            await page.join()
        for _ in range(moves):
            await self.one_move(dice)

    async def one_move(self, dice: random.Random) -> None:
        while not any(page.legal for page in self.pages):
            await asyncio.sleep(0.01)  # where a clock runs, all hands may be busy for a moment
        page = next(page for page in self.pages if page.legal)
        version, _ = await page.turn(dice)
        for other in self.pages:
            await other.reach(version)

    def fingerprint(self) -> Any:
        """What is stored of the game itself; words in the chat may come and go."""
        one = stored_tables(self.server.database)[self.table]
        same = {key: one.header[key] for key in ("status", "seed", "position", "options", "awaited", "listed", "name")}
        rows = [(row.kind, row.seat, row.text, row.hash) for row in one.rows if row.kind not in ("chat", "vote")]
        return json.dumps([same, rows])

    async def plays_on(self) -> None:
        """A fresh page of each seat sees what is stored, and the next move goes through."""
        for page in self.pages:
            page.leave()
        await self.begin(2)


async def on_the_socket(victim: Victim, *, frames: int, seed: int) -> list[str]:
    """Bad frames from a stranger, a spectator, the holder of a seat and somebody from another table."""
    dice, found = random.Random(seed), []
    elsewhere = Person(victim.server.port, "Eve")
    together([elsewhere, Person(victim.server.port, "Eva")])
    nobody = Person(victim.server.port)
    before = victim.fingerprint()
    sent = answered = 0
    while sent < frames:
        person, seat = dice.choice(
            [(victim.people[0], 0), (victim.people[1], 1), (elsewhere, None), (nobody, None), (elsewhere, 0)]
        )
        mine = seat if person in victim.people else None
        own = None if mine is None else victim.pages[mine]
        nonsense = BadFrames(dice, victim.table, mine, 2, lambda own=own: [] if own is None else own.legal)  # type: ignore[misc]
        heard: list[bytes] = []
        try:
            wire = await RawWebSocket.open(victim.server.port, person.headers, heard.append, lambda code: None)
        except Closed as closed:
            if " 4" not in str(closed):
                found.append(f"the channel was closed with {closed}")
            continue
        if dice.random() < 0.8:
            wire.send(json.dumps({"op": "hello", "table": victim.table, "seat": seat}).encode())
        for _ in range(dice.randrange(1, 12)):
            wire.raw(nonsense.frame())
            sent += 1
            if dice.random() < 0.3:
                await asyncio.sleep(0)
        await settled(wire, heard)
        answered += len(heard)
        for raw in heard:
            if json.loads(raw).get("op") not in WORDS or b"Traceback" in raw:
                found.append(f"strange answer {raw[:200]!r}")
            if json.loads(raw).get("op") == "ack":
                found.append(f"nonsense was acknowledged: {raw!r}")
        wire.drop()
        if not victim.server.alive:
            return [*found, "the server died"]
    if victim.fingerprint() != before:
        found.append("the table changed")
    if answered < frames / 10:
        found.append(f"only {answered} answers to {sent} frames: this tests nothing")
    await victim.plays_on()
    return found + nothing_broke(victim.server)


async def borrowed_grants(victim: Victim) -> list[str]:
    """A spectator queues moves, then turns to a table where that seat is their own: it must not help them."""
    eve = Person(victim.server.port, "Eve")
    own = together([eve, Person(victim.server.port, "Eva")])
    before, page = victim.fingerprint(), Viewer(eve, victim.table)
    await page.join()
    seat = next(number for number, other in enumerate(victim.pages) if other.legal)
    for _ in range(60):  # much to do before the moves are looked at
        page.send(m.Hello(table=victim.table))
    for number, text in enumerate(victim.pages[seat].legal):
        page.send(m.Move(id=f"borrowed-{number}", seat=seat, text=text))
    page.send(m.Hello(table=own, seat=0))
    await asyncio.sleep(1.0)
    page.leave()
    return ["a move was made with the rights of another table"] * (victim.fingerprint() != before)


async def settled(wire: RawWebSocket, heard: list[bytes]) -> None:
    """Until it is closed or nothing more comes."""
    quiet, count = 0, -1
    while wire.alive and quiet < 2:
        quiet = quiet + 1 if len(heard) == count else 0
        count = len(heard)
        await asyncio.sleep(0.005)


def raw_requests(victim: Victim, *, requests: int, seed: int) -> list[str]:
    """Bytes that are hardly HTTP."""
    dice, found = random.Random(seed), []
    before = victim.fingerprint()
    cookie = victim.people[0].headers.get("Cookie", "")
    here = b"127.0.0.1:%d" % victim.server.port
    for _ in range(requests):
        path = dice.choice(
            ["/", "/api/tables", f"/api/tables/{victim.table}/start", "/api/../..", "/%00", "/" + "a" * 9000]
        )
        body = dice.choice([b"", b"{}", b"{" * 500, dice.randbytes(100), b'{"game":"santa-fe-rails","seats":[]}'])
        good = [
            dice.choice([b"GET ", b"POST ", b"PATCH "]) + path.encode() + b" HTTP/1.1",
            b"Host: " + here,
            b"Origin: http://" + here,
            b"Content-Length: %d" % len(body),
            b"Content-Type: application/json",
            f"Cookie: {cookie}".encode(),
        ]
        bad = [
            [b"BREW / HTTP/1.1", b"GET / HTTP/9", b"GET", b"\0", b"get / http/1.1", b"POST  /api/tables HTTP/1.1"],
            [b"Host: evil.example", b"", b"Host: \xff", b"Host: " + b"a" * 300],
            [b"Origin: https://evil.example", b"Origin: null", b""],
            [b"Content-Length: -1", b"Content-Length: 99999999", b"", b"Content-Length: x"],
            [b"Content-Type: text/plain", b"Content-Type: \xff", b""],
            [b"Cookie: gs=\xff\xfe", b"Cookie: gs=" + b"a" * 9000, b"Cookie: " + b"a=b;" * 3000, b""],
        ]
        header = [dice.choice(bad[k]) if dice.random() < 0.2 else good[k] for k in range(len(good))]
        header.append(
            dice.choice([b"", b"", b"Transfer-Encoding: chunked", b"Expect: 100-continue", b"X: " + b"y" * 70_000])
        )
        try:
            with socket.create_connection(("127.0.0.1", victim.server.port), 5) as wire:
                wire.sendall(b"\r\n".join(line for line in header if line) + b"\r\n\r\n" + body)
                wire.shutdown(socket.SHUT_WR)
                wire.settimeout(5)
                answer = wire.recv(65536)
        except OSError:
            answer = b""
        if answer.startswith(b"HTTP/1.1 5"):
            found.append(f"{header[:2]}: {answer[:60]!r}")
    if victim.fingerprint() != before:
        found.append("the table changed")
    if not victim.server.alive:
        found.append("the server died")
    return found + nothing_broke(victim.server)


def main() -> int:
    reader = argparse.ArgumentParser(description="nonsense for every route and message")
    reader.add_argument("--game", choices=GAMES, default="santa-fe-rails")
    reader.add_argument("--frames", type=int, default=20_000)
    reader.add_argument("--requests", type=int, default=2_000)
    reader.add_argument("--examples", type=int, default=200)
    reader.add_argument("--seed", type=int, default=int(time.time()))
    asked = reader.parse_args()
    from .openapi import on_the_api

    game = GAMES[asked.game]
    with (
        tempfile.TemporaryDirectory(prefix="goldenspike-fuzz-") as folder,
        Server(Path(folder) / "data", arguments=game.serve) as server,
    ):

        async def all_doors() -> list[str]:
            victim = Victim(server, game)
            await victim.begin()
            found = await on_the_socket(victim, frames=asked.frames, seed=asked.seed)
            found += raw_requests(victim, requests=asked.requests, seed=asked.seed)
            return found + on_the_api(victim, examples=asked.examples)

        found = asyncio.run(all_doors())
    print("\n".join(found) or f"{asked.frames} frames and {asked.requests} requests: nothing happened")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
