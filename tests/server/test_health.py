"""Health that tells the truth: about the disk, the files, the database and the time that requests wait."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from goldenspike.server.http import health
from goldenspike.server.storage.backup import check
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.tables.moves import play_for_bot

from .app_in_process import Browser, run
from .databases import sqlite_only
from .trials.clients import Person, Viewer, together
from .trials.forked_servers import ForkedServers
from .trials.server import Server

pytestmark = pytest.mark.skipif(os.name == "nt", reason="open files cannot be deleted there")


async def readiness(app: FastAPI, address: str = "127.0.0.1") -> tuple[int, Any]:
    answer = await Browser(app, address).ask("GET", "/readyz")
    return answer.status_code, answer.json()


async def one_move(app: FastAPI, name: str) -> int:
    """A move of whoever is awaited, as a page sends it; the version it is stored as."""
    actor = await app.state.active_tables.table(name)
    before = actor.version
    seat = actor.awaited()[0]
    await actor.call(play_for_bot, actor, seat, actor.match.legal(seat)[0])
    assert actor.version > before
    return int(actor.version)


def test_a_server_that_is_well_says_so(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        status, told = await readiness(app)
        assert (status, told["ok"], told["problems"]) == (200, True, [])
        assert told["synced_s_ago"] < 10
        assert told["free_mb"] > 0
        browser = Browser(app)
        assert await browser.get("/healthz") == {"ok": True}
        assert (await browser.get("/health"))["ok"] is True
        # Strangers learn only whether it is well.
        assert await readiness(app, "203.0.113.9") == (200, {"ok": True})
        app.state.store.synced_at -= 3600
        commits = app.state.store.commits
        assert (await readiness(app))[0] == 200
        assert app.state.store.commits > commits, "it finds out by writing"

    run(trial, tmp_path)


def test_little_room_and_long_waits_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "MOST_LAG_S", 0.5)

    async def trial(app: FastAPI) -> None:
        app.state.storage_watch.least_free = 1 << 60
        status, told = await readiness(app)
        assert status == 503
        assert "MB are free" in told["problems"][0]
        assert (await Browser(app).ask("GET", "/health")).status_code == 503
        assert await Browser(app).get("/healthz") == {"ok": True}
        app.state.storage_watch.least_free = 0
        assert (await readiness(app))[1]["problems"] == []
        await asyncio.sleep(0.05)
        time.sleep(0.9)  # somebody holds the event loop
        await asyncio.sleep(0.05)
        status, told = await readiness(app)
        assert status == 503
        assert "waited" in told["problems"][0]

    run(trial, tmp_path)


@sqlite_only
@pytest.mark.parametrize("how", ["deleted", "deleted log", "replaced", "whole folder"])
def test_files_that_vanish_stop_acknowledgements(how: str, tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = (await browser.table("me", "me", seed=1))["table"]["id"]
        version = await one_move(app, name)
        if how == "deleted":
            (data / FILE).unlink()
        elif how == "deleted log":
            (data / f"{FILE}-wal").unlink()
        elif how == "replaced":
            shutil.copyfile(data / FILE, data / "other")
            os.replace(data / "other", data / FILE)
        else:
            data.rename(tmp_path / "moved away")
            data.mkdir()
        with pytest.raises(Exception, match="nothing can be stored now"):
            await one_move(app, name)
        assert (await app.state.active_tables.table(name)).version == version
        answer = await browser.ask("POST", "/api/tables", {"game": "santa-fe-rails", "seats": [{"holder": "me"}] * 2})
        assert answer.status_code == 503
        assert (await readiness(app))[0] == 503
        assert (await browser.ask("GET", "/health")).status_code == 503
        assert (await browser.ask("GET", "/healthz")).status_code == 200
        # What was acknowledged is saved from the files that nobody else sees any more.
        saved = list(data.glob(f"{FILE}.rescued-*"))
        assert len(saved) == 1
        assert check(saved[0]).moves == 1
        assert str(saved[0]) in app.state.store.halted

    run(trial, data)


@sqlite_only
def test_noise_in_the_database_is_found(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = (await browser.table("me", "me", seed=1))["table"]["id"]
        await one_move(app, name)
        await app.state.store.write(lambda c: None)
        with app.state.store.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        await app.state.storage_watch.look()
        assert (await readiness(app))[0] == 200
        with (tmp_path / FILE).open("rb+") as file:
            file.seek(4096)
            file.write(os.urandom((tmp_path / FILE).stat().st_size - 4096))
        await app.state.storage_watch.look()
        status, told = await readiness(app)
        assert status == 503
        assert "damaged" in told["problems"][0]
        with pytest.raises(Exception, match="nothing can be stored now"):
            await one_move(app, name)

    run(trial, tmp_path)


@pytest.mark.xdist_group("table-trials")
@sqlite_only
def test_a_full_disk_is_not_ready_and_then_ready_again(forked_servers: ForkedServers, tmp_path: Path) -> None:
    with Server(tmp_path / "data", forked_servers=forked_servers) as server:
        people = [Person(server.port, "A"), Person(server.port, "B")]
        table = together(people)
        assert server.process is not None
        assert people[0].ask("GET", "/readyz").status_code == 200
        most = max(path.stat().st_size for path in (tmp_path / "data").iterdir())
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

        async def play() -> str:
            page = Viewer(people[0], table, 0)
            await page.join()
            answer = await page.play(page.legal[0])
            page.leave()
            return getattr(answer, "code", "ack")

        codes = [asyncio.run(play()) for _ in range(1)]
        told = people[0].ask("GET", "/readyz")
        assert codes == ["store"]
        assert told.status_code == 503
        assert told.json()["problems"]
        assert people[0].ask("GET", "/health").status_code == 503
        assert people[0].ask("GET", "/healthz").status_code == 200
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        assert people[0].ask("GET", "/readyz").status_code == 200
        assert asyncio.run(play()) == "ack"
