"""goldenspike study: let bots play many games and see what a board, an option or a value does."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.engine.study import BOARD

from ..run.command_line import read_options, write

if TYPE_CHECKING:
    from goldenspike.engine.game import Game
    from goldenspike.engine.study import StudyPlan, StudyRequest


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    study = commands.add_parser("study", help="play many games and report what a board, an option or a value does")
    study.add_argument("game", help="a game (see: goldenspike games)")
    study.add_argument("--games", type=int, default=300, help="how many games of each version (300)")
    study.add_argument(
        "--seconds", type=float, default=50.0, help="stop after this many seconds, however many games were played (50)"
    )
    study.add_argument("--out", metavar="DIR", required=True, help="where the report is written")
    study.add_argument(
        "--versus",
        action="append",
        metavar="OPTION=VALUE",
        help="compare with this option or value (values.NAME) changed, or another board (board=FILE)",
    )
    study.add_argument("--board", default=None, help="compare the usual board with this one (a name or a file)")
    study.add_argument(
        "--seats", type=int, default=None, help="players (4 or the most possible, or what the layout says)"
    )
    study.add_argument("--bot", default="fireman", help="who plays (fireman)")
    study.add_argument(
        "--options", default="", metavar="NAME=VALUE,...", help="options of the game, and values.NAME=NUMBER"
    )
    study.add_argument("--values", default=None, metavar="FILE", help="a JSON file with values of the rules")
    study.add_argument("--preset", default=None, help="a named set of options")
    study.add_argument("--seed", type=int, default=1, help="the same seed deals the same games")
    study.add_argument("--cores", type=int, default=0, help="processes (all cores)")
    study.set_defaults(run=study_command)


def tell(progress: Any, task: Any, done: int) -> None:
    progress.update(task, completed=done)


def study_command(arguments: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    import goldenspike as gs
    from goldenspike.engine.study import StudyRequest

    from ..run.processes import as_many, read_cores

    if not arguments.seconds > 0:
        raise BadOption(f"a time above zero; not {arguments.seconds:g} s")
    if len(arguments.versus or ()) > 1:
        raise BadOption(
            f"a study compares with one other version; not with {' and '.join(arguments.versus)}: call it once for each"
        )
    read_cores(arguments.cores)
    game = gs.game(arguments.game)
    request = StudyRequest(
        options=read_options(arguments),
        board=arguments.board,
        seats=arguments.seats,
        versus=arguments.versus[0] if arguments.versus else None,
        bot=arguments.bot,
        games=arguments.games,
        seed=arguments.seed,
        run=as_many,
    )
    plan = game.study(request) or usual_study(game, request)
    show_board_warnings(game, request)
    folder = Path(arguments.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot write to {folder}: {error.strerror or error}") from None
    found = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        for question in plan.questions:
            task = bar.add_task(question.label, total=arguments.games)
            seconds = arguments.seconds / len(plan.questions)
            found.append(plan.play(question, seconds=seconds, cores=arguments.cores, progress=partial(tell, bar, task)))
    write(folder / "report.html", plan.page(found))
    console = Console(highlight=False)
    for one in found:
        console.print(plan.line(one))
    console.print(f"report: {folder / 'report.html'}", soft_wrap=True)


def show_board_warnings(game: Game, request: StudyRequest) -> None:
    """What the designer of a board that is not one of ours should look at, before the first game."""
    option, _, value = (request.versus or "").partition("=")
    other = value.strip() if option.strip() == BOARD else None
    for spec in (request.board, other):
        if spec is None or str(spec).strip().lower() in {name.lower() for name in game.boards}:
            continue
        board = game.board(spec)
        for warning in game.board_warnings(board.source):
            print(f"goldenspike: warning: board {board.id}: {' '.join(warning.split())}", file=sys.stderr)


def usual_study(game: Game, request: StudyRequest) -> StudyPlan:
    """How a game in turns is studied."""
    from goldenspike.engine.study import StudyPlan

    from ..tournament.schedule import make_plan
    from .report import study_page
    from .study import Figures, questions, study

    seats = game.read_seats(request.seats if request.seats is not None else min(4, game.seats[-1]))
    asked = questions(game.name, request.options, request.versus, request.board)
    for question in asked:
        make_plan(
            game.name,
            bots=[],
            lineup=[request.bot] * seats,
            games=request.games,
            options=question.options,
            board=question.board,
        )

    def line(one: Figures) -> str:
        points = one.seat_points()
        return f"{one.label}: {one.games} games, {sum(points) / len(points):.1f} points a seat"

    play = partial(study, game.name, games=request.games, seats=seats, word=request.bot, seed=request.seed)
    return StudyPlan(asked, play, lambda found: study_page(game.name, found, request.bot), line)
