"""What a search is: its parameters, what it finds, and what anything that looks ahead in a game must offer."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from .bot import Budget, World

FLAT = "flat"  # every candidate played on, nothing remembered between its moves
DEEP = "deep"  # a tree
LEARNED = "learned"  # a tree, and a value that was learned from games
TASTE = "taste"  # no search: what actions lead to, for bots with a character
TO_THE_END = 1 << 20
HAND_OVER_S = 0.004  # time reserved for returning the answer


@dataclass(frozen=True)
class SearchParameters:
    """How to search."""

    depth: int = 256  # decisions in the tree; 1 is flat Monte Carlo
    horizon: int = 12  # decisions played on behind the tree
    random_one_in: int = 10  # one of so many of them at random
    narrow: int = 4  # candidates a new node looks at
    explore: float = 0.35
    scale: float = 20.0  # points ahead that are worth half of the way to certainty
    foresee: bool = True  # judge by what a position promises; else by the points as they stand
    points: float = 0.25  # with a learned value: how much points count besides winning
    paired: bool = True  # with a learned value: every action is tried in the same worlds
    character: str = ""  # what a game's own search likes besides the best (bots.characters)
    alone: bool = False  # others follow the game's policy: nobody can do much against anybody


@dataclass(frozen=True)
class ActionValue:
    """One action as the search saw it."""

    action: int
    visits: int
    value: float  # about the chance to win, from 0 to 1
    line: tuple[int, ...] = ()  # what most likely follows, as numbers, this action first
    seats: tuple[int, ...] = ()  # who acts in that line


@dataclass(frozen=True)
class SearchResult:
    """What a search found: its candidates, the best first, and how much work that was."""

    actions: list[ActionValue]
    iterations: int
    nodes: int
    seconds: float
    plan: Mapping[int, int] = field(default_factory=dict)  # what to do next, by the mark of the position


class Searcher(Protocol):
    """What looks ahead in one game: several threads may use it at once."""

    def search(
        self, world: World, budget: Budget, parameters: SearchParameters, dice: random.Random, *, threads: int = 1,
        line: int = 1,
    ) -> SearchResult: ...  # fmt: skip

    def plan_key(self, world: World) -> int: ...
