"""Milk Run as the table, the bots and the environments know it."""

from collections.abc import Iterator, Mapping
from typing import Any

from goldenspike.engine.env_fields import Part, Verb
from goldenspike.engine.game import Game, Option, Value
from goldenspike.engine.values import load_values

from . import bot, rules
from . import state as numbers
from .board import BOARDS
from .text import MilkRunSetting


class MilkRun(Game):
    """The game: its rules, its boards, and what its numbers mean."""

    name, title, year, seats = "milk-run", "Milk Run", 2026, range(2, 5)
    about = "Lay lines from farm to farm and bring the milk home first; the deck of wagons is the clock."
    options = (Option("farms", ("half", "first_only"), "MR-MILK-02", "Later visitors get half the milk, or none."),)
    values = load_values("milk_run")

    state, tables = numbers.State, numbers.BoardArrays
    modules = (numbers, rules, bot)
    most_legal = 256  # at most 1 + 4 x 40 actions, and a place for the bots to work in behind them
    boards = BOARDS.names

    def board(self, spec: Any) -> Any:
        return BOARDS.load(spec)

    def board_schema(self) -> Mapping[str, Any]:
        return BOARDS.schema()

    def setting(self, options: Mapping[str, Value], board: Any, seats: int) -> MilkRunSetting:
        return MilkRunSetting(self, options, board, seats)

    def limit_boards(self) -> list[dict[str, Any]]:
        return BOARDS.at_limits()

    def invariants(self, s: numbers.State, b: numbers.BoardArrays) -> list[str]:
        wagons, laid = list(zip(s.deck, *s.hand, strict=True)), zip(s.owner, b.ends, strict=True)
        good = {
            "turn": 0 <= s.turn < s.seats,
            "wagons": all(min(count) >= 0 and sum(count) <= b.wagons for count in wagons),
            "order": all(b.n_farms <= order < b.n_places for order in s.order[: s.seats]),
            "owner": all(0 <= owner <= s.seats for owner in s.owner),
            "reach": all(0 <= reach < 1 << b.n_places for reach in s.reach),
            "lines": all(s.reach[owner - 1] >> end & 1 for owner, ends in laid if 0 < owner <= s.seats for end in ends),
        }
        return [f"{name}: not possible on this board with {s.seats} players" for name, fine in good.items() if not fine]

    def parts(self, setting: MilkRunSetting) -> Iterator[Part]:
        yield Part("turn", 1, 0, 3, "seats from the observer to the player who is on")
        yield Part("order", 1, 0, 20, "creamery of the observer's order", private=True)
        yield Part("deck", 1, 0, 120, "wagons in the deck")
        yield Part("hand", 4, 0, 30, "the observer's wagons by kind", private=True)
        for seat in range(setting.seats):
            yield Part(f"+{seat}: milk, wagons", 2, 0, 127, "points for milk; wagons in hand")
            yield Part(f"+{seat}: reach", setting.b.n_places, 0, 1, "by place: 1 if the seat reaches it")
        yield Part("owner", setting.b.n_lines, 0, 4, "by line: 0, or 1 + seats from the observer to its owner")

    def verbs(self, setting: MilkRunSetting) -> Iterator[Verb]:
        yield Verb(0, 1, "draw", "two wagons")
        yield Verb(1, 4 * setting.b.n_lines, "claim", "+ 4 x line + kind of the wagons")


MILK_RUN = MilkRun()
