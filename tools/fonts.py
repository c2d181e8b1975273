"""The fonts in which pictures are printed: cut down to the letters of the boards, from the DejaVu fonts.

usage: python tools/fonts.py            writes src/goldenspike/drawing/fonts/
       python tools/fonts.py --check    says whether these files are what this command would write

A PDF carries its fonts, so they must lie in the package. The originals come with matplotlib, a development dependency,
so that every machine writes the same files. fonts.json tells what a PDF must say about each font, so that nothing has
to read a font file when somebody prints.
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from text_widths import FONTS, SANS, SERIF, characters

FOLDER = Path(__file__).parents[1] / "src" / "goldenspike" / "drawing" / "fonts"
LICENCE = FONTS / "ttf" / "LICENSE_DEJAVU"
NAMES = (*SERIF, *SANS)


def subset(name: str) -> bytes:
    """One font with the letters that pictures use, without hints for screens."""
    options = Options(hinting=False, layout_features=[], name_IDs=[0, 1, 2, 6, 13], notdef_outline=True)
    options.drop_tables += ["FFTM"]
    font = TTFont(FONTS / "ttf" / f"{name}.ttf", recalcTimestamp=False)
    cutter = Subsetter(options)
    cutter.populate(unicodes=characters())
    cutter.subset(font)
    made = io.BytesIO()
    font.save(made, reorderTables=None)
    return made.getvalue()


def described(raw: bytes) -> dict[str, Any]:
    """What a PDF says about a font, in thousandths of the font size, and its glyphs: number and width by letter."""
    font = TTFont(io.BytesIO(raw))
    unit = font["head"].unitsPerEm

    def scaled(value: float) -> int:
        return round(1000 * value / unit)

    head, wide = font["head"], font["hmtx"]
    return {
        "box": [scaled(edge) for edge in (head.xMin, head.yMin, head.xMax, head.yMax)],
        "ascent": scaled(font["hhea"].ascent),
        "descent": scaled(font["hhea"].descent),
        "capital": scaled(font["glyf"]["H"].yMax),
        "slope": font["post"].italicAngle,
        "glyphs": {
            chr(code): [font.getGlyphID(glyph), scaled(wide[glyph][0])]
            for code, glyph in sorted(font.getBestCmap().items())
        },
    }


def files() -> dict[str, bytes]:
    """Everything in the folder."""
    made = {f"{name}.ttf": subset(name) for name in NAMES}
    table = {name: described(made[f"{name}.ttf"]) for name in NAMES}
    rows = ",\n".join(
        f" {json.dumps(name)}: {json.dumps(facts, separators=(',', ':'))}" for name, facts in table.items()
    )
    return {**made, "fonts.json": f"{{\n{rows}\n}}\n".encode(), "LICENSE": LICENCE.read_bytes()}


def main() -> int:
    made = files()
    if "--check" in sys.argv[1:]:
        wrong = [
            name for name, raw in made.items() if not (FOLDER / name).exists() or (FOLDER / name).read_bytes() != raw
        ]
        print(f"not as this command would write: {', '.join(wrong)}" if wrong else "the fonts are up to date")
        return 1 if wrong else 0
    FOLDER.mkdir(exist_ok=True)
    for name, raw in made.items():
        (FOLDER / name).write_bytes(raw)
    return 0


if __name__ == "__main__":
    sys.exit(main())
