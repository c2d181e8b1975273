"""What Pioneer Rails learns from: games of the beam in compiled code, a row of numbers for each sheet and turn."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import Any

from goldenspike.engine.game import Game, halves
from goldenspike.engine.learner import Network

from ..rules.state import COMMITTED, DEAL, OVER
from . import distances, goal_value, hand_value, sheet_features, sheet_value, turn_beam, turn_work
from .turn_search import WEIGHTS, TurnMemory, TurnSearch

SHEETS = ("desert-a", "desert-b", "forest-a", "forest-b")
# Games alone and with others take turns; the many at one table see the same cards, so that few of them tell as much.
TABLES = ((1, "legendary"), (3, ""), (1, "medium"), (2, ""), (1, "legendary"), (4, ""), (1, "hard"))
PLAYERS = (6, 6, 2, 1)  # those games' beam: width, turns kept, Towns spent, other railways
STRAY = 8  # one turn in so many is any of those kept
LOOKED_AT = 4  # games in which features are compared
AT_ONCE = 1000  # sheets judged in one call, for measuring


class SheetLearner:
    """Rows for a network that judges sheets."""

    features = sheet_features.feature_names()
    moments = 2 * turn_beam.TURNS_IN_ALL  # turns left, alone or against others

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def search(self) -> TurnSearch:
        return TurnSearch(self.game)

    @cached_property
    def memory(self) -> TurnMemory:
        import numpy as np

        memory = TurnMemory(self.game, *PLAYERS)
        memory.rows = np.zeros((turn_beam.TURNS_IN_ALL * 8, turn_work.NOTED))
        return memory

    def table(self, number: int) -> tuple[int, Any]:
        """How many play the game of this number, and the setting."""
        seats, difficulty = TABLES[number // len(SHEETS) % len(TABLES)]
        options = self.game.read_options({"difficulty": difficulty} if difficulty else {})
        return seats, self.game.setting(options, self.game.board(SHEETS[number % len(SHEETS)]), seats)

    def play(self, number: int, seed: int, network: Network | None) -> Any:
        """The rows of one game; the last turn of each seat is left out, since it needs no judgement."""
        import numpy as np

        seats, setting = self.table(number)
        memory = self.memory
        memory.net = np.zeros(1) if network is None else network.numbers
        memory.rows[:] = 0.0
        low, high = halves(seed * 1_000_003 + number)
        boards = type(setting.b).array([setting.b])
        self.search.work(turn_work.LEARN, memory, boards, seats, low=low, high=high, ahead=STRAY)
        rows = memory.rows[: turn_beam.TURNS_IN_ALL * seats]
        return rows[rows[:, sheet_features.TABLE_AT] > 0].astype(np.float32)

    def moment(self, rows: Any) -> Any:
        left = (rows[:, sheet_features.TABLE_AT] * turn_beam.TURNS_IN_ALL).round().astype(int)
        alone = rows[:, sheet_features.TABLE_AT + 4] > 0
        return left + turn_beam.TURNS_IN_ALL * ~alone

    def fingerprint(self) -> str:
        """Names and numbers of the features in games of a sensible beginner, by the rules as they are written."""
        whole = hashlib.sha256("\n".join(self.features).encode())
        rules, out = self.game.plain(), [0] * self.game.most_legal
        wi = [[0] * distances.COLUMNS for _ in range(distances.ROWS)]
        wf = [[0.0] * distances.COLUMNS for _ in range(distances.FRACTIONS)]
        odds = [0.0] * (1 << 15)
        for name, value in WEIGHTS.items():
            wf[distances.WEIGHT][getattr(distances, name.upper())] = value
        for number in range(LOOKED_AT):
            _, setting = self.table(5 * number)
            s, b = self.game.start(setting, number), setting.b
            while s.phase != OVER:
                seat = (rules.actors(s) & -rules.actors(s)).bit_length() - 1
                action = rules.policy(s, b, seat, out)
                if s.phase == DEAL:
                    rules.apply(s, b, seat, action)
                    continue
                rules.step(s, b, seat, action)
                if s.stage[seat] != COMMITTED:
                    continue
                goal_value.weigh_goals(s, b, seat, wf)
                hand_value.fill_odds(s, b, seat, wf, odds)
                distances.spread_all(s, b, seat, wi)
                sheet_value.sheet_promise(s, b, seat, wi, wf, odds)
                sheet_features.sheet_features(s, b, seat, wi, wf)
                row = wf[distances.FEATURE][: sheet_features.ROW]
                whole.update(repr([round(number, 4) for number in row]).encode())
                if not rules.actors(s):
                    rules.next_turn(s, b)
        return whole.hexdigest()[:16]

    def searcher(self, network: Network | None) -> TurnSearch:
        return TurnSearch(self.game, network)

    def judging(self, network: Network) -> Callable[[], int]:
        """Judges a sheet half way through a game: what it promises, its features, the network."""
        memory = self.memory
        memory.net = network.numbers
        _, setting = self.table(0)
        boards = type(setting.b).array([setting.b])
        self.search.work(turn_work.ALONE, memory, boards, 0, low=1, ahead=turn_beam.TURNS_IN_ALL // 2)

        def judge() -> int:
            self.search.work(turn_work.REPEAT, memory, boards, 0, ahead=AT_ONCE)
            return AT_ONCE

        return judge
