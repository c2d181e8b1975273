"""The designers' commands, the same for every game: goldenspike board check | draw | print | simulate | generate."""

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
from goldenspike.engine.options import read_pairs, shown
from goldenspike.engine.print_and_play import PAPERS, PrintOrder
from goldenspike.engine.simulation import SimulationRequest

ACTIONS = ("check", "draw", "print", "simulate", "generate")
OWN = "a built-in board, sheet or layout, or a file"
FORMS = ("svg", "png", "pdf")


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

    print_ = actions.add_parser("print", help="print and play: a PDF with everything for a real table")
    print_.add_argument("game")
    print_.add_argument("boards", nargs="?", metavar="BOARD", help=f"{OWN} (the usual one if left out)")
    print_.add_argument("--out", metavar="FILE", required=True, help="where to write the PDF")
    print_.add_argument("--parts", metavar="NAMES", default="", help="only these, as in board,cards,pad (everything)")
    print_.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="size of the paper (a4)")
    print_.add_argument("--language", default="en", metavar="LANGUAGE", help="of everything that is printed (en)")
    print_.add_argument(
        "--scale", type=int, default=100, metavar="PERCENT", help="of a large board and its pieces (100)"
    )
    print_.add_argument(
        "--copies", type=int, metavar="N", help="of sheets to write on (as many as people usually need)"
    )
    print_.add_argument("--single-sided", action="store_true", help="leave out the backs of cards")
    print_.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option or value of the game; may be repeated",
    )
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
    generate_arguments(actions)


def generate_arguments(actions: Any) -> None:
    """What a search for boards takes."""
    made = actions.add_parser("generate", help="make balanced boards like another one, and draw the best side by side")
    made.add_argument("game")
    made.add_argument("--like", metavar="BOARD", help=f"{OWN} (the usual one if left out)")
    made.add_argument("--out", metavar="DIR", required=True, help="where to write them; a stopped search goes on there")
    made.add_argument("--count", type=int, default=4, metavar="N", help="how many boards (4)")
    made.add_argument("--seed", type=int, default=1, help="the same seed makes the same boards")
    made.add_argument("--starts", type=int, default=3, metavar="N", help="boards by chance to begin each from (3)")
    made.add_argument("--generations", type=int, default=8, metavar="N", help="changes tried on each board (8)")
    made.add_argument("--games", type=int, default=40, metavar="N", help="games on every board (40)")
    made.add_argument(
        "--seats", type=int, metavar="N", help="players (4 or the most possible, or what the layout says)"
    )
    made.add_argument("--bot", default="fireman", metavar="NAME", help="who plays (fireman)")
    made.add_argument("--cores", type=int, default=0, help="processes (all cores)")
    made.set_defaults(run=generate)


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
    """Print and play: write the PDF, and say which pages are what."""
    if Path(chosen.out).suffix.lower() != ".pdf":
        raise BadOption(f"what is printed is written to FILE.pdf; not to {chosen.out}")
    from goldenspike.drawing.pages.print_and_play import print_and_play
    from goldenspike.drawing.pages.print_words import LANGUAGES

    if chosen.language not in LANGUAGES:
        raise BadOption(f"what is printed can be in {', '.join(LANGUAGES)}; not in {shown(chosen.language)}")
    game = gs.game(chosen.game)
    order = PrintOrder(
        paper=chosen.paper,
        language=chosen.language,
        options=read_pairs(chosen.option),
        scale=chosen.scale,
        copies=chosen.copies,
        backs=not chosen.single_sided,
    )
    board = game.board(chosen.boards)
    if chosen.boards is not None:
        show_warnings(game, board)
    names = [name.strip() for name in chosen.parts.split(",") if name.strip()]
    own = own_pdf(game, board, order) if not names else None
    if own is not None:
        write(chosen.out, own)
        return
    made = print_and_play(game, board, order, names)
    write(chosen.out, made.pdf)
    wide = max(len(part.name) for part, _, _ in made.parts)
    for part, first, last in made.parts:
        pages = f"page {first}" if first == last else f"pages {first}-{last}"
        how = ", both sides" if part.two_sided else ""
        print(f"  {part.name:<{wide}}  {pages}{how}: {part.about}")


def own_pdf(game: Game, board: Any, order: PrintOrder) -> bytes | None:
    """The PDF of a game that makes one by itself and names no parts."""
    if game.print_parts(board, order) is not None:
        return None
    # A game of another package may know nothing of copies.
    return game.pdf(board, order.paper) if order.copies is None else game.pdf(board, order.paper, order.copies)


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


# ---------------------------------------------------------------- generate
def generate(chosen: argparse.Namespace) -> None:
    """Search for balanced boards like another one."""
    from goldenspike.arena.generate.command import generate_boards

    generate_boards(chosen)
