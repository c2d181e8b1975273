"""The table before the first train moves: layouts as data, with cities, links and seats."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from goldenspike.engine.json_file import BadData, data_of, quote
from goldenspike.engine.values import Number, read_values

from ..values import STANDARD, VALUES

PLACES = "ABCDEF"
GRID = {"A": (0, 0), "B": (1, 0), "C": (2, 0), "D": (0, 1), "E": (1, 1), "F": (2, 1)}
COLOURS = {"K": "black", "R": "red", "B": "blue", "G": "green", "Y": "yellow", "W": "white"}
OPEN, TUNNEL, BRIDGE, BLOCKED = KINDS = ("open", "tunnel", "bridge", "blocked")
OBSTACLES = (TUNNEL, BRIDGE)

# One box holds these (RP-COMP-02, -05).
PARTS = {TUNNEL: 3, BRIDGE: 1, BLOCKED: 3}
CUBES_PER_COLOUR = 20

# Expert version: the sticker of each Short Train and the two of each Long Train (RP-EXPERT-05).
SHORT_STICKERS = ("K", "R", "B", "G", "Y", "W")
LONG_STICKERS = ("KR", "RB", "BG", "GY", "YW", "WK")

LONGEST_S = 600
BUILT_IN = ("RP-L1", "RP-L2", "RP-L3", "RP-L4", "RP-L5", "RP-L6", "RP-L7", "RP-L8", "RP-L9", "RP-L2x")
DEFAULTS = {2: "RP-L1", 3: "RP-L3", 4: "RP-L5", 5: "RP-L6", 6: "RP-L7"}


def suggested_s(players: int, values: Mapping[str, Number] = STANDARD) -> int:
    """Ten minutes for two players and one minute less for each further player (RP-TIME-02, RP-LAYOUT-13)."""
    row = values.get("time_s", STANDARD["time_s"])
    assert isinstance(row, tuple)
    return row[players - 2]


class BadLayout(BadData):
    """A layout that cannot be played, with everything that is wrong with it."""

    what = "layout"
    most_bytes = 200_000
    most_depth = 8


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of layout files."""
    text = files(__package__.rpartition(".")[0]).joinpath("data", "layout.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


class AnyLayout:
    """No layout was named: the one for the number of players is taken (RP-SETUP-01)."""

    id = name = hash = ""
    source: Mapping[str, Any] = {}
    players: tuple[int, ...] = ()
    values: Mapping[str, Any] = {}


@dataclass(frozen=True)
class City:
    """A city board: its place on the table and its colour when colours are not dealt (RP-LAYOUT-14)."""

    id: str
    colour: str

    @property
    def place(self) -> tuple[int, int]:
        """Column and row on the table of two rows of three."""
        return GRID[self.id]


@dataclass(frozen=True)
class Link:
    """What lies between two cities, a before b in the alphabet (RP-MODEL-04)."""

    a: str
    b: str
    kind: str

    @property
    def joins(self) -> bool:
        """A Blocked Track marker makes no connection, everything else does (RP-MODEL-04)."""
        return self.kind != BLOCKED

    @property
    def obstacle(self) -> bool:
        """Tunnels and bridges need two players (RP-PASS-08)."""
        return self.kind in OBSTACLES


@dataclass(frozen=True)
class Seating:
    """The cities of each seat for one number of players, and the time of the express challenge if any."""

    players: int
    seats: tuple[tuple[str, ...], ...]
    express_s: int | None = None
    time_s: int = LONGEST_S  # what is suggested for a round (RP-TIME-02)

    @cached_property
    def controller(self) -> dict[str, int]:
        """The seat that controls each city, counted from 0 (RP-SETUP-09)."""
        return {city: seat for seat, cities in enumerate(self.seats) for city in cities}


@dataclass(frozen=True)
class Layout:
    """One table: cities in alphabetical order, links, and who controls what."""

    id: str
    name: str
    note: str
    kind: str
    version: int
    cities: tuple[City, ...]
    links: tuple[Link, ...]
    seating: tuple[Seating, ...]
    each: int
    unlimited_parts: bool = False
    values: Mapping[str, Number] = field(default_factory=dict)  # numbers of the rulebook that are others here
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def city(self) -> dict[str, City]:
        """Cities by id."""
        return {city.id: city for city in self.cities}

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each city: its place in ``cities``."""
        return {city.id: number for number, city in enumerate(self.cities)}

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players this layout is made for (RP-SETUP-01)."""
        return tuple(seating.players for seating in self.seating)

    def seats(self, players: int) -> Seating:
        """The seating for this many players; BadLayout if the layout is not made for them (RP-SETUP-01)."""
        for seating in self.seating:
            if seating.players == players:
                return seating
        offered = " or ".join(map(str, self.players))
        raise BadLayout([f"made for {offered} players, not for {players} (RP-SETUP-01)"], f"layout {self.id}")

    @property
    def yard(self) -> int:
        """How many cubes each yard holds at the start: as many of each other city's colour (RP-SETUP-07)."""
        return self.each * (len(self.cities) - 1)

    @cached_property
    def _between(self) -> dict[frozenset[str], Link]:
        return {frozenset((link.a, link.b)): link for link in self.links}

    def link(self, a: str, b: str) -> Link | None:
        """What lies between two cities; None if the layout puts nothing there (RP-MODEL-04)."""
        return self._between.get(frozenset((a, b)))

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """The cities joined to each city, in alphabetical order (RP-MODEL-04)."""
        return {c.id: tuple(sorted(_beside(self.links, c.id))) for c in self.cities}

    @cached_property
    def distance(self) -> dict[str, dict[str, int]]:
        """How many links lie between any two cities (RP-MODEL-04)."""
        return {c.id: hops(self.links, c.id) for c in self.cities}

    def next_hops(self, start: str, end: str) -> tuple[str, ...]:
        """The neighbours of start on a shortest way to end: where route arrows point (RP-ARROW-02)."""
        far = self.distance[end]
        return tuple(city for city in self.neighbours[start] if far[city] == far[start] - 1)

    @cached_property
    def shape(self) -> str:
        """The figure the links make: point to point, circle, H or I, figure eight, or free (RP-LAYOUT-10)."""
        degrees = sorted(len(near) for near in self.neighbours.values())
        if len(degrees) == 2 or degrees == [1, 1] + [2] * (len(degrees) - 2):
            return "point to point"
        if degrees == [2] * len(degrees):
            return "circle"
        if degrees == [1, 1, 1, 1, 3, 3]:
            return "H or I"
        if degrees == [2, 2, 2, 2, 3, 3]:
            hubs = [city for city, near in self.neighbours.items() if len(near) == 3]
            far = self.distance[self.cities[0].id]
            even = all(far[ln.a] % 2 != far[ln.b] % 2 for ln in self.links if ln.joins)
            if hubs[1] in self.neighbours[hubs[0]] and even:
                return "figure eight"
        return "free"

    @cached_property
    def hash(self) -> str:
        """Sixteen hex digits that change when anything the rules can see changes."""
        seen: dict[str, Any] = {
            "cities": [[c.id, c.colour] for c in self.cities],
            "links": sorted([link.a, link.b, link.kind] for link in self.links),
            "seating": [[s.players, [list(cities) for cities in s.seats], s.express_s] for s in self.seating],
            "each": self.each,
        }
        if self.values:
            seen["values"] = dict(self.values)
        text = json.dumps(seen, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def link_between(a: str, b: str, kind: str) -> Link:
    return Link(min(a, b), max(a, b), kind)


def _beside(links: Iterable[Link], city: str) -> list[str]:
    return [ln.b if ln.a == city else ln.a for ln in links if ln.joins and city in (ln.a, ln.b)]


def hops(links: Iterable[Link], start: str) -> dict[str, int]:
    """The distance of every city that can be reached."""
    links = tuple(links)
    far, row = {start: 0}, [start]
    while row:
        following = []
        for here in row:
            for city in _beside(links, here):
                if city not in far:
                    far[city] = far[here] + 1
                    following.append(city)
        row = following
    return far


def for_players(players: int) -> Layout:
    """The layout a table gets when nobody chooses one (RP-SETUP-01)."""
    if players not in DEFAULTS:
        raise BadLayout([f"layouts are for 2 to 6 players, not for {quote(players)} (RP-SETUP-01)"])
    return _built_in(DEFAULTS[players])


def load(spec: str | Path | Mapping[str, Any] | Layout) -> Layout:
    """The layout named, in the file, or in the data given; BadLayout tells everything that is wrong."""
    if isinstance(spec, Layout):
        return spec
    known = {name.lower(): name for name in BUILT_IN}
    if isinstance(spec, str) and spec.strip().lower() in known:
        return _built_in(known[spec.strip().lower()])
    data, where = data_of(BadLayout, spec, BUILT_IN)
    # The checks read finished layouts, so they can only be imported once this module is there.
    from .check import problems

    found = problems(data)
    if found:
        raise BadLayout(found, where, data)
    return _build(data)


@cache
def _built_in(name: str) -> Layout:
    path = files(__package__.rpartition(".")[0]).joinpath("data", name.lower().replace("-", "_") + ".json")
    return _build(json.loads(path.read_text(encoding="utf-8")))


def most_each(cities: int) -> int:
    """How many cubes of each other colour a yard can get out of one box (RP-COMP-02)."""
    return CUBES_PER_COLOUR // (cities - 1)


def _build(data: Mapping[str, Any]) -> Layout:
    seating = sorted(data["seating"], key=lambda entry: int(entry["players"]))
    values = read_values(VALUES, data.get("values", {}), "rail-pass")
    return Layout(
        id=data["id"],
        name=data["name"],
        note=data["note"],
        kind=data["kind"],
        version=int(data["version"]),
        cities=tuple(City(c["id"], c["colour"]) for c in data["cities"]),
        links=tuple(link_between(ln["a"], ln["b"], ln["kind"]) for ln in data["links"]),
        seating=tuple(
            Seating(
                players=int(entry["players"]),
                seats=tuple(tuple(sorted(cities)) for cities in entry["seats"]),
                express_s=int(entry["express_s"]) if "express_s" in entry else None,
                time_s=suggested_s(int(entry["players"]), values),
            )
            for entry in seating
        ),
        each=int(data["yard"]["each"]) if "yard" in data else most_each(len(data["cities"])),
        unlimited_parts=data.get("unlimited_parts", False),
        values=values,
        source=data,
    )
