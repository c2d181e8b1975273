"""The table before the first train moves: layouts as data, with cities, links and seats, read and checked."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from goldenspike.engine.json_file import BadData, kind_of, parse, plain, quote, read, schema_problems, unprintable

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


def suggested_s(players: int) -> int:
    """Ten minutes for two players and one minute less for each further player (RP-TIME-02, RP-LAYOUT-13)."""
    return LONGEST_S - 60 * (players - 2)


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

    @cached_property
    def controller(self) -> dict[str, int]:
        """The seat that controls each city, counted from 0 (RP-SETUP-09)."""
        return {city: seat for seat, cities in enumerate(self.seats) for city in cities}

    @property
    def time_s(self) -> int:
        """The suggested time of a round (RP-TIME-02)."""
        return suggested_s(self.players)


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
        return {c.id: _hops(self.links, c.id) for c in self.cities}

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
        seen = {
            "cities": [[c.id, c.colour] for c in self.cities],
            "links": sorted([link.a, link.b, link.kind] for link in self.links),
            "seating": [[s.players, [list(cities) for cities in s.seats], s.express_s] for s in self.seating],
            "each": self.each,
        }
        text = json.dumps(seen, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def _link(a: str, b: str, kind: str) -> Link:
    return Link(min(a, b), max(a, b), kind)


def _beside(links: Iterable[Link], city: str) -> list[str]:
    return [ln.b if ln.a == city else ln.a for ln in links if ln.joins and city in (ln.a, ln.b)]


def _hops(links: Iterable[Link], start: str) -> dict[str, int]:
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
    if isinstance(spec, Mapping):
        where = "layout"
        data = plain(BadLayout, dict(spec), where)
    elif isinstance(spec, (str, Path)):
        known = {name.lower(): name for name in BUILT_IN}
        if isinstance(spec, str) and spec.strip().lower() in known:
            return _built_in(known[spec.strip().lower()])
        name = Path(spec).name or str(spec)
        where = "layout " + "".join(letter if letter.isprintable() else "?" for letter in name[:80])
        data = parse(BadLayout, read(BadLayout, spec, where), where)
    else:
        raise BadLayout([f"expected a name, a file or a JSON object, not {type(spec).__name__}"])
    found = problems(data)
    if found:
        raise BadLayout(found, where)
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
    return Layout(
        id=data["id"],
        name=data["name"],
        note=data["note"],
        kind=data["kind"],
        version=int(data["version"]),
        cities=tuple(City(c["id"], c["colour"]) for c in data["cities"]),
        links=tuple(_link(ln["a"], ln["b"], ln["kind"]) for ln in data["links"]),
        seating=tuple(
            Seating(
                players=int(entry["players"]),
                seats=tuple(tuple(sorted(cities)) for cities in entry["seats"]),
                express_s=int(entry["express_s"]) if "express_s" in entry else None,
            )
            for entry in seating
        ),
        each=int(data["yard"]["each"]) if "yard" in data else most_each(len(data["cities"])),
        unlimited_parts=data.get("unlimited_parts", False),
        source=data,
    )


# --- what can be wrong with a layout --------------------------------------------------------------


def problems(data: Any) -> list[str]:
    """Everything that forbids playing on this layout, each as a sentence naming place and clause."""
    try:
        data = plain(BadLayout, data, "layout")
    except BadLayout as error:
        return error.problems
    if not isinstance(data, dict):
        return [f"a layout is a JSON object, not {kind_of(data)}"]
    found = schema_problems("layout", schema(), data) + unprintable(data)
    # The rest looks at whatever can be read, so that one wrong word does not hide other mistakes.
    cities = [(i, c["id"], c.get("colour")) for i, c in _records(data, "cities") if c.get("id") in _LETTERS]
    names = [name for _, name, _ in cities]
    links, dangling = _links(data, names)
    found += _city_problems(data, cities) + dangling + _pair_problems(links) + _part_problems(data, links)
    readable = not schema_problems(
        "layout", schema(), {**_EMPTY, "cities": data.get("cities"), "links": data.get("links")}
    )
    if readable and not dangling:
        found += _unreached(names, [link for _, link in links])
    for i, entry in _records(data, "seating"):
        found += _seating_problems(f"seating[{i}]", entry, names, links)
    counts = Counter(n for _, e in _records(data, "seating") if isinstance(n := e.get("players"), int))
    found += [f"seating: {n} players are seated twice (RP-SETUP-01)" for n, times in counts.items() if times > 1]
    return found + _yard_problems(data, len(names))


_LETTERS = tuple(PLACES)
_EMPTY = {
    "id": "x",
    "name": "x",
    "note": "",
    "kind": "custom",
    "version": 1,
    "seating": [{"players": 2, "seats": [["A"], ["B"]]}],
}


def _records(data: dict[str, Any], key: str) -> list[tuple[int, dict[str, Any]]]:
    """The records of a list that are objects at all, with their places."""
    items = data.get(key)
    return [(i, r) for i, r in enumerate(items) if isinstance(r, dict)] if isinstance(items, list) else []


def _city_problems(data: dict[str, Any], cities: list[tuple[int, str, Any]]) -> list[str]:
    """Cities that stand twice or out of order, and colours given twice."""
    found: list[str] = []
    names = [name for _, name, _ in cities]
    for name, times in Counter(names).items():
        if times > 1:
            found.append(f"cities: {name} stands {times} times, a place holds one city (RP-COMP-01)")
    if len(set(names)) == len(names) and names != sorted(names):
        found.append(f"cities: they stand in alphabetical order, not {' '.join(names)} (RP-LAYOUT-12)")
    owner: dict[str, str] = {}
    for _, name, colour in cities:
        if not isinstance(colour, str) or colour not in COLOURS:
            continue
        if colour in owner and owner[colour] != name:
            found.append(f"cities: {owner[colour]} and {name} are both {COLOURS[colour]} (RP-COMP-01)")
        owner.setdefault(colour, name)
    return found


def _links(data: dict[str, Any], names: list[str]) -> tuple[list[tuple[int, Link]], list[str]]:
    """The links that can be read, and those that lead to no city."""
    links: list[tuple[int, Link]] = []
    found: list[str] = []
    for i, record in _records(data, "links"):
        a, b, kind = record.get("a"), record.get("b"), record.get("kind")
        ends = [end for end in (a, b) if isinstance(end, str) and end in _LETTERS]
        lost = [end for end in dict.fromkeys(ends) if end not in names]
        found += [f"links[{i}]: there is no city {end} (RP-LAYOUT-12)" for end in lost]
        if len(ends) == 2 and not lost and isinstance(kind, str) and kind in KINDS:
            links.append((i, _link(ends[0], ends[1], kind)))
    return links, found


def _pair_problems(links: list[tuple[int, Link]]) -> list[str]:
    """Links from a city to itself, and pairs with two markers."""
    found: list[str] = []
    first: dict[tuple[str, str], int] = {}
    for i, link in links:
        pair = (link.a, link.b)
        if link.a == link.b:
            found.append(f"links[{i}]: {link.a} cannot be joined to itself (RP-MODEL-04)")
        elif pair in first:
            found.append(
                f"links[{i}]: {link.a} and {link.b} already have links[{first[pair]}]; "
                "a pair has at most one (RP-LAYOUT-12)"
            )
        first.setdefault(pair, i)
    return found


def _part_problems(data: dict[str, Any], links: list[tuple[int, Link]]) -> list[str]:
    """More tunnels, bridges or markers than one box holds."""
    if data.get("unlimited_parts") is True:
        return []
    used = Counter(link.kind for _, link in links)
    words = {TUNNEL: "tunnels", BRIDGE: "bridges", BLOCKED: "Blocked Track markers"}
    return [
        f"links: {used[kind]} {words[kind]}, a box holds {most}; set unlimited_parts if you have more (RP-COMP-05)"
        for kind, most in PARTS.items()
        if used[kind] > most
    ]


def _unreached(names: list[str], links: list[Link]) -> list[str]:
    """Cities that no train can ever reach."""
    far = _hops(links, names[0])
    lost = [name for name in dict.fromkeys(names) if name not in far]
    if not lost:
        return []
    return [f"links: no way leads from {names[0]} to {', '.join(lost)}; all must be connected (RP-LAYOUT-12)"]


def _seating_problems(where: str, entry: dict[str, Any], names: list[str], links: list[tuple[int, Link]]) -> list[str]:
    """Seats that are too many or too few, cities with no or two players, obstacles nobody could pass."""
    found: list[str] = []
    players, seats, express = entry.get("players"), entry.get("seats"), entry.get("express_s")
    number = players if isinstance(players, int) and not isinstance(players, bool) else None
    if number is not None and 2 <= number <= 6:
        if isinstance(express, int) and express > suggested_s(number):
            found.append(
                f"{where}.express_s: {express} s is no challenge, "
                f"the limit for {number} players is {suggested_s(number)} s (RP-TIME-02)"
            )
    if not isinstance(seats, list) or not all(isinstance(cities, list) for cities in seats):
        return found
    if number is not None and len(seats) != number:
        found.append(f"{where}: {number} players but {len(seats)} seats (RP-SETUP-09)")
    owners: dict[str, list[int]] = {}
    for seat, cities in enumerate(seats):
        for city in cities:
            if isinstance(city, str) and city in _LETTERS:
                owners.setdefault(city, []).append(seat)
    for city, at in owners.items():
        if city not in names:
            found.append(f"{where}: there is no city {city} (RP-SETUP-09)")
        elif len(at) > 1:
            found.append(f"{where}: {city} is given {len(at)} times, a city has one player (RP-SETUP-09)")
    for city in dict.fromkeys(names):
        if city not in owners:
            found.append(f"{where}: nobody controls {city} (RP-SETUP-09)")
    for i, link in links:
        shared = set(owners.get(link.a, ())) & set(owners.get(link.b, ()))
        if link.obstacle and link.a != link.b and shared:
            found.append(
                f"{where}: player {min(shared) + 1} controls both ends of the {link.kind} "
                f"{link.a}-{link.b} (links[{i}]), where a train must change hands "
                "(RP-LAYOUT-12, RP-PASS-09)"
            )
    return found


def _yard_problems(data: dict[str, Any], cities: int) -> list[str]:
    """More cubes of a colour than one box holds."""
    yard = data.get("yard")
    each = yard.get("each") if isinstance(yard, dict) else None
    if not isinstance(each, int) or isinstance(each, bool) or not 2 <= cities <= 6:
        return []
    if each <= most_each(cities):
        return []
    return [
        f"yard.each: {each} cubes of each colour in {cities - 1} yards are more than the box has; "
        f"at most {most_each(cities)} with {cities} cities (RP-COMP-02)"
    ]
