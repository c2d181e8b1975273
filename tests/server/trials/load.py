"""Load on one machine: the server on one core, all players on the other.

usage: python -m tests.server.trials.load [--game NAME] [--tables N] [--seats N] [--rate N] [--seconds N] [--repeats N]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec
import psutil

from .clients import Person, together
from .raw_websocket import RawWebSocket
from .server import Server

GAME = "santa-fe-rails"
NULL = msgspec.Raw(b"null")


class Seen(msgspec.Struct):
    """The few fields of a frame that a load generator looks at."""

    op: str
    version: int = -1
    id: str = ""
    own: msgspec.Raw = NULL
    result: msgspec.Raw = NULL


class Own(msgspec.Struct):
    legal: list[str] | None = None


SEEN = msgspec.json.Decoder(Seen)
OWN = msgspec.json.Decoder(Own | None)


class Page:
    """One seat's page, as cheap as a page can be."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.wire: RawWebSocket | None = None
        self.number = 0
        self.due: dict[str, float] = {}
        self.legal: list[str] = []
        self.version = 0
        self.welcome = asyncio.Event()

    async def join(self, person: Person) -> None:
        self.wire = await RawWebSocket.open(person.port, person.headers, self.take, self.lost)
        self.wire.send(json.dumps({"op": "hello", "table": self.table.id, "seat": self.seat}).encode())
        await asyncio.wait_for(self.welcome.wait(), 120)

    def lost(self, code: int | None) -> None:
        self.table.load.lost += 1

    def take(self, raw: bytes) -> None:
        seen = SEEN.decode(raw)
        if seen.op == "ack":
            self.table.load.acknowledged(self, self.due.pop(seen.id), seen.version)
            return
        if seen.op == "refused":
            self.table.load.refused.append(raw.decode())
            return
        if seen.op not in ("event", "welcome"):
            return
        self.table.load.frames += 1
        self.table.load.bytes += len(raw)
        self.version = seen.version
        own = OWN.decode(seen.own)
        self.legal = own.legal or [] if own is not None else []
        if bytes(seen.result) != b"null":
            self.table.over = True
        self.welcome.set()
        if self.legal and not self.due:
            self.table.load.ready(self)

    def play(self, due: float) -> None:
        """Any legal action; the time counts from when it was due."""
        assert self.wire is not None
        self.number += 1
        move = f"{self.seat}-{self.number}"
        self.due[move] = due
        text = self.table.load.dice.choice(self.legal)
        self.wire.send(b'{"op":"move","id":"%s","seat":%d,"text":"%s"}' % (move.encode(), self.seat, text.encode()))


class Table:
    def __init__(self, load: Load, people: Sequence[Person]) -> None:
        self.load = load
        self.id = together(people, GAME)
        self.pages = [Page(self, seat) for seat in range(len(people))]
        self.over = False


class Load:
    """So many tables and the pages of all their seats."""

    def __init__(self, server: Server, people: Sequence[Person], tables: int, seed: int) -> None:
        self.server = server
        self.people = people
        self.dice = random.Random(seed)
        self.times: list[float] = []
        self.frames = self.bytes = self.lost = 0
        self.refused: list[str] = []
        self.closed = False
        self.waiting: list[Page] = []
        self.tables = [Table(self, people) for _ in range(tables)]

    async def join(self) -> None:
        for table in self.tables:
            await asyncio.gather(*(page.join(who) for page, who in zip(table.pages, self.people, strict=True)))

    def leave(self) -> None:
        for table in self.tables:
            for page in table.pages:
                if page.wire is not None:
                    page.wire.on_lost = lambda code: None
                    page.wire.close()

    def ready(self, page: Page) -> None:
        """A page has something to choose."""
        if self.closed:
            page.play(time.perf_counter())
        elif page not in self.waiting:
            self.waiting.append(page)

    def acknowledged(self, page: Page, due: float, version: int) -> None:
        self.times.append(time.perf_counter() - due)
        if page.version >= version and page.legal and not page.due and not page.table.over:
            self.ready(page)  # the event came before the acknowledgement

    async def closed_loop(self, most_s: float = 60.0) -> tuple[int, float, float]:
        """Everybody plays as soon as they may, until the first game ends: moves, seconds, server CPU-seconds."""
        self.closed = True
        begun, cpu = time.perf_counter(), self.server.cpu()
        for page in self.waiting:
            page.play(begun)
        self.waiting.clear()
        while not any(table.over for table in self.tables) and time.perf_counter() - begun < most_s:
            await asyncio.sleep(0.02)
        self.closed = False
        return len(self.times), time.perf_counter() - begun, self.server.cpu() - cpu

    async def open_loop(self, rate: float, seconds: float) -> tuple[int, float]:
        """So many moves a second, whatever the server does: moves sent, server CPU-seconds."""
        self.times.clear()
        begun, cpu, sent = time.perf_counter(), self.server.cpu(), 0
        while (due := begun + sent / rate) < begun + seconds:
            pause = due - time.perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
            else:
                await asyncio.sleep(0)
            while (page := self.next_page()) is None and not all(table.over for table in self.tables):
                await asyncio.sleep(0.001)  # everybody waits for the server: the move is late, and counts as late
            if page is None:
                break
            page.play(due)
            sent += 1
        await asyncio.sleep(0.5)
        return sent, self.server.cpu() - cpu

    def next_page(self) -> Page | None:
        """Some page that can choose, of any table: not always the same ones."""
        while self.waiting:
            place = self.dice.randrange(len(self.waiting))
            self.waiting[place], self.waiting[-1] = self.waiting[-1], self.waiting[place]
            page = self.waiting.pop()
            if page.legal and not page.due and not page.table.over:
                return page
        return None


