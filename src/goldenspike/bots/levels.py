"""Levels of play for the games in turns, named by railway jobs, from the easiest to the strongest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from goldenspike.engine.bot import Bot, Budget, GreedyBot, RandomBot, World, policy_choice
from goldenspike.engine.game import Game
from goldenspike.engine.search import DEEP, FLAT, SearchParameters, SearchResult

from .search import parameters_for, search_for


class Brakeman(RandomBot):
    """Learning the ropes: one decision in two as a sensible beginner would, the others at random."""

    name = "brakeman"

    def choose(self, world: World) -> int:
        if self.dice.random() < 0.5:
            return super().choose(world)
        return policy_choice(world)


class Fireman(GreedyBot):
    """A sensible beginner: takes what looks best now."""

    name = "fireman"


class SearchBot(Bot):
    """Thinks ahead in compiled code; until that is ready it plays as a sensible beginner."""

    name = "search"
    takes_bytes = True
    usual: ClassVar[Budget] = Budget(seconds=0.05)
    style: ClassVar[str] = DEEP

    def __init__(self, seed: int = 0, budget: Budget | None = None, own: Mapping[str, float] | None = None) -> None:
        super().__init__(seed)
        self.budget = budget or self.usual
        self.own: dict[str, Any] = dict(own or {})  # parameters other than the usual ones
        self.ready = True  # did it think about its last decision?
        self.plan: Mapping[int, int] = {}  # the rest of a turn that was thought through as a whole
        self.thought: SearchResult | None = None  # what it saw when it last looked ahead; None if it did not

    @property
    def about(self) -> str:
        return super().about if self.ready else f"{super().about} (still compiling: it plays as a sensible beginner)"

    def parameters(self, game: Game) -> SearchParameters:
        """How it searches: the usual parameters of the game, and its own."""
        return replace(parameters_for(game, self.style), **self.own)

    def specification(self, parameters: Mapping[str, float]) -> str:
        """How to ask for this bot with other parameters."""
        turned = {**self.own, **parameters}
        return "/".join([f"{self.name}@{self.budget}", *(f"{name}={value}" for name, value in turned.items())])

    def choose(self, world: World) -> int:
        self.thought = None
        if len(world.legal) == 1:
            return world.legal[0]
        search = search_for(world.game)
        self.ready = search is not None
        if search is None:
            return policy_choice(world)
        planned = self.plan.get(search.plan_key(world)) if self.plan else None
        if planned is not None and planned in world.legal:
            return planned
        found = search.search(world, self.budget, self.parameters(world.game), self.dice)
        self.plan, self.thought = found.plan, found
        return found.actions[0].action if found.actions else policy_choice(world)


class Engineer(SearchBot):
    """Plays every promising action on many times before it chooses (Monte Carlo, a twentieth of a second)."""

    name = "engineer"
    usual = Budget(seconds=0.05)
    style = FLAT


class Superintendent(SearchBot):
    """The strongest: searches a tree of what everybody may do, for less than a second."""

    name = "superintendent"
    usual = Budget(seconds=0.75)
    style = DEEP


LADDER: dict[str, type[Bot]] = {kind.name: kind for kind in (Brakeman, Fireman, Engineer, Superintendent)}
