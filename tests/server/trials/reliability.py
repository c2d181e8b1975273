"""kill -9, again and again, with all games at once and a disk and a clock that fail in between.

usage: python -m tests.server.trials.reliability [--kills N] [--tables N] [--servers N] [--seed N] [--json FILE]
                                                 [--markdown]

A server is followed by a new one with an empty database after 250 kills; several run at once, each on its own data.

Nothing that was acknowledged may be lost, doubled or reordered, every table must play on, every log must replay, and
nobody's time may run out because the system clock jumped.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path

import httpx
import sqlalchemy as sa

from goldenspike.server.storage.schema import log

from .crash import nothing_broke, playable
from .faults import VARIABLE, Faults
from .forked_servers import ForkedServers
from .games import GAMES, Kind
from .many_tables import Findings, ManyTables
from .server import Server
from .stored_tables import integrity_problems, opened

KINDS = ("none", "none", "inside COMMIT", "full disk", "read-only", "slow disk", "clock jump")
CHECK_EVERY = 25  # kills
ONE_SERVER = 250  # kills: every look at the log takes longer than the one before
PACE = {"kind": "live", "per_move_s": 3600, "bank_s": 3600, "absence": "wait"}
DAY_MS = 86_400_000


@dataclass
class Report:
    """What a run brought."""

    kills: dict[str, int] = field(default_factory=dict)
    tables: int = 0
    moves: int = 0
    unanswered: int = 0  # sent, and the server died before it answered
    stored_already: int = 0
    refused_by_store: int = 0
    clock_jumps_told: int = 0
    start_s: float = 0.0  # median, until it listens
    wall_s: float = 0.0
    lost: int = 0
    doubled: int = 0
    reordered: int = 0
    findings: str = "nothing"

    def __add__(self, other: Report) -> Report:
        """Of two servers; they ran at the same time, or one after the other."""
        kinds = dict(Counter(self.kills) + Counter(other.kills))
        both = {
            name: getattr(self, name) + getattr(other, name)
            for name in (
                "tables", "moves", "unanswered", "stored_already", "refused_by_store", "clock_jumps_told", "lost",
                "doubled", "reordered",
            )
        }  # fmt: skip
        found = [one.findings for one in (self, other) if one.findings != "nothing"]
        start = max(self.start_s, other.start_s)
        return Report(kinds, **both, start_s=start, wall_s=self.wall_s, findings="; ".join(found) or "nothing")

    def __str__(self) -> str:
        kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(self.kills.items()))
        return (
            f"{sum(self.kills.values())} kills ({kinds}), {self.tables} tables: {self.moves} moves acknowledged, "
            f"{self.unanswered} unanswered at a kill ({self.stored_already} of them stored already), "
            f"{self.refused_by_store} refused by the store, {self.clock_jumps_told} jumps of the clock told; "
            f"{self.lost} lost, {self.doubled} doubled, {self.reordered} reordered; "
            f"server start {self.start_s:.2f} s (median), {self.wall_s:.0f} s in all; findings: {self.findings}"
        )

    def markdown(self) -> str:
        """The figures as a table."""
        rows = [(f"kills: {kind}", number) for kind, number in sorted(self.kills.items())]
        rows += [
            ("kills in all", sum(self.kills.values())),
            ("tables", self.tables),
            ("moves acknowledged", self.moves),
            ("unanswered at a kill", self.unanswered),
            ("of them stored already", self.stored_already),
            ("refused by the store", self.refused_by_store),
            ("jumps of the clock told", self.clock_jumps_told),
            ("lost", self.lost),
            ("doubled", self.doubled),
            ("reordered", self.reordered),
        ]
        lines = ["| | |", "|---|---|", *(f"| {name} | {number:,} |" for name, number in rows)]
        lines.append(f"| server start, median | {self.start_s:.2f} s |")
        lines.append(f"| time in all | {self.wall_s / 60:.0f} min |")
        lines.append(f"| findings | {self.findings} |")
        return "\n".join(lines)


class Trial:
    """One server and its tables of all games."""

    def __init__(
        self, data: Path, forked_servers: ForkedServers, played: Sequence[Kind], tables: int, seed: int
    ) -> None:
        self.dice = random.Random(seed)
        self.faults = Faults()
        self.control = data.parent / "faults.json"
        self.faults.write(self.control)
        self.played = played
        arguments = [word for game in played for word in game.serve]
        environment = {VARIABLE: str(self.control)}
        self.server = Server(data, forked_servers=forked_servers, arguments=arguments, environment=environment)
        self.findings = Findings()
        self.report = Report()
        self.kinds: Counter[str] = Counter()
        self.games: list[ManyTables] = []
        self.wanted = tables
        self.seed = seed

    def set_up(self) -> None:
        for number, game in enumerate(self.played):
            pace = None if game.timed else PACE
            self.games.append(
                ManyTables(self.server, tables=self.wanted, seats=2, seed=self.seed + number, game=game, pace=pace)
            )
        self.report.tables = self.wanted * len(self.games)

    async def progress(self, moves: int) -> None:
        """So many more moves, wherever they are made."""
        goal, end = self.acknowledged() + moves, time.monotonic() + 120
        while self.acknowledged() < goal:
            for game in self.games:
                game.failed()
            if time.monotonic() > end:
                raise TimeoutError(f"{self.acknowledged()} of {goal} moves are acknowledged; {self.stands()}")
            await asyncio.sleep(0.01)

    def stands(self) -> str:
        """What the server says of itself, and the last lines of its log."""
        try:
            ready = httpx.get(f"{self.server.address}/readyz", timeout=5).text
        except httpx.HTTPError as error:
            ready = repr(error)
        players = [(game.game.name, player) for game in self.games for player in game.players]
        pages = Counter(f"{name}: {'waits' if player.waiting else 'idle'}" for name, player in players)
        return f"{dict(pages)}; {ready}; log: {' / '.join(self.server.log_text().splitlines()[-12:])}"

    def acknowledged(self) -> int:
        return self.report.moves + sum(game.acknowledged for game in self.games)

    # ------------------------------------------------------------ one kill
    async def kill(self, kind: str) -> None:
        """Play, let something go wrong, kill in the middle of it, start again."""
        if kind == "inside COMMIT":
            await self.restart_to_die_in_commit()
        else:
            await self.progress(len(self.games))
            await self.go_wrong(kind)
            await asyncio.sleep(self.dice.random() * 0.25)
            self.server.kill()
        self.kinds[kind] += 1
        self.count_unanswered()
        self.faults.read_only = False
        if kind == "slow disk" and self.dice.random() < 0.5:
            self.faults.slow_ms = 0  # else it stays slow over the restart
        self.faults.write(self.control)
        self.server.environment.pop("TRIAL_COMMITS", None)
        self.server.start()
        if self.faults.slow_ms and kind != "slow disk":
            self.faults.slow_ms = 0
            self.faults.write(self.control)
        for game in self.games:
            game.renew()

    async def restart_to_die_in_commit(self) -> None:
        """A server that kills itself in one of its next commits."""
        self.server.kill()
        self.server.environment["TRIAL_COMMITS"] = str(self.dice.randrange(5, 40))
        self.server.start()
        assert self.server.process is not None
        await asyncio.to_thread(self.server.process.wait, 60)

    async def go_wrong(self, kind: str) -> None:
        assert self.server.process is not None
        if kind == "full disk":
            most = max(path.stat().st_size for path in self.server.data.iterdir())
            resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
            await self.play_on(0.15)
            if self.dice.random() < 0.5:  # there is room again before the kill
                unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
                resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        elif kind == "read-only":
            self.faults.read_only = True
            self.faults.write(self.control)
            await self.play_on(0.15)
            if self.dice.random() < 0.5:
                self.faults.read_only = False
                self.faults.write(self.control)
        elif kind == "slow disk":
            self.faults.slow_ms = self.dice.choice((50, 200))
            self.faults.write(self.control)
            await self.play_on(0.2)
        elif kind == "clock jump":
            self.faults.clock_ms = self.dice.choice((0, 2 * DAY_MS, -2 * DAY_MS, 3_600_000, 7_000))
            self.faults.write(self.control)
            await self.play_on(self.dice.choice((0.0, 2.2)))  # before and after the server has noticed

    async def play_on(self, seconds: float) -> None:
        """People go on trying, also where the store refuses."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await asyncio.sleep(0.05)

    def count_unanswered(self) -> None:
        hanging = [p.waiting[0] for game in self.games for p in game.players if p.waiting is not None]
        self.report.unanswered += len(hanging)
        with opened(self.server.database) as database:
            stored = sa.select(sa.func.count()).where(log.c.move_id.in_(hanging))
            self.report.stored_already += int(database.scalar(stored) or 0)

    # ------------------------------------------------------------ looking
    async def check(self) -> None:
        """Everybody stops; every page is compared with what is stored; then they play on."""
        for game in self.games:
            for table in list(game.playing):
                await playable(game, table, stands=self.stands)
        for game in self.games:
            await game.rest()
        for game in self.games:
            self.findings.add(game.check())
            for player in game.players:
                self.report.refused_by_store += sum(one.code == "store" for one in player.refused.values())
            self.report.moves += sum(len(player.acks) for table in game.past.values() for player in table)
            game.past.clear()
        self.findings.other += integrity_problems(self.server.database)
        self.findings.other += nothing_broke(self.server)
        self.findings.other += list(self.out_of_time())
        for game in self.games:
            for player in game.players:
                player.refused.clear()
                player.playing = True
                player.shown()

    def out_of_time(self) -> Iterable[str]:
        """Nobody's time was up: only the clock of the machine jumped."""
        with opened(self.server.database) as database:
            rows = database.execute(sa.select(log.c.table_id, log.c.data).where(log.c.kind == "pace")).all()
        told = [(table, json.loads(data)["what"]) for table, data in rows]
        self.report.clock_jumps_told = sum(what == "clock" for _, what in told)
        return [f"{table}: somebody ran out of time" for table, what in told if what != "clock"]

    async def end(self) -> None:
        for game in self.games:
            await game.go()


