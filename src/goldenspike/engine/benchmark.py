"""Benchmark tasks: what a game asks of a player, the same everywhere, so that results can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

YOU = "you"  # in a lineup: the player who is measured
ISMCTS = "goldenspike.envs.openspiel_bot:Ismcts"  # a reference of another origin, which the extra openspiel brings


@dataclass(frozen=True)
class BenchmarkTask:
    """A table with a place for the player who is measured, and how many games are played there.

    Every deal is played once with the player in each seat. Bots that think do so by a number of iterations, so that
    the same player gets the same result on every machine.
    """

    name: str  # unique among all games, in lower case, words joined by hyphens
    about: str  # a line for lists
    lineup: tuple[str, ...]  # bots by name, and YOU one or more times
    games: int
    references: tuple[str, ...]  # players whose results are part of the leaderboard
    ranked_by: str = "won"  # what is compared: the share of games won, or points
    options: Mapping[str, Any] = field(default_factory=dict)  # over those that research usually wants
    board: str | None = None
    seed: int = 2026

    def players(self, player: str) -> list[str]:
        """Who sits where in the first game of a deal."""
        return [player if name == YOU else name for name in self.lineup]
