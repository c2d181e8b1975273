"""Several servers on one database: who plays which table, and what an owner of yesterday can still do (nothing)."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from goldenspike.server.cluster.bus import NatsBus
from goldenspike.server.cluster.node import ClusterNode
from goldenspike.server.storage import schema
from goldenspike.server.storage.databases import opened_store
from goldenspike.server.storage.leases import Leases, NewerRules, OwnedElsewhere, live_nodes
from goldenspike.server.storage.postgres_store import PostgresStore
from goldenspike.server.storage.store import NotOwner, Rows, Store, StoreError
from goldenspike.server.storage.trial_postgres import TrialPostgres
from goldenspike.server.tables.active_tables import ActiveTables

from .databases import database_of, postgresql_only
from .live_server import async_test
from .small_database import played

pytestmark = postgresql_only
SHORT_S = 0.6


@asynccontextmanager
async def two_servers(folder: Path, lease_s: float = SHORT_S) -> AsyncIterator[tuple[list[str], list[Leases]]]:
    """Two stores on one database with a few tables in it, each with a lease."""
    names = await played(folder, tables=2, moves=3)
    stores = [opened_store(folder / str(number), database_of(folder)) for number in range(2)]
    leases = [Leases(store, address=f"http://{number}", lease_s=lease_s) for number, store in enumerate(stores)]
    try:
        yield names, leases
    finally:
        for one in leases:
            one.close()
        for store in stores:
            store.close()


def step(table: str, version: int, epoch: int, text: str = "hello") -> Rows:
    """One more entry of a table."""
    row = (table, version, "chat", 0, f"id {version} {text}", 5, text, None, False, False, "")
    return Rows([row], (5, version, 0, table), [], epoch)


def version_of(store: Store, table: str) -> int:
    known = schema.tables
    asked = sa.select(known.c.version).where(known.c.id == table)
    return int(store.read_now(lambda c: c.execute(asked).scalar()))


@async_test
async def test_a_table_has_one_owner_until_it_is_given_up(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (names, (one, two)):
        epoch = await one.take(names[0])
        assert epoch is not None
        with pytest.raises(OwnedElsewhere) as refused:
            await two.take(names[0])
        assert (refused.value.node, refused.value.address) == (one.node, "http://0")
        assert await two.take(names[1]) is not None
        assert await one.take("no-such-table") is None
        assert (
            await one.take(names[0]) == epoch + 1
        )  # loaded anew: what the actor before it still wants to write is void
        told = one.store.read_now(live_nodes)
        assert [(node.address, node.tables) for node in told] == [("http://0", 1), ("http://1", 1)]
        await one.release(names)
        assert await two.take(names[0]) == epoch + 2
        assert sorted(two.held) == sorted(names)
        with pytest.raises(OwnedElsewhere) as refused:
            await one.take(names[0])
        assert refused.value.node == two.node


@async_test
async def test_a_frozen_owner_can_write_nothing_when_it_wakes_up(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (names, (one, two)):
        mine, other = await one.take_many(names), await two.take_many(names)
        assert (len(mine), len(other)) == (2, 0)
        lost: list[bool] = []
        one.lost = lambda: lost.append(True)
        one._renew = lambda: time.sleep(5 * SHORT_S) or False  # type: ignore[method-assign, func-returns-value]
        before = version_of(one.store, names[0])
        epoch = None
        async with asyncio.timeout(120):
            while epoch is None:
                try:
                    epoch = await two.take(names[0])
                except OwnedElsewhere:
                    await asyncio.sleep(0.05)
        assert epoch > mine[names[0]]
        # The owner of yesterday stores for both of its tables in one commit; one of them is its own no more.
        done = await asyncio.gather(
            one.store.write(step(names[0], before + 1, mine[names[0]])),
            one.store.write(step(names[1], version_of(one.store, names[1]) + 1, mine[names[1]])),
            return_exceptions=True,
        )
        assert isinstance(done[0], NotOwner)
        assert done[1] is None
        assert version_of(one.store, names[0]) == before
        await two.store.write(step(names[0], before + 1, epoch))
        assert version_of(one.store, names[0]) == before + 1
        async with asyncio.timeout(120):
            while not lost:
                await asyncio.sleep(0.05)
        assert one.held == {}
        assert await one.take(names[1]) is not None  # a new lease, under a new name


class Looking:
    """A page at a table; it notes what its server still plays when it is told to come back."""

    seat, seats, host, pictures = None, frozenset[int](), False, False

    def __init__(self, leases: Leases) -> None:
        self.leases = leases
        self.told: list[tuple[bool, set[str]]] = []

    def bye(self, reason: str, again: bool) -> None:
        self.told.append((again, set(self.leases.held)))


@async_test
async def test_a_server_that_stops_gives_up_first_what_somebody_looks_at(tmp_path: Path) -> None:
    names = await played(tmp_path, tables=4, moves=2)
    store = opened_store(tmp_path / "one", database_of(tmp_path))
    leases = Leases(store, lease_s=30.0)
    active_tables = ActiveTables(store, leases=leases)
    node = ClusterNode(NatsBus("nats://127.0.0.1:1", "one"), leases, active_tables, name="one")
    page = Looking(leases)
    for name in names:
        await active_tables.table(name)
    active_tables.loaded[names[-1]].viewers.add(page)  # type: ignore[arg-type]
    assert set(leases.held) == set(names)
    await node.drain()
    assert page.told == [(True, set(names[:-1]))], "its table is free, the idle ones come afterwards"
    assert leases.held == {}
    owners = store.read_now(lambda c: set(c.scalars(sa.select(schema.tables.c.owner))))
    assert owners == {None}
    await active_tables.close()
    leases.close()
    store.close()


@async_test
async def test_what_runs_beside_the_log_is_fenced_as_well(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 30.0) as (names, (one, _)):
        epoch = await one.take(names[0])
        assert epoch is not None
        stale = step(names[0], version_of(one.store, names[0]) + 1, epoch - 1)
        stale.more.append(lambda c: c.execute(sa.insert(schema.settings), {"name": "beside", "value": "x"}))
        with pytest.raises(NotOwner):
            await one.store.write(stale)
        found = sa.select(schema.settings.c.name).where(schema.settings.c.name == "beside")
        assert one.store.read_now(lambda c: c.execute(found).first()) is None


@async_test
async def test_two_servers_that_want_all_tables_at_once_share_them(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 30.0) as (names, both):
        for _ in range(10):
            taken = await asyncio.gather(*(one.take_many(names) for one in both))
            owned = [name for found in taken for name in found]
            assert len(owned) == len(set(owned))
            await asyncio.gather(*(one.release(names) for one in both))


@async_test
async def test_a_table_under_newer_rules_is_left_to_a_server_that_has_them(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 30.0) as (names, (old, new)):
        game = old.store.read_now(lambda c: str(c.scalar(sa.select(schema.tables.c.game))))
        old.rules, new.rules = {game: "1.9.0"}, {game: "1.10.0"}
        newer = sa.update(schema.tables).where(schema.tables.c.id == names[0]).values(rules="1.10.0")
        await old.store.write(lambda c: c.execute(newer).rowcount)
        await new.name()
        with pytest.raises(NewerRules) as refused:
            await old.take(names[0])
        assert refused.value.node == new.node
        active_tables = ActiveTables(old.store, leases=old)
        with pytest.raises(NewerRules):
            await active_tables.table(names[0])
        assert old.held == {}
        assert await new.take(names[0]) is not None
        new.close()
        assert await old.take(names[0]) is not None  # nobody has these rules: whoever comes is told so


# ------------------------------------------------------------------ the database goes away
@pytest.fixture(scope="module")
def own_postgres() -> Any:
    """One that may be killed."""
    with TrialPostgres() as server:
        yield server


@async_test
async def test_after_a_restart_of_the_database_the_store_goes_on_by_itself(
    tmp_path: Path, own_postgres: TrialPostgres
) -> None:
    store = opened_store(tmp_path, own_postgres.url())
    put = sa.insert(schema.settings)
    await store.write(lambda c: c.execute(put, {"name": "before", "value": "x"}) and None)
    for how in (signal.SIGINT, signal.SIGKILL):
        own_postgres.stop(how)
        with pytest.raises(StoreError, match="could not be stored, so nothing was changed"):
            await store.write(lambda c: c.execute(put, {"name": "away", "value": "x"}) and None)
        with pytest.raises(StoreError, match="cannot be read"):
            await store.read(lambda c: c.execute(sa.select(schema.settings)).all())
        own_postgres.start()
        await store.write(lambda c, how=how: c.execute(put, {"name": how.name, "value": "x"}) and None)  # type: ignore[misc]
        names = await store.read(lambda c: set(c.scalars(sa.select(schema.settings.c.name))))
        assert {"before", how.name} <= names
        assert "away" not in names
    # Restarted while nobody looked: the next write and the next read notice nothing.
    own_postgres.stop()
    own_postgres.start()
    await store.read(lambda c: c.execute(sa.select(schema.settings)).all())
    await store.write(lambda c: c.execute(put, {"name": "after", "value": "x"}) and None)
    store.close()


@async_test
@pytest.mark.parametrize("arrives", [True, False])
async def test_a_commit_in_doubt_is_looked_up_before_anybody_is_told(
    tmp_path: Path, arrives: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection ends with the commit, once after it arrived and once before."""
    store = opened_store(tmp_path, database_of(tmp_path))
    assert isinstance(store, PostgresStore)
    commit = store.engine.dialect.do_commit

    def lost(raw: Any) -> None:
        monkeypatch.undo()
        if arrives:
            commit(raw)
        raw.driver_connection.close()
        raise psycopg.OperationalError("the connection is lost")

    await store.write(lambda c: None)
    monkeypatch.setattr(store.engine.dialect, "do_commit", lost)
    writing = store.write(lambda c: c.execute(sa.insert(schema.settings), {"name": "doubt", "value": "x"}) and None)
    if arrives:
        await writing
    else:
        with pytest.raises(StoreError, match="nothing was changed"):
            await writing
    found = sa.select(schema.settings.c.name).where(schema.settings.c.name == "doubt")
    assert (store.read_now(lambda c: c.execute(found).first()) is not None) == arrives
    store.close()


