"""Player aids, four to a page, and score pads, two to a page."""

from __future__ import annotations

from dataclasses import dataclass

from goldenspike.drawing.svg import group, number, path, rect
from goldenspike.engine.print_and_play import PrintPage

from .lettering import Look, block, line, look, paragraph
from .paper import GREY, HAIR, INK, MARGIN, hairline, sheet

PAD = 42.0
GUTTER = 24.0


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it, a line each; lines that begin with a number or sign and a tab hang."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Aid:
    """What a player wants to look up during a game."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    colour: str


def aid_pages(aid: Aid, count: int, paper: str) -> list[PrintPage]:
    """So many copies, four to a page."""
    page = sheet(paper)
    wide, high = page.inner_width / 2, (page.inner_height - 50) / 2
    one = _aid(aid, wide, high)
    found = []
    for first in range(0, count, 4):
        shown = min(4, count - first)
        spots = [(MARGIN + (k % 2) * wide, MARGIN + (k // 2) * high) for k in range(shown)]
        body = "".join(group(one, x, y, data_aid="1") for x, y in spots)
        lines = "".join(f"M{x:.1f} {y:.1f}h{wide:.1f}v{high:.1f}h{-wide:.1f}Z" for x, y in spots)
        found.append(PrintPage(body + hairline(lines, stroke_dasharray="6 6")))
    return found


def _aid(aid: Aid, wide: float, high: float) -> str:
    """One aid: its text is as large as the space allows."""
    inner = wide - 2 * PAD
    body = rect(14, 14, wide - 28, high - 28, rx="22", fill="none", stroke=aid.colour, stroke_width="5")
    body += path(f"M14 36Q14 14 36 14H{wide - 36:.1f}Q{wide - 14:.1f} 14 {wide - 14:.1f} 36V106H14Z", fill=aid.colour)
    body += line(wide / 2, 64, aid.title, look(12.5, bold=True, fill="#fff8e8"), inner, "middle")
    body += line(wide / 2, 92, aid.subtitle, look(6.2, italic=True, fill="#fff8e8"), inner, "middle")
    points = 8.2
    while True:
        text, used = _sections(aid, PAD, 124, inner, points)
        if used <= high - 34 or points < 4.6:
            return body + text
        points -= 0.1


def _sections(aid: Aid, x: float, y: float, width: float, points: float) -> tuple[str, float]:
    found = ""
    for section in aid.sections:
        found += line(x, y + points * 3.5, section.title, look(points + 0.6, bold=True, fill=aid.colour), width)
        y += points * 3.53 * 1.5
        for words in section.lines:
            text, used = hanging(x, y, words, look(points), width)
            found += text
            y += used + points * 0.55
        y += points * 1.3
    return found, y


def hanging(x: float, y: float, words: str, how: Look, width: float) -> tuple[str, float]:
    """A paragraph; what stands before a tab hangs at its left."""
    mark, tab, rest = words.partition("\t")
    if not tab:
        return paragraph(x, y, words, how, width)
    indent = max(how.size * 1.5, how.width(mark) + how.size * 0.7)
    text, used = paragraph(x + indent, y, rest, how, width - indent)
    head, _ = paragraph(x, y, f"**{mark}**", how, indent)
    return head + text, used


@dataclass(frozen=True)
class ScorePad:
    """A table to write in: a column for each player, a row for each kind of points."""

    title: str
    subtitle: str
    rows: tuple[tuple[str, str, str], ...]  # what, how it is counted in small letters, and faint letters in each cell
    columns: int
    total: str
    colour: str


def pad_pages(pad: ScorePad, count: int, paper: str) -> list[PrintPage]:
    """So many tables, two to a page that lies on its long side."""
    page = sheet(paper, wide=True)
    wide, high = (page.inner_width - 2 * GUTTER) / 2, page.inner_height - 50
    one = _pad(pad, wide, high)
    found = []
    for first in range(0, count, 2):
        shown = min(2, count - first)
        spots = [(MARGIN + k * (wide + 2 * GUTTER), MARGIN) for k in range(shown)]
        body = "".join(group(one, x, y, data_pad="1") for x, y in spots)
        if shown > 1:
            body += hairline(
                f"M{number(page.width / 2)} {number(MARGIN)}V{number(MARGIN + high)}", stroke_dasharray="6 6"
            )
        found.append(PrintPage(body, wide=True))
    return found


def _pad(pad: ScorePad, wide: float, high: float) -> str:
    """One table."""
    top = 120.0
    first = wide * (0.34 if pad.columns > 2 else 0.46)
    column = (wide - first) / pad.columns
    names = 74.0
    last = 86.0
    row = (high - top - names - last) / len(pad.rows)
    body = line(0, 50, pad.title, look(16, bold=True, fill=pad.colour), wide)
    body += line(0, 88, pad.subtitle, look(7.5, italic=True, fill=GREY), wide)
    body += rect(0, top, wide, high - top, fill="none", stroke=INK, stroke_width="4")
    grid = ""
    for k in range(pad.columns):
        x = first + k * column
        grid += f"M{number(x)} {number(top)}V{number(high)}"
    y = top + names
    for what, how, hint in pad.rows:
        grid += f"M0 {number(y)}H{number(wide)}"
        body += _row(what, how, y, row, first)
        for k in range(pad.columns if hint else 0):
            body += line(first + (k + 0.5) * column, y + row / 2 + 10, hint, look(8, fill=HAIR), column - 12, "middle")
        y += row
    body += rect(0, y, wide, last, fill=pad.colour, fill_opacity="0.14")
    body += line(18, y + last / 2 + 12, pad.total, look(11, bold=True), first - 30)
    body += path(f"M0 {number(y)}H{number(wide)}", stroke=INK, stroke_width="4")
    return path(grid, stroke=HAIR, stroke_width="1.6") + body


def _row(what: str, how: str, y: float, high: float, wide: float) -> str:
    if not how:
        return block(18, y + 4, what, look(9), wide - 30, high - 8, middle=True)
    if not what:
        return block(18, y + 4, how, look(6.6, italic=True, fill=GREY), wide - 30, high - 8, middle=True)
    half = high * 0.46
    return block(18, y + 4, what, look(9), wide - 30, half, middle=True) + block(
        18, y + 4 + half, how, look(6.2, italic=True, fill=GREY), wide - 30, high - half - 8, middle=True
    )
