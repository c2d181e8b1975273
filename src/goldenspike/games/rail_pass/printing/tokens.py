"""Trains, cubes, engineers, and what lies between the cities."""

from __future__ import annotations

from collections import Counter
from typing import Any

from goldenspike.drawing.pages.lettering import line, look
from goldenspike.drawing.pages.print_words import Words
from goldenspike.drawing.pages.tokens import Tokens
from goldenspike.drawing.svg import circle, group, path, rect

from ..board.load import Layout
from ..drawing.palette import ACCENT, BRASS, CUBE, FRAME, HILL, INK, LINE, WATER, WOOD
from .sizes import CUBE as SPOT
from .sizes import CUBE_TOKEN, ENGINE, ENGINEER, GAP, TRAIN_HEIGHT, train_length

ARROW = (230.0, 120.0)
MARKER = (620.0, 330.0)


def trains(layout: Layout, words: Words, values: Any) -> list[Tokens]:
    """A Long and a Short Train for every city (RP-SETUP-05)."""
    found = []
    for letter, name, body in (("L", "long", FRAME), ("S", "short", "#7c3428")):
        cars = values[f"{name}_cars"]
        long = train_length(cars)
        count = len(layout.cities)
        faces = tuple(_train(f"{letter}{k}", cars, body) for k in range(1, count + 1))
        title = words(f"token.{name}", n=count, cars=cars)
        found.append(Tokens(title, count, long, TRAIN_HEIGHT, faces[0], f"train {name}", gap=24.0, faces=faces))
    return found


def _train(name: str, cars: int, body: str) -> str:
    """A train from above the rails: engine with a seat, and a car for each cube."""
    long = train_length(cars)
    found = rect(0, 0, long, TRAIN_HEIGHT, fill="#f3e9d2") + group(_engine(name, body), 0, 18)
    for k in range(cars):
        left = ENGINE + GAP / 2 + k * (SPOT + GAP)
        found += rect(
            left,
            16,
            SPOT,
            SPOT,
            rx="12",
            fill="#fffdf6",
            stroke=LINE,
            stroke_width="3",
            stroke_dasharray="9 7",
            data_car=k,
        )
        found += rect(left, 172, SPOT, 16, rx="5", fill=WOOD, stroke=INK, stroke_width="3")
        found += circle(left + 32, 194, 15, fill="#fffdf6", stroke=INK, stroke_width="5")
        found += circle(left + SPOT - 32, 194, 15, fill="#fffdf6", stroke=INK, stroke_width="5")
    return found


def _engine(name: str, body: str) -> str:
    """The engine with its name, and a round place for the engineer."""
    found = path("M14 172L52 128H84V172Z", fill=body, stroke=INK, stroke_width="3")
    found += path("M50 74L42 22H96L88 74Z", fill=body, stroke=INK, stroke_width="3")
    found += rect(36, 12, 66, 16, rx="6", fill=BRASS, stroke=INK, stroke_width="3")
    found += path("M48 72H170V140H48C30 140 24 124 24 106S30 72 48 72Z", fill=body, stroke=INK, stroke_width="4")
    found += path("M164 72V140M62 72V140", stroke=BRASS, stroke_width="6")
    found += line(112, 122, name, look(14, bold=True, fill="#fff8e8"), 84, "middle")
    found += rect(166, 14, 160, 140, rx="8", fill="#fffdf6", stroke=INK, stroke_width="4")
    found += circle(246, 86, 60, fill="none", stroke=LINE, stroke_width="3", stroke_dasharray="9 7")
    found += path("M14 172H330", stroke=INK, stroke_width="5")
    found += "".join(circle(x, 168, 22, fill=ACCENT, stroke=INK, stroke_width="5") for x in (100, 160, 270))
    return found


def cubes(layout: Layout, words: Words) -> list[Tokens]:
    """The cubes of every colour: as many as the yards of the other cities hold (RP-SETUP-07)."""
    found = []
    for city in layout.cities:
        fill, ink, rim = CUBE[city.colour]
        face = rect(0, 0, CUBE_TOKEN, CUBE_TOKEN, fill=fill)
        face += rect(10, 10, CUBE_TOKEN - 20, CUBE_TOKEN - 20, rx="10", fill="none", stroke=rim, stroke_width="4")
        face += line(CUBE_TOKEN / 2, CUBE_TOKEN / 2 + 25, city.colour, look(22, bold=True, fill=ink), 100, "middle")
        count = layout.yard
        name = words("token.cube", colour=words(f"colour.{city.colour}"), n=count)
        found.append(Tokens(name, count, CUBE_TOKEN, CUBE_TOKEN, face, f"cube {city.colour}"))
    return found


