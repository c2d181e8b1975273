"""The layouts: each as described, custom ones read and checked, and wrong ones refused with everything wrong."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.games.rail_pass.board.check import problems
from goldenspike.games.rail_pass.board.load import (
    BLOCKED,
    BRIDGE,
    BUILT_IN,
    COLOURS,
    OPEN,
    TUNNEL,
    BadLayout,
    Layout,
    for_players,
    load,
    suggested_s,
)

Data = dict[str, Any]

PHYSICAL = ("AB", "BC", "DE", "EF", "AD", "BE", "CF")
KIND = {"o": OPEN, "t": TUNNEL, "b": BRIDGE}
DEGREES = {
    "point to point": [1, 1, 2, 2, 2, 2],
    "circle": [2] * 6,
    "H or I": [1, 1, 1, 1, 3, 3],
    "figure eight": [2, 2, 2, 2, 3, 3],
}
SMALL: Data = {
    "id": "three-ways",
    "name": "Three ways",
    "note": "a triangle",
    "kind": "custom",
    "version": 1,
    "cities": [{"id": "A", "colour": "R"}, {"id": "B", "colour": "G"}, {"id": "E", "colour": "W"}],
    "links": [
        {"a": "B", "b": "A", "kind": "open"},
        {"a": "A", "b": "E", "kind": "tunnel"},
        {"a": "B", "b": "E", "kind": "bridge"},
    ],
    "seating": [
        {"players": 3, "seats": [["E"], ["B"], ["A"]]},
        {"players": 2, "seats": [["B", "A"], ["E"]], "express_s": 300},
    ],
}


@pytest.fixture
def small() -> Data:
    return copy.deepcopy(SMALL)


@pytest.fixture
def circle() -> Data:
    return copy.deepcopy(dict(load("RP-L4").source))


def only(found: list[str]) -> str:
    assert len(found) == 1, found
    return found[0]


def refused(spec: Any) -> BadLayout:
    with pytest.raises(BadLayout) as caught:
        load(spec)
    assert "\n" not in str(caught.value)
    return caught.value


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "my.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def check(name: str, shape: str, control: str, links: str, blocked: str, mean: float, far: int) -> Layout:
    """A layout against a line of the description: control, links, blocked pairs, distances, and what all must keep."""
    layout = load(name)
    seats = [tuple(cities) for cities in control.split()]
    (seating,) = layout.seating
    assert layout.players == (len(seats),)
    assert list(seating.seats) == seats
    assert sorted(sum(seats, ())) == list("ABCDEF")
    told = {tuple(link[:2]): KIND[link[2]] for link in links.split()}
    assert {(ln.a, ln.b): ln.kind for ln in layout.links if ln.joins} == told
    assert {ln.a + ln.b for ln in layout.links if ln.kind == BLOCKED} == set(blocked.split())
    # Boards that lie side by side are linked or visibly blocked.
    assert {ln.a + ln.b for ln in layout.links} == set(PHYSICAL)
    assert layout.shape == shape
    assert sorted(len(near) for near in layout.neighbours.values()) == DEGREES[shape]
    away = [d for row in layout.distance.values() for d in row.values() if d]
    assert len(away) == 30
    assert round(sum(away) / 30, 2) == mean
    assert max(away) == far
    parts = Counter(ln.kind for ln in layout.links)
    assert parts[TUNNEL] <= 3
    assert parts[BRIDGE] <= 1
    assert parts[BLOCKED] <= 3
    for link in layout.links:
        if link.obstacle:
            assert seating.controller[link.a] != seating.controller[link.b]
    assert layout.id == name
    assert problems(dict(layout.source)) == []
    return layout


# ---------------------------------------------------------------- the nine, one by one
# shape, who controls what, links, blocked pairs, mean and greatest distance
THE_NINE = [
    ("RP-L1", "point to point", "ABC DEF", "ADt DEo BEb BCo CFt", "AB EF", 2.33, 5),
    ("RP-L2", "H or I", "ABC DEF", "ABo BCo DEo EFo BEb", "AD CF", 1.93, 3),
    ("RP-L3", "point to point", "AB CF DE", "ABo BCt CFo EFb DEo", "AD BE", 2.33, 5),
    ("RP-L4", "circle", "AB CF DE", "ABo BCt CFo EFt DEo ADb", "BE", 1.80, 3),
    ("RP-L5", "H or I", "B E AD CF", "ABt BCo DEo EFt BEb", "AD CF", 1.93, 3),
    ("RP-L6", "point to point", "AD B C F E", "ABo BCt CFb EFt DEo", "AD BE", 2.33, 5),
    ("RP-L7", "figure eight", "A B C D E F", "ABo BCo DEo EFo ADt CFt BEb", "", 1.67, 3),
    ("RP-L8", "circle", "A B C F E D", "ABt BCo CFt EFb DEt ADo", "BE", 1.80, 3),
    ("RP-L9", "point to point", "A B C F E D", "ABt BCb CFt EFo DEt", "AD BE", 2.33, 5),
]


@pytest.mark.parametrize("row", THE_NINE, ids=[f"RP-LAYOUT-0{number}" for number in range(1, 10)])
def test_RP_LAYOUT_01_to_09_each_as_described(row: tuple[Any, ...]) -> None:
    """RP-LAYOUT-01, RP-LAYOUT-02, RP-LAYOUT-03, RP-LAYOUT-04, RP-LAYOUT-05, RP-LAYOUT-06, RP-LAYOUT-07,
    RP-LAYOUT-08, RP-LAYOUT-09."""
    check(*row)


def test_RP_LAYOUT_05_a_hub_has_three_neighbours() -> None:
    assert load("RP-L5").neighbours["B"] == ("A", "C", "E")


def test_RP_LAYOUT_06_one_player_has_both_ends() -> None:
    assert load("RP-L6").distance["A"]["D"] == 5


def test_RP_LAYOUT_10_shapes_by_their_degrees() -> None:
    shapes = {name: load(name).shape for name in BUILT_IN}
    assert Counter(shapes.values()) == {"point to point": 4, "circle": 2, "H or I": 3, "figure eight": 1}


@pytest.mark.parametrize(
    ("links", "shape"),
    [
        ("AB BC CF EF DE AD BE", "figure eight"),  # two rings of four
        ("AB BD AD BE EC CF EF", "free"),  # two triangles joined by a link: same degrees
        ("AB BE AE BC CF DF DE", "free"),  # a triangle and a ring of five sharing a link: same degrees
        ("AB AC AD AE AF", "free"),
        ("AB BC CF EF DE", "point to point"),
        ("AB BC AC DE EF DF AD", "free"),
    ],
)
def test_RP_LAYOUT_10_shapes_are_not_told_by_degrees_alone(circle: Data, links: str, shape: str) -> None:
    circle["links"] = [{"a": link[0], "b": link[1], "kind": "open"} for link in links.split()]
    assert load(circle).shape == shape


def test_RP_LAYOUT_11_crossed_hands_join_different_players_on_every_link() -> None:
    layout = check("RP-L2x", "H or I", "ACE BDF", "ABt BCt DEo EFt BEb", "AD CF", 1.93, 3)
    owner = layout.seats(2).controller
    assert sum(owner[ln.a] != owner[ln.b] for ln in layout.links if ln.joins) == 5
    plain = load("RP-L2")
    assert [(ln.a, ln.b) for ln in layout.links] == [(ln.a, ln.b) for ln in plain.links]


def test_RP_LAYOUT_12_a_custom_layout_can_be_played(small: Data) -> None:
    layout = load(small)
    assert layout.players == (2, 3)
    assert layout.seats(2).seats == (("A", "B"), ("E",))
    assert layout.seats(3).controller == {"E": 0, "B": 1, "A": 2}
    assert [city.id for city in layout.cities] == ["A", "B", "E"]
    assert layout.index == {"A": 0, "B": 1, "E": 2}
    assert layout.link("E", "B") == layout.link("B", "E")
    assert layout.shape == "circle"


def test_RP_LAYOUT_12_disconnected_cities_are_refused(circle: Data) -> None:
    circle["links"] = [ln for ln in circle["links"] if {ln["a"], ln["b"]} not in ({"A", "D"}, {"B", "C"})]
    found = only(problems(circle))
    assert found == "links: no way leads from A to C, D, E, F; all must be connected (RP-LAYOUT-12)"


def test_RP_LAYOUT_12_a_blocked_track_connects_nothing(small: Data) -> None:
    small["links"] = [{"a": "A", "b": "B", "kind": "open"}, {"a": "B", "b": "E", "kind": "blocked"}]
    assert "no way leads from A to E" in only(problems(small))


@pytest.mark.parametrize("kind", [TUNNEL, BRIDGE])
def test_RP_LAYOUT_12_obstacles_lie_between_different_players(small: Data, kind: str) -> None:
    small["links"] = [{"a": "B", "b": "A", "kind": kind}, {"a": "A", "b": "E", "kind": "open"}]
    found = only(problems(small))
    assert found == (
        f"seating[1]: player 1 controls both ends of the {kind} A-B (links[0]), "
        "where a train must change hands (RP-LAYOUT-12, RP-PASS-09)"
    )


@pytest.mark.parametrize("second", [OPEN, TUNNEL, BRIDGE, BLOCKED])
def test_RP_LAYOUT_12_a_pair_has_at_most_one_marker(small: Data, second: str) -> None:
    small["links"].append({"a": "E", "b": "A", "kind": second})
    small["unlimited_parts"] = True
    found = only(problems(small))
    assert found == "links[3]: A and E already have links[1]; a pair has at most one (RP-LAYOUT-12)"


def test_RP_LAYOUT_12_every_player_has_a_city(small: Data) -> None:
    small["seating"] = [{"players": 3, "seats": [["A", "B", "E"], [], []]}]
    found = problems(small)
    assert "seating[0].seats[1] must have at least 1 entry, not 0 (RP-LAYOUT-12)" in found
    assert "seating[0].seats[2] must have at least 1 entry, not 0 (RP-LAYOUT-12)" in found


def test_RP_LAYOUT_13_suggested_time_follows_the_number_of_players(small: Data) -> None:
    layout = load(small)
    assert layout.seats(3).time_s == 540
    assert layout.seats(2).time_s == 600
    assert [suggested_s(n) for n in range(2, 7)] == [600, 540, 480, 420, 360]


def test_RP_LAYOUT_14_fixed_colours_stand_row_by_row() -> None:
    for name in BUILT_IN:
        assert "".join(city.colour for city in load(name).cities) == "KRBGYW"
    assert [load("RP-L1").city[place].place for place in "ABCDEF"] == [
        (0, 0),
        (1, 0),
        (2, 0),
        (0, 1),
        (1, 1),
        (2, 1),
    ]
    assert COLOURS == {"K": "black", "R": "red", "B": "blue", "G": "green", "Y": "yellow", "W": "white"}


# ---------------------------------------------------------------- other clauses kept by the layouts


def test_RP_SETUP_01_a_layout_is_for_its_number_of_players() -> None:
    assert load("RP-L4").seats(3).players == 3
    with pytest.raises(BadLayout, match=r"layout RP-L5: 1 problem: made for 4 players, not for 3 \(RP-SETUP-01\)"):
        load("RP-L5").seats(3)


def test_RP_SETUP_01_every_number_of_players_has_a_layout() -> None:
    assert [for_players(n).id for n in range(2, 7)] == ["RP-L1", "RP-L3", "RP-L5", "RP-L6", "RP-L7"]
    for n in range(2, 7):
        assert n in for_players(n).players
    for wrong in (1, 7, 0):
        with pytest.raises(BadLayout, match="2 to 6 players"):
            for_players(wrong)


def test_RP_SETUP_09_two_players_have_three_cities_six_have_one() -> None:
    assert [len(cities) for cities in load("RP-L1").seats(2).seats] == [3, 3]
    assert [len(cities) for cities in load("RP-L8").seats(6).seats] == [1] * 6


def test_RP_MODEL_04_tunnels_join_and_blocked_track_does_not() -> None:
    layout = load("RP-L1")
    assert layout.distance["A"]["D"] == 1  # tunnel
    assert layout.distance["A"]["B"] == 3  # blocked: the long way round
    assert "B" not in layout.neighbours["A"]
    assert layout.link("A", "C") is None


def test_RP_COMP_05_one_box_limits_the_parts(circle: Data) -> None:
    circle["seating"] = load("RP-L8").source["seating"]
    kinds = [TUNNEL, TUNNEL, TUNNEL, TUNNEL, BRIDGE, BRIDGE, BLOCKED]
    for link, kind in zip(circle["links"], kinds, strict=True):
        link["kind"] = kind
    circle["links"] += [{"a": "A", "b": end, "kind": BLOCKED} for end in ("C", "E", "F")]
    assert problems(circle) == [
        "links: 4 tunnels, a box holds 3; set unlimited_parts if you have more (RP-COMP-05)",
        "links: 2 bridges, a box holds 1; set unlimited_parts if you have more (RP-COMP-05)",
        "links: 4 Blocked Track markers, a box holds 3; set unlimited_parts if you have more (RP-COMP-05)",
    ]
    circle["unlimited_parts"] = True
    assert load(circle).unlimited_parts


def test_RP_COMP_08_no_bridge_and_no_tunnel_is_fine(small: Data) -> None:
    for link in small["links"]:
        link["kind"] = OPEN
    assert load(small).shape == "circle"


def test_RP_COMP_02_yards_hold_what_the_box_has(small: Data) -> None:
    assert {load(name).each for name in BUILT_IN} == {4}
    assert {load(name).yard for name in BUILT_IN} == {20}
    assert load(small).each == 10
    assert load(small).yard == 20
    small["yard"] = {"each": 3}
    assert load(small).yard == 6
    small["yard"] = {"each": 11}
    assert only(problems(small)) == (
        "yard.each: 11 cubes of each colour in 2 yards are more than the box has; at most 10 with 3 cities (RP-COMP-02)"
    )


def test_RP_ARROW_02_next_hops_lie_on_shortest_ways() -> None:
    line, ring = load("RP-L9"), load("RP-L8")
    assert [line.next_hops("A", end) for end in "BCDEF"] == [("B",)] * 5
    assert ring.next_hops("A", "F") == ("B", "D")
    assert ring.next_hops("A", "C") == ("B",)


def test_the_express_times() -> None:
    times = {name: load(name).seating[0].express_s for name in BUILT_IN}
    assert times == {
        "RP-L1": 600,
        "RP-L2": 540,
        "RP-L3": 510,
        "RP-L4": 300,
        "RP-L5": 390,
        "RP-L6": 270,
        "RP-L7": 165,
        "RP-L8": 165,
        "RP-L9": 270,
        "RP-L2x": None,
    }


def test_the_nine_are_marked_as_reconstructions() -> None:
    for name in BUILT_IN[:9]:
        layout = load(name)
        assert layout.kind == "reconstruction"
        assert layout.note.startswith("Our reconstruction")
    assert load("RP-L2x").kind == "custom"


# ---------------------------------------------------------------- names, hashes, files


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_layout_is_found_by_its_id_in_any_case(name: str) -> None:
    assert load(name) is load(name.lower()) is load(f" {name.upper()} ")
    assert re.fullmatch(r"[0-9a-f]{16}", load(name).hash)


def test_all_layouts_have_different_hashes() -> None:
    assert len({load(name).hash for name in BUILT_IN}) == len(BUILT_IN)


def test_the_hash_sees_what_the_rules_see_and_nothing_else(small: Data) -> None:
    first = load(small).hash
    for key, value in {"name": "Other", "note": "", "id": "x", "version": 7, "unlimited_parts": True}.items():
        assert load({**small, key: value}).hash == first
    turned = copy.deepcopy(small)
    turned["links"] = turned["links"][::-1]
    turned["links"][0]["a"], turned["links"][0]["b"] = turned["links"][0]["b"], turned["links"][0]["a"]
    turned["seating"] = turned["seating"][::-1]
    turned["seating"][0]["seats"][0] = turned["seating"][0]["seats"][0][::-1]
    turned["yard"] = {"each": 10}
    assert load(turned).hash == first
    changed = []
    for change in (
        lambda d: d["cities"][0].update(colour="K"),
        lambda d: d["links"][0].update(kind="blocked"),
        lambda d: d["seating"][0]["seats"].reverse(),
        lambda d: d["seating"][1].update(express_s=299),
        lambda d: d["seating"].pop(),
        lambda d: d.update(yard={"each": 9}),
    ):
        data = copy.deepcopy(small)
        change(data)
        changed.append(load(data).hash)
    assert len({first, *changed}) == 7


def test_a_layout_file_is_read_and_keeps_its_source(tmp_path: Path, small: Data) -> None:
    path = write(tmp_path, json.dumps(small))
    assert load(path) == load(str(path)) == load(small)
    assert load(path).source == small
    assert load(load(path).source) == load(path)


def test_bad_layouts_are_wrong_input_like_any_other() -> None:
    assert issubclass(BadLayout, ValueError)
    assert issubclass(BadLayout, GoldenSpikeError)


@pytest.mark.parametrize("spec", ["nowhere.json", "RP-L10", "", "a\0b", "x" * 5000, "line\nbreak"])
def test_unknown_names_are_one_clear_problem(spec: str) -> None:
    only(refused(spec).problems)


def test_a_folder_is_no_layout(tmp_path: Path) -> None:
    assert "cannot be read" in only(refused(tmp_path).problems)


@pytest.mark.parametrize("spec", [None, 3, b"RP-L1", ["RP-L1"], object()])
def test_other_things_are_no_layout(spec: Any) -> None:
    assert "expected a name, a file or a JSON object" in only(refused(spec).problems)


def test_data_that_is_not_json_is_refused(small: Data) -> None:
    assert "not plain JSON data" in only(problems({**small, "note": object()}))
    assert "NaN" in only(problems({**small, "version": float("nan")}))
    loop: Data = {}
    loop["loop"] = loop
    assert "nested without end" in only(problems(loop))
