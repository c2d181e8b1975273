"""Pictures as PDF: every shape in its place, text as text in fonts that lie in the file, nothing guessed."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest

from goldenspike.drawing import svg
from goldenspike.drawing.pdf import fonts
from goldenspike.drawing.pdf.document import Paper, document
from goldenspike.drawing.pdf.paths import segments
from goldenspike.drawing.pdf.unprintable import Unprintable

ROOT = Path(__file__).resolve().parents[2]
SQUARE = Paper("square", 25.4, 25.4)  # an inch: 72 points


def printed(body: str, copies: int = 1) -> pypdfium2.PdfDocument:
    """A picture of 72 by 72 units on paper of 72 by 72 points."""
    whole = f'<svg xmlns="{svg.NAMESPACE}" viewBox="0 0 72 72">{body}</svg>'
    return pypdfium2.PdfDocument(document(whole, SQUARE, title="a picture", margin=0, copies=copies))


def pixels(body: str) -> npt.NDArray[np.uint8]:
    """What the first page looks like, ten dots to a unit."""
    found: npt.NDArray[np.uint8] = printed(body)[0].render(scale=10, rev_byteorder=True).to_numpy()[:, :, :3]
    return found


def shown(body: str, x: float, y: float) -> tuple[int, ...]:
    """The colour at a place of the picture."""
    return tuple(int(part) for part in pixels(body)[round(10 * y), round(10 * x)])


RED, GREEN, WHITE = (255, 0, 0), (0, 128, 0), (255, 255, 255)


@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        ('<rect x="10" y="20" width="30" height="10"', [(11, 21), (39, 29)], [(9, 21), (11, 31), (41, 25)]),
        ('<rect x="10" y="10" width="40" height="40" rx="20"', [(30, 11), (30, 49)], [(12, 12), (48, 48)]),
        ('<circle cx="40" cy="30" r="10"', [(40, 21), (49, 30)], [(47.5, 37.5), (40, 41)]),
        ('<ellipse cx="40" cy="30" rx="20" ry="5"', [(21, 30), (59, 30)], [(40, 36), (22, 33)]),
        ('<polygon points="10,10 60,10 10,60"', [(12, 12), (50, 15)], [(50, 50)]),
        ('<path d="M10 10h40v20H10z"', [(11, 11), (49, 29)], [(51, 20), (20, 31)]),
        ('<path d="M10 40A30 30 0 0 1 70 40Z"', [(40, 12), (15, 38)], [(40, 9), (40, 41), (12, 20)]),
        ('<path d="M10 40Q40 -20 70 40Z"', [(40, 12)], [(40, 8), (14, 15)]),
        ('<path d="M10 40c0 -40 60 -40 60 0Z"', [(40, 12)], [(40, 9), (40, 41)]),
        ('<g transform="translate(20 20) rotate(90) scale(2)"><rect width="10" height="5"', [(15, 35)], [(25, 25)]),
        ('<g transform="rotate(180 36 36)"><rect width="10" height="10"', [(70, 70)], [(5, 5)]),
    ],
)  # fmt: skip
def test_shapes_are_where_the_picture_has_them(
    shape: str, inside: list[tuple[float, float]], outside: list[tuple[float, float]]
) -> None:
    whole = f'{shape} fill="#f00"/>' + ("</g>" if shape.startswith("<g") else "")
    found = pixels(whole)
    for x, y in inside:
        assert tuple(found[round(10 * y), round(10 * x)]) == RED, (x, y)
    for x, y in outside:
        assert tuple(found[round(10 * y), round(10 * x)]) == WHITE, (x, y)


def test_lines_have_width_dashes_and_ends() -> None:
    line = '<path d="M10 36H62" stroke="#f00" stroke-width="10" fill="none"'
    assert shown(f"{line}/>", 36, 32) == RED
    assert shown(f"{line}/>", 7, 36) == WHITE
    assert shown(f'{line} stroke-linecap="round"/>', 7, 36) == RED
    dashed = f'{line} stroke-dasharray="5"/>'
    assert shown(dashed, 12, 36) == RED
    assert shown(dashed, 17, 36) == WHITE
    assert shown(f'<g stroke="#f00" stroke-width="6">{line.replace("stroke=", "data-was=")}/></g>', 36, 36) == RED


def test_paint_is_inherited_and_half_of_it_lets_the_ground_through() -> None:
    assert shown('<g fill="#008000"><rect width="20" height="20"/></g>', 5, 5) == GREEN
    assert shown('<rect width="20" height="20" fill="none"/>', 5, 5) == WHITE
    for half in ('fill-opacity="0.5"', 'opacity="0.5"'):
        red, green, blue = shown(f'<rect width="20" height="20" fill="#f00" {half}/>', 5, 5)
        assert red == 255
        assert 124 <= green == blue <= 131
    # A group is as clear as one sheet of glass: what overlaps in it does not add up.
    twice = '<rect width="20" height="20" fill="#f00"/>' * 2
    assert shown(f'<g opacity="0.5">{twice}</g>', 5, 5) == shown(
        f'<g opacity="0.5">{twice[: len(twice) // 2]}</g>', 5, 5
    )


def ink(body: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of everything that is not white."""
    dark = np.argwhere(pixels(body).min(axis=2) < 128) / 10
    (top, left), (bottom, right) = dark.min(axis=0), dark.max(axis=0)
    return left, top, right, bottom


