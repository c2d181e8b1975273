"""One way to each goal, drawn on an empty sheet by a surveyor with a free choice of cards (PR-SHEET-13).

It is not a bot: it looks for one way that works, and finding none proves nothing.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from .distances import Surveyor
from .hexes import Kind
from .load import BARRIERS, SUITS, Sheet, Terrain

TURNS = 20
LONGEST_FENCE = 7
"""A fence longer than this is no bargain for anybody."""


def witness(sheet: Sheet, goal: Mapping[str, Any]) -> int | None:
    """Turns in which one way to this goal was drawn with free cards, or None (PR-SHEET-13)."""
    measure, need = str(goal["measure"]), int(goal["need"])
    surveyors = PLANS[measure](sheet, need)
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


class Walls:
    """What cattle cannot cross, and which of it hangs together."""

    def __init__(self, sheet: Sheet) -> None:
        self.cattle = frozenset(sheet.cattle)
        self.meadows: list[list[tuple[int, int]]] = []
        """Per hex the neighbours cattle can walk to, with the edge between."""
        for around, edges in zip(sheet.grid.hex_neighbours, sheet.grid.hex_edges, strict=True):
            land = zip(around, edges, strict=True)
            self.meadows.append([(x, e) for x, e in land if x >= 0 and sheet.terrain[x] not in BARRIERS])
        self.up = list(range(len(sheet.grid.vertices)))
        self.anchors = set(sheet.grid.rim_vertices)
        rim = sorted(self.anchors)
        for vertex in rim:
            self.join(rim[0], vertex)
        for h in sheet.of(*BARRIERS):
            corners = sheet.grid.hex_vertices[h]
            self.anchors.update(corners)
            for vertex in corners:
                self.join(corners[0], vertex)

    def top(self, vertex: int) -> int:
        """The vertex that stands for everything joined to this one."""
        while self.up[vertex] != vertex:
            vertex = self.up[vertex]
        return vertex

    def join(self, one: int, other: int) -> None:
        """Two vertices now belong to one wall."""
        self.up[self.top(one)] = self.top(other)

    def herds(self, tracks: Collection[int]) -> tuple[int, int]:
        """How many pastures hold cattle, and how many hold exactly one (PR-CATTLE-02, -03); edges only."""
        seen: set[int] = set()
        pastures = alone = 0
        for first in sorted(self.cattle):
            if first in seen:
                continue
            seen.add(first)
            todo, count = [first], 0
            while todo:
                here = todo.pop()
                count += here in self.cattle
                for beside, edge in self.meadows[here]:
                    if beside not in seen and edge not in tracks:
                        seen.add(beside)
                        todo.append(beside)
            pastures += 1
            alone += count == 1
        return pastures, alone


def _fences(sheet: Sheet, need: int) -> list[Surveyor]:
    """Run lines from stations to anything cattle cannot cross, always the one that parts most herds per track."""
    surveyor, walls = Surveyor(sheet), Walls(sheet)
    pastures, alone = walls.herds(())
    while alone < need:
        best: tuple[float, int, tuple[int, ...]] | None = None
        for suit, way in _fence_lines(surveyor, walls.anchors):
            found = walls.herds(surveyor.tracks.keys() | set(way))
            gain = (found[0] - pastures) + 0.6 * (found[1] - alone)
            start, end = sheet.track_vertices[way[0]], sheet.track_vertices[way[-1]]
            # Joining two walls parts nothing yet, but is the only way to begin where no single line does.
            joins = len({walls.top(v) for v in (*start, *end) if v in walls.anchors}) > 1
            score = (gain + 0.01 * joins) / len(way)
            if score > 0 and (best is None or score > best[0]):
                best = (score, suit, way)
        if best is None or surveyor.turns() > TURNS:
            return []
        surveyor.draw(best[1], best[2])
        for track in best[2]:
            walls.join(*sheet.track_vertices[track])
        pastures, alone = walls.herds(surveyor.tracks)
    return [surveyor]


def _fence_lines(surveyor: Surveyor, anchors: set[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Lines that may part herds: from wall to wall, or along every open side of one herd."""
    sheet = surveyor.sheet
    for suit in range(len(SUITS)):
        for start in surveyor.starts(suit):
            others = [v for v in surveyor.starts(suit) if v != start]
            for end, way in surveyor.ways(suit, avoid=others).items():
                if way and len(way) <= LONGEST_FENCE and end in anchors:
                    yield suit, way
        for h in sheet.cattle:
            around = zip(sheet.grid.hex_neighbours[h], sheet.grid.hex_edges[h], strict=True)
            land = [e for x, e in around if x >= 0 and sheet.terrain[x] not in BARRIERS and e not in surveyor.tracks]
            line = surveyor.line_along(suit, h, len(land)) if 0 < len(land) < 6 else None
            if line:
                yield suit, line


def _rim(sheet: Sheet) -> set[int]:
    return set(sheet.grid.rim_vertices)


def _mountain_corners(sheet: Sheet) -> set[int]:
    return {v for h in sheet.of(Terrain.MOUNTAIN) for v in sheet.grid.hex_vertices[h]}


Plan = Callable[[Sheet, int], list[Surveyor]]
PLANS: dict[str, Plan] = {
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
