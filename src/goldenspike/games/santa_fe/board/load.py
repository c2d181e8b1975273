"""The board: cities, lines and railroads as printed, read from data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from goldenspike.engine.json_file import BadData, data_of

MOUNTAIN, RIVER, LAKE = 1, 2, 4
TERRAIN = {".": 0, "m": MOUNTAIN, "r": RIVER, "l": LAKE}

MAJORS = ("SF", "SP", "GN", "UP", "KP")
SHORT_LINES = ("RI", "TP", "WP", "DR")
RAILROADS = MAJORS + SHORT_LINES
PIECES = {"SF": 32, "SP": 30, "GN": 25, "UP": 24, "KP": 17, "RI": 11, "TP": 8, "WP": 7, "DR": 6}
HOMES = {
    "SF": "Chicago",
    "SP": "New Orleans",
    "GN": "Milwaukee",
    "UP": "Chicago",
    "KP": "Kansas City",
    "RI": "Chicago",
    "TP": "New Orleans",
    "WP": "Sacramento",
    "DR": "Denver",
}
CITIES_BY_VALUE = {2: 3, 3: 7, 4: 5, 5: 7, 6: 9, 7: 7}

MAX_MAJORS = 5
MAX_SHORT_LINES = 4
MAX_CITIES = 64
MAX_LINES = 160
MAX_SEGMENTS = 8
MAX_LINES_AT_CITY = 12
MAX_CITY_CARDS = 2 * MAX_CITIES
MAX_SHORT_PIECES = 15
MAX_MAJOR_PIECES = 99

DEFAULT = "rails-to-the-pacific"
BUILT_IN = {DEFAULT: "rails_to_the_pacific.json", "mini": "mini.json"}


class BadBoard(BadData):
    """A board that cannot be played, with everything that is wrong with it."""

    what = "board"


@dataclass(frozen=True)
class Label:
    """Where a city's name stands, measured from the middle of the city."""

    dx: float
    dy: float
    anchor: str


def cards_for(value: int | None) -> int:
    """One City card for value 2 or 3, two for 4 to 7, none without value (SFR-CITY-06)."""
    if value is None:
        return 0
    return 1 if value <= 3 else 2


@dataclass(frozen=True)
class City:
    """A named place with its printed value and its coloured squares."""

    id: str
    name: str
    value: int | None
    squares: tuple[str, ...]
    x: float
    y: float
    label: Label | None = None

    @property
    def cards(self) -> int:
        """How many City cards name this city (SFR-CITY-06)."""
        return cards_for(self.value)


@dataclass(frozen=True)
class Line:
    """A printed connection: terrain bits of its segments from a to b; index 0 if no other joins the two."""

    id: str
    a: str
    b: str
    index: int
    one_way: str | None
    segments: tuple[int, ...]
    via: tuple[tuple[float, float], ...] = ()
    follows: str = ""

    @property
    def pair(self) -> tuple[str, str]:
        """The two cities in alphabetical order: the same for all parallel lines."""
        return (self.a, self.b) if self.a < self.b else (self.b, self.a)


@dataclass(frozen=True)
class Railroad:
    """One of at most five majors and four short lines."""

    id: str
    name: str
    kind: str
    colour: str
    pieces: int
    home: str


