"""Our search against OpenSpiel's own information-set search: Santa Fe Rails for two, the same time for every move.

pip install "goldenspike[openspiel]"
python examples/superintendent_against_ismcts.py --games 20 --ms 200

Every deal is played twice with the seats changed. OpenSpiel's bot counts simulations, so their number is set anew
after each of its moves from the time the last one took; both times are printed.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import goldenspike.envs.openspiel  # noqa: F401 (registers the games)
from goldenspike.bots import World, bot
from goldenspike.bots.search import search_for
from goldenspike.drawing.intervals import wilson
from goldenspike.engine.bot import StateBytes

UCT = {"win": 1.4, "score": 60.0}  # the square root of two, times what a game is about worth


class Theirs:
    """OpenSpiel's bot, held to a time for each move."""

    def __init__(self, game: Any, seconds: float, seed: int, reward: str) -> None:
        self.seconds, self.spent, self.moves, self.simulations = seconds, 0.0, 0, 0
        dice = np.random.RandomState(seed)
        self.bot = ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, dice), UCT[reward], 20, random_state=dice,
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )  # fmt: skip

    def move(self, state: Any) -> int:
        if len(state.legal_actions()) == 1:
            return int(state.legal_actions()[0])
        begun = time.perf_counter()
        action = int(self.bot.step(state))
        took = time.perf_counter() - begun
        self.spent, self.moves = self.spent + took, self.moves + 1
        self.simulations += self.bot._max_simulations
        self.bot._max_simulations = max(5, round(self.bot._max_simulations * self.seconds / took))
        return action


class Ours:
    """The superintendent at OpenSpiel's table: it looks at another world that its seat cannot tell from this one."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        self.setting, self.spent, self.moves = game.setting, 0.0, 0
        self.bot = bot(f"superintendent@{round(1000 * seconds)}ms", seed, "santa-fe-rails")

    def move(self, state: Any) -> int:
        if len(state.legal_actions()) == 1:
            return int(state.legal_actions()[0])
        begun = time.perf_counter()
        seat = state.current_player()
        imagined = state.resample_from_infostate(seat, self.bot.dice.random)
        s: Any = StateBytes(imagined.now.raw.tobytes())
        action = self.bot.choose(World(self.setting.game, self.setting, s, seat, state.legal_actions()))
        self.spent, self.moves = self.spent + time.perf_counter() - begun, self.moves + 1
        return action


def dealt(game: Any, seed: int) -> Any:
    """The first position of a deal, whose seed is what chance decides."""
    state = game.new_initial_state()
    for byte in seed.to_bytes(4, "little"):
        state.apply_action(byte)
    return state


def play(game: Any, seed: int, players: list[Any]) -> Any:
    state = dealt(game, seed)
    while not state.is_terminal():
        state.apply_action(players[state.current_player()].move(state))
    return game.setting.result(state.position())


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--games", type=int, default=20)
    words.add_argument("--ms", type=float, default=200.0, help="time for every move of both")
    words.add_argument("--reward", choices=sorted(UCT), default="win", help="what OpenSpiel's bot plays for")
    words.add_argument("--board", default="")
    chosen = words.parse_args()
    game = pyspiel.load_game(f"goldenspike_santa_fe_rails(seats=2,board={chosen.board},reward={chosen.reward})")
    search_for(game.setting.game, wait=True)
    seconds = chosen.ms / 1000
    for player in (Ours(game, seconds, 0), Theirs(game, seconds, 0, chosen.reward)):
        player.move(dealt(game, 0))  # what has to be compiled or loaded first counts for nobody
    ours, theirs = Ours(game, seconds, 1), Theirs(game, seconds, 1, chosen.reward)
    won = lost = 0
    points = [0.0, 0.0]
    for number in range(chosen.games):
        seat = number % 2
        result = play(game, 1 + number // 2, [ours, theirs] if seat == 0 else [theirs, ours])
        won += seat in result.winners
        lost += 1 - seat in result.winners
        points = [points[0] + result.points[seat], points[1] + result.points[1 - seat]]
        low, high = wilson(won, number + 1)
        share = f"{won / (number + 1):.0%} ({100 * low:.0f}-{100 * high:.0f} %)"
        means = " : ".join(f"{total / (number + 1):.0f}" for total in points)
        print(f"{number + 1} games: superintendent {won}, IS-MCTS {lost}; {share}; points {means}", flush=True)
    for name, one in (("superintendent", ours), ("IS-MCTS", theirs)):
        print(f"{name}: {1000 * one.spent / max(one.moves, 1):.0f} ms a move")
    print(f"IS-MCTS: {theirs.simulations / max(theirs.moves, 1):.0f} simulations a move")


if __name__ == "__main__":
    main()
