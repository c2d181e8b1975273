"""Bots: one interface for all games.

A bot is handed a *world*: the position as its seat could imagine it. Everything hidden from the
seat has been dealt anew, with chance of the bot's own, so there is nothing in it to peek at.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from goldenspike.engine.chance import seed_chance
from goldenspike.engine.game import Game, Setting, shown
from goldenspike.engine.match import Match
from goldenspike.engine.refusal import BadOption


@dataclass(frozen=True)
class World:
    """A position that the seat cannot tell from the real one, and what it may do there."""

    game: Game
    setting: Setting
    s: Any
    seat: int
    legal: Sequence[int]


class Bot(ABC):
    """Chooses one of the legal actions; all its randomness comes from ``dice``."""

    name: str
    plays: str | None = None  # the one game it plays, or None if it plays them all

    def __init__(self, seed: int = 0) -> None:
        self.dice = random.Random(f"{self.name} {seed}")

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
        out = [0] * world.game.most_legal
        return int(world.game.plain().policy(world.s, world.setting.b, world.seat, out))


BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in (RandomBot, GreedyBot)}


def bots_for(game: str | None = None) -> dict[str, type[Bot]]:
    """The bots that play a game by their names; without a game, all there are."""
    from .rail_pass import PARTNERS

    known: dict[str, type[Bot]] = {**BOTS, **PARTNERS}
    return {name: kind for name, kind in known.items() if kind.plays is None or game in (None, kind.plays)}


def bot(name: str, seed: int = 0, game: str | None = None) -> Bot:
    """A bot by name, for any game or for this one."""
    known = bots_for(game)
    if name not in known:
        raise BadOption(f"there is no bot {shown(name)}; there are {', '.join(known)}")
    return known[name](seed)
