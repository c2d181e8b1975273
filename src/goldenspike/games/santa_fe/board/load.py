"""The board: cities, lines and railroads as printed, read from data and checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from goldenspike.engine.json_file import BadData, kind_of, parse, plain, quote, read, schema_problems, unprintable

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
    """One of the five majors or four short lines."""

    id: str
    name: str
    kind: str
    colour: str
    pieces: int
    home: str


@dataclass(frozen=True)
class Board:
    """Everything printed on one board; railroads always stand in the order SF SP GN UP KP RI TP WP DR."""

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
    scenery: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    source: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

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
    def hash(self) -> str:
        """Sixteen hex digits that change when anything the rules can see changes."""
        seen = {
            "cities": [[c.id, c.value, sorted(c.squares, key=RAILROADS.index)] for c in self.cities],
            "lines": [[ln.id, ln.a, ln.b, ln.index, ln.one_way, list(ln.segments)] for ln in self.lines],
            "railroads": [[r.id, r.kind, r.pieces, r.home] for r in self.railroads],
            "markers": list(self.markers),
        }
        text = json.dumps(seen, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def load(spec: str | Path | Mapping[str, Any] | None = None) -> Board:
    """The board named, in the file, or in the data given; raises BadBoard with everything that is wrong."""
    if spec is None:
        return _built_in(DEFAULT)
    if isinstance(spec, Mapping):
        where = "board"
        data = plain(BadBoard, dict(spec), where)
    elif isinstance(spec, str) and spec.strip().lower() in BUILT_IN:
        return _built_in(spec.strip().lower())
    elif isinstance(spec, (str, Path)):
        name = Path(spec).name or str(spec)
        where = "board " + "".join(letter if letter.isprintable() else "?" for letter in name[:80])
        data = parse(BadBoard, read(BadBoard, spec, where), where)
    else:
        raise BadBoard([f"expected a name, a file or a JSON object, not {type(spec).__name__}"])
    found = problems(data)
    if found:
        raise BadBoard(found, where)
    return _build(data)


@cache
def _built_in(name: str) -> Board:
    text = files(__package__.rpartition(".")[0]).joinpath("data", BUILT_IN[name]).read_text(encoding="utf-8")
    return _build(json.loads(text))


def _build(data: Mapping[str, Any]) -> Board:
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
        for r in sorted(data["railroads"], key=lambda r: RAILROADS.index(r["id"]))
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
        source=data,
    )


# --- what can be wrong with a board ---------------------------------------------------------------


def problems(data: Any) -> list[str]:
    """Everything that forbids playing on this board, each as a sentence naming the place."""
    try:
        data = plain(BadBoard, data, "board")
    except BadBoard as error:
        return error.problems
    if not isinstance(data, dict):
        return [f"a board is a JSON object, not {kind_of(data)}"]
    found = schema_problems("board", schema(), data)
    found += unprintable(data)
    found += _name_problems(data)
    if not found:
        board = _build(data)
        found += _shape_problems(board)
        found += _railroad_problems(board)
        if board.kind == "official":
            found += _published_figures(board)
    return found


def warnings(data: Any) -> list[str]:
    """What a designer should look at on a board that can be played."""
    if problems(data):
        return []
    board = _build(data)
    found: list[str] = []
    if board.kind != "official":
        found += _published_figures(board)
    for line in board.lines:
        if line.one_way is None:
            continue
        start, end = (line.a, line.b) if line.one_way == "a>b" else (line.b, line.a)
        if board.city[start].x <= board.city[end].x:
            found.append(f"line {line.id}: the arrow from {start} to {end} does not point west")
    for pair, group in _parallels(board).items():
        if len(group) > 2:
            found.append(f"{pair[0]} and {pair[1]} are joined by {len(group)} parallel lines")
    for marker, value in ((4, 2), (5, 3)):
        cities = sum(city.value == value for city in board.cities)
        count = board.markers[marker - 4]
        if count < cities:
            found.append(f"markers: {count} of value {marker} for {cities} cities of value {value}")
    total = sum(len(line.segments) for line in board.lines)
    pieces = sum(road.pieces for road in board.railroads if road.kind == "major")
    if total < pieces:
        found.append(f"lines: {total} segments cannot hold the {pieces} pieces of the majors")
    for home in dict.fromkeys(road.home for road in board.railroads if road.kind == "major"):
        missed = [city.id for city in board.cities if city.id not in _reach(board, home, arrows=True)]
        if missed:
            found.append(f"from {home} the arrows keep a railroad from {', '.join(missed)}")
    return found


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of board files."""
    text = files(__package__.rpartition(".")[0]).joinpath("data", "board.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def _records(data: dict[str, Any], key: str) -> list[tuple[int, dict[str, Any]]]:
    """The records of a list that are objects at all, with their places."""
    items = data.get(key)
    return [(i, r) for i, r in enumerate(items) if isinstance(r, dict)] if isinstance(items, list) else []


def _name_problems(data: dict[str, Any]) -> list[str]:
    """Ids that stand twice, ends and homes that do not exist: readable even if other parts are not."""
    found: list[str] = []
    for key in ("cities", "lines", "railroads"):
        first: dict[str, int] = {}
        for i, record in _records(data, key):
            name = record.get("id")
            if not isinstance(name, str):
                continue
            if name in first:
                found.append(f"{key}[{i}]: the id {quote(name)} is already taken by {key}[{first[name]}]")
            first.setdefault(name, i)
    cities = {c.get("id") for _, c in _records(data, "cities") if isinstance(c.get("id"), str)}
    roads = [r.get("id") for _, r in _records(data, "railroads") if isinstance(r.get("id"), str)]
    for i, line in _records(data, "lines"):
        for end in ("a", "b"):
            city = line.get(end)
            if isinstance(city, str) and city not in cities:
                found.append(f"lines[{i}].{end}: there is no city {quote(city)}")
    for i, road in _records(data, "railroads"):
        home = road.get("home")
        if isinstance(home, str) and home not in cities:
            found.append(f"railroads[{i}].home: there is no city {quote(home)}")
    if isinstance(data.get("railroads"), list):
        missing = [road for road in RAILROADS if road not in roads]
        if missing:
            found.append(f"railroads: {', '.join(missing)} missing; a board has all nine")
    return found


def _shape_problems(board: Board) -> list[str]:
    """Cities and lines that do not make one map, or more map than a position can hold."""
    found: list[str] = []
    for city in board.cities:
        if not (0 <= city.x <= board.width and 0 <= city.y <= board.height):
            found.append(f"city {city.id}: ({city.x:g}, {city.y:g}) lies outside the board")
    for line in board.lines:
        number = f"#{line.index}" if line.index else ""
        if line.a == line.b:
            found.append(f"line {line.id}: both ends are {line.a}")
        if line.id != f"{line.a}-{line.b}{number}":
            found.append(f"line {line.id}: its ends and index make it {line.a}-{line.b}{number}")
    for pair, group in _parallels(board).items():
        indices = sorted(line.index for line in group)
        expected = [0] if len(group) == 1 else list(range(1, len(group) + 1))
        if indices != expected:
            names = ", ".join(line.id for line in group)
            wish = "no index" if len(group) == 1 else f"the indices 1 to {len(group)}"
            found.append(f"lines between {pair[0]} and {pair[1]} ({names}) need {wish}")
    degree = {city.id: sum(city.id in line.pair for line in board.lines) for city in board.cities}
    for name, count in degree.items():
        if count > MAX_LINES_AT_CITY:
            found.append(f"city {name}: {count} lines meet here, at most {MAX_LINES_AT_CITY} can")
    cut_off = [city.id for city in board.cities if city.id not in _reach(board, board.cities[0].id)]
    if cut_off:
        found.append(f"the map is not connected: no way from {board.cities[0].id} to {', '.join(cut_off)}")
    return found


def _railroad_problems(board: Board) -> list[str]:
    """Railroads that could not be built."""
    found: list[str] = []
    for road in board.railroads:
        kind = "major" if road.id in MAJORS else "short"
        if road.kind != kind:
            found.append(f"railroad {road.id}: its kind must be {kind}, not {road.kind}")
        most = MAX_MAJOR_PIECES if kind == "major" else MAX_SHORT_PIECES
        if road.pieces > most:
            found.append(f"railroad {road.id}: {road.pieces} pieces, at most {most} can be used")
        if not any(True for _ in _exits(board, road.home, arrows=True)):
            found.append(f"railroad {road.id}: no line can be started from its home {road.home}")
        if road.id in board.city[road.home].squares:
            found.append(f"city {road.home}: shows a square of {road.id}, which is based there")
    return found


def _published_figures(board: Board) -> list[str]:
    """Where the board leaves the published figures: wrong for an official board, worth a word on others."""
    found: list[str] = []
    for value, published in CITIES_BY_VALUE.items():
        count = sum(city.value == value for city in board.cities)
        if count != published:
            found.append(f"cities: {count} of value {value}, the published board has {published}")
    cards = sum(city.cards for city in board.cities)
    if cards != 66:
        found.append(f"cities: they make {cards} City cards, the published game has 66")
    for road in board.railroads:
        if road.pieces != PIECES[road.id]:
            found.append(f"railroad {road.id}: {road.pieces} pieces, published are {PIECES[road.id]}")
        if board.city[road.home].name != HOMES[road.id]:
            home = board.city[road.home].name
            found.append(f"railroad {road.id}: its home is {home}, the published one is {HOMES[road.id]}")
    arrows = set()
    for line in board.lines:
        names = (board.city[line.a].name, board.city[line.b].name)
        if line.one_way is not None:
            arrows.add(names if line.one_way == "a>b" else names[::-1])
    if ("Milwaukee", "Minneapolis") not in arrows:
        found.append("lines: the published one-way line from Milwaukee to Minneapolis is missing")
    return found


def _parallels(board: Board) -> dict[tuple[str, str], list[Line]]:
    groups: dict[tuple[str, str], list[Line]] = {}
    for line in board.lines:
        groups.setdefault(line.pair, []).append(line)
    return groups


def _exits(board: Board, city: str, *, arrows: bool) -> Iterator[str]:
    """The cities one line away, against no arrow if arrows hold."""
    for line in board.lines:
        if line.a == city and not (arrows and line.one_way == "b>a"):
            yield line.b
        if line.b == city and not (arrows and line.one_way == "a>b"):
            yield line.a


def _reach(board: Board, start: str, *, arrows: bool = False) -> set[str]:
    seen, todo = {start}, [start]
    while todo:
        for city in _exits(board, todo.pop(), arrows=arrows):
            if city not in seen:
                seen.add(city)
                todo.append(city)
    return seen
