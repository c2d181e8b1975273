"""The drawing: everything on the board is in the picture, and the picture is sound."""

from __future__ import annotations

import copy
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldenspike.drawing.geometry import crossing, cut, length, smooth
from goldenspike.games.santa_fe.board.load import RAILROADS, Board, load
from goldenspike.games.santa_fe.drawing.board import draw
from goldenspike.games.santa_fe.drawing.pieces import PATTERNS, mark, offers
from goldenspike.games.santa_fe.drawing.placement import Placement

BOARDS = ["rails-to-the-pacific", "mini"]

VIEW: dict[str, Any] = {
    "edition": "2002",
    "track": [
        {"line": "CHI-KSC#1", "railroad": "SF", "from": "CHI", "filled": 2},
        {"line": "KSC-ELP", "railroad": "SF", "from": "KSC", "filled": 1},
        {"line": "SAC-DEN", "railroad": "DR", "from": "DEN", "filled": 2},
        {"line": "NOR-HOU", "railroad": "SP", "from": "NOR", "filled": 1},
    ],
    "tips": {"SF": [{"line": "KSC-ELP"}], "SP": [{"city": "HOU"}], "GN": [{"city": "MIL"}], "KP": []},
    "connected": {"CHI": ["SF"], "KSC": ["SF"], "DEN": ["DR"], "NOR": ["SP"], "HOU": ["SP"]},
    "markers": {"TUC": 5},
    "available": ["SF", "SP", "GN", "UP", "KP", "DR"],
    "supply": {"SF": 29, "SP": 29, "GN": 25, "UP": 24, "KP": 17, "RI": 11, "TP": 8, "WP": 7, "DR": 4},
}


def tree(svg: str) -> ET.Element:
    """The picture as elements, names without their namespace."""
    root = ET.fromstring(svg)
    for element in root.iter():
        element.tag = element.tag.split("}")[-1]
    return root


def having(root: ET.Element, word: str, **wanted: object) -> list[ET.Element]:
    """Elements of a class with the given data attributes."""
    return [
        e
        for e in root.iter()
        if word in e.get("class", "").split()
        and all(e.get(f"data-{key}") == str(value) for key, value in wanted.items())
    ]


def texts(element: ET.Element) -> list[str]:
    return [(e.text or "") for e in element.iter("text")]


# --- the printed board ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_every_city_line_and_segment_is_drawn_once(name: str) -> None:
    board = load(name)
    root = tree(draw(board))
    for city in board.cities:
        found = having(root, "gsb-city", city=city.id)
        assert len(found) == 1
        assert city.name in texts(found[0])
        if city.value is not None:
            assert str(city.value) in texts(found[0])
        assert [e.get("data-square") for e in found[0].iter() if e.get("data-square")] == list(city.squares)
    for line in board.lines:
        assert len(having(root, "gsb-line", line=line.id)) == 1
        for k in range(len(line.segments)):
            assert len(having(root, "gsb-slot", line=line.id, segment=k)) == 1
    assert len(having(root, "gsb-slot")) == sum(len(line.segments) for line in board.lines) + 6  # the key


@pytest.mark.parametrize("name", BOARDS)
def test_terrain_is_drawn(name: str) -> None:
    board = load(name)
    root = tree(draw(board))
    for line in board.lines:
        for k, terrain in enumerate(line.segments):
            (slot,) = having(root, "gsb-slot", line=line.id, segment=k)
            assert ("gsb-mountain" in slot.get("class", "")) == bool(terrain & 1)


@pytest.mark.parametrize("name", BOARDS)
def test_arrows_hold_in_2002_only(name: str) -> None:
    board = load(name)
    new, old = tree(draw(board, {"edition": "2002"})), tree(draw(board, {"edition": "1992"}))
    one_way = sum(len(line.segments) for line in board.lines if line.one_way)
    assert len(having(new, "gsb-arrow")) == one_way + 1
    assert having(old, "gsb-arrow") == []
    assert draw(board) == draw(board, None) == draw(board, {"edition": "2002"})


def test_short_lines_are_listed_in_2002_only() -> None:
    board = load(None)
    for edition, roads in (("2002", list(RAILROADS)), ("1992", list(RAILROADS[:5]))):
        (table,) = having(tree(draw(board, {"edition": edition})), "gsb-railroads")
        assert [e.get("data-railroad") for e in table if e.get("data-railroad")] == roads


