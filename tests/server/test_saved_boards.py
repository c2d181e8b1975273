"""Boards that people save: versions that never change, a page for everybody with the link, changes for their owner."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.engine.board_places import places
from goldenspike.games import game
from goldenspike.server.quotas import Quotas
from goldenspike.server.storage.schema import board_versions, saved_boards

from .app_in_process import Browser, run

WORD = "a long enough password"
MINI: dict[str, Any] = dict(game("santa-fe-rails").board("mini").source)


def board(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(MINI), "id": "mine", "name": "My West", **changes}


async def save(person: Browser, **changes: Any) -> dict[str, Any]:
    wish = {"game": "santa-fe-rails", "board": board(**changes), "author": "Anna"}
    made: dict[str, Any] = await person.post("/api/saved-boards", wish)
    return made


def test_versions_tables_and_who_may_do_what(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna, otto = Browser(app), Browser(app)
        made = await save(anna)
        name = made["id"]
        assert (made["version"], made["author"], made["mine"]) == (1, "Anna", True)
        assert made["versions"][0]["playable"]
        assert made["data"] == board()

        # Another version; the same once more makes none, and the first stays as it was.
        path = f"/api/saved-boards/{name}/versions"
        second = await anna.post(path, {"board": board(name="My Far West")})
        again = await anna.post(path, {"board": board(name="My Far West")})
        assert second["version"] == again["version"] == 2
        seen = await otto.get(f"/api/saved-boards/{name}?version=1")
        assert (seen["data"]["name"], seen["mine"], len(seen["versions"])) == ("My West", False, 2)
        assert "<svg" in await otto.get(f"{path}/1.svg")
        await otto.get(f"/api/saved-boards/{name}?version=7", status=404)
        await otto.get(f"{path}/7.svg", status=404)

        # Others may look and play, but neither change nor delete; lists hold one's own.
        await otto.post(path, {"board": board()}, status=403)
        await otto.delete(f"/api/saved-boards/{name}", status=403)
        assert await otto.get("/api/saved-boards") == []
        assert [one["name"] for one in await anna.get("/api/saved-boards")] == ["My Far West"]
        wish = {"saved_board": {"id": name, "version": 1}, "board": None}
        table = (await otto.table("me", "random", **wish))["table"]
        assert table["board"] == "custom"
        assert table["saved_board"] == {"id": name, "version": 1}
        await otto.table("me", "random", saved_board={"id": name, "version": 1})  # instead of the built-in one
        copied = await otto.post(f"/api/tables/{table['id']}/sandbox", {"version": 2})
        assert copied["table"]["saved_board"] == {"id": name, "version": 1}

        # A board that is deleted is gone for everybody; the table keeps what it is played on.
        await anna.delete(f"/api/saved-boards/{name}")
        await anna.get(f"/api/saved-boards/{name}", status=404)
        assert (await otto.get(f"/api/tables/{table['id']}/board"))["name"] == "My West"

    run(trial, tmp_path, quotas=Quotas(worker_seconds=60))


def test_unfinished_large_and_many(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna = Browser(app)
        draft = await save(anna, lines=[])
        assert not draft["versions"][0]["playable"]
        await anna.get(f"/api/saved-boards/{draft['id']}/versions/1.svg", status=409)
        wish = {"saved_board": {"id": draft["id"], "version": 1}}
        seats = [{"holder": "me"}, {"holder": "bot"}]
        await anna.post("/api/tables", {"game": "santa-fe-rails", "seats": seats, **wish}, status=400)
        large = {"game": "santa-fe-rails", "board": board(note="x" * 300_000)}
        assert (await anna.post("/api/saved-boards", large, status=413))["code"] == "board"
        await anna.post("/api/saved-boards", {"game": "santa-fe-rails", "board": [1]}, status=400)
        reserved = {"game": "santa-fe-rails", "board": board(), "author": "Golden Spike"}
        assert (await anna.post("/api/saved-boards", reserved, status=409))["code"] == "reserved"
        await anna.post(f"/api/saved-boards/{draft['id']}/versions", {"board": board()})
        more = f"/api/saved-boards/{draft['id']}/versions"
        assert (await anna.post(more, {"board": board(name="Third")}, status=409))["code"] == "versions"
        await save(anna)
        assert (await anna.post("/api/saved-boards", {**reserved, "author": ""}, status=409))["code"] == "boards"

    run(trial, tmp_path, quotas=Quotas(boards_per_person=2, versions_per_board=2, worker_seconds=60))


def test_a_board_goes_with_the_account_and_into_its_data(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        anna = Browser(app)
        made = await save(anna)  # before there was an account
        await anna.post("/api/account", {"name": "Anna", "password": WORD})
        assert (await anna.get(f"/api/saved-boards/{made['id']}"))["mine"]
        kept = await anna.get("/api/me/data")
        assert [(one["board"], one["data"]["name"]) for one in kept["boards"]] == [(made["id"], "My West")]
        await anna.delete("/api/me", {"password": WORD})
        await anna.get(f"/api/saved-boards/{made['id']}", status=404)
        store = app.state.active_tables.store
        for table in (saved_boards, board_versions):
            assert await store.read(lambda c, table=table: c.scalar(sa.select(sa.func.count()).select_from(table))) == 0

    run(trial, tmp_path, quotas=Quotas(worker_seconds=60))


def test_findings_name_their_places() -> None:
    sentences = {
        "santa-fe-rails": (
            board(lines=[{**MINI["lines"][0], "a": "XYZ"}]),
            "lines[0] (XYZ-MIL).a: there is no city",
            ("/lines/0",),
        ),
        "pioneer-rails": (dict(game("pioneer-rails").board(None).source), "PR-FEAT-02: A4, a mine", ("/hex/A4",)),
        "rail-pass": (dict(game("rail-pass").board("RP-L1").source), "the tunnel A-D (links[0])", ("/links/0",)),
    }
    for name, (data, sentence, wanted) in sentences.items():
        assert places(data, game(name).board_names(data), sentence) == wanted
    west = game("santa-fe-rails")
    crowded = board()
    crowded["cities"][1] |= {key: crowded["cities"][0][key] for key in ("x", "y")}
    said = next(text for text in west.board_warnings(crowded) if "one spot" in text)
    assert places(crowded, west.board_names(crowded), said) == ("/cities/0", "/cities/1")
    for broken in ({}, {"cities": 3}, {"cities": [1, {"id": 2}]}, []):
        for name in ("santa-fe-rails", "pioneer-rails", "rail-pass"):
            assert places(broken, game(name).board_names(broken), "lines[0]: CHI and A4") in {(), ("/cities/0",)}
