"""Faults that a trial switches on and off in a running server: a slow or read-only disk, a clock that jumps.

Installed in the server's process before it starts. SQLite itself refuses to write (``query_only``), commits are held
up before they begin, and the system clock is read with an offset.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import sqlite3.dbapi2
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

CONNECT = sqlite3.connect
VARIABLE = "TRIAL_FAULTS"  # names the file in which they are written


@dataclass
class Faults:
    """What is wrong now."""

    slow_ms: int = 0  # up to so long before every commit
    read_only: bool = False
    clock_ms: int = 0  # the system clock is so far ahead

    def write(self, path: Path) -> None:
        part = path.with_suffix(".part")
        part.write_text(json.dumps(asdict(self)))
        os.replace(part, path)


class Reader:
    """The faults as the file says; read again when it has changed."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.seen = -1
        self.known = Faults()

    @property
    def now(self) -> Faults:
        seen = os.stat(self.path).st_mtime_ns
        if seen != self.seen:
            with open(self.path) as file:
                self.known, self.seen = Faults(**json.load(file)), seen
        return self.known


def install_clock(path: str) -> None:
    """Let the system clock of this process jump."""
    reader, real_ns, real = Reader(path), time.time_ns, time.time
    time.time_ns = lambda: real_ns() + reader.now.clock_ms * 1_000_000
    time.time = lambda: real() + reader.now.clock_ms / 1000


def install_disk(path: str) -> None:
    """Let the disk of this process fail; every connection opened from now on counts."""
    reader, dice = Reader(path), random.Random()

    class Connection(sqlite3.Connection):
        """A connection whose commits may be slow, and which may refuse to write."""

        refuses = False

        def cursor(self, *args: Any, **named: Any) -> Any:
            wanted = reader.now.read_only
            if wanted != self.refuses:
                super().execute(f"PRAGMA query_only={int(wanted)}")
                self.refuses = wanted
            return super().cursor(*args, **named)

        def commit(self) -> None:
            slow = reader.now.slow_ms
            if slow:
                time.sleep(dice.random() * slow / 1000)
            super().commit()

    def connect(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        kwargs.setdefault("factory", Connection)
        return CONNECT(*args, **kwargs)

    sqlite3.connect = connect
    sqlite3.dbapi2.connect = connect
