"""The sheets of Pioneer Rails and their design rules, clause by clause (PR-SHEET-01..17)."""

import json
import re
from collections import deque
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldenspike.games.pioneer_rails import board, checks, surveying, witnesses
from goldenspike.games.pioneer_rails.board import BARRIERS, SUITS, BadSheet, Sheet, Terrain
from goldenspike.games.pioneer_rails.geometry import Kind

OFFICIAL = ("desert-a", "desert-b", "forest-a", "forest-b")
Document = dict[str, Any]


def errors(change: Callable[[Document], object], name: str = "desert-a") -> list[str]:
    document = board.document(name)
    change(document)
    return checks.examine(document).errors


def only(clause: str, found: list[str]) -> str:
    """The sentences, after making sure that nothing but this clause is broken."""
    assert found, f"{clause} is not noticed"
    assert {text.split(":")[0] for text in found} == {clause}, found
    return "\n".join(found)


def some(clause: str, found: list[str]) -> str:
    texts = [text for text in found if text.startswith(clause + ":")]
    assert texts, found
    return "\n".join(texts)


def put(document: Document, name: str, kind: str | None, **more: object) -> None:
    document["hex"].pop(name, None)
    if kind:
        document["hex"][name] = {"t": kind, **more}


def move(document: Document, here: str, there: str) -> None:
    document["hex"][there] = document["hex"].pop(here)


def move_town(document: Document, here: str, there: str) -> None:
    next(town for town in document["towns"] if town["v"] == here)["v"] = there


# --- the four sheets ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OFFICIAL)
def test_official_sheets_keep_every_clause_without_a_warning(name: str) -> None:
    document = board.document(name)
    found = checks.examine(document)
    assert found.errors == []
    assert found.warnings == []
    assert document["kind"] == "official"
    assert document["id"] == name


def test_the_fixture_is_whole() -> None:
    found = checks.examine(board.document("fx"))
    assert (found.errors, found.warnings) == ([], [])


@pytest.mark.parametrize("name", OFFICIAL)
def test_no_rail_yard_touches_a_station(name: str) -> None:
    """A yard beside a station takes one turn, and goal 1O would fall at once."""
    sheet = board.load(name)
    beside = {x for h in sheet.stations for x in sheet.grid.hex_neighbours[h]}
    assert beside.isdisjoint(sheet.of(Terrain.YARD))


def test_a_fan_sheet_is_warned_where_an_official_one_is_refused() -> None:
    document = board.document("desert-a")
    put(document, "E4", "mine", n=1)
    put(document, "A11", "mine", n=1)
    document["score_rows"]["nuggets"] = 13
    assert only("PR-SHEET-03", checks.examine(document).errors) == "PR-SHEET-03: 13 mines instead of 10 to 12"
    document["kind"] = "fan"
    found = checks.examine(document)
    assert found.errors == []
    assert found.warnings == ["PR-SHEET-03: 13 mines instead of 10 to 12"]
    assert checks.warnings(board.load(document)) == found.warnings


def test_everything_wrong_is_said_at_once() -> None:
    document = board.document("desert-a")
    put(document, "E10", None)
    put(document, "H11", "fort", n=4)
    document["score_rows"]["fort"] = [4, 4, 15]
    document["score_rows"]["towns"] = 3
    with pytest.raises(BadSheet) as caught:
        board.load(document)
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
    document = board.document("desert-a") | {"rows": rows, "cols": cols}
    found = checks.examine(document)
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
    document = board.document(name)
    assert document["hex"][gone]["t"] == kind
    put(document, gone, None)
    document["score_rows"] |= row
    if kind == "mine":
        document["score_rows"]["nuggets"] -= 1
    found = [text for text in checks.examine(document).errors if text.startswith("PR-SHEET-03")]
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


def test_PR_SHEET_04_ranges_keep_apart() -> None:
    def change(document: Document) -> None:
        put(document, "A4", "mountain", range="m7")
        put(document, "A5", "mountain", range="m7")
        document["ranges"]["m7"] = ["A4", "A5"]

    assert "range m1 and range m7 are adjacent" in some("PR-SHEET-04", errors(change))


