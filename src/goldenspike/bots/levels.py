"""Levels of play for the games in turns, named by railway jobs, from the easiest to the strongest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from goldenspike import games
from goldenspike.engine.bot import Bot, Budget, GreedyBot, RandomBot, World, policy_choice
from goldenspike.engine.errors import BadFile
from goldenspike.engine.game import Game
from goldenspike.engine.search import DEEP, FLAT, LEARNED, Searcher, SearchParameters, SearchResult

from .learned_network import network_of, read_network
from .learned_value import read_value, value_of
from .search import parameters_for, read_parameters, search_for
from .value_search import ValueSearch


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
    styles: ClassVar[tuple[str, ...]] = ()  # all searches that it may need, if there are several

    @classmethod
    def searches(cls) -> tuple[str, ...]:
        """The styles of search that must be compiled before it can think."""
        return cls.styles or (cls.style,)

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
        return replace(parameters_for(game, self.style), character=self.leaning(game), **self.own)

    def leaning(self, game: Game) -> str:
        """The character by which the search itself leans, if it has one."""
        return ""

    def time(self, game: Game) -> Budget:
        """How long to search."""
        return self.budget

    def pick(self, world: World, found: SearchResult) -> int:
        """What to do of what was found: the best."""
        return found.actions[0].action

    def specification(self, parameters: Mapping[str, float]) -> str:
        """How to ask for this bot with other parameters."""
        turned = {**self.own, **parameters}
        return "/".join([f"{self.name}@{self.budget}", *(f"{name}={value}" for name, value in turned.items())])

    def searcher(self, game: Game) -> Searcher | None:
        """What looks ahead for it; None while its code is being compiled."""
        return search_for(game, self.style)

    def choose(self, world: World) -> int:
        self.thought = None
        if len(world.legal) == 1:
            return world.legal[0]
        search = self.searcher(world.game)
        self.ready = search is not None
        if search is None:
            return policy_choice(world)
        planned = self.plan.get(search.plan_key(world)) if self.plan else None
        if planned is not None and planned in world.legal:
            return planned
        return self.think(world, search, self.time(world.game))

    def think(self, world: World, search: Searcher, budget: Budget) -> int:
        """Search, and choose of what was found."""
        found = search.search(world, budget, self.parameters(world.game), self.dice)
        self.plan, self.thought = found.plan, found
        return self.pick(world, found) if found.actions else policy_choice(world)


class Engineer(SearchBot):
    """Plays every promising action on many times before it chooses (Monte Carlo, a twentieth of a second)."""

    name = "engineer"
    usual = Budget(seconds=0.05)
    style = FLAT


class Superintendent(SearchBot):
    """Searches a tree of what everybody may do, for less than a second."""

    name = "superintendent"
    usual = Budget(seconds=0.75)
    style = DEEP


class President(SearchBot):
    """Searches a tree as well, and judges what it finds by a value learned from thousands of games."""

    name = "president"
    usual = Budget(seconds=0.75)
    style = LEARNED
    styles = (DEEP, LEARNED)

    def choose(self, world: World) -> int:
        if self.has_learned(world.game, world.setting.seats):
            return super().choose(world)
        # Nothing was learned about so many players that would win: there it plays as a superintendent does.
        own = {name: value for name, value in self.own.items() if name != "points"}
        other = self.as_superintendent()(budget=self.budget, own=own)
        other.dice, other.plan = self.dice, self.plan
        choice = other.choose(world)
        self.ready, self.plan, self.thought = other.ready, other.plan, other.thought
        return choice

    def as_superintendent(self) -> type[Superintendent]:
        """Who plays where nothing was learned."""
        return Superintendent

    def has_learned(self, game: Game, seats: int) -> bool:
        """Was something learned about games of so many players?"""
        network = network_of(game)
        if network is not None:
            return seats in network.seats
        value = value_of(game)
        return value is not None and seats in value.by_seats


class FilePresident(President):
    """A president that judges by a learned value of a file: ``file:value.json``, ``file:value.json@400``."""

    def __init__(self, spec: str, seed: int = 0, game: str | None = None) -> None:
        from .from_outside import FILE

        path, at, budget = spec.removeprefix(FILE).partition("@")
        count, *parameters = budget.split("/")
        super().__init__(seed, Budget.read(count) if at else None, read_parameters(parameters))
        self.path, self.plays, self.spec = path, game, spec
        if game is not None:
            filed_search(path, games.game(game))  # a file that cannot be read is told at once

    def specification(self, parameters: Mapping[str, float]) -> str:
        own = "/".join([str(self.budget), *(f"{name}={value}" for name, value in {**self.own, **parameters}.items())])
        return f"file:{self.path}@{own}"

    def has_learned(self, game: Game, seats: int) -> bool:
        return True

    def searcher(self, game: Game) -> Searcher | None:
        return filed_search(self.path, game) if search_for(game, self.style) is not None else None


@cache
def filed_search(path: str, game: Game) -> Searcher:
    """A search with the value of a file, read once."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    learner = game.learner()
    if learner is not None:
        return learner.searcher(read_network(text, game).network)
    return ValueSearch(game, read_value(text, game))


LADDER: dict[str, type[Bot]] = {kind.name: kind for kind in (Brakeman, Fireman, Engineer, Superintendent)}


def ladder_of(game: Game) -> dict[str, type[Bot]]:
    """The levels of a game without bots of its own; the president plays where something was learned."""
    learned = (bool(game.features) or game.learner() is not None) and game.learned() is not None
    return {**LADDER, President.name: President} if learned else LADDER
