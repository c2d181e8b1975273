"""What a game offers so that boards can be made by searching: one by chance, and one that is a little different."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from .errors import BadOption

BoardData = dict[str, Any]
MOST_TRIES = 400


class BoardMaker(ABC):
    """Makes boards as data, with dice. Whatever it makes is checked before anybody plays on it."""

    @abstractmethod
    def fresh(self, like: Mapping[str, Any], dice: Random) -> BoardData:
        """A board by chance, with as much on it as another one has."""

    @abstractmethod
    def changed(self, board: Mapping[str, Any], dice: Random) -> BoardData:
        """The same board with a small change."""

    @abstractmethod
    def problems(self, board: Mapping[str, Any]) -> list[str]:
        """What forbids the board: rules that it breaks, and what would look wrong when it is drawn."""

    def usable(self, make: Callable[[Random], BoardData], dice: Random) -> BoardData:
        """Make boards until one is free of problems."""
        problems: list[str] = []
        for _ in range(MOST_TRIES):
            data = make(dice)
            problems = self.problems(data)
            if not problems:
                return data
        raise BadOption(f"no such board was found in {MOST_TRIES} tries; the last one: {problems[0]}")
