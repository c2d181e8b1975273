"""The same load on SQLite and on PostgreSQL, in turn: durable moves per CPU-second of the server.

usage: python -m tests.server.trials.two_databases [--rounds N] [--tables N] [--seats N] [--before SRC]

PostgreSQL writes through to the disk as SQLite does. With --before a third server runs from other sources.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
from pathlib import Path

import psutil

from goldenspike.server.storage.trial_postgres import TrialPostgres

from .clients import Person
from .load import Load, share
from .server import Server


async def one_round(server: Server, people: list[Person], tables: int, seed: int) -> tuple[float, float, float]:
    """Moves per CPU-second of the server, moves per second, and the median time of one."""
    load = Load(server, people, tables, seed)
    await load.join()
    moves, seconds, cpu = await load.closed_loop()
    await asyncio.sleep(0.3)
    load.leave()
    if load.refused or load.lost:
        raise RuntimeError(f"{load.lost} pages lost, refused: {load.refused[:3]}")
    return moves / cpu, moves / seconds, share(load.times, 0.5)


def used_by(postgres: TrialPostgres) -> float:
    """CPU-seconds of all processes of PostgreSQL that run now."""
    assert postgres.process is not None
    found = psutil.Process(postgres.process.pid)
    times = [one.cpu_times() for one in [found, *found.children(recursive=True)]]
    return sum(time.user + time.system for time in times)


def main() -> int:
    reader = argparse.ArgumentParser(description="both databases under the same load")
    reader.add_argument("--rounds", type=int, default=3)
    reader.add_argument("--tables", type=int, default=40)
    reader.add_argument("--seats", type=int, default=4)
    reader.add_argument("--before", type=Path, help="the src folder of another version, on SQLite")
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="goldenspike-load-") as place, TrialPostgres() as postgres:
        servers = {
            "SQLite": Server(Path(place) / "sqlite"),
            "PostgreSQL": Server(Path(place) / "postgresql", database=postgres.url()),
        }
        if asked.before:
            servers["before"] = Server(Path(place) / "before", environment={"PYTHONPATH": str(asked.before.resolve())})
        found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in servers}
        print("| database | moves per server CPU-s | moves/s | p50 ms |\n|---|---|---|---|", flush=True)
        for number in range(asked.rounds):
            for name, server in servers.items():
                with server:
                    people = [Person(server.port, f"P{one}") for one in range(asked.seats)]
                    before = used_by(postgres)
                    found[name].append(asyncio.run(one_round(server, people, asked.tables, number)))
                    extra = f" (PostgreSQL itself: {used_by(postgres) - before:.1f} CPU-s)" if "Post" in name else ""
                    server.stop()
                per_cpu, per_s, middle = found[name][-1]
                print(f"| {name}{extra} | {per_cpu:,.0f} | {per_s:,.0f} | {middle:.1f} |", flush=True)
    middle_of = {name: statistics.median(one[0] for one in rounds) for name, rounds in found.items()}
    print(f"\nPostgreSQL / SQLite: {middle_of['PostgreSQL'] / middle_of['SQLite']:.2f}")
    if asked.before:
        print(f"SQLite / before: {middle_of['SQLite'] / middle_of['before']:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
