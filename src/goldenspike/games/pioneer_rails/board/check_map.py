"""The map as a whole: what needs no distances (PR-GEO, PR-SHEET-01..06, -08..10)."""

import json
from collections import Counter
from itertools import combinations, pairwise
from typing import Any

from goldenspike.engine.json_file import quote

from ..rules.state import MAX_FEATURES, MAX_HEXES
from .findings import ADVICE, BALANCE, PLAYABLE, SHAPE, WHOLE, Findings, many
from .hexes import BadName, Grid, grid
from .load import (
    FOREIGN,
    SUIT_NAMES,
    SUITS,
    USUAL_NUMBER,
    VALUES,
    Terrain,
)

FEWEST_HEXES = 60
GOOD_HEXES = range(84, 100)
LEAST_BLANK = 0.2
STATIONS_APART, STATION_TO_RIVER = 3, 2
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
LEAST_CELLS = 6
FEATURES = frozenset(USUAL_NUMBER) | {Terrain.CATTLE}


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


def check_terrain(draft: Draft, found: Findings) -> None:
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
    features = sum(kind in USUAL_NUMBER for kind in draft.terrain.values())
    if size > MAX_HEXES:
        found.add(SHAPE, "PR-SHEET-02", f"{size} hexes are too many: at most {MAX_HEXES} can be played")
    if features > MAX_FEATURES:
        found.add(SHAPE, "PR-SHEET-03", f"{features} features are too many: at most {MAX_FEATURES} can be played")
    if size < FEWEST_HEXES:
        found.add(PLAYABLE, "PR-SHEET-02", f"{size} hexes are too few: a game needs {FEWEST_HEXES}")
    elif size not in GOOD_HEXES:
        found.add(ADVICE, "PR-SHEET-02", f"{size} hexes; {GOOD_HEXES.start} to {GOOD_HEXES.stop - 1} play best")


def check_stations(draft: Draft, found: Findings) -> None:
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


def check_rivers(draft: Draft, found: Findings) -> None:
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


def check_ranges(draft: Draft, found: Findings) -> None:
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


def check_towns(draft: Draft, found: Findings) -> None:
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


def check_counts(draft: Draft, found: Findings) -> None:
    """Enough of everything for every goal, and as much as plays well (PR-SHEET-03)."""
    count = Counter(t.name.lower() for t in draft.terrain.values())
    count["river hex"] = count["river"]
    count["river"], count["range"], count["town"] = len(draft.rivers), len(draft.ranges), len(draft.data["towns"])
    for kind, (low, high) in GOOD[draft.map].items():
        least, reason = LEAST[draft.map].get(kind, (0, ""))
        if count[kind] < least:
            found.add(PLAYABLE, "PR-SHEET-03", f"{many(count[kind], kind)}; {reason} needs {least}")
        elif not low <= count[kind] <= high:
            wanted = f"{low}" if low == high else f"{low} to {high}"
            found.add(BALANCE, "PR-SHEET-03", f"{many(count[kind], kind)} instead of {wanted}")
    size = len(draft.grid.hexes)
    blank = size - len(draft.terrain)
    if blank < LEAST_BLANK * size:
        found.add(BALANCE, "PR-SHEET-03", f"{blank} of {size} hexes are blank, fewer than one in five")


def check_crowding(draft: Draft, found: Findings) -> None:
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


def check_rows(draft: Draft, found: Findings) -> None:
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
