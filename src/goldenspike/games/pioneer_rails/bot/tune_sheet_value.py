"""The weights of the sheet value: how well whole turns do with them, and which way to change each.

    python -m goldenspike.games.pioneer_rails.bot.tune_sheet_value --games 100
    python -m goldenspike.games.pioneer_rails.bot.tune_sheet_value --tune 2000

Solo games by the best turn each time, nothing played on: a game takes about a sixth of a second. With --tune every
game is played with all weights a little off, at random, and a regression tells what each of them brought.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from goldenspike.engine.game import halves

from . import turn_beam, turn_work
from .turn_search import WEIGHTS, TurnMemory, TurnSearch

SHEETS = ("desert-a", "desert-b", "forest-a", "forest-b")
DIFFICULTIES = ("medium", "legendary")
AMPLE = 30.0  # points above the target: more than that is not worth much


@dataclass(frozen=True)
class Played:
    """How a solo game ended."""

    ahead: float  # of the target
    points: float


class SoloGames:
    """Solo games on one sheet at one difficulty."""

    def __init__(self, search: TurnSearch, sheet: str, difficulty: str) -> None:
        game = search.game
        setting = game.setting(game.read_options({"difficulty": difficulty}), game.board(sheet), 1)
        self.search = search
        self.boards = type(setting.b).array([setting.b])

    def play(self, memory: TurnMemory, seed: int) -> Played:
        low, high = halves(seed)
        ahead = self.search.work(
            turn_work.ALONE, memory, self.boards, 0, low=low, high=high, ahead=turn_beam.TURNS_IN_ALL
        )
        return Played(ahead, ahead + self.search.code.target_at(memory.line, 0, self.boards, 0))


def tables() -> dict[tuple[str, str], SoloGames]:
    from ..game import PIONEER_RAILS

    search = TurnSearch(PIONEER_RAILS)
    return {(sheet, level): SoloGames(search, sheet, level) for sheet in SHEETS for level in DIFFICULTIES}


def measure(games: int, seed: int, width: int) -> Iterator[str]:
    """One line per sheet and difficulty."""
    for (sheet, level), table in tables().items():
        memory = TurnMemory(table.search.game, width, 1, 3, 1)
        played = [table.play(memory, seed * 1_000_003 + number) for number in range(games)]
        won = sum(one.ahead > 0 for one in played)
        ahead = [one.ahead for one in played]
        mean = sum(ahead) / games
        doubt = 2 * math.sqrt(sum((one - mean) ** 2 for one in ahead) / games / games)
        points = sum(one.points for one in played) / games
        yield f"{sheet:9} {level:10} won {won} of {games}, {points:.1f} points, {mean:+.1f} ± {doubt:.1f} of the target"


def tune(games: int, seed: int, width: int, amount: float) -> Iterator[str]:
    """What a weight turned up by half would bring, all others as they are."""
    import numpy as np

    dice = random.Random(seed)
    places = list(tables().items())
    memory = TurnMemory(places[0][1].search.game, width, 1, 1, 1)
    rows, results = [], []
    for number in range(games):
        cell = number % len(places)
        off = {name: dice.gauss(0.0, amount) for name in WEIGHTS}
        for name, amount_off in off.items():
            memory.turn(name, WEIGHTS[name] * math.exp(amount_off))
        played = places[cell][1].play(memory, dice.getrandbits(40))
        rows.append([float(k == cell) for k in range(len(places))] + list(off.values()))
        results.append(AMPLE * math.tanh(played.ahead / AMPLE))
    known: Any = np.array(rows)
    slopes, *_ = np.linalg.lstsq(known, np.array(results), rcond=None)
    rest = np.array(results) - known @ slopes
    doubts = 2 * np.sqrt(np.diag(np.linalg.pinv(known.T @ known)) * rest.var())
    half = math.log(1.5)
    for k, (name, value) in enumerate(WEIGHTS.items(), start=len(places)):
        yield f"{name:12} {value:5.2f}, half as much again: {half * slopes[k]:+.2f} ± {half * doubts[k]:.2f}"


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m goldenspike.games.pioneer_rails.bot.tune_sheet_value", description=__doc__
    )
    parser.add_argument("--games", type=int, default=100, help="games for each sheet and difficulty")
    parser.add_argument("--tune", type=int, default=0, metavar="GAMES", help="so many games with other weights instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=8, help="of the beam")
    parser.add_argument("--amount", type=float, default=0.25, help="how far weights are off when tuning")
    asked = parser.parse_args(words)
    if asked.games < 1 or asked.tune < 0 or not 1 <= asked.width <= 64:
        parser.error("at least one game, and a width from 1 to 64")
    lines = tune(asked.tune, asked.seed, asked.width, asked.amount) if asked.tune else None
    for line in lines or measure(asked.games, asked.seed, asked.width):
        print(line, flush=True)


if __name__ == "__main__":
    main()
