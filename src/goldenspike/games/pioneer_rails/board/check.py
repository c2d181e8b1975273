"""What can be wrong with a sheet: every clause of its design, each failure a sentence (PR-SHEET-01..13).

Official sheets keep all of it.  Fan sheets must be whole and playable; what only upsets the balance is a warning.
Test sheets must be whole.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

from goldenspike.engine.json_file import kind_of, plain, quote, schema_problems
from goldenspike.games.pioneer_rails.board import distances as surveying
from goldenspike.games.pioneer_rails.board import goal_proofs as witnesses
from goldenspike.games.pioneer_rails.board.hexes import BadName, Grid, grid
from goldenspike.games.pioneer_rails.board.load import (
    FOREIGN,
    SUIT_NAMES,
    SUITS,
    USUAL_NUMBER,
    VALUES,
    BadSheet,
    Sheet,
    Terrain,
    build,
    goals,
    schema,
)

SHAPE, WHOLE, PLAYABLE, BALANCE, ADVICE = range(5)
"""How much a failure matters: no map at all; no sheet; no proper game; a poor game; worth a look."""
ERRORS = {"official": {SHAPE, WHOLE, PLAYABLE, BALANCE}, "fan": {SHAPE, WHOLE, PLAYABLE}, "test": {SHAPE, WHOLE}}
WARNINGS = {"official": {ADVICE}, "fan": {BALANCE, ADVICE}, "test": set[int]()}

FEWEST_HEXES, MOST_HEXES = 60, 112
GOOD_HEXES = range(84, 100)
LEAST_BLANK = 0.2
STATIONS_APART, STATION_TO_RIVER = 3, 2
TOWNS_APART, TOWN_TO_STATION, TOWN_NEAR, TOWNS_NEAR = 3, 2, 5, 2
MOUNTAIN_NEAR = 5
GREATEST_SPREAD = 0.25
BIG = 3
"""A feature with this number or more is big: not on the rim, not at two stations (PR-SHEET-06)."""

LEAST = {
    "desert": {"mine": (8, "goal 1B"), "bank": (3, "the row of bank squares"), "fort": (1, "goal 1E")},
    "forest": {"fort": (3, "goal 2C"), "bandit": (6, "goal 2D"), "jail": (2, "goal 2E")},
}
for _least in LEAST.values():
    _least |= {"saloon": (3, "goal 1D"), "yard": (2, "goal 1O"), "cattle": (5, "goal 1H")}
    _least |= {"town": (6, "goal 1K"), "range": (4, "goal 1G")}
"""Fewest of each kind, and what needs them (PR-SHEET-03)."""
GOOD = {
    "desert": {"mine": (10, 12), "bank": (3, 3), "saloon": (4, 4), "fort": (3, 3), "town": (9, 9)},
    "forest": {"saloon": (4, 5), "fort": (3, 4), "bandit": (8, 9), "jail": (3, 3), "town": (9, 10)},
}
for _good in GOOD.values():
    _good |= {"yard": (3, 3), "cattle": (7, 7), "range": (6, 6), "river hex": (8, 10), "river": (1, 1)}
"""Counts that make a good sheet (PR-SHEET-03)."""
LEAST_BY_BARRIER, GOOD_BY_BARRIER = 3, 4
LEAST_CELLS = 6
FEATURES = frozenset(USUAL_NUMBER) | {Terrain.CATTLE}


@dataclass
class Findings:
    """Everything found wrong with one sheet, sorted by how much it matters."""

    kind: str
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    shapeless: bool = False

    def add(self, weight: int, clause: str, text: str) -> None:
        """Note a failure of a clause."""
        sentence = f"{clause}: {text}"
        self.shapeless |= weight == SHAPE
        if weight in ERRORS[self.kind]:
            self.errors.append(sentence)
        elif weight in WARNINGS[self.kind]:
            self.warnings.append(sentence)


def examine(data: Any) -> Findings:
    """Everything wrong with a sheet document, and everything a designer should look at."""
    found = Findings("official")
    try:
        data = plain(BadSheet, data, "sheet")
    except BadSheet as error:
        found.errors += error.problems
        return found
    if not isinstance(data, dict):
        found.errors.append(f"PR-SHEET-15: a sheet is a JSON object, not {kind_of(data)}")
        return found
    found.errors += _schema_problems(data)
    found.errors += _unprintable(data)
    if found.errors:
        return found
    found.kind = data["kind"]
    draft = Draft(data)
    for check in (_terrain, _stations, _rivers, _ranges, _towns, _counts, _crowding, _rows):
        check(draft, found)
    if not found.shapeless:
        sheet = build(data)
        for study in (_banks_of_the_river, _distances, _balance, _within_reach, _herds, _goals):
            study(sheet, found)
    return found


def warnings(sheet: Sheet) -> list[str]:
    """What a designer should look at on a sheet that can be played."""
    return examine(sheet.source).warnings


class Draft:
    """A document on its grid, read as far as it can be read."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.map: str = data["map"]
        self.grid: Grid = grid(data["rows"], data["cols"])
        g = self.grid
        self.off_map = [name for name in data["hex"] if name not in g.hex_names]
        self.spec: dict[int, dict[str, Any]] = {
            g.hex(name): spec for name, spec in data["hex"].items() if name not in self.off_map
        }
        self.terrain = {h: Terrain[spec["t"].upper()] for h, spec in self.spec.items()}
        self.stations: dict[str, list[int]] = {suit: [] for suit in SUITS}
        for h, spec in self.spec.items():
            if spec["t"] == "station" and "suit" in spec:
                self.stations[spec["suit"]].append(h)
        self.rivers = [[g.hex(n) for n in names if n in g.hex_names] for names in data["river"]]
        self.ranges = {k: [g.hex(n) for n in pair if n in g.hex_names] for k, pair in data["ranges"].items()}

    def of(self, kind: Terrain) -> list[int]:
        """All hexes of a kind."""
        return sorted(h for h, t in self.terrain.items() if t is kind)

    def name(self, h: int) -> str:
        """The label of a hex."""
        return self.grid.hex_names[h]


