"""goldenspike arena and study: let bots meet and rate them; let them play and see what a board or an option does."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from goldenspike.engine.errors import BadFile, BadOption

if TYPE_CHECKING:
    from goldenspike.engine.game import Game
    from goldenspike.engine.study import StudyPlan, StudyRequest


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
    arena.add_argument(
        "--ladder", action="store_true", help="each level against the one below it, for every number of players"
    )
    arena.add_argument("--games", type=int, default=100, help="how many games (100); of a ladder for each of its rungs")
    arena.add_argument("--seats", type=int, default=None, help="players in a game (as many as there are bots)")
    plan_arguments(arena)
    arena.set_defaults(run=arena_command)

    study = commands.add_parser("study", help="what happens in many games: for designers of boards and rules")
    study.add_argument("game", help="a game (see: goldenspike games)")
    study.add_argument("--games", type=int, default=300, help="how many games, each (300)")
    study.add_argument("--seconds", type=float, default=50.0, help="stop after so long, whatever the number (50)")
    study.add_argument("--out", metavar="DIR", required=True, help="where the report is written")
    study.add_argument(
        "--versus", metavar="OPTION=VALUE", help="compare with this option changed, or with another board (board=FILE)"
    )
    study.add_argument("--board", default=None, help="compare the usual board with this one (a name or a file)")
    study.add_argument("--seats", type=int, default=None, help="players (4, or as many as can, or as the layout says)")
    study.add_argument("--bot", default="fireman", help="who plays (fireman)")
    study.add_argument("--options", default="", metavar="NAME=VALUE,...", help="options of the game")
    study.add_argument("--preset", default=None, help="a named set of options")
    study.add_argument("--seed", type=int, default=1, help="the same seed deals the same games")
    study.add_argument("--cores", type=int, default=0, help="processes (all cores)")
    study.set_defaults(run=study_command)


def plan_arguments(command: argparse.ArgumentParser) -> None:
    """What every plan takes: its setting, its deals, and where it is played and kept."""
    command.add_argument("--options", default="", metavar="NAME=VALUE,...", help="options of the game")
    command.add_argument("--preset", default=None, help="a named set of options")
    command.add_argument("--board", default=None, help="a built-in board, or a file")
    command.add_argument("--seed", type=int, default=1, help="the same seed deals the same games")
    command.add_argument(
        "--out", metavar="DIR", help="where results (Parquet) and report are kept; taken up again there"
    )
    command.add_argument("--cores", type=int, default=0, help="processes (all cores)")
    command.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster (auto, local, or HOST:PORT)")


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

    from .run.processes import read_cores
    from .tournament.report import rating_table, tournament_page
    from .tournament.schedule import make_plan

    if arguments.ladder:
        return ladder_command(arguments)
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


def ladder_command(arguments: argparse.Namespace) -> None:
    from rich.console import Console

    from .run.processes import read_cores
    from .tournament.ladder import climb, ladder_table, ladder_text, rungs

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
            lambda plan, room, label: played(plan, room, arguments.cores, arguments.ray, label),
            options=read_options(arguments.options, arguments.preset),
            board=arguments.board,
            seed=arguments.seed,
        )
        console.print(ladder_table(lines), soft_wrap=True)
        if arguments.out:
            write(folder / "ladder.md", ladder_text(lines))
            console.print(f"table: {folder / 'ladder.md'}", soft_wrap=True)


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

    from .run.processes import run
    from .run.results import Results

    results = Results(folder, plan)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=plan.games)
        run(plan, results, cores=cores, ray=ray, progress=lambda done: progress.update(task, completed=done))
    return [row for row in results.sorted() if row["number"] < plan.games]


def write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise BadFile(f"cannot write {file}: {error.strerror or error}") from None


def tell(progress: Any, task: Any, done: int) -> None:
    progress.update(task, completed=done)


def study_command(arguments: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    import goldenspike as gs
    from goldenspike.engine.study import StudyRequest

    from .run.processes import as_many, read_cores

    if not arguments.seconds > 0:
        raise BadOption(f"a time above zero; not {arguments.seconds:g} s")
    read_cores(arguments.cores)
    game = gs.game(arguments.game)
    request = StudyRequest(
        options=read_options(arguments.options, arguments.preset),
        board=arguments.board,
        seats=arguments.seats,
        versus=arguments.versus,
        bot=arguments.bot,
        games=arguments.games,
        seed=arguments.seed,
        run=as_many,
    )
    plan = game.study(request) or usual_study(game, request)
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


def usual_study(game: Game, request: StudyRequest) -> StudyPlan:
    """How a game in turns is studied."""
    from goldenspike.engine.study import StudyPlan

    from .study.report import study_page
    from .study.study import Figures, questions, study
    from .tournament.schedule import make_plan

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
