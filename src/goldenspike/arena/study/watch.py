"""What of a board is used in a game, and what it is worth: places to be coloured, and how one game is watched."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from goldenspike.engine.game import Setting

Point = tuple[float, float]


@dataclass(frozen=True)
class Mark:
    """A place of the board to be coloured: one point, or the points of a line."""

    kind: str
    id: str
    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Kind:
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

    kinds: ClassVar[dict[str, Kind]]
    marks: tuple[Mark, ...]

    @abstractmethod
    def saw(self, before: Any, after: Any, seat: int, action: int) -> None:
        """An action was applied; both are rows of compiled states."""

    @abstractmethod
    def used(self, s: Any) -> list[float]:
        """By mark, in a finished game."""

    @abstractmethod
    def worth(self, s: Any) -> list[float]:
        """By mark, in points."""

    @abstractmethod
    def play_of(self, action: int) -> str:
        """The special card behind an action, or nothing."""

    def goals(self, s: Any) -> list[Goal]:
        """The goals on the table, once for every seat."""
        return []


def watch(setting: Setting) -> Watch:
    """The watch for a game."""
    if setting.game.name.startswith("santa-fe"):
        from ..usage_santa_fe import SantaFeWatch

        return SantaFeWatch(setting)
    from ..usage_pioneer import PioneerWatch

    return PioneerWatch(setting)
