"""Lessons over HTTP: the server replays them with every request, helps, refuses with the rule, and stores nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike import games
from goldenspike.engine.overlay import laid_over
from goldenspike.server.http.rate_limits import Limits, Rate
from goldenspike.server.storage.schema import metadata

from .app_in_process import Browser, run

MILK = "/api/tutorials/milk-run/claim"
CITY = "/api/tutorials/santa-fe-rails/city"
TUTORED = [name for name in games.names() if games.game(name).tutorial is not None]


async def rows(app: FastAPI) -> int:
    """How much is stored in all tables of the database together."""

    def count(connection: sa.Connection) -> int:
        # What servers note about themselves is nobody's tutorial.
        told = [t for t in metadata.sorted_tables if t.name not in {"claims", "nodes", "settings"}]
        return sum(connection.scalar(sa.select(sa.func.count()).select_from(t)) or 0 for t in told)

    return await app.state.active_tables.store.read(count)  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", TUTORED)
def test_the_whole_tutorial_by_the_actions_it_shows_and_nothing_is_stored(name: str, tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        before = await rows(app)
        told = await browser.get(f"/api/tutorials/{name}?lang=de")
        assert told["lang"] in {"de", "en"}
        for chapter in told["chapters"]:
            address, done = f"/api/tutorials/{name}/{chapter['id']}", []
            here = await browser.post(address, {"language": "de"})
            assert (here["step"], here["over"], len(here["moments"])) == (0, False, 1)
            while not here["over"]:
                step = chapter["steps"][here["step"]]
                assert step["say"]
                assert step["help"]
                legal = laid_over(here["moments"][-1]["view"], here["moments"][-1]["own"])["legal"]
                way = next(
                    text for wanted in step["show"] for text in legal if text == wanted or _like(text, wanted)
                )  # fmt: skip
                here = await browser.post(address, {"done": done, "text": way})
                assert here["refused"] is None
                done.append(way)
        assert await rows(app) == before
        assert not app.state.active_tables.loaded

    run(trial, tmp_path)


def _like(text: str, wanted: str) -> bool:
    start, star, end = wanted.partition("*")
    return bool(star) and text.startswith(start) and text.endswith(end)


def test_a_wrong_try_is_answered_with_the_rule_and_with_what_helps(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        base = {"done": ["play DEN"], "language": "it"}
        forbidden = await browser.post(CITY, {**base, "text": "lay KP ABL>DEN"})
        assert (forbidden["refused"]["code"], forbidden["refused"]["clause"]) == ("E_NOT_HOME", "SFR-LAY-06")
        assert "Kansas City" in forbidden["say"]
        assert forbidden["moments"] == []
        allowed = await browser.post(CITY, {**base, "text": "lay SF CHI>STL#1"})
        assert (allowed["refused"]["code"], allowed["refused"]["clause"]) == ("lesson", "")
        assert "Kansas Pacific" in allowed["say"]
        nonsense = await browser.post(CITY, {**base, "text": "sing"})
        assert nonsense["refused"]["code"] == "notation"
        asked = await browser.post(CITY, {**base, "why": ["lay KP ABL>DEN", "lay KP KCY>OMA"]})
        assert [reason["clause"] for reason in asked["reasons"]] == ["SFR-LAY-06", ""]
        assert asked["say"] == forbidden["say"]
        after = await browser.post(CITY, base)
        assert (after["step"], after["times"]) == (1, 0)

    run(trial, tmp_path)


def test_the_reader_sees_what_their_seat_may_see(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        here = (await Browser(app).post(CITY, {}))["moments"][0]
        seats = laid_over(here["view"], here["own"])["seats"]
        assert seats[0]["hand"] == ["OMA", "DEN", "CHY", "SFO"]
        assert "hand" not in seats[1]
        sealed = (await Browser(app).post(CITY, {"text": "play DEN"}))["moments"]
        assert [moment["entry"]["text"] for moment in sealed] == ["A: play DEN", "B: play ?", "C: play SPO"]

    run(trial, tmp_path)


@pytest.mark.parametrize(
    ("address", "sent", "status", "code"),
    [
        ("/api/tutorials/chess/city", {}, 404, "game"),
        ("/api/tutorials/santa-fe-rails/nowhere", {}, 404, "chapter"),
        (CITY, {"done": ["lay KP KCY>ABL#1"]}, 409, "lesson"),
        (CITY, {"done": ["play DEN"] * 61}, 400, "shape"),
        (CITY, {"text": "x" * 401}, 400, "shape"),
        (CITY, {"seat": 1}, 400, "shape"),
    ],
)
def test_what_cannot_be_is_one_line(address: str, sent: Any, status: int, code: str, tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        assert (await Browser(app).post(address, sent, status))["code"] == code

    run(trial, tmp_path)


def test_a_game_without_a_tutorial_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(games.game("milk-run")), "tutorial", None)

    async def trial(app: FastAPI) -> None:
        for ask in (Browser(app).get("/api/tutorials/milk-run", 404), Browser(app).post(MILK, {}, 404)):
            assert await ask == {"error": "Milk Run has no tutorial", "code": "tutorial"}

    run(trial, tmp_path)


def test_lessons_are_limited_like_all_heavy_requests(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        for _ in range(3):
            await browser.post(CITY, {})
        await browser.post(CITY, {}, 429)

    run(trial, tmp_path, limits=Limits({"heavy": Rate(0.001, 3)}))


def test_games_say_how_long_their_tutorial_takes(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        found = {info["name"]: info["tutorial"] for info in await Browser(app).get("/api/games")}
        assert {name for name, minutes in found.items() if minutes} == set(TUTORED)
        assert all(3 <= found[name] <= 5 for name in TUTORED if name != "milk-run")

    run(trial, tmp_path)
