"""Games to learn from, played by this process, by others on the same machine, or by a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from goldenspike.arena.run.processes import on_cores


def work_on(
    play: Callable[[Any, Sequence[int]], list[Any]], plan: Any, jobs: list[list[int]], cores: int, ray: str | None
) -> Iterator[list[Any]]:
    """What ``play`` brings for the games of each job, as soon as it is there."""
    if ray is not None:
        from goldenspike.arena.run.ray_cluster import on_cluster

        return on_cluster(play, plan, jobs, ray)
    cores = min(cores or os.cpu_count() or 1, len(jobs))
    if cores <= 1:
        return (play(plan, job) for job in jobs)
    play(plan, jobs[0][:1])  # compiled once: the other processes find it on the disk
    return on_cores(partial(play, plan), jobs, cores)
