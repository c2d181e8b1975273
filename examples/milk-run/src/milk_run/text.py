"""Milk Run in words: actions, refusals, what a seat may see, and the score sheet."""

from collections.abc import Sequence
from typing import Any

from goldenspike.engine.game import Item
from goldenspike.engine.simple_setting import SimpleSetting

from .board import KIND_NAMES, fill_board
from .drawing import draw
from .state import KINDS, BoardArrays, State

SEAT_NAMES = "ABCD"


def in_words(wagons: Sequence[int]) -> str:
    """Wagons by kind: 2 cream, 1 whey."""
    return ", ".join(f"{wagons[kind]} {KIND_NAMES[kind]}" for kind in range(KINDS) if wagons[kind])


class MilkRunSetting(SimpleSetting):
    """Everything about a match that never changes: its board, its number of players, its options."""

    b: BoardArrays
    reason = "the deck is empty"
    # code and clause of every reason against an action, in the order of their numbers in rules.py
    refusals = (
        ("E_OVER", "MR-END-01"), ("E_TURN", "MR-TURN-01"), ("E_ACTION", "MR-TURN-02"),
        ("E_TAKEN", "MR-CLAIM-01"), ("E_JOIN", "MR-CLAIM-02"), ("E_WAGONS", "MR-CLAIM-03"),
    )  # fmt: skip

    def fill_board(self, b: BoardArrays) -> None:
        data = self.board.source
        self.places = [place["id"] for place in data["farms"] + data["creameries"]]
        self.lines = ["-".join(line["ends"]) for line in data["lines"]]
        fill_board(b, data, self.seats)

    def actions(self) -> list[str]:
        return ["draw", *(f"claim {line} {kind}" for line in self.lines for kind in KIND_NAMES[:KINDS])]

    def secret(self, before: State, after: State, seat: int) -> str:
        """The wagons that a draw brought."""
        return in_words([max(0, new - old) for new, old in zip(after.hand[seat], before.hand[seat], strict=True)])

    def view(self, s: State, seat: int | None) -> dict[str, Any]:
        """What lies open; hands and orders are for their own seat alone, until the end."""
        lines = {self.lines[k]: SEAT_NAMES[s.owner[k] - 1] for k in range(self.b.n_lines) if s.owner[k]}
        seats = [self.view_seat(s, k, k == seat or self.rules.over(s)) for k in range(s.seats)]
        return {"turn": SEAT_NAMES[s.turn], "deck": self.rules.total(s.deck), "seats": seats, "lines": lines}

    def view_seat(self, s: State, seat: int, known: bool) -> dict[str, Any]:
        reached = [place for k, place in enumerate(self.places) if s.reach[seat] >> k & 1]
        seen = {"name": SEAT_NAMES[seat], "milk": s.milk[seat], "wagons": sum(s.hand[seat]), "reaches": reached}
        return seen | {"hand": in_words(s.hand[seat]), "order": self.places[s.order[seat]]} if known else seen

    def items(self, s: State, seat: int) -> Sequence[Item]:
        return Item("milk", s.milk[seat]), Item("order", self.b.values.order * (s.reach[seat] >> s.order[seat] & 1))

    def svg(self, s: State, seat: int | None = None, legal: Sequence[str] = ()) -> str:
        return draw(self.board.source, self.view(s, seat), legal)

    def text(self, s: State, seat: int | None = None) -> str:
        farms = ", ".join(f"{farm['id']} {farm['churns']}" for farm in self.board.source["farms"])
        lines = enumerate(self.board.source["lines"])
        free = ", ".join(f"{self.lines[k]} {line['length']} {line['kind']}" for k, line in lines if not s.owner[k])
        return f"{super().text(s, seat)}\nfree: {free}\nfarms: {farms}"
