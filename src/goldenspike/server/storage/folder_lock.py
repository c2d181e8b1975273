"""One server per data folder: whoever writes to it holds a lock."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from goldenspike.engine.errors import BadFile, BadOption

LOCK = "serving.lock"


class FolderInUse(BadOption):
    """Another server works on this folder."""


class FolderLock:
    """Held by the one server that writes to a folder; the system releases it when the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._held = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None, check_same_thread=False)
            self._held.execute("PRAGMA journal_mode=DELETE")
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                raise FolderInUse(f"another server is at work on {folder}; stop it first") from None
            raise BadFile(f"cannot work in {folder}: {error}") from None
        except (OSError, sqlite3.Error) as error:
            raise BadFile(f"cannot work in {folder}: {why(error)}") from None

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._held.rollback()
        self._held.close()


def why(error: Exception) -> str:
    """The cause of an error of the disk or the database, on one line."""
    cause = getattr(error, "strerror", None) or getattr(error, "orig", None) or error
    return " ".join(str(cause).split())[:200]
