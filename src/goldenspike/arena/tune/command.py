"""goldenspike tune: which search parameters would suit a bot better, and a match to make sure."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from goldenspike.engine.errors import BadOption

from ..run.command_line import plan_arguments, played, read_options, split, write


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    tune = commands.add_parser("tune", help="find better parameters for a bot that searches")
    tune.add_argument("game", help="a game in turns (see: goldenspike games)")
    tune.add_argument("--bot", default="superintendent@300", help="the bot to tune (superintendent@300)")
    tune.add_argument("--parameters", default="", help="which of them, such as explore,horizon (all that matter)")
    tune.add_argument("--dials", dest="parameters", default=argparse.SUPPRESS, help=argparse.SUPPRESS)  # until 0.1
    tune.add_argument("--games", type=int, default=800, help="how many games (800)")
    tune.add_argument("--seats", type=int, default=None, help="players in a game (4 or the most possible)")
    tune.add_argument("--verify", type=int, default=0, metavar="GAMES", help="play suggested against usual parameters")
    plan_arguments(tune)
    tune.set_defaults(run=tune_command)


def tune_command(arguments: argparse.Namespace) -> None:
    from rich.console import Console

    from ..run.processes import read_cores
    from .report import check_words, tune_page, tune_table
    from .tune import check_plan, checked, findings, make_tuning, searcher

    plan = make_tuning(
        arguments.game,
        arguments.bot,
        parameters=split(arguments.parameters),
        games=arguments.games,
        seats=arguments.seats,
        options=read_options(arguments),
        board=arguments.board,
        seed=arguments.seed,
    )
    if arguments.verify and arguments.verify < 2 * plan.seats:
        raise BadOption(f"a check match takes {2 * plan.seats} games or more; not {arguments.verify}")
    read_cores(arguments.cores)
    console = Console(highlight=False)
    with TemporaryDirectory() as passing:
        folder = Path(arguments.out or passing)
        found = findings(plan, played(plan, folder, arguments.cores, arguments.ray))
        console.print(tune_table(found))
        suggested = found.suggested()
        spec = searcher(plan.spec, plan.game).specification(suggested) if suggested else None
        console.print(
            f"suggested: {spec}" if spec else "no parameter is certain to be better elsewhere", soft_wrap=True
        )
        check = None
        if spec and arguments.verify:
            match = check_plan(plan, suggested, arguments.verify)
            place = folder / "".join(c if c.isalnum() else "-" for c in f"check {spec}")
            check = checked(match, played(match, place, arguments.cores, arguments.ray, "check match"))
            console.print(check_words(check), soft_wrap=True)
        if arguments.out:
            write(folder / "report.html", tune_page(found, spec, check))
            console.print(f"results: {folder / 'games.parquet'}\nreport:  {folder / 'report.html'}", soft_wrap=True)
