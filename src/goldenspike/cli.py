"""The command line: goldenspike games | play | serve | replay | board | bench | arena | study | tune | backup ..."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import goldenspike as gs
from goldenspike import board_command
from goldenspike.engine.errors import BadFile, BadOption, GoldenSpikeError
from goldenspike.engine.game import Game, read_pairs
from goldenspike.engine.json_file import BadData
from goldenspike.engine.match import read_json
from goldenspike.engine.values import as_option

if TYPE_CHECKING:
    from goldenspike.engine.terminal_request import TerminalRequest


COMMANDS = (
    "arena.tournament.command", "arena.benchmark.command", "arena.study.command", "arena.tune.command",
    "bots.review_command", "conformance.command", "envs.precompile", "envs.solve", "datasets.command",
    "learning.command",
)  # fmt: skip
# Packages that only the web table needs.
TABLE = {"fastapi", "uvicorn", "websockets", "msgspec", "sqlalchemy", "alembic", "argon2", "starlette", "pydantic",
         "confusable_homoglyphs", "pyotp", "zxcvbn", "segno", "prometheus_client", "markdown_it"}  # fmt: skip


class Parser(argparse.ArgumentParser):
    """Wrong arguments are wrong input like any other: one clear line."""

    def error(self, message: str) -> NoReturn:
        raise BadOption(f"{message[:300]} (see: {self.prog} --help)")


def parser() -> argparse.ArgumentParser:
    top = Parser(prog="goldenspike", description="Railway board games: play, replay, draw, measure.")
    top.add_argument("--version", action="version", version=f"goldenspike {gs.__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    commands.add_parser("games", help="list the games, their options and presets").set_defaults(run=games)

    play_ = commands.add_parser("play", help="play at the terminal against bots or friends")
    play_.add_argument("game", nargs="?", help="a game (see: goldenspike games); asked for if left out")
    play_.add_argument(
        "--seats",
        default=None,
        help="who plays, such as you,greedy,greedy (bots: random, greedy, brakeman, fireman, engineer, superintendent, "
        "and where something was learned president)",
    )
    play_.add_argument("--resume", metavar="FILE", help="continue a saved match")
    play_.add_argument("--save", metavar="FILE", help="where to save the match")
    play_.add_argument("--clock", choices=("real", "virtual", "ticks"), help="the clock of a game in real time")
    play_.add_argument("--speed", type=float, metavar="N", help="watch bots N times as fast as the real clock")
    setting_arguments(play_)
    play_.set_defaults(run=play)

    from goldenspike.server.commands import arguments as table_arguments

    table_arguments(commands)

    replay_ = commands.add_parser("replay", help="print a saved match as a record, or check it")
    replay_.add_argument("file")
    replay_.add_argument("--verify", action="store_true", help="only check that it replays to the state it names")
    replay_.set_defaults(run=replay)

    deal_ = commands.add_parser("verify-deal", help="check that nobody chose the cards of a match taken from a table")
    deal_.add_argument("file", help="a match exported from a table")
    deal_.add_argument("--commitment", metavar="HEX", help="the commitment you noted before the game began")
    deal_.set_defaults(run=verify_deal)

    board_command.arguments(commands)

    pictures_ = commands.add_parser("pictures", help="redraw the pictures of a game's rulebook")
    pictures_.add_argument("game")
    pictures_.set_defaults(run=pictures)

    bench_ = commands.add_parser("bench", help="measure the engine on this machine")
    bench_.add_argument("game", nargs="*", help="which games (all of them if left out)")
    bench_.add_argument("--json", action="store_true", help="print the figures as JSON")
    bench_.add_argument("--quick", action="store_true", help="short runs, rough figures")
    bench_.add_argument(
        "--peers", action="store_true", help="compare the environments with other libraries (extra: peers)"
    )
    bench_.add_argument(
        "--copies", action="store_true", help="what saving, copying and drawing environments costs (extra: envs)"
    )
    bench_.add_argument(
        "--out", metavar="FILE", help="with --peers: where to write the JSON, with a picture and a table beside it"
    )
    bench_.set_defaults(run=bench)

    for name in gs.games.built_in():
        gs.game(name).commands(commands)

    for module in COMMANDS:
        import_module(f"goldenspike.{module}").arguments(commands)
    # Last, so that a command of ours wins over one of the same name.
    for game in gs.games.outside().values():
        add_outside_commands(game, commands)
    return top


def add_outside_commands(game: Game, commands: Any) -> None:
    """The commands of a game from another package; if they fail, one line says so and everything else works."""
    try:
        game.commands(commands)
    except (Exception, SystemExit) as error:
        gs.games.log.warning("the commands of game %s are skipped: %s", game.name, gs.games.reason(error))


def setting_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seed", type=int, default=None, help="the same seed deals the same game")
    command.add_argument("--board", "--layout", default=None, help="a built-in board or layout, or a file")
    command.add_argument("--preset", default=None, help="a named set of options")
    command.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, or a value of its rules (values.NAME=NUMBER); may be repeated",
    )
    command.add_argument("--values", default=None, metavar="FILE", help="a JSON file with values of the rules")


# ---------------------------------------------------------------- commands
def games(arguments: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    for name in gs.games.names():
        game = gs.game(name)
        console.print(f"[bold]{name}[/]  {game.title} ({game.year}), {game.seats[0]} to {game.seats[-1]} players")
        console.print(f"  {game.about}")
        table = Table(box=None, padding=(0, 1), show_header=False)
        for option in game.options:
            choices = " | ".join(
                str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in option.choices
            )
            table.add_row(" ", option.name, choices, option.about, f"[dim]{option.clause}[/]")
        console.print(table)
        if game.values:
            names = ", ".join(f"{value.name} {as_option(value.standard)}" for value in game.values)
            console.print(f"  values (-o values.NAME=NUMBER): {names}")
        if game.presets:
            console.print(f"  presets: {', '.join(game.presets)}")
        console.print()


def play(arguments: argparse.Namespace) -> None:
    from rich.console import Console

    from goldenspike.engine.terminal_request import TerminalRequest

    console = Console(highlight=False)
    keep = Path(arguments.save) if arguments.save else last_match()
    options = read_pairs(arguments.option)
    if arguments.preset:
        options["preset"] = arguments.preset
    if arguments.values:
        options["values"] = read_json(arguments.values)
    match = gs.load(arguments.resume) if arguments.resume else None
    name = match.game.name if match is not None else arguments.game or choose_game(console)
    request = TerminalRequest(
        console,
        input,
        keep,
        match=match,
        seats=arguments.seats,
        seed=arguments.seed,
        board=arguments.board,
        options=options,
        clock=arguments.clock,
        speed=arguments.speed,
    )
    if not gs.game(name).play_at_terminal(request):
        play_in_turns(gs.game(name), request)


def play_in_turns(game: Game, request: TerminalRequest) -> None:
    """The general way: everybody at one keyboard, one decision after another."""
    import random

    from goldenspike.engine.terminal_session import TerminalSession
    from goldenspike.terminal.analyst import analyst
    from goldenspike.terminal.seats import seat_players

    match = request.match
    if match is None:
        words = request.seats or "you,greedy,greedy"
        if words == "bots":
            words = "greedy,greedy,greedy"
        if request.clock or request.speed is not None:
            raise BadOption(f"{game.name} has no clock; --clock and --speed are for games in real time")
        seed = random.SystemRandom().randrange(1 << 32) if request.seed is None else request.seed
        match = gs.new(
            game.name, seats=len(words.split(",")), seed=seed, board=request.board, **dict(request.options or {})
        )
        request.console.print(f"{game.title}, seed {seed}. Type [bold]help[/] at any prompt.")
        if match.setting.other_values:
            request.console.print(f"Other values: {match.setting.values_text}.")
    else:
        words = request.seats or ",".join(["you"] + ["greedy"] * (match.setting.seats - 1))
        seed = match.seed or 0
    players = seat_players(words, seed, game.name)
    session = TerminalSession(match, players, request.console, request.ask, request.keep, analyst)
    match.save(request.keep)  # if the match cannot be saved, fail before the game
    session.run()


def choose_game(console: Any) -> str:
    names = gs.games.names()
    for number, name in enumerate(names, 1):
        game = gs.game(name)
        console.print(f"  [bold cyan]{number}[/] {game.title} ({game.year}): {game.about}")
    try:
        word = input("Which game? [1] ").strip() or "1"
    except EOFError:
        raise BadOption(f"name a game, such as: goldenspike play {names[0]}") from None
    if word.isdecimal() and 1 <= int(word) <= len(names):
        return names[int(word) - 1]
    return word


def last_match() -> Path:
    import platformdirs

    folder = Path(platformdirs.user_data_dir("goldenspike", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot keep the match in {folder} ({error.strerror}); name a file with --save") from None
    return folder / "last-match.json"


def replay(arguments: argparse.Namespace) -> None:
    from goldenspike.engine.transcript import transcript

    match = gs.load(arguments.file)
    if arguments.verify:
        print(f"{arguments.file}: {len(match.log)} entries, state {match.hash}, verified")
        return
    print(transcript(match), end="")


def verify_deal(arguments: argparse.Namespace) -> None:
    from goldenspike.engine.fair_deal import check_deal

    data = read_json(arguments.file)
    deal = check_deal(data, arguments.commitment)
    match = gs.load(data)
    seats = [match.game.seat_names[seat] for seat in sorted(deal.randoms)]
    print(f"commitment {deal.commitment}: the server's secret fits")
    print(f"added by {', '.join(seats) if seats else 'nobody'}; seed {deal.seed:032x} follows from all of it")
    print(f"{len(match.log)} entries replay from that seed to state {match.hash}: nobody chose this deal")


def pictures(arguments: argparse.Namespace) -> None:
    from goldenspike.drawing.rulebook_pictures import write

    changed = write(gs.game(arguments.game))
    for file in changed:
        print(file)
    print(f"{len(changed)} pictures have changed" if len(changed) != 1 else "1 picture has changed")


def bench(arguments: argparse.Namespace) -> None:
    if arguments.peers:
        from goldenspike.bench.peers_report import report as peers

        if arguments.game or arguments.copies:
            raise BadOption(f"--peers always measures {gs.games.names()[0]}; name nothing else with it")
        peers(as_json=arguments.json, quick=arguments.quick, out=arguments.out)
        return
    if arguments.out:
        raise BadOption("--out goes with --peers")
    if arguments.copies:
        from goldenspike.bench.copies import report as copies

        measured = [gs.game(name) for name in arguments.game or gs.games.built_in()]
        copies(measured, as_json=arguments.json, quick=arguments.quick)
        return
    from goldenspike.bench.engine import report

    report(arguments.game or gs.games.names(), as_json=arguments.json, quick=arguments.quick)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; wrong input is one clear line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # print ? where the encoding lacks a character
    try:
        chosen = parser().parse_args(board_command.modern(sys.argv[1:] if arguments is None else arguments))
        run(chosen)
    except BadData as error:
        if len(error.problems) == 1:
            fail(" ".join(f"{error.where}: {error.problems[0]}".split()))
        lines = "".join(f"\n  - {problem}" for problem in error.problems)
        fail(f"{error.where} has {len(error.problems)} problem(s):{lines}")
    except GoldenSpikeError as error:
        fail(" ".join(str(error).split()))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in TABLE:
            raise
        fail("the web table needs more packages: pip install 'goldenspike[table]'")
    except BrokenPipeError:
        # The reader, such as head, has closed the pipe: not an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        fail("stopped")


def run(chosen: argparse.Namespace) -> None:
    """Run a command; a file of another game that stands where a board was asked for is recognised."""
    try:
        chosen.run(chosen)
    except BadData as error:
        named = getattr(chosen, "game", None)
        if not isinstance(named, str):
            raise
        raise gs.games.explained(error, gs.game(named)) from None


def fail(text: str) -> NoReturn:
    print(f"goldenspike: {text}", file=sys.stderr)
    sys.exit(2)
