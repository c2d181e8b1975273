"""How bots play sheets (goldenspike board simulate), and goldenspike sheet, the old spelling of goldenspike board."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.engine.json_file import BadData
from goldenspike.engine.simulation import SimulationRequest

from .board.load import BUILT_IN, BadSheet, Sheet, load


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    sheet = commands.add_parser("sheet", help="the old spelling of board check, draw, print and simulate")
    actions = sheet.add_subparsers(dest="action", required=True, metavar="ACTION")
    own = f"a built-in sheet ({', '.join(BUILT_IN[:4])}) or a sheet file"

    check_ = actions.add_parser("check", help="list everything that is wrong with sheet files")
    check_.add_argument("sheet", nargs="+", help=own)
    check_.set_defaults(run=check)

    draw_ = actions.add_parser("draw", help="draw a sheet as SVG")
    draw_.add_argument("sheet", help=own)
    draw_.add_argument("--paper", choices=("screen", "phone", "print"), default="screen", help="the medium")
    draw_.add_argument("--out", metavar="FILE", required=True, help="where to write the SVG")
    draw_.set_defaults(run=draw)

    print_ = actions.add_parser("print", help="make a PDF pad for the kitchen table")
    print_.add_argument("sheet", help=own)
    print_.add_argument("--paper", choices=("a4", "letter"), default="a4", help="size of the paper")
    print_.add_argument("--copies", type=int, default=1, help="how many pages")
    print_.add_argument("--out", metavar="FILE", required=True, help="where to write the PDF")
    print_.set_defaults(run=print_pad)

    simulate_ = actions.add_parser("simulate", help="let bots play a sheet and print the figures of PR-SHEET-14")
    simulate_.add_argument("sheet", nargs="+", help=own)
    simulate_.add_argument("--games", type=int, default=500, help="how many games (500)")
    simulate_.add_argument(
        "--bot", choices=("greedy", "random", "both"), default="greedy", help="who plays all the seats"
    )
    simulate_.add_argument(
        "--seats", type=int, default=1, help="1 (the default): alone, goals ignored; 2 to 8: with goals as dealt"
    )
    simulate_.add_argument(
        "--goal-games", type=int, default=0, metavar="N", help="N more games for each goal, with that goal alone"
    )
    simulate_.add_argument("--seed", type=int, default=1869, help="the same seed gives the same figures")
    simulate_.add_argument("--json", action="store_true", help="print the figures as JSON, hex by hex")
    simulate_.set_defaults(run=simulate)


def old_spelling(action: str) -> None:
    """One line for those who still type it as in 0.1."""
    print(
        f"goldenspike: sheet {action} is now board {action} pioneer-rails; the old spelling goes with 0.3",
        file=sys.stderr,
    )


def write(target: str, content: bytes) -> None:
    try:
        Path(target).write_bytes(content)
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot write {target}: {getattr(error, 'strerror', None) or error}") from None
    print(f"wrote {target}")


# ---------------------------------------------------------------- commands
def check(chosen: argparse.Namespace) -> None:
    """Errors of every file; warnings of those without errors."""
    old_spelling("check")
    from .board.check import warnings

    wrong: list[str] = []
    for spec in chosen.sheet:
        try:
            sheet = load(spec)
        except BadSheet as error:
            wrong += [f"{error.where}: {' '.join(problem.split())}" for problem in error.problems]
            continue
        found = warnings(sheet.source)
        print(f"sheet {sheet.id} ({sheet.name}, {sheet.kind}), hash {sheet.hash}: no errors, {len(found)} warning(s)")
        for text in found:
            print(f"  {text}")
    if wrong:
        raise BadData(wrong, "sheet" if len(chosen.sheet) == 1 else f"of {len(chosen.sheet)} sheets, some")


def draw(chosen: argparse.Namespace) -> None:
    old_spelling("draw")
    from .drawing.sheet import draw as picture

    write(chosen.out, picture(load(chosen.sheet), paper=chosen.paper).encode())


def print_pad(chosen: argparse.Namespace) -> None:
    old_spelling("print")
    from .drawing.pdf import pad

    try:
        content = pad(load(chosen.sheet), chosen.paper, chosen.copies)
    except (ValueError, RuntimeError) as error:
        raise BadOption(str(error)) from None
    write(chosen.out, content)


def simulate(chosen: argparse.Namespace, fast: Any = None) -> None:
    """The old spelling, with its own defaults."""
    old_spelling("simulate")
    measure_all([load(spec) for spec in chosen.sheet], chosen, fast)


def simulate_boards(request: SimulationRequest) -> bool:
    """What goldenspike board simulate does with sheets."""
    chosen = argparse.Namespace(
        bot=request.bot or "greedy", games=request.games, seats=1 if request.seats is None else request.seats,
        goal_games=request.goal_games, seed=request.seed, json=request.as_json,
    )  # fmt: skip
    measure_all(request.boards, chosen)
    return True


def measure_all(sheets: Sequence[Sheet], chosen: argparse.Namespace, fast: Any = None) -> None:
    """Let bots play on all cores, and print the figures."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from goldenspike.games.pioneer_rails.simulate import Run, measure, tables

    bots = ("random", "greedy") if chosen.bot == "both" else (chosen.bot,)
    runs = [
        Run(sheet, bot, chosen.games, chosen.seats, chosen.goal_games if bot == "greedy" else 0, chosen.seed)
        for sheet in sheets
        for bot in bots
    ]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    found = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        for run in runs:
            name = f"{run.sheet.id}, {run.bot}"
            task = progress.add_task(f"{name}: making the rules ready", total=run.length)

            def step(games: int, task: Any = task, name: str = name) -> None:
                progress.update(task, advance=games, description=name)

            found.append(measure(run, step, fast))
    if chosen.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return
    console = Console(width=max(Console().width, 100))
    for table in tables(found):
        console.print(table)
