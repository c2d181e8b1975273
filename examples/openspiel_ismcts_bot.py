"""OpenSpiel's own information-set search as a bot: it sits at every table where bots sit.

pip install "goldenspike[openspiel,arena]"
cd examples
goldenspike arena santa-fe-rails --lineup openspiel_ismcts_bot:Ismcts50,random --board mini --games 4
goldenspike benchmark santa-fe-duel --players openspiel_ismcts_bot:Ismcts50
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from goldenspike.bots import Bot, World
from goldenspike.engine.setting import Setting
from goldenspike.envs.openspiel import short_name


class Ismcts50(Bot):
    """OpenSpiel's IS-MCTS with random rollouts, 50 simulations for each decision."""

    name = "ismcts"
    takes_bytes = True
    simulations = 50

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.at: tuple[Setting, Any, Any] | None = None

    def choose(self, world: World) -> int:
        game, bot = self.table(world.setting)
        state = game.new_initial_state()
        # The world is one that this seat could imagine; the search deals others like it.
        raw = np.frombuffer(bytearray(world.s.to_bytes()), np.uint8)
        state.now, state.outcomes = game.reader.reached(raw, None, -1), 0
        return int(bot.step(state))

    def table(self, setting: Setting) -> tuple[Any, Any]:
        """OpenSpiel's game of the same setting, and its bot."""
        if self.at is None or self.at[0] is not setting:
            usual = {option.name: option.default for option in setting.game.options}
            changed = {name: value for name, value in setting.options.items() if usual.get(name) != value}
            board = {"board": setting.board.id} if setting.board.id in setting.game.boards else {}
            chosen = {"seats": setting.seats, "reward": "win", **board, **changed}
            game = pyspiel.load_game(short_name(setting.game.name), chosen)
            dice = np.random.RandomState(self.dice.getrandbits(32))
            rollouts = mcts.RandomRolloutEvaluator(1, dice)
            bot = ismcts.ISMCTSBot(game, rollouts, 1.4, self.simulations, random_state=dice)
            self.at = setting, game, bot
        return self.at[1], self.at[2]


class Ismcts200(Ismcts50):
    """The same with 200 simulations."""

    simulations = 200
