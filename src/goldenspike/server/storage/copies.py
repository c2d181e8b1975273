"""Copies of a database file: while it is in use, and on the disk before anybody is told."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from goldenspike.engine.errors import BadFile

BESIDE = ("-wal", "-shm")  # SQLite's own files beside the database
COPYING = ".copying"


def copy_database(source: Path, target: Path) -> None:
    """A whole copy in one file, taken in one moment, also while somebody writes to the source."""
    target.unlink(missing_ok=True)
    with (
        closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        os.chmod(target, 0o600)  # it holds the seeds of running games
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")
    sync(target)


def set_aside(database: Path, name: Path) -> None:
    """What is in a database under another name: as one file if it is sound, else byte by byte with SQLite's files.

    The database itself is only read; SQLite would write its log even into a file that is noise.
    """
    part = Path(f"{name}{COPYING}")
    try:
        if lost_its_pages(database):
            raise BadFile(f"{database} is empty")
        copy_database(database, part)
        examine(part, database)
        os.replace(part, name)
    except (sqlite3.Error, BadFile):
        part.unlink(missing_ok=True)
        _copy_bytes(database, name)
    sync_folder(name.parent)


def lost_its_pages(database: Path) -> bool:
    """Is this an empty file beside a log that has something in it? SQLite would take it for new and delete the log."""
    log = Path(f"{database}-wal")
    return database.exists() and database.stat().st_size == 0 and log.exists() and log.stat().st_size > 0


def _copy_bytes(database: Path, name: Path) -> None:
    for suffix in ("", *BESIDE):
        old, new = Path(f"{database}{suffix}"), Path(f"{name}{suffix}")
        if old.exists():
            part = Path(f"{new}{COPYING}")
            shutil.copyfile(old, part)
            os.chmod(part, 0o600)
            sync(part)
            os.replace(part, new)


def sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """A new name is safe once its folder is written, where folders can be written."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def examine(path: Path, named: Path) -> None:
    """Is this file undamaged, and one of our databases?"""
    with closing(sqlite3.connect(path)) as database:
        health = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
        known = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    if health != "ok":
        raise BadFile(f"{named} is damaged ({health})")
    if not {"tables", "log", "alembic_version"} <= known:
        raise BadFile(f"{named} is no backup of a table")


def schema_of(path: Path) -> str:
    """The schema of one of our databases."""
    with closing(sqlite3.connect(path)) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])
