"""Settings of all kinds, and the compiled rules that all tests share."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from goldenspike.engine.compiled import CompiledRules, added
from goldenspike.engine.random_numbers import seed_chance
from goldenspike.engine.rule_set import Kernels
from goldenspike.games.rail_pass.board import load as board
from goldenspike.games.rail_pass.game import RAIL_PASS, RailPassSetting
from goldenspike.games.rail_pass.rules.state import State
from goldenspike.games.rail_pass.values import VALUES
from tests.fixtures.make_rail_pass import SMALL as OWN_LAYOUT

from . import random_rounds

SMALL = {**OWN_LAYOUT, "id": "small"}


# A tick must fit the length of the round, which is chosen here.
LIMITED = [one for one in VALUES if one.name not in {"tick_ms", "time_s"}]


def setting(layout: Any, **options: object) -> RailPassSetting:
    found = board.load(layout)
    return RAIL_PASS.setting(RAIL_PASS.read_options(options), found, found.players[0])


def settings(count: int, seed: int, seconds: tuple[int, ...] = (10, 30, 60)) -> list[RailPassSetting]:
    """Every layout in turn with every kind of dexterity, all other options at random, some values at their limits."""
    dice = random.Random(seed)
    layouts: list[Any] = [*board.BUILT_IN, SMALL]
    found = []
    for number in range(count):
        chosen: dict[str, object] = {"seconds": dice.choice(seconds)}
        chosen["dexterity"] = ("timed", "off", "auto_hold")[number % 3]
        chosen["pace"] = dice.choice((50, 75, 100, 100, 137, 300))
        for option in RAIL_PASS.options:
            if option.name not in chosen and dice.random() < 0.4:
                chosen[option.name] = dice.choice(option.choices)
        if number % 4 == 3:
            chosen |= {f"values.{one.name}": dice.choice((one.least, one.most)) for one in dice.sample(LIMITED, 3)}
        found.append(setting(layouts[number % len(layouts)], **chosen))
    return found


@cache
def compiled() -> CompiledRules:
    """The compiled rules as everybody has them, and the random rounds over them."""
    game = RAIL_PASS
    return added(game.rule_set, Kernels((random_rounds,), random_rounds.ENTRY_POINTS))


def dice_array(seed: int) -> Any:
    made = State()
    seed_chance(made, seed, 1)
    return State.array([made])
