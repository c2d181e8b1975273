"""Shapes in the style of the sheet: outlined in ink, with round joins, lettered in bold."""

from goldenspike.drawing import svg
from goldenspike.drawing.geometry import star as star_corners
from goldenspike.drawing.svg import number, polyline
from goldenspike.drawing.text import SANS_FAMILY, Face, TextStyle, sans, serif
from goldenspike.games.pioneer_rails.drawing.palette import INK, WHITE


def _outline(stroke: str | None, width: float) -> dict[str, object]:
    return {"stroke": stroke, "stroke_width": f"{width:g}"} if stroke else {}


def path(data: str, fill: str = "none", stroke: str | None = INK, width: float = 1.6, **attributes: object) -> str:
    """A path with round joins."""
    line = _outline(stroke, width)
    if stroke:
        line |= {"stroke_linejoin": "round", "stroke_linecap": attributes.pop("cap", "round")}
    return svg.path(data, fill=fill, **line, **attributes)


def circle(
    x: float, y: float, r: float, fill: str = "none", stroke: str | None = INK, width: float = 1.6, **attributes: object
) -> str:
    """A circle."""
    return svg.circle(x, y, r, fill=fill, **_outline(stroke, width), **attributes)


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str = WHITE,
    stroke: str | None = INK,
    line: float = 1.6,
    round_: float = 0,
    **attributes: object,
) -> str:
    """A rectangle, perhaps with round corners."""
    corner = number(round_) if round_ else None
    return svg.rect(x, y, width, height, rx=corner, fill=fill, **_outline(stroke, line), **attributes)


def face(weight: str | None = "bold", font_style: str | None = None, font_family: str | None = None) -> Face:
    """The face in which text with these attributes is set."""
    family = sans if font_family == SANS_FAMILY else serif
    return family(bold=weight is not None, italic=font_style is not None)


def text(
    x: float,
    y: float,
    words: object,
    size: float = 14,
    fill: str = INK,
    anchor: str = "middle",
    weight: str | None = "bold",
    halo: str | None = None,
    width: float | None = None,
    spacing: float = 0.0,
    font_style: str | None = None,
    font_family: str | None = None,
    **attributes: object,
) -> str:
    """A line of text, with a halo where it stands on the map."""
    if not svg.escape(words):
        return ""
    look: dict[str, object] = {"text_anchor": None if anchor == "start" else anchor, "font_weight": weight}
    look |= {"font_style": font_style, "font_family": font_family}
    look |= {"letter_spacing": f"{spacing:g}" if spacing else None, **attributes}
    style = TextStyle(face(weight, font_style, font_family), spacing=spacing / size)
    line = svg.text(x, y, words, size, style, width, fill=fill, **look)
    if not halo:
        return line
    # A halo of its own element, because paint-order is not known everywhere.
    ring = {"stroke": halo, "stroke_width": "3.6", "stroke_linejoin": "round", "aria_hidden": "true"}
    return svg.text(x, y, words, size, style, width, fill=halo, **look, **ring) + line


def star(x: float, y: float, r: float, fill: str, width: float = 1.3) -> str:
    """A sheriff's star."""
    return path(polyline(star_corners(5, r, 0.6 * r, x, y), closed=True), fill, INK, width)
