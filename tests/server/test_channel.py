"""The channel: acknowledged moves, ids, resume, viewpoints, tabs, garbage."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

from goldenspike.server.quotas import Quotas

from .databases import on_both_databases
from .live_server import LiveServer, Person, async_test

pytestmark = on_both_databases


async def two(server: LiveServer, **more: Any) -> tuple[Person, Person, str]:
    """A table of two people, begun."""
    host, guest = await server.person(), await server.person()
    made = await host.make("me", "free", **more)
    await guest.claim(made, name="Guest")
    await host.post(f"/api/tables/{made['table']['id']}/start")
    return host, guest, made["table"]["id"]


@async_test
async def test_a_move_is_acknowledged_and_everybody_sees_it(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        stranger = await server.person()
        async with host.page(table, 0) as a, guest.page(table, 1) as b, stranger.page(table) as c:
            text = a.legal[0]
            before = a.version
            answer = await a.move(0, text, id="first")
            assert answer == {"op": "ack", "id": "first", "version": before + 1}
            for page in (a, b, c):
                await page.reach(answer["version"])
            assert a.entries[-1]["text"] == f"A: {text}"
            assert b.entries[-1]["text"] == c.entries[-1]["text"] == "A: play ?"
            assert a.view == b.view == c.view
            assert c.own is None
            assert a.whole["seats"][0]["secret_play"] == text.removeprefix("play ")
            assert "secret_play" not in json.dumps(b.whole)
            done = await b.act(1)
            for page in (a, c):
                await page.reach(done)
                assert page.entries[-1]["data"]["revealed"] == [f"A: {text}"]


@async_test
async def test_the_same_id_has_one_effect_also_after_a_restart(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a:
            first = await a.move(0, a.legal[0], id="once")
            again = await a.move(0, "play none", id="once")
            assert again == first
            other = await a.ask("say", id="once", text="hello")
            assert other["code"] == "id"
        async with guest.page(table, 1) as b:
            await b.act(1)
        await server.down()
        await server.up()
        server.active_tables.loaded.clear()
        async with host.page(table, 0) as a:
            version = a.version
            for _ in range(2):
                assert await a.move(0, "play none", id="once") == first
            assert a.version == version
            # Ids older than those a table remembers are known to the database.
            server.active_tables.loaded[table].ids.clear()
            assert await a.move(0, "play none", id="once") == first
            server.active_tables.loaded[table].ids.clear()
            legal = a.legal[0] if a.legal else "pass"
            assert await a.move(0, legal, id="once") == first
            assert a.version == version


@async_test
async def test_refusals_name_the_rule_and_change_nothing(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a, guest.page(table, 1) as b:
            version = a.version
            refused = await a.move(0, "lay SF CHI>KCY")
            assert refused["op"] == "refused"
            assert refused["clause"].startswith("SFR-")
            assert (await a.move(1, b.legal[0]))["code"] == "seat"
            assert (await a.move(0, "dance"))["code"] == "notation"
            assert (await a.move(0, a.legal[0], version=version - 1))["code"] == "version"
            assert (await a.ask("hint", seat=0))["op"] == "hinted"
            reasons = await a.ask("why", seat=0, texts=[a.legal[0], "draw deck", "?"])
            assert [bool(reason["code"]) for reason in reasons["reasons"]] == [False, True, True]
            assert a.version == version
            assert server.active_tables.loaded[table].version == version


@async_test
async def test_frames_that_are_none_are_refused_and_garbage_ends_it(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, _, table = await two(server)
        async with host.page(table, 0) as a:
            for raw in (
                "{}",
                "[]",
                "nonsense",
                '{"op":"fly"}',
                '{"op":"move","id":"x","seat":"A","text":""}',
                "\u2028",
            ):
                await a.socket.send(raw)
                frame = await a.until("refused")
                assert frame["code"] == "frame"
            assert frame["id"] == ""
            await a.socket.send('{"op":"move","id":"known","seat":"A","text":"x"}')
            assert (await a.until("refused"))["id"] == "known"
            await a.socket.send(json.dumps({"op": "say", "id": "long", "text": "x" * 20_000}))
            assert (await a.until("refused"))["code"] == "frame"
            await a.socket.send(b"\xff\xfe")
            assert (await a.until("refused"))["code"] == "frame"
            await a.send("ping", sent=5)
            assert (await a.until("pong"))["sent"] == 5
            for _ in range(30):
                await a.socket.send("?")
            assert not (await a.until("bye"))["again"]


@async_test
async def test_a_channel_begins_with_hello(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        for seat, where, words in ((1, table, "not yours"), (None, "nowhere", "no such table")):
            async with host.page(where, seat) as a:
                assert words in a.frames[-1]["reason"]
        async with guest.page(table) as b:
            assert b.own is None
            assert b.frames[-1]["you"]["seats"] == [1]


@async_test
async def test_resume_by_version_brings_what_was_missed(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as a:
            known = a.version
        async with guest.page(table, 1) as b:
            await b.act(1)
            await b.ask("say", seat=1, text="  I \n chose ")
        async with host.page(table, 0, known) as a:
            assert [(e["kind"], e["version"]) for e in a.entries] == [("move", known + 1), ("chat", known + 2)]
            assert a.entries[0]["text"] == "B: play ?"
            assert a.entries[1]["text"] == "I chose"
            assert not a.frames[-1]["whole"]
            # A page that noticed a gap says hello again on the same channel.
            await a.hello(table, 0, known + 1)
            assert a.frames[-1]["entries"][0]["version"] == known + 2
            # A version from the future is answered with everything.
            await a.hello(table, 0, 10_000)
            assert a.frames[-1]["whole"]


@async_test
async def test_two_tabs_of_one_seat(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        async with host.page(table, 0) as one, host.page(table, 0) as two_, guest.page(table, 1) as b:
            text = one.legal[0]
            answers = await asyncio.gather(one.move(0, text, id="same"), two_.move(0, text, id="same"))
            assert answers[0] == answers[1]
            for page in (one, two_):
                await page.reach(answers[0]["version"])
            assert one.whole == two_.whole
            await b.reach(answers[0]["version"])
            assert len([entry for entry in b.entries if entry["kind"] == "move"]) == 1


@async_test
async def test_presence_counts_people_and_spectators(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host, guest, table = await two(server)
        stranger = await server.person()
        async with host.page(table, 0) as a:
            assert (await a.until("presence"))["online"] == [0]
            async with guest.page(table, 1), stranger.page(table):
                while (a.presence["online"], a.presence["spectators"]) != ([0, 1], 1):
                    await a.take()
            while (a.presence["online"], a.presence["spectators"]) != ([0], 0):
                await a.take()


@async_test
async def test_one_screen_for_all(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        host = await server.person()
        made = await host.make("me", "me")
        assert made["table"]["hot_seat"]
        async with host.page(made["table"]["id"], 0) as page:
            text = page.legal[0]
            await page.act(0, text)
            assert page.entries[-1]["text"] == f"A: {text}"
            await page.send("look", seat=1)
            await page.until("welcome")
            assert page.entries[-1]["text"] == "A: play ?"
            await page.act(1)
            await page.send("look", seat=5)
            assert (await page.until("refused"))["code"] == "seat"


@async_test
async def test_a_slow_reader_is_sent_away_and_others_do_not_wait(tmp_path: Path) -> None:
    async with LiveServer(tmp_path, send_buffer=8192, quotas=Quotas(chat_kb_per_table=4000)) as server:
        host = await server.person()
        made = await host.make("me", "me")
        table = made["table"]["id"]
        lazy = socket.socket()
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.connect(("127.0.0.1", server.port))
        lazy.sendall(
            f"GET /api/channel HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.address}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        await asyncio.to_thread(lazy.recv, 1000)
        hello = json.dumps({"op": "hello", "table": table}).encode()
        lazy.sendall(bytes((0x81, 0x80 | len(hello))) + b"\0\0\0\0" + hello)
        async with host.page(table, 0) as a:
            words = "long words " * 40
            while len(server.active_tables.loaded[table].viewers) < 2:
                await asyncio.sleep(0.01)
            said = 0
            while any(viewer.seat is None and viewer.ready() for viewer in server.active_tables.loaded[table].viewers):
                said += 1
                assert (await a.ask("say", id=f"w{said}", text=words))["op"] == "ack"
            while len(server.app.state.channels.open) > 1:
                await asyncio.sleep(0.05)
        lazy.close()
