"""Clocks of a table: so much time per decision, and a bank for the slow ones.

A clock knows nothing but what happened when, as the table's record tells it. Reading the record again
gives the same clock again, so a restart of the server loses no time and gives none away.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from goldenspike.table.messages import Pace

GRACE_MS = 30_000  # after a start of the server nobody's time is up before people could come back


class Clock:
    """The time of every seat of one table. All moments are milliseconds of the server's clock."""

    def __init__(self, pace: Pace, seats: int) -> None:
        self.pace = pace
        self.bank: list[int] = [pace.bank_s * 1000] * seats
        self.since: list[int | None] = [None] * seats  # since when the seat's decision is awaited
        self.flagged: list[bool] = [False] * seats  # its time was up, and everybody knows

    @property
    def runs(self) -> bool:
        return self.pace.kind != "none"

    def happened(self, at_ms: int, awaited: Collection[int], actor: int | None = None) -> None:
        """Something happened: ``actor`` decided, if anybody did, and now these people are awaited."""
        for seat in range(len(self.since)):
            if seat == actor or seat not in awaited:
                self._stop(seat, at_ms)
            if seat in awaited and self.since[seat] is None:
                self.since[seat] = at_ms
                self.flagged[seat] = False

    def _stop(self, seat: int, at_ms: int) -> None:
        """The seat has decided, or need not any more: what went beyond the free time comes out of the bank."""
        since = self.since[seat]
        if since is None:
            return
        beyond = at_ms - since - self.pace.per_move_s * 1000
        if self.runs and beyond > 0:
            self.bank[seat] = max(0, self.bank[seat] - beyond)
        self.since[seat] = None
        self.flagged[seat] = False

    def change(self, pace: Pace, at_ms: int) -> None:
        """Another pace from now on: full banks, and whoever is awaited starts afresh."""
        self.pace = pace
        self.bank = [pace.bank_s * 1000] * len(self.bank)
        self.since = [None if since is None else at_ms for since in self.since]
        self.flagged = [False] * len(self.flagged)

    def due(self, seat: int) -> int | None:
        """When the seat's time is up."""
        since = self.since[seat]
        if since is None or not self.runs:
            return None
        return since + self.pace.per_move_s * 1000 + self.bank[seat]

    def next_due(self) -> int | None:
        """When the next seat's time is up that nobody spoke of yet."""
        found = [
            due for seat in range(len(self.since)) if not self.flagged[seat] and (due := self.due(seat)) is not None
        ]
        return min(found, default=None)

    def late(self, now_ms: int) -> list[int]:
        """The seats whose time is up and of which nobody spoke yet."""
        return [
            seat
            for seat in range(len(self.since))
            if not self.flagged[seat] and (due := self.due(seat)) is not None and due <= now_ms
        ]

    def flag(self, seat: int) -> None:
        """Everybody knows that this seat's time is up."""
        self.flagged[seat] = True

    def shown(self) -> list[list[int | None]]:
        """Bank and due moment of every seat, as the page shows them."""
        if not self.runs:
            return [[None, None] for _ in self.bank]
        return [[self.bank[seat], self.due(seat)] for seat in range(len(self.bank))]

    # ------------------------------------------------------------ keeping
    def data(self) -> dict[str, Any]:
        """Everything, as plain data for a snapshot."""
        return {"bank": self.bank[:], "since": self.since[:], "flagged": self.flagged[:]}

    @classmethod
    def from_data(cls, pace: Pace, data: dict[str, Sequence[Any]]) -> Clock:
        clock = cls(pace, len(data["bank"]))
        clock.bank, clock.since, clock.flagged = list(data["bank"]), list(data["since"]), list(data["flagged"])
        return clock