def test_PR_SHEET_04_a_range_is_two_adjacent_hexes() -> None:
    def change(document: Document) -> None:
        put(document, "A3", None)
        put(document, "A5", "mountain", range="m1")
        document["ranges"]["m1"] = ["A2", "A5"]

    assert "range m1: A2 and A5 are not adjacent" in some("PR-SHEET-04", errors(change))


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
    document = board.document("desert-a")
    move_town(document, "B9n", "G8s")
    move_town(document, "C6s", "G11n")
    found = checks.examine(document)
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
        sums = surveying.prospects(board.load(name))
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


def test_PR_SHEET_11_a_feature_on_an_island_is_out_of_reach() -> None:
    """A second river cuts off the corner with the saloon at B11: no station gets there without a bridge."""
    document = board.document("desert-a") | {"kind": "fan"}
    for name in ("A9", "A10", "B10", "C11"):
        put(document, name, "river" if name != "A9" else None)
    document["river"].append(["A10", "B10", "C11"])
    del document["ranges"]["m2"]
    found = checks.examine(document).errors
    assert found == ["PR-SHEET-11: the saloon at B11: 0 stations can complete it without benefits, not 1"]


def test_PR_SHEET_11_a_feature_between_towns_cannot_be_completed() -> None:
    """Lines end at towns, so a hex whose every other corner is a town has no two open sides in a row."""
    document = board.document("fx") | {"kind": "fan"}
    for vertex, name in (("C5n", "One"), ("C5se", "Two"), ("C5sw", "Three")):
        document["towns"] = [t for t in document["towns"] if t["v"] != "C5s"] if name == "One" else document["towns"]
        document["towns"].append({"v": vertex, "name": name})
    put(document, "C5", "bank", n=3)
    document["score_rows"]["towns"] = len(document["towns"]) + 1
    found = checks.examine(document).errors
    assert any("the bank at C5: 0 stations can complete it without benefits" in text for text in found), found


def test_PR_SHEET_12_cattle_walled_in_by_mountains() -> None:
    def change(document: Document) -> None:
        put(document, "A1", "cattle")
        put(document, "G11", None)
        put(document, "B1", "mountain", range="m7")
        put(document, "C1", "mountain", range="m7")
        document["ranges"] = {"m1": ["A2", "A3"], "m7": ["B1", "C1"]} | document["ranges"]

    found = errors(change)
    assert any("adjacent" in text for text in found), "the two ranges touch"

    def alone(document: Document) -> None:
        for name in ("G2", "H2", "G1"):
            put(document, name, None)
        put(document, "H1", "cattle")
        put(document, "G11", None)
        put(document, "G1", "mountain", range="m5")
        put(document, "G2", "mountain", range="m5")
        document["ranges"]["m5"] = ["G1", "G2"]
        put(document, "H2", "river")
        document["river"].append(["H2"])

    assert "the cattle at H1 are alone from the start" in some("PR-SHEET-12", errors(alone))


@pytest.mark.parametrize("name", OFFICIAL)
def test_PR_SHEET_12_eight_tracks_part_any_two_herds(name: str) -> None:
    sheet = board.load(name)
    for one, other in combinations(sheet.cattle, 2):
        if sheet.pasture[one] == sheet.pasture[other]:
            assert 1 <= min_cut(sheet, one, other) <= 8


def min_cut(sheet: Sheet, source: int, sink: int) -> int:
    """Fewest edges between two hexes, by augmenting paths on the dual graph."""
    flow: set[tuple[int, int]] = set()
    count = 0
    while True:
        came: dict[int, int] = {source: source}
        todo = deque([source])
        while todo and sink not in came:
            here = todo.popleft()
            for beside in sheet.grid.hex_neighbours[here]:
                land = beside >= 0 and sheet.terrain[beside] not in BARRIERS
                if land and beside not in came and (here, beside) not in flow:
                    came[beside] = here
                    todo.append(beside)
        if sink not in came:
            return count
        here = sink
        while here != source:
            there = came[here]
            flow.discard((here, there)) if (here, there) in flow else flow.add((there, here))
            here = there
        count += 1


