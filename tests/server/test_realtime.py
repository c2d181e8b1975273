"""A wall clock at the table (Rail Pass): moments of arrival, things that happen by themselves, people who drop out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from goldenspike.engine.timed_match import split_line
from goldenspike.server.storage.store import Store, StoreError

from .live_server import LiveServer, Page, Person, async_test

GAME = "rail-pass"
CALM = {"dexterity": "off", "colours": "fixed", "seconds": 60}


async def pair(server: LiveServer, **options: Any) -> tuple[Person, Person, str]:
    """Two people at a running table."""
    host, guest = await server.person(), await server.person()
    made = await host.make("me", "free", game=GAME, options={**CALM, **options})
    table = made["table"]["id"]
    await guest.claim(made)
    await host.post(f"/api/tables/{table}/start")
    return host, guest, table


async def begun(server: LiveServer, *pages: Page) -> None:
    """The countdown is over."""
    await asyncio.sleep(server.active_tables.countdown_s + 0.02)


async def until(page: Page, so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    while True:
        frame = await page.take()
        if so(frame):
            return frame


def legal(page: Page, verb: str) -> str:
    return next(text for text in page.legal if text.startswith(verb))


def next_cube(page: Page, text: str) -> str:
    """The colour of the cube that a command to load would take, as everybody sees it lie there."""
    end = text.split()[1]
    city = next(one for one in page.view["cities"].values() if one["colour"] == end[0])
    return str(city["yard"][city["ends"]["<>".index(end[1])]])


@async_test
async def test_a_command_counts_when_it_arrives_and_completes_by_itself(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, rate=10) as server:
        host, guest, table = await pair(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            assert a.table["timed"]
            welcome = a.frames[0]
            assert welcome["zero_ms"] > welcome["now_ms"]
            assert welcome["rate"] == 10
            text = legal(a, "LOAD")
            early = await a.move(0, text, id="early")
            assert (early["op"], early["code"]) == ("refused", "countdown")
            await begun(server)
            # What was refused stays refused, also when the same frame comes again and it would be legal by now.
            assert await a.move(0, text, id="early") == early
            text = legal(a, "LOAD")
            cube = next_cube(a, text)
            answer = await a.move(0, text)
            assert answer["op"] == "ack"
            for page in (a, b):
                await page.reach(answer["version"])
                entry = page.entries[-1]
                assert entry["data"]["cube"] == cube
                assert (entry["kind"], entry["seat"], entry["data"]["do"]) == ("move", 0, text)
            moment, seat, said = split_line(a.entries[-1]["text"])
            assert (seat, said) == ("P1", text)
            assert moment == a.entries[-1]["data"]["at_ms"] >= 0
            # The load completes without anybody doing anything, and everybody sees it.
            for page in (a, b):
                tick = await page.until("tick")
                assert tick["at_ms"] >= moment + 700
                assert tick["version"] == answer["version"]
                assert page.view["time"]["now_ms"] == tick["at_ms"]
            train = text.split()[2]
            assert a.view["trains"][train]["cubes"] == cube
            assert "WAIT" not in a.legal
            refused = await a.move(0, "WAIT")
            assert (refused["op"], refused["clause"]) == ("refused", "RP-DIG-01")
            busy = await b.move(1, text)
            assert busy["op"] == "refused"
            assert busy["clause"].startswith("RP-")
            # The same id again is the same command.
            assert (await a.move(0, legal(a, "LOAD"), id="twice"))["op"] == "ack"
            again = await a.move(0, "LOAD", id="twice")
            assert (again["op"], again["version"]) == ("ack", answer["version"] + 1)
            for op in ("undo", "hint"):
                assert (await a.ask(op, seat=0))["op"] == "refused"


@async_test
async def test_the_round_ends_by_itself_and_late_commands_are_refused(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, rate=20) as server:
        host, guest, table = await pair(server, seconds=30)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            await begun(server)
            await a.act(0, legal(a, "LOAD"))
            frame = await until(b, lambda frame: frame["op"] == "event" and frame["entry"]["kind"] == "finish")
            assert frame["zero_ms"] is None
            assert b.result["points"] == [0, 0]
            assert b.view["over"]
            while a.result is None:
                await a.take()
            late = await a.move(0, "LOAD R< L1")
            assert (late["op"], late["sentence"]) == ("refused", "the game is over")
        await server.down()
        await server.up()
        async with host.page(table, 0) as a:
            assert a.view["over"]
            assert a.result == b.result
            past = await host.get(f"/api/tables/{table}/at/{a.version}")
            assert past["view"]["over"]


@async_test
async def test_what_the_client_measured_counts_within_bounds_and_in_favour_only(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, rate=1) as server:
        host, guest, table = await pair(server, dexterity="timed")
        server.active_tables.countdown_s = 0.0
        async with host.page(table, 0) as a, guest.page(table, 1):
            actor = await server.actor(table)
            assert actor.realtime is not None
            actor.realtime.start()
            for text in (legal(a, "LOAD"), legal(a, "LOAD")):
                await a.act(0, text)
                await a.until("tick")
            train = text.split()[2]
            pick = next(one for one in a.legal if one.startswith(f"PICK {train}") and "hold" not in one)
            need = 500 + 100 * len(a.view["trains"][train]["cubes"])
            # Released a little early by the server's clock: the page's own measure saves the cubes (RP-DIG-16).
            await a.act(0, pick)
            began = actor.realtime.match.now
            await asyncio.sleep((need - 60) / 1000)
            done = await a.move(0, f"RELEASE {train}", held_ms=need)
            assert done["op"] == "ack"
            await a.reach(done["version"])
            assert a.view["piles"]["dropped"] == 0
            assert a.entries[-1]["data"]["at_ms"] - began < need + 60
            assert f"hold={need}" in a.entries[-1]["text"] or a.entries[-1]["data"]["at_ms"] - began >= need
            # A measure far from the server's counts for nothing: the train is let go much too early.
            back = next(one for one in a.legal if one.startswith(f"PARK {train}") and "hold" not in one)
            await a.act(0, back)
            await asyncio.sleep(0.02)
            early = await a.move(0, f"RELEASE {train}", held_ms=5000)
            await a.reach(early["version"])
            assert a.view["piles"]["wrecks"] == 1
            assert any("WRECK" in line for line in a.entries[-1]["events"])


@async_test
async def test_a_train_goes_through_a_tunnel_by_two_people(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, rate=20) as server:
        host, guest, table = await pair(server, seconds=300)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            await begun(server)
            ways = {(link["a"], link["b"]): link["kind"] for link in a.view["links"]}
            colours = {city["colour"]: name for name, city in a.view["cities"].items()}

            def obstacle(text: str) -> bool:
                one, two = (colours[letter] for letter in text.split()[2].split(">"))
                return (ways.get((one, two)) or ways[two, one]) != "open"

            async def settled() -> None:
                await until(a, lambda frame: frame["op"] == "tick")

            tries = [text for text in a.legal if text.startswith("PICK")]
            for pick in tries:
                await a.act(0, pick)
                await settled()
                offers = [text for text in a.legal if text.startswith("TOOT") and obstacle(text)]
                if offers:
                    break
                await a.act(0, legal(a, "PARK"))
                await settled()
            train = offers[0].split()[1]
            await a.act(0, offers[0])
            await b.reach(a.version)
            assert not any(text.startswith(f"TAKE {train}") for text in b.legal), "nobody pushes yet"
            await a.act(0, f"PUSH {train}")
            await b.reach(a.version)
            take = legal(b, f"TAKE {train}")
            await b.act(1, take)
            await until(b, lambda frame: frame["op"] == "tick")
            assert b.view["trains"][train]["where"].startswith("P2")


@async_test
async def test_after_a_restart_the_clock_goes_on_where_the_record_ended(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, rate=10) as server:
        host, guest, table = await pair(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            await begun(server)
            await a.act(0, legal(a, "LOAD"))
            await b.reach(a.version)
            await b.act(1, legal(b, "LOAD"))
            moment = b.entries[-1]["data"]["at_ms"]
            await b.until("tick")
        await server.down()
        await server.up()
        assert (await host.get(f"/api/tables/{table}"))["table"]["status"] == "running"
        async with host.page(table, 0) as a:
            assert a.frames[0]["zero_ms"] is None
            assert a.view["time"]["now_ms"] == moment
            event = await until(a, lambda frame: frame["op"] == "event" and frame["entry"]["kind"] == "resume")
            assert event["at_ms"] == moment
            left_ms = event["zero_ms"] + moment / 10 - event["now_ms"]
            assert 0 < left_ms <= 1000 * server.active_tables.countdown_s + 20
            early = await a.move(0, legal(a, "LOAD"))
            assert early["code"] == "countdown"
            # What was running completes, after the countdown, at its moment.
            tick = await a.until("tick")
            assert moment < tick["at_ms"]


@async_test
async def test_with_nobody_there_the_clock_waits(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("goldenspike.server.tables.realtime.ABANDONED_S", 0.1)
    async with LiveServer(tmp_path, rate=10) as server:
        host, guest, table = await pair(server)
        async with host.page(table, 0) as a:
            await begun(server)
            await a.act(0, legal(a, "LOAD"))
        actor = await server.actor(table)
        live = actor.realtime
        assert live is not None
        while live.runs:
            await asyncio.sleep(0.01)
        moment = live.match.now
        await asyncio.sleep(0.2)
        assert live.match.now == moment < 15_000
        async with guest.page(table, 1) as b:
            event = await until(b, lambda f: f["op"] == "event" and f["entry"]["kind"] == "resume")
            assert event["at_ms"] == moment
            await begun(server)
            await b.act(1, legal(b, "LOAD"))
        version, state = actor.version, actor.hash
        await server.down()
        await server.up()
        actor = await server.actor(table)
        assert (actor.version, actor.hash) == (version, state)


@async_test
async def test_a_bot_plays_for_whoever_dropped_out_and_stops_when_they_are_back(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, rate=20) as server:
        host, guest, table = await pair(server, seconds=300)
        async with host.page(table, 0) as a:
            async with guest.page(table, 1):
                await begun(server)
            gone = await until(a, lambda f: f["op"] == "event" and f["entry"]["kind"] == "seat" and "table" in f)
            assert gone["entry"]["data"]["what"] == "bot"
            assert gone["at_ms"] >= 15_000, "not before fifteen seconds have passed (RP-DIG-12)"
            seat = gone["table"]["seats"][1]
            assert (seat["stands_in"], seat["bot"], seat["holder"]) == (True, "superintendent", "person")
            await until(a, lambda f: f["op"] == "event" and f["entry"]["seat"] == 1 and f["entry"]["kind"] == "move")
            async with guest.page(table, 1) as b:
                back = await until(a, lambda f: f["op"] == "event" and f["entry"]["kind"] == "seat")
                assert back["entry"]["data"]["what"] == "hand_back"
                assert not back["table"]["seats"][1]["stands_in"]
                count = sum(entry["seat"] == 1 for entry in a.entries)
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.3):  # six seconds of the round
                        await until(a, lambda f: f["op"] == "event" and f["entry"]["seat"] == 1)
                assert sum(entry["seat"] == 1 for entry in a.entries) == count
                while b.version < a.version:
                    await b.take()
                free = [text for text in b.legal if text.split()[0] in {"LOAD", "STORE", "PARK", "BACK", "PICK"}]
                assert (await b.move(1, free[0]))["op"] == "ack", "what the bot held is theirs"


@async_test
async def test_bots_in_seats_and_a_whole_round(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, rate=60) as server:
        host = await server.person()
        options = {**CALM, "rounds": 2}
        made = await host.make("me", "engineer", "superintendent", game=GAME, options=options, start=False)
        table = made["table"]["id"]
        async with host.page(table, 0) as a:
            assert a.table["timed"]
            await host.post(f"/api/tables/{table}/start")  # who comes late is stood in for
            await until(a, lambda f: f["op"] == "event" and f.get("zero_ms") and a.view["phase"] == "between")
            before = a.frames[-1]["zero_ms"]
            answer = await a.move(0, "READY")
            await a.reach(answer["version"])
            assert a.view["round"] == 2
            assert a.frames[-1]["zero_ms"] > before, "the next round has a countdown of its own"
            while a.result is None:
                await a.take()
            assert {entry["seat"] for entry in a.entries if entry["kind"] == "move"} == {0, 1, 2}
        actor = await server.actor(table)
        assert actor.match is not None
        score = actor.match.result
        await server.down()
        await server.up()
        actor = await server.actor(table)
        assert actor.match is not None
        assert actor.match.result == score, "the record alone leads to the same end"


@async_test
async def test_a_bot_plays_for_somebody_who_wishes_it_and_goes_again(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, rate=20) as server:
        host, guest, table = await pair(server, seconds=300)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            await begun(server)
            await guest.post(f"/api/tables/{table}/seats/1", {"bot": "superintendent"})
            await until(a, lambda f: f["op"] == "event" and f["entry"]["seat"] == 1 and f["entry"]["kind"] == "move")
            await guest.post(f"/api/tables/{table}/seats/1", {"hand_back": True})
            await until(b, lambda f: f["op"] == "event" and (f["entry"]["data"] or {}).get("what") == "hand_back")
            actor = await server.actor(table)
            assert actor.realtime is not None
            assert actor.realtime.crew.idle
            now = actor.realtime.match.now
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):  # four seconds of the round
                    await until(b, lambda f: f["op"] == "event" and (f["entry"]["data"] or {}).get("at_ms", 0) > now)


@async_test
async def test_what_cannot_be_stored_has_not_happened(tmp_path: Path, monkeypatch: Any) -> None:
    async with LiveServer(tmp_path, rate=10) as server:
        host, guest, table = await pair(server)
        async with host.page(table, 0) as a, guest.page(table, 1):
            await begun(server)
            await a.act(0, legal(a, "LOAD"))
            version = a.version
            monkeypatch.setattr("goldenspike.server.tables.realtime.TRY_AGAIN_S", 0.05)
            with monkeypatch.context() as broken:

                async def full(store: Store, work: Any) -> Any:
                    raise StoreError("the disk is full")

                broken.setattr(Store, "write", full)
                refused = await a.move(0, legal(a, "LOAD"))
                assert (refused["op"], refused["sentence"]) == ("refused", "the disk is full")
                still = await a.move(0, legal(a, "LOAD"))
                assert still["code"] == "pause"
            event = await until(a, lambda f: f["op"] == "event")
            assert event["entry"]["kind"] == "resume"
            assert event["version"] == version + 1
            await begun(server)
            await a.act(0, legal(a, "LOAD"))


@async_test
async def test_two_hands_reach_for_one_cube_and_one_gets_it(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, rate=10) as server:
        host, guest, table = await pair(server)
        async with host.page(table, 0) as a, host.page(table, 0) as tab, guest.page(table, 1):
            await begun(server)
            text = legal(a, "LOAD")
            one, two = await asyncio.gather(a.move(0, text), tab.move(0, text))
            assert {one["op"], two["op"]} == {"ack", "refused"}
            lost = one if one["op"] == "refused" else two
            assert lost["clause"] == "RP-DIG-03"


@async_test
async def test_the_clock_in_ticks_is_played_like_turns(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host = await server.person()
        options = {"clock": "ticks", "dexterity": "off", "seconds": 5}
        made = await host.make("me", "me", game=GAME, options=options)
        table = made["table"]["id"]
        assert not made["table"]["timed"]
        async with host.page(table, 0) as page:
            text = legal(page, "LOAD")
            cube = next_cube(page, text)
            await page.act(0, text)
            assert page.entries[-1]["data"]["cube"] == cube
            while page.result is None:
                seat = (await server.actor(table)).awaited()[0]
                await page.send("look", seat=seat)
                await page.until("welcome")
                answer = await page.move(seat, "WAIT")
                assert answer["op"] == "ack"
                await page.reach(answer["version"])
                if page.frames[-1]["entry"]["kind"] == "move" and page.view["over"]:
                    await page.reach(answer["version"] + 1)
            assert page.view["time"]["now_ms"] >= 5000
        await server.down()
        await server.up()
        async with host.page(table, 0) as page:
            assert page.result is not None
