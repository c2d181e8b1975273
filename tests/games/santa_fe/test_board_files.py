"""Board files that are wrong: every problem named, never anything but BadBoard."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldenspike.games.santa_fe.board.check import problems, warnings
from goldenspike.games.santa_fe.board.load import BadBoard, load

from .board_data import MINI, Data, only, record

DEFAULT: Data = copy.deepcopy(dict(load(None).source))
DEFAULT["scenery"] = {key: part[:1] if isinstance(part, list) else part for key, part in DEFAULT["scenery"].items()}


@pytest.fixture
def mini() -> Data:
    return copy.deepcopy(MINI)


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "my.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refused(spec: Any) -> BadBoard:
    with pytest.raises(BadBoard) as caught:
        load(spec)
    assert "\n" not in str(caught.value)
    return caught.value


def test_files_that_are_not_there(tmp_path: Path) -> None:
    assert "no such file" in str(refused(tmp_path / "none.json"))
    assert "no such file" in str(refused("no-such-board"))
    assert "cannot be read" in str(refused(tmp_path))
    assert "cannot be read" in str(refused("a\0b"))
    assert str(refused("")) != ""
    assert "not int" in str(refused(5))


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), 10**5000, object(), {1, 2}, b"x"], ids=lambda v: type(v).__name__
)
def test_data_that_is_not_json(mini: Data, value: Any) -> None:
    mini["version"] = value
    assert len(refused(mini).problems) == 1
    assert len(problems(mini)) == 1


def test_data_that_contains_itself(mini: Data) -> None:
    mini["scenery"] = mini
    assert len(refused(mini).problems) == 1


def test_a_good_file_is_a_board(tmp_path: Path, mini: Data) -> None:
    path = write(tmp_path, json.dumps(mini))
    assert load(path) == load(str(path)) == load(mini) == load("mini")
    assert load(write(tmp_path, b"\xef\xbb\xbf" + json.dumps(mini).encode())) == load("mini")


def test_all_problems_are_named_at_once(tmp_path: Path, mini: Data) -> None:
    mini["colour"] = "green"
    del mini["note"]
    mini["kind"] = "home made"
    record(mini, "cities", "DEN")["value"] = 8
    record(mini, "cities", "LAX")["x"] = "west"
    record(mini, "cities", "SEA")["name"] = ""
    record(mini, "lines", "OMA-DEN")["segments"][0] = "q"
    record(mini, "lines", "KSC-ELP").update(b="ELX")
    record(mini, "railroads", "SF")["colour"] = "blue"
    record(mini, "railroads", "WP").update(home="WWW")
    mini["markers"]["4"] = 2.5
    error = refused(write(tmp_path, json.dumps(mini)))
    expected = [
        'board: unknown key "colour"; it may have schema, id, name, note, kind, version, size, cities, lines, '
        "railroads, values, markers, scenery",
        'board: "note" missing (where the board comes from; shown with it; text of at most 400 characters)',
        'kind must be one of "official", "fan", not "home made"',
        "cities[6] (DEN).value must be one of 2, 3, 4, 5, 6, 7, null, not 8",
        "cities[10] (LAX).x must be a number, not text",
        "cities[13] (SEA).name must have at least 1 character, not 0",
        "lines[5] (OMA-DEN).segments[0] must be the terrain of a space: . (plain), m (mountain), r (river), l (lake), "
        'or mr, ml, rl, mrl for several, not "q"',
        'railroads[0] (SF).colour must be a colour written #rrggbb, such as "#1f5fae", not "blue"',
        "markers.4 must be a whole number, not 2.5",
        'lines[9] (KSC-ELP).b: there is no city "ELX"; did you mean ELP?',
        'railroads[7] (WP).home: there is no city "WWW"',
    ]
    assert sorted(error.problems) == sorted(expected)
    assert str(error).startswith("board my.json: 11 problems: ")
    assert str(error).endswith("and 6 more")


def test_schema_errors_stand_in_file_order(mini: Data) -> None:
    for city in mini["cities"]:
        city["value"] = 1
    assert [text.split("]")[0] for text in problems(mini)] == [f"cities[{i}" for i in range(14)]


@pytest.mark.parametrize("name", ["De\nnver", "\ud800", "\x07", " ", "\ufffe"])
def test_names_can_be_printed(mini: Data, name: str) -> None:
    record(mini, "cities", "DEN")["name"] = name
    assert "cannot be printed" in only(problems(mini))
    assert refused(mini).problems == problems(mini)


def test_whole_numbers_written_as_fractions_are_whole(mini: Data) -> None:
    record(mini, "cities", "DEN")["value"] = 6.0
    record(mini, "railroads", "SF")["pieces"] = 32.0
    board = load(mini)
    assert board.hash == load("mini").hash
    assert type(board.city["DEN"].value) is int


def test_true_is_not_a_number(mini: Data) -> None:
    record(mini, "railroads", "SF")["pieces"] = True
    assert "must be a whole number, not true or false" in only(problems(mini))


# --- any mutation of a board file -----------------------------------------------------------------

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["CHI", "DEN", "OMA-DEN", "SF", "RI", "a>b", ".", "mr", "official", "fan", "#ffffff"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def mutate(data: Any, draw: st.DataObject) -> Any:
    """Change, drop, double or swap one thing somewhere in a copy of the data."""
    path: list[Any] = []
    here = data
    while isinstance(here, (dict, list)) and here:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        path.append(draw.draw(st.sampled_from(keys)))
        here = here[path[-1]]
        if draw.draw(st.integers(0, 3)) == 0:
            break
    holder = data
    for step in path[:-1]:
        holder = holder[step]
    how = draw.draw(st.sampled_from(["junk", "drop", "double", "swap"]))
    if how == "junk":
        holder[path[-1]] = draw.draw(JUNK)
    elif how == "drop":
        del holder[path[-1]]
    elif isinstance(holder, list) and how == "double":
        holder.append(copy.deepcopy(holder[path[-1]]))
    else:
        other = draw.draw(st.sampled_from(list(holder) if isinstance(holder, dict) else range(len(holder))))
        holder[path[-1]], holder[other] = holder[other], holder[path[-1]]
    return data


def test_a_railroad_whose_id_is_no_text_is_named(mini: Data) -> None:
    mini["railroads"][0]["id"] = []
    assert any("railroads[0] (Santa Fe).id" in text for text in problems(mini))


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.sampled_from([True, True, False]), st.integers(1, 4))
def test_a_changed_board_loads_or_is_refused(draw: st.DataObject, small: bool, times: int) -> None:
    data = copy.deepcopy(MINI if small else DEFAULT)
    for _ in range(times):
        if data:
            data = mutate(data, draw)
    found = problems(data)
    assert all(isinstance(text, str) and text for text in found)
    if found:
        assert refused(data).problems == found
    else:
        assert 1 <= len(load(data).railroads) <= 9
        assert isinstance(warnings(data), list)


@settings(max_examples=60, deadline=None)
@given(JUNK)
def test_anything_can_be_asked_for_problems(data: Any) -> None:
    assert isinstance(problems(data), list)
    assert problems(data)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 4000), st.binary(max_size=4))
def test_a_cut_or_spoiled_file_is_refused_or_loads(
    tmp_path_factory: pytest.TempPathFactory, at: int, junk: bytes
) -> None:
    raw = json.dumps(MINI).encode()
    path = write(tmp_path_factory.mktemp("board"), raw[:at] + junk + raw[at + len(junk) :])
    with suppress(BadBoard):
        assert load(path).cities
