"""What a cluster costs: a move through another node, two nodes beside one, idle tables; and what many tables need.

usage: python -m tests.server.trials.cluster_load [latency | nodes | idle | sizing] [--tables N] [--seconds S]

Every figure is a ratio within one run, or CPU-seconds: other programs on the machine do not change those much.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import psutil
import psycopg

from goldenspike.server.cluster.bus import NatsBus
from goldenspike.server.cluster.node import ClusterNode
from goldenspike.server.cluster.trial_nats import TrialNats
from goldenspike.server.storage.databases import opened_store
from goldenspike.server.storage.leases import Leases
from goldenspike.server.storage.trial_postgres import TrialPostgres
from goldenspike.server.tables.active_tables import ActiveTables

from .clients import Person, Viewer, together
from .cluster_servers import ClusterServers
from .forked_servers import ForkedServers

SETTLE_S = 15.0  # so long PostgreSQL may keep its figures to itself
KNOWN = Path(__file__).resolve().parents[3] / "docs" / "measurements" / "cluster.json"


def cpu_of(pid: int) -> float:
    """CPU-seconds of a process and its children."""
    total = 0.0
    for process in [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]:
        try:
            times = process.cpu_times()
            total += times.user + times.system
        except psutil.NoSuchProcess:
            continue
    return total


class Costs:
    """CPU-seconds of all parts of a cluster between two moments."""

    def __init__(self, cluster: ClusterServers) -> None:
        self.parts = {f"node {number}": node.process.pid for number, node in enumerate(cluster.nodes)}  # type: ignore[union-attr]
        assert cluster.postgres.process is not None
        assert cluster.nats.process is not None
        self.parts |= {"PostgreSQL": cluster.postgres.process.pid, "NATS": cluster.nats.process.pid}
        self.before = self.read()

    def read(self) -> dict[str, float]:
        return {name: cpu_of(pid) for name, pid in self.parts.items()}

    def since(self) -> dict[str, float]:
        return {name: after - self.before[name] for name, after in self.read().items()}


class Pair:
    """A table of two people, played in turn and timed."""

    def __init__(self, owner: int, people: tuple[int, int], seed: int) -> None:
        one, two = Person(owner, "A"), Person(owner, "B")
        self.table = together([one, two])
        self.viewers = [Viewer(one, self.table, 0, port=people[0]), Viewer(two, self.table, 1, port=people[1])]
        self.dice = random.Random(seed)
        self.moves = 0
        self.seconds: dict[int, list[float]] = {0: [], 1: []}

    async def join(self) -> None:
        for viewer in self.viewers:
            await viewer.join()

    async def play(self, until: float) -> None:
        """One move after another, as fast as they are answered."""
        while time.monotonic() < until and self.viewers[0].result is None:
            turn = [viewer for viewer in self.viewers if viewer.legal]
            if not turn:
                await asyncio.sleep(0.001)
                continue
            viewer = turn[0]
            assert viewer.seat is not None
            text = self.dice.choice(viewer.legal)
            begun = time.perf_counter()
            answer = await viewer.play(text)
            self.seconds[viewer.seat].append(time.perf_counter() - begun)
            self.moves += 1
            for other in self.viewers:
                await other.reach(answer.version)  # type: ignore[union-attr]

    def leave(self) -> None:
        for viewer in self.viewers:
            viewer.leave()


async def latency(forked_servers: ForkedServers, tables: int, seconds: float) -> dict[str, Any]:
    """The same tables, one seat of each at the owner and the other at another node."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ClusterServers(Path(folder), nodes=2, forked_servers=forked_servers) as c,
    ):
        here, there = (node.port for node in c.nodes)
        pairs = [await asyncio.to_thread(Pair, here, (here, there), seed) for seed in range(tables)]
        for pair in pairs:
            await pair.join()
        until = time.monotonic() + 2
        await asyncio.gather(*(pair.play(until) for pair in pairs))
        for pair in pairs:
            pair.seconds = {0: [], 1: []}
            pair.moves = 0
        costs, until = Costs(c), time.monotonic() + seconds
        await asyncio.gather(*(pair.play(until) for pair in pairs))
        spent = costs.since()
        own = [one for pair in pairs for one in pair.seconds[0]]
        other = [one for pair in pairs for one in pair.seconds[1]]
        for pair in pairs:
            pair.leave()
    moves = len(own) + len(other)
    return {
        "tables": tables,
        "moves": moves,
        "owner_ms": 1000 * statistics.median(own),
        "other_ms": 1000 * statistics.median(other),
        "ratio": statistics.median(other) / statistics.median(own),
        "cpu_ms_per_move": {name: 1000 * value / moves for name, value in spent.items()},
    }


