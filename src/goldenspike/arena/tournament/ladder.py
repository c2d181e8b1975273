"""The ladder: for every number of players, one of each level against a table of the level below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import goldenspike as gs
from goldenspike.bots import bot_spec
from goldenspike.bots.levels import ladder_of
from goldenspike.engine.errors import BadOption

from ..run.results import Row
from .ratings import Standing, standings
from .schedule import Plan, make_plan

HEAD = ("players", "bot", "against", "games", "won", "95 %", "fair share", "points", "winning", "longest ms")


@dataclass(frozen=True)
class Rung:
    """One bot, and who sits in the other seats; nobody where it plays alone."""

    seats: int
    bot: str
    below: str | None

    @property
    def folder(self) -> str:
        words = f"{self.seats} {self.bot}" + (f" against {self.below}" if self.below else "")
        return "".join(c if c.isalnum() else "-" for c in words)


def rungs(name: str, bots: Sequence[str], seats: int | None) -> list[Rung]:
    """Every level against the next lower one, and the highest also against all below that; weakest levels first."""
    game = gs.game(name)
    levels = [bot_spec(text) for text in bots] or list(ladder_of(game))
    if len(levels) < 2 or len(set(levels)) < len(levels):
        raise BadOption("a ladder needs two or more different bots, the weakest first")
    found = []
    for number in [game.read_seats(seats)] if seats is not None else game.seats:
        if number == 1:
            found += [Rung(1, level, None) for level in levels]
            continue
        found += [Rung(number, upper, lower) for lower, upper in pairwise(levels)]
        found += [Rung(number, levels[-1], lower) for lower in reversed(levels[1:-2])]
    return found


def climb(
    name: str,
    steps: Sequence[Rung],
    games: int,
    folder: Path,
    play: Callable[[Plan, Path, str], list[Row]],
    *,
    options: Mapping[str, object],
    board: Any,
    seed: int,
) -> list[list[str]]:
    """Play all rungs, each in a folder of its own, where a stopped run continues; a line of the table for each."""
    plans = [
        make_plan(name, bots=[], lineup=lineup(step), games=games, options=options, board=board, seed=seed)
        for step in steps
    ]
    lines = []
    for step, plan in zip(steps, plans, strict=True):
        label = f"{step.seats} players: {step.bot}" + (f" against {step.below}" if step.below else "")
        rows = play(plan, folder / step.folder, label)
        lines.append(words(step, next(one for one in standings(rows) if one.bot == step.bot), len(rows)))
    return lines


def lineup(step: Rung) -> list[str]:
    return [step.bot] + [step.below] * (step.seats - 1) if step.below else [step.bot]


def words(step: Rung, one: Standing, games: int) -> list[str]:
    return [
        str(step.seats),
        step.bot,
        f"{step.seats - 1} x {step.below}" if step.below else "nobody",
        str(games),
        f"{one.share:.0%}",
        f"{100 * one.low:.0f}-{100 * one.high:.0f} %",
        f"{one.fair:.0%}" if one.fair else "-",
        f"{one.points:.0f}",
        "-" if one.winning_points is None else f"{one.winning_points:.0f}",
        f"{one.longest_ms:.0f}",
    ]


def ladder_text(lines: Sequence[Sequence[str]]) -> str:
    """The table in Markdown."""
    rows = [HEAD, ["---"] * len(HEAD), *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


SHORT = {0: "seats", 1: "bot", 2: "against", 4: "won", 5: "95 %", 8: "winning", 9: "longest ms"}  # fits a terminal


def ladder_table(lines: Sequence[Sequence[str]]) -> Any:
    """For a terminal."""
    from rich.table import Table

    shown = Table(box=None)
    for number, word in SHORT.items():
        shown.add_column(word, justify="left" if number in {1, 2} else "right", overflow="fold")
    for line in lines:
        shown.add_row(*(line[number] for number in SHORT))
    return shown
