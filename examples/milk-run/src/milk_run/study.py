"""What a study of Milk Run looks at: which farms and lines are used, and how much milk a farm brings."""

from typing import Any, ClassVar

from goldenspike.engine.study import Mark, MarkKind, Watch

from .state import State
from .text import MilkRunSetting


class MilkRunWatch(Watch):
    """One game being watched: a farm is worth the milk that all players bring home from it."""

    kinds: ClassVar[dict[str, MarkKind]] = {
        "farm": MarkKind("players that reach it", "points of milk"),
        "line": MarkKind("claimed, share of games"),
    }

    def __init__(self, setting: MilkRunSetting) -> None:
        data = setting.board.source
        at = {place["id"]: (place["x"], -place["y"]) for place in data["farms"] + data["creameries"]}
        farms = [Mark("farm", farm["id"], farm["name"], (at[farm["id"]],)) for farm in data["farms"]]
        lines = [Mark("line", "-".join(line["ends"]), "-".join(line["ends"]), ends(line, at)) for line in data["lines"]]
        self.marks = (*farms, *lines)
        self.milk, self.lines = [0.0] * len(farms), len(lines)

    def applied(self, before: Any, after: Any, seat: int, action: int) -> None:
        new = int(after["reach"][seat]) & ~int(before["reach"][seat])
        if 0 < new.bit_length() <= len(self.milk):
            self.milk[new.bit_length() - 1] += int(after["milk"][seat]) - int(before["milk"][seat])

    def used(self, s: State) -> list[float]:
        reached = [float(sum(s.reach[seat] >> farm & 1 for seat in range(s.seats))) for farm in range(len(self.milk))]
        return reached + [float(s.owner[line] != 0) for line in range(self.lines)]

    def worth(self, s: State) -> list[float]:
        return self.milk + [0.0] * self.lines

    def special_card(self, action: int) -> str:
        return ""

    def left(self, s: State) -> dict[str, float]:
        return {"wagons in hand": float(sum(sum(s.hand[seat]) for seat in range(s.seats)))}


def ends(line: dict[str, Any], at: dict[str, tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    return tuple(at[place] for place in line["ends"])
