"""How bots with a character differ: whom they help and hinder, how much their results vary, how often they win.

python tools/character_figures.py santa-fe-rails --level superintendent@200 --seats 4 --games 100

In every game one seat has each character, the others are plain bots of the same level; they change places. For each
decision of a seat it adds up by how many points three figures changed: the estimate of its own result, that of its best
rival's, and its points as they stand.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from goldenspike import games
from goldenspike.arena.run.play_game import GameRunner
from goldenspike.arena.tournament.schedule import Fixture, make_plan
from goldenspike.bots import Bot, World
from goldenspike.bots.lookup import CHARACTERS
from goldenspike.bots.search import search_for
from goldenspike.bots.taste import NOTHING, Taste
from goldenspike.engine.bot import StateBytes
from goldenspike.engine.search import TASTE

PLAIN = "plain"
EVERY = 20  # games between two tables


class Watching(GameRunner):
    """Notes for every seat what its decisions changed."""

    taste: Taste
    changed: Any

    def before(self, seat: int, player: Bot, action: int) -> None:
        if len(self.legal) < 2:
            return
        world = World(self.game, self.setting, StateBytes(self.states[0].tobytes()), seat, self.legal)
        was, becomes = self.taste.look(world, [NOTHING, action], random.Random(1), worlds=1, horizon=0)
        self.changed[seat] += becomes.own - was.own, becomes.rival - was.rival, becomes.now - was.now

    def watched(self, fixture: Fixture) -> tuple[dict[str, Any], Any]:
        self.changed = np.zeros((len(fixture.bots), 3))
        return self.play(fixture), self.changed


def named(level: str, character: str) -> str:
    """superintendent@200 with a character: superintendent:blocker@200."""
    name, at, budget = level.partition("@")
    return f"{name}:{character}{at}{budget}" if character else level


def play(game: str, level: str, seats: int, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Games with one seat of each character and plain bots of the same level, who change places.

    After every game it gives a table of figures for each character and for the plain seats, a row for every game: won,
    points, what its decisions changed: its own estimated result, its best rival's, its points at once.
    """
    bots = [named(level, character) for character in (*CHARACTERS, *[""] * (seats - len(CHARACTERS)))]
    runner = Watching(make_plan(game, bots=(), lineup=bots, games=count, seed=seed))
    taste = search_for(games.game(game), TASTE, wait=True)
    assert isinstance(taste, Taste)
    runner.taste = taste
    found: dict[str, Any] = {name: [] for name in (*CHARACTERS, PLAIN)}
    for number in range(count):
        turn = number % seats
        places = [*bots[turn:], *bots[:turn]]
        row, changed = runner.watched(Fixture(number, seed * 100_000 + number // seats, tuple(places)))
        for seat, name in enumerate(places):
            character = name.partition("@")[0].partition(":")[2] or PLAIN
            found[character].append((row["won"][seat], row["points"][seat], *changed[seat]))
        yield {name: np.array(rows) for name, rows in found.items()}


def with_interval(values: Any) -> str:
    error = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():.1f} ({values.mean() - error:.1f} to {values.mean() + error:.1f})"


def share(values: Any) -> str:
    error = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():.0%} ({max(0.0, values.mean() - error):.0%} to {values.mean() + error:.0%})"


def spread(values: Any) -> str:
    """The standard deviation with an interval by drawing games again."""
    dice = np.random.default_rng(1)
    again = [dice.choice(values, len(values)).std(ddof=1) for _ in range(2000)]
    low, high = np.quantile(again, (0.025, 0.975))
    return f"{values.std(ddof=1):.1f} ({low:.1f} to {high:.1f})"


def line(name: str, found: Any) -> list[str]:
    won, points, own, rival, now = found.T
    return [name, share(won), with_interval(points), spread(points), *map(with_interval, (own, rival, now))]


def table(rows: Sequence[Sequence[str]]) -> str:
    head = (
        "",
        "won",
        "points",
        "their standard deviation",
        "its own result",
        "best rival's result",
        "its points at once",
    )
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how bots with a character differ.")
    parser.add_argument("game")
    parser.add_argument("--level", default="superintendent@200")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=100, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for number, found in enumerate(play(asked.game, asked.level, asked.seats, asked.games, asked.seed), 1):
        if number % EVERY == 0 or number == asked.games:
            print(f"{number} games\n{table([line(name, rows) for name, rows in found.items()])}", flush=True)


if __name__ == "__main__":
    main()
