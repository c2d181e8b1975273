"""Matches against the clock once they are over, rematches, and boards of people's own."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from goldenspike.engine.overlay import laid_over
from goldenspike.games.rail_pass.board.load import load
from goldenspike.games.santa_fe.board.load import load as load_board

from .app_in_process import Browser, Socket, play_out, run, settled

QUICK = {"dexterity": "off", "seconds": 20, "colours": "fixed"}


async def raced(app: FastAPI, browser: Browser, *holders: str, **more: Any) -> str:
    """A round that bots play to its end."""
    made = await browser.table(*holders, game="rail-pass", **{"board": None, "options": QUICK, **more})
    name = str(made["table"]["id"])

    async def over() -> bool:
        return bool((await browser.get(f"/api/tables/{name}"))["table"]["status"] == "finished")

    await settled(over)
    return name


def test_the_reel_of_a_match_without_a_clock_shows_what_everybody_saw(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = (await browser.table("me", "greedy", seed=3))["table"]["id"]
        await browser.get(f"/api/tables/{name}/reel", 409)  # it is not over
        await play_out(app, name)
        frames = (await browser.get(f"/api/tables/{name}/reel"))["frames"]
        shown = None
        for number, frame in enumerate(frames):
            shown = frame["view"] if "view" in frame else laid_over(shown, frame["change"])
            if number % 15 == 0 or number == len(frames) - 1:
                past = await browser.get(f"/api/tables/{name}/at/{frame['version']}")
                assert shown == {key: value for key, value in past["view"].items() if key in shown}
        assert len(frames) > 30

    run(trial, tmp_path)


def test_the_reel_tells_the_whole_round(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        running = await browser.table("me", "me", game="rail-pass", board=None, options=QUICK)
        refused = await browser.get(f"/api/tables/{running['table']['id']}/reel", 409)
        assert refused["error"] == "the match is not over yet"
        name = await raced(app, browser, "superintendent", "engineer", seed=3)
        reel = await browser.get(f"/api/tables/{name}/reel")
        frames = reel["frames"]
        shown = frames[0]["view"]
        moments = [frame["at_ms"] for frame in frames]
        assert moments == sorted(moments)
        assert moments[-1] == 20_000
        for frame in frames[1:]:
            shown = frame["view"] if "view" in frame else laid_over(shown, frame["change"])
        actor = await app.state.active_tables.table(name)
        assert shown == json.loads(json.dumps(actor.match.setting.view(actor.match.s, None)))
        entries = await browser.get(f"/api/tables/{name}/entries")
        said = [entry["text"] for entry in entries if entry["kind"] == "move"]
        assert [frame["line"] for frame in frames if frame["line"] and frame["line"][0] != "!"] == said
        assert set(reel["statistics"]) >= {"seats", "links"}
        # From any moment of it one can go on, with the clock where it was then.
        moment = next(frame for frame in frames if frame["at_ms"] > 8_000 and frame["line"][:1] not in {"", "!"})
        tried = await browser.post(
            f"/api/tables/{name}/sandbox", {"version": moment["version"], "bot": "engineer", "all_mine": False}
        )
        assert tried["table"]["timed"]
        world = await app.state.active_tables.table(tried["table"]["id"])
        assert moment["at_ms"] <= world.match.now < 20_000
        # The same match as a file, and brought back.
        file = await browser.get(f"/api/tables/{name}/export")
        back = await browser.post("/api/import", file)
        assert back["table"]["status"] == "finished"
        again = await browser.get(f"/api/tables/{back['table']['id']}/export")
        assert again == file

    run(trial, tmp_path, rate=100)


def test_half_a_round_from_a_file_waits_for_its_players(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = await raced(app, browser, "superintendent", "engineer", seed=3)
        file = await browser.get(f"/api/tables/{name}/export")
        from goldenspike.engine.timed_match import TimedMatch
        from goldenspike.games.rail_pass.game import RAIL_PASS

        match = TimedMatch.new(RAIL_PASS, seats=2, seed=3, board=file["header"]["board"]["id"], options=QUICK)
        for line in file["log"][:6]:
            match.replay(line)
        match.advance(match.now + 100)
        back = await browser.post("/api/import", json.loads(json.dumps(match.data())))
        assert back["table"]["status"] == "running"
        actor = await app.state.active_tables.table(back["table"]["id"])
        assert actor.realtime is not None
        assert not actor.realtime.runs
        assert actor.match.now == match.now
        socket = Socket(app, browser)
        await socket.hello(back["table"]["id"], 0)
        event = await socket.hear("event")
        assert event["entry"]["kind"] == "resume"
        assert event["at_ms"] == match.now
        await socket.leave()

    run(trial, tmp_path, rate=100)


def test_best_scores_are_kept_by_setup(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        assert await browser.get("/api/best?game=rail-pass") == []
        slow = await raced(app, browser, "brakeman", "brakeman", seed=3, options={**QUICK, "seconds": 60})
        quick = await raced(app, browser, "superintendent", "superintendent", seed=3, options={**QUICK, "seconds": 60})
        other = await raced(app, browser, "superintendent", "superintendent", seed=3)
        file = await browser.get(f"/api/tables/{quick}/export")
        await browser.post("/api/import", file)
        found = await browser.get("/api/best?game=rail-pass&board=RP-L1")
        assert len({one["key"] for one in found}) == len(found) == 2
        tables = [(await browser.get(f"/api/tables/{name}"))["table"]["id"] for name in (slow, quick, other)]
        first = next(one for one in found if one["time_ms"] == 60_000)
        assert first["table"] in tables[:2]
        scores = {}
        for name in (slow, quick):
            actor = await app.state.active_tables.table(name)
            scores[name] = actor.match.result.points[0]
        assert first["score"] == max(scores.values())
        assert await browser.get("/api/best?game=rail-pass&board=RP-L9") == []
        assert await browser.get("/api/best?game=santa-fe") == []
        assert (await browser.get("/api/best?game=chess", 404))["code"] == "game"

    run(trial, tmp_path, rate=200)


def test_another_round_with_the_same_seed_or_a_new_one(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = await raced(app, browser, "me", "superintendent", seed=3)
        socket = Socket(app, browser)
        await socket.hello(name, 0)
        made = await browser.post(f"/api/tables/{name}/again", {"same_seed": True})
        told = await socket.hear("event")
        assert told["entry"]["data"]["again"] == f"/t/{made['table']['id']}"
        await socket.leave()
        actor = await app.state.active_tables.table(made["table"]["id"])
        assert actor.header.seed == 3
        assert made["you"]["seats"] == [0]
        other = await raced(app, browser, "me", "superintendent", seed=3)
        made = await browser.post(f"/api/tables/{other}/again")
        assert (await app.state.active_tables.table(made["table"]["id"])).header.seed != 3

    run(trial, tmp_path, rate=100)


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        layout = json.loads(json.dumps(load("RP-L3").source))
        layout.update(id="my-loop", name="My loop")
        good = await browser.post("/api/boards/rail-pass/check", {"board": layout})
        assert (good["ok"], good["problems"]) == (True, [])
        assert "<svg" in good["svg"]
        broken = json.loads(json.dumps(layout))
        broken["links"][0]["a"] = "Z"
        bad = await browser.post("/api/boards/rail-pass/check", {"board": broken})
        assert not bad["ok"]
        assert any("Z" in line for line in bad["problems"])
        wish: dict[str, Any] = {"game": "rail-pass", "board": None, "options": QUICK}
        seats = ["me", *["superintendent"] * (load("RP-L3").players[0] - 1)]
        refused = await browser.post(
            "/api/tables", {**wish, "seats": [{"holder": "me"}] * len(seats), "board_file": broken}, 400
        )
        assert "Z" in refused["error"]
        big = {**layout, "note": "x" * 300_000}
        assert (await browser.post("/api/boards/rail-pass/check", {"board": big}, 413))["code"] == "board"
        made = await browser.table(*seats, **wish, board_file=layout)
        table = made["table"]
        assert table["board"] == "custom"
        data = await browser.get(f"/api/tables/{table['id']}/board")
        assert data["id"] == "custom"
        assert "<svg" in await browser.get(f"/api/tables/{table['id']}/board.svg")
        assert "<svg" in await browser.get(data["svg"])

        async def over() -> bool:
            return bool((await browser.get(f"/api/tables/{table['id']}"))["table"]["status"] == "finished")

        await settled(over)
        file = await browser.get(f"/api/tables/{table['id']}/export")
        back = await browser.post("/api/import", file)
        assert back["table"]["board"] == "custom"
        again = await browser.post(f"/api/tables/{table['id']}/again")
        assert again["table"]["board"] == "custom"
        # Every game that has board files takes them, and never a name that might be a file of this machine.
        map_ = json.loads(json.dumps(load_board("mini").source))
        map_["id"] = "my-map"
        own = await browser.table("me", "me", board=None, board_file=map_)
        assert own["table"]["board"] == "custom"
        assert (await browser.get(f"/api/tables/{own['table']['id']}/board"))["id"] == "custom"
        tried = await browser.post(f"/api/tables/{own['table']['id']}/sandbox", {"version": 2})
        assert tried["table"]["board"] == "custom"
        await asyncio.sleep(0)

    run(trial, tmp_path, rate=100)
