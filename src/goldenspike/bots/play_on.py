"""What a position and a decision are worth: both are played on many times in compiled code."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from goldenspike.engine.game import Game
from goldenspike.engine.rule_set import Kernels
from goldenspike.engine.setting import Setting

from . import ismcts, playing_on

KERNELS = Kernels((ismcts, playing_on), entry_points=("play_lines",))
RANDOM_ONE_IN = 10  # decisions of beginners that are made at random while a game is played on
LONGEST_LINE = 64  # steps


@dataclass(frozen=True)
class Worth:
    """What one way to go on was worth: by seat the share of games won, and points."""

    won: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class Lost:
    """How far a way is behind the first one: the mean, and its standard deviation."""

    chance: float
    chance_error: float
    points: float
    points_error: float


class PlayOn:
    """Plays positions of one setting on to the end, with the game's own policy."""

    def __init__(self, setting: Setting, seed: int = 0) -> None:
        import numpy as np

        from goldenspike.engine.compiled import added

        game: Game = setting.game
        self.setting = setting
        self.dice = random.Random(f"play on {seed}")
        self.code = added(game.rule_set, KERNELS)
        self.boards = type(setting.b).array([setting.b])
        self._np = np
        state = game.state.dtype()
        self._root, self._scratch, self._dice = np.zeros(1, state), np.zeros(1, state), np.zeros(2, state)
        self._out = np.zeros(max(game.most_legal, ismcts.SEATS_MOST), np.int64)

    def compare(
        self, s: Any, seat: int, lines: Sequence[Sequence[int]], games: int, *, me: int | None = None
    ) -> tuple[list[Worth], list[Lost]]:
        """Play each line on in the same worlds, dealt anew by what the seat may know."""
        np, game, seats = self._np, self.setting.game, self.setting.seats
        steps = np.zeros((len(lines), LONGEST_LINE), np.int64)
        lengths = np.zeros(len(lines), np.int64)
        for k, line in enumerate(lines):
            lengths[k] = min(len(line), LONGEST_LINE)
            steps[k][: lengths[k]] = line[:LONGEST_LINE]
        sums = np.zeros((len(lines), playing_on.ROW), np.float64)
        behind = np.zeros((len(lines), playing_on.BEHIND), np.float64)
        self._root[0] = np.frombuffer(s.to_bytes(), self._root.dtype)[0]
        self._dice["chance"][0] = [self.dice.getrandbits(32) for _ in range(3)] + [1]
        self.code.play_lines(
            self._root, 0, self._scratch, 0, self.boards, 0, seat, seats, seat if me is None else me, steps, lengths,
            self._dice, 0, self._out, games, game.longest, RANDOM_ONE_IN, int(game.team), sums, behind,
        )  # fmt: skip
        first = playing_on.POINTS
        worth = [
            Worth(tuple((row[:seats] / games).tolist()), tuple((row[first : first + seats] / games).tolist()))
            for row in sums
        ]
        return worth, [lost_in(row, games) for row in behind]

    def value(self, s: Any, games: int) -> Worth:
        """What a position is worth to everybody, by what all seats together know: each looks at it in turn."""
        seats = self.setting.seats
        each = max(1, games // seats)
        found = [self.compare(s, seat, [()], each)[0][0] for seat in range(seats)]
        return Worth(*(tuple(sum(one) / seats for one in zip(*parts, strict=True)) for parts in columns(found)))


def columns(found: Sequence[Worth]) -> tuple[list[tuple[float, ...]], list[tuple[float, ...]]]:
    return [one.won for one in found], [one.points for one in found]


def lost_in(row: Any, games: int) -> Lost:
    """Means and their standard deviations from sums and sums of squares."""
    chance, points = float(row[playing_on.CHANCE]) / games, float(row[playing_on.AHEAD]) / games
    return Lost(
        chance,
        deviation(float(row[playing_on.CHANCE_SQUARED]) / games, chance, games),
        points,
        deviation(float(row[playing_on.AHEAD_SQUARED]) / games, points, games),
    )


def deviation(square: float, mean: float, games: int) -> float:
    """Of the mean of so many games. Where nothing ever differed, one game that does is still possible."""
    spread = max(0.0, square - mean * mean)
    return math.sqrt(max(spread, 1.0 / games) / max(1, games - 1))
