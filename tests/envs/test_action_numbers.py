"""The dense numbering of actions: small, complete, and the same game."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.engine.action_numbers import action_numbers
from goldenspike.envs import Play, make_setting, vector

from .tables import EVERY, ONE_OF_EACH

gymnasium = pytest.importorskip("gymnasium")


@pytest.mark.parametrize(("name", "seats", "options"), EVERY)
def test_the_same_game_in_both_numberings(name: str, seats: int, options: dict[str, Any]) -> None:
    """Game after game: the same legal actions in the same order, words and positions."""
    one = Play(name, seats=seats, seed=2, **options)
    two = Play(name, seats=seats, seed=2, actions="dense", **options)
    numbers, dice = two.memory.numbers, random.Random(4)
    assert two.memory.actions < one.memory.actions
    while not one.over:
        assert numbers.rules[two.legal].tolist() == one.legal
        assert two.look()[1].nonzero()[0].tolist() == two.legal
        chosen = dice.randrange(len(one.legal))
        if dice.random() < 0.05:
            text = two.write(two.legal[chosen])
            assert text == one.write(one.legal[chosen])
        one.apply(one.legal[chosen])
        two.apply(two.legal[chosen])
        assert two.dump() == one.dump()


@pytest.mark.xdist_group("santa_fe_compiled")
def test_few_numbers_are_dead() -> None:
    """Of 7,300 numbers of Santa Fe Rails two thirds were never legal; of the dense ones nearly all are, some time."""
    batch = vector("santa-fe-rails", 256, seats=4, seed=1, actions="dense", observation="none", masks=False)
    count, ever = batch.memory.actions, np.zeros(batch.memory.actions, bool)
    for _ in range(2500):
        batch.step(batch.sample())
        for i in range(0, 256, 5):
            ever[batch.lists[i, : batch.counts[i]]] = True
    assert count < 0.35 * action_numbers(batch.setting, "all").count
    assert ever.sum() > 0.75 * count


@pytest.mark.xdist_group("santa_fe_compiled")
def test_an_action_in_words_has_a_number_and_back() -> None:
    play = Play("santa-fe-rails", seats=3, seed=1869, actions="dense")
    for action in play.legal:
        assert play.number(play.write(action)) == action
    before = play.dump()
    for wrong in (-1, play.memory.actions, 10**9):
        with pytest.raises(gs.IllegalAction):
            play.apply(wrong)
        with pytest.raises(gs.BadOption, match="numbers from 0 to"):
            play.write(wrong)
    assert play.dump() == before
    with pytest.raises(gs.BadOption, match="numbered all, dense"):
        Play("santa-fe-rails", actions="sparse")


@pytest.mark.parametrize(("name", "seats", "options"), ONE_OF_EACH)
def test_every_environment_numbers_them_so(name: str, seats: int, options: dict[str, Any]) -> None:
    from goldenspike.envs import pettingzoo as zoo
    from goldenspike.envs.gym import SeatAmongBots, SeatsAmongBots

    chosen = dict(options)
    count = action_numbers(make_setting(name, seats, chosen.pop("board", None), chosen), "dense").count
    single = SeatAmongBots(name, seats=seats, opponents="random", actions="dense", **options)
    assert single.action_space.n == count
    _, info = single.reset(seed=4)
    over = False
    while not over:
        _, _, over, _, info = single.step(single.action_space.sample(info["action_mask"]))
    many = SeatsAmongBots(3, name, seats=seats, opponents="random", actions="dense", **options)
    _, info = many.reset(seed=4)
    for _ in range(30):
        actions = np.array([int(np.flatnonzero(mask)[-1]) if mask.any() else 0 for mask in info["action_mask"]])
        *_, info = many.step(actions)
    many.close()
    env = zoo.env(name, seats=seats, actions="dense", **options)
    env.reset(seed=4)
    for agent in env.agent_iter(60):
        seen, _, ended, cut, _ = env.last()
        assert seen["action_mask"].shape == (count,)
        env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
    parallel = zoo.parallel_env(name, seats=seats, actions="dense", **options)
    assert parallel.no_op == count


@pytest.mark.xdist_group("santa_fe_compiled")
def test_openspiel_with_dense_numbers() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import goldenspike.envs.openspiel  # noqa: F401 (registers the games)

    name = "goldenspike_santa_fe_rails(seats=2,board=mini,actions=dense)"
    game = pyspiel.load_game(name)
    assert game.num_distinct_actions() == action_numbers(make_setting("santa-fe-rails", 2, "mini"), "dense").count
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
