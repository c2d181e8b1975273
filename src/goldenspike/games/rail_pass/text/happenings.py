"""What a command brought and what went wrong, told from two states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..rules.state import (
    ENGINEERS,
    LOAD,
    LOADING,
    LOST,
    NO_JOB,
    NONE,
    QUIT,
    RUNNING,
    STORE,
    TAKING,
    TRAINS,
    WRECKED,
    State,
)
from .notation import TRAIN_NAMES, Notation


class Past:
    """What a moment is compared with to tell what went wrong or ended since."""

    __slots__ = ("cargo", "driver", "dropped", "engineer", "job", "load", "paint", "phase", "place", "round_no")

    def __init__(self, s: State) -> None:
        self.phase, self.round_no, self.paint = s.phase, s.round_no, s.paint[:]
        self.place, self.load, self.driver, self.job = s.place[:], s.load[:], s.driver[:], s.job[:]
        self.cargo = [row[:] for row in s.cargo]
        self.dropped, self.engineer = s.dropped[:], s.engineer[:]


def happened(words: Notation, before: Past, after: State) -> list[str]:
    """What went wrong or ended between two states, for the written record."""
    found = []
    fell = sum(after.dropped) > sum(before.dropped)
    for train in range(TRAINS):
        name = TRAIN_NAMES[train]
        if after.place[train] == WRECKED != before.place[train]:
            lost = ",".join(words.cube(before, cube) for cube in before.cargo[train][: before.load[train]])
            driver = before.driver[train]
            crew = [] if driver == NONE else [words.engineer(before, driver)]
            found.append(f"WRECK {name} ({','.join([*([lost] if lost else []), *crew])})")
        elif fell and before.load[train] > after.load[train]:
            fallen = before.cargo[train][after.load[train] : before.load[train]]
            found.append(f"SPILL {name} {','.join(words.cube(before, cube) for cube in reversed(fallen))}")
        taken_back = before.job[train] == TAKING and after.job[train] == NO_JOB
        if taken_back and after.place[train] == before.place[train] and after.phase == RUNNING:
            found.append(f"ABORT {name}")
    for engineer in range(ENGINEERS):
        if after.engineer[engineer] == QUIT and before.engineer[engineer] not in (QUIT, LOST):
            city = words.city(after, after.at[before.engineer[engineer]])
            found.append(f"QUIT {words.engineer(after, engineer)} at {city}")
    if before.phase == RUNNING and (after.phase != RUNNING or after.round_no != before.round_no):
        found.append("END")
    return found


def effects(words: Notation, after: State, actions: Sequence[int]) -> dict[str, Any]:
    """The colour of a cube that is being loaded: the command names only the end of the yard."""
    if not LOAD <= actions[0] < STORE:
        return {}
    train = (actions[0] - LOAD) % TRAINS
    return {"cube": words.city(after, after.job_with[train])} if after.job[train] == LOADING else {}