async def reliability(
    data: Path,
    forked_servers: ForkedServers,
    *,
    kills: int,
    tables: int = 3,
    seed: int = 1,
    games: Sequence[str] = tuple(GAMES),
    kinds: Sequence[str] = KINDS,
    quiet: bool = True,
) -> Report:
    """The whole trial."""
    begun = time.monotonic()
    trial = Trial(data, forked_servers, [GAMES[name] for name in games], tables, seed)
    with trial.server:
        trial.set_up()
        for game in trial.games:
            game.begin()
        # Every kind comes in every round of kinds, in another order each time.
        order: list[str] = []
        for number in range(1, kills + 1):
            if not order:
                order = trial.dice.sample(kinds, len(kinds))
            await trial.kill(order.pop())
            if number % CHECK_EVERY == 0 or number == kills:
                await trial.check()
                if not quiet:
                    at = time.monotonic() - begun
                    print(
                        f"seed {seed}: {number} kills, {trial.acknowledged()} moves, {at:.0f} s: {trial.findings}",
                        flush=True,
                    )
                if trial.findings:
                    break  # while what led to it is still fresh
        report = trial.report
        report.moves = trial.acknowledged()
        await trial.end()
    found = trial.findings
    report.kills = dict(trial.kinds)
    report.lost, report.doubled, report.reordered = len(found.lost), len(found.doubled), len(found.reordered)
    report.start_s, report.wall_s = statistics.median(trial.server.starts), time.monotonic() - begun
    report.findings = str(found) if found else "nothing"
    return report