def test_text_is_set_where_it_is_anchored_and_held_to_its_length() -> None:
    start, middle, end = (
        ink(f'<text x="36" y="40" font-size="10" text-anchor="{anchor}">HHH</text>')
        for anchor in ("start", "middle", "end")
    )
    assert start[0] == pytest.approx(36.5, abs=0.5)
    assert end[2] == pytest.approx(35.5, abs=0.5)
    assert (middle[0] + middle[2]) / 2 == pytest.approx(36, abs=0.3)
    assert start[3] == pytest.approx(40, abs=0.2), "it stands on its line"
    held = ink('<text x="6" y="40" font-size="10" textLength="60" lengthAdjust="spacingAndGlyphs">HHH</text>')
    natural = sum(glyph.width for glyph in fonts.set_text("HHH", "DejaVuSerif")) / 100
    assert (held[2] - held[0]) / (start[2] - start[0]) == pytest.approx(60 / natural, rel=0.01)
    spaced = ink('<text x="6" y="40" font-size="10" letter-spacing="10">HHH</text>')
    assert spaced[2] - spaced[0] == pytest.approx(start[2] - start[0] + 20, abs=0.3)


def test_text_can_be_searched_in_every_script_the_fonts_have() -> None:
    words = "Łódź Ελλάδα Київ ★"
    pdf = printed(f'<text x="1" y="40" font-size="5">{words}</text>', copies=3)
    assert len(pdf) == 3
    assert all(page.get_textpage().get_text_range() == words for page in pdf)
    # What no font has is replaced by something that is seen, or by the letter without its accent.
    assert printed('<text y="40">東 ẖ</text>')[0].get_textpage().get_text_range() == "? h"


def test_fonts_follow_weight_slope_and_family() -> None:
    assert fonts.font_name("'DejaVu Serif',serif", bold=True, italic=False) == "DejaVuSerif-Bold"
    assert fonts.font_name("'DejaVu Sans',Arial,sans-serif", bold=False, italic=True) == "DejaVuSans-Oblique"
    assert fonts.font_name("Georgia,serif", bold=True, italic=True) == "DejaVuSerif-BoldItalic"


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("<image/>", "element image"),
        ('<rect filter="url(#x)"/>', "attribute filter"),
        ('<rect width="1" height="1" fill="url(#x)"/>', "colour"),
        ('<path d="M1 2 L"/><path d="M1 2 ~"/>', "path data"),
        ('<g transform="skewX(3)"/>', "transform"),
        ("<text>a <tspan>b</tspan></text>", "text in parts"),
    ],
)
def test_what_is_not_drawn_is_refused_in_a_sentence(body: str, what: str) -> None:
    with pytest.raises(Unprintable, match=f"cannot be printed: .*{what}"):
        printed(body)


def test_an_arc_is_round() -> None:
    for letter, given in segments("M10 0A10 10 0 1 1 0 -10"):
        for k in range(0, len(given), 2) if letter == "M" else (4,):
            assert math.hypot(given[k], given[k + 1]) == pytest.approx(10, abs=1e-9)


def test_the_fonts_are_what_the_tool_makes_of_their_originals() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "fonts.py"), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
