"""Surveying a sheet before anybody plays on it: distances, what can be reached, how a goal could be met.

The surveyor draws tracks on an empty sheet as a player with a free choice of cards would (PR-SHEET-11, -13).  It is
no player: it looks for one way that works, and proves nothing when it finds none.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from goldenspike.games.pioneer_rails.board import BARRIERS, SUITS, Sheet, Terrain
from goldenspike.games.pioneer_rails.geometry import Kind

LAND = frozenset({Kind.PLAIN})
SPECIAL = frozenset({Kind.PLAIN, Kind.BRIDGE, Kind.TUNNEL, Kind.SHORTCUT})
TURNS = 20
LONGEST_FENCE = 7
"""A fence longer than this is no bargain for anybody."""

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


# --- what each goal asks for ----------------------------------------------------------------------


def witness(sheet: Sheet, goal: Mapping[str, Any]) -> int | None:
    """Turns in which one way to this goal was drawn with free cards, or None (PR-SHEET-13)."""
    measure, need = str(goal["measure"]), int(goal["need"])
    surveyors = _PLANS[measure](sheet, need)
    turns = [surveyor.turns() for surveyor in surveyors]
    return min((t for t in turns if t <= TURNS), default=None)


def _complete(surveyor: Surveyor, kind: Terrain, need: int, sides: int = 0) -> bool:
    """Complete this many hexes of a kind, the cheapest first."""
    sheet = surveyor.sheet
    done: set[int] = set()
    while len(done) < need:
        best: tuple[int, int, tuple[int, ...]] | None = None
        for h in sheet.of(kind):
            left = (sides or sheet.numbers[h]) - surveyor.sides(h)
            if left <= 0:
                done.add(h)
                continue
            for suit in range(len(SUITS)):
                line = surveyor.line_along(suit, h, left)
                if line and (best is None or len(line) < best[0]):
                    best = (len(line), suit, line)
        if len(done) >= need:
            break
        if best is None:
            return False
        surveyor.draw(best[1], best[2])
    return True


def _features(*wanted: tuple[Terrain, int | None]) -> "Plan":
    """A plan that completes features; None stands for the goal's own number."""

    def plan(sheet: Sheet, need: int) -> list[Surveyor]:
        surveyor = Surveyor(sheet)
        done = all(_complete(surveyor, kind, need if count is None else count) for kind, count in wanted)
        return [surveyor] if done else []

    return plan


def _forts_twice(sheet: Sheet, need: int) -> list[Surveyor]:
    surveyor = Surveyor(sheet)
    return [surveyor] if _complete(surveyor, Terrain.FORT, need, sides=2) else []


def _bandits(sheet: Sheet, need: int) -> list[Surveyor]:
    """Open enough jails first; a bandit then takes two sides in one turn, and no line may brush past another."""
    cells, jails = 0, 0
    for row in sorted(sheet.rows.jails, key=len, reverse=True):
        if cells < need:
            cells, jails = cells + len(row), jails + 1
    surveyor = Surveyor(sheet)
    surveyor.shy = frozenset(e for h in sheet.of(Terrain.BANDIT) for e in sheet.grid.hex_edges[h])
    if cells < need or not _complete(surveyor, Terrain.JAIL, jails):
        return []
    for _ in range(need):
        best: tuple[int, int, tuple[int, ...]] | None = None
        for h in sheet.of(Terrain.BANDIT):
            if surveyor.sides(h):
                continue
            beside = [x for x in sheet.grid.hex_neighbours[h] if x >= 0 and sheet.terrain[x] is Terrain.BANDIT]
            shared = frozenset(sheet.grid.between(h, x) for x in beside if not surveyor.sides(x))
            own = frozenset(sheet.grid.hex_edges[h]) - shared
            for suit in range(len(SUITS)):
                line = _raid(surveyor, suit, h, own)
                if line and (best is None or len(line) < best[0]):
                    best = (len(line), suit, line)
        if best is None:
            return []
        surveyor.draw(best[1], best[2])
        surveyor.raids[best[1]] += 1
    return [surveyor]


def _raid(surveyor: Surveyor, suit: int, h: int, own: frozenset[int]) -> tuple[int, ...] | None:
    """A line that comes up to a bandit without touching it and ends with two of its sides."""
    sheet, best = surveyor.sheet, None
    corners, sides = sheet.grid.hex_vertices[h], sheet.grid.hex_edges[h]
    for first in range(6):
        for turn in (1, -1):
            row = [corners[(first + turn * k) % 6] for k in range(3)]
            run = tuple(sides[(first + k) % 6] if turn > 0 else sides[(first - k - 1) % 6] for k in range(2))
            if any(e not in own or sheet.kinds[e] is not Kind.PLAIN or e in surveyor.tracks for e in run):
                continue
            if any(sheet.town_at[v] >= 0 for v in row[:2]):
                continue
            if not all(surveyor.may_end(v, suit) for v in row[1:]):
                continue
            way = surveyor.ways(suit, avoid=row[1:]).get(row[0])
            if way is not None and (best is None or len(way) + 2 < len(best)):
                best = (*way, *run)
    return best


