"""The pen all games draw with: SVG elements and path data as text, the same bytes for the same picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape as escape_markup

from .geometry import Point, aside, beziers, thin
from .text import TextStyle, fitted_length

NAMESPACE = "http://www.w3.org/2000/svg"
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


# --- numbers and words ------------------------------------------------------------------------------


def number(value: float) -> str:
    """A coordinate with at most one decimal, never minus zero."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    """A point as two numbers."""
    return f"{number(point[0])} {number(point[1])}"


def escape(words: object) -> str:
    """Words as XML text: escaped, without the letters XML does not allow."""
    return escape_markup(_NOT_IN_XML.sub("", str(words)))


# --- elements ---------------------------------------------------------------------------------------


def element(name: str, body: str = "", /, **attributes: object) -> str:
    """An element; `stroke_width` becomes stroke-width, `class_` class; None is left out, values are escaped."""
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        shown = number(value) if isinstance(value, float) else escape(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    head = " ".join(parts)
    return f"<{head}>{body}</{name}>" if body else f"<{head}/>"


def translate(x: float, y: float) -> str:
    """A transform that moves to a point."""
    return f"translate({number(x)} {number(y)})"


def group(body: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, **attributes: object) -> str:
    """A group moved, turned and scaled into place."""
    moves = []
    if x or y:
        moves.append(translate(x, y))
    if turn:
        moves.append(f"rotate({number(turn)})")
    if scale != 1:
        moves.append(f"scale({scale:.4g})")
    return element("g", body, **attributes, transform=" ".join(moves) or None)


def path(data: str, **attributes: object) -> str:
    """A path."""
    return element("path", d=data, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    """A rectangle."""
    size = {"x": number(x), "y": number(y), "width": number(width), "height": number(height)}
    return element("rect", **size, **attributes)


def circle(x: float, y: float, r: float, **attributes: object) -> str:
    """A circle."""
    return element("circle", cx=number(x), cy=number(y), r=number(r), **attributes)


def text(
    x: float, y: float, words: object, size: float, style: TextStyle, width: float | None = None, **attributes: object
) -> str:
    """A line of text; with a width it is held to that width where a font would make it longer."""
    shown = str(words)
    spacing = style.spacing * size
    look = {**style.attributes, **attributes}
    length = None if width is None else fitted_length(shown, size, style.face, width, spacing)
    if length is not None:
        look |= {"textLength": number(length), "lengthAdjust": "spacingAndGlyphs"}
    return element("text", escape(shown), x=number(x), y=number(y), font_size=f"{size:g}", **look)


def picture(
    body: str,
    width: float,
    height: float,
    *,
    ids: str,
    title: str,
    description: str,
    standalone: bool = True,
    sized: bool = True,
    **attributes: object,
) -> str:
    """A whole picture with words for those who cannot see it; standing alone it declares itself as XML."""
    size = {"width": number(width), "height": number(height)}
    words = element("title", escape(title), id=f"{ids}title") + element("desc", escape(description), id=f"{ids}desc")
    root = element(
        "svg",
        words + body,
        xmlns=NAMESPACE,
        class_=attributes.pop("class_", None),
        role="img",
        viewBox=f"0 0 {size['width']} {size['height']}",
        **(size if sized else {}),
        aria_labelledby=f"{ids}title {ids}desc",
        **attributes,
    )
    return (DECLARATION if standalone else "") + root + "\n"


# --- path data --------------------------------------------------------------------------------------


def polyline(points: Iterable[Point], *, closed: bool = False) -> str:
    """Path data of straight pieces."""
    return "M" + "L".join(map(pair, points)) + ("Z" if closed else "")


def segment(start: Point, end: Point) -> str:
    """Path data of a straight line."""
    return f"M{pair(start)}L{pair(end)}"


def curve(points: Sequence[Point], *, closed: bool = False, tail: Sequence[Point] = ()) -> str:
    """Path data of a smooth curve through the points; a tail of straight corners closes it."""
    data = "M" + pair(points[0])
    for _, control1, control2, end in beziers(points, closed=closed):
        data += f"C{pair(control1)} {pair(control2)} {pair(end)}"
    for corner in tail:
        data += "L" + pair(corner)
    return data + ("Z" if closed or tail else "")


def ribbon(line: Sequence[Point], half: float) -> str:
    """Path data of the outline of a line of some width, with square ends."""
    spine = thin(line, 0.2)
    return polyline([*aside(spine, half), *reversed(aside(spine, -half))], closed=True)
