"""Tables: undo, going back by consent, sealed choices, failed commits, bots, coming and going."""

from __future__ import annotations

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import goldenspike as gs
from goldenspike.engine.overlay import laid_over
from goldenspike.server.storage import schema
from goldenspike.server.tables.moves import play_for_bot

from .databases import ReadOnly, on_both_databases
from .live_server import LiveServer, Page, async_test
from .test_channel import two

pytestmark = on_both_databases


async def put_away(server: LiveServer) -> None:
    """Let go of all tables; those who just left may still be on their way out."""
    while server.active_tables.loaded:
        await server.active_tables.sweep(0.0)
        await asyncio.sleep(0.01)


async def both_play(a: Page, b: Page) -> None:
    """The secret choice of both, up to the first lay."""
    await a.act(0, next(text for text in a.legal if text != "play none"))
    await b.reach(a.version)
    await b.act(1, next(text for text in b.legal if text != "play none"))
    await a.reach(b.version)


def first_to_act(a: Page, b: Page) -> tuple[Page, int, Page]:
    return (a, 0, b) if a.legal else (b, 1, a)


# ------------------------------------------------------------------ taking back
@async_test
async def test_the_undo_law(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            assert (await a.ask("undo", seat=0))["sentence"] == "there is nothing to take back"
            # A choice that lies face down may be taken back, and stays face down for ever.
            start = json.dumps(a.view)
            text = a.legal[0]
            await a.act(0, text)
            answer = await a.ask("undo", seat=0, id="back")
            await a.reach(answer["version"])
            assert json.dumps(a.view) == start
            assert a.entries[-1]["kind"] == "undo"
            assert await a.ask("undo", seat=0, id="back") == answer
            # After somebody else's action, or a reveal, not without the table.
            await a.act(0, a.legal[1])
            await b.reach(a.version)
            await b.act(1)
            await a.reach(b.version)
            assert "acted since" in (await a.ask("undo", seat=0))["sentence"]
            assert "revealed since" in (await b.ask("undo", seat=1))["sentence"]
            sealed = [e["text"] for e in await guest.get(f"/api/tables/{table}/entries") if e["kind"] == "move"]
            assert sealed[0] == "A: play ?"
            assert "?" not in sealed[1]
            # Pieces of one's own turn may be taken back one by one.
            page, seat, other = first_to_act(a, b)
            before = page.view
            await page.act(seat, next(text for text in page.legal if text.startswith("lay")))
            answer = await page.ask("undo", seat=seat)
            for each in (page, other):
                await each.reach(answer["version"])
                assert each.view == before
            actor = await server.actor(table)
            assert actor.match is not None
            assert actor.hash == actor.match.hash


@async_test
async def test_a_draw_from_the_deck_is_final(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host = await server.person()
        made = await host.make("me", "me")
        table = made["table"]["id"]
        async with host.page(table, 0) as page:
            while True:
                actor = await server.actor(table)
                seat = actor.awaited()[0]
                await page.send("look", seat=seat)
                await page.until("welcome")
                if "draw deck" in page.legal:
                    break
                await page.act(seat)
            await page.act(seat, "draw deck")
            assert "=" in page.entries[-1]["text"]
            assert "revealed since" in (await page.ask("undo", seat=seat))["sentence"]
            others = await host.get(f"/api/tables/{table}/entries?seat={1 - seat}")
            assert others[-1]["text"].endswith(": draw deck")


@async_test
async def test_going_back_needs_everybody(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            begun, start = a.version, a.view
            await both_play(a, b)
            asked = await a.ask("rewind", seat=0, to=begun)
            await b.reach(asked["version"])
            wish = b.table["proposal"]
            assert (wish["by"], wish["to"], wish["agreed"], wish["awaited"]) == (0, begun, [0], [1])
            assert (await a.ask("rewind", seat=0, to=begun))["code"] == "rewind"
            assert (await a.ask("vote", seat=0, proposal=wish["id"], yes=True))["code"] == "vote"
            no = await b.ask("vote", seat=1, proposal=wish["id"], yes=False)
            await a.reach(no["version"])
            assert a.table["proposal"] is None
            asked = await a.ask("rewind", seat=0, to=begun)
            await b.reach(asked["version"])
            await b.ask("vote", seat=1, proposal=b.table["proposal"]["id"], yes=True)
            for page in (a, b):
                await page.reach(asked["version"] + 2)
                assert page.view == start
                assert page.entries[-1]["kind"] == "rewind"
                assert page.entries[-1]["data"] == {"to": begun}
            assert (await a.ask("rewind", seat=0, to=begun + 1))["sentence"].startswith("that position was taken back")
            assert (await a.ask("rewind", seat=0, to=99))["code"] == "rewind"
            version = await a.act(0)
            await server.down()
            await server.up()
        actor = await server.actor(table)
        assert actor.version == version
        assert actor.path == [version]


# ------------------------------------------------------------------ what cannot be written
@async_test
async def test_a_failed_commit_changes_nothing_and_the_table_stays_playable(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            actor = await server.actor(table)
            before = actor.version, actor.hash, json.dumps(a.whole)
            async with ReadOnly(server.active_tables.store):
                refused = await a.move(0, a.legal[0], id="try")
                assert refused["code"] == "store"
                assert "nothing was changed" in refused["sentence"]
                assert (await a.ask("say", seat=0, text="anybody?"))["code"] == "store"
                wrong = await host.post(f"/api/tables/{table}/seats/0", {"name": "New"}, status=503)
                assert wrong["code"] == "store"
            assert actor.match is not None
            assert (actor.version, actor.match.hash) == before[:2]
            await a.hello(table, 0)
            assert json.dumps(a.whole) == before[2]
            assert a.table["seats"][0]["name"] == ""
            assert (await a.move(0, a.legal[0], id="try"))["op"] == "ack"
            await b.reach(actor.version)
            await b.act(1)


@async_test
async def test_a_record_that_went_on_without_the_table_is_read_again(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, _, table = await two(server)
        async with host.page(table, 0) as a:
            actor = await server.actor(table)
            row = {
                "table_id": table,
                "seq": a.version + 1,
                "kind": "chat",
                "at_ms": 1,
                "text": "hm",
                "hash": actor.hash,
            }
            await server.active_tables.store.write(
                lambda connection: connection.execute(sa.insert(schema.log), row) and None
            )
            assert (await a.move(0, a.legal[0], id="try"))["code"] == "store"
            answer = await a.hello(table, 0)
            assert answer["entries"][-1]["text"] == "hm"
            assert (await a.move(0, a.legal[0], id="try")) == {"op": "ack", "id": "try", "version": row["seq"] + 1}


@async_test
async def test_what_nobody_waits_for_and_cannot_be_stored_is_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with LiveServer(tmp_path) as server:
        host, _, table = await two(server)
        store, known = server.app.state.active_tables.store, schema.sessions
        long_ago = {known.c.seen_ms: 0}  # whoever comes now is noted
        await store.write(lambda connection: connection.execute(sa.update(known).values(long_ago)) and None)
        async with ReadOnly(store), host.page(table, 0), asyncio.timeout(120):
            while not (told := [one for one in caplog.records if "nobody waited" in one.getMessage()]):
                await asyncio.sleep(0.01)
    assert re.search("read-?only", told[0].getMessage())
    assert not any("background task failed" in one.getMessage() for one in caplog.records)


# ------------------------------------------------------------------ bots
@async_test
async def test_bots_play_a_whole_game_and_always_the_same(tmp_path: Path) -> None:
    logs = []
    for number in range(2):
        async with LiveServer(tmp_path / str(number)) as server:
            host = await server.person()
            made = await host.make("greedy", "random", board="mini")
            async with host.page(made["table"]["id"]) as page:
                while page.table["status"] != "finished":
                    await page.take()
                assert sorted(page.result) == ["notes", "points", "reason", "sheet", "winners"]
                assert page.entries[-1]["kind"] == "finish"
            logs.append([entry["text"] for entry in await host.get(f"/api/tables/{made['table']['id']}/entries")])
            lobby = await host.get("/api/lobby")
            assert lobby["mine"][0]["table"]["status"] == "finished"
    assert logs[0] == logs[1]


@async_test
async def test_a_bot_stands_in_and_hands_the_seat_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldenspike.server.tables.seats.STAND_IN_AFTER_S", 0.0)
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a:
            await guest.post(f"/api/tables/{table}/seats/0", {"bot": "greedy"}, status=403)
            await host.post(f"/api/tables/{table}/seats/1", {"bot": "greedy"})
            while not any(entry["kind"] == "move" and entry["seat"] == 1 for entry in a.entries):
                await a.take()
            seat = a.table["seats"][1]
            assert (seat["holder"], seat["bot"], seat["stands_in"]) == ("person", "greedy", True)
            await guest.post(f"/api/tables/{table}/seats/1", {"hand_back": True})
            async with guest.page(table, 1) as b:
                assert b.table["seats"][1]["bot"] is None
            await host.post(f"/api/tables/{table}/seats/1", {"bot": "nobody"}, status=400)


# ------------------------------------------------------------------ coming and going
async def play_on(server: LiveServer, table: str, moves: int, dice: random.Random) -> None:
    """Moves straight through the actor, as a channel would queue them."""
    actor = await server.actor(table)
    for _ in range(moves):
        if not actor.awaited():
            return
        seat = dice.choice(actor.awaited())
        assert actor.match is not None
        await actor.call(play_for_bot, actor, seat, dice.choice(actor.match.legal(seat)))


@async_test
async def test_tables_are_let_go_and_come_back_the_same(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host = await server.person()
        made = await host.make("me", "me", "me")
        table = made["table"]["id"]
        dice = random.Random(3)
        for _ in range(4):
            await play_on(server, table, 30, dice)
            actor = await server.actor(table)
            assert actor.match is not None
            kept = actor.version, actor.hash, actor.path, actor.movers, actor.final, actor.sealed
            view = json.dumps(actor.match.view(1))
            await put_away(server)
            actor = await server.actor(table)
            assert actor.match is not None
            assert (actor.version, actor.hash, actor.path, actor.movers, actor.final, actor.sealed) == kept
            assert json.dumps(actor.match.view(1)) == view
        shots = await server.active_tables.store.read(
            lambda connection: connection.execute(sa.select(schema.snapshots.c.seq)).all()
        )
        assert len(shots) >= 3
        # Snapshots are a cache: without them, or with damaged ones, everything is the same.
        for spoil in (sa.update(schema.snapshots).values(state=b"?"), sa.delete(schema.snapshots)):
            await server.active_tables.store.write(lambda connection, spoil=spoil: connection.execute(spoil) and None)
            await put_away(server)
            actor = await server.actor(table)
            assert (actor.version, actor.hash) == kept[:2]


@async_test
async def test_every_version_can_be_looked_at_again(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            seen: dict[int, tuple[Any, Any]] = {a.version: (a.view, b.whole)}
            for _ in range(12):
                page, seat, _ = first_to_act(a, b)
                version = await page.act(seat, page.legal[-1])
                await a.reach(version)
                await b.reach(version)
                seen[version] = a.view, b.whole
        for version, (view, own) in seen.items():
            past = await host.get(f"/api/tables/{table}/at/{version}")
            assert past["view"] == view
            mine = await guest.get(f"/api/tables/{table}/at/{version}?seat=1")
            then = laid_over(mine["view"], mine["own"])
            assert {**then, "legal": 0, "question": 0} == {**own, "legal": 0, "question": 0}
            if past["entry"]["kind"] == "move" and past["view"]["phase"] == "play":
                assert past["entry"]["text"].endswith("play ?") or "draw" in past["entry"]["text"]
        await host.get(f"/api/tables/{table}/at/2?seat=1", status=403)
        await host.get(f"/api/tables/{table}/at/9999", status=404)
        await host.get(f"/api/tables/{table}/at/x", status=400)
        await host.get("/api/tables/nowhere/at/1", status=404)


async def spoil(server: LiveServer, change: sa.Update) -> None:
    """Change what is stored behind the server's back, and let it read everything again."""
    await server.active_tables.store.write(lambda connection: connection.execute(change) and None)
    await put_away(server)


@async_test
async def test_a_table_of_other_rules_is_shown_and_left_alone(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, _, table = await two(server)
        async with host.page(table, 0) as a:
            await a.act(0)
            version = a.version
        for column, value, words in (
            (schema.tables.c.rules, "99", "version 99 of the rules"),
            (schema.tables.c.game, "chess", "there is no game"),
        ):
            await spoil(server, sa.update(schema.tables).values({column: value}))
            async with host.page(table, 0) as a:
                assert a.view is None
                assert a.version == version
                refused = await a.move(0, "play none")
                assert words in refused["sentence"]
            await host.get(f"/api/tables/{table}/at/{version}")
            await put_away(server)
        actor = await server.actor(table)
        assert actor.version == version


@async_test
async def test_a_record_that_does_not_replay_is_not_played_on(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, _, table = await two(server)
        async with host.page(table, 0) as a:
            await a.act(0)
        await spoil(server, sa.update(schema.log).where(schema.log.c.kind == "move").values(hash="0" * 16))
        async with host.page(table, 0) as a:
            assert (await a.move(0, "play none"))["code"] == "rules"


# ------------------------------------------------------------------ hosts and seats
@async_test
async def test_the_host_sets_the_table(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest = await server.person(), await server.person()
        made = await host.make("free", "me", "free", "free", listed=True)
        table = made["table"]["id"]
        path = f"/api/tables/{table}"
        assert [invitation["seat"] for invitation in made["invitations"]] == [0, 2, 3]
        assert made["invitations"][0]["qr"].startswith("<svg")
        await host.post(f"{path}/start", status=409)
        await guest.post(f"{path}/start", status=403)
        await guest.post(f"{path}/seats/2", {"close": True}, status=403)
        await host.post(f"{path}/seats/0", {"close": True})
        await host.post(f"{path}/seats/2", {"bot": "random"})
        listing = await guest.post(f"{path}/sit", {"name": " Gu  est "})
        assert listing["you"]["seats"] == [3]
        assert listing["table"]["seats"][3]["name"] == "Gu est"
        await guest.post(f"{path}/sit", {"name": "again"}, status=409)
        async with host.page(table, 1) as a, guest.page(table, 3) as b:
            await host.post(f"{path}/start")
            while a.view is None or b.view is None:
                await (a if a.view is None else b).take()
            # The closed seat left the game: everybody moved up.
            await a.until("welcome")
            await b.until("welcome")
            assert a.frames[-1]["you"]["seats"] == [0]
            assert b.frames[-1]["you"]["seats"] == [2]
            assert [seat["holder"] for seat in a.table["seats"]] == ["person", "bot", "person", "closed"]
            assert a.table["seats"][2]["name"] == "Gu est"
            await b.send("look", seat=2)
            await b.until("welcome")
            assert b.legal
        await host.post(f"{path}/seats/1", {"close": True}, status=409)
        await host.post(f"{path}/seats/2/invitation", status=409)
        old = made["invitations"][2]["path"].partition("#s=")[2]
        await (await server.person()).post(f"{path}/claim", {"secret": old}, status=404)
        assert (await guest.get(path))["you"]["seats"] == [2]
        await host.ask("PATCH", path, {"close": True})
        async with guest.page(table, 2) as b:
            assert b.table["status"] == "closed"
            assert (await b.move(2, "play none"))["sentence"] == "this table is closed"
            assert (await b.ask("say", seat=2, text="oh"))["code"] == "status"
        await host.post(f"{path}/seats/2", {"name": "x"}, status=409)


@async_test
async def test_wishes_that_cannot_be_granted_are_one_clear_line(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host = await server.person()
        me = {"holder": "me"}
        for wish, words in (
            ({"game": "chess", "seats": [me]}, "no game"),
            ({"game": "santa-fe-rails", "seats": [me]}, "2 to 5 players"),
            ({"game": "santa-fe-rails", "seats": [me, me], "board": "/etc/passwd"}, "board"),
            ({"game": "santa-fe-rails", "seats": [me, me], "options": {"terrain": 7}}, "terrain"),
            ({"game": "santa-fe-rails", "seats": [me, me], "options": {"first": "E"}}, "seat E"),
            ({"game": "santa-fe-rails", "seats": [me, {"holder": "bot", "bot": "hal"}]}, "bot"),
            ({"game": "santa-fe-rails", "seats": [me, {"holder": "free"}], "start": True}, "free"),
            ({"game": "rail-pass", "seats": [me]}, "2 to 6 players"),
            ({"game": "santa-fe-rails"}, "seats"),
            ({"game": "santa-fe-rails", "seats": [me, me], "seed": -1}, "seed"),
        ):
            wrong = await host.post("/api/tables", wish, status=404 if words == "board" else 400)
            assert words in wrong["error"], wrong
        assert (await host.get("/api/lobby"))["mine"] == []


# ------------------------------------------------------------------ views
@pytest.mark.parametrize("name", ["santa-fe-rails", "santa-fe", "pioneer-rails", "rail-pass"])
def test_the_public_view_and_the_own_part_make_the_whole(name: str) -> None:
    dice = random.Random(11)
    for seats in (2, 3):
        match = gs.new(name, seats=seats, seed=seats)
        for _ in range(60):
            public = match.setting.view(match.s, None)
            for seat in range(seats):
                assert laid_over(public, match.setting.own(match.s, seat)) == match.setting.view(match.s, seat)
            if match.over or not match.actors:
                break
            seat = dice.choice(match.actors)
            match.act(seat, dice.choice(match.numbers(seat)))