def _each_railway(target: Callable[[Sheet], set[int]]) -> "Plan":
    """A plan in which several railways each end a track on one of these vertices."""

    def plan(sheet: Sheet, need: int) -> list[Surveyor]:
        surveyor, goals, met = Surveyor(sheet), target(sheet), 0
        for suit in range(len(SUITS)):
            ways = surveyor.ways(suit)
            # A first track that starts on such a vertex ends there as well.
            lines = [way for v, way in ways.items() if way and (v in goals or _touches(sheet, way[:1], goals))]
            if lines and met < need:
                surveyor.draw(suit, min(lines, key=len))
                met += 1
        return [surveyor] if met >= need else []

    return plan


def _touches(sheet: Sheet, line: tuple[int, ...], goals: set[int]) -> bool:
    return any(v in goals for t in line for v in sheet.track_vertices[t])


def _each_special(kind: Kind) -> "Plan":
    """A plan in which several railways each draw one special track, paid with town symbols (PR-BENEFIT-02)."""

    def plan(sheet: Sheet, need: int) -> list[Surveyor]:
        surveyor, purse, met = Surveyor(sheet), 1, 0
        lines: list[tuple[int, int, tuple[int, ...]]] = []
        for suit in range(len(SUITS)):
            options = _special_lines(surveyor, suit, kind)
            if options:
                line = min(options, key=len)
                lines.append((len(line), suit, line))
        for _, suit, line in sorted(lines):
            if met == need:
                break
            while purse == 0:
                free = {t.vertex for k, t in enumerate(sheet.towns) if k not in surveyor.reached}
                step = surveyor.nearest(range(len(SUITS)), free)
                if step is None:
                    return []
                surveyor.draw(*step)
                purse += 1
            again = _special_lines(surveyor, suit, kind) if met else [line]
            if again:
                surveyor.draw(suit, min(again, key=len))
                purse, met = purse - 1, met + 1
        return [surveyor] if met >= need else []

    return plan


def _special_lines(surveyor: Surveyor, suit: int, kind: Kind) -> list[tuple[int, ...]]:
    """Every shortest line of a railway that ends with a special track."""
    sheet, found = surveyor.sheet, []
    for track, what in enumerate(sheet.kinds):
        if what is not kind or track in surveyor.tracks:
            continue
        for near, far in (sheet.track_vertices[track], sheet.track_vertices[track][::-1]):
            if sheet.town_at[near] >= 0 or not surveyor.may_end(far, suit):
                continue
            way = surveyor.ways(suit, avoid=(far,)).get(near)
            if way is not None:
                found.append((*way, track))
    return found


def _ranges_along(sheet: Sheet, need: int) -> list[Surveyor]:
    surveyor, touched = Surveyor(sheet), set[int]()
    while len(touched) < need:
        best: tuple[int, int, tuple[int, ...]] | None = None
        for k, pair in enumerate(sheet.ranges):
            if any(surveyor.sides(h) for h in pair):
                touched.add(k)
            if k in touched:
                continue
            for suit in range(len(SUITS)):
                for h in pair:
                    line = surveyor.line_along(suit, h, 1)
                    if line and (best is None or len(line) < best[0]):
                        best = (len(line), suit, line)
        if len(touched) >= need:
            break
        if best is None:
            return []
        surveyor.draw(best[1], best[2])
    return [surveyor]


def _towns(choose: Callable[[Sheet], set[int]]) -> "Plan":
    """A plan that reaches several different towns of a kind with any railways."""

    def plan(sheet: Sheet, need: int) -> list[Surveyor]:
        surveyor, open_towns = Surveyor(sheet), choose(sheet)
        for _ in range(need):
            step = surveyor.nearest(range(len(SUITS)), open_towns)
            if step is None:
                return []
            surveyor.draw(*step)
            open_towns -= {sheet.towns[k].vertex for k in surveyor.reached}
        return [surveyor]

    return plan


def _one_railway(sheet: Sheet, need: int) -> list[Surveyor]:
    found = []
    for suit in range(len(SUITS)):
        surveyor, free = Surveyor(sheet), {town.vertex for town in sheet.towns}
        for _ in range(need):
            step = surveyor.nearest([suit], free)
            if step is None:
                break
            surveyor.draw(*step)
            free -= {sheet.towns[k].vertex for k in surveyor.reached}
        else:
            found.append(surveyor)
    return found


def _junction(sheet: Sheet, need: int) -> list[Surveyor]:
    found = []
    for town in sheet.towns:
        surveyor, suits = Surveyor(sheet), set(range(len(SUITS)))
        for _ in range(need):
            step = surveyor.nearest(sorted(suits), {town.vertex})
            if step is None:
                break
            surveyor.draw(*step)
            suits.discard(step[0])
        else:
            found.append(surveyor)
    return found


