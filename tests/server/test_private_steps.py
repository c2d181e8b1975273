"""Turns that are written in private steps (Pioneer Rails): shown to their own seat only, stored when complete."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from goldenspike.server.storage.store import Store
from goldenspike.server.tables.bots import without_steps
from goldenspike.server.tables.clock_watch import _neutral

from .app_in_process import Browser, play_out, run
from .live_server import LiveServer, Page, Person, async_test

GAME = "pioneer-rails"


async def two(server: LiveServer, **more: Any) -> tuple[Person, Person, str]:
    """A host in seat A and a guest in seat B; A deals first and has taken a card."""
    host, guest = await server.person(), await server.person()
    options = {"first_dealer": "A", **more.pop("options", {})}
    made = await host.make("me", "free", game=GAME, options=options, **more)
    table = made["table"]["id"]
    await guest.claim(made)
    await host.post(f"/api/tables/{table}/start")
    return host, guest, table


async def dealt(a: Page, b: Page) -> None:
    """The Dealer takes a card for all to see."""
    await a.act(0)
    await b.reach(a.version)


@asynccontextmanager
async def writing(tmp_path: Path) -> AsyncIterator[tuple[LiveServer, str, Page, Page]]:
    """A table at which host and guest both look on, the Dealer's card is taken, and everybody writes."""
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            await dealt(a, b)
            yield server, table, a, b


async def step(page: Page, seat: int, text: str | None = None, **more: Any) -> dict[str, Any]:
    """A step that does not complete the turn."""
    answer = await page.move(seat, text or page.legal[0], **more)
    assert answer["op"] == "own", answer
    return answer


async def whole_turn(page: Page, seat: int) -> None:
    """Any steps until the turn is complete."""
    for _ in range(40):
        answer = await page.move(seat, next((text for text in page.legal if text == "done"), page.legal[0]))
        if answer["op"] == "ack":
            await page.reach(answer["version"])
            return
    raise AssertionError("a turn without an end")


