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

from .keeping import kept, whole
from .nest import Nest
from .people import Person, Viewer, together
from .scene import Scene, Trouble
from .server import ROOT, Server


# ------------------------------------------------------------------ a disk without room
async def full_disk(data: Path, nest: Nest | None = None, *, tables: int = 6, seed: int = 1) -> Trouble:
    """The disk fills up under play, and is emptied again: refusals meanwhile, nothing lost, nothing half done."""
    with Server(data, nest=nest) as server:
        assert server.process is not None
        scene = Scene(server, tables=tables, seats=2, seed=seed)
        scene.begin()
        await scene.progress(10 * tables)
        trouble = Trouble()
        wal = Path(f"{server.database}-wal")
        most = max(wal.stat().st_size, server.database.stat().st_size)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most + 4096, resource.RLIM_INFINITY))
        refusals = await refused_everywhere(scene)
        held = {table: one.version for table, one in kept(server.database).items()}
        for table in scene.playing:
            page = Viewer(scene.people[0], table, 0)
            await page.join()
            if page.version != held[table]:
                trouble.other.append(f"{table} shows version {page.version}, stored is {held[table]}")
            page.leave()
        trouble.other += [f"refused with code {code!r}" for code in refusals if code != "store"]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        for player in scene.players:
            player.playing = True
            player.shown()
        await scene.progress(4 * tables)
        await scene.rest()
        found = scene.check()
        await scene.go()
        trouble.lost += found.lost
        trouble.doubled += found.doubled
        trouble.other += [*found.other, *whole(server.database)]
        if not server.alive:
            trouble.other.append("the server died")
        return trouble


async def refused_everywhere(scene: Scene, timeout: float = 60.0) -> set[str]:
    """Wait until the store has refused at every table, then stop; the codes given."""
    before = {p: set(p.refused) for p in scene.players}

    def refusals(table: str) -> list[str]:
        return [p.refused[move].code for p in scene.playing[table] for move in p.refused.keys() - before[p]]

    end = time.monotonic() + timeout
    while not all(refusals(table) or scene.playing[table][0].result for table in scene.playing):
        scene.failed()
        if time.monotonic() > end:
            raise TimeoutError("a full disk was not noticed at every table")
        for player in scene.players:  # a person whose move was refused tries again
            if player.waiting is None:
                player.shown()
        await asyncio.sleep(0.05)
    await scene.rest()
    return {code for table in scene.playing for code in refusals(table)}


def without_privilege() -> None:
    """Nothing is read-only for root, unless root lets go of the right to pass over permissions."""
    if os.geteuid() == 0:
        drop_from_bounding_set, pass_over_permissions = 24, 1
        ctypes.CDLL(None).prctl(drop_from_bounding_set, pass_over_permissions)


def read_only(data: Path, nest: Nest | None = None) -> tuple[int, str]:
    """Serve from a folder that cannot be written; exit code and what was told."""
    with Server(data, nest=nest) as server:
        together([Person(server.port), Person(server.port)])
        server.stop()
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
async def torn_copies(data: Path, nest: Nest | None = None, *, copies: int, seed: int = 1) -> Trouble:
    """Copies of database and WAL taken during play, the WAL cut anywhere: each opens and is a prefix of the truth."""
    trouble, dice = Trouble(), random.Random(seed)
    taken: list[tuple[bytes, bytes]] = []
    with Server(data, nest=nest) as server:
        scene = Scene(server, tables=4, seats=2, seed=seed)
        scene.begin()
        while len(taken) < max(2, copies // 6):
            await scene.progress(20)
            wal = Path(f"{server.database}-wal")
            base = server.database.read_bytes()
            written = wal.read_bytes()
            if server.database.read_bytes() == base:  # no checkpoint in between
                taken.append((base, written))
        await scene.rest()
        await scene.go()
        truth = {table: [row.seq for row in one.rows] for table, one in kept(server.database).items()}
        texts = {(t, row.seq): row.text for t, one in kept(server.database).items() for row in one.rows}
    folder = data.parent / "torn"
    for number in range(copies):
        base, written = taken[number % len(taken)]
        folder.mkdir()
        copy = folder / server.database.name
        copy.write_bytes(base)
        cut = written[: dice.randrange(len(written) + 1)]
        if number % 3 == 2 and cut:  # a page that was never written, and what lay there before
            cut = cut[: -dice.randrange(1, min(len(cut), 4096) + 1)] + dice.randbytes(2048)
        Path(f"{copy}-wal").write_bytes(cut)
        try:
            sqlite3.connect(copy).close()
            trouble.other += whole(copy) if has_tables(copy) else []
            for table, one in kept(copy).items() if has_tables(copy) else ():
                if [row.seq for row in one.rows] != truth[table][: len(one.rows)]:
                    trouble.lost.append(f"copy {number}: {table} is no prefix")
                if any(texts[table, row.seq] != row.text for row in one.rows):
                    trouble.other.append(f"copy {number}: {table} tells another story")
                if one.rows and one.version != one.rows[-1].seq:
                    trouble.other.append(f"copy {number}: {table} ends at {one.rows[-1].seq}, says {one.version}")
                one.replayed()
        except (sqlite3.Error, AssertionError) as error:
            trouble.other.append(f"copy {number}: {error}")
        shutil.rmtree(folder)
    return trouble


def has_tables(database: Path) -> bool:
    connection = sqlite3.connect(database)
    try:
        return connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'log'").fetchone() is not None
    finally:
        connection.close()
