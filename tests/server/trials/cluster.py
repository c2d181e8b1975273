"""Nodes that die, freeze, stop or are cut off, under play in all games: nothing is lost or doubled, tables play on.

usage: python -m tests.server.trials.cluster [--kills N] [--freezes N] [--drains N] [--others N] [--tables N]

A witness in the database notes who wrote each version, and under which epoch.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, cast

from .clients import Viewer
from .cluster_servers import ClusterPerson, ClusterServers
from .crash import nothing_broke
from .forked_servers import ForkedServers
from .games import GAMES, Kind
from .many_tables import Findings, ManyTables
from .ownership import two_owners, watch
from .player import Player
from .server import Server

LEASE_S = 2.5  # as nodes have it unless they are told otherwise
KINDS = ("kill", "freeze", "drain", "rolling update", "database", "bus", "cut from the database", "cut from the bus")
PAGE_RETRY_S = 0.4  # as the page does
GONE_S = 20.0
ON_THE_WAY_S = 0.05  # an answer that was sent before the fault may still arrive


class ClusterTables(ManyTables):
    """Tables of one game whose pages are spread over all nodes, with a spectator at each."""

    def __init__(self, cluster: ClusterServers, *, tables: int, game: Kind, seed: int, pause_s: float) -> None:
        self.cluster = cluster
        self.pause_s = pause_s
        super().__init__(cast(Server, cluster), tables=0, game=game, seed=seed, watched=True)
        self.people = [ClusterPerson(cluster, f"P{number}") for number in range(self.seats)]
        self.spectator = ClusterPerson(cluster, "Spectator")
        for _ in range(tables):
            self.add()

    def add(self) -> None:
        super().add()
        table = next(reversed(self.playing))
        for page in self.pages(table):
            page.choose_port = self.cluster.any_port
            page.retry_s = PAGE_RETRY_S * (0.75 + self.dice.random() / 2)
            page.ask_again_s = 3600.0  # a real page does not ask without a reason
            page.join_s = 32.0  # and is as patient as this
        for player in self.playing[table]:
            player.pause_s = self.pause_s


@dataclass
class Report:
    """What a trial brought."""

    nodes: int
    tables: int
    faults: dict[str, int] = field(default_factory=dict)
    moves: int = 0
    unanswered: int = 0
    moved: int = 0  # tables whose node was hit
    hands: int = 0  # how often a table got another owner, as its log has it
    seconds: dict[str, list[float]] = field(default_factory=dict)  # until a table played on, by kind of fault
    wall_s: float = 0.0
    findings: str = "nothing"

    def waits(self, kind: str) -> str:
        found = sorted(self.seconds.get(kind, []))
        if not found:
            return "none"
        p99 = found[min(len(found) - 1, int(len(found) * 0.99))]
        return (
            f"median {found[len(found) // 2]:.2f} s, p99 {p99:.2f} s, longest {found[-1]:.2f} s ({len(found)} tables)"
        )

    def __str__(self) -> str:
        lines = [
            f"{self.nodes} nodes, {self.tables} tables of every game, {self.wall_s:.0f} s: "
            + ", ".join(f"{count} x {kind}" for kind, count in self.faults.items()),
            f"{self.moves} moves acknowledged, {self.unanswered} unanswered at a fault, {self.moved} tables hit, "
            f"{self.hands} changes of owner: {self.findings}",
        ]
        lines += [f"  until a table played on after {kind}: {self.waits(kind)}" for kind in self.seconds]
        return "\n".join(lines)


class Trial:
    """One cluster under play, and what is done to it."""

    def __init__(
        self, cluster: ClusterServers, games: Sequence[Kind], tables: int, seed: int, pause_s: float, lease_s: float
    ) -> None:
        self.cluster = cluster
        self.dice = random.Random(seed)
        self.lease_s = lease_s
        self.starting: dict[int, asyncio.Task[None]] = {}  # nodes on their way back, while the next one is hit
        watch(cluster.database)
        self.groups = [ClusterTables(cluster, tables=tables, game=game, seed=seed, pause_s=pause_s) for game in games]
        self.report = Report(len(cluster.nodes), tables)

    # ------------------------------------------------------------ play
    def begin(self) -> None:
        for group in self.groups:
            group.begin()

    async def progress(self, kind: str = "", timeout: float = 150.0) -> None:
        """Every table that is not over plays on; note how long each took."""
        begun = time.monotonic()
        waiting = {
            (group, table): sum(len(player.acks) for player in players)
            for group in self.groups
            for table, players in group.playing.items()
            if all(player.result is None for player in players)
        }
        while waiting:
            for (group, table), before in list(waiting.items()):
                players = group.playing[table]
                if sum(len(player.acks) for player in players) > before or any(p.result is not None for p in players):
                    del waiting[group, table]
            for group in self.groups:
                group.failed()
            if time.monotonic() - begun > timeout:
                stuck = [(g.game.name, table, [_stand(p) for p in g.pages(table)]) for g, table in waiting]
                raise TimeoutError(f"{len(waiting)} tables do not play on after {kind}: {stuck[:3]}")
            await asyncio.sleep(0.01)

    async def plays_on(
        self, kind: str, tables: set[str], begun: float, *, elsewhere: bool = False, timeout: float = 150.0
    ) -> None:
        """The tables that were hit play on: how long after the fault each of them did.

        Where the node that was hit still answers for a moment, only what a page is told after it came back counts.
        """
        before = {
            table: (group, sum(_answered(p) for p in group.playing[table]))
            for group in self.groups
            for table in group.playing
            if table in tables and all(p.result is None for p in group.playing[table])
        }
        self.report.moved += len(before)
        welcomed = {p: len(p.welcomes) for table, (group, _) in before.items() for p in group.playing[table]}
        came_back: dict[Player, int] = {}  # with how many answers
        while before:
            for table, (group, count) in list(before.items()):
                players = group.playing[table]
                if elsewhere:
                    for p in players:
                        if len(p.welcomes) > welcomed[p]:
                            came_back.setdefault(p, _answered(p))
                    played = any(_answered(p) > came_back.get(p, _answered(p)) for p in players)
                else:
                    played = sum(_answered(p) for p in players) > count
                if played or any(p.result is not None for p in players):
                    name = f"{kind} (with a countdown)" if group.game.timed else kind
                    self.report.seconds.setdefault(name, []).append(time.monotonic() - begun)
                    del before[table]
            for group in self.groups:
                group.failed()
            if time.monotonic() - begun > timeout:
                stuck = [(table, [_stand(p) for p in group.pages(table)]) for table, (group, _) in before.items()]
                raise TimeoutError(f"{len(before)} tables do not play on after {kind}: {stuck[:2]}")
            await asyncio.sleep(0.005)

    # ------------------------------------------------------------ faults
    async def fault(self, kind: str) -> None:
        cluster = self.cluster
        if kind == "rolling update":
            self.report.faults[kind] = self.report.faults.get(kind, 0) + 1
            for number in range(len(cluster.nodes)):
                await self.hit("drain", number)
            return
        self.report.faults[kind] = self.report.faults.get(kind, 0) + 1
        # One that plays something, as long as there is one: a fault that meets nobody tests little.
        there = {number for number in range(len(cluster.nodes)) if number not in self.starting}
        busy = there & set((await asyncio.to_thread(cluster.owners)).values())
        number = len(cluster.nodes) - 1 if kind.startswith("cut") else self.dice.choice(sorted(busy or there or {0}))
        await self.hit(kind, number)

    def start_again(self, number: int) -> None:
        """A node that was stopped comes back beside whatever is done next."""
        node = self.cluster.nodes[number]

        def start() -> None:
            node.wait_end(GONE_S)
            node.start()

        self.starting[number] = asyncio.create_task(asyncio.to_thread(start))
        self.starting[number].add_done_callback(lambda done: done.exception() or self.starting.pop(number, None))

    async def all_up(self, but: int | None = None) -> None:
        """Every node is up; or so many that one can be hit."""
        if but is None or but in self.starting or len(self.starting) >= len(self.cluster.nodes) - 1:
            await asyncio.gather(*self.starting.values())

    async def hit(self, kind: str, number: int) -> None:
        """One fault at one node."""
        cluster = self.cluster
        await self.all_up(number if kind in {"kill", "freeze", "drain"} else None)
        await self.progress(f"the rest before {kind}")
        await asyncio.sleep(self.dice.random() * 0.3)
        owners = await asyncio.to_thread(cluster.owners)
        node = cluster.nodes[number]
        assert node.process is not None
        hit = {table for table, owner in owners.items() if owner == number}
        everything = set(owners)
        await self.somebody_waits(everything if kind in {"database", "bus"} else hit)
        begun = time.monotonic()
        if kind == "kill":
            node.kill()
            self._count_unanswered()
            await asyncio.sleep(ON_THE_WAY_S)
            await self.plays_on(kind, hit, begun)
            self.start_again(number)
        elif kind == "freeze":
            node.process.send_signal(signal.SIGSTOP)
            self._count_unanswered()
            await asyncio.sleep(ON_THE_WAY_S)
            goes_on = asyncio.create_task(self.plays_on(kind, hit, begun))
            await asyncio.sleep(self.lease_s + 0.2 + self.dice.random())
            node.process.send_signal(signal.SIGCONT)
            await goes_on
        elif kind == "drain":
            node.process.send_signal(signal.SIGTERM)
            self._count_unanswered()
            await self.plays_on(kind, hit, begun, elsewhere=True)
            self.start_again(number)
        elif kind == "database":
            await asyncio.to_thread(cluster.postgres.stop, signal.SIGKILL)
            self._count_unanswered()
            await asyncio.sleep(self.dice.random())
            begun = time.monotonic()
            await asyncio.to_thread(cluster.postgres.start)
            await self.plays_on(kind, everything, begun)
        elif kind == "bus":
            await asyncio.to_thread(cluster.nats.stop, signal.SIGKILL)
            self._count_unanswered()
            await asyncio.sleep(self.dice.random())
            begun = time.monotonic()
            await asyncio.to_thread(cluster.nats.start)
            await self.plays_on(kind, everything, begun)
        else:
            gate = cluster.database_gate if kind.endswith("database") else cluster.bus_gate
            gate.shut = True
            self._count_unanswered()
            await asyncio.sleep(self.lease_s + self.dice.random())
            gate.shut = False
            await self.plays_on(kind, hit, begun)
        for group in self.groups:
            await asyncio.to_thread(group_renew, group)
            group.begin()

    async def somebody_waits(self, tables: set[str], timeout: float = 1.0) -> None:
        """A fault in the middle of something: a move at one of these tables is under way."""
        players = [p for group in self.groups for table in tables & group.playing.keys() for p in group.playing[table]]
        until = time.monotonic() + timeout
        while players and time.monotonic() < until and not any(player.waiting is not None for player in players):
            await asyncio.sleep(0.001)

    def _count_unanswered(self) -> None:
        self.report.unanswered += sum(p.waiting is not None for group in self.groups for p in group.players)

    # ------------------------------------------------------------ the end
    async def finish(self) -> Findings:
        findings = Findings()
        await self.all_up()
        for group in self.groups:
            await group.rest()
            findings.add(group.check())
            findings.other += await seen_at_every_node(group)
            await group.go()
            self.report.moves += group.acknowledged
        wrong, self.report.hands = await asyncio.to_thread(two_owners, self.cluster.database)
        findings.other += wrong
        for node in self.cluster.nodes:
            findings.other += [line for line in nothing_broke(node) if not _expected(line)]
        return findings


def _answered(player: Player) -> int:
    """How many actions were answered; a step of a turn that is still hidden from others is one."""
    return len(player.acks) + len(player.stepped)


def _stand(page: Viewer) -> tuple[Any, ...]:
    waiting = getattr(page, "waiting", None)
    return page.seat, page.version, page.alive, page.welcomed, None if waiting is None else waiting[0], page.bye


def _expected(line: str) -> bool:
    """The database or the bus was really gone."""
    return "OperationalError" in line or "nats" in line.lower()


def group_renew(group: ManyTables) -> None:
    """New tables in place of finished ones; the pages come later, on the event loop."""
    for table, players in list(group.playing.items()):
        if any(player.result is not None for player in players):
            group.past[table] = group.playing.pop(table)
            group.add()


async def joined(page: Viewer) -> None:
    """Come to a table as browsers do: whoever is told to try again does."""
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(OSError, TimeoutError):
                await page.join(timeout=10)
                return
            await asyncio.sleep(page.retry_s)


async def seen_at_every_node(group: ClusterTables) -> list[str]:
    """Each page against pages that are loaded anew at every node: all show the same."""
    found = []
    for table in group.playing:
        for page in group.pages(table):
            for node in group.cluster.nodes:
                fresh = Viewer(page.person, table, page.seat, port=node.port)
                await joined(fresh)
                if fresh.version < page.version:
                    found.append(f"{table} seat {page.seat}: {node.port} shows {fresh.version}, not {page.version}")
                if not group.game.timed:
                    for what in ("version", "view", "own", "lines", "result"):
                        if getattr(fresh, what) != getattr(page, what):
                            found.append(f"{table} seat {page.seat}: {what} differs at another node")
                fresh.leave()
    return found


async def trial(
    folder: Path,
    faults: Sequence[str],
    forked_servers: ForkedServers | None = None,
    *,
    tables: int = 1,
    nodes: int = 3,
    seed: int = 1,
    games: Sequence[Kind] = tuple(GAMES.values()),
    told: bool = False,
    seconds: float = 1e9,
    pause_s: float = 0.0,
    lease_s: float = LEASE_S,
) -> Report:
    """These faults, one after another, at tables of all games, as many of them as the time allows."""
    begun = time.monotonic()
    arguments = [*(word for game in games for word in game.serve), "--lease", str(lease_s)]
    cluster = ClusterServers(folder, nodes=nodes, forked_servers=forked_servers, arguments=arguments, seed=seed)
    with cluster:
        one = await asyncio.to_thread(Trial, cluster, games, tables, seed, pause_s, lease_s)
        one.begin()
        try:
            for number, kind in enumerate(faults, 1):
                if time.monotonic() - begun > seconds:
                    break
                await one.fault(kind)
                if told:
                    print(f"{number} of {len(faults)}: {kind}, {time.monotonic() - begun:.0f} s", file=sys.stderr)
            await one.progress("the last fault")
            findings = await one.finish()
        except Exception as error:
            findings = Findings(other=[f"ended by {type(error).__name__}: {error}"])
            one.report.moves = sum(group.acknowledged for group in one.groups)
            for group in one.groups:
                await group.go()
    one.report.wall_s = time.monotonic() - begun
    one.report.findings = str(findings) if findings else "nothing lost, doubled, reordered or different"
    return one.report


def main() -> int:
    reader = argparse.ArgumentParser(description="nodes that die, freeze, stop and are cut off")
    reader.add_argument("--kills", type=int, default=20)
    reader.add_argument("--freezes", type=int, default=10)
    reader.add_argument("--drains", type=int, default=10)
    reader.add_argument("--others", type=int, default=3, help="of each other kind")
    reader.add_argument("--tables", type=int, default=2, help="of every game")
    reader.add_argument("--nodes", type=int, default=3)
    reader.add_argument("--seed", type=int, default=int(time.time()))
    reader.add_argument("--minutes", type=float, default=1e6, help="begin no new fault after so long")
    reader.add_argument("--pause", type=float, default=0.04, help="seconds that a player thinks; 0 for none")
    reader.add_argument("--json", type=Path)
    reader.add_argument("--data", help="keep the logs of the nodes here")
    reader.add_argument(
        "--only", choices=KINDS, action="append", help="only these kinds, each as often as --others says"
    )
    asked = reader.parse_args()
    faults = ["kill"] * asked.kills + ["freeze"] * asked.freezes + ["drain"] * asked.drains
    faults += [kind for kind in KINDS[3:] for _ in range(asked.others)]
    faults = [kind for kind in asked.only for _ in range(asked.others)] if asked.only else faults
    random.Random(asked.seed).shuffle(faults)
    print(f"seed {asked.seed}: {dict(Counter(faults))}", file=sys.stderr)
    with contextlib.ExitStack() as closing:
        folder = asked.data or closing.enter_context(tempfile.TemporaryDirectory(prefix="goldenspike-cluster-"))
        forked_servers = closing.enter_context(ForkedServers())
        report = asyncio.run(
            trial(
                Path(folder), faults, forked_servers,
                tables=asked.tables, nodes=asked.nodes, seed=asked.seed, told=True,
                seconds=60 * asked.minutes, pause_s=asked.pause,
            )
        )  # fmt: skip
    print(f"\n{report}")
    if asked.json:
        asked.json.write_text(json.dumps(asdict(report), indent=1))
    return 0 if report.findings.startswith("nothing") else 1


if __name__ == "__main__":
    sys.exit(main())
