"""goldenspike benchmark: play the fixed tasks, and compare with the reference players."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from goldenspike.engine.errors import BadOption

from ..run.command_line import played, split, write


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
    benchmark.add_argument("--cores", type=int, default=0, help="processes (all cores)")
    benchmark.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster (auto, local, or HOST:PORT)")
    benchmark.set_defaults(run=benchmark_command)


def benchmark_command(arguments: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.table import Table

    from ..run.processes import read_cores
    from .leaderboard import HEAD, chosen_tasks, folder_of, page_text, plan_for, ranked, result_of, task_text

    console = Console(highlight=False)
    asked = chosen_tasks(arguments.task)
    if arguments.list:
        for game, task in asked:
            console.print(f"[bold]{task.name}[/]  {task.about} ({game.title}, {task.games} games)")
        return
    if arguments.games is not None and arguments.games < 1:
        raise BadOption(f"a number of games from 1; not {arguments.games}")
    read_cores(arguments.cores)
    plans = [
        (game, task, player, plan_for(game, task, player, arguments.games))
        for game, task in asked
        for player in split(arguments.players) or task.references
    ]
    texts = []
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
                shown.add_column(word, justify="left" if number == 0 else "right")
            for one in ranked(task, results):
                shown.add_row(*one.words())
            console.print(shown, soft_wrap=True)
            texts.append(task_text(game, task, results))
    if arguments.page:
        words = ["goldenspike benchmark", *arguments.task]
        words += [f"--players {arguments.players}"] if arguments.players else []
        words += [f"--games {arguments.games}"] if arguments.games else []
        write(Path(arguments.page), page_text(texts, " ".join(words)))
        console.print(f"page: {arguments.page}", soft_wrap=True)
