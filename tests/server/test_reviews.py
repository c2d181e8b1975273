"""Reviews at the table: asked for by its people once the game is over, made in the background, read by everybody."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.quotas import Quotas
from goldenspike.server.reviews.queue import FOLDER
from goldenspike.server.storage.schema import NOBODY, reviews, tables

from .app_in_process import Browser, play_out, run, served, settled
from .databases import on_both_databases

GAME = "milk-run"  # the quickest to compile and to play
PATIENT = Quotas(worker_seconds=60)
WORD = "a long enough password"
pytestmark = pytest.mark.xdist_group("milk_run_compiled")


async def finished_table(app: FastAPI, browser: Browser) -> str:
    made = await browser.post("/api/tables", {
        "game": GAME, "seats": [{"holder": "me"}, {"holder": "bot", "bot": "greedy"}], "seed": 3, "start": True,
    })  # fmt: skip
    table = str(made["table"]["id"])
    await play_out(app, table)
    return table


async def done(browser: Browser, table: str, seconds: float = 240.0) -> Any:
    async def over() -> bool:
        return (await browser.get(f"/api/tables/{table}/review"))["status"] not in {"waiting", "running"}

    await settled(over, seconds)
    return await browser.get(f"/api/tables/{table}/review")


@on_both_databases
def test_a_finished_game_is_reviewed_in_the_background(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        owner, other = Browser(app), Browser(app)
        table = await finished_table(app, owner)
        assert await other.get(f"/api/tables/{table}/review") == {
            "status": "none", "share": 0.0, "before": 0, "line": "", "may_ask": False, "found": None,
        }  # fmt: skip
        assert (await owner.get(f"/api/tables/{table}/review"))["may_ask"]
        asked = await owner.post(f"/api/tables/{table}/review")
        assert asked["status"] in {"waiting", "running"}
        again = await owner.post(f"/api/tables/{table}/review")
        assert again["status"] in {"waiting", "running"}, "asked twice, made once"
        found = await done(other, table)
        assert (found["status"], found["share"], found["line"]) == ("done", 1.0, "")
        told = found["found"]
        entries = await other.get(f"/api/tables/{table}/entries")
        moves = {entry["version"]: entry for entry in entries if entry["kind"] == "move"}
        start = next(entry["version"] for entry in entries if entry["kind"] == "start")
        assert told["moments"][0]["version"] == start
        assert told["moments"][-1]["version"] == max(moves)
        (mine,) = (await owner.get("/api/lobby"))["mine"]
        assert told["moments"][-1]["points"] == mine["result"]["points"]
        assert {one["seat"] for one in told["decisions"]} == {0}, "those of the bot are not judged"
        for one in told["decisions"]:
            assert moves[one["version"]]["seat"] == 0
            assert one["before"] < one["version"]
        assert not list((tmp_path / FOLDER).iterdir()), "nothing is left beside the database"
        assert app.state.reviews.finished == 1
        sandbox = await other.post(f"/api/tables/{table}/sandbox", {"version": told["decisions"][0]["before"]})
        assert sandbox["table"]["sandbox"]
        await app.state.store.write(lambda c: c.execute(sa.delete(tables).where(tables.c.id == table)) and None)
        assert app.state.store.read_now(lambda c: c.execute(sa.select(reviews.c.table_id)).all()) == []

    run(trial, tmp_path, quotas=PATIENT)


def test_nobody_reviews_a_running_game(tmp_path: Path) -> None:
    """Its people may not either: a review tells what is hidden."""

    async def trial(app: FastAPI) -> None:
        owner = Browser(app)
        made = await owner.table("me", "greedy")
        for ask in (owner.get, owner.post):
            refused = await ask(f"/api/tables/{made['table']['id']}/review", status=409)
            assert refused["code"] == "running"

    run(trial, tmp_path, quotas=PATIENT)


def test_one_at_a_time_and_so_many_a_day(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        app.state.reviews._start = lambda: None  # they wait
        first = Browser(app)
        names = [await finished_table(app, first) for _ in range(3)]
        await first.post(f"/api/tables/{names[0]}/review")
        assert (await first.post(f"/api/tables/{names[1]}/review", status=409))["code"] == "reviewing"
        await app.state.reviews.stop_one(names[0])
        await first.post(f"/api/tables/{names[1]}/review")
        await app.state.reviews.stop_one(names[1])
        assert (await first.post(f"/api/tables/{names[2]}/review", status=429))["code"] == "reviews", "two today"

    run(trial, tmp_path, quotas=replace(PATIENT, reviews_per_person=2), limits=Limits())


def test_a_server_may_review_nothing(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        owner = Browser(app)
        table = await finished_table(app, owner)
        assert not (await owner.get(f"/api/tables/{table}/review"))["may_ask"], "what cannot be done is not offered"
        assert (await owner.post(f"/api/tables/{table}/review", status=503))["code"] == "noreviews"

    run(trial, tmp_path, quotas=replace(PATIENT, reviews=0))


def test_a_review_goes_on_after_a_restart_but_not_for_ever(tmp_path: Path) -> None:
    async def whole() -> None:
        async with served(tmp_path, quotas=PATIENT) as app:
            app.state.reviews._start = lambda: None
            owner = Browser(app)
            names = [await finished_table(app, owner), await finished_table(app, owner)]
            for name in names:
                await owner.post(f"/api/tables/{name}/review")
                app.state.reviews.waiting.clear()
            often = sa.update(reviews).where(reviews.c.table_id == names[1]).values(tries=3)
            await app.state.store.write(lambda c: c.execute(often) and None)
        async with served(tmp_path, quotas=PATIENT) as app:
            browser = Browser(app)
            assert (await done(browser, names[0]))["status"] == "done"
            failed = await browser.get(f"/api/tables/{names[1]}/review")
            assert (failed["status"], failed["line"]) == ("failed", app.state.reviews.failed)

    asyncio.run(whole())


def test_a_review_stays_with_its_game_when_its_person_goes(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        app.state.reviews._start = lambda: None
        browser = Browser(app)
        table = await finished_table(app, browser)
        await browser.post(f"/api/tables/{table}/review")
        await browser.post("/api/account", {"name": "Ada Milk", "password": WORD})
        assert [one["table_id"] for one in (await browser.get("/api/me/data"))["reviews"]] == [table]
        await browser.delete("/api/me", {"password": WORD})
        holders = app.state.store.read_now(lambda c: list(c.scalars(sa.select(reviews.c.holder))))
        assert holders == [NOBODY]

    run(trial, tmp_path, quotas=PATIENT)
