"""Colours and lettering of the board."""

from __future__ import annotations

from goldenspike.drawing.text import (
    ROMAN,
    ROMAN_BOLD,
    ROMAN_FAMILY,
    ROMAN_ITALIC,
    TextStyle,
)

INK = "#3b2d1f"
PAPER = "#f1e6c9"
HALO = "#f6ecd2"
RIVER = "#4f8fb3"
WATER_LINE = "#40606b"
WATER_TEXT = "#2f5b6b"
FADED = "#6b5334"
FRAME_COLOUR = "#2d2118"
DARK, LIGHT = "#211a14", "#fffaf0"
OUTLINE = "#2a1f15"
VALUE_COLOURS = {2: "#5f7d8c", 3: "#4d8a78", 4: "#7d8f35", 5: "#c7921f", 6: "#c9622a", 7: "#a02c2c"}

STYLE = (
    f"\n.gsb text{{font-family:{ROMAN_FAMILY}}}"
    + """
.gsb-slot{fill:#fffaea;stroke:#3f2d1c;stroke-width:1.35;stroke-linejoin:round}
.gsb-slot.gsb-mountain{fill:#a5713e}
.gsb-slot.gsb-lake{fill:#c5dfe6}
.gsb-bed{fill:none;stroke:#f4e9cd;stroke-opacity:.6;stroke-width:13}
.gsb-arrow{fill:none;stroke:#b0281c;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}
.gsb-id{font-size:8.4px;font-weight:700;text-anchor:middle}
.gsb-pin-id{font-size:7.6px;font-weight:700;text-anchor:middle}
.gsb-value{font-size:16px;font-weight:700;text-anchor:middle;fill:#fff}
.gsb-name{font-weight:700;fill:#241a10;stroke:#f6ecd2;stroke-width:3.4px;stroke-linejoin:round;paint-order:stroke}
.gsb-square{font-size:7px;font-weight:700;text-anchor:middle}
"""
)
# Sizes of the letters of railroads on small things, as the style above has them.
LETTER_SIZES = {"gsb-id": 8.4, "gsb-pin-id": 7.6, "gsb-square": 7.0}

BOLD = TextStyle(ROMAN_BOLD, {"font_weight": 700})
HEADING = TextStyle(ROMAN_BOLD, {"text_anchor": "middle", "font_weight": 700}, spacing=0.16)
CAPITALS = TextStyle(ROMAN_BOLD, {"text_anchor": "middle", "font_weight": 700}, spacing=0.14)
NOTE = TextStyle(ROMAN_ITALIC, {"font_style": "italic"})

# Names on the map by their kind: face, the style that gives it, colour, and strength where it is faint.
NAME_STYLES = {
    "country": (ROMAN, "font-weight:400", "#7a6a52", None),
    "land": (ROMAN, "font-weight:400", "#86693f", "0.8"),
    "range": (ROMAN, "font-weight:400", "#5a3d22", None),
    "water": (ROMAN_ITALIC, "font-style:italic", WATER_TEXT, None),
    "river": (ROMAN_ITALIC, "font-style:italic", "#2d6385", None),
}