def test_PR_SHEET_13_one_bridge_is_not_enough_for_goal_1M() -> None:
    """The first bridge is the only one, so no second railway can have one."""

    def change(document: Document) -> None:
        for name in ("A6", "B6", "C6", "D5", "E5", "F5", "G6", "H6", "A1", "B1"):
            put(document, name, None)
        put(document, "A1", "river")
        put(document, "B1", "river")
        document["river"] = [["A1", "B1"]]
        document["towns"].pop(0)
        document["towns"].insert(0, {"v": "C11n", "name": "Elsewhere"})
        document["score_rows"]["nuggets"] = 10

    text = some("PR-SHEET-13", errors(change))
    assert "no way was found to meet goal 1M in twenty turns" in text


def test_PR_SHEET_13_a_fan_sheet_without_a_river_is_warned() -> None:
    document = board.document("desert-a") | {"kind": "fan", "river": []}
    for name in ("A6", "B6", "C6", "D5", "E5", "F5", "G6", "H6"):
        put(document, name, None)
    found = checks.examine(document)
    assert found.errors == []
    assert "PR-SHEET-13: no way was found to meet goal 1M in twenty turns" in found.warnings


@pytest.mark.parametrize("name", OFFICIAL)
def test_PR_SHEET_13_every_goal_has_a_witness(name: str) -> None:
    sheet = board.load(name)
    for goal in board.goals():
        if sheet.map in goal["maps"]:
            turns = witnesses.witness(sheet, goal)
            assert turns is not None, goal["id"]
            assert 1 <= turns <= 20


@pytest.mark.parametrize("name", [*OFFICIAL, "fx"])
@pytest.mark.parametrize("measure", sorted(witnesses.PLANS))
def test_PR_SHEET_13_a_witness_breaks_no_track_rule(name: str, measure: str) -> None:
    """Whatever the surveyor draws could be drawn by a player (PR-TRACK-05..11)."""
    sheet = board.load(name)
    need = {str(g["measure"]): int(g["need"]) for g in board.goals()}[measure]
    for surveyor in witnesses.PLANS[measure](sheet, need):
        meeting: dict[int, list[tuple[int, int]]] = {}
        for track, suit in surveyor.tracks.items():
            assert sheet.kinds[track] is not Kind.CLOSED
            for vertex in sheet.track_vertices[track]:
                meeting.setdefault(vertex, []).append((track, suit))
        for vertex, ends in meeting.items():
            suits = {suit for _, suit in ends}
            if sheet.town_at[vertex] >= 0:
                assert len(suits) <= 3
                continue
            assert len(suits) == 1, f"two railways touch at {sheet.grid.vertex_names[vertex]}"
            home = sheet.corner_of[vertex]
            if home >= 0:
                assert suits == {home}
                assert len(ends) == 1, "one line per station corner"
            else:
                assert len(ends) <= 2, "no fork without a switch"
        for suit in range(len(SUITS)):
            own = {t for t, s in surveyor.tracks.items() if s == suit}
            assert own == reachable(sheet, own, suit), "every track hangs on its station"


def reachable(sheet: Sheet, own: set[int], suit: int) -> set[int]:
    seen: set[int] = set()
    todo = list(sheet.grid.hex_vertices[sheet.stations[suit]])
    visited = set(todo)
    while todo:
        here = todo.pop()
        if sheet.town_at[here] >= 0:
            continue
        for track in sheet.vertex_tracks[here]:
            if track in own:
                seen.add(track)
                for there in sheet.track_vertices[track]:
                    if there not in visited:
                        visited.add(there)
                        todo.append(there)
    return seen


def test_PR_SHEET_15_files_round_trip_and_the_hash_is_stable(tmp_path: Path) -> None:
    for name in (*OFFICIAL, "fx"):
        document = board.document(name)
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        sheet = board.load(file)
        assert sheet == board.load(name)
        assert sheet.hash == board.load(name).hash
        assert re.fullmatch(r"[0-9a-f]{16}", sheet.hash)
    assert len({board.load(name).hash for name in (*OFFICIAL, "fx")}) == 5


