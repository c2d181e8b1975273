"""Cattle and networks against an independent, slow implementation that knows nothing of the rules' tables.

It works on sets of named edges and on the axial plane: cells are (hex, half), joined by the union-find of networkx.
"""

from __future__ import annotations

import random

import pytest
from networkx.utils import UnionFind

from goldenspike.games.pioneer_rails.board import load
from goldenspike.games.pioneer_rails.board.hexes import axial, label
from goldenspike.games.pioneer_rails.board.load import Sheet, Terrain
from goldenspike.games.pioneer_rails.game import PIONEER_RAILS
from goldenspike.games.pioneer_rails.rules.state import BoardArrays, State

from . import mixed_settings

pytestmark = pytest.mark.xdist_group("pioneer_rails_compiled")
# Neighbours clockwise from the north-east, as side k of a hex.
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
HALVES = {"n-s": (0, 1, 2), "ne-sw": (1, 2, 3), "nw-se": (2, 3, 4)}
WALLS = {Terrain.RIVER, Terrain.MOUNTAIN, Terrain.STATION}
Cell = tuple[str, int]


def separated(sheet: Sheet, tracks: set[str]) -> set[str]:
    """Herds alone in their group of cells, by name."""
    printed = {hexagon.name: hexagon.terrain for hexagon in sheet.hexes}
    cuts = {name.split("*")[0]: name.split("*")[1] for name in tracks if "*" in name}
    laid = {frozenset(name.split("|")) for name in tracks if "|" in name}
    groups = UnionFind()

    def cell(name: str, side: int) -> Cell:
        return (name, int(side not in HALVES[cuts[name]])) if name in cuts else (name, 0)

    for name, terrain in printed.items():
        if terrain in WALLS:
            continue
        q, r = axial(name)
        for side, (dq, dr) in enumerate(STEPS):
            beyond = label((q + dq, r + dr)) if r + dr >= 0 else ""
            groups[cell(name, side)]  # a cell alone is a group too
            if beyond in printed and printed[beyond] not in WALLS and frozenset({name, beyond}) not in laid:
                groups.union(cell(name, side), cell(beyond, (side + 3) % 6))
    herds = [name for name, terrain in printed.items() if terrain is Terrain.CATTLE]
    tops = [groups[(name, 0)] for name in herds]
    return {name for name, top in zip(herds, tops, strict=True) if tops.count(top) == 1}


def largest_network(reached: dict[str, set[str]]) -> int:
    """Towns in the largest group of railways and towns."""
    groups = UnionFind()
    for town, rails in reached.items():
        for rail in rails:
            groups.union(("town", town), ("rail", rail))
    tops = [groups[("town", town)] for town in reached]
    return max((tops.count(top) for top in tops), default=0)


def names_of(sheet: Sheet, s: State, b: BoardArrays) -> set[str]:
    grid = sheet.grid
    names = {grid.edge_names[e] for e in range(b.n_edges) if s.edge[0][e]}
    for h, terrain in enumerate(sheet.terrain):
        if terrain is Terrain.BLANK and s.mark[0][h]:
            names.add(grid.shortcut_name(h, (s.mark[0][h] - 1) % 12 // 4))
    return names


def scribble(sheet: Sheet, dice: random.Random) -> State:
    """A sheet with random tracks, shortcuts and railways at towns; no rule is asked."""
    s = State()
    share = dice.choice((0.1, 0.3, 0.45, 0.6, 0.8))
    for e in range(len(sheet.grid.edge_names)):
        if dice.random() < share:
            s.edge[0][e] = 1 + dice.randrange(4)
    for h, terrain in enumerate(sheet.terrain):
        if terrain is Terrain.BLANK and dice.random() < 0.3:
            s.mark[0][h] = 1 + dice.randrange(12)
    for town in sheet.towns:
        if dice.random() < 0.7:
            s.spot[0][town.vertex] = dice.choice((1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11))
    return s


@pytest.mark.parametrize("name", ["desert-a", "desert-b", "forest-a", "forest-b", "fx"])
def test_separation_and_network_on_random_sheets(name: str) -> None:
    fast = mixed_settings.compiled_rules()
    sheet = load.load(name)
    b = PIONEER_RAILS.setting(PIONEER_RAILS.read_options({}), sheet, 1).b
    boards = BoardArrays.array([b])
    dice = random.Random(name)
    found = 0
    for _ in range(500):
        s = scribble(sheet, dice)
        states = State.array([s])
        alone = {sheet.grid.hex_names[h] for h in sheet.cattle if fast.lonely_at(states, 0, boards, 0, 0, h)}
        assert alone == separated(sheet, names_of(sheet, s, b))
        found += len(alone)
        reached = {
            str(town.vertex): {str(rail) for rail in range(4) if s.spot[0][town.vertex] >> rail & 1}
            for town in sheet.towns
            if s.spot[0][town.vertex]
        }
        assert fast.network_at(states, 0, boards, 0, 0) == largest_network(reached)
        assert not states[0]["fill"].any()
    assert found > 100


def test_separation_in_played_games() -> None:
    plain = PIONEER_RAILS.plain()
    for number, setting in enumerate(mixed_settings.settings(20, 12)):
        s, b, dice, out = State(), setting.b, random.Random(number), [0] * 8192
        plain.start(s, b, 1, number, 1)
        while plain.actors(s):
            n = plain.legal(s, b, 0, out)
            plain.apply(s, b, 0, out[dice.randrange(n)])
            if s.stage[0] == 0 and s.turn_no % 2:
                alone = separated(setting.board, names_of(setting.board, s, b))
                marked = {setting.board.grid.hex_names[h] for h in setting.board.cattle if s.mark[0][h]}
                assert alone == marked
