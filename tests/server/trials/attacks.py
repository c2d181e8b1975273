"""Under attack: what everybody else notices while one visitor after another does their worst.

usage: python -m tests.server.trials.attacks [--seconds N] [--only NAME ...] [--stored N] [--scale F]
                                              [--json | --markdown]

A quiet time is measured first, then the same with all attacks at once; the exit code is 1 if an aim was missed. Linux
only: every attacker has an address of their own (127.0.1.x), with the default limits of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil
import sqlalchemy as sa

from goldenspike.server.quotas import Quotas
from goldenspike.server.storage import schema

from ..databases import connected
from .attackers import ATTACKS, BOT_GAME, STRONG, TOGETHER
from .clients import Person, Viewer, together
from .forked_servers import ROOT
from .load import share
from .raw_websocket import Closed
from .server import Server

TABLES = 6
MOVE_EVERY_S = 0.25  # at each table
NEWCOMER_EVERY_S = 4.0
SETTLE_S = 2.0
QUIET_S = 180.0  # at the most, to compare with


@dataclass
class Noticed:
    """What other people noticed in a while."""

    moves: int = 0
    p50_ms: float = 0.0
    p99_ms: float = 0.0
    worst_ms: float = 0.0
    newcomers: int = 0
    newcomer_p50_s: float = 0.0
    newcomer_worst_s: float = 0.0
    bot_decisions: int = 0
    bot_p50_s: float = 0.0
    bot_worst_s: float = 0.0
    memory_mb: float = 0.0
    memory_early_mb: float = 0.0  # the most in the first half of the time
    memory_later_mb: float = 0.0  # and in the second
    disk_mb: float = 0.0
    log_kb: float = 0.0
    faults: list[str] = field(default_factory=list)


class Others:
    """People who play, come in and watch their bots, as if nothing were."""

    def __init__(self, server: Server, *, tables: int = TABLES, strong: str = STRONG) -> None:
        self.server = server
        self.strong = strong
        self.dice = random.Random(5)
        self.people = [Person(server.port, f"P{number}") for number in range(2)]
        self.number = tables
        self.tables: list[list[Viewer]] = []
        self.moves: list[float] = []
        self.came: list[float] = []
        self.decided: list[float] = []
        self.faults: list[str] = []
        self.ending = False

    def leave(self) -> None:
        for page in (page for pages in self.tables for page in pages):
            page.leave()
        for person in self.people:
            person.http.close()

    async def sit_down(self) -> None:
        for _ in range(self.number):
            self.tables.append(await self.new_table())

    async def new_table(self) -> list[Viewer]:
        table = await asyncio.to_thread(together, self.people, BOT_GAME)
        pages = [Viewer(person, table, seat) for seat, person in enumerate(self.people)]
        for page in pages:
            await page.join(timeout=30)
        return pages

    async def play(self, number: int) -> None:
        """Moves at one table, at a steady pace; the time counts from when a move was due."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self.dice.random() * MOVE_EVERY_S
        while not self.ending:
            await asyncio.sleep(max(0.0, due - loop.time()))
            pages = self.tables[number]
            if any(page.result is not None for page in pages):
                for page in pages:
                    page.leave()
                self.tables[number] = await self.new_table()
                due = loop.time()
                continue
            page = next((page for page in pages if page.legal), None)
            if page is None:
                await asyncio.sleep(0.005)
                continue
            begun = max(due, loop.time() - MOVE_EVERY_S)
            try:
                answer = await page.play(self.dice.choice(page.legal), timeout=30)
                await page.reach(answer.version if hasattr(answer, "version") else page.version)
            except (Closed, TimeoutError) as error:
                self.faults.append(f"a move: {error}")
                for page in pages:
                    page.leave()
                self.tables[number] = await self.new_table()
            self.moves.append(loop.time() - begun)
            due = max(due + MOVE_EVERY_S, loop.time())

    async def come_in(self) -> None:
        """Newcomers, one after another: from the home page to the first decision."""
        loop = asyncio.get_running_loop()
        while not self.ending:
            begun = loop.time()
            try:
                await self.newcomer()
                self.came.append(loop.time() - begun)
            except Exception as error:
                self.faults.append(f"a newcomer: {type(error).__name__} {error}")
            while not self.ending and loop.time() - begun < NEWCOMER_EVERY_S:
                await asyncio.sleep(0.1)

    async def newcomer(self) -> None:
        # Each from somewhere else: so many in a day are more than one address may be.
        person = Person(self.server.port, "Newcomer", f"127.0.2.{1 + len(self.came) % 250}")

        def enter() -> str:
            for path in ("/", "/api/games", "/api/lobby", "/api/me", f"/api/boards/{BOT_GAME}/mini"):
                answer = person.ask("GET", path)
                # Where the page was not built, its address says so.
                assert answer.status_code == 200 or path == "/", answer.text
            seats = [{"holder": "me"}, *({"holder": "bot", "bot": "greedy"} for _ in range(3))]
            made = person.do("POST", "/api/tables", {"game": BOT_GAME, "seats": seats, "start": True})
            return str(made["table"]["id"])

        page = Viewer(person, await asyncio.to_thread(enter), 0)
        try:
            await page.join(timeout=60)
            await page.until(lambda: bool(page.legal), 60)
        finally:
            page.leave()
            person.http.close()

    async def watch_bots(self) -> None:
        """How long strong bots of others take for a decision, at a table with somebody who looks on."""
        person = Person(self.server.port, "Watcher")
        seats = [{"holder": "bot", "bot": self.strong} for _ in range(3)]
        loop = asyncio.get_running_loop()
        while not self.ending:
            wish = {"game": BOT_GAME, "seats": seats, "start": True}
            made = await asyncio.to_thread(person.do, "POST", "/api/tables", wish)
            page = Viewer(person, str(made["table"]["id"]))
            await page.join(timeout=60)
            while page.result is None and not self.ending:
                begun = loop.time()
                try:
                    await page.reach(page.version + 1)
                except TimeoutError:
                    self.faults.append("a bot took too long")
                    break
                self.decided.append(loop.time() - begun)
            page.leave()
        person.http.close()

    async def notice(self, seconds: float) -> Noticed:
        """Go on for so long, and tell."""
        self.moves, self.came, self.decided, self.faults = [], [], [], []
        self.ending = False
        work = [self.come_in(), self.watch_bots(), *(self.play(number) for number in range(self.number))]
        tasks = [asyncio.ensure_future(one) for one in work]
        memory = [0.0, 0.0]
        begun = time.monotonic()
        while (passed := time.monotonic() - begun) < seconds:
            later = passed > seconds / 2
            memory[later] = max(memory[later], memory_of(self.server))
            await asyncio.sleep(1.0)
        self.ending = True
        await asyncio.wait(tasks, timeout=60)
        for task in tasks:
            if task.done() and task.exception() is not None:
                self.faults.append(repr(task.exception()))
            task.cancel()
        return Noticed(
            moves=len(self.moves),
            p50_ms=share(self.moves, 0.5),
            p99_ms=share(self.moves, 0.99),
            worst_ms=share(self.moves, 1.0),
            newcomers=len(self.came),
            newcomer_p50_s=share(self.came, 0.5) / 1000,
            newcomer_worst_s=share(self.came, 1.0) / 1000,
            bot_decisions=len(self.decided),
            bot_p50_s=share(self.decided, 0.5) / 1000,
            bot_worst_s=share(self.decided, 1.0) / 1000,
            memory_mb=max(memory) / 1e6,
            memory_early_mb=memory[0] / 1e6,
            memory_later_mb=memory[1] / 1e6,
            disk_mb=sum(path.stat().st_size for path in self.server.data.glob("*") if path.is_file()) / 1e6,
            log_kb=self.server.log.stat().st_size / 1e3,
            faults=self.faults,
        )


