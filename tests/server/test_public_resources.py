"""What is the same for everybody: boards, rulebooks, the page, health, metrics, log lines."""

from __future__ import annotations

import io
import json
import logging
import re
import sys
from pathlib import Path

import pytest
from fastapi import FastAPI

from goldenspike import games
from goldenspike.server import catalogue, log_lines
from goldenspike.server.http.security import Site
from goldenspike.server.http.static_files import Page

from .app_in_process import Browser, run


# ---------------------------------------------------------------- games, boards, rulebooks
def test_games_with_options_and_their_clauses(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        found = await Browser(app).get("/api/games")
        assert [game["name"] for game in found] == games.names()
        for info in found:
            game = games.game(info["name"])
            clauses = catalogue.rulebook(info["name"], "en")["clauses"]
            offered = [option for option in game.options if option.offered]
            assert [(option["name"], option["default"]) for option in info["options"]] == [
                (option.name, option.default) for option in offered
            ]
            for option in info["options"]:
                assert option["clause"] in clauses
                assert option["about"]
            assert {"random", "greedy"} <= {bot["name"] for bot in info["bots"]}
            assert all(bot["about"] for bot in info["bots"])
            assert set(info["words"]) <= set(game.languages())
            assert all(info["words"][lang]["about"] for lang in info["words"])

    run(trial, tmp_path)


def test_a_table_tells_which_values_are_not_the_standard_ones_whoever_set_them(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        usual = await browser.table("me", "free")
        assert usual["table"]["values"] == {}
        data = json.loads(json.dumps(games.game("santa-fe-rails").board("mini").source))
        data |= {"id": "rich", "values": {"money": 9, "hand": 5, "city_cards": [2, 2, 2, 2, 2, 2]}}
        wish = {"board": None, "board_file": data, "options": {"values.hand": 4, "values.booms": 1}}
        made = await browser.table("me", "free", **wish)
        told = {"money": 9, "city_cards": "2,2,2,2,2,2", "booms": 1}
        assert made["table"]["values"] == told
        asked = await browser.get(f"/api/tables/{made['table']['id']}")
        assert asked["table"]["values"] == told
        listed = {one["table"]["id"]: one["table"]["values"] for one in (await browser.get("/api/lobby"))["mine"]}
        assert listed == {usual["table"]["id"]: {}, made["table"]["id"]: told}

    run(trial, tmp_path)


def test_every_board_as_data_and_picture(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        for game, board in (
            ("santa-fe-rails", "mini"),
            ("santa-fe", "mini"),
            ("pioneer-rails", "fx"),
            ("rail-pass", "RP-L1"),
        ):
            data = await browser.get(f"/api/boards/{game}/{board}")
            assert data["id"] == board
            kept = await browser.ask("GET", data["svg"])
            assert kept.headers["content-type"] == "image/svg+xml"
            assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert "<svg" in kept.text[:200]
            assert "script" not in kept.headers["content-security-policy"]
            plain = await browser.ask("GET", f"/api/boards/{game}/{board}.svg")
            assert plain.headers["cache-control"] == "no-cache"
            again = await browser.ask(
                "GET", f"/api/boards/{game}/{board}.svg", **{"if-none-match": plain.headers["etag"]}
            )
            assert (again.status_code, again.content) == (304, b"")
        for wrong in ("santa-fe-rails/none", "none/mini", "santa-fe-rails/..%2f..%2fx", "santa-fe-rails/none.svg"):
            assert (await browser.get(f"/api/boards/{wrong}", 404))["code"] in {"board", "game", "nowhere"}

    run(trial, tmp_path)


@pytest.mark.parametrize(
    ("name", "lang"), [(name, lang) for name in games.names() for lang in games.game(name).languages()]
)
def test_rulebooks_are_safe_html_with_anchors(name: str, lang: str) -> None:
    book = catalogue.rulebook(name, lang)
    html = book["html"]
    anchors = re.findall(r' id="([^"]+)"', html)
    assert len(set(anchors)) == len(anchors)
    assert set(book["clauses"]) <= set(anchors)
    assert {option.clause for option in games.game(name).options} <= set(book["clauses"])
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(anchors)
    assert not re.search(r"<(script|style|iframe|object)|style=|on\w+=|javascript:", html)
    assert all(
        source.startswith(f"/api/rulebook/{name}/pictures/") for source in re.findall(r'<img src="([^"]*)', html)
    )


def test_rulebooks_fall_back_to_english(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        found = {"de": "de", "it-IT": "it", "xx": "en", "../..": "en", "": "en", "x" * 999: "en"}
        for wanted, got in found.items():
            book = await browser.get(f"/api/rulebook/santa-fe-rails?lang={wanted}")
            assert book["lang"] == got
        assert (await browser.get("/api/rulebook/chess", 404))["code"] == "game"

    run(trial, tmp_path)


# ---------------------------------------------------------------- the page
def page(folder: Path) -> Page:
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Golden Spike</title>" + "<p>hello</p>" * 200)
    (folder / "assets" / "index-abc123.js").write_text("console.log('x');" * 200)
    (folder / "spike.svg").write_text("<svg/>")
    (folder / ".sources").write_text("secret stamp")
    (folder.parent / "outside.txt").write_text("not for you")
    return Page(folder)


def test_the_built_page_is_served(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        for path in ("/", "/t/abcdef", "/rules/santa-fe-rails", "/anything/at/all"):
            found = await browser.ask("GET", path)
            assert found.headers["content-type"] == "text/html; charset=utf-8"
            assert found.headers["cache-control"] == "no-cache"
            assert "Golden Spike" in found.text
            again = await browser.ask("GET", path, **{"if-none-match": found.headers["etag"]})
            assert again.status_code == 304
        script = await browser.ask("GET", "/assets/index-abc123.js", **{"accept-encoding": "gzip"})
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        assert script.headers["content-encoding"] == "gzip"
        whole = await browser.ask("GET", "/assets/index-abc123.js", **{"accept-encoding": "identity"})
        assert whole.text == script.text == "console.log('x');" * 200
        for path in (
            "/assets/none.js", "/.sources", "/../outside.txt", "/%2e%2e/outside.txt", "/..%2foutside.txt",
            "/assets/../../outside.txt", "/assets/..%5c..%5coutside.txt", "/favicon.ico", "/api", "/api/",
        ):  # fmt: skip
            answer = await browser.ask("GET", path)
            assert answer.status_code == 404, path
            assert "not for you" not in answer.text
            assert "secret stamp" not in answer.text

    run(trial, tmp_path / "data", page=page(tmp_path / "page"))


def test_a_page_that_was_not_built_says_so(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        answer = await browser.ask("GET", "/")
        assert answer.status_code == 503
        assert "./play" in answer.text
        assert (await browser.get("/health"))["page"] is False

    run(trial, tmp_path, page=Page(tmp_path / "none"))


# ---------------------------------------------------------------- health and figures
def test_figures_are_for_the_operator(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        near, far = Browser(app, "127.0.0.1"), Browser(app, "203.0.113.5")
        await far.table("me", "greedy")
        await far.ask("BREW", "/api/games")
        assert (await far.get("/metrics", 403))["code"] == "token"
        await near.get("/metrics", 403, **{"x-forwarded-for": "203.0.113.5"})
        await Browser(app, "127.0.0.1", "http://table.example.org").get("/metrics", 403)
        text = await near.get("/metrics")
        assert 'goldenspike_requests_total{method="POST",route="/api/tables",status="200"} 1.0' in text
        assert "goldenspike_request_seconds_bucket" in text
        assert "goldenspike_tables_in_memory 1.0" in text
        assert "process_resident_memory_bytes" in text or not sys.platform.startswith("linux")
        assert await far.get("/metrics", authorization="Bearer of the token")
        await far.get("/metrics", 403, authorization="Bearer of another")

    run(trial, tmp_path, metrics_token="of the token", site=Site(public_url="http://table.example.org"))


def test_addresses_never_become_labels(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app, "127.0.0.1")
        for number in range(20):
            await browser.ask("GET", f"/api/tables/unknown{number}")
            await browser.ask("GET", f"/page/unknown{number}")
        assert "unknown" not in await browser.get("/metrics")

    run(trial, tmp_path)


# ---------------------------------------------------------------- logs
def test_logs_for_programs_and_for_people() -> None:
    told = io.StringIO()
    before = logging.getLogger().handlers[:], logging.getLogger().level
    try:
        log_lines.set_up("json", told)
        logging.getLogger("goldenspike.server").info("moved %s", "on", extra={"table": "abc", "ms": 1.5})
        try:
            raise ValueError("broken")
        except ValueError:
            logging.getLogger("goldenspike.server").exception("failed")
        first, second = [json.loads(line) for line in told.getvalue().splitlines()]
        assert (first["text"], first["table"], first["ms"], first["level"]) == ("moved on", "abc", 1.5, "info")
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", first["at"])
        assert "ValueError: broken" in second["error"]
        told.truncate(0)
        log_lines.set_up("plain", told)
        logging.getLogger("goldenspike.server").info("not for people")
        logging.getLogger("goldenspike.server").warning("the disk is full")
        assert told.getvalue().strip("\0") == "golden spike: the disk is full\n"
    finally:
        logging.getLogger().handlers[:], level = before
        logging.getLogger().setLevel(level)
        for name in ("goldenspike", "uvicorn", "uvicorn.error", "uvicorn.access"):
            logging.getLogger(name).setLevel(logging.NOTSET)
