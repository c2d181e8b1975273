"""Pictures for screens, made simple enough to print."""

from __future__ import annotations

from xml.etree import ElementTree

import pypdfium2

from goldenspike.drawing.pdf.flatten import flatten
from goldenspike.drawing.picture_files import pdf

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" class="top" viewBox="0 0 200 100">'


def flat(inner: str) -> ElementTree.Element:
    return ElementTree.fromstring(flatten(f"{HEAD}{inner}</svg>"))


def pixel(inner: str, x: int, y: int) -> tuple[int, ...]:
    """The colour of a point of the printed picture."""
    page = pypdfium2.PdfDocument(pdf(f"{HEAD}{inner}</svg>", title="x"))[0]
    image = page.render(scale=200 / page.get_width()).to_pil().convert("RGB")
    found = image.getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def test_a_style_sheet_becomes_attributes_and_the_nearer_rule_wins() -> None:
    rules = ".a{fill:#111111}.a.b{fill:#222222}.top .c{fill:#333333}.other .c{stroke:#444444}rect{stroke:#555555}"
    sheet = f"<style>{rules}</style>"
    plain, both, inside, own = flat(
        f'{sheet}<path class="a"/><path class="b a"/><g><rect class="c"/></g><path class="a" style="fill:#666666"/>'
    )
    assert plain.get("fill") == "#111111"
    assert both.get("fill") == "#222222"
    assert (inside[0].get("fill"), inside[0].get("stroke")) == ("#333333", "#555555")
    assert own.get("fill") == "#666666"


def test_what_is_used_again_is_drawn_where_it_is_used() -> None:
    inner = '<defs><rect id="r" width="20" height="20"/></defs><use href="#r" x="100" y="50" fill="#ff0000"/>'
    assert pixel(inner, 110, 60) == (255, 0, 0)
    assert pixel(inner, 10, 10) == (255, 255, 255)


def test_what_is_clipped_stays_within_its_path() -> None:
    inner = (
        '<clipPath id="c"><path d="M0 0H50V100H0Z"/></clipPath>'
        '<g clip-path="url(#c)"><rect width="200" height="100" fill="#00ff00"/></g>'
    )
    assert pixel(inner, 25, 50) == (0, 255, 0)
    assert pixel(inner, 75, 50) == (255, 255, 255)


def test_textures_and_gradients_are_left_out_and_shadows_lose_their_blur() -> None:
    inner = (
        '<filter id="grain"><feTurbulence/></filter><filter id="soft"><feGaussianBlur stdDeviation="3"/></filter>'
        '<linearGradient id="g"/><rect filter="url(#grain)" width="9" height="9"/>'
        '<rect filter="url(#soft)" width="8" height="8"/><rect fill="url(#g)" width="7" height="7"/>'
    )
    soft, shaded = flat(inner)
    assert soft.get("width") == "8"
    assert "filter" not in soft.attrib
    assert shaded.get("fill") == "none"


def test_letters_follow_their_curve() -> None:
    inner = (
        '<path id="line" d="M20 20V90" fill="none"/>'
        '<text font-size="10"><textPath href="#line" startOffset="50%" text-anchor="middle">ABC</textPath></text>'
    )
    (_, letters) = flat(inner)
    assert [one.text for one in letters] == ["A", "B", "C"]
    places = [str(one.get("transform")) for one in letters]
    assert all(place.startswith("translate(20.00 ") and "rotate(90.00)" in place for place in places)
    down = [float(place.split(" ")[1].removesuffix(")")) for place in places]
    assert down == sorted(down)
