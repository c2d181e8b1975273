"""The sheets of Pioneer Rails and what makes them whole, clause by clause (PR-SHEET-01..10)."""

import re
from typing import Any

import pytest

from goldenspike.games.pioneer_rails.board import check, distances, load
from goldenspike.games.pioneer_rails.board.load import BadSheet, Terrain

from .sheet_changes import OFFICIAL, Document, errors, move, move_town, only, put, some

# --- the four sheets ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OFFICIAL)
def test_official_sheets_keep_every_clause_without_a_warning(name: str) -> None:
    document = load.document(name)
    found = check.examine(document)
    assert found.errors == []
    assert found.warnings == []
    assert document["kind"] == "official"
    assert document["id"] == name


def test_the_fixture_is_whole() -> None:
    found = check.examine(load.document("fx"))
    assert (found.errors, found.warnings) == ([], [])


@pytest.mark.parametrize("name", OFFICIAL)
def test_no_rail_yard_touches_a_station(name: str) -> None:
    """A yard beside a station takes one turn, and goal 1O would fall at once."""
    sheet = load.load(name)
    beside = {x for h in sheet.stations for x in sheet.grid.hex_neighbours[h]}
    assert beside.isdisjoint(sheet.of(Terrain.YARD))


def test_a_fan_sheet_is_warned_where_an_official_one_is_refused() -> None:
    document = load.document("desert-a")
    put(document, "E4", "mine", n=1)
    put(document, "A11", "mine", n=1)
    document["score_rows"]["nuggets"] = 13
    assert only("PR-SHEET-03", check.examine(document).errors) == "PR-SHEET-03: 13 mines instead of 10 to 12"
    document["kind"] = "fan"
    found = check.examine(document)
    assert found.errors == []
    assert found.warnings == ["PR-SHEET-03: 13 mines instead of 10 to 12"]
    assert check.warnings(document) == found.warnings


def test_everything_wrong_is_said_at_once() -> None:
    document = load.document("desert-a")
    put(document, "E10", None)
    put(document, "H11", "fort", n=4)
    document["score_rows"]["fort"] = [4, 4, 15]
    document["score_rows"]["towns"] = 3
    with pytest.raises(BadSheet) as caught:
        load.load(document)
    clauses = [text.split(":")[0] for text in caught.value.problems]
    assert {"PR-SHEET-06", "PR-SHEET-08", "PR-SHEET-09"} <= set(clauses)
    assert "problems" in str(caught.value)


# --- clause by clause -----------------------------------------------------------------------------


def test_PR_SHEET_01_one_station_per_suit() -> None:
    text = only("PR-SHEET-01", errors(lambda d: d["hex"]["F3"].update(suit="H")))
    assert "one station of hearts, not 2" in text
    assert "one station of diamonds, not 0" in text


def test_PR_SHEET_01_no_station_on_the_rim() -> None:
    assert "on the rim" in some("PR-GEO-05", errors(lambda d: move(d, "F3", "H4")))


def test_PR_SHEET_01_stations_keep_apart() -> None:
    assert "C3 and D3" in some("PR-SHEET-01", errors(lambda d: move(d, "F3", "D3")))


def test_PR_SHEET_01_stations_keep_away_from_the_river() -> None:
    assert "nearer than 2" in some("PR-SHEET-01", errors(lambda d: move(d, "C9", "C7")))


def test_PR_SHEET_01_one_station_per_quarter() -> None:
    def change(document: Document) -> None:
        put(document, "C2", None)
        put(document, "E8", "cattle")
        move(document, "F8", "B5")

    assert "same quarter" in some("PR-SHEET-01", errors(change))


@pytest.mark.parametrize(("rows", "cols", "refused"), [(5, 8, True), (8, 9, False), (8, 16, True)])
def test_PR_SHEET_02_size(rows: int, cols: int, refused: bool) -> None:
    document = load.document("desert-a") | {"rows": rows, "cols": cols}
    found = check.examine(document)
    texts = [t for t in (found.errors if refused else found.warnings) if t.startswith("PR-SHEET-02")]
    assert len(texts) == 1
    assert str(rows * cols) in texts[0]


def test_PR_SHEET_03_too_few_mines_for_goal_1B() -> None:
    def change(document: Document) -> None:
        for name in ("A4", "A8", "G1", "H10"):
            put(document, name, None)
        document["score_rows"]["nuggets"] = 7

    assert "7 mines; goal 1B needs 8" in some("PR-SHEET-03", errors(change))