@pytest.mark.parametrize("name", BOARDS)
def test_table_names_every_railroad_with_home_and_pieces(name: str) -> None:
    board = load(name)
    (table,) = having(tree(draw(board)), "gsb-railroads")
    for road in board.railroads:
        row = next(e for e in table if e.get("data-railroad") == road.id)
        words = texts(row)
        assert road.id in words
        assert str(road.pieces) in words
        assert board.city[road.home].name in words
        assert any(road.name.startswith(word.rstrip(".")[:8]) for word in words)
        assert having(row, f"gsb-track-{road.id}")


def test_the_board_says_that_it_is_original() -> None:
    svg = draw(load(None))
    assert "original board, not the publisher&#x27;s" in svg


@pytest.mark.parametrize("name", BOARDS)
def test_picture_is_accessible_and_self_contained(name: str) -> None:
    svg = draw(load(name), title="Friday night")
    root = tree(svg)
    assert root.get("role") == "img"
    ids = (root.get("aria-labelledby") or "").split()
    named = {e.get("id"): e for e in root.iter() if e.get("id")}
    assert [named[i].tag for i in ids] == ["title", "desc"]
    assert (named[ids[0]].text or "").startswith("Friday night")
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert "<image" not in svg
    assert "@import" not in svg


@pytest.mark.parametrize("name", BOARDS)
def test_ids_are_unique_prefixed_and_referred_to(name: str) -> None:
    svg = draw(load(name), title="x")
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert len({i.split("-")[0] for i in ids}) == 1
    assert ids[0].startswith("gs")
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', svg)
    assert used
    assert set(used) <= set(ids)


def test_size_is_sensible() -> None:
    assert len(draw(load(None)).encode()) < 400_000
    assert len(draw(load("mini")).encode()) < 120_000


def test_coordinates_have_one_decimal() -> None:
    for data in re.findall(r' d="([^"]+)"', draw(load(None))):
        assert not re.search(r"\d\.\d\d\d", data)


@pytest.mark.parametrize("standalone", [True, False])
def test_inline_has_no_xml_header(standalone: bool) -> None:
    svg = draw(load("mini"), standalone=standalone)
    assert svg.startswith("<?xml") == standalone
    assert "<svg " in svg
    tree(svg)


# --- a position -----------------------------------------------------------------------------------


def test_laid_track_has_the_railroads_pattern() -> None:
    root = tree(draw(load("mini"), VIEW))
    for entry in VIEW["track"]:
        pieces = having(root, f"gsb-track-{entry['railroad']}", line=entry["line"])
        assert len(pieces) == entry["filled"]
        for piece in pieces:
            assert "gsb-piece" in piece.get("class", "")
            assert piece.get("data-railroad") == entry["railroad"]
    plates = [text for g in having(root, "gsb-plates") for text in texts(g)]
    assert plates == ["SF", "SF", "DR", "SP"]


def test_pieces_fill_from_the_end_they_were_started() -> None:
    root = tree(draw(load("mini"), VIEW))
    assert [e.get("data-segment") for e in having(root, "gsb-piece", line="SAC-DEN")] == ["2", "1"]
    assert [e.get("data-segment") for e in having(root, "gsb-piece", line="KSC-ELP")] == ["0"]


def test_no_two_railroads_share_a_pattern() -> None:
    assert set(PATTERNS) == set(RAILROADS)
    shapes = [tuple((s.ink, s.width, s.dash, s.round) for s in strokes) for strokes in PATTERNS.values()]
    assert len(set(shapes)) == 9
    board = load(None)
    root = tree(draw(board))
    (table,) = having(root, "gsb-railroads")
    drawn = set()
    for road in board.railroads:
        (piece,) = having(table, f"gsb-track-{road.id}")
        strokes = [e for e in piece.iter("path") if e.get("fill") == "none"][:-1]
        assert strokes
        drawn.add(tuple((e.get("stroke-width"), e.get("stroke-dasharray"), e.get("stroke-linecap")) for e in strokes))
    assert len(drawn) == 9


