"""How long tables are kept, what a visitor may store, and what happens when there is no room left."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from goldenspike.server.http.rate_limits import Limits, Rate
from goldenspike.server.quotas import Quotas
from goldenspike.server.storage.schema import log, sessions, snapshots, tables
from goldenspike.server.storage.table_record import SNAPSHOT_EVERY
from goldenspike.server.tables.actor import TableActor
from goldenspike.server.tables.retention import DAY_MS

from .live_server import LiveServer, Page, Person, async_test


async def aged(server: LiveServer, table: str, days: float, **values: Any) -> None:
    changed = server.active_tables.now() - int(days * DAY_MS)
    await server.active_tables.sweep(0.0)
    update = sa.update(tables).where(tables.c.id == table).values(changed_ms=changed, **values)
    await server.active_tables.store.write(lambda connection: connection.execute(update).rowcount)


async def there(server: LiveServer) -> set[str]:
    return await server.active_tables.store.read(lambda connection: set(connection.scalars(sa.select(tables.c.id))))


@async_test
async def test_tables_are_deleted_when_their_time_is_up(tmp_path: Path) -> None:
    quotas = Quotas(keep_open_days=10, keep_abandoned_days=20, keep_finished_days=30, keep_sandbox_days=5)
    async with LiveServer(tmp_path, quotas=quotas) as server:
        person = await server.person()
        made = {
            name: (await person.make("me", "me"))["table"]["id"]
            for name in ("open", "running", "finished", "sandbox", "closed", "young", "used")
        }
        ages = {"open": 11, "running": 21, "finished": 31, "sandbox": 6, "young": 4, "closed": 31}
        for name, days in ages.items():
            status = {"open": "open", "finished": "finished", "closed": "closed"}.get(name, "running")
            await aged(server, made[name], days, status=status, sandbox=name == "sandbox")
        await aged(server, made["used"], 100)
        async with person.page(made["used"], 0):
            await server.app.state.retention.sweep()
            assert await there(server) == {made["young"], made["used"]}
        rows = sa.select(sa.func.count()).select_from(log).where(log.c.table_id == made["open"])
        assert await server.active_tables.store.read(lambda connection: connection.execute(rows).scalar()) == 0
        await person.get(f"/api/tables/{made['open']}", status=404)


@async_test
async def test_finished_tables_are_kept_unless_somebody_says_otherwise(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        person = await server.person()
        table = (await person.make("me", "me"))["table"]["id"]
        await aged(server, table, 4000, status="finished")
        await server.app.state.retention.sweep()
        assert await there(server) == {table}
        assert (await person.get("/api/keeping"))["finished_days"] == 0


@async_test
async def test_sessions_that_hold_nothing_are_deleted(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host = await server.person()
        table = (await host.make("me", "me"))["table"]["id"]
        for _ in range(3):
            other = await server.person()
            await other.ask("PUT", f"/api/tables/{table}/note", {"text": ""})  # a session, and nothing else
        count = sa.select(sa.func.count()).select_from(sessions)
        store = server.active_tables.store
        assert await store.read(lambda connection: connection.execute(count).scalar()) == 4
        old = sa.update(sessions).values(created_ms=sessions.c.created_ms - 3 * DAY_MS)
        await store.write(lambda connection: connection.execute(old).rowcount)
        await server.app.state.retention.sweep()
        assert await store.read(lambda connection: connection.execute(count).scalar()) == 1
        assert (await host.get(f"/api/tables/{table}"))["you"]["seats"] == [0, 1]


@async_test
async def test_without_room_games_go_on_and_nothing_new_begins(tmp_path: Path) -> None:
    server = LiveServer(tmp_path)
    async with server:
        person = await server.person()
        table = (await person.make("me", "me"))["table"]["id"]
        await server.down()
        server.options["quotas"] = Quotas(disk_mb=0)
        await server.up()
        assert (await person.get("/api/keeping"))["full"] is True
        wish = {"game": "santa-fe-rails", "seats": [{"holder": "me"}] * 2}
        assert (await person.post("/api/tables", wish, status=503))["code"] == "full"
        stranger = await server.person()
        note = f"/api/tables/{table}/note"
        assert (await stranger.ask("PUT", note, {"text": "x"}, status=503))["code"] == "full"
        assert (await person.ask("PUT", note, {"text": "x"}, status=503))["code"] == "full"
        async with person.page(table, 0) as page:
            await page.act(0)
            assert (await page.ask("say", seat=0, text="x"))["code"] == "full"
            # Going back makes games longer without end: it waits as well.
            assert (await page.ask("rewind", seat=0, to=2))["code"] == "full"
            assert (await page.ask("undo", seat=0))["code"] == "full"
        assert (await person.ask("PATCH", f"/api/tables/{table}", {"hints": False}, status=503))["code"] == "full"
        await person.ask("PATCH", f"/api/tables/{table}", {"close": True})


@async_test
async def test_tables_and_sessions_have_an_end_in_all(tmp_path: Path) -> None:
    for quotas in (Quotas(tables=1), Quotas(sessions=1)):
        async with LiveServer(tmp_path, quotas=quotas) as server:
            if quotas.tables == 1:
                await (await server.person()).make("me", "me")
            await server.app.state.retention.measure()
            wish = {"game": "santa-fe-rails", "seats": [{"holder": "me"}] * 2}
            assert (await (await server.person()).post("/api/tables", wish, status=503))["code"] == "full"


@async_test
async def test_an_address_stores_only_so_much_in_a_day(tmp_path: Path) -> None:
    few = Limits({"tables": Rate(0, 3), "sessions": Rate(0, 5), "bytes": Rate(0.001, 30_000)})
    async with LiveServer(tmp_path, limits=few) as server:
        person = await server.person()
        for _ in range(3):
            table = (await person.make("me", "me"))["table"]["id"]
        await person.post("/api/tables", {"game": "santa-fe-rails", "seats": [{"holder": "me"}] * 2}, status=429)
        people = [await server.person() for _ in range(5)]
        statuses = [await _status(other, f"/api/tables/{table}/note", "") for other in people]
        assert statuses == [200] * 4 + [429]
        big = [await _status(person, f"/api/tables/{table}/note", "x" * 7000) for _ in range(5)]
        assert big[0] == 200
        assert big[-1] == 429


@async_test
async def test_a_person_keeps_only_so_many_notes(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, quotas=Quotas(notes_per_person=2)) as server:
        person = await server.person()
        made = [(await person.make("me", "me"))["table"]["id"] for _ in range(3)]
        statuses = [await _status(person, f"/api/tables/{table}/note", "x") for table in made]
        assert statuses == [200, 200, 409]
        assert await _status(person, f"/api/tables/{made[0]}/note", "another text") == 200


async def _status(person: Person, path: str, text: str) -> int:
    headers = {"origin": person.server.address}
    answer = await person.http.put(person.server.address + path, json={"text": text}, headers=headers)
    await asyncio.sleep(0)
    return answer.status_code


async def played(page: Page, actor: TableActor, count: int) -> None:
    """So many moves of a table whose seats are all this page's."""
    while len(actor.path) < count:
        seat = actor.awaited()[0]
        assert actor.match is not None
        await page.act(seat, actor.match.legal(seat)[0])


