"""What is checked when a board is loaded."""

from __future__ import annotations

import copy
import subprocess
import sys
from typing import Any

import pytest

from goldenspike.games.santa_fe.board.check import problems, published_figures, schema, warnings
from goldenspike.games.santa_fe.board.load import (
    MAX_CITIES,
    MAX_CITY_CARDS,
    MAX_LINES,
    MAX_MAJOR_PIECES,
    MAX_SEGMENTS,
    build,
    load,
)

from .board_data import DEFAULT, MINI, Data, only, record

# --- check 1: ids, ends, segments, one map --------------------------------------------------------


def test_check_1_ids_are_unique(mini: Data) -> None:
    mini["cities"][1]["id"] = "CHI"
    found = problems(mini)
    assert 'cities[1]: the id "CHI" is already taken by cities[0]' in found
    mini = copy.deepcopy(MINI)
    mini["lines"].append(copy.deepcopy(mini["lines"][0]))
    assert 'lines[19]: the id "CHI-MIL" is already taken by lines[0]' in problems(mini)


@pytest.mark.parametrize("name", ["CH", "chi", "CHIC", "C1I", ""])
def test_check_1_city_ids_have_three_letters(mini: Data, name: str) -> None:
    mini["cities"][5]["id"] = name
    assert any(text.startswith("cities[5]") and "three capital letters" in text for text in problems(mini))


def test_check_1_ends_exist(mini: Data) -> None:
    record(mini, "lines", "OMA-DEN").update(a="XXX", id="XXX-DEN")
    assert 'lines[5] (XXX-DEN).a: there is no city "XXX"' in problems(mini)


def test_check_1_ends_differ(mini: Data) -> None:
    mini["lines"].append({"id": "OMA-OMA", "a": "OMA", "b": "OMA", "segments": ["."]})
    assert "line OMA-OMA: both ends are OMA" in problems(mini)


def test_check_1_at_least_one_segment(mini: Data) -> None:
    record(mini, "lines", "OMA-DEN")["segments"] = []
    assert only(problems(mini)) == "lines[5] (OMA-DEN).segments must have at least 1 entry, not 0"


def test_check_1_one_map(mini: Data) -> None:
    mini["lines"] = [ln for ln in mini["lines"] if "SEA" not in (ln["a"], ln["b"])]
    assert only(problems(mini)) == "the map is not connected: no way from CHI to SEA"


def test_check_1_line_id_names_its_ends(mini: Data) -> None:
    record(mini, "lines", "OMA-DEN")["id"] = "DEN-OMA"
    assert only(problems(mini)) == "line DEN-OMA: its ends and index make it OMA-DEN"


# --- check 2: homes -------------------------------------------------------------------------------


def test_check_2_home_exists(mini: Data) -> None:
    record(mini, "railroads", "KP")["home"] = "ZZZ"
    assert only(problems(mini)) == 'railroads[4] (KP).home: there is no city "ZZZ"'


def test_check_2_home_has_a_line_to_start(mini: Data) -> None:
    for ln in mini["lines"]:
        if "NOR" in (ln["a"], ln["b"]):
            ln["one_way"] = "b>a" if ln["a"] == "NOR" else "a>b"
    assert problems(mini) == [
        "railroad SP: no line can be started from its home NOR",
        "railroad TP: no line can be started from its home NOR",
    ]


def test_check_2_published_homes(pacific: Data, mini: Data) -> None:
    record(pacific, "railroads", "KP")["home"] = "OMA"
    text = "railroad KP: its home is Omaha, the published one is Kansas City"
    assert text in problems(pacific)
    record(mini, "railroads", "KP")["home"] = "OMA"
    assert problems(mini) == []
    assert text in published_figures(build(mini))
    assert any("other figures than the published game has" in warning for warning in warnings(mini))


# --- check 3: published figures -------------------------------------------------------------------


def test_check_3_official_boards_keep_the_published_values(pacific: Data) -> None:
    record(pacific, "cities", "DEN")["value"] = 3
    assert problems(pacific) == [
        "cities: 8 of value 3, the published board has 7",
        "cities: 4 of value 4, the published board has 5",
        "cities: they make 65 City cards, the published game has 66",
    ]
    pacific["kind"] = "fan"
    assert problems(pacific) == []
    assert "cities: 8 of value 3, the published board has 7" in warnings(pacific)[-1]


def test_check_3_piece_counts(pacific: Data) -> None:
    record(pacific, "railroads", "UP")["pieces"] = 25
    assert only(problems(pacific)) == "railroad UP: 25 pieces, published are 24"
    pacific["kind"] = "fan"
    assert problems(pacific) == []
    assert "railroad UP: 25 pieces, published are 24" in warnings(pacific)[-1]


