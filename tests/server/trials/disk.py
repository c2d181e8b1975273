"""A disk that is full, read-only, or was copied in the middle of a write."""

from __future__ import annotations

import asyncio
import ctypes
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from .clients import Person, Viewer, together
from .forked_servers import ForkedServers
from .many_tables import Findings, ManyTables
from .server import ROOT, Server
from .stored_tables import integrity_problems, stored_tables


# ------------------------------------------------------------------ a disk without room
async def full_disk(
    data: Path, forked_servers: ForkedServers | None = None, *, tables: int = 6, seed: int = 1
) -> Findings:
    """The disk fills up under play, and is emptied again: refusals meanwhile, nothing lost, nothing half done."""
    with Server(data, forked_servers=forked_servers) as server:
        assert server.process is not None
        tables_played = ManyTables(server, tables=tables, seats=2, seed=seed)
        tables_played.begin()
        await tables_played.progress(10 * tables)
        findings = Findings()
        wal = Path(f"{server.file}-wal")
        most = max(wal.stat().st_size, server.file.stat().st_size)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most + 4096, resource.RLIM_INFINITY))
        refusals = await refused_everywhere(tables_played)
        held = {table: one.version for table, one in stored_tables(server.file).items()}
        for table in tables_played.playing:
            page = Viewer(tables_played.people[0], table, 0)
            await page.join()
            if page.version != held[table]:
                findings.other.append(f"{table} shows version {page.version}, stored is {held[table]}")
            page.leave()
        findings.other += [f"refused with code {code!r}" for code in refusals if code != "store"]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        for player in tables_played.players:
            player.playing = True
            player.shown()
        await tables_played.progress(4 * tables)
        await tables_played.rest()
        found = tables_played.check()
        await tables_played.go()
        findings.lost += found.lost
        findings.doubled += found.doubled
        findings.other += [*found.other, *integrity_problems(server.file)]
        if not server.alive:
            findings.other.append("the server died")
        return findings


async def refused_everywhere(tables_played: ManyTables, timeout: float = 60.0) -> set[str]:
    """Wait until the store has refused at every table, then stop; the codes given."""
    before = {p: set(p.refused) for p in tables_played.players}

    def refusals(table: str) -> list[str]:
        return [p.refused[move].code for p in tables_played.playing[table] for move in p.refused.keys() - before[p]]

    end = time.monotonic() + timeout
    while not all(refusals(table) or tables_played.playing[table][0].result for table in tables_played.playing):
        tables_played.failed()
        if time.monotonic() > end:
            raise TimeoutError("a full disk was not noticed at every table")
        for player in tables_played.players:  # a person whose move was refused tries again
            if player.waiting is None:
                player.shown()
        await asyncio.sleep(0.05)
    await tables_played.rest()
    return {code for table in tables_played.playing for code in refusals(table)}


def without_privilege() -> None:
    """Nothing is read-only for root, unless root lets go of the right to pass over permissions."""
    if os.geteuid() == 0:
        drop_from_bounding_set, pass_over_permissions = 24, 1
        ctypes.CDLL(None).prctl(drop_from_bounding_set, pass_over_permissions)


def read_only(data: Path, forked_servers: ForkedServers | None = None) -> tuple[int, str]:
    """Serve from a folder that cannot be written; exit code and what was told."""
    with Server(data, forked_servers=forked_servers) as server:
        together([Person(server.port), Person(server.port)])
        server.stop()
    (data / "serving.json").write_text("{}")  # left over by a server that was killed
    for path in (*data.iterdir(), data):
        path.chmod(0o555 if path.is_dir() else 0o444)
    command = [sys.executable, "-m", "goldenspike", "serve", "--no-open", "--port", "0", "--data", str(data)]
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False, preexec_fn=without_privilege
        )
    finally:
        for path in (data, *data.iterdir()):
            path.chmod(0o755 if path.is_dir() else 0o644)
    return done.returncode, done.stdout + done.stderr


# ------------------------------------------------------------------ torn copies
async def torn_copies(
    data: Path, forked_servers: ForkedServers | None = None, *, copies: int, seed: int = 1
) -> Findings:
    """Copies of database and WAL taken during play, the WAL cut anywhere: each opens and is a prefix of the truth."""
    findings, dice = Findings(), random.Random(seed)
    taken: list[tuple[bytes, bytes]] = []
    with Server(data, forked_servers=forked_servers) as server:
        tables_played = ManyTables(server, tables=4, seats=2, seed=seed)
        tables_played.begin()
        while len(taken) < max(2, copies // 6):
            await tables_played.progress(20)
            wal = Path(f"{server.file}-wal")
            base = server.file.read_bytes()
            written = wal.read_bytes()
            if server.file.read_bytes() == base:  # no checkpoint in between
                taken.append((base, written))
        await tables_played.rest()
        await tables_played.go()
        truth = {table: [row.seq for row in one.rows] for table, one in stored_tables(server.file).items()}
        texts = {(t, row.seq): row.text for t, one in stored_tables(server.file).items() for row in one.rows}
    folder = data.parent / "torn"
    for number in range(copies):
        base, written = taken[number % len(taken)]
        folder.mkdir()
        copy = folder / server.file.name
        copy.write_bytes(base)
        cut = written[: dice.randrange(len(written) + 1)]
        if number % 3 == 2 and cut:  # a page that was never written, and what lay there before
            cut = cut[: -dice.randrange(1, min(len(cut), 4096) + 1)] + dice.randbytes(2048)
        Path(f"{copy}-wal").write_bytes(cut)
        try:
            sqlite3.connect(copy).close()
            findings.other += integrity_problems(copy) if has_tables(copy) else []
            for table, one in stored_tables(copy).items() if has_tables(copy) else ():
                if [row.seq for row in one.rows] != truth[table][: len(one.rows)]:
                    findings.lost.append(f"copy {number}: {table} is no prefix")
                if any(texts[table, row.seq] != row.text for row in one.rows):
                    findings.other.append(f"copy {number}: {table} tells another story")
                if one.rows and one.version != one.rows[-1].seq:
                    findings.other.append(f"copy {number}: {table} ends at {one.rows[-1].seq}, says {one.version}")
                one.replayed()
        except (sqlite3.Error, AssertionError) as error:
            findings.other.append(f"copy {number}: {error}")
        shutil.rmtree(folder)
    return findings


def has_tables(database: Path) -> bool:
    connection = sqlite3.connect(database)
    try:
        return connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'log'").fetchone() is not None
    finally:
        connection.close()
