"""Every way to play: sheets, player counts and options, in an order that mixes them."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from goldenspike.engine.compiled import CompiledRules, added
from goldenspike.engine.random_numbers import seed_chance
from goldenspike.engine.rule_set import Kernels
from goldenspike.games.pioneer_rails.game import PIONEER_RAILS, PioneerSetting
from goldenspike.games.pioneer_rails.rules import invariants as sheet_invariants
from goldenspike.games.pioneer_rails.rules.state import State

from . import invariants

# Small tables more often than large ones: they show as much and cost less.
PLAYERS = (1, 2, 1, 3, 1, 2, 4, 1, 2, 1, 5, 2, 1, 3, 6, 1, 2, 1, 7, 2, 1, 8)
SHEETS = ("desert-a", "forest-a", "desert-b", "forest-b", "fx")


def settings(count: int, seed: int) -> list[PioneerSetting]:
    """So many settings: every sheet with every player count, a third of them with default options."""
    dice = random.Random(seed)
    found = []
    for number in range(count):
        seats = PLAYERS[(number + number // len(SHEETS) + 5 * seed) % len(PLAYERS)]
        chosen = {option.name: option.default for option in PIONEER_RAILS.options}
        if number % 3:
            for option in PIONEER_RAILS.options:
                if option.name != "first_dealer" and dice.random() < 0.5:
                    chosen[option.name] = dice.choice(option.choices)
        found.append(PIONEER_RAILS.setting(chosen, PIONEER_RAILS.board(SHEETS[number % len(SHEETS)]), seats))
    return found


@cache
def compiled_rules() -> CompiledRules:
    """The compiled rules as everybody has them, and the compiled invariants over them."""
    game = PIONEER_RAILS
    return added(game.rule_set, Kernels((sheet_invariants, invariants), invariants.ENTRY_POINTS))


def dice_array(count: int, seed: int) -> Any:
    made = [State() for _ in range(count)]
    for number, one in enumerate(made):
        seed_chance(one, seed, number)
    return State.array(made)
