"""City boards: yard, station with two tracks, hotel and storage."""

from __future__ import annotations

from goldenspike.drawing.svg import escape, group, number, rect, text, translate
from goldenspike.drawing.text import shortened
from goldenspike.games.rail_pass.board.load import COLOURS
from goldenspike.games.rail_pass.drawing.palette import (
    ACCENT,
    CAPS,
    CARD,
    CUBE,
    FIGURE,
    INK,
    LABEL,
    LETTER,
    LINE,
    PLAIN,
    RED,
    SHADE,
)
from goldenspike.games.rail_pass.drawing.pieces import LONG_LENGTH, SHORT_LENGTH, cube, engineer, rails, train
from goldenspike.games.rail_pass.drawing.scene import Scene, Town, Train

WIDTH, HEIGHT = 400.0, 384.0
_LEFT = 18.0
_YARD, _LONG, _SHORT, _STORE = 62.0, 150.0, 226.0, 318.0
_HOTEL_X, _HOTEL_W = 316.0, 68.0


def city(prefix: str, scene: Scene, town: Town, x: float, y: float) -> str:
    """One city board."""
    name = COLOURS[town.colour]
    owner = scene.seats[town.seat].name if town.seat < len(scene.seats) else ""
    about = (
        f"City {town.id}, {name}, of {owner}: {town.stored} delivered, "
        f"{town.waiting} waiting in the yard, {len(town.hotel)} in the hotel"
    )
    flags = (" rp-lowest" if town.lowest else "") + (" rp-mine" if town.mine else "")
    return (
        f'<g class="rp-city{flags}" data-city="{town.id}" data-colour="{town.colour}" data-seat="{town.seat}" '
        f'transform="{translate(x, y)}"><title>{escape(about)}</title>'
        + _board(town)
        + _head(town, name, owner, scene)
        + _yard(prefix, town)
        + _station(prefix, town)
        + _hotel(prefix, town)
        + _storage(prefix, town, scene.layout.yard)
        + "</g>"
    )


def halo(town: Town, x: float, y: float) -> str:
    """Below everything: the two lowest cities glow, the boards of the seat that looks have a red rim."""
    out = ""
    if town.lowest:
        out += rect(-13, -13, WIDTH + 26, HEIGHT + 26, rx=16, fill="#eab64a", opacity=".5")
        out += rect(-13, -13, WIDTH + 26, HEIGHT + 26, rx=16, fill="none", stroke="#b67d14", stroke_width=2)
    if town.mine:
        out += rect(-6, -6, WIDTH + 12, HEIGHT + 12, rx=9, fill=ACCENT)
    if town.lowest:
        out += (
            '<g class="rp-flag"><path d="M16 2V-23Q16-27 20-27H88Q92-27 92-23V2Z" fill="#eab64a" '
            'stroke="#b67d14" stroke-width="2"/>' + text(54, -8, "lowest", 19, LETTER, 70) + "</g>"
        )
    return group(out, x, y) if out else ""


def _board(town: Town) -> str:
    fill, _, rim = CUBE[town.colour]
    edge = rim if town.colour in "YW" else fill
    return (
        rect(4, 6, WIDTH, HEIGHT, rx=5, fill="#1a120a", opacity=".25")
        + rect(0, 0, WIDTH, HEIGHT, rx=5, fill=CARD, stroke=INK, stroke_width=2)
        + rect(5, 5, WIDTH - 10, HEIGHT - 10, rx=3, fill="none", stroke=edge, stroke_width=3)
    )


def _head(town: Town, name: str, owner: str, scene: Scene) -> str:
    """The name plate: position, colour, player, and how much has arrived."""
    fill, ink, rim = CUBE[town.colour]
    return (
        f'<g class="rp-plate"><path d="M5 5H{number(WIDTH - 5)}V50H5Z" fill="{fill}" stroke="{rim}"/>'
        f'<circle cx="32" cy="27.5" r="18" fill="{CARD}" stroke="{INK}" stroke-width="1.6"/>'
        + text(32, 36, town.id, 25, LETTER)
        + text(60, 29, name.upper(), 24, CAPS, 228, style_=f"fill:{ink}")
        + text(61, 45, shortened(owner, 26), 16, PLAIN, 180, style_=f"fill:{ink}")
        + rect(WIDTH - 104, 10, 92, 35, rx=3, fill=CARD, stroke=INK, stroke_width=1.6)
        + text(WIDTH - 60, 37, str(town.stored), 29, FIGURE, 38, text_anchor="end")
        + text(WIDTH - 55, 37, f"of {scene.layout.yard}", 16, LABEL, 40)
        + "</g>"
    )


