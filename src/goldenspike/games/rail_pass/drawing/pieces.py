"""The pieces: cubes, engineers, trains and the track they stand on."""

from __future__ import annotations

from goldenspike.drawing.svg import escape, group, number, rect, text, translate
from goldenspike.drawing.text import ROMAN_BOLD, TextStyle
from goldenspike.games.rail_pass.board.load import COLOURS
from goldenspike.games.rail_pass.drawing.palette import ACCENT, BRASS, CARD, CUBE, FRAME, INK, LETTER, LINE, WOOD
from goldenspike.games.rail_pass.drawing.scene import Train

CUBE_SIZE = 34.0
ENGINE, CAR = 92.0, 39.0
TRAIN_HEIGHT = 66.0
LONG_LENGTH, SHORT_LENGTH = ENGINE + 5 * CAR, ENGINE + 3 * CAR

# Each colour has its own grain, so that cubes differ without colour and without letters.
_GRAIN = {
    "K": "M4 9L9 4M4 16L16 4M18 30L30 18M25 30L30 25M4 25L9 30M4 18L16 30M18 4L30 16M25 4L30 9",
    "R": "M3 12L12 3M3 19L19 3M3 26L26 3M8 31L31 8M15 31L31 15M22 31L31 22",
    "B": "M6 6h.1M6 13h.1M6 20h.1M6 27h.1M28 6h.1M28 13h.1M28 20h.1M28 27h.1M13 6h.1M20 6h.1M13 28h.1M20 28h.1",
    "G": "M6 3V31M10.5 3V31M23.5 3V31M28 3V31",
    "Y": "M3 5.5H31M3 9H31M3 26H31M3 29.5H31",
    "W": "M6 6H28V28H6Z",
}


# What is used by name lies beyond most style rules and brings its own attributes.
_LETTER = TextStyle(ROMAN_BOLD, {"text_anchor": "middle", "font_weight": 700})


def definitions(prefix: str) -> str:
    """Cubes and engineers of all colours, drawn once and used by name."""
    out = []
    for colour, (fill, ink, rim) in CUBE.items():
        wide = 3.4 if colour == "B" else 1.5
        grain = rim if colour in "YW" else "#fff"
        out.append(
            f'<g id="{prefix}cube-{colour}">'
            + rect(0.8, 0.8, 32.4, 32.4, rx=4.5, fill=fill, stroke=rim, stroke_width=1.6)
            + f'<path d="{_GRAIN[colour]}" fill="none" stroke="{grain}" stroke-width="{wide}" '
            'stroke-linecap="round" opacity=".3"/>'
            + '<path d="M3 6.5a4 4 0 0 1 4-4h20a4 4 0 0 1 4 4" fill="none" stroke="#fff" stroke-width="1.6" '
            'opacity=".5"/>'
            + f'<circle cx="17" cy="17" r="11.4" fill="{fill}"/>'
            + text(17, 25, colour, 23, _LETTER, style_=f"fill:{ink}")
            + "</g>"
            f'<g id="{prefix}engineer-{colour}">'
            f'<path d="M-13 0C-14-11-8-17 0-17S14-11 13 0Z" fill="{fill}" stroke="{rim}" stroke-width="1.5"/>'
            '<circle cy="-22" r="7" fill="#edc9a0" stroke="#7d5a36" stroke-width="1.2"/>'
            f'<path d="M-8-24C-8-32 8-32 8-24L11-22.5H-8Z" fill="{fill}" stroke="{rim}" stroke-width="1.3"/>'
            + text(0, -2.5, colour, 16.5, _LETTER, style_=f"fill:{ink}")
            + "</g>"
        )
    return "".join(out)


def cube(prefix: str, colour: str, x: float, y: float, size: float = CUBE_SIZE, marks: str = "") -> str:
    """One cube with its upper left corner at a point."""
    scale = "" if size == CUBE_SIZE else f" scale({size / CUBE_SIZE:.3f})"
    return (
        f'<use class="rp-cube" href="#{prefix}cube-{colour}" data-colour="{colour}"{marks} '
        f'transform="translate({number(x)} {number(y)}){scale}"/>'
    )


def colour_of(engineer: str) -> str:
    """The home colour of an engineer called eK1."""
    return next((letter for letter in engineer.upper().lstrip("E") if letter in COLOURS), "W")


def engineer(prefix: str, name: str, x: float, y: float) -> str:
    """An engineer standing on a point."""
    home = colour_of(name)
    return (
        f'<g class="rp-engineer" data-engineer="{escape(name)}" transform="{translate(x, y)}">'
        f"<title>{escape(name)}, at home in {COLOURS[home]}</title>"
        f'<use href="#{prefix}engineer-{home}"/></g>'
    )


def _nobody(x: float, y: float) -> str:
    return (
        f'<path class="rp-no-engineer" transform="{translate(x, y)}" fill="none" '
        f'stroke="{LINE}" stroke-width="1.4" stroke-dasharray="3 2.4" '
        'd="M-12 0C-13-11-8-16 0-16S13-11 12 0M-6-23a6 6 0 1 0 12 0a6 6 0 1 0-12 0"/>'
    )


def describe(train: Train) -> str:
    """A train in words."""
    kind = "Long" if train.long else "Short"
    load = ", ".join(COLOURS.get(cube, cube) for cube in train.cubes) or "empty"
    driver = f"engineer {train.engineer}" if train.engineer else "no engineer"
    return f"{kind} Train {train.id}: {load}; {driver}"


