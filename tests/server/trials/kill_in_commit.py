"""Kills the server inside one of its COMMITs."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sqlite3.dbapi2
import threading
import time
from typing import Any

CONNECT = sqlite3.connect


class CommitKiller:
    """Kills this process at a random moment of the commit that is due; SQLite works without the interpreter's lock."""

    def __init__(self, commits: int) -> None:
        self.left = commits
        self.usual_s = 0.001
        self.now = threading.Event()
        self.dice = random.Random()
        threading.Thread(target=self.wait, daemon=True).start()

    def wait(self) -> None:
        self.now.wait()
        time.sleep(self.dice.random() * self.usual_s)
        os.kill(os.getpid(), signal.SIGKILL)

    def before(self) -> float:
        self.left -= 1
        if self.left == 0:
            self.now.set()
        return time.perf_counter()

    def after(self, begun: float) -> None:
        self.usual_s = 0.5 * self.usual_s + 0.5 * (time.perf_counter() - begun)


def kill_in_commit(commits: int) -> None:
    """Die in the commit of this number; every connection opened from now on counts."""
    reaper = CommitKiller(commits)

    class Connection(sqlite3.Connection):
        """A connection whose commits are counted, however they are asked for."""

        def commit(self) -> None:
            begun = reaper.before()
            super().commit()
            reaper.after(begun)

        def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
            if not sql.lstrip().upper().startswith(("COMMIT", "END")):
                return super().execute(sql, *rest)
            begun = reaper.before()
            done = super().execute(sql, *rest)
            reaper.after(begun)
            return done

    def connect(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        kwargs.setdefault("factory", Connection)
        return CONNECT(*args, **kwargs)

    sqlite3.connect = connect
    sqlite3.dbapi2.connect = connect
