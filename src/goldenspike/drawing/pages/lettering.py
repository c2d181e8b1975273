"""Text on pages: single lines, and paragraphs with **bold** and *slanted* words that fit their boxes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldenspike.drawing.svg import text
from goldenspike.drawing.text import SANS_FAMILY, SERIF_FAMILY, TextStyle, sans, serif, text_width

from .paper import INK

POINT = 25.4 / 72 * 10  # in tenths of a millimetre
LEADING = 1.34
_MARKED = re.compile(r"(\*\*.+?\*\*|\*[^*\s][^*]*?\*)")


@dataclass(frozen=True)
class Look:
    """How a text looks: its size in tenths of a millimetre, its face and its colour."""

    size: float
    bold: bool = False
    italic: bool = False
    plain: bool = False  # without serifs
    fill: str = INK

    @property
    def style(self) -> TextStyle:
        face = (sans if self.plain else serif)(bold=self.bold, italic=self.italic)
        look: dict[str, object] = {"font_family": SANS_FAMILY if self.plain else SERIF_FAMILY, "fill": self.fill}
        if self.bold:
            look["font_weight"] = 700
        if self.italic:
            look["font_style"] = "italic"
        return TextStyle(face, look)

    def width(self, words: str) -> float:
        return text_width(words, self.size, self.style.face)

    def at(self, points: float) -> Look:
        """The same in another size, in points."""
        return replace(self, size=points * POINT)


def look(points: float, **more: object) -> Look:
    """A look by its size in points."""
    return Look(points * POINT, **more)  # type: ignore[arg-type]


def line(x: float, y: float, words: str, how: Look, width: float | None = None, anchor: str = "start") -> str:
    """One line with its baseline at y; where it is too long for its width, the letters become smaller."""
    if not words:
        return ""
    size = how.size
    if width is not None:
        size = min(size, size * width / max(1.0, how.width(words)))
    return text(x, y, words, round(size, 2), how.style, text_anchor=anchor)


@dataclass(frozen=True)
class Word:
    """A word, how it looks, and whether there is a space before it."""

    text: str
    how: Look
    spaced: bool


def words_of(marked: str, how: Look) -> list[Word]:
    """The words of a text with **bold** and *slanted* parts."""
    found: list[Word] = []
    spaced = False
    for part in _MARKED.split(marked):
        face = how
        if part.startswith("**") and part.endswith("**") and len(part) > 4:
            part, face = part[2:-2], replace(how, bold=True)
        elif part.startswith("*") and part.endswith("*") and len(part) > 2:
            part, face = part[1:-1], replace(how, italic=True)
        for piece in re.split("([ \t\n]+)", part):
            if not piece:
                continue
            if piece.isspace():
                spaced = True
                continue
            found.append(Word(piece, face, spaced))
            spaced = False
    return found


def broken(words: Sequence[Word], width: float) -> list[list[Word]]:
    """Words in lines that fit; what stands together without a space stays together."""
    groups: list[list[Word]] = []
    for word in words:
        if groups and not word.spaced:
            groups[-1].append(word)
        else:
            groups.append([word])
    lines: list[list[Word]] = []
    used = 0.0
    for group in groups:
        wide = sum(word.how.width(word.text) for word in group)
        gap = group[0].how.width(" ")
        if lines and used + gap + wide <= width:
            lines[-1] += group
            used += gap + wide
        else:
            lines.append(list(group))
            used = wide
    return lines


def set_line(words: Sequence[Word], x: float, y: float, width: float, anchor: str = "start") -> str:
    """A line of words; neighbours that look the same are one text."""
    runs: list[tuple[str, Look]] = []
    for k, word in enumerate(words):
        gap = " " if k and word.spaced else ""
        if runs and runs[-1][1] == word.how:
            runs[-1] = (runs[-1][0] + gap + word.text, word.how)
        elif runs and gap:
            runs[-1] = (runs[-1][0] + " ", runs[-1][1])
            runs.append((word.text, word.how))
        else:
            runs.append((word.text, word.how))
    total = sum(how.width(shown) for shown, how in runs)
    shrink = min(1.0, width / max(1.0, total))
    x += {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * (width - total * shrink)
    found = ""
    for shown, how in runs:
        found += text(x, y, shown, round(how.size * shrink, 2), how.style)
        x += how.width(shown) * shrink
    return found


def paragraph(
    x: float, y: float, marked: str, how: Look, width: float, anchor: str = "start", leading: float = LEADING
) -> tuple[str, float]:
    """A text in lines from a top edge down, and how high it is."""
    lines = broken(words_of(marked, how), width)
    step = how.size * leading
    found = "".join(set_line(one, x, y + how.size * 0.95 + k * step, width, anchor) for k, one in enumerate(lines))
    return found, step * len(lines)


def block(
    x: float,
    y: float,
    marked: str,
    how: Look,
    width: float,
    height: float,
    *,
    anchor: str = "start",
    middle: bool = False,
) -> str:
    """A text that fits into a box: its letters become smaller until it does."""
    while True:
        lines = broken(words_of(marked, how), width)
        wide = max((sum(w.how.width(w.text) for w in one) for one in lines), default=0.0)
        high = how.size * LEADING * len(lines)
        if (high <= height and wide <= width * 1.1) or how.size < 4 * POINT:
            break
        how = replace(how, size=how.size * 0.95)
    top = y + max(0.0, (height - high) / 2 if middle else 0.0)
    return paragraph(x, top, marked, how, width, anchor)[0]