def memory_of(server: Server) -> float:
    """Bytes that are the server's own, its worker processes included."""
    assert server.process is not None
    whole = psutil.Process(server.process.pid)
    total = 0
    for process in (whole, *whole.children(recursive=True)):
        with suppress(psutil.Error):
            total += process.memory_full_info().uss
    return float(total)


def store_finished(data: Path, template: str, count: int) -> None:
    """So many finished tables, all like this one, as if they had been played; the server must not be running."""
    tables, seats, log, scores = schema.tables, schema.seats, schema.log, schema.scores
    with connected(data) as database:
        chosen = sa.select(tables).where(tables.c.id == template)
        row = dict(database.execute(chosen).mappings().one())
        row |= {"status": "finished", "listed": True, "version": 1, "awaited": 0}
        chosen = sa.select(seats).where(seats.c.table_id == template, seats.c.seat == 0)
        seat = dict(database.execute(chosen).mappings().one())
        for number in range(count):
            name = f"stored-{number:06}"
            sheet = [[{"what": "cities", "points": number % 97, "detail": ""}]]
            result = {"points": [number % 97], "winners": [0], "reason": "", "sheet": sheet, "notes": []}
            changed = {"id": name, "result": json.dumps(result), "changed_ms": number}
            database.execute(sa.insert(tables), {**row, **changed})
            database.execute(sa.insert(seats), {**seat, "table_id": name})
            entry = {"table_id": name, "seq": 1, "kind": "open", "at_ms": 1, "text": "", "hash": ""}
            database.execute(sa.insert(log), entry)
            score = {"table_id": name, "game": row["game"], "board_id": row["board_id"], "setup": f"s{number % 60}"}
            database.execute(sa.insert(scores), {**score, "score": number % 97, "time_ms": 0, "at_ms": number})


