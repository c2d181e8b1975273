"""A large picture on several pages: they overlap, and marks show where to cut and where the next page joins."""

from __future__ import annotations

import math
from dataclasses import dataclass

from goldenspike.drawing.picture_files import size
from goldenspike.drawing.svg import element, number, rect
from goldenspike.engine.print_and_play import PlacedPicture, PrintPage

from .paper import GREY, HAIR, MARGIN, Sheet, cutting_marks, hairline, sheet
from .print_words import Words

OVERLAP = 80.0
EDGE = 34.0  # around the picture on a page: for marks and a line of words
SLACK = 0.9  # so much smaller a board may be to save pages
MOST_PAGES = 60


@dataclass(frozen=True)
class Tiling:
    """How a picture lies on pages: tenths of a millimetre for each of its units, and rows and columns of pages."""

    scale: float
    columns: int
    rows: int
    wide: bool
    page: Sheet

    @property
    def window(self) -> tuple[float, float]:
        """What a page shows of the picture at most."""
        return self.page.inner_width - 2 * EDGE, self.page.inner_height - 2 * EDGE

    @property
    def pages(self) -> int:
        return self.columns * self.rows


def tiling(width: float, height: float, wished: float, paper: str) -> Tiling:
    """The fewest pages on which a picture is about as large as wished, and as large as these pages allow."""
    found: list[tuple[int, float, Tiling]] = []
    for wide in (False, True):
        page = sheet(paper, wide=wide)
        show = Tiling(1.0, 1, 1, wide, page).window
        columns, rows = (_count(side * wished * SLACK, room) for side, room in zip((width, height), show, strict=True))
        fits = min(_covered(columns, show[0]) / width, _covered(rows, show[1]) / height)
        scale = min(fits, wished * 1.05)
        found.append((columns * rows, -scale, Tiling(scale, columns, rows, wide, page)))
    best = min(found, key=lambda one: one[:2])[2]
    return best if best.pages <= MOST_PAGES else tiling(width, height, wished * 0.8, paper)


def _count(length: float, room: float) -> int:
    return max(1, math.ceil((length - OVERLAP - 0.01) / (room - OVERLAP)))


def _covered(count: int, room: float) -> float:
    return count * room - (count - 1) * OVERLAP


def tile_pages(svg: str, how: Tiling, words: Words) -> list[PrintPage]:
    """The pages of a picture, row by row; a small plan on each says where it belongs."""
    width, height = (side * how.scale for side in size(svg))
    found = []
    for row in range(how.rows):
        for column in range(how.columns):
            found.append(_tile(svg, how, width, height, row, column, words))
    return found


def _span(length: float, count: int, index: int) -> tuple[float, float]:
    """Where a page begins in the picture, and how much it shows: all pages show the same amount."""
    share = (length + (count - 1) * OVERLAP) / count
    return index * (share - OVERLAP), share


def _tile(svg: str, how: Tiling, width: float, height: float, row: int, column: int, words: Words) -> PrintPage:
    page = how.page
    (from_x, wide), (from_y, high) = _span(width, how.columns, column), _span(height, how.rows, row)
    left, top = (page.width - wide) / 2, (page.height - high) / 2
    right, bottom = left + wide, top + high
    placed = PlacedPicture(svg, left - from_x, top - from_y, how.scale, (left, top, wide, high))
    across, down, joins = [left, right], [top, bottom], ""
    if column:
        across.append(left + OVERLAP)
        joins += f"M{number(left + OVERLAP)} {number(top)}V{number(bottom)}"
    if row:
        down.append(top + OVERLAP)
        joins += f"M{number(left)} {number(top + OVERLAP)}H{number(right)}"
    note = ""
    body = rect(left, top, wide, high, fill="none", stroke=HAIR, stroke_width="0.9")
    if joins:
        body += hairline(joins, stroke_dasharray="14 10", class_="gs-joins")
    body += cutting_marks(page, sorted(across), sorted(down))
    if how.pages > 1:
        body += _plan(how, row, column, page.width - MARGIN - 50, page.height - MARGIN)
        note = f"{chr(65 + row)}{column + 1}" + (f" · {words('join')}" if joins else "")
    return PrintPage(body, (placed,), wide=how.wide, note=note)


def _plan(how: Tiling, row: int, column: int, right: float, bottom: float) -> str:
    """All pages in small, this one dark."""
    high = 24.0 / how.rows
    wide = min(18.0, high * how.page.width / how.page.height)
    found = ""
    for r in range(how.rows):
        for c in range(how.columns):
            x, y = right - (how.columns - c) * wide, bottom - (how.rows - r) * high
            fill = GREY if (r, c) == (row, column) else "#fff"
            found += rect(x, y, wide, high, fill=fill, stroke=GREY, stroke_width="0.9")
    return element("g", found, class_="gs-plan")


def one_page(svg: str, paper: str) -> PrintPage:
    """A picture as large as one page allows."""
    width, height = size(svg)
    wide = width > height
    page = sheet(paper, wide=wide)
    room = page.inner_height - 50
    scale = min(page.inner_width / width, room / height)
    left, top = (page.width - scale * width) / 2, MARGIN + (room - scale * height) / 2
    return PrintPage("", (PlacedPicture(svg, left, top, scale),), wide=wide)
