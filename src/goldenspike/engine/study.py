"""What a study asks: places of a board to be coloured, how a game is watched, how it answers in its own way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .errors import BadOption
from .options import Value

MOST_GAMES = 10_000_000
BOARD = "board"  # as if it were an option: --versus board=FILE
Point = tuple[float, float]


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


@dataclass(frozen=True)
class StudyRequest:
    """What somebody wants to have studied."""

    options: Mapping[str, object]
    board: Any
    seats: int | None
    versus: str | None
    bot: str
    games: int
    seed: int
    run: Callable[..., Any]  # plays many games on the cores of this machine; see arena.run.processes.as_many


@dataclass(frozen=True)
class StudyPlan:
    """How a study is done: its questions, how one is played, the page of all answers, and a line for the terminal."""

    questions: Sequence[Question]
    play: Callable[..., Any]
    page: Callable[[list[Any]], str]
    line: Callable[[Any], str]
