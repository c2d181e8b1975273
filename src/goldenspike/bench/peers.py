"""Ours and the peers in one run on one core, per CPU-second: ``goldenspike bench --peers`` (extra ``peers``)."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from .comparisons import BATCH, RATIOS

SEATS = 4
ROUNDS = 5
Figures = dict[str, float]


def measured() -> str:
    """The game that stands for ours: the first of the registry."""
    from goldenspike import games

    return games.names()[0]


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many per CPU-second: the best of three runs, because what disturbs a run only slows it."""
    work()
    best = 0.0
    for _ in range(3):
        done, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < seconds / 3:
            done += work()
        best = max(best, done / spent)
    return best


@contextmanager
def one_core() -> Iterator[None]:
    """Keep everything that is measured on one core, where the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


# ---------------------------------------------------------------- ours: the first game, with four seats
def our_loop(seconds: float) -> Figures:
    """The loop inside compiled code, a legal list at every decision; what a search pays."""
    from goldenspike.bench import kernels as bench_kernels
    from goldenspike.bench.engine import Bench
    from goldenspike.engine.compiled import added
    from goldenspike.engine.rule_set import Kernels
    from goldenspike.envs.memory import Dice, dice
    from goldenspike.games import game

    bench = Bench(game(measured()), seconds)
    bench.one_game()
    found = {"compiled loop, decisions/s": rate(bench.many_games, seconds)}
    found["clone, ns"] = bench.clone()["clone ns"]
    found["rollouts from mid-game/s"] = bench.playouts()["mid-game playouts/s"]
    kinds = {"STATE": bench.game.state.dtype(), "BOARD": type(bench.setting.b).dtype(), "DIE": Dice.dtype()}
    redeals = added(bench.game.rule_set, Kernels((bench_kernels,), entry_points=("redeals",)), kinds).redeals
    die = dice(1, 1, 0)
    places = bench.states.ctypes.data, bench.boards.ctypes.data, die.ctypes.data
    found["redeal, ns"] = 1e9 / rate(lambda: int(redeals(*places, 0, 1000)), seconds / 2)
    return found


def our_python(seconds: float) -> Figures:
    """One game from Python: with the legal list, then also with mask and observation in NumPy."""
    from goldenspike.envs import Play

    play, chance = Play(measured(), seats=SEATS), random.Random(1).random
    seed = 0

    def plain() -> int:
        nonlocal seed
        seed += 1
        play.restart(seed)
        decisions = 0
        while play.seat >= 0:
            legal = play.legal
            play.apply(legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    def seen() -> int:
        nonlocal seed
        seed += 1
        play.restart(seed)
        decisions = 0
        while play.seat >= 0:
            play.look()
            legal = play.legal
            play.apply(legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    return {
        "Python loop, decisions/s": rate(plain, seconds),
        "Python loop with mask and observation, decisions/s": rate(seen, seconds),
    }


def our_batch(seconds: float) -> Figures:
    """A batch with random actions, by what it writes for each decision beside the legal list."""
    from goldenspike.envs import vector

    kinds: dict[str, dict[str, Any]] = {
        "mask and observation": {},
        "packed observation": {"observation": "packed", "masks": False},
        "legal list alone": {"observation": "none", "masks": False},
    }
    found = {}
    for name, settings in kinds.items():
        batch = vector(measured(), BATCH, seats=SEATS, **settings)

        def work(batch: Any = batch) -> int:
            batch.sample()
            batch.step()
            return BATCH

        found[f"batch of {BATCH}, {name}, decisions/s"] = rate(work, seconds)
        batch.close()
    return found


def wrapped(env: Any) -> Any:
    """An AEC environment inside the wrappers that PettingZoo puts around its own."""
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def our_zoo(seconds: float) -> Figures:
    """PettingZoo AEC: last, a random legal action, step; alone, and inside PettingZoo's wrappers."""
    import numpy as np

    from goldenspike.envs import pettingzoo as zoo

    plain = zoo.env(measured(), seats=SEATS)
    return {
        "PettingZoo AEC, decisions/s": rate(aec_game(plain, np), seconds),
        "PettingZoo AEC in wrappers, decisions/s": rate(aec_game(wrapped(plain), np), seconds),
    }


