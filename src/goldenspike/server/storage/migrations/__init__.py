"""How the database came to be what it is: Alembic's steps, run in code when a store opens."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection

HERE = Path(__file__).resolve().parent
NEWEST = "0003"


def upgrade(connection: Connection) -> None:
    """Bring the database to the newest schema; a database that is there already stays as it is."""
    if stands_at(connection) == NEWEST:
        return
    # Imported only where there is something to do: most starts find the newest schema, and Alembic is slow to load.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def stands_at(connection: Connection) -> str | None:
    """The last step this database has taken, or None."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
