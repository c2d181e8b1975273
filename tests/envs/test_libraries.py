"""The libraries' own suites: Gymnasium, PettingZoo, OpenSpiel."""

from __future__ import annotations

import os
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.envs import Play

from .tables import EVERY, GROUPS, ONE_OF_EACH, cases

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
pyspiel = pytest.importorskip("pyspiel")

import goldenspike.envs.gym  # noqa: E402
import goldenspike.envs.openspiel  # noqa: E402
from goldenspike.envs import pettingzoo as zoo  # noqa: E402
from goldenspike.envs.gym_register import ids  # noqa: E402

# PettingZoo's suites warn of every observation that is a dictionary, as every one with a mask is.
DICTIONARIES = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably",
    "ignore:The base environment",
]
IDS_OF = {settings["game"]: name for name, settings in ids().items()}


# ---------------------------------------------------------------- PettingZoo
@pytest.mark.parametrize(("name", "seats", "options"), EVERY)
def test_pettingzoo_suites(name: str, seats: int, options: dict[str, Any], capsys: Any) -> None:
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
    from pettingzoo.test.state_test import state_test

    def aec() -> Any:
        return zoo.env(name, seats=seats, **options)

    def parallel() -> Any:
        return zoo.parallel_env(name, seats=seats, **options)

    with warnings.catch_warnings():
        for line in DICTIONARIES:
            warnings.filterwarnings("ignore", message=line.partition(":")[2])
        api_test(aec(), num_cycles=60)
        seed_test(aec, num_cycles=30)
        parallel_api_test(parallel(), num_cycles=60)
        parallel_seed_test(parallel)
        state_test(aec(), parallel())


@pytest.mark.parametrize(("name", "seats", "options"), ONE_OF_EACH)
def test_pettingzoo_pictures(name: str, seats: int, options: dict[str, Any], capsys: Any) -> None:
    from pettingzoo.test import render_test

    render_test(
        lambda render_mode: zoo.env(name, seats=seats, render_mode=render_mode, **options),
        {"svg": lambda picture: "<svg" in picture and "</svg>" in picture},
    )
    assert capsys.readouterr().out  # the human mode is the text board


