"""The designers' commands, the same for every game: goldenspike board check | draw | print | simulate GAME BOARD."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import goldenspike as gs
from goldenspike.engine.board_report import board_word, report, unfit
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game
from goldenspike.engine.json_file import BadData
from goldenspike.engine.match import FORMAT, Match, read_json
from goldenspike.engine.simulation import SimulationRequest

ACTIONS = ("check", "draw", "print", "simulate")
OWN = "a built-in board, sheet or layout, or a file"
FORMS = ("svg", "png", "pdf")
PAPERS = ("a4", "letter")
MARGIN = 6.0  # millimetres: what usual printers leave white
MOST_COPIES = 100


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    board = commands.add_parser("board", help="design boards, sheets and layouts: check, draw, print, simulate")
    actions = board.add_subparsers(dest="action", required=True, metavar="ACTION")

    check_ = actions.add_parser("check", help="list everything that is wrong with board files, and what to look at")
    check_.add_argument("game")
    check_.add_argument("boards", nargs="*", metavar="BOARD", help=OWN)
    check_.add_argument("--seats", type=int, metavar="N", help="check it for so many players")
    old_arguments(check_)
    check_.set_defaults(run=check)

    draw_ = actions.add_parser("draw", help="draw a board or a position as SVG, PNG or PDF")
    draw_.add_argument("game")
    draw_.add_argument("boards", nargs="?", metavar="BOARD", help=f"{OWN} (the usual one if left out)")
    draw_.add_argument("--out", metavar="FILE", required=True, help="where to write it: FILE.svg, FILE.png or FILE.pdf")
    draw_.add_argument("--seats", type=int, metavar="N", help="draw it for so many players")
    draw_.add_argument("--position", metavar="FILE", help="a saved match or position to draw")
    draw_.add_argument("--legal", action="store_true", help="highlight the legal actions")
    draw_.add_argument("--width", type=int, metavar="PIXELS", help="how wide a PNG is (1600, or as the picture is)")
    draw_.add_argument("--board", "--layout", help=argparse.SUPPRESS)
    draw_.set_defaults(run=draw)

    print_ = actions.add_parser("print", help="make a PDF for the kitchen table")
    print_.add_argument("game")
    print_.add_argument("boards", nargs="?", metavar="BOARD", help=f"{OWN} (the usual one if left out)")
    print_.add_argument("--out", metavar="FILE", required=True, help="where to write the PDF")
    print_.add_argument("--paper", choices=PAPERS, default="a4", help="size of the paper (a4)")
    print_.add_argument("--copies", type=int, metavar="N", help="how many (as many as people usually need)")
    print_.set_defaults(run=print_board)

    simulate_ = actions.add_parser("simulate", help="let bots play on a board and print the figures")
    simulate_.add_argument("game")
    simulate_.add_argument("boards", nargs="+", metavar="BOARD", help=OWN)
    simulate_.add_argument("--games", type=int, default=300, metavar="N", help="how many games on each board (300)")
    simulate_.add_argument("--seats", type=int, metavar="N", help="players (what the game usually has)")
    simulate_.add_argument("--bot", metavar="NAME", help="who plays all the seats (what the game usually has)")
    simulate_.add_argument("--seed", type=int, default=1869, help="the same seed gives the same figures")
    simulate_.add_argument(
        "--goal-games", type=int, default=0, metavar="N", help="N more games for each goal card, with that goal alone"
    )
    simulate_.add_argument("--seconds", type=float, default=50.0, help="stop after so many seconds for each board (50)")
    simulate_.add_argument("--json", action="store_true", help="print the figures as JSON")
    simulate_.set_defaults(run=simulate)


def old_arguments(check: argparse.ArgumentParser) -> None:
    """What ``goldenspike board GAME`` took until 0.1."""
    for names in (("--board", "--layout"), ("--position",)):
        check.add_argument(*names, help=argparse.SUPPRESS)
    check.add_argument("--legal", action="store_true", help=argparse.SUPPRESS)


def modern(words: Sequence[str]) -> list[str]:
    """The words of a command, as they are spelled today; an old spelling is told in one line."""
    found = list(words)
    if len(found) < 2 or found[0] != "board" or found[1] in ACTIONS or found[1].startswith("-"):
        return found
    action = "draw" if any(word == "--out" or word.startswith("--out=") for word in found) else "check"
    print(
        f"goldenspike: board GAME is now board {action} GAME [BOARD]; the old spelling goes with 0.3", file=sys.stderr
    )
    return [found[0], action, *found[1:]]


# ---------------------------------------------------------------- check
def check(chosen: argparse.Namespace) -> None:
    """Problems of every file; warnings of those without problems."""
    game = gs.game(chosen.game)
    if chosen.position:
        position(game, chosen.position, chosen.board)
    specs = [*chosen.boards, *([chosen.board] if chosen.board else [])]
    if not specs and not chosen.position:
        raise BadOption(f"name a board file; built in are {', '.join(game.boards) or 'none'}")
    wrong: list[str] = []
    last: BadData | None = None
    for spec in specs:
        try:
            tell(game, game.board(spec), chosen.seats)
        except BadData as error:
            last = gs.games.explained(error, game)
            wrong += [f"{last.where}: {' '.join(problem.split())}" for problem in last.problems]
    if last is not None:
        raise last if len(specs) == 1 else BadData(wrong, f"of {len(specs)} files, some")


def tell(game: Game, board: Any, seats: int | None) -> None:
    """A board that can be read: who can play it, and what its designer should look at."""
    found = report(game, board, () if seats is None else [game.read_seats(seats)])
    if found.problems:
        raise BadData(found.problems, f"{board_word(game)} {board.id}", board.source)
    warnings = found.all_warnings
    count = f"{len(warnings)} warning{'' if len(warnings) == 1 else 's'}" if warnings else "no warnings"
    named = f"{board_word(game)} {board.id} ({board.name}), hash {board.hash}"
    print(f"{named}: no problems, for {several(found.players)}; {count}")
    for text in warnings:
        print(f"  - {text}")


def several(numbers: Sequence[int]) -> str:
    row = len(numbers) > 2 and [*numbers] == [*range(numbers[0], numbers[-1] + 1)]
    words = f"{numbers[0]} to {numbers[-1]}" if row else " or ".join(map(str, numbers))
    return f"{words} player{'' if words == '1' else 's'}"


def show_warnings(game: Game, board: Any) -> None:
    """Warnings about a board that is not one of ours, before it is drawn, printed or played."""
    if board.id in game.boards and game.board(board.id).hash == board.hash:
        return
    for text in game.board_warnings(board.source):
        print(f"goldenspike: warning: {board_word(game)} {board.id}: {' '.join(text.split())}", file=sys.stderr)


# ---------------------------------------------------------------- draw and print
def position(game: Game, file: str, board: Any) -> Match:
    """A match to draw: saved, or at a position."""
    data = read_json(file)
    return gs.load(data) if data.get("format") == FORMAT else gs.from_position(game.name, data, board=board)


def draw(chosen: argparse.Namespace) -> None:
    game, spec = gs.game(chosen.game), chosen.boards or chosen.board
    form = Path(chosen.out).suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise BadOption(f"a picture is written to FILE.svg, FILE.png or FILE.pdf; not to {chosen.out}")
    if form != "png" and chosen.width is not None:
        raise BadOption("--width goes with FILE.png")
    if form == "png":
        from goldenspike.drawing.picture_files import need_packages

        need_packages()
    board = game.board(spec)
    if spec is not None:
        show_warnings(game, board)
    printed = None if chosen.position or chosen.legal or chosen.seats else game.printed(board)
    if printed is not None:
        write(chosen.out, in_form(printed, form, chosen.width, board.name))
        return
    match = (
        position(game, chosen.position, spec)
        if chosen.position
        else gs.new(game.name, seats=seats_for(game, spec, chosen.seats), board=spec)
    )
    legal = match.legal(match.actors[0]) if chosen.legal and match.actors else ()
    write(chosen.out, in_form(match.setting.svg(match.s, None, legal), form, chosen.width, match.setting.board.name))


def seats_for(game: Game, spec: Any, wanted: int | None) -> int:
    """So many players as somebody wants, or as the game usually has, if the board has room for them."""
    if wanted is not None:
        return game.read_seats(wanted)
    board = game.board(spec)
    numbers: list[int] = [*(board.players or dict.fromkeys((game.usual_seats, *game.seats)))]
    return next((number for number in numbers if spec is None or not unfit(game, board, number)), numbers[0])


def in_form(svg: str, form: str, width: int | None, title: str) -> bytes:
    """A picture as a file of some form has it."""
    if form == "svg":
        return svg.encode()
    from goldenspike.drawing.picture_files import pdf, png

    return png(svg, width) if form == "png" else pdf(svg, title=title)


def print_board(chosen: argparse.Namespace) -> None:
    if chosen.copies is not None and not 1 <= chosen.copies <= MOST_COPIES:
        raise BadOption(f"1 to {MOST_COPIES} copies can be printed, not {chosen.copies}")
    if Path(chosen.out).suffix.lower() != ".pdf":
        raise BadOption(f"what is printed is written to FILE.pdf; not to {chosen.out}")
    game = gs.game(chosen.game)
    board = game.board(chosen.boards)
    if chosen.boards is not None:
        show_warnings(game, board)
    write(chosen.out, pages(game, board, chosen.boards, chosen.paper, chosen.copies))


def pages(game: Game, board: Any, spec: Any, paper: str, copies: int | None) -> bytes:
    """What a game prints, or its picture of the board on a page."""
    from goldenspike.drawing.pdf.document import A4_LANDSCAPE, LETTER_LANDSCAPE
    from goldenspike.drawing.picture_files import pdf

    # A game of another package may know nothing of copies.
    made = game.pdf(board, paper) if copies is None else game.pdf(board, paper, copies)
    if made is not None:
        return made
    match = gs.new(game.name, seats=seats_for(game, spec, None), board=spec)
    page = A4_LANDSCAPE if paper == "a4" else LETTER_LANDSCAPE
    title = f"{game.title}: {match.setting.board.name}"
    return pdf(match.setting.svg(match.s), title=title, paper=page, margin=MARGIN, copies=copies or 1)


def write(target: str, content: bytes) -> None:
    try:
        Path(target).write_bytes(content)
    except (OSError, ValueError) as error:
        raise BadOption(f"cannot write {target}: {getattr(error, 'strerror', None) or error}") from None
    print(f"wrote {target}")


# ---------------------------------------------------------------- simulate
def simulate(chosen: argparse.Namespace) -> None:
    """Let bots play on all cores, and print the figures."""
    game = gs.game(chosen.game)
    boards = [game.board(spec) for spec in chosen.boards]
    for board in boards:
        show_warnings(game, board)
    request = SimulationRequest(
        boards, chosen.games, chosen.seats, chosen.bot, chosen.seed, chosen.goal_games, chosen.json
    )
    if game.simulate(request):
        return
    if chosen.goal_games:
        raise BadOption(f"{game.title} has no goal cards: --goal-games does nothing here")
    from goldenspike.arena.study.simulate import simulate as play

    play(game, request, seconds=chosen.seconds)