def share(times: Sequence[float], part: float) -> float:
    """The time in ms that this part of all moves did not exceed."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


@dataclass
class Figures:
    closed_moves: int
    closed_per_s: float
    per_cpu_s: float
    closed_p50_ms: float
    closed_p99_ms: float
    bytes_per_move: float
    open_rate: float
    open_moves: int
    open_p50_ms: float
    open_p99_ms: float
    open_worst_ms: float
    open_cpu_share: float


@dataclass
class Idle:
    tables: int
    kb_per_table: float
    sockets: int
    kb_per_socket: float
    cpu_percent: float
    answer_ms: float


async def measure(server: Server, people: Sequence[Person], asked: argparse.Namespace, seed: int) -> Figures:
    load = Load(server, people, asked.tables, seed)
    await load.join()
    gc.collect()
    load.frames = load.bytes = 0
    moves, seconds, cpu = await load.closed_loop()
    await asyncio.sleep(0.3)
    closed = load.times[:]
    weight = load.bytes / max(1, len(closed))
    findings = load.refused or load.lost
    load.leave()
    if findings:
        raise RuntimeError(f"{load.lost} pages lost, refused: {load.refused[:3]}")
    load = Load(server, people, asked.tables, seed + 1)
    await load.join()
    gc.collect()
    sent, open_cpu = await load.open_loop(asked.rate, asked.seconds)
    opened = load.times[:]
    load.leave()
    if load.refused or load.lost or len(opened) < sent:
        raise RuntimeError(f"{load.lost} pages lost, {sent - len(opened)} unanswered, refused: {load.refused[:3]}")
    return Figures(
        moves, moves / seconds, moves / cpu, share(closed, 0.5), share(closed, 0.99), weight,
        asked.rate, sent, share(opened, 0.5), share(opened, 0.99), share(opened, 1.0), open_cpu / asked.seconds,
    )  # fmt: skip


async def idle(server: Server, people: Sequence[Person], tables: int, sockets: int, watch_s: float = 10.0) -> Idle:
    """Memory of tables nobody plays at, then of sockets over which nothing passes."""
    for _ in range(20):  # what the first tables bring along once is not theirs
        together(people, GAME)
    before = server.memory()
    ids = [together(people, GAME) for _ in range(tables)]
    per_table = (server.memory() - before) / tables / 1000
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(4096, 2 * sockets)), hard))
    welcomed = 0

    def take(raw: bytes) -> None:
        nonlocal welcomed
        welcomed += SEEN.decode(raw).op == "welcome"

    async def visitor(number: int) -> RawWebSocket:
        person = people[number % len(people)]
        wire = await RawWebSocket.open(person.port, person.headers, take, lambda code: None, timeout=30)
        hello = {"op": "hello", "table": ids[number % len(ids)], "seat": number % len(people)}
        wire.send(json.dumps(hello).encode())
        return wire

    before, wires = server.memory(), []
    for first in range(0, sockets, 50):
        wires += await asyncio.gather(*(visitor(number) for number in range(first, min(sockets, first + 50))))
    while welcomed < sockets:
        await asyncio.sleep(0.1)
    await asyncio.sleep(watch_s / 5)
    per_socket = (server.memory() - before) / sockets / 1000
    cpu, begun = server.cpu(), time.monotonic()
    await asyncio.sleep(watch_s)
    busy = 100 * (server.cpu() - cpu) / (time.monotonic() - begun)
    asks = []
    for _ in range(20):
        began = time.perf_counter()
        people[0].do("GET", f"/api/tables/{ids[0]}")
        asks.append(1000 * (time.perf_counter() - began))
    alive = sum(wire.alive for wire in wires)
    for wire in wires:
        wire.close()
    return Idle(tables, per_table, alive, per_socket, busy, statistics.median(asks))


def disk_sync_ms(folder: Path) -> float:
    """What one small synced write costs on this disk."""
    times = []
    with (folder / "probe").open("wb") as file:
        for _ in range(50):
            begun = time.perf_counter()
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
            times.append(1000 * (time.perf_counter() - begun))
    return statistics.median(times)


def told(rounds: Sequence[Figures], rest: Idle | None, sync_ms: float, start_s: float) -> str:
    lines = [
        "| run | closed loop moves/s | moves per server CPU-s | p50 / p99 ms | kB per move | "
        "open loop moves/s | p50 / p99 / worst ms | server CPU |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for number, one in enumerate(rounds, 1):
        lines.append(
            f"| {number} | {one.closed_per_s:,.0f} | {one.per_cpu_s:,.0f} | {one.closed_p50_ms:.1f} / "
            f"{one.closed_p99_ms:.1f} | {one.bytes_per_move / 1000:.1f} | {one.open_rate:.0f} | "
            f"{one.open_p50_ms:.1f} / {one.open_p99_ms:.1f} / {one.open_worst_ms:.1f} | {one.open_cpu_share:.0%} |"
        )
    if len(rounds) > 1:
        middle = [statistics.median(getattr(one, name) for one in rounds) for name in ("closed_per_s", "per_cpu_s")]
        late = statistics.median(one.open_p99_ms for one in rounds)
        lines += ["", f"Median: {middle[0]:,.0f} moves/s, {middle[1]:,.0f} per server CPU-second, p99 {late:.1f} ms."]
    if rest is not None:
        lines += [
            "",
            f"{rest.tables} idle tables: {rest.kb_per_table:.0f} kB each. {rest.sockets} idle sockets: "
            f"{rest.kb_per_socket:.0f} kB each, {rest.cpu_percent:.1f} % of a core; a request meanwhile takes "
            f"{rest.answer_ms:.1f} ms.",
        ]
    lines += ["", f"One synced write on this disk: {sync_ms:.2f} ms. Server start: {start_s:.2f} s."]
    return "\n".join(lines)


def main() -> int:
    reader = argparse.ArgumentParser(description="load on one machine")
    reader.add_argument("--game", choices=(GAME, "rail-pass"), default=GAME)
    reader.add_argument("--tables", type=int, default=None)
    reader.add_argument("--seats", type=int, default=None)
    reader.add_argument("--rate", type=float, default=None, help="moves or commands a second over all tables")
    reader.add_argument("--seconds", type=float, default=30.0)
    reader.add_argument("--repeats", type=int, default=3)
    reader.add_argument("--idle-tables", type=int, default=500)
    reader.add_argument("--sockets", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--json", type=Path)
    asked = reader.parse_args()
    usual = (
        {"tables": 100, "seats": 6, "rate": 600.0} if asked.game != GAME else {"tables": 50, "seats": 4, "rate": 100.0}
    )
    for word, value in usual.items():
        if getattr(asked, word) is None:
            setattr(asked, word, value)
    if asked.game != GAME:
        from .load_realtime import main as in_real_time

        return in_real_time(asked)
    cores = psutil.Process().cpu_affinity() or [0]
    psutil.Process().cpu_affinity([cores[-1]])
    rounds, rest = [], None
    with tempfile.TemporaryDirectory(prefix="goldenspike-load-") as folder:
        sync_ms = disk_sync_ms(Path(folder))
        with Server(Path(folder) / "data", core=cores[0]) as server:
            people = [Person(server.port, f"P{number}") for number in range(asked.seats)]
            for number in range(asked.repeats):
                rounds.append(asyncio.run(measure(server, people, asked, asked.seed + 2 * number)))
                print(told(rounds[-1:], None, sync_ms, server.starts[-1]).splitlines()[2], flush=True)
            server.stop()
        if asked.idle_tables:
            with Server(Path(folder) / "idle", core=cores[0]) as server:
                people = [Person(server.port, f"P{number}") for number in range(asked.seats)]
                rest = asyncio.run(idle(server, people, asked.idle_tables, asked.sockets))
    print()
    print(told(rounds, rest, sync_ms, server.starts[-1]))
    if asked.json:
        whole = {"rounds": [asdict(one) for one in rounds], "idle": asdict(rest) if rest else None, "sync_ms": sync_ms}
        asked.json.write_text(json.dumps(whole, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
