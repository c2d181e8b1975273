"""Track that fits the spaces of a printed board, and everything else that lies on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldenspike.drawing.geometry import length, star
from goldenspike.drawing.pages.lettering import line, look
from goldenspike.drawing.pages.print_words import Words
from goldenspike.drawing.pages.tokens import Tokens
from goldenspike.drawing.svg import circle, group, path, polyline, rect

from ..board.load import Board
from ..drawing.palette import INK
from ..drawing.panels import locomotive
from ..drawing.pieces import mark, pattern, piece
from ..drawing.placement import SLOT, Placement

if TYPE_CHECKING:
    from ..rules.state import Values

CHIPS = {1: (30, "#e9e2d0"), 5: (15, "#d8a13a"), 10: (15, "#b9c7cc")}  # dollars: how many, colour
ROUND = 190.0  # a token
LEAST = 110.0  # of a piece: shorter ones cannot be held


def boomtown(value: int, r: float) -> str:
    """The marker of a boomtown around its middle: a golden burst with the new value."""
    return (
        path(
            polyline(star(14, r * 0.78, r, start=0.0), closed=True),
            fill="#f3c63c",
            stroke=INK,
            stroke_width="3",
            stroke_linejoin="round",
        )
        + circle(0, 0, r * 0.63, fill="#fff7dc", stroke=INK, stroke_width="2.4")
        + line(0, r * 0.36, str(value), look(r * 0.285, bold=True, fill="#7c1d16"), r, "middle")
    )


def slot_size(placement: Placement, scale: float) -> tuple[float, float]:
    """How long and wide a piece is so that it fits nine of ten spaces of the printed board."""
    found = sorted(length(slot) for line in placement.slots.values() for slot in line)
    return max(LEAST, found[len(found) // 10] * scale * 0.96), SLOT * scale


def track(placement: Placement, edition: str, scale: float) -> list[Tokens]:
    """The pieces of every railroad."""
    board = placement.board
    long, wide = slot_size(placement, scale)
    found = []
    for road in board.railroads:
        if road.kind == "short" and edition == "1992":
            continue
        units = long / scale
        drawn = piece(board, road, [(0.0, SLOT / 2), (units, SLOT / 2)])
        assert pattern(board, road)
        found.append(
            Tokens(
                f"{road.name} ({road.id}) × {road.pieces}",
                road.pieces,
                long,
                wide,
                group(drawn, 0, 0, scale),
                f"track {road.id}",
            )
        )
    return found


def tokens(board: Board, edition: str, words: Words, values: Values, scale: float) -> list[Tokens]:
    """Boomtown markers, railheads, the Train and money."""
    found = []
    if edition == "2002":
        across = 36 * scale
        for value, count in zip((4, 5), board.markers, strict=True):
            face = rect(0, 0, across, across, fill="#f7e6b0") + group(
                boomtown(value, across * 0.47), across / 2, across / 2
            )
            found.append(
                Tokens(words("token.boom", value=value, n=count), count, across, across, face, f"boom {value}")
            )
    for road in board.majors:
        count = 1 + values.branch_cards
        ink = mark(road.colour)
        face = rect(0, 0, 150, 110, fill=road.colour)
        face += path("M12 55L44 22V42H138V68H44V88Z", fill=ink)
        face += line(92, 65, road.id, look(8.4, bold=True, fill=road.colour), 80, "middle")
        found.append(
            Tokens(words("token.railhead", road=road.name, n=count), count, 150, 110, face, f"railhead {road.id}")
        )
    train = (
        rect(0, 0, 520, 330, fill="#f6ecd2")
        + locomotive(85, 245, 19)
        + path("M30 248H490", stroke=INK, stroke_width="6")
    )
    train += line(260, 300, words("token.train"), look(11, bold=True), 480, "middle")
    found.append(Tokens(words("token.train"), 1, 520, 330, train, "train"))
    for value, (count, colour) in CHIPS.items():
        r = ROUND / 2
        face = rect(0, 0, ROUND, ROUND, fill="#fffdf6") + circle(r, r, r - 8, fill=colour, stroke=INK, stroke_width="4")
        face += circle(r, r, r - 24, fill="none", stroke=INK, stroke_width="2")
        face += line(r, r + 18, f"${value}", look(15, bold=True), ROUND - 50, "middle")
        found.append(
            Tokens(words("token.money", value=f"${value}", n=count), count, ROUND, ROUND, face, f"money {value}")
        )
    return found
