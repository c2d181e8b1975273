"""The widths that are reckoned with, against what a browser draws with the fonts of this machine."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from goldenspike.drawing import svg
from goldenspike.drawing.text import (
    ROMAN,
    ROMAN_BOLD,
    ROMAN_BOLD_ITALIC,
    ROMAN_FAMILY,
    ROMAN_ITALIC,
    SANS_FAMILY,
    SERIF_FAMILY,
    Face,
    TextStyle,
    sans,
    serif,
    text_width,
    widest_width,
)

WORDS = (
    "Denver & Rio Grande W.", "MISSISSIPPI", "San Francisco", "first visit $4", "Wyoming, Missouri", "0123456789",
    "Zürich – Genève", "Łódź", "Привет", "− 12 × 3 = 36", "iiiiillll", "WWWMMM@@@",
)  # fmt: skip
FACES = [
    (family, face, weight, slope)
    for family, faces in (
        (ROMAN_FAMILY, (ROMAN, ROMAN_BOLD, ROMAN_ITALIC, ROMAN_BOLD_ITALIC)),
        (SERIF_FAMILY, tuple(serif(bold=bold, italic=italic) for italic in (False, True) for bold in (False, True))),
        (SANS_FAMILY, tuple(sans(bold=bold, italic=italic) for italic in (False, True) for bold in (False, True))),
    )
    for face, (weight, slope) in zip(
        faces, ((400, "normal"), (700, "normal"), (400, "italic"), (700, "italic")), strict=True
    )
]


def drawn_width(page: Page, text: str) -> float:
    page.set_content(f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="100">{text}</svg>')
    width: float = page.evaluate("document.querySelector('text').getBBox().width")
    return width


@pytest.mark.parametrize(("family", "face", "weight", "slope"), FACES)
def test_no_font_of_this_machine_is_wider_than_reckoned(
    page: Page, family: str, face: Face, weight: int, slope: str
) -> None:
    for words in WORDS:
        look: dict[str, Any] = {"font_family": family, "font_weight": weight, "font_style": slope}
        width = drawn_width(page, svg.text(0, 50, words, 40, TextStyle(face), **look))
        assert width <= widest_width(words, 40, face) + 0.5, words


@pytest.mark.parametrize("words", [*WORDS, "東京新幹線", "🚂🚃🚃", "e\u0301 e\u0301 e\u0301"])
@pytest.mark.parametrize("spacing", [0.0, 0.14])
def test_fitted_text_keeps_to_its_width_in_the_browser(page: Page, words: str, spacing: float) -> None:
    for share in (0.5, 0.9, 1.1):
        space = share * text_width(words, 30, ROMAN_BOLD, 30 * spacing)
        look = {"font_family": ROMAN_FAMILY, "font_weight": 700, "letter_spacing": f"{30 * spacing:g}"}
        width = drawn_width(page, svg.text(0, 50, words, 30, TextStyle(ROMAN_BOLD, spacing=spacing), space, **look))
        assert width <= space + 1.2, "but for a hair of a letter's edge"