def markers(layout: Layout, words: Words) -> list[Tokens]:
    """Engineers, route arrows, tunnels, bridges and blocked track."""
    found = []
    for city in layout.cities:
        name = words("token.engineer", colour=words(f"colour.{city.colour}"), n=3)
        found.append(Tokens(name, 3, ENGINEER, ENGINEER, _engineer(city.colour), f"engineer {city.colour}"))
    others = len(layout.cities) - 1
    for city in layout.cities:
        name = words("token.arrow", colour=words(f"colour.{city.colour}"), n=others)
        found.append(Tokens(name, others, *ARROW, _arrow(city.colour), f"arrow {city.colour}"))
    kinds = Counter(link.kind for link in layout.links)
    for kind, drawn in (("tunnel", _tunnel()), ("bridge", _bridge()), ("blocked", _barrier())):
        if kinds[kind]:
            title = words(f"token.{kind}", n=kinds[kind])
            found.append(Tokens(title, kinds[kind], *MARKER, drawn, kind))
    return found


def _engineer(colour: str) -> str:
    fill, ink, rim = CUBE[colour]
    middle = ENGINEER / 2
    return (
        rect(0, 0, ENGINEER, ENGINEER, fill="#fffdf6")
        + circle(middle, middle, middle - 6, fill="#f3e9d2", stroke=rim, stroke_width="7")
        + path("M39 143C37 103 55 85 85 85S133 103 131 143Z", fill=fill, stroke=rim, stroke_width="5")
        + circle(85, 63, 25, fill="#edc9a0", stroke="#7d5a36", stroke_width="4")
        + path("M57 57C57 29 113 29 113 57L125 62H57Z", fill=fill, stroke=rim, stroke_width="4")
        + line(85, 132, colour, look(11, bold=True, fill=ink), 60, "middle")
    )


def _arrow(colour: str) -> str:
    fill, ink, rim = CUBE[colour]
    return (
        rect(0, 0, *ARROW, fill="#fffdf6")
        + path("M12 16H158L218 60L158 104H12Z", fill=fill, stroke=rim, stroke_width="5")
        + line(92, 82, colour, look(17, bold=True, fill=ink), 90, "middle")
    )


def _ground() -> str:
    wide, high = MARKER
    ties = "".join(f"M{x} 130v70" for x in range(24, int(wide), 40))
    return (
        rect(0, 0, wide, high, fill="#f3e9d2")
        + path(ties, stroke=WOOD, stroke_width="14")
        + path(f"M0 146H{wide:g}M0 184H{wide:g}", stroke=INK, stroke_width="7")
    )


def _tunnel() -> str:
    """A hill with two portals."""
    portals = "".join(
        rect(x, 116, 46, 98, fill="#a99e8d", stroke=INK, stroke_width="5") + rect(x + 10, 132, 26, 66, fill="#1d1611")
        for x in (112, 462)
    )
    return (
        _ground()
        + path(
            "M140 165C150 40 260 20 320 26S470 60 480 165C470 290 360 310 300 304S150 270 140 165Z",
            fill="#cfa66c",
            stroke=HILL,
            stroke_width="6",
        )
        + path(
            "M230 210L290 96L350 210M315 142L345 84L410 210H230",
            fill="#f6ead0",
            stroke="#5d3a19",
            stroke_width="6",
            stroke_linejoin="round",
        )
        + portals
    )


def _bridge() -> str:
    """Trusses over a river."""
    water = path("M230 0C190 80 270 130 230 165S190 260 230 330H390C350 260 430 200 390 165S430 80 390 0Z", fill=WATER)
    zigzag = "".join(f"M110 {y}" + f"l25 {-36 * s}l25 {36 * s}" * 8 for y, s in ((112, 1), (218, -1)))
    beams = "".join(
        rect(105, y, 410, 40, fill="#e9d9b4", fill_opacity="0.7", stroke=INK, stroke_width="5") for y in (74, 216)
    )
    return (
        rect(0, 0, *MARKER, fill="#f3e9d2")
        + water
        + group(_ground()[_ground().index("<path") :])
        + beams
        + path(zigzag, fill="none", stroke=INK, stroke_width="5")
    )


def _barrier() -> str:
    """A striped beam across the track, and a sign."""
    stripes = "".join(path(f"M270 {y}L350 {y + 40}V{y + 80}L270 {y + 40}Z", fill=ACCENT) for y in range(20, 260, 80))
    return (
        _ground()
        + rect(270, 16, 80, 298, rx="12", fill="#fffdf6")
        + stripes
        + rect(270, 16, 80, 298, rx="12", fill="none", stroke=INK, stroke_width="6")
        + circle(310, 165, 70, fill="#fffdf6", stroke=ACCENT, stroke_width="18")
        + path("M280 135L340 195M340 135L280 195", stroke=ACCENT, stroke_width="18", stroke_linecap="round")
    )
