"""What a game offers whose search of its own judges by a network: games to learn from, and what it looks at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .search import Searcher


@dataclass(frozen=True)
class Network:
    """One hidden layer, as compiled code reads it, and how far off it is at each moment of a game."""

    numbers: Any  # its size, biases, a row of weights for each feature, weights on the way out and their bias; float64
    spreads: Any  # standard deviation of what was not foreseen, by moment; float64

    @property
    def hidden(self) -> int:
        return int(self.numbers[0])


class Learner(Protocol):
    """Positions of whole games as rows of numbers, and a search that judges positions by what was learned from them.

    Behind the features of a row stand what the game's own evaluation promised and how it ended, in points.
    """

    @property
    def features(self) -> Sequence[str]:
        """What a row is made of, by name."""
        ...

    @property
    def moments(self) -> int:
        """How many kinds of moments there are at which spreads differ."""
        ...

    def play(self, number: int, seed: int, network: Network | None) -> Any:
        """The rows of one game between equal players; the number says on which board, with how many."""
        ...

    def moment(self, rows: Any) -> Any:
        """The moment of each row, from 0 on."""
        ...

    def fingerprint(self) -> str:
        """A hash of all features in fixed games: another one, and a network must be made anew."""
        ...

    def searcher(self, network: Network | None) -> Searcher:
        """A search by this network."""
        ...

    def judging(self, network: Network) -> Callable[[], int]:
        """Something to be measured: judges a position many times, and says how many."""
        ...
