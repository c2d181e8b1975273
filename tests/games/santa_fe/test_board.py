"""The boards: published figures and the hash."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from goldenspike.games.santa_fe.board.check import problems, warnings
from goldenspike.games.santa_fe.board.load import LAKE, MOUNTAIN, RAILROADS, RIVER, load

from .board_data import DEFAULT, Data, record

# --- the shipped boards ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", [None, "rails-to-the-pacific", "mini", "MINI"])
def test_shipped_boards_have_no_problems(name: str | None) -> None:
    assert problems(load(name).source) == []


def test_default_board_warns_only_of_bases_behind_arrows() -> None:
    found = warnings(DEFAULT)
    assert found
    assert all("the arrows keep a railroad from" in text for text in found)
    valued = {c["id"] for c in DEFAULT["cities"] if c["value"]}
    named = {word.strip(",") for text in found for word in text.split(" from ")[-1].split()}
    assert not named & valued


def test_built_in_boards_are_read_once() -> None:
    assert load(None) is load("rails-to-the-pacific")
    assert load("mini") is load("mini")


def test_SFR_COMP_03_city_cards_by_value() -> None:
    board = load(None)
    cards = {v: sum(c.cards for c in board.cities if c.value == v) for v in range(2, 8)}
    assert cards == {2: 3, 3: 7, 4: 10, 5: 14, 6: 18, 7: 14}
    assert sum(cards.values()) == 66
    assert sum(c.value is not None for c in board.cities) == 38


@pytest.mark.parametrize("name", ["rails-to-the-pacific", "mini"])
def test_SFR_LAY_07_major_home_bases(name: str) -> None:
    board = load(name)
    homes = {r.id: board.city[r.home].name for r in board.railroads if r.kind == "major"}
    assert homes == {
        "GN": "Milwaukee",
        "KP": "Kansas City",
        "SF": "Chicago",
        "SP": "New Orleans",
        "UP": "Chicago",
    }


@pytest.mark.parametrize("name", ["rails-to-the-pacific", "mini"])
def test_SFR_LAY_08_short_line_home_bases(name: str) -> None:
    board = load(name)
    homes = {r.id: board.city[r.home].name for r in board.railroads if r.kind == "short"}
    assert homes == {"DR": "Denver", "RI": "Chicago", "TP": "New Orleans", "WP": "Sacramento"}


@pytest.mark.parametrize("name", ["rails-to-the-pacific", "mini"])
def test_SFR_COMP_10_short_lines_name_home_and_pieces(name: str) -> None:
    board = load(name)
    short = {r.id: (board.city[r.home].name, r.pieces) for r in board.railroads if r.kind == "short"}
    assert short == {
        "RI": ("Chicago", 11),
        "TP": ("New Orleans", 8),
        "WP": ("Sacramento", 7),
        "DR": ("Denver", 6),
    }


def test_SFR_COMP_04_05_pieces_and_their_order() -> None:
    roads = load(None).railroads
    assert [(r.id, r.pieces) for r in roads] == [
        ("SF", 32),
        ("SP", 30),
        ("GN", 25),
        ("UP", 24),
        ("KP", 17),
        ("RI", 11),
        ("TP", 8),
        ("WP", 7),
        ("DR", 6),
    ]


def test_SFR_COMP_06_markers() -> None:
    assert load(None).markers == (3, 7)


def test_SFR_CITY_06_cards_of_the_mini_board() -> None:
    cards = {c.id: c.cards for c in load("mini").cities}
    assert {c for c, n in cards.items() if n == 1} == {"OMA", "HOU", "TUC"}
    assert {c for c, n in cards.items() if n == 2} == {"MIN", "DEN", "ELP", "LAX", "SFO", "SAC", "SEA"}
    assert {c for c, n in cards.items() if n == 0} == {"CHI", "MIL", "KSC", "NOR"}
    assert sum(cards.values()) == 17


def test_SFR_LAY_25_arrow_from_milwaukee_to_minneapolis() -> None:
    board = load(None)
    assert {ln.id for ln in board.lines if (ln.a, ln.b, ln.one_way) == ("MKE", "MSP", "a>b")} == {
        "MKE-MSP#1",
        "MKE-MSP#2",
    }
    assert board.city["ELP"].squares == ("SF", "SP")
    assert board.city["HOU"].squares == ("SF",)
    assert board.city["LAX"].value == 7


def test_terrain_letters_become_bits() -> None:
    board = load("mini")
    assert board.line["OMA-DEN"].segments == (0, MOUNTAIN | RIVER)
    assert board.line["SFO-SAC"].segments == (LAKE,)
    assert board.line["MIN-SEA"].segments == (RIVER, 0, MOUNTAIN)
    assert board.line["CHI-KSC#2"].index == 2
    assert board.line["CHI-OMA"].index == 0
    assert board.line["CHI-KSC#2"].pair == board.line["CHI-KSC#1"].pair


def test_railroads_stand_in_their_order_whatever_the_file_says(mini: Data) -> None:
    mini["railroads"].reverse()
    assert [r.id for r in load(mini).railroads] == list(RAILROADS)
    assert load(mini).hash == load("mini").hash


# --- the hash -------------------------------------------------------------------------------------


def test_hash_is_sixteen_hex_digits_and_steady() -> None:
    assert len(load(None).hash) == 16
    assert int(load(None).hash, 16) >= 0
    assert load(copy.deepcopy(DEFAULT)).hash == load(None).hash != load("mini").hash


RULE_CHANGES: list[Callable[[Data], object]] = [
    lambda d: record(d, "cities", "DEN").update(value=5),
    lambda d: record(d, "cities", "DEN").update(squares=["KP"]),
    lambda d: record(d, "lines", "OMA-DEN").update(one_way="a>b"),
    lambda d: record(d, "lines", "OMA-DEN").update(segments=[".", "m"]),
    lambda d: record(d, "lines", "OMA-DEN").update(segments=[".", "mr", "."]),
    lambda d: record(d, "railroads", "SF").update(pieces=31),
    lambda d: record(d, "railroads", "SF").update(home="OMA"),
    lambda d: d["markers"].update({"4": 2}),
    lambda d: d["cities"].reverse(),
]


@pytest.mark.parametrize("change", RULE_CHANGES)
def test_hash_changes_with_the_rules(mini: Data, change: Callable[[Data], object]) -> None:
    change(mini)
    assert load(mini).hash != load("mini").hash


LOOKS: list[Callable[[Data], object]] = [
    lambda d: d.update(name="Other", note="x", version=2, id="other"),
    lambda d: record(d, "cities", "DEN").update(name="Denver City", x=400, y=300),
    lambda d: record(d, "railroads", "SF").update(name="Topeka", colour="#000000"),
    lambda d: record(d, "lines", "OMA-DEN").update(via=[[500, 250]], follows="a trail"),
    lambda d: record(d, "cities", "DEN")["squares"].reverse(),
]


@pytest.mark.parametrize("change", LOOKS)
def test_hash_ignores_what_only_the_eye_sees(mini: Data, change: Callable[[Data], object]) -> None:
    change(mini)
    assert load(mini).hash == load("mini").hash
