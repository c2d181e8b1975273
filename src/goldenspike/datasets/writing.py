"""Making a data set: play what is missing on all cores or a cluster, then write its card."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from goldenspike.arena.run.command_line import progress_bar, write
from goldenspike.arena.run.processes import done_by
from goldenspike.engine.env_fields import parts
from goldenspike.envs.memory import number_type

from .card import card, rate_line
from .files import DatasetFolder, record_file
from .plan import DatasetPlan


def record(
    plan: DatasetPlan, kept: DatasetFolder, *, cores: int = 0, ray: str | None = None, progress: Callable[[int], None]
) -> int:
    """Play the files that are missing; ``progress`` hears how many games are there. How many games were played."""
    missing = kept.missing()
    played = sum(len(plan.games_of(file)) for file in missing)
    done = plan.games - played
    progress(done)
    if missing:
        for found in done_by(record_file, plan, missing, cores, ray):
            kept.keep(found)
            done += len(plan.games_of(found.file))
            progress(done)
    return played


def write_dataset(
    plan: DatasetPlan, folder: Path, *, cores: int = 0, ray: str | None = None, minari: bool = False
) -> str:
    """Make the data set, or complete it; a line about it."""
    kept = DatasetFolder(folder, plan)
    begun, before = time.monotonic(), cpu_seconds()
    with progress_bar("games", plan.games) as progress:
        played = record(plan, kept, cores=cores, ray=ray, progress=progress)
    cpu, wall = cpu_seconds() - before, time.monotonic() - begun
    where = None
    if minari:
        from .minari_format import write_minari
        from .reading import Dataset

        where = write_minari(Dataset(folder), plan).name
    elif (folder / "minari").is_dir():
        where = "minari"
    kind = number_type(parts(plan.setting())).name
    write(folder / "README.md", card(kept, kind, where))
    return rate_line(kept, played, cpu, wall)


def cpu_seconds() -> float:
    """Of this process and of those it began and that have ended."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system
