"""The settings a game is checked in: every number of players, preset and board comes up, then options and values."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NoReturn, TypeVar

import goldenspike as gs
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.game import Game
from goldenspike.engine.match import Match
from goldenspike.engine.options import Option, RangeOption, Value
from goldenspike.engine.setting import Setting
from goldenspike.engine.values import PREFIX, Number, RuleValue, as_option

from .errors import ConformanceError

Thing = TypeVar("Thing")
SHARE_OF_OPTIONS = 0.4  # set at random in a case
TRIES = 12
MOST_VALUES = 3  # set to something else in a case


@dataclass(frozen=True)
class Case:
    """A setting, the board as it was asked for, and a seed: everything that a match follows from."""

    setting: Setting
    board: Any
    seed: int

    @property
    def game(self) -> Game:
        return self.setting.game

    @property
    def rules(self) -> SimpleNamespace:
        return self.setting.rules

    def match(self) -> Match:
        return gs.kind(self.game)(self.game, self.setting, self.seed)

    def __str__(self) -> str:
        usual = self.game.read_options({})
        other = [f"{name}={value}" for name, value in self.setting.options.items() if usual.get(name) != value]
        return ", ".join(
            [
                f"{self.game.name}: {self.setting.seats} seats",
                f"board {self.setting.board.id}",
                *other,
                f"seed {self.seed}",
            ]
        )

    def fail(self, problem: str, seat: int | None = None, action: int | None = None) -> NoReturn:
        """Say what is wrong and where."""
        who = "" if seat is None else f"seat {self.game.seat_names[seat]}: "
        what = "" if action is None else f"action {action}: "
        raise ConformanceError(f"{who}{what}{problem} ({self})")

    def same(self, one: Any, other: Any, problem: str, seat: int | None = None, action: int | None = None) -> None:
        """Two answers that must be equal."""
        if one != other:
            self.fail(f"{problem}: {brief(one)} and {brief(other)}", seat, action)


def brief(value: object) -> str:
    """A value in a message: on one line, and not the whole of a long one."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else f"{text[:80]}..."


def cases(game: Game, count: int, seed: object, *, short: bool = True) -> Iterator[Case]:
    """Make this many cases; another seed makes others."""
    dice = random.Random(f"{game.name} {seed}")
    seats = dealt(list(game.seats), dice)
    boards: Iterator[Any] = dealt([None, *game.boards], dice)
    presets: Iterator[str | None] = dealt([None, *game.presets], dice)
    for number in range(count):
        board, preset = next(boards), next(presets)
        share = 0.0 if number % 3 == 0 else SHARE_OF_OPTIONS
        values = number % 2 == 1
        yield fitting(game, next(seats), board, preset, share, values, dice, short)


def fitting(
    game: Game, seats: int, board: Any, preset: str | None, share: float, values: bool, dice: random.Random, short: bool
) -> Case:
    """A case close to the request; options that conflict are dropped step by step."""
    players = game.board(board).players
    if players and seats not in players:
        seats = dice.choice(list(players))
    for attempt in range(TRIES):
        given: dict[str, object] = {"preset": preset} if preset is not None else {}
        given.update(some_options(game.options, share, dice))
        if values and attempt < TRIES // 2:
            given.update(some_values(game.values, dice))
        if short:
            given.update(game.short_options)
        try:
            return Case(make_setting(game, seats, board, given), board, some_seed(dice.getrandbits(32)))
        except GoldenSpikeError:
            share /= 2
            if attempt >= TRIES // 2:
                share, seats = 0.0, dice.choice(list(players or game.seats))
    raise ConformanceError(
        f"{game.name}: preset {preset} on board {board or 'left open'} can be played by no number of seats"
    )


def some_seed(bits: int) -> int:
    """A short seed, or in one of three cases a long one: both must start every form of the game alike."""
    return bits if bits % 3 else bits << 96 | bits


def make_setting(game: Game, seats: int, board: Any, given: Mapping[str, object]) -> Setting:
    return game.setting(game.read_options(given), game.board(board), game.read_seats(seats))


def dealt(items: Sequence[Thing], dice: random.Random) -> Iterator[Thing]:
    """All of them in some order, again and again."""
    while True:
        yield from dice.sample(items, len(items))


def some_options(options: Sequence[Option], share: float, dice: random.Random) -> dict[str, Value]:
    """Some of the options that people are offered, set to something."""
    return {option.name: dice.choice(choices(option)) for option in options if option.offered and dice.random() < share}


def choices(option: Option) -> list[Value]:
    """The choices of an option; of a range also its ends."""
    ends = (option.low, option.high) if isinstance(option, RangeOption) else ()
    return [*option.choices, *ends]


def some_values(values: Sequence[RuleValue], dice: random.Random) -> dict[str, Value]:
    """A few rule values within their limits, the limits themselves more often than other numbers."""
    picked = dice.sample(list(values), min(len(values), dice.randint(1, MOST_VALUES)))
    return {f"{PREFIX}{value.name}": as_option(another(value, dice)) for value in picked}


def another(value: RuleValue, dice: random.Random) -> Number:
    def one(standard: int) -> int:
        return dice.choice((value.least, value.most, standard, dice.randint(value.least, value.most)))

    return tuple(map(one, value.standard)) if isinstance(value.standard, tuple) else one(value.standard)
