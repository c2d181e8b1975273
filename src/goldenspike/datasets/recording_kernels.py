"""Writing down in compiled code what seats do that follow the game's own policy."""

from __future__ import annotations

from typing import Any

from goldenspike.engine.contract import actors, apply, legal, observe, policy
from goldenspike.engine.loops import first_seat

SEAT = 0  # columns of a row
ACTION = 1
LENGTH = 2  # how many actions are legal
ROW = 3
NO_ROOM = -1


def record_policy(
    states: Any, i: int, boards: Any, k: int, seats: int, looks: bool, out: Any, seen: Any, rows: Any, lists: Any,
    at: Any,
) -> int:  # fmt: skip
    """Let the seats of a mask decide until another one is asked: the mask of those asked, or NO_ROOM.

    ``at`` has the number of rows that are written, and of the actions listed.
    """
    s = states[i]
    b = boards[k]
    while True:
        waiting = actors(s)
        if waiting == 0:
            return 0
        seat = first_seat(waiting)
        if seats >> seat & 1 == 0:
            return waiting
        n = at[0]
        m = at[1]
        count = legal(s, b, seat, out)
        if n >= len(rows) or m + count > len(lists):
            return NO_ROOM
        for j in range(count):
            lists[m + j] = out[j]
        if looks:
            observe(s, b, seat, seen[n])
        action = lists[m]
        if count > 1:
            action = policy(s, b, seat, out)
        rows[n][SEAT] = seat
        rows[n][ACTION] = action
        rows[n][LENGTH] = count
        at[0] = n + 1
        at[1] = m + count
        apply(s, b, seat, action)