def commits(port: int) -> float:
    """Commits of a node, as it counts them itself."""
    told = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
    return float(next(line for line in told.splitlines() if line.startswith("goldenspike_commits ")).split()[1])


async def nodes(forked_servers: ForkedServers, tables: int, seconds: float) -> dict[str, Any]:
    """Closed-loop moves with all tables at one of two nodes, then spread over both."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ClusterServers(Path(folder), nodes=2, forked_servers=forked_servers) as c,
    ):
        found: dict[str, Any] = {"tables": tables}
        for name, ports in (("one", [c.nodes[0].port]), ("two", [node.port for node in c.nodes])):
            at = [ports[number % len(ports)] for number in range(tables)]
            pairs = [await asyncio.to_thread(Pair, port, (port, port), seed) for seed, port in enumerate(at)]
            for pair in pairs:
                await pair.join()
            await asyncio.gather(*(pair.play(time.monotonic() + 1.5) for pair in pairs))
            before = sum(pair.moves for pair in pairs)
            committed = sum(commits(node.port) for node in c.nodes)
            costs, begun = Costs(c), time.monotonic()
            await asyncio.gather(*(pair.play(begun + seconds) for pair in pairs))
            took, spent = time.monotonic() - begun, costs.since()
            committed = sum(commits(node.port) for node in c.nodes) - committed
            moves = sum(pair.moves for pair in pairs) - before
            used = sum(spent[part] for part in spent if part.startswith("node"))
            found[name] = {
                "moves": moves,
                "moves_per_s": moves / took,
                "moves_per_cpu_s": moves / used,
                "moves_per_commit": moves / committed,
                "cpu_s": spent,
            }
            for pair in pairs:
                pair.leave()
    found["ratio"] = found["two"]["moves_per_s"] / found["one"]["moves_per_s"]
    found["ratio_cpu"] = found["two"]["moves_per_cpu_s"] / found["one"]["moves_per_cpu_s"]
    return found


COPY = """
INSERT INTO {table} ({columns}) SELECT {values} FROM {table}, generate_series(1, {count}) AS n WHERE {key} = '{id}'
"""


def copied(database: str, table: str, count: int) -> list[str]:
    """So many tables like this one."""
    with psycopg.connect(database, autocommit=True) as connection:
        for name, key in (("tables", "id"), ("seats", "table_id"), ("log", "table_id"), ("grants", "table_id")):
            asked = (
                "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND table_schema = 'public'"
            )
            columns = [str(row[0]) for row in connection.execute(asked, [name])]
            values = [
                "'idle_' || n" if column == key else "NULL" if column in {"owner", "secret_hash"} else column
                for column in columns
            ]
            values = [
                f"'{name}' || n || seq" if column == "move_id" and name == "log" else value
                for column, value in zip(columns, values, strict=True)
            ]
            words = {"table": name, "columns": ", ".join(columns), "values": ", ".join(values), "key": key, "id": table}
            connection.execute(COPY.format(**words, count=count).encode())
    return [f"idle_{number}" for number in range(1, count + 1)]


async def idle(tables: int, seconds: float) -> dict[str, Any]:
    """Tables that a node owns and that nothing happens at: memory, and what database and bus hear of them."""
    from goldenspike.server.live import messages as m
    from goldenspike.server.tables import seats

    with TrialPostgres() as postgres, ExitStack() as closing, tempfile.TemporaryDirectory() as folder:
        nats = TrialNats().start()
        closing.callback(nats.stop)
        store = opened_store(folder, postgres.url())
        leases = Leases(store, lease_s=30.0)  # this process does nothing but load for a while
        active_tables = ActiveTables(store, idle_s=1e9, leases=leases)
        wish = m.NewTable(game="santa-fe-rails", seats=[m.NewSeat("me") for _ in range(4)])
        header, _ = seats.new_header(wish)
        await seats.make(store, header, "s:somebody", [0, 1, 2, 3])
        actor = await active_tables.table(header.id)
        assert actor is not None
        await actor.call(seats.start, actor)
        await active_tables.hand_over([header.id])
        names = await asyncio.to_thread(copied, postgres.url(), header.id, tables)
        process = psutil.Process()
        for name in names[:50]:
            await active_tables.table(name)
        before, begun = process.memory_info().rss, time.monotonic()
        for at in range(50, len(names), 100):
            await asyncio.gather(*(active_tables.table(name) for name in names[at : at + 100]))
            print(f"\r{len(active_tables.loaded)} tables", end="", file=sys.stderr)
        loaded_s = time.monotonic() - begun
        memory = process.memory_info().rss - before
        bus = NatsBus(nats.url, "node")
        node = ClusterNode(bus, leases, active_tables, name="node")
        await bus.open()
        node.start()
        await asyncio.sleep(SETTLE_S)
        first, used, sent = statements(postgres.url()), time.process_time(), bus.sent
        await asyncio.sleep(seconds)
        minute = 60 / seconds
        found = {
            "tables": len(active_tables.loaded),
            "kilobytes_per_table": memory / 1024 / max(1, len(names) - 50),
            "load_ms_per_table": 1000 * loaded_s / max(1, len(names) - 50),
            "transactions_per_minute_of_the_node": (statements(postgres.url()) - first - 1) * minute,
            "cpu_s_per_minute_of_the_node": (time.process_time() - used) * minute,
            "messages_per_minute_of_the_node": (bus.sent - sent) * minute,
        }
        begun = time.monotonic()
        await node.drain()
        found["drain_s"] = time.monotonic() - begun
        await node.close()
        await bus.close()
        await active_tables.close()
        store.close()
    return found


def statements(database: str) -> int:
    """Transactions that the database has counted."""
    with psycopg.connect(database) as connection:
        connection.execute("SELECT pg_stat_force_next_flush()")
        row = connection.execute("SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database").fetchone()
        assert row is not None
        return int(row[0])


def sizing(known: dict[str, Any], *, live: int, every_s: float, pages: float, moves_bytes: int) -> list[str]:
    """From measured costs: what so many live tables need."""
    cost = known["latency"]["cpu_ms_per_move"]
    node_ms = cost["node 0"] + cost["node 1"]  # owner and the node of the other seat
    rate = live / every_s
    fsyncs = min(rate, 250.0)
    idle_kb = known["idle"]["kilobytes_per_table"]
    frames = rate * pages
    network = frames * moves_bytes * 8 / 1e6
    return [
        f"{live:,} live tables, a move every {every_s:.0f} s at each, {pages:.1f} pages at each: {rate:,.0f} moves/s",
        f"nodes: {node_ms:.2f} CPU-ms per move (the owner, and another node for one of two seats)"
        f" -> {rate * node_ms / 1000:.1f} busy cores; at 60% load {rate * node_ms / 1000 / 0.6:.0f} cores",
        f"memory of the nodes: {idle_kb:.0f} kB per table -> {live * idle_kb / 1e6:.1f} GB in all",
        f"PostgreSQL: {cost['PostgreSQL']:.2f} CPU-ms per move -> {rate * cost['PostgreSQL'] / 1000:.1f} busy cores;"
        f" moves that come together share a commit: at most about {fsyncs:.0f} commits/s per node at 4 ms a sync",
        f"NATS: {cost['NATS']:.2f} CPU-ms per move -> {rate * cost['NATS'] / 1000:.1f} busy cores,"
        f" {frames:,.0f} frames/s, {network:,.0f} Mbit/s at {moves_bytes} bytes a frame",
        f"leases: {known['idle']['transactions_per_minute_of_the_node']:.0f} transactions a minute for each node,"
        " however many tables it has",
    ]


def main() -> int:
    reader = argparse.ArgumentParser(description="what a cluster costs")
    reader.add_argument("what", choices=("latency", "nodes", "idle", "sizing"))
    reader.add_argument("--tables", type=int, default=10)
    reader.add_argument("--seconds", type=float, default=15.0)
    reader.add_argument("--live", type=int, default=100_000, help="sizing: tables that are played at once")
    reader.add_argument("--every", type=float, default=20.0, help="sizing: seconds between two moves of a table")
    reader.add_argument("--pages", type=float, default=3.5, help="sizing: pages at a table")
    reader.add_argument("--frame", type=int, default=4000, help="sizing: bytes of a frame")
    reader.add_argument("--json", type=Path, default=KNOWN, help="where the figures are kept")
    asked = reader.parse_args()
    known = json.loads(asked.json.read_text("utf-8")) if asked.json.exists() else {}
    if asked.what == "sizing":
        print(
            "\n".join(sizing(known, live=asked.live, every_s=asked.every, pages=asked.pages, moves_bytes=asked.frame))
        )
        return 0
    if asked.what == "idle":
        found = asyncio.run(idle(asked.tables, asked.seconds))
    else:
        work = latency if asked.what == "latency" else nodes
        with ForkedServers() as forked_servers:
            found = asyncio.run(work(forked_servers, asked.tables, asked.seconds))
    print(json.dumps(found, indent=1))
    known[asked.what] = found
    asked.json.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
