"""Pens and colours of the drawing: SVG elements as text, always the same bytes for the same picture."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from zlib import crc32

Point = tuple[float, float]

INK = "#3a2818"
PENCIL = "#20407f"
"""What players draw and write."""
WHITE = "#fffdf6"
CREAM = "#fbf3dc"
GOLD = "#dba827"
WOOD = "#8a5a2b"
BRICK = "#b3321f"
SERIF = "'DejaVu Serif','Bitstream Vera Serif',Georgia,'Times New Roman',serif"
SANS = "'DejaVu Sans','Bitstream Vera Sans',Verdana,Arial,sans-serif"

SUIT_COLOURS = ("#26262e", "#b3241c", "#c96a06", "#24703c")
"""Spades, hearts, diamonds, clubs; every railway has a pattern as well, so colour never stands alone."""


@dataclass(frozen=True)
class Palette:
    """Colours of one map on one kind of paper."""

    paper: str
    edge: str
    ground: tuple[str, str, str]
    grid: str
    water: str
    deep: str
    shore: str
    bank: str
    rock: str
    shade: str
    mountain: str
    pad: str
    accent: str
    tint: dict[str, str]


_TINT = {
    "mine": "#f4e2a2",
    "bank": "#dfe0d4",
    "saloon": "#f1c9a3",
    "fort": "#e2c79d",
    "yard": "#d9d2c6",
    "jail": "#cfd3d8",
    "bandit": "#efc4b4",
    "station": "#d8b98a",
}
DESERT = Palette(
    paper="#f3e6c6",
    edge="#b98f52",
    ground=("#f0dcae", "#eed8a6", "#f2e0b6"),
    grid="#8c6a3f",
    water="#6fa9c4",
    deep="#3f7f9f",
    shore="#c8b27c",
    bank="#dde0c4",
    rock="#b88d64",
    shade="#8d6442",
    mountain="#cdb594",
    pad="#f8efd9",
    accent="#a8431c",
    tint=_TINT | {"cattle": "#d7dfa0"},
)
FOREST = Palette(
    paper="#ecebd0",
    edge="#7d8a55",
    ground=("#dbe2b5", "#d5deac", "#e0e6be"),
    grid="#66703f",
    water="#6aa7b8",
    deep="#377a8e",
    shore="#b5bd86",
    bank="#cfdccb",
    rock="#9d988d",
    shade="#6d6a63",
    mountain="#c6c4b2",
    pad="#f5f3de",
    accent="#2f5d34",
    tint=_TINT | {"cattle": "#cfd98f"},
)


def palette(forest: bool, printed: bool) -> Palette:
    """Colours for the screen, or the same map on white paper with little ink."""
    base = FOREST if forest else DESERT
    if not printed:
        return base
    return Palette(
        paper="#ffffff",
        edge=base.edge,
        ground=("#ffffff", "#fdfcf6", "#fbf9f0"),
        grid=base.grid,
        water="#a9cfdf",
        deep=base.deep,
        shore="#e8e2cc",
        bank="#f2f6f2",
        rock="#d3bda2" if not forest else "#c4c1b9",
        shade="#ab8d6d" if not forest else "#95928a",
        mountain="#f1eae0" if not forest else "#eeede6",
        pad="#ffffff",
        accent=base.accent,
        tint={kind: _paler(colour) for kind, colour in base.tint.items()},
    )


def _paler(colour: str) -> str:
    parts = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - part) * 0.42):02x}" for part in parts)


def dice(*seed: object) -> float:
    """A number from 0 to 1 that is the same for the same seed in every process and on every machine."""
    return crc32(":".join(map(str, seed)).encode()) / 2**32


def num(value: float) -> str:
    """A coordinate, short."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


_UNSPEAKABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def safe(words: object) -> str:
    """Words as XML text: escaped, without the letters XML does not know."""
    return escape(_UNSPEAKABLE.sub("", str(words)))


