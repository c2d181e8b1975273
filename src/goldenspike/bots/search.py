"""Bots that look ahead: tree search in compiled code, on threads, by count or by the clock."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldenspike.engine.compiled import added
from goldenspike.engine.game import Game

from . import tree


@dataclass(frozen=True)
class Budget:
    """How long to think: a number of walks (reproducible), or seconds (whatever can be done in them)."""

    walks: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Manner:
    """How to think: the dials of the search."""

    horizon: int = 24  # decisions played on behind the tree
    astray: int = 10  # one of so many of them at random
    narrow: int = 4  # candidates a new node looks at
    explore: float = 0.35
    scale: float = 20.0  # points ahead that are worth half of the way to certainty


@dataclass(frozen=True)
class Thought:
    """One action as the search saw it."""

    action: int
    visits: int
    value: float  # about the chance to win, from 0 to 1


class Mind:
    """Room to think in, for one thread: a tree, a scratch position, dice."""

    def __init__(self, game: Game, nodes: int) -> None:
        state = game.state.dtype()
        self.root = np.zeros(1, state)
        self.scratch = np.zeros(2, state)
        self.dice = np.zeros(1, state)
        self.nodes = np.zeros((nodes, tree.NODE), np.int64)
        self.values = np.zeros((nodes, tree.SEATS_MOST), np.float64)
        self.path = np.zeros(258, np.int64)
        self.leaf = np.zeros(tree.SEATS_MOST, np.float64)
        self.out = np.zeros(game.most_legal, np.int64)
        self.gains = np.zeros(game.most_legal, np.int64)
        self.used = 0


class Search:
    """A tree search over one game's compiled rules."""

    def __init__(self, game: Game, manner: Manner | None = None, *, threads: int = 1, nodes: int = 60_000) -> None:
        self.game = game
        self.manner = manner or Manner()
        self.minds = [Mind(game, nodes) for _ in range(threads)]
        self.code = added(game.modules, tree, {})
        self.walks = 0

    def think(self, s: Any, b: Any, seat: int, seats: int, budget: Budget, dice: random.Random) -> list[Thought]:
        """The candidates at the root, the most visited first."""
        boards = type(b).array([b])
        for mind in self.minds:
            mind.root[0] = np.frombuffer(s.to_bytes(), mind.root.dtype)[0]
            mind.dice["chance"][0] = [dice.getrandbits(32) for _ in range(3)] + [1]
            mind.used = 0
        ends = time.perf_counter() + budget.seconds
        if len(self.minds) == 1:
            self.walks = self._work(self.minds[0], boards, seat, seats, budget, ends)
        else:
            with ThreadPoolExecutor(len(self.minds)) as pool:
                done = [pool.submit(self._work, mind, boards, seat, seats, budget, ends) for mind in self.minds]
            self.walks = sum(work.result() for work in done)
        return self._merged(seat)

    def _work(self, mind: Mind, boards: Any, seat: int, seats: int, budget: Budget, ends: float) -> int:
        m = self.manner
        walked = 0
        part = 64
        while True:
            if budget.walks:
                part = min(256, budget.walks // len(self.minds) - walked)
                if part <= 0:
                    return walked
            mind.used = self.code.search_tree(
                mind.root, 0, mind.scratch, 0, boards, 0, seat, seats, mind.nodes, mind.values, mind.used, mind.path,
                mind.leaf, mind.dice, 0, mind.out, mind.gains, part, m.horizon, m.astray, m.narrow, m.explore, m.scale,
            )  # fmt: skip
            walked += part
            if budget.seconds and time.perf_counter() >= ends:
                return walked

    def _merged(self, seat: int) -> list[Thought]:
        visits: dict[int, int] = {}
        values: dict[int, float] = {}
        for mind in self.minds:
            child = int(mind.nodes[0][tree.FIRST])
            while child:
                action = int(mind.nodes[child][tree.ACTION])
                visits[action] = visits.get(action, 0) + int(mind.nodes[child][tree.VISITS])
                values[action] = values.get(action, 0.0) + float(mind.values[child][seat])
                child = int(mind.nodes[child][tree.NEXT])
        found = [Thought(action, count, values[action] / max(count, 1)) for action, count in visits.items()]
        return sorted(found, key=lambda thought: (-thought.visits, thought.action))


def best_of(thoughts: Sequence[Thought]) -> int:
    return thoughts[0].action
