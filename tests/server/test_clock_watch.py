"""Time at a running table, with a clock that the test sets."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from goldenspike.server.storage.table_record import TableHeader
from goldenspike.server.tables.moves import play_for_bot

from .app_in_process import Browser, run, served

LIVE = {"kind": "live", "per_move_s": 30, "bank_s": 60}


class Clock:
    def __init__(self) -> None:
        self.at = time.time_ns() // 1_000_000  # retention deletes what is years old

    def __call__(self) -> int:
        return self.at


async def begin(app: FastAPI, clock: Clock, absence: str, *, bank_s: int = 60) -> tuple[Browser, str]:
    """A table of two people at one screen that has just begun."""
    app.state.active_tables.now = clock
    app.state.clock_watch.grace_until = 0
    browser = Browser(app)
    made = await browser.table("me", "me", pace={**LIVE, "bank_s": bank_s, "absence": absence})
    return browser, made["table"]["id"]


async def tick(app: FastAPI, clock: Clock, seconds: float) -> None:
    clock.at += int(seconds * 1000)
    await app.state.clock_watch.check()


async def table(browser: Browser, name: str) -> Any:
    return (await browser.get(f"/api/tables/{name}"))["table"]


async def entries(browser: Browser, name: str) -> list[tuple[str, int | None, Any]]:
    found = await browser.get(f"/api/tables/{name}/entries")
    return [(entry["kind"], entry["seat"], entry["data"]) for entry in found]


def test_time_is_told_to_everybody(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        clock = Clock()
        browser, name = await begin(app, clock, "wait")
        seats = (await table(browser, name))["seats"]
        assert [(seat["bank_ms"], seat["due_ms"] - clock.at) for seat in seats] == [(60_000, 90_000)] * 2

    run(trial, tmp_path)


def test_the_pace_is_agreed_before_the_start(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        clock = Clock()
        app.state.active_tables.now = clock
        browser = Browser(app)
        made = await browser.table("me", "free", pace=LIVE)
        name = made["table"]["id"]
        await browser.post(f"/api/tables/{name}/seats/0", {"name": "Anna"})
        await browser.patch(f"/api/tables/{name}", {"pace": {"kind": "days", "per_move_s": 86400, "bank_s": 3600}})
        await browser.post(f"/api/tables/{name}/seats/1", {"bot": "greedy"})
        assert (await table(browser, name))["seats"][0]["due_ms"] is None
        await browser.post(f"/api/tables/{name}/start")
        seat = (await table(browser, name))["seats"][0]
        assert (seat["bank_ms"], seat["due_ms"]) == (3_600_000, clock.at + 90_000_000)
        refused = await browser.patch(f"/api/tables/{name}", {"pace": {"kind": "none"}}, 409)
        assert "before the game begins" in refused["error"]

    run(trial, tmp_path)


def test_waiting_only_says_so_once(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        clock = Clock()
        browser, name = await begin(app, clock, "wait")
        await tick(app, clock, 89.9)
        assert [kind for kind, _, _ in await entries(browser, name)] == ["open", "start"]
        for _ in range(3):
            await tick(app, clock, 0.1)
        told = await entries(browser, name)
        assert told[2:] == [("pace", 0, {"what": "late"}), ("pace", 1, {"what": "late"})]

    run(trial, tmp_path)


def test_a_neutral_move_goes_on_without_the_absent(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        clock = Clock()
        browser, name = await begin(app, clock, "neutral")
        await tick(app, clock, 90)
        told = await entries(browser, name)
        assert [(kind, seat) for kind, seat, _ in told[2:]] == [("pace", 0), ("move", 0), ("pace", 1), ("move", 1)]
        seats = (await table(browser, name))["seats"]
        assert [seat["bank_ms"] for seat in seats] == [0, 0]
        awaited = next(seat for seat in seats if seat["awaited"])
        assert awaited["due_ms"] == clock.at + 30_000

    run(trial, tmp_path)


def test_a_bot_stands_in_and_hands_back(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        clock = Clock()
        app.state.active_tables.bot_delay_s = 0.0
        app.state.active_tables.now = clock
        app.state.clock_watch.grace_until = 0
        browser = Browser(app)
        made = await browser.table("me", "me", "greedy", pace={**LIVE, "absence": "bot"})
        name = made["table"]["id"]
        await tick(app, clock, 90)
        seats = (await table(browser, name))["seats"]
        assert [(seat["bot"], seat["stands_in"], seat["holder"]) for seat in seats[:2]] == [
            ("greedy", True, "person")
        ] * 2
        assert seats[0]["due_ms"] is None
        await browser.post(f"/api/tables/{name}/seats/0", {"hand_back": True})
        seat = (await table(browser, name))["seats"][0]
        assert (seat["bot"], seat["stands_in"]) == (None, False)

    run(trial, tmp_path)


def test_time_goes_on_over_a_restart(tmp_path: Path) -> None:
    """What the clocks show after a restart is what they would have shown without one."""

    async def whole() -> None:
        clock = Clock()
        async with served(tmp_path) as app:
            browser, name = await begin(app, clock, "wait")
            actor = await app.state.active_tables.table(name)
            clock.at += 50_000
            await actor.call(play_for_bot, actor, 0, actor.match.legal(0)[0])
            before = (await table(browser, name))["seats"]
            assert before[0]["bank_ms"] == 40_000
        async with served(tmp_path) as app:
            app.state.active_tables.now = clock
            app.state.clock_watch.grace_until = clock.at + 70_000
            cookies = browser.client.cookies
            browser = Browser(app)
            browser.client.cookies = cookies
            after = (await table(browser, name))["seats"]
            assert [(s["bank_ms"], s["due_ms"]) for s in after] == [(s["bank_ms"], s["due_ms"]) for s in before]
            await app.state.clock_watch.read()
            await tick(app, clock, 60)  # seat 1's time is up now, but people may still be coming back
            assert (await entries(browser, name))[-1][0] == "move"
            await tick(app, clock, 10)
            assert (await entries(browser, name))[-1] == ("pace", 1, {"what": "late"})

    asyncio.run(whole())


def test_a_step_that_cannot_be_stored_takes_no_time(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        clock = Clock()
        _, name = await begin(app, clock, "wait")
        actor = await app.state.active_tables.table(name)
        before = [(place.bank_ms, place.due_ms) for place in actor.header.places]
        header: TableHeader = actor.header
        clock.at += 80_000
        await actor.call(play_for_bot, actor, 0, "play the piano")
        assert actor.header is header
        assert [(place.bank_ms, place.due_ms) for place in actor.header.places] == before

    run(trial, tmp_path)
