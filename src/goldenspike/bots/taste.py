"""Asks what actions lead to: for bots with a character, and for one that adapts to the others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from goldenspike.engine.bot import Budget, World
from goldenspike.engine.game import Game
from goldenspike.engine.rule_set import Kernels
from goldenspike.engine.search import SearchParameters, SearchResult

from . import consequences, ismcts

KERNELS = Kernels((ismcts, consequences), entry_points=("try_actions",))
WORLDS = 12
HORIZON = 24  # decisions played on
RANDOM_ONE_IN = 10  # one of so many of them at random
NOTHING = -1  # instead of an action: the position as it is


@dataclass(frozen=True)
class Leaning:
    """What an action leads to: about the points of its seat and of the best rival at the end, and points at once."""

    own: float
    rival: float
    now: float


class Taste:
    """Looks at actions of one game in compiled code; several threads may use it at once."""

    def __init__(self, game: Game) -> None:
        from goldenspike.engine.compiled import added

        self.game = game
        self.code = added(game.rule_set, KERNELS)

    def look(
        self, world: World, actions: Sequence[int], dice: random.Random, *, worlds: int = WORLDS, horizon: int = HORIZON
    ) -> list[Leaning]:
        """What each action leads to, in the same worlds; the same dice find the same."""
        import numpy as np

        state, setting = self.game.state.dtype(), world.setting
        states, chance = np.zeros(2, state), np.zeros(2, state)
        states[0] = np.frombuffer(world.s.to_bytes(), state)[0]
        chance["chance"][0] = [dice.getrandbits(32) for _ in range(3)] + [1]
        boards = type(setting.b).array([setting.b])
        out = np.zeros(max(self.game.most_legal, ismcts.SEATS_MOST), np.int64)
        sums = np.zeros((len(actions), consequences.ROW), np.float64)
        self.code.try_actions(
            states, 0, states, 1, boards, 0, world.seat, setting.seats, np.array(actions, np.int64), chance, 0, out,
            np.zeros(consequences.ROW, np.float64), worlds, horizon, RANDOM_ONE_IN, sums,
        )  # fmt: skip
        return [Leaning(*(float(mean) for mean in row / worlds)) for row in sums]

    # ------------------------------------------------------------ so that it is compiled like a search
    def search(
        self, world: World, budget: Budget, parameters: SearchParameters, dice: random.Random, *, threads: int = 1,
        line: int = 1,
    ) -> SearchResult:  # fmt: skip
        """It searches nothing; one look compiles what it needs."""
        self.look(world, [NOTHING], dice, worlds=1, horizon=1)
        return SearchResult([], 0, 0, 0.0)

    def plan_key(self, world: World) -> int:
        return 0
