"""Which database a server works on: the file in its data folder, or one that several servers share."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine

from goldenspike.engine.errors import BadOption
from goldenspike.server.storage.sqlite_store import SqliteStore
from goldenspike.server.storage.store import Store

VARIABLE = "GOLDENSPIKE_DATABASE"


def is_shared(database: str | None) -> bool:
    """Is this the URL of a database, and not a file of our own?"""
    return database is not None and "://" in database


def chosen_database(given: str | None, environment: Mapping[str, str] = os.environ) -> str | None:
    """The database that was asked for on the command line or in the environment; None for the data folder's own."""
    database = given or environment.get(VARIABLE) or None
    if database is not None and not is_shared(database):
        raise BadOption("a database is named like postgresql://user:password@host/name; a folder goes with --data")
    return database


def opened_store(folder: Path | str, database: str | None = None) -> Store:
    """The store of a server."""
    if database is None:
        return SqliteStore(folder)
    with _psycopg():
        from goldenspike.server.storage.postgres_store import PostgresStore
    return PostgresStore(database, folder)


@contextmanager
def shared_engine(database: str) -> Iterator[Engine]:
    """A shared database with the schema of today, for something else than a server."""
    with _psycopg():
        from goldenspike.server.storage.postgres_store import make_engine, read_url, update_shared_schema
    url = read_url(database)
    engine = make_engine(url, idle_ms=0)  # whoever replays between two questions takes their time
    try:
        update_shared_schema(engine, url.render_as_string(hide_password=True))
        yield engine
    finally:
        engine.dispose()


@contextmanager
def shared_connection(database: str) -> Iterator[Connection]:
    """A shared database as it is, to look at."""
    with _psycopg():
        from goldenspike.server.storage.postgres_store import make_engine, read_url
    engine = make_engine(read_url(database), idle_ms=0)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _psycopg() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in {"psycopg", "psycopg_binary"}:
            raise
        raise BadOption('PostgreSQL needs a package more: pip install "goldenspike[cluster]"') from None
