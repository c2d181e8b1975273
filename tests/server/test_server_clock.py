"""A system clock that jumps: nobody's time runs out by it, and everybody is told."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from goldenspike.cli import main
from goldenspike.server import server_clock
from goldenspike.server.tables.moves import play_for_bot

from .app_in_process import Browser, run, served, settled
from .databases import sqlite_only
from .test_fair_play import two_people

LIVE = {"kind": "live", "per_move_s": 30, "bank_s": 60, "absence": "neutral"}
DAY_MS = 86_400_000
TWO_DAYS_MS = 2 * DAY_MS


class SystemClock:
    """The clock of the machine, as somebody may set it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead_ms = 0
        real = time.time_ns
        monkeypatch.setattr(time, "time_ns", lambda: real() + self.ahead_ms * 1_000_000)


@pytest.fixture
def system_clock(monkeypatch: pytest.MonkeyPatch) -> SystemClock:
    return SystemClock(monkeypatch)


async def entries(browser: Browser, name: str) -> list[tuple[str, Any]]:
    return [(entry["kind"], entry["data"]) for entry in await browser.get(f"/api/tables/{name}/entries")]


async def left_ms(browser: Browser, name: str) -> list[int]:
    """How much time every seat has, as a page reckons it."""
    seats = (await browser.get(f"/api/tables/{name}"))["table"]["seats"]
    return [seat["due_ms"] - server_clock.now_ms() for seat in seats if seat["due_ms"] is not None]


def test_two_days_ahead_for_half_a_minute(tmp_path: Path, system_clock: SystemClock) -> None:
    async def trial(app: FastAPI) -> None:
        app.state.clock_watch.grace_until = 0
        browser = Browser(app)
        name = (await browser.table("me", "me", seed=1, pace=LIVE))["table"]["id"]
        before = await left_ms(browser, name)

        async def jumps(count: int) -> bool:
            return sum(kind == "pace" for kind, _ in await entries(browser, name)) == count

        system_clock.ahead_ms = TWO_DAYS_MS
        actor = await app.state.active_tables.table(name)
        await actor.call(play_for_bot, actor, 0, actor.match.legal(0)[0])  # before anybody has noticed
        assert actor.header.places[0].bank_ms == 60_000
        await settled(lambda: jumps(1))
        system_clock.ahead_ms = 0
        await settled(lambda: jumps(2))
        told = [data for kind, data in await entries(browser, name) if kind == "pace"]
        assert [data["what"] for data in told] == ["clock", "clock"]
        assert abs(told[0]["ms"] - TWO_DAYS_MS) < 5000
        assert abs(told[1]["ms"] + TWO_DAYS_MS) < 5000
        after = await left_ms(browser, name)
        assert all(0 <= was - now < 60_000 for was, now in zip(before, after, strict=False))

    run(trial, tmp_path)


@sqlite_only  # of several servers none shifts the times of all
@pytest.mark.parametrize("jump_ms", [TWO_DAYS_MS, -TWO_DAYS_MS])
def test_a_clock_that_stays_changed_is_followed_at_the_next_start(
    jump_ms: int, tmp_path: Path, system_clock: SystemClock
) -> None:
    async def whole() -> None:
        async with served(tmp_path) as app:
            browser = Browser(app)
            name = (await browser.table("me", "me", seed=1, pace=LIVE))["table"]["id"]
            before = await left_ms(browser, name)
            system_clock.ahead_ms = jump_ms

            async def told() -> bool:
                return (await entries(browser, name))[-1][0] == "pace"

            await settled(told)
        async with served(tmp_path) as app:
            assert abs(server_clock.now_ms() - server_clock.wall_ms()) < 5000
            again = Browser(app)
            again.client.cookies = browser.client.cookies
            after = await left_ms(again, name)
            assert len(after) == len(before) == 2
            assert all(0 <= was - now < 20_000 for was, now in zip(before, after, strict=True))

    asyncio.run(whole())


@sqlite_only  # of several servers none shifts the times of all
def test_a_jump_while_no_server_ran_is_noticed(tmp_path: Path, system_clock: SystemClock) -> None:
    """As far as the machine was up all the time, and tells how long."""
    if server_clock._boot() is None:
        return

    async def whole() -> None:
        async with served(tmp_path) as app:
            browser = Browser(app)
            name = (await browser.table("me", "me", seed=1, pace=LIVE))["table"]["id"]
            before = await left_ms(browser, name)
        system_clock.ahead_ms = TWO_DAYS_MS
        async with served(tmp_path) as app:
            again = Browser(app)
            again.client.cookies = browser.client.cookies
            after = await left_ms(again, name)
            assert all(0 <= was - now < 20_000 for was, now in zip(before, after, strict=True))

    asyncio.run(whole())


