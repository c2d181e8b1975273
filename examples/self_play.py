"""Self-play against a past self: a linear player of Pioneer Rails improves by trying small changes of itself.

    python examples/self_play.py --rounds 20

The player weighs a few numbers of each action that it may take. In every round a changed copy plays a few games
against the past self, and takes its place if it leads on average. No library is needed beyond NumPy.
"""

from __future__ import annotations

import argparse

import numpy as np

from goldenspike.envs import Play

FEATURES = 6


def features(play: Play, seat: int, action: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """What an action is, in a few numbers: no rule, only the ranges of action numbers and the points now."""
    before = play.dump()
    points = play.points()[seat]
    play.apply_of(seat, action)
    gained = play.points()[seat] - points
    play.load(before)
    return np.array([gained, gained > 0, action == 0, 1 <= action < 23, 23 <= action < 60, action >= 60], float)


def choose(play: Play, weights: np.ndarray[tuple[int], np.dtype[np.float64]], dice: np.random.Generator) -> int:
    legal = play.legal
    if len(legal) > 12:
        legal = sorted(dice.choice(legal, 12, replace=False).tolist())
    worth = [float(features(play, play.seat, action) @ weights) + 0.01 * dice.random() for action in legal]
    return int(legal[int(np.argmax(worth))])


def duel(new: np.ndarray, old: np.ndarray, games: int, dice: np.random.Generator) -> float:  # type: ignore[type-arg]
    """The mean lead of the new player over the old one, each taking either seat."""
    lead = 0.0
    play = Play("pioneer-rails", seats=2)
    for game in range(games):
        play.restart(int(dice.integers(1 << 60)))
        mine = game % 2
        while not play.over:
            play.apply(choose(play, new if play.seat == mine else old, dice))
        points = play.points()
        lead += points[mine] - points[1 - mine]
    return lead / games


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--rounds", type=int, default=20)
    words.add_argument("--games", type=int, default=6)
    chosen = words.parse_args()
    dice = np.random.default_rng(1)
    champion = first = np.zeros(FEATURES)
    for number in range(chosen.rounds):
        rival = champion + dice.normal(0, 1, FEATURES)
        lead = duel(rival, champion, chosen.games, dice)
        if lead > 0:
            champion = rival
        print(f"round {number + 1}: lead {lead:+.1f}{', new champion' if lead > 0 else ''}")
    if champion is first:
        print("no copy was better: what follows is luck")
    print(f"against the first self: lead {duel(champion, first, 2 * chosen.games, dice):+.1f}")


if __name__ == "__main__":
    main()
