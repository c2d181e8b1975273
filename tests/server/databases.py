"""The database that the tests of the table run on: the file of a folder, or a PostgreSQL of their own.

``pytest tests/server --database postgresql`` runs all of them on PostgreSQL, ``both`` on both. Without the option all
run on SQLite, and those that are marked ``on_both_databases`` on PostgreSQL as well.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.databases import opened_store
from goldenspike.server.storage.move_database import local_copy, move_database
from goldenspike.server.storage.replay_check import Report, check
from goldenspike.server.storage.store import Store, StoreError
from goldenspike.server.storage.trial_postgres import TrialPostgres

TEMPLATE = "template_of_tests"
on_both_databases = pytest.mark.on_both_databases
sqlite_only = pytest.mark.sqlite_only
postgresql_only = pytest.mark.postgresql_only


class Postgres:
    """One server for all tests of a session; every folder of a test has a database of its own there."""

    def __init__(self) -> None:
        # Every test makes a database; that they survive a power cut is not what these tests are about.
        self.server = TrialPostgres(settings=("fsync=off", "full_page_writes=off"))
        self.server.start()
        self.made: dict[str, str] = {}
        self.kept: dict[str, str] = {}
        self._run(f'CREATE DATABASE "{TEMPLATE}"')
        opened_store(self.server.folder / "template", self.server.url(TEMPLATE)).close()

    def url(self, folder: Path) -> str:
        """The database that belongs to a folder, made when it is first asked for."""
        key = str(Path(folder).resolve())
        if key in self.kept:
            return self.server.url(self.kept[key])
        if key not in self.made:
            self._make(key, TEMPLATE)
        return self.server.url(self.made[key])

    def keep(self, folder: Path) -> None:
        """The database of a folder stays for all tests of the session."""
        key = str(Path(folder).resolve())
        self.url(folder)
        self.kept[key] = self.made.pop(key)

    def copy(self, kept: Path, folder: Path) -> None:
        """A folder begins with what is in the database of another, which is kept."""
        self._make(str(Path(folder).resolve()), self.kept[str(Path(kept).resolve())])

    def _make(self, key: str, template: str) -> None:
        name = f"t_{hashlib.sha256(key.encode()).hexdigest()[:24]}"
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        self.made[key] = name

    def drop(self, folder: Path) -> None:
        """Drop what belongs to a folder before the test is over."""
        self._run(f'DROP DATABASE "{self.made.pop(str(Path(folder).resolve()))}" WITH (FORCE)')

    def forget(self) -> None:
        """Drop what the last test made."""
        for name in self.made.values():
            self._run(f'DROP DATABASE "{name}" WITH (FORCE)')
        self.made.clear()

    def _run(self, statement: str) -> None:
        with psycopg.connect(self.server.url(), autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[call-overload]

    def close(self) -> None:
        self.server.remove()


_running: Postgres | None = None  # of this session, once a test needed it
_used: Postgres | None = None  # by the test that runs now


def use_postgres() -> None:
    """From now on databases are PostgreSQL's."""
    global _running, _used
    if _running is None:
        _running = Postgres()
    _used = _running


def use_sqlite() -> None:
    """From now on databases are files; what was made in PostgreSQL is dropped."""
    global _used
    if _used is not None:
        _used.forget()
    _used = None


def close() -> None:
    """The end of the session."""
    global _running
    if _running is not None:
        _running.close()
    _running = None


def database_of(folder: Path) -> str | None:
    """The database that belongs to a folder, for whoever serves it; None for the file in it."""
    return None if _used is None else _used.url(folder)


@cache
def _empty_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        opened_store(Path(folder)).close()
        return (Path(folder) / FILE).read_bytes()


def begun(folder: Path) -> Path:
    """The folder, with a database in it: to make one from all steps of the schema takes longer than many a test."""
    if _used is None and not (folder.exists() and any(folder.iterdir())):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE).write_bytes(_empty_file())
    return folder


def database_words(folder: Path) -> list[str]:
    """What the command line needs to work on the database of a folder, beside --data."""
    database = database_of(folder)
    return [] if database is None else ["--database", database]


def brought_over(folder: Path) -> None:
    """What is in the file of a folder is from now on in the database of this test; where that is the file, it is."""
    database = database_of(folder)
    if database is not None:
        move_database(str(folder), database)


def kind() -> str:
    """Which database the test that runs now is about."""
    return "sqlite" if _used is None else "postgresql"


def kept(folder: Path) -> Path:
    """A folder whose database other tests copy."""
    if _used is not None:
        _used.keep(folder)
    return folder


def copied(source: Path, folder: Path) -> None:
    """A folder begins as a copy of one that is kept, its database with it."""
    shutil.copytree(source, folder, dirs_exist_ok=True)
    if _used is not None:
        _used.copy(source, folder)


def removed(folder: Path) -> None:
    """A copy that is not needed any more."""
    shutil.rmtree(folder, ignore_errors=True)
    if _used is not None:
        _used.drop(folder)


def checked(folder: Path) -> Report:
    """Every table of the database of a folder, replayed."""
    with local_copy(database_of(folder) or folder) as copy:
        return check(copy)


def store_of(folder: Path) -> Store:
    """The store of a folder."""
    return opened_store(begun(folder), database_of(folder))


@contextmanager
def connected(folder: Path) -> Iterator[sa.Connection]:
    """The database of a folder, in a transaction that is committed at the end."""
    database = database_of(folder)
    if database is None:
        engine = sa.create_engine(f"sqlite:///{folder / 'table.sqlite3'}")
    else:
        engine = sa.create_engine(sa.make_url(database).set(drivername="postgresql+psycopg"))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


class ReadOnly:
    """The database as on a disk that takes nothing more."""

    # Every commit of a server leaves a mark among the claims: this refuses them all until it is taken back.
    REFUSE = (
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE read_only_sql_transaction USING MESSAGE = 'the disk is read-only'; END $$",
        "CREATE TRIGGER refuse BEFORE INSERT ON claims EXECUTE FUNCTION refuse()",
    )
    ALLOW = ("DROP FUNCTION refuse() CASCADE",)

    def __init__(self, store: Store) -> None:
        self.store = store

    async def __aenter__(self) -> None:
        await self.set(True)

    async def __aexit__(self, *error: object) -> None:
        with suppress(StoreError):  # it may be committed together with something that cannot be written
            return await self.set(False)
        await self.set(False)

    async def set(self, on: bool) -> None:
        if self.store.engine.dialect.name == "sqlite":
            pragma = f"PRAGMA query_only={'ON' if on else 'OFF'}"
            await self.store.write(lambda c: c.exec_driver_sql(pragma) and None)
            return
        with self.store.engine.begin() as connection:
            for statement in self.REFUSE if on else self.ALLOW:
                connection.exec_driver_sql(statement)