def _yard(prefix: str, town: Town) -> str:
    """Twenty spots in reading order; the cubes at both ends stand up to be lifted (RP-LOAD-02)."""
    spots = max(len(town.yard), 1)
    across = 10 if spots > 10 else spots
    pitch = 36.4
    out = [
        f'<g class="rp-yard" data-count="{town.waiting}">',
        rect(_LEFT - 4, _YARD - 6, WIDTH - 28, 84, rx=4, fill=SHADE, stroke=LINE),
    ]
    ends = town.ends
    for k, colour in enumerate(town.yard):
        x, y = _LEFT + (k % across) * pitch, _YARD + (k // across) * 38
        known = colour in COLOURS
        end = bool(ends) and k in (ends or ())
        if not known:
            out.append(
                rect(
                    x + 6,
                    y + 6,
                    22,
                    22,
                    class_="rp-spot",
                    data_spot=k,
                    rx=3,
                    fill="none",
                    stroke=LINE,
                )
            )
            if colour == "?":
                out.append(text(x + 17, y + 24, "?", 18, LETTER, opacity=".55"))
            continue
        if not end:
            out.append(cube(prefix, colour, x + 1.5, y + 1.5, 31.0, f' data-spot="{k}"'))
    for k in sorted(set(ends or ())):
        x, y = _LEFT + (k % across) * pitch, _YARD + (k // across) * 38
        which = " ".join(name for name, spot in zip(("head", "tail"), ends or (), strict=False) if spot == k)
        out.append(rect(x - 0.5, y - 0.5, 38, 38, rx=7, fill=INK, opacity=".35"))
        out.append(rect(x - 3.5, y - 5.5, 39, 39, rx=7, fill="#ffe9a8", stroke=ACCENT, stroke_width=2.2))
        out.append(cube(prefix, town.yard[k], x - 1, y - 3, marks=f' data-spot="{k}" data-end="{which}"'))
    return "".join(out) + "</g>"


def _station(prefix: str, town: Town) -> str:
    """Long track above, short track below (RP-TRAIN-01, -02)."""
    return (
        f'<g class="rp-track" data-track="long" data-train="{_id(town.long)}">'
        + rails(_LEFT - 2, _LONG + 60, LONG_LENGTH + 4)
        + (train(prefix, town.long, _LEFT, _LONG) if town.long else _vacant(_LONG, "long track"))
        + f'</g><g class="rp-track" data-track="short" data-train="{_id(town.short)}">'
        + rails(_LEFT - 2, _SHORT + 60, SHORT_LENGTH + 4)
        + (train(prefix, town.short, _LEFT, _SHORT) if town.short else _vacant(_SHORT, "short track"))
        + "</g>"
    )


def _id(piece: Train | None) -> str:
    return escape(piece.id) if piece else ""


def _vacant(y: float, name: str) -> str:
    return text(_LEFT + 12, y + 50, f"{name}, free", 17, LABEL, 180)


def _hotel(prefix: str, town: Town) -> str:
    """Three beds, one above the other (RP-ENG-05)."""
    x, y, w, h = _HOTEL_X, _LONG - 2, _HOTEL_W, 154.0
    out = [
        f'<g class="rp-hotel" data-count="{len(town.hotel)}">'
        f'<path d="M{number(x - 5)} {number(y + 26)}L{number(x + w / 2)} {number(y)}L{number(x + w + 5)} '
        f'{number(y + 26)}Z" fill="{ACCENT}" stroke="{INK}" stroke-width="1.4" stroke-linejoin="round"/>',
        text(x + w / 2, y + 22, "hotel", 14, LETTER, 40, class_="rp-letter rp-light", font_style="italic"),
        rect(x, y + 26, w, h - 26, fill="#efdfbd", stroke=INK, stroke_width=1.4),
    ]
    for k in range(3):
        top = y + 30 + k * 42
        out.append(rect(x + 12, top, w - 24, 38, fill=CARD, stroke=LINE, stroke_width=1.2))
        if k < len(town.hotel):
            out.append(engineer(prefix, town.hotel[k], x + w / 2, top + 37))
    return "".join(out) + "</g>"


def _storage(prefix: str, town: Town, places: int) -> str:
    """What has arrived for good, one place for each cube that can (RP-LOAD-10)."""
    y = _STORE
    out = [
        f'<g class="rp-storage" data-count="{town.stored}">',
        rect(_LEFT - 4, y, WIDTH - 28, 50, rx=4, fill=SHADE, stroke=LINE),
    ]
    pitch = 35.6
    for k in range(max(places, town.stored)):
        x, top = _LEFT + (k % 10) * pitch, y + 3 + (k // 10) * 23
        if k < town.stored:
            out.append(cube(prefix, town.colour, x + 6, top, 22.0))
        else:
            out.append(rect(x + 9, top + 3, 16, 16, rx=2.5, fill="none", stroke=LINE, opacity=".6"))
    if town.misplaced:
        out.append(text(WIDTH - 20, y + 64, f"{town.misplaced} wrong", 14, RED, 120, text_anchor="end"))
    return "".join(out) + "</g>"
