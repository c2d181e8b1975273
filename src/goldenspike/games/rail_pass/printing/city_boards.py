"""City boards, one to a page: yard, station with two tracks, hotel and storage, large enough for paper cubes."""

from __future__ import annotations

from typing import Any

from goldenspike.drawing.pages.lettering import line, look
from goldenspike.drawing.pages.paper import INK, MARGIN, sheet
from goldenspike.drawing.pages.print_words import Words
from goldenspike.drawing.svg import circle, group, path, rect
from goldenspike.engine.print_and_play import PrintPage

from ..board.load import City, Layout
from ..drawing.palette import ACCENT, CUBE, LINE, SHADE, WOOD
from .sizes import BED, GAP, TRAIN_HEIGHT, train_length
from .sizes import CUBE as SPOT

ACROSS = 10
HEAD = 190.0
NOTE = look(8, italic=True, fill="#6b5231")


def city_boards(layout: Layout, words: Words, values: Any, paper: str) -> list[PrintPage]:
    """A page for every city."""
    return [_page(layout, city, words, values, paper) for city in layout.cities]


def _page(layout: Layout, city: City, words: Words, values: Any, paper: str) -> PrintPage:
    page = sheet(paper, wide=True)
    width, height = page.inner_width, page.inner_height - 50
    fill, ink, rim = CUBE[city.colour]
    edge = rim if city.colour in "YW" else fill
    body = rect(0, 0, width, height, rx="26", fill="#fffdf6", stroke=INK, stroke_width="5")
    body += rect(14, 14, width - 28, height - 28, rx="18", fill="none", stroke=edge, stroke_width="9")
    body += path(
        f"M14 32Q14 14 32 14H{width - 32:g}Q{width - 14:g} 14 {width - 14:g} 32V{HEAD}H14Z", fill=fill, stroke=rim
    )
    body += circle(115, 102, 68, fill="#fffdf6", stroke=INK, stroke_width="4")
    body += line(115, 134, city.id, look(27, bold=True), 100, "middle")
    body += line(220, 126, words(f"colour.{city.colour}"), look(26, bold=True, fill=ink), width * 0.5)
    owners = " · ".join(
        words("plan.of", n=seating.players, player=words("plan.player", k=seating.controller[city.id] + 1))
        for seating in layout.seating
    )
    body += line(width - 50, 118, owners, look(9, italic=True, fill=ink), width * 0.38, "end")
    y = HEAD + 50
    body += _spots(words("mat.yard"), layout.yard, 50, y)
    y += 52 + (SPOT + GAP) * -(-layout.yard // ACROSS) + 46
    long, short = train_length(values["long_cars"]), train_length(values["short_cars"])
    body += _track(words("mat.long"), 50, y, long) + _track(words("mat.short"), 50, y + TRAIN_HEIGHT + 120, short)
    left = 50 + max(long, short) + 110
    body += _hotel(words("mat.hotel"), values["hotel_beds"], left, y, width - left - 50, 2 * TRAIN_HEIGHT + 150)
    y += 2 * TRAIN_HEIGHT + 255
    body += _spots(words("mat.storage", colour=words(f"colour.{city.colour}")), layout.yard, 50, y, edge)
    return PrintPage(group(body, MARGIN, MARGIN, data_city=city.id), wide=True)


def _spots(name: str, count: int, x: float, y: float, colour: str = LINE) -> str:
    """Places for cubes, ten to a row, the first and the last marked."""
    rows = -(-count // ACROSS)
    found = line(x, y + 26, name, NOTE, 1500)
    found += rect(
        x - 12,
        y + 40,
        ACROSS * (SPOT + GAP) + 12,
        rows * (SPOT + GAP) + 24 - GAP,
        rx="14",
        fill=SHADE,
        fill_opacity="0.55",
    )
    for k in range(count):
        row, column = divmod(k, ACROSS)
        left, top = x + column * (SPOT + GAP), y + 52 + row * (SPOT + GAP)
        found += rect(
            left, top, SPOT, SPOT, rx="14", fill="#fffdf6", stroke=colour, stroke_width="3", data_spot=k,
        )  # fmt: skip
    return found


def _track(name: str, x: float, y: float, long: float) -> str:
    """A station track, as long as its train."""
    low = y + TRAIN_HEIGHT + 44
    ties = "".join(f"M{x + k:g} {low + 12:g}v26" for k in range(14, int(long), 34))
    return (
        line(x, y + 26, name, NOTE, long)
        + rect(
            x,
            y + 38,
            long,
            TRAIN_HEIGHT,
            rx="12",
            fill="#f3e9d2",
            stroke=LINE,
            stroke_width="3",
            stroke_dasharray="12 9",
        )
        + path(ties, stroke=WOOD, stroke_width="12")
        + path(f"M{x:g} {low + 14:g}h{long:g}M{x:g} {low + 36:g}h{long:g}", stroke=INK, stroke_width="5")
        + path(f"M{x + long:g} {low + 2:g}v44", stroke=ACCENT, stroke_width="9")
    )


def _hotel(name: str, beds: int, x: float, y: float, wide: float, high: float) -> str:
    """Beds for engineers under one roof."""
    across = max(1, min(beds, int((wide - 40) // (BED + 16))))
    rows = -(-beds // across)
    scale = min(1.0, (high - 130) / (rows * (BED + 16)))
    size = BED * scale
    used = across * (size + 16) + 24
    left = x + (wide - used) / 2
    found = path(
        f"M{left - 30:.1f} {y + 100:.1f}L{left + used / 2:.1f} {y:.1f}L{left + used + 30:.1f} {y + 100:.1f}Z",
        fill=ACCENT, stroke=INK, stroke_width="4", stroke_linejoin="round",
    )  # fmt: skip
    found += line(left + used / 2, y + 82, name, look(12, bold=True, fill="#fff8e8"), used * 0.6, "middle")
    found += rect(left, y + 100, used, rows * (size + 16) + 24, fill="#efdfbd", stroke=INK, stroke_width="4")
    for k in range(beds):
        row, column = divmod(k, across)
        found += rect(
            left + 20 + column * (size + 16), y + 120 + row * (size + 16), size, size, rx="12", fill="#fffdf6",
            stroke=LINE, stroke_width="3", data_bed=k,
        )  # fmt: skip
    return found