@dataclass
class Trial:
    quiet: Noticed
    attacked: Noticed
    answers: dict[str, dict[str, int]]  # what each attacker was told


@dataclass(frozen=True)
class Aims:
    """What others may notice at the most, on two cores with nothing else to do."""

    p99_ms: float = 150.0
    newcomer_s: float = 3.0
    bots: float = 2.0  # times as slow
    least_bot_s: float = 0.05  # below this nobody notices
    memory_mb: float = 600.0  # more than in quiet times: boards, tables and channels that attackers may have at once
    memory_growth: float = 1.25  # the second half of the time against the first
    disk_mb: float = len(ATTACKS) * Quotas().kb_per_address / 1000  # what their addresses may store in a day

    def missed(self, trial: Trial) -> list[str]:
        """A line for each aim that was missed."""
        quiet, now = trial.quiet, trial.attacked
        bot_s = max(self.least_bot_s, self.bots * quiet.bot_p50_s)
        checks = {
            f"moves elsewhere: p99 {now.p99_ms:.0f} ms, at most {self.p99_ms:.0f}": now.p99_ms <= self.p99_ms,
            f"a newcomer: {now.newcomer_worst_s:.1f} s, at most {self.newcomer_s:.0f}": (
                0 < now.newcomer_worst_s <= self.newcomer_s
            ),
            f"bots of others: median {now.bot_p50_s:.2f} s, at most {bot_s:.2f}": 0 < now.bot_p50_s <= bot_s,
            f"memory: {now.memory_mb:.0f} MB, at most {quiet.memory_mb + self.memory_mb:.0f}": (
                now.memory_mb <= quiet.memory_mb + self.memory_mb
            ),
            f"memory grows: {now.memory_later_mb:.0f} MB after {now.memory_early_mb:.0f}": (
                now.memory_later_mb <= self.memory_growth * now.memory_early_mb + 20
            ),
            f"disk: {now.disk_mb - quiet.disk_mb:.0f} MB more, at most {self.disk_mb:.0f}": (
                now.disk_mb - quiet.disk_mb <= self.disk_mb
            ),
        }
        return [*(line for line, well in checks.items() if not well), *now.faults[:5]]


async def measure(
    server: Server,
    seconds: float,
    names: list[str],
    *,
    scale: float = 1.0,
    tables: int = TABLES,
    strong: str = STRONG,
    warm_up_s: float = 0.0,
) -> Trial:
    """A quiet time, then an attack."""
    others = Others(server, tables=tables, strong=strong)
    await others.sit_down()
    if warm_up_s:
        await others.notice(warm_up_s)  # strong bots are compiled when they are first needed
    quiet = await others.notice(min(seconds, QUIET_S))
    command = [sys.executable, "-m", "tests.server.trials.attackers", "--port", str(server.port)]
    command += ["--seconds", str(seconds + 2 * SETTLE_S), "--scale", str(scale), "--only"]
    groups = [[name for name in group if name in names] for group in TOGETHER]
    attackers = [subprocess.Popen([*command, *group], cwd=ROOT, stdout=subprocess.PIPE) for group in groups if group]
    answers: dict[str, dict[str, int]] = {}
    try:
        await asyncio.sleep(SETTLE_S)
        attacked = await others.notice(seconds)
        for one in attackers:
            out, _ = await asyncio.to_thread(one.communicate, timeout=60)
            answers |= json.loads(out.decode().splitlines()[-1])
    finally:
        for one in attackers:
            if one.poll() is None:
                one.kill()
                one.wait()
        others.leave()
    return Trial(quiet, attacked, answers)


