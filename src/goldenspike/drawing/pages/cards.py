"""Cards on sheets: nine to a page, with lines to cut along, and backs that meet their fronts.

Cards are as large as ordinary ones, 63 by 88 millimetres, so that they fit usual sleeves. A page of backs is the page
of fronts seen in a mirror: printed on the other side, turned over the long edge, every back lies behind its front.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.drawing.svg import group, picture, rect
from goldenspike.engine.print_and_play import PlacedPicture, PrintPage

from .paper import INK, Sheet, cutting_marks, hairline, sheet

WIDTH, HEIGHT = 630.0, 880.0
ACROSS, DOWN = 3, 3
EACH_PAGE = ACROSS * DOWN
ROUND = 30.0
INSET = 26.0  # of a card's frame: what may be lost when somebody cuts carelessly


@dataclass(frozen=True)
class Card:
    """A card to print: SVG elements of its front and its back in a box of 630 by 880, and its name."""

    name: str
    front: str
    back: str


def card_pages(cards: Sequence[Card], paper: str, *, backs: bool) -> list[PrintPage]:
    """Pages of fronts, each followed by its backs."""
    page = sheet(paper)
    found = []
    for first in range(0, len(cards), EACH_PAGE):
        shown = cards[first : first + EACH_PAGE]
        found.append(_fronts(page, shown))
        if backs:
            found.append(_backs(page, shown))
    return found


def places(page: Sheet, *, mirrored: bool = False) -> list[tuple[float, float]]:
    """The top left corners of the cards of a page, row by row."""
    left, top = (page.width - ACROSS * WIDTH) / 2, (page.height - DOWN * HEIGHT) / 2
    found = []
    for k in range(EACH_PAGE):
        row, column = divmod(k, ACROSS)
        found.append((left + (ACROSS - 1 - column if mirrored else column) * WIDTH, top + row * HEIGHT))
    return found


def _fronts(page: Sheet, shown: Sequence[Card]) -> PrintPage:
    body = "".join(
        group(card.front, x, y, data_card=card.name) for card, (x, y) in zip(shown, places(page), strict=False)
    )
    return PrintPage(body + _cuts(page, len(shown), mirrored=False))


def _backs(page: Sheet, shown: Sequence[Card]) -> PrintPage:
    """Backs are pictures: the same one is kept once in a file, however often it is printed."""
    pictures = tuple(
        PlacedPicture(as_picture(card.back, WIDTH, HEIGHT), x, y, 1.0)
        for card, (x, y) in zip(shown, places(page, mirrored=True), strict=False)
    )
    return PrintPage(_cuts(page, len(shown), mirrored=True), pictures)


def as_picture(body: str, width: float, height: float) -> str:
    """Elements as a picture of their own."""
    return picture(body, width, height, ids="part", title="part", description="part", sized=False)


def _cuts(page: Sheet, count: int, *, mirrored: bool) -> str:
    """Lines between the cards and around them, and ticks outside."""
    spots = places(page, mirrored=mirrored)[:count]
    across = sorted({x for x, _ in spots} | {x + WIDTH for x, _ in spots})
    down = sorted({y for _, y in spots} | {y + HEIGHT for _, y in spots})
    lines = ""
    for x, y in spots:
        lines += f"M{x:g} {y:g}h{WIDTH:g}v{HEIGHT:g}h{-WIDTH:g}Z"
    return hairline(lines, stroke_dasharray="6 6") + cutting_marks(page, across, down)


def frame(colour: str, fill: str = "#fffdf6") -> str:
    """The ground of a card: white at the cut, then a coloured frame with a fine line in it."""
    inner = INSET + 13
    return (
        rect(INSET, INSET, WIDTH - 2 * INSET, HEIGHT - 2 * INSET, rx=f"{ROUND:g}", fill=colour)
        + rect(inner, inner, WIDTH - 2 * inner, HEIGHT - 2 * inner, rx=f"{ROUND - 10:g}", fill=fill)
        + rect(
            inner + 8,
            inner + 8,
            WIDTH - 2 * inner - 16,
            HEIGHT - 2 * inner - 16,
            rx=f"{ROUND - 15:g}",
            fill="none",
            stroke=colour,
            stroke_width="2",
        )
    )


def back_frame(colour: str, light: str = "#f6ecd2") -> str:
    """The ground of a back: a coloured field with a pattern of sleepers, and a light edge."""
    inner = INSET + 16
    ties = "".join(f"M{inner + 14:g} {y:g}h{WIDTH - 2 * inner - 28:g}" for y in range(int(inner) + 24, 850, 17))
    return (
        rect(INSET, INSET, WIDTH - 2 * INSET, HEIGHT - 2 * INSET, rx=f"{ROUND:g}", fill=colour)
        + f'<path d="{ties}" stroke="{light}" stroke-opacity="0.16" stroke-width="3.4" fill="none"/>'
        + rect(
            inner,
            inner,
            WIDTH - 2 * inner,
            HEIGHT - 2 * inner,
            rx=f"{ROUND - 12:g}",
            fill="none",
            stroke=light,
            stroke_width="4",
        )
        + rect(
            inner + 12,
            inner + 12,
            WIDTH - 2 * inner - 24,
            HEIGHT - 2 * inner - 24,
            rx=f"{ROUND - 18:g}",
            fill="none",
            stroke=light,
            stroke_width="1.4",
        )
    )


def medallion(x: float, y: float, r: float, fill: str, rim: str = INK) -> str:
    """A round field for an emblem."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{rim}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{r - 5:g}" fill="{fill}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{r - 14:g}" fill="none" stroke="{rim}" stroke-width="2.4"/>'
    )
