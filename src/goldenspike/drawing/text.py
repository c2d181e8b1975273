"""How wide text is drawn, and how it is made to fit, whatever fonts the reader's machine has.

A picture names the fonts it would like; which one is used is decided where it is shown. A text is therefore measured
twice: in the face it is designed for, and in the widest face that usually stands in for it. Text that would not fit in
the second is given a fixed length (`textLength`): its designed length, or the space there is if that is less.
The metrics are in text_widths.json, written by tools/text_widths.py.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import NamedTuple

ROMAN_FAMILY = "'Times New Roman',Tinos,'Liberation Serif','Nimbus Roman',Times,serif"
SERIF_FAMILY = "'DejaVu Serif','Bitstream Vera Serif',Georgia,'Times New Roman',serif"
SANS_FAMILY = "'DejaVu Sans','Bitstream Vera Sans',Verdana,Arial,sans-serif"

WIDE_LETTER = 1.0  # of the font size: a letter no table has, such as a Chinese one
SLACK = 1.03  # Verdana and Noto are up to three hundredths wider than DejaVu in some letters


class Face(NamedTuple):
    """A family in one weight and slope: the font a text is designed for, and the widest that may stand in for it."""

    designed: str
    stand_in: str


ROMAN = Face("Times regular", "DejaVu Serif regular")
ROMAN_BOLD = Face("Times bold", "DejaVu Serif bold")
ROMAN_ITALIC = Face("Times italic", "DejaVu Serif italic")
ROMAN_BOLD_ITALIC = Face("Times bold italic", "DejaVu Serif bold italic")


def serif(*, bold: bool = False, italic: bool = False) -> Face:
    """DejaVu Serif, which nothing usual is wider than."""
    return _dejavu("Serif", bold, italic)


def sans(*, bold: bool = False, italic: bool = False) -> Face:
    """DejaVu Sans, the same without serifs."""
    return _dejavu("Sans", bold, italic)


def _dejavu(family: str, bold: bool, italic: bool) -> Face:
    style = " ".join(word for word, on in (("bold", bold), ("italic", italic)) if on) or "regular"
    return Face(f"DejaVu {family} {style}", f"DejaVu {family} {style}")


@dataclass(frozen=True)
class TextStyle:
    """How a kind of text looks: its face, the attributes that give it that face, and the gap between its letters."""

    face: Face
    attributes: Mapping[str, object] = field(default_factory=dict)
    spacing: float = 0.0  # of the font size


@cache
def _widths(font: str) -> dict[int, float]:
    """Widths of one font by character code, in shares of the font size."""
    text = files("goldenspike.drawing").joinpath("text_widths.json").read_text(encoding="utf-8")
    runs: dict[str, str] = json.loads(text)["fonts"][font]["widths"]
    return {int(first, 16) + k: int(width) / 100 for first, run in runs.items() for k, width in enumerate(run.split())}


@cache
def _letter_width(font: str, letter: str) -> float:
    known = _widths(font)
    if ord(letter) in known:
        return known[ord(letter)]
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cc", "Cf"):
        return 0.0
    plain = unicodedata.normalize("NFKD", letter)
    if plain != letter:
        return sum(_letter_width(font, part) for part in plain)
    return WIDE_LETTER


def text_width(words: str, size: float, face: Face, spacing: float = 0.0) -> float:
    """How wide a text is in the face it is designed for; spacing is the gap after each letter."""
    return _width(words, size, face.designed) + spacing * len(words)


def widest_width(words: str, size: float, face: Face, spacing: float = 0.0) -> float:
    """How wide it may become in a face that stands in."""
    return SLACK * _width(words, size, face.stand_in) + spacing * len(words)


def _width(words: str, size: float, font: str) -> float:
    return sum(_letter_width(font, letter) for letter in words) * size


def fitted_length(words: str, size: float, face: Face, space: float, spacing: float = 0.0) -> float | None:
    """The length to hold a text to so that it fits into a space in every face; None where it fits by itself."""
    if widest_width(words, size, face, spacing) <= space:
        return None
    return min(space, text_width(words, size, face, spacing))


def fitted_size(words: str, size: float, face: Face, space: float, spacing: float = 0.0) -> float:
    """The largest size up to the given one at which a text fits in every face; spacing is in shares of the size."""
    return min(size, size * space / max(1.0, widest_width(words, size, face, spacing * size)))


def wrapped(words: str, size: float, face: Face, space: float, lines: int) -> list[str]:
    """Text broken into lines that fit; what is too much ends in dots."""
    found: list[str] = []
    for word in words.split():
        if found and widest_width(f"{found[-1]} {word}", size, face) <= space:
            found[-1] += f" {word}"
        else:
            found.append(word)
    if len(found) > lines:
        last = found[lines - 1]
        while " " in last and widest_width(f"{last} …", size, face) > space:
            last = last.rpartition(" ")[0]
        found = [*found[: lines - 1], f"{last} …"]
    return found


def shortened(words: str, most: int) -> str:
    """A name cut to so many letters."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
