"""Two more questions to a version: how much is luck, and does it pay to think longer?

Both let players of two strengths meet on the same deals, in every rotation of their seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from goldenspike.bots import GreedyBot, RandomBot
from goldenspike.bots.levels import ladder_of
from goldenspike.engine.game import Game
from goldenspike.engine.study import Question

from ..tournament.schedule import Plan, make_plan
from .significance import Difference, Shares, of_mean, shares_of_luck

Rows = Sequence[dict[str, Any]]
LUCK, SKILL = "luck", "skill"
LEVELS = 3  # how often the thinking is made four times as long


def two_strengths(game: Game, question: Question, seats: int, strong: str, weak: str, games: int, seed: int) -> Plan:
    """Both sit at every table, each in every seat of every deal; alone they play one after the other."""
    lineup = [strong if seat % 2 == 0 else weak for seat in range(seats)]
    make = partial(
        make_plan, game.name, games=games, options=question.options, board=question.board, seed=seed
    )  # fmt: skip
    return make(bots=[strong, weak], seats=1) if seats == 1 else make(bots=[], lineup=lineup)


def block(plan: Plan) -> int:
    """Games in which one deal is played in all ways."""
    return plan.seats * len(plan.lineups)


def weaker(word: str, game: Game) -> str:
    """Whom a bot plays against to see what skill is worth: the level below, or chance."""
    own = game.bots()
    ladder = [RandomBot.name, *(ladder_of(game) if own is None else own)]
    level = word.partition("@")[0]
    if level == RandomBot.name:
        return GreedyBot.name
    return ladder[ladder.index(level) - 1] if level in ladder else RandomBot.name


# ---------------------------------------------------------------- luck
def luck(rows: Rows, seed: int = 1) -> Shares | None:
    """The shares of deal, skill and rest in the differences between players."""
    found: list[tuple[int, int, str, float]] = []
    for row in rows:
        mean = sum(row["points"]) / len(row["points"]) if len(row["points"]) > 1 else 0.0
        found += [
            (row["seed"], seat, bot, points - mean)
            for seat, (bot, points) in enumerate(zip(row["bots"], row["points"], strict=False))
        ]
    return shares_of_luck(found, len(rows[0]["points"]) if rows else 1, seed)


# ---------------------------------------------------------------- skill
@dataclass(frozen=True)
class Step:
    """What twice as many iterations bring: points ahead of those who have half, and the share of the wins."""

    iterations: int
    ahead: Difference
    won: Difference  # share of the wins that a seat has more than a seat of those who have half


def iterations_of(most: int) -> list[int]:
    """Three levels of thinking, each four times the one before."""
    return [max(2, most // 4**k) for k in reversed(range(LEVELS))]


def thinker(iterations: int) -> str:
    return f"superintendent@{iterations}"


def skill_step(rows: Rows, iterations: int) -> Step:
    """Means by deal: all seats of a deal together, in every rotation, so that luck of deal and seat cancels out."""
    strong = thinker(iterations)
    by_deal: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        by_deal.setdefault(row["seed"], []).append(row)
    ahead, won = [], []
    for games in by_deal.values():
        gap = [_apart(games, strong, what) for what in ("points", "won")]
        if None not in gap:
            ahead.append(float(gap[0] or 0.0))
            won.append(float(gap[1] or 0.0))
    return Step(iterations, of_mean(ahead), of_mean(won))


def _apart(games: Rows, strong: str, what: str) -> float | None:
    """The mean of those who think longer less the mean of the others."""
    sides: tuple[list[float], list[float]] = ([], [])
    for row in games:
        for bot, value in zip(row["bots"], row[what], strict=False):
            sides[bot != strong].append(float(value))
    return sum(sides[0]) / len(sides[0]) - sum(sides[1]) / len(sides[1]) if all(sides) else None
