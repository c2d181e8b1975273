"""The sheet as numbers for the rules."""

from __future__ import annotations

from goldenspike.engine.errors import BadFile

from ..rules import state
from ..rules.state import (
    BANK,
    DEPOSITS,
    MAX_CELLS,
    MAX_EDGES,
    MAX_FEATURES,
    MAX_HEXES,
    MAX_JAILS,
    MAX_ROW,
    MAX_TOWNS,
    MAX_VERTICES,
    MINE,
    NONE,
    SQUARES,
    TRACK,
    BoardArrays,
)
from .hexes import CORNERS, DIAGONAL_CORNERS, DIAGONALS, Kind
from .load import Sheet, Terrain, goals

TERRAIN = {kind: int(getattr(state, kind.name)) for kind in Terrain}
KINDS = {kind: int(getattr(state, kind.name)) for kind in Kind}
MOST_POINTS = 100
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
DECKS = ("sheriff", "ranch", "train")
GOAL_IDS = tuple(str(goal["id"]) for goal in goals())

assert [set(pair) for pair in DIAGONAL_CORNERS] == [{d, d + 3} for d in range(len(DIAGONALS))]
assert len(CORNERS) == 6


def fill_board(b: BoardArrays, sheet: Sheet) -> None:
    """Hexes, vertices, edges and towns keep the numbers of the sheet; features are put in the order of activation."""
    check_size(sheet)
    b.forest = int(sheet.forest)
    map_arrays(b, sheet)
    vertex_arrays(b, sheet)
    row_arrays(b, sheet)
    for number, goal in enumerate(goals()):
        b.goal_need[number] = goal["need"]
        b.goal_deck[number] = DECKS.index(goal["deck"]) if sheet.map in goal["maps"] else NONE
    b.n_actions = TRACK + b.n_edges + 3 * b.n_hexes


def check_size(sheet: Sheet) -> None:
    """A sheet that does not fit into the record is refused with its largest part."""
    rows = sheet.rows
    for what, number, most in (
        ("hexes", len(sheet.hexes), MAX_HEXES),
        ("corners", len(sheet.grid.vertices), MAX_VERTICES),
        ("edges", len(sheet.grid.edge_names), MAX_EDGES),
        ("towns", len(sheet.towns), MAX_TOWNS),
        ("features", len(features(sheet)), MAX_FEATURES),
        ("fort symbols", len(rows.fort), MAX_ROW),
        ("ranch symbols", len(rows.ranch), MAX_ROW),
        ("yard symbols", len(rows.yard), MAX_ROW),
        ("bank squares", len(rows.bank), SQUARES),
        ("jails", len(rows.jails), MAX_JAILS),
        ("cells in one jail", max(map(len, rows.jails), default=0), MAX_CELLS),
        ("nuggets per bank", rows.nuggets_per_bank, DEPOSITS - 1),
        ("nuggets", rows.nuggets, MOST_POINTS),
        ("town symbols", rows.towns, MAX_TOWNS + 1),
        ("points in one symbol", max((*rows.fort, *rows.ranch, *rows.yard, *rows.goal), default=0), MOST_POINTS),
        ("points in one cell", max((max(cells) for cells in rows.jails), default=0), MOST_POINTS),
    ):
        if number > most:
            raise BadFile(f"sheet {sheet.id} has {number} {what}; at most {most} can be played")


def features(sheet: Sheet) -> list[int]:
    """Feature hexes in the order of activation (PR-FEAT-08)."""
    kinds = [(TERRAIN[terrain], h) for h, terrain in enumerate(sheet.terrain)]
    return [h for kind, h in sorted(kinds) if MINE <= kind <= BANK]


