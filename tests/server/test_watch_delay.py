"""A game that is shown with a delay: people who only watch get it as it was that long ago, on every way there is."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.storage.schema import log, tables

from .app_in_process import Browser, Socket, play_out, run, served, settled
from .databases import on_both_databases

DELAY_S = 3600
DELAY = {"watch_delay_s": DELAY_S, "listed": True}


async def let_pass(app: FastAPI, table: str, seconds: float, upto: int | None = None) -> None:
    """So much time passes for what the record of a table holds (as far as a version): it all happened earlier."""
    ms = round(1000 * seconds)
    rows = sa.update(log).where(log.c.table_id == table, log.c.seq <= (upto or 1 << 30))
    await app.state.store.write(lambda c: c.execute(rows.values(at_ms=log.c.at_ms - ms)).rowcount)
    if upto is None:
        moved = sa.update(tables).where(tables.c.id == table).values(changed_ms=tables.c.changed_ms - ms)
        await app.state.store.write(lambda c: c.execute(moved).rowcount)
    await app.state.active_tables.sweep(0)


async def move(browser: Browser, table: str, number: int) -> None:
    actor = await browser.client._transport.app.state.active_tables.table(table)  # type: ignore[attr-defined]
    seat = actor.awaited()[0]
    text = actor.match.legal(seat)[0]
    await browser.post(f"/api/tables/{table}/moves", {"id": f"m{number}", "seat": seat, "text": text})


@on_both_databases
def test_nothing_newer_reaches_somebody_who_only_watches(tmp_path: Path) -> None:
    """Every read of a table by a stranger says the same before and after moves, words and the end of the game."""

    async def trial(app: FastAPI) -> None:
        host, stranger, account = Browser(app), Browser(app, "10.0.0.2"), Browser(app, "10.0.0.3")
        await account.post("/api/account", {"name": "Watcher", "password": "a long enough password"})
        made = await host.table("me", "me", **DELAY)
        name = made["table"]["id"]
        reads = [
            f"/api/tables/{name}",
            f"/api/tables/{name}/entries",
            *(f"/api/tables/{name}/at/{version}{query}" for version in range(1, 30) for query in ("", "?pictures=1")),
            *(f"/api/tables/{name}/{what}" for what in ("review", "reel", "export", "deal")),
            "/api/lobby",
            "/api/best?game=santa-fe-rails",
            "/api/finished-games/santa-fe-rails",
            "/api/tournaments",
        ]

        async def told() -> list[Any]:
            found: list[Any] = []
            for browser in (stranger, account):
                for path in reads:
                    answer = await browser.ask("GET", path)
                    found.append((path, answer.status_code, answer.headers.get("next"), masked(answer.text)))
                socket = Socket(app, browser)
                found.append(masked(json.dumps(await socket.hello(name))))
                await socket.leave()
                body = {"version": 4}
                found.append((await browser.ask("POST", f"/api/tables/{name}/sandbox", body)).status_code)
                found.append((await browser.ask("POST", f"/api/tables/{name}/review", {})).status_code)
                mute = {"muted": False, "blocked": False}
                found.append(masked((await browser.ask("PUT", f"/api/tables/{name}/people/0", mute)).text))
            return found

        before = await told()
        watcher, player = Socket(app, stranger), Socket(app, host)
        await watcher.hello(name)
        await player.hello(name, 0)
        for number in range(6):
            await move(host, name, number)
        player.say(op="say", id="said", seat=0, text="I shall go to Chicago")
        await player.hear("ack")
        player.say(op="signal", id="sign", seat=0, kind="need", about="Chicago")
        await player.hear("signalled")
        assert await told() == before
        assert len(await host.get(f"/api/tables/{name}/entries")) > 7, "players see it as it is played"
        await play_out(app, name)
        assert (await host.get(f"/api/tables/{name}"))["table"]["status"] == "finished"
        assert await told() == before
        await host.get(f"/api/tables/{name}/reel")
        heard = []
        while not watcher.outward.empty():
            message = await watcher.outward.get()
            if message["type"] == "websocket.send":
                heard.append(json.loads(message["text"])["op"])
        assert set(heard) <= {"presence"}, heard
        await watcher.leave()
        await player.leave()
        await let_pass(app, name, DELAY_S + 1)
        shown = await stranger.get(f"/api/tables/{name}")
        assert shown["table"]["status"] == "finished"
        await stranger.get(f"/api/tables/{name}/reel")
        lobby = await settled_lobby(stranger, name)
        assert name in [one["table"]["id"] for one in lobby["finished"]]
        socket = Socket(app, stranger)
        welcome = await socket.hello(name)
        assert welcome["result"] is not None
        assert welcome["table"]["status"] == "finished"
        await socket.leave()

    run(trial, tmp_path)


async def settled_lobby(browser: Browser, name: str) -> Any:
    async def over() -> bool:
        return name not in [one["table"]["id"] for one in (await browser.get("/api/lobby"))["running"]]

    await settled(over, 15)
    return await browser.get("/api/lobby")


def masked(text: str) -> str:
    """Without what is told at once: who is there, who looks on, and what the clock shows."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError:
        return text

    def hide(part: Any) -> Any:
        if isinstance(part, dict):
            kept = {key: hide(value) for key, value in part.items()}
            return {key: kept[key] for key in kept if key not in {"online", "watching", "now_ms", "changed_ms", "id"}}
        return [hide(one) for one in part] if isinstance(part, list) else part

    return json.dumps(hide(data), sort_keys=True)


