"""Tokens and pieces to cut out: groups of one shape each, side by side so that one cut serves two neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.drawing.svg import group
from goldenspike.engine.print_and_play import PrintPage

from .lettering import line, look
from .paper import MARGIN, Sheet, hairline, sheet

HEAD = 42.0  # above a group: its name
SPACE = 36.0  # below it
BESIDE = 44.0  # between two groups that stand side by side
NAME = 400.0  # the least room for the name of a group
FOOT = 60.0  # of a page, for its line of words


@dataclass(frozen=True)
class Tokens:
    """So many tokens of one kind: a name, the size of each, and SVG elements in a box from its top left corner.

    ``gap`` lies between neighbours; without one they share their cuts.
    """

    name: str
    count: int
    width: float
    height: float
    face: str
    kind: str = ""  # in the page's data, for those who count
    gap: float = 0.0
    faces: tuple[str, ...] = ()  # of each, where they differ


def token_pages(groups: Sequence[Tokens], paper: str, *, head: str = "") -> list[PrintPage]:
    """All groups from the top down; small ones stand side by side, and large ones go on where a page ends."""
    page = sheet(paper)
    bottom = page.height - MARGIN - FOOT
    pages: list[str] = []
    x, y, low = MARGIN, bottom, bottom  # as if a page were full
    for one in groups:
        across = max(1, int((page.inner_width + one.gap) // (one.width + one.gap)))
        left = one.count
        while left > 0:
            wide = max(min(left, across) * (one.width + one.gap), NAME)
            if x > MARGIN and (left > across or x + wide > page.width - MARGIN or y + HEAD + one.height > bottom):
                x, y = MARGIN, low
            rows = int((bottom - y - HEAD + one.gap) // (one.height + one.gap))
            # A group that fits on a page is not begun at the foot of one.
            if rows < 1 or (rows < min(-(-left // across), 3) and y > MARGIN + HEAD):
                pages.append(_head(page, head))
                x, y = MARGIN, MARGIN + (46.0 if head else 0.0)
                low = y
                continue
            shown = min(left, rows * across)
            pages[-1] += _group(one, x, y, across, shown, one.count - left)
            low = max(low, y + HEAD + -(-shown // across) * (one.height + one.gap) + SPACE)
            left -= shown
            x += wide + BESIDE
            if shown > across or x > page.width - MARGIN:
                x, y = MARGIN, low
    return [PrintPage(body) for body in pages]


def _head(page: Sheet, words: str) -> str:
    return line(MARGIN, MARGIN + 26, words, look(8, italic=True), page.inner_width) if words else ""


def _group(one: Tokens, x: float, y: float, across: int, count: int, first: int) -> str:
    """A grid of the same token, with its name above and lines to cut along."""
    found = line(
        x,
        y + 28,
        one.name + (" …" if first else ""),
        look(8, bold=True),
        max(NAME, min(count, across) * (one.width + one.gap)),
    )
    lines = ""
    for k in range(count):
        row, column = divmod(k, across)
        left, top = x + column * (one.width + one.gap), y + HEAD + row * (one.height + one.gap)
        found += group(one.faces[first + k] if one.faces else one.face, left, top, data_token=one.kind or one.name)
        lines += f"M{left:.1f} {top:.1f}h{one.width:.1f}v{one.height:.1f}h{-one.width:.1f}Z"
    return found + hairline(lines)