def map_arrays(b: BoardArrays, sheet: Sheet) -> None:
    grid = sheet.grid
    b.n_hexes, b.n_edges = len(grid.hexes), len(grid.edge_names)
    b.n_ranges = len(sheet.ranges)
    for h, terrain in enumerate(sheet.terrain):
        b.terrain[h] = TERRAIN[terrain]
        b.need[h] = sheet.numbers[h]
        b.range_of[h] = sheet.range_of[h]
        b.hex_edge[h] = list(grid.hex_edges[h])
        b.hex_vertex[h] = list(grid.hex_vertices[h])
        b.hex_next[h] = list(grid.hex_neighbours[h])
    for e in range(b.n_edges):
        b.edge_end[e] = list(grid.edge_vertices[e])
        b.edge_hex[e] = padded(grid.edge_hexes[e], 2)
        b.edge_kind[e] = KINDS[sheet.kinds[e]]
        if b.options.station_rim == 1 and any(h in sheet.stations for h in grid.edge_hexes[e]):
            b.edge_kind[e] = KINDS[Kind.PLAIN]
    b.station = list(sheet.stations)
    for k, h in enumerate(features(sheet)):
        b.feature[k] = h
        b.n_features = k + 1


def vertex_arrays(b: BoardArrays, sheet: Sheet) -> None:
    grid = sheet.grid
    b.n_vertices, b.n_towns = len(grid.vertices), len(sheet.towns)
    for v in range(b.n_vertices):
        around = grid.vertex_hexes[v]
        b.vertex_edge[v] = padded(grid.vertex_edges[v], 3)
        b.vertex_hex[v] = padded(around, 3)
        b.vertex_corner[v] = padded([grid.hex_vertices[h].index(v) for h in around], 3)
        b.town_of[v] = sheet.town_at[v]
        b.station_of[v] = sheet.corner_of[v]
        b.rim[v] = int(v in grid.rim_vertices)
        b.rim_side[v] = rim_side(sheet, v)
        b.by_river[v] = int(any(sheet.terrain[h] is Terrain.RIVER for h in around))
        b.by_mountain[v] = int(any(sheet.terrain[h] is Terrain.MOUNTAIN for h in around))
    for k, town in enumerate(sheet.towns):
        b.town[k] = town.vertex
        b.town_steps[k][: b.n_vertices] = steps_from(sheet, town.vertex)


def rim_side(sheet: Sheet, v: int) -> int:
    """The side of the map on which a point of the rim lies, as a bit: north, east, south or west; 0 inside."""
    grid = sheet.grid
    if v not in grid.rim_vertices:
        return 0
    for h in grid.vertex_hexes[v]:
        row, corner = h // grid.cols, CORNERS[grid.hex_vertices[h].index(v)]
        if (row == 0 and corner[0] == "n") or (row == grid.rows - 1 and corner[0] == "s"):
            return NORTH if row == 0 else SOUTH
    return WEST if any(h % grid.cols == 0 for h in grid.vertex_hexes[v]) else EAST


def steps_from(sheet: Sheet, start: int) -> list[int]:
    """How many open edges lie between a vertex and every other."""
    grid = sheet.grid
    steps = [127] * len(grid.vertices)
    steps[start], layer = 0, [start]
    while layer:
        following = []
        for v in layer:
            for e in grid.vertex_edges[v]:
                far = grid.across(e, v)
                if sheet.kinds[e] is Kind.PLAIN and steps[far] == 127:
                    steps[far] = steps[v] + 1
                    following.append(far)
        layer = following
    return steps


def row_arrays(b: BoardArrays, sheet: Sheet) -> None:
    rows = sheet.rows
    b.fort_length, b.ranch_length, b.yard_length = len(rows.fort), len(rows.ranch), len(rows.yard)
    b.fort_row[: b.fort_length] = rows.fort
    b.ranch_row[: b.ranch_length] = rows.ranch
    b.yard_row[: b.yard_length] = rows.yard
    b.n_squares, b.n_jails = len(rows.bank), len(rows.jails)
    for k, cells in enumerate(rows.jails):
        b.jail_size[k] = len(cells)
        b.jail_cell[k][: len(cells)] = cells
    b.nugget_row, b.town_row, b.escape_row = rows.nuggets, rows.towns, rows.escaped


def padded(numbers: tuple[int, ...] | list[int], length: int) -> list[int]:
    return [*numbers, *[NONE] * (length - len(numbers))]