# --- the map as a whole (PR-GEO, and the parts of PR-SHEET that need no distances) -----------------


def _terrain(draft: Draft, found: Findings) -> None:
    """Each hex is one thing, allowed on this map, with the number it needs (PR-GEO-04)."""
    for name in draft.off_map:
        found.add(SHAPE, "PR-GEO-01", f"{name} is off the map of {draft.grid.rows} rows and {draft.grid.cols} columns")
    for h, spec in draft.spec.items():
        name, kind = draft.name(h), draft.terrain[h]
        if kind in FOREIGN[draft.map]:
            found.add(SHAPE, "PR-GEO-04", f"{name} is a {spec['t']}, which a {draft.map} sheet does not have")
        wanted = USUAL_NUMBER.get(kind)
        if kind is Terrain.FORT and draft.map == "forest":
            wanted = None
        number = spec.get("n")
        if wanted is None and number is not None:
            found.add(SHAPE, "PR-GEO-04", f"{name}, a {spec['t']}, carries no number")
        elif wanted is not None and number is None:
            found.add(SHAPE, "PR-GEO-04", f"{name}, a {spec['t']}, needs its number of sides")
        elif number != wanted:
            found.add(BALANCE, "PR-FEAT-02", f"{name}, a {spec['t']}, needs {number} sides instead of {wanted}")
        for key, owner in (("suit", Terrain.STATION), ("range", Terrain.MOUNTAIN)):
            if (key in spec) != (kind is owner):
                verb = "has no" if kind is owner else "cannot have a"
                found.add(SHAPE, "PR-GEO-04", f"{name}, a {spec['t']}, {verb} {key}")
    size = len(draft.grid.hexes)
    if size < FEWEST_HEXES or size > MOST_HEXES:
        found.add(PLAYABLE, "PR-SHEET-02", f"{size} hexes make no game: {FEWEST_HEXES} to {MOST_HEXES} do")
    elif size not in GOOD_HEXES:
        found.add(ADVICE, "PR-SHEET-02", f"{size} hexes; {GOOD_HEXES.start} to {GOOD_HEXES.stop - 1} play best")


