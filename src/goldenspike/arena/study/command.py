"""goldenspike study: let bots play many games and see what a board, an option or a value does."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.engine.study import BOARD, read_sweep, read_versus

from ..run.command_line import read_options

if TYPE_CHECKING:
    from goldenspike.engine.game import Game
    from goldenspike.engine.study import StudyPlan, StudyRequest

MOST_ITERATIONS = 100_000


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    study = commands.add_parser("study", help="play many games and report what a board, an option or a value does")
    study.add_argument("game", help="a game (see: goldenspike games)")
    study.add_argument("--games", type=int, default=300, help="how many games of each version at most (300)")
    study.add_argument(
        "--seconds", type=float, default=50.0, help="stop after this many seconds, however many games were played (50)"
    )
    study.add_argument(
        "--out",
        metavar="DIR",
        required=True,
        help="where the report is written; a stopped study goes on there",
    )
    study.add_argument(
        "--versus",
        action="append",
        metavar="OPTION=VALUE",
        help="compare with this option or value (values.NAME) changed, or another board (board=FILE); may be repeated",
    )
    study.add_argument(
        "--sweep", metavar="OPTION=A..B", help="compare all values of an option: values.hand=3..6, terrain=false,true"
    )
    study.add_argument("--board", default=None, help="compare the usual board with this one (a name or a file)")
    study.add_argument("--alone", action="store_true", help="study the --board by itself, without the usual one")
    study.add_argument(
        "--seats", type=int, default=None, help="players (4 or the most possible, or what the layout says)"
    )
    study.add_argument("--bot", default="fireman", help="who plays (fireman)")
    study.add_argument(
        "--skill",
        type=int,
        nargs="?",
        const=64,
        metavar="ITERATIONS",
        help="ask as well whether it pays to think longer, for as many seconds again: up to so many iterations (64)",
    )
    study.add_argument("--all", action="store_true", help="play all games, even if the answer is clear before")
    study.add_argument(
        "--options", default="", metavar="NAME=VALUE,...", help="options of the game, and values.NAME=NUMBER"
    )
    study.add_argument("--values", default=None, metavar="FILE", help="a JSON file with values of the rules")
    study.add_argument("--preset", default=None, help="a named set of options")
    study.add_argument("--seed", type=int, default=1, help="the same seed deals the same games")
    study.add_argument("--cores", type=int, default=0, help="processes (all cores)")
    study.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster (auto, local, or HOST:PORT)")
    study.add_argument(
        "--progress",
        metavar="FILE",
        help="keep how far it is and its verdicts so far in a JSON file, for other programs",
    )
    study.set_defaults(run=study_command)


def study_command(arguments: argparse.Namespace) -> None:
    import goldenspike as gs

    game = gs.game(arguments.game)
    request = read_request(arguments)
    own = game.study(request)
    plan = own or usual_study(game, request)
    warnings = board_warnings(game, request)
    for warning in warnings:
        print(f"goldenspike: warning: {warning}", file=sys.stderr)
    from .files import NO_PARQUET, parquet_is_there

    if not parquet_is_there():
        print(f"goldenspike: {NO_PARQUET}", file=sys.stderr)
    folder = Path(arguments.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot write to {folder}: {error.strerror or error}") from None
    if own is None:
        from .usual import run_usual

        run_usual(game, request, plan.questions, arguments, folder, warnings)
    else:
        run_own(game, request, own, arguments, folder, warnings)


def read_request(arguments: argparse.Namespace) -> StudyRequest:
    """What was asked for; wrong input is one clear line, before the first game."""
    from goldenspike.engine.study import StudyRequest

    from ..run.processes import as_many, read_cores
    from ..run.ray_cluster import need_ray

    if not arguments.seconds > 0:
        raise BadOption(f"a time above zero; not {arguments.seconds:g} s")
    if arguments.skill is not None and not 32 <= arguments.skill <= MOST_ITERATIONS:
        raise BadOption(f"--skill takes a number of iterations from 32 to {MOST_ITERATIONS}; not {arguments.skill}")
    if arguments.alone and (arguments.versus or arguments.sweep or arguments.board is None):
        raise BadOption("--alone goes with a --board and nothing to compare it with")
    read_cores(arguments.cores)
    if arguments.ray is not None:
        need_ray()
    return StudyRequest(
        options=read_options(arguments),
        board=arguments.board,
        seats=arguments.seats,
        versus=tuple(dict.fromkeys(arguments.versus or ())),
        bot=arguments.bot,
        games=arguments.games,
        seed=arguments.seed,
        run=as_many,
        sweep=tuple(read_sweep(arguments.sweep)) if arguments.sweep else (),
        alone=arguments.alone,
    )


def board_warnings(game: Game, request: StudyRequest) -> list[str]:
    """What the designer of a board that is not one of ours should look at, before the first game."""
    others = [value for option, value in map(read_versus, request.versus or ()) if option == BOARD]
    found = []
    for spec in (request.board, *others):
        if spec is None or str(spec).strip().lower() in {name.lower() for name in game.boards}:
            continue
        board = game.board(spec)
        found += [f"board {board.id}: {' '.join(warning.split())}" for warning in game.board_warnings(board.source)]
    return found


def usual_study(game: Game, request: StudyRequest) -> StudyPlan:
    """How a game in turns is studied."""
    from goldenspike.engine.study import StudyPlan

    from .findings import finding
    from .measures import measures_for
    from .played import Figures
    from .report import study_page
    from .study import plan_of, questions, study
    from .terminal import line

    seats = game.read_seats(request.seats if request.seats is not None else min(4, game.seats[-1]))
    asked = questions(
        game.name, request.options, request.versus or (), request.board, sweep=request.sweep, alone=request.alone
    )
    for question in asked:
        plan_of(game.name, question, games=request.games, seats=seats, word=request.bot, seed=request.seed)

    def page(found: Sequence[Figures], top: str = "") -> str:
        return study_page(game.name, [finding(one) for one in found], request.bot)

    play = partial(study, game.name, games=request.games, seats=seats, word=request.bot, seed=request.seed)
    return StudyPlan(asked, play, page, line, measures_for(seats, game.study_limits), lambda one: one.played)


def run_own(
    game: Game,
    request: StudyRequest,
    plan: StudyPlan,
    arguments: argparse.Namespace,
    folder: Path,
    warnings: Sequence[str],
) -> None:
    """A study in the game's own way: version after version, then verdicts, page and figures like any other."""
    from ..run.command_line import write
    from .article import measure_verdicts, top_of_page
    from .files import write_all
    from .journal import Journal
    from .progress import ProgressFile, bars
    from .terminal import show, tell
    from .usual import sweep_of
    from .verdicts import Side

    if arguments.skill is not None:
        raise BadOption(f"{game.title} is played by a team of its own: --skill does nothing here")
    if arguments.ray is not None:
        raise BadOption(f"{game.title} is studied on the cores of this machine: --ray does nothing here")
    journal = Journal(folder)
    found = []
    labels = [question.label for question in plan.questions]
    file = ProgressFile(Path(arguments.progress) if arguments.progress else None)
    try:
        with bars(labels, arguments.games) as progress:
            for k, question in enumerate(plan.questions):
                seconds = arguments.seconds / len(plan.questions)
                begins, ends = k / len(labels), (k + 1) / len(labels)
                shown = file.along(progress, begins, ends, arguments.games, seconds)
                told: Callable[[int], None] = partial(shown, k)
                found.append(
                    plan.play(question, seconds=seconds, cores=arguments.cores, progress=told, journal=journal)
                )
                sides = [Side(one.label, plan.games(one)) for one in found]
                file.say(measure_verdicts(plan.measures, sides))
    finally:
        journal.close()
    sweep = sweep_of(game, request, plan.questions, [one.setting for one in found])
    said = measure_verdicts(plan.measures, sides)
    write(folder / "report.html", plan.page(found, top_of_page(plan.measures, sides, warnings, sweep)))
    about = {"game": game.name, "bot": request.bot, "seed": request.seed, "warnings": list(warnings)}
    write_all(folder, about, plan.measures, sides, said)
    show([plan.line(one) for one in found], said, labels)
    tell(f"report: {folder / 'report.html'}", ())
