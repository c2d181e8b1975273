"""``goldenspike check-game NAME``: does a game keep the contract?"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import goldenspike as gs
from goldenspike.engine.errors import BadOption

MOST_GAMES = 100_000


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    check = commands.add_parser("check-game", help="check that a game keeps the contract: for people who write games")
    check.add_argument("game", help="a game of the registry (see: goldenspike games)")
    check.add_argument("--quick", action="store_true", help="the short form, in seconds")
    check.add_argument("--games", type=int, metavar="N", help="settings that each check takes (1 to 60, by the check)")
    check.add_argument("--seed", type=int, default=1, help="another seed checks other settings")
    check.add_argument("--only", metavar="CHECK", action="append", default=[], help="only this check; may be repeated")
    check.add_argument("--fixtures", metavar="DIR", help="saved matches to replay, besides those the game brings")
    check.set_defaults(run=check_command)


def check_command(given: argparse.Namespace) -> None:
    """One line a check; exit code 1 if any failed."""
    from rich.console import Console
    from rich.markup import escape

    from .suite import CHECKS, Report, Request, make

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

    def show(report: Report) -> None:
        nonlocal failed
        failed += bool(report.problem)
        mark = "[red]failed[/] " if report.problem else "[yellow]skipped[/]" if report.skipped else "[green]ok[/]     "
        console.print(f"{mark} {report.check.name:<19}{report.seconds:6.1f} s  {report.check.about}", soft_wrap=True)
        if report.problem or report.skipped:
            console.print(f"        {escape(report.problem or report.skipped)}", soft_wrap=True)

    for report in make(request, given.only):
        show(report)
    console.print(f"{given.game}: {failed} checks failed" if failed else f"{given.game} keeps the contract")
    if failed:
        sys.exit(1)