def _stations(draft: Draft, found: Findings) -> None:
    """One station per suit, off the rim, spread over the quarters (PR-SHEET-01, PR-GEO-05)."""
    g = draft.grid
    for suit, name in zip(SUITS, SUIT_NAMES, strict=True):
        count = len(draft.stations[suit])
        if count != 1:
            found.add(SHAPE, "PR-SHEET-01", f"there must be one station of {name}, not {count}")
        for h in draft.stations[suit]:
            if h in g.rim_hexes:
                found.add(SHAPE, "PR-GEO-05", f"the station of {name} at {draft.name(h)} stands on the rim")
    homes = [h for suit in SUITS for h in draft.stations[suit]]
    for one, other in combinations(homes, 2):
        if g.apart(one, other) < STATIONS_APART:
            pair = f"the stations at {draft.name(one)} and {draft.name(other)}"
            found.add(BALANCE, "PR-SHEET-01", f"{pair} are fewer than {STATIONS_APART} hexes apart")
    for h in homes:
        near = min((g.apart(h, w) for w in draft.of(Terrain.RIVER)), default=99)
        if near < STATION_TO_RIVER:
            text = f"the station at {draft.name(h)} is nearer than {STATION_TO_RIVER} hexes to the river"
            found.add(BALANCE, "PR-SHEET-01", text)
    if len(homes) == len(SUITS) and len({_quarter(g, h) for h in homes}) < len(SUITS):
        found.add(BALANCE, "PR-SHEET-01", "two stations stand in the same quarter of the map")


def _quarter(g: Grid, h: int) -> tuple[bool, bool]:
    row, col = divmod(h, g.cols)
    return row >= g.rows / 2, col + 0.5 * (row & 1) + 0.5 > (g.cols + 0.5) / 2


def _rivers(draft: Draft, found: Findings) -> None:
    """Rivers are induced paths from rim to rim (PR-GEO-08, -09, PR-SHEET-04)."""
    g, wet = draft.grid, draft.of(Terrain.RIVER)
    listed = [h for river in draft.rivers for h in river]
    for names in draft.data["river"]:
        for name in names:
            if name not in g.hex_names or draft.terrain.get(g.hex(name)) is not Terrain.RIVER:
                found.add(SHAPE, "PR-GEO-08", f"the river runs through {name}, which is no river hex")
    for h in wet:
        if listed.count(h) != 1:
            times = "no river path" if h not in listed else "the river paths more than once"
            found.add(SHAPE, "PR-GEO-08", f"the river hex {draft.name(h)} is in {times}")
    follows = {frozenset(pair) for river in draft.rivers for pair in pairwise(river)}
    for pair in sorted(follows, key=sorted):
        names = " and ".join(draft.name(h) for h in sorted(pair))
        if len(pair) < 2 or max(pair) not in g.hex_neighbours[min(pair)]:
            found.add(SHAPE, "PR-SHEET-04", f"the river jumps: {names} follow each other but are not adjacent")
    for one, other in combinations(sorted(set(listed)), 2):
        if other in g.hex_neighbours[one] and frozenset((one, other)) not in follows:
            pair_ = f"{draft.name(one)} and {draft.name(other)}"
            found.add(SHAPE, "PR-SHEET-04", f"the river touches itself: {pair_} are adjacent but do not follow")
    for river in draft.rivers:
        for mouth in {river[0], river[-1]} if river else ():
            if mouth not in g.rim_hexes:
                found.add(SHAPE, "PR-SHEET-04", f"the river ends at {draft.name(mouth)}, which is not on the rim")
        for h in river[1:-1]:
            if h in g.rim_hexes:
                text = f"the river touches the rim at {draft.name(h)} between its mouths, where lines walk round it"
                found.add(BALANCE, "PR-SHEET-04", text)


