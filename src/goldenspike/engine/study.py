"""What a study asks: places of a board to be coloured, how a game is watched, how it answers in its own way."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from .errors import BadOption
from .options import Value
from .values import PREFIX, as_option, read_values, standard_values

if TYPE_CHECKING:
    from .game import Game

MOST_GAMES = 10_000_000
MOST_VERSIONS = 12  # side by side: a page with more is not read
BOARD = "board"  # as if it were an option: --versus board=FILE
SHARE, NUMBER, POINTS, MINUTES = "share", "number", "points", "minutes"  # what a measure counts in
Point = tuple[float, float]
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?")


@dataclass(frozen=True)
class Mark:
    """A place of the board to be coloured: one point, or the points of a line."""

    kind: str
    id: str
    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class MarkKind:
    """What is counted for places of one kind: words for the columns of a table and the legend of the map."""

    used: str
    worth: str = ""  # nothing where no points belong to such a place

    @property
    def in_percent(self) -> bool:
        """Is it counted how many of all games or sheets use the place?"""
        return "share" in self.used


@dataclass(frozen=True)
class Goal:
    """A goal that lay on the table, for one seat."""

    name: str
    reached: bool
    points: float


class Watch(ABC):
    """One game being watched; a new watch for every game."""

    kinds: ClassVar[dict[str, MarkKind]]
    marks: tuple[Mark, ...]

    @abstractmethod
    def applied(self, before: Any, after: Any, seat: int, action: int) -> None:
        """An action was applied; both are rows of compiled states."""

    @abstractmethod
    def used(self, s: Any) -> list[float]:
        """By mark, in a finished game."""

    @abstractmethod
    def worth(self, s: Any) -> list[float]:
        """By mark, in points."""

    @abstractmethod
    def special_card(self, action: int) -> str:
        """The special card behind an action, or nothing."""

    def goals(self, s: Any) -> list[Goal]:
        """The goals on the table, once for every seat."""
        return []

    def round_number(self, row: Any) -> int | None:
        """The number of the round in a row of compiled states, as the rulebook counts; None to count it in general."""
        return None

    def left(self, s: Any) -> dict[str, float]:
        """What is left over in a finished game, by name: pieces of a railroad, cards that nobody took."""
        return {}


class NoWatch(Watch):
    """For games that name no places: general figures only."""

    kinds: ClassVar[dict[str, MarkKind]] = {}
    marks = ()

    def applied(self, before: Any, after: Any, seat: int, action: int) -> None:
        pass

    def used(self, s: Any) -> list[float]:
        return []

    def worth(self, s: Any) -> list[float]:
        return []

    def special_card(self, action: int) -> str:
        return ""


@dataclass(frozen=True)
class Measure:
    """A figure of one game about which a study gives a verdict.

    ``tolerance`` is the smallest difference worth telling, of points and minutes as a part of what they usually are; a
    figure of which nobody asks that much has none. Good boards keep to ``low`` and ``high``.
    """

    key: str
    name: str
    sentence: str  # with {} in the place of the figure
    of: Callable[[Any], float | None]  # in one game; None where it makes no sense
    form: str = NUMBER
    tolerance: float | None = None
    low: float | None = None
    high: float | None = None
    less: str = "less"  # how a lower figure is called: earlier, shorter
    more: str = "more"
    too_low: str = ""  # what it means for the players
    too_high: str = ""


@dataclass(frozen=True)
class Question:
    """One setting to be studied."""

    label: str
    options: Mapping[str, Value]
    board: Any


def read_versus(text: str) -> tuple[str, str]:
    """The option to change, or the word board, and its other value."""
    option, equals, value = text.partition("=")
    if not equals:
        raise BadOption(f"--versus takes OPTION=VALUE or board=NAME; not {text!r}")
    return option.strip(), value.strip()


def read_sweep(text: str) -> list[str]:
    """All versions of a sweep, as --versus would name them: values.hand=3..6, money=0..20:5, terrain=false,true."""
    option, equals, values = (part.strip() for part in text.partition("="))
    span = _RANGE.fullmatch(values)
    if span:
        first, last, step = int(span[1]), int(span[2]), int(span[3] or 1)
        found = [str(value) for value in range(first, last + 1, step)] if step and last - first < 1_000_000 else []
    else:
        found = [value.strip() for value in values.split(",") if value.strip()]
    if not option or not equals or len(found) < 2:
        raise BadOption(f"--sweep takes OPTION=FIRST..LAST, OPTION=FIRST..LAST:STEP or OPTION=ONE,OTHER; not {text!r}")
    if len(found) > MOST_VERSIONS:
        raise BadOption(f"a study compares at most {MOST_VERSIONS} versions; {text} names {len(found)}")
    return [f"{option}={value}" for value in dict.fromkeys(found)]


def effective(game: Game, options: Mapping[str, Value], board: Any) -> dict[str, Value]:
    """All options and all rule values as they hold on a board: its own values stand over the standard."""
    own = {**standard_values(game.values), **read_values(game.values, board.values, game.name)}
    return {**{f"{PREFIX}{name}": as_option(value) for name, value in own.items()}, **options}


def changed_options(
    game: Game,
    read: Callable[[Mapping[str, object]], Mapping[str, Value]],
    options: Mapping[str, object],
    board: Any,
    versus: Sequence[str],
    sweep: Sequence[str],
) -> tuple[str, list[tuple[str, Mapping[str, Value]]]]:
    """How the setting as it is is called, and each other version with its options.

    A value of a sweep that is the usual one names the setting as it is. With --versus it is a mistake, told in a line.
    """
    usual, plain = "as it is", effective(game, read(options), board)
    others: list[tuple[str, Mapping[str, Value]]] = []
    for text in (*versus, *sweep):
        option, value = read_versus(text)
        chosen = read({**options, option: value})
        if effective(game, chosen, board) != plain:
            others.append((text, chosen))
        elif text in sweep:
            usual = f"{text} (as it is)"
        else:
            raise BadOption(f"{text} is how it is anyway: there is nothing to compare")
    return usual, others


class KeptGames(Protocol):
    """Games of a study on disk, as plain data, by everything that decides what is played, and by number."""

    def games(self, key: str) -> Mapping[int, Any]: ...

    def add(self, key: str, number: int, game: Any) -> None: ...


@dataclass(frozen=True)
class StudyRequest:
    """What somebody wants to have studied."""

    options: Mapping[str, object]
    board: Any
    seats: int | None
    versus: Sequence[str] | None
    bot: str
    games: int
    seed: int
    run: Callable[..., Any]  # plays many games on the cores of this machine; see arena.run.processes.as_many
    sweep: Sequence[str] = ()  # versions of one option, from read_sweep
    alone: bool = False  # one board by itself, not beside the usual one


@dataclass(frozen=True)
class StudyPlan:
    """How a study is done: its questions, how one is played, the page of all answers, and a line for the terminal."""

    questions: Sequence[Question]
    play: Callable[..., Any]
    page: Callable[..., str]  # of what was found, and what comes first on it, as HTML
    line: Callable[[Any], str]
    measures: Sequence[Measure] = ()  # what verdicts are about
    games: Callable[[Any], Sequence[Any]] = list  # the single games of what was found
