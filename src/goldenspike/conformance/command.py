"""``goldenspike check-game NAME``: does a game keep the contract?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import goldenspike as gs
from goldenspike.engine.errors import BadOption

if TYPE_CHECKING:
    from .suite import Report

MOST_GAMES = 100_000
COLOURS = {"ok": "green", "failed": "red", "skipped": "yellow", "nothing declared": "yellow"}
WIDEST = max(map(len, COLOURS))


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    check = commands.add_parser("check-game", help="check that a game keeps the contract: for people who write games")
    check.add_argument("game", help="a game of the registry (see: goldenspike games)")
    check.add_argument("--quick", action="store_true", help="the short form, a few seconds")
    check.add_argument("--games", type=int, metavar="N", help="settings per check (1 to 60, depending on the check)")
    check.add_argument("--seed", type=int, default=1, help="another seed checks other settings")
    check.add_argument("--only", metavar="CHECK", action="append", default=[], help="only this check; may be repeated")
    check.add_argument("--fixtures", metavar="DIR", help="saved matches to replay, besides those in the package")
    check.set_defaults(run=check_command)


def check_command(given: argparse.Namespace) -> None:
    """One line a check; exit code 1 if any failed."""
    from rich.console import Console
    from rich.markup import escape

    from .suite import CHECKS, Request, make

    if given.games is not None and not 1 <= given.games <= MOST_GAMES:
        raise BadOption(f"a number of settings from 1 to {MOST_GAMES}; not {given.games}")
    folder = None if given.fixtures is None else Path(given.fixtures)
    if folder is not None and not folder.is_dir():
        raise BadOption(f"there is no folder {folder}")
    unknown = sorted(set(given.only) - {check.name for check in CHECKS})
    if unknown:
        raise BadOption(f"there is no check {unknown[0]!r}; there are {', '.join(check.name for check in CHECKS)}")
    request = Request(gs.game(given.game), given.quick, given.games, folder, given.seed)
    console = Console(highlight=False)
    failed = 0
    undeclared: list[str] = []

    def show(report: Report) -> None:
        word = outcome_of(report)
        mark = f"[{COLOURS[word]}]{word:<{WIDEST}}[/]"
        console.print(f"{mark}  {report.check.name:<19}{report.seconds:6.1f} s  {report.check.about}", soft_wrap=True)
        more = report.problem or report.skipped or report.undeclared
        if more:
            console.print(f"{'':{WIDEST + 2}}{escape(more)}", soft_wrap=True)

    for report in make(request, given.only):
        show(report)
        failed += bool(report.problem)
        undeclared += [report.check.name] if report.undeclared else []
    if failed:
        console.print(f"{given.game}: {failed} {'check' if failed == 1 else 'checks'} failed")
        sys.exit(1)
    less = f"; nothing is declared for: {', '.join(undeclared)}" if undeclared else ""
    console.print(f"{given.game} keeps the contract{less}", soft_wrap=True)


def outcome_of(report: Report) -> str:
    """In a word or two."""
    if report.problem:
        return "failed"
    return "skipped" if report.skipped else "nothing declared" if report.undeclared else "ok"
