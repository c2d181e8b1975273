"""Backups while people play. A backup is checked before it gets its name."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from goldenspike.engine.errors import BadFile
from goldenspike.server.storage.copies import copy_database, examine, schema_of, sync_folder
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.folder_lock import LOCK, FolderInUse, FolderLock, why
from goldenspike.server.storage.migrations import NEWEST
from goldenspike.server.storage.move_database import export_database
from goldenspike.server.storage.replay_check import Remembered, Report, check, replay, replay_database
from goldenspike.server.storage.restore import restore

__all__ = ["LOCK", "FolderInUse", "FolderLock", "Report", "backup", "check", "replay", "restore"]


def backup(folder: Path, target: Path, *, whole: bool = False, database: str | None = None) -> Report:
    """A whole copy of the database while it is in use, also of one that several servers share.

    The copy is undamaged, and every table in it replays. A table that replayed at an earlier backup, and has not
    changed since, is not replayed again, unless the ``whole`` copy is to be.
    """
    source = folder / FILE
    if database is None and not source.is_file():
        raise BadFile(f"there is no table to back up in {folder}")
    if target.exists() and target.resolve() == source.resolve():
        raise BadFile("a backup needs a file of its own")
    part = target.with_name(f"{target.name}.part")
    try:
        if database is None:
            copy_database(source, part)
        else:
            export_database(database, part)
        examine(part, source)
        remembered = Remembered(folder)
        if schema_of(part) == NEWEST:
            report = replay_database(part, None if whole else remembered)
        else:
            report = check(part)  # of an older version: a copy of the copy is brought up to date and replayed
        os.replace(part, target)
        sync_folder(target.parent)
        remembered.keep(report)
    except (OSError, sqlite3.Error) as error:
        raise BadFile(f"cannot write {target}: {why(error)}") from None
    finally:
        part.unlink(missing_ok=True)
    return report
