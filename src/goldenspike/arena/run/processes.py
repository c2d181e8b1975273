"""Playing many games: on the cores of this machine, or on a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from typing import Any, TypeVar

from goldenspike.engine.errors import BadOption

from ..tournament.schedule import Fixture, Plan, prepare
from .play_game import play_in
from .results import Results, Row, missing

Job = TypeVar("Job")
Schedule = TypeVar("Schedule", bound=Plan)
Done = TypeVar("Done")

SAVE_S = 5.0  # between two parts on disk
AT_ONCE = 2  # games handed out per core
FOR_A_CORE = 20  # fewer games are over before another process is ready


def run(
    plan: Plan, results: Results, *, cores: int = 0, ray: str | None = None, progress: Callable[[int], None]
) -> None:
    """Play what is missing; ``progress`` hears how many games are done. Interrupted, everything played is kept."""
    fixtures = [plan.fixture(number) for number in missing(results.rows, plan.games)]
    progress(len(results.rows))
    if fixtures:
        saved = time.monotonic()
        try:
            for row in rows_of(plan, fixtures, cores, ray):
                results.add(row)
                progress(len(results.rows))
                if time.monotonic() - saved > SAVE_S:
                    results.save()
                    saved = time.monotonic()
        finally:
            results.save()
    results.close()


def rows_of(plan: Plan, fixtures: list[Fixture], cores: int, ray: str | None) -> Iterator[Row]:
    return done_by(play_in, plan, fixtures, cores, ray)


def done_by(
    work: Callable[[Schedule, Job], Done], plan: Schedule, jobs: Sequence[Job], cores: int, ray: str | None
) -> Iterator[Done]:
    """What the jobs of a plan bring, here or on a cluster; what is done first comes first."""
    if ray is not None:
        from .ray_cluster import on_cluster

        return on_cluster(work, plan, jobs, ray)
    from goldenspike import game

    prepare(game(plan.game), plan.bots)  # once: the other processes find it on the disk
    cores = min(cores or os.cpu_count() or 1, len(jobs))
    if cores == 1:
        return (work(plan, job) for job in jobs)
    return on_cores(partial(work, plan), jobs, cores)


def on_cores(work: Callable[[Job], Done], jobs: Iterable[Job], cores: int) -> Iterator[Done]:
    """Work on several processes of this machine; what is done first comes first."""
    rest = iter(jobs)
    with ProcessPoolExecutor(cores, mp_context=multiprocessing.get_context("spawn")) as pool:
        busy: set[Future[Done]] = set()

        def hand_out() -> None:
            while len(busy) < AT_ONCE * cores:
                job = next(rest, None)
                if job is None:
                    return
                busy.add(pool.submit(work, job))

        try:
            hand_out()
            while busy:
                done, busy_now = wait(busy, return_when=FIRST_COMPLETED)
                busy = set(busy_now)
                hand_out()
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def as_many(
    work: Callable[[int], tuple[int, Done]],
    games: int,
    *,
    ready: Callable[[], object],
    seconds: float,
    cores: int,
    progress: Callable[[int], None],
    known: Mapping[int, Done] | None = None,
    keep: Callable[[int, Done], None] = lambda number, done: None,
) -> list[Done]:
    """So many games, or the first ones that the time allows, in the order of their numbers.

    ``ready`` compiles what they need, once: the other processes find it on the disk. It takes from the time, but half
    of that is for playing. Those that are ``known`` already are not played again; ``keep`` hears of every other one.
    """
    found: dict[int, Done] = {number: done for number, done in (known or {}).items() if number < games}
    rest = missing(found, games)
    if not rest:
        return [found[number] for number in sorted(found)]
    begun = time.monotonic()
    ready()
    ends = max(begun + seconds, time.monotonic() + seconds / 2)

    def numbers() -> Iterator[int]:
        for number in rest:
            if number != rest[0] and time.monotonic() > ends:
                return
            yield number

    cores = min(cores or min(os.cpu_count() or 1, 1 + len(rest) // FOR_A_CORE), len(rest))
    for number, done in map(work, numbers()) if cores == 1 else on_cores(work, numbers(), cores):
        found[number] = done
        keep(number, done)
        progress(len(found))
    return [found[number] for number in sorted(found)]


def read_cores(cores: Any) -> int:
    if not isinstance(cores, int) or not 0 <= cores <= 1024:
        raise BadOption(f"a number of processes from 1 to 1024, or 0 for all cores; not {cores}")
    return cores
