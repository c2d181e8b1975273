"""Sheets as data for the web page, and what a seat sees of the turn it is writing."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import goldenspike as gs
from goldenspike.games.pioneer_rails.drawing.page_data import page_board, picture

SHEETS = ("desert-a", "desert-b", "forest-a", "forest-b")


@pytest.mark.parametrize("name", SHEETS)
def test_every_track_hex_and_town_has_its_place(name: str) -> None:
    game = gs.game("pioneer-rails")
    board = game.board(name)
    data = page_board(game, board)
    assert [track[0] for track in data["tracks"]] == list(board.track_names)
    reach = {kind: set() for kind in ("plain", "bridge", "tunnel", "closed", "shortcut")}
    for _, a, b, kind, _ in data["tracks"]:
        (_, ax, ay), (_, bx, by) = data["vertices"][a], data["vertices"][b]
        reach[kind].add(round(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5))
    assert reach["plain"] == reach["bridge"] == reach["tunnel"] == {round(data["hex"])}
    assert reach["shortcut"] == {round(2 * data["hex"])}
    assert all(0 < spot["x"] < data["width"] and 0 < spot["y"] < data["height"] for spot in data["hexes"])
    assert [town["name"] for town in data["towns"]] == [town.name for town in board.towns]
    assert {hex_["is"] for hex_ in data["hexes"]} >= {
        "station",
        "river",
        "mountain",
        "cattle",
        "saloon",
        "fort",
        "yard",
    }
    assert ("jails" in data["rows"]) == board.forest
    assert all(ET.fromstring(f"<g>{drawn}</g>") is not None for drawn in data["icons"].values())


def test_the_printed_map_is_an_image_without_ink() -> None:
    game = gs.game("pioneer-rails")
    svg = picture(game, game.board("forest-a"))
    ET.fromstring(svg)
    assert "pr-station" in svg
    assert "pr-track" not in svg
    assert "pr-town" not in svg
    assert "style=" not in svg


def test_pr_feat_01_the_preview_shows_what_the_turn_completes_and_only_to_its_own_seat() -> None:
    match = gs.new("pioneer-rails", seats=2, seed=7, board="desert-a", first_dealer="A")
    match.play("A", "take AH")
    for step in ("B9|C10", "B9|B10", "A10|B9"):
        match.play("A", step)
    seen = match.view("A")
    ahead = seen["own"]["preview"]
    assert ahead["towns"] == ["B9n"]
    assert ahead["before"]["total"] == 1
    assert ahead["sheet"]["score"]["total"] == 2
    assert ahead["sheet"]["hands"][0] == ["A"]
    assert seen["sheets"][0]["score"]["towns"] == 1, "nothing is circled before the drawing closes"
    assert seen["sheets"][0]["progress"].keys() == {goal["id"] for goal in seen["goals"]}
    assert match.s.drawn_count[0] == 3, "looking changes nothing"
    for other in (match.view("B"), match.view(None)):
        assert "preview" not in other.get("own", {})
        assert other["sheets"][0]["tracks"] == []
