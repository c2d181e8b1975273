"""What a bot is: one interface for all games.

A bot is handed a *world*: the position as its seat could imagine it. Everything hidden from the
seat has been dealt anew, with chance of the bot's own, so there is nothing in it to peek at.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from .errors import BadOption
from .game import Game, Setting, shown
from .match import Match
from .random_numbers import seed_chance

MOST_ITERATIONS = 10_000_000
MOST_SECONDS = 600.0


@dataclass(frozen=True)
class World:
    """A position that the seat cannot tell from the real one, and what it may do there."""

    game: Game
    setting: Setting
    s: Any
    seat: int
    legal: Sequence[int]


class StateBytes:
    """A position in bytes, as compiled code takes it: enough for bots that search there."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    def to_bytes(self) -> bytes:
        return self.raw


@dataclass(frozen=True)
class Budget:
    """How long to think about one decision: a number of iterations, which is reproducible, or seconds."""

    iterations: int = 0
    seconds: float = 0.0

    @classmethod
    def read(cls, word: str) -> Self:
        """From a word such as 400 (iterations), 100ms or 0.5s."""
        text = word.strip().lower()
        try:
            if text.endswith("ms"):
                budget = cls(seconds=float(text[:-2]) / 1000)
            elif text.endswith("s"):
                budget = cls(seconds=float(text[:-1]))
            else:
                budget = cls(iterations=int(text))
        except ValueError:
            budget = cls()
        if not (0 < budget.iterations <= MOST_ITERATIONS or 0.001 <= budget.seconds <= MOST_SECONDS):
            raise BadOption(
                f"a bot thinks for a number of iterations (such as 400) or a time (100ms, 1s); not {shown(word)}"
            )
        return budget

    def __str__(self) -> str:
        return f"{self.iterations}" if self.iterations else f"{self.seconds * 1000:g}ms"


class Bot(ABC):
    """Chooses one of the legal actions; all its randomness comes from ``dice``."""

    name: str  # of its class, in lower case, unless it has another
    plays: str | None = None  # the one game it plays, or None if it plays them all
    takes_bytes: bool = False  # is a position in bytes enough for it (StateBytes)?

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        if not hasattr(cls, "name"):
            cls.name = cls.__name__.lower()

    def __init__(self, seed: int = 0) -> None:
        self.dice = random.Random(f"{self.name} {seed}")

    @property
    def about(self) -> str:
        """What it is, in a sentence."""
        return (self.__doc__ or "").strip().partition("\n")[0]

    @classmethod
    def refuses(cls, setting: Setting) -> str:
        """Why it cannot play with this board, these options or so many players; nothing if it can."""
        return ""

    @classmethod
    def searches(cls) -> tuple[str, ...]:
        """The styles of search that must be compiled before it can play as it is meant to."""
        return ()

    @abstractmethod
    def choose(self, world: World) -> int:
        """The number of a legal action."""

    def act(self, match: Match, seat: int) -> str:
        """Look at the match as the seat may, choose, and play."""
        return match.act(seat, self.choose(imagine(match, seat, self.dice)))


def imagine(match: Match, seat: int, dice: random.Random) -> World:
    """The match with everything hidden from the seat dealt anew."""
    s = match.s.copy()
    seed_chance(s, dice.getrandbits(32), dice.getrandbits(32))
    match.game.plain().redeal(s, match.setting.b, seat)
    return World(match.game, match.setting, s, seat, match.numbers(seat))


class RandomBot(Bot):
    """Any legal action, each as likely as the other."""

    name = "random"

    def choose(self, world: World) -> int:
        return self.dice.choice(list(world.legal))


class GreedyBot(Bot):
    """A sensible beginner: the game's own policy."""

    name = "greedy"

    def choose(self, world: World) -> int:
        return policy_choice(world)


def policy_choice(world: World) -> int:
    """What a sensible beginner would do."""
    return int(world.game.plain().policy(world.s, world.setting.b, world.seat, [0] * world.game.most_legal))
