"""Studies from the page: played in the background, bounded, stopped by their owner alone, going on after a restart."""

from __future__ import annotations

import asyncio
import json
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi import FastAPI

import goldenspike as gs
from goldenspike.server.background.queue import DAY_MS
from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.people.accounts import now_ms
from goldenspike.server.quotas import Quotas
from goldenspike.server.storage.schema import studies
from goldenspike.server.studies import queue as queue_module
from goldenspike.server.worker_process import MOST_NICE, niceness

from .app_in_process import Browser, run, served, settled

GAME = "milk-run"  # the quickest to compile and to play
PATIENT = Quotas(worker_seconds=60)  # a busy machine is nobody's fault
SHORT = replace(PATIENT, study_seconds=2)
WAITING = replace(PATIENT, study_seconds=600)
pytestmark = pytest.mark.xdist_group("milk_run_compiled")


async def finished(browser: Browser, study: str, seconds: float = 240.0) -> Any:
    async def over() -> bool:
        return (await browser.get(f"/api/studies/{study}"))["status"] not in {"waiting", "running"}

    await settled(over, seconds)
    return await browser.get(f"/api/studies/{study}")


async def begun(app: FastAPI, study: str) -> bool:
    return study in app.state.studies._processes


def check_bounds(pid: int) -> None:
    """A lower priority than the server's and a bound for its memory, where the system tells."""
    until = time.monotonic() + 240
    while Path(f"/proc/{pid}/stat").exists():
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        limits = Path(f"/proc/{pid}/limits").read_text().splitlines()
        space = next(line for line in limits if line.startswith("Max address space"))
        if int(fields[16]) >= min(MOST_NICE, os.nice(0) + niceness()) and "unlimited" not in space:
            return
        assert time.monotonic() < until, (fields[16], space)
        time.sleep(0.05)
    assert not Path("/proc/self/stat").exists(), "it ended too early"


def own_board() -> dict[str, Any]:
    board = json.loads(json.dumps(dict(gs.game("santa-fe-rails").board("mini").source)))
    board["railroads"][0]["pieces"] -= 1
    return {**board, "id": "my-mini", "name": "<script>alert(1)</script>", "kind": "fan"}


