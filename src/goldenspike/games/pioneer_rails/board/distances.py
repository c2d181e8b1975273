"""Surveying a sheet before anybody plays on it: distances, and what can be reached (PR-SHEET-05, -07, -11)."""

from collections import deque
from collections.abc import Collection, Iterable

from .hexes import Kind
from .load import SUITS, Sheet, Terrain

LAND = frozenset({Kind.PLAIN})
SPECIAL = frozenset({Kind.PLAIN, Kind.BRIDGE, Kind.TUNNEL, Kind.SHORTCUT})

WORTH = {
    Terrain.MINE: 2.0,
    Terrain.SALOON: 3.0,
    Terrain.BANK: 6.0,
    Terrain.YARD: 5.0,
    Terrain.FORT: 5.0,
    Terrain.CATTLE: 2.5,
    Terrain.JAIL: 4.5,
    Terrain.BANDIT: 1.5,
}
"""What a feature is worth to a station nearby, in rough points (PR-SHEET-07)."""
TOWN_WORTH = 3.0
WORTHWHILE = 6


def walk(sheet: Sheet, sources: Iterable[int], kinds: Collection[Kind] = LAND) -> dict[int, int]:
    """Tracks from the sources to every vertex; towns and station corners are ends, never passed."""
    steps = dict.fromkeys(sources, 0)
    todo = deque(steps)
    while todo:
        here = todo.popleft()
        if sheet.town_at[here] >= 0 and steps[here]:
            continue
        for track in sheet.vertex_tracks[here]:
            if sheet.kinds[track] not in kinds:
                continue
            one, other = sheet.track_vertices[track]
            there = other if here == one else one
            if there not in steps and sheet.corner_of[there] < 0:
                steps[there] = steps[here] + 1
                todo.append(there)
    return steps


def station_walk(sheet: Sheet, suit: int, kinds: Collection[Kind] = LAND) -> dict[int, int]:
    """Tracks from a station's corners to every vertex it can reach."""
    return walk(sheet, sheet.grid.hex_vertices[sheet.stations[suit]], kinds)


def spacing(sheet: Sheet, source: int) -> dict[int, int]:
    """Edges from a vertex to every other, whatever is printed there."""
    steps, todo = {source: 0}, deque([source])
    while todo:
        here = todo.popleft()
        for edge in sheet.grid.vertex_edges[here]:
            there = sheet.grid.across(edge, here)
            if there not in steps:
                steps[there] = steps[here] + 1
                todo.append(there)
    return steps


def prospects(sheet: Sheet) -> tuple[float, ...]:
    """Per suit the sum of worth/(1 + distance) over everything within six tracks (PR-SHEET-07)."""
    sums = []
    for suit in range(len(SUITS)):
        steps = station_walk(sheet, suit)
        total = 0.0
        for h, terrain in enumerate(sheet.terrain):
            near = min((steps.get(v, 99) for v in sheet.grid.hex_vertices[h]), default=99)
            if terrain in WORTH and near <= WORTHWHILE:
                total += WORTH[terrain] / (1 + near)
        for town in sheet.towns:
            if steps.get(town.vertex, 99) <= WORTHWHILE:
                total += TOWN_WORTH / (1 + steps[town.vertex])
        sums.append(round(total, 2))
    return tuple(sums)


