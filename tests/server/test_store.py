"""The store: migrations, group commit, commits that fail."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from goldenspike.engine.errors import BadFile
from goldenspike.server.storage import migrations, schema
from goldenspike.server.storage.databases import opened_store
from goldenspike.server.storage.migrations import RUNS_FROM_NAME, stands_at
from goldenspike.server.storage.sqlite_store import SqliteStore
from goldenspike.server.storage.store import DuplicateRow, StoreError
from goldenspike.server.storage.trial_postgres import TrialPostgres

from .databases import connected, on_both_databases, postgresql_only, sqlite_only, store_of
from .live_server import async_test

pytestmark = on_both_databases


@on_both_databases
def test_the_migrations_give_exactly_the_schema_of_today(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    store.close()


@sqlite_only
def test_the_migrations_give_exactly_the_statements(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    with store.engine.connect() as connection:
        found = {str(sql) for sql in connection.scalars(sa.text("select sql from sqlite_master where type='table'"))}
    whole = sa.create_engine("sqlite://")
    schema.metadata.create_all(whole)
    with whole.connect() as connection:
        wanted = {str(sql) for sql in connection.scalars(sa.text("select sql from sqlite_master where type='table'"))}

    def plain(lines: set[str]) -> list[list[str]]:
        """Word by word; the order of constraints says nothing."""
        return sorted(sorted(re.findall(r"\w+", line)) for line in lines if "alembic" not in line)

    assert plain(found) == plain(wanted)
    store.close()
    again = SqliteStore(tmp_path)  # a database of today stays as it is
    again.close()


def test_it_is_safe_against_a_power_cut(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    shown = {"SHOW synchronous_commit": "on"}
    if not store.shared:
        shown = {"PRAGMA journal_mode": "wal", "PRAGMA synchronous": 2, "PRAGMA foreign_keys": 1}
    with store.engine.connect() as connection:
        assert {asked: connection.scalar(sa.text(asked)) for asked in shown} == shown
    store.close()


def put(name: str) -> sa.Insert:
    return sa.insert(schema.settings).values(name=name, value="x")


def names(connection: Connection) -> set[str]:
    return set(connection.scalars(sa.select(schema.settings.c.name)))


@async_test
async def test_many_share_a_commit_and_one_at_fault_harms_nobody(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    await store.write(lambda connection: connection.execute(put("0")) and None)
    before = store.commits

    def fail(connection: Connection) -> None:
        connection.execute(put("half"))
        raise KeyError("own fault")

    jobs = [store.write(lambda connection, n=n: connection.execute(put(str(n))) and None) for n in range(100)]
    jobs.append(store.write(fail))
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert isinstance(done[0], DuplicateRow)
    assert isinstance(done[-1], KeyError)
    assert done[1:-1] == [None] * 99
    assert await store.read(names) - {RUNS_FROM_NAME} == {str(n) for n in range(100)}
    many = [store.write(lambda connection, n=n: connection.execute(put(f"more {n}")) and None) for n in range(100)]
    middle = store.commits
    await asyncio.gather(*many)
    assert store.commits - middle < 50
    assert middle > before
    store.close()
    with pytest.raises(StoreError):
        await store.write(names)


@sqlite_only
@async_test
async def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    with store.engine.connect() as connection:
        pages = int(connection.scalar(sa.text("PRAGMA page_count")) or 0)

    def stuff(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        connection.execute(put("big"), {"value": "x" * 1_000_000})

    with pytest.raises(StoreError, match="full"):
        await store.write(stuff)
    assert store.failures == 1
    assert await store.read(names) == set()

    def room(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count=1000000")
        connection.execute(put("small"))

    await store.write(room)
    assert await store.read(names) == {"small"}
    store.close()


@async_test
async def test_what_was_written_is_there_for_others_at_once(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    await store.write(lambda connection: connection.execute(put("seen")) and None)
    with connected(tmp_path) as other:
        assert "seen" in names(other)
    store.close()


@sqlite_only
def test_the_newest_step_is_named_and_alembic_is_loaded_only_to_take_one(tmp_path: Path) -> None:
    steps = ScriptDirectory(str(migrations.HERE))
    assert steps.get_current_head() == migrations.NEWEST
    code = (
        "import sys; from goldenspike.server.storage.sqlite_store import SqliteStore;"
        " SqliteStore(sys.argv[1]).close(); print('alembic' in sys.modules)"
    )
    told = [
        subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert [line.strip() for line in told] == ["True", "False"]


@sqlite_only
def test_the_embedded_database_loads_nothing_of_the_other(tmp_path: Path) -> None:
    code = (
        "import sys; from goldenspike.server.app import create; from goldenspike.server.storage.databases import *;"
        " opened_store(sys.argv[1]).close();"
        " print(sorted(name for name in sys.modules if name.startswith(('psycopg', 'sqlalchemy.dialects.p', 'nats'))))"
    )
    SqliteStore(tmp_path).close()  # a new one needs Alembic, which loads everything
    told = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


@on_both_databases
@async_test
async def test_texts_come_back_as_they_were(tmp_path: Path) -> None:
    """Long ones, other scripts, case, and the one character that PostgreSQL does not keep."""
    store = store_of(tmp_path)
    texts = ["x" * 5000, "Ärger", "ärger", "ARGER", "%_\\'\"", "\U0001f682", "a\tb\n", " "]
    for number, text in enumerate(texts):
        row = {"name": f"{'n' * 100}{number}", "value": text}
        await store.write(lambda c, row=row: c.execute(sa.insert(schema.settings), row) and None)
    kept = dict(await store.read(lambda c: c.execute(sa.select(schema.settings)).all()))
    assert [kept[f"{'n' * 100}{number}"] for number in range(len(texts))] == texts
    await store.write(lambda c: c.execute(put("a\0b")) and None)
    assert await store.read(names) & {"a\0b", "a\ufffdb"}
    store.close()


@on_both_databases
@async_test
async def test_a_text_that_cannot_be_written_harms_nobody_else(tmp_path: Path) -> None:
    store = store_of(tmp_path)
    half = "\ud800"  # one half of a pair: no encoding has it
    jobs = [store.write(lambda c, n=n: c.execute(put(f"{n}{half if n == 1 else ''}")) and None) for n in range(3)]
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert [error is None for error in done] == [True, False, True]
    assert {"0", "2"} <= await store.read(names)
    store.close()


@postgresql_only
def test_servers_that_start_together_make_the_schema_once(tmp_path: Path) -> None:
    with TrialPostgres(settings=("fsync=off",)) as postgres, ThreadPoolExecutor(4) as together:
        opening = [together.submit(opened_store, tmp_path / str(n), postgres.url()) for n in range(4)]
        for one in opening:
            store = one.result()
            assert store.read_now(stands_at) == migrations.NEWEST
            store.close()


@postgresql_only
def test_the_version_before_still_works_on_a_newer_schema_that_only_adds(tmp_path: Path) -> None:
    store_of(tmp_path).close()
    with connected(tmp_path) as database:
        database.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store_of(tmp_path).close()
    with connected(tmp_path) as database:
        change = sa.update(schema.settings).where(schema.settings.c.name == RUNS_FROM_NAME)
        database.execute(change.values(value="9998"))
    with pytest.raises(BadFile, match="newer version of Golden Spike"):
        store_of(tmp_path)
