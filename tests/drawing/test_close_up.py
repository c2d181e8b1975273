"""A part of a picture: what lies in it stays, what lies outside goes, and nothing else changes."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from goldenspike.drawing.close_up import close_up

PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000">
<title id="t">A picture</title>
<defs><g id="star"><path d="M0 0L10 10"/></g><g id="moon"><circle r="4"/></g>
<path id="road" d="M700 700L900 900"/><filter id="blur"/><linearGradient id="sky"/></defs>
<rect id="ground" width="1000" height="1000" fill="url(#sky)"/>
{}
</svg>"""
INSIDE = {
    "a path": '<path id="x" d="M90 90l20 20"/>',
    "a path across": '<path id="x" d="M-500 100H900"/>',
    "a circle": '<circle id="x" cx="100" cy="100" r="5"/>',
    "an ellipse that reaches in": '<ellipse id="x" cx="400" cy="100" rx="250" ry="5"/>',
    "moved in": '<g transform="translate(-800 -800)"><rect id="x" x="900" y="900" width="9" height="9"/></g>',
    "turned in": '<path id="x" transform="rotate(90)" d="M100 -100L120 -90"/>',
    "turned in around a point": '<path id="x" transform="rotate(180 200 200)" d="M300 300L290 280"/>',
    "scaled in": '<g transform="scale(.1)"><circle id="x" cx="1000" cy="1000" r="5"/></g>',
    "used": '<use id="x" href="#star" x="100" y="100"/>',
    "a line": '<line id="x" x1="100" y1="0" x2="100" y2="900"/>',
    "a polygon": '<polygon id="x" points="90,90 110,90 100,110"/>',
    "words": '<text id="x" x="260" y="100" font-size="20">a long name</text>',
}
OUTSIDE = {
    "a path": '<path id="x" d="M600 600L700 700"/>',
    "moved out": '<g transform="translate(800 800)"><circle id="x" cx="100" cy="100" r="5"/></g>',
    "used": '<use id="x" href="#moon" x="600" y="100"/>',
    "used, but not there": '<use id="x" href="#sun" x="100" y="100"/>',
    "words": '<text id="x" x="600" y="100" font-size="20">name</text>',
    "words on a road": '<text id="x" font-size="20"><textPath href="#road">a name</textPath></text>',
    "an empty group": '<g id="x"/>',
}


def seen(body: str) -> ElementTree.Element:
    """What is left in the upper left corner, from 50 to 200."""
    return ElementTree.fromstring(close_up(PICTURE.format(body), 50, 50, 150, 150))


def names(root: ElementTree.Element) -> set[str]:
    return {name for one in root.iter() if (name := one.get("id"))}


@pytest.mark.parametrize("what", INSIDE)
def test_what_lies_in_it_stays(what: str) -> None:
    assert "x" in names(seen(INSIDE[what]))


@pytest.mark.parametrize("what", OUTSIDE)
def test_what_lies_outside_goes(what: str) -> None:
    assert "x" not in names(seen(OUTSIDE[what]))


def test_the_part_is_a_picture_of_its_own() -> None:
    root = seen(INSIDE["a path"])
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("50 50 150 150", "150", "150")
    assert {"t", "ground"} <= names(root)


def test_definitions_that_nothing_uses_any_more_go_too() -> None:
    assert {"star", "sky"} <= names(seen(INSIDE["used"]))
    assert not {"moon", "road", "blur"} & names(seen(INSIDE["used"]))


def test_of_a_path_with_many_pieces_those_in_sight_stay() -> None:
    (path,) = (
        one
        for one in seen('<path id="x" d="M60 60L70 70M600 600L700 700M90 90L95 95"/>').iter()
        if one.get("id") == "x"
    )
    assert path.get("d") == "M60 60L70 70M90 90L95 95"
