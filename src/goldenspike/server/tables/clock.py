"""Clocks of a table: so much time per decision, and a bank for the slow ones.

A clock knows only what happened when, as the table's log says. It is stored with every step in the same commit,
so a restart of the server neither loses time nor gives any away.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.live.messages import TimeControl
from goldenspike.server.storage.schema import seats
from goldenspike.server.storage.table_record import LogRow, TableHeader

Times = list[tuple[int | None, int | None]]  # bank and due moment of every seat


class Clock:
    """The time of every seat of one table. All moments are milliseconds of the server's clock."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.bank: list[int] = [control.bank_s * 1000] * seats
        self.since: list[int | None] = [None] * seats  # since when the seat's decision is awaited

    @property
    def runs(self) -> bool:
        return self.control.kind != "none"

    def happened(self, at_ms: int, awaited: Collection[int], actor: int | None = None) -> None:
        """Something happened: ``actor`` decided, if anybody did, and now these people are awaited."""
        for seat in range(len(self.since)):
            if seat == actor or seat not in awaited:
                self._stop(seat, at_ms)
            if seat in awaited and self.since[seat] is None:
                self.since[seat] = at_ms

    def _stop(self, seat: int, at_ms: int) -> None:
        """The seat has decided, or need not any more: what went beyond the free time comes out of the bank."""
        since = self.since[seat]
        if since is None:
            return
        beyond = at_ms - since - self.control.per_move_s * 1000
        if self.runs and beyond > 0:
            self.bank[seat] = max(0, self.bank[seat] - beyond)
        self.since[seat] = None

    def due(self, seat: int) -> int | None:
        """When the seat's time is up."""
        since = self.since[seat]
        if since is None or not self.runs:
            return None
        return since + self.control.per_move_s * 1000 + self.bank[seat]

    def times(self) -> Times:
        """Bank and due moment of every seat, as they are stored and shown."""
        if not self.runs:
            return [(None, None) for _ in self.bank]
        return [(self.bank[seat], self.due(seat)) for seat in range(len(self.bank))]

    @classmethod
    def of(cls, header: TableHeader) -> Clock:
        """The clock as it was stored with the table."""
        clock = cls(header.pace, len(header.places))
        for number, place in enumerate(header.places):
            if place.bank_ms is not None:
                clock.bank[number] = place.bank_ms
            if place.due_ms is not None:
                clock.since[number] = place.due_ms - header.pace.per_move_s * 1000 - clock.bank[number]
        return clock


def times_after(header: TableHeader, rows: Sequence[LogRow], awaited: int) -> Times | None:
    """The times of all seats once these rows are written; ``awaited`` is a bit mask. None without a time control."""
    if header.pace.kind == "none":
        return None
    if header.status == "open":
        return [(None, None) for _ in header.places]  # the time control may still be changed
    clock = Clock.of(header)
    people = [place.seat for place in header.places if awaited >> place.seat & 1 and place.bot is None]
    for row in rows:
        clock.happened(row.at_ms, people, row.seat if row.kind == "move" else None)
    return clock.times()


def set_times(header: TableHeader, times: Times) -> None:
    for place, (bank, due) in zip(header.places, times, strict=True):
        place.bank_ms, place.due_ms = bank, due


def write_times(connection: Connection, table: str, times: Times) -> None:
    """Store the times of all seats."""
    change = sa.update(seats).where(seats.c.table_id == table, seats.c.seat == sa.bindparam("which"))
    values = [{"which": seat, "bank": bank, "due": due} for seat, (bank, due) in enumerate(times)]
    connection.execute(change.values(bank_ms=sa.bindparam("bank"), due_ms=sa.bindparam("due")), values)