def test_PR_SHEET_15_the_hash_sees_rules_and_nothing_else() -> None:
    hash_ = board.load("fx").hash

    def changed(change: Callable[[Document], object]) -> str:
        document = board.document("fx")
        change(document)
        return board.load(document).hash

    assert changed(lambda d: d.update(name="Other", character="Other.", side="B", id="other")) == hash_
    assert changed(lambda d: d["towns"][0].update(name="Elsewhere")) == hash_
    assert changed(lambda d: d["towns"].reverse()) == hash_
    assert changed(lambda d: d["river"][0].reverse()) == hash_
    assert changed(lambda d: d["towns"][1].update(v="D2ne")) == hash_, "another name of the same vertex"
    assert changed(lambda d: d["ranges"]["m1"].reverse()) == hash_
    assert changed(lambda d: d["towns"][3].update(v="E7n")) != hash_
    assert changed(lambda d: put(d, "G2", None)) != hash_
    assert changed(lambda d: d["score_rows"].update(ranch=[1, 3, 5, 8, 11, 15, 20])) != hash_
    assert (
        changed(lambda d: d["hex"].update(B3={"t": "station", "suit": "S"}, C8={"t": "station", "suit": "H"})) != hash_
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d.pop("river"), '"river" missing'),
        (lambda d: d.update(colour="red"), 'unknown key "colour"'),
        (lambda d: d.update(rows="eight"), "rows must be a whole number, not text"),
        (lambda d: d.update(rows=400), "rows must be at most 16, not 400"),
        (lambda d: d.update(map="moon"), 'map must be one of "desert", "forest"'),
        (lambda d: d.update(schema=2), "schema must be 1, not 2"),
        (lambda d: d.update(id="Not An Id"), "id has the wrong form"),
        (lambda d: d.update(id="evil\n"), "id has the wrong form"),
        (lambda d: d.update(name=""), "name must have at least 1 characters"),
        (lambda d: d.update(name="a\u202eb"), "cannot be printed"),
        (lambda d: d.update(towns=[]), "towns must have at least 1 entries"),
        (lambda d: d["hex"].update(Z9={"t": "mine"}), "wrong"),
        (lambda d: d["hex"].update(A1="mine"), "hex.A1 must be an object, not text"),
        (lambda d: d["hex"].update(A1={"t": "castle"}), "hex.A1.t must be one of"),
        (lambda d: d["towns"][0].update(v="C3x"), "towns.0.v has the wrong form"),
        (lambda d: d["towns"][1].update(name=d["towns"][0]["name"]), "two towns are called"),
        (lambda d: d["score_rows"].update(bank="lots"), "score_rows.bank must be a list"),
    ],
)
def test_PR_SHEET_15_the_schema_speaks_plainly(change: Callable[[Document], object], says: str) -> None:
    text = only("PR-SHEET-15", errors(change))
    assert says in text


def test_PR_SHEET_16_any_two_sides_differ_however_they_are_turned() -> None:
    pictures = {name: terrain_by_place(board.load(name)) for name in OFFICIAL}
    for one, other in combinations(OFFICIAL, 2):
        for flip_x in (1, -1):
            for flip_y in (1, -1):
                for shift in (-1, 0, 1):
                    turned = {(flip_x * x + shift, flip_y * y): t for (x, y), t in pictures[other].items()}
                    common = pictures[one].keys() & turned.keys()
                    if len(common) < 60:
                        continue
                    differ = sum(pictures[one][place] != turned[place] for place in common)
                    assert differ >= 0.6 * len(common), (one, other)


def terrain_by_place(sheet: Sheet) -> dict[tuple[float, float], str]:
    """Terrain by position, measured from the middle of the map in half hexes."""
    g = sheet.grid
    found: dict[tuple[float, float], str] = {}
    for h, x in enumerate(sheet.hexes):
        row, col = divmod(h, g.cols)
        found[2 * col + (row & 1) - (g.cols - 0.5), 2 * row - (g.rows - 1)] = x.terrain.name + x.suit
    return found


