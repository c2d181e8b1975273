"""Are the files that the server writes to still those that everybody else sees?

A file that was deleted or replaced can still be written by whoever had it open; nobody would ever read it again.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from goldenspike.server.storage.copies import sync

FILE = "table.sqlite3"
LOG = "-wal"
TRIES = 40  # of a quarter of a second each


class FilesGone(Exception):
    """A file was deleted or replaced under the server: which one."""


class DatabaseFiles:
    """The database and its write-ahead log, as they were when they were opened."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._known: dict[str, tuple[int, int]] = {}

    def missing(self) -> str:
        """Which of them is not the one that was opened; empty if all is well."""
        for suffix in ("", LOG):
            path = f"{self.database}{suffix}"
            try:
                seen = os.stat(path)
            except OSError:
                if suffix in self._known:
                    return f"{path} was deleted under the server"
                continue
            this = (seen.st_dev, seen.st_ino)
            if self._known.setdefault(suffix, this) != this:
                return f"{path} was replaced under the server"
        return ""

    def check(self) -> None:
        """FilesGone unless all is well."""
        gone = self.missing()
        if gone:
            raise FilesGone(gone)

    def reopened(self) -> None:
        """SQLite may have made a new write-ahead log when the last connection was closed."""
        self._known.pop(LOG, None)

    def rescue(self, connection: sqlite3.Connection) -> Path:
        """Everything that was acknowledged, from the files that only this connection still has."""
        target = self.database.with_name(f"{self.database.name}.rescued-{time.strftime('%Y%m%d-%H%M%S')}")
        tries = 0

        def waited(status: int, left: int, pages: int) -> None:
            nonlocal tries
            tries += 1
            if tries > TRIES:  # it would wait for ever
                raise sqlite3.OperationalError("the database is locked")

        with closing(sqlite3.connect(target)) as new:
            os.chmod(target, 0o600)
            connection.backup(new, progress=waited)
            new.execute("PRAGMA journal_mode=DELETE")
        sync(target)
        return target
