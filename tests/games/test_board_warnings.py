"""Warnings for designers: boards that can be played, with something that players would stumble over."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import goldenspike as gs

from .broken_boards import GOOD, record

Data = dict[str, Any]


def add_link(data: Data, a: str, b: str, kind: str = "open") -> None:
    data["links"].append({"a": a, "b": b, "kind": kind})


def all_in_two_hands(data: Data) -> None:
    data["links"] = [link | {"kind": "open"} for link in data["links"]]
    data["seating"] = [{"players": 2, "seats": [["A", "B", "C", "D", "E"], ["F"]]}]


CASES: list[tuple[str, Callable[[Data], object], str]] = [
    (
        "santa-fe-rails",
        lambda d: record(d, "cities", "DEN").update(x=640, y=270),
        "cities OMA and DEN are on one spot (640, 270)",
    ),
    ("santa-fe-rails", lambda d: record(d, "cities", "DEN").update(x=650, y=280), "cities OMA and DEN overlap"),
    ("santa-fe-rails", lambda d: record(d, "cities", "SEA").update(x=12), "city SEA lies under the frame"),
    (
        "santa-fe-rails",
        lambda d: record(d, "railroads", "SP").update(colour="#1F5FAE"),
        "railroads SF and SP have one colour (#1f5fae)",
    ),
    (
        "santa-fe-rails",
        lambda d: record(d, "railroads", "SP").update(colour="#2463a8"),
        "railroads SF and SP look alike (#1f5fae and #2463a8)",
    ),
    (
        "santa-fe-rails",
        lambda d: record(d, "lines", "CHI-OMA").update(via=[[680, 390]]),
        "line CHI-OMA runs through KSC",
    ),
    (
        "santa-fe-rails",
        lambda d: d["lines"].append({"id": "OMA-HOU", "a": "OMA", "b": "HOU", "segments": ["."], "via": [[560, 420]]}),
        "lines KSC-DEN and OMA-HOU run through each other at (",
    ),
    (
        "santa-fe-rails",
        lambda d: [record(d, "lines", "LAX-SFO").update(segments=["."] * 8), record(d, "cities", "SFO").update(y=470)],
        "line LAX-SFO: its 8 spaces are",
    ),
    (
        "santa-fe-rails",
        lambda d: (
            [line.update(one_way="a>b") for line in d["lines"] if line["a"] == "SEA"]
            + [line.update(one_way="b>a") for line in d["lines"] if line["b"] == "SEA"]
        ),
        "the arrows keep a railroad from SEA",
    ),
    ("santa-fe-rails", lambda d: None, "other figures than the published game has: cities: 1 of value 2"),
    (
        "pioneer-rails",
        lambda d: [
            d["hex"].update({name: {"t": "mine", "n": 1} for name in ("E4", "A11")}),
            d["score_rows"].update(nuggets=13),
        ],
        "PR-SHEET-03: 13 mines instead of 10 to 12",
    ),
    ("rail-pass", lambda d: add_link(d, "A", "E") or add_link(d, "B", "D"), "links A-E and B-D run through each other"),
    (
        "rail-pass",
        lambda d: [add_link(d, "A", "E"), add_link(d, "C", "E"), d["links"].pop(6)],
        "city E has 4 links (A, B, C, D)",
    ),
    ("rail-pass", lambda d: d["yard"].update(each=3), "yard: 90 cubes bring at most 90 points"),
    ("rail-pass", all_in_two_hands, "player 1 controls 5 cities, player 2 only 1"),
    (
        "rail-pass",
        lambda d: [d.update(unlimited_parts=True), d["links"][0].update(kind="bridge")],
        "links: 2 bridges need more than one box, which holds 1",
    ),
]


@pytest.mark.parametrize(("game", "change", "words"), CASES, ids=[f"{game}: {words}"[:60] for game, _, words in CASES])
def test_a_designer_is_warned(game: str, change: Callable[[Data], object], words: str) -> None:
    data = copy.deepcopy(dict(gs.game(game).board(GOOD[game]).source))
    if game == "pioneer-rails":
        data["kind"] = "fan"
    change(data)
    assert gs.game(game).board_problems(data) == []
    found = gs.game(game).board_warnings(data)
    assert any(words in warning for warning in found), found
    assert all(warning.strip() and "\n" not in warning for warning in found)


@pytest.mark.parametrize("game", gs.games.names())
def test_boards_of_ours_make_no_designer_stumble(game: str) -> None:
    """Only figures that are meant to be so: arrows that lead west, the small board, the sheet for tests."""
    meant = ("arrows keep a railroad", "segments cannot hold", "other figures than", "PR-SHEET-05", "play best")
    for name in gs.game(game).boards:
        found = gs.game(game).board_warnings(dict(gs.game(game).board(name).source))
        assert [one for one in found if not any(words in one for words in meant)] == [], name


@pytest.mark.parametrize("game", GOOD)
def test_what_is_no_board_has_no_warnings(game: str) -> None:
    for data in ({}, [], None, 3, {"id": "x"}):
        assert gs.game(game).board_warnings(data) == []
