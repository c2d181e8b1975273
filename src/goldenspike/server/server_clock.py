"""The clock of the server: the system clock, except where that jumps.

Moments of moves and the time that people have left are milliseconds of this clock. It goes on evenly by the monotonic
clock and follows small corrections of the system clock. When the system clock jumps (somebody set it, or the machine
was asleep), this clock does not: otherwise everybody's time could run out at once. How far the two are apart is stored;
at the next start the stored times are brought to the system clock, while nobody plays.
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects.sqlite import insert

from goldenspike.server.storage.schema import seats, settings, tables

JUMP_MS = 5_000
AHEAD = "clock_ahead_ms"


def wall_ms() -> int:
    """What the system clock shows."""
    return time.time_ns() // 1_000_000


def _steady_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class ServerClock:
    """Milliseconds since 1970, without jumps."""

    def __init__(self) -> None:
        self.start()

    def start(self, at_ms: int | None = None) -> None:
        """Begin at the system clock, or at another moment."""
        wall = wall_ms()
        begin = wall if at_ms is None else at_ms
        self._offset = begin - _steady_ms()
        self.ahead_ms = wall - begin  # by how much the system clock is ahead of this one

    def now_ms(self) -> int:
        return _steady_ms() + self._offset

    def jump_ms(self) -> int:
        """By how much the system clock has jumped since it was last compared; what is no jump is followed."""
        away = wall_ms() - self.now_ms() - self.ahead_ms
        if abs(away) < JUMP_MS:
            self._offset += away
            return 0
        self.ahead_ms += away
        return away


clock = ServerClock()  # one for all that this process serves


def now_ms() -> int:
    """The moment by the clock of the server."""
    return clock.now_ms()


# ------------------------------------------------------------------ over a restart
def start_from(connection: Connection) -> None:
    """Before anybody plays: bring stored times to the system clock, and never begin before what is stored."""
    ahead = _stored_ahead(connection)
    if ahead:
        change = sa.update(seats).where(seats.c.due_ms.is_not(None))
        connection.execute(change.values(due_ms=seats.c.due_ms + ahead))
    newest = (connection.execute(sa.select(sa.func.max(tables.c.changed_ms))).scalar() or 0) + ahead
    wall = wall_ms()
    clock.start(newest if newest > wall + JUMP_MS else None)
    if ahead or clock.ahead_ms:
        store_ahead(connection, clock.ahead_ms)


def store_ahead(connection: Connection, ahead_ms: int) -> None:
    wish = insert(settings).values(name=AHEAD, value=str(ahead_ms))
    connection.execute(wish.on_conflict_do_update(index_elements=["name"], set_={"value": str(ahead_ms)}))


def _stored_ahead(connection: Connection) -> int:
    found = connection.execute(sa.select(settings.c.value).where(settings.c.name == AHEAD)).scalar()
    return 0 if found is None else int(found)