def run(asked: argparse.Namespace) -> Trial:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        arguments = ["--bot-delay", "0"]
        with Server(data, limits=True, arguments=arguments) as server:
            wish = {"game": "rail-pass", "seats": [{"holder": "me"}] * 2, "start": True, "options": {"clock": "ticks"}}
            template = Person(server.port).do("POST", "/api/tables", wish)["table"]["id"]
            server.stop()
        store_finished(data, template, asked.stored)
        with Server(data, limits=True, arguments=arguments) as server:
            return asyncio.run(measure(server, asked.seconds, asked.only, scale=asked.scale, warm_up_s=asked.warm_up))


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=40.0)
    asked.add_argument("--stored", type=int, default=5000, help="finished tables that are there already")
    asked.add_argument("--warm-up", type=float, default=20.0, help="seconds for bots to be compiled")
    asked.add_argument("--scale", type=float, default=1.0, help="of the number of connections, channels, tables")
    asked.add_argument("--only", nargs="*", choices=list(ATTACKS), default=list(ATTACKS))
    asked.add_argument("--json", action="store_true")
    asked.add_argument("--markdown", action="store_true", help="the table of docs/measurements/reliability.md")
    given = asked.parse_args()
    trial = run(given)
    if given.json:
        print(json.dumps(asdict(trial), indent=1))
    elif given.markdown:
        print(markdown(trial, given.seconds))
    else:
        print(f"{'':24}{'quiet':>12}{'attacked':>12}")
        for name, before in asdict(trial.quiet).items():
            after = getattr(trial.attacked, name)
            if name != "faults":
                print(f"{name:24}{before:12.2f}{after:12.2f}")
        for name, answers in trial.answers.items():
            print(f"  {name}: {answers}")
    missed = Aims().missed(trial)
    for line in missed:
        print(f"missed: {line}", file=sys.stderr)
    return 1 if missed else 0


def markdown(trial: Trial, seconds: float) -> str:
    """The figures as a table."""
    quiet, now, aims = trial.quiet, trial.attacked, Aims()
    rows = [
        ("moves elsewhere, p99", f"{quiet.p99_ms:.0f} ms", f"{now.p99_ms:.0f} ms", f"{aims.p99_ms:.0f} ms"),
        ("the slowest move", f"{quiet.worst_ms:.0f} ms", f"{now.worst_ms:.0f} ms", ""),
        (
            "newcomer to the first decision, worst",
            f"{quiet.newcomer_worst_s:.1f} s",
            f"{now.newcomer_worst_s:.1f} s",
            f"{aims.newcomer_s:.0f} s",
        ),
        (
            "decision of others' strong bots, median",
            f"{quiet.bot_p50_s:.2f} s",
            f"{now.bot_p50_s:.2f} s",
            f"{aims.bots * quiet.bot_p50_s:.2f} s",
        ),
        (
            "memory, first and second half",
            f"{quiet.memory_early_mb:.0f}, {quiet.memory_later_mb:.0f} MB",
            f"{now.memory_early_mb:.0f}, {now.memory_later_mb:.0f} MB",
            f"{quiet.memory_mb + aims.memory_mb:.0f} MB",
        ),
        (
            "database and its log",
            f"{quiet.disk_mb:.0f} MB",
            f"{now.disk_mb:.0f} MB",
            f"{quiet.disk_mb + aims.disk_mb:.0f} MB",
        ),
        ("lines of the server", f"{quiet.log_kb:.0f} kB", f"{now.log_kb:.0f} kB", ""),
    ]
    head = [
        f"| {seconds / 60:.0f} minutes of attack, {now.moves} moves of others | quiet | attacked | aim |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *(f"| {' | '.join(row)} |" for row in rows)])


if __name__ == "__main__":
    sys.exit(main())
