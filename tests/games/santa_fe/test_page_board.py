"""The board as data for the page agrees with the board, and its picture holds no word of any language."""

from __future__ import annotations

import json
import math
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.games.santa_fe.board.load import RAILROADS, load
from goldenspike.games.santa_fe.drawing.page_data import page_board, picture

GAMES = ["santa-fe-rails", "santa-fe"]
BOARDS = ["rails-to-the-pacific", "mini"]


def game(name: str) -> Any:
    return gs.game(name)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("board_id", BOARDS)
def test_page_board_has_every_city_line_and_space(name: str, board_id: str) -> None:
    board = load(board_id)
    data = page_board(game(name), board)
    assert json.loads(json.dumps(data)) == data
    assert [c["id"] for c in data["cities"]] == [c.id for c in board.cities]
    assert [c["value"] for c in data["cities"]] == [c.value for c in board.cities]
    assert [[q["railroad"] for q in c["squares"]] for c in data["cities"]] == [list(c.squares) for c in board.cities]
    assert all(len(c["pins"]) == 9 for c in data["cities"])
    assert [ln["id"] for ln in data["lines"]] == [ln.id for ln in board.lines]
    for found, line in zip(data["lines"], board.lines, strict=True):
        assert len(found["pieces"]) == len(line.segments)
        near = board.city[line.a]
        steps = [math.hypot(p["x"] - near.x, p["y"] - near.y) for p in found["pieces"]]
        assert steps[0] == min(steps), "spaces are counted from a to b"


def test_page_board_follows_the_edition() -> None:
    board = load("rails-to-the-pacific")
    new, old = (page_board(game(name), board) for name in GAMES)
    assert [r["id"] for r in new["railroads"]] == list(RAILROADS)
    assert [r["id"] for r in old["railroads"]] == list(RAILROADS[:5])
    assert sum(ln["one_way"] is not None for ln in new["lines"]) == 15
    assert all(ln["one_way"] is None for ln in old["lines"])
    assert {"DR", "WP"} & {home for c in new["cities"] for home in c["homes"]}
    assert not {"DR", "WP"} & {home for c in old["cities"] for home in c["homes"]}
    assert new["svg"] != old["svg"]
    assert new["svg"].startswith("/api/boards/santa-fe-rails/rails-to-the-pacific.svg?v=")


def test_page_board_railroads_differ_without_colour() -> None:
    data = page_board(game("santa-fe-rails"), load(None))
    assert len({json.dumps(r["pattern"]) for r in data["railroads"]}) == 9


@pytest.mark.parametrize("name", GAMES)
def test_picture_is_sound_and_wordless(name: str) -> None:
    board = load("rails-to-the-pacific")
    svg = picture(game(name), board)
    root = ET.fromstring(svg)
    words = " ".join("".join(e.itertext()) for e in root.iter() if e.tag.endswith("}text"))
    assert 'class="gsb-name"' not in svg
    assert "RAILROADS" not in words
    assert "<script" not in svg
    assert not re.search(r'(href|src)="(?!#)', svg)
    arrows = svg.count('class="gsb-arrow"')
    assert (arrows > 0) == (name == "santa-fe-rails")