def _ranges(draft: Draft, found: Findings) -> None:
    """A range is a pair of adjacent mountain hexes; ranges keep apart (PR-GEO-07, PR-SHEET-04)."""
    g = draft.grid
    for key, names in draft.data["ranges"].items():
        for name in names:
            at = g.hex(name) if name in g.hex_names else -1
            if draft.terrain.get(at) is not Terrain.MOUNTAIN or draft.spec[at].get("range") != key:
                found.add(SHAPE, "PR-GEO-07", f"range {key}: {name} is no mountain of this range")
        pair = draft.ranges[key]
        if len(pair) == 2 and pair[1] not in g.hex_neighbours[pair[0]]:
            found.add(SHAPE, "PR-SHEET-04", f"range {key}: {names[0]} and {names[1]} are not adjacent")
    for h in draft.of(Terrain.MOUNTAIN):
        if sum(h in pair for pair in draft.ranges.values()) != 1:
            found.add(SHAPE, "PR-GEO-07", f"the mountain {draft.name(h)} belongs to no range, or to several")
    for (key, pair), (other, beyond) in combinations(draft.ranges.items(), 2):
        if any(b in g.hex_neighbours[a] for a in pair for b in beyond):
            found.add(SHAPE, "PR-SHEET-04", f"range {key} and range {other} are adjacent")


def _towns(draft: Draft, found: Findings) -> None:
    """Towns stand on inner vertices away from stations, under names of their own (PR-GEO-06)."""
    g = draft.grid
    corners = {v: suit for suit in SUITS for h in draft.stations[suit] for v in g.hex_vertices[h]}
    seen: dict[int, str] = {}
    for town in draft.data["towns"]:
        place = f"the town {quote(town['name'])} at {town['v']}"
        try:
            v = g.vertex(town["v"])
        except BadName as error:
            found.add(SHAPE, "PR-GEO-06", f"{place}: {error}")
            continue
        if v in g.rim_vertices:
            found.add(SHAPE, "PR-GEO-06", f"{place} lies on the rim")
        if v in corners:
            suit = SUIT_NAMES[SUITS.index(corners[v])]
            found.add(SHAPE, "PR-GEO-06", f"{place} is a corner of the station of {suit}")
        if v in seen:
            found.add(SHAPE, "PR-GEO-06", f"{place} stands where {seen[v]} stands")
        for edge in g.vertex_edges[v]:
            if (beside := g.across(edge, v)) in seen:
                found.add(SHAPE, "PR-GEO-06", f"{place} and {seen[beside]} are joined by one edge")
        seen.setdefault(v, quote(town["name"]))
    names = Counter(town["name"] for town in draft.data["towns"])
    for name in [name for name, times in names.items() if times > 1]:
        found.add(WHOLE, "PR-SHEET-15", f"two towns are called {quote(name)}")


def _counts(draft: Draft, found: Findings) -> None:
    """Enough of everything for every goal, and as much as plays well (PR-SHEET-03)."""
    count = Counter(t.name.lower() for t in draft.terrain.values())
    count["river hex"] = count["river"]
    count["river"], count["range"], count["town"] = len(draft.rivers), len(draft.ranges), len(draft.data["towns"])
    for kind, (low, high) in GOOD[draft.map].items():
        least, reason = LEAST[draft.map].get(kind, (0, ""))
        if count[kind] < least:
            found.add(PLAYABLE, "PR-SHEET-03", f"{_many(count[kind], kind)}; {reason} needs {least}")
        elif not low <= count[kind] <= high:
            wanted = f"{low}" if low == high else f"{low} to {high}"
            found.add(BALANCE, "PR-SHEET-03", f"{_many(count[kind], kind)} instead of {wanted}")
    size = len(draft.grid.hexes)
    blank = size - len(draft.terrain)
    if blank < LEAST_BLANK * size:
        found.add(BALANCE, "PR-SHEET-03", f"{blank} of {size} hexes are blank, fewer than one in five")


