"""How wide text is: the table of metrics, and what is done with text that is too long."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
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
    fitted_length,
    fitted_size,
    sans,
    serif,
    shortened,
    text_width,
    widest_width,
    wrapped,
)

ROOT = Path(__file__).resolve().parents[2]
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


def test_the_table_is_what_the_command_writes() -> None:
    command = [sys.executable, str(ROOT / "tools" / "text_widths.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_times_is_measured_by_its_own_metrics() -> None:
    assert text_width("AV", 100, ROMAN_BOLD) == pytest.approx(144)
    assert text_width("é", 100, ROMAN_BOLD) == text_width("e", 100, ROMAN_BOLD)
    assert text_width("č", 100, ROMAN_BOLD) == text_width("c", 100, ROMAN_BOLD), "not in the table: the plain letter"
    assert text_width("e\u0301", 100, ROMAN_BOLD) == text_width("e", 100, ROMAN_BOLD)
    assert text_width("京", 100, ROMAN_BOLD) == 100
    assert text_width("ab", 10, ROMAN_BOLD, 3) == text_width("ab", 10, ROMAN_BOLD) + 6


def test_text_is_held_to_its_designed_length_before_it_is_squeezed() -> None:
    own, widest = text_width("Sacramento", 12, ROMAN_ITALIC), widest_width("Sacramento", 12, ROMAN_ITALIC)
    assert own < widest
    assert fitted_length("Sacramento", 12, ROMAN_ITALIC, widest) is None
    assert fitted_length("Sacramento", 12, ROMAN_ITALIC, (own + widest) / 2) == own
    assert fitted_length("Sacramento", 12, ROMAN_ITALIC, own - 1) == own - 1


def test_a_fitted_size_fits_and_is_never_larger_than_asked() -> None:
    assert fitted_size("Big Sky Flats", 31, serif(bold=True), 560) == 31
    size = fitted_size("Big Sky Flats " * 9, 31, serif(bold=True), 560)
    assert widest_width("Big Sky Flats " * 9, size, serif(bold=True)) == pytest.approx(560)


@given(st.text("abcdefgh WMil.", max_size=120), st.floats(20, 300), st.integers(1, 5))
def test_wrapped_lines_fit_unless_a_single_word_does_not(words: str, space: float, lines: int) -> None:
    found = wrapped(words, 9, serif(), space, lines)
    assert len(found) <= lines
    for line in found:
        assert widest_width(line, 9, serif()) <= space or len(line.removesuffix(" …").split()) == 1
    if not any("…" in line for line in found):
        assert " ".join(found) == " ".join(words.split())


def test_names_are_shortened_with_dots() -> None:
    assert shortened("Denver", 6) == "Denver"
    assert shortened("Denver and", 8) == "Denver…"
