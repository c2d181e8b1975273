"""Playing the games of a study: all versions deal by deal, on all cores or a cluster, until the answer is clear."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..run.play_game import runner_of
from ..run.processes import FOR_A_CORE, on_cores
from ..tournament.schedule import Plan
from .journal import Journal, key_of
from .one_game import one_game
from .played import Played

FIRST_LOOK = 40  # games of each version, then twice as many, and so on
ALL, TIME, CLEAR = "all games", "time", "clear"

Job = tuple[int, int]  # a version, and the number of a game


@dataclass(frozen=True)
class Limits:
    """How much is played, and where."""

    games: int
    seconds: float
    cores: int = 1
    ray: str | None = None


@dataclass(frozen=True)
class Done:
    """What was played, by version in the order of the deals, and why no more."""

    played: list[list[Any]]
    why: str


def deal(seed: int, number: int) -> int:
    return seed * 1_000_003 + number


def study_in(plans: Sequence[Plan], job: Job) -> tuple[int, int, Played]:
    """Play a watched game in this process."""
    version, number = job
    plan = plans[version]
    return version, number, one_game(runner_of(plan), deal(plan.seed, number), plan.lineups[0][0])


def rows_in(plans: Sequence[Plan], job: Job) -> tuple[int, int, dict[str, Any]]:
    """Play a game of the arena in this process: who sat where, and what came of it."""
    version, number = job
    plan = plans[version]
    row = runner_of(plan).play(plan.fixture(number))
    kept = ("number", "seed", "bots", "points", "won")
    return version, number, {name: row[name] for name in kept}


def version_keys(plans: Sequence[Plan], kind: str) -> list[str]:
    return [key_of({"kind": kind, **plan.data()}) for plan in plans]


def play_versions(
    work: Callable[[Sequence[Plan], Job], tuple[int, int, Any]],
    plans: Sequence[Plan],
    limits: Limits,
    *,
    kind: str,
    progress: Callable[[int, int], None],
    journal: Journal | None = None,
    read: Callable[[Any], Any] = dict,
    write: Callable[[Any], Any] = dict,
    clear: Callable[[list[list[Any]]], bool] | None = None,
    block: int = 1,
) -> Done:
    """Play so many games of every version, or the first ones that the time allows, or as many as are needed.

    All versions play the same deals, one deal after the other. ``clear`` looks after 40, 80, 160, ... games of each
    version whether more would change anything; then only those games count, so that the number of cores changes
    nothing. What a journal has is not played again. Games count in whole blocks.
    """
    keys = version_keys(plans, kind)
    found: list[dict[int, Any]] = [{} for _ in plans]
    if journal is not None:
        for version, key in enumerate(keys):
            kept = journal.games(key)
            found[version] = {number: read(game) for number, game in kept.items() if number < limits.games}
            progress(version, len(found[version]))
    looks = [FIRST_LOOK << k for k in range(24) if FIRST_LOOK << k < limits.games] if clear else []
    state = {"stop": False}
    missing = [
        (version, number)
        for number in range(limits.games)
        for version in range(len(plans))
        if number not in found[version]
    ]
    begun = time.monotonic()
    if missing:
        for plan in plans:
            runner_of(plan)  # compiles what is needed, once: the other processes find it on the disk
    ends = max(begun + limits.seconds, time.monotonic() + limits.seconds / 2)

    def jobs() -> Iterator[Job]:
        first = missing[0][1] if missing else 0
        for version, number in missing:
            late = time.monotonic() > ends and number // block > first // block
            if state["stop"] or late:
                return
            yield version, number

    def looked() -> int | None:
        """The number of games after which the answer was clear, if it is."""
        done = min(_without_gap(one) for one in found)
        while looks and looks[0] <= done:
            games = looks.pop(0)
            if clear is not None and clear([[one[k] for k in range(games)] for one in found]):
                return games
        return None

    enough = looked()
    if enough is None and missing:
        for version, number, game in _played(work, plans, jobs(), limits, len(missing)):
            found[version][number] = game
            if journal is not None:
                journal.add(keys[version], number, write(game))
            progress(version, len(found[version]))
            enough = enough or looked()
            state["stop"] = enough is not None
    done = min(_without_gap(one) for one in found)
    count = enough or max(done // block * block, min(done, block))
    why = CLEAR if enough else ALL if count >= limits.games else TIME
    return Done([[one[k] for k in range(count)] for one in found], why)


def _played(
    work: Callable[[Sequence[Plan], Job], tuple[int, int, Any]],
    plans: Sequence[Plan],
    jobs: Iterator[Job],
    limits: Limits,
    most: int,
) -> Iterator[tuple[int, int, Any]]:
    if limits.ray is not None:
        from ..run.ray_cluster import on_cluster

        return on_cluster(work, tuple(plans), jobs, limits.ray)
    cores = min(limits.cores or min(os.cpu_count() or 1, 1 + most // FOR_A_CORE), most)
    if cores == 1:
        return (work(plans, job) for job in jobs)
    return on_cores(partial(work, tuple(plans)), jobs, cores)


def _without_gap(found: dict[int, Any]) -> int:
    """How many games from the first one on are there."""
    count = 0
    while count in found:
        count += 1
    return count
