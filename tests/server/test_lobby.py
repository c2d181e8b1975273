"""The lobby: quick join, one link for all free seats, and bots that come when nobody else does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI

from goldenspike.server.http.quick_join import OPENING_MS
from goldenspike.server.tables.fill_watch import FULL_MS

from .app_in_process import Browser, Socket, run
from .databases import on_both_databases

pytestmark = on_both_databases
GAME = "santa-fe-rails"


async def later(app: FastAPI, ms: int) -> None:
    """Time passes, and the server looks after its tables."""
    active_tables, before = app.state.active_tables, app.state.active_tables.now
    active_tables.now = lambda: before() + ms
    await app.state.fill_watch.check()


async def names(app: FastAPI, table: str) -> list[tuple[str, str]]:
    seats = (await Browser(app).get(f"/api/tables/{table}"))["table"]["seats"]
    return [(seat["holder"], seat["name"]) for seat in seats]


def test_quick_join_brings_people_together(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        ann, bob, cleo, dora = (Browser(app) for _ in range(4))
        first = (await ann.post("/api/quick", {"game": GAME, "name": "Ann"}))["table"]["id"]
        assert (await ann.post("/api/quick", {"game": GAME, "name": "Ann"}))["table"][
            "id"
        ] == first  # one table is enough
        assert (await bob.post("/api/quick", {"game": GAME, "name": "Bob"}))["table"]["id"] == first
        other = (await cleo.post("/api/quick", {"game": "pioneer-rails", "name": "Cleo"}))["table"]["id"]
        assert other != first
        listed = (await dora.get("/api/lobby"))["open"]
        assert {row["table"]["id"] for row in listed} == {first, other}
        assert [seat["name"] for row in listed if row["table"]["id"] == first for seat in row["table"]["seats"]] == [
            "Ann", "Bob", "", "",
        ]  # fmt: skip
        await app.state.active_tables.sweep(0)
        before = app.state.active_tables.now
        app.state.active_tables.now = lambda: before() + OPENING_MS  # nobody of that table is here any more
        assert (await dora.post("/api/quick", {"game": GAME, "name": "Dora"}))["table"]["id"] not in {first, other}

    run(trial, tmp_path)


def test_people_who_are_kept_apart_and_private_tables_are_left_alone(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        ann, bob, cleo = (Browser(app) for _ in range(3))
        private = (await cleo.table("me", "free", board=None))["table"]["id"]
        first = (await ann.post("/api/quick", {"game": GAME, "name": "Ann"}))["table"]["id"]
        await bob.put(f"/api/tables/{first}/people/0", {"block": True})
        joined = (await bob.post("/api/quick", {"game": GAME, "name": "Bob"}))["table"]["id"]
        assert joined not in {private, first}
        await bob.post("/api/quick", {"game": "no such game"}, status=404)

    run(trial, tmp_path)


def test_one_link_for_every_free_seat(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        made = await host.table("me", "free", "free", board=None)
        table, secret = made["table"]["id"], made["link"]["path"].partition("#s=")[2]
        guests = [Browser(app) for _ in range(3)]
        seats = [await sit(guest, table, secret, f"Guest {number}") for number, guest in enumerate(guests[:2])]
        assert seats == [[1], [2]]
        await guests[2].post(f"/api/tables/{table}/claim", {"secret": secret}, status=409)  # no seat is left
        await guests[0].post(f"/api/tables/{table}/claim", {"secret": secret}, status=403)  # one for each
        await host.post(f"/api/tables/{table}/seats/2/invitation")  # the seat is free again
        renewed = (await host.post(f"/api/tables/{table}/link"))["path"].partition("#s=")[2]
        await guests[2].post(f"/api/tables/{table}/claim", {"secret": secret}, status=404)  # the old link is void
        assert await sit(guests[2], table, renewed, "Guest 2") == [2]
        await host.post(f"/api/tables/{table}/start")
        await Browser(app).post(f"/api/tables/{table}/claim", {"secret": renewed}, status=404)

    run(trial, tmp_path)


async def sit(guest: Browser, table: str, secret: str, name: str) -> Any:
    return (await guest.post(f"/api/tables/{table}/claim", {"secret": secret, "name": name}))["you"]["seats"]


def test_bots_come_when_nobody_else_does(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        table = (await host.table("me", "free", "free", board=None, fill_s=120))["table"]["id"]
        page = Socket(app, host)
        await page.hello(table, 0)
        await later(app, 119_000)
        assert (await host.get(f"/api/tables/{table}"))["table"]["status"] == "open"
        await later(app, 2_000)
        assert (await host.get(f"/api/tables/{table}"))["table"]["status"] == "running"
        assert [(holder, bool(name)) for holder, name in await names(app, table)] == [
            ("person", False), ("bot", True), ("bot", True),
        ]  # fmt: skip
        await page.leave()

    run(trial, tmp_path)


def test_a_full_table_begins_by_itself_and_one_that_everybody_left_does_not(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        made = await host.table("me", "free", board=None, fill_s=600)
        full, left = made["table"]["id"], (await host.table("me", "free", board=None, fill_s=60))["table"]["id"]
        waits = (await host.table("me", "free", board=None))["table"]["id"]
        await sit(Browser(app), full, made["link"]["path"].partition("#s=")[2], "Guest")
        await later(app, FULL_MS + 1)
        await later(app, 60_000)
        states = [(await host.get(f"/api/tables/{table}"))["table"] for table in (full, left, waits)]
        assert [state["status"] for state in states] == ["running", "open", "open"]
        assert [state["fill_ms"] for state in states] == [None, None, None]
        changed = await host.patch(f"/api/tables/{waits}", {"fill_s": 300})
        assert changed["table"]["fill_ms"] > changed["table"]["changed_ms"]
        assert (await host.patch(f"/api/tables/{waits}", {"fill_s": 0}))["table"]["fill_ms"] is None
        await host.patch(f"/api/tables/{full}", {"fill_s": 60}, status=409)

    run(trial, tmp_path)