@on_both_databases
def test_what_is_old_enough_is_shown_and_a_restart_changes_nothing(tmp_path: Path) -> None:
    async def whole() -> None:
        async with served(tmp_path) as app:
            host = Browser(app)
            name = (await host.table("me", "me", **DELAY))["table"]["id"]
            for number in range(8):
                await move(host, name, number)
            await let_pass(app, name, DELAY_S + 1, upto=6)
            stranger = Socket(app, Browser(app))
            first = await stranger.hello(name)
            await stranger.leave()
            past = await Browser(app).get(f"/api/tables/{name}/at/6")
            await Browser(app).get(f"/api/tables/{name}/at/7", 404)
        assert first["version"] == past["last"] == 6
        assert first["entries"][-1]["version"] == 6
        assert first["view"] == past["view"]
        async with served(tmp_path) as app:
            stranger = Socket(app, Browser(app))
            again = await stranger.hello(name)
            await stranger.leave()
        assert masked(json.dumps(again)) == masked(json.dumps(first))

    asyncio.run(whole())


def test_watchers_see_every_move_when_its_time_has_come(tmp_path: Path) -> None:
    """From before the start to the end, in order, each with the position that players saw then."""

    async def trial(app: FastAPI) -> None:
        host, other = Browser(app), Browser(app, "10.0.0.2")
        made = await host.table("me", "free", watch_delay_s=1, listed=True)
        name = made["table"]["id"]
        watcher = Socket(app, other)
        assert (await watcher.hello(name))["table"]["status"] == "open"
        await host.post(f"/api/tables/{name}/seats/1", {"bot": "greedy"})
        await watcher.hear("event")
        player = Socket(app, host)
        await player.hello(name, None)
        clock = asyncio.get_running_loop()
        begun = clock.time()
        await host.post(f"/api/tables/{name}/start")
        seen, live = [await watcher.hear("event")], [await player.hear("event")]
        assert clock.time() - begun >= 1
        assert seen[0]["entry"]["kind"] == live[0]["entry"]["kind"] == "start"
        assert seen[0]["table"]["status"] == "running"
        await play_out(app, name)
        async with asyncio.timeout(20):
            while seen[-1]["entry"]["kind"] != "finish":
                seen.append(await watcher.hear("event"))
            while live[-1]["entry"]["kind"] != "finish":
                live.append(await player.hear("event"))
        assert [one["version"] for one in seen] == [one["version"] for one in live]
        assert [one["view"] for one in seen] == [one["view"] for one in live]
        assert seen[-1]["result"] == live[-1]["result"]
        await watcher.leave()
        await player.leave()

    run(trial, tmp_path)


def test_a_round_with_a_clock_is_shown_late_with_its_clock(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        app.state.active_tables.countdown_s = 0.1
        host, other = Browser(app), Browser(app, "10.0.0.2")
        seats = [{"holder": "me"}, {"holder": "bot", "bot": "superintendent"}]
        wish = {"game": "rail-pass", "seats": seats, "options": {"clock": "real"}, "watch_delay_s": 1, "start": True}
        name = (await host.post("/api/tables", wish))["table"]["id"]
        player, watcher = Socket(app, host), Socket(app, other)
        live = await player.hello(name, 0)
        late = await watcher.hello(name)
        assert late["view"] is None, "it begins later for whoever watches"
        first = await watcher.hear("event")
        assert first["entry"]["kind"] == "start"
        moments = []
        async with asyncio.timeout(20):
            while len(moments) < 12:
                frame = await watcher.hear("event", "tick")
                moments.append(frame["at_ms"])
                there = app.state.active_tables.loaded[name].match.now
                assert frame["at_ms"] is None or frame["at_ms"] <= there - 900, "as it was a second ago"
        assert frame["zero_ms"] is not None
        assert live["zero_ms"] is None or frame["zero_ms"] >= live["zero_ms"] + 900
        await watcher.leave()
        await player.leave()

    run(trial, tmp_path, rate=1)


def test_the_delay_is_agreed_before_the_game_begins(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        name = (await host.table("me", "free"))["table"]["id"]
        changed = await host.patch(f"/api/tables/{name}", {"watch_delay_s": 180})
        assert changed["table"]["watch_delay_s"] == 180
        await host.post(f"/api/tables/{name}/seats/1", {"bot": "greedy"})
        await host.post(f"/api/tables/{name}/start")
        await host.patch(f"/api/tables/{name}", {"watch_delay_s": 0}, 409)
        await host.patch(f"/api/tables/{name}", {"watch_delay_s": 4000}, 400)

    run(trial, tmp_path)


def test_deleted_words_are_not_shown_when_their_time_comes(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, other = Browser(app), Browser(app, "10.0.0.2")
        await host.post("/api/account", {"name": "Anna", "password": "a long enough password"})
        name = (await host.table("me", "greedy", watch_delay_s=2))["table"]["id"]
        player, watcher = Socket(app, host), Socket(app, other)
        await player.hello(name, 0)
        await watcher.hello(name)
        player.say(op="say", id="said", seat=0, text="forget what I say")
        await player.hear("ack")
        await host.delete("/api/me", {"password": "a long enough password"})
        heard = ""
        async with asyncio.timeout(10):
            while '"chat"' not in heard:
                heard += json.dumps(await watcher.hear("event", "welcome"))
        assert "forget what" not in heard
        await watcher.leave()

    run(trial, tmp_path)
