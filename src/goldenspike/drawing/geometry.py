"""Curves, areas and places for the drawing: plain arithmetic on points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from zlib import crc32

Point = tuple[float, float]
Path = list[Point]
Box = tuple[float, float, float, float]

MOST_STEPS = 2000  # of one curve: the time for a drawing that somebody brings stays bounded


def distance(p: Point, q: Point) -> float:
    """How far two points are apart."""
    return math.hypot(q[0] - p[0], q[1] - p[1])


def smooth(points: Sequence[Point], step: float = 6.0, *, closed: bool = False) -> Path:
    """The same curve as points about every step; a curve without end, as no honest picture has, gets longer steps."""
    out = [points[0]]
    step = max(step, length(points) / MOST_STEPS)
    for start, control1, control2, end in beziers(points, closed=closed):
        count = max(2, int(distance(start, end) / step))
        for k in range(1, count + 1):
            t = k / count
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            out.append(
                (
                    a * start[0] + b * control1[0] + c * control2[0] + d * end[0],
                    a * start[1] + b * control1[1] + c * control2[1] + d * end[1],
                )
            )
    return out


def beziers(points: Sequence[Point], *, closed: bool) -> Iterator[tuple[Point, Point, Point, Point]]:
    """Centripetal Catmull-Rom pieces as cubic curves."""
    pts = list(points)
    if closed:
        chain = [pts[-1], *pts, pts[0], pts[1]]
    else:
        first = (2 * pts[0][0] - pts[1][0], 2 * pts[0][1] - pts[1][1])
        last = (2 * pts[-1][0] - pts[-2][0], 2 * pts[-1][1] - pts[-2][1])
        chain = [first, *pts, last]
    for p0, p1, p2, p3 in zip(chain, chain[1:], chain[2:], chain[3:], strict=False):
        d1, d2, d3 = (math.sqrt(distance(p, q)) or 1e-3 for p, q in ((p0, p1), (p1, p2), (p2, p3)))
        yield p1, _control(p0, p1, p2, d1, d2), _control(p3, p2, p1, d3, d2), p2


def _control(before: Point, at: Point, after: Point, d1: float, d2: float) -> Point:
    scale = 3 * d1 * (d1 + d2)
    weight = 2 * d1 * d1 + 3 * d1 * d2 + d2 * d2
    return (
        (d1 * d1 * after[0] - d2 * d2 * before[0] + weight * at[0]) / scale,
        (d1 * d1 * after[1] - d2 * d2 * before[1] + weight * at[1]) / scale,
    )


def length(path: Sequence[Point]) -> float:
    """The length of a path."""
    return sum(distance(p, q) for p, q in pairwise(path))


def cut(path: Sequence[Point], start: float, end: float) -> Path:
    """The part of a path between two lengths; never empty."""
    out: Path = []
    run = 0.0
    for p, q in pairwise(path):
        step = distance(p, q)
        low, high = max(start, run), min(end, run + step)
        if step > 0 and low < high:
            for at in (low, high):
                w = (at - run) / step
                point = (p[0] + (q[0] - p[0]) * w, p[1] + (q[1] - p[1]) * w)
                if not out or distance(out[-1], point) > 1e-6:
                    out.append(point)
        run += step
    if len(out) < 2:
        point, angle = place(path, (start + end) / 2)
        dx, dy = math.cos(angle) / 2, math.sin(angle) / 2
        return [(point[0] - dx, point[1] - dy), (point[0] + dx, point[1] + dy)]
    return out


def place(path: Sequence[Point], at: float) -> tuple[Point, float]:
    """The point after some length of a path, and the direction there in radians."""
    run = 0.0
    best: tuple[Point, float] = (path[0], 0.0)
    for p, q in pairwise(path):
        step = distance(p, q)
        if step == 0:
            continue
        angle = math.atan2(q[1] - p[1], q[0] - p[0])
        w = min(1.0, max(0.0, (at - run) / step))
        best = ((p[0] + (q[0] - p[0]) * w, p[1] + (q[1] - p[1]) * w), angle)
        if at <= run + step:
            break
        run += step
    return best


def thin(path: Sequence[Point], tolerance: float = 0.12) -> Path:
    """Fewer points for the same line (Douglas and Peucker's way)."""
    if len(path) < 3:
        return list(path)
    (x0, y0), (x1, y1) = path[0], path[-1]
    size = math.hypot(x1 - x0, y1 - y0) or 1.0
    off = [abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / size for x, y in path]
    worst = max(range(1, len(path) - 1), key=off.__getitem__)
    if off[worst] <= tolerance:
        return [path[0], path[-1]]
    return thin(path[: worst + 1], tolerance)[:-1] + thin(path[worst:], tolerance)


def aside(path: Sequence[Point], by: float, *, taper: float = 0.0) -> Path:
    """A path moved to its left by some pixels, less so near its ends if it tapers."""
    total, run = length(path), 0.0
    out: Path = []
    for i, p in enumerate(path):
        before, after = path[max(0, i - 1)], path[min(len(path) - 1, i + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        size = math.hypot(dx, dy) or 1.0
        run += distance(path[i - 1], p) if i else 0.0
        share = 1.0
        if taper:
            share = 0.35 + 0.65 * max(0.0, min(1.0, run / taper, (total - run) / taper))
        out.append((p[0] + dy / size * by * share, p[1] - dx / size * by * share))
    return out


def crossing(path: Sequence[Point], other: Sequence[Point]) -> tuple[Point, float, float] | None:
    """Where a path meets another: the point and both directions there."""
    x0, x1 = min(p[0] for p in path), max(p[0] for p in path)
    y0, y1 = min(p[1] for p in path), max(p[1] for p in path)
    for r, s in pairwise(other):
        if max(r[0], s[0]) < x0 or min(r[0], s[0]) > x1 or max(r[1], s[1]) < y0 or min(r[1], s[1]) > y1:
            continue
        for p, q in pairwise(path):
            ax, ay, bx, by = q[0] - p[0], q[1] - p[1], s[0] - r[0], s[1] - r[1]
            det = ax * by - ay * bx
            if abs(det) < 1e-9:
                continue
            t = ((r[0] - p[0]) * by - (r[1] - p[1]) * bx) / det
            u = ((r[0] - p[0]) * ay - (r[1] - p[1]) * ax) / det
            if 0 <= t <= 1 and 0 <= u <= 1:
                return (p[0] + ax * t, p[1] + ay * t), math.atan2(ay, ax), math.atan2(by, bx)
    return None


class Ground:
    """A coarse map of what is taken, so that hills and grass find free places."""

    cell = 4

    def __init__(self, width: float, height: float) -> None:
        self.columns = int(width // self.cell) + 1
        self.rows = int(height // self.cell) + 1
        self.taken = [bytearray(self.columns) for _ in range(self.rows)]

    def box(self, box: Box) -> None:
        """Take a rectangle."""
        rows, columns = self._span(box)
        for row in rows:
            for column in columns:
                self.taken[row][column] = 1

    def path(self, path: Sequence[Point], half: float) -> None:
        """Take a band along a path."""
        right, bottom = self.columns * self.cell + half, self.rows * self.cell + half
        for p, q in pairwise(path):
            if (
                max(p[0], q[0]) < -half
                or min(p[0], q[0]) > right
                or max(p[1], q[1]) < -half
                or min(p[1], q[1]) > bottom
            ):
                continue
            count = int(distance(p, q) / self.cell) + 1
            for k in range(count + 1):
                x, y = p[0] + (q[0] - p[0]) * k / count, p[1] + (q[1] - p[1]) * k / count
                self.box((x - half, y - half, x + half, y + half))

    def area(self, ring: Sequence[Point]) -> None:
        """Take the inside of a closed shape."""
        low = max(0, int(min(y for _, y in ring) // self.cell))
        high = min(self.rows - 1, int(max(y for _, y in ring) // self.cell))
        for row in range(low, high + 1):
            y = (row + 0.5) * self.cell
            for left, right in _spans(ring, y):
                start = max(0, round(left / self.cell))
                for column in range(start, min(self.columns, round(right / self.cell))):
                    self.taken[row][column] = 1

    def free(self, box: Box) -> bool:
        """Whether nothing in a rectangle is taken."""
        rows, columns = self._span(box)
        if not rows or not columns:
            return False
        return not any(any(self.taken[row][columns.start : columns.stop]) for row in rows)

    def share(self, box: Box) -> float:
        """How much of a rectangle is taken, from 0 to 1; what lies outside counts as taken."""
        x0, y0, x1, y1 = (int(v // self.cell) for v in box)
        total = (x1 - x0 + 1) * (y1 - y0 + 1)
        rows, columns = self._span(box)
        held = sum(sum(self.taken[row][columns.start : columns.stop]) for row in rows)
        return (held + total - len(rows) * len(columns)) / total

    def _span(self, box: Box) -> tuple[range, range]:
        x0, y0, x1, y1 = (int(v // self.cell) for v in box)
        return range(max(0, y0), min(self.rows, y1 + 1)), range(max(0, x0), min(self.columns, x1 + 1))


def _spans(ring: Sequence[Point], y: float) -> Iterable[tuple[float, float]]:
    hits = []
    for (xa, ya), (xb, yb) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ya <= y) != (yb <= y):
            hits.append(xa + (y - ya) / (yb - ya) * (xb - xa))
    hits.sort()
    return zip(hits[::2], hits[1::2], strict=False)


def inside(ring: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a closed shape."""
    return any(left <= point[0] <= right for left, right in _spans(ring, point[1]))


def along(path: Sequence[Point], step: float) -> Iterator[tuple[Point, float]]:
    """Points of a path at even steps, with the direction there."""
    total = length(path)
    count = max(1, int(total / step))
    # The same as ``place`` at each of them, in one walk: long paths would take the square of the time.
    pieces = [(p, q, size) for p, q in pairwise(path) if (size := distance(p, q))]
    run, number = 0.0, 0
    for k in range(count + 1):
        at = total * k / count
        while number < len(pieces) - 1 and at > run + pieces[number][2]:
            run += pieces[number][2]
            number += 1
        yield place(pieces[number][:2], at - run) if pieces else (path[0], 0.0)


def star(rays: int, first: float, second: float, x: float = 0.0, y: float = 0.0, start: float = -math.pi / 2) -> Path:
    """The corners of a star, at two distances from its middle in turn; the first corner is at the top."""
    corners = []
    for k in range(2 * rays):
        angle, reach = start + k * math.pi / rays, second if k % 2 else first
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return corners


# --- numbers that look random and are always the same ------------------------------------------------


def repeatable(*seed: object) -> float:
    """A number from 0 to 1 that is the same for the same seed in every process and on every machine."""
    return crc32(":".join(map(str, seed)).encode()) / 2**32


class RepeatableNumbers:
    """A row of such numbers, so that the same board always gets the same hills."""

    def __init__(self, seed: int) -> None:
        self.state = seed & 0x7FFFFFFF

    def between(self, low: float, high: float) -> float:
        """The next number between two limits."""
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return low + (high - low) * (self.state >> 8) / 0x7FFFFF
