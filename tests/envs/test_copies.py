"""Copies of environments, by every way Python knows: equal at first, then independent."""

from __future__ import annotations

import copy
import pickle
import time
from collections.abc import Callable
from typing import Any

import cloudpickle  # type: ignore[import-untyped]
import numpy as np
import pytest

from goldenspike.engine.errors import BadOption
from goldenspike.envs import Play, vector

from .tables import ONE_OF_EACH

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from goldenspike.envs import pettingzoo as zoo  # noqa: E402
from goldenspike.envs.gym import SeatAmongBots, SeatsAmongBots  # noqa: E402

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "cloudpickle": lambda env: pickle.loads(cloudpickle.dumps(env)),
}


def flat(told: Any) -> list[Any]:
    """What an environment told, so that it can be compared."""
    if isinstance(told, dict):
        return [item for name in sorted(told, key=str) for item in (name, *flat(told[name]))]
    if isinstance(told, list | tuple):
        return [item for one in told for item in flat(one)]
    return [told.tolist()] if isinstance(told, np.ndarray) else [told]


def chosen(mask: np.ndarray[Any, Any]) -> int:
    """The last legal action, or 0 where none is."""
    return int(np.flatnonzero(mask)[-1]) if mask.any() else 0


# Each drive plays one step in an environment and says everything that can be seen of it.
def drive_play(play: Play) -> list[Any]:
    if play.over:
        play.restart(5)
    play.apply(play.legal[-1])
    return [play.dump(), play.seat, play.legal, *flat(play.look())]


def drive_batch(batch: Any) -> list[Any]:
    batch.step(batch.sample().copy())
    return flat([batch.observations, batch.masks, batch.who, batch.rewards, batch.ended])


def drive_gym(env: SeatAmongBots) -> list[Any]:
    told = env.step(chosen(env.action_masks()))
    if told[2]:
        return flat(told) + flat(env.reset())
    return flat(told)


def drive_gym_vector(env: SeatsAmongBots) -> list[Any]:
    return flat(env.step(np.array([chosen(mask) for mask in env.action_masks()])))


def drive_aec(env: Any) -> list[Any]:
    if not env.agents:
        env.reset()
    seen, *told = env.last()
    env.step(None if told[1] else chosen(seen["action_mask"]))
    return [env.agent_selection, *flat(seen), *flat(told), *flat(env.rewards)]


def drive_parallel(env: Any) -> list[Any]:
    if not env.agents:
        env.reset()
    seen = {agent: env._observed(seat) for seat, agent in enumerate(env.agents)}
    return flat(env.step({agent: chosen(seen[agent]["action_mask"]) for agent in env.agents}))


def made(kind: str, name: str, seats: int, options: dict[str, Any]) -> tuple[Any, Callable[[Any], list[Any]]]:
    if kind == "play":
        return Play(name, seats=seats, seed=3, **options), drive_play
    if kind == "batch":
        return vector(name, 5, seats=seats, seed=3, threads=2, **options), drive_batch
    if kind == "gym":
        env = SeatAmongBots(name, seats=seats, opponents="random", **options)
        env.reset(seed=3)
        return env, drive_gym
    if kind == "gym vector":
        vectors = SeatsAmongBots(4, name, seats=seats, opponents="random", **options)
        vectors.reset(seed=3)
        return vectors, drive_gym_vector
    env = zoo.env(name, seats=seats, **options) if kind == "aec" else zoo.parallel_env(name, seats=seats, **options)
    env.reset(seed=3)
    return env, drive_aec if kind == "aec" else drive_parallel


KINDS = ("play", "batch", "gym", "gym vector", "aec", "parallel")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("name", "seats", "options"), ONE_OF_EACH)
def test_a_copy_goes_on_as_its_original_would_and_leaves_it_alone(
    name: str, seats: int, options: dict[str, Any], kind: str
) -> None:
    env, drive = made(kind, name, seats, options)
    for _ in range(7):
        drive(env)
    copies = {way: duplicate(env) for way, duplicate in WAYS.items()}
    futures = {way: [drive(other) for _ in range(6)] for way, other in copies.items()}
    expected = [drive(env) for _ in range(6)]
    for way, future in futures.items():
        assert future == expected, way


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("name", "seats", "options"), ONE_OF_EACH)
def test_what_was_saved_comes_back(name: str, seats: int, options: dict[str, Any], kind: str) -> None:
    env, drive = made(kind, name, seats, options)
    drive(env)
    saved = env.save()
    first = [drive(env) for _ in range(3)]
    env.restore(saved)
    assert [drive(env) for _ in range(3)] == first
    env.restore(saved)
    assert [drive(env) for _ in range(3)] == first, "what was saved must not change with what follows"


@pytest.mark.parametrize("kind", ["play", "gym", "aec", "parallel"])
@pytest.mark.parametrize(("name", "seats", "options"), ONE_OF_EACH)
def test_saving_and_restoring_take_microseconds(name: str, seats: int, options: dict[str, Any], kind: str) -> None:
    """20 us each, of the processor: whoever else works at the same time does not count."""
    env, drive = made(kind, name, seats, options)
    drive(env)
    saved = env.save()
    for work in (env.save, lambda: env.restore(saved)):
        best = 1.0
        for _ in range(20):
            begun = time.process_time()
            for _ in range(50):
                work()
            best = min(best, (time.process_time() - begun) / 50)
        assert best < 20e-6


@pytest.mark.xdist_group("santa_fe_compiled")
@pytest.mark.parametrize("action", [1.5, None, "12", True, [1], np.float64(3)])
def test_an_action_is_a_whole_number(action: Any) -> None:
    play = Play("santa-fe-rails", seed=3)
    before = play.save()
    for refuse in (lambda: play.apply(action), lambda: play.apply_of(play.seat, action)):
        with pytest.raises(BadOption, match=r"^an action is a whole number; not"):
            refuse()
    assert play.save() == before
    with pytest.raises(BadOption, match=r"has \d+ bytes"):
        play.restore(before[:-1])


@pytest.mark.xdist_group("santa_fe_compiled")
def test_a_setting_on_a_board_of_ones_own_travels() -> None:
    play = Play("santa-fe-rails", seed=3)
    source = {**play.setting.board.source, "name": "A board of one's own", "id": "own", "values": {"hand": 3}}
    own = Play("santa-fe-rails", board=source, seed=3)
    other = pickle.loads(pickle.dumps(own))
    assert other.setting.board.hash == own.setting.board.hash != play.setting.board.hash
    assert other.setting.game is own.setting.game
