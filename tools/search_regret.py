"""Measures what short searches give away, by what a long one says of the actions they choose.

python tools/search_regret.py santa-fe-rails --seats 4 --bots president/paired=0 president president/explore=0.15

Positions come from games between bots of few iterations. A long search of the first bot's level judges every action;
the regret of a short search is how far its choice stays behind the best of them, in thousandths of the chance to win.
It shows how much of a search is noise with how many iterations. What the long search itself gets wrong only matches
show.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import numpy as np

import goldenspike as gs
from goldenspike.arena.tournament.schedule import prepare
from goldenspike.bots import Budget, World, bot, imagine
from goldenspike.bots.levels import SearchBot
from goldenspike.bots.search import search_for

EVERY = 41  # decisions between two positions
SEEN_OFTEN = 20  # visits by which the long search knows an action


def positions(game: gs.Game, seats: int, count: int, seed: int, player: str) -> Iterator[World]:
    """Decisions with at least three actions, as their seats see them, from one game after another."""
    found = decisions = 0
    while found < count:
        seed += 1
        match = gs.new(game.name, seats=seats, seed=seed)
        players = [bot(player, seed * 8 + seat, game.name) for seat in range(seats)]
        while not match.over and found < count:
            seat = match.actors[0]
            decisions += 1
            if decisions % EVERY == 0 and len(match.numbers(seat)) > 2:
                found += 1
                yield imagine(match, seat, random.Random(decisions))
            players[seat].act(match, seat)


def searched(spec: str, iterations: int, world: World, seed: int) -> dict[int, tuple[float, int]]:
    """What a bot with so many iterations sees in each action, and how often it tried it; the chosen one first."""
    name, *parameters = spec.split("/")
    player = bot("/".join([f"{name}@{iterations}", *parameters]), 1, world.game.name)
    assert isinstance(player, SearchBot)
    search = search_for(world.game, player.style, wait=True)
    assert search is not None
    dice = random.Random(seed)
    found = search.search(world, Budget(iterations=iterations), player.parameters(world.game), dice)
    return {one.action: (one.value, one.visits) for one in found.actions}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument(
        "--bots", nargs="+", required=True, help="levels with parameters, such as president/explore=0.1"
    )
    parser.add_argument("--iterations", type=int, nargs="+", default=[60, 200, 800])
    parser.add_argument("--long", type=int, default=8000)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--player", default="president@24", help="who plays the games that positions come from")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    prepare(gs.game(chosen.game), [chosen.player])
    behind: dict[tuple[str, int], list[float]] = {(name, n): [] for name in chosen.bots for n in chosen.iterations}
    worlds = positions(gs.game(chosen.game), chosen.seats, chosen.positions, chosen.seed, chosen.player)
    for number, world in enumerate(worlds):
        known = searched(chosen.bots[0], chosen.long, world, number)
        values = {action: value for action, (value, visits) in known.items() if visits >= SEEN_OFTEN}
        best, worst = max(values.values()), min(values.values())
        for (name, iterations), regrets in behind.items():
            action = next(iter(searched(name, iterations, world, number + 1)))
            regrets.append(1000 * (best - values.get(action, worst)))
        print(f"{number + 1} of {chosen.positions} positions", end="\r", flush=True)
    print(f"regret in thousandths, ± its standard error, over {chosen.positions} positions:")
    for name in chosen.bots:
        cells = [behind[name, iterations] for iterations in chosen.iterations]
        print(name, *(f"{n}: {np.mean(one):.2f} ±{np.std(one) / len(one) ** 0.5:.2f}"
                      for n, one in zip(chosen.iterations, cells, strict=True)), sep="  ")  # fmt: skip


if __name__ == "__main__":
    main()
