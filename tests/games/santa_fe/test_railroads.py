"""Railroads are the board's: their number, names and colours."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.conformance.case import Case
from goldenspike.conformance.forms import ThreeForms, check_game
from goldenspike.games.santa_fe.board.check import problems
from goldenspike.games.santa_fe.board.load import load
from goldenspike.games.santa_fe.drawing.pieces import contrast, mark

from .board_data import Data
from .scenario import given, lays, refused

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")

STEPS = range(0, 256, 15)
SWISS = {  # id: name, colour, home
    "RB": ("Rhaetian Railway", "#c1121f", "CHI"),
    "GB": ("Gotthard Railway", "#2a6f97", "CHI"),
    "BL": ("Bern-Loetschberg-Simplon", "#3a7d44", "MIL"),
    "JS": ("Jura-Simplon", "#7b5ea7", "NOR"),
    "MO": ("Montreux-Oberland", "#f4a261", "DEN"),
    "BO": ("Bernese Oberland", "#444444", "SAC"),
}


def swiss(mini: Data, majors: int = 4, shorts: int = 2) -> Data:
    """The small board with so many railroads of its own."""
    ids = [*list(SWISS)[:majors], *list(SWISS)[4 : 4 + shorts]]
    mini["railroads"] = [
        {"id": i, "name": SWISS[i][0], "kind": "major" if k < majors else "short", "colour": SWISS[i][1],
         "pieces": 12 if k < majors else 5, "home": SWISS[i][2]}
        for k, i in enumerate(ids)
    ]  # fmt: skip
    for city in mini["cities"]:
        city["squares"] = ["RB"] if city["id"] == "LAX" else []
    return mini


def finished(match: gs.Match, seed: int) -> gs.Match:
    dice = random.Random(seed)
    while not match.over:
        seat = dice.choice(match.actors)
        match.act(seat, dice.choice(match.numbers(seat)))
    return match


def test_a_board_has_railroads_of_its_own(mini: Data) -> None:
    board = swiss(mini)
    assert problems(board) == []
    match = gs.new("santa-fe-rails", seats=3, seed=1, board=board)
    seen = match.view()
    assert seen["available"] == ["RB", "GB", "BL", "JS"]
    assert seen["supply"] == {"RB": 12, "GB": 12, "BL": 12, "JS": 12, "MO": 5, "BO": 5}
    assert seen["display"]["branch"] == {"RB": 3, "GB": 3, "BL": 3, "JS": 3}
    assert set(seen["tips"]) == {"RB", "GB", "BL", "JS"}
    assert (seen["hidden_shorts"], seen["deck_size"]) == (2, sum(c.cards for c in load(board).cities) - 12 + 2)
    assert sum(card.startswith("short ") for card in match.position()["deck"]) == 2


def test_notation_knows_the_railroads_of_the_board(mini: Data) -> None:
    match = given(board=swiss(mini), available=["MO"], track=["RB CHI>MIL 1/1", "MO DEN>OMA 1/2"])
    assert lays(match, "A", "RB") == {"MIL>MIN"}
    assert lays(match, "A", "MO") == {"DEN>OMA", "DEN>SAC", "DEN>KSC"}
    with pytest.raises(gs.BadNotation, match="there is no railroad 'SF'; there are RB, GB, BL, JS, MO, BO"):
        match.play("A", "lay SF CHI>OMA")
    with pytest.raises(gs.BadNotation, match="MO is a Short Line; this takes a Major: RB, GB, BL, JS"):
        given("draw", board=swiss(mini), hands={"A": ["LAX"]}).play("A", "draw branch MO")
    assert refused(match, "A", "lay BO SAC>SFO") == "E_NOT_AVAILABLE"


@pytest.mark.parametrize(("majors", "shorts"), [(1, 0), (1, 2), (4, 0), (4, 2)])
@pytest.mark.parametrize("game", ["santa-fe-rails", "santa-fe"])
def test_boards_with_fewer_railroads_are_played_in_every_form(mini: Data, game: str, majors: int, shorts: int) -> None:
    board = swiss(mini, majors, shorts)
    for seats in (2, 3):
        match = finished(gs.new(game, seats=seats, seed=majors, board=board, terrain=True), seats)
        assert gs.load(match.data()).hash == match.hash
        assert gs.from_position(game, match.position()).hash == match.hash
    made = gs.game(game)
    dice = random.Random(majors)
    for number in range(6):
        setting = made.setting(made.read_options({}), made.board(board), 3)
        check_game(ThreeForms(Case(setting, board, number), dice))


def test_the_pictures_show_the_railroads_of_the_board(mini: Data) -> None:
    match = finished(gs.new("santa-fe-rails", seats=2, seed=3, board=swiss(mini)), 1)
    setting: Any = match.setting
    svg, text = setting.svg(match.s), setting.text(match.s)
    for words in ('data-railroad="RB"', "#c1121f", "Rhaetian Railway"):
        assert words in svg
    for words in ("RB R  Rhaetian Railway", "GB G  Gotthard Railway", "BL B  Bern-Loetschberg-Simplon"):
        assert words in text


def test_the_order_of_the_file_holds_for_railroads_of_its_own(mini: Data) -> None:
    board = swiss(mini)
    board["railroads"].reverse()
    assert [road.id for road in load(board).railroads] == ["JS", "BL", "GB", "RB", "BO", "MO"]


@pytest.mark.parametrize("game", ["santa-fe-rails", "santa-fe"])
def test_the_page_gets_the_railroads_of_the_board(mini: Data, game: str) -> None:
    made = gs.game(game)
    roads = made.page_board(made.board(swiss(mini)))["railroads"]
    assert [road["name"] for road in roads][:2] == ["Rhaetian Railway", "Gotthard Railway"]


def test_no_two_railroads_of_a_board_look_alike_without_colour(mini: Data) -> None:
    boards = [*gs.game("santa-fe-rails").limit_boards(), swiss(mini)]
    for data in boards:
        roads = gs.game("santa-fe-rails").page_board(load(data))["railroads"]
        assert len({json.dumps(road["pattern"]) for road in roads}) == len(roads), data["id"]


def test_letters_stand_out_from_every_colour_of_a_railroad() -> None:
    for colour in [f"#{red:02x}{green:02x}{blue:02x}" for red in STEPS for green in STEPS for blue in STEPS]:
        assert contrast(mark(colour), colour) > 3.9, colour


def test_a_published_railroad_keeps_its_pattern_beside_others(mini: Data) -> None:
    mini["railroads"][1].update(id="RB", name="Rhaetian Railway")
    for city in mini["cities"]:
        city["squares"] = ["RB" if road == "SP" else road for road in city["squares"]]
    game = gs.game("santa-fe-rails")
    usual, mixed = (
        {road["id"]: road["pattern"] for road in game.page_board(load(board))["railroads"]} for board in (None, mini)
    )
    assert all(mixed[road] == usual[road] for road in mixed if road != "RB")
    assert mixed["RB"] == usual["SP"]