@pytest.mark.parametrize("road", RAILROADS)
def test_marks_stand_out_from_the_colour(road: str) -> None:
    def light(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    colour = load(None).railroad[road].colour
    bright, dim = sorted((light(colour), light(mark(colour))), reverse=True)
    assert (bright + 0.05) / (dim + 0.05) >= 4.0


def test_boomtown_value_replaces_the_printed_one() -> None:
    plain, boom = (tree(draw(load("mini"), view)) for view in ({}, VIEW))
    (before,), (after,) = having(plain, "gsb-city", city="TUC"), having(boom, "gsb-city", city="TUC")
    assert having(before, "gsb-boom") == []
    assert "3" in texts(before)
    (badge,) = having(after, "gsb-boom")
    assert texts(badge) == ["5"]
    assert "3" not in texts(after)
    assert "printed 3" in "".join(after.itertext())


def test_connections_are_lettered_pins() -> None:
    root = tree(draw(load("mini"), VIEW))
    for city in load("mini").cities:
        (group,) = having(root, "gsb-city", city=city.id)
        pins = having(group, "gsb-pin")
        assert [texts(pin) for pin in pins] == [[road] for road in VIEW["connected"].get(city.id, [])]


@pytest.mark.parametrize("name", BOARDS)
def test_pins_leave_the_name_and_each_other_free(name: str) -> None:
    layout = Placement(load(name))
    for city, places in layout.pin_places.items():
        assert len(places) == 9
        x0, y0, x1, y1 = layout.names[city].box
        for x, y in places[:4]:
            assert not (x0 <= x <= x1 and y0 <= y <= y1)
        for i, p in enumerate(places):
            for q in places[:i]:
                assert (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > 11.0**2


def test_railheads_stand_where_majors_end() -> None:
    root = tree(draw(load("mini"), VIEW))
    heads = having(root, "gsb-railhead")
    where = [(e.get("data-railroad"), e.get("data-city"), e.get("data-line")) for e in heads]
    assert where == [("SF", None, "KSC-ELP"), ("SP", "HOU", None)]


def test_table_shows_pieces_left_and_railroads_to_come() -> None:
    (table,) = having(tree(draw(load("mini"), VIEW)), "gsb-railroads")
    rows = {e.get("data-railroad"): texts(e) for e in table if e.get("data-railroad")}
    assert "29/32" in rows["SF"]
    assert "4/6" in rows["DR"]
    assert "not yet" in rows["RI"]


def test_used_squares_fade() -> None:
    root = tree(draw(load("mini"), {"connected": {"ELP": ["SF"]}}))
    (city,) = having(root, "gsb-city", city="ELP")
    opacity = {e.get("data-square"): e.get("opacity") for e in city.iter() if e.get("data-square")}
    assert opacity == {"SF": ".45", "SP": "1"}


# --- legal lays -----------------------------------------------------------------------------------


def test_legal_lays_glow_on_their_next_segment() -> None:
    legal = ["lay SF KSC>ELP", "lay DR DEN>SAC", "lay SP +NOR>KSC", "lay UP CHI>KSC#2", "pass", "done"]
    root = tree(draw(load("mini"), VIEW, legal=legal))
    tags = {
        e.get("data-action"): (e.get("data-railroad"), e.get("data-line"), e.get("data-segment"), texts(e))
        for e in having(root, "gsb-legal")
    }
    assert tags == {
        "lay SF KSC>ELP": ("SF", "KSC-ELP", "1", ["SF"]),
        "lay DR DEN>SAC": ("DR", "SAC-DEN", "0", ["DR"]),
        "lay SP +NOR>KSC": ("SP", "NOR-KSC", "0", ["+SP"]),
        "lay UP CHI>KSC#2": ("UP", "CHI-KSC#2", "0", ["UP"]),
    }
    lit = {(e.get("data-line"), e.get("data-segment")) for e in having(root, "gsb-lit")}
    assert lit == {("KSC-ELP", "1"), ("SAC-DEN", "0"), ("NOR-KSC", "0"), ("CHI-KSC#2", "0")}


def test_no_highlight_without_legal_lays() -> None:
    root = tree(draw(load("mini"), VIEW, legal=["pass"]))
    assert having(root, "gsb-legal") == []
    assert having(root, "gsb-lit") == []


def test_several_railroads_on_one_slot_stay_apart() -> None:
    legal = [f"lay {road} CHI>OMA" for road in RAILROADS]
    tags = having(tree(draw(load("mini"), legal=legal)), "gsb-legal")
    assert len(tags) == 9
    spots = [tuple(map(float, re.findall(r"-?[\d.]+", e.get("transform", ""))[:2])) for e in tags]
    for i, p in enumerate(spots):
        for q in spots[:i]:
            assert (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > 36


def test_tags_point_in_the_direction_of_building() -> None:
    board = load("mini")
    for action, east in (("lay SF KSC>DEN", False), ("lay DR DEN>KSC", True)):
        (tag,) = having(tree(draw(board, legal=[action])), "gsb-legal")
        turn = float(re.findall(r"rotate\((-?[\d.]+)\)", tag.get("transform", ""))[0]) % 360
        assert (turn < 90 or turn > 270) == east


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("lay SF CHI>KSC", ("CHI-KSC#1", 1)),
        ("lay UP CHI>KSC", ("CHI-KSC#2", 0)),
        ("lay KP KSC>CHI#2", ("CHI-KSC#2", 1)),
        ("lay SF* CHI>MIL", ("CHI-MIL", 0)),
        ("lay SF CHI>SEA", None),
        ("lay XX CHI>MIL", None),
        ("lay SF NOR>HOU", None),
        ("nonsense", None),
        ("", None),
    ],
)
def test_actions_find_their_segment(action: str, expected: tuple[str, int] | None) -> None:
    started = [
        {"line": "CHI-KSC#1", "railroad": "SF", "from": "CHI", "filled": 1},
        {"line": "NOR-HOU", "railroad": "SP", "from": "NOR", "filled": 1},
    ]
    found = offers(load("mini"), [action], started)
    assert [(o.line, o.segment) for o in found] == ([expected] if expected else [])


# --- soundness ------------------------------------------------------------------------------------


def test_same_input_same_bytes() -> None:
    legal = ["lay SF KSC>ELP"]
    first = draw(load("mini"), VIEW, legal=legal)
    again = draw(load(copy.deepcopy(dict(load("mini").source))), copy.deepcopy(VIEW), legal=legal)
    assert first == again


def test_boards_with_the_same_rules_keep_their_own_looks() -> None:
    data = copy.deepcopy(dict(load("mini").source))
    data["cities"][0]["x"] = 800
    moved = load(data)
    assert moved.hash == load("mini").hash
    assert draw(moved) != draw(load("mini"))


def test_text_is_escaped() -> None:
    data = copy.deepcopy(dict(load("mini").source))
    data["name"] = '<b>&"'
    data["cities"][0]["name"] = "A&B <i>"
    data["railroads"][0]["name"] = "</svg>"
    data["lines"][0]["follows"] = "<script>"
    root = tree(draw(load(data), title='<x>&"\x00'))
    assert not [e for e in root.iter() if e.tag in ("script", "b", "i", "x")]
    assert "A&B <i>" in texts(root)


def fan_board(places: list[tuple[int, int]], longest: int) -> Board:
    """The mini board with its cities thrown about and longer lines."""
    data = copy.deepcopy(dict(load("mini").source))
    for city, (x, y) in zip(data["cities"], places, strict=True):
        city.update(x=x, y=y)
    data["lines"][0]["segments"] = ["mr"] * longest
    return load(data)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 680)), min_size=14, max_size=14),
    st.integers(1, 8),
)
def test_any_board_can_be_drawn(places: list[tuple[int, int]], longest: int) -> None:
    board = fan_board(places, longest)
    svg = draw(board, VIEW, legal=["lay UP CHI>OMA", "lay RI CHI>MIL"])
    assert "nan" not in svg
    assert "inf" not in svg.replace("information", "")
    tree(svg)


