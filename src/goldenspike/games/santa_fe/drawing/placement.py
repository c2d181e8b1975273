"""Where everything on a board is drawn: slots of lines, names of cities, pins and panels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from goldenspike.drawing.geometry import Box, Ground, Path, Point, aside, cut, distance, length, place, smooth
from goldenspike.drawing.text import ROMAN_BOLD, text_width
from goldenspike.games.santa_fe.board.load import Board, City, Line

DISC, BASE_DISC = 13.0, 15.0
CLEAR = 4.6  # between a city and the first slot
SLOT, GAP = 8.4, 3.4  # width of a slot, gap between two
SIDE = 12.2  # between parallel lines
NAME = 12.6  # size of city names
SQUARE, SQUARE_STEP = 11.0, 12.5
FRAME = 22.0
PIN = 6.4

TITLE_SIZE = (300.0, 136.0)
KEY_SIZE = (360.0, 88.0)
ROADS_WIDTH = 306.0
ROW = 20.2
BETWEEN = 20.0  # between tables that stand side by side
SMALLEST = 0.8  # scale at which their words can still be read


@dataclass(frozen=True)
class Name:
    """The lettering of one city: left end, middle height, width of the text, and the box with its squares."""

    x: float
    y: float
    width: float
    size: float
    box: Box


class Placement:
    """All places of one board's drawing, worked out once.

    ``tables`` is false where title, railroads and key are shown elsewhere unless the board has a place for them.
    """

    def __init__(self, board: Board, *, tables: bool = True) -> None:
        self.board = board
        self.tables = tables or "panels" in board.scenery
        self.homes: dict[str, list[str]] = {}
        for road in board.railroads:
            self.homes.setdefault(road.home, []).append(road.id)
        self.paths = self._paths()
        self.slots = {line.id: self._slots(line) for line in board.lines}

    def radius(self, city: City) -> float:
        """Half the width of a city's disc."""
        return BASE_DISC if city.value is None else DISC

    # --- lines --------------------------------------------------------------------------------

    def _paths(self) -> dict[str, Path]:
        """The middle of every line, from the edge of one city to the edge of the other."""
        groups: dict[tuple[str, str], list[Line]] = {}
        for line in self.board.lines:
            groups.setdefault(line.pair, []).append(line)
        paths: dict[str, Path] = {}
        for group in groups.values():
            first = group[0]
            for line in group:
                turned = line.a != first.a
                via = line.via or (first.via[::-1] if turned else first.via)
                path = self._centre(line, via)
                together = len({ln.via[::-1] if ln.a != first.a else ln.via for ln in group if ln.via}) < 2
                if len(group) > 1 and together:
                    shift = ((len(group) + 1) / 2 - max(1, line.index)) * SIDE
                    path = aside(path, -shift if turned else shift, taper=17.0)
                paths[line.id] = self._between_edges(line, path)
        return paths

    def _centre(self, line: Line, via: Sequence[Point]) -> Path:
        """The curve between two cities; without drawn points it bends around cities in its way."""
        start, end = self.board.city[line.a], self.board.city[line.b]
        a, b = (start.x, start.y), (end.x, end.y)
        if via:
            return smooth([a, *via, b])
        others = [(c.x, c.y) for c in self.board.cities if c.id not in (line.a, line.b)]
        size, room = distance(a, b) or 1.0, BASE_DISC + 12
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        normal = ((b[1] - a[1]) / size, (a[0] - b[0]) / size)
        for bend in (0.0, 24.0, -24.0, 44.0, -44.0, 70.0, -70.0, 100.0, -100.0):
            knee = (middle[0] + normal[0] * bend, middle[1] + normal[1] * bend)
            path = smooth([a, knee, b] if bend else [a, b])
            if all(distance(p, q) > room for q in _near(path, others, room) for p in path):
                return path
        return smooth([a, b])

    def _between_edges(self, line: Line, path: Path) -> Path:
        total = length(path)
        start, end = self.board.city[line.a], self.board.city[line.b]
        begin = _leave(path, (start.x, start.y), self.radius(start) + CLEAR)
        stop = total - _leave(path[::-1], (end.x, end.y), self.radius(end) + CLEAR)
        if stop - begin < 4.0 * len(line.segments):
            begin, stop = total * 0.1, total * 0.9
        return cut(path, begin, stop)

    def _slots(self, line: Line) -> list[Path]:
        path, count = self.paths[line.id], len(line.segments)
        step = length(path) / count
        gap = min(GAP, step / 4)
        return [
            cut(path, step * k + (gap / 2 if k else 0), step * (k + 1) - (gap / 2 if k < count - 1 else 0))
            for k in range(count)
        ]

    # --- names --------------------------------------------------------------------------------

    @cached_property
    def names(self) -> dict[str, Name]:
        """The lettering of every city; places not given by the board are found here."""
        placed: dict[str, Name] = {}
        ground = Ground(self.board.width, self.board.height)
        for path in self.paths.values():
            ground.path(path, SLOT / 2 + 1)
        for city in self.board.cities:
            r = self.radius(city)
            ground.box((city.x - r, city.y - r, city.x + r, city.y + r))
        for city in self.board.cities:
            if city.label is not None:
                placed[city.id] = self._name(city, city.label.dx, city.label.dy, city.label.anchor)
                ground.box(placed[city.id].box)
        for city in self.board.cities:
            if city.id not in placed:
                placed[city.id] = self._free_name(city, ground)
                ground.box(placed[city.id].box)
        return placed

    def _name(self, city: City, dx: float, dy: float, anchor: str) -> Name:
        size = NAME * (1.08 if city.value is None else 1.0)
        width = text_width(city.name, size, ROMAN_BOLD)
        full = width + (len(city.squares) * SQUARE_STEP + 2.5 if city.squares else 0)
        left = city.x + dx - {"start": 0.0, "middle": full / 2, "end": full}[anchor]
        y = city.y + dy
        return Name(left, y, width, size, (left, y - size / 2, left + full, y + size / 2))

    def _free_name(self, city: City, ground: Ground) -> Name:
        r = self.radius(city)
        choices = [
            self._name(city, (r + out) * side, dy, anchor)
            for out in (3.0, 9.0)
            for dy in (0.0, -12.0, 12.0, -18.0, 18.0)
            for side, anchor in ((1, "start"), (-1, "end"))
        ] + [self._name(city, 0.0, dy, "middle") for dy in (r + 10, -r - 10, r + 18, -r - 18)]

        def cost(name: Name) -> float:
            x0, y0, x1, y1 = name.box
            edge = FRAME + 4
            outside = x0 < edge or y0 < edge or x1 > self.board.width - edge or y1 > self.board.height - edge
            return ground.share((x0 - 1, y0, x1 + 1, y1)) + (1.0 if outside else 0.0)

        costs = [round(cost(name), 3) + 0.004 * i for i, name in enumerate(choices)]
        return choices[costs.index(min(costs))]

    # --- pins of connected railroads -----------------------------------------------------------

    @cached_property
    def pin_places(self) -> dict[str, list[Point]]:
        """Nine places around each city, the ones that hide least first."""
        ends: dict[str, list[float]] = {city.id: [] for city in self.board.cities}
        for line in self.board.lines:
            path = self.paths[line.id]
            for name, point in ((line.a, path[0]), (line.b, path[-1])):
                city = self.board.city[name]
                ends[name].append(math.atan2(point[1] - city.y, point[0] - city.x))
        boxes = [name.box for name in self.names.values()]
        return {city.id: self._around(city, ends[city.id], boxes) for city in self.board.cities}

    def _around(self, city: City, lines: list[float], boxes: Sequence[Box]) -> list[Point]:
        ring = self.radius(city) + PIN + 0.6
        step = 2 * math.asin(min(1.0, (PIN + 0.2) / ring))
        reach = ring + PIN
        boxes = [box for box in boxes if _overlap(city.x, city.y, reach, box)]

        def cost(angle: float) -> float:
            x, y = city.x + ring * math.cos(angle), city.y + ring * math.sin(angle)
            near = min((abs(_turn(angle - line)) for line in lines), default=math.pi)
            hidden = max((_overlap(x, y, PIN, box) for box in boxes), default=0.0)
            return max(0.0, 0.62 - near) * 1.5 + hidden * 40

        grid = [math.radians(k * 5) for k in range(72)]
        costs = {angle: round(cost(angle), 4) for angle in grid}
        chosen: list[float] = []
        for angle in sorted(grid, key=lambda a: (costs[a], a)):
            if all(abs(_turn(angle - other)) >= step - 1e-9 for other in chosen):
                chosen.append(angle)
        places = [(city.x + ring * math.cos(a), city.y + ring * math.sin(a)) for a in chosen[:9]]
        outer = ring + 2 * PIN + 0.4
        k = 0
        while len(places) < 9:
            angle = chosen[0] + k * 2 * math.pi / 9
            places.append((city.x + outer * math.cos(angle), city.y + outer * math.sin(angle)))
            k += 1
        return places

    # --- panels -------------------------------------------------------------------------------

    @property
    def below(self) -> bool:
        """Whether the panels stand below the map because the board names no place for them."""
        return self.tables and "panels" not in self.board.scenery

    @cached_property
    def tables_scale(self) -> float:
        """How large the tables are if all three stand side by side below the map; 0 where it is too narrow for that."""
        room = self.board.width - 2 * FRAME - 2 * BETWEEN
        scale = min(1.0, room / (ROADS_WIDTH + TITLE_SIZE[0] + KEY_SIZE[0] + 2 * BETWEEN))
        return scale if self.below and scale >= SMALLEST else 0.0

    @property
    def roads_room(self) -> float:
        """Height for the table of railroads: all nine where the map has a place for it, else those of the board."""
        if not self.tables_scale:
            return self.roads_height(9)
        roads = self.board.railroads
        return max(TITLE_SIZE[1], self.roads_height(len(roads), roads[-1].kind == "short"))

    @property
    def strip(self) -> float:
        """Height of the strip below the map."""
        return self.roads_room * (self.tables_scale or 1.0) + 24 if self.below else 0.0

    @property
    def height(self) -> float:
        """Height of the whole drawing."""
        return self.board.height + self.strip

    @property
    def width(self) -> float:
        """Width of the whole drawing."""
        needed = FRAME * 2 + 40 + ROADS_WIDTH + max(TITLE_SIZE[0], KEY_SIZE[0]) + 24
        return max(self.board.width, needed) if self.below else self.board.width

    def roads_height(self, rows: int, short_lines: bool = True) -> float:
        """Height of the table of railroads; short lines have a heading of their own."""
        return 45 + rows * ROW + (18 if short_lines else 0)

    def panel(self, name: str) -> Point:
        """Top left corner of a panel."""
        if not self.below:
            corner = self.board.scenery["panels"][name]
            return float(corner["x"]), float(corner["y"])
        top = self.board.height - FRAME + 18
        if scale := self.tables_scale:
            widths = {"railroads": ROADS_WIDTH, "title": TITLE_SIZE[0], "key": KEY_SIZE[0]}
            heights = {"railroads": self.roads_room, "title": TITLE_SIZE[1], "key": KEY_SIZE[1]}
            before = list(widths).index(name)
            left = self.width / 2 - (sum(widths.values()) / 2 + BETWEEN) * scale
            across = sum([*widths.values()][:before]) + before * BETWEEN
            return left + across * scale, top + (self.roads_room - heights[name]) / 2 * scale
        left = self.width / 2 - (ROADS_WIDTH + 24 + KEY_SIZE[0]) / 2
        right = left + ROADS_WIDTH + 24
        if name == "railroads":
            return left, top
        if name == "title":
            return right + (KEY_SIZE[0] - TITLE_SIZE[0]) / 2, top
        return right, top + self.roads_height(9) - KEY_SIZE[1]

    @cached_property
    def panel_boxes(self) -> list[Box]:
        """The rectangles the panels take."""
        sizes = {"title": TITLE_SIZE, "key": KEY_SIZE, "railroads": (ROADS_WIDTH, self.roads_room)}
        scale = self.tables_scale or 1.0
        if not self.tables:
            return []
        out = []
        for name, (w, h) in sizes.items():
            x, y = self.panel(name)
            out.append((x, y, x + w * scale, y + h * scale))
        return out


