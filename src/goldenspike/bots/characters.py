"""Characters: bots of one level that like different things, such as ``superintendent:blocker``.

A bot with a character chooses among what its level finds nearly as good as the best, and takes what it likes most. So
it plays about as well as its level does, and is somebody else to play with. Where a game searches in its own way, the
search leans by itself (``SearchParameters.character``).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from goldenspike import games
from goldenspike.engine.bot import Bot, Budget, World, policy_choice
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, shown
from goldenspike.engine.search import DEEP, TASTE, ActionValue, SearchResult

from .levels import LADDER, Brakeman, President, SearchBot, Superintendent, ladder_of
from .lookup import CHARACTERS, thinking
from .search import search_for
from .taste import Leaning, Taste

BUILDER, BLOCKER, GAMBLER = "builder", "blocker", "gambler"
ABOUT = {
    BUILDER: "Builds for its own cities and goals, whatever others do.",
    BLOCKER: "Would rather spoil what others are building than be a little faster itself.",
    GAMBLER: "Would rather have much to hope for than a little in hand.",
}

LEVELS = (*LADDER, President.name)

NEARLY = 0.015  # of the chance to win: what costs no more than this is nearly as good
TRIED = 4  # times as often the best was tried, at most
MOST = 5  # actions that are looked at
NEARLY_POINTS = 12  # in the units of ``candidates``: a point
SURE = 1 << 29  # promises beyond this are no numbers of points
LOOK_S = 0.008  # reserved for looking at what an action leads to
LEAST_S = 0.04  # with less time nothing is reserved


def liked(character: str, one: Leaning) -> float:
    """How much a character likes what an action leads to."""
    if character == BUILDER:
        return one.own
    if character == BLOCKER:
        return one.own / 2 - one.rival
    return one.own - one.now  # what it may hope for


def most_liked(character: str, world: World, actions: Sequence[int], dice: random.Random) -> int:
    """Of some actions, the one that the character likes most; until that can be judged, the first."""
    taste = search_for(world.game, TASTE)
    if len(actions) < 2 or not isinstance(taste, Taste):
        return actions[0]
    found = taste.look(world, actions, dice)
    return max(zip(found, actions, strict=True), key=lambda one: liked(character, one[0]))[1]


class SearchesWithCharacter(SearchBot):
    """A bot that searches, and chooses among the best by its character."""

    character: ClassVar[str] = ""

    @classmethod
    def searches(cls) -> tuple[str, ...]:
        return (*dict.fromkeys((*super().searches(), DEEP, TASTE)),)

    @property
    def about(self) -> str:
        return f"{super().about} {ABOUT[self.character]}"

    def leaning(self, game: Game) -> str:
        return self.character if game.searcher() is not None else ""

    def time(self, game: Game) -> Budget:
        budget = super().time(game)
        if self.leaning(game) or budget.seconds < LEAST_S:
            return budget
        return Budget(budget.iterations, budget.seconds - LOOK_S)

    def pick(self, world: World, found: SearchResult) -> int:
        if self.leaning(world.game):
            return super().pick(world, found)
        return most_liked(self.character, world, nearly_best(found.actions), self.dice)

    def as_superintendent(self) -> type[Superintendent]:
        kind = with_character(Superintendent, self.character)
        assert issubclass(kind, Superintendent)
        return kind


def nearly_best(actions: Sequence[ActionValue]) -> list[int]:
    """The best action, and those that a search found nearly as good and tried nearly as often."""
    best = actions[0]
    return [
        one.action
        for one in actions[:MOST]
        if one.value >= best.value - NEARLY and one.visits * TRIED >= best.visits
    ]  # fmt: skip


class PlaysWithCharacter(Bot):
    """A bot that does not search: it does what the policy would, or what promises nearly as much and it likes more."""

    character: ClassVar[str] = ""
    careless: ClassVar[float] = 0.0  # the share of decisions made at random

    @classmethod
    def searches(cls) -> tuple[str, ...]:
        return (DEEP, TASTE)

    def choose(self, world: World) -> int:
        if len(world.legal) == 1:
            return world.legal[0]
        if self.dice.random() < self.careless:
            return self.dice.choice(list(world.legal))
        return most_liked(self.character, world, nearly_promised(world), self.dice)


def nearly_promised(world: World) -> list[int]:
    """What the policy would do, and the actions that promise nearly as much."""
    best = policy_choice(world)
    rules, b = world.game.plain(), world.setting.b
    if not world.game.searched:
        return [best]
    out, gains = [0] * world.game.most_legal, [0] * world.game.most_legal
    count = rules.candidates(world.s.copy(), b, world.seat, out, gains)
    promised = dict(zip(out[:count], gains[:count], strict=True))
    most = promised.get(best, SURE)
    if abs(most) >= SURE:
        return [best]
    others = [action for action, gain in promised.items() if action != best and abs(gain - most) <= NEARLY_POINTS]
    return [best, *sorted(others, key=lambda action: (-promised[action], action))[: MOST - 1]]


@cache
def with_character(kind: type[Bot], character: str) -> type[Bot]:
    """A level with a character, as a kind of bot of its own."""
    about = {"name": f"{kind.name}:{character}", "character": character, "__module__": __name__}
    if issubclass(kind, SearchBot):
        return type(
            f"{kind.__name__}With{character.title()}", (SearchesWithCharacter, kind), {**about, "__doc__": kind.__doc__}
        )
    words = f"{(kind.__doc__ or '').strip().partition(chr(10))[0]} {ABOUT[character]}"
    careless = 0.5 if issubclass(kind, Brakeman) else 0.0
    return type(
        f"{kind.__name__}With{character.title()}", (PlaysWithCharacter,),
        {**about, "careless": careless, "__doc__": words},
    )  # fmt: skip


def characters_for(game: Game) -> Mapping[str, type[Bot]]:
    """All bots with a character that play a game, by name; none where a game has bots of its own."""
    if game.bots() is not None or not game.searched:
        return {}
    return {
        f"{level}:{character}": with_character(kind, character)
        for level, kind in ladder_of(game).items()
        for character in CHARACTERS
    }


def character_called(name: str, seed: int, game: str | None) -> Bot:
    """The bot of such a name: superintendent:blocker, superintendent:blocker@400."""
    plain, at, budget = name.lower().partition("@")
    level, _, character = plain.partition(":")
    known: Mapping[str, type[Bot]]
    if game is None:
        known = {**LADDER, President.name: President}
    else:
        chosen = games.game(game)
        known = ladder_of(chosen) if characters_for(chosen) else {}
    if level not in known:
        raise BadOption(f"there is no bot {shown(plain)}; characters are known of {', '.join(known) or 'nobody'}")
    return thinking(with_character(known[level], character), level, seed, budget if at else None)
