"""How the database came to be what it is: Alembic's steps, run in code when a store opens."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

HERE = Path(__file__).resolve().parent


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring the database to the newest schema; a database that is there already stays as it is."""
    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