def test_PR_SHEET_16_each_side_has_its_character() -> None:
    a, b, fa, fb = (board.load(name) for name in OFFICIAL)
    assert all(a.grid.rim_hexes & set(pair) for pair in a.ranges), "Desert A: ranges at the rim"
    inner = [pair for pair in b.ranges if not set(pair) <= b.grid.rim_hexes]
    assert len(inner) >= 4, "Desert B: ranges between the stations"
    assert sum(town.by_river or town.by_mountain for town in b.towns) >= 6, "Desert B: towns across barriers"
    lone, pairs = (
        [sum(s.terrain[x] is Terrain.BANDIT for x in s.grid.hex_neighbours[h] if x >= 0) for h in s.of(Terrain.BANDIT)]
        for s in (fa, fb)
    )
    assert set(lone) == {0}, "Forest A: bandits scattered singly"
    assert set(pairs) == {1}, "Forest B: bandits in adjacent pairs"
    assert all(min(fa.grid.apart(h, x) for x in fa.stations) <= 3 for h in fa.of(Terrain.JAIL))


def test_PR_SHEET_17_and_TOWN_04_one_town_symbol_more_than_towns() -> None:
    for name in (*OFFICIAL, "fx"):
        sheet = board.load(name)
        assert sheet.rows.towns == len(sheet.towns) + 1
    found = only("PR-SHEET-08", errors(lambda d: d["score_rows"].update(towns=9)))
    assert found == 'PR-SHEET-08: the row "towns" has 9 symbols, not 10'


# --- what tunnels and bridges are for --------------------------------------------------------------


def test_tunnels_pay_on_desert_b() -> None:
    """Three towns stand where a tunnel saves somebody two tracks or more."""
    sheet = board.load("desert-b")
    saved = set()
    for suit in range(len(SUITS)):
        land = surveying.station_walk(sheet, suit)
        dug = surveying.station_walk(sheet, suit, {Kind.PLAIN, Kind.TUNNEL})
        saved |= {t.at for t in sheet.towns if dug.get(t.vertex, 99) <= land.get(t.vertex, 99) - 2 and t.vertex in land}
    assert {"C11s", "D7s", "G6n"} <= saved


# --- reading -------------------------------------------------------------------------------------


def test_tables_agree_with_each_other() -> None:
    for name in (*OFFICIAL, "fx"):
        sheet = board.load(name)
        g = sheet.grid
        tracks = len(sheet.track_names)
        assert tracks == len(sheet.kinds) == len(sheet.track_vertices) == len(sheet.track_hexes)
        for v, around in enumerate(sheet.vertex_tracks):
            assert all(v in sheet.track_vertices[t] for t in around)
        assert sum(map(len, sheet.vertex_tracks)) == 2 * tracks
        for suit, station in enumerate(sheet.stations):
            assert sheet.hexes[station].suit == SUITS[suit]
            assert [v for v, s in enumerate(sheet.corner_of) if s == suit] == sorted(g.hex_vertices[station])
        for k, town in enumerate(sheet.towns):
            assert sheet.town_at[town.vertex] == k
            assert g.vertex_names[town.vertex] == town.at
        for h, terrain in enumerate(sheet.terrain):
            assert (sheet.range_of[h] >= 0) == (terrain is Terrain.MOUNTAIN)
            assert (sheet.pasture[h] < 0) == (terrain in BARRIERS)
    fx = board.load("fx")
    herds = {fx.grid.hex_names[h]: fx.pasture[h] for h in fx.cattle}
    assert herds["A4"] == herds["B1"] == herds["E4"]
    assert herds["D6"] == herds["F5"] != herds["A4"]