def _many(count: int, kind: str) -> str:
    plural = {"cattle": "cattle hexes", "river hex": "river hexes"}.get(kind, kind + "s")
    return f"{count} {'cattle hex' if kind == 'cattle' else kind}" if count == 1 else f"{count} {plural}"


def _crowding(draft: Draft, found: Findings) -> None:
    """Big features need room, and features of a kind keep apart; bandits may ride in pairs (PR-SHEET-06, -16)."""
    g = draft.grid
    for h, kind in sorted(draft.terrain.items()):
        if kind not in FEATURES:
            continue
        around = [x for x in g.hex_neighbours[h] if x >= 0]
        what = f"the {kind.name.lower()} at {draft.name(h)}"
        if draft.spec[h].get("n", 0) >= BIG or kind is Terrain.FORT:
            if h in g.rim_hexes:
                found.add(BALANCE, "PR-SHEET-06", f"{what} lies on the rim")
            if sum(draft.terrain.get(x) is Terrain.STATION for x in around) > 1:
                found.add(BALANCE, "PR-SHEET-06", f"{what} touches two stations")
        same = [x for x in around if draft.terrain.get(x) is kind]
        if kind is Terrain.BANDIT and len(same) < 2:
            continue
        for x in same:
            if x > h:
                found.add(BALANCE, "PR-SHEET-06", f"{what} touches another at {draft.name(x)}")


def _rows(draft: Draft, found: Findings) -> None:
    """The score area has room for everything, and the figures the game fixes (PR-SHEET-08, -09, -10)."""
    rows, count = draft.data["score_rows"], Counter(draft.terrain.values())
    desert = draft.map == "desert"
    wrong = {"jails", "escaped", "fort_side"} if desert else {"nuggets", "bank", "nuggets_per_bank", "fort"}
    for key in sorted(wrong & rows.keys()):
        found.add(WHOLE, "PR-SHEET-08", f"a {draft.map} sheet has no row {quote(key)}")
    wanted = {"ranch": count[Terrain.CATTLE], "yard": count[Terrain.YARD], "towns": len(draft.data["towns"]) + 1}
    if desert:
        if not isinstance(rows["saloon"], int):
            found.add(WHOLE, "PR-SHEET-08", "the saloon row of a desert sheet is a number of symbols")
        wanted |= {"nuggets": count[Terrain.MINE], "fort": count[Terrain.FORT], "bank": 3, "saloon": 4}
    else:
        wanted |= {"escaped": count[Terrain.BANDIT], "jails": count[Terrain.JAIL]}
        if rows["saloon"] != list(VALUES):
            found.add(WHOLE, "PR-SHEET-08", "the saloon row of a forest sheet is 10, J, Q, K, A")
        cells = sum(len(row) for row in rows.get("jails", ()))
        if cells < LEAST_CELLS:
            found.add(PLAYABLE, "PR-SHEET-08", f"{cells} jail cells; goal 2D needs {LEAST_CELLS}")
    for key, need in wanted.items():
        row = rows.get(key, ())
        have = row if isinstance(row, int) else len(row)
        text = f"the row {quote(key)} has {have} symbols, not {need}"
        if have < need:
            found.add(WHOLE, "PR-SHEET-08", text)
        elif have > need:
            found.add(WHOLE if key in ("bank", "saloon") else BALANCE, "PR-SHEET-08", text)
    _figures(rows, desert, found)
    if rows["boxes"] != {"hands": 4, "goals": 3, "target": 1}:
        found.add(WHOLE, "PR-SHEET-10", "the score area has 4 hand boxes, 3 goal boxes and 1 target box")


