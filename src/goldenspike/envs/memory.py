"""The memory that compiled code works on, and who plays which seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import goldenspike as gs
from goldenspike.engine.compiled import CompiledRules, added
from goldenspike.engine.env_fields import Part, action_count, parts
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, Setting, halves, read_seed, shown
from goldenspike.engine.random_numbers import seed_chance
from goldenspike.engine.rule_set import Kernels
from goldenspike.engine.state_record import Record, i8

from . import kernels

SEAT_PLAYERS = {"you": kernels.CALLER, "random": kernels.RANDOM, "greedy": kernels.POLICY}
REWARDS = {"score": kernels.AT_END, "gain": kernels.GAINS, "win": kernels.WINS}
KERNELS = Kernels(
    (kernels,),
    entry_points=("many", "pick"),
    short_calls=("turn", "look", "go", "deal", "ask", "awaited", "tell", "imagine", "look_on"),
    checked=False,
)


# The arrays of a memory that say where its games stand and what was last told of them.
HELD = (
    "states", "players", "lists", "counts", "who", "ended", "chosen", "tally", "steps", "seen", "masks", "rewards",
    "marked", "dice", "lots",
)  # fmt: skip


class Dice(Record):
    """Chance that belongs to no game: for bots, for lots, for the seeds of new games."""

    # Were chance the first field, as in every state, Numba would take a state for dice with more to it, and warn.
    spare: int = i8()
    chance: list[int] = i8(4)


def first_game(*, simultaneous: bool = False) -> str:
    """The first game of the registry, or the first in which everybody decides at the same time."""
    return next(name for name in gs.games.names() if not simultaneous or gs.game(name).simultaneous)


def make_setting(
    name: str | Game, seats: int = 3, board: Any = None, options: Mapping[str, object] | None = None
) -> Setting:
    """A game with its seats, board and options, as research usually wants it."""
    game = gs.game(name) if isinstance(name, str) else name
    given = dict(options or {})
    usual = {} if "preset" in given else game.env_options
    return game.setting(game.read_options({**usual, **given}), game.board(board), game.read_seats(seats))


def number_type(named: Sequence[Part]) -> np.dtype[Any]:
    """The smallest type of number that holds every part of an observation."""
    low, high = min(part.low for part in named), max(part.high for part in named)
    small = np.iinfo(np.int16)
    return np.dtype(np.int16) if small.min <= low and high <= small.max else np.dtype(np.int32)


def calls(setting: Setting, sight: np.dtype[Any]) -> CompiledRules:
    """The compiled functions of the environments for this game."""
    kinds = {
        "NUMBER": np.dtype(np.int64),
        "SMALL": np.dtype(np.int32),
        "BYTE": np.dtype(np.int8),
        "REAL": np.dtype(np.float64),
        "SIGHT": sight,
        "SIGHT_BYTES": sight.itemsize,
        "STATE": setting.game.state.dtype(),
        "BOARD": type(setting.b).dtype(),
        "DIE": Dice.dtype(),
    }
    return added(setting.game.rule_set, KERNELS, kinds)


def dice(seed: int, count: int, kind: int) -> np.ndarray[Any, np.dtype[np.void]]:
    """Generators that follow from a seed alone, one for each game of a batch."""
    low, high = halves(seed)
    made = []
    for number in range(count):
        one = Dice()
        seed_chance(one, low ^ (number + 1) * 0x9E3779B1 & 0xFFFFFFFF, high ^ (kind + 1) * 0x85EBCA77 & 0xFFFFFFFF)
        made.append(one)
    return Dice.array(made)


def read_players(players: str | Sequence[str], seats: int) -> list[int]:
    """Who plays each seat: you, random or greedy; one word stands for all seats."""
    words = [players] * seats if isinstance(players, str) else list(players)
    if len(words) != seats:
        raise BadOption(f"there are {seats} seats; {len(words)} players were named")
    for word in words:
        if word not in SEAT_PLAYERS:
            raise BadOption(f"a seat is played by {', '.join(SEAT_PLAYERS)}; not {shown(word)}")
    return [SEAT_PLAYERS[word] for word in words]


def read_reward(reward: str) -> int:
    if reward not in REWARDS:
        raise BadOption(f"a reward is {', '.join(REWARDS)}; not {shown(reward)}")
    return REWARDS[reward]


class EnvMemory:
    """Arrays for so many games at once, and the row of addresses by which compiled code finds them."""

    def __init__(
        self,
        setting: Setting,
        count: int,
        players: Sequence[int],
        *,
        threads: int = 1,
        small_lists: bool = False,
        seen: Any = None,
        masks: Any = None,
        rewards: Any = None,
    ) -> None:
        self.setting, self.count, self.seats = setting, count, setting.seats
        self.threads, self.small_lists = threads, small_lists
        self.parts = parts(setting)
        self.width = sum(part.count for part in self.parts)
        self.actions = action_count(setting)
        self.sight = number_type(self.parts)
        self.calls = calls(setting, self.sight)
        room = setting.game.most_legal
        if small_lists:
            room += 16  # rows of a power of two would all want the same few places of the processor's cache
        self.states = setting.game.state.array(count)
        self.boards = type(setting.b).array([setting.b])
        self.players = np.zeros(8, np.int64)
        self.players[: len(players)] = players
        self.lists = np.zeros((count, room), np.int32 if small_lists else np.int64)
        self.counts = np.zeros(count, np.int64)
        self.who = np.full(count, -1, np.int64)
        self.ended = np.zeros(count, np.int8)
        self.chosen = np.zeros(count, np.int64)
        self.work = np.zeros((threads, room), np.int64)
        self.spare = setting.game.state.array(threads)
        self.tally = np.zeros((count, self.seats))
        self.steps = np.zeros(count, np.int64)
        self.seen = _owned(seen, "observations", (count, self.width), self.sight)
        self.masks = _owned(masks, "masks", (count, self.actions), np.dtype(np.int8))
        self.rewards = _owned(rewards, "rewards", (count, self.seats), np.dtype(np.float64))
        self.masks[...] = 0
        self.marked = np.zeros(1 + room, np.int64)
        self.row = np.zeros(kernels.SLOTS, np.int64)
        self.dice, self.lots = Dice.array(count), Dice.array(count)
        self.reseed(0)
        for slot, number in (
            (kernels.COUNT, count),
            (kernels.SEATS, self.seats),
            (kernels.WIDTH, room),
            (kernels.ACTIONS, self.actions),
            (kernels.SEEN_WIDTH, self.width),
        ):
            self.row[slot] = number
        for slot, array in (
            (kernels.STATES, self.states),
            (kernels.BOARDS, self.boards),
            (kernels.PLAYERS, self.players),
            (kernels.LISTS, self.lists),
            (kernels.COUNTS, self.counts),
            (kernels.WHO, self.who),
            (kernels.MASKS, self.masks),
            (kernels.SEEN, self.seen),
            (kernels.REWARDS, self.rewards),
            (kernels.ENDED, self.ended),
            (kernels.CHOSEN, self.chosen),
            (kernels.WORK, self.work),
            (kernels.SPARE, self.spare),
            (kernels.TALLY, self.tally),
            (kernels.STEPS, self.steps),
            (kernels.MARKED, self.marked),
            (kernels.DICE, self.dice),
            (kernels.LOTS, self.lots),
        ):
            self.row[slot] = array.ctypes.data
        self.here = int(self.row.ctypes.data)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as what it holds: addresses are the copy's own."""
        held = {name: getattr(self, name) for name in HELD}
        return memory_again, (self.setting, self.count, self.threads, self.small_lists, held)

    def hold(self, held: Mapping[str, np.ndarray[Any, Any]]) -> None:
        """Take over what another memory held."""
        for name, array in held.items():
            getattr(self, name)[...] = array

    def reseed(self, seed: int | Sequence[int]) -> None:
        """Chance of bots, lots and new games from a seed, or from a seed for each game."""
        if isinstance(seed, int):
            self.dice[...] = dice(read_seed(seed), self.count, 0)
            self.lots[...] = dice(seed, self.count, 1)
            return
        if len(seed) != self.count:
            raise BadOption(f"there are {self.count} games; {len(seed)} seeds were given")
        for number, one in enumerate(seed):
            self.dice[number] = dice(read_seed(one), 1, 0)[0]
            self.lots[number] = dice(one, 1, 1)[0]


def memory_again(
    setting: Setting, count: int, threads: int, small_lists: bool, held: Mapping[str, np.ndarray[Any, Any]]
) -> EnvMemory:
    """A memory that was copied or pickled."""
    made = EnvMemory(setting, count, (), threads=threads, small_lists=small_lists)
    made.hold(held)
    return made


def _owned(given: Any, what: str, shape: tuple[int, ...], kind: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array of the caller's own, if it is fit to be written to; else a new one."""
    if given is None:
        return np.zeros(shape, kind)
    if not isinstance(given, np.ndarray) or given.shape != shape or given.dtype != kind:
        raise BadOption(f"{what} are written into an array of shape {shape} and type {kind.name}")
    if not given.flags.c_contiguous or not given.flags.writeable:
        raise BadOption(f"{what} are written into an array that is contiguous and can be written to")
    return given
