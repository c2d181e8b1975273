"""goldenspike arena: let bots meet, and rate them."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from goldenspike.engine.errors import BadOption

from ..run.command_line import plan_arguments, played, read_options, split, write


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    arena = commands.add_parser("arena", help="let bots play each other and rate them")
    arena.add_argument("game", help="a game in turns (see: goldenspike games)")
    arena.add_argument(
        "--bots", default="", help="who meets whom, such as fireman,engineer@50ms,superintendent@400 (iterations)"
    )
    arena.add_argument(
        "--lineup", default="", help="exactly these bots, such as superintendent,fireman,fireman,fireman"
    )
    arena.add_argument(
        "--ladder", action="store_true", help="each level against the one below it, for every number of players"
    )
    arena.add_argument("--games", type=int, default=100, help="how many games (100); for a ladder, games per rung")
    arena.add_argument("--seats", type=int, default=None, help="players in a game (as many as there are bots)")
    plan_arguments(arena)
    arena.set_defaults(run=arena_command)


def arena_command(arguments: argparse.Namespace) -> None:
    from rich.console import Console

    from ..run.processes import read_cores
    from .report import rating_table, tournament_page
    from .schedule import make_plan

    if arguments.ladder:
        return ladder_command(arguments)
    plan = make_plan(
        arguments.game,
        bots=split(arguments.bots),
        games=arguments.games,
        seats=arguments.seats,
        lineup=split(arguments.lineup),
        options=read_options(arguments),
        board=arguments.board,
        seed=arguments.seed,
    )
    read_cores(arguments.cores)
    console = Console(highlight=False)
    with TemporaryDirectory() as passing:
        folder = Path(arguments.out or passing)
        rows = played(plan, folder, arguments.cores, arguments.ray)
        console.print(rating_table(rows))
        if arguments.out:
            write(folder / "report.html", tournament_page(plan, rows))
            console.print(f"results: {folder / 'games.parquet'}\nreport:  {folder / 'report.html'}", soft_wrap=True)


def ladder_command(arguments: argparse.Namespace) -> None:
    from rich.console import Console

    from ..run.processes import read_cores
    from .ladder import climb, ladder_table, ladder_text, rungs

    if arguments.lineup:
        raise BadOption("a ladder takes --bots, the weakest first (or all levels without it); not a --lineup")
    steps = rungs(arguments.game, split(arguments.bots), arguments.seats)
    read_cores(arguments.cores)
    console = Console(highlight=False)
    with TemporaryDirectory() as passing:
        folder = Path(arguments.out or passing)
        lines = climb(
            arguments.game,
            steps,
            arguments.games,
            folder,
            lambda plan, place, label: played(plan, place, arguments.cores, arguments.ray, label),
            options=read_options(arguments),
            board=arguments.board,
            seed=arguments.seed,
        )
        console.print(ladder_table(lines), soft_wrap=True)
        if arguments.out:
            write(folder / "ladder.md", ladder_text(lines))
            console.print(f"table: {folder / 'ladder.md'}", soft_wrap=True)
