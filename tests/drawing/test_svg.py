"""The pen: numbers, escaping, elements and path data."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldenspike.drawing import svg
from goldenspike.drawing.frame import track_frame
from goldenspike.drawing.geometry import RepeatableNumbers, repeatable, star
from goldenspike.drawing.text import ROMAN, TextStyle


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (-0.04, "0"), (1.25, "1.2"), (3.0, "3"), (-7.96, "-8"), (10, "10"), (0.5, "0.5")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert svg.number(value) == text


@given(st.text())
def test_any_words_make_sound_xml(words: str) -> None:
    root = ElementTree.fromstring(svg.element("text", svg.escape(words), data_words=words))
    allowed = "".join(
        c for c in words if c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff"
    )
    assert (root.text or "") == allowed.replace("\r\n", "\n").replace("\r", "\n")


def test_elements() -> None:
    assert svg.element("g") == "<g/>"
    assert svg.element("g", "x", class_="a", stroke_width=2, fill=None) == '<g class="a" stroke-width="2">x</g>'
    assert svg.element("rect", x=1.0, title='"<&>') == '<rect x="1" title="&quot;&lt;&amp;&gt;"/>'
    assert svg.group("x", 1, 2, 0.5, 90) == '<g transform="translate(1 2) rotate(90) scale(0.5)">x</g>'
    assert svg.group("x") == "<g>x</g>"
    assert svg.rect(0, 0, 2, 3.5, rx=1) == '<rect x="0" y="0" width="2" height="3.5" rx="1"/>'


def test_text_is_held_to_a_width_only_where_it_needs_it() -> None:
    style = TextStyle(ROMAN, {"class_": "label"})
    assert svg.text(1, 2, "a < b", 12, style) == '<text x="1" y="2" font-size="12" class="label">a &lt; b</text>'
    assert "textLength" not in svg.text(0, 0, "wide", 12, style, 100)
    assert 'textLength="10" lengthAdjust="spacingAndGlyphs"' in svg.text(0, 0, "too wide", 12, style, 10)
    assert 'class="red"' in svg.text(0, 0, "x", 12, style, class_="red")


def test_path_data() -> None:
    corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 5.04)]
    assert svg.polyline(corners) == "M0 0L10 0L10 5"
    assert svg.polyline(corners, closed=True).endswith("Z")
    assert svg.segment(corners[0], corners[2]) == "M0 0L10 5"
    assert svg.curve(corners).count("C") == 2
    assert svg.curve(corners, tail=[(0.0, 9.0)]).endswith("L0 9Z")


def test_a_picture_speaks_and_stands_alone() -> None:
    made = svg.picture("<g/>", 10, 20.5, ids="p-", title="A & B", description="words", class_="x", data_board="b")
    assert made.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<svg ')
    root = ElementTree.fromstring(made.encode())
    assert (root.get("viewBox"), root.get("role"), root.get("data-board")) == ("0 0 10 20.5", "img", "b")
    assert [root[0].text, root[1].text] == ["A & B", "words"]
    assert root.get("aria-labelledby") == f"{root[0].get('id')} {root[1].get('id')}"
    part = svg.picture("<g/>", 1, 1, ids="p-", title="t", description="d", standalone=False, sized=False)
    assert part.startswith("<svg ")
    assert " width=" not in part


def test_a_star_and_a_frame() -> None:
    corners = star(5, 10, 4, 1, 2)
    assert len(corners) == 10
    assert corners[0] == pytest.approx((1, -8))
    frame = ElementTree.fromstring(track_frame(100, 50, 20, "#000", "frame"))
    assert len(frame) == 5
    assert frame[-1].get("width") == "60"


def test_repeatable_numbers_repeat() -> None:
    assert repeatable("a", 1) == repeatable("a", 1) != repeatable("a", 2)
    one, two = RepeatableNumbers(5), RepeatableNumbers(5)
    rows = [[numbers.between(-1, 1) for _ in range(20)] for numbers in (one, two)]
    assert rows[0] == rows[1]
    assert all(-1 <= value <= 1 for value in rows[0])
    assert len(set(rows[0])) == 20
