"""What ``goldenspike board simulate`` asks of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SimulationRequest:
    """Boards on which bots play many games, and how."""

    boards: Sequence[Any]
    games: int
    seats: int | None
    bot: str | None
    seed: int
    goal_games: int  # more games for each goal card, with that goal alone
    as_json: bool
