"""PettingZoo, SuperSuit and Gymnasium: their suites, conversions, wrappers and vectors."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np

from .trials import Table, aec, gym, legal, parallel, quietly, trial


# ---------------------------------------------------------------- PettingZoo
@trial("PettingZoo", "pettingzoo", "`api_test`, `seed_test`")
def pettingzoo_aec(table: Table) -> None:
    from pettingzoo.test import api_test, seed_test

    with quietly():
        api_test(aec(table), num_cycles=200)
        seed_test(lambda: aec(table), num_cycles=50)


@trial("PettingZoo", "pettingzoo", "`parallel_api_test`, `parallel_seed_test`")
def pettingzoo_parallel(table: Table) -> None:
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    with quietly():
        parallel_api_test(parallel(table), num_cycles=200)
        parallel_seed_test(lambda: parallel(table))


@trial("PettingZoo", "pettingzoo", "`state_test`, `render_test`")
def pettingzoo_state(table: Table) -> None:
    from pettingzoo.test import render_test
    from pettingzoo.test.state_test import state_test

    with quietly():
        state_test(aec(table), parallel(table))
        render_test(
            lambda render_mode: aec(table, render_mode=render_mode), {"svg": lambda picture: "</svg>" in picture}
        )


@trial("PettingZoo", "pettingzoo", "`api_test` inside its wrappers for illegal actions, bounds and order")
def pettingzoo_wrappers(table: Table) -> None:
    from pettingzoo.test import api_test
    from pettingzoo.utils import wrappers

    with quietly():
        env = wrappers.TerminateIllegalWrapper(aec(table), illegal_reward=-1)
        api_test(wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env)), num_cycles=100)


@trial("PettingZoo", "pettingzoo", "conversions `parallel_to_aec` and `turn_based_aec_to_parallel` with their suites")
def pettingzoo_conversions(table: Table) -> None:
    from pettingzoo.test import api_test, parallel_api_test
    from pettingzoo.utils.conversions import parallel_to_aec, turn_based_aec_to_parallel

    with quietly():
        api_test(parallel_to_aec(parallel(table)), num_cycles=50)
        parallel_api_test(turn_based_aec_to_parallel(aec(table)), num_cycles=50)


# ---------------------------------------------------------------- SuperSuit
@trial("SuperSuit", "supersuit", "`pettingzoo_env_to_vec_env_v1`, `concat_vec_envs_v1` (two copies, 50 steps)")
def supersuit_vector(table: Table) -> None:
    import supersuit

    one = supersuit.pettingzoo_env_to_vec_env_v1(parallel(table))
    batch = supersuit.concat_vec_envs_v1(one, 2, num_cpus=1, base_class="gymnasium")
    seen, _ = batch.reset(seed=1)
    for _ in range(50):
        seen, rewards, *_ = batch.step(legal(seen["action_mask"]))
    assert rewards.shape == (2 * table.seats,)
    batch.close()


@trial("SuperSuit", "supersuit", "`gym_vec_env_v0`, `stable_baselines3_vec_env_v0` on the Gymnasium environment")
def supersuit_gym(table: Table) -> None:
    import supersuit

    batch = supersuit.gym_vec_env_v0(gym(table), 2)
    _, info = batch.reset(seed=1)
    for _ in range(20):
        _, _, _, _, info = batch.step(legal(info["action_mask"]))
    batch.close()
    other = supersuit.stable_baselines3_vec_env_v0(gym(table), 2)
    other.reset()
    other.step(legal(other.env_method("action_masks")))


@trial("SuperSuit", "supersuit", "`dtype_v0`, `frame_stack_v1`, `reward_lambda_v0` on the Gymnasium environment")
def supersuit_wrappers(table: Table) -> None:
    import supersuit

    env = supersuit.reward_lambda_v0(
        supersuit.frame_stack_v1(supersuit.dtype_v0(gym(table), np.float32), 3), lambda reward: reward / 100
    )
    seen, info = env.reset(seed=1)
    for _ in range(20):
        seen, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if over:
            break
    assert seen.dtype == np.float32
    assert seen.shape == env.observation_space.shape


@trial("SuperSuit", "supersuit", "`black_death_v3` on the Parallel environment")
def supersuit_black_death(table: Table) -> None:
    import supersuit

    supersuit.black_death_v3(parallel(table)).reset(seed=1)


# ---------------------------------------------------------------- Gymnasium
@trial("Gymnasium", "gymnasium", "`check_env`")
def gymnasium_check(table: Table) -> None:
    from gymnasium.utils.env_checker import check_env

    with quietly():
        check_env(gym(table, render_mode="ansi").unwrapped)


@trial("Gymnasium", "gymnasium", "wrappers: statistics, time limit, stacked, scaled and normalised, a whole game")
def gymnasium_wrappers(table: Table) -> None:
    from gymnasium import wrappers

    env = wrappers.RecordEpisodeStatistics(wrappers.TimeLimit(gym(table), 5000))
    env = wrappers.FrameStackObservation(wrappers.NormalizeObservation(wrappers.FlattenObservation(env)), 2)
    env = wrappers.TransformReward(env, lambda reward: reward / 100)
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    over = cut = False
    while not (over or cut):
        _, _, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
    assert over
    assert info["episode"]["l"] > 5


@trial("Gymnasium", "gymnasium", "`RecordVideo` and `HumanRendering` of `rgb_array`")
def gymnasium_pictures(table: Table) -> None:
    from gymnasium import wrappers

    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with tempfile.TemporaryDirectory() as folder, quietly():
        film = wrappers.RecordVideo(
            gym(table, render_mode="rgb_array"), folder, episode_trigger=lambda number: True, disable_logger=True
        )
        window = wrappers.HumanRendering(gym(table, render_mode="rgb_array"))
        for env, steps in ((film, 12), (window, 4)):
            _, info = env.reset(seed=1)
            for _ in range(steps):
                _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
                if over:
                    break
            env.close()
        (video,) = Path(folder).glob("*.mp4")
        assert video.stat().st_size > 1000


@trial("Gymnasium", "gymnasium", "`make_vec`: sync, async (two processes) and `vector_entry_point`, with statistics")
def gymnasium_vectors(table: Table) -> None:
    import gymnasium
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    from goldenspike.envs.gym_register import env_id

    for mode in ("sync", "async", "vector_entry_point"):
        made = gymnasium.make_vec(
            env_id(table.game), num_envs=2, vectorization_mode=mode, seats=table.seats, **table.options
        )
        batch = RecordEpisodeStatistics(made)
        _, info = batch.reset(seed=1)
        for _ in range(20):
            _, _, _, _, info = batch.step(legal(info["action_mask"]))
        batch.close()
