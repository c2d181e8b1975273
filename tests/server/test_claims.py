"""Work that exists once: many servers look for it, one of them does it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from goldenspike.server.people.letters import LETTERS
from goldenspike.server.people.notifications import Notifications
from goldenspike.server.quotas import Quotas
from goldenspike.server.storage import schema
from goldenspike.server.storage.claims import PERHAPS, SENDING_MS, claim, claim_notices
from goldenspike.server.storage.databases import opened_store
from goldenspike.server.storage.leases import Leases
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.clock_watch import ClockWatch
from goldenspike.server.tables.retention import DAY_MS, Retention

from .databases import database_of, postgresql_only
from .live_server import async_test
from .test_leases import two_servers

pytestmark = postgresql_only
NOW = 1_000_000


def notice(number: int, kind: str = "webhook", table: str | None = None) -> dict[str, Any]:
    row = {"kind": kind, "target": "https://example.org", "payload": '{"seat": 0}', "table_id": table}
    return {**row, "unique_key": f"{kind} {number}", "created_ms": 1, "due_ms": NOW - 1}


async def put(store: Any, *rows: dict[str, Any]) -> None:
    await store.write(lambda c: [c.execute(sa.insert(schema.outbox), row) for row in rows] and None)


@async_test
async def test_one_server_at_a_time_and_the_next_when_it_is_gone(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 30.0) as (_, (one, two)):
        assert await claim(one.store, one, "tidying", 60)
        assert await claim(one.store, one, "tidying", 60)
        assert not await claim(two.store, two, "tidying", 60)
        assert await claim(two.store, two, "backups", 60)
        one.close()
        assert await claim(two.store, two, "tidying", 60)
        assert await claim(two.store, None, "anything", 60)  # nobody to share with


@async_test
async def test_nobody_is_notified_twice(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 30.0) as (names, both):
        await put(both[0].store, *(notice(number) for number in range(60)), notice(0, "email", names[0]))
        await both[0].take(names[0])  # where one of these notices belongs
        found: list[int] = []
        for _ in range(6):
            for rows in await asyncio.gather(*(claimed(leases) for leases in both)):
                found += rows
        assert len(found) == len(set(found)) == 61
        about = sa.select(schema.outbox.c.id).where(schema.outbox.c.kind == "email")
        theirs = both[0].store.read_now(lambda c: c.execute(about).scalar())
        await put(both[0].store, notice(1, "email", names[0]))
        assert await claimed(both[1]) == []  # whoever plays the table knows who is there
        assert len(await claimed(both[0])) == 1
        assert theirs in found


async def claimed(leases: Leases, now: int = NOW) -> list[int]:
    node = await leases.name()
    rows = await leases.store.write(lambda c: claim_notices(c, node, now, sa.true(), tuple(LETTERS), 20))
    return [row.id for row in rows]


@async_test
async def test_what_may_have_been_sent_is_not_sent_again_unless_it_was_asked_for(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 30.0) as (_, (one, two)):
        await put(one.store, notice(1), notice(2, next(iter(LETTERS))))
        first = await claimed(one)
        assert len(first) == 2
        assert await claimed(two) == []
        # The server that had them is gone for good; much later another one looks.
        again = await claimed(two, NOW + SENDING_MS)
        assert len(again) == 1
        known = sa.select(schema.outbox.c.kind, schema.outbox.c.done_ms, schema.outbox.c.error)
        rows = {row.kind: row for row in two.store.read_now(lambda c: c.execute(known).all())}
        assert rows["webhook"].error == PERHAPS
        assert rows[next(iter(LETTERS))].done_ms is None


@async_test
async def test_two_senders_share_the_outbox(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 30.0) as (_, both):
        sent: list[str] = []

        class Webhooks:
            async def post(self, url: str, body: bytes) -> int:
                sent.append(url)
                await asyncio.sleep(0.01)
                return 200

        async def needed(*anything: Any) -> bool:
            return True

        senders = []
        for leases in both:
            await leases.name()
            one = Notifications(
                leases.store,
                lambda: "http://x",
                webhook_client=Webhooks(),
                leases=leases,
                now=lambda: NOW,  # type: ignore[arg-type]
            )
            one._needed = needed  # type: ignore[method-assign]
            senders.append(one)
        said = '{"seat": 0, "name": "A", "game": "G", "table_name": ""}'
        rows = [{**notice(number), "target": f"https://example.org/{number}", "payload": said} for number in range(30)]
        await put(both[0].store, *rows)
        for _ in range(3):
            await asyncio.gather(*(one.deliver(mail=False) for one in senders))
        assert sorted(sent) == sorted(row["target"] for row in rows)


@async_test
async def test_what_another_server_plays_is_neither_deleted_nor_timed_out_here(tmp_path: Path) -> None:
    async with two_servers(tmp_path, 30.0) as (names, (one, two)):
        ours, theirs = names
        assert await two.take(theirs) is not None
        active_tables = ActiveTables(one.store, leases=one)
        await one.name()
        retention = Retention(active_tables, Quotas())
        later = 10**13
        assert one.store.read_now(lambda c: retention._outdated(c, later + 1000 * DAY_MS)) == [ours]
        await retention._delete(names)
        left = one.store.read_now(lambda c: list(c.scalars(sa.select(schema.tables.c.id))))
        assert left == [theirs]

        watch = ClockWatch(active_tables, grace_ms=0)
        due = sa.update(schema.seats).values(due_ms=active_tables.now() - 5, bot=None)
        await one.store.write(lambda c: c.execute(due).rowcount)
        await watch.read_of_all()
        assert watch._due == {}  # its owner sees to it
        two.close()
        await watch.read_of_all()
        assert list(watch._due) == [theirs]
        watch._due.clear()
        await watch.read_of_all()
        assert watch._due == {}  # once is enough
        await active_tables.close()


@async_test
async def test_a_server_that_was_killed_is_replaced_at_once_in_the_same_folder(tmp_path: Path) -> None:
    from goldenspike.server.storage.leases import end_former_life

    async with two_servers(tmp_path, 60.0) as (names, (one, two)):
        assert await one.take(names[0]) is not None
        end_former_life(two.store.engine, one.store.folder)
        assert await two.take(names[0]) is not None
        store = opened_store(tmp_path / "third", database_of(tmp_path))
        end_former_life(store.engine, store.folder)  # nobody was here before
        store.close()