def _figures(rows: dict[str, Any], desert: bool, found: Findings) -> None:
    """Figures fixed by the rules, and rows that always rise (PR-SHEET-09)."""
    fixed: dict[str, Any] = {"goal": [10, 5]}
    fixed |= {"bank": [2, 3, 4], "nuggets_per_bank": 4} if desert else {"fort_side": 2}
    for key, value in fixed.items():
        if rows.get(key) != value:
            found.add(WHOLE, "PR-SHEET-09", f"the row {quote(key)} must be {json.dumps(value)}")
    for key in ("fort", "ranch", "yard"):
        row = rows.get(key, [])
        if any(after <= before for before, after in pairwise(row)):
            found.add(WHOLE, "PR-SHEET-09", f"the row {quote(key)} must rise, because only the last symbol counts")
    if len(rows["yard"]) > 1 and rows["yard"][1] not in (4, 5):
        found.add(BALANCE, "PR-SHEET-09", "the second rail yard symbol is neither 4 nor 5")


# --- the map as a game (needs distances, so it is studied only on a whole map) ---------------------


def _banks_of_the_river(sheet: Sheet, found: Findings) -> None:
    """Each bank has two towns and a station (PR-SHEET-04)."""
    bank: dict[int, int] = {}
    for first in range(len(sheet.hexes)):
        if first in bank or sheet.terrain[first] is Terrain.RIVER:
            continue
        bank[first], todo = first, [first]
        while todo:
            for beside in sheet.grid.hex_neighbours[todo.pop()]:
                if beside >= 0 and beside not in bank and sheet.terrain[beside] is not Terrain.RIVER:
                    bank[beside] = first
                    todo.append(beside)
    homes = Counter(bank[h] for h in sheet.stations)
    # The land hexes at a town are neighbours of each other, so the first one tells its bank.
    lands = [[bank[h] for h in sheet.grid.vertex_hexes[town.vertex] if h in bank] for town in sheet.towns]
    towns = Counter(land[0] for land in lands if land)
    for b in sorted(set(bank.values())):
        side = f"the river bank of {sheet.grid.hex_names[b]}"
        if towns[b] < 2:
            found.add(BALANCE, "PR-SHEET-04", f"{side} has fewer than two towns")
        if not homes[b]:
            found.add(BALANCE, "PR-SHEET-04", f"{side} has no station")


def _distances(sheet: Sheet, found: Findings) -> None:
    """Towns are spread out, and every station has some within reach (PR-SHEET-03, -05)."""
    far = [surveying.spacing(sheet, town.vertex) for town in sheet.towns]
    for (i, one), (j, other) in combinations(enumerate(sheet.towns), 2):
        if far[i][sheet.towns[j].vertex] < TOWNS_APART:
            pair = f"the towns at {one.at} and {other.at}"
            found.add(BALANCE, "PR-SHEET-05", f"{pair} are {far[i][other.vertex]} edges apart, not {TOWNS_APART}")
    for i, town in enumerate(sheet.towns):
        near = min(far[i][v] for v, suit in enumerate(sheet.corner_of) if suit >= 0)
        if near < TOWN_TO_STATION:
            text = f"the town at {town.at} is {near} edge from a station corner, not {TOWN_TO_STATION}"
            found.add(BALANCE, "PR-SHEET-05", text)
    peaks = {v for h in sheet.of(Terrain.MOUNTAIN) for v in sheet.grid.hex_vertices[h]}
    for suit, name in enumerate(SUIT_NAMES):
        steps = surveying.station_walk(sheet, suit)
        near = sum(steps.get(town.vertex, 99) <= TOWN_NEAR for town in sheet.towns)
        if near < TOWNS_NEAR:
            text = f"the station of {name} has {_many(near, 'town')} within {TOWN_NEAR} tracks, not {TOWNS_NEAR}"
            found.add(ADVICE, "PR-SHEET-05", text)
        if sheet.forest and min((steps.get(v, 99) for v in peaks), default=99) > MOUNTAIN_NEAR:
            text = f"the station of {name} is more than {MOUNTAIN_NEAR} tracks from every mountain (goal 2F)"
            found.add(BALANCE, "PR-SHEET-03", text)
    if sheet.forest:
        for where, by in (
            ("river", [t.by_river for t in sheet.towns]),
            ("mountain", [t.by_mountain for t in sheet.towns]),
        ):
            goal = "2A" if where == "river" else "2B"
            if sum(by) < LEAST_BY_BARRIER:
                text = f"{_many(sum(by), 'town')} at a {where}; goal {goal} needs {LEAST_BY_BARRIER}"
                found.add(PLAYABLE, "PR-SHEET-03", text)
            elif sum(by) < GOOD_BY_BARRIER:
                found.add(BALANCE, "PR-SHEET-03", f"{_many(sum(by), 'town')} at a {where}, not {GOOD_BY_BARRIER}")