def test_cities_on_one_spot_can_be_drawn() -> None:
    tree(draw(fan_board([(500, 300)] * 14, 8), VIEW, legal=["lay RI CHI>MIL"]))


@pytest.mark.parametrize("name", BOARDS)
def test_lines_keep_off_other_cities(name: str) -> None:
    layout = Placement(load(name))
    for line in layout.board.lines:
        for city in layout.board.cities:
            if city.id not in (line.a, line.b):
                near = min((x - city.x) ** 2 + (y - city.y) ** 2 for x, y in layout.paths[line.id])
                assert near > 20**2


@pytest.mark.parametrize("name", BOARDS)
def test_names_keep_off_each_other(name: str) -> None:
    boxes = [label.box for label in Placement(load(name)).names.values()]
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_every_river_segment_of_the_default_board_meets_a_drawn_river() -> None:
    layout = Placement(load(None))
    rivers = [smooth([(x, y) for x, y in r["points"]], 5.0) for r in layout.board.scenery["rivers"]]
    for line in layout.board.lines:
        for slot, terrain in zip(layout.slots[line.id], line.segments, strict=True):
            met = any(crossing(slot, river) for river in rivers)
            assert met == bool(terrain & 2), line.id


def test_slots_of_a_line_follow_each_other() -> None:
    layout = Placement(load(None))
    for line in layout.board.lines:
        slots = layout.slots[line.id]
        sizes = [length(slot) for slot in slots]
        assert max(sizes) - min(sizes) < 5
        assert cut(layout.paths[line.id], 0, 1)[0] == slots[0][0]
