"""What a search pays, many times over inside compiled code, for the bench alone."""

from __future__ import annotations

from typing import Any

from goldenspike.engine.contract import memory, redeal
from goldenspike.engine.random_numbers import next_number, seed_chance

STATE: Any = None
BOARD: Any = None
DIE: Any = None


def redeals(where: int, board: int, dice: int, seat: int, times: int) -> int:
    """Deal one position anew, again and again, each time from a fresh copy."""
    states = memory(where, 2, STATE)
    b = memory(board, 1, BOARD)[0]
    die = memory(dice, 1, DIE)[0]
    for _ in range(times):
        states[1] = states[0]
        seed_chance(states[1], next_number(die), next_number(die))
        redeal(states[1], b, seat)
    return times