@pytest.mark.parametrize(
    ("name", "gone", "kind", "row", "says"),
    [
        ("desert-a", "A8", "mine", {}, None),
        ("desert-a", "B7", "bank", {}, "2 banks; the row of bank squares needs 3"),
        ("desert-a", "B11", "saloon", {}, "3 saloons instead of 4"),
        ("desert-a", "B4", "fort", {"fort": [4, 9]}, "2 forts instead of 3"),
        ("desert-a", "B10", "yard", {"yard": [2, 4]}, "2 yards instead of 3"),
        ("desert-a", "G11", "cattle", {"ranch": [1, 2, 4, 6, 9, 12]}, "6 cattle hexes instead of 7"),
        ("forest-a", "A11", "bandit", {"escaped": 7}, "7 bandits instead of 8 to 9"),
        ("forest-a", "D7", "jail", {"jails": [[1, 3, 4], [3, 3, 3]]}, "2 jails instead of 3"),
        ("forest-a", "A1", "saloon", {}, "3 saloons instead of 4 to 5"),
    ],
)
def test_PR_SHEET_03_counts(name: str, gone: str, kind: str, row: dict[str, Any], says: str | None) -> None:
    document = load.document(name)
    assert document["hex"][gone]["t"] == kind
    put(document, gone, None)
    document["score_rows"] |= row
    if kind == "mine":
        document["score_rows"]["nuggets"] -= 1
    found = [text for text in check.examine(document).errors if text.startswith("PR-SHEET-03")]
    assert found == ([] if says is None else [text for text in found if says in text])
    assert bool(found) == (says is not None)


def test_PR_SHEET_03_forest_towns_stand_at_river_and_mountains() -> None:
    def change(document: Document) -> None:
        for here, there in (("B4n", "A9s"), ("G7s", "E11s"), ("B3s", "B2n")):
            move_town(document, here, there)

    assert "2 towns at a river; goal 2A needs 3" in some("PR-SHEET-03", errors(change, "forest-a"))


def test_PR_SHEET_04_the_river_does_not_jump() -> None:
    def change(document: Document) -> None:
        put(document, "E4", None)
        document["river"][0].remove("E4")

    assert "the river jumps: E3 and E5" in only("PR-SHEET-04", errors(change, "desert-b"))


def test_PR_SHEET_04_every_river_hex_is_in_a_path() -> None:
    found = errors(lambda d: d["river"][0].remove("H6"))
    assert "the river hex H6 is in no river path" in some("PR-GEO-08", found)
    found = errors(lambda d: put(d, "A7", None), "desert-b")
    assert "the river runs through A7, which is no river hex" in only("PR-GEO-08", found)


def test_PR_SHEET_04_three_river_hexes_at_one_corner() -> None:
    def change(document: Document) -> None:
        put(document, "B5", "river")
        document["river"].append(["B5"])

    text = some("PR-SHEET-04", errors(change))
    assert "A6 and B5" in text or "B5 and B6" in text
    assert "not on the rim" in text


@pytest.mark.parametrize(
    ("cleared", "placed", "name", "pair", "told"),
    [
        ([], ["A4", "A5"], "m7", ["A4", "A5"], "range m1 and range m7 are adjacent"),
        (["A3"], ["A5"], "m1", ["A2", "A5"], "range m1: A2 and A5 are not adjacent"),
    ],
)
def test_PR_SHEET_04_a_range_is_two_adjacent_hexes_apart_from_others(
    cleared: list[str], placed: list[str], name: str, pair: list[str], told: str
) -> None:
    def change(document: Document) -> None:
        for at in cleared:
            put(document, at, None)
        for at in placed:
            put(document, at, "mountain", range=name)
        document["ranges"][name] = pair

    assert told in some("PR-SHEET-04", errors(change))


def test_PR_SHEET_04_the_river_runs_from_rim_to_rim() -> None:
    def change(document: Document) -> None:
        put(document, "H6", None)
        document["river"][0].remove("H6")

    assert "the river ends at G6, which is not on the rim" in some("PR-SHEET-04", errors(change))


def test_PR_SHEET_04_each_bank_has_two_towns_and_a_station() -> None:
    def change(document: Document) -> None:
        for here, there in (("B1s", "B7s"), ("B4s", "F9s"), ("G2s", "C11n")):
            move_town(document, here, there)

    assert "the river bank of A1 has fewer than two towns" in some("PR-SHEET-04", errors(change))


def test_PR_SHEET_05_towns_three_edges_apart() -> None:
    text = some("PR-SHEET-05", errors(lambda d: move_town(d, "B1s", "A5s")))
    assert text == "PR-SHEET-05: the towns at A5s and B4s are 2 edges apart, not 3"


def test_PR_SHEET_05_towns_two_edges_from_a_station() -> None:
    text = some("PR-SHEET-05", errors(lambda d: move_town(d, "B9n", "A9s")))
    assert "the town at A9s is 1 edge from a station corner" in text


