"""What lies between the city boards: track, tunnels, the bridge, blocked track, route arrows and offers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from goldenspike.games.rail_pass.board.load import BLOCKED, BRIDGE, COLOURS, TUNNEL, Layout, Link
from goldenspike.games.rail_pass.drawing.cities import HEIGHT, WIDTH
from goldenspike.games.rail_pass.drawing.palette import (
    ACCENT,
    CARD,
    CUBE,
    HILL,
    INK,
    PAPER,
    WATER,
    Point,
    at,
    number,
    path,
    rect,
    words,
)
from goldenspike.games.rail_pass.drawing.pieces import tell, train
from goldenspike.games.rail_pass.drawing.scene import Offer, Scene, Train

_ROUND = 34.0


@dataclass(frozen=True)
class LinkDrawing:
    """Where the boards lie: two rows of three, or on a narrow page three rows of two."""

    layout: Layout
    left: float
    top: float
    gap: float
    narrow: bool

    def grid(self, city: str) -> tuple[int, int]:
        """Column and row of a city on this page."""
        column, row = self.layout.city[city].place
        return (row, column) if self.narrow else (column, row)

    def corner(self, city: str) -> Point:
        """The upper left corner of a city board."""
        column, row = self.grid(city)
        return self.left + column * (WIDTH + self.gap), self.top + row * (HEIGHT + self.gap)

    def route(self, a: str, b: str) -> list[Point]:
        """The middle of the track between two boards, from edge to edge."""
        (ca, ra), (cb, rb) = self.grid(a), self.grid(b)
        (xa, ya), (xb, yb) = self.corner(a), self.corner(b)
        across, down = cb - ca, rb - ra
        if abs(across) + abs(down) == 1:
            if down == 0:
                y = ya + HEIGHT / 2
                return [(xa + WIDTH, y), (xb, y)] if across > 0 else [(xa, y), (xb + WIDTH, y)]
            x = xa + WIDTH / 2
            return [(x, ya + HEIGHT), (x, yb)] if down > 0 else [(x, ya), (x, yb + HEIGHT)]
        if abs(across) == 1 and abs(down) == 1:
            # From corner to corner, a little inside so that the ends lie under the boards.
            start = (xa + (WIDTH - 6 if across > 0 else 6), ya + (HEIGHT - 6 if down > 0 else 6))
            end = (xb + (6 if across > 0 else WIDTH - 6), yb + (6 if down > 0 else HEIGHT - 6))
            return [start, end]
        return _rounded(self._detour((ca, ra), (cb, rb), (xa, ya), (xb, yb)))

    def _detour(self, a: tuple[int, int], b: tuple[int, int], at_a: Point, at_b: Point) -> list[Point]:
        """Around or between the boards that lie in the way."""
        (ca, ra), (cb, rb) = a, b
        (xa, ya), (xb, yb) = at_a, at_b
        if ra == rb:
            side = 0.0 if ra == 0 else HEIGHT
            y = ya + side + (-46 if ra == 0 else 46)
            first, last = (xa + WIDTH * 0.7, xb + WIDTH * 0.3) if ca < cb else (xa + WIDTH * 0.3, xb + WIDTH * 0.7)
            return [(first, ya + side), (first, y), (last, y), (last, yb + side)]
        if ca == cb:
            side = 0.0 if ca == 0 else WIDTH
            x = xa + side + (-46 if ca == 0 else 46)
            first, last = (ya + HEIGHT * 0.7, yb + HEIGHT * 0.3) if ra < rb else (ya + HEIGHT * 0.3, yb + HEIGHT * 0.7)
            return [(xa + side, first), (x, first), (x, last), (xb + side, last)]
        # The two long diagonals share a lane and keep to its two sides.
        if abs(cb - ca) == 2:
            lane = self.top + HEIGHT + self.gap * (0.36 if (cb - ca) * (rb - ra) > 0 else 0.64)
            x1 = xa + (WIDTH * 0.8 if cb > ca else WIDTH * 0.2)
            x2 = xb + (WIDTH * 0.2 if cb > ca else WIDTH * 0.8)
            y1, y2 = (ya + HEIGHT, yb) if rb > ra else (ya, yb + HEIGHT)
            return [(x1, y1), (x1, lane), (x2, lane), (x2, y2)]
        lane = self.left + WIDTH + self.gap * (0.36 if (cb - ca) * (rb - ra) > 0 else 0.64)
        y1 = ya + (HEIGHT * 0.8 if rb > ra else HEIGHT * 0.2)
        y2 = yb + (HEIGHT * 0.2 if rb > ra else HEIGHT * 0.8)
        x1, x2 = (xa + WIDTH, xb) if cb > ca else (xa, xb + WIDTH)
        return [(x1, y1), (lane, y1), (lane, y2), (x2, y2)]


def outer(layout: Layout) -> bool:
    """Does any track run around the outside of the boards?"""
    return any(sorted((link.a, link.b)) in (["A", "C"], ["D", "F"]) for link in layout.links)


def _rounded(corners: Sequence[Point]) -> list[Point]:
    """A way with soft corners."""
    out = [corners[0]]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        reach = min(_ROUND, math.dist(before, corner) / 2, math.dist(corner, after) / 2)
        start, end = _toward(corner, before, reach), _toward(corner, after, reach)
        for k in range(9):
            t = k / 8
            u = 1 - t
            out.append(
                (
                    u * u * start[0] + 2 * u * t * corner[0] + t * t * end[0],
                    u * u * start[1] + 2 * u * t * corner[1] + t * t * end[1],
                )
            )
    return [*out, corners[-1]]


def _toward(start: Point, end: Point, reach: float) -> Point:
    share = reach / max(math.dist(start, end), 0.001)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _along(points: Sequence[Point], share: float) -> tuple[Point, float]:
    """A point of a way and the direction there, in degrees."""
    total = sum(math.dist(p, q) for p, q in pairwise(points))
    rest = total * share
    for p, q in pairwise(points):
        step = math.dist(p, q)
        if rest <= step and step > 0:
            turn = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
            return _toward(p, q, rest), turn
        rest -= step
    (p, q) = points[-2:]
    return points[-1], math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))


def _beside(points: Sequence[Point], aside: float) -> list[Point]:
    """A way moved to one side."""
    out = []
    for k, (x, y) in enumerate(points):
        (x0, y0), (x1, y1) = points[max(0, k - 1)], points[min(len(points) - 1, k + 1)]
        far = math.dist((x0, y0), (x1, y1)) or 1.0
        out.append((x - (y1 - y0) / far * aside, y + (x1 - x0) / far * aside))
    return out


def _track(points: Sequence[Point]) -> str:
    """Sleepers and two rails."""
    total = sum(math.dist(p, q) for p, q in pairwise(points))
    ties = []
    for k in range(int(total // 12) + 1):
        (x, y), turn = _along(points, min(1.0, (k * 12 + (total % 12) / 2) / total))
        dx, dy = -math.sin(math.radians(turn)) * 11, math.cos(math.radians(turn)) * 11
        ties.append(path([(x - dx, y - dy), (x + dx, y + dy)]))
    return (
        f'<path class="rp-sleepers" d="{"".join(ties)}"/>'
        f'<path class="rp-rail" d="{path(_beside(points, -6))}{path(_beside(points, 6))}"/>'
    )


def links(table: LinkDrawing, scene: Scene) -> str:
    """Every link of the layout with its picture."""
    named = {frozenset((offer.start, offer.end)) for offer in scene.offers}
    drawn = (_link(table, link, label=frozenset((link.a, link.b)) not in named) for link in table.layout.links)
    return '<g class="rp-links">' + "".join(drawn) + "</g>"


def _link(table: LinkDrawing, link: Link, *, label: bool) -> str:
    points = table.route(link.a, link.b)
    detour = len(points) > 2
    (x, y), turn = _along(points, 0.5 if not detour or outer_pair(link) else 0.3)
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
        + (_label(link, x, y, turn) if label else "")
        + "</g>"
    )


def outer_pair(link: Link) -> bool:
    """The two cities at the ends of one row."""
    return (link.a, link.b) in (("A", "C"), ("D", "F"))


_KIND = {"open": "open track", "tunnel": "tunnel", "bridge": "bridge", "blocked": "blocked track"}


def _label(link: Link, x: float, y: float, turn: float) -> str:
    if link.kind == "open":
        return ""
    look = 'class="rp-label"'
    if abs(math.cos(math.radians(turn))) > 0.5:
        return words(x, y + 54, link.kind, 17, look + ' text-anchor="middle"')
    return words(x - 46, y + 6, link.kind, 17, look + ' text-anchor="end"')


def _stubs(points: Sequence[Point]) -> str:
    """Track that ends on both sides of a barrier."""
    total = sum(math.dist(p, q) for p, q in pairwise(points))
    share = min(0.28, 26 / total)
    first, last = _along(points, share)[0], _along(points, 1 - share)[0]
    return (
        f'<path d="{path(points)}" fill="none" stroke="#b9a27a" stroke-width="2" stroke-dasharray="2 7"/>'
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
        f'<path {at(x, y)} d="M-17 9L-5-11L7 9M-2-5L4-15L18 9H-17" fill="#f6ead0" stroke="#5d3a19" '
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
            rect(-39, min(y, y + 9 * side), 78, 9, f'fill="#e9d9b4" stroke="{INK}" stroke-width="1.8"')
            + f'<path d="{zigzag.format(y, 9 * side, -9 * side)}" fill="none" stroke="{INK}" stroke-width="1.6"/>'
        )
    piers = "".join(
        rect(x - 4, y - 4, 8, 8, f'fill="#8f8577" stroke="{INK}" stroke-width="1.4"')
        for x in (-39, 39)
        for y in (-19, 19)
    )
    return out + piers


def _barrier() -> str:
    """A striped beam across the track."""
    stripes = "".join(f'<path d="M-6 {y}L6 {y + 9}V{y + 18}L-6 {y + 9}Z" fill="{ACCENT}"/>' for y in (-36, -18, 0, 18))
    return (
        rect(-6, -36, 12, 72, f'fill="{CARD}"')
        + stripes
        + rect(-6, -36, 12, 72, f'rx="2" fill="none" stroke="{INK}" stroke-width="2"')
    )


def _cross(x: float, y: float) -> str:
    """The sign on the barrier."""
    return (
        f'<g {at(x, y)}><circle r="15" fill="{CARD}" stroke="{ACCENT}" stroke-width="4"/>'
        f'<path d="M-7-7L7 7M7-7L-7 7" stroke="{ACCENT}" stroke-width="4.4" stroke-linecap="round"/></g>'
    )


def arrows(table: LinkDrawing, scene: Scene) -> str:
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


def _signpost(table: LinkDrawing, start: str, end: str, colours: Sequence[str]) -> str:
    points = table.route(start, end)
    (x, y), turn = _along(points[:2], 0.0)
    dx, dy = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    # Always above a level track and to the right of an upright one.
    ux, uy = (0.0, -1.0) if abs(dx) > 0.5 else (1.0, 0.0)
    x, y = x + dx * 19, y + dy * 19
    if len(points) == 2 and not _straight(points):
        # A slanting track begins at a corner: its arrows stand along the side of the board.
        uy = -1.0 if dy > 0 else 1.0
        x += 11 if dx > 0 else -11
    out = []
    for k, colour in enumerate(colours):
        fill, ink, rim = CUBE[colour]
        cx, cy = x + ux * (50 + 24 * k), y + uy * (50 + 24 * k)
        out.append(
            f'<g class="rp-arrow" data-from="{start}" data-to="{end}" data-colour="{colour}" {at(cx, cy)}>'
            f'<path transform="rotate({number(turn)})" d="M-13-10H7L16 0L7 10H-13Z" fill="{fill}" stroke="{rim}" '
            f'stroke-width="1.3"/>'
            + words(-1.5 * dx, 5.5 - 1.5 * dy, colour, 16, f'class="rp-letter" style="fill:{ink}"')
            + "</g>"
        )
    return "".join(out)


def offers(prefix: str, table: LinkDrawing, scene: Scene) -> str:
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


def _straight(points: Sequence[Point]) -> bool:
    """Track between two boards that lie side by side."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    return len(points) == 2 and (x0 == x1 or y0 == y1)


