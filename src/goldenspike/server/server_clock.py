"""The clock of the server: the system clock, except where that jumps.

Moments of moves and the time that people have left are milliseconds of this clock. It goes on evenly by the monotonic
clock and follows small corrections of the system clock. When the system clock jumps (somebody set it, or the machine
was asleep), this clock does not: otherwise everybody's time could run out at once. How far the two are apart is stored;
at the next start the stored times are brought to the system clock, while nobody plays. A jump while no server ran is
noticed too, as long as the machine was not restarted.

Time also makes things old enough to be deleted. A clock that is far ahead of the last time the server ran deletes
nothing: either nobody has served these tables for so long, or the clock is wrong, and only the operator can tell.
"""

from __future__ import annotations

import time
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.storage.conflicts import insert_or_update
from goldenspike.server.storage.schema import seats, sessions, settings, tables

JUMP_MS = 5_000
AHEAD = "clock_ahead_ms"
BOOT = "clock_boot"  # which start of the machine, and what the system clock showed then
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
TRUSTED = "clock_trusted_ms"  # the latest moment that is known to have passed
FAR_MS = 7 * 86_400_000


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
    if not _stored(connection, TRUSTED):
        _store(connection, TRUSTED, str(_newest(connection) or wall_ms()))
    shift = int(_stored(connection, AHEAD) or "0") + _jump_since(_stored(connection, BOOT))
    if shift:
        change = sa.update(seats).where(seats.c.due_ms.is_not(None))
        connection.execute(change.values(due_ms=seats.c.due_ms + shift))
    newest = (connection.execute(sa.select(sa.func.max(tables.c.changed_ms))).scalar() or 0) + shift
    clock.start(newest if newest > wall_ms() + JUMP_MS else None)
    store_ahead(connection, clock.ahead_ms)
    if not days_in_doubt(connection):
        trust(connection)


def start_beside_others(connection: Connection) -> None:
    """The same where other servers may be playing: their times are right, and nobody shifts them."""
    if not _stored(connection, TRUSTED):
        _store(connection, TRUSTED, str(_newest(connection) or wall_ms()))
    newest = connection.execute(sa.select(sa.func.max(tables.c.changed_ms))).scalar() or 0
    clock.start(newest if newest > wall_ms() + JUMP_MS else None)
    if not days_in_doubt(connection):
        trust(connection)


def store_ahead(connection: Connection, ahead_ms: int) -> None:
    """What the next start must know."""
    boot = _boot()
    _store(connection, AHEAD, str(ahead_ms))
    _store(connection, BOOT, "" if boot is None else f"{boot[0]} {boot[1]}")


def _store(connection: Connection, name: str, value: str) -> None:
    insert_or_update(connection, settings, {"name": name, "value": value})


def _stored(connection: Connection, name: str) -> str:
    return connection.execute(sa.select(settings.c.value).where(settings.c.name == name)).scalar() or ""


def _boot() -> tuple[str, int] | None:
    """The machine's last start, and what the system clock would have shown then; None where that is not known."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return None
    try:
        started = BOOT_ID.read_text("ascii").strip()
    except (OSError, ValueError):
        return None
    return started, wall_ms() - round(1000 * time.clock_gettime(time.CLOCK_BOOTTIME))


def _jump_since(stored: str) -> int:
    """By how much the system clock was set since this was stored, if the machine has been up all the time."""
    boot = _boot()
    started, _, zero = stored.partition(" ")
    if boot is None or boot[0] != started:
        return 0
    jump = boot[1] - int(zero)
    return jump if abs(jump) >= JUMP_MS else 0


# ------------------------------------------------------------------ what time may delete
def safe_now_ms() -> int:
    """The earlier of both clocks: nothing is older than this shows."""
    return min(clock.now_ms(), wall_ms())


def days_in_doubt(connection: Connection) -> int:
    """How many days the clock is ahead of the last time the server ran; 0 if it is not so far that it may be wrong."""
    ahead = safe_now_ms() - int(_stored(connection, TRUSTED) or str(safe_now_ms()))
    return ahead // 86_400_000 if ahead > FAR_MS else 0


def trust(connection: Connection) -> None:
    """This moment has come: things may be deleted for being older than it allows."""
    before = int(_stored(connection, TRUSTED) or "0")
    _store(connection, TRUSTED, str(max(before, safe_now_ms())))


def _newest(connection: Connection) -> int:
    """The latest moment in the database of a version that did not note when it ran."""
    chosen = (sa.select(sa.func.max(tables.c.changed_ms)), sa.select(sa.func.max(sessions.c.seen_ms)))
    return max(int(connection.execute(one).scalar() or 0) for one in chosen)
