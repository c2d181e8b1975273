"""Environments give the results of the rules, and the suites of PettingZoo, Gymnasium and OpenSpiel pass."""

from __future__ import annotations

import contextlib
import io
import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from goldenspike.engine.game import Game
from goldenspike.envs.batch import Batch
from goldenspike.envs.single import Play

from .case import Case
from .errors import ConformanceError, Skipped
from .play import ROOM

GAMES = 4  # of a batch
STEPS = 20
CYCLES = 20  # of the suites of PettingZoo


def check_batch(case: Case, dice: random.Random) -> None:
    """A batch of games shows and does what the interpreted rules say, game by game."""
    setting, rules, b = case.setting, case.rules, case.setting.b
    options: dict[str, Any] = dict(setting.options)
    batch = Batch(case.game.name, GAMES, seats=setting.seats, board=case.board, seed=case.seed, **options)
    numbers = [0] * max(case.game.most_legal, ROOM)
    states = batch.memory.states
    for _ in range(STEPS):
        before = [case.game.state.from_bytes(states[k].tobytes()) for k in range(GAMES)]
        chosen = batch.sample().copy()
        for k in range(GAMES):
            seat = int(batch.who[k])
            legal = numbers[: rules.legal(before[k], b, seat, numbers)]
            case.same(batch.legal(k), legal, "a batch offers other actions", seat)
            case.same(np.flatnonzero(batch.masks[k]).tolist(), legal, "the mask of a batch differs", seat)
            count = rules.observe(before[k], b, seat, numbers)
            case.same(batch.observations[k].tolist(), numbers[:count], "a batch shows another observation", seat)
        batch.step(chosen)
        for k in range(GAMES):
            if not batch.ended[k]:
                rules.apply(before[k], b, int(first(rules.actors(before[k]))), int(chosen[k]))
                same = states[k].tobytes() == before[k].to_bytes()
                case.same(same, True, "a batch goes the way of the interpreted rules", action=int(chosen[k]))
    batch.close()


def first(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def check_single(case: Case, dice: random.Random) -> None:
    """One game in numbers: saved, loaded, redealt and copied without side effects; illegal actions change nothing."""
    from goldenspike.engine.errors import GoldenSpikeError

    play = Play(case.setting, seed=case.seed)
    for _ in range(STEPS):
        if play.over:
            break
        before, legal = play.dump(), play.legal
        for wrong in (-1, play.memory.actions + 5, max(legal) + 1):
            if wrong in legal:
                continue
            try:
                play.apply(wrong)
            except GoldenSpikeError:
                continue
            case.fail("an illegal action is accepted", play.seat, wrong)
        case.same(play.dump() == before, True, "an illegal action changes nothing", play.seat)
        play.redeal(play.seat, dice.getrandbits(60))
        case.same(play.legal, legal, "another world offers other choices", play.seat)
        play.load(before)
        play.apply(dice.choice(legal))


# ---------------------------------------------------------------- the libraries' own suites
def library(name: str) -> Any:
    """Import a library, or skip the check if it is not installed."""
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise Skipped(f"{name.partition('.')[0]} is not installed") from None


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """The suites print, and warn of every observation that is a dictionary, as every one with a mask is."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def check_pettingzoo(game: Game) -> None:
    """PettingZoo's suites for environments in turn and at once."""
    tests = library("pettingzoo.test")
    zoo = library("goldenspike.envs.pettingzoo")
    options: dict[str, Any] = dict(game.short_options)

    def aec() -> Any:
        return zoo.env(game.name, seats=game.env_seats, **options)

    def parallel() -> Any:
        return zoo.parallel_env(game.name, seats=game.env_seats, **options)

    with quiet():
        tests.api_test(aec(), num_cycles=CYCLES)
        tests.seed_test(aec, num_cycles=CYCLES)
        tests.parallel_api_test(parallel(), num_cycles=CYCLES)


def check_gymnasium(game: Game) -> None:
    """Gymnasium's checker, for a single environment and a batch."""
    gymnasium = library("gymnasium")
    checker = library("gymnasium.utils.env_checker")
    library("goldenspike.envs.gym")
    from goldenspike.envs.gym_register import ids, register

    register()
    names = {settings["game"]: name for name, settings in ids().items()}
    options: dict[str, Any] = dict(game.short_options)
    with quiet():
        env = gymnasium.make(names[game.name], render_mode="ansi", **options)
        checker.check_env(env.unwrapped)
        batch = gymnasium.make_vec(names[game.name], num_envs=2, vectorization_mode="vector_entry_point", **options)
        _, info = batch.reset(seed=5)
        for _ in range(STEPS):
            actions = [int(np.flatnonzero(mask)[-1]) if mask.any() else 0 for mask in info["action_mask"]]
            seen, _, _, _, info = batch.step(np.array(actions))
        inside = seen in batch.observation_space
        batch.close()
    if not inside:
        raise ConformanceError(f"{game.name}: an observation of a batch is outside of its space")


def check_openspiel(game: Game) -> None:
    """A random game of OpenSpiel's own test, serialised on the way."""
    pyspiel = library("pyspiel")
    spiel = library("goldenspike.envs.openspiel")
    spiel.register()
    words = {"seats": game.env_seats, **game.short_options}
    name = f"{spiel.short_name(game.name)}({','.join(f'{key}={value}' for key, value in words.items())})"
    with quiet():
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)