@async_test
async def test_a_commit_that_a_crash_swallowed_is_not_taken_for_another_of_the_same_number(
    tmp_path: Path, own_postgres: TrialPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash PostgreSQL gives the number of a transaction that left no trace to another one."""
    store = opened_store(tmp_path, own_postgres.url())
    assert isinstance(store, PostgresStore)
    put = sa.insert(schema.settings)
    await store.write(lambda c: c.execute(put, {"name": "first", "value": "x"}) and None)
    status: list[str] = []

    def lost(raw: Any) -> None:
        monkeypatch.undo()
        number = raw.driver_connection.execute("SELECT pg_current_xact_id()::text").fetchone()[0]
        own_postgres.stop(signal.SIGKILL)
        own_postgres.start()
        with psycopg.connect(own_postgres.url(), autocommit=True) as other:
            for _ in range(500):
                if int(other.execute("SELECT pg_current_xact_id()::text").fetchone()[0]) >= int(number):  # type: ignore[index]
                    break
            status.append(other.execute("SELECT pg_xact_status(%s::xid8)", [number]).fetchone()[0])  # type: ignore[index]
        raw.driver_connection.close()
        raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(store.engine.dialect, "do_commit", lost)
    with pytest.raises(StoreError, match="nothing was changed"):
        await store.write(lambda c: c.execute(put, {"name": "swallowed", "value": "x"}) and None)
    assert status == ["committed"], "another transaction of this number was"
    await store.write(lambda c: c.execute(put, {"name": "next", "value": "x"}) and None)
    names = await store.read(lambda c: set(c.scalars(sa.select(schema.settings.c.name))))
    assert "next" in names
    assert "swallowed" not in names
    store.close()