def _offer(prefix: str, table: LinkDrawing, offer: Offer, rank: int) -> str:
    points = table.route(offer.start, offer.end)
    (x, y), turn = _along(points, 0.5)
    if _straight(points):
        # Beside the picture of the link, one after the other.
        level = abs(math.cos(math.radians(turn))) > 0.5
        away = 84.0 + 88.0 * rank if level else 86.0 + 78.0 * rank
        x, y = (x, y + away) if level else (x - away, y - 11)
    elif len(points) > 2:
        (x, y), turn = _along(points, 0.42)
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
    about = f"{tell(offer.train)}; offered from {offer.start} to {offer.end}"
    return (
        f'<g class="rp-offer" data-train="{escape(offer.train.id)}" data-from="{offer.start}" '
        f'data-to="{offer.end}" {at(x, y)}><title>{escape(about)}</title>'
        f'<circle r="{number(r)}" fill="{PAPER}" stroke="{INK}" stroke-width="9"/>'
        f'<circle r="{number(r)}" fill="none" stroke="{CARD}" stroke-width="6" stroke-dasharray="7 5"/>{ring}'
        f'<g transform="rotate({number(turn)})"><path d="M{number(r + 6)}-8L{number(r + 19)} 0L{number(r + 6)} 8Z" '
        f'fill="{ACCENT}" stroke="{INK}"/></g>'
        f'<g transform="translate(-25.5 -19) scale(.58)">{train(prefix, engine, 0, 0, engine_only=True)}</g>'
        + rect(-34, r + 2, 68, 21, f'rx="4" fill="{CARD}" stroke="{INK}" stroke-width="1.4"')
        + words(0, r + 18, f"{offer.train.id} {doing}", 16, 'class="rp-letter"')
        + "</g>"
    )
