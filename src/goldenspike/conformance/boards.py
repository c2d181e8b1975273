"""Boards: built-in ones are sound, broken ones are explained, and positions on them can be drawn for every seat."""

from __future__ import annotations

import copy
import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from io import StringIO
from typing import Any

from goldenspike.drawing.pages.print_and_play import all_parts, print_and_play
from goldenspike.drawing.pages.print_words import LANGUAGES
from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.game import Game
from goldenspike.engine.print_and_play import PAPERS as PRINT_PAPERS
from goldenspike.engine.print_and_play import PrintOrder

from .case import Case
from .errors import ConformanceError
from .play import awaited, legal, moments

WRONG: tuple[Any, ...] = (None, -1, 10**9, "", "nonsense", [], {}, True, 1.5, [[]], "x" * 3000)
PAPERS = ("A4", "letter")
OUTSIDE = re.compile(r"""(?:href|src)=["'](?!#|data:|/)""")


def check_boards(game: Game, dice: random.Random, broken: int) -> None:
    """Built-in boards are sound, they and boards at the limits can be shown, and broken data is explained."""
    for name in game.boards:
        check_built_in(game, name)
    shown = [game.board(name) for name in game.boards or (None,)]
    limits = [game.board(data) for data in game.limit_boards()]
    for board in [*shown, *limits]:
        check_page(game, board)
        check_pdf(game, board, dice.choice(PAPERS))
    for boards in (shown, limits):
        if boards:
            check_print(game, dice.choice(boards), PrintOrder(dice.choice([*PRINT_PAPERS]), dice.choice(LANGUAGES)))
    if game.boards:
        source = json.loads(min((json.dumps(game.board(name).source) for name in game.boards), key=len))
        for data in damaged(source, dice, broken):
            check_damaged(game, data)
        check_all_listed(game, source)


def check_built_in(game: Game, name: str) -> None:
    """A built-in board has no problems, and reading its own data gives the same board."""
    board = game.board(name)
    for what in ("id", "name", "hash"):
        if not isinstance(getattr(board, what, None), str) or not getattr(board, what):
            raise ConformanceError(f"{game.name}: board {name} has no {what}")
    if not isinstance(board.players, tuple) or not {*board.players} <= {*game.seats}:
        raise ConformanceError(f"{game.name}: board {name} is made for {board.players} players, which the game is not")
    data = json.loads(json.dumps(board.source))
    for problem in game.board_problems(data):
        raise ConformanceError(f"{game.name}: the built-in board {name} has a problem: {problem}")
    if game.board(data).hash != board.hash:
        raise ConformanceError(f"{game.name}: reading the data of board {name} gives another board")
    game.board_warnings(data)


def damaged(source: Any, dice: random.Random, count: int) -> Iterator[Any]:
    """A board with something wrong in it, at any depth, again and again."""
    yield from ([], {}, 3, [source])
    for _ in range(count):
        data = copy.deepcopy(source)
        for _ in range(dice.choice((1, 1, 3))):
            place, key = some_place(data, dice)
            if isinstance(place, dict) and dice.random() < 0.3:
                del place[key]
            else:
                place[key] = dice.choice(WRONG)
        yield data


def some_place(data: Any, dice: random.Random) -> tuple[Any, Any]:
    """A list or object somewhere within, and one of its keys."""
    place = data
    while True:
        key = dice.choice(list(place)) if isinstance(place, dict) else dice.randrange(len(place))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or dice.random() < 0.15:
            return place, key
        place = inner


def check_damaged(game: Game, data: Any) -> None:
    """Problems are sentences; where there are none the board can be made, where there are some it cannot."""
    start = json.dumps(data)[:60]
    try:
        problems = game.board_problems(data)
    except Exception as error:
        raise ConformanceError(
            f"{game.name}: board_problems raises {type(error).__name__} for a board {start}..."
        ) from error
    if any(not isinstance(problem, str) or not problem or "\n" in problem for problem in problems):
        raise ConformanceError(f"{game.name}: a problem of a board is not one line: {problems}")
    try:
        game.board(data)
    except GoldenSpikeError as error:
        if not problems:
            raise ConformanceError(f"{game.name}: a board without problems is refused: {error}") from None
    else:
        if problems:
            raise ConformanceError(f"{game.name}: a board with a problem is accepted: {problems[0]}")


