"""Stable-Baselines3, RLlib, TorchRL and Tianshou: a short piece of learning or a rollout, with masks."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from .trials import Table, aec, gym, parallel, quietly, trial

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


# ---------------------------------------------------------------- Stable-Baselines3
@trial("Stable-Baselines3", "stable-baselines3", "`check_env`")
def sb3_check(table: Table) -> None:
    from stable_baselines3.common.env_checker import check_env

    with quietly():
        check_env(gym(table))


@trial("sb3-contrib", "sb3-contrib", "`MaskablePPO`: 256 steps learnt, then evaluated with masks (one game)")
def sb3_maskable(table: Table) -> None:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy

    env = gym(table, kind="Dense", reward="gain")
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=1, device="cpu",
        policy_kwargs={"net_arch": [32]},
    )  # fmt: skip
    with quietly():
        model.learn(256)
        evaluate_policy(model, env, n_eval_episodes=1)


# ---------------------------------------------------------------- ONNX Runtime
@trial("ONNX Runtime", "onnxruntime", "a network of PyTorch, exported, and one of `save_layers`: both play as bots")
def onnx_policies(table: Table) -> None:
    """The exported network, the same as .onnx and as .npz: three files that play one and the same game."""
    import json

    import numpy as np
    import onnx
    import torch

    from goldenspike.engine.policy_file import policy_meta, save_layers
    from goldenspike.envs import Play

    fresh = Play(table.game, seats=table.seats, actions="dense", **table.options)
    torch.manual_seed(1)
    network = torch.nn.Sequential(
        torch.nn.Linear(fresh.memory.width, 16), torch.nn.Tanh(), torch.nn.Linear(16, fresh.memory.actions)
    )
    layers = [(one.weight.detach().numpy().T, one.bias.detach().numpy()) for one in (network[0], network[2])]
    with tempfile.TemporaryDirectory() as folder, quietly():
        names = [str(Path(folder) / name) for name in ("exported.onnx", "saved.onnx", "saved.npz")]
        torch.onnx.export(
            network, (torch.zeros(1, fresh.memory.width),), names[0], dynamo=False,
            input_names=["observations"], dynamic_axes={"observations": {0: "rows"}},
        )  # fmt: skip
        model = onnx.load(names[0])
        model.metadata_props.add(key="goldenspike", value=json.dumps(policy_meta(fresh.setting)))
        onnx.save(model, names[0])
        for name in names[1:]:
            save_layers(name, fresh.setting, layers)
        games = []
        for name in names:
            players = [f"file:{name}"] + ["random"] * (table.seats - 1)
            game = Play(fresh.setting, seed=5, players=players)
            games.append((game.points(), game.dump()))
        assert games[0] == games[1] == games[2]
        blind = Play(fresh.setting, seed=5, players=["random"] * table.seats)
        assert blind.dump() != games[0][1]
        assert np.isfinite(games[0][0]).all()


# ---------------------------------------------------------------- RLlib
@trial("RLlib", "ray", "one iteration of PPO with its module for masks, all seats (128 decisions)")
def rllib_iteration(table: Table) -> None:
    import ray

    sys.path.insert(0, str(EXAMPLES))
    from rllib_config import configuration

    if not ray.is_initialized():
        ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="error")
    game = {"game": table.game, "seats": table.seats, "reward": "gain", "actions": "dense", **table.options}
    chosen = configuration(runners=0, batch=128, game=game)
    learner = chosen.training(minibatch_size=64, num_epochs=1).build_algo()
    result = learner.train()
    learner.stop()
    assert "total_loss" in result["learners"]["shared"]


# ---------------------------------------------------------------- TorchRL
@trial("TorchRL", "torchrl", "`PettingZooWrapper` of the Parallel environment: `check_env_specs`, rollout of 50 steps")
def torchrl_parallel(table: Table) -> None:
    from torchrl.envs import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    env = PettingZooWrapper(parallel(table), use_mask=True)
    check_env_specs(env)
    assert env.rollout(50, break_when_any_done=False).shape[0] == 50


@trial("TorchRL", "torchrl", "`PettingZooWrapper` of the AEC environment: rollout of 50 steps")
def torchrl_aec(table: Table) -> None:
    from torchrl.envs import PettingZooWrapper

    assert PettingZooWrapper(aec(table), use_mask=True).rollout(50, break_when_any_done=False).shape[0] == 50


@trial("TorchRL", "torchrl", "`GymWrapper` of the Gymnasium environment: `check_env_specs`, rollout")
def torchrl_gym(table: Table) -> None:
    from torchrl.envs import GymWrapper
    from torchrl.envs.utils import check_env_specs

    env = GymWrapper(gym(table))
    check_env_specs(env)
    env.rollout(20)


# ---------------------------------------------------------------- Tianshou
@trial("Tianshou", "tianshou", "`PettingZooEnv`, `Collector` and a step of masked DQN for every seat (200 decisions)")
def tianshou_dqn(table: Table) -> None:
    from tianshou.algorithm import DQN
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv
    from tianshou.env.pettingzoo_env import PettingZooEnv
    from tianshou.utils.net.common import Net
    from tianshou.utils.torch_utils import policy_within_training_step

    def made() -> Any:
        return PettingZooEnv(aec(table, actions="dense"))

    env = made()

    def learner() -> Any:
        net = Net(
            state_shape=env.observation_space["observation"].shape, action_shape=env.action_space.n, hidden_sizes=[32]
        )
        policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.5)
        return DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=10)

    team = MultiAgentOffPolicyAlgorithm(algorithms=[learner() for _ in env.agents], env=env)
    batch = DummyVectorEnv([made, made])
    collector = Collector(team, batch, VectorReplayBuffer(2000, 2), exploration_noise=True)
    collector.reset()
    with policy_within_training_step(team.policy):
        collector.collect(n_step=200)
        team.update(buffer=collector.buffer, sample_size=64)
