"""Where the city boards lie on the table, and the ways the track takes between them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.drawing.geometry import Point, length, place
from goldenspike.games.rail_pass.board.load import Layout, Link
from goldenspike.games.rail_pass.drawing.cities import HEIGHT, WIDTH

_ROUND = 34.0


@dataclass(frozen=True)
class Tabletop:
    """Where the boards lie: two rows of three, or on a narrow page three rows of two."""

    layout: Layout
    left: float
    top: float
    gap: float
    narrow: bool

    def grid(self, city: str) -> tuple[int, int]:
        """Column and row of a city on this page."""
        column, row = self.layout.city[city].place
        return (row, column) if self.narrow else (column, row)

    def corner(self, city: str) -> Point:
        """The upper left corner of a city board."""
        column, row = self.grid(city)
        return self.left + column * (WIDTH + self.gap), self.top + row * (HEIGHT + self.gap)

    def route(self, a: str, b: str) -> list[Point]:
        """The middle of the track between two boards, from edge to edge."""
        (ca, ra), (cb, rb) = self.grid(a), self.grid(b)
        (xa, ya), (xb, yb) = self.corner(a), self.corner(b)
        across, down = cb - ca, rb - ra
        if abs(across) + abs(down) == 1:
            if down == 0:
                y = ya + HEIGHT / 2
                return [(xa + WIDTH, y), (xb, y)] if across > 0 else [(xa, y), (xb + WIDTH, y)]
            x = xa + WIDTH / 2
            return [(x, ya + HEIGHT), (x, yb)] if down > 0 else [(x, ya), (x, yb + HEIGHT)]
        if abs(across) == 1 and abs(down) == 1:
            # From corner to corner, a little inside so that the ends lie under the boards.
            start = (xa + (WIDTH - 6 if across > 0 else 6), ya + (HEIGHT - 6 if down > 0 else 6))
            end = (xb + (6 if across > 0 else WIDTH - 6), yb + (6 if down > 0 else HEIGHT - 6))
            return [start, end]
        return _rounded(self._detour((ca, ra), (cb, rb), (xa, ya), (xb, yb)))

    def _detour(self, a: tuple[int, int], b: tuple[int, int], at_a: Point, at_b: Point) -> list[Point]:
        """Around or between the boards that lie in the way."""
        (ca, ra), (cb, rb) = a, b
        (xa, ya), (xb, yb) = at_a, at_b
        if ra == rb:
            side = 0.0 if ra == 0 else HEIGHT
            y = ya + side + (-46 if ra == 0 else 46)
            first, last = (xa + WIDTH * 0.7, xb + WIDTH * 0.3) if ca < cb else (xa + WIDTH * 0.3, xb + WIDTH * 0.7)
            return [(first, ya + side), (first, y), (last, y), (last, yb + side)]
        if ca == cb:
            side = 0.0 if ca == 0 else WIDTH
            x = xa + side + (-46 if ca == 0 else 46)
            first, last = (ya + HEIGHT * 0.7, yb + HEIGHT * 0.3) if ra < rb else (ya + HEIGHT * 0.3, yb + HEIGHT * 0.7)
            return [(xa + side, first), (x, first), (x, last), (xb + side, last)]
        # The two long diagonals share a lane and keep to its two sides.
        if abs(cb - ca) == 2:
            lane = self.top + HEIGHT + self.gap * (0.36 if (cb - ca) * (rb - ra) > 0 else 0.64)
            x1 = xa + (WIDTH * 0.8 if cb > ca else WIDTH * 0.2)
            x2 = xb + (WIDTH * 0.2 if cb > ca else WIDTH * 0.8)
            y1, y2 = (ya + HEIGHT, yb) if rb > ra else (ya, yb + HEIGHT)
            return [(x1, y1), (x1, lane), (x2, lane), (x2, y2)]
        lane = self.left + WIDTH + self.gap * (0.36 if (cb - ca) * (rb - ra) > 0 else 0.64)
        y1 = ya + (HEIGHT * 0.8 if rb > ra else HEIGHT * 0.2)
        y2 = yb + (HEIGHT * 0.2 if rb > ra else HEIGHT * 0.8)
        x1, x2 = (xa + WIDTH, xb) if cb > ca else (xa, xb + WIDTH)
        return [(x1, y1), (lane, y1), (lane, y2), (x2, y2)]


def outer(layout: Layout) -> bool:
    """Does any track run around the outside of the boards?"""
    return any(sorted((link.a, link.b)) in (["A", "C"], ["D", "F"]) for link in layout.links)


def _rounded(corners: Sequence[Point]) -> list[Point]:
    """A way with soft corners."""
    out = [corners[0]]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        reach = min(_ROUND, math.dist(before, corner) / 2, math.dist(corner, after) / 2)
        start, end = _toward(corner, before, reach), _toward(corner, after, reach)
        for k in range(9):
            t = k / 8
            u = 1 - t
            out.append(
                (
                    u * u * start[0] + 2 * u * t * corner[0] + t * t * end[0],
                    u * u * start[1] + 2 * u * t * corner[1] + t * t * end[1],
                )
            )
    return [*out, corners[-1]]


def _toward(start: Point, end: Point, reach: float) -> Point:
    share = reach / max(math.dist(start, end), 0.001)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def along(points: Sequence[Point], share: float) -> tuple[Point, float]:
    """The point after a share of a way, and the direction there in degrees."""
    point, angle = place(points, length(points) * share)
    return point, math.degrees(angle)


def is_straight(points: Sequence[Point]) -> bool:
    """Track between two boards that lie side by side."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    return len(points) == 2 and (x0 == x1 or y0 == y1)


def outer_pair(link: Link) -> bool:
    """The two cities at the ends of one row."""
    return (link.a, link.b) in (("A", "C"), ("D", "F"))