def check_all_listed(game: Game, source: Any) -> None:
    """Everything that is missing is named, not only the first thing."""
    needed = [key for key in source if game.board_problems({name: source[name] for name in source if name != key})]
    named = " ".join(game.board_problems({name: source[name] for name in source if name not in needed[-2:]}))
    for key in needed[-2:]:
        if key not in named:
            raise ConformanceError(
                f"{game.name}: a board lacks {' and '.join(needed[-2:])}; {key} is not named: {named}"
            )


def check_page(game: Game, board: Any) -> None:
    """The page gets a board as plain JSON and as a picture."""
    data = game.page_board(board)
    if json.loads(json.dumps(data)) != json.loads(json.dumps(data, sort_keys=True)):
        raise ConformanceError(f"{game.name}: the page data of board {board.id} is not plain JSON")
    check_picture(f"{game.name}: the picture of board {board.id}", game.picture(board))


def check_pdf(game: Game, board: Any, paper: str) -> None:
    """What is printed, if anything is, is a PDF."""
    made = game.pdf(board, paper)
    if made is not None and not made.startswith(b"%PDF"):
        raise ConformanceError(f"{game.name}: board {board.id} printed on {paper} is not a PDF")


def check_print(game: Game, board: Any, order: PrintOrder) -> None:
    """Print and play: parts have different names, words for people, and pages; all of them become one PDF."""
    parts = all_parts(game, board, order)
    names = [part.name for part in parts]
    where = f"{game.name}: board {board.id} on {order.paper} in {order.language}"
    if len(set(names)) < len(names) or not all(part.title and part.about for part in parts):
        raise ConformanceError(
            f"{where}: the printed parts {names} need different names, a title and a line about each"
        )
    made = print_and_play(game, board, order)
    if not made.pdf.startswith(b"%PDF") or any(last < first for _, first, last in made.parts):
        raise ConformanceError(f"{where}: a printed part has no pages: {made.parts}")


def check_picture(what: str, svg: str) -> None:
    """A picture is well-formed, shows something, and loads nothing from elsewhere."""
    try:
        root = ET.fromstring(svg)
    except ET.ParseError as error:
        raise ConformanceError(f"{what} is not well-formed: {error}") from None
    if not root.tag.endswith("svg") or len(list(root.iter())) < 5:
        raise ConformanceError(f"{what} shows nothing")
    if "<script" in svg or OUTSIDE.search(svg):
        raise ConformanceError(f"{what} has a script, or loads something from elsewhere")


def check_drawing(case: Case, dice: random.Random) -> None:
    """A position is drawn, written as text and shown at a terminal, for every seat and for spectators."""
    from rich.console import Console

    setting = case.setting
    for s in moments(case, dice, 1):
        before = s.to_bytes()
        waiting = awaited(case, s)
        for seat in (None, *range(setting.seats)):
            words = (
                [setting.write(s, seat, action) for action in legal(case, s, seat)]
                if seat in waiting and seat is not None
                else []
            )
            check_picture(f"the picture of a position ({case})", setting.svg(s, seat, words))
        shown = dice.choice((None, *range(setting.seats)))
        if not setting.text(s, shown).strip():
            case.fail("the text of a position is empty", shown)
        Console(file=StringIO(), width=100).print(setting.screen(s, shown))
        for seat in waiting:
            if not setting.question(s, seat).strip():
                case.fail("nothing is asked of a seat that is awaited", seat)
        case.same(s.to_bytes() == before, True, "drawing leaves the state alone")
