"""The memory that compiled code works on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

import goldenspike as gs
from goldenspike.engine.action_numbers import joint_numbers
from goldenspike.engine.compiled import CACHE_LINE, CompiledRules, added
from goldenspike.engine.env_fields import Part, parts
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, Setting, halves, read_seed
from goldenspike.engine.random_numbers import seed_chance
from goldenspike.engine.rule_set import Kernels
from goldenspike.engine.state_record import Record, i8

from . import batch_kernels, copied_kernels, covered_kernels, kernels, packed_kernels, unpacked_kernels

ENTRY_POINTS = ("many", "pick", "relist")
SHORT_CALLS = ("turn", "look", "go", "deal", "ask", "awaited", "tell", "imagine", "decide")
# A call hands every array over in seven numbers: what is called for every game of a batch costs less without one.
INLINE = ("fetch_next", "uncover", "forward", "show", "cover")


def with_modules(*modules: ModuleType, hides: bool = True) -> Kernels:
    """The compiled functions of the environments; some of them only for games that say what is hidden."""
    return Kernels(
        (kernels, *modules, batch_kernels),
        entry_points=(*ENTRY_POINTS, *(["unpack"] if hides else [])),
        short_calls=(*SHORT_CALLS, *(["look_on", "pack"] if hides else [])),
        inline=INLINE,
        checked=False,
    )


NO_HIDE = with_modules(unpacked_kernels, hides=False)  # of games that do not say what is hidden
UNPACKED = with_modules(packed_kernels, unpacked_kernels)
COPIED = with_modules(packed_kernels, copied_kernels)
IN_PLACE = with_modules(packed_kernels, covered_kernels)  # of games that say in which fields something is hidden
LISTED = 256  # legal actions for which a batch has room at first


# The arrays of a memory that say where its games stand and what was last reported of them.
HELD = (
    "states", "players", "next_players", "board_of", "lists", "counts", "who", "ended", "dealt", "chosen", "tally",
    "now", "won", "was", "steps", "seen", "masks", "packed", "aside", "rewards", "marked", "dice", "lots",
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


def list_type(actions: int) -> np.dtype[Any]:
    """The smallest type of number that holds every action."""
    return np.dtype(np.int16 if actions <= np.iinfo(np.int16).max else np.int32)


def whole_blocks(room: int) -> int:
    """At least so much room, in whole blocks of a list."""
    return -(-room // kernels.BLOCK) * kernels.BLOCK


def calls(setting: Setting, sight: np.dtype[Any], listed: np.dtype[Any], packed: bool) -> CompiledRules:
    """The compiled functions of the environments for this game."""
    lines = hidden_lines(setting.game)
    kinds = {
        "NUMBER": np.dtype(np.int64),
        "LISTED": listed,
        "LISTED_BYTES": listed.itemsize,
        "NARROW": listed.type,
        "BYTE": np.dtype(np.int8),
        "REAL": np.dtype(np.float64),
        "SIGHT": sight,
        "SIGHT_BYTES": sight.itemsize,
        "STATE": setting.game.state.dtype(),
        "STATE_BYTES": setting.game.state.dtype().itemsize,
        "HIDDEN_LINES": lines,
        "ASIDE_BYTES": CACHE_LINE * len(lines),
        "BOARD": type(setting.b).dtype(),
        "DIE": Dice.dtype(),
    }
    return added(setting.game.rule_set, batch_kernels_for(setting.game, packed), kinds)


def batch_kernels_for(game: Game, packed: bool) -> Kernels:
    """The compiled functions for batches of this game, with packed observations or without."""
    if not game.rule_set.hides:
        return NO_HIDE
    if not packed:
        return UNPACKED
    return IN_PLACE if hidden_lines(game) else COPIED


Lines = tuple[tuple[int, int], ...]


def hidden_lines(game: Game) -> Lines:
    """Pieces of a position, as long as a line of the processor's cache, that hold everything hidden.

    First byte in the position, first byte where it is put aside. What else such a piece holds is public, and stays.
    """
    kind: Any = game.state.dtype()
    last, places = kind.itemsize - CACHE_LINE, []
    if game.hidden_fields is None or last < 0:
        return ()
    done = 0
    for first, size in sorted((kind.fields[name][1], kind[name].itemsize) for name in game.hidden_fields):
        place = max(first, done)
        while place < first + size:
            places.append(min(place, last))
            place = done = places[-1] + CACHE_LINE
    return tuple((place, CACHE_LINE * kept) for kept, place in enumerate(places))


def dice(seed: int, count: int, kind: int) -> np.ndarray[Any, np.dtype[np.void]]:
    """Generators that follow from a seed alone, one for each game of a batch."""
    low, high = halves(seed)
    made = []
    for number in range(count):
        one = Dice()
        seed_chance(one, low ^ (number + 1) * 0x9E3779B1 & 0xFFFFFFFF, high ^ (kind + 1) * 0x85EBCA77 & 0xFFFFFFFF)
        made.append(one)
    return Dice.array(made)


class EnvMemory:
    """Arrays for so many games at once, and the row of addresses by which compiled code finds them.

    What nobody wants (``seen``, ``masks``, ``packed``) is an array without rows.
    """

    def __init__(
        self,
        settings: Setting | Sequence[Setting],
        count: int,
        *,
        batch: bool = False,
        actions: str = "all",
        threads: int = 1,
        seen: Any = None,
        masks: Any = None,
        packed: bool = False,
        rewards: Any = None,
    ) -> None:
        self.settings = [settings] if isinstance(settings, Setting) else list(settings)
        self.setting = setting = self.settings[0]
        self.count, self.seats, self.threads, self.batch = count, setting.seats, threads, batch
        self.parts = parts(setting)
        if any(parts(other) != self.parts for other in self.settings[1:]):
            raise BadOption("the games of a batch must have the same observations")
        self.width = sum(part.count for part in self.parts)
        self.numbers = joint_numbers(self.settings, actions)
        self.actions = self.numbers.count
        self.sight, self.listed = number_type(self.parts), list_type(self.actions)
        self.calls = calls(setting, self.sight, self.listed, packed)
        room = whole_blocks(setting.game.most_legal)
        self.states = setting.game.state.array(count)
        self.boards = type(setting.b).array([one.b for one in self.settings])
        self.board_of = np.zeros(count, np.int64)
        self.players = np.zeros((count, kernels.MOST_PLAYERS), np.int64)
        self.next_players = np.zeros((count, kernels.MOST_PLAYERS), np.int64)
        listed = min(room, whole_blocks(LISTED))
        self.lists = np.zeros((count, listed), self.listed) if batch else np.zeros((count, room), np.int64)
        self.counts = np.zeros(count, np.int64)
        self.who = np.full(count, -1, np.int64)
        self.ended = np.zeros(count, np.int8)
        self.dealt = np.zeros(count, np.int8)
        self.chosen = np.zeros(count, np.int64)
        self.work = np.zeros((threads, room), np.int64)
        self.spare = setting.game.state.array(threads)
        self.tally, self.now, self.won, self.was = (np.zeros((count, self.seats)) for _ in range(4))
        self.steps = np.zeros(count, np.int64)
        self.seen = _owned(seen, "observations", (count, self.width), self.sight)
        self.masks = _owned(masks, "masks", (count, self.actions), np.dtype(np.int8))
        # Packed observations are the games themselves if their game says in which fields something is hidden.
        self.lines = hidden_lines(setting.game)
        self.in_place = packed and len(self.lines) > 0
        self.aside = np.zeros((count * self.in_place, CACHE_LINE * len(self.lines)), np.uint8)
        self.packed = np.zeros(count * bool(packed), setting.game.state.dtype())
        if self.in_place:
            self.packed = self.states.view()
            self.packed.flags.writeable = False
        self.rewards = _owned(rewards, "rewards", (count, self.seats), np.dtype(np.float64))
        self.masks[...] = 0
        self.marked = np.zeros(1 if batch else 1 + room, np.int64)
        self.dice, self.lots = Dice.array(count), Dice.array(count)
        self.row = np.zeros(kernels.SLOTS, np.int64)
        self.here = int(self.row.ctypes.data)
        self.reseed(0)
        self.address()

    def address(self) -> None:
        """Write where everything lies; anew whenever an array is replaced."""
        row, dense = self.row, self.numbers.is_dense
        wanted = {name: getattr(self, name).ctypes.data if len(getattr(self, name)) else 0 for name in OPTIONAL}
        for slot, number in (
            (kernels.COUNT, self.count),
            (kernels.SEATS, self.seats),
            (kernels.WIDTH, self.lists.shape[1]),
            (kernels.WORK_WIDTH, self.work.shape[1]),
            (kernels.ACTIONS, self.actions),
            (kernels.RULES, self.numbers.rules.ctypes.data if dense else 0),
            (kernels.NUMBERS, self.numbers.number.ctypes.data),
            (kernels.SEEN_WIDTH, self.width if len(self.seen) else 0),
            (kernels.MASKS, wanted["masks"]),
            (kernels.SEEN, wanted["seen"]),
            (kernels.PACKED, 0 if self.in_place else wanted["packed"]),
            (kernels.ASIDE, self.aside.ctypes.data if self.in_place else 0),
        ):
            row[slot] = number
        for slot, array in (
            (kernels.STATES, self.states),
            (kernels.BOARDS, self.boards),
            (kernels.BOARD_OF, self.board_of),
            (kernels.PLAYERS, self.players),
            (kernels.NEXT_PLAYERS, self.next_players),
            (kernels.LISTS, self.lists),
            (kernels.COUNTS, self.counts),
            (kernels.WHO, self.who),
            (kernels.REWARDS, self.rewards),
            (kernels.ENDED, self.ended),
            (kernels.DEALT, self.dealt),
            (kernels.CHOSEN, self.chosen),
            (kernels.WORK, self.work),
            (kernels.SPARE, self.spare),
            (kernels.TALLY, self.tally),
            (kernels.NOW, self.now),
            (kernels.WON, self.won),
            (kernels.WAS, self.was),
            (kernels.STEPS, self.steps),
            (kernels.MARKED, self.marked),
            (kernels.DICE, self.dice),
            (kernels.LOTS, self.lots),
        ):
            row[slot] = array.ctypes.data

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as what it holds: addresses are the copy's own."""
        held = {name: getattr(self, name) for name in self.held}
        kept = {"batch": self.batch, "actions": self.numbers.kind, "threads": self.threads}
        kept |= {name: bool(len(getattr(self, name))) for name in OPTIONAL}
        return memory_again, (self.settings, self.count, kept, held)

    @property
    def held(self) -> tuple[str, ...]:
        """The arrays that say where the games stand; what is only another name for one of them is left out."""
        return tuple(name for name in HELD if name != "packed" or not self.in_place)

    def position(self, game: int) -> np.ndarray[Any, np.dtype[np.void]]:
        """A game as it stands, with what is hidden in it: a copy."""
        whole = np.zeros(1, self.states.dtype)
        raw = whole.view(np.uint8)
        raw[:] = self.states[game : game + 1].view(np.uint8)  # byte by byte: nobody copies what lies between fields
        if self.in_place:
            for place, kept in self.lines:
                raw[place : place + CACHE_LINE] = self.aside[game, kept : kept + CACHE_LINE]
        return whole

    def stand(self, game: int, raw: bytes) -> None:
        """Let a game stand at a position."""
        self.states[game] = np.frombuffer(raw, self.states.dtype)[0]
        if self.in_place:
            for place, kept in self.lines:
                self.aside[game, kept : kept + CACHE_LINE] = np.frombuffer(raw, np.uint8, CACHE_LINE, place)

    def hold(self, held: Mapping[str, np.ndarray[Any, Any]]) -> None:
        """Take over what another memory held."""
        if held["lists"].shape != self.lists.shape:
            self.lists = np.zeros_like(held["lists"])
            self.address()
        for name, array in held.items():
            getattr(self, name)[...] = array

    def grow(self) -> bool:
        """Make the lists of a batch long enough for every action that is legal; False if they were."""
        longest = int(self.row[kernels.LONGEST :].max())
        if longest <= self.lists.shape[1]:
            return False
        room = min(2 * longest, self.setting.game.most_legal)
        self.lists = np.zeros((self.count, whole_blocks(room)), self.listed)
        self.address()
        self.calls.relist(self.here)
        return True

    def reseed(self, seed: int | Sequence[int]) -> None:
        """Chance of bots, lots and new games from a seed, or from a seed for each game."""
        if isinstance(seed, int):
            self.dice[...] = dice(read_seed(seed), self.count, 0)
            self.lots[...] = dice(seed, self.count, 1)
            return
        if len(seed) != self.count:
            raise BadOption(f"there are {self.count} games; {len(seed)} seeds were given")
        for number, one in enumerate(seed):
            self.reseed_game(number, one)

    def reseed_game(self, number: int, seed: int) -> None:
        self.dice[number] = dice(read_seed(seed), 1, 0)[0]
        self.lots[number] = dice(seed, 1, 1)[0]


OPTIONAL = ("seen", "masks", "packed")


def memory_again(
    settings: Sequence[Setting], count: int, kept: Mapping[str, Any], held: Mapping[str, np.ndarray[Any, Any]]
) -> EnvMemory:
    """A memory that was copied or pickled."""
    made = EnvMemory(settings, count, **kept)
    made.hold(held)
    return made


def _owned(given: Any, what: str, shape: tuple[int, ...], kind: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array of the caller's own, if it is fit to be written to; else a new one, without rows if none is wanted."""
    if given is None or given is True:
        return np.zeros(shape, kind)
    if given is False:
        return np.zeros((0, *shape[1:]), kind)
    if not isinstance(given, np.ndarray) or given.shape != shape or given.dtype != kind:
        raise BadOption(f"{what} are written into an array of shape {shape} and type {kind.name}")
    if not given.flags.c_contiguous or not given.flags.writeable:
        raise BadOption(f"{what} are written into an array that is contiguous and can be written to")
    return given
