"""Random play five ways: one game, a batch, Gymnasium, PettingZoo, OpenSpiel.

python examples/random_loop.py --game santa-fe-rails --games 3
"""

from __future__ import annotations

import argparse
import random


def one_game(name: str, seed: int) -> list[int]:
    """The shortest way: who decides, among what, and what then."""
    from goldenspike.envs import Play

    play, dice = Play(name, seats=2, seed=seed), random.Random(seed)
    while not play.over:
        play.apply(dice.choice(play.legal))
    return play.points()


def batch(name: str, games: int, seed: int) -> float:
    """Many games side by side; actions are drawn by lot in compiled code."""
    from goldenspike.envs import vector

    side_by_side, ended, total = vector(name, 64, seats=2, seed=seed), 0, 0.0
    while ended < games:
        ended += side_by_side.step(side_by_side.sample())
        total += float(side_by_side.rewards.sum())
    return total / (2 * ended)


def gymnasium_loop(name: str, seed: int) -> float:
    import gymnasium

    from goldenspike.envs.gym_register import env_id, register

    register()
    env = gymnasium.make(env_id(name), seats=2)
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    over, total = False, 0.0
    while not over:
        action = env.action_space.sample(info["action_mask"])
        _, reward, over, _, info = env.step(action)
        total += float(reward)
    return total


def pettingzoo_loop(name: str, seed: int) -> dict[str, float]:
    from goldenspike.envs import pettingzoo as zoo

    env = zoo.env(name, seats=2)
    env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
    return total


def openspiel_loop(name: str, seed: int) -> list[float]:
    import pyspiel

    import goldenspike.envs.openspiel as spiel

    state, dice = pyspiel.load_game(f"{spiel.short_name(name)}(seats=2)").new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
    return list(state.returns())


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--game", default="santa-fe-rails")
    words.add_argument("--games", type=int, default=3)
    chosen = words.parse_args()
    for seed in range(chosen.games):
        print("one game  ", one_game(chosen.game, seed))
    print("batch      mean score", round(batch(chosen.game, 64, 1), 1))
    print("Gymnasium  score", gymnasium_loop(chosen.game, 1))
    print("PettingZoo", pettingzoo_loop(chosen.game, 1))
    print("OpenSpiel ", openspiel_loop(chosen.game, 1))


if __name__ == "__main__":
    main()