@async_test
async def test_half_a_turn_is_for_its_own_seat_only(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        stranger = await server.person()
        async with host.page(table, 0) as a, guest.page(table, 1) as b, guest.page(table, 1) as tab:
            await dealt(a, b)
            await tab.reach(a.version)
            async with stranger.page(table) as watcher:
                public, theirs = json.dumps(watcher.view), json.dumps(a.own)
                answer = await step(b, 1)
                assert answer["steps"] == b.own["steps"]
                assert len(answer["steps"]) == 1
                assert b.own["legal"] != []
                told = await tab.until("own")
                assert (told["id"], told["own"]) == ("", b.own)
                # A second tab that comes later sees the same half turn.
                async with guest.page(table, 1) as late:
                    assert late.own == b.own
                await step(b, 1)
                answer = await b.ask("back", seat=1)
                assert (answer["op"], len(answer["steps"])) == ("own", 1)
                await step(b, 1)
                answer = await b.ask("back", seat=1, all=True)
                assert answer["steps"] == []
                refused = await b.ask("back", seat=1)
                assert (refused["op"], refused["sentence"]) == ("refused", "there is no step to take back")
                # Nothing of all this was stored, and nobody else was told anything.
                for other, seat in ((a, 0), (watcher, None)):
                    await other.send("look", seat=seat)
                    frames = len(other.frames)
                    await other.until("welcome")
                    assert {frame["op"] for frame in other.frames[frames:]} <= {"welcome", "presence"}
                assert json.dumps(watcher.view) == public
                assert json.dumps(a.own) == theirs
                assert watcher.version == a.version == b.version
            assert (await a.ask("back", seat=1))["sentence"] == "this seat is not yours"


@async_test
async def test_everybody_writes_at_once_and_turns_lie_face_down_until_all_are_complete(tmp_path: Path) -> None:
    async with writing(tmp_path) as (server, table, a, b):
        await step(b, 1)
        half = b.own["steps"]
        await whole_turn(a, 0)
        await b.reach(a.version)
        assert b.entries[-1]["text"] == "A: turn ?"
        assert a.entries[-1]["text"] != "A: turn ?"
        assert b.own["steps"] == half, "a half turn outlives the turns of others"
        # Until the reveal a complete turn may be taken back, and half turns of others stay.
        answer = await a.ask("undo", seat=0)
        assert answer["op"] == "ack"
        await a.reach(answer["version"])
        await b.reach(answer["version"])
        assert b.own["steps"] == half
        assert a.own["steps"] == []
        await whole_turn(a, 0)
        line = a.entries[-1]["text"]
        await b.reach(a.version)
        await whole_turn(b, 1)
        await a.reach(b.version)
        assert a.entries[-1]["data"]["revealed"] == [line]
        assert "revealed since" in (await b.ask("undo", seat=1))["sentence"]
        actor = await server.actor(table)
        assert actor.match is not None
        assert actor.hash == actor.match.hash


@async_test
async def test_the_same_step_twice_is_done_once(tmp_path: Path) -> None:
    async with writing(tmp_path) as (_, _, _, b):
        one = await step(b, 1, id="again")
        two_ = await b.move(1, one["steps"][0], id="again")
        assert two_ == one
        await step(b, 1)
        after = b.own["steps"]
        undone = await b.ask("back", seat=1, id="oops")
        assert await b.ask("back", seat=1, id="oops") == undone
        assert undone["steps"] == after[:-1]


@async_test
async def test_refusals_name_the_clause_and_change_nothing(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            waits = await b.move(1, "done")
            assert waits["op"] == "refused"
            assert waits["clause"].startswith("PR-")
            await dealt(a, b)
            await step(b, 1)
            before = b.own
            refused = await b.move(1, "take " + b.view["shown"][0])
            assert refused["op"] == "refused"
            assert refused["code"]
            nonsense = await b.move(1, "fly me to the moon")
            assert (nonsense["op"], nonsense["code"]) == ("refused", "notation")
            await b.send("look", seat=1)
            await b.until("welcome")
            assert b.own == before
            reasons = await b.ask("why", seat=1, texts=["done", *before["legal"][:2]])
            assert [r["code"] for r in reasons["reasons"]][1:] == ["", ""]


@async_test
async def test_a_turn_that_cannot_be_stored_leaves_every_half_turn(tmp_path: Path, monkeypatch: Any) -> None:
    from goldenspike.server.storage.store import StoreError

    async with writing(tmp_path) as (server, table, a, b):
        await step(b, 1)
        half = b.own
        actor = await server.actor(table)
        assert actor.match is not None
        raw = actor.match.raw()
        with monkeypatch.context() as broken:

            async def full(store: Store, work: Any) -> Any:
                raise StoreError("the disk is full")

            broken.setattr(Store, "write", full)
            for _ in range(40):
                answer = await a.move(0, next((text for text in a.legal if text == "done"), a.legal[0]))
                if answer["op"] == "refused":
                    break
            assert answer["sentence"] == "the disk is full"
        assert actor.match.raw() == raw
        await b.send("look", seat=1)
        await b.until("welcome")
        assert b.own == half
        await whole_turn(a, 0)


@async_test
async def test_after_a_restart_half_turns_are_gone_and_can_be_written_again(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            await dealt(a, b)
            await step(b, 1)
            await step(b, 1)
            steps = b.own["steps"]
        await server.down()
        await server.up()
        async with guest.page(table, 1) as b:
            assert b.own["steps"] == []
            for text in steps:
                await step(b, 1, text)
            assert b.own["steps"] == steps


@async_test
async def test_bots_write_whole_turns_and_play_to_the_end(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host = await server.person()
        made = await host.make("me", "greedy", "random", game=GAME)
        table = made["table"]["id"]
        async with host.page(table, 0) as a:
            dice = random.Random(3)
            while a.result is None:
                if not a.legal:
                    await a.take()
                    continue
                await a.move(0, "done" if "done" in a.legal else dice.choice(a.legal))
            assert len(a.result["points"]) == 3
            assert {entry["seat"] for entry in a.entries if entry["kind"] == "move"} == {0, 1, 2}
            bots = [frame for frame in a.frames if frame["op"] == "own" and frame["seat"] != 0]
            assert bots == []
        # The past of any moment, the file, and the file brought back.
        past = await host.get(f"/api/tables/{table}/at/{a.version // 2}?seat=0")
        assert past["view"]["phase"] in {"deal", "turn"}
        assert past["own"]["legal"] == []


@async_test
async def test_a_bot_that_takes_a_seat_over_begins_the_turn_afresh(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            await dealt(a, b)
            await step(b, 1)
            actor = await server.actor(table)
            assert actor.match is not None
            assert without_steps(actor.match, 1).numbers(1) != actor.match.numbers(1)
            await guest.post(f"/api/tables/{table}/seats/1", {"bot": "greedy"})
            while not any(entry["kind"] == "move" and entry["seat"] == 1 for entry in a.entries):
                await a.take()
            assert actor.match.steps(1) == []


@pytest.mark.parametrize("seats", [1, 2])
@async_test
async def test_hot_seat_and_solo(tmp_path: Path, seats: int) -> None:
    async with LiveServer(tmp_path) as server:
        host = await server.person()
        made = await host.make(*["me"] * seats, game=GAME, options={"hand_card": True})
        table = made["table"]["id"]
        async with host.page(table, 0) as page:
            for _ in range(4):
                seat = (await server.actor(table)).awaited()[0]
                await page.send("look", seat=seat)
                await page.until("welcome")
                await whole_turn(page, seat)
            assert sum(entry["kind"] == "move" for entry in page.entries) == 4


def test_files_sandboxes_and_absent_people(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser, friend = Browser(app), Browser(app)
        wish = {"game": GAME, "board": None, "options": {"hand_card": True, "first_dealer": "A"}}
        made = await browser.table("me", "free", **wish, seed=11)
        name = made["table"]["id"]
        secret = made["invitations"][0]["path"].partition("#s=")[2]
        await friend.post(f"/api/tables/{name}/claim", {"secret": secret, "accept": True})
        await browser.post(f"/api/tables/{name}/start")
        actor = await app.state.active_tables.table(name)
        assert actor.match is not None

        async def absent(seat: int) -> None:
            assert await _neutral(actor, actor.header.places[seat])

        await actor.call(absent, 0)  # a card is taken
        actor.match.play(1, actor.match.legal(1)[0])
        await actor.call(absent, 1)  # a half turn is not in the way
        assert actor.awaited() == [0]
        assert actor.sealed
        # B's turn lies face down: whoever tries from here has another one.
        version = (await browser.get(f"/api/tables/{name}"))["table"]["version"]
        tried = await browser.post(f"/api/tables/{name}/sandbox", {"version": version, "all_mine": True})
        world = await app.state.active_tables.table(tried["table"]["id"])
        assert world.match is not None
        assert world.match.view(0)["sheets"] == actor.match.view(0)["sheets"]
        assert world.match.position()["deck"] != actor.match.position()["deck"]
        await play_out(app, name)
        file = await browser.get(f"/api/tables/{name}/export")
        back = await browser.post("/api/import", file)
        assert back["table"]["status"] == "finished"
        assert await browser.get(f"/api/tables/{back['table']['id']}/export") == file

    run(trial, tmp_path)


@async_test
async def test_signals_reach_everybody_and_are_not_kept(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            before = a.version
            await a.send("signal", id="s1", seat=0, kind="thanks", about="L1")
            heard = await b.until("signalled")
            assert (heard["seat"], heard["kind"], heard["about"]) == (0, "thanks", "L1")
            await a.send("signal", id="s2", seat=1, kind="stop")
            assert (await a.until("refused"))["sentence"] == "this seat is not yours"
            await asyncio.sleep(0)
            assert b.version == before
