"""Single packed observations in compiled code: the position itself, with whatever is hidden from its viewer blanked."""

from __future__ import annotations

from goldenspike.engine.contract import SPECTATOR, hide, memory, observe

from .kernels import BOARD, BOARDS, COUNT, NUMBER, SEEN, SEEN_WIDTH, SIGHT, SIGHT_BYTES, SLOTS, SPARE, STATE


def look_on(here: int, where: int) -> int:
    """Write what a spectator sees, as if from the first seat."""
    row = memory(here, SLOTS, NUMBER)
    b = memory(row[BOARDS], 1, BOARD)[0]
    spare = memory(row[SPARE], 1, STATE)
    spare[0] = memory(where, 1, STATE)[0]
    hide(spare[0], b, SPECTATOR)
    return observe(spare[0], b, 0, memory(row[SEEN], row[SEEN_WIDTH], SIGHT))


def pack(here: int, where: int, seat: int) -> None:
    """Write the position with what is hidden from a seat blanked, into the spare place of the row."""
    row = memory(here, SLOTS, NUMBER)
    spare = memory(row[SPARE], 1, STATE)
    spare[0] = memory(where, 1, STATE)[0]
    hide(spare[0], memory(row[BOARDS], 1, BOARD)[0], seat)


def unpack(here: int, packed: int, count: int, seats: int, boards: int, seen: int, wide: int) -> None:
    """Write the observations that so many packed positions hold, each for its own seat and on its own board."""
    row = memory(here, SLOTS, NUMBER)
    rows = memory(packed, count, STATE)
    who = memory(seats, count, NUMBER)
    board_of = memory(boards, count, NUMBER)
    known = memory(row[BOARDS], row[COUNT], BOARD)
    for i in range(count):
        observe(rows[i], known[board_of[i]], who[i], memory(seen + SIGHT_BYTES * wide * i, wide, SIGHT))