class Surveyor:
    """Draws lines on an empty sheet, never breaking a track rule, and counts what they cost."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.tracks: dict[int, int] = {}
        """Suit per track drawn."""
        self.busy: set[int] = set()
        self.tips: list[set[int]] = [set() for _ in SUITS]
        self.reached: dict[int, set[int]] = {}
        """Suits per town."""
        self.raids = [0] * len(SUITS)
        """Per suit the turns in which two sides had to be drawn at once (PR-FOREST-07)."""
        self.shy: frozenset[int] = frozenset()
        """Edges that must not be drawn on the way to something else."""
        self._known: dict[tuple[int, Collection[Kind]], dict[int, tuple[int, ...]]] = {}

    def turns(self) -> int:
        """Turns spent with free cards: three tracks each, all of one suit (PR-TRACK-01, -02)."""
        total = 0
        for suit, raids in enumerate(self.raids):
            loose = sum(s == suit for s in self.tracks.values()) - 2 * raids
            total += raids + max(0, -(-(loose - raids) // 3))
        return total

    def starts(self, suit: int) -> list[int]:
        """Where the railway can grow: unused station corners and tips (PR-TRACK-03, -05)."""
        corners = self.sheet.grid.hex_vertices[self.sheet.stations[suit]]
        return [v for v in corners if v not in self.busy] + sorted(self.tips[suit])

    def ways(
        self, suit: int, kinds: Collection[Kind] = LAND, avoid: Collection[int] = ()
    ) -> dict[int, tuple[int, ...]]:
        """The shortest line to every vertex the railway can still reach without touching anything."""
        if avoid:
            return self._search(suit, kinds, avoid)
        if (suit, kinds) not in self._known:
            self._known[suit, kinds] = self._search(suit, kinds, ())
        return self._known[suit, kinds]

    def _search(self, suit: int, kinds: Collection[Kind], avoid: Collection[int]) -> dict[int, tuple[int, ...]]:
        sheet = self.sheet
        found: dict[int, tuple[int, ...]] = {v: () for v in self.starts(suit) if v not in avoid}
        todo = deque(found)
        while todo:
            here = todo.popleft()
            if sheet.town_at[here] >= 0:
                continue
            for track in sheet.vertex_tracks[here]:
                if sheet.kinds[track] not in kinds or track in self.tracks or track in self.shy:
                    continue
                one, other = sheet.track_vertices[track]
                there = other if here == one else one
                if there in found or there in avoid or not self.may_end(there, suit):
                    continue
                found[there] = (*found[here], track)
                todo.append(there)
        return found

    def may_end(self, vertex: int, suit: int) -> bool:
        """A track may end at a free vertex, or at a town with fewer than three railways (PR-TRACK-06, -07, -09)."""
        town = self.sheet.town_at[vertex]
        if town >= 0:
            return len(self.reached.get(town, set()) | {suit}) <= 3
        return vertex not in self.busy and self.sheet.corner_of[vertex] < 0

    def draw(self, suit: int, line: tuple[int, ...]) -> None:
        """Draw a line found by `ways`."""
        self._known.clear()
        ends: dict[int, int] = {}
        for track in line:
            self.tracks[track] = suit
            for v in self.sheet.track_vertices[track]:
                ends[v] = ends.get(v, 0) + 1
        for v, times in ends.items():
            town = self.sheet.town_at[v]
            if town >= 0:
                self.reached.setdefault(town, set()).add(suit)
                continue
            if v not in self.busy and times == 1 and self.sheet.corner_of[v] < 0:
                self.tips[suit].add(v)
            else:
                self.tips[suit].discard(v)
            self.busy.add(v)

    def sides(self, h: int) -> int:
        """Sides of a hex that carry a track (PR-GEO-11)."""
        return self.sheet.grid.count(h, self.tracks)

    def line_along(self, suit: int, h: int, need: int, kinds: Collection[Kind] = LAND) -> tuple[int, ...] | None:
        """The shortest line that ends with this many sides of a hex in a row."""
        sheet = self.sheet
        corners, sides = sheet.grid.hex_vertices[h], sheet.grid.hex_edges[h]
        plain = self.ways(suit, kinds)
        best: tuple[int, ...] | None = None
        for first in range(6):
            for turn in (1, -1):
                row = [corners[(first + turn * k) % 6] for k in range(need + 1)]
                run = tuple(sides[(first + k) % 6] if turn > 0 else sides[(first - k - 1) % 6] for k in range(need))
                if any(sheet.kinds[e] is not Kind.PLAIN or e in self.tracks for e in run):
                    continue
                if any(sheet.town_at[v] >= 0 for v in row[:-1]):
                    continue
                if not all(self.may_end(v, suit) for v in row[1:]):
                    continue
                way = plain.get(row[0])
                if way is None or (best is not None and len(way) + need >= len(best)):
                    continue
                if any(v in row[1:] for t in way for v in sheet.track_vertices[t]):
                    way = self.ways(suit, kinds, avoid=row[1:]).get(row[0])
                if way is not None and (best is None or len(way) + need < len(best)):
                    best = (*way, *run)
        return best

    def nearest(self, suits: Iterable[int], targets: Collection[int]) -> tuple[int, tuple[int, ...]] | None:
        """The suit and line of the cheapest way to one of these vertices."""
        best: tuple[int, tuple[int, ...]] | None = None
        for suit in suits:
            for vertex, way in self.ways(suit).items():
                if vertex in targets and way and (best is None or len(way) < len(best[1])):
                    best = (suit, way)
        return best
