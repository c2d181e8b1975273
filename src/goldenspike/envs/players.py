"""Who plays the seats of an environment: you, bots in compiled code, bots by name, policies, or pools of them.

A policy is a function of observations and masks, a row for each game: ``policy(observations, masks) -> actions``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from goldenspike.bots import Bot, World, bot
from goldenspike.bots.levels import SearchBot
from goldenspike.bots.policy_bot import PolicyBot
from goldenspike.bots.search import search_for
from goldenspike.engine.bot import StateBytes
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, shown
from goldenspike.engine.policy_file import PolicyFile

from . import kernels

if TYPE_CHECKING:
    from .memory import EnvMemory

COMPILED = {"you": kernels.CALLER, "random": kernels.RANDOM, "greedy": kernels.POLICY}
Array = np.ndarray[Any, Any]
Policy = Callable[[Array, Array], Any]
Player = Any  # a word, a policy, a bot or a pool


class Pool:
    """Several players, one of whom is drawn for each seat of each new game; weights make some of them likelier."""

    def __init__(self, *members: Player, weights: Sequence[float] | None = None) -> None:
        if not members or any(isinstance(member, Pool) or member == "you" for member in members):
            raise BadOption("a pool has one or more members: bots or policies, no pool and not you")
        if weights is not None and (len(weights) != len(members) or min(weights) < 0 or sum(weights) <= 0):
            raise BadOption(f"a pool of {len(members)} members takes as many weights, none of them below zero")
        self.members = members
        self.weights = None if weights is None else np.array(weights, float) / sum(weights)


@dataclass
class SeatPlayers:
    """A seat and the numbers of the players who may sit there."""

    players: list[int]
    weights: Array | None = None


class Seating:
    """Who sits where: seats by kinds of players that compiled code knows, and the players outside of it."""

    def __init__(self, players: Player | Sequence[Player], seats: int, game: Game, inside: bool = True) -> None:
        listed = list(players) if isinstance(players, list | tuple) else [players] * seats
        if len(listed) != seats:
            raise BadOption(f"there are {seats} seats; {len(listed)} players were named")
        self.outside: list[OutsidePlayer] = []
        self.inside = inside  # do compiled bots decide within the call that asks the caller?
        self.by_seat = [self._seat_players(player, seat, game) for seat, player in enumerate(listed)]
        self.drawn = any(len(one.players) > 1 for one in self.by_seat)

    def _seat_players(self, player: Player, seat: int, game: Game) -> SeatPlayers:
        if isinstance(player, Pool):
            return SeatPlayers([self._kind(member, seat, game) for member in player.members], player.weights)
        return SeatPlayers([self._kind(player, seat, game)])

    def _kind(self, player: Player, seat: int, game: Game) -> int:
        known = COMPILED.get(player) if isinstance(player, str) else None
        if known is not None and (self.inside or known == kernels.CALLER):
            return known
        self.outside.append(outside_player(player, seat, game) if known is None else CompiledPlayer(player))
        return kernels.OUTSIDE + len(self.outside) - 1

    @property
    def has_caller(self) -> bool:
        return any(kernels.CALLER in one.players for one in self.by_seat)

    def draw(self, seed: Sequence[int]) -> list[int]:
        """Who plays the next game, by seat: it follows from the seed alone."""
        if not self.drawn:
            return [one.players[0] for one in self.by_seat]
        dice = np.random.default_rng(list(seed))
        return [one.players[int(dice.choice(len(one.players), p=one.weights))] for one in self.by_seat]


def outside_player(player: Player, seat: int, game: Game) -> OutsidePlayer:
    found = player
    if isinstance(player, str):
        found = bot(player, seat, game.name)
    elif isinstance(player, type) and issubclass(player, Bot):
        found = player(seat)
    if isinstance(found, PolicyBot):
        return FilePlayer(found.policy)
    if isinstance(found, Bot):
        for style in found.searches() if isinstance(found, SearchBot) else ():
            if search_for(game, style, wait=True) is None:
                raise BadOption(f"{found.name} does not play {game.name}: nobody looks ahead there")
        return BotPlayer(found)
    if callable(player):
        return PolicyPlayer(player)
    known = ", ".join(COMPILED)
    raise BadOption(f"a seat is played by {known}, a bot by its name, a bot, a policy or a pool; not {shown(player)}")


class OutsidePlayer:
    """Somebody who decides outside of compiled code, in some games at once."""

    name: str
    looks = True  # needs observations and masks

    def actions(self, memory: EnvMemory, games: Array) -> Array:
        """The actions of the seats that decide in these games, by their numbers in the environment."""
        raise NotImplementedError

    def checked(self, memory: EnvMemory, games: Array) -> Array:
        """Its actions, all of them legal."""
        chosen = np.asarray(self.actions(memory, games))
        if chosen.shape != games.shape or not np.issubdtype(chosen.dtype, np.integer):
            raise BadOption(f"{self.name} must choose {len(games)} whole numbers; not {chosen.dtype} {chosen.shape}")
        for game, action in zip(games, chosen, strict=True):
            if action not in memory.lists[game, : memory.counts[game]]:
                raise BadOption(f"{self.name} chose {action}, which is no legal action of seat {memory.who[game]}")
        return chosen.astype(np.int64)


class CompiledPlayer(OutsidePlayer):
    """A bot in compiled code, asked for one decision at a time: the same as it makes within a call."""

    looks = False

    def __init__(self, name: str) -> None:
        self.name, self.kind = f"the bot {name}", COMPILED[name]

    def actions(self, memory: EnvMemory, games: Array) -> Array:
        assert memory.count == 1
        own = memory.calls.decide(memory.here, memory.states.ctypes.data, int(memory.who[0]), self.kind)
        return np.array([memory.numbers.number[own]], np.int64)


class PolicyPlayer(OutsidePlayer):
    """A function of observations and masks."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.name = f"the policy {getattr(policy, '__name__', type(policy).__name__)}"

    def actions(self, memory: EnvMemory, games: Array) -> Array:
        return np.asarray(self.policy(memory.seen[games], memory.masks[games]))


