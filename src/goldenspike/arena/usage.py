"""What of a board was used in a finished game, and what it was worth: cities, lines, features, towns, tracks, cards."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from goldenspike.engine.game import Setting
from goldenspike.games.pioneer_rails import state as pioneer
from goldenspike.games.santa_fe import state as santa_fe
from goldenspike.games.santa_fe.rules import connections

Point = tuple[float, float]


@dataclass(frozen=True)
class Mark:
    """A place of the board to be coloured: one point, or the points of a line."""

    kind: str
    id: str
    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Watch:
    """How one game is watched: its places, what a finished state says of them, and names of special cards."""

    marks: tuple[Mark, ...]
    used: Callable[[Any], list[float]]  # by mark
    worth: Callable[[Any], list[float]]  # by mark, in points
    play_of: Callable[[int], str]  # the special card behind an action, or nothing


def watch(setting: Setting) -> Watch:
    """The watch of a game."""
    return watch_santa_fe(setting) if setting.game.name.startswith("santa-fe") else watch_pioneer(setting)


# ---------------------------------------------------------------- Santa Fe
SPECIAL = {
    santa_fe.DRAW_DOUBLE: "Double",
    santa_fe.DRAW_TRIPLE: "Triple",
    santa_fe.DRAW_FOUR: "Four",
    santa_fe.DRAW_BOOM: "Boomtown",
    santa_fe.DRAW_ENGINEER: "Engineer",
}


def watch_santa_fe(setting: Setting) -> Watch:
    board, b = setting.board, setting.b
    at = {city.id: (city.x, -city.y) for city in board.cities}
    marks = [Mark("city", city.id, city.name, (at[city.id],)) for city in board.cities]
    for line in board.lines:
        way = (at[line.a], *((x, -y) for x, y in line.via), at[line.b])
        marks.append(Mark("line", line.id, line.id, way))
    cities, lines = len(board.cities), len(board.lines)

    def cards(s: Any, city: int) -> int:
        last = santa_fe.ON_TABLE + santa_fe.SEATS
        return sum(santa_fe.ON_TABLE <= s.gone[city][k] < last for k in range(2))

    def used(s: Any) -> list[float]:
        full = [float(s.filled[line] >= b.length[line]) for line in range(lines)]  # type: ignore[attr-defined]
        return [float(connections(s, city)) for city in range(cities)] + full

    def worth(s: Any) -> list[float]:
        values = [s.marker[city] or b.value[city] for city in range(cities)]  # type: ignore[attr-defined]
        found = [float(values[city] * connections(s, city) * cards(s, city)) for city in range(cities)]
        return found + [0.0] * lines

    def play_of(action: int) -> str:
        if santa_fe.DRAW_BRANCH <= action < santa_fe.DRAW_BRANCH + santa_fe.MAJORS:
            return "Branch"
        return SPECIAL.get(action, "")

    return Watch(tuple(marks), used, worth, play_of)


# ---------------------------------------------------------------- Pioneer Rails
def watch_pioneer(setting: Setting) -> Watch:
    sheet, b = setting.board, setting.b
    grid = sheet.grid
    wide = math.sqrt(3)
    centres = [
        (wide * (h % grid.cols + 0.5 + 0.5 * (h // grid.cols & 1)), -1.5 * (h // grid.cols))
        for h in range(len(grid.hexes))
    ]

    def corner(vertex: int) -> Point:
        h = grid.vertex_hexes[vertex][0]
        angle = math.radians(60 * grid.hex_vertices[h].index(vertex))
        return centres[h][0] + math.sin(angle), centres[h][1] + math.cos(angle)

    features = [b.feature[k] for k in range(b.n_features)]  # type: ignore[attr-defined]
    marks = [
        Mark(
            "feature",
            sheet.hexes[h].name,
            f"{sheet.hexes[h].terrain.name.lower()} {sheet.hexes[h].name}",
            (centres[h],),
        )
        for h in features
    ]
    marks += [Mark("town", town.at, town.name, (corner(town.vertex),)) for town in sheet.towns]
    edges = range(len(grid.edge_names))
    marks += [
        Mark(
            "track",
            grid.edge_names[e],
            grid.edge_names[e],
            (corner(grid.edge_vertices[e][0]), corner(grid.edge_vertices[e][1])),
        )
        for e in edges
    ]

    def used(s: Any) -> list[float]:
        seats = range(s.seats)
        found = [sum(s.mark[seat][h] != 0 for seat in seats) / s.seats for h in features]
        found += [sum(s.spot[seat][town.vertex] != 0 for seat in seats) / s.seats for town in sheet.towns]
        return found + [sum(s.edge[seat][e] != 0 for seat in seats) / s.seats for e in edges]

    def play_of(action: int) -> str:
        if action == pioneer.SPEND:
            return "Town symbol for a track"
        if pioneer.SUIT <= action < pioneer.OWN_RAIL:
            return "Town symbol for a suit"
        return "Owner" if pioneer.OWN_RAIL <= action <= pioneer.OWN else ""

    return Watch(tuple(marks), used, lambda s: [0.0] * len(marks), play_of)