def _shared_building(sheet: Sheet, need: int) -> list[Surveyor]:
    kinds = [Terrain.SALOON, Terrain.BANK, Terrain.YARD, Terrain.JAIL] + [Terrain.FORT] * (not sheet.forest)
    found = []
    for h in sheet.of(*kinds):
        for first in range(1, sheet.numbers[h]):
            for one in range(len(SUITS)):
                surveyor = Surveyor(sheet)
                line = surveyor.line_along(one, h, first)
                if not line:
                    continue
                surveyor.draw(one, line)
                left = sheet.numbers[h] - surveyor.sides(h)
                for other in range(len(SUITS)):
                    rest = surveyor.line_along(other, h, left) if other != one and left > 0 else None
                    if rest:
                        surveyor.draw(other, rest)
                        found.append(surveyor)
                        break
        if len(found) >= 4:
            break
    return found


# --- fences ---------------------------------------------------------------------------------------


def herds(sheet: Sheet, tracks: Collection[int]) -> tuple[int, int]:
    """How many pastures hold cattle, and how many hold exactly one (PR-CATTLE-02, -03); edges only."""
    seen = [False] * len(sheet.hexes)
    pastures = alone = 0
    for first in sheet.cattle:
        if seen[first]:
            continue
        seen[first], todo, count = True, [first], 0
        while todo:
            here = todo.pop()
            count += sheet.terrain[here] is Terrain.CATTLE
            for beside, edge in zip(sheet.grid.hex_neighbours[here], sheet.grid.hex_edges[here], strict=True):
                if beside >= 0 and not seen[beside] and edge not in tracks and sheet.terrain[beside] not in BARRIERS:
                    seen[beside] = True
                    todo.append(beside)
        pastures += 1
        alone += count == 1
    return pastures, alone


def _fences(sheet: Sheet, need: int) -> list[Surveyor]:
    """Run lines from stations to anything cattle cannot cross, always the one that parts most herds per track."""
    surveyor = Surveyor(sheet)
    anchors = {
        v
        for v in range(len(sheet.grid.vertices))
        if v in sheet.grid.rim_vertices or any(sheet.terrain[h] in BARRIERS for h in sheet.grid.vertex_hexes[v])
    }
    pastures, alone = herds(sheet, surveyor.tracks)
    while alone < need:
        best: tuple[float, int, tuple[int, ...]] | None = None
        for suit in range(len(SUITS)):
            for start in surveyor.starts(suit):
                others = [v for v in surveyor.starts(suit) if v != start]
                for end, way in surveyor.ways(suit, avoid=others).items():
                    if not way or len(way) > LONGEST_FENCE or end not in anchors:
                        continue
                    found = herds(sheet, surveyor.tracks.keys() | set(way))
                    gain = (found[0] - pastures) + 0.6 * (found[1] - alone)
                    # Joining two walls parts nothing yet, but is the only way to begin where no single line does.
                    score = (gain + 0.01) / len(way)
                    if best is None or score > best[0]:
                        best = (score, suit, way)
        if best is None or surveyor.turns() > TURNS:
            return []
        surveyor.draw(best[1], best[2])
        pastures, alone = herds(sheet, surveyor.tracks)
    return [surveyor]


def _rim(sheet: Sheet) -> set[int]:
    return set(sheet.grid.rim_vertices)


def _mountain_corners(sheet: Sheet) -> set[int]:
    return {v for h in sheet.of(Terrain.MOUNTAIN) for v in sheet.grid.hex_vertices[h]}


Plan = Callable[[Sheet, int], list[Surveyor]]
_PLANS: dict[str, Plan] = {
    "gold_banked": _features((Terrain.MINE, None), (Terrain.BANK, 2)),
    "gold_mined": _features((Terrain.MINE, None)),
    "banks": _features((Terrain.BANK, None)),
    "saloons": _features((Terrain.SALOON, None)),
    "forts": _features((Terrain.FORT, None)),
    "yards": _features((Terrain.YARD, None)),
    "jails": _features((Terrain.JAIL, None)),
    "forts_with_two_sides": _forts_twice,
    "bandits_captured": _bandits,
    "railways_at_rim": _each_railway(_rim),
    "railways_at_mountain": _each_railway(_mountain_corners),
    "railways_with_tunnel": _each_special(Kind.TUNNEL),
    "railways_with_bridge": _each_special(Kind.BRIDGE),
    "ranges_along": _ranges_along,
    "ranches": _fences,
    "shared_building": _shared_building,
    "towns": _towns(lambda sheet: {t.vertex for t in sheet.towns}),
    "towns_by_river": _towns(lambda sheet: {t.vertex for t in sheet.towns if t.by_river}),
    "towns_by_mountain": _towns(lambda sheet: {t.vertex for t in sheet.towns if t.by_mountain}),
    "towns_of_one_railway": _one_railway,
    "railways_at_one_town": _junction,
}
