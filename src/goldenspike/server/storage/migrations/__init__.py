"""How the database came to be what it is: Alembic's steps, run in code when a store opens."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.engine.errors import BadFile
from goldenspike.server.storage.conflicts import insert_or_update
from goldenspike.server.storage.schema import settings

HERE = Path(__file__).resolve().parent
NEWEST = "0016"
# Steps only add to the schema; what they make needless goes a release later. So a version whose newest step is this one
# or a later one still works on the database of today: servers can be updated one after another.
RUNS_FROM = "0008"
RUNS_FROM_NAME = "schema_runs_from"


def upgrade(connection: Connection) -> None:
    """Bring the database to the newest schema, in one transaction; one that is there already stays as it is."""
    now = stands_at(connection)
    if now == NEWEST:
        return
    if now is not None and now not in known_steps():
        raise BadFile(newer(now))
    if connection.dialect.name == "sqlite":
        # Without it each statement that changes the schema would be a transaction of its own.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    # Imported only where there is something to do: most starts find the newest schema, and Alembic is slow to load.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name != "sqlite":
        insert_or_update(connection, settings, {"name": RUNS_FROM_NAME, "value": RUNS_FROM})


def runs_on(connection: Connection) -> bool:
    """Does this version still work on a database with steps that it does not know?"""
    value = connection.execute(sa.select(settings.c.value).where(settings.c.name == RUNS_FROM_NAME)).scalar()
    return value is not None and str(value) <= NEWEST


def newer(schema: str) -> str:
    """A line about a database that this version is too old for."""
    return (
        f"the database was written by a newer version of Golden Spike (schema {schema}; this version knows {NEWEST}); "
        "start that version, or restore a backup from before the update"
    )


def known_steps() -> set[str]:
    """The steps this version knows."""
    return {path.stem.removeprefix("v").partition("_")[0] for path in (HERE / "versions").glob("v*.py")}


def stands_at(connection: Connection) -> str | None:
    """The last step this database has taken, or None."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