def test_a_study_is_played_in_the_background(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        owner, other = Browser(app), Browser(app)
        made = await owner.post("/api/studies", {"game": GAME, "seats": 3})
        assert (made["status"], made["report"], made["mine"]) == ("waiting", "", True)
        await settled(lambda: begun(app, made["id"]), 240)
        check_bounds(app.state.studies._processes[made["id"]].pid)
        found = await finished(other, made["id"])
        assert (found["status"], found["share"], found["mine"], found["line"]) == ("done", 1.0, False, "")
        assert found["games"] > 20
        assert {"decided", "seats", "luck"} <= {one["key"] for one in found["said"]}
        assert all(one["figures"] for one in found["said"])
        page = await other.ask("GET", found["report"])
        assert page.status_code == 200
        assert "<h2>In short</h2>" in page.text
        policy = page.headers["content-security-policy"]
        assert "sandbox;" in policy
        assert "script" not in policy
        assert "<script" not in page.text
        plain = await other.ask("GET", found["report"], **{"accept-encoding": "identity"})
        assert plain.text == page.text
        assert [one["id"] for one in await owner.get("/api/studies")] == [made["id"]]
        assert await other.get("/api/studies") == []
        assert not list((tmp_path / queue_module.FOLDER).iterdir()), "nothing is left beside the database"

    run(trial, tmp_path, quotas=SHORT)


def test_a_board_of_ones_own_and_a_table_are_studied(tmp_path: Path) -> None:
    """Nothing is played here: what would be is what was asked for."""

    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        made = await browser.post("/api/studies", {"game": "santa-fe-rails", "board_file": own_board(), "seats": 3})
        assert (made["alone"], made["seats"], made["board"]) == (False, 3, "<script>alert(1)</script>")
        one = app.state.studies.unfinished(made["id"])
        words = queue_module.command(one, tmp_path, 5)
        assert f"--board={tmp_path / 'board.json'}" in words
        assert "--alone" not in words
        assert json.loads((tmp_path / "board.json").read_text())["id"] == "my-mini"
        await browser.delete(f"/api/studies/{made['id']}")
        saved = await browser.post("/api/saved-boards", {"game": "santa-fe-rails", "board": own_board()})
        version = {"id": saved["id"], "version": 1}
        made = await browser.post("/api/studies", {"game": "santa-fe-rails", "saved_board": version})
        assert (await Browser(app).get(f"/api/studies/{made['id']}"))["saved_board"] == version
        at_table = await browser.table("me", "greedy", options={"terrain": True, "values.hand": 3})
        table = at_table["table"]["id"]
        refused = await browser.post("/api/studies", {"table": table}, 409)
        assert refused["code"] == "studying"
        await browser.delete(f"/api/studies/{made['id']}")
        made = await browser.post("/api/studies", {"table": table})
        words = queue_module.command(app.state.studies.unfinished(made["id"]), tmp_path, 5)
        assert {"--board=mini", "--alone", "--seats=2", "--options=terrain=true"} <= set(words)
        assert json.loads((tmp_path / "values.json").read_text()) == {"hand": 3}
        wrong = await browser.post("/api/studies", {"game": "santa-fe-rails", "board_file": {"id": "x"}}, 400)
        assert wrong["code"] == "refused"
        for wish in ({"game": "santa-fe-rails", "board": "../x"}, {"game": "no-such"}, {"table": "no-such"}):
            await Browser(app).post("/api/studies", wish, 404)
        await Browser(app).post("/api/studies", {"game": "santa-fe-rails", "seats": 8}, 400)

    run(trial, tmp_path, quotas=WAITING)


def test_one_at_a_time_and_so_many_a_day(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        first, neighbour, elsewhere = Browser(app), Browser(app), Browser(app, "10.0.0.9")
        made = await first.post("/api/studies", {"game": GAME})
        assert (await first.post("/api/studies", {"game": GAME}, 409))["code"] == "studying"
        assert (await neighbour.post("/api/studies", {"game": GAME}, 409))["code"] == "studying", "the same address"
        other = await elsewhere.post("/api/studies", {"game": GAME})
        assert other["before"] == 1, "it waits for the first"
        assert (await Browser(app, "10.0.0.10").post("/api/studies", {"game": GAME}, 503))["code"] == "queue"
        await first.post(f"/api/studies/{made['id']}/stop")
        await elsewhere.post(f"/api/studies/{other['id']}/stop")
        await settled(lambda: _idle(app), 240)
        again = await first.post("/api/studies", {"game": GAME})
        await first.post(f"/api/studies/{again['id']}/stop")
        await settled(lambda: _idle(app), 240)
        assert (await first.post("/api/studies", {"game": GAME}, 429))["code"] == "studies", "two today"

    quotas = replace(WAITING, study_queue=1, studies_per_person=2)
    run(trial, tmp_path, quotas=quotas, limits=Limits())


async def _idle(app: FastAPI) -> bool:
    return not app.state.studies._tasks


def test_only_its_owner_stops_a_study(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        owner, other = Browser(app), Browser(app)
        made = await owner.post("/api/studies", {"game": GAME})
        for method, path in (("POST", f"/api/studies/{made['id']}/stop"), ("DELETE", f"/api/studies/{made['id']}")):
            refused = await other.ask(method, path, {})
            assert (refused.status_code, refused.json()["code"]) == (403, "owner")
        stopped = await owner.post(f"/api/studies/{made['id']}/stop")
        assert stopped["status"] == "stopped"
        await settled(lambda: _idle(app), 240)
        assert (await other.get(f"/api/studies/{made['id']}"))["status"] == "stopped"
        assert (await owner.post(f"/api/studies/{made['id']}/stop", status=409))["code"] == "ended"
        assert (await other.get(f"/api/studies/{made['id']}/report", 404))["code"] == "report"
        await owner.delete(f"/api/studies/{made['id']}")
        await other.get(f"/api/studies/{made['id']}", 404)

    run(trial, tmp_path, quotas=WAITING)


def test_a_study_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def whole() -> None:
        async with served(tmp_path, quotas=WAITING) as app:
            browser = Browser(app)
            made = await browser.post("/api/studies", {"game": GAME})

            async def plays() -> bool:
                return (await browser.get(f"/api/studies/{made['id']}"))["games"] >= 20

            await settled(plays, 240)
            cookies = browser.client.cookies
            process = app.state.studies._processes[made["id"]]
        assert process.poll() is not None, "it ends with its server"
        kept = (tmp_path / queue_module.FOLDER / made["id"] / "played.jsonl").read_text().splitlines()
        assert len(kept) >= 20
        async with served(tmp_path, quotas=SHORT) as app:
            browser = Browser(app)
            browser.client.cookies = cookies
            found = await finished(browser, made["id"])
            assert (found["status"], found["mine"]) == ("done", True)
            assert found["games"] >= len(kept)
        async with served(tmp_path, quotas=SHORT) as app:
            tries = app.state.store.read_now(lambda c: c.execute(sa.select(studies.c.tries)).scalar())
            assert tries == 2
            await app.state.studies.tidy(now_ms() + 61 * DAY_MS)
            await Browser(app).get(f"/api/studies/{made['id']}", 404)

    asyncio.run(whole())


def test_a_study_that_ends_its_server_is_not_begun_for_ever(tmp_path: Path) -> None:
    async def whole() -> None:
        async with served(tmp_path, quotas=WAITING) as app:
            made = await Browser(app).post("/api/studies", {"game": GAME})
            await settled(lambda: begun(app, made["id"]), 240)
            await app.state.store.write(lambda c: c.execute(sa.update(studies).values(tries=3)) and None)
        async with served(tmp_path, quotas=WAITING) as app:
            found = await finished(Browser(app), made["id"], 240)
            assert (found["status"], found["line"]) == ("failed", queue_module.FAILED)

    asyncio.run(whole())


def test_whoever_leaves_takes_their_studies_along(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        made = await browser.post("/api/studies", {"game": GAME})
        await browser.post("/api/account", {"name": "Ada Milk", "password": "a long enough password"})
        assert (await browser.get(f"/api/studies/{made['id']}"))["mine"], "it is the account's now"
        assert [one["id"] for one in (await browser.get("/api/me/data"))["studies"]] == [made["id"]]
        await browser.delete("/api/me", {"password": "a long enough password"})
        await Browser(app).get(f"/api/studies/{made['id']}", 404)

    run(trial, tmp_path, quotas=WAITING)