class FilePlayer(OutsidePlayer):
    """A policy from a file, which may number actions in another way."""

    def __init__(self, policy: PolicyFile) -> None:
        self.policy, self.name = policy, f"the policy {policy.path.name}"

    def actions(self, memory: EnvMemory, games: Array) -> Array:
        own, here = self.policy.numbers(memory.setting).rules, memory.numbers.number
        numbers = here[own]  # by the policy's numbers: those of the environment, -1 where it has none
        masks = memory.masks[games][:, numbers] * (numbers >= 0)
        chosen: Array = numbers[self.policy.best(memory.seen[games], masks)]
        return chosen


class BotPlayer(OutsidePlayer):
    """A bot: it is handed a world dealt anew from what its seat knows."""

    looks = False

    def __init__(self, player: Bot) -> None:
        self.bot, self.name = player, f"the bot {player.name}"

    def actions(self, memory: EnvMemory, games: Array) -> Array:
        return np.array([self._action(memory, int(game)) for game in games], np.int64)

    def _action(self, memory: EnvMemory, game: int) -> int:
        board, seat = int(memory.board_of[game]), int(memory.who[game])
        setting, dice = memory.settings[board], self.bot.dice
        listed = memory.lists[game, : memory.counts[game]].astype(np.int64)
        legal = memory.numbers.rules[listed].tolist()
        memory.spare[:1] = memory.position(game)
        halves = dice.getrandbits(32), dice.getrandbits(32)
        memory.calls.imagine(memory.here, memory.spare.ctypes.data, seat, *halves, board)
        raw = memory.spare[0].tobytes()
        s = StateBytes(raw) if self.bot.takes_bytes else setting.game.state.from_bytes(raw)
        action = self.bot.choose(World(setting.game, setting, s, seat, legal))
        return int(memory.numbers.number[action])
