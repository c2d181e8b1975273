"""A data set in the format of Minari (extra ``minari``): an episode for each seat of each game."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np

import goldenspike as gs
from goldenspike.engine.errors import BadOption
from goldenspike.envs.gym_register import NUMBERINGS, env_id

from .plan import DatasetPlan
from .reading import Dataset, Decisions

FOLDER = "minari"
FORMAT = "hdf5"  # the only one of Minari's that keeps all episodes in one file


def needed() -> Any:
    """The library, or one clear line."""
    try:
        import h5py  # type: ignore[import-untyped]  # noqa: F401
        import minari  # type: ignore[import-untyped]
    except ImportError:
        raise BadOption("Minari's format needs more packages: pip install 'goldenspike[minari]'") from None
    return minari


def write_minari(data: Dataset, plan: DatasetPlan) -> Path:
    """Write the data set once more, as Minari reads it; a folder from an earlier run is replaced."""
    needed()
    import gymnasium
    from gymnasium import spaces
    from minari.dataset.minari_storage import MinariStorage  # type: ignore[import-untyped]

    from goldenspike.engine.env_fields import parts
    from goldenspike.envs.memory import number_type
    from goldenspike.envs.spaces import observation_box

    if not plan.observations:
        raise BadOption("Minari's format has observations; leave out --no-observations")
    named = parts(data.setting)
    ending = next(word for word, numbering in NUMBERINGS.items() if numbering == plan.actions)
    spec = deepcopy(gymnasium.spec(env_id(plan.game, ending)))
    board = {} if plan.board is None else {"board": plan.board}
    spec.kwargs = {**spec.kwargs, "seats": plan.seats, **board, **plan.options}
    part = data.folder / f"{FOLDER}.part"
    shutil.rmtree(part, ignore_errors=True)
    storage = MinariStorage.new(
        part,
        observation_space=observation_box(named, number_type(named)),
        action_space=spaces.Discrete(data.actions),
        env_spec=spec,
        data_format=FORMAT,
    )
    storage.update_metadata(
        {
            "dataset_id": f"goldenspike/{plan.game}/{'-'.join(dict.fromkeys(words(plan)))}-v0",
            "algorithm_name": ", ".join(plan.bots),
            "minari_version": needed().__version__,
            "requirements": [f"goldenspike=={gs.__version__}"],
            "description": f"{plan.games} games of {gs.game(plan.game).title}, an episode for each seat",
        }
    )
    storage.update_episodes(episodes(data, plan))
    whole = data.folder / FOLDER
    shutil.rmtree(whole, ignore_errors=True)
    part.rename(whole)
    return whole


def words(plan: DatasetPlan) -> list[str]:
    """The bots' names as far as Minari allows them in names of data sets."""
    return ["".join(c if c.isalnum() else "_" for c in name) for name in plan.bots]


def episodes(data: Dataset, plan: DatasetPlan) -> Iterator[Any]:
    """One after another, in the order of games and seats."""
    from minari.data_collector import EpisodeBuffer  # type: ignore[import-untyped]

    seeds = {row["number"]: row["seed"] for row in data.games()}
    for path in data.paths:
        found, last = data.read(path), data.last_observations(path)
        first = int(found.game[0])
        for game in range(first, first + len(last)):
            for seat in range(plan.seats):
                rows = np.flatnonzero((found.game == game) & (found.seat == seat))
                if len(rows):
                    yield EpisodeBuffer(
                        seed=seeds[game], options={"seat": seat}, **episode(found, rows, last[game - first, seat])
                    )


def episode(found: Decisions, rows: np.ndarray[Any, Any], last: np.ndarray[Any, Any]) -> dict[str, Any]:
    """A seat's way through a game: one observation more than actions, and everything it gets at the end."""
    ends = np.zeros(len(rows), np.bool_)
    ends[-1] = True
    infos: dict[str, Any] = {"action_mask": np.concatenate([found.masks(rows), np.zeros((1, found.actions), np.int8)])}
    if found.value is not None:
        infos["value"] = np.append(found.value[rows], np.float32("nan"))
        infos["visits"] = np.concatenate([found.visit_counts(rows), np.zeros((1, found.actions), np.int32)])
    return {
        "observations": np.concatenate([found.observation[rows], last[None]]),
        "actions": found.action[rows].astype(np.int64),
        "rewards": np.where(ends, found.points[rows], 0.0),
        "terminations": ends,
        "truncations": np.zeros(len(rows), np.bool_),
        "infos": infos,
    }