def train(prefix: str, piece: Train, x: float, y: float, scale: float = 1.0, *, engine_only: bool = False) -> str:
    """A train with its wheels on the line y + 60, engine to the left."""
    body = FRAME if piece.long else "#7c3428"
    grow = "" if scale == 1 else f" scale({scale:.3f})"
    busy = " rp-busy" if piece.busy else ""
    carried = []
    for k, (load, kept) in enumerate([] if engine_only else piece.wells()):
        left = ENGINE + k * CAR
        carried.append(
            f'<path d="M{number(left - 4)} 50h5" stroke="{INK}" stroke-width="2"/>'
            + rect(left, 46, CAR - 3, 6, rx=1.5, fill=WOOD, stroke=INK, stroke_width=1)
            + "".join(
                f'<circle cx="{number(left + dx)}" cy="55" r="4.6" fill="{CARD}" stroke="{INK}" stroke-width="2"/>'
                for dx in (9, 27)
            )
        )
        if load:
            carried.append(cube(prefix, load, left + 1, 12))
        else:
            carried.append(rect(left + 3, 15, 30, 30, rx=4, class_="rp-well"))
        if kept:
            carried.append(_sticker(kept, left, bool(load)))
    seat = engineer(prefix, piece.engineer, 67, 43) if piece.engineer else _nobody(67, 43)
    return (
        f'<g class="rp-train{busy}" data-train="{escape(piece.id)}" '
        f'transform="translate({number(x)} {number(y)}){grow}"><title>{escape(describe(piece))}</title>'
        + _engine(body)
        + seat
        + _front(body, piece.id)
        + "".join(carried)
        + (_hourglass(27, 2) if piece.busy else "")
        + "</g>"
    )


def _engine(body: str) -> str:
    """Everything behind the engineer."""
    return (
        f'<path d="M1 58L13 44H22V58Z" fill="{body}" stroke="{INK}"/>'
        f'<path d="M18 26L15 9H32L29 26Z" fill="{body}" stroke="{INK}"/>'
        + rect(13, 5, 21, 5, rx=2, fill=BRASS, stroke=INK)
        + f'<path d="M37 26a5.5 7 0 0 1 11 0Z" fill="{BRASS}" stroke="{INK}"/>'
        + rect(51, 10, 33, 38, fill=CARD, stroke=INK, stroke_width=1.4)
    )


def _front(body: str, name: str) -> str:
    """Boiler, cab wall, roof and wheels, in front of the engineer."""
    wheels = "".join(
        f'<circle cx="{x}" cy="52" r="7.6" fill="{ACCENT}" stroke="{INK}" stroke-width="2"/>'
        f'<circle cx="{x}" cy="52" r="2" fill="{INK}"/>'
        for x in (30, 48, 72)
    )
    return (
        f'<path d="M16 24H53V46H16C10 46 8 41 8 35S10 24 16 24Z" fill="{body}" stroke="{INK}" stroke-width="1.4"/>'
        f'<path d="M51 24V46M20 24V46" stroke="{BRASS}" stroke-width="1.8"/>'
        f'<circle cx="8.5" cy="29" r="4.2" fill="#ffe9a8" stroke="{INK}" stroke-width="1.4"/>'
        + f'<path d="M51 43.5H84V49H14V46H51Z" fill="{body}" stroke="{INK}"/>'
        + rect(47, 4, 41, 6.5, rx=2, fill=body, stroke=INK)
        + f'<path d="M53 10V43M82 10V43" stroke="{body}" stroke-width="2.4"/>'
        + f'<path d="M30 52H72" stroke="{INK}" stroke-width="2.6"/>'
        + wheels
        + text(36, 41, name, 18, LETTER, 28, class_="rp-letter rp-light")
    )


def _sticker(colour: str, left: float, loaded: bool) -> str:
    """A reserved car: its colour as a tag on the bed, and in the well while it is empty (RP-EXPERT-02)."""
    fill, ink, rim = CUBE[colour]
    tag = rect(left + 9, 44.5, 18, 12, rx=2, fill=fill, stroke=rim, stroke_width=1.2)
    tag += text(left + 18, 54.4, colour, 12, LETTER, style_=f"fill:{ink}")
    if not loaded:
        tag = text(left + 18, 37, colour, 20, LETTER, opacity=".4") + tag
    return f'<g class="rp-sticker" data-colour="{colour}">{tag}</g>'


def _hourglass(x: float, y: float) -> str:
    """A mark over a train that a running command holds."""
    body = (
        f'<circle r="9" fill="{CARD}" stroke="{INK}" stroke-width="1.4"/>'
        f'<path d="M-4-5H4L-4 5H4Z" fill="{ACCENT}" stroke="{INK}" stroke-linejoin="round"/>'
    )
    return group(body, x, y, class_="rp-hourglass")


def rails(x: float, y: float, length: float, *, stop: bool = True) -> str:
    """A station track seen from the side, with a buffer stop at its end."""
    ties = "".join(f"M{number(x + k)} {number(y + 4)}h7" for k in range(3, int(length) - 6, 14))
    end = x + length
    buffer = (
        f'<path d="M{number(end)} {number(y)}v-12M{number(end - 5)} {number(y - 9)}h8" stroke="{ACCENT}" '
        'stroke-width="3.4" stroke-linecap="round"/>'
    )
    return (
        f'<path class="rp-sleepers" d="{ties}"/><path class="rp-rail" d="M{number(x)} {number(y)}H{number(end)}"/>'
        + (buffer if stop else "")
    )


def panel(w: float, h: float, fill: str = CARD) -> str:
    """A paper card with a double rule and a shadow."""
    return (
        rect(3, 5, w, h, rx=3, fill="#1a120a", opacity=".22")
        + rect(0, 0, w, h, rx=2, fill=fill, stroke=INK, stroke_width=2)
        + rect(5, 5, w - 10, h - 10, fill="none", stroke=LINE, stroke_width=1.2)
    )