# --- check 4: squares -----------------------------------------------------------------------------


def test_check_4_squares_name_majors(mini: Data) -> None:
    record(mini, "cities", "DEN")["squares"] = ["DR"]
    assert only(problems(mini)) == ('cities[6] (DEN).squares: there is no major "DR"; there are SF, SP, GN, UP, KP')


def test_check_4_no_square_at_its_own_base(mini: Data) -> None:
    record(mini, "cities", "KSC")["squares"] = ["SF", "KP"]
    assert only(problems(mini)) == "city KSC: shows a square of KP, which is based there"


def test_check_4_no_square_twice(mini: Data) -> None:
    record(mini, "cities", "ELP")["squares"] = ["SF", "SF"]
    assert only(problems(mini)) == "cities[7] (ELP).squares names the same thing twice"


# --- checks 5 and 6: arrows -----------------------------------------------------------------------


def test_check_5_arrows_point_west(mini: Data) -> None:
    assert not any("point west" in text for text in warnings(mini))
    record(mini, "lines", "OMA-DEN")["one_way"] = "b>a"
    assert problems(mini) == []
    assert "line OMA-DEN: the arrow from DEN to OMA does not point west" in warnings(mini)


def test_check_6_milwaukee_to_minneapolis(pacific: Data) -> None:
    for number in (1, 2):
        record(pacific, "lines", f"MKE-MSP#{number}")["one_way"] = None
    assert only(problems(pacific)) == ("lines: the published one-way line from Milwaukee to Minneapolis is missing")
    record(pacific, "lines", "MKE-MSP#2")["one_way"] = "b>a"
    assert len(problems(pacific)) == 1


# --- check 7: parallels ---------------------------------------------------------------------------


def test_check_7_parallels_are_numbered(mini: Data) -> None:
    line = record(mini, "lines", "CHI-KSC#2")
    line.update(id="CHI-KSC#3", index=3)
    assert only(problems(mini)) == ("lines between CHI and KSC (CHI-KSC#1, CHI-KSC#3) need the indices 1 to 2")


def test_check_7_parallels_count_in_either_direction(mini: Data) -> None:
    record(mini, "lines", "CHI-KSC#2").update(id="KSC-CHI#2", a="KSC", b="CHI")
    assert problems(mini) == []
    record(mini, "lines", "KSC-CHI#2").update(id="KSC-CHI#1", index=1)
    assert len(problems(mini)) == 1


def test_check_7_single_lines_have_no_index(mini: Data) -> None:
    record(mini, "lines", "OMA-DEN").update(id="OMA-DEN#1", index=1)
    assert only(problems(mini)) == "lines between DEN and OMA (OMA-DEN#1) need no index"


def test_check_7_three_parallels_warn(mini: Data) -> None:
    mini["lines"].append({"id": "CHI-KSC#3", "a": "CHI", "b": "KSC", "index": 3, "segments": ["."]})
    assert problems(mini) == []
    assert "CHI and KSC are joined by 3 parallel lines" in warnings(mini)


# --- checks 8, 9, 10 ------------------------------------------------------------------------------


def test_check_8_markers_for_every_small_city(mini: Data) -> None:
    assert not any(text.startswith("markers") for text in warnings(mini))
    mini["markers"] = {"4": 0, "5": 1}
    assert problems(mini) == []
    found = warnings(mini)
    assert "markers: 0 of value 4 for 1 cities of value 2" in found
    assert "markers: 1 of value 5 for 2 cities of value 3" in found


def test_check_9_room_for_all_major_pieces(mini: Data) -> None:
    assert "lines: 33 segments cannot hold the 128 pieces of the majors" in warnings(mini)
    assert not any("segments" in text for text in warnings(DEFAULT))


def test_check_10_arrows_leave_every_city_in_reach(mini: Data) -> None:
    assert not any("arrows keep" in text for text in warnings(mini))
    for ln in mini["lines"]:
        if "SEA" in (ln["a"], ln["b"]):
            ln["one_way"] = "b>a" if ln["b"] == "SEA" else "a>b"
    assert problems(mini) == []
    assert "from MIL the arrows keep a railroad from SEA" in warnings(mini)


def test_warnings_wait_for_problems(mini: Data) -> None:
    mini["markers"] = {"4": 0, "5": 0}
    del mini["name"]
    assert warnings(mini) == []


# --- limits ---------------------------------------------------------------------------------------


