"""How wide text is: the table of metrics, and what is done with text that is too long."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldenspike.drawing.text import (
    ROMAN_BOLD,
    ROMAN_ITALIC,
    fitted_length,
    fitted_size,
    serif,
    shortened,
    text_width,
    widest_width,
    wrapped,
)

ROOT = Path(__file__).resolve().parents[2]


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
