"""Load in real time: many tables of Rail Pass at once, every command timed from the moment it was due.

usage: python -m tests.server.trials.load --game rail-pass [--tables N] [--seats N] [--rate N] [--seconds N]
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import psutil

from .clients import Person, together
from .load import Own, disk_sync_ms, share
from .raw_websocket import RawWebSocket
from .server import Server

OPTIONS = {"dexterity": "off", "seconds": 600}
NULL = msgspec.Raw(b"null")
SLOW = ("PUSH", "RELEASE", "ARROW", "READY")  # they lead nowhere without a partner who answers


class Seen(msgspec.Struct):
    """The few fields of a frame that a load generator looks at."""

    op: str
    id: str = ""
    now_ms: int = 0
    zero_ms: int | None = None
    own: msgspec.Raw = NULL


SEEN = msgspec.json.Decoder(Seen)
OWN = msgspec.json.Decoder(Own | None)


class Page:
    """One player's page, as cheap as a page can be: it looks at what it may do only when it is about to do it."""

    def __init__(self, load: RealtimeLoad, table: str, seat: int) -> None:
        self.load = load
        self.table = table
        self.seat = seat
        self.wire: RawWebSocket | None = None
        self.own = NULL
        self.due: dict[bytes, float] = {}
        self.number = 0
        self.welcome = asyncio.Event()

    async def join(self, person: Person) -> None:
        self.wire = await RawWebSocket.open(person.port, person.headers, self.take, self.lost, timeout=60)
        self.wire.send(json.dumps({"op": "hello", "table": self.table, "seat": self.seat}).encode())
        await asyncio.wait_for(self.welcome.wait(), 120)

    def lost(self, code: int | None) -> None:
        self.load.lost += 1

    def take(self, raw: bytes) -> None:
        load = self.load
        if raw.startswith(b'{"op":"ack"') or raw.startswith(b'{"op":"refused"'):
            seen = SEEN.decode(raw)
            load.times.append(time.perf_counter() - self.due.pop(seen.id.encode()))
            load.refused += seen.op == "refused"
            return
        if not raw.startswith((b'{"op":"event"', b'{"op":"tick"', b'{"op":"welcome"')):
            return
        load.frames += 1
        load.bytes += len(raw)
        if self.seat == 0:
            load.events += 1
        seen = SEEN.decode(raw)
        self.own = msgspec.Raw(bytes(seen.own))
        if seen.op == "welcome":
            self.welcome.set()

    def play(self, due: float, dice: random.Random) -> bool:
        """Any command that is legal as far as this page knows; the time counts from when it was due."""
        own = OWN.decode(self.own)
        legal = [text for text in (own.legal or [] if own else []) if not text.startswith(SLOW)]
        if not legal or self.wire is None:
            return False
        self.number += 1
        move = b"%d-%d" % (self.seat, self.number)
        self.due[move] = due
        text = dice.choice(legal).encode()
        self.wire.send(b'{"op":"move","id":"%s","seat":%d,"text":"%s"}' % (move, self.seat, text))
        return True


class RealtimeLoad:
    """All tables and the pages of all their seats."""

    def __init__(self, server: Server, people: Sequence[Person], tables: int, seed: int) -> None:
        self.server = server
        self.people = people
        self.dice = random.Random(seed)
        self.times: list[float] = []
        self.frames = self.bytes = self.events = self.lost = self.refused = 0
        ids = [together(people, "rail-pass", options=OPTIONS) for _ in range(tables)]
        self.tables = [[Page(self, table, seat) for seat in range(len(people))] for table in ids]

    async def join(self) -> None:
        for pages in self.tables:
            await asyncio.gather(*(page.join(who) for page, who in zip(pages, self.people, strict=True)))

    def leave(self) -> None:
        for pages in self.tables:
            for page in pages:
                if page.wire is not None:
                    page.wire.on_lost = lambda code: None
                    page.wire.close()

    async def run(self, per_s: float, seconds: float) -> int:
        """So many commands a second over all tables, whatever the server does."""
        begun, sent, gap = time.perf_counter(), 0, 1.0 / per_s
        due = begun
        while due < begun + seconds:
            pause = due - time.perf_counter()
            await asyncio.sleep(max(0.0, pause))
            pages = self.tables[sent % len(self.tables)]
            for page in self.dice.sample(pages, len(pages)):
                if page.play(due, self.dice):
                    break
            sent += 1
            due += gap
        await asyncio.sleep(1.0)
        for _ in range(290):  # what is still under way gets half a minute
            if not self.waiting():
                break
            await asyncio.sleep(0.1)
        return sent

    def waiting(self) -> int:
        """Commands without an answer."""
        return sum(len(page.due) for pages in self.tables for page in pages)


@dataclass
class Figures:
    tables: int
    seats: int
    commands_per_s: float
    events_per_s: float  # per table, as its players see them: commands, and what happened by itself
    p50_ms: float
    p99_ms: float
    worst_ms: float
    refused: float
    cpu: float
    kb_per_frame: float
    unanswered: int
    lost: int

    def __str__(self) -> str:
        return (
            f"{self.tables} tables x {self.seats} seats, {self.commands_per_s:.0f} commands/s, "
            f"{self.events_per_s:.1f} events/s per table: p50 {self.p50_ms:.1f} ms, p99 {self.p99_ms:.1f} ms, worst "
            f"{self.worst_ms:.0f} ms from due time; server {self.cpu:.0%} of a core, "
            f"{1000 * self.cpu / max(1e-9, self.events_per_s * self.tables):.2f} ms of it per event; "
            f"{self.kb_per_frame:.1f} kB per frame; {self.refused:.0%} refused, {self.unanswered} unanswered, "
            f"{self.lost} pages lost"
        )


async def measure(
    server: Server, people: Sequence[Person], tables: int, per_s: float, seconds: float, settle_s: float = 6.0
) -> Figures:
    load = RealtimeLoad(server, people, tables, 1)
    await load.join()
    await asyncio.sleep(settle_s)  # every countdown is over
    await load.run(per_s, settle_s / 2)
    gc.collect()
    load.times.clear()
    load.frames = load.bytes = load.events = load.refused = 0
    begun, cpu = time.perf_counter(), server.cpu()
    sent = await load.run(per_s, seconds)
    lasted, used = time.perf_counter() - begun, server.cpu() - cpu
    waiting = load.waiting()
    load.leave()
    return Figures(
        tables, len(people), sent / seconds, load.events / lasted / tables, share(load.times, 0.5),
        share(load.times, 0.99), share(load.times, 1.0), load.refused / max(1, len(load.times)), used / lasted,
        load.bytes / max(1, load.frames) / 1000, waiting, load.lost,
    )  # fmt: skip


def main(asked: argparse.Namespace) -> int:
    """By command: the server on one core, all players on the other."""
    cores = psutil.Process().cpu_affinity() or [0]
    psutil.Process().cpu_affinity([cores[-1]])
    with tempfile.TemporaryDirectory(prefix="goldenspike-load-") as folder:
        sync_ms = disk_sync_ms(Path(folder))
        for number in range(asked.repeats):
            with Server(Path(folder) / f"data{number}", core=cores[0]) as server:
                people = [Person(server.port, f"P{seat}") for seat in range(asked.seats)]
                found = asyncio.run(measure(server, people, asked.tables, asked.rate, asked.seconds))
                print(found, flush=True)
    print(f"One synced write on this disk: {sync_ms:.2f} ms.")
    return 0
