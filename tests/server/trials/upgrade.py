"""A stored database of today for the tests of tomorrow: it must open, replay and play on under any later code.

usage: python -m tests.server.trials.upgrade FILE      writes the database as SQL text
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

from goldenspike.server.live import messages as m

from .clients import Person, Viewer, together
from .forked_servers import ROOT
from .server import Server

FOLDER = ROOT / "tests" / "fixtures" / "table"
MARK = "-- known: "


async def played(people: list[Person], table: str, moves: int, dice: random.Random) -> int:
    """So many moves, now and then one taken back, some words in between; the version it came to."""
    pages = [Viewer(person, table, seat) for seat, person in enumerate(people)]
    for page in pages:
        await page.join()
    version = pages[0].version
    for number in range(moves):
        awaited = [page for page in pages if page.legal]
        if not awaited:
            break
        page = dice.choice(awaited)
        answer = await page.play(dice.choice(page.legal))
        assert isinstance(answer, m.Ack), str(answer)
        version = answer.version
        extra = uuid.UUID(int=dice.getrandbits(128)).hex
        if number % 9 == 4:
            assert page.seat is not None
            page.send(m.Undo(id=extra, seat=page.seat))
            await page.answer(extra)
        elif number % 17 == 5:
            page.send(m.Say(id=extra, seat=page.seat, text=f"move {number}"))
            await page.answer(extra)
        version = max(version, page.acks.get(extra, 0))
        for other in pages:
            await other.reach(version)
    for page in pages:
        page.leave()
    return version


def make(target: Path) -> None:
    """Tables in every state, written as text: a running one, a finished one, an open one, one of people and bots."""
    dice = random.Random(1869)
    with tempfile.TemporaryDirectory(prefix="goldenspike-upgrade-") as folder:
        with Server(Path(folder) / "data", arguments=["--bot-delay", "0"]) as server:
            people = [Person(server.port, "Ann"), Person(server.port, "Bob")]
            people[0].do("GET", "/api/me")
            tables = {
                "running": together(people, seed=1),
                "terrain": together(people, "santa-fe", seed=2, options={"terrain": True, "track_purchase": True}),
                "finished": together(people, "santa-fe", seed=3),
            }
            versions = {
                name: asyncio.run(played(people, table, 10_000 if name == "finished" else 60, dice))
                for name, table in tables.items()
            }
            made = people[0].do("POST", "/api/tables", {"game": "santa-fe-rails", "seats": [{}, {"holder": "me"}]})
            tables["open"], versions["open"] = made["table"]["id"], made["table"]["version"]
            account = {"name": "Ann Example", "password": "a long password"}
            people[1].do("POST", "/api/account", account)
            cookies = [{c.name: c.value for c in person.http.cookies.jar} for person in people]
            database = server.file
            server.stop()
        connection = sqlite3.connect(database)
        known = {"tables": tables, "versions": versions, "cookies": cookies, "account": account}
        lines = [MARK + json.dumps(known), *connection.iterdump()]
        connection.close()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join(lines) + "\n", "utf-8")


def restore(source: Path, database: Path) -> dict[str, Any]:
    """The database as it was; what is known about it."""
    text = source.read_text("utf-8")
    database.parent.mkdir(parents=True)
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(text)
    now = time.time_ns() // 1_000_000
    connection.execute("UPDATE sessions SET created_ms = ?, seen_ms = ?", (now, now))  # or they would be forgotten
    connection.commit()
    connection.close()
    known: dict[str, Any] = json.loads(text.partition("\n")[0].removeprefix(MARK))
    return known


if __name__ == "__main__":
    make(Path(sys.argv[1]))
    print(f"{sys.argv[1]}: {Path(sys.argv[1]).stat().st_size // 1000} kB")
