"""Cities and lines of Santa Fe: who was connected, and over which line the points came."""

from __future__ import annotations

from typing import Any, ClassVar

from goldenspike.engine.game import Setting
from goldenspike.engine.study import Mark, MarkKind, Watch
from goldenspike.games.santa_fe.rules.state import (
    DRAW_BOOM,
    DRAW_BRANCH,
    DRAW_DOUBLE,
    DRAW_ENGINEER,
    DRAW_FOUR,
    DRAW_TRIPLE,
    MAJORS,
    ON_TABLE,
    SEATS,
)

SPECIAL = {
    DRAW_DOUBLE: "Double",
    DRAW_TRIPLE: "Triple",
    DRAW_FOUR: "Four",
    DRAW_BOOM: "Boomtown",
    DRAW_ENGINEER: "Engineer",
}


class SantaFeWatch(Watch):
    """Every connection belongs to the line that brought it; that of a home base to no line."""

    kinds: ClassVar[dict[str, MarkKind]] = {
        "city": MarkKind("railroads that reach it", "points of its cards"),
        "line": MarkKind("completed, share of games", "points that came over it"),
    }

    def __init__(self, setting: Setting) -> None:
        board = setting.board
        self.b: Any = setting.b
        self.rules = setting.rules
        self.railroads = board.by_number
        at = {city.id: (city.x, -city.y) for city in board.cities}
        marks = [Mark("city", city.id, city.name, (at[city.id],)) for city in board.cities]
        names = {city.id: city.name for city in board.cities}
        for line in board.lines:
            way = (at[line.a], *((x, -y) for x, y in line.via), at[line.b])
            name = f"{names[line.a]} - {names[line.b]}"
            parallel = sum({other.a, other.b} == {line.a, line.b} for other in board.lines) > 1
            marks.append(Mark("line", line.id, f"{name} ({line.id})" if parallel else name, way))
        self.marks = tuple(marks)
        self.cities, self.lines = len(board.cities), len(board.lines)
        self.brought: dict[int, int] = {}  # line: the city to which it brought a railroad that was not there before

    def applied(self, before: Any, after: Any, seat: int, action: int) -> None:
        if action < self.b.lay_base:
            return
        way = self.rules.lay_way(self.b, action)
        far = self.b.ends[way // 2][1 - way % 2]
        if after["city_rails"][far] != before["city_rails"][far]:
            self.brought[way // 2] = far

    def used(self, s: Any) -> list[float]:
        full = [float(s.filled[line] >= self.b.length[line]) for line in range(self.lines)]
        return [float(self.rules.counted(s, self.b, city)) for city in range(self.cities)] + full

    def worth(self, s: Any) -> list[float]:
        found = [float(self.rules.city_worth(s, self.b, city) * cards(s, city)) for city in range(self.cities)]
        for line in range(self.lines):
            city = self.brought.get(line)
            found.append(0.0 if city is None else found[city] / self.rules.counted(s, self.b, city))
        return found

    def round_number(self, row: Any) -> int:
        return int(row["round_no"])

    def left(self, s: Any) -> dict[str, float]:
        """Pieces that a railroad did not lay."""
        roads = self.railroads
        return {f"pieces of {road.name}": float(s.supply[k]) for k, road in enumerate(roads) if road is not None}

    def special_card(self, action: int) -> str:
        return "Branch" if DRAW_BRANCH <= action < DRAW_BRANCH + MAJORS else SPECIAL.get(action, "")


def cards(s: Any, city: int) -> int:
    """How many cards of the city lie on the table before the players."""
    return sum(ON_TABLE <= place < ON_TABLE + SEATS for place in s.gone[city])
