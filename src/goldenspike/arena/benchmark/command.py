"""goldenspike benchmark: play the fixed tasks, and compare with the reference players."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from goldenspike.engine.errors import BadOption

from ..run.command_line import played, split, write

if TYPE_CHECKING:
    from goldenspike.engine.benchmark import BenchmarkTask
    from goldenspike.engine.game import Game

    from ..tournament.schedule import Plan
    from .leaderboard import TaskResult


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    benchmark = commands.add_parser("benchmark", help="fixed tasks for players of your own, with reference results")
    benchmark.add_argument("task", nargs="*", help="tasks, or games whose tasks (all if left out)")
    benchmark.add_argument("--list", action="store_true", help="list the tasks")
    benchmark.add_argument(
        "--players", default="", help="who is measured: bots, module:Class, file:policy.npz (the reference players)"
    )
    benchmark.add_argument("--games", type=int, default=None, help="fewer games than the task has, for a first look")
    benchmark.add_argument("--out", metavar="DIR", help="where to keep results; a stopped run continues there")
    benchmark.add_argument("--page", metavar="FILE", help="where to write the leaderboards as Markdown")
    benchmark.add_argument("--picture", metavar="FILE", help="where to draw the shares of games won (SVG)")
    benchmark.add_argument("--cores", type=int, default=0, help="processes (all cores)")
    benchmark.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster (auto, local, or HOST:PORT)")
    benchmark.set_defaults(run=benchmark_command)


def benchmark_command(arguments: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.table import Table

    from ..run.processes import read_cores
    from .leaderboard import HEAD, about_players, chosen_tasks, folder_of, page_text, ranked, result_of, task_text

    console = Console(highlight=False)
    asked = chosen_tasks(arguments.task)
    if arguments.list:
        for game, task in asked:
            console.print(f"[bold]{task.name}[/]  {task.about} ({game.title}, {task.games} games)")
        return
    if arguments.games is not None and arguments.games < 1:
        raise BadOption(f"a number of games from 1; not {arguments.games}")
    read_cores(arguments.cores)
    plans, left_out = make_plans(asked, split(arguments.players), arguments.games)
    for line in left_out:
        console.print(f"left out: {line}", soft_wrap=True)
    texts: list[str] = []
    drawn: list[tuple[BenchmarkTask, list[TaskResult]]] = []
    with TemporaryDirectory() as passing:
        folder = Path(arguments.out or passing)
        for game, task in asked:
            results = []
            for _, other, player, plan in plans:
                if other is task:
                    place = folder_of(folder, task, player)
                    rows = played(plan, place, arguments.cores, arguments.ray, f"{task.name}, {player}")
                    results.append(result_of(task, player, rows))
            shown = Table(box=None, title=f"{task.name} ({game.title})", title_justify="left")
            for number, word in enumerate(HEAD):
                shown.add_column(word, justify="left" if number == 0 else "right", overflow="fold")
            for one in ranked(task, results):
                shown.add_row(*one.words())
            console.print(shown, soft_wrap=True)
            texts.append(task_text(game, task, results))
            drawn.append((task, results))
    if arguments.picture:
        from .picture import shares_picture

        write(Path(arguments.picture), shares_picture(drawn))
        console.print(f"picture: {arguments.picture}", soft_wrap=True)
    if arguments.page:
        words = ["goldenspike benchmark", *arguments.task]
        words += [f"--players {arguments.players}"] if arguments.players else []
        words += [f"--games {arguments.games}"] if arguments.games else []
        players = about_players((game, player) for game, _, player, _ in plans)
        image = arguments.picture and os.path.relpath(arguments.picture, Path(arguments.page).parent)
        write(Path(arguments.page), page_text(texts, " ".join(words), players, left_out, image))
        console.print(f"page: {arguments.page}", soft_wrap=True)


def make_plans(
    asked: Sequence[tuple[Game, BenchmarkTask]], players: Sequence[str], games: int | None
) -> tuple[list[tuple[Game, BenchmarkTask, str, Plan]], list[str]]:
    """What is played, by task and player, and which reference players are left out because a package is missing."""
    from .leaderboard import plan_for

    plans: list[tuple[Game, BenchmarkTask, str, Plan]] = []
    left_out: dict[str, str] = {}
    for game, task in asked:
        for player in players or task.references:
            try:
                plans.append((game, task, player, plan_for(game, task, player, games)))
            except BadOption as error:
                if players or ":" not in player:
                    raise
                left_out[player] = str(error)
    return plans, list(left_out.values())
