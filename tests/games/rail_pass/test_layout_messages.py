"""Wrong layouts: every message of the checks, and files that Hypothesis spoils."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldenspike.games.rail_pass.board import load as board
from goldenspike.games.rail_pass.board.check import problems
from goldenspike.games.rail_pass.board.load import BUILT_IN, load

from .test_layouts import SMALL, Data, circle, refused, small

__all__ = ["circle", "small"]  # fixtures of the layouts, used here by name


# ---------------------------------------------------------------- every message


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: d.pop("name"), 'layout: "name" missing (shown above the table; text of at most 60 characters)'),
        (lambda d: d.update(seats=1), 'layout: unknown key "seats"; did you mean seating?'),
        (lambda d: d.update(schema=2), "schema must be 1, not 2"),
        (
            lambda d: d.update(id="no spaces"),
            "id must be at most 40 letters and digits with single dashes between them, "
            'such as "my-layout", not "no spaces"',
        ),
        (lambda d: d.update(name=""), "name must have at least 1 character, not 0"),
        (lambda d: d.update(name="x" * 61), "name must have at most 60 characters, not 61"),
        (lambda d: d.update(name="a\nb"), 'name: "a\\nb" cannot be printed; it must have signs that a screen can show'),
        (lambda d: d.update(note=3), "note must be text, not a number"),
        (lambda d: d.update(kind="official"), 'kind must be one of "reconstruction", "custom", not "official"'),
        (lambda d: d.update(version=0), "version must be at least 1, not 0"),
        (lambda d: d.update(version=1.5), "version must be a whole number, not 1.5"),
        (lambda d: d.update(unlimited_parts="yes"), "unlimited_parts must be true or false, not text"),
        (lambda d: d.update(yard=[]), "yard must be an object, not a list"),
        (lambda d: d.update(yard={}), 'yard: "each" missing (cubes of each other city\'s colour; a whole number)'),
        (lambda d: d.update(yard={"each": 0}), "yard.each must be at least 1, not 0 (RP-SETUP-07)"),
        (
            lambda d: d["cities"][0].update(colour="P"),
            "cities[0] (A).colour must be K (black), R (red), B (blue), G (green), Y (yellow) or W (white), "
            'not "P" (RP-COMP-01)',
        ),
        (lambda d: d["cities"][0].update(colour="W"), "cities: A and E are both white (RP-COMP-01)"),
        (lambda d: d["cities"][0].update(name="Ulm"), 'cities[0] (A): unknown key "name"; it may have id, colour'),
        (
            lambda d: d["cities"].reverse(),
            "cities: they stand in alphabetical order, not E B A (RP-LAYOUT-12)",
        ),
        (
            lambda d: d["links"][0].update(kind="ferry"),
            'links[0] (B-A).kind must be one of "open", "tunnel", "bridge", "blocked", not "ferry" (RP-MODEL-04)',
        ),
        (
            lambda d: d["links"][0].pop("kind"),
            'links[0] (B-A): "kind" missing (one of "open", "tunnel", "bridge", "blocked")',
        ),
        (
            lambda d: d["links"].append({"a": "A", "b": "A", "kind": "open"}),
            "links[3]: A cannot be joined to itself (RP-MODEL-04)",
        ),
        (
            lambda d: d["links"].append({"a": "A", "b": "F", "kind": "open"}),
            "links[3] (A-F): there is no city F; there are A, B, E (RP-LAYOUT-12)",
        ),
        (lambda d: d["seating"].clear(), "seating must have at least 1 entry, not 0 (RP-SETUP-01)"),
        (lambda d: d["seating"][0]["seats"].pop(), "seating[0]: 3 players but 2 seats (RP-SETUP-09)"),
        (
            lambda d: d["seating"][0]["seats"][0].append("F"),
            "seating[0]: there is no city F; there are A, B, E (RP-SETUP-09)",
        ),
        (
            lambda d: d["seating"][0]["seats"][0].append("B"),
            "seating[0]: B is given 2 times, a city has one player (RP-SETUP-09)",
        ),
        (lambda d: d["seating"][1]["seats"][0].remove("A"), "seating[1]: nobody controls A (RP-SETUP-09)"),
        (
            lambda d: d["seating"].append(copy.deepcopy(d["seating"][0])),
            "seating: 3 players are seated twice (RP-SETUP-01)",
        ),
        (
            lambda d: d["seating"][0].update(express_s=541),
            "seating[0].express_s: 541 s is no challenge, the limit for 3 players is 540 s (RP-TIME-02)",
        ),
        (
            lambda d: d["seating"][1].update(express_s=601),
            "seating[1].express_s must be at most 600, not 601 (RP-TIME-03)",
        ),
        (lambda d: d["seating"][1].update(players=7), "seating[1].players must be at most 6, not 7 (RP-TIME-02)"),
    ],
)
def test_what_is_wrong_is_said(small: Data, change: Any, sentence: str) -> None:
    assert problems(small) == []
    change(small)
    found = problems(small)
    assert sentence in found
    assert refused(small).problems == found


def test_cities_are_two_to_six(small: Data, circle: Data) -> None:
    one = {**small, "cities": small["cities"][:1], "links": []}
    found = problems(one)
    assert "cities must have at least 2 entries, not 1 (RP-LAYOUT-12)" in found
    circle["cities"].append({"id": "F", "colour": "W"})
    found = problems(circle)
    assert "cities must have at most 6 entries, not 7 (RP-LAYOUT-12)" in found
    assert "cities: F stands 2 times, a place holds one city (RP-COMP-01)" in found


def test_everything_wrong_is_told_at_once(circle: Data) -> None:
    circle["cities"][0]["colour"] = "W"
    circle["links"][0]["kind"] = "tunnel"
    circle["links"][1]["b"] = "A"
    circle["links"][2]["kind"] = "ferry"
    circle["seating"][0]["players"] = 4
    circle["seating"][0]["seats"][2] = ["D"]
    circle["yard"]["each"] = 5
    circle["color"] = True
    found = problems(circle)
    for word in (
        "unknown key",
        "both white",
        "already have",
        "ferry",
        "4 players but 3 seats",
        "nobody controls E",
        "both ends of the tunnel A-B",
        "more than the box has",
    ):
        assert any(word in sentence for sentence in found), word
    error = refused(circle)
    assert str(error).startswith(f"layout: {len(found)} problems: ")
    assert str(error).endswith(f"; and {len(found) - 5} more")


# ---------------------------------------------------------------- mutated files

PLACE = st.one_of(st.sampled_from("ABCDEF"), st.sampled_from(["", "G", "a", "AB"]))
SCALAR = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 700),
    st.floats(allow_nan=True),
    st.text(max_size=5),
    PLACE,
    st.sampled_from(["open", "tunnel", "bridge", "blocked", "K", "R", "custom"]),
)
JSON = st.recursive(
    SCALAR,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["id", "a", "b", "kind", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


def spots(data: Any) -> list[tuple[Any, Any]]:
    """Every container in the data with each of its keys."""
    found = []
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            found.append((data, key))
            found += spots(data[key])
    return found


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([*BUILT_IN, "small"]), st.data())
def test_a_mutated_layout_is_good_or_told_apart(name: str, data: st.DataObject) -> None:
    layout = copy.deepcopy(SMALL if name == "small" else dict(load(name).source))
    for _ in range(data.draw(st.integers(1, 4))):
        here = spots(layout)
        if not here:
            break
        container, key = data.draw(st.sampled_from(here))
        match data.draw(st.sampled_from(["replace", "delete", "double", "swap"])):
            case "replace":
                container[key] = data.draw(JSON)
            case "delete":
                del container[key]
            case "double" if isinstance(container, list):
                container.append(copy.deepcopy(container[key]))
            case _:
                other, spot = data.draw(st.sampled_from(here))
                container[key] = copy.deepcopy(other[spot])
    found = problems(layout)
    assert all(isinstance(sentence, str) and sentence for sentence in found)
    if found:
        assert refused(layout).problems == found
        return
    good = load(layout)
    names = [city.id for city in good.cities]
    assert names == sorted(set(names))
    assert len({city.colour for city in good.cities}) == len(names) >= 2
    assert good.each * (len(names) - 1) <= 20
    for row in good.distance.values():
        assert sorted(row) == names
    for seating in good.seating:
        assert sorted(sum(seating.seats, ())) == names
        assert len(seating.seats) == seating.players
        for link in good.links:
            if link.obstacle:
                assert seating.controller[link.a] != seating.controller[link.b]
    assert len(good.hash) == 16


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_garbage_is_one_clear_error(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.mktemp("garbage") / "x.json"
    path.write_bytes(raw)
    assert refused(path).problems


def test_the_schema_is_a_schema() -> None:
    from jsonschema import Draft202012Validator

    from goldenspike.games.rail_pass.board.load import schema

    Draft202012Validator.check_schema(schema())
    assert set(board.GRID) == set(board.PLACES)