def one_server(
    kills: int, tables: int, seed: int, games: list[str] | None, kinds: list[str] | None, keep: Path | None
) -> Report:
    """So many kills of one server, which begins with an empty database."""
    with tempfile.TemporaryDirectory(prefix="goldenspike-reliability-") as folder, ForkedServers() as forked_servers:
        report = asyncio.run(
            reliability(
                Path(folder) / "data",
                forked_servers,
                kills=kills,
                tables=tables,
                seed=seed,
                games=games or tuple(GAMES),
                kinds=kinds or KINDS,
                quiet=False,
            )
        )
        if keep and report.findings != "nothing":
            shutil.copytree(folder, keep / str(seed))
    return report


def main() -> int:
    reader = argparse.ArgumentParser(description="kill -9 with all games and all faults")
    reader.add_argument("--kills", type=int, default=1000)
    reader.add_argument("--tables", type=int, default=3, help="of each game")
    reader.add_argument("--seed", type=int, default=int(time.time()))
    reader.add_argument("--json", type=Path)
    reader.add_argument("--markdown", action="store_true", help="the table of docs/measurements/reliability.md")
    reader.add_argument("--game", choices=GAMES, action="append", help="only these games; may be repeated")
    reader.add_argument("--fault", choices=sorted(set(KINDS)), action="append", help="only these; may be repeated")
    reader.add_argument("--keep", type=Path, help="where the data folder is left if something was found")
    reader.add_argument("--servers", type=int, default=2, help="at once")
    asked = reader.parse_args()
    begun = time.monotonic()
    shares = [min(ONE_SERVER, asked.kills - done) for done in range(0, asked.kills, ONE_SERVER)]
    with ProcessPoolExecutor(asked.servers, multiprocessing.get_context("spawn")) as processes:
        parts = [
            processes.submit(one_server, share, asked.tables, asked.seed + number, asked.game, asked.fault, asked.keep)
            for number, share in enumerate(shares)
        ]
        for part in as_completed(parts):
            if part.exception() is not None:  # at once: the other servers run for a long time yet
                print(f"one server: {part.exception()}", file=sys.stderr, flush=True)
        report = sum((part.result() for part in parts), start=Report())
    report.wall_s = time.monotonic() - begun
    print(report.markdown() if asked.markdown else report)
    if asked.json:
        asked.json.write_text(json.dumps(asdict(report), indent=1))
    return 0 if report.findings == "nothing" else 1


if __name__ == "__main__":
    sys.exit(main())
