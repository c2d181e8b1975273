"""How Gymnasium comes to know the games, and what its batches take and tell."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from goldenspike.engine.errors import BadOption

gymnasium = pytest.importorskip("gymnasium")

from goldenspike.envs.gym import SeatsAmongBots  # noqa: E402

MAKE = "env = gymnasium.make({name!r}); print(env.unwrapped.play.setting.game.name, env.unwrapped.play.setting.seats)"
NAME = "goldenspike/PioneerRails-v0"


@pytest.mark.xdist_group("pioneer_rails_compiled")
@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("import goldenspike, gymnasium; gymnasium.register_envs(goldenspike)", NAME),
        ("import gymnasium, goldenspike; gymnasium.register_envs(goldenspike)", NAME),
        ("import gymnasium", f"goldenspike.envs:{NAME}"),
    ],
)
def test_gymnasium_knows_the_games_by_an_import_of_the_package(before: str, name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"{before}; {MAKE.format(name=name)}"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "pioneer-rails 1"), done.stderr


ZOO = "env = pettingzoo.make({kind!r}, 'goldenspike/PioneerRailsDense-v0', seats=2); print(type(env).__name__)"


@pytest.mark.xdist_group("pioneer_rails_compiled")
@pytest.mark.parametrize(
    ("before", "kind"), [("import goldenspike, pettingzoo", "aec"), ("import pettingzoo, goldenspike", "parallel")]
)
def test_pettingzoo_knows_the_games_by_an_import_of_the_package(before: str, kind: str) -> None:
    pytest.importorskip("pettingzoo.env_registry", reason="older versions have no registry")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"{before}; {ZOO.format(kind=kind)}"],
        capture_output=True,
        text=True,
        check=False,
    )
    made = {"aec": "SeatsInTurn", "parallel": "SeatsAtOnce"}[kind]
    assert (done.returncode, done.stdout.strip()) == (0, made), done.stderr


@pytest.mark.xdist_group("pioneer_rails_compiled")
def test_a_dense_environment_has_fewer_actions() -> None:
    from goldenspike.engine.action_numbers import action_numbers
    from goldenspike.envs import make_setting

    setting = make_setting("pioneer-rails", 1)
    for kind, numbering in (("", "all"), ("Dense", "dense")):
        env = gymnasium.make(f"goldenspike/PioneerRails{kind}-v0")
        assert env.action_space.n == action_numbers(setting, numbering).count
    assert action_numbers(setting, "dense").count < action_numbers(setting, "all").count


def test_the_package_alone_imports_none_of_the_libraries() -> None:
    libraries = ("gymnasium", "pettingzoo", "numpy", "numba")
    code = f"import goldenspike, sys; print([name for name in {libraries} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.xdist_group("pioneer_rails_compiled")
def test_each_game_of_a_batch_may_have_its_seed() -> None:
    three = SeatsAmongBots(3, "pioneer-rails", seats=1)
    two = SeatsAmongBots(2, "pioneer-rails", seats=1)
    seen, _ = three.reset(seed=[7, 8, 9])
    other, _ = two.reset(seed=[9, 7])
    assert seen[[2, 0]].tolist() == other.tolist()
    assert seen[0].tolist() != seen[1].tolist()
    with pytest.raises(BadOption, match="there are 2 games; 3 seeds were given"):
        two.reset(seed=[1, 2, 3])
    with pytest.raises(BadOption, match="it has no option 'colour'"):
        two.reset(options={"colour": "red"})


@pytest.mark.xdist_group("pioneer_rails_compiled")
def test_a_batch_tells_the_points_of_games_that_end() -> None:
    env = SeatsAmongBots(4, "pioneer-rails", seats=2, opponents="random", reward="win")
    _, info = env.reset(seed=3)
    ended = 0
    for _ in range(3000):
        actions = np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in info["action_mask"]])
        _, rewards, over, _, info = env.step(actions)
        assert ("points" in info) == bool(over.any())
        for i in np.flatnonzero(over):
            points = info["points"][i]
            assert info["_points"][i]
            assert (rewards[i] > 0) == (points[0] == points.max())
            ended += 1
        if ended >= 4:
            return
    raise AssertionError("no game ended")
