"""MaskablePPO learns to play Pioneer Rails alone.

    pip install "goldenspike[learn]"
    python examples/ppo_pioneer_rails.py --steps 500000 --picture curve.png --policy ppo-solo.npz
    goldenspike benchmark pioneer-solo-medium --players file:ppo-solo.npz

Writes the learning curve, compares the trained player with a random one and with the greedy bot on games that it has
not seen, and saves the policy as a file that plays as a bot.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import goldenspike.envs.gym  # noqa: F401 (registers the environments)


class Scaled(gymnasium.ObservationWrapper):
    """Observations in small numbers, as networks like them."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        box = env.observation_space
        # Most numbers are small in practice, whatever their bounds are.
        self.scale = np.minimum(np.maximum(abs(box.low.astype(float)), box.high.astype(float)), 16).astype(np.float32)
        self.observation_space = spaces.Box(-np.inf, np.inf, box.shape, np.float32)

    def observation(self, observation: Any) -> Any:
        return (observation / self.scale).astype(np.float32)

    def action_masks(self) -> Any:
        return self.env.unwrapped.action_masks()


class Scores(gymnasium.Wrapper):
    """Rewards small enough for learning; the score of each finished game is kept."""

    def __init__(self, env: gymnasium.Env[Any, Any], kept: list[float]) -> None:
        super().__init__(env)
        self.kept = kept

    def step(self, action: Any) -> Any:
        seen, reward, over, cut, info = self.env.step(action)
        if over:
            self.kept.append(float(info["points"][0]))
        return seen, reward / 10.0, over, cut, info

    def action_masks(self) -> Any:
        return self.env.unwrapped.action_masks()


def make(kept: list[float], sheet: str) -> gymnasium.Env[Any, Any]:
    return Scores(Scaled(gymnasium.make("goldenspike/PioneerRailsDense-v0", reward="gain", board=sheet)), kept)


def play(choose: Any, sheet: str, games: int) -> list[float]:
    """Scores of a player on games from a seed of its own."""
    kept: list[float] = []
    env = make(kept, sheet)
    for game in range(games):
        seen, _ = env.reset(seed=1_000_000 + game)
        over = False
        while not over:
            seen, _, over, _, _ = env.step(choose(seen, env))
    return kept


def greedy_scores(sheet: str, games: int) -> list[float]:
    """What the game's own policy scores."""
    from goldenspike.envs import Play

    found = []
    for game in range(games):
        whole = Play("pioneer-rails", seats=1, seed=game, board=sheet, players="greedy")
        found.append(float(whole.points()[0]))
    return found


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--steps", type=int, default=500_000)
    words.add_argument("--envs", type=int, default=8)
    words.add_argument("--sheet", default="desert-a")
    words.add_argument("--games", type=int, default=100, help="games of the final comparison")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--figures", type=Path, help="where to write the curve as JSON")
    words.add_argument("--picture", type=Path, help="where to draw the curve")
    words.add_argument("--policy", type=Path, help="where to save the trained policy (.npz)")
    chosen = words.parse_args()

    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)
    kept: list[float] = []
    curve: list[tuple[int, float]] = []

    class Curve(BaseCallback):
        """The mean score of the games finished since the last update."""

        done = 0

        def _on_step(self) -> bool:
            return True

        def _on_rollout_end(self) -> None:
            if len(kept) > self.done:
                curve.append((self.num_timesteps, mean(kept[self.done :])))
                self.done = len(kept)
                print(f"{self.num_timesteps:>8} steps  {len(kept):>5} games  mean score {curve[-1][1]:.1f}", flush=True)

    batch = DummyVecEnv([lambda: make(kept, chosen.sheet) for _ in range(chosen.envs)])
    model = MaskablePPO(
        "MlpPolicy",
        batch,
        n_steps=2048 // chosen.envs,
        batch_size=256,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=0.995,
        ent_coef=0.005,
        policy_kwargs={"net_arch": [64, 64]},
        seed=chosen.seed,
        device="cpu",
    )
    began, spent = time.monotonic(), time.process_time()
    model.learn(chosen.steps, callback=Curve())
    wall, cpu = time.monotonic() - began, time.process_time() - spent

    dice = np.random.default_rng(7)
    trained = play(
        lambda seen, env: int(model.predict(seen, action_masks=env.action_masks(), deterministic=True)[0]),
        chosen.sheet,
        chosen.games,
    )
    chance = play(lambda seen, env: int(dice.choice(np.flatnonzero(env.action_masks()))), chosen.sheet, chosen.games)
    greedy = greedy_scores(chosen.sheet, chosen.games)
    figures = {
        "steps": model.num_timesteps,
        "games": len(kept),
        "seconds": round(wall),
        "cpu_seconds": round(cpu),
        "trained": [round(mean(trained), 1), round(pstdev(trained), 1)],
        "random": [round(mean(chance), 1), round(pstdev(chance), 1)],
        "greedy": [round(mean(greedy), 1), round(pstdev(greedy), 1)],
        "curve": [(steps, round(score, 1)) for steps, score in curve],
    }
    print(json.dumps({name: value for name, value in figures.items() if name != "curve"}))
    if chosen.policy:
        save(model, make([], chosen.sheet), chosen.policy)
    if chosen.figures:
        chosen.figures.write_text(json.dumps(figures) + "\n", "utf-8")
    if chosen.picture:
        draw(figures, chosen.picture)


def save(model: Any, env: gymnasium.Env[Any, Any], path: Path) -> None:
    """The layers of the policy, and what observations are multiplied by, in a file that plays as a bot."""
    from goldenspike.engine.policy_file import save_layers

    network = [*model.policy.mlp_extractor.policy_net, model.policy.action_net]
    layers = [(one.weight.detach().numpy().T, one.bias.detach().numpy()) for one in network if hasattr(one, "weight")]
    save_layers(
        path,
        env.unwrapped.play.setting,
        layers,
        scale=1 / env.get_wrapper_attr("scale"),
        about=f"MaskablePPO of sb3-contrib after {model.num_timesteps:,} steps alone: examples/ppo_pioneer_rails.py",
    )


def draw(figures: dict[str, Any], path: Path) -> None:
    """The learning curve beside what random and greedy players score."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5), dpi=110)
    steps, scores = zip(*figures["curve"], strict=True)
    axes.plot(steps, scores, color="#8c2f1b", lw=2, label="MaskablePPO while it learns")
    axes.axhline(figures["trained"][0], color="#8c2f1b", ls="--", lw=1, label="trained, unseen games")
    axes.axhline(figures["greedy"][0], color="#3a5f2a", ls="--", lw=1, label="greedy bot")
    axes.axhline(figures["random"][0], color="#777777", ls="--", lw=1, label="random")
    axes.set(xlabel="steps", ylabel="mean score", title="Pioneer Rails alone, sheet desert-a")
    axes.grid(alpha=0.25)
    axes.legend(frameon=False, loc="best")
    figure.tight_layout()
    figure.savefig(path)


if __name__ == "__main__":
    main()