async def stored(server: LiveServer, *what: Any) -> int:
    return int(await server.active_tables.store.read(lambda connection: connection.execute(sa.select(*what)).scalar()))


@async_test
async def test_going_back_and_forth_leaves_one_snapshot_for_each_place_on_the_way(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        person = await server.person()
        table = (await person.make("me", "me"))["table"]["id"]
        actor = await server.actor(table)
        count = sa.func.count(snapshots.c.seq)
        async with person.page(table, 0) as page:
            await played(page, actor, SNAPSHOT_EVERY - 1)
            assert await stored(server, count) == 0
            for _ in range(5):
                before = actor.version
                await played(page, actor, SNAPSHOT_EVERY)
                assert await stored(server, count) == 1
                assert (await page.ask("rewind", seat=0, to=before))["op"] == "ack"
                assert await stored(server, count) == 0
            await played(page, actor, SNAPSHOT_EVERY + 1)
            assert await stored(server, count) == 1
        shown = actor.hash
        await server.down()
        await server.up()
        assert (await server.actor(table)).hash == shown


@async_test
async def test_going_back_counts_as_much_as_it_leaves_behind(tmp_path: Path) -> None:
    few = Limits({"bytes": Rate(0.001, 30_000)})
    async with LiveServer(tmp_path, limits=few) as server:
        person = await server.person()
        table = (await person.make("me", "me"))["table"]["id"]
        actor = await server.actor(table)
        async with person.page(table, 0) as page:
            await played(page, actor, 4)
            before = await stored(server, sa.func.sum(sa.func.length(log.c.text) + sa.func.length(log.c.data)))
            answers: list[str] = []
            for _ in range(60):
                version = actor.version
                await played(page, actor, 5)
                answers.append((await page.ask("rewind", seat=0, to=version)).get("code", "ack"))
                if answers[-1] != "ack":
                    break
            assert answers[-1] == "bytes"
            assert answers.count("ack") > 5
            after = await stored(server, sa.func.sum(sa.func.length(log.c.text) + sa.func.length(log.c.data)))
            assert after - before < 30_000
            await played(page, actor, 7)  # the game goes on


@async_test
async def test_a_record_has_an_end_but_for_moves(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, quotas=Quotas(entries_per_table=8)) as server:
        person = await server.person()
        table = (await person.make("me", "me"))["table"]["id"]
        actor = await server.actor(table)
        async with person.page(table, 0) as page:
            await played(page, actor, 6)
            for op, more in (("say", {"text": "x"}), ("rewind", {"to": 2})):
                assert (await page.ask(op, seat=0, **more))["code"] == "record"
            renamed = await person.post(f"/api/tables/{table}/seats/0", {"name": "Berta"}, status=503)
            assert renamed["code"] == "record"
            await played(page, actor, 8)
            await person.post(f"/api/tables/{table}/leave", {"seat": 1})
