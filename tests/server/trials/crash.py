"""kill -9 under load: what was acknowledged is kept, what was not is done once, every table plays on.

usage: python -m tests.server.trials.crash [--game NAME] [--rounds N] [--tables N] [--seats N] [--commit]
       [--database] [--seed N]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from goldenspike.server.storage.trial_postgres import TrialPostgres

from .forked_servers import ForkedServers
from .games import GAMES, Kind
from .many_tables import ManyTables
from .server import Server
from .stored_tables import integrity_problems, stored_tables


@dataclass
class Report:
    """What a run of kills brought."""

    rounds: int
    tables: int
    moves: int
    unanswered: int  # sent, and the server died before it answered
    repeated: int  # of these, moves that were stored already and got their old answer
    start_s: float  # median, until it listens
    wall_s: float
    findings: str

    def __str__(self) -> str:
        return (
            f"{self.rounds} kills x {self.tables} tables: {self.moves} moves acknowledged, "
            f"{self.unanswered} unanswered at a kill ({self.repeated} of them stored already); "
            f"server start {self.start_s:.2f} s (median); {self.wall_s:.0f} s in all: {self.findings}"
        )


async def kills(
    data: Path,
    forked_servers: ForkedServers | None = None,
    *,
    rounds: int,
    tables: int,
    seats: int = 2,
    seed: int = 1,
    play_s: float = 0.5,
    game: Kind = GAMES["santa-fe-rails"],
) -> Report:
    """Kill at random moments of full play, again and again."""
    begun, dice = time.monotonic(), random.Random(seed)
    server = Server(data, forked_servers=forked_servers, arguments=game.serve)
    with server:
        tables_played = ManyTables(server, tables=tables, seats=seats, seed=seed, game=game)
        tables_played.begin()
        unanswered = repeated = 0
        for _ in range(rounds):
            await tables_played.progress(tables)  # everybody is back and has played on
            await asyncio.sleep(dice.random() * play_s)
            server.kill()
            hanging = [(p.table, p.waiting[0]) for p in tables_played.players if p.waiting is not None]
            stored = (
                {row.move_id for one in stored_tables(server.database).values() for row in one.moves}
                if hanging
                else set()
            )
            unanswered += len(hanging)
            repeated += sum(move in stored for _, move in hanging)
            server.start()
            tables_played.renew()
        for table in tables_played.playing:
            await playable(tables_played, table)
        await tables_played.rest()
        findings = tables_played.check()
        await tables_played.go()
        findings.other += integrity_problems(server.database)
        findings.other += nothing_broke(server)
        return Report(
            rounds, tables, tables_played.acknowledged, unanswered, repeated,
            statistics.median(server.starts), time.monotonic() - begun, str(findings) if findings else "nothing",
        )  # fmt: skip


async def database_kills(
    data: Path,
    forked_servers: ForkedServers | None = None,
    *,
    rounds: int,
    tables: int,
    seats: int = 2,
    seed: int = 1,
    play_s: float = 0.5,
    away_s: float = 0.5,
) -> Report:
    """Not the server but its PostgreSQL is killed or stopped in full play, and comes back after a while."""
    begun, dice = time.monotonic(), random.Random(seed)
    with (
        TrialPostgres() as postgres,
        Server(data, forked_servers=forked_servers, database=postgres.url()) as server,
    ):
        tables_played = ManyTables(server, tables=tables, seats=seats, seed=seed)
        tables_played.begin()
        unanswered = repeated = 0
        for _ in range(rounds):
            await tables_played.progress(tables)
            await asyncio.sleep(dice.random() * play_s)
            postgres.stop(dice.choice((signal.SIGKILL, signal.SIGINT)))
            hanging = [p.waiting[0] for p in tables_played.players if p.waiting is not None]
            await asyncio.sleep(dice.random() * away_s)
            postgres.start()
            stored = {row.move_id for one in stored_tables(server.database).values() for row in one.moves}
            unanswered += len(hanging)
            repeated += sum(move in stored for move in hanging)
            tables_played.renew()
        for table in tables_played.playing:
            await playable(tables_played, table)
        await tables_played.rest()
        findings = tables_played.check()
        await tables_played.go()
        findings.other += nothing_broke(server)
        server.stop()
        return Report(
            rounds, tables, tables_played.acknowledged, unanswered, repeated,
            statistics.median(server.starts), time.monotonic() - begun, str(findings) if findings else "nothing",
        )  # fmt: skip


async def playable(
    tables_played: ManyTables, table: str, timeout: float = 240.0, stands: Callable[[], str] = str
) -> None:
    """Some seat of the table gets one more move acknowledged, or the game is over; else `stands` tells what is seen."""
    players = tables_played.playing[table]
    before, end = sum(len(p.acks) for p in players), time.monotonic() + timeout
    while sum(len(p.acks) for p in players) == before and all(p.result is None for p in players):
        tables_played.failed()
        if time.monotonic() > end:
            raise TimeoutError(f"table {table} does not play on after the restart {stands()}")
        await asyncio.sleep(0.01)


def nothing_broke(server: Server) -> list[str]:
    """Errors the server told of, apart from bytes that are no text: those its socket library reports on its own."""
    lines = server.log_text().splitlines()
    broken = [place for place, line in enumerate(lines) if line.startswith("Traceback")]
    return [" / ".join(lines[at - 1 : at + 12]) for at in broken if "Invalid UTF-8" not in lines[at - 1]][:3]


async def commit_kills(data: Path, forked_servers: ForkedServers, *, rounds: int, tables: int, seed: int = 1) -> Report:
    """Kill inside COMMIT: the server dies in the middle of its own write."""
    begun, dice = time.monotonic(), random.Random(seed)
    quiet = Server(data, forked_servers=forked_servers)
    doomed = Server(data, forked_servers=forked_servers)
    doomed.port = quiet.port
    with quiet:
        tables_played = ManyTables(quiet, tables=tables, seats=2, seed=seed)
        quiet.stop()
    unanswered = repeated = 0
    tables_played.server = doomed
    for _ in range(rounds):
        doomed.environment["TRIAL_COMMITS"] = str(dice.randrange(3, 20))
        doomed.start()
        tables_played.renew() if doomed.alive else None
        assert doomed.process is not None
        await asyncio.to_thread(doomed.process.wait, 60)
        hanging = [(p.table, p.waiting[0]) for p in tables_played.players if p.waiting is not None]
        stored = {row.move_id for one in stored_tables(doomed.database).values() for row in one.moves}
        unanswered += len(hanging)
        repeated += sum(move in stored for _, move in hanging)
    with quiet:
        tables_played.server = quiet
        for table in tables_played.playing:
            await playable(tables_played, table)
        await tables_played.rest()
        findings = tables_played.check()
        await tables_played.go()
        findings.other += integrity_problems(quiet.database)
    return Report(
        rounds, tables, tables_played.acknowledged, unanswered, repeated,
        statistics.median(doomed.starts), time.monotonic() - begun, str(findings) if findings else "nothing",
    )  # fmt: skip


def main() -> int:
    reader = argparse.ArgumentParser(description="kill -9 under load")
    reader.add_argument("--game", choices=GAMES, default="santa-fe-rails")
    reader.add_argument("--rounds", type=int, default=100)
    reader.add_argument("--tables", type=int, default=20)
    reader.add_argument("--seats", type=int, default=2)
    reader.add_argument("--seed", type=int, default=int(time.time()))
    reader.add_argument("--commit", action="store_true", help="die inside COMMIT")
    reader.add_argument("--database", action="store_true", help="kill PostgreSQL under a server that plays on it")
    reader.add_argument("--json", type=Path)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="goldenspike-crash-") as folder:
        data = Path(folder) / "data"
        if asked.commit:
            with ForkedServers() as forked_servers:
                report = asyncio.run(
                    commit_kills(data, forked_servers, rounds=asked.rounds, tables=asked.tables, seed=asked.seed)
                )
        elif asked.database:
            report = asyncio.run(database_kills(data, rounds=asked.rounds, tables=asked.tables, seed=asked.seed))
        else:
            report = asyncio.run(
                kills(
                    data,
                    rounds=asked.rounds,
                    tables=asked.tables,
                    seats=asked.seats,
                    seed=asked.seed,
                    game=GAMES[asked.game],
                )
            )
    print(report)
    if asked.json:
        asked.json.write_text(json.dumps(asdict(report), indent=1))
    return 0 if report.findings == "nothing" else 1


if __name__ == "__main__":
    sys.exit(main())