def test_PR_SHEET_05_a_lonely_station_is_a_warning() -> None:
    document = load.document("desert-a")
    move_town(document, "B9n", "G8s")
    move_town(document, "C6s", "G11n")
    found = check.examine(document)
    assert any("the station of hearts has 1 town within 5 tracks" in text for text in found.warnings)
    assert not any("within 5 tracks" in text for text in found.errors)


@pytest.mark.parametrize(("here", "there"), [("B4", "H11"), ("F10", "F11"), ("B10", "A11")])
def test_PR_SHEET_06_big_features_keep_off_the_rim(here: str, there: str) -> None:
    def change(document: Document) -> None:
        put(document, there, None)
        move(document, here, there)

    assert f"at {there} lies on the rim" in some("PR-SHEET-06", errors(change))


def test_PR_SHEET_06_big_features_touch_one_station_at_most() -> None:
    def change(document: Document) -> None:
        put(document, "D8", "yard", n=3)
        put(document, "D7", None)
        put(document, "E8", "station", suit="C")
        put(document, "F8", None)

    assert "the yard at D8 touches two stations" in some("PR-SHEET-06", errors(change))


def test_PR_SHEET_06_features_of_a_kind_keep_apart() -> None:
    assert "the mine at A4 touches another at A5" in only("PR-SHEET-06", errors(lambda d: move(d, "A8", "A5")))


def test_PR_SHEET_06_bandits_ride_in_pairs_but_not_in_threes() -> None:
    assert errors(lambda d: None, "forest-b") == []
    text = some("PR-SHEET-06", errors(lambda d: move(d, "D11", "A4"), "forest-b"))
    assert "the bandit at A5 touches another at A6" in text


def test_PR_SHEET_07_no_suit_has_much_more_than_another() -> None:
    def change(document: Document) -> None:
        for here, there in (("D4", "B9"), ("E2", "C8"), ("F1", "D10")):
            move(document, here, there)

    text = some("PR-SHEET-07", errors(change))
    assert re.search(r"diamonds [\d.]+.*: \d+% between best and worst", text)


def test_PR_SHEET_07_the_spread_is_a_quarter_at_most() -> None:
    for name in OFFICIAL:
        sums = distances.prospects(load.load(name))
        assert min(sums) >= 0.75 * max(sums)


@pytest.mark.parametrize(
    ("name", "row", "value"),
    [
        ("desert-a", "ranch", [1, 2, 4, 6, 9, 12]),
        ("desert-a", "ranch", [1, 2, 4, 6, 9, 12, 16, 20]),
        ("desert-a", "nuggets", 10),
        ("desert-a", "fort", [4, 9]),
        ("desert-a", "yard", [2, 4]),
        ("desert-a", "towns", 9),
        ("desert-a", "saloon", 3),
        ("desert-a", "saloon", ["10", "J", "Q", "K", "A"]),
        ("desert-a", "saloon", ["10", "J", "Q", "K"]),
        ("desert-a", "escaped", 8),
        ("forest-a", "escaped", 7),
        ("forest-a", "saloon", 4),
        ("forest-a", "saloon", ["10", "J", "Q", "K"]),
        ("forest-a", "nuggets", 4),
        ("forest-a", "jails", [[1, 3, 4], [2, 2, 4]]),
    ],
)
def test_PR_SHEET_08_rows_are_as_long_as_the_map_needs(name: str, row: str, value: Any) -> None:
    only("PR-SHEET-08", errors(lambda d: d["score_rows"].update({row: value}), name))


def test_PR_SHEET_08_seven_cattle_and_six_ranch_symbols() -> None:
    text = only("PR-SHEET-08", errors(lambda d: d["score_rows"]["ranch"].pop()))
    assert text == 'PR-SHEET-08: the row "ranch" has 6 symbols, not 7'


@pytest.mark.parametrize(
    ("name", "row", "value"),
    [
        ("desert-a", "fort", [4, 4, 15]),
        ("desert-a", "ranch", [1, 2, 4, 6, 9, 16, 12]),
        ("desert-a", "yard", [2, 5, 4]),
        ("desert-a", "yard", [2, 3, 5]),
        ("desert-a", "bank", [2, 3, 5]),
        ("desert-a", "nuggets_per_bank", 5),
        ("desert-a", "goal", [10, 4]),
        ("forest-a", "fort_side", 3),
    ],
)
def test_PR_SHEET_09_figures_and_rising_rows(name: str, row: str, value: Any) -> None:
    assert row in only("PR-SHEET-09", errors(lambda d: d["score_rows"].update({row: value}), name)) or row == "yard"


@pytest.mark.parametrize("box", ["hands", "goals", "target"])
def test_PR_SHEET_10_boxes(box: str) -> None:
    only("PR-SHEET-10", errors(lambda d: d["score_rows"]["boxes"].update({box: 2})))
