"""Boards by search: each game's maker makes valid boards that look right, and the search follows from its seed."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.arena.generate.judge import Task, faults_of
from goldenspike.arena.generate.search import CHANGED, FRESH, Candidate, Mark, Order, Wish, descent
from goldenspike.arena.study.measures import TURN_MEASURES
from goldenspike.cli import main
from goldenspike.engine.board_maker import BoardMaker
from goldenspike.engine.errors import BadOption
from goldenspike.games.pioneer_rails.board import maker as sheets
from goldenspike.games.santa_fe.board import maker as maps

MAKERS = {
    "santa-fe-rails": "mini",
    "santa-fe": "rails-to-the-pacific",
    "pioneer-rails": "desert-a",
    "rail-pass": "RP-L4",
}
Said = pytest.CaptureFixture[str]


def source(game: str, board: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(dict(gs.game(game).board(board).source)))
    return data


def maker_of(game: str) -> BoardMaker:
    maker = gs.game(game).board_maker()
    assert maker is not None
    return maker


# ---------------------------------------------------------------- makers
@pytest.mark.parametrize("game", MAKERS)
def test_boards_by_chance_are_valid_and_as_large(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "LAST_REPAIRS", 4)  # it looks for the last faults longer than a test should
    maker, like = maker_of(game), source(game, MAKERS[game])
    made = maker.usable(partial(maker.fresh, like), Random(3))
    assert made == maker.usable(partial(maker.fresh, like), Random(3)), "dice decide everything"
    assert not gs.game(game).board_problems(made)
    assert not maker.problems(made)
    for part in ("cities", "railroads", "towns", "ranges"):
        assert len(made.get(part, ())) == len(like.get(part, ())), part
    board = gs.game(game).board(made)
    assert "<svg" in (gs.game(game).printed(board) or gs.game(game).picture(board))


@pytest.mark.parametrize("game", MAKERS)
def test_small_changes_keep_a_board_valid(game: str) -> None:
    maker, board = maker_of(game), source(game, MAKERS[game])
    if "kind" in board:
        board["kind"] = "custom" if game == "rail-pass" else "fan"
    seen = set()
    for step in range(6):
        board = maker.usable(partial(maker.changed, board), Random(step))
        assert not gs.game(game).board_problems(board)
        seen.add(json.dumps(board, sort_keys=True))
    assert len(seen) > 3, "something changes"


def test_a_map_keeps_its_cities_apart_and_its_lines_from_each_other() -> None:
    made = maps.MapMaker().usable(
        partial(maps.MapMaker().fresh, source("santa-fe-rails", "rails-to-the-pacific")), Random(1)
    )
    assert len({city["id"] for city in made["cities"]}) == 42
    warned = " ".join(gs.game("santa-fe-rails").board_warnings(made))
    assert not any(word in warned for word in maps.LOOKS_WRONG)
    values = [city["value"] for city in made["cities"]]
    assert values.count(None) == 4
    assert values.count(7) == 7


def test_whoever_finds_no_board_says_why() -> None:
    class Hopeless(BoardMaker):
        def fresh(self, like: Any, dice: Random) -> dict[str, Any]:
            return {}

        changed = fresh

        def problems(self, board: Any) -> list[str]:
            return ["it is flat"]

    with pytest.raises(BadOption, match="no such board was found in 400 tries; the last one: it is flat"):
        Hopeless().usable(partial(Hopeless().fresh, {}), Random(1))


# ---------------------------------------------------------------- the search
def test_a_line_keeps_what_is_no_worse() -> None:
    line = descent({"name": "like"}, Wish(5, 1, 2, 3), 0)
    marks = iter([3.0, 2.0, 2.5, 2.0, 1.0])
    orders = [next(line)]
    best = None
    for number, faults in enumerate(marks, 1):
        try:
            orders.append(line.send(Candidate({"name": number}, Mark(faults, [], {}))))
        except StopIteration as end:
            best = end.value
    assert [order.how for order in orders] == [FRESH, FRESH, CHANGED, CHANGED, CHANGED]
    assert [order.source["name"] for order in orders] == ["like", "like", 2, 2, 4]
    assert len({order.dice for order in orders}) == 5
    assert best is not None
    assert best.board == {"name": 5}


def test_faults_are_what_lies_outside() -> None:
    decided = next(one for one in TURN_MEASURES if one.key == "decided")  # 40 to 95 %, 8 % worth telling
    assert faults_of(decided, 0.6, 0.9) == 0.0
    assert faults_of(decided, 0.2, None) == pytest.approx(0.5)
    minutes = next(one for one in TURN_MEASURES if one.key == "minutes")  # as long as on the other board
    assert faults_of(minutes, 50.0, 51.0) == 0.0
    assert faults_of(minutes, 44.0, 40.0) == pytest.approx(0.2)
    assert faults_of(minutes, 500.0, 40.0) == 0.5


@pytest.mark.xdist_group("rail_pass_compiled")
def test_layouts_are_generated(tmp_path: Path, capsys: Said) -> None:
    """The same seed makes the same boards; what was judged is not judged again."""

    def generated(folder: Path) -> dict[str, str]:
        words = ["--count", "2", "--starts", "1", "--generations", "1", "--games", "10", "--cores", "1"]
        main(["board", "generate", "rail-pass", "--like", "RP-L2", "--out", str(folder), *words])
        return {path.name: path.read_text("utf-8") for path in sorted(folder.glob("RP-L2-1-*.json"))}

    first = generated(tmp_path / "one")
    journal = (tmp_path / "one" / "played.jsonl").read_text()
    assert list(first) == ["RP-L2-1-1.json", "RP-L2-1-2.json"]
    said = capsys.readouterr().out
    assert "layout RP-L2-1-1" in said
    page = (tmp_path / "one" / "boards.html").read_text("utf-8")
    assert page.count("data:image/svg+xml;base64") == 3
    assert "The board they are like" in page
    for data in map(json.loads, first.values()):
        assert not gs.game("rail-pass").board_problems(data)
    assert generated(tmp_path / "one") == first
    assert (tmp_path / "one" / "played.jsonl").read_text() == journal


def test_a_game_that_makes_no_boards_says_so(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["board", "generate", "milk-run", "--out", str(tmp_path)])
    assert not list(tmp_path.iterdir())


def test_wrong_numbers_are_one_line(tmp_path: Path, capsys: Said) -> None:
    with pytest.raises(SystemExit):
        main(["board", "generate", "rail-pass", "--out", str(tmp_path), "--count", "0"])
    assert "--count is 1 to 50, not 0" in capsys.readouterr().err


def test_an_order_is_carried_out_the_same_anywhere() -> None:
    order = Order(FRESH, source("rail-pass", "RP-L4"), "7 line 0 start 0")
    assert order.board("rail-pass") == order.board("rail-pass")
    assert Task("rail-pass", None, "fireman", 10, 1).data()["like"] == {}
