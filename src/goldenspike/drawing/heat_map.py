"""A board as a heat map: places and lines by how much they are used and what they are worth, with a legend."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldenspike.engine.study import Mark, MarkKind, Point

from .charts import INK, PLAIN, Axis, chart, tick_words, ticks
from .svg import circle, group, path, polyline, rect, segment, text
from .text import TextStyle, sans, widest_width

# Nine shades of viridis, which readers with any colour vision tell apart; dark is much.
SHADES = ("#fde725", "#addc30", "#5ec962", "#28ae80", "#21918c", "#2c728e", "#3b528b", "#472d7b", "#440154")
LEAST, MOST = 3.0, 9.5  # radii of spots
MAP_WIDTH, SHORTEST, TALLEST = 768.0, 110.0, 640.0
EDGE = 40.0  # around the map, for spots and their names
HEAD = 28.0
THIN, WIDE = 0.8, 6.0  # widths of lines
NAME, WORDS = 9.5, 12.0  # sizes of letters
SHADE_WIDTH, SHADE_HEIGHT = 480.0, 10.0
LEGEND, SHADE = 34.0, 54.0  # heights below the map
HALO = TextStyle(sans(), {**PLAIN.attributes, "paint_order": "stroke", "stroke": "#ffffff", "stroke_width": 2.4})
TITLE = TextStyle(sans(bold=True), {**PLAIN.attributes, "font_weight": 700})
Most = Mapping[tuple[bool, str], float]


@dataclass(frozen=True)
class Warmth:
    """What a map shows: two numbers for each mark."""

    label: str
    marks: Sequence[Mark]
    kinds: Mapping[str, MarkKind]
    used: Sequence[float]
    worth: Sequence[float]
    texts: Sequence[str] = ()  # what stands beside each mark, where that is more than its id

    def chosen(self, spots: bool) -> list[int]:
        """Places that are one point, or those that are lines."""
        return [k for k, mark in enumerate(self.marks) if (len(mark.points) == 1) == spots]

    def words(self, spots: bool) -> MarkKind:
        """What is counted for spots, or for lines; kinds drawn alike may differ in the verb."""
        kinds = [self.kinds[name] for name in dict.fromkeys(self.marks[k].kind for k in self.chosen(spots))]
        used = list(dict.fromkeys(kind.used for kind in kinds))
        endings = {text.split(", ", 1)[-1] for text in used}
        if len(used) > 1 and len(endings) == 1:
            used = [f"{' or '.join(text.split(', ')[0] for text in used)}, {endings.pop()}"]
        return MarkKind(" or ".join(used), kinds[0].worth if kinds else "")

    def spot_kinds(self) -> list[str]:
        """The kinds of places that are one point, each with a shape of its own."""
        return list(dict.fromkeys(self.marks[k].kind for k in self.chosen(True)))


@dataclass(frozen=True)
class Placed:
    """Where the points of a board lie in the picture: up is up, and both ways have one scale."""

    left: float
    top: float
    x: float
    y: float
    scale: float

    def at(self, point: Point) -> Point:
        return self.left + (point[0] - self.x) * self.scale, self.top + (self.y - point[1]) * self.scale


def heat_maps(maps: Sequence[Warmth]) -> str:
    """Maps one below the other, all to the same scale."""
    most = {
        (spots, what): max((getattr(one, what)[k] for one in maps for k in one.chosen(spots)), default=0.0) or 1.0
        for spots in (True, False)
        for what in ("used", "worth")
    }
    return f'<div class="pair">{"".join(f"""<div class="map">{heat_map(one, most)}</div>""" for one in maps)}</div>'


def heat_map(one: Warmth, most: Most) -> str:
    """One map: its title, the board, and what colours and sizes mean."""
    across, up = zip(*(point for mark in one.marks for point in mark.points), strict=True)
    wide, high = (max(across) - min(across)) or 1.0, max(up) - min(up)
    names = [widest_width(spot_name(one, k), spot_size(one), PLAIN.face) for k in one.chosen(True)]
    side = max([EDGE, *(name / 2 + 4 for name in names)])
    scale = min((MAP_WIDTH - 2 * side) / wide, TALLEST / high if high else math.inf)
    height = max(high * scale, SHORTEST)
    place = Placed(
        (MAP_WIDTH - wide * scale) / 2, HEAD + EDGE + (height - high * scale) / 2, min(across), max(up), scale
    )
    body = text(MAP_WIDTH / 2, 20, one.label, 15, TITLE, MAP_WIDTH - 20, text_anchor="middle")
    body += draw_lines(one, most, place) + draw_spots(one, most, place)
    y = HEAD + 2 * EDGE + height
    for part, below in (
        (size_legend(one, most), LEGEND),
        (line_shades(one, most), SHADE),
        (spot_shades(one, most), SHADE),
    ):
        if part:
            body += group(part, 0, y)
            y += below
    used = sorted(range(len(one.marks)), key=lambda k: -one.used[k])[:5]
    summary = "used most: " + ", ".join(f"{one.marks[k].name} {one.used[k]:.2f}" for k in used)
    return chart(body, MAP_WIDTH, y, one.label, summary)


# ---------------------------------------------------------------- the board
def draw_lines(one: Warmth, most: Most, place: Placed) -> str:
    """Lines: the wider, the more they are used; coloured by what they are worth, or else by use too."""
    what = line_colour(one)
    body = ""
    for k in sorted(one.chosen(False), key=lambda k: one.used[k]):
        points = [place.at(point) for point in one.marks[k].points]
        width = THIN + (WIDE - THIN) * one.used[k] / most[False, "used"]
        colour = shade(getattr(one, what)[k] / most[False, what])
        body += path(
            polyline(points), stroke=colour, fill="none", stroke_width=width, stroke_linecap="round",
            stroke_linejoin="round",
        )  # fmt: skip
        if one.texts:
            half = (len(points) - 1) // 2
            (x1, y1), (x2, y2) = points[half], points[half + 1]
            x, y, words = (x1 + x2) / 2, (y1 + y2) / 2, one.texts[k]
            width = widest_width(words, NAME + 1, PLAIN.face) + 6
            body += rect(x - width / 2, y - 8, width, 16, fill="#ffffff")
            body += text(x, y + 4, words, NAME + 1, PLAIN, text_anchor="middle")
    return body


def draw_spots(one: Warmth, most: Most, place: Placed) -> str:
    """Spots: coloured by use, the larger, the more they are worth."""
    kinds, body, names = one.spot_kinds(), "", ""
    for k in one.chosen(True):
        mark = one.marks[k]
        x, y = place.at(mark.points[0])
        r = radius(one, most, one.worth[k])
        body += shape(kinds.index(mark.kind), x, y, r, shade(one.used[k] / most[True, "used"]))
        names += text(x, y - r - 3, spot_name(one, k), spot_size(one), HALO, text_anchor="middle")
    return body + names


def spot_name(one: Warmth, k: int) -> str:
    return one.texts[k] if one.texts else one.marks[k].id


def spot_size(one: Warmth) -> float:
    """The size of the letters beside a spot."""
    return NAME + 2.5 if one.texts else NAME


def radius(one: Warmth, most: Most, worth: float) -> float:
    """The area of a spot grows with what it is worth."""
    if not one.words(True).worth:
        return (LEAST + MOST) / 2
    return math.sqrt(LEAST**2 + (MOST**2 - LEAST**2) * max(worth, 0.0) / most[True, "worth"])


def shape(kind: int, x: float, y: float, r: float, colour: str) -> str:
    """A spot: each kind of place has a shape, and all shapes of one size have about the same area."""
    look: dict[str, object] = {"fill": colour, "stroke": INK, "stroke_width": 0.7}
    if kind == 0:
        return circle(x, y, r, **look)
    corners, turn = ((4, 45), (3, -90), (4, 0), (5, -90))[(kind - 1) % 4]
    far = r * math.sqrt(2 * math.pi / (corners * math.sin(2 * math.pi / corners)))
    angles = [math.radians(turn) + 2 * math.pi * k / corners for k in range(corners)]
    return path(polyline([(x + far * math.cos(a), y + far * math.sin(a)) for a in angles], closed=True), **look)


# ---------------------------------------------------------------- the legend
def shade(part: float) -> str:
    """The colour for a part of the most."""
    at = min(1.0, max(0.0, part)) * (len(SHADES) - 1)
    k = min(int(at), len(SHADES) - 2)
    mixed = (
        round(int(SHADES[k][i : i + 2], 16) * (k + 1 - at) + int(SHADES[k + 1][i : i + 2], 16) * (at - k))
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{value:02x}" for value in mixed)


def shades(label: str, most: float, pieces: int = 48) -> str:
    """The scale of colours with its numbers and its words."""
    axis = Axis(0.0, most, (MAP_WIDTH - SHADE_WIDTH) / 2, (MAP_WIDTH + SHADE_WIDTH) / 2)
    step = SHADE_WIDTH / pieces
    body = "".join(
        rect(axis.start + k * step, 0, step + 0.5, SHADE_HEIGHT, fill=shade((k + 0.5) / pieces)) for k in range(pieces)
    )
    shown = ticks(0.0, most, 6)
    for value, word in zip(shown, tick_words(shown), strict=True):
        x = axis.at(value)
        body += path(segment((x, SHADE_HEIGHT), (x, SHADE_HEIGHT + 4)), stroke=INK)
        body += text(x, SHADE_HEIGHT + 16, word, NAME + 1, PLAIN, text_anchor="middle")
    return body + text(MAP_WIDTH / 2, SHADE_HEIGHT + 32, label, WORDS, PLAIN, MAP_WIDTH - 20, text_anchor="middle")


def line_colour(one: Warmth) -> str:
    return "worth" if one.words(False).worth else "used"


def line_shades(one: Warmth, most: Most) -> str:
    lines, words, what = one.chosen(False), one.words(False), line_colour(one)
    if not lines:
        return ""
    noun = one.marks[lines[0]].kind
    return shades(
        f"{noun}: {getattr(words, what)}" + (f" (wide: {words.used})" if words.worth else ""), most[False, what]
    )


def spot_shades(one: Warmth, most: Most) -> str:
    if not one.chosen(True):
        return ""
    return shades(f"{', '.join(one.spot_kinds())}: {one.words(True).used}", most[True, "used"])


def size_legend(one: Warmth, most: Most) -> str:
    """The shapes by kind, and what the largest spot is worth."""
    kinds, worth = one.spot_kinds(), one.words(True).worth
    entries: list[tuple[int, float, str]] = []
    if worth or len(kinds) > 1:
        entries = [(k, radius(one, most, 0.0), f"{kind}: 0" if worth else kind) for k, kind in enumerate(kinds)]
    if worth:
        entries.append((0, MOST, f"{most[True, 'worth']:.1f} {worth}"))
    widths = [2 * MOST + 8 + widest_width(words, WORDS, PLAIN.face) + 18 for _, _, words in entries]
    x, body = (MAP_WIDTH - sum(widths)) / 2, ""
    for (kind, r, words), width in zip(entries, widths, strict=True):
        body += shape(kind, x + MOST, 10, r, "#ffffff") + text(x + 2 * MOST + 6, 14, words, WORDS, PLAIN)
        x += width
    return body