def our_gym(seconds: float) -> Figures:
    """Gymnasium: every decision of the game counts, the learner's and those of the bots inside."""
    import gymnasium

    import goldenspike.envs.gym
    from goldenspike.envs.gym_register import env_id

    found = {}
    for bots in ("random", "greedy"):
        env = gymnasium.make(env_id(measured()), seats=SEATS, opponents=bots).unwrapped
        assert isinstance(env, goldenspike.envs.gym.SeatAmongBots)
        env.reset(seed=3)
        chance = random.Random(3).random

        def work(env: Any = env, chance: Any = chance) -> int:
            env.reset()
            over, steps = False, 0
            while not over:
                legal = env.play.legal
                _, _, over, _, _ = env.step(legal[int(chance() * len(legal))])
                steps += 1
            return steps

        found[f"Gymnasium among {bots} bots, steps/s"] = rate(work, seconds)
    return found


def our_spiel(seconds: float) -> Figures:
    """Our game under OpenSpiel, from Python."""
    from goldenspike.envs import openspiel

    return {
        "our game under OpenSpiel, decisions/s": rate(
            spiel_game(f"{openspiel.short_name(measured())}(seats=4)"), seconds
        )
    }


# ---------------------------------------------------------------- peers
def spiel_game(name: str, seen: str = "") -> Callable[[], int]:
    """A random game of OpenSpiel from Python; chance nodes are played but not counted.

    What is seen at every decision: nothing, the state's own lists, or the arrays of its NumPy observer with a mask.
    """
    import numpy as np
    import pyspiel  # type: ignore[import-not-found]
    from open_spiel.python.observation import make_observation  # type: ignore[import-untyped]

    game, chance = pyspiel.load_game(name), random.Random(1).random
    observer = make_observation(game) if seen == "arrays" else None
    mask = np.zeros(game.num_distinct_actions(), np.int8)

    def work() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance() * len(outcomes))][0])
                continue
            legal = state.legal_actions()
            if seen == "lists":
                state.observation_tensor()
                state.legal_actions_mask()
            elif observer is not None:
                observer.set_from(state, state.current_player())
                mask.fill(0)
                mask[legal] = 1
            state.apply_action(legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    return work


def openspiel(seconds: float) -> Figures:
    import pyspiel

    found = {}
    for name in ("crazy_eights", "gin_rummy", "backgammon"):
        found[f"OpenSpiel {name}, decisions/s"] = rate(spiel_game(name), seconds)
        found[f"OpenSpiel {name} with arrays, decisions/s"] = rate(spiel_game(name, "arrays"), seconds)
        found[f"OpenSpiel {name} with lists, decisions/s"] = rate(spiel_game(name, "lists"), seconds)
    game = pyspiel.load_game("crazy_eights")
    bots = [pyspiel.make_uniform_random_bot(player, 7 + player) for player in range(game.num_players())]

    def inside() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, random.getrandbits(30))
        return int(state.move_number())

    # Its moves include those of chance; the share that players decide is counted separately, from Python.
    moves = decided = 0
    for seed in range(200):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        moves += state.move_number()
        decided += sum(int(one.player) >= 0 for one in state.full_history())
    found["OpenSpiel crazy_eights inside C++ (bots), decisions/s"] = rate(inside, seconds) * decided / moves
    return found


def aec_game(env: Any, np: Any) -> Callable[[], int]:
    """A random game of a PettingZoo environment: last, a random legal action, step."""
    chance = random.Random(5)

    def work() -> int:
        env.reset(seed=chance.getrandbits(30))
        decisions = 0
        for _ in env.agent_iter():
            seen, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            env.step(chance.choice(np.flatnonzero(mask)))
            decisions += 1
        return decisions

    return work


