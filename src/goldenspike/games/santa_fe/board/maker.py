"""Maps by search: cities from a home coast to a far coast, joined to their neighbours, with rivers and mountains."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from goldenspike.drawing.geometry import crossing
from goldenspike.engine.board_maker import BoardData, BoardMaker

from .check import problems, warnings
from .load import MAX_SEGMENTS

Point = tuple[float, float]
LAND = 0.13  # of the map's width and height stays free at each edge
CITY_TRIES = 4000
TURN = 0.35  # how far the belts of rivers and mountains lean
LOOKS_WRONG = (
    "on one spot",
    "overlap",
    "under the frame",
    "runs through",
    "run through",
    "too small",
)
NUDGE = 40.0  # how far a city moves at most when it does
MAPS = (
    "Rails to the Harbour", "Rails over the Divide", "Rails to the Ocean", "Rails of the Prairie", "Rails to Sunset",
    "Rails beyond the Rivers", "Rails to the Bay", "Rails of the Frontier", "Rails to the Coast", "Rails by Starlight",
    "Rails through the Passes", "Rails to Land's End",
)  # fmt: skip
CITIES = (
    "Abbott", "Alder", "Amity", "Arden", "Ashby", "Aurora", "Bannock", "Barlow", "Baxter", "Bellamy", "Benton", "Birch",
    "Boone", "Bowie", "Bristol", "Brule", "Calder", "Camden", "Carson", "Cedar", "Chester", "Cobalt", "Colby",
    "Conrad", "Cooper", "Corvin", "Crandon", "Custer", "Dalton", "Dawson", "Decker", "Delmar", "Dover", "Dunbar",
    "Eagle", "Easton", "Eldon", "Elkhorn", "Elmira", "Emery", "Fargo", "Farley", "Fenton", "Finley", "Florin", "Foster",
    "Fulton", "Gage", "Galena", "Garnet", "Gilman", "Glendo", "Gordon", "Grafton", "Granger", "Hadley", "Hamlin",
    "Harlan", "Harper", "Havre", "Hayden", "Helix", "Holden", "Homer", "Hudson", "Ithaca", "Jasper", "Joplin",
    "Juneau", "Keeler", "Kenton", "Kirby", "Lander", "Laurel", "Ledger", "Linden", "Logan", "Lowell", "Lusk",
    "Madrid", "Malta", "Manton", "Marion", "Medora", "Mercer", "Milford", "Monroe", "Moran", "Newton", "Nile",
    "Norwood", "Oakley", "Odessa", "Orin", "Osage", "Oxford", "Palmer", "Paxton", "Perry", "Pierce", "Pomona",
    "Quincy", "Raton", "Redfield", "Ripley", "Rowan", "Salem", "Selby", "Sidney", "Sparta", "Sterling", "Sutter",
    "Tabor", "Talbot", "Tipton", "Trenton", "Tucker", "Upton", "Utica", "Vernon", "Verona", "Victor", "Walden",
    "Warren", "Weston", "Wilder", "Winslow", "Yates", "York", "Zenith",
)  # fmt: skip


class MapMaker(BoardMaker):
    def fresh(self, like: Mapping[str, Any], dice: Random) -> BoardData:
        """As many cities of each value, railroads, squares and arrows as the other map, in other places."""
        wide, high = like["size"]["width"], like["size"]["height"]
        spots = scattered(dice, len(like["cities"]), wide, high)
        data: BoardData = {
            "schema": 1,
            "id": like["id"],
            "name": dice.choice(MAPS),
            "note": "made by search",
            "kind": "fan",
            "version": 1,
            "size": dict(like["size"]),
            "cities": cities_at(spots, like, dice),
            "lines": [],
            "railroads": [],
            "markers": dict(like["markers"]),
        }
        if "values" in like:
            data["values"] = like["values"]
        place_homes(data, like, dice)
        data["lines"] = lines_between(data, like, dice)
        return data

    def changed(self, board: Mapping[str, Any], dice: Random) -> BoardData:
        data: BoardData = json.loads(json.dumps(dict(board)))
        for _ in range(dice.randint(1, 3)):
            dice.choice((nudged, other_terrain, other_terrain, other_length, line_less, line_more, values_swapped))(
                data, dice
            )
        return data

    def problems(self, board: Mapping[str, Any]) -> list[str]:
        data = dict(board)
        return problems(data) or [text for text in warnings(data) if _looks_wrong(text, data)]


def _looks_wrong(text: str, data: BoardData) -> bool:
    """Would this remark spoil the board? Arrows may keep railroads out of other home cities: our own board does so."""
    if "keep a railroad from " in text:
        homes = {city["id"] for city in data["cities"] if city["value"] is None}
        return not set(text.partition("keep a railroad from ")[2].split(", ")) <= homes
    return any(word in text for word in LOOKS_WRONG)


# ---------------------------------------------------------------- cities
def scattered(dice: Random, count: int, wide: float, high: float) -> list[Point]:
    """Spots that keep apart, the easternmost first; the land is a little narrower in the north and the south."""
    apart = 0.8 * math.sqrt((1 - 2 * LAND) ** 2 * wide * high / count)
    while True:
        spots: list[Point] = []
        for _ in range(CITY_TRIES):
            x, y = dice.uniform(LAND / 2, 1 - LAND / 2), dice.uniform(LAND / 2, 1 - LAND / 2)
            shore = 0.05 * abs(2 * y - 1) ** 2
            if not LAND / 2 + shore <= x <= 1 - LAND / 2 - shore:
                continue
            spot = (round(x * wide, 1), round(y * high, 1))
            if all(math.dist(spot, other) >= apart for other in spots):
                spots.append(spot)
            if len(spots) == count:
                return sorted(spots, reverse=True)
        apart *= 0.95


def cities_at(spots: Sequence[Point], like: Mapping[str, Any], dice: Random) -> list[dict[str, Any]]:
    """Cities without a value in the east, then rising values to the west, with a little disorder."""
    values = sorted(city["value"] for city in like["cities"] if city["value"] is not None)
    homes = len(spots) - len(values)
    places = list(spots)
    # Home cities lie along the eastern edge, not all in one corner.
    east = sorted(places[: max(homes * 2, homes)], key=lambda spot: spot[1])
    chosen = [east[round(k * (len(east) - 1) / max(1, homes - 1))] for k in range(homes)] if homes else []
    rest = sorted(
        (spot for spot in places if spot not in chosen),
        key=lambda spot: -spot[0] + dice.gauss(0, 0.08 * like["size"]["width"]),
    )
    names = dice.sample(CITIES, len(spots))
    ids = city_ids(names)
    ranked = [*((spot, None) for spot in chosen), *zip(rest, values, strict=True)]
    return [
        {"id": ids[name], "name": name, "value": value, "squares": [], "x": spot[0], "y": spot[1]}
        for name, (spot, value) in zip(names, ranked, strict=True)
    ]


def city_ids(names: Sequence[str]) -> dict[str, str]:
    """Three letters for each name: its beginning, or letters of it that nobody has."""
    found: dict[str, str] = {}
    for name in names:
        letters = name.upper()
        ways = [letters[:3], *(letters[0] + "".join(pair) for pair in combinations(letters[1:], 2))]
        ways += [letters[:2] + chr(65 + k) for k in range(26)]
        found[name] = next(way for way in ways if len(way) == 3 and way not in found.values())
    return found


def place_homes(data: BoardData, like: Mapping[str, Any], dice: Random) -> None:
    """Railroads keep their pieces and colours; bases in the east stay in the east, others go somewhere in the west."""
    homes = [city["id"] for city in data["cities"] if city["value"] is None]
    inland = [city["id"] for city in data["cities"] if city["value"] is not None and city["value"] >= 4]
    known = {city["id"]: city["value"] for city in like["cities"]}
    moved: dict[str, str] = {}
    old = list(dict.fromkeys(road["home"] for road in like["railroads"] if known[road["home"]] is None))
    moved |= dict(zip(old, dice.sample(homes, len(homes)), strict=False))
    for road in like["railroads"]:
        if road["home"] not in moved:
            moved[road["home"]] = dice.choice([name for name in inland if name not in moved.values()])
        data["railroads"].append({**road, "home": moved[road["home"]]})
    base = {road["id"]: road["home"] for road in data["railroads"]}
    far = sorted((city for city in data["cities"] if city["value"] is not None), key=lambda city: city["x"])
    far = far[: max(1, 2 * len(far) // 3)]
    for square in (name for city in like["cities"] for name in city["squares"]):
        able = [city for city in far if square not in city["squares"] and base.get(square) != city["id"]]
        dice.choice([city for city in able if len(city["squares"]) < 2] or able)["squares"].append(square)


# ---------------------------------------------------------------- lines
def lines_between(data: BoardData, like: Mapping[str, Any], dice: Random) -> list[dict[str, Any]]:
    """Neighbours are joined, none of their lines crosses another; as many of them are double as on the other map."""
    spots = {city["id"]: (city["x"], city["y"]) for city in data["cities"]}
    pairs = neighbours(spots)
    usual = Counter(tuple(sorted((line["a"], line["b"]))) for line in like["lines"])
    doubles = round(len(pairs) * sum(count > 1 for count in usual.values()) / max(1, len(usual)))
    # Where much is built, in the east, there is room for two.
    busy = sorted(pairs, key=lambda pair: -(spots[pair[0]][0] + spots[pair[1]][0]) + dice.gauss(0, 300))
    double = set(busy[:doubles])
    each = space_length(like)
    land = Terrain(dice, data["size"]["width"], data["size"]["height"], shares(like))
    arrows = homeward(data, pairs, dice, like)
    found = []
    for a, b in pairs:
        count = min(MAX_SEGMENTS, max(1, round(math.dist(spots[a], spots[b]) / each)))
        spaces = [land.at(spots[a], spots[b], (k + 0.5) / count) for k in range(count)]
        for index in (1, 2) if (a, b) in double else (0,):
            name = f"{a}-{b}" + (f"#{index}" if index else "")
            line: dict[str, Any] = {"id": name, "a": a, "b": b}
            if index:
                line["index"] = index
            found.append({**line, "one_way": arrows.get((a, b)), "segments": list(spaces)})
    return found


def neighbours(spots: Mapping[str, Point]) -> list[tuple[str, str]]:
    """Pairs with no third city in the circle between them: such lines join everything, and no two of them cross."""
    found = []
    for (a, p), (b, q) in combinations(spots.items(), 2):
        middle, reach = ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), math.dist(p, q) / 2
        if all(math.dist(middle, r) >= reach for name, r in spots.items() if name not in (a, b)):
            found.append((a, b) if p[0] >= q[0] else (b, a))  # from east to west
    return found


def space_length(like: Mapping[str, Any]) -> float:
    """How long a space usually is on the other map."""
    spots = {city["id"]: (city["x"], city["y"]) for city in like["cities"]}
    way = sum(math.dist(spots[line["a"]], spots[line["b"]]) for line in like["lines"])
    return way / max(1, sum(len(line["segments"]) for line in like["lines"]))


def shares(like: Mapping[str, Any]) -> dict[str, float]:
    """How many of the spaces have each terrain."""
    spaces = [space for line in like["lines"] for space in line["segments"]]
    return {kind: sum(kind in space for space in spaces) / max(1, len(spaces)) for kind in "mrl"}


def homeward(
    data: BoardData, pairs: Sequence[tuple[str, str]], dice: Random, like: Mapping[str, Any]
) -> dict[tuple[str, str], str]:
    """Arrows on lines that leave home cities, if the other map has any; pairs run from east to west, so do arrows."""
    count = len({(line["a"], line["b"]) for line in like["lines"] if line["one_way"]})
    homes = {city["id"] for city in data["cities"] if city["value"] is None}
    able = [pair for pair in pairs if pair[0] in homes and pair[1] not in homes]
    ways: dict[str, int] = Counter(name for pair in pairs for name in pair)
    dice.shuffle(able)
    return {pair: "a>b" for pair in able[:count] if ways[pair[1]] > 2}


class Terrain:
    """Belts of mountains and rivers from north to south, as many as the other map's shares ask for."""

    def __init__(self, dice: Random, wide: float, high: float, share: Mapping[str, float]) -> None:
        self.wide, self.high = wide, high
        self.waves = {
            kind: (dice.uniform(0, 2 * math.pi), dice.uniform(2, 4), dice.uniform(-TURN, TURN)) for kind in "mrl"
        }
        grid = [(x / 40, y / 30) for x in range(41) for y in range(31)]
        self.line = {}
        for kind in "mrl":
            heights = sorted((self.height(kind, x, y) for x, y in grid), reverse=True)
            self.line[kind] = heights[min(len(heights) - 1, round(share[kind] * len(heights)))]

    def height(self, kind: str, x: float, y: float) -> float:
        start, belts, lean = self.waves[kind]
        wave = math.sin(start + 2 * math.pi * belts * (x + lean * (y - 0.5) + 0.04 * math.sin(7 * y + start)))
        # Mountains stand in the west, rivers run through the plains.
        return wave + {"m": 0.8 * (1 - x), "r": 0.3 * x, "l": 0.6 * math.sin(9 * y + start)}[kind]

    def at(self, start: Point, end: Point, along: float) -> str:
        x = (start[0] + along * (end[0] - start[0])) / self.wide
        y = (start[1] + along * (end[1] - start[1])) / self.high
        found = "".join(kind for kind in "mrl" if self.height(kind, x, y) > self.line[kind])
        return found or "."


