"""Backups by the clock: made while people play, verified, and the oldest of them removed."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from goldenspike.engine.errors import BadOption
from goldenspike.server.http.metrics import Metrics
from goldenspike.server.storage.databases import VARIABLE

FOLDER = "backups"
KEEP = 14
AT_FIRST_S = 60.0  # a server that has just started has better things to do
AGAIN_S = 600.0  # after a backup that failed
SHORTEST_S = 60
WELL, BROKEN = ".backup", ".broken-tables"  # whole and replayed; whole, but with tables that do not replay
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}

log = logging.getLogger("goldenspike.server")


@dataclass(frozen=True)
class BackupPlan:
    """How often, how many, and where."""

    every_s: int
    keep: int
    folder: Path


def read_plan(every: str | None, keep: int, folder: Path | None, data: Path) -> BackupPlan | None:
    """The plan as it was asked for on the command line; None without one."""
    if every is None:
        return None
    found = re.fullmatch(r"(\d{1,6})([smhd])", every.strip())
    if found is None or int(found[1]) * UNITS[found[2]] < SHORTEST_S:
        raise BadOption(f"--backup-every is a time such as 6h, 30m or 1d, at least a minute; not {every}")
    if keep < 1:
        raise BadOption("--backup-keep is at least 1")
    return BackupPlan(int(found[1]) * UNITS[found[2]], keep, data / FOLDER if folder is None else folder)


def kept(folder: Path, suffix: str = WELL) -> list[Path]:
    """The backups of a folder, the newest first; their names hold their dates."""
    return sorted((path for path in folder.glob(f"*{suffix}") if path.is_file()), reverse=True)


def remove_oldest(folder: Path, keep: int) -> list[Path]:
    """Of each kind the newest stay, so that one that replays is always there; those that went."""
    gone = [path for suffix in (WELL, BROKEN) for path in kept(folder, suffix)[keep:]]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


async def _always(seconds: float) -> bool:
    """A server on its own makes all of them."""
    return True


class ScheduledBackups:
    """Makes the backups of a plan. Each is a process of its own at low priority: nobody who plays waits for it."""

    def __init__(
        self,
        data: Path,
        plan: BackupPlan | None,
        metrics: Metrics | None = None,
        database: str | None = None,
        claimed: Callable[[float], Awaitable[bool]] = _always,
    ) -> None:
        self.data = data
        self.database = database
        self.claimed = claimed  # is it this server that makes them for so long?
        self.plan = plan
        self.failures = 0
        self._stop = asyncio.Event()
        if metrics is not None and plan is not None:
            metrics.watch("backup_age_seconds", "Age of the newest verified backup.", self.age_s)
            metrics.watch("backup_failures", "Backups that failed since the start.", lambda: self.failures)

    def age_s(self) -> float:
        """How old the newest verified backup is; infinite if there is none."""
        newest = kept(self.plan.folder)[:1] if self.plan is not None else []
        return time.time() - newest[0].stat().st_mtime if newest else float("inf")

    async def run(self) -> None:
        """Until ``stop`` is called."""
        if self.plan is None:
            return
        wait = max(AT_FIRST_S, self.plan.every_s - self.age_s())
        while not self._stop.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), wait)
            if self._stop.is_set():
                return
            if not await self.claimed(self.plan.every_s / 2):
                wait = self.plan.every_s
                continue
            well = await self.make()
            wait = self.plan.every_s if well else min(AGAIN_S, self.plan.every_s)

    def stop(self) -> None:
        self._stop.set()

    async def make(self) -> bool:
        """One backup now; was it made?"""
        assert self.plan is not None
        try:
            self.plan.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            return self._failed(f"{self.plan.folder}: {error.strerror}")
        target = self.plan.folder / f"goldenspike-{time.strftime('%Y%m%d-%H%M%S')}{WELL}"
        command = [
            sys.executable,
            "-m",
            "goldenspike",
            "backup",
            str(target),
            "--data",
            str(self.data),
            "--low-priority",
        ]
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            # Not as an argument: everybody on this machine could read the password in it.
            env=os.environ if self.database is None else {**os.environ, VARIABLE: self.database},
        )
        ended = asyncio.ensure_future(process.communicate())
        stopping = asyncio.ensure_future(self._stop.wait())
        await asyncio.wait({ended, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not ended.done():
            process.kill()  # a part of a file that is left over has no name that anybody would restore
        told, _ = await ended
        target.with_name(f"{target.name}.part").unlink(missing_ok=True)
        words = " ".join(told.decode("utf-8", "replace").split())
        if not target.exists():
            return self._stop.is_set() or self._failed(words)
        if process.returncode:
            broken = target.with_suffix(BROKEN)
            target.rename(broken)
            log.error("backup: %s", words.replace(str(target), str(broken)))
        else:
            log.info("backup: %s", words)
        remove_oldest(self.plan.folder, self.plan.keep)
        return True

    def _failed(self, words: str) -> bool:
        self.failures += 1
        log.error("no backup could be made: %s", words[:500])
        return False
