"""A bad network between pages and server: once it is good again, all pages show the same, nothing is lost or doubled.

usage: python -m tests.server.trials.chaos [--game NAME] [--seconds N] [--tables N] [--seats N] [--seed N]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .clients import Viewer
from .forked_servers import ForkedServers
from .games import GAMES, Kind
from .many_tables import Findings, ManyTables
from .proxy import GOOD, Proxy, Weather
from .raw_websocket import packed
from .server import Server

KINDS = {
    "delay": Weather(delay_s=0.05),
    "drop": Weather(drop=0.02),
    "duplicate": Weather(duplicate=0.3),
    "reorder": Weather(swap=0.2),
    "partition": Weather(partition=True),
    "slow reader": Weather(slow=20_000),
    "all at once": Weather(delay_s=0.02, drop=0.01, duplicate=0.1, swap=0.1, slow=200_000),
}


@dataclass
class Report:
    seconds: float
    moves: int
    resyncs: int
    seen: dict[str, int]
    findings: Findings

    def __str__(self) -> str:
        did = ", ".join(f"{count} {what}" for what, count in self.seen.items())
        return (
            f"{self.seconds:.0f} s: {self.moves} moves acknowledged, {self.resyncs} gaps healed; {did}: "
            f"{self.findings if self.findings else 'nothing lost, doubled or different'}"
        )


async def storm(
    data: Path,
    forked_servers: ForkedServers | None = None,
    *,
    seconds: float,
    tables: int,
    seats: int = 3,
    seed: int = 1,
    game: Kind = GAMES["santa-fe-rails"],
) -> Report:
    """All kinds of weather in turn over tables in full play, with a spectator at each."""
    begun, dice = time.monotonic(), random.Random(seed)
    with Server(data, forked_servers=forked_servers, arguments=game.serve) as server:
        async with Proxy(server.port, dice) as proxy:
            tables_played = ManyTables(
                server, tables=tables, seats=seats, seed=seed, port=proxy.port, watched=True, game=game
            )
            for page in [*tables_played.players, *tables_played.watching.values()]:
                page.ask_again_s = 0.4
            tables_played.begin()
            await tables_played.progress(tables)
            end = time.monotonic() + seconds
            turn = max(0.3, seconds / (2 * len(KINDS)))
            while time.monotonic() < end:
                for weather in KINDS.values():
                    proxy.weather = weather
                    await asyncio.sleep(turn if not weather.partition else min(turn, 1.0))
                    proxy.weather = GOOD
                    tables_played.failed()
                    tables_played.renew()
                    for page in [*tables_played.players, *tables_played.watching.values()]:
                        page.ask_again_s = 0.4
                    await tables_played.progress(tables)  # every healing brings play back
            await tables_played.rest()
            findings = tables_played.check()
            findings.other += await seen_directly(tables_played)
            await tables_played.go()
            if not server.alive:
                findings.other.append("the server died")
            resyncs = sum(page.resyncs for page in [*tables_played.players, *tables_played.watching.values()])
            return Report(time.monotonic() - begun, tables_played.acknowledged, resyncs, proxy.seen, findings)


async def seen_directly(tables_played: ManyTables) -> list[str]:
    """Each page after the storm against a page that never saw one."""
    found = []
    for table in tables_played.playing:
        for page in tables_played.pages(table):
            fresh = Viewer(page.person, table, page.seat, port=tables_played.server.port)
            await fresh.join()
            for what in ("version", "view", "own", "lines", "result"):
                if getattr(fresh, what) != getattr(page, what):
                    found.append(f"{table} seat {page.seat}: {what} differs from a fresh page")
            fresh.leave()
    return found


async def greedy_reader(
    data: Path, forked_servers: ForkedServers | None = None, *, asks: int = 3000, most_mb: float = 40.0
) -> list[str]:
    """A page that asks for everything and reads nothing: it is closed, costs little, and nobody else waits for it."""
    found = []
    with Server(data, forked_servers=forked_servers) as server:
        tables_played = ManyTables(server, tables=2, seats=2, seed=3)
        tables_played.begin()
        await tables_played.progress(60)
        table = next(iter(tables_played.playing))
        before = server.memory()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
        headers = "".join(f"{k}: {v}\r\n" for k, v in tables_played.people[0].headers.items())
        writer.write(
            f"GET /api/channel HTTP/1.1\r\n{headers}Upgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        hello = packed(json.dumps({"op": "hello", "table": table, "seat": 0}).encode())
        most = 0
        for number in range(asks):
            if writer.transport.is_closing():
                break
            writer.write(hello)
            if number % 100 == 0:
                try:
                    await asyncio.wait_for(writer.drain(), 2)
                except (TimeoutError, OSError):
                    break
                await asyncio.sleep(0.02)
                most = max(most, server.memory() - before)
        tables_played.renew()  # on a busy machine the games may be over by now
        began = time.monotonic()
        await tables_played.progress(4)
        if time.monotonic() - began > 3:
            found.append(f"the other pages waited {time.monotonic() - began:.1f} s")
        most = max(most, server.memory() - before)
        if most > most_mb * 1e6:
            found.append(f"the server holds {most / 1e6:.0f} MB for a page that does not read")
        writer.transport.abort()
        await tables_played.rest()
        findings = tables_played.check()
        await tables_played.go()
        if findings:
            found.append(str(findings))
        if not server.alive:
            found.append("the server died")
    return found


def main() -> int:
    reader = argparse.ArgumentParser(description="a bad network")
    reader.add_argument("--game", choices=GAMES, default="santa-fe-rails")
    reader.add_argument("--seconds", type=float, default=120)
    reader.add_argument("--tables", type=int, default=10)
    reader.add_argument("--seats", type=int, default=3)
    reader.add_argument("--seed", type=int, default=int(time.time()))
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="goldenspike-chaos-") as folder:
        report = asyncio.run(
            storm(
                Path(folder) / "data",
                seconds=asked.seconds,
                tables=asked.tables,
                seats=asked.seats,
                seed=asked.seed,
                game=GAMES[asked.game],
            )
        )
    print(report)
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main())
