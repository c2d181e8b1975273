"""The printed lines: slots for track with their terrain and their arrows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from goldenspike.drawing.geometry import Path, Point, crossing, smooth, thin
from goldenspike.drawing.svg import escape, number, pair, polyline, ribbon
from goldenspike.games.santa_fe.board.load import LAKE, MOUNTAIN, RIVER, Line
from goldenspike.games.santa_fe.drawing.placement import SLOT, Placement, midpoint
from goldenspike.games.santa_fe.drawing.scenery import points, shapes


def beds(placement: Placement) -> str:
    """A light band below every line, so that it stands off the scenery."""
    data = "".join(polyline(thin(path)) for path in placement.paths.values())
    return f'<path class="gsb-bed" aria-hidden="true" d="{data}"/>'


def network(placement: Placement, prefix: str, *, arrows: bool) -> str:
    """All lines of the board; the arrows are printed in the 2002 edition only."""
    rivers = [smooth(points(river), 5.0) for river in shapes(placement, "rivers")]
    lines = "".join(_line(placement, prefix, line, rivers, arrows=arrows) for line in placement.board.lines)
    return f'<g class="gsb-lines">{lines}</g>'


def _line(placement: Placement, prefix: str, line: Line, rivers: Sequence[Path], *, arrows: bool) -> str:
    ends = f"{placement.board.city[line.a].name} - {placement.board.city[line.b].name}"
    about = f"{ends}, {len(line.segments)}"
    if arrows and line.one_way is not None:
        about += ", one way"
    if line.follows:
        about += f" ({line.follows})"
    name = escape(line.id)
    out = [
        f'<g class="gsb-line" id="{prefix}line-{name.replace("#", "-")}" data-line="{name}">'
        f"<title>{escape(about)}</title>"
    ]
    for k, terrain in enumerate(line.segments):
        slot = placement.slots[line.id][k]
        kind = " gsb-mountain" if terrain & MOUNTAIN else " gsb-lake" if terrain & LAKE else ""
        shape = ribbon(slot, SLOT / 2)
        out.append(f'<path class="gsb-slot{kind}" data-line="{name}" data-segment="{k}" d="{shape}"/>')
        out.append(_terrain(slot, terrain, rivers))
        if arrows and line.one_way is not None:
            at, angle = midpoint(slot)
            out.append(chevrons(at, math.degrees(angle) + (0 if line.one_way == "a>b" else 180)))
    return "".join(out) + "</g>"


def chevrons(at: Point, turn: float) -> str:
    """Two red chevrons for the direction of a one-way line."""
    return (
        f'<path class="gsb-arrow" transform="translate({pair(at)}) rotate({number(turn)})" '
        'd="M-4.5-2.5L-1.1 0L-4.5 2.5M1.1-2.5L4.5 0L1.1 2.5"/>'
    )


def _terrain(slot: Path, terrain: int, rivers: Sequence[Path]) -> str:
    """What a segment crosses: peaks, waves, or the river itself where the map has one."""
    at, angle = midpoint(slot)
    out = ""
    if terrain & RIVER:
        for course in rivers:
            met = crossing(slot, course)
            if met is not None:
                out += river_band(met[0], met[1], met[2])
        if not out:
            out = river_band(at, angle, angle + 1.15)
    if terrain & LAKE:
        out += waves(at, math.degrees(angle))
    return out


def river_band(at: Point, along: float, river: float) -> str:
    """A river under the track, cut to the width of the slot."""
    cross = math.sin(river - along)
    if abs(cross) < 0.35:
        cross = math.copysign(0.35, cross)
    tx, ty = math.cos(along), math.sin(along)
    nx, ny = -ty, tx
    lean = math.cos(river - along) / cross
    half = SLOT / 2 - 0.6

    def band(wide: float, colour: str) -> str:
        corners = [
            (
                at[0] + tx * (lean * n + side * wide / abs(cross)) + nx * n,
                at[1] + ty * (lean * n + side * wide / abs(cross)) + ny * n,
            )
            for n, side in ((-half, -1), (-half, 1), (half, 1), (half, -1))
        ]
        return f'<path fill="{colour}" d="{polyline(corners, closed=True)}"/>'

    return band(2.6, "#2f79a8") + band(0.9, "#d6ecf5")


def waves(at: Point, turn: float) -> str:
    """Two waves on a slot over a lake."""
    return (
        f'<path fill="none" stroke="#2f79a8" stroke-width="1.2" stroke-linecap="round" '
        f'transform="translate({pair(at)}) rotate({number(turn)})" '
        'd="M-9-1q2.25-2.6 4.5 0t4.5 0t4.5 0t4.5 0M-6.75 2.4q2.25-2.6 4.5 0t4.5 0t4.5 0"/>'
    )
