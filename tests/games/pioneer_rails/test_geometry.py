"""The hex plane of Pioneer Rails, clause by clause (PR-GEO-01..12)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldenspike.games.pioneer_rails.board import load
from goldenspike.games.pioneer_rails.board.hexes import (
    CORNERS,
    DIAGONALS,
    MAX_COLS,
    MAX_ROWS,
    SIDES,
    BadName,
    Grid,
    Kind,
    axial,
    corner,
    grid,
    label,
    neighbour,
)


@pytest.fixture(scope="module")
def fx() -> load.Sheet:
    return load.load("fx")


def names(sheet: load.Sheet, edges: tuple[int, ...]) -> set[str]:
    return {sheet.grid.edge_names[e] for e in edges}


def kind(sheet: load.Sheet, text: str) -> Kind:
    return sheet.kinds[sheet.grid.edge(text)]


def problems_of(document: dict[str, object]) -> str:
    with pytest.raises(load.BadSheet) as caught:
        load.load(document)
    return "\n".join(caught.value.problems)


def test_PR_GEO_01_label_and_axial_are_each_others_inverse() -> None:
    assert axial("C3") == (1, 2)
    assert label((1, 2)) == "C3"


def test_PR_GEO_01_neighbours_of_C3() -> None:
    around = {SIDES[k]: label(neighbour(axial("C3"), k)) for k in range(6)}
    assert around == {"nw": "B2", "ne": "B3", "w": "C2", "e": "C4", "sw": "D2", "se": "D3"}


@given(st.integers(0, MAX_ROWS - 1), st.integers(0, MAX_COLS - 1))
def test_PR_GEO_01_every_label_reads_back(row: int, col: int) -> None:
    text = f"{chr(65 + row)}{col + 1}"
    assert label(axial(text)) == text


def test_PR_GEO_02_three_hexes_share_one_vertex() -> None:
    at = [corner(axial(h), CORNERS.index(k)) for h, k in (("C3", "s"), ("D2", "ne"), ("D3", "nw"))]
    assert len(set(at)) == 1
    g = grid(7, 9)
    same = {g.vertex(text) for text in ("C3s", "D2ne", "D3nw")}
    assert {g.vertex_names[v] for v in same} == {"C3s"}


def test_PR_GEO_02_a_rim_vertex_is_named_by_its_first_hex_on_the_map() -> None:
    g = grid(7, 9)
    assert g.vertex_names[g.vertex("A4nw")] == "A3ne"
    assert g.vertex("A3ne") == g.vertex("A4nw")


def test_PR_GEO_03_an_edge_has_one_number_under_both_names() -> None:
    g = grid(7, 9)
    assert g.edge("C3|D3") == g.edge("D3|C3")
    assert g.edge_names[g.edge("D3|C3")] == "C3|D3"


@pytest.mark.parametrize(
    "text", ["C3|E3", "C3|C3", "C3^nw", "A4^se", "C3", "C3|", "c3|d3", "Z9^nw", "A4^n", "A99|A98", ""]
)
def test_PR_GEO_03_what_is_no_edge_is_refused(text: str) -> None:
    with pytest.raises(BadName):
        grid(7, 9).edge(text)


def test_PR_GEO_03_not_adjacent_is_said() -> None:
    with pytest.raises(BadName, match="not adjacent"):
        grid(7, 9).edge("C3|E3")


@given(st.integers(1, 9), st.integers(1, 12))
def test_PR_GEO_03_every_name_reads_back_on_every_map(rows: int, cols: int) -> None:
    g = grid(rows, cols)
    assert [g.hex(name) for name in g.hex_names] == list(range(len(g.hexes)))
    assert [g.vertex(name) for name in g.vertex_names] == list(range(len(g.vertices)))
    assert [g.edge(name) for name in g.edge_names] == list(range(len(g.edge_names)))
    for h in range(len(g.hexes)):
        for d in range(3):
            assert g.shortcut(g.shortcut_name(h, d)) == (h, d)


@given(st.integers(1, 9), st.integers(1, 12))
def test_PR_GEO_03_the_tables_agree_with_each_other(rows: int, cols: int) -> None:
    g = grid(rows, cols)
    for e, (one, other) in enumerate(g.edge_vertices):
        assert e in g.vertex_edges[one]
        assert e in g.vertex_edges[other]
        assert g.across(e, one) == other
        assert all(e in g.hex_edges[h] for h in g.edge_hexes[e])
    for h in range(len(g.hexes)):
        for k in range(6):
            ends = {g.hex_vertices[h][k], g.hex_vertices[h][(k + 1) % 6]}
            assert set(g.edge_vertices[g.hex_edges[h][k]]) == ends
            beyond = g.hex_neighbours[h][k]
            assert beyond == -1 or g.hex_neighbours[beyond][(k + 3) % 6] == h
    assert len(g.vertices) - len(g.edge_names) + len(g.hexes) == 1, "Euler"


def test_PR_GEO_04_a_desert_sheet_has_no_jail() -> None:
    document = load.document("fx")
    document["hex"]["E1"] = {"t": "jail", "n": 3}
    assert "PR-GEO-04: E1 is a jail, which a desert sheet does not have" in problems_of(document)


def test_PR_GEO_04_a_forest_sheet_has_no_mine_or_bank() -> None:
    document = load.document("forest-a")
    document["hex"]["A9"] = {"t": "mine", "n": 1}
    document["hex"]["A10"] = {"t": "bank", "n": 3}
    text = problems_of(document)
    assert "PR-GEO-04: A9 is a mine" in text
    assert "PR-GEO-04: A10 is a bank" in text


def test_PR_GEO_05_radial_edges_of_hearts(fx: load.Sheet) -> None:
    hearts = load.SUITS.index("H")
    assert names(fx, fx.radials[hearts]) == {"A3|A4", "A4|B4", "B4|C4", "C3|C4", "B2|C3", "A3|B2"}
    corners = fx.grid.hex_vertices[fx.stations[hearts]]
    for vertex, edge in zip(corners, fx.radials[hearts], strict=True):
        assert vertex in fx.grid.edge_vertices[edge]


def test_PR_GEO_05_a_station_on_the_rim_is_refused() -> None:
    document = load.document("fx")
    del document["hex"]["B3"]
    document["hex"]["A3"] = {"t": "station", "suit": "H"}
    assert "PR-GEO-05: the station of hearts at A3 stands on the rim" in problems_of(document)


@pytest.mark.parametrize(
    ("vertex", "why"),
    [
        ("B3n", "a corner of the station"),
        ("A4n", "lies on the rim"),
        ("C3n", "a corner of the station"),
        ("D3n", "one edge"),
    ],
)
def test_PR_GEO_06_where_no_town_may_stand(vertex: str, why: str) -> None:
    document = load.document("fx")
    document["towns"].append({"v": vertex, "name": "Nowhere"})
    document["score_rows"]["towns"] += 1
    text = problems_of(document)
    assert "PR-GEO-06" in text
    assert why in text


def test_PR_GEO_07_only_the_shared_edge_is_a_tunnel(fx: load.Sheet) -> None:
    assert kind(fx, "D3|D4") is Kind.TUNNEL
    assert kind(fx, "C3|D3") is Kind.PLAIN
    m2 = [fx.grid.hex("D3"), fx.grid.hex("D4")]
    sides = {e for h in m2 for e in fx.grid.hex_edges[h]} - {fx.grid.edge("D3|D4")}
    assert len(sides) == 10
    assert {fx.kinds[e] for e in sides} == {Kind.PLAIN}


def test_PR_GEO_08_bridges_lie_between_consecutive_river_hexes(fx: load.Sheet) -> None:
    assert kind(fx, "A7|B6") is Kind.BRIDGE
    assert kind(fx, "A6|A7") is Kind.PLAIN
    assert kind(fx, "A6|B6") is Kind.PLAIN


def test_PR_GEO_09_river_mouths_are_closed_and_the_rest_of_the_rim_is_open(fx: load.Sheet) -> None:
    assert kind(fx, "A7^nw") is Kind.CLOSED
    assert kind(fx, "A7^ne") is Kind.CLOSED
    assert kind(fx, "A4^nw") is Kind.PLAIN


def test_PR_GEO_10_FX_has_the_stated_numbers(fx: load.Sheet) -> None:
    g = fx.grid
    assert (len(g.hexes), len(g.vertices), len(g.edge_names), len(g.rim_edges)) == (63, 158, 220, 62)
    count = {k: fx.kinds.count(k) for k in (Kind.PLAIN, Kind.BRIDGE, Kind.TUNNEL, Kind.CLOSED)}
    assert count == {Kind.PLAIN: 183, Kind.BRIDGE: 6, Kind.TUNNEL: 3, Kind.CLOSED: 28}
    sides = {e for h in fx.stations for e in g.hex_edges[h]}
    mouths = {e for e, k in enumerate(fx.kinds) if k is Kind.CLOSED} - sides
    assert (len(sides), len(mouths)) == (24, 4)


def test_PR_GEO_10_every_blank_hex_has_three_shortcuts(fx: load.Sheet) -> None:
    blanks = [h for h, t in enumerate(fx.terrain) if t is load.Terrain.BLANK]
    first = len(fx.grid.edge_names)
    assert len(fx.track_names) == first + 3 * len(blanks)
    assert set(fx.kinds[first:]) == {Kind.SHORTCUT}
    for t, name in enumerate(fx.track_names):
        assert fx.track(name) == t
    ends = {fx.track_vertices[fx.track(f"A3*{d}")] for d in DIAGONALS}
    by_name = {frozenset(fx.grid.vertex_names[v] for v in pair) for pair in ends}
    assert by_name == {
        frozenset({"A3n", "A3s"}),
        frozenset({fx.grid.vertex_names[fx.grid.vertex("A3ne")], fx.grid.vertex_names[fx.grid.vertex("A3sw")]}),
        frozenset({fx.grid.vertex_names[fx.grid.vertex("A3nw")], fx.grid.vertex_names[fx.grid.vertex("A3se")]}),
    }


@pytest.mark.parametrize("text", ["C2*n-s", "A3*s-n", "A3*n", "B3*n-s", "A7*n-s", "Z1*n-s"])
def test_PR_GEO_10_no_shortcut_across_anything_printed(fx: load.Sheet, text: str) -> None:
    with pytest.raises(BadName):
        fx.track(text)


def test_PR_GEO_11_a_track_counts_for_both_its_hexes_and_a_shortcut_for_none(fx: load.Sheet) -> None:
    tracks = {fx.track("C2|D2"), fx.track("A3*n-s")}
    count = {name: fx.grid.count(fx.grid.hex(name), tracks) for name in ("C2", "D2", "A3", "C3")}
    assert count == {"C2": 1, "D2": 1, "A3": 0, "C3": 0}


def test_PR_GEO_12_a_sheet_is_printed_once_and_nobody_can_change_it(fx: load.Sheet) -> None:
    assert load.load("fx") is fx
    with pytest.raises(AttributeError):
        fx.name = "mine"  # type: ignore[misc]
    with pytest.raises(TypeError):
        fx.kinds[0] = Kind.CLOSED  # type: ignore[index]


def test_numbers_and_names_are_the_same_in_every_run() -> None:
    fresh = grid.__wrapped__(8, 11)
    assert isinstance(fresh, Grid)
    assert fresh == grid(8, 11)
    assert fresh.hex_names[:2] == ("A1", "A2")
    assert fresh.edge_names[:7] == ("A1^ne", "A1|A2", "A1|B1", "A1^sw", "A1^w", "A1^nw", "A2^ne")


@pytest.mark.parametrize(("rows", "cols"), [(0, 5), (5, 0), (MAX_ROWS + 1, 5), (5, MAX_COLS + 1)])
def test_a_map_has_a_sensible_size(rows: int, cols: int) -> None:
    with pytest.raises(BadName):
        grid(rows, cols)