def _balance(sheet: Sheet, found: Findings) -> None:
    """No suit has much more around its station than another (PR-SHEET-07)."""
    sums = surveying.prospects(sheet)
    spread = 1 - min(sums) / max(sums) if max(sums) else 0.0
    if spread > GREATEST_SPREAD:
        listed = ", ".join(f"{name} {value:g}" for name, value in zip(SUIT_NAMES, sums, strict=True))
        found.add(BALANCE, "PR-SHEET-07", f"the stations are worth {listed}: {spread:.0%} between best and worst")


def _within_reach(sheet: Sheet, found: Findings) -> None:
    """Every feature can be completed by one station by land and by two with benefits (PR-SHEET-11)."""
    for h, terrain in enumerate(sheet.terrain):
        if terrain not in USUAL_NUMBER:
            continue
        need = sheet.numbers[h] or 2
        what = f"the {terrain.name.lower()} at {sheet.grid.hex_names[h]}"
        for kinds, least, how in ((surveying.LAND, 1, "without benefits"), (surveying.SPECIAL, 2, "with benefits")):
            able = 0
            for suit in range(len(SUITS)):
                able += able < least and surveying.Surveyor(sheet).line_along(suit, h, need, kinds) is not None
            if able < least:
                wanted = f"{_many(able, 'station')} can complete it {how}, not {least}"
                found.add(PLAYABLE, "PR-SHEET-11", f"{what}: {wanted}")


def _herds(sheet: Sheet, found: Findings) -> None:
    """No herd is alone before a track is drawn; six tracks then part any two herds (PR-SHEET-12, PR-CATTLE-04)."""
    company = Counter(sheet.pasture[h] for h in sheet.cattle)
    for h in sheet.cattle:
        if company[sheet.pasture[h]] < 2:
            text = f"the cattle at {sheet.grid.hex_names[h]} are alone from the start"
            found.add(WHOLE, "PR-SHEET-12", text)


def _goals(sheet: Sheet, found: Findings) -> None:
    """Every goal of the map can be met by one player within twenty turns (PR-SHEET-13)."""
    if found.kind == "test":
        return
    for goal in goals():
        if sheet.map in goal["maps"] and witnesses.witness(sheet, goal) is None:
            found.add(BALANCE, "PR-SHEET-13", f"no way was found to meet goal {goal['id']} in twenty turns")


# --- the file as JSON (PR-SHEET-15) ----------------------------------------------------------------


def _schema_problems(data: dict[str, Any]) -> list[str]:
    """Where the file leaves the schema."""
    return [f"PR-SHEET-15: {problem}" for problem in schema_problems("sheet", schema(), data)]


def _unprintable(data: dict[str, Any]) -> list[str]:
    """Text that no screen and no drawing can show."""
    towns = data.get("towns")
    texts = {key: data.get(key) for key in ("name", "character")}
    for i, town in enumerate(towns if isinstance(towns, list) else ()):
        texts[f"towns.{i}.name"] = town.get("name") if isinstance(town, dict) else None
    return [
        f"PR-SHEET-15: {place}: {quote(text)} cannot be printed"
        for place, text in texts.items()
        if isinstance(text, str) and text and not (text.isprintable() and text.strip())
    ]
