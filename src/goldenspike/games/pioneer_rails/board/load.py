"""The sheet: map and score area as printed, read from data, checked and numbered for the rules."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from goldenspike.engine.json_file import BadData, data_of
from goldenspike.engine.values import RuleValue, load_values

from .hexes import BadName, Grid, Kind, grid

SUITS = ("S", "H", "D", "C")
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
VALUES = ("10", "J", "Q", "K", "A")
ROUNDS = 4
TURNS = 5
BUILT_IN = ("desert-a", "desert-b", "forest-a", "forest-b", "fx")


class BadSheet(BadData):
    """A sheet that cannot be played on, with everything that is wrong with it."""

    what = "sheet"
    most_bytes = 500_000
    most_depth = 8


class Terrain(IntEnum):
    """What a hex is; exactly one of these (PR-GEO-04)."""

    BLANK = 0
    MINE = 1
    BANK = 2
    SALOON = 3
    FORT = 4
    YARD = 5
    CATTLE = 6
    STATION = 7
    MOUNTAIN = 8
    RIVER = 9
    BANDIT = 10
    JAIL = 11


BARRIERS = frozenset({Terrain.STATION, Terrain.MOUNTAIN, Terrain.RIVER})
"""Cattle do not cross these (PR-CATTLE-01)."""
USUAL_NUMBER = {
    Terrain.MINE: 1,
    Terrain.SALOON: 2,
    Terrain.BANDIT: 2,
    Terrain.BANK: 3,
    Terrain.YARD: 3,
    Terrain.JAIL: 3,
    Terrain.FORT: 4,
}
"""Sides a feature needs (PR-FEAT-02, PR-FOREST-07, -14); a Forest fort has none (PR-FOREST-18)."""
FOREIGN = {
    "desert": frozenset({Terrain.BANDIT, Terrain.JAIL}),
    "forest": frozenset({Terrain.MINE, Terrain.BANK}),
}
"""Terrain a map does not have (PR-GEO-04)."""


@dataclass(frozen=True)
class Hex:
    """One hex as printed; number is 0 and suit or range_id empty where nothing is printed."""

    name: str
    terrain: Terrain
    number: int = 0
    suit: str = ""
    range_id: str = ""


@dataclass(frozen=True)
class Town:
    """A town stands on one vertex (PR-GEO-06)."""

    vertex: int
    at: str
    name: str
    by_river: bool
    by_mountain: bool


@dataclass(frozen=True)
class ScoreRows:
    """The symbols of the score area; rows a map does not have are empty or 0 (PR-SHEET-08, -09)."""

    ranch: tuple[int, ...]
    yard: tuple[int, ...]
    towns: int
    goal: tuple[int, int]
    fort: tuple[int, ...] = ()
    fort_side: int = 0
    nuggets: int = 0
    nuggets_per_bank: int = 0
    bank: tuple[int, ...] = ()
    saloon_rounds: int = 0
    saloon_values: tuple[str, ...] = ()
    jails: tuple[tuple[int, ...], ...] = ()
    escaped: int = 0
    poker: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    """Points of the hands, from a pair to four of a kind (PR-POKER-03)."""


@dataclass(frozen=True)
class Sheet:
    """One side as printed.  Suits always stand in the order S H D C; tracks are the edges, then the shortcuts."""

    id: str
    kind: str
    map: str
    side: str
    name: str
    character: str
    grid: Grid = field(repr=False)
    hexes: tuple[Hex, ...] = field(repr=False)
    stations: tuple[int, ...]
    """Hex of each suit's station."""
    rivers: tuple[tuple[int, ...], ...]
    ranges: tuple[tuple[int, int], ...]
    towns: tuple[Town, ...]
    rows: ScoreRows
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def forest(self) -> bool:
        """Whether the Forest rules apply (PR-FOREST-01)."""
        return self.map == "forest"

    @property
    def players(self) -> tuple[int, ...]:
        """Any number of players can use a sheet."""
        return ()

    @property
    def values(self) -> dict[str, Any]:
        """The rule values that the sheet sets: what its rows print, and those of its file."""
        rows = self.rows
        printed: dict[str, Any] = {"goal": rows.goal}
        if self.forest:
            printed["fort_side"] = rows.fort_side
        else:
            printed |= {"bank": rows.bank, "nuggets_per_bank": rows.nuggets_per_bank}
        return {**printed, **self.source.get("values", {})}

    @cached_property
    def terrain(self) -> tuple[Terrain, ...]:
        """Terrain per hex (PR-GEO-04)."""
        return tuple(h.terrain for h in self.hexes)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Printed number per hex: sides needed, 0 where there is none (PR-GEO-04)."""
        return tuple(h.number for h in self.hexes)

    @cached_property
    def range_of(self) -> tuple[int, ...]:
        """Range per hex, -1 off the mountains (PR-GEO-07)."""
        found = [-1] * len(self.hexes)
        for k, pair in enumerate(self.ranges):
            for h in pair:
                found[h] = k
        return tuple(found)

    @cached_property
    def town_at(self) -> tuple[int, ...]:
        """Town per vertex, -1 where there is none (PR-GEO-06)."""
        found = [-1] * len(self.grid.vertices)
        for k, town in enumerate(self.towns):
            found[town.vertex] = k
        return tuple(found)

    @cached_property
    def corner_of(self) -> tuple[int, ...]:
        """Suit per vertex that is a station corner, -1 elsewhere (PR-TRACK-05, -06)."""
        found = [-1] * len(self.grid.vertices)
        for suit, station in enumerate(self.stations):
            for v in self.grid.hex_vertices[station]:
                found[v] = suit
        return tuple(found)

    @cached_property
    def radials(self) -> tuple[tuple[int, ...], ...]:
        """Per suit the six first tracks, in the order of the station's corners (PR-GEO-05)."""
        return tuple(self.grid.radials(station) for station in self.stations)

    @cached_property
    def shortcuts(self) -> tuple[tuple[int, int], ...]:
        """Hex and diagonal of every shortcut: three across each blank hex (PR-GEO-10, PR-BENEFIT-09)."""
        blank = [h for h, t in enumerate(self.terrain) if t is Terrain.BLANK]
        return tuple((h, d) for h in blank for d in range(3))

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Kind per track (PR-GEO-10)."""
        edges = self.grid.kinds(self.stations, self.rivers, self.ranges)
        return edges + (Kind.SHORTCUT,) * len(self.shortcuts)

    @cached_property
    def track_names(self) -> tuple[str, ...]:
        """Text form per track (PR-GEO-03, -10)."""
        return self.grid.edge_names + tuple(self.grid.shortcut_name(h, d) for h, d in self.shortcuts)

    @cached_property
    def track_vertices(self) -> tuple[tuple[int, int], ...]:
        """The two ends per track."""
        return self.grid.edge_vertices + tuple(self.grid.shortcut_vertices(h, d) for h, d in self.shortcuts)

    @cached_property
    def track_hexes(self) -> tuple[tuple[int, ...], ...]:
        """Hexes whose count a track raises: one or two per edge, none per shortcut (PR-GEO-11)."""
        return self.grid.edge_hexes + ((),) * len(self.shortcuts)

    @cached_property
    def vertex_tracks(self) -> tuple[tuple[int, ...], ...]:
        """Every track, shortcuts included, that ends at a vertex."""
        found: list[list[int]] = [[] for _ in self.grid.vertices]
        for t, ends in enumerate(self.track_vertices):
            for v in ends:
                found[v].append(t)
        return tuple(tuple(tracks) for tracks in found)

    @cached_property
    def cattle(self) -> tuple[int, ...]:
        """The cattle hexes."""
        return self.of(Terrain.CATTLE)

    @cached_property
    def pasture(self) -> tuple[int, ...]:
        """Component per hex on the empty map, -1 on barriers (PR-CATTLE-01, -02)."""
        found = [-1] * len(self.hexes)
        count = 0
        for first in range(len(self.hexes)):
            if found[first] >= 0 or self.terrain[first] in BARRIERS:
                continue
            found[first], todo = count, [first]
            while todo:
                for beside in self.grid.hex_neighbours[todo.pop()]:
                    if beside >= 0 and found[beside] < 0 and self.terrain[beside] not in BARRIERS:
                        found[beside] = count
                        todo.append(beside)
            count += 1
        return tuple(found)

    def of(self, *kinds: Terrain) -> tuple[int, ...]:
        """All hexes of these kinds."""
        return tuple(h for h, t in enumerate(self.terrain) if t in kinds)

    def track(self, text: str) -> int:
        """The track with this name: an edge or a shortcut across a blank hex (PR-GEO-03, -10)."""
        if "*" not in text:
            return self.grid.edge(text)
        found = self._shortcut_number.get(self.grid.shortcut(text))
        if found is None:
            raise BadName(f"{text}: only a blank hex can be crossed (PR-BENEFIT-09)")
        return found

    @cached_property
    def _shortcut_number(self) -> dict[tuple[int, int], int]:
        return {pair: len(self.grid.edge_names) + k for k, pair in enumerate(self.shortcuts)}

    @cached_property
    def hash(self) -> str:
        """Sixteen hex digits that change when anything the rules can see changes (PR-SHEET-15)."""
        r = self.rows
        seen = {
            "map": self.map,
            "size": [self.grid.rows, self.grid.cols],
            "hexes": [[h.name, h.terrain.name, h.number, h.suit] for h in self.hexes if h.terrain],
            "rivers": [[self.grid.hex_names[h] for h in river] for river in self.rivers],
            "ranges": [[self.grid.hex_names[h] for h in pair] for pair in self.ranges],
            "towns": [town.at for town in self.towns],
            "rows": [r.ranch, r.yard, r.towns, r.goal, r.fort, r.fort_side],
            "desert": [r.nuggets, r.nuggets_per_bank, r.bank, r.saloon_rounds],
            "forest": [r.saloon_values, r.jails, r.escaped],
        }
        text = json.dumps(seen, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def load(spec: str | Path | Mapping[str, Any] = "desert-a") -> Sheet:
    """The sheet named, in the file, or in the data given; raises BadSheet with everything that is wrong."""
    if isinstance(spec, str) and spec.strip().lower() in BUILT_IN:
        return _built_in(spec.strip().lower())
    data, where = data_of(BadSheet, spec, BUILT_IN)
    # The checks read finished sheets, so they can only be imported once this module is there.
    from .check import examine

    found = examine(data)
    if found.errors:
        raise BadSheet(found.errors, where, data)
    return build(data)


def document(name: str) -> dict[str, Any]:
    """A fresh copy of the file of a built-in sheet, to start a new one from."""
    loaded: dict[str, Any] = _data(name.replace("-", "_") + ".json")
    return loaded


@cache
def rule_values() -> tuple[RuleValue, ...]:
    """The numbers of the rules that may be set otherwise."""
    return load_values(__package__.rpartition(".")[0])


@cache
def goals() -> tuple[Mapping[str, Any], ...]:
    """Every goal card: id, deck, maps, what is measured, how much is needed, our words (PR-COMP-02, -04)."""
    return tuple(_data("goals.json")["goals"])


@cache
def owners() -> tuple[Mapping[str, Any], ...]:
    """The ten company owners (PR-OWNER-13)."""
    return tuple(_data("owners.json")["owners"])


def schema() -> dict[str, Any]:
    """The JSON Schema of sheet files."""
    loaded: dict[str, Any] = _data("sheet.schema.json")
    return loaded


def _data(name: str) -> Any:
    return json.loads(files(__package__.rpartition(".")[0]).joinpath("data", name).read_text(encoding="utf-8"))


@cache
def _built_in(name: str) -> Sheet:
    return build(document(name))


def build(data: Mapping[str, Any]) -> Sheet:
    """The sheet of a document whose geometry is known to be right."""
    g = grid(data["rows"], data["cols"])
    printed = data["hex"]
    hexes = tuple(
        Hex(
            name=name,
            terrain=Terrain[spec["t"].upper()],
            number=int(spec.get("n", 0)),
            suit=spec.get("suit", ""),
            range_id=spec.get("range", ""),
        )
        if (spec := printed.get(name))
        else Hex(name, Terrain.BLANK)
        for name in g.hex_names
    )
    # Rivers, ranges and towns are put in map order, so that the order in the file never matters.
    rivers = sorted(
        (path if path[0] <= path[-1] else path[::-1])
        for path in (tuple(g.hex(name) for name in names) for names in data["river"])
    )
    pairs = sorted((min(a, b), max(a, b)) for a, b in ((g.hex(x), g.hex(y)) for x, y in data["ranges"].values()))
    towns = []
    for vertex, name in sorted((g.vertex(town["v"]), town["name"]) for town in data["towns"]):
        beside = {hexes[h].terrain for h in g.vertex_hexes[vertex]}
        at = g.vertex_names[vertex]
        towns.append(Town(vertex, at, name, Terrain.RIVER in beside, Terrain.MOUNTAIN in beside))
    return Sheet(
        id=data["id"],
        kind=data["kind"],
        map=data["map"],
        side=data["side"],
        name=data["name"],
        character=data["character"],
        grid=g,
        hexes=hexes,
        stations=tuple(next(h for h, x in enumerate(hexes) if x.suit == suit) for suit in SUITS),
        rivers=tuple(rivers),
        ranges=tuple(pairs),
        towns=tuple(towns),
        rows=_rows(data["score_rows"]),
        source=data,
    )


def _rows(data: Mapping[str, Any]) -> ScoreRows:
    saloon = data["saloon"]
    return ScoreRows(
        ranch=tuple(data["ranch"]),
        yard=tuple(data["yard"]),
        towns=data["towns"],
        goal=(data["goal"][0], data["goal"][1]),
        fort=tuple(data.get("fort", ())),
        fort_side=data.get("fort_side", 0),
        nuggets=data.get("nuggets", 0),
        nuggets_per_bank=data.get("nuggets_per_bank", 0),
        bank=tuple(data.get("bank", ())),
        saloon_rounds=saloon if isinstance(saloon, int) else 0,
        saloon_values=() if isinstance(saloon, int) else tuple(saloon),
        jails=tuple(tuple(cells) for cells in data.get("jails", ())),
        escaped=data.get("escaped", 0),
    )
