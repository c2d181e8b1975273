"""What lies between the city boards: track, tunnels, the bridge, blocked track, route arrows and offers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from goldenspike.drawing.geometry import Point, aside, length
from goldenspike.drawing.svg import escape, group, number, polyline, rect, text, translate
from goldenspike.games.rail_pass.board.load import BLOCKED, BRIDGE, COLOURS, TUNNEL, Link
from goldenspike.games.rail_pass.drawing.palette import ACCENT, CARD, CUBE, HILL, INK, LABEL, LETTER, PAPER, WATER
from goldenspike.games.rail_pass.drawing.pieces import describe, train
from goldenspike.games.rail_pass.drawing.scene import Offer, Scene, Train
from goldenspike.games.rail_pass.drawing.tabletop import Tabletop, along, is_straight, outer_pair


def _track(points: Sequence[Point]) -> str:
    """Sleepers and two rails."""
    total = length(points)
    ties = []
    for k in range(int(total // 12) + 1):
        (x, y), turn = along(points, min(1.0, (k * 12 + (total % 12) / 2) / total))
        dx, dy = -math.sin(math.radians(turn)) * 11, math.cos(math.radians(turn)) * 11
        ties.append(polyline([(x - dx, y - dy), (x + dx, y + dy)]))
    return (
        f'<path class="rp-sleepers" d="{"".join(ties)}"/>'
        f'<path class="rp-rail" d="{polyline(aside(points, 6))}{polyline(aside(points, -6))}"/>'
    )


def links(table: Tabletop, scene: Scene, names: Mapping[str, str] | None = None) -> str:
    """Every link of the layout with its picture; ``names`` are the kinds of links in another language."""
    named = {frozenset((offer.start, offer.end)) for offer in scene.offers}
    drawn = (
        _link(table, link, names or {}, label=frozenset((link.a, link.b)) not in named) for link in table.layout.links
    )
    return '<g class="rp-links">' + "".join(drawn) + "</g>"


def _link(table: Tabletop, link: Link, names: Mapping[str, str], *, label: bool) -> str:
    points = table.route(link.a, link.b)
    detour = len(points) > 2
    (x, y), turn = along(points, 0.5 if not detour or outer_pair(link) else 0.3)
    picture = {TUNNEL: _tunnel, BRIDGE: _bridge, BLOCKED: _barrier}.get(link.kind)
    head = (
        f'<g class="rp-link rp-{link.kind}" data-link="{link.a}-{link.b}" data-kind="{link.kind}">'
        f"<title>{link.a}-{link.b}: {_KIND[link.kind]}</title>"
    )
    track = _stubs(points) if link.kind == BLOCKED else _track(points)
    middle = f'<g transform="translate({number(x)} {number(y)}) rotate({number(turn)})">'
    upright = {TUNNEL: _peaks, BLOCKED: _cross}.get(link.kind)
    if link.kind == BRIDGE:
        track = middle + _river() + "</g>" + track
    return (
        head
        + track
        + (middle + picture() + "</g>" if picture else "")
        + (upright(x, y) if upright else "")
        + (_label(table, link, names.get(link.kind, link.kind), x, y, turn) if label else "")
        + "</g>"
    )


_KIND = {"open": "open track", "tunnel": "tunnel", "bridge": "bridge", "blocked": "blocked track"}


def _label(table: Tabletop, link: Link, name: str, x: float, y: float, turn: float) -> str:
    if link.kind == "open":
        return ""
    if abs(math.cos(math.radians(turn))) > 0.5:
        return text(x, y + 54, name, 17, LABEL, table.gap - 12, text_anchor="middle")
    return text(x - 46, y + 6, name, 17, LABEL, 120, text_anchor="end")


def _stubs(points: Sequence[Point]) -> str:
    """Track that ends on both sides of a barrier."""
    total = length(points)
    share = min(0.28, 26 / total)
    first, last = along(points, share)[0], along(points, 1 - share)[0]
    return (
        f'<path d="{polyline(points)}" fill="none" stroke="#b9a27a" stroke-width="2" stroke-dasharray="2 7"/>'
        + _track([points[0], first])
        + _track([last, points[-1]])
    )


def _tunnel() -> str:
    """A hill over the track, a portal at each side."""
    slopes = "M-22{0}20L-27{0}29M-10{0}25L-13{0}35M3{0}26L3{0}36M15{0}24L19{0}34M25{0}17L32{0}25"
    hatch = slopes.format("-") + slopes.format(" ")
    portal = "".join(
        f'<path d="M{x} -15V15" stroke="{INK}" stroke-width="11"/>'
        f'<path d="M{x} -14V14" stroke="#a99e8d" stroke-width="8"/>'
        f'<path d="M{x} -8.5V8.5" stroke="#1d1611" stroke-width="8"/>'
        for x in (-31, 31)
    )
    return (
        f'<path d="M-34-14C-30-34-12-42 2-40S32-32 34-14V14C30 34 12 42-2 40S-32 32-34 14Z" fill="#cfa66c" '
        f'stroke="{HILL}" stroke-width="2"/>'
        f'<path d="M-24-8C-20-22-8-27 2-26S23-20 25-8V8C21 21 9 27-2 26S-22 20-24 8Z" fill="{HILL}" opacity=".55"/>'
        f'<path d="{hatch}" stroke="#7c4f24" stroke-width="1.8" stroke-linecap="round"/>' + portal
    )


def _peaks(x: float, y: float) -> str:
    """Two snowy tops on the hill, upright however the track runs."""
    return (
        f'<path transform="{translate(x, y)}" d="M-17 9L-5-11L7 9M-2-5L4-15L18 9H-17" fill="#f6ead0" stroke="#5d3a19" '
        'stroke-width="1.8" stroke-linejoin="round"/>'
    )


def _river() -> str:
    """Water under the bridge."""
    return (
        f'<path d="M-19-47C-26-30-12-16-19 0S-26 30-19 47H19C12 30 26 16 19 0S26-30 19-47Z" fill="{WATER}"/>'
        '<path d="M-7-40c4 5-4 9 0 14M6 26c4 5-4 9 0 14M-8 24c4 5-4 9 0 14M7-38c4 5-4 9 0 14" fill="none" '
        'stroke="#dcebee" stroke-width="2" stroke-linecap="round"/>'
    )


def _bridge() -> str:
    """The trusses of the Mountain Pass Bridge on both sides of the track."""
    zigzag = "M-36 {0}l9 {1}l9 {2}l9 {1}l9 {2}l9 {1}l9 {2}l9 {1}l9 {2}"
    out = ""
    for side in (-1, 1):
        y = 14 * side
        out += (
            rect(-39, min(y, y + 9 * side), 78, 9, fill="#e9d9b4", stroke=INK, stroke_width=1.8)
            + f'<path d="{zigzag.format(y, 9 * side, -9 * side)}" fill="none" stroke="{INK}" stroke-width="1.6"/>'
        )
    piers = "".join(
        rect(x - 4, y - 4, 8, 8, fill="#8f8577", stroke=INK, stroke_width=1.4) for x in (-39, 39) for y in (-19, 19)
    )
    return out + piers


def _barrier() -> str:
    """A striped beam across the track."""
    stripes = "".join(f'<path d="M-6 {y}L6 {y + 9}V{y + 18}L-6 {y + 9}Z" fill="{ACCENT}"/>' for y in (-36, -18, 0, 18))
    return (
        rect(-6, -36, 12, 72, fill=CARD)
        + stripes
        + rect(-6, -36, 12, 72, rx=2, fill="none", stroke=INK, stroke_width=2)
    )


def _cross(x: float, y: float) -> str:
    """The sign on the barrier."""
    return (
        f'<g transform="{translate(x, y)}"><circle r="15" fill="{CARD}" stroke="{ACCENT}" stroke-width="4"/>'
        f'<path d="M-7-7L7 7M7-7L-7 7" stroke="{ACCENT}" stroke-width="4.4" stroke-linecap="round"/></g>'
    )


def arrows(table: Tabletop, scene: Scene) -> str:
    """Route arrows at the edge of each board, one for each colour (RP-ARROW-01)."""
    out = []
    for town in scene.towns.values():
        ways: dict[str, list[str]] = {}
        for colour, ends in town.arrows.items():
            for end in ends:
                ways.setdefault(end, []).append(colour)
        for end, colours in ways.items():
            if end in scene.towns and end != town.id:
                out.append(_signpost(table, town.id, end, [c for c in COLOURS if c in colours]))
    return '<g class="rp-arrows">' + "".join(out) + "</g>" if out else ""


def _signpost(table: Tabletop, start: str, end: str, colours: Sequence[str]) -> str:
    points = table.route(start, end)
    (x, y), turn = along(points[:2], 0.0)
    dx, dy = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    # Always above a level track and to the right of an upright one.
    ux, uy = (0.0, -1.0) if abs(dx) > 0.5 else (1.0, 0.0)
    x, y = x + dx * 19, y + dy * 19
    if len(points) == 2 and not is_straight(points):
        # A slanting track begins at a corner: its arrows stand along the side of the board.
        uy = -1.0 if dy > 0 else 1.0
        x += 11 if dx > 0 else -11
    out = []
    for k, colour in enumerate(colours):
        fill, ink, rim = CUBE[colour]
        cx, cy = x + ux * (50 + 24 * k), y + uy * (50 + 24 * k)
        body = (
            f'<path transform="rotate({number(turn)})" d="M-13-10H7L16 0L7 10H-13Z" fill="{fill}" stroke="{rim}" '
            f'stroke-width="1.3"/>' + text(-1.5 * dx, 5.5 - 1.5 * dy, colour, 16, LETTER, style_=f"fill:{ink}")
        )
        out.append(group(body, cx, cy, class_="rp-arrow", data_from=start, data_to=end, data_colour=colour))
    return "".join(out)


def offers(prefix: str, table: Tabletop, scene: Scene) -> str:
    """Trains held out over a link, with the call and a ring that fills while they are taken (RP-PASS-03)."""
    out = []
    seen: dict[frozenset[str], int] = {}
    for offer in scene.offers:
        if _drawn(scene, offer):
            pair = frozenset((offer.start, offer.end))
            out.append(_offer(prefix, table, offer, seen.get(pair, 0)))
            seen[pair] = seen.get(pair, 0) + 1
    return "".join(out)


def _drawn(scene: Scene, offer: Offer) -> bool:
    return offer.start in scene.towns and offer.end in scene.towns and offer.start != offer.end


def _offer(prefix: str, table: Tabletop, offer: Offer, rank: int) -> str:
    points = table.route(offer.start, offer.end)
    (x, y), turn = along(points, 0.5)
    if is_straight(points):
        # Beside the picture of the link, one after the other.
        level = abs(math.cos(math.radians(turn))) > 0.5
        away = 84.0 + 88.0 * rank if level else 86.0 + 78.0 * rank
        x, y = (x, y + away) if level else (x - away, y - 11)
    elif len(points) > 2:
        (x, y), turn = along(points, 0.42)
    r = 30.0
    ring = ""
    if offer.done is not None:
        angle = 2 * math.pi * min(0.999, offer.done)
        ring = (
            f'<path d="M0 {number(-r)}A{number(r)} {number(r)} 0 {1 if offer.done > 0.5 else 0} 1 '
            f'{number(r * math.sin(angle))} {number(-r * math.cos(angle))}" fill="none" stroke="{ACCENT}" '
            'stroke-width="7"/>'
        )
    engine = Train(offer.train.id, engineer=offer.train.engineer)
    doing = "push" if offer.push else "toot!"
    about = f"{describe(offer.train)}; offered from {offer.start} to {offer.end}"
    return (
        f'<g class="rp-offer" data-train="{escape(offer.train.id)}" data-from="{offer.start}" '
        f'data-to="{offer.end}" transform="{translate(x, y)}"><title>{escape(about)}</title>'
        f'<circle r="{number(r)}" fill="{PAPER}" stroke="{INK}" stroke-width="9"/>'
        f'<circle r="{number(r)}" fill="none" stroke="{CARD}" stroke-width="6" stroke-dasharray="7 5"/>{ring}'
        f'<g transform="rotate({number(turn)})"><path d="M{number(r + 6)}-8L{number(r + 19)} 0L{number(r + 6)} 8Z" '
        f'fill="{ACCENT}" stroke="{INK}"/></g>'
        f'<g transform="translate(-25.5 -19) scale(.58)">{train(prefix, engine, 0, 0, engine_only=True)}</g>'
        + rect(-34, r + 2, 68, 21, rx=4, fill=CARD, stroke=INK, stroke_width=1.4)
        + text(0, r + 18, f"{offer.train.id} {doing}", 16, LETTER, 62)
        + "</g>"
    )
