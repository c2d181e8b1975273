"""OpenSpiel's own information-set search plays Santa Fe Rails against random opponents.

pip install "goldenspike[openspiel]"
python examples/ismcts_santa_fe_rails.py --games 2 --simulations 60
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import goldenspike.envs.openspiel  # noqa: F401 (registers the games)


def play(game: Any, bot: Any, dice: np.random.RandomState) -> list[float]:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == 0:
            action = bot.step(state)
        else:
            action = dice.choice(state.legal_actions())
        state.apply_action(int(action))
    return list(state.returns())


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--games", type=int, default=2)
    words.add_argument("--simulations", type=int, default=60)
    words.add_argument("--board", default="mini")
    chosen = words.parse_args()
    game = pyspiel.load_game(f"goldenspike_santa_fe_rails(seats=2,board={chosen.board},reward=win)")
    dice = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 1.4, chosen.simulations, random_state=dice)
    won = sum(play(game, bot, dice)[0] for _ in range(chosen.games))
    print(f"IS-MCTS won {won:g} of {chosen.games} games")


if __name__ == "__main__":
    main()
