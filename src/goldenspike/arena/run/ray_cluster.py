"""The same games on a Ray cluster: a game whose worker dies is played again, and counted once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from goldenspike.engine.errors import BadOption

from ..tournament.schedule import Fixture, Plan
from .play_game import play_in
from .results import Row

TRIES = 8  # give up on a game that killed this many workers


def on_cluster(plan: Plan, fixtures: list[Fixture], address: str) -> Iterator[Row]:
    """Rows as they come in, in any order; each has the number of its game."""
    try:
        import ray
    except ImportError:
        raise BadOption("playing on a cluster needs another package: pip install 'goldenspike[ray]'") from None
    begun_here = not ray.is_initialized()
    if begun_here:
        try:
            ray.init(address=None if address == "local" else address, log_to_driver=False, configure_logging=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadOption(f"there is no Ray cluster at {address!r}: {str(error).splitlines()[0]}") from None
    try:
        yield from _play(ray, plan, fixtures)
    finally:
        if begun_here:
            ray.shutdown()


def _play(ray: Any, plan: Plan, fixtures: list[Fixture]) -> Iterator[Row]:
    job = ray.remote(play_in).options(num_cpus=1, max_retries=0)
    shared = ray.put(plan)
    waiting = list(reversed(fixtures))
    tries: dict[int, int] = {}
    busy: dict[Any, Fixture] = {}
    while waiting or busy:
        room = 2 * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        while waiting and len(busy) < room:
            fixture = waiting.pop()
            busy[job.remote(shared, fixture)] = fixture
        done, _ = ray.wait(list(busy), num_returns=1, timeout=5.0)
        for reference in done:
            fixture = busy.pop(reference)
            try:
                row = ray.get(reference)
            except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError):
                # The worker died, not the game: play it again.
                tries[fixture.number] = tries.get(fixture.number, 0) + 1
                if tries[fixture.number] >= TRIES:
                    raise
                waiting.append(fixture)
                continue
            yield row
