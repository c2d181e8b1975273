"""Put a backup in the place of the database, also of one that cannot be read any more.

Whenever it is interrupted, the folder holds the tables from before or those of the backup, and the next command that
works there says which. Until ``restoring.json`` is written nothing has changed; from then on the way leads forward.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from pathlib import Path

from goldenspike.engine.errors import BadFile
from goldenspike.server.storage.copies import (
    BESIDE,
    COPYING,
    copy_database,
    examine,
    set_aside,
    sync,
    sync_folder,
)
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.folder_lock import FolderLock, why
from goldenspike.server.storage.move_database import export_database, has_data, import_database, unused
from goldenspike.server.storage.replay_check import Report, check, records, upgraded_copy

PART = f"{FILE}.part"
JOURNAL = "restoring.json"


def restore(folder: Path, source: Path) -> tuple[Report, Path | None]:
    """Restore a backup; what was there before is kept beside it, byte by byte. Nothing may serve meanwhile."""
    report = check(source)
    lock = FolderLock(folder)
    try:
        finish_interrupted(folder)
        part, target = folder / PART, folder / FILE
        copy_database(source, part)
        examine(part, source)
        kept: Path | None = None
        if target.exists():
            kept = _free_name(folder)
            set_aside(target, kept)
        _write_journal(folder, source, kept)
        _switch(folder)
    except (OSError, sqlite3.Error) as error:
        (folder / PART).unlink(missing_ok=True)
        raise BadFile(f"cannot restore into {folder}: {why(error)}") from None
    finally:
        lock.close()
    return report, kept


def restore_shared(folder: Path, source: Path, database: str) -> tuple[Report, Path | None]:
    """The same into a database that several servers share: all at once, or nothing. No server may work on it."""
    report = check(source)
    kept: Path | None = None
    with unused(database), upgraded_copy(source) as copy:
        if has_data(database):
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                kept = _free_name(folder)
                export_database(database, kept)
                sync_folder(folder)
            except OSError as error:
                raise BadFile(f"what is there cannot be kept in {folder}: {why(error)}") from None
        import_database(copy, database, expected={one.table: one.record for one in records(copy)}, replace=True)
    return report, kept


def finish_interrupted(folder: Path) -> str:
    """Tidy up after a restore that was interrupted; what it left behind, in one line (nothing, if there was none).

    Whoever calls this holds the lock of the folder.
    """
    try:
        known = json.loads((folder / JOURNAL).read_text("utf-8"))
        source, kept = str(known["source"]), known["kept"]
    except FileNotFoundError:
        leftovers = [path for path in (folder / PART, *folder.glob(f"{FILE}.before-*{COPYING}")) if path.exists()]
        for path in leftovers:
            path.unlink()
        if leftovers:
            return "a restore was interrupted before it changed anything: the tables are those from before it"
        return ""
    except (ValueError, KeyError, TypeError):
        raise BadFile(f"{folder / JOURNAL} cannot be read; restore a backup once more") from None
    _switch(folder)
    return f"a restore of {source} was interrupted and is complete now: the tables are those of the backup" + (
        f"; those from before are kept as {kept}" if kept else ""
    )


def _write_journal(folder: Path, source: Path, kept: Path | None) -> None:
    part = folder / f"{JOURNAL}{COPYING}"
    known = {"source": str(source), "kept": None if kept is None else str(kept)}
    part.write_text(json.dumps(known), "utf-8")
    sync(part)
    os.replace(part, folder / JOURNAL)
    sync_folder(folder)


def _switch(folder: Path) -> None:
    """From the old database to the new one; may be done again from any point of it."""
    part = folder / PART
    if part.exists():
        # A log that belongs to the old file would be taken for the new one's: it goes first.
        for suffix in BESIDE:
            (folder / f"{FILE}{suffix}").unlink(missing_ok=True)
        sync_folder(folder)
        os.replace(part, folder / FILE)
        sync_folder(folder)
    (folder / JOURNAL).unlink()
    sync_folder(folder)


def _free_name(folder: Path) -> Path:
    stem = f"{FILE}.before-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (folder / (stem if number == 1 else f"{stem}-{number}") for number in range(1, 1000))
    return next(name for name in names if not name.exists())