def test_a_clock_behind_what_is_stored_does_not_turn_time_back(
    tmp_path: Path, system_clock: SystemClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_clock, "BOOT_ID", tmp_path / "none")  # the machine was started anew

    async def whole() -> None:
        async with served(tmp_path) as app:
            browser = Browser(app)
            name = (await browser.table("me", "me", seed=1, pace=LIVE))["table"]["id"]
            before = await left_ms(browser, name)
        system_clock.ahead_ms = -20 * 365 * 86_400_000  # a machine without a battery
        async with served(tmp_path) as app:
            again = Browser(app)
            again.client.cookies = browser.client.cookies
            after = await left_ms(again, name)
            assert all(0 <= was - now < 20_000 for was, now in zip(before, after, strict=True))
            assert server_clock.clock.ahead_ms < -86_400_000

    asyncio.run(whole())


def test_small_corrections_are_followed(system_clock: SystemClock) -> None:
    clock = server_clock.ServerClock()
    system_clock.ahead_ms = 1500
    assert clock.jump_ms() == 0
    assert abs(clock.now_ms() - server_clock.wall_ms()) < 200
    system_clock.ahead_ms = 60_000
    assert abs(clock.jump_ms() - 58_500) < 200
    assert clock.jump_ms() == 0
    assert abs(server_clock.wall_ms() - clock.now_ms() - 58_500) < 200


# ---------------------------------------------------------------- what time deletes
async def _seen_by(app: FastAPI, browser: Browser, *names: str) -> list[int]:
    """What the tables answer, once the server has looked for what is too old."""
    await app.state.retention.sweep()
    again = _again(app, browser)
    return [(await again.ask("GET", f"/api/tables/{name}")).status_code for name in names]


@sqlite_only  # of several servers none shifts the times of all
@pytest.mark.parametrize("restarted", [False, True], ids=["same machine start", "machine started anew"])
def test_a_clock_far_ahead_deletes_nothing_until_somebody_has_looked(
    restarted: bool,
    tmp_path: Path,
    system_clock: SystemClock,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if restarted:
        monkeypatch.setattr(server_clock, "BOOT_ID", tmp_path / "none")
    data = tmp_path / "data"

    async def tables() -> tuple[Browser, str, str]:
        async with served(data) as app:
            host, guest, running, _ = await two_people(app)
            return guest, running, (await host.table("me", "free"))["table"]["id"]

    guest, running, open_ = asyncio.run(tables())

    def shown(ready: int) -> list[int]:
        """What a server that is started now shows, and whether it calls itself ready."""
        found: list[int] = []

        async def look(app: FastAPI) -> None:
            found.extend(await _seen_by(app, guest, running, open_))
            actor = await app.state.active_tables.table(running)
            seat = actor.awaited()[0]
            await actor.call(play_for_bot, actor, seat, actor.match.legal(seat)[0])  # under the wrong clock
            doctor = Browser(app, "127.0.0.1")

            async def told() -> bool:  # it looks after a start when it comes to it
                return (await doctor.ask("GET", "/readyz")).status_code == ready

            await settled(told)
            assert ("days ahead" in (await doctor.ask("GET", "/readyz")).text) == (ready == 503)
            you = (await _again(app, guest).get(f"/api/tables/{running}"))["you"]
            assert you["seats"] == [1]

        run(look, data)
        return found

    system_clock.ahead_ms = 410 * DAY_MS
    assert shown(503) == [200, 200]
    assert shown(503) == [200, 200], "moves under the wrong clock are no proof that it is right"
    main_exit(["doctor", "--data", str(data)])
    assert "days after the server last ran" in capsys.readouterr().out
    system_clock.ahead_ms = 0
    assert shown(200) == [200, 200]
    # Really so much later: the operator says so.
    system_clock.ahead_ms = 410 * DAY_MS
    assert shown(503) == [200, 200]
    main(["admin", "trust-clock", "--data", str(data), "--why", "it was a long winter"])

    async def later(app: FastAPI) -> None:
        assert (await _seen_by(app, guest, open_)) == [404]
        assert app.state.retention.held_back == ""

    run(later, data)


def _again(app: FastAPI, browser: Browser) -> Browser:
    again = Browser(app)
    again.client.cookies = browser.client.cookies
    return again


def main_exit(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(words)


def test_a_week_without_a_server_is_nothing_strange(tmp_path: Path, system_clock: SystemClock) -> None:
    async def trial(app: FastAPI) -> None:
        assert await app.state.store.read(server_clock.days_in_doubt) == 0

    run(trial, tmp_path)
    for _ in range(3):
        system_clock.ahead_ms += 6 * DAY_MS
        run(trial, tmp_path)