def pettingzoo(seconds: float) -> Figures:
    import importlib

    import numpy as np
    import pettingzoo.classic  # type: ignore[import-untyped]  # noqa: F401 (without it, none of them is there)

    found = {}
    for name in ("hanabi_v5", "connect_four_v3", "leduc_holdem_v4"):
        try:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            found[f"PettingZoo {name} in wrappers, decisions/s"] = rate(aec_game(module.env(), np), seconds)
            found[f"PettingZoo {name}, decisions/s"] = rate(aec_game(module.raw_env(), np), seconds)
        except Exception as error:  # report a peer that does not run here
            print(f"PettingZoo {name} does not run here: {error}", file=sys.stderr)
    return found


def catanatron(seconds: float) -> Figures:
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

    def work() -> int:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        return len(game.state.actions)

    return {"Catanatron random loop, decisions/s": rate(work, seconds)}


def pgx(seconds: float) -> Figures:
    """Pgx on the CPU: a batch of 1024, random legal actions, as its own examples step it."""
    import jax  # type: ignore[import-not-found]
    import pgx as peer  # type: ignore[import-not-found]

    found = {}
    for name in ("kuhn_poker", "backgammon"):
        env = peer.make(name)
        step = jax.vmap(env.step)

        def once(state: Any, key: Any, step: Any = step, env: Any = env) -> Any:
            keys = jax.random.split(key, 2)
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            action = jax.random.categorical(keys[0], logits, axis=-1)
            fresh = jax.vmap(env.init)(jax.random.split(keys[1], BATCH))
            try:
                after = step(state, action, jax.random.split(keys[1], BATCH))
            except TypeError:
                after = step(state, action)
            ended = after.terminated | after.truncated
            return jax.tree_util.tree_map(
                lambda a, b: jax.numpy.where(ended.reshape((-1,) + (1,) * (a.ndim - 1)), a, b), fresh, after
            )

        jitted = jax.jit(once)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))
        place = {"state": state, "key": jax.random.PRNGKey(1)}

        def work(place: Any = place, jitted: Any = jitted) -> int:
            for _ in range(10):
                place["key"], key = jax.random.split(place["key"])
                place["state"] = jitted(place["state"], key)
            place["state"].current_player.block_until_ready()
            return 10 * BATCH

        found[f"Pgx {name}, batch of {BATCH}, decisions/s"] = rate(work, seconds)
    return found


OURS = (our_loop, our_python, our_batch, our_zoo, our_gym, our_spiel)
PEERS = (openspiel, pettingzoo, catanatron, pgx)
LIMITS = (("clone, ns", 60.0, -1), ("redeal, ns", 2000.0, -1), ("rollouts from mid-game/s", 15_000.0, 1))


def measure(seconds: float, step: Callable[[str], None], rounds: int = ROUNDS) -> dict[str, Any]:
    """All figures of one run; a peer that is not installed is left out and named.

    A shared machine can be slow for minutes: everything is measured in turn several times, and the best counts.
    """
    figures: Figures = {}
    missing: dict[str, str] = {}
    with one_core():
        for number in range(rounds):
            for part in (*OURS, *PEERS):
                if part.__name__ in missing:
                    continue
                step(f"{part.__name__}, {number + 1} of {rounds}")
                try:
                    found = part(seconds / rounds)
                except ImportError as error:
                    missing[part.__name__] = f"{part.__name__}: {error}"
                    continue
                for name, value in found.items():
                    better = min if name.endswith(", ns") else max
                    figures[name] = better(value, figures.get(name, value))
    ratios = [
        {
            **asdict(one),
            "ratio": round(figures[one.ours] / figures[one.theirs], 2),
            "wanted": one.wanted and round(one.wanted, 2),
        }
        for one in RATIOS
        if one.ours in figures and one.theirs in figures
    ]
    limits = [
        {"figure": name, "value": round(figures[name], 1), "limit": limit, "met": sign * figures[name] >= sign * limit}
        for name, limit, sign in LIMITS
        if name in figures
    ]
    rounded = {name: round(value, 1) for name, value in figures.items()}
    return {"figures": rounded, "ratios": ratios, "limits": limits, "missing": list(missing.values())}
