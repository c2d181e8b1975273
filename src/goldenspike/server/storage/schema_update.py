"""A database of an older version gets the newest schema, after a copy of it was put aside."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Engine

from goldenspike.engine.errors import BadFile
from goldenspike.server.storage.copies import copy_database, examine, lost_its_pages, sync_folder
from goldenspike.server.storage.folder_lock import why
from goldenspike.server.storage.migrations import NEWEST, known_steps, newer, stands_at, upgrade

log = logging.getLogger("goldenspike.server")


def database_problem(database: Path) -> str:
    """Why a server cannot keep its tables in this file, in one line; empty if it can."""
    if lost_its_pages(database):
        return _damage_line(database, "it is empty, and its log is not")
    try:
        with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as probe:
            probe.execute("BEGIN IMMEDIATE")
            probe.execute("ROLLBACK")
            found = [row[0] for row in probe.execute("SELECT name FROM sqlite_master WHERE name = 'alembic_version'")]
            schema = probe.execute("SELECT version_num FROM alembic_version").fetchone() if found else None
    except sqlite3.Error as error:
        return _damage(database, error) or f"tables cannot be kept in {database}: {error}"
    if schema is not None and schema[0] not in known_steps():
        return f"{database}: {newer(schema[0])}"
    return ""


def update_schema(database: Path, engine: Engine) -> Path | None:
    """Bring a database to the newest schema; where the copy from before is, if it took one."""
    try:
        with engine.connect() as connection:
            before = stands_at(connection)
        kept = None
        if before is not None and before != NEWEST and before in known_steps():
            kept = _put_aside(database, before)
        if before != NEWEST:
            with engine.begin() as connection:
                upgrade(connection)
    except sa.exc.DatabaseError as error:
        cause = error.orig if isinstance(error.orig, sqlite3.Error) else sqlite3.Error(str(error))
        raise BadFile(_damage(database, cause) or f"tables cannot be kept in {database}: {why(error)}") from None
    if kept is not None:
        log.warning("the database went from schema %s to %s; the one from before is kept as %s", before, NEWEST, kept)
    return kept


def _put_aside(database: Path, schema: str) -> Path:
    kept = database.with_name(f"{database.name}.schema-{schema}-{time.strftime('%Y%m%d-%H%M%S')}")
    part = Path(f"{kept}.copying")
    try:
        copy_database(database, part)
        examine(part, database)
        part.rename(kept)
        sync_folder(kept.parent)
    except (OSError, sqlite3.Error) as error:
        raise BadFile(
            f"the database must be copied before it is brought to schema {NEWEST}, and cannot be: {why(error)}"
        ) from None
    finally:
        part.unlink(missing_ok=True)
    return kept


def _damage(database: Path, error: sqlite3.Error) -> str:
    """A line about a damaged database; empty if something else is wrong."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF not in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
        return ""
    return _damage_line(database, str(error))


def _damage_line(database: Path, what: str) -> str:
    return (
        f"{database} is damaged ({what}); goldenspike restore FILE puts a backup in its place and keeps what is there"
    )