def el(name: str, body: str = "", /, **attributes: object) -> str:
    """An element; `stroke_width` becomes stroke-width, None is left out, values are escaped."""
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        shown = num(value) if isinstance(value, float) else safe(value)
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    head = " ".join(parts)
    return f"<{head}>{body}</{name}>" if body else f"<{head}/>"


def group(body: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, **attributes: object) -> str:
    """A group moved, turned and scaled into place."""
    moves = []
    if x or y:
        moves.append(f"translate({num(x)} {num(y)})")
    if turn:
        moves.append(f"rotate({num(turn)})")
    if scale != 1:
        moves.append(f"scale({scale:.4g})")
    return el("g", body, **attributes, transform=" ".join(moves) or None)


def path(d: str, fill: str = "none", stroke: str | None = INK, width: float = 1.6, **attributes: object) -> str:
    """A path with round joins."""
    line: dict[str, object] = {"stroke": stroke, "stroke_width": f"{width:g}"} if stroke else {}
    if stroke:
        line |= {"stroke_linejoin": "round", "stroke_linecap": attributes.pop("cap", "round")}
    return el("path", d=d, fill=fill, **line, **attributes)


def polygon(points: Iterable[Point]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z"


def segment(a: Point, b: Point) -> str:
    """Path data of a straight line."""
    return f"M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}"


def circle(
    x: float, y: float, r: float, fill: str = "none", stroke: str | None = INK, width: float = 1.6, **attributes: object
) -> str:
    """A circle."""
    line: dict[str, object] = {"stroke": stroke, "stroke_width": f"{width:g}"} if stroke else {}
    return el("circle", cx=num(x), cy=num(y), r=num(r), fill=fill, **line, **attributes)


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
    """A rectangle."""
    pen: dict[str, object] = {"stroke": stroke, "stroke_width": f"{line:g}"} if stroke else {}
    corner = num(round_) if round_ else None
    size = {"x": num(x), "y": num(y), "width": num(width), "height": num(height)}
    return el("rect", **size, rx=corner, fill=fill, **pen, **attributes)


def text(
    x: float,
    y: float,
    words: object,
    size: float = 14,
    fill: str = INK,
    anchor: str = "middle",
    weight: str | None = "bold",
    halo: str | None = None,
    **attributes: object,
) -> str:
    """A line of text, escaped, with a halo where it stands on the map."""
    body = safe(words)
    base: dict[str, object] = {"x": num(x), "y": num(y), "font_size": f"{size:g}", "fill": fill}
    base |= {"text_anchor": None if anchor == "start" else anchor, "font_weight": weight} | attributes
    if not body:
        return ""
    if not halo:
        return el("text", body, **base)
    # A halo of its own element, because paint-order is not known everywhere.
    ring = base | {"fill": halo, "stroke": halo, "stroke_width": "3.6", "stroke_linejoin": "round"}
    return el("text", body, **ring, aria_hidden="true") + el("text", body, **base)


def text_width(words: str, size: float) -> float:
    """About how wide a bold line is, for finding room; never measured on the machine, so always the same."""
    narrow = sum(letter in "iljtfrI.,'1 " for letter in words)
    wide = sum(letter in "mwMWQO" for letter in words)
    return size * (0.62 * len(words) - 0.22 * narrow + 0.22 * wide)


def wrapped(words: str, size: float, width: float, lines: int) -> list[str]:
    """Text broken into lines that fit; what is too much ends in dots."""
    found: list[str] = []
    for word in words.split():
        if found and text_width(f"{found[-1]} {word}", size) <= width:
            found[-1] += f" {word}"
        else:
            found.append(word)
    if len(found) > lines:
        found = [*found[: lines - 1], found[lines - 1] + " …"]
    return found


def star(x: float, y: float, r: float, fill: str, width: float = 1.3) -> str:
    """A sheriff's star."""
    points = []
    for k in range(10):
        reach = r if k % 2 == 0 else r * 0.6
        points.append((x + reach * math.sin(math.pi * k / 5), y - reach * math.cos(math.pi * k / 5)))
    return path(polygon(points), fill, INK, width)
