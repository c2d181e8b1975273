"""The fonts of printed text: which font a text is set in, letter by letter, and how a PDF carries it.

The files are made by tools/fonts.py, with what a PDF must say about them in fonts.json.
"""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import pydyf

UNKNOWN = "?"
_STYLES = {
    "DejaVuSerif": ("", "-Bold", "-Italic", "-BoldItalic"),
    "DejaVuSans": ("", "-Bold", "-Oblique", "-BoldOblique"),
}
_SANS = ("sans", "verdana", "arial", "helvetica")


@dataclass(frozen=True)
class Glyph:
    """A letter in a font: its number there, and its width in thousandths of the font size."""

    letter: str
    font: str
    number: int
    width: int


@cache
def facts() -> dict[str, Any]:
    """What is known about every font."""
    found: dict[str, Any] = json.loads(_folder().joinpath("fonts.json").read_text(encoding="utf-8"))
    return found


def _folder() -> Any:
    return files("goldenspike.drawing").joinpath("fonts")


def font_name(family: str, bold: bool, italic: bool) -> str:
    """The font of this package for what a picture asks for: with serifs or without, in the same weight and slope."""
    first = family.split(",")[0].strip(" '\"").lower()
    kind = "DejaVuSans" if any(word in first for word in _SANS) else "DejaVuSerif"
    return kind + _STYLES[kind][bold + 2 * italic]


def set_text(words: str, font: str) -> list[Glyph]:
    """A text as glyphs; a letter this font does not have is taken from the sans, then without its accent."""
    second = f"DejaVuSans{'-Bold' if 'Bold' in font else ''}"
    found: list[Glyph] = []
    for letter in unicodedata.normalize("NFC", words):
        found += _glyphs(letter, font, second)
    return found


@cache
def _glyphs(letter: str, *fonts: str) -> tuple[Glyph, ...]:
    for font in fonts:
        known = facts()[font]["glyphs"].get(letter)
        if known:
            return (Glyph(letter, font, *known),)
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cc", "Cf"):
        return ()
    parts = unicodedata.normalize("NFKD", letter)
    if parts != letter:
        return tuple(glyph for part in parts for glyph in _glyphs(part, *fonts))
    return _glyphs(UNKNOWN, *fonts)


def carried(pdf: pydyf.PDF, font: str, used: dict[int, Glyph]) -> pydyf.Dictionary:
    """The font as an object of the file: its outlines, the widths of what is used, and which letters these are."""
    about = facts()[font]
    # Six letters before the name say that this is a part of the font.
    name = f"/GOLDEN+{font}"
    outlines = pydyf.Stream([_folder().joinpath(f"{font}.ttf").read_bytes()], compress=True)
    outlines.extra["Length1"] = len(outlines.stream[0])
    letters = pydyf.Stream([_letters(used)], compress=True)
    serif, italic = "Serif" in font, bool(about["slope"])
    descriptor = pydyf.Dictionary(
        {
            "Type": "/FontDescriptor",
            "FontName": name,
            "Flags": 4 | 2 * serif | 64 * italic,
            "FontBBox": pydyf.Array(about["box"]),
            "ItalicAngle": about["slope"],
            "Ascent": about["ascent"],
            "Descent": about["descent"],
            "CapHeight": about["capital"],
            "StemV": 160 if "Bold" in font else 80,
        }
    )
    for one in (outlines, letters, descriptor):
        pdf.add_object(one)
    descriptor["FontFile2"] = outlines.reference
    widths = [part for number, glyph in sorted(used.items()) for part in (number, pydyf.Array([glyph.width]))]
    glyphs = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": name,
            "CIDSystemInfo": pydyf.Dictionary(
                {"Registry": pydyf.String("Adobe"), "Ordering": pydyf.String("Identity"), "Supplement": 0}
            ),
            "FontDescriptor": descriptor.reference,
            "CIDToGIDMap": "/Identity",
            "W": pydyf.Array(widths),
        }
    )
    pdf.add_object(glyphs)
    whole = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": name,
            "Encoding": "/Identity-H",
            "DescendantFonts": pydyf.Array([glyphs.reference]),
            "ToUnicode": letters.reference,
        }
    )
    pdf.add_object(whole)
    return whole


def _letters(used: dict[int, Glyph]) -> str:
    """Which letter each glyph is, so that the text of the page can be searched and copied."""
    rows = [f"<{number:04x}> <{glyph.letter.encode('utf-16-be').hex()}>" for number, glyph in sorted(used.items())]
    blocks = [rows[k : k + 100] for k in range(0, len(rows), 100)]
    known = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n{known}\n"
        "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    )
