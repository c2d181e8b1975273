"""How long backups of many tables take: the first one, which replays everything, and those after it.

usage: python -m tests.server.trials.backup_speed [--tables N] [--moves N] [--check] [--markdown]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import sqlite3
import tempfile
import time
from pathlib import Path

from goldenspike.server.storage.backup import backup, check
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.tables.bots import bot_task, decide
from goldenspike.server.tables.moves import play_for_bot

from ..app_in_process import Browser, served
from .games import GAMES

COPIED = ("tables", "log", "snapshots", "seats", "grants")


async def played(folder: Path, each: int, moves: int) -> None:
    """So many tables of every game that is played in turns, with so many moves."""
    async with served(folder) as app:
        browser = Browser(app)
        for game in GAMES.values():
            for seed in range(0 if game.timed else each):
                wish = {"game": game.name, "seats": [{"holder": "me"}] * 3, "options": game.options, "start": True}
                made = await browser.post("/api/tables", {**wish, "seed": seed})
                actor = await app.state.active_tables.table(made["table"]["id"])
                dice = random.Random(seed)
                for _ in range(moves):
                    if actor.running:
                        seat = actor.awaited()[0]
                        text = decide(bot_task(actor.match, seat, "random", dice.getrandbits(32)))
                        await actor.call(play_for_bot, actor, seat, text)


def multiplied(database: Path, tables: int) -> None:
    """The same records again and again under other ids."""
    opened = sqlite3.connect(database)
    known = [row[0] for row in opened.execute("SELECT id FROM tables")]
    for number in range(tables - len(known)):
        old, new = known[number % len(known)], secrets.token_hex(8)
        for name in COPIED:
            columns = [row[1] for row in opened.execute(f"PRAGMA table_info({name})")]
            key = "id" if name == "tables" else "table_id"
            chosen = ",".join("?" if column == key else column for column in columns)
            opened.execute(
                f"INSERT INTO {name} ({','.join(columns)}) SELECT {chosen} FROM {name} WHERE {key} = ?", (new, old)
            )
    opened.commit()
    opened.close()


def cpu_s() -> float:
    """CPU-seconds of this process and of those it has waited for."""
    return sum(os.times()[:4])


def main() -> None:
    reader = argparse.ArgumentParser(description="backups of many tables")
    reader.add_argument("--tables", type=int, default=5000)
    reader.add_argument("--moves", type=int, default=60)
    reader.add_argument("--check", action="store_true", help="also time a whole backup and a check")
    reader.add_argument("--markdown", action="store_true", help="the table of docs/measurements/reliability.md")
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="goldenspike-backup-") as place:
        data, file = Path(place) / "data", Path(place) / "file"
        asyncio.run(played(data, 3, asked.moves))
        multiplied(data / FILE, asked.tables)
        head = f"{asked.tables} tables, {(data / FILE).stat().st_size >> 20} MB"
        print(f"| {head} | time | CPU time |\n|---|---|---|" if asked.markdown else head)
        works = [("first backup", lambda: backup(data, file)), ("second backup", lambda: backup(data, file))]
        if asked.check:
            works += [("whole backup", lambda: backup(data, file, whole=True)), ("check", lambda: check(file))]
        for name, work in works:
            begun, used = time.perf_counter(), cpu_s()
            report = work()
            wall, cpu = time.perf_counter() - begun, cpu_s() - used
            told = f"| {name} | {wall:.1f} s | {cpu:.1f} s |"
            print(told if asked.markdown else f"{name}: {wall:.1f} s, {cpu:.1f} CPU-s, {report}", flush=True)


if __name__ == "__main__":
    main()
