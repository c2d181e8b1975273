"""A database with many finished tables and accounts, and how long it takes a server on it to answer.

Real games are played by bots in people's seats, and their records stored again and again for varied people: a few play
very much, most a little. The server itself enters the results and rates them, as it does after an update.

usage: python -m tests.server.trials.filled_database [--tables N] [--accounts N] [--postgresql] [--folder FOLDER]
                                                     [--requests N] [--check] [--markdown] [--quiet] [--again]
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil
import sqlalchemy as sa

from goldenspike.server.people.names import look, names
from goldenspike.server.storage import schema
from goldenspike.server.storage.conflicts import insert_or_update
from goldenspike.server.storage.databases import opened_store
from goldenspike.server.storage.profile_schema import WAITS, ratings, results
from goldenspike.server.storage.results import COUNTED
from goldenspike.server.storage.trial_postgres import TrialPostgres
from goldenspike.server.storage.update_check import CODE, code_mark

from .. import databases
from ..app_in_process import QUICK, Browser, play_out, served
from .server import Server

AIM_MS = 100.0
WORD = "a long enough password"
DAY_MS = 86_400_000
AT_ONCE = 5000
WAIT_S = 1800.0
QUIET, QUIET_S = 1.5, 600.0  # the load of a machine that does little else, and how long to wait for it
# What is played: game, board or none for the usual one, people, bots, and how many of a hundred tables are like it.
KINDS = (
    ("santa-fe-rails", "mini", 2, 0, 35),
    ("santa-fe-rails", "mini", 3, 0, 20),
    ("santa-fe", "mini", 4, 0, 10),
    ("santa-fe-rails", "mini", 1, 2, 15),
    ("pioneer-rails", None, 1, 0, 10),
    ("pioneer-rails", None, 2, 0, 10),
)


@dataclass
class Template:
    """A finished table as it is stored."""

    share: int
    people: int
    table: dict[str, Any]
    seats: list[dict[str, Any]]


async def played(folder: Path, database: str | None) -> list[tuple[str, int, int]]:
    """One finished table of every kind: its id, how many people sit there, and its share."""
    found = []
    async with served(folder, database=database) as app:
        for game, board, people, bots, share in KINDS:
            browsers = [Browser(app) for _ in range(people)]
            seats = [{"holder": "me", "name": "A"}, *({"holder": "free"} for _ in range(people - 1))]
            seats += [{"holder": "bot", "bot": "greedy"} for _ in range(bots)]
            wish = {"game": game, "seats": seats, **({} if board is None else {"board": board})}
            made = await browsers[0].post("/api/tables", wish)
            table = made["table"]["id"]
            for browser, link in zip(browsers[1:], made["invitations"], strict=True):
                await browser.post(f"/api/tables/{table}/claim", {"secret": link["path"].partition("#s=")[2]})
            await browsers[0].post(f"/api/tables/{table}/start")
            await play_out(app, table)
            found.append((table, people, share))
    return found


def templates(c: sa.Connection, made: Sequence[tuple[str, int, int]]) -> list[Template]:
    found = []
    for table, people, share in made:
        row = c.execute(sa.select(schema.tables).where(schema.tables.c.id == table)).mappings().one()
        seats = c.execute(sa.select(schema.seats).where(schema.seats.c.table_id == table)).mappings()
        found.append(Template(share, people, dict(row), [dict(seat) for seat in seats]))
    return found


def fill(c: sa.Connection, known: Sequence[Template], tables: int, accounts: int, dice: random.Random) -> None:
    """So many accounts, and so many tables, one after another over two years."""
    now = time.time_ns() // 1_000_000
    begun = now - 730 * DAY_MS
    password = QUICK.hash(WORD)
    people = [f"person-{number:06}" for number in range(accounts)]
    rows = []
    for number, account in enumerate(people):
        name, key = names(f"Person {number}")
        rows.append(
            {
                "id": account, "name": name, "name_key": key, "look": look(name), "password": password,
                "created_ms": begun, "profile_shown": number % 2 == 0,
            }
        )  # fmt: skip
    c.execute(sa.insert(schema.accounts), rows)
    # The n-th person plays a share that falls with n: the first ones every day, most now and then.
    shares = [1 / (place + 10) for place in range(accounts)]
    totals = list(itertools.accumulate(shares))
    kinds = dice.choices(known, [one.share for one in known], k=tables)
    for first in range(0, tables, AT_ONCE):
        chosen: dict[str, list[dict[str, Any]]] = {"tables": [], "seats": [], "grants": []}
        copies: dict[str, list[str]] = {}
        for number in range(first, min(first + AT_ONCE, tables)):
            kind, table = kinds[number], f"filled-{number:07}"
            at = begun + number * (now - begun) // tables
            who: list[int] = []
            while len(who) < kind.people:
                one = dice.choices(range(accounts), cum_weights=totals)[0]
                who += [] if one in who else [one]
            change = {"id": table, "created_ms": at - 3_600_000, "changed_ms": at, "listed": number % 3 == 0}
            chosen["tables"].append({**kind.table, **change, "name": f"Table {number}" if number % 5 == 0 else ""})
            for place in kind.seats:
                seat = {**place, "table_id": table}
                if place["holder"] == "person":
                    seat["name"] = f"Person {who[place['seat']]}"
                chosen["seats"].append(seat)
            held = [(seat, people[one]) for seat, one in enumerate(who)] + [(schema.HOST, people[who[0]])]
            chosen["grants"] += [
                {"table_id": table, "seat": seat, "holder": f"a:{account}", "created_ms": at - 3_600_000}
                for seat, account in held
            ]
            copies.setdefault(kind.table["id"], []).append(table)
        for name, batch in chosen.items():
            c.execute(sa.insert(schema.metadata.tables[name]), batch)
        for template, targets in copies.items():
            _copy_log(c, template, targets)
        _tell(f"{min(first + AT_ONCE, tables)} of {tables} tables")


def _copy_log(c: sa.Connection, template: str, targets: Sequence[str]) -> None:
    """The record of a table for many others, by the database itself."""
    log, tables = schema.log, schema.tables
    rest = [column for column in log.c if column.name not in {"table_id", "at_ms"}]
    last = sa.select(sa.func.max(log.c.at_ms)).where(log.c.table_id == template).scalar_subquery()
    source = (
        sa.select(tables.c.id, tables.c.changed_ms - last + log.c.at_ms, *rest)
        .select_from(tables.join(log, log.c.table_id == template))
        .where(tables.c.id.between(targets[0], targets[-1]), tables.c.id.in_(targets))
    )
    c.execute(sa.insert(log).from_select(["table_id", "at_ms", *(column.name for column in rest)], source))


def _tell(line: str) -> None:
    print(f"  {line}", file=sys.stderr, flush=True)


# ------------------------------------------------------------------ measuring
@dataclass
class Figures:
    what: str
    times: list[float]  # ms
    cpu: float  # ms of the server for each, whatever else the machine does

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.times, n=20)[-1]


def logged_in(address: str, number: int) -> httpx.Client:
    client = httpx.Client(base_url=address, headers={"origin": address}, timeout=60)
    client.post("/api/login", json={"name": f"Person {number}", "password": WORD}).raise_for_status()
    return client


def timed(work: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - begun)


def measure(server: Server, accounts: int, requests: int, dice: random.Random) -> list[Figures]:
    """The busiest person, and others; each looks at their own pages and at those of others."""
    address = server.address
    most, some = logged_in(address, 0), [logged_in(address, dice.randrange(accounts)) for _ in range(10)]
    people = [0, *(2 * dice.randrange(accounts // 2) for _ in range(requests))]

    def get(client: httpx.Client, *paths: str) -> None:
        for path in paths:
            answer = client.get(path)
            if answer.status_code != 200:
                raise RuntimeError(f"{path}: {answer.status_code} {answer.text[:200]}")

    def deep(client: httpx.Client) -> str:
        page, after = client.get("/api/profiles/Person%200/games").json(), ""
        for _ in range(20):
            after = page["next"] or after
            page = client.get(f"/api/profiles/Person%200/games?after={after}").json()
        return f"/api/profiles/Person%200/games?after={after}"

    home = ("/", "/api/games", "/api/me", "/api/keeping", "/api/lobby")
    own, games = "/api/profiles/Person%200", "/api/profiles/Person%200/games"
    place = deep(most)
    asked: list[tuple[str, Callable[[int], None]]] = [
        ("home, all five requests, of the busiest person", lambda n: get(most, *home)),
        ("home, all five requests, of others", lambda n: get(some[n % 10], *home)),
        ("lobby of the busiest person", lambda n: get(most, "/api/lobby")),
        ("lobby of others", lambda n: get(some[n % 10], "/api/lobby")),
        ("profile of the busiest person, their own", lambda n: get(most, own)),
        ("profile of the busiest person, for others", lambda n: get(some[n % 10], own)),
        ("profiles of others", lambda n: get(some[n % 10], f"/api/profiles/Person%20{people[n]}")),
        ("history of the busiest person, first page", lambda n: get(most, games)),
        ("history of the busiest person, after 500 games", lambda n: get(most, place)),
        ("history of the busiest person, for others", lambda n: get(some[n % 10], games)),
        ("histories of others", lambda n: get(some[n % 10], f"/api/profiles/Person%20{people[n]}/games")),
    ]
    found = []
    for what, work in asked:
        work(0)
        before = busy_ms(server)
        times = [timed(lambda n=n, work=work: work(n)) for n in range(requests)]
        found.append(Figures(what, times, (busy_ms(server) - before) / requests))
    return found


def busy_ms(server: Server) -> float:
    assert server.process is not None
    spent = psutil.Process(server.process.pid).cpu_times()
    return 1000 * float(spent.user + spent.system)


def until_rated(database: Path | str) -> None:
    """Wait until the server has entered and rated everything."""
    end, left = time.monotonic() + WAIT_S, -1
    with opened(database) as engine:
        while left != 0:
            if time.monotonic() > end:
                raise TimeoutError(f"{left} seats wait to be rated after {WAIT_S:.0f} s")
            time.sleep(1.0)
            with engine.connect() as c:
                counted = c.scalar(sa.select(schema.settings.c.value).where(schema.settings.c.name == COUNTED))
                waits = sa.select(sa.func.count()).select_from(results).where(results.c.rated == WAITS)
                left = -1 if counted is None else int(c.scalar(waits) or 0)


def wait_until_quiet() -> None:
    """Times are those of this server only where little else runs."""
    end = time.monotonic() + QUIET_S
    while os.getloadavg()[0] >= QUIET and time.monotonic() < end:
        time.sleep(2.0)


@contextmanager
def opened(database: Path | str) -> Iterator[sa.Engine]:
    if isinstance(database, Path):
        engine = sa.create_engine(f"sqlite:///{database}")
    else:
        engine = sa.create_engine(sa.make_url(database).set(drivername="postgresql+psycopg"))
    try:
        yield engine
    finally:
        engine.dispose()


def trial(folder: Path, database: str | None, given: argparse.Namespace) -> tuple[list[Figures], dict[str, float]]:
    """Fill, let the server catch up, ask."""
    dice, took = random.Random(1869), {}
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    opened_store(data, database).close()
    file: Path | str = database or data / "table.sqlite3"
    begun = time.monotonic()
    made = [] if given.again else asyncio.run(played(data, database))
    with opened(file) as engine, engine.begin() as c:
        if isinstance(file, Path):
            c.exec_driver_sql("PRAGMA synchronous = OFF")
        if made:
            fill(c, templates(c, made), given.tables, given.accounts, dice)
            c.execute(sa.delete(schema.settings).where(schema.settings.c.name == COUNTED))
        # Or the first start would copy everything, to prove on the copy that running tables go on.
        insert_or_update(c, schema.settings, {"name": CODE, "value": code_mark()})
    took["filled in"] = time.monotonic() - begun
    with Server(data, database=database) as server:
        begun = time.monotonic()
        until_rated(file)
        took["results and ratings entered in"] = time.monotonic() - begun
        if given.quiet:
            wait_until_quiet()
        took["load"] = os.getloadavg()[0]
        figures = measure(server, given.accounts, given.requests, dice)
        server.stop()
    with opened(file) as engine, engine.connect() as c:
        for name, table in (("tables", schema.tables), ("entries", schema.log), ("results", results)):
            took[name] = c.scalar(sa.select(sa.func.count()).select_from(table)) or 0
        took["ratings"] = c.scalar(sa.select(sa.func.count()).select_from(ratings)) or 0
        most = sa.select(sa.func.count()).select_from(results).where(results.c.holder == "a:person-000000")
        took["games of the busiest person"] = c.scalar(most) or 0
    return figures, took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--accounts", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=100, help="of each kind")
    parser.add_argument("--postgresql", action="store_true", help="on a PostgreSQL that is started for it")
    parser.add_argument("--folder", type=Path, help="keep the data folder here, and PostgreSQL's in it")
    parser.add_argument("--check", action="store_true", help="fail where the aim is missed")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--quiet", action="store_true", help=f"wait for a load below {QUIET} before measuring")
    parser.add_argument("--again", action="store_true", help="measure on the folder that an earlier run has filled")
    given = parser.parse_args()
    databases.use_sqlite()
    with tempfile.TemporaryDirectory(prefix="goldenspike-filled-") as temporary:
        folder = given.folder or Path(temporary)
        if given.postgresql:
            with TrialPostgres(given.folder and folder / "postgres") as postgres:
                figures, took = trial(folder, postgres.url(), given)
        else:
            figures, took = trial(folder, None, given)
    print(json.dumps({name: round(value, 1) for name, value in took.items()}))
    if given.markdown:
        print("| request | median ms | p95 ms | server's CPU ms |\n|---|---|---|---|")
    for one in figures:
        line = (one.what, f"{one.median:.1f}", f"{one.p95:.1f}", f"{one.cpu:.1f}")
        print(f"| {' | '.join(line)} |" if given.markdown else f"{line[0]:55}{line[1]:>8}{line[2]:>8}{line[3]:>8} ms")
    missed = [one.what for one in figures if one.p95 > AIM_MS]
    for what in missed:
        print(f"{what}: more than {AIM_MS:.0f} ms", file=sys.stderr)
    return 1 if missed and given.check else 0


if __name__ == "__main__":
    sys.exit(main())
