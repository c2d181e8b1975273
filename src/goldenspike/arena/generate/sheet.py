"""The best boards side by side on one page: their pictures, their figures, and the board they should be like."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import Any

from goldenspike.drawing.report import page, table
from goldenspike.engine.board_report import unfit
from goldenspike.engine.game import Game

from .judge import Mark, Task
from .search import Candidate

STYLE = (
    "<style>body{max-width:90rem}.boards{display:grid;gap:1.2rem;grid-template-columns:"
    "repeat(auto-fit,minmax(min(30rem,100%),1fr))}.boards img{width:100%;height:auto;background:#fff;"
    "border-radius:.4rem;border:1px solid var(--line)}.boards figcaption b{color:var(--ink)}</style>"
)


def picture(game: Game, board: Any) -> str:
    """A board as people see it, with its names, as SVG."""
    printed = game.printed(board)
    if printed is not None:
        return printed
    seats = next(
        number for number in (*(board.players or ()), game.usual_seats, *game.seats) if not unfit(game, board, number)
    )
    setting = game.setting(game.read_options({}), board, seats)
    return setting.svg(game.start(setting))


def sheet(game: Game, usual: Candidate, found: Sequence[Candidate], task: Task) -> str:
    """A whole page."""
    boards = [game.board(one.board) for one in (usual, *found)]
    pictures = []
    for number, (one, board) in enumerate(zip((usual, *found), boards, strict=True)):
        name = "The board they are like" if number == 0 else f"{number}."
        words = f"{escape(name)} <b>{escape(str(board.name))}</b>, {escape(board.id)}: {one.mark.faults:.2f} faults"
        data = b64encode(picture(game, board).encode()).decode()
        image = f'<img alt="{escape(str(board.name))}" src="data:image/svg+xml;base64,{data}">'
        pictures.append(f"<figure>{image}<figcaption>{words}</figcaption></figure>")
    names = list(dict.fromkeys(line[0] for one in (usual, *found) for line in one.mark.lines))
    rows = [[name, *(_cell(one.mark, name) for one in (usual, *found))] for name in names]
    rows.append(["faults", *(f"{one.mark.faults:.2f}" for one in (usual, *found))])
    seats = "" if task.seats is None else f" by {task.seats} players"
    about = (
        f"{task.games} games on each board{seats}, all of them by {task.bot}, on other deals than those of the search. "
        "A number in brackets is the faults of a figure: 0 inside what good boards keep to, or near the board they "
        "should be like."
    )
    first = f"Boards like {boards[0].name}"
    body = [STYLE, f'<div class="boards">{"".join(pictures[1:] + pictures[:1])}</div>', "<h2>Figures</h2>"]
    head = ["", *(board.id for board in boards)]
    return page(f"{game.title}: {first}", [*body, table(head, rows), f'<p class="about">{escape(about)}</p>'])


def _cell(mark: Mark, name: str) -> str:
    line = next((line for line in mark.lines if line[0] == name), None)
    if line is None:
        return "-"
    return f"{line[1]} ({line[2]:.2f})" if line[2] >= 0.005 else str(line[1])
