"""Trials of the environments under other libraries: one function for each row of the table, called for each game.

Libraries are imported inside the functions, so that the trials of one run wherever that one is.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Table:
    """A game as it is tried: seats and options that make it short."""

    game: str
    seats: int
    options: dict[str, Any]

    @property
    def openspiel(self) -> dict[str, Any]:
        """Parameters of OpenSpiel's game."""
        return {"seats": self.seats, **self.options}


TABLES = (
    Table("santa-fe-rails", 3, {}),
    Table("santa-fe", 3, {"preset": "SF92-advanced-track"}),
    Table("pioneer-rails", 2, {"preset": "everything"}),
    Table("rail-pass", 2, {"seconds": 5}),
)


@dataclass(frozen=True)
class Trial:
    """A row of the table."""

    library: str  # as its documentation spells it
    package: str  # as it is installed
    tool: str
    run: Callable[[Table], None]
    games: tuple[str, ...]  # on which the tool is tried; all unless it cannot apply to one


TRIALS: list[Trial] = []


def trial(library: str, package: str, tool: str, *, without: str = "") -> Callable[[Any], Any]:
    def added(run: Callable[[Table], None]) -> Callable[[Table], None]:
        games = tuple(table.game for table in TABLES if table.game != without)
        TRIALS.append(Trial(library, package, tool, run, games))
        return run

    return added


def aec(table: Table, **more: Any) -> Any:
    from goldenspike.envs import pettingzoo

    return pettingzoo.env(table.game, seats=table.seats, **table.options, **more)


def parallel(table: Table, **more: Any) -> Any:
    from goldenspike.envs import pettingzoo

    return pettingzoo.parallel_env(table.game, seats=table.seats, **table.options, **more)


def gym(table: Table, **more: Any) -> Any:
    import gymnasium

    from goldenspike.envs.gym_register import env_id

    kind = more.pop("kind", "")
    return gymnasium.make(env_id(table.game, kind), seats=table.seats, **table.options, **more)


def legal(masks: Any) -> Any:
    """The first legal action of each row."""
    return np.array([int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in masks])


@contextmanager
def quietly() -> Iterator[None]:
    """Without the remarks of PettingZoo's suites on observations that are dictionaries."""
    with warnings.catch_warnings(), open(os.devnull, "w") as nowhere:
        warnings.simplefilter("ignore")
        said, sys.stdout = sys.stdout, nowhere
        try:
            yield
        finally:
            sys.stdout = said
