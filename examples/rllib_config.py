"""RLlib configuration: multi-agent PPO on Pioneer Rails through the PettingZoo Parallel environment.

    pip install "goldenspike[pettingzoo]" "ray[rllib]" torch
    python examples/rllib_config.py --iterations 10

RLlib masks actions in a module of the user's own; its example ``ActionMaskingTorchRLModule`` reads the same two keys,
``observations`` (as fractions) and ``action_mask``, that ``renamed`` makes of ours.
"""

from __future__ import annotations

import argparse
from typing import Any

GAME = {"game": "pioneer-rails", "seats": 2, "reward": "gain"}


def renamed(settings: dict[str, Any]) -> Any:
    """The Parallel environment with the key that RLlib's masking module expects."""
    import numpy as np
    from gymnasium import spaces

    from goldenspike.envs.pettingzoo import SeatsAtOnce

    class Renamed(SeatsAtOnce):
        def __init__(self, **chosen: Any) -> None:
            super().__init__(**chosen)
            for agent, both in self.observation_spaces.items():
                box, mask = both["observation"], both["action_mask"]
                numbers = spaces.Box(box.low.astype(np.float32), box.high.astype(np.float32), dtype=np.float32)
                self.observation_spaces[agent] = spaces.Dict({"observations": numbers, "action_mask": mask})

        def _observed(self, seat: int) -> dict[str, Any]:
            seen = super()._observed(seat)
            return {"observations": seen["observation"].astype(np.float32), "action_mask": seen["action_mask"]}

    return Renamed(**settings)


def configuration(runners: int = 2, batch: int = 4000, game: dict[str, Any] | None = None) -> Any:
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env

    register_env("goldenspike", lambda settings: ParallelPettingZooEnv(renamed(dict(settings))))
    return (
        PPOConfig()
        .environment("goldenspike", env_config=game or GAME)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, *_, **__: "shared")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={"shared": RLModuleSpec(module_class=ActionMaskingTorchRLModule)}
            )
        )
        .env_runners(num_env_runners=runners)
        .training(train_batch_size_per_learner=batch)
    )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--iterations", type=int, default=10)
    words.add_argument("--runners", type=int, default=2, help="processes that play; 0: this one")
    words.add_argument("--batch", type=int, default=4000, help="decisions in an iteration")
    chosen = words.parse_args()
    learner = configuration(chosen.runners, chosen.batch).build_algo()
    for number in range(chosen.iterations):
        result = learner.train()
        print(number, result["env_runners"].get("episode_return_mean"))


if __name__ == "__main__":
    main()
