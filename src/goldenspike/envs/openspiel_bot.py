"""OpenSpiel's own information-set search as a bot: it sits wherever bots sit (extra ``openspiel``).

Its name is ``goldenspike.envs.openspiel_bot:Ismcts@50``: the number is that of its simulations for each decision.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped]

from goldenspike.engine.bot import Bot, Budget, World
from goldenspike.engine.errors import BadOption
from goldenspike.engine.setting import Setting

from .openspiel import SpielGame, SpielState, game_for
from .single import Play

# How much UCT explores: by what it plays for, the usual constant times about what games differ by.
EXPLORE = {"win": 2**0.5, "score": 20.0}


class Ismcts(Bot):
    """OpenSpiel's IS-MCTS with random rollouts; alone it plays for points, against others to win."""

    name = "ismcts"
    takes_bytes = True

    def __init__(self, seed: int = 0, budget: Budget | None = None) -> None:
        super().__init__(seed)
        self.budget = budget or Budget(iterations=50)
        if not self.budget.iterations:
            raise BadOption(f"OpenSpiel's IS-MCTS counts simulations, such as Ismcts@50; not {self.budget}")
        self.at: tuple[Setting, SpielGame, Rollouts] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Copied without OpenSpiel's objects: between two decisions nothing is kept in them."""
        return {**vars(self), "at": None}

    def choose(self, world: World) -> int:
        if not world.game.secrets:
            raise BadOption(f"OpenSpiel's IS-MCTS plays games in which something is hidden; not {world.game.name}")
        if len(world.legal) == 1:
            return world.legal[0]
        if self.at is None or self.at[0] is not world.setting:
            game = game_for(world.setting, "win" if world.setting.seats > 1 else "score")
            self.at = world.setting, game, Rollouts(game)
        _, game, rollouts = self.at
        rollouts.play.restart(self.dice.getrandbits(60))
        chance = np.random.RandomState(self.dice.getrandbits(32))
        simulations = max(self.budget.iterations, 2)  # the first one tries no action yet
        search = Search(game, rollouts, EXPLORE[game.reward], simulations, random_state=chance)
        # Its own source of other worlds has no seed.
        search.set_resampler(lambda state, player: state.resample_from_infostate(player, chance.random_sample))
        return int(search.step(self.state(game, world)))

    def state(self, game: SpielGame, world: World) -> SpielState:
        """The world as a state of OpenSpiel, which asks those who decide at the same time one after another."""
        state = game.new_initial_state()
        raw = np.frombuffer(bytearray(world.s.to_bytes()), np.uint8)
        state.now, state.outcomes = game.reader.reached(raw, None, -1), 0
        while state.current_player() != world.seat:
            state.apply_action(self.dice.choice(state.legal_actions()))
        return state


class Search(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's search; its nodes are known by what the player has seen in bytes, because strings take long."""

    def get_state_key(self, state: SpielState) -> tuple[int, bytes, bytes]:
        assert state.now is not None
        known = state.now.recall(state.now.seat)
        return state.now.seat, known.digest, known.last


class Rollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]
    """Random play to the end, as OpenSpiel's evaluator does it, in compiled code: its Python takes milliseconds."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(1)
        self.game = game
        self.play = Play(game.setting, players="random")

    def evaluate(self, state: SpielState) -> np.ndarray[Any, Any]:
        assert state.now is not None
        self.play.load(state.now.raw.tobytes())
        return np.array(self.game.rewards(self.play.memory.states))