@pytest.mark.parametrize(("name", "seats", "options"), ONE_OF_EACH)
def test_a_whole_game_in_turn_and_at_once(name: str, seats: int, options: dict[str, Any]) -> None:
    """Only the seat that decides has a mask in turn; at once every awaited seat has one, the others only the no-op."""
    env = zoo.env(name, seats=seats, reward="gain", **options)
    env.reset(seed=3)
    start = np.array(env.play.points(), float)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    dice = random.Random(2)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        paid[agent] += reward
        if not over:
            for other in env.agents:
                assert (env.observe(other)["action_mask"].sum() > 0) == (other == agent)
        env.step(None if over else dice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert np.array(list(paid.values())).tolist() == (np.array(env.play.points(), float) - start).tolist()

    both = zoo.parallel_env(name, seats=seats, **options)
    seen, _ = both.reset(seed=3)
    reward: dict[str, float] = {}
    while both.agents:
        awaited = both.play.awaited
        for seat, agent in enumerate(both.agents):
            mask = seen[agent]["action_mask"]
            assert (mask[:-1].sum() > 0) == bool(awaited >> seat & 1) == (mask[both.no_op] == 0)
        actions = {agent: both.action_space(agent).sample(seen[agent]["action_mask"]) for agent in both.agents}
        seen, reward, *_ = both.step(actions)
    assert list(reward.values()) == both.play.points()


@pytest.mark.xdist_group("santa_fe_compiled")
def test_conversion_and_illegal_actions_in_pettingzoo() -> None:
    from pettingzoo.test import parallel_api_test
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(turn_based_aec_to_parallel(zoo.env("santa-fe-rails", seats=2)), num_cycles=40)
    env = zoo.env("santa-fe-rails", seats=2)
    env.reset(seed=1, options={"seed": 1869})
    assert env.play.hash == gs.new("santa-fe-rails", seats=2, seed=1869).hash
    env.step(0)
    assert all(env.terminations.values())
    assert sorted(env.rewards.values()) == [-1.0, 0.0]
    strict = zoo.env("santa-fe-rails", seats=2, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(gs.IllegalAction):
        strict.step(0)


# ---------------------------------------------------------------- Gymnasium
GYM = cases("SFR", "SF92 advanced track", "PR solo", "PR everything, forest", "RP ticks")


@pytest.mark.parametrize(("name", "seats", "options"), GYM)
def test_gymnasium_suite(name: str, seats: int, options: dict[str, Any], capsys: Any) -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make(IDS_OF[name], seats=seats, render_mode="ansi", **options)
    check_env(env.unwrapped)
    seen, info = env.reset(seed=5)
    over, steps = False, 0
    while not over:
        assert (env.unwrapped.action_masks() == info["action_mask"]).all()
        seen, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        steps += 1
    assert reward == info["points"][0]
    assert seen in env.observation_space
    assert steps > 5

    batch = gymnasium.make_vec(
        IDS_OF[name], num_envs=3, vectorization_mode="vector_entry_point", seats=seats, threads=2, **options
    )
    seen, info = batch.reset(seed=5)
    ended = np.zeros(3, int)
    for _ in range(150):
        actions = np.array([int(np.flatnonzero(mask)[-1]) if mask.any() else 0 for mask in info["action_mask"]])
        seen, reward, over, _, info = batch.step(actions)
        assert (reward[~over] == 0).all()
        ended += over
    assert seen in batch.observation_space
    batch.close()


@pytest.mark.xdist_group("santa_fe_compiled")
def test_gymnasium_seats_and_seeds() -> None:
    env = gymnasium.make("goldenspike/SantaFeRails-v0", seats=4, seat=2, opponents=["random", "greedy", "random"])
    env.reset(seed=1, options={"seed": 42})
    one = env.unwrapped.play.dump()
    env.reset(seed=2, options={"seed": 42})
    assert env.unwrapped.play.dump() == one
    assert env.unwrapped.play.seat == 2
    for wrong in ({"seat": 4}, {"opponents": ["greedy"]}, {"opponents": "you"}, {"illegal": "shrug"}, {"reward": 3}):
        with pytest.raises(gs.BadOption):
            gymnasium.make("goldenspike/SantaFeRails-v0", seats=4, **wrong)


# ---------------------------------------------------------------- OpenSpiel
# A few random games of each; OPENSPIEL_SIMS=20 plays as many as OpenSpiel's own games have to pass.
SIMS = int(os.environ.get("OPENSPIEL_SIMS", "0"))
SPIEL = {
    "goldenspike_santa_fe_rails(seats=4)": 2,
    "goldenspike_santa_fe_rails(seats=2,terrain=True,reward=win)": 1,
    "goldenspike_santa_fe(seats=3,preset=SF92-advanced-track,board=mini)": 2,
    "goldenspike_pioneer_rails(seats=1,jokers=True)": 2,
    "goldenspike_pioneer_rails(seats=3,preset=everything,board=forest-a)": 1,
    "goldenspike_rail_pass(seats=2,seconds=5)": 2,
    "goldenspike_rail_pass(seats=2,seconds=5,dexterity=timed,expert=True)": 1,
}


def grouped(names: Any) -> list[Any]:
    def group(name: str) -> str:
        game = name.partition("(")[0].removeprefix("goldenspike_").replace("_", "-")
        return GROUPS[game]

    return [pytest.param(name, marks=pytest.mark.xdist_group(group(name))) for name in names]


@pytest.mark.parametrize("name", grouped(SPIEL))
def test_openspiel_suite(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=SIMS or SPIEL[name], serialize=True, verbose=False)


@pytest.mark.parametrize("name", grouped(list(SPIEL)[::2]))
def test_openspiel_worlds_from_an_information_state(name: str) -> None:
    """As OpenSpiel's own test for games in C++: same strings, tensors, actions and player in every other world."""
    game, dice = pyspiel.load_game(name), random.Random(6)
    state = game.new_initial_state()
    changed = tested = 0
    while not state.is_terminal():
        if not state.is_chance_node() and dice.random() < 0.3:
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, dice.random)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.current_player() == state.current_player()
                if state.current_player() == player:
                    assert other.legal_actions() == state.legal_actions()
                changed += str(other) != str(state)
                tested += 1
        action = dice.choice(state.legal_actions())
        player = state.current_player()
        assert state.string_to_action(player, state.action_to_string(player, action)) == action
        state.apply_action(action)
    assert tested > 5
    assert "rail_pass" in name or changed > tested / 2


@pytest.mark.xdist_group("santa_fe_compiled")
def test_openspiel_bots_and_explicit_chance() -> None:
    """Four bytes of chance are the seed; IS-MCTS of OpenSpiel plays the game."""
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game("goldenspike_santa_fe_rails(seats=2,board=mini,reward=win)")
    state = game.new_initial_state()
    for byte in (0x4D, 0x07, 0, 0):
        state.apply_action(byte)
    same = Play("santa-fe-rails", seats=2, board="mini", seed=0x074D)
    assert state.now.raw.tobytes() == same.dump()
    roll = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, roll, 1.4, 6, random_state=np.random.RandomState(2))
    for _ in range(3):
        assert bot.step(state) in state.legal_actions()
        state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("name", grouped([f"goldenspike_{game.replace('-', '_')}" for game in gs.games.built_in()]))
def test_openspiel_playthroughs_are_as_kept(name: str) -> None:
    """The generator of OpenSpiel prints a whole game; any change of rules or observations shows as a difference."""
    from .make_playthroughs import FOLDER, playthrough

    kept = (Path(FOLDER) / f"{name}.txt").read_text("utf-8")
    assert playthrough(name) == kept
