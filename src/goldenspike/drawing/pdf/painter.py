"""The elements of a picture, painted one after the other into the content of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree import ElementTree

import pydyf

from . import fonts
from .paths import Segment, ellipse, rectangle, segments
from .unprintable import Unprintable

FAR = 100_000  # beyond every edge of a picture
INHERITED = {
    "fill": "#000",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "font-family": "serif",
    "font-size": "16",
    "font-style": "normal",
    "font-weight": "normal",
    "letter-spacing": "0",
    "stroke": "none",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "text-anchor": "start",
}
OWN = {
    "opacity": "1",
    "transform": "",
    "paint-order": "normal",
    "textLength": "",
    "lengthAdjust": "spacing",
    "clip-d": "",  # not of SVG: the outline of a clip path, as ``flatten`` writes it
}
_PLACES = {"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "d"}
_MEANINGLESS = {"id", "class", "role", "viewBox", "preserveAspectRatio", "pointer-events", "tabindex"}
_WORDS = {"title", "desc", "metadata"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_MOVE = re.compile(r"\s*(matrix|translate|scale|rotate)\s*\(([^)]*)\)[\s,]*")

Style = dict[str, str]


def numbers(text: str) -> list[float]:
    """Numbers with spaces or commas between them."""
    try:
        return [float(word) for word in re.split(r"[\s,]+", text.strip()) if word]
    except ValueError:
        raise Unprintable(f"the numbers {text[:40]!r}") from None


def number(text: str) -> float:
    """One number; a length is meant in the units of the picture."""
    found = numbers(text.removesuffix("px"))
    if len(found) != 1:
        raise Unprintable(f"the number {text[:40]!r}")
    return found[0]


def view_of(root: ElementTree.Element) -> tuple[float, float, float, float]:
    """The part of the plane that a picture shows; lengths given as shares of it become numbers."""
    view = numbers(root.get("viewBox", ""))
    if len(view) != 4:
        raise Unprintable("a picture without a view box")
    x, y, width, height = view
    for element in root.iter():
        for names, whole in (
            (("x", "width", "cx", "rx", "x1", "x2"), width),
            (("y", "height", "cy", "ry", "y1", "y2"), height),
        ):
            for name in names:
                if (share := element.get(name, "")).endswith("%") and element is not root:
                    element.set(name, f"{number(share[:-1]) / 100 * whole:g}")
    return x, y, width, height


def colour(text: str) -> tuple[float, ...] | None:
    """Red, green and blue from 0 to 1; None paints nothing."""
    named = {"none": None, "transparent": None, "black": "#000", "white": "#fff"}.get(text, text)
    if named is None:
        return None
    digits = named.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    if not named.startswith("#") or not re.fullmatch("[0-9a-fA-F]{6}", digits):
        raise Unprintable(f"the colour {text[:40]!r}")
    return tuple(round(int(digits[k : k + 2], 16) / 255, 4) for k in (0, 2, 4))


class Painter:
    """Paints elements into streams, and remembers the fonts and the kinds of paint they need."""

    def __init__(self, pdf: pydyf.PDF) -> None:
        self.pdf = pdf
        self.glyphs: dict[str, dict[int, fonts.Glyph]] = {}
        self.glass: dict[tuple[float, float], pydyf.Dictionary] = {}
        self.resources = pydyf.Dictionary()
        pdf.add_object(self.resources)
        self.groups: dict[str, bytes] = {}

    def form(self, box: Iterable[float], *, glass: bool = False) -> pydyf.Stream:
        """A part of a picture that can be put on a page as a whole."""
        about = {"Type": "/XObject", "Subtype": "/Form", "BBox": pydyf.Array(box)}
        if glass:
            about["Group"] = pydyf.Dictionary({"S": "/Transparency", "I": "true"})
        found = pydyf.Stream(extra={**about, "Resources": self.resources.reference}, compress=True)
        self.pdf.add_object(found)
        return found

    def finish(self) -> None:
        """Add what was used to the file."""
        named = {f"F{name}": fonts.carried(self.pdf, name, used).reference for name, used in self.glyphs.items()}
        self.resources["Font"] = pydyf.Dictionary(named)
        self.resources["ExtGState"] = pydyf.Dictionary(
            {_glass_name(*pair): state.reference for pair, state in self.glass.items()}
        )
        self.resources["XObject"] = pydyf.Dictionary(self.groups)

    # --- elements ----------------------------------------------------------------------------------

    def paint(self, page: pydyf.Stream, element: ElementTree.Element, style: Mapping[str, str]) -> None:
        """An element and everything in it, in the style of what it stands in."""
        kind = element.tag.rpartition("}")[2]
        if kind in _WORDS:
            return
        look, own = self._style(element, style)
        opacity = number(own["opacity"])
        if opacity <= 0:
            return
        page.push_state()
        self._transform(page, own["transform"])
        if own["clip-d"]:
            self._trace(page, segments(own["clip-d"]))
            page.clip()
            page.end()
        if opacity < 1:
            veil = self.form((-FAR, -FAR, FAR, FAR), glass=True)
            name = f"G{len(self.groups)}"
            self.groups[name] = veil.reference
            self._element(veil, kind, element, look, own)
            page.set_state(self._glass(opacity, opacity))
            page.draw_x_object(name)
        else:
            self._element(page, kind, element, look, own)
        page.pop_state()

    def _element(self, page: pydyf.Stream, kind: str, element: ElementTree.Element, look: Style, own: Style) -> None:
        if kind in ("g", "svg"):
            for part in element:
                self.paint(page, part, look)
        elif kind == "text":
            self._text(page, element, look, own)
        else:
            self._shape(page, list(_outline(kind, element)), look)

    def _style(self, element: ElementTree.Element, style: Mapping[str, str]) -> tuple[Style, Style]:
        look, own = dict(style), dict(OWN)
        for name, value in element.attrib.items():
            if name in INHERITED:
                look[name] = value
            elif name in OWN:
                own[name] = value
            elif name not in _PLACES | _MEANINGLESS and not name.startswith(("data-", "aria-")):
                raise Unprintable(f"the attribute {name}")
        return look, own

    def _transform(self, page: pydyf.Stream, moves: str) -> None:
        place = 0
        while place < len(moves):
            found = _MOVE.match(moves, place)
            if not found:
                raise Unprintable(f"the transform {moves[:40]!r}")
            place = found.end()
            given = numbers(found[2])
            if found[1] == "rotate":
                import math

                angle = math.radians(given[0])
                centre = (given[1], given[2]) if len(given) == 3 else (0.0, 0.0)
                page.set_matrix(1, 0, 0, 1, *centre)
                turn = (math.cos(angle), math.sin(angle))
                page.set_matrix(turn[0], turn[1], -turn[1], turn[0], 0, 0)
                page.set_matrix(1, 0, 0, 1, -centre[0], -centre[1])
            elif found[1] == "translate":
                page.set_matrix(1, 0, 0, 1, given[0], given[1] if len(given) > 1 else 0)
            elif found[1] == "scale":
                page.set_matrix(given[0], 0, 0, given[-1], 0, 0)
            else:
                page.set_matrix(*given)

    # --- paint -------------------------------------------------------------------------------------

    def _glass(self, fill: float, stroke: float) -> str:
        """The name of a state in which paint lets something of what is below through."""
        if (fill, stroke) not in self.glass:
            self.glass[fill, stroke] = pydyf.Dictionary({"Type": "/ExtGState", "ca": fill, "CA": stroke})
            self.pdf.add_object(self.glass[fill, stroke])
        return _glass_name(fill, stroke)

    def _paint(self, page: pydyf.Stream, look: Style) -> tuple[bool, bool]:
        """Take up paint and pen; whether there is something to fill with and to draw lines with."""
        fill, stroke = colour(look["fill"]), colour(look["stroke"])
        width = number(look["stroke-width"])
        if width <= 0:
            stroke = None
        clear = number(look["fill-opacity"]), number(look["stroke-opacity"])
        if clear != (1, 1):
            page.set_state(self._glass(*clear))
        if fill:
            page.set_color_rgb(*fill)
        if stroke:
            page.set_color_rgb(*stroke, stroke=True)
            page.set_line_width(width)
            page.set_line_cap(_CAPS[look["stroke-linecap"]])
            page.set_line_join(_JOINS[look["stroke-linejoin"]])
            page.set_miter_limit(4)
            dashes = [] if look["stroke-dasharray"] == "none" else numbers(look["stroke-dasharray"])
            page.set_dash(dashes * (1 + len(dashes) % 2), number(look["stroke-dashoffset"]))
        return fill is not None, stroke is not None

    def _shape(self, page: pydyf.Stream, outline: Iterable[Segment], look: Style) -> None:
        fill, stroke = self._paint(page, look)
        if not fill and not stroke:
            return
        self._trace(page, outline)
        even_odd = look["fill-rule"] == "evenodd"
        if fill and stroke:
            page.fill_and_stroke(even_odd)
        elif fill:
            page.fill(even_odd)
        else:
            page.stroke()

    def _trace(self, page: pydyf.Stream, outline: Iterable[Segment]) -> None:
        for letter, given in outline:
            points = [round(value, 3) for value in given]
            if letter == "M":
                page.move_to(*points)
            elif letter == "L":
                page.line_to(*points)
            elif letter == "C":
                page.curve_to(*points)
            else:
                page.close()

    # --- text --------------------------------------------------------------------------------------

    def _text(self, page: pydyf.Stream, element: ElementTree.Element, look: Style, own: Style) -> None:
        if len(element):
            raise Unprintable("text in parts")
        font = fonts.font_name(look["font-family"], _bold(look["font-weight"]), look["font-style"] != "normal")
        glyphs = fonts.set_text(element.text or "", font)
        if not glyphs:
            return
        size, gap = number(look["font-size"]), look["letter-spacing"]
        spacing = number(gap[:-2]) * size if gap.endswith("em") else number(gap)
        length = sum(glyph.width for glyph in glyphs) * size / 1000 + spacing * len(glyphs)
        stretch = 1.0
        if own["textLength"]:
            if own["lengthAdjust"] != "spacingAndGlyphs":
                raise Unprintable("a length of text that only changes its gaps")
            stretch = number(own["textLength"]) / length
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[look["text-anchor"]]
        x = number(element.get("x", "0")) - shift * length * stretch
        fill, stroke = self._paint(page, look)
        outline_first = own["paint-order"].startswith("stroke") and fill and stroke
        modes = (
            [1, 0] if outline_first else [{(True, True): 2, (False, True): 1, (True, False): 0}.get((fill, stroke), 3)]
        )
        for mode in modes:
            page.begin_text()
            page.set_text_matrix(stretch, 0, 0, -1, round(x, 3), number(element.get("y", "0")))
            page.set_text_rendering(mode)
            if spacing:
                page.stream.append(f"{spacing:g} Tc")
            self._runs(page, glyphs, size)
            page.end_text()

    def _runs(self, page: pydyf.Stream, glyphs: list[fonts.Glyph], size: float) -> None:
        """Show glyphs that stand in a row, taking up another font where one is needed."""
        for k, glyph in enumerate(glyphs):
            self.glyphs.setdefault(glyph.font, {})[glyph.number] = glyph
            if not k or glyph.font != glyphs[k - 1].font:
                page.set_font_size(f"F{glyph.font}", size)
                row = ""
            row += f"{glyph.number:04x}"
            if k + 1 == len(glyphs) or glyphs[k + 1].font != glyph.font:
                page.show_text(f"<{row}>")


def _glass_name(fill: float, stroke: float) -> str:
    return f"A{round(1000 * fill)}-{round(1000 * stroke)}"


def _bold(weight: str) -> bool:
    return weight in ("bold", "bolder") or (weight.isdigit() and int(weight) >= 600)


def _outline(kind: str, element: ElementTree.Element) -> Iterable[Segment]:
    """What a shape looks like as a path."""

    def of(name: str, otherwise: Any = "0") -> float:
        return number(element.get(name, str(otherwise)))

    if kind == "path":
        return segments(element.get("d", ""))
    if kind == "rect":
        rx = of("rx", element.get("ry", "0"))
        return rectangle(of("x"), of("y"), of("width"), of("height"), rx, of("ry", rx))
    if kind == "circle":
        return ellipse(of("cx"), of("cy"), of("r"), of("r"))
    if kind == "ellipse":
        return ellipse(of("cx"), of("cy"), of("rx"), of("ry"))
    if kind == "line":
        return [("M", (of("x1"), of("y1"))), ("L", (of("x2"), of("y2")))]
    if kind in ("polyline", "polygon"):
        return segments(f"M{element.get('points', '')}{'Z' if kind == 'polygon' else ''}")
    raise Unprintable(f"the element {kind}")
