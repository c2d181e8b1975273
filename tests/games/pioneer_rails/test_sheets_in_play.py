"""What can be done on the sheets, and how they differ (PR-SHEET-11..13, -16, -17)."""

from collections import deque
from itertools import combinations

import pytest

from goldenspike.games.pioneer_rails.board import check, distances, goal_proofs, load
from goldenspike.games.pioneer_rails.board.hexes import Kind
from goldenspike.games.pioneer_rails.board.load import BARRIERS, SUITS, Sheet, Terrain

from .sheet_changes import OFFICIAL, Document, errors, only, put, some


def test_PR_SHEET_11_a_feature_on_an_island_is_out_of_reach() -> None:
    """A second river cuts off the corner with the saloon at B11: no station gets there without a bridge."""
    document = load.document("desert-a") | {"kind": "fan"}
    for name in ("A9", "A10", "B10", "C11"):
        put(document, name, "river" if name != "A9" else None)
    document["river"].append(["A10", "B10", "C11"])
    del document["ranges"]["m2"]
    found = check.examine(document).errors
    assert found == ["PR-SHEET-11: the saloon at B11: 0 stations can complete it without benefits, not 1"]


def test_PR_SHEET_11_a_feature_between_towns_cannot_be_completed() -> None:
    """Lines end at towns, so a hex whose every other corner is a town has no two open sides in a row."""
    document = load.document("fx") | {"kind": "fan"}
    for vertex, name in (("C5n", "One"), ("C5se", "Two"), ("C5sw", "Three")):
        document["towns"] = [t for t in document["towns"] if t["v"] != "C5s"] if name == "One" else document["towns"]
        document["towns"].append({"v": vertex, "name": name})
    put(document, "C5", "bank", n=3)
    document["score_rows"]["towns"] = len(document["towns"]) + 1
    found = check.examine(document).errors
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
    sheet = load.load(name)
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
    document = load.document("desert-a") | {"kind": "fan", "river": []}
    for name in ("A6", "B6", "C6", "D5", "E5", "F5", "G6", "H6"):
        put(document, name, None)
    found = check.examine(document)
    assert found.errors == []
    assert "PR-SHEET-13: no way was found to meet goal 1M in twenty turns" in found.warnings


@pytest.mark.parametrize("name", OFFICIAL)
def test_PR_SHEET_13_every_goal_has_a_witness(name: str) -> None:
    sheet = load.load(name)
    for goal in load.goals():
        if sheet.map in goal["maps"]:
            turns = goal_proofs.witness(sheet, goal)
            assert turns is not None, goal["id"]
            assert 1 <= turns <= 20


@pytest.mark.parametrize("name", [*OFFICIAL, "fx"])
@pytest.mark.parametrize("measure", sorted(goal_proofs.PLANS))
def test_PR_SHEET_13_a_witness_breaks_no_track_rule(name: str, measure: str) -> None:
    """Whatever the surveyor draws could be drawn by a player (PR-TRACK-05..11)."""
    sheet = load.load(name)
    need = {str(g["measure"]): int(g["need"]) for g in load.goals()}[measure]
    for surveyor in goal_proofs.PLANS[measure](sheet, need):
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


def test_PR_SHEET_16_any_two_sides_differ_however_they_are_turned() -> None:
    pictures = {name: terrain_by_place(load.load(name)) for name in OFFICIAL}
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
    a, b, fa, fb = (load.load(name) for name in OFFICIAL)
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
        sheet = load.load(name)
        assert sheet.rows.towns == len(sheet.towns) + 1
    found = only("PR-SHEET-08", errors(lambda d: d["score_rows"].update(towns=9)))
    assert found == 'PR-SHEET-08: the row "towns" has 9 symbols, not 10'


# --- what tunnels and bridges are for --------------------------------------------------------------


def test_tunnels_pay_on_desert_b() -> None:
    """Three towns stand where a tunnel saves somebody two tracks or more."""
    sheet = load.load("desert-b")
    saved = set()
    for suit in range(len(SUITS)):
        land = distances.station_walk(sheet, suit)
        dug = distances.station_walk(sheet, suit, {Kind.PLAIN, Kind.TUNNEL})
        saved |= {t.at for t in sheet.towns if dug.get(t.vertex, 99) <= land.get(t.vertex, 99) - 2 and t.vertex in land}
    assert {"C11s", "D7s", "G6n"} <= saved
