"""The store: migrations, group commit, commits that fail."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from goldenspike.server.storage import migrations, schema
from goldenspike.server.storage.store import FILE, DuplicateRow, Store, StoreError

from .live_server import async_test


def test_the_migrations_give_exactly_the_schema(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
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
    again = Store(tmp_path)  # a database of today stays as it is
    again.close()


def test_it_is_safe_against_a_power_cut(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.engine.connect() as connection:
        assert connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(sa.text("PRAGMA synchronous")) == 2
        assert connection.scalar(sa.text("PRAGMA foreign_keys")) == 1
    store.close()


def put(name: str) -> sa.Insert:
    return sa.insert(schema.settings).values(name=name, value="x")


def names(connection: Connection) -> set[str]:
    return set(connection.scalars(sa.select(schema.settings.c.name)))


@async_test
async def test_many_share_a_commit_and_one_at_fault_harms_nobody(tmp_path: Path) -> None:
    store = Store(tmp_path)
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
    assert await store.read(names) == {str(n) for n in range(100)}
    many = [store.write(lambda connection, n=n: connection.execute(put(f"more {n}")) and None) for n in range(100)]
    middle = store.commits
    await asyncio.gather(*many)
    assert store.commits - middle < 50
    assert middle > before
    store.close()
    with pytest.raises(StoreError):
        await store.write(names)


@async_test
async def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    store = Store(tmp_path)
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
    store = Store(tmp_path)
    await store.write(lambda connection: connection.execute(put("seen")) and None)
    other = sqlite3.connect(f"file:{tmp_path / FILE}?mode=ro", uri=True)
    assert other.execute("select name from settings").fetchall() == [("seen",)]
    other.close()
    store.close()


def test_the_newest_step_is_named_and_alembic_is_loaded_only_to_take_one(tmp_path: Path) -> None:
    steps = ScriptDirectory(str(migrations.HERE))
    assert steps.get_current_head() == migrations.NEWEST
    code = (
        "import sys; from goldenspike.server.storage.store import Store;"
        " Store(sys.argv[1]).close(); print('alembic' in sys.modules)"
    )
    told = [
        subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert [line.strip() for line in told] == ["True", "False"]
