"""Boards that people bring to the page: of every game, as large as our own, explained, drawn, in bounded time."""

from __future__ import annotations

import copy
import json
import time
from pathlib import Path
from typing import Any

from goldenspike.games import game, names
from goldenspike.server import custom_boards
from goldenspike.server.http.rate_limits import Limits, daily_rates
from goldenspike.server.quotas import Quotas
from goldenspike.server.worker_pool import SECONDS

from .live_server import LiveServer, async_test

WITH_BOARDS = [name for name in names() if game(name).boards]


def own(name: str) -> dict[str, Any]:
    """The largest built-in board of a game under another name."""
    sources = [dict(game(name).board(board).source) for board in game(name).boards]
    data = copy.deepcopy(max(sources, key=lambda source: len(json.dumps(source))))
    return data | {"id": "mine", "name": "Mine"}


@async_test
async def test_every_game_takes_a_board_from_a_file(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        person = await server.person()
        for name in WITH_BOARDS:
            text = json.dumps(own(name), indent=2)
            found = await person.post(f"/api/boards/{name}/check", {"text": text})
            assert found["ok"], (name, found["problems"])
            assert "<svg" in found["svg"][:200]
            if "cities" in own(name) and all("name" in city for city in own(name)["cities"]):
                assert own(name)["cities"][-1]["name"] in found["svg"], "the preview names the cities"
            assert set(found["players"]) <= set(game(name).seats)
            assert found["warnings"] == game(name).board_warnings(own(name))
            seats = [{"holder": "free"}] * found["players"][0]
            made = await person.post("/api/tables", {"game": name, "seats": seats, "board_file": own(name)})
            assert made["table"]["board"] == "custom"


@async_test
async def test_what_is_wrong_with_a_file_is_explained(tmp_path: Path) -> None:
    async with LiveServer(tmp_path) as server:
        person = await server.person()

        async def said(name: str, text: str) -> str:
            found = await person.post(f"/api/boards/{name}/check", {"text": text})
            assert not found["ok"]
            assert not found.get("svg")
            return " | ".join(found["problems"])

        board = own("santa-fe")
        assert "a comment (//) at line 1, column 3" in await said("santa-fe", "{ // mine\n}")
        assert "the file is empty; a sheet is a JSON object" in await said("pioneer-rails", "")
        assert "a layout is a JSON object" in await said("rail-pass", '"RP-L1"')
        assert "a layout is a JSON object" in await said("rail-pass", '"/etc/passwd"')
        assert "half a character" in await said("santa-fe", '{"id": "\\ud800"}')
        assert "this is a board for Santa Fe" in await said("pioneer-rails", json.dumps(board))
        board["cities"][0]["id"] = "xyz"
        assert "three capital letters" in await said("santa-fe", json.dumps(board))


@async_test
async def test_a_board_may_be_as_large_as_256_kib_and_no_larger(tmp_path: Path) -> None:
    assert custom_boards.BOARD_BYTES >= 256 * 1024
    async with LiveServer(tmp_path) as server:
        person = await server.person()
        board = own("santa-fe-rails")
        names_ = board["scenery"]["names"]
        filler = {"text": "x" * 60, "style": "land", "size": 6, "points": [[k, k] for k in range(40)]}
        room = custom_boards.BOARD_BYTES - len(json.dumps(board)) - 100
        more = min(120 - len(names_), room // len(json.dumps(filler)))
        names_ += [filler] * more
        text = json.dumps(board)
        text += " " * (custom_boards.BOARD_BYTES - len(text))
        assert (await person.post("/api/boards/santa-fe-rails/check", {"text": text}))["ok"]
        refused = await person.post("/api/boards/santa-fe-rails/check", {"text": text + " "}, status=413)
        assert "256 KiB" in refused["error"]
        escaped = json.dumps("\u0001" * custom_boards.BOARD_BYTES)
        assert len(escaped) > 640 * 1024, "every sign escaped is refused before it is read"


def test_a_check_takes_bounded_time() -> None:
    """Lines that run to and fro across all that the schema allows take a fraction of what a worker may compute."""
    board = copy.deepcopy(dict(game("santa-fe").board("mini").source))
    for line in board["lines"][:5]:
        line["via"] = [[-4000 if k % 2 else 12000, 12000 if k % 3 else -4000] for k in range(40)]
    start = time.process_time()
    found = custom_boards.check("santa-fe", custom_boards.as_bytes(board))
    assert found.ok
    assert any("run through each other" in warning for warning in found.warnings)
    assert time.process_time() - start < SECONDS / 2


@async_test
async def test_an_editor_may_have_its_board_checked_all_day(tmp_path: Path) -> None:
    board = {"board": {"id": "mine", "name": "x" * 100_000}}
    limits = Limits(daily_rates(Quotas(kb_per_address=250)))
    async with LiveServer(tmp_path, limits=limits) as server:
        person = await server.person()
        for _ in range(5):
            assert not (await person.post("/api/boards/santa-fe-rails/check", board))["ok"]
        await person.post("/api/saved-boards", {"game": "santa-fe-rails", **board})
        await person.post("/api/saved-boards", {"game": "santa-fe-rails", **board})
        refused = await person.post("/api/saved-boards", {"game": "santa-fe-rails", **board}, status=429)
        assert refused["code"] == "bytes"  # what is kept counts
