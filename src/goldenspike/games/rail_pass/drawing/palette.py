"""Colours and lettering of the table."""

from __future__ import annotations

from goldenspike.drawing.text import ROMAN, ROMAN_BOLD, ROMAN_FAMILY, ROMAN_ITALIC, TextStyle

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

STYLE = (
    f"\n.rp text{{font-family:{ROMAN_FAMILY};fill:#2b2118}}"
    + """
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
)

PLAIN = TextStyle(ROMAN)
BOLD = TextStyle(ROMAN_BOLD, {"font_weight": 700})
LABEL = TextStyle(ROMAN_ITALIC, {"class_": "rp-label"})
LETTER = TextStyle(ROMAN_BOLD, {"class_": "rp-letter"})
FIGURE = TextStyle(ROMAN_BOLD, {"class_": "rp-figure"})
CAPS = TextStyle(ROMAN_BOLD, {"class_": "rp-caps"}, spacing=0.08)
RED = TextStyle(ROMAN, {"class_": "rp-red"})
