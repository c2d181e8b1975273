"""What a bot asks people for: the one thing that would help it to go on.

People do not see a bot's plans. One that merely stands still beside somebody who does nothing seems to have given up,
so it says, by a sign as people give them, what it is waiting for.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ..rules.state import HELD, NONE, TRAINS, WRECKED, BoardArrays, State
from ..text.notation import TRAIN_NAMES, Notation

IDLE_MS = 5000  # people who have given no command for so long are asked
AGAIN_MS = 12000  # the same bot asks no more often than this
APART_MS = 4000  # and not two of them at once
TAKE = "take"
NEED = "need"


@dataclass(frozen=True)
class Request:
    """A sign of a seat: take this train, or a train or a colour that it needs."""

    seat: int
    kind: str
    about: str


def request(s: State, b: BoardArrays, words: Notation, seat: int, people: Collection[int]) -> Request | None:
    """What a seat of the team would ask these people for, if anything."""
    for train in range(TRAINS):
        if s.offer[train] != NONE and held_by(s, train) == seat and b.owner[s.offer[train]] in people:
            return Request(seat, TAKE, TRAIN_NAMES[train])
    mine = [city for city in range(b.n_cities) if b.owner[city] == seat]
    theirs = [train for train in range(TRAINS) if is_with(s, b, train, people)]
    near = [train for train in theirs if any(b.dist[s.at[train]][city] == 1 for city in mine)]
    for city in sorted(mine, key=lambda one: s.storage[one]):
        for train in near:
            if city in s.cargo[train][: s.load[train]]:
                return Request(seat, NEED, TRAIN_NAMES[train])
    if not any(s.at[train] in mine for train in range(TRAINS) if s.place[train] < HELD):
        for train in near:
            return Request(seat, NEED, TRAIN_NAMES[train])
    for city in sorted(mine, key=lambda one: s.storage[one]):
        if any(city in yard(s, other) for other in range(b.n_cities) if b.owner[other] in people):
            return Request(seat, NEED, words.cube(s, city))
    return None


def held_by(s: State, train: int) -> int:
    """The seat in whose hand the train is, or NONE."""
    return (s.place[train] - HELD) // 2 if HELD <= s.place[train] < WRECKED else NONE


def is_with(s: State, b: BoardArrays, train: int, people: Collection[int]) -> bool:
    """Is the train in a city or in a hand of one of them, and not on its way already?"""
    if s.place[train] >= WRECKED or s.at[train] == NONE or s.offer[train] != NONE:
        return False
    holder = held_by(s, train)
    return (b.owner[s.at[train]] if holder == NONE else holder) in people


def yard(s: State, city: int) -> list[int]:
    """The cubes that can still be loaded in a city."""
    return list(s.yard[city][s.head[city] : s.tail[city]])
