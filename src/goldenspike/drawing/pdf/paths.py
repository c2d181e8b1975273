"""Path data as moves, lines and curves: everything SVG can say about a path in the three words PDF has for it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from .unprintable import Unprintable

Segment = tuple[str, tuple[float, ...]]
"""M and L with a point, C with two control points and a point, Z."""

_TOKEN = re.compile(r"([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\s,]+)|(.)", re.DOTALL)
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def segments(data: str) -> Iterator[Segment]:
    """The pieces of a path with absolute coordinates."""
    x = y = start_x = start_y = 0.0
    before, control = "", (0.0, 0.0)
    for name, numbers in _commands(data):
        letter = name.upper()
        near = (x, y) if name.islower() else (0.0, 0.0)
        if letter == "Z":
            x, y = start_x, start_y
            yield "Z", ()
        elif letter in "ML":
            x, y = numbers[0] + near[0], numbers[1] + near[1]
            if letter == "M":
                start_x, start_y = x, y
            yield letter, (x, y)
        elif letter == "H":
            x = numbers[0] + near[0]
            yield "L", (x, y)
        elif letter == "V":
            y = numbers[0] + near[1]
            yield "L", (x, y)
        elif letter == "A":
            end = (numbers[5] + near[0], numbers[6] + near[1])
            for curve in arc((x, y), (numbers[0], numbers[1]), numbers[2], bool(numbers[3]), bool(numbers[4]), end):
                yield "C", curve
            x, y = end
        else:
            given = [value + near[k % 2] for k, value in enumerate(numbers)]
            if letter in "ST":  # the control point is the last one, seen from the other side
                same = before in ("CS" if letter == "S" else "QT")
                given = [*((2 * x - control[0], 2 * y - control[1]) if same else (x, y)), *given]
            if letter in "CS":
                first, second = (given[0], given[1]), (given[2], given[3])
                control = second
            else:
                control = (given[0], given[1])
                first = (x + 2 / 3 * (control[0] - x), y + 2 / 3 * (control[1] - y))
                second = (
                    given[2] + 2 / 3 * (control[0] - given[2]),
                    given[3] + 2 / 3 * (control[1] - given[3]),
                )
            x, y = given[-2], given[-1]
            yield "C", (*first, *second, x, y)
        before = letter


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; a letter that stands for several is said again."""
    name, numbers = "", []  # type: str, list[float]
    for letter, number, _, wrong in _TOKEN.findall(data):
        if wrong or (letter and letter.upper() not in _COUNT):
            raise Unprintable(f"path data {data[:40]!r}")
        if letter:
            if numbers:
                raise Unprintable(f"path data {data[:40]!r}")
            name = letter
            if letter in "Zz":
                yield letter, []
        elif number:
            numbers.append(float(number))
            if not name or name in "Zz":
                raise Unprintable(f"path data {data[:40]!r}")
            if len(numbers) == _COUNT[name.upper()]:
                yield name, numbers
                numbers = []
                name = {"M": "L", "m": "l"}.get(name, name)


def arc(
    start: tuple[float, float],
    radii: tuple[float, float],
    turn: float,
    large: bool,
    clockwise: bool,
    end: tuple[float, float],
) -> Iterator[tuple[float, ...]]:
    """An elliptical arc as curves of at most a quarter each (SVG 2, appendix B.2)."""
    rx, ry = abs(radii[0]), abs(radii[1])
    if start == end:
        return
    if not rx or not ry:
        yield (*start, *end, *end)
        return
    phi = math.radians(turn)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * dx + sin * dy, cos * dy - sin * dx
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))  # radii too short for the way are made longer
    rx, ry = rx * grow, ry * grow
    rest = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
    share = math.sqrt(max(0.0, rest) / ((rx * py) ** 2 + (ry * px) ** 2))
    if large == clockwise:
        share = -share
    qx, qy = share * rx * py / ry, -share * ry * px / rx
    cx, cy = cos * qx - sin * qy + (start[0] + end[0]) / 2, sin * qx + cos * qy + (start[1] + end[1]) / 2
    first = math.atan2((py - qy) / ry, (px - qx) / rx)
    sweep = math.atan2((-py - qy) / ry, (-px - qx) / rx) - first
    if clockwise and sweep < 0:
        sweep += 2 * math.pi
    elif not clockwise and sweep > 0:
        sweep -= 2 * math.pi
    pieces = max(1, math.ceil(abs(sweep) / (math.pi / 2) - 1e-9))
    step = sweep / pieces
    reach = 4 / 3 * math.tan(step / 4)

    def at(x: float, y: float) -> tuple[float, float]:
        return cx + cos * rx * x - sin * ry * y, cy + sin * rx * x + cos * ry * y

    for k in range(pieces):
        a, b = first + k * step, first + (k + 1) * step
        one = at(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        two = at(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        yield (*one, *two, *(end if k == pieces - 1 else at(math.cos(b), math.sin(b))))


def rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> Iterator[Segment]:
    """A rectangle, perhaps with round corners."""
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, low = x + width, y + height
    if not rx or not ry:
        for k, corner in enumerate(((x, y), (right, y), (right, low), (x, low))):
            yield "L" if k else "M", corner
        yield "Z", ()
        return
    yield "M", (x + rx, y)
    sides = (
        ((right - rx, y), (right, y + ry)),
        ((right, low - ry), (right - rx, low)),
        ((x + rx, low), (x, low - ry)),
        ((x, y + ry), (x + rx, y)),
    )
    for straight, round_ in sides:
        yield "L", straight
        for curve in arc(straight, (rx, ry), 0, False, True, round_):
            yield "C", curve
    yield "Z", ()


def ellipse(x: float, y: float, rx: float, ry: float) -> Iterator[Segment]:
    """A circle or an ellipse."""
    yield "M", (x + rx, y)
    for begin, end in (((x + rx, y), (x - rx, y)), ((x - rx, y), (x + rx, y))):
        for curve in arc(begin, (rx, ry), 0, False, True, end):
            yield "C", curve
    yield "Z", ()