def test_goals_and_owners_are_complete() -> None:
    goals = board.goals()
    decks = {
        m: {d: [g["id"] for g in goals if g["deck"] == d and m in g["maps"]] for d in ("sheriff", "ranch", "train")}
        for m in ("desert", "forest")
    }
    base = [g for g in goals if g["id"].startswith("1")]
    assert len(goals) == 21
    assert [sum(g["deck"] == d for g in base) for d in ("sheriff", "ranch", "train")] == [5, 5, 5]
    assert decks["forest"]["sheriff"] == ["1D", "2C", "2D", "2E"]
    assert [len(ids) for ids in decks["forest"].values()] == [4, 7, 6]
    assert [len(ids) for ids in decks["desert"].values()] == [5, 5, 5]
    assert {g["measure"] for g in goals} == set(witnesses.PLANS)
    owners = board.owners()
    assert [o["id"] for o in owners] == [f"{k:02}" for k in range(1, 11)]
    assert all(o["text"].endswith(".") and g["text"].endswith(".") for o in owners for g in goals)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"{", "not JSON"),
        (b"[1, 2]", "a sheet is a JSON object"),
        (b'"desert-a"', "a sheet is a JSON object"),
        (b'{"id": 1, "id": 2}', "stands twice"),
        (b'{"rows": NaN}', "not a JSON number"),
        (b'{"rows": 1e999}', "too large"),
        (b'{"rows": ' + b"9" * 5000 + b"}", "too large"),
        (b"[" * 100_000, "nested too deeply"),
        (b"x" * 600_000, "larger than"),
        (b"{}", "missing"),
    ],
)
def test_garbage_gives_one_clear_error(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "sheet.json"
    file.write_bytes(content)
    with pytest.raises(BadSheet, match=says) as caught:
        board.load(file)
    assert str(caught.value).startswith("sheet sheet.json: ")
    assert "\n" not in str(caught.value)


def test_PR_SHEET_15_a_whole_number_may_be_written_with_a_point() -> None:
    document = board.document("fx")
    document["rows"], document["score_rows"]["nuggets"] = 7.0, 5.0
    document["hex"]["A9"]["n"] = 1.0
    assert board.load(document).hash == board.load("fx").hash
    assert "rows must be a whole number" in only("PR-SHEET-15", errors(lambda d: d.update(rows=8.5)))


def test_what_is_no_file_gives_one_clear_error(tmp_path: Path) -> None:
    for spec in (tmp_path, tmp_path / "none.json", "no such sheet", "a\0b", ""):
        with pytest.raises(BadSheet):
            board.load(spec)
    with pytest.raises(BadSheet, match="not int"):
        board.load(7)  # type: ignore[arg-type]
    with pytest.raises(BadSheet, match="not plain JSON"):
        board.load({"rows": object()})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 50) | st.text(max_size=6) | st.floats(allow_nan=False, width=32),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from([f"{row}{col}" for row in "ABCDEFGHIJ" for col in range(1, 14)])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), name=st.sampled_from(["fx", "desert-b", "forest-b"]), kind=st.sampled_from(["fan", "test"]))
def test_a_mutated_sheet_is_read_or_refused_but_never_breaks(data: st.DataObject, name: str, kind: str) -> None:
    document = board.document(name) | {"kind": kind}
    for _ in range(data.draw(st.integers(1, 4))):
        mutate(document, data)
    found = checks.examine(document).errors
    assert all(re.match(r"PR-[A-Z]+-\d\d: .", text) or "JSON" in text for text in found), found
    if found:
        with pytest.raises(BadSheet):
            board.load(document)
        return
    sheet = board.load(document)
    assert board.load(sheet.source).hash == sheet.hash
    assert len(sheet.stations) == 4
    assert sheet.kinds.count(Kind.TUNNEL) == len(sheet.ranges)


def mutate(document: Document, data: st.DataObject) -> None:
    way = data.draw(st.integers(0, 5))
    if way == 0:
        place = data.draw(NAMES)
        kinds = ["mine", "bank", "saloon", "fort", "yard", "cattle", "river", "mountain", "station", "bandit", "jail"]
        kind = data.draw(st.sampled_from(kinds))
        more = {"n": data.draw(st.integers(1, 5))} if data.draw(st.booleans()) else {}
        document["hex"][place] = {"t": kind, **more}
    elif way == 1 and document["hex"]:
        document["hex"].pop(data.draw(st.sampled_from(sorted(document["hex"]))))
    elif way == 2:
        town = data.draw(st.sampled_from(document["towns"]))
        if isinstance(town, dict):
            town["v"] = data.draw(NAMES) + data.draw(st.sampled_from(["n", "s", "ne", "nw", "se", "sw"]))
    elif way == 3:
        document["rows"], document["cols"] = data.draw(st.integers(3, 16)), data.draw(st.integers(3, 20))
    elif way == 4:
        rows = document["score_rows"]
        if isinstance(rows, dict):
            rows[data.draw(st.sampled_from(sorted(rows) or ["ranch"]))] = data.draw(JSON)
    else:
        document[data.draw(st.sampled_from(sorted(document)))] = data.draw(JSON)
        for key in ("hex", "towns"):
            if not isinstance(document.get(key), dict if key == "hex" else list) or not document[key]:
                document[key] = board.document("fx")[key]