@dataclass(frozen=True)
class Board:
    """Everything printed on one board.

    Majors stand before short lines; the published ones in the order SF SP GN UP KP RI TP WP DR, others as in the file.
    """

    id: str
    name: str
    note: str
    kind: str
    version: int
    width: int
    height: int
    cities: tuple[City, ...]
    lines: tuple[Line, ...]
    railroads: tuple[Railroad, ...]
    markers: tuple[int, int]
    values: Mapping[str, Any] = field(default_factory=dict)
    scenery: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def players(self) -> tuple[int, ...]:
        """Every board has room for all numbers of players."""
        return ()

    @cached_property
    def city(self) -> dict[str, City]:
        """Cities by id."""
        return {city.id: city for city in self.cities}

    @cached_property
    def line(self) -> dict[str, Line]:
        """Lines by id."""
        return {line.id: line for line in self.lines}

    @cached_property
    def railroad(self) -> dict[str, Railroad]:
        """Railroads by id."""
        return {road.id: road for road in self.railroads}

    @cached_property
    def majors(self) -> tuple[Railroad, ...]:
        return tuple(road for road in self.railroads if road.kind == "major")

    @cached_property
    def short_lines(self) -> tuple[Railroad, ...]:
        return tuple(road for road in self.railroads if road.kind == "short")

    @cached_property
    def by_number(self) -> tuple[Railroad | None, ...]:
        """Railroads by their number in the rules: five places for majors, then four for short lines; None if unused."""
        majors: tuple[Railroad | None, ...] = self.majors
        shorts: tuple[Railroad | None, ...] = self.short_lines
        return majors + (None,) * (MAX_MAJORS - len(majors)) + shorts + (None,) * (MAX_SHORT_LINES - len(shorts))

    @cached_property
    def hash(self) -> str:
        """Sixteen hex digits that change when anything the rules can see changes."""
        order = [road.id for road in self.railroads]
        seen = {
            "cities": [[c.id, c.value, sorted(c.squares, key=order.index)] for c in self.cities],
            "lines": [[ln.id, ln.a, ln.b, ln.index, ln.one_way, list(ln.segments)] for ln in self.lines],
            "railroads": [[r.id, r.kind, r.pieces, r.home] for r in self.railroads],
            "markers": list(self.markers),
            **({"values": self.values} if self.values else {}),
        }
        text = json.dumps(seen, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def load(spec: str | Path | Mapping[str, Any] | None = None) -> Board:
    """The board named, in the file, or in the data given; raises BadBoard with everything that is wrong."""
    if spec is None:
        return _built_in(DEFAULT)
    if isinstance(spec, str) and spec.strip().lower() in BUILT_IN:
        return _built_in(spec.strip().lower())
    data, where = data_of(BadBoard, spec, tuple(BUILT_IN))
    # The checks read finished boards, so they can only be imported once this module is there.
    from .check import problems

    found = problems(data)
    if found:
        raise BadBoard(found, where, data)
    return build(data)


@cache
def _built_in(name: str) -> Board:
    text = files(__package__.rpartition(".")[0]).joinpath("data", BUILT_IN[name]).read_text(encoding="utf-8")
    return build(json.loads(text))


def build(data: Mapping[str, Any]) -> Board:
    """The board that sound data describes."""
    cities = tuple(
        City(
            id=c["id"],
            name=c["name"],
            value=None if c["value"] is None else int(c["value"]),
            squares=tuple(c["squares"]),
            x=float(c["x"]),
            y=float(c["y"]),
            label=Label(float(c["label"]["dx"]), float(c["label"]["dy"]), c["label"]["anchor"])
            if "label" in c
            else None,
        )
        for c in data["cities"]
    )
    lines = tuple(
        Line(
            id=ln["id"],
            a=ln["a"],
            b=ln["b"],
            index=int(ln.get("index", 0)),
            one_way=ln.get("one_way"),
            segments=tuple(sum(TERRAIN[letter] for letter in text) for text in ln["segments"]),
            via=tuple((float(x), float(y)) for x, y in ln.get("via", ())),
            follows=ln.get("follows", ""),
        )
        for ln in data["lines"]
    )
    roads = tuple(
        Railroad(r["id"], r["name"], r["kind"], r["colour"], int(r["pieces"]), r["home"])
        for r in sorted(data["railroads"], key=_place)
    )
    return Board(
        id=data["id"],
        name=data["name"],
        note=data["note"],
        kind=data["kind"],
        version=int(data["version"]),
        width=int(data["size"]["width"]),
        height=int(data["size"]["height"]),
        cities=cities,
        lines=lines,
        railroads=roads,
        markers=(int(data["markers"]["4"]), int(data["markers"]["5"])),
        scenery=data.get("scenery", {}),
        values=data.get("values", {}),
        source=data,
    )


def _place(road: Mapping[str, Any]) -> tuple[bool, int]:
    """Majors first; the published railroads in their order, before all others."""
    return road["kind"] == "short", RAILROADS.index(road["id"]) if road["id"] in RAILROADS else len(RAILROADS)
