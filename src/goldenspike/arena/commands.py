"""goldenspike arena: let bots meet, rate them, write a report."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from goldenspike.engine.refusal import BadFile, BadOption


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    arena = commands.add_parser("arena", help="let bots play each other and rate them")
    arena.add_argument("game", help="a game in turns (see: goldenspike games)")
    arena.add_argument(
        "--bots", default="", help="who meets whom, such as fireman,engineer@50ms,superintendent@400 (walks)"
    )
    arena.add_argument(
        "--lineup", default="", help="exactly these bots, such as superintendent,fireman,fireman,fireman"
    )
    arena.add_argument("--games", type=int, default=100, help="how many games (100)")
    arena.add_argument("--seats", type=int, default=None, help="players in a game (as many as there are bots)")
    arena.add_argument("--options", default="", metavar="NAME=VALUE,...", help="options of the game")
    arena.add_argument("--preset", default=None, help="a named set of options")
    arena.add_argument("--board", default=None, help="a built-in board, or a file")
    arena.add_argument("--seed", type=int, default=1, help="the same seed deals the same games")
    arena.add_argument("--out", metavar="DIR", help="where results (Parquet) and report are kept; taken up again there")
    arena.add_argument("--cores", type=int, default=0, help="processes (all cores)")
    arena.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster (auto, local, or HOST:PORT)")
    arena.set_defaults(run=arena_command)


def read_options(text: str, preset: str | None) -> dict[str, object]:
    """Options from NAME=VALUE pairs with commas between them."""
    found: dict[str, object] = {}
    for pair in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"options are written NAME=VALUE,NAME=VALUE; not {pair!r}")
        found[name.strip()] = value.strip()
    if preset:
        found["preset"] = preset
    return found


def split(text: str) -> list[str]:
    return text.split(",") if text.strip() else []


def arena_command(arguments: argparse.Namespace) -> None:
    from rich.console import Console

    from .plan import make_plan
    from .report import rating_table, tournament_page
    from .run import read_cores

    plan = make_plan(
        arguments.game,
        bots=split(arguments.bots),
        games=arguments.games,
        seats=arguments.seats,
        lineup=split(arguments.lineup),
        options=read_options(arguments.options, arguments.preset),
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


def played(plan: Any, folder: Path, cores: int, ray: str | None, label: str = "games") -> list[Any]:
    """Play a plan with a progress bar; the first so many games."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from .results import Results
    from .run import run

    results = Results(folder, plan)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=plan.games)
        run(plan, results, cores=cores, ray=ray, told=lambda done: progress.update(task, completed=done))
    return [row for row in results.sorted() if row["number"] < plan.games]


def write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise BadFile(f"cannot write {file}: {error.strerror or error}") from None
