"""The same work on a Ray cluster: a job whose worker dies is done again, and counted once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from typing import Any, TypeVar

from goldenspike.engine.errors import BadOption

Plan = TypeVar("Plan")
Job = TypeVar("Job")
Done = TypeVar("Done")

TRIES = 8  # give up on a job that killed this many workers


def need_ray() -> None:
    """One clear line where Ray is not installed."""
    if find_spec("ray") is None:
        raise BadOption("playing on a cluster needs another package: pip install 'goldenspike[ray]'")


def on_cluster(work: Callable[[Plan, Job], Done], plan: Plan, jobs: Iterable[Job], address: str) -> Iterator[Done]:
    """What the jobs of a plan bring, in any order; every job once."""
    need_ray()
    import ray

    begun_here = not ray.is_initialized()
    if begun_here:
        try:
            ray.init(address=None if address == "local" else address, log_to_driver=False, configure_logging=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadOption(f"there is no Ray cluster at {address!r}: {str(error).splitlines()[0]}") from None
    try:
        yield from _play(ray, work, plan, jobs)
    finally:
        if begun_here:
            ray.shutdown()


def _play(ray: Any, work: Callable[[Plan, Job], Done], plan: Plan, jobs: Iterable[Job]) -> Iterator[Done]:
    remote = ray.remote(work).options(num_cpus=1, max_retries=0)
    shared = ray.put(plan)
    rest = enumerate(jobs)
    again: list[tuple[int, Job]] = []
    tries: dict[int, int] = {}
    busy: dict[Any, tuple[int, Job]] = {}
    while True:
        room = 2 * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        while len(busy) < room:
            handed = again.pop() if again else next(rest, None)
            if handed is None:
                break
            busy[remote.remote(shared, handed[1])] = handed
        if not busy:
            return
        done, _ = ray.wait(list(busy), num_returns=1, timeout=5.0)
        for reference in done:
            number, job = busy.pop(reference)
            try:
                found = ray.get(reference)
            except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError):
                # The worker died, not the game: play it again.
                tries[number] = tries.get(number, 0) + 1
                if tries[number] >= TRIES:
                    raise
                again.append((number, job))
                continue
            yield found