def crowd(mini: Data, count: int, value: int | None) -> None:
    """Add cities around Denver, each on a line of its own, spread over the other cities."""
    hubs = [c["id"] for c in mini["cities"]]
    for i in range(count):
        name = f"X{chr(65 + i // 26)}{chr(65 + i % 26)}"
        mini["cities"].append({"id": name, "name": name, "value": value, "squares": [], "x": 10, "y": 10})
        hub = hubs[i % len(hubs)]
        mini["lines"].append({"id": f"{name}-{hub}", "a": name, "b": hub, "segments": ["."]})


def test_limit_of_cities_and_cards(mini: Data) -> None:
    crowd(mini, 50, 4)
    assert problems(mini) == []
    assert len(load(mini).cities) == 64
    crowd(mini, 1, 4)
    assert "cities must have at most 64 entries, not 65" in problems(mini)


def test_limits_are_those_of_the_schema(mini: Data) -> None:
    parts = schema()
    assert parts["properties"]["cities"]["maxItems"] == MAX_CITIES
    assert parts["properties"]["lines"]["maxItems"] == MAX_LINES
    assert parts["$defs"]["line"]["properties"]["segments"]["maxItems"] == MAX_SEGMENTS
    assert parts["$defs"]["railroad"]["properties"]["pieces"]["maximum"] == MAX_MAJOR_PIECES
    crowd(mini, 50, 7)
    assert sum(city.cards for city in load(mini).cities) <= MAX_CITY_CARDS == 128


def test_limit_of_lines_and_segments(mini: Data) -> None:
    record(mini, "lines", "OMA-DEN")["segments"] = ["."] * 8
    assert problems(mini) == []
    record(mini, "lines", "OMA-DEN")["segments"] = ["."] * 9
    assert only(problems(mini)) == "lines[5] (OMA-DEN).segments must have at most 8 entries, not 9"
    mini["lines"] = mini["lines"] * 9
    assert "lines must have at most 160 entries, not 171" in problems(mini)


def test_limit_of_lines_at_one_city(mini: Data) -> None:
    hub, others = "DEN", [c["id"] for c in mini["cities"] if c["id"] != "DEN"]
    joined = {ln["a"] + ln["b"] for ln in mini["lines"]}
    for other in others:
        if hub + other not in joined and other + hub not in joined:
            mini["lines"].append({"id": f"{hub}-{other}", "a": hub, "b": other, "segments": ["."]})
    assert only(problems(mini)) == "city DEN: 13 lines meet here, at most 12 can"
    mini["lines"].pop()
    assert problems(mini) == []


@pytest.mark.parametrize(
    ("road", "pieces", "place"),
    [
        ("RI", 16, "railroad RI: 16 pieces, at most 15 can be used"),
        ("SF", 100, "railroads[0] (SF).pieces must be at most 99, not 100"),
        ("SF", 0, "railroads[0] (SF).pieces must be at least 1, not 0"),
        ("DR", 0, "railroads[8] (DR).pieces must be at least 1, not 0"),
    ],
)
def test_limit_of_pieces(mini: Data, road: str, pieces: int, place: str) -> None:
    record(mini, "railroads", road)["pieces"] = pieces
    assert only(problems(mini)) == place


def test_an_official_board_has_all_nine_railroads(pacific: Data, mini: Data) -> None:
    for data in (pacific, mini):
        data["railroads"] = [r for r in data["railroads"] if r["id"] not in ("TP", "DR")]
    missing = "railroads: TP, DR missing, the published game has all nine"
    pacific["kind"] = "official"
    assert missing in problems(pacific)
    assert problems(mini) == []
    assert missing in published_figures(build(mini))


def test_limit_of_majors_and_short_lines(mini: Data) -> None:
    record(mini, "railroads", "RI")["kind"] = "major"
    assert only(problems(mini)) == "railroads: 6 majors, at most 5 can be"
    record(mini, "railroads", "RI")["kind"] = "short"
    mini["railroads"] = [r for r in mini["railroads"] if r["kind"] == "short"]
    for city in mini["cities"]:
        city["squares"] = []
    assert only(problems(mini)) == "railroads: a board needs a major"


def test_cities_lie_on_the_board(mini: Data) -> None:
    record(mini, "cities", "DEN")["x"] = 1001
    assert only(problems(mini)) == "city DEN: (1001, 310) lies outside the board of 1000 x 680"


# --- imports and the schema ------------------------------------------------------------------------------------


def test_importing_the_board_stays_light() -> None:
    code = (
        "import sys; from goldenspike.games.santa_fe.board.load import load; load(None);"
        "print([m for m in ('numpy', 'jsonschema', 'numba') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_schema_is_a_schema() -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema())

    def closed(part: Any) -> None:
        if isinstance(part, dict):
            if "properties" in part and part.get("type") == "object":
                assert part["additionalProperties"] is False
            for value in part.values():
                closed(value)

    closed(schema())
