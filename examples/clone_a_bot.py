"""A policy learnt from a data set: it imitates the bot whose games it has read, and then plays as a bot itself.

goldenspike dataset santa-fe-rails --bots greedy --board mini --actions dense --games 300 --out greedy-games
python examples/clone_a_bot.py greedy-games --policy clone.npz

The policy is one layer, trained with NumPy alone. Of every ten games one is kept for the test.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from goldenspike.datasets import Dataset, Decisions
from goldenspike.engine.policy_file import save_layers
from goldenspike.envs import Play

Array = np.ndarray[Any, Any]


def train(data: Decisions, rows: Array, epochs: int, seed: int = 1) -> tuple[Array, Array]:
    """Weights and bias of a softmax over the legal actions, by stochastic gradient descent."""
    dice = np.random.default_rng(seed)
    mean, spread = data.observation[rows].mean(0), data.observation[rows].std(0) + 1e-3
    weights = np.zeros((data.observation.shape[1], data.actions), np.float32)
    bias = np.zeros(data.actions, np.float32)
    for epoch in range(epochs):
        rate = 0.03 / (1 + epoch)
        for some in np.array_split(dice.permutation(rows), max(len(rows) // 128, 1)):
            seen = ((data.observation[some] - mean) / spread).astype(np.float32)
            worth = np.where(data.masks(some) == 1, seen @ weights + bias, -np.inf)
            error = np.exp(worth - worth.max(1, keepdims=True))
            error /= error.sum(1, keepdims=True)
            error[np.arange(len(some)), data.action[some]] -= 1
            weights -= rate * seen.T @ error / len(some)
            bias -= rate * error.mean(0)
    return weights / spread[:, None], bias - mean / spread @ weights


def agreement(data: Decisions, rows: Array, weights: Array, bias: Array) -> float:
    """How often the policy does what the bot did."""
    worth = np.where(data.masks(rows) == 1, data.observation[rows] @ weights + bias, -np.inf)
    return float((worth.argmax(1) == data.action[rows]).mean())


def lead(policy: str, data: Dataset, games: int) -> float:
    """The mean lead over a random player, seats in turn."""
    total = 0
    for number in range(games):
        mine = number % data.seats
        players = [policy if seat == mine else "random" for seat in range(data.seats)]
        points = Play(data.setting, seed=number, players=players).points()
        total += points[mine] - points[mine - 1]
    return total / games


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("folder")
    words.add_argument("--policy", default="clone.npz")
    words.add_argument("--epochs", type=int, default=10)
    words.add_argument("--games", type=int, default=20)
    chosen = words.parse_args()
    data = Dataset(chosen.folder)
    all_of_it = data.whole()
    choices = np.flatnonzero(np.diff(all_of_it.offsets) > 1)  # where there was something to decide
    held = all_of_it.game[choices] % 10 == 0
    weights, bias = train(all_of_it, choices[~held], chosen.epochs)
    by_lot = float((1 / np.diff(all_of_it.offsets)[choices[held]]).mean())
    print(f"{len(all_of_it):,} decisions of {len(data.games()):,} games")
    print(f"agrees with the bot in {agreement(all_of_it, choices[held], weights, bias):.0%} of unseen decisions; "
          f"by lot it would be {by_lot:.0%}")  # fmt: skip
    save_layers(chosen.policy, data.setting, [(weights, bias)], actions=data.numbering)
    print(f"mean lead over random players: {lead(f'file:{chosen.policy}', data, chosen.games):+.1f} points")


if __name__ == "__main__":
    main()
