"""goldenspike board simulate, for games that have no way of their own: the figures of boards side by side."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from goldenspike.drawing.intervals import mean_interval
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game
from goldenspike.engine.simulation import SimulationRequest
from goldenspike.engine.study import Question, StudyRequest

from ..run.processes import as_many
from .command import usual_study
from .played import Figures

USUAL_BOT = "fireman"


def simulate(game: Game, request: SimulationRequest, *, seconds: float) -> None:
    """Let bots play on every board, and print a line and a table."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.table import Table

    if not seconds > 0:
        raise BadOption(f"a time above zero; not {seconds:g} s")
    asked = StudyRequest(
        options={},
        board=None,
        seats=request.seats,
        versus=None,
        bot=request.bot or USUAL_BOT,
        games=request.games,
        seed=request.seed,
        run=as_many,
    )
    own = game.study(asked)
    plan = own or usual_study(game, asked)
    options = plan.questions[0].options
    found, lines = [], []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        for board in request.boards:
            task = bar.add_task(board.id, total=request.games)
            question = Question(board.id, options, board if own else board.source)
            played = plan.play(question, seconds=seconds, cores=0, progress=partial(_tell, bar, task))
            lines.append(plan.line(played))
            found.append({"board": board.id, **(figures(played) if isinstance(played, Figures) else {})})
    if request.as_json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return
    console = Console(highlight=False)
    for line in lines:
        console.print(line)
    if all(len(one) > 1 for one in found):
        table = Table("", *(str(one["board"]) for one in found))
        for name in dict.fromkeys(name for one in found for name in one if name != "board"):
            table.add_row(name, *(_shown(one.get(name)) for one in found))
        console.print(table)


def figures(played: Figures) -> dict[str, Any]:
    """The main figures of one board, by name: a mean with its interval of 95 %, or a share."""
    points = [sum(game) / len(game) for game in played.points]
    found: dict[str, Any] = {
        "games": played.games,
        "decisions per seat": mean_interval([game.decisions for game in played.played]),
        "points of a seat": mean_interval(points),
        "points of the winner": mean_interval([max(game) for game in played.points]),
    }
    for seat in range(played.setting.seats):
        name = played.setting.game.seat_names[seat]
        found[f"games won by {name}"] = sum(game[seat] for game in played.won) / played.games
    for reason, count in played.reasons.most_common():
        found[f"ended: {reason}"] = count / played.games
    return found


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, Mapping | str | int):
        return str(value)
    return f"{value:.0%}" if isinstance(value, float) else f"{value[0]:.1f} ({value[1]:.1f} to {value[2]:.1f})"


def _tell(progress: Any, task: Any, done: int) -> None:
    progress.update(task, completed=done)
