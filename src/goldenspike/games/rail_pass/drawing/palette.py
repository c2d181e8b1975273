"""Pen and paper of the drawing: colours, lettering and the small shapes everything is made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

Point = tuple[float, float]

PAPER, INK, FRAME, ACCENT = "#f3e9d2", "#2b2118", "#33241a", "#9c2f25"
CARD, LINE, WATER, HILL = "#fbf5e4", "#9c7b4d", "#86aab5", "#a8703a"
WOOD, BRASS, SHADE = "#6b4d31", "#c7921f", "#e6d7b4"

# Fill, the ink on it, and a darker rim.
CUBE = {
    "K": ("#3a3431", "#fff8e8", "#171311"),
    "R": ("#b23a2c", "#fff8e8", "#6d1d15"),
    "B": ("#2d649f", "#fff8e8", "#173a60"),
    "G": ("#3f8149", "#fff8e8", "#1f4a27"),
    "Y": ("#e9bb3a", "#2b2118", "#8a6510"),
    "W": ("#fffdf6", "#2b2118", "#857a67"),
}

STYLE = """
.rp text{font-family:'Times New Roman',Tinos,'Liberation Serif','Nimbus Roman',Times,serif;fill:#2b2118}
.rp .rp-label{font-style:italic;fill:#6b5231}
.rp .rp-letter{font-weight:700;text-anchor:middle}
.rp .rp-figure{font-weight:700;font-variant-numeric:tabular-nums}
.rp .rp-caps{font-weight:700;letter-spacing:.08em}
.rp .rp-light{fill:#fff8e8}
.rp .rp-red{fill:#9c2f25}
.rp-well{fill:#fbf5e4;fill-opacity:.55;stroke:#9c7b4d;stroke-width:1.4;stroke-dasharray:4 3}
.rp-rail{fill:none;stroke:#4a3a2b;stroke-width:2.6}
.rp-sleepers{fill:none;stroke:#8a6642;stroke-width:4}
"""

# Advance widths of a bold Times-like face in hundredths of the size, for the characters 32 to 126.
_BOLD = (
    "25 33 56 50 50 100 83 28 33 33 50 57 25 33 25 28 50 50 50 50 50 50 50 50 50 50 33 33 57 57 57 50 "
    "93 72 67 72 72 67 61 78 78 39 50 78 67 94 72 78 61 78 72 56 67 72 72 100 72 72 67 33 28 33 58 50 "
    "33 50 56 44 56 44 33 50 56 28 33 56 28 83 56 50 56 56 44 39 33 56 50 72 50 50 44 39 22 39 52"
)
_WIDTHS = dict(enumerate(map(int, _BOLD.split()), start=32))


def text_width(text: str, size: float) -> float:
    """About how wide a text is in the bold face; the other faces are a little narrower."""
    return sum(_WIDTHS.get(ord(letter), 62) for letter in text) * size / 100


def number(value: float) -> str:
    """A coordinate with at most one decimal, never minus zero."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def at(x: float, y: float) -> str:
    """The transform that moves a group."""
    return f'transform="translate({number(x)} {number(y)})"'


def path(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of straight pieces."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")


def rect(x: float, y: float, w: float, h: float, look: str) -> str:
    """A rectangle."""
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" {look}/>'


def words(x: float, y: float, text: str, size: float, look: str = "", room: float | None = None) -> str:
    """Lettering, squeezed into its room if it is too long for it."""
    if room is not None and text_width(text, size) > room:
        look += f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{" " + look.strip() if look else ""}>'
        f"{escape(text)}</text>"
    )


def short(text: str, most: int) -> str:
    """A name cut to a length that can be lettered."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def panel(w: float, h: float, fill: str = CARD) -> str:
    """A paper card with a double rule and a shadow."""
    return (
        rect(3, 5, w, h, 'rx="3" fill="#1a120a" opacity=".22"')
        + rect(0, 0, w, h, f'rx="2" fill="{fill}" stroke="{INK}" stroke-width="2"')
        + rect(5, 5, w - 10, h - 10, f'fill="none" stroke="{LINE}" stroke-width="1.2"')
    )


def sector(cx: float, cy: float, r: float, share: float) -> str:
    """Path data of the part of a disc that is left, clockwise up to twelve o'clock."""
    if share >= 0.9995:
        return f"M{number(cx)} {number(cy - r)}a{number(r)} {number(r)} 0 1 1 -.1 0Z"
    angle = 2 * math.pi * (1 - max(0.0, share))
    x, y = cx + r * math.sin(angle), cy - r * math.cos(angle)
    large = 1 if share > 0.5 else 0
    return (
        f"M{number(cx)} {number(cy)}L{number(x)} {number(y)}"
        f"A{number(r)} {number(r)} 0 {large} 1 {number(cx)} {number(cy - r)}Z"
    )


def clock_text(ms: int) -> str:
    """Minutes and seconds; the last second counts until it is over."""
    seconds = -(-max(0, ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"
