"""How wide the letters of the pictures are, from the metrics of the fonts they are drawn with.

usage: python tools/text_widths.py            writes src/goldenspike/drawing/text_widths.json
       python tools/text_widths.py --check    says whether that file is what this command would write

The pictures ask for Times (or a font of the same metrics: Times New Roman, Tinos, Liberation Serif, Nimbus Roman) or
for DejaVu (or Bitstream Vera, Verdana). Where a machine has none of these, the browser takes its usual serif or
sans-serif face; DejaVu is the widest of the usual ones, so a text that fits in DejaVu fits everywhere. Both sets of
metrics come with matplotlib, a development dependency, so that every machine writes the same file.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import matplotlib
from fontTools.agl import UV2AGL
from fontTools.ttLib import TTFont

FILE = Path(__file__).parents[1] / "src" / "goldenspike" / "drawing" / "text_widths.json"
FONTS = Path(matplotlib.get_data_path()) / "fonts"
STYLES = ("regular", "bold", "italic", "bold italic")
TIMES = ("ptmr8a", "ptmb8a", "ptmri8a", "ptmbi8a")
SERIF = ("DejaVuSerif", "DejaVuSerif-Bold", "DejaVuSerif-Italic", "DejaVuSerif-BoldItalic")
SANS = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSans-BoldOblique")
BLOCKS = ((0x20, 0x7E), (0xA0, 0x17F), (0x370, 0x3FF), (0x400, 0x45F), (0x2010, 0x2026), (0x2190, 0x2193))
SYMBOLS = "€™−√≠≤≥★☆♠♣♥♦"


def characters() -> list[int]:
    """Latin, Greek, Cyrillic, and the signs that boards and players use."""
    return sorted({code for first, last in BLOCKS for code in range(first, last + 1)} | set(map(ord, SYMBOLS)))


def true_type(name: str) -> dict[int, int]:
    """Widths in hundredths of the font size."""
    font = TTFont(FONTS / "ttf" / f"{name}.ttf")
    glyphs, advances, unit = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    return {code: round(100 * advances[glyphs[code]][0] / unit) for code in characters() if code in glyphs}


def type_one(name: str) -> dict[int, int]:
    """The same of a font that is known by its metrics file."""
    lines = (FONTS / "afm" / f"{name}.afm").read_text(encoding="latin-1")
    widths = {glyph: float(width) for width, glyph in re.findall(r"^C -?\d+ ; WX (\S+) ; N (\S+) ;", lines, re.M)}
    named = {code: UV2AGL.get(code) for code in characters()}
    return {code: round(widths[glyph] / 10) for code, glyph in named.items() if glyph in widths}


def runs(widths: dict[int, int]) -> dict[str, str]:
    """Consecutive characters by the code of the first."""
    found: dict[int, list[int]] = {}
    start = last = -2
    for code in sorted(widths):
        if code != last + 1:
            start = code
        found.setdefault(start, []).append(widths[code])
        last = code
    return {f"{first:04x}": " ".join(map(str, run)) for first, run in found.items()}


def table() -> str:
    """The whole file."""
    fonts = {}
    for family, names, read in (
        ("Times", TIMES, type_one), ("DejaVu Serif", SERIF, true_type), ("DejaVu Sans", SANS, true_type)
    ):  # fmt: skip
        for style, name in zip(STYLES, names, strict=True):
            fonts[f"{family} {style}"] = {"metrics": name, "widths": runs(read(name))}
    about = "Advance widths in hundredths of the font size by character code; written by tools/text_widths.py."
    return json.dumps({"about": about, "fonts": fonts}, indent=1) + "\n"


def main() -> int:
    if "--check" not in sys.argv[1:]:
        FILE.write_text(table(), encoding="utf-8")
        print(f"{FILE.name}: {FILE.stat().st_size} bytes")
        return 0
    same = FILE.read_text(encoding="utf-8") == table()
    print(f"{FILE.name} is up to date" if same else f"{FILE.name} is not what python tools/text_widths.py writes")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
