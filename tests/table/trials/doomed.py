"""The real server, with an appointment: it is killed inside one of its COMMITs.

usage: python -m tests.table.trials.doomed serve ARGUMENTS, with TRIAL_COMMITS=N to die in the Nth commit
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sqlite3.dbapi2
import sys
import threading
import time
from typing import Any

AFTER = int(os.environ.get("TRIAL_COMMITS", "20"))


class Reaper:
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


REAPER = Reaper(AFTER)
CONNECT = sqlite3.connect


class Connection(sqlite3.Connection):
    """A connection whose commits are counted, however they are asked for."""

    def commit(self) -> None:
        begun = REAPER.before()
        super().commit()
        REAPER.after(begun)

    def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
        if sql.strip().upper().startswith(("COMMIT", "END")):
            begun = REAPER.before()
            done = super().execute(sql, *rest)
            REAPER.after(begun)
            return done
        return super().execute(sql, *rest)


def connect(*args: Any, **kwargs: Any) -> sqlite3.Connection:
    kwargs.setdefault("factory", Connection)
    return CONNECT(*args, **kwargs)


if __name__ == "__main__":
    sqlite3.connect = connect
    sqlite3.dbapi2.connect = connect
    from goldenspike.cli import main

    sys.exit(main(sys.argv[1:]))
