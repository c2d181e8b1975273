"""Looking ahead with a learned value: the tree of ``value_tree`` over one game's compiled rules."""

from __future__ import annotations

from typing import Any

from goldenspike.engine.bot import World
from goldenspike.engine.game import Game
from goldenspike.engine.rule_set import Kernels
from goldenspike.engine.search import SearchParameters

from . import ismcts, value_tree
from .learned_value import LearnedValue, blank_value, value_of
from .search import NODES, SearchMemory, TreeSearch

KERNELS = Kernels((ismcts, value_tree), entry_points=("search_learned", "self_play", "learned_values"))


class ValueSearch(TreeSearch):
    """A tree search that judges positions by what was learned; several threads may use it at once."""

    def __init__(self, game: Game, value: LearnedValue | None = None, nodes: int = NODES) -> None:
        super().__init__(game, nodes)
        self.value = value or value_of(game) or blank_value(game)

    def kernels(self) -> Kernels:
        return KERNELS

    def walk(self, memory: SearchMemory, boards: Any, world: World, p: SearchParameters, path: Any, part: int) -> int:
        learned = self.value.for_seats(world.setting.seats)
        used = self.code.search_learned(
            memory.root, 0, memory.scratch, 0, boards, 0, world.seat, world.setting.seats, memory.nodes,
            memory.values, memory.used, path, memory.leaf, memory.ahead, memory.dice, 0, memory.out, memory.gains,
            memory.openings, memory.bases, learned.knots, learned.weights, learned.spreads, part, p.horizon,
            p.random_one_in, p.narrow, p.explore, p.scale, p.points, int(p.paired),
        )  # fmt: skip
        return int(used)
