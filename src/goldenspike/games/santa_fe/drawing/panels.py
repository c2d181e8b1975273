"""The tables printed on the board: title, railroads and key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldenspike.drawing.geometry import star
from goldenspike.drawing.svg import number, polyline, text
from goldenspike.drawing.text import ROMAN_BOLD, TextStyle, text_width
from goldenspike.games.santa_fe.board.load import Railroad
from goldenspike.games.santa_fe.drawing.lines import chevrons, river_band, waves
from goldenspike.games.santa_fe.drawing.palette import BOLD, CAPITALS, FADED, HEADING, INK, NOTE, VALUE_COLOURS
from goldenspike.games.santa_fe.drawing.pieces import piece, square_letters
from goldenspike.games.santa_fe.drawing.placement import KEY_SIZE, ROADS_WIDTH, ROW, SLOT, TITLE_SIZE, Placement

# What the tables say; a printed board may say it in another language, with other amounts.
LABELS: Mapping[str, str] = {
    "railroads": "THE RAILROADS",
    "shorts": "short lines",
    "closed": "not yet",
    "values": "values",
    "boomtown": "boomtown",
    "square": "first visit $4",
    "open": "open country",
    "mountain": "mountain $1",
    "arrow": "one way",
    "river": "river $1",
    "both": "both $2",
    "lake": "lake, free",
}


def burst(value: int) -> str:
    """The boomtown marker: a golden burst with the new value."""
    return (
        f'<g class="gsb-boom"><path fill="#f3c63c" stroke="{INK}" stroke-width="1.2" stroke-linejoin="round" '
        f'd="{polyline(star(14, 13.6, 17.6, start=0.0), closed=True)}"/><circle r="11" fill="#fff7dc" stroke="{INK}"/>'
        f'<text class="gsb-value" y="6" style="font-size:18px;fill:#7c1d16">{value}</text></g>'
    )


def panels(
    placement: Placement, prefix: str, edition: str, game: str, view: Mapping[str, Any], labels: Mapping[str, str]
) -> str:
    """All tables."""
    return (
        '<g class="gsb-panels">'
        + _title(placement, prefix, game)
        + _railroads(placement, prefix, edition, view, labels)
        + _key(placement, prefix, edition, labels)
        + "</g>"
    )


def _panel(prefix: str, w: float, h: float) -> str:
    return (
        f'<path fill="#1a120a" opacity=".4" filter="url(#{prefix}shade)" d="{_rect(3, 4, w, h)}"/>'
        f'<path fill="#f4e9cc" stroke="{INK}" stroke-width="2" d="{_rect(0, 0, w, h)}"/>'
        f'<path fill="none" stroke="#9c7b4d" d="{_rect(4, 4, w - 8, h - 8)}"/>'
    )


def _rect(x: float, y: float, w: float, h: float) -> str:
    return f"M{number(x)} {number(y)}h{number(w)}v{number(h)}h{number(-w)}Z"


def _capitals(x: float, y: float, words: str, size: float, space: float, **attributes: object) -> str:
    """Spaced capitals, as large as their space allows."""
    while size > 10 and text_width(words, size, ROMAN_BOLD, size * CAPITALS.spacing) > space:
        size -= 0.5
    return _spaced(x, y, words, size, space, CAPITALS, **attributes)


def _spaced(x: float, y: float, words: str, size: float, space: float, style: TextStyle, **attributes: object) -> str:
    """Text with gaps between its letters; the one behind the last is made up for."""
    gap = style.spacing * size
    return text(x + gap / 2, y, words, size, style, space, **attributes, style_=f"letter-spacing:{number(gap)}px")


def _place(placement: Placement, name: str, lower: float = 0.0) -> str:
    """Where a table stands and how large it is, as SVG says it."""
    (x, y), scale = placement.panel(name), placement.tables_scale or 1.0
    larger = "" if scale == 1.0 else f" scale({scale:.3f})"
    return f"translate({number(x)} {number(y + lower * scale)}){larger}"


def _title(placement: Placement, prefix: str, game: str) -> str:
    w, h = TITLE_SIZE
    sleepers = "".join(f"M{k} 112.4v2.6" for k in range(22, int(w) - 20, 8))
    return (
        f'<g class="gsb-title" transform="{_place(placement, "title")}">{_panel(prefix, w, h)}'
        + _capitals(w / 2, 39, game.upper(), 34, w - 36, fill="#8f2a1f")
        + _capitals(w / 2, 61, placement.board.name.upper(), 13.5, w - 36, fill=INK)
        + f'<path stroke="{INK}" stroke-width="1.6" d="M18 111.2H{number(w - 18)}"/>'
        f'<path stroke="#6b4d31" stroke-width="3.4" d="{sleepers}"/>{locomotive(84, 110, 3.3)}'
        + text(w / 2, 127, placement.board.note, 10.5, NOTE, w - 30, text_anchor="middle", fill=FADED)
        + "</g>"
    )


def locomotive(x: float, y: float, scale: float) -> str:
    """A small steam locomotive heading west, its wheels on the line."""
    wheels = ((3.0, 0.85), (4.9, 0.85), (7.3, 1.35), (10.2, 1.35), (14.0, 0.85), (16.6, 0.85))
    smoke = ((3.3, 9.0, 1.0), (5.0, 10.3, 1.4), (7.4, 11.2, 1.7), (10.2, 11.8, 1.3))
    return (
        f'<g transform="translate({number(x)} {number(y)}) scale({scale})" fill="{INK}" aria-hidden="true">'
        + "".join(
            f'<circle cx="{a}" cy="{-b}" r="{r}" fill="#8d8171" opacity="{0.42 - 0.06 * k:.2f}"/>'
            for k, (a, b, r) in enumerate(smoke)
        )
        + '<path d="M2.2-5.2H9.8V-2.6H2.2ZM9.2-6.5H12.2V-1.6H9.2ZM8.8-6.8H12.6V-6.3H8.8Z'
        "M1.6-2.7H12.2V-1.6H1.6ZM2.6-5H3.6L3.75-6.4L4.3-7.6H1.9L2.45-6.4ZM-.6-.2L1.9-2V-.2ZM.9-5.6H1.8V-4.6H.9Z"
        'M12.6-4.3H18V-1.3H12.6ZM12.1-2H12.9V-1.4H12.1Z"/>'
        '<circle cx="2.2" cy="-3.9" r="1.3"/><circle cx="5.1" cy="-5.3" r=".7"/>'
        '<circle cx="7" cy="-5.3" r=".6"/>'
        '<path fill="#f4e9cc" d="M10-5.7H11.4V-4.4H10Z"/>'
        + "".join(
            f'<circle cx="{a}" cy="{-r}" r="{r}" stroke="#f4e9cc" stroke-width=".28"/>'
            f'<circle cx="{a}" cy="{-r}" r="{r * 0.28:.2f}" fill="#f4e9cc"/>'
            for a, r in wheels
        )
        + "</g>"
    )


def _railroads(
    placement: Placement, prefix: str, edition: str, view: Mapping[str, Any], labels: Mapping[str, str]
) -> str:
    roads = [r for r in placement.board.railroads if edition != "1992" or r.kind == "major"]
    h = placement.roads_height(len(roads), roads[-1].kind == "short")
    # On the map it keeps its foot, below it its middle.
    lower = (placement.roads_room - h) / (2 if placement.tables_scale else 1)
    out = [
        f'<g class="gsb-railroads" transform="{_place(placement, "railroads", lower)}">',
        _panel(prefix, ROADS_WIDTH, h),
        _spaced(ROADS_WIDTH / 2, 25, labels["railroads"], 15, 260, HEADING, fill=INK),
    ]
    top = 43.0
    for before, road in zip([None, *roads], roads, strict=False):
        if road.kind == "short" and before is not None and before.kind == "major":
            out.append(text(14, top + 4, labels["shorts"], 11.5, NOTE, 55, fill=FADED))
            out.append(f'<path stroke="#9c7b4d" stroke-width=".8" d="M72 {number(top)}H{ROADS_WIDTH - 14:g}"/>')
            top += 18
        out.append(_row(placement, road, top, view, labels))
        top += ROW
    return "".join(out) + "</g>"


def _row(placement: Placement, road: Railroad, y: float, view: Mapping[str, Any], labels: Mapping[str, str]) -> str:
    supply: Mapping[str, int] = view.get("supply") or {}
    count = str(road.pieces)
    closed = "available" in view and road.id not in view["available"]
    if closed:
        count = labels["closed"]
    elif road.id in supply:
        count = f"{supply[road.id]}/{road.pieces}"
    home = placement.board.city[road.home].name
    return (
        f'<g data-railroad="{road.id}" opacity="{".55" if closed else "1"}" fill="{INK}">'
        + piece(placement.board, road, [(14.0, y), (52.0, y)])
        + text(60, y + 4, road.id, 12.4, BOLD, 22)
        + text(84, y + 4, _short(road.name, 12.4, 112), 12.4, BOLD, 112)
        + text(231, y + 4, count, 11.5 if closed else 12.6, NOTE if closed else BOLD, 34, text_anchor="end")
        + text(238, y + 4, home, 11.6, NOTE, 60)
        + "</g>"
    )


def _short(name: str, size: float, space: float) -> str:
    """A name with its last word cut to a letter if it is too long."""
    words = name.split()
    if len(words) < 3 or text_width(name, size, ROMAN_BOLD) <= space:
        return name
    return " ".join([*words[:-1], words[-1][0] + "."])


def _key(placement: Placement, prefix: str, edition: str, labels: Mapping[str, str]) -> str:
    w, h = KEY_SIZE
    out = [f'<g class="gsb-key" transform="{_place(placement, "key")}">{_panel(prefix, w, h)}']
    for k, (value, colour) in enumerate(VALUE_COLOURS.items()):
        out.append(
            f'<g transform="translate({22 + k * 22} 22)"><circle r="9.6" fill="{colour}" stroke="{INK}" '
            f'stroke-width="1.2"/><text class="gsb-value" y="4.4" style="font-size:13px">{value}</text></g>'
        )
    out.append(text(148, 26, labels["values"], 12, NOTE, 39, fill=INK))
    if edition != "1992":
        out.append(f'<g transform="translate(202 22) scale(.72)">{burst(5)}</g>')
        out.append(text(218, 26, labels["boomtown"], 12, NOTE, 58, fill=INK))
    road = placement.board.railroads[0]
    out.append(
        f'<path fill="{road.colour}" stroke="#1d150d" stroke-width="1.2" d="{_rect(280, 16.5, 11, 11)}"/>'
        + square_letters(road, 285.5, 24.4)
    )
    out.append(text(297, 26, labels["square"], 11, NOTE, 57, fill=INK))
    samples = [("open", "", ""), ("mountain", " gsb-mountain", ""), ("arrow", "", "arrow")]
    samples += [("river", "", "river"), ("both", " gsb-mountain", "river"), ("lake", " gsb-lake", "lake")]
    for k, (name, kind, extra) in enumerate(samples):
        if extra == "arrow" and edition == "1992":
            continue
        sx, sy = 14 + (k % 3) * 119, 48 + (k // 3) * 21
        out.append(f'<rect class="gsb-slot{kind}" x="{sx}" y="{number(sy - SLOT / 2)}" width="30" height="{SLOT}"/>')
        middle = (sx + 15.0, float(sy))
        if extra == "river":
            out.append(river_band(middle, 0.0, -1.15))
        elif extra == "lake":
            out.append(waves(middle, 0.0))
        elif extra == "arrow":
            out.append(chevrons(middle, 180.0))
        out.append(text(sx + 37, sy + 4, labels[name], 12, NOTE, 78 if k % 3 < 2 else 64, fill=INK))
    return "".join(out) + "</g>"
