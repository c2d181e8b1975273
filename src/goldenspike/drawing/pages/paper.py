"""A sheet of paper: its size, the part of it that printers reach, and marks that say where to cut."""

from __future__ import annotations

from dataclasses import dataclass

from goldenspike.drawing.svg import element, number, path
from goldenspike.engine.print_and_play import PAPERS

MARGIN = 60.0  # tenths of a millimetre: what usual printers leave white
INK, GREY, HAIR = "#2b2118", "#7a6f60", "#a59a88"
TICK = 40.0  # the longest cutting mark


@dataclass(frozen=True)
class Sheet:
    """One side of paper in tenths of a millimetre."""

    width: float
    height: float

    @property
    def inner_width(self) -> float:
        return self.width - 2 * MARGIN

    @property
    def inner_height(self) -> float:
        return self.height - 2 * MARGIN


def sheet(paper: str, *, wide: bool = False) -> Sheet:
    """The paper of that name, upright or on its long side."""
    width, height = (10 * side for side in PAPERS[paper])
    return Sheet(height, width) if wide else Sheet(width, height)


def hairline(data: str, **attributes: object) -> str:
    """A line to cut along."""
    return path(data, fill="none", stroke=HAIR, stroke_width="0.9", **attributes)


def cutting_marks(page: Sheet, across: list[float], down: list[float]) -> str:
    """Ticks outside a grid of cuts, at both ends of every line; they stay within what printers reach."""
    left, right, top, bottom = across[0], across[-1], down[0], down[-1]
    gap = 8.0
    data = ""
    for x in across:
        up, low = max(MARGIN, top - gap - TICK), min(page.height - MARGIN, bottom + gap + TICK)
        data += _piece(x, up, x, top - gap) + _piece(x, bottom + gap, x, low)
    for y in down:
        west, east = max(MARGIN, left - gap - TICK), min(page.width - MARGIN, right + gap + TICK)
        data += _piece(west, y, left - gap, y) + _piece(right + gap, y, east, y)
    return element("g", hairline(data), class_="gs-marks") if data else ""


def _piece(x1: float, y1: float, x2: float, y2: float) -> str:
    """A tick, unless there is no room for it."""
    if x2 - x1 < 4 and y2 - y1 < 4:
        return ""
    return f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
