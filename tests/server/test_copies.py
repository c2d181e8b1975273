"""Try from here, play again, take a match away and bring it back: nothing leaks, nothing is lost."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

import goldenspike as gs
from goldenspike.server.http import match_files
from goldenspike.server.http.errors import HttpError
from goldenspike.server.tables import copies
from goldenspike.server.tables.going_back import go_back
from goldenspike.server.tables.moves import play_for_bot

from .app_in_process import Browser, Socket, play_out, run

FIXTURE = sorted((Path(__file__).parents[1] / "fixtures" / "santa_fe").glob("*.json"))


async def some_moves(app: FastAPI, name: str, count: int) -> None:
    actor = await app.state.active_tables.table(name)

    async def whole() -> None:
        for _ in range(count):
            seat = actor.awaited()[-1]
            legal = actor.match.legal(seat)
            await play_for_bot(actor, seat, legal[len(legal) // 2])

    await actor.call(whole)


async def secrets_of(app: FastAPI, name: str) -> Any:
    actor = await app.state.active_tables.table(name)
    position = actor.match.setting.position(actor.match.s)
    return {word: position[word] for word in ("hands", "deck", "chance", "committed")}


async def seen(app: FastAPI, browser: Browser, name: str, seat: int) -> Any:
    """What a seat sees of the position, without the words around it."""
    socket = Socket(app, browser)
    welcome = await socket.hello(name, seat)
    await socket.leave()
    return welcome["view"], {word: value for word, value in welcome["own"].items() if word != "question"}


# ---------------------------------------------------------------- try from here
def test_a_running_game_is_dealt_anew_behind_the_back_of_its_players(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        friend = Browser(app)
        made = await browser.table("me", "free", "free", board="rails-to-the-pacific", seed=11)
        name = made["table"]["id"]
        for guest, link in zip((friend, Browser(app)), made["invitations"], strict=True):
            await guest.post(f"/api/tables/{name}/claim", {"secret": link["path"].partition("#s=")[2], "accept": True})
        await browser.post(f"/api/tables/{name}/start")
        await some_moves(app, name, 20)
        version = (await browser.get(f"/api/tables/{name}"))["table"]["version"]
        truth = await secrets_of(app, name)
        others = []
        for _ in range(4):
            tried = await browser.post(f"/api/tables/{name}/sandbox", {"version": version, "all_mine": True})
            table = tried["table"]
            assert table["sandbox"]
            assert not table["listed"]
            assert tried["you"]["seats"] == [0, 1, 2]
            assert await seen(app, browser, table["id"], 0) == await seen(app, browser, name, 0)
            dealt = await secrets_of(app, table["id"])
            assert dealt["hands"]["A"] == truth["hands"]["A"]
            assert dealt["chance"] != truth["chance"]
            assert dealt["deck"] != truth["deck"]
            assert sorted(dealt["deck"]) != dealt["deck"]
            others.append(json.dumps([dealt["hands"]["B"], dealt["hands"]["C"], dealt["deck"]]))
            # Nothing that leaves this table knows the seed or the deck of the other.
            kept = await browser.get(f"/api/tables/{table['id']}/export")
            assert str(11) != str(kept["header"]["seed"])
        assert len(set(others)) == 4
        assert (await browser.get(f"/api/tables/{name}"))["table"]["version"] == version
        assert await secrets_of(app, name) == truth

    run(trial, tmp_path)


def test_the_dice_of_a_sandbox_are_its_own() -> None:
    match = gs.new("santa-fe-rails", seats=3, seed=5)
    worlds = {json.dumps(copies.position_for(match, 0)) for _ in range(5)}
    assert len(worlds) == 5
    assert copies.position_for(match, None) == match.setting.position(match.s)


def test_a_finished_game_is_an_open_book(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = (await browser.table("me", "me", "me", seed=4))["table"]["id"]
        await some_moves(app, name, 9)
        then = (await browser.get(f"/api/tables/{name}"))["table"]["version"]
        truth = await secrets_of(app, name)
        await play_out(app, name)
        stranger = Browser(app)
        tried = await stranger.post(f"/api/tables/{name}/sandbox", {"version": then, "bot": "random"})
        assert [seat["holder"] for seat in tried["table"]["seats"]].count("person") == 1
        last = (await browser.get(f"/api/tables/{name}"))["table"]["version"]
        over = await stranger.post(f"/api/tables/{name}/sandbox", {"version": last}, 409)
        assert over["code"] == "over"
        book = await stranger.post(f"/api/tables/{name}/sandbox", {"version": then, "all_mine": True})
        assert await secrets_of(app, book["table"]["id"]) == truth

    run(trial, tmp_path)


def test_a_sandbox_is_played_with_bots(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = (await browser.table("me", "me", "me"))["table"]["id"]
        await some_moves(app, name, 5)
        version = (await browser.get(f"/api/tables/{name}"))["table"]["version"]
        tried = await browser.post(f"/api/tables/{name}/sandbox", {"version": version})
        table = tried["table"]
        (own,) = tried["you"]["seats"]
        assert [seat["holder"] for seat in table["seats"]] == ["person" if n == own else "bot" for n in range(3)]
        # A private game with bots is no way to read the cards either.
        refused = await browser.get(f"/api/tables/{table['id']}/export", 403)
        assert refused["code"] == "running"
        for wrong in ({"version": 0}, {"version": 99}, {"version": 1}, {"version": version, "bot": "hal"}):
            answer = await browser.ask("POST", f"/api/tables/{name}/sandbox", wrong)
            assert answer.status_code in {400, 404, 409}, answer.text

    run(trial, tmp_path)


# ---------------------------------------------------------------- play again
def test_the_same_people_play_again(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, friend = Browser(app), Browser(app)
        made = await host.table("me", "free", "greedy", options={"terrain": True}, name="Friday", seed=8)
        name = made["table"]["id"]
        secret = made["invitations"][0]["path"].partition("#s=")[2]
        await friend.post(f"/api/tables/{name}/claim", {"secret": secret, "name": "Berta", "accept": True})
        await host.post(f"/api/tables/{name}/start")
        assert (await friend.post(f"/api/tables/{name}/again", status=409))["code"] == "status"
        await play_out(app, name)
        first, second = await asyncio.gather(
            friend.post(f"/api/tables/{name}/again"), host.post(f"/api/tables/{name}/again")
        )
        assert first["table"]["id"] == second["table"]["id"] != name
        assert (first["you"]["host"], first["you"]["seats"]) == (False, [1])
        assert (second["you"]["host"], second["you"]["seats"]) == (True, [0])
        # Once both have asked, it begins.
        table = (await host.get(f"/api/tables/{second['table']['id']}"))["table"]
        assert (table["status"], table["name"], table["options"]["terrain"]) == ("running", "Friday", True)
        assert [seat["holder"] for seat in table["seats"]] == ["person", "person", "bot"]
        assert table["seats"][1]["name"] == "Berta"
        heads = [(await app.state.active_tables.table(one)).header.seed for one in (name, table["id"])]
        assert heads[0] == 8 != heads[1]
        told = (await friend.get(f"/api/tables/{name}/entries"))[-1]
        assert told["data"] == {"what": "again", "table": table["id"], "again": f"/t/{table['id']}"}

    run(trial, tmp_path)


# ---------------------------------------------------------------- files
def test_a_match_goes_away_and_comes_back(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        name = (await browser.table("me", "me", seed=6))["table"]["id"]
        for _ in range(2):
            refused = await browser.get(f"/api/tables/{name}/export", 403)
            assert refused["code"] == "running"
            assert "6" not in json.dumps(refused)
            await some_moves(app, name, 4)
        actor = await app.state.active_tables.table(name)
        await actor.call(go_back, actor, len(actor.path) - 1, "undo", 0, None, {"of": actor.path[-1]})
        await play_out(app, name)
        answer = await Browser(app).ask("GET", f"/api/tables/{name}/export")
        assert answer.headers["content-disposition"].startswith('attachment; filename="santa-fe-rails-')
        data = answer.json()
        assert gs.load(data).hash == actor.hash
        back = await Browser(app).post("/api/import", data)
        assert back["table"]["status"] == "finished"
        assert (await app.state.active_tables.table(back["table"]["id"])).hash == actor.hash
        assert (await browser.get(f"/api/tables/{back['table']['id']}/export"))["hash"] == data["hash"]

    run(trial, tmp_path)


def test_a_match_from_the_terminal_goes_on_at_the_table(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        match = gs.new("santa-fe", seats=3, seed=2**63 + 5, terrain=True)
        for _ in range(5):
            match.play(match.actors[-1], match.legal(match.actors[-1])[0])
        match.undo()
        browser = Browser(app)
        made = await browser.post("/api/import", match.data())
        assert made["table"]["status"] == "running"
        assert made["table"]["hot_seat"]
        assert made["you"] == {"host": True, "seats": [0, 1, 2], "account": None}
        actor = await app.state.active_tables.table(made["table"]["id"])
        assert actor.hash == match.hash
        await some_moves(app, made["table"]["id"], 3)
        position = gs.from_position("santa-fe-rails", {"board": "mini", "phase": "tlt1", "plays": {"A": "double"}})
        puzzle = await browser.post("/api/import", position.data())
        assert (await app.state.active_tables.table(puzzle["table"]["id"])).hash == position.hash

    run(trial, tmp_path)


def test_whole_finished_games_come_in(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        data = json.loads(FIXTURE[0].read_text())
        made = await Browser(app).post("/api/import", data)
        assert made["table"]["status"] == "finished"

    run(trial, tmp_path)


def bad_files() -> list[Any]:
    good = gs.new("santa-fe-rails", seats=2, seed=1, board="mini").data()
    header = good["header"]
    deep = json.dumps({**good, "position": {"deck": 0}}).replace('"deck": 0', '"deck": ' + "[" * 900 + "]" * 900)
    return [
        b"", b"{", b"[]", b"null", b"3", b"\xff", b"[" * 100_000, {}, {"format": "x"}, {**good, "format": "other/1"},
        {**good, "header": None}, {**good, "header": {**header, "game": "chess"}},
        {**good, "header": {**header, "game": []}},
        {**good, "header": {**header, "game": "rail-pass"}}, {**good, "header": {**header, "board": None}},
        {**good, "header": {**header, "board": {"id": "/etc/passwd", "hash": "x"}}},
        {**good, "header": {**header, "board": {"id": ["mini"], "hash": "x"}}},
        {**good, "board": {"id": "mine"}}, {**good, "header": {**header, "board": {"id": "mini", "hash": "0"}}},
        {**good, "header": {**header, "seats": 9}}, {**good, "header": {**header, "seats": "2"}},
        {**good, "header": {**header, "seed": -1}}, {**good, "header": {**header, "options": {"x": 1}}},
        {**good, "log": "A: play"}, {**good, "log": [1]}, {**good, "log": ["undo"]},
        {**good, "log": ["A: play the piano"]},
        {**good, "log": ["undo"] * 2001}, {**good, "hash": "0" * 16}, {**good, "hash": None}, {**good, "position": [1]},
        {**good, "position": {"phase": "nonsense"}}, deep.encode(),
        {**good, "position": {"money": {"A": 10**400}}},
    ]  # fmt: skip


def test_files_that_are_no_matches(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        for number, bad in enumerate(bad_files()):
            raw = bad if isinstance(bad, bytes) else json.dumps(bad).encode()
            answer = await browser.ask("POST", "/api/import", raw)
            assert answer.status_code in {400, 404, 413}, (number, answer.text[:300])
            found = answer.json()
            assert set(found) == {"error", "code"}
            assert "passwd" not in found["error"] or "built-in" in found["error"]
        assert (await browser.get("/api/lobby"))["mine"] == []
        assert "set-cookie" not in answer.headers

    run(trial, tmp_path)


def test_reading_a_file_has_an_end() -> None:
    data = json.dumps(json.loads(FIXTURE[0].read_text())).encode()
    begun = time.monotonic()
    with pytest.raises(HttpError, match="takes too long"):
        match_files.read_file(data, seconds=0.0)
    assert time.monotonic() - begun < 2
