"""The land below the lines: paper, seas with coast rings, mountains, rivers, names and the frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldenspike.drawing.geometry import Ground, Path, Point, RepeatableNumbers, along, aside, inside, length, smooth
from goldenspike.drawing.svg import curve, element, escape, number, pair, polyline, ribbon
from goldenspike.drawing.text import ROMAN_BOLD, text_width
from goldenspike.games.santa_fe.board.load import MOUNTAIN
from goldenspike.games.santa_fe.drawing.palette import NAME_STYLES, PAPER, RIVER, WATER_LINE
from goldenspike.games.santa_fe.drawing.placement import FRAME, SLOT, Placement

# Distance from the coast, colour of the ring, tint of the water inside it.
RINGS = (
    (46.0, 0.14, "#8fb2bc"),
    (34.0, 0.2, "#97b9c2"),
    (24.0, 0.27, "#9dbec6"),
    (16.0, 0.34, "#a3c3c9"),
    (9.5, 0.4, "#a9c8cc"),
    (4.0, 0.46, "#b0cdd0"),
)
PEAKS = ((6.2, 8.0, 0.5), (7.4, 9.6, -0.8), (8.6, 11.4, 0.6), (9.8, 12.8, -0.4))  # half width, height, lean
MOST_PEAKS = 400  # beside one space: the time for a drawing stays bounded


def points(shape: Mapping[str, Any], key: str = "points") -> Path:
    """The points of a shape of the board file."""
    return [(float(x), float(y)) for x, y in shape.get(key, ())]


def shapes(placement: Placement, key: str) -> list[Mapping[str, Any]]:
    """The shapes of one kind, none if the board has no such scenery."""
    found: list[Mapping[str, Any]] = placement.board.scenery.get(key, [])
    return found


def definitions(prefix: str, width: float, height: float, *, quick: bool = False) -> str:
    """Filters and little pictures that are used many times."""
    area = f'x="0" y="0" width="{number(width)}" height="{number(height)}" filterUnits="userSpaceOnUse"'
    rgb = 'color-interpolation-filters="sRGB"'
    parts = [
        f'<filter id="{prefix}grain" {area} {rgb}><feTurbulence type="fractalNoise" baseFrequency=".035 .05" '
        'numOctaves="4" seed="8"/><feColorMatrix values="0 0 0 0 .35 0 0 0 0 .25 0 0 0 0 .1 .9 0 0 0 -.42"/>'
        "</filter>",
        f'<filter id="{prefix}hills" {area} {rgb}><feGaussianBlur in="SourceGraphic" stdDeviation="8" '
        'result="soft"/><feTurbulence type="fractalNoise" baseFrequency=".06" numOctaves="3" seed="5"/>'
        '<feDiffuseLighting surfaceScale="3.2" diffuseConstant="1.3" lighting-color="#fff">'
        '<feDistantLight azimuth="225" elevation="50"/></feDiffuseLighting>'
        '<feComposite in2="soft" operator="arithmetic" k1=".88" k2="0" k3=".12" k4="0"/></filter>',
        f'<filter id="{prefix}soft" {area}><feGaussianBlur stdDeviation="7"/></filter>',
        f'<filter id="{prefix}shade" x="-20%" y="-20%" width="150%" height="150%">'
        '<feGaussianBlur stdDeviation="2.4"/></filter>',
    ]
    if quick:
        parts = []
    parts += [_peak(f"{prefix}peak{k}", w, h, lean, snow=k > 1) for k, (w, h, lean) in enumerate(PEAKS)]
    parts.append(
        f'<path id="{prefix}grass" fill="none" stroke="#8f8350" stroke-width=".9" stroke-linecap="round" '
        'opacity=".75" d="M-1.6 0l-1.5-4.2M0 0v-5.6M1.6 0l1.5-4.2"/>'
        f'<path id="{prefix}sand" fill="none" stroke="#a1814f" stroke-width="1.3" stroke-linecap="round" '
        'opacity=".75" d="M-5-1h0M-1.5-2.6h0M2-.4h0M5.2-1.8h0M.2 1.6h0M-3.4 1.2h0"/>'
        f'<g id="{prefix}fir"><path stroke="#5c4229" d="M0 1.6V0"/><path fill="#6f7f52" stroke="#4b5736" '
        'stroke-width=".6" stroke-linejoin="round" d="M-3.6 0L0-4.4L3.6 0ZM-2.9-2.6L0-7L2.9-2.6Z'
        'M-2-5L0-9.4L2-5Z"/></g>'
    )
    return "".join(parts)


def _peak(name: str, w: float, h: float, lean: float, *, snow: bool) -> str:
    """One engraved mountain standing on the origin."""
    top, left, right = (lean, -h), (-w, 0.0), (w, 0.0)
    shadow = [right, top, (lean * 0.3 + 0.2, -h * 0.44), (w * 0.25, -h * 0.2), (w * 0.12, 0.0)]
    cap = [top, (lean - w * 0.3, -h * 0.68), (lean - w * 0.05, -h * 0.76)]
    cap += [(lean + w * 0.08, -h * 0.62), (lean + w * 0.28, -h * 0.7)]
    return (
        f'<g id="{name}"><path fill="#e9d8b2" d="{polyline([left, top, right], closed=True)}"/>'
        f'<path fill="#8d6a45" opacity=".8" d="{polyline(shadow, closed=True)}"/>'
        + (f'<path fill="#fbf6e8" d="{polyline(cap, closed=True)}"/>' if snow else "")
        + '<path fill="none" stroke="#5c4229" stroke-linejoin="round" stroke-linecap="round" '
        f'd="{polyline([left, top, right])}"/></g>'
    )


def land(placement: Placement, prefix: str, *, quick: bool = False) -> str:
    """Paper, neighbours, mountain shade, seas, lakes, rivers and borders; quick: nothing that is slow to draw large."""
    w, h = number(placement.width), number(placement.height)
    out = [f'<rect width="{w}" height="{h}" fill="{PAPER}"/>']
    for shape in shapes(placement, "foreign"):
        out.append(f'<path fill="#e0d8c1" d="{curve(points(shape), tail=points(shape, "around"))}"/>')
    if not quick:
        out.append(f'<rect width="{w}" height="{h}" filter="url(#{prefix}grain)" opacity=".22"/>')
    out.append(_mountain_shade(placement, prefix, quick=quick))
    for shape in shapes(placement, "borders"):
        data = curve(points(shape))
        out.append(
            f'<path fill="none" stroke="#b98a6a" stroke-width="6" opacity=".3" d="{data}"/>'
            f'<path fill="none" stroke="#7c5a40" stroke-width="1.4" stroke-dasharray="10 3 2 3" d="{data}"/>'
        )
    out.append(_seas(placement, prefix, quick=quick))
    out.append(_lakes(placement, prefix))
    for river in shapes(placement, "rivers"):
        out.append(_river(river))
    return f'<g class="gsb-land" aria-hidden="true">{"".join(out)}</g>'


def _soft(data: str, colour: str, widths: Sequence[float], opacity: float) -> str:
    """A soft edge made of a few wide strokes, for pictures that are drawn anew at every size."""
    strokes = "".join(f'<path stroke-width="{number(wide)}" d="{data}"/>' for wide in widths)
    return f'<g fill="none" stroke="{colour}" stroke-opacity="{opacity}" stroke-linejoin="round">{strokes}</g>'


def _mountain_shade(placement: Placement, prefix: str, *, quick: bool) -> str:
    areas = [curve(points(shape), closed=True) for shape in shapes(placement, "mountains")]
    if not areas:
        areas = [ribbon(path, 30.0) for path in _mountain_slots(placement)]
    if not areas:
        return ""
    data = "".join(areas)
    if quick:
        rim = _soft(data, "#cfae79", (4.0, 10.0, 17.0, 25.0), 0.2)
        return f'<g opacity=".84">{rim}<path fill="#d2b27e" d="{data}"/></g>'
    return f'<g filter="url(#{prefix}hills)"><path fill="#cfae79" fill-opacity=".84" d="{data}"/></g>'


def _mountain_slots(placement: Placement) -> list[Path]:
    return [
        placement.slots[line.id][k]
        for line in placement.board.lines
        for k, terrain in enumerate(line.segments)
        if terrain & MOUNTAIN
    ]


def _seas(placement: Placement, prefix: str, *, quick: bool) -> str:
    seas = shapes(placement, "seas")
    if not seas:
        return ""
    whole = "".join(curve(points(s), tail=points(s, "around")) for s in seas)
    coast = "".join(curve(points(s)) for s in seas)
    shade = (
        f'<path fill="none" stroke="#6b4d2a" stroke-width="26" opacity=".2" filter="url(#{prefix}soft)" d="{coast}"/>'
    )
    out = [
        _soft(coast, "#6b4d2a", (12.0, 22.0, 32.0, 44.0), 0.055) if quick else shade,
        f'<clipPath id="{prefix}sea"><path d="{whole}"/></clipPath>',
        f'<path fill="#87abb7" d="{whole}"/><g fill="none" clip-path="url(#{prefix}sea)">'
        f'<path id="{prefix}coast" d="{coast}"/>',
    ]
    for off, strength, tint in RINGS:
        out.append(
            f'<use href="#{prefix}coast" stroke="#4c7b8c" stroke-opacity="{strength}" '
            f'stroke-width="{number(2 * off + 1.8)}"/>'
            f'<use href="#{prefix}coast" stroke="{tint}" stroke-width="{number(2 * off)}"/>'
        )
    out.append(f'</g><path fill="none" stroke="{WATER_LINE}" stroke-width="1.7" d="{coast}"/>')
    return "".join(out)


def _lakes(placement: Placement, prefix: str) -> str:
    data = "".join(curve(points(shape), closed=True) for shape in shapes(placement, "lakes"))
    if not data:
        return ""
    rings = "".join(
        f'<path stroke="#4c7b8c" stroke-opacity=".3" stroke-width="{number(2 * off + 1.6)}" d="{data}"/>'
        f'<path stroke="{tint}" stroke-width="{number(2 * off)}" d="{data}"/>'
        for off, tint in ((10.0, "#a6c5cb"), (5.5, "#abc9cd"), (2.4, "#b0cdd0"))
    )
    return (
        f'<clipPath id="{prefix}lakes"><path d="{data}"/></clipPath><path fill="#a2c2c9" d="{data}"/>'
        f'<g fill="none" clip-path="url(#{prefix}lakes)">{rings}</g>'
        f'<path fill="none" stroke="{WATER_LINE}" stroke-width="1.3" d="{data}"/>'
    )


def _river(river: Mapping[str, Any]) -> str:
    """A river grows from its spring to its mouth."""
    course = points(river)
    wide = {1: 2.0, 2: 2.7, 3: 3.5}[int(river["weight"])]
    third = max(2, len(course) // 3)
    return (
        f'<g fill="none" stroke="{RIVER}" stroke-linecap="round"><path stroke-width="{number(wide * 0.55)}" '
        f'd="{curve(course)}"/><path stroke-width="{number(wide * 0.8)}" d="{curve(course[third - 1 :])}"/>'
        + (
            f'<path stroke-width="{number(wide)}" d="{curve(course[2 * third - 1 :])}"/>'
            if len(course) - 2 * third >= 1
            else ""
        )
        + "</g>"
    )


# --- hills, trees and grass -----------------------------------------------------------------------


def growth(placement: Placement, prefix: str) -> str:
    """Little mountains, firs, grass and sand wherever nothing else is printed."""
    ground = _taken(placement)
    random = RepeatableNumbers(5)
    tall: list[tuple[float, float, str]] = []
    for shape in shapes(placement, "mountains"):
        tall += _peaks(smooth(points(shape), closed=True), ground, random)
    if not shapes(placement, "mountains"):
        tall += _roadside_peaks(placement, ground, random)
    for shape in shapes(placement, "mountains"):
        ground.area(smooth(points(shape), closed=True))
    for shape in shapes(placement, "forests"):
        for x, y in _scatter(points(shape), ground, random, 14.0, 12.0, 5.0):
            tall.append((x, y, "fir"))
    flat: list[tuple[float, float, str]] = []
    for shape in shapes(placement, "deserts"):
        flat += [(x, y, "sand") for x, y in _scatter(points(shape), ground, random, 24.0, 20.0, 6.0)]
    plains = [points(shape) for shape in shapes(placement, "plains")]
    step = (34.0, 28.0)
    if not placement.board.scenery:
        step = (62.0, 50.0)
        w, h = placement.board.width, placement.board.height
        plains = [[(0.0, 0.0), (w, 0.0), (w, float(h)), (0.0, float(h))]]
    for ring in plains:
        flat += [(x, y, "grass") for x, y in _scatter(ring, ground, random, *step, 6.0)]
    tall.sort(key=lambda spot: (spot[1], spot[0]))
    uses = [f'<use href="#{prefix}{kind}" x="{number(x)}" y="{number(y)}"/>' for x, y, kind in flat + tall]
    return f'<g class="gsb-growth" aria-hidden="true">{"".join(uses)}</g>'


def _taken(placement: Placement) -> Ground:
    ground = Ground(placement.board.width, placement.board.height)
    w, h = placement.board.width, placement.board.height
    for edge in ((0.0, 0.0, w, FRAME), (0.0, h - FRAME, w, h), (0.0, 0.0, FRAME, h), (w - FRAME, 0.0, w, h)):
        ground.box(edge)
    for path in placement.paths.values():
        ground.path(path, SLOT / 2 + 2)
    for city in placement.board.cities:
        r = placement.radius(city) + 3
        ground.box((city.x - r, city.y - r, city.x + r, city.y + r))
    for name in placement.names.values():
        ground.box(name.box)
    for box in placement.panel_boxes:
        ground.box(box)
    for river in shapes(placement, "rivers"):
        ground.path(smooth(points(river)), 3)
    for shape in shapes(placement, "lakes"):
        ring = smooth(points(shape), closed=True)
        ground.area(ring)
        ground.path(ring, 3)
    for shape in shapes(placement, "seas"):
        coast = smooth(points(shape))
        ground.area([*coast, *points(shape, "around")])
        ground.path(coast, 3)
    for words in shapes(placement, "names"):
        _take_name(ground, words)
    return ground


def _take_name(ground: Ground, name: Mapping[str, Any]) -> None:
    size, spacing = float(name["size"]), float(name.get("spacing", 0))
    half = text_width(name["text"], size, ROMAN_BOLD, spacing) / 2
    where = points(name)
    if len(where) == 1:
        x, y = where[0]
        ground.box((x - half - 3, y - size * 0.6, x + half + 3, y + size * 0.6))
    else:
        ground.path(smooth(where), size * 0.55)


def _scatter(
    ring: Sequence[Point], ground: Ground, random: RepeatableNumbers, dx: float, dy: float, pad: float
) -> list[Point]:
    """Places on a shaken grid that lie inside a ring on free ground."""
    out = []
    y = min(p[1] for p in ring)
    odd = False
    while y < max(p[1] for p in ring):
        x = min(p[0] for p in ring) + (dx / 2 if odd else 0)
        while x < max(p[0] for p in ring):
            spot = (x + random.between(-0.4, 0.4) * dx, y + random.between(-0.4, 0.4) * dy)
            around = (spot[0] - pad, spot[1] - pad - 3, spot[0] + pad, spot[1] + pad - 2)
            if inside(ring, spot) and ground.free(around):
                out.append(spot)
                ground.box(around)
            x += dx
        y += dy
        odd = not odd
    return out


def _peaks(ring: Path, ground: Ground, random: RepeatableNumbers) -> list[tuple[float, float, str]]:
    out = []
    y = min(p[1] for p in ring)
    odd = False
    while y < max(p[1] for p in ring):
        x = min(p[0] for p in ring) + (9.5 if odd else 0)
        while x < max(p[0] for p in ring):
            spot = (x + random.between(-6, 6), y + random.between(-4, 4))
            first = int(random.between(0, 3.99))
            for kind in range(first, -1, -1):
                w, h, _ = PEAKS[kind]
                fits = ground.free((spot[0] - w, spot[1] - h, spot[0] + w, spot[1] + 1))
                if fits and inside(ring, (spot[0] - w * 0.7, spot[1])) and inside(ring, (spot[0] + w * 0.7, spot[1])):
                    out.append((*spot, f"peak{kind}"))
                    break
            x += 19.0
        y += 12.5
        odd = not odd
    return out


def _roadside_peaks(placement: Placement, ground: Ground, random: RepeatableNumbers) -> list[tuple[float, float, str]]:
    """Peaks on both sides of mountain slots, for boards that draw no ranges."""
    out = []
    for slot in _mountain_slots(placement):
        for away in (-30.0, -17.0, 17.0, 30.0):
            for (x, y), _ in along(aside(slot, away), max(15.0, length(slot) / MOST_PEAKS)):
                spot = (x + random.between(-4, 4), y + 5 + random.between(-4, 4))
                kind = int(random.between(0, 3.99))
                box = (spot[0] - 8, spot[1] - 11, spot[0] + 8, spot[1] + 1)
                if ground.free(box):
                    ground.box((spot[0] - 5, spot[1] - 5, spot[0] + 5, spot[1]))
                    out.append((*spot, f"peak{kind}"))
    return out


# --- lettering, compass, frame --------------------------------------------------------------------


def lettering(placement: Placement, prefix: str) -> str:
    """Names of lands, ranges, seas and rivers, each held to the length it was placed with."""
    out = []
    for k, name in enumerate(shapes(placement, "names")):
        face, slope, colour, strength = NAME_STYLES[name["style"]]
        size, spacing = float(name["size"]), float(name.get("spacing", 0))
        halo = {"range": "#ddc79b", "river": PAPER}.get(name["style"])
        look: dict[str, object] = {"font_size": number(size), "fill": colour}
        look |= {"style_": f"{slope};letter-spacing:{number(spacing)}px", "opacity": strength}
        if halo:
            look |= {"stroke": halo, "stroke_width": 2.6, "stroke_linejoin": "round", "paint_order": "stroke"}
        held = {"textLength": number(text_width(name["text"], size, face, spacing)), "lengthAdjust": "spacingAndGlyphs"}
        where, words = points(name), escape(name["text"])
        if len(where) == 1:
            x, y = where[0]
            at = {"x": number(x + spacing / 2), "y": number(y + size * 0.34)}
            out.append(element("text", words, **at, text_anchor="middle", **look, **held))
        else:
            curved = element("textPath", words, href=f"#{prefix}name{k}", startOffset="50%", **held)
            out.append(element("path", id=f"{prefix}name{k}", fill="none", d=curve(where)))
            out.append(element("text", curved, **look, text_anchor="middle"))
    return f'<g class="gsb-names" aria-hidden="true">{"".join(out)}</g>'


def compass(placement: Placement) -> str:
    """A rose where the board wants one."""
    if "compass" not in placement.board.scenery:
        return ""
    x, y = (float(placement.board.scenery["compass"][key]) for key in "xy")
    long, short, waist = 40.0, 24.0, 4.1
    half = "".join(
        f'<g transform="rotate({turn})"><path fill="#2f4f5a" d="M0 0L{waist} {-waist}L0 {-reach}Z"/>'
        f'<path fill="#eef2ea" d="M0 0L{-waist} {-waist}L0 {-reach}Z"/></g>'
        for reach, turns in ((short, (45, 135, 225, 315)), (long, (0, 90, 180, 270)))
        for turn in turns
    )
    return (
        f'<g class="gsb-compass" aria-hidden="true" transform="translate({pair((x, y))})" stroke="#2f4f5a" '
        f'stroke-width=".8" fill="none"><circle r="34" stroke-width="1.2"/><circle r="29"/>{half}'
        '<text y="-44" text-anchor="middle" font-size="15" font-weight="700" fill="#2f4f5a" stroke="none">N'
        "</text></g>"
    )
