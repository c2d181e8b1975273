"""The game's own policy: what a seat of the team does that sees the table for the first time."""

from __future__ import annotations

from ..rules.state import RUNNING, BoardArrays, State
from .first_look import recall
from .seat import open_memory, team_move


def policy(s: State, b: BoardArrays, seat: int, out: list[int]) -> int:
    """One command from the public state alone, or waiting; ``out`` serves as the memory of that moment."""
    open_memory(b, out)
    if s.phase == RUNNING:
        recall(s, b, out, seat)
    return team_move(s, b, out, seat)
