"""Every way to play: editions, player counts and options, in an order that mixes them."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import goldenspike as gs
from goldenspike.engine.compiled import CompiledRules, added
from goldenspike.engine.game import Setting
from goldenspike.engine.random_numbers import seed_chance
from goldenspike.engine.rule_set import Kernels
from goldenspike.games.santa_fe.rules import invariants as position_invariants

from . import invariants

NAMES = ("santa-fe-rails", "santa-fe")


def settings(count: int, seed: int, board: Any = None) -> list[Setting]:
    """So many settings: each edition with default options for every player count, then random options."""
    dice = random.Random(seed)
    found = []
    for number in range(count):
        game = gs.game(NAMES[number % 2])
        seats = 2 + number // 2 % (3 if board == "mini" else 4)  # MINI has cards for four
        chosen = {option.name: option.default for option in game.options}
        if number >= 8:
            for option in game.options:
                if option.name != "first" and dice.random() < 0.4:
                    chosen[option.name] = dice.choice(option.choices)
        found.append(game.setting(chosen, game.board(board), seats))
    return found


@cache
def compiled_rules() -> CompiledRules:
    """The compiled rules as everybody has them, and the compiled invariants over them."""
    game = gs.game("santa-fe")
    return added(game.rule_set, Kernels((position_invariants, invariants), invariants.ENTRY_POINTS))


def dice_array(count: int, seed: int) -> Any:
    made: list[Any] = [gs.game("santa-fe").state() for _ in range(count)]
    for number, one in enumerate(made):
        seed_chance(one, seed, number)
    return gs.game("santa-fe").state.array(made)
