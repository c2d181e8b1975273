"""What can be wrong with a board, and what its designer should look at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from goldenspike.engine.board_file import read_document
from goldenspike.engine.json_file import quote
from goldenspike.engine.near_miss import instead, nearest
from goldenspike.engine.schema_words import place
from goldenspike.engine.values import load_values, value_problems

from .load import (
    CITIES_BY_VALUE,
    HOMES,
    MAJORS,
    MAX_LINES_AT_CITY,
    MAX_MAJOR_PIECES,
    MAX_MAJORS,
    MAX_SHORT_LINES,
    MAX_SHORT_PIECES,
    PIECES,
    RAILROADS,
    BadBoard,
    Board,
    Line,
    build,
)

PACKAGE = __package__.rpartition(".")[0]
MOST_FIGURES = 3  # published figures that a warning names
MOST_LISTED = 12  # names that a message lists where nothing is near to the one given


def problems(data: Any) -> list[str]:
    """Everything that forbids playing on this board, each as a sentence naming the place."""
    data, found = read_document(BadBoard, schema(), data)
    found += _name_problems(data)
    if not found:
        board = build(data)
        found += _shape_problems(board)
        found += _railroad_problems(board)
        found += _value_problems(board)
        if board.kind == "official":
            found += published_figures(board)
    return found


def warnings(data: Any) -> list[str]:
    """What a designer should look at on a board that can be played."""
    if problems(data):
        return []
    from .map_warnings import map_warnings

    board = build(data)
    found = map_warnings(board)
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
    if board.kind != "official" and (others := published_figures(board)):
        more = f"; and {len(others) - MOST_FIGURES} more" if len(others) > MOST_FIGURES else ""
        found.append(f"other figures than the published game has: {'; '.join(others[:MOST_FIGURES])}{more}")
    return found


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of board files."""
    text = files(PACKAGE).joinpath("data", "board.schema.json").read_text(encoding="utf-8")
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
    cities = [city["id"] for _, city in _records(data, "cities") if isinstance(city.get("id"), str)]
    named: dict[str, list[str]] = {}
    for key, fields in (("lines", ("a", "b")), ("railroads", ("home",))):
        for i, record in _records(data, key):
            for field in fields:
                if isinstance(record.get(field), str):
                    named.setdefault(record[field], []).append(place(data, (key, i, field)))
    found += _unknown_names("city", named, cities)
    roads = [road for _, road in _records(data, "railroads") if isinstance(road.get("id"), str)]
    shown: dict[str, list[str]] = {}
    for i, city in _records(data, "cities"):
        squares = city.get("squares")
        for square in squares if isinstance(squares, list) else ():
            if isinstance(square, str):
                shown.setdefault(square, []).append(place(data, ("cities", i, "squares")))
    return found + _unknown_names("major", shown, [road["id"] for road in roads if road.get("kind") == "major"])


def _unknown_names(what: str, named: dict[str, list[str]], known: list[str]) -> list[str]:
    """Names that nothing has: where each is used, and what it may have been meant to be.

    Where there is nothing of the kind at all, that is told once elsewhere.
    """
    found: list[str] = []
    for name, places in named.items() if known else ():
        if name not in known:
            others = f", which {len(places) - 1} other places name too"
            others = ", which 1 other place names too" if len(places) == 2 else others
            meant = instead(name, known if len(known) <= MOST_LISTED or nearest(name, known) else ())
            found.append(f"{places[0]}: there is no {what} {quote(name)}{others if len(places) > 1 else ''}{meant}")
    return found


def _shape_problems(board: Board) -> list[str]:
    """Cities and lines that do not make one map, or more map than a position can hold."""
    found: list[str] = []
    for city in board.cities:
        if not (0 <= city.x <= board.width and 0 <= city.y <= board.height):
            found.append(
                f"city {city.id}: ({city.x:g}, {city.y:g}) lies outside the board of {board.width} x {board.height}"
            )
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
    for roads, kind, most in (
        (board.majors, "majors", MAX_MAJORS),
        (board.short_lines, "short lines", MAX_SHORT_LINES),
    ):
        if len(roads) > most:
            found.append(f"railroads: {len(roads)} {kind}, at most {most} can be")
    if not board.majors:
        found.append("railroads: a board needs a major")
    for road in board.railroads:
        most = MAX_MAJOR_PIECES if road.kind == "major" else MAX_SHORT_PIECES
        if road.pieces > most:
            found.append(f"railroad {road.id}: {road.pieces} pieces, at most {most} can be used")
        if not any(True for _ in _exits(board, road.home, arrows=True)):
            found.append(f"railroad {road.id}: no line can be started from its home {road.home}")
        if road.id in board.city[road.home].squares:
            found.append(f"city {road.home}: shows a square of {road.id}, which is based there")
    return found


def _value_problems(board: Board) -> list[str]:
    """Rule values that neither edition has, or that cannot be."""
    known = {value.name: value for year in (2002, 1992) for value in load_values(PACKAGE, f"values_{year}.json")}
    return value_problems(tuple(known.values()), board.values, "the game")


def published_figures(board: Board) -> list[str]:
    """Where the board leaves the published figures: an error on an official board, a warning on others."""
    found: list[str] = []
    for value, published in CITIES_BY_VALUE.items():
        count = sum(city.value == value for city in board.cities)
        if count != published:
            found.append(f"cities: {count} of value {value}, the published board has {published}")
    cards = sum(city.cards for city in board.cities)
    if cards != 66:
        found.append(f"cities: they make {cards} City cards, the published game has 66")
    missing = [name for name in RAILROADS if name not in board.railroad]
    if missing:
        found.append(f"railroads: {', '.join(missing)} missing, the published game has all nine")
    for road in board.railroads:
        if road.id not in PIECES:
            found.append(f"railroad {road.id}: not one of the published game")
            continue
        kind = "major" if road.id in MAJORS else "short"
        if road.kind != kind:
            found.append(f"railroad {road.id}: its kind is {kind} in the published game, not {road.kind}")
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