# ---------------------------------------------------------------- changing
def nudged(data: BoardData, dice: Random) -> None:
    """A city moves a little; its lines follow."""
    city = dice.choice(data["cities"])
    city["x"] = round(city["x"] + dice.uniform(-NUDGE, NUDGE), 1)
    city["y"] = round(city["y"] + dice.uniform(-NUDGE, NUDGE), 1)


def other_terrain(data: BoardData, dice: Random) -> None:
    """Two spaces somewhere exchange their terrain."""
    spaces = [(line, k) for line in data["lines"] for k in range(len(line["segments"]))]
    (one, i), (other, k) = dice.sample(spaces, 2)
    one["segments"][i], other["segments"][k] = other["segments"][k], one["segments"][i]


def other_length(data: BoardData, dice: Random) -> None:
    """A line, with its parallel, becomes a space longer or shorter."""
    chosen = dice.choice(data["lines"])
    longer = dice.random() < 0.5
    for line in data["lines"]:
        if (line["a"], line["b"]) == (chosen["a"], chosen["b"]):
            if longer and len(line["segments"]) < MAX_SEGMENTS:
                line["segments"].insert(len(line["segments"]) // 2, ".")
            elif not longer and len(line["segments"]) > 1:
                line["segments"].pop(len(line["segments"]) // 2)


def line_less(data: BoardData, dice: Random) -> None:
    """A line goes, of two parallel ones one; every city keeps two ways."""
    ways = Counter(name for line in data["lines"] for name in (line["a"], line["b"]))
    able = [line for line in data["lines"] if ways[line["a"]] > 2 and ways[line["b"]] > 2]
    if able:
        gone = dice.choice(able)
        data["lines"].remove(gone)
        renumbered(data)


def line_more(data: BoardData, dice: Random) -> None:
    """Two neighbours that nothing joins are joined, or two that a single line joins get another one."""
    spots = {city["id"]: (city["x"], city["y"]) for city in data["cities"]}
    known = {frozenset((line["a"], line["b"])): line for line in data["lines"]}
    a = dice.choice(sorted(spots))
    b = dice.choice(sorted(spots, key=lambda name: math.dist(spots[a], spots[name]))[1:7])
    if spots[a][0] < spots[b][0]:
        a, b = b, a
    there = known.get(frozenset((a, b)))
    if there is not None:
        if "index" not in there:
            data["lines"].append({**there, "segments": list(there["segments"])})
    elif not any(
        crossing([spots[a], spots[b]], [spots[line["a"]], spots[line["b"]]])
        for line in data["lines"]
        if not {a, b} & {line["a"], line["b"]}
    ):
        count = min(MAX_SEGMENTS, max(1, round(math.dist(spots[a], spots[b]) / space_length(data))))
        data["lines"].append({"id": f"{a}-{b}", "a": a, "b": b, "one_way": None, "segments": ["."] * count})
    renumbered(data)


def values_swapped(data: BoardData, dice: Random) -> None:
    """Two cities exchange their values, or their squares."""
    one, other = dice.sample([city for city in data["cities"] if city["value"] is not None], 2)
    what = dice.choice(("value", "squares"))
    one[what], other[what] = other[what], one[what]


def renumbered(data: BoardData) -> None:
    """Parallel lines have indices, single ones have none."""
    groups: dict[frozenset[str], list[dict[str, Any]]] = defaultdict(list)
    for line in data["lines"]:
        groups[frozenset((line["a"], line["b"]))].append(line)
    for group in groups.values():
        for index, line in enumerate(group, 1):
            line.pop("index", None)
            line["id"] = f"{line['a']}-{line['b']}"
            if len(group) > 1:
                line["id"] += f"#{index}"
                line["index"] = index