def _near(path: Path, points: Sequence[Point], room: float) -> list[Point]:
    """The points in or about the rectangle around a path: only these can be near to it."""
    xs, ys = [x for x, _ in path], [y for _, y in path]
    left, right, top, bottom = min(xs) - room, max(xs) + room, min(ys) - room, max(ys) + room
    return [(x, y) for x, y in points if left <= x <= right and top <= y <= bottom]


def _leave(path: Sequence[Point], centre: Point, radius: float) -> float:
    """How far along a path it leaves a circle."""
    run = 0.0
    for p, q in pairwise(path):
        step, before, after = distance(p, q), distance(p, centre) - radius, distance(q, centre) - radius
        if before <= 0 < after:
            return run + step * before / (before - after)
        run += step
    return 0.0


def _turn(angle: float) -> float:
    """An angle between minus and plus half a turn."""
    return (angle + math.pi) % (2 * math.pi) - math.pi


def _overlap(x: float, y: float, r: float, box: Box) -> float:
    """How deep a circle reaches into a rectangle, as a share of its radius."""
    x0, y0, x1, y1 = box
    away = math.hypot(max(x0 - x, 0.0, x - x1), max(y0 - y, 0.0, y - y1))
    return max(0.0, 1 - away / r)


def midpoint(path: Sequence[Point]) -> tuple[Point, float]:
    """The middle of a path and the direction there."""
    return place(path, length(path) / 2)
