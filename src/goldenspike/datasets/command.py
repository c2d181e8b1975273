"""goldenspike dataset: games of bots as data for offline learning."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from goldenspike.arena.run.command_line import plan_arguments, read_options, split
from goldenspike.engine.errors import BadOption


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    dataset = commands.add_parser("dataset", help="write games of bots as data sets for offline learning")
    dataset.add_argument("game", help="a game (see: goldenspike games)")
    dataset.add_argument("--bots", default="", help="who plays, such as greedy,superintendent@400 (iterations)")
    dataset.add_argument("--lineup", default="", help="exactly these bots, such as superintendent@400,fireman,fireman")
    dataset.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    dataset.add_argument("--seats", type=int, default=None, help="players in a game (as environments have them)")
    dataset.add_argument("--actions", default="all", metavar="NUMBERING", help="how actions are numbered: all or dense")
    dataset.add_argument(
        "--bot-values", action="store_true", help="what bots that look ahead thought: values and visits of actions"
    )
    dataset.add_argument("--no-observations", action="store_true", help="leave out what the seats see")
    dataset.add_argument("--minari", action="store_true", help="write it in Minari's format too (extra: minari)")
    dataset.add_argument("--per-file", type=int, default=100, metavar="N", help="games in a file (100)")
    plan_arguments(dataset)
    dataset.set_defaults(run=dataset_command)


def dataset_command(arguments: argparse.Namespace) -> None:
    from rich.console import Console

    from goldenspike.arena.run.processes import read_cores
    from goldenspike.arena.run.results import arrow

    from .minari_format import needed
    from .plan import make_dataset_plan
    from .writing import write_dataset

    arrow()
    if not arguments.out:
        raise BadOption("name the folder of the data set, such as --out data/")
    if arguments.minari:
        needed()
        if arguments.no_observations:
            raise BadOption("Minari's format has observations; leave out --no-observations")
    plan = make_dataset_plan(
        arguments.game,
        bots=split(arguments.bots),
        games=arguments.games,
        seats=arguments.seats,
        lineup=split(arguments.lineup),
        options=read_options(arguments),
        board=arguments.board,
        seed=arguments.seed,
        actions=arguments.actions,
        observations=not arguments.no_observations,
        thoughts=arguments.bot_values,
        per_file=arguments.per_file,
    )
    cores = read_cores(arguments.cores)
    folder = Path(arguments.out)
    line = write_dataset(plan, folder, cores=cores, ray=arguments.ray, minari=arguments.minari)
    Console(highlight=False).print(f"{line}\ncard: {folder / 'README.md'}", soft_wrap=True)
