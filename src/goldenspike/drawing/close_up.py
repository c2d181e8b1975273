"""A part of a picture as a picture of its own, without everything that lies outside of it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from xml.etree import ElementTree

from .pdf.paths import segments
from .svg import DECLARATION, NAMESPACE, number

MARGIN = 14.0  # strokes, shadows and the tips of curves reach so far beyond the points of a shape
LETTER = 0.75  # no letter is wider than so many times the size of its font

Box = tuple[float, float, float, float]  # left, top, right, bottom
Matrix = tuple[float, float, float, float, float, float]
SAME: Matrix = (1, 0, 0, 1, 0, 0)

_MOVE = re.compile(r"(matrix|translate|scale|rotate)\s*\(([^)]*)\)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_NAMED = re.compile(r"url\(#([^)]+)\)|^#(.+)$")
_HREF = "{http://www.w3.org/1999/xlink}href"
_KEPT = {"style", "title", "desc"}


def close_up(svg: str, left: float, top: float, width: float, height: float) -> str:
    """What a picture shows in a rectangle."""
    root = ElementTree.fromstring(svg)
    named = {name: one for one in root.iter() if (name := one.get("id")) is not None}
    _keep(root, (left, top, left + width, top + height), SAME, named)
    _drop_unused(root)
    root.set("viewBox", " ".join(map(number, (left, top, width, height))))
    root.set("width", number(width))
    root.set("height", number(height))
    ElementTree.register_namespace("", NAMESPACE)
    return DECLARATION + ElementTree.tostring(root, encoding="unicode") + "\n"


def _kind(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _keep(parent: ElementTree.Element, window: Box, matrix: Matrix, named: Mapping[str, ElementTree.Element]) -> None:
    """Take out the children that lie outside, and whatever lies outside in those that stay."""
    for child in list(parent):
        kind = _kind(child)
        if kind in _KEPT or kind == "defs":
            continue
        here = _times(matrix, _matrix(child.get("transform", "")))
        found = _bounds(child, here, named)
        if found is None or not _meet(found, window):
            parent.remove(child)
        elif kind == "path":
            _shorten(child, window, here)
        elif kind in {"g", "a", "svg"}:
            _keep(child, window, here, named)


def _shorten(path: ElementTree.Element, window: Box, matrix: Matrix) -> None:
    """Of a path of many pieces keep those that are in sight."""
    pieces = re.split(r"(?=M)", path.get("d", ""))[1:]
    if len(pieces) < 2 or any("m" in piece for piece in pieces):
        return
    seen = []
    for piece in pieces:
        one = ElementTree.Element("path", d=piece)
        box = _bounds(one, matrix, {})
        if box is not None and _meet(box, window):
            seen.append(piece)
    path.set("d", "".join(seen))


def _drop_unused(root: ElementTree.Element) -> None:
    """Definitions that nothing refers to any more, and those that only they referred to."""
    while True:
        used = {
            match[1] or match[2]
            for one in root.iter()
            for name, value in one.attrib.items()
            if name != "id" and (match := _NAMED.search(value))
        }
        gone = [(defs, one) for defs in root.iter() if _kind(defs) == "defs" for one in defs if _idle(one, used)]
        if not gone:
            return
        for defs, one in gone:
            defs.remove(one)


def _idle(element: ElementTree.Element, used: set[str]) -> bool:
    names = {one.get("id") for one in element.iter()} - {None}
    return _kind(element) != "style" and bool(names) and not names & used


# ------------------------------------------------------------------ where things are
def _bounds(element: ElementTree.Element, matrix: Matrix, named: Mapping[str, ElementTree.Element]) -> Box | None:
    """Around everything that an element paints; None if that is nothing."""
    kind = _kind(element)
    if kind in {"g", "a", "svg", "symbol", "clipPath"}:
        return _around(_bounds(child, _times(matrix, _matrix(child.get("transform", ""))), named) for child in element)
    if kind == "use":
        target = named.get((element.get("href") or element.get(_HREF) or "").removeprefix("#"))
        moved = _times(matrix, (1, 0, 0, 1, _size(element, "x"), _size(element, "y")))
        if target is None:
            return None
        return _bounds(target, _times(moved, _matrix(target.get("transform", ""))), named)
    points = list(_points(element, kind, named))
    if not points:
        return None
    placed = [_at(matrix, x, y) for x, y in points]
    xs, ys = [x for x, _ in placed], [y for _, y in placed]
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN


def _points(
    element: ElementTree.Element, kind: str, named: Mapping[str, ElementTree.Element]
) -> Iterator[tuple[float, float]]:
    """Points between which a shape lies."""
    if kind == "path":
        yield from _corners(element.get("d", ""))
    elif kind == "rect":
        left, top = _size(element, "x"), _size(element, "y")
        yield left, top
        yield left + _size(element, "width"), top
        yield left, top + _size(element, "height")
        yield left + _size(element, "width"), top + _size(element, "height")
    elif kind in {"circle", "ellipse"}:
        rx, ry = (_size(element, "r"),) * 2 if kind == "circle" else (_size(element, "rx"), _size(element, "ry"))
        for right in (-rx, rx):
            for down in (-ry, ry):
                yield _size(element, "cx") + right, _size(element, "cy") + down
    elif kind == "line":
        yield _size(element, "x1"), _size(element, "y1")
        yield _size(element, "x2"), _size(element, "y2")
    elif kind in {"polygon", "polyline"}:
        values = [float(one) for one in _NUMBER.findall(element.get("points", ""))]
        yield from zip(values[::2], values[1::2], strict=True)
    elif kind == "text":
        yield from _text(element, named)


@lru_cache(8192)  # the pictures of a rulebook show the same board again and again
def _corners(path: str) -> tuple[tuple[float, float], ...]:
    """The corners of a rectangle around a path."""
    points = [point for _, values in segments(path) for point in zip(values[::2], values[1::2], strict=True)]
    if not points:
        return ()
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys))


def _text(element: ElementTree.Element, named: Mapping[str, ElementTree.Element]) -> Iterator[tuple[float, float]]:
    """Text reaches at most so far to both sides of where it stands; text on a line, as far as the line."""
    along = next((one for one in element.iter() if _kind(one) == "textPath"), None)
    if along is not None:
        target = named.get((along.get("href") or along.get(_HREF) or "").removeprefix("#"))
        if target is not None:
            yield from _points(target, _kind(target), named)
        return
    x, y, size = _size(element, "x"), _size(element, "y"), _size(element, "font-size") or 16
    half = LETTER * size * len("".join(element.itertext()))
    yield x - half, y - size
    yield x + half, y + size


def _size(element: ElementTree.Element, name: str) -> float:
    found = _NUMBER.match(element.get(name, ""))
    return float(found[0]) if found else 0.0


def _around(boxes: Iterator[Box | None]) -> Box | None:
    known = [box for box in boxes if box is not None]
    if not known:
        return None
    lefts, tops, rights, bottoms = zip(*known, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


# ------------------------------------------------------------------ moves
def _matrix(moves: str) -> Matrix:
    found = SAME
    for name, inside in _MOVE.findall(moves):
        v = [float(one) for one in _NUMBER.findall(inside)]
        if name == "matrix":
            step: Matrix = (v[0], v[1], v[2], v[3], v[4], v[5])
        elif name == "translate":
            step = (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
        elif name == "scale":
            step = (v[0], 0, 0, v[-1], 0, 0)
        else:
            turn = math.radians(v[0])
            step = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0, 0)
            if len(v) == 3:
                step = _times(_times((1, 0, 0, 1, v[1], v[2]), step), (1, 0, 0, 1, -v[1], -v[2]))
        found = _times(found, step)
    return found


def _times(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[2] * n[1],
        m[1] * n[0] + m[3] * n[1],
        m[0] * n[2] + m[2] * n[3],
        m[1] * n[2] + m[3] * n[3],
        m[0] * n[4] + m[2] * n[5] + m[4],
        m[1] * n[4] + m[3] * n[5] + m[5],
    )


def _at(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]
