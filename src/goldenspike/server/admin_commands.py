"""``goldenspike admin`` at the command line. What it needs is imported when it runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

TABLE = "its id, as `admin tables` shows it (write -- before one that begins with -)"


def arguments(commands: Any, data: Callable[[argparse.ArgumentParser], None]) -> None:
    """Add ``admin`` and its subcommands to the command line."""
    admin = commands.add_parser("admin", help="for the operator of a server: list, inspect, close, ban, audit log")
    parts = admin.add_subparsers(required=True, metavar="what")

    def part(name: str, about: str, deed: str) -> argparse.ArgumentParser:
        command: argparse.ArgumentParser = parts.add_parser(name, help=about, description=about)
        data(command)
        command.set_defaults(run=lambda given: _run(deed, given))
        return command

    tables = part("tables", "list tables, the latest first", "list_tables")
    tables.add_argument("--status", choices=("open", "running", "finished", "closed"))
    tables.add_argument("--limit", type=int, default=50, metavar="N")
    one = part("table", "one table as a spectator sees it: seats, chat, record; no hidden cards", "show_table")
    one.add_argument("table", help=TABLE)
    one.add_argument("--json", action="store_true", help="with the position that spectators see")
    close = part("close", "close a table", "close_table")
    close.add_argument("table", help=TABLE)
    _why(close)
    boards = part("boards", "list saved boards, the latest first", "list_boards")
    boards.add_argument("--limit", type=int, default=50, metavar="N")
    gone = part("remove-board", "delete a saved board with all its versions; tables keep theirs", "remove_board")
    gone.add_argument("board", help="its id, as `admin boards` shows it")
    _why(gone)
    part("accounts", "list accounts", "list_accounts")
    ban_ = part("ban", "shut out an account or an address", "ban")
    _whom(ban_)
    ban_.add_argument("--days", type=float, metavar="N", help="for this many days; for good if left out")
    _why(ban_)
    unban_ = part("unban", "let an account or an address in again", "unban")
    _whom(unban_)
    _why(unban_)
    part("bans", "list who is shut out", "list_bans")
    reports = part("reports", "what people reported, with what was said", "list_reports")
    reports.add_argument("--all", action="store_true", help="also those that are resolved")
    resolve = part("resolve", "mark a report as dealt with", "resolve_report")
    resolve.add_argument("report", type=int)
    _why(resolve)
    _why(part("trust-clock", "the clock is right: delete what is too old, also after a long pause", "trust_clock"))
    part("log", "the audit log: what operators did, when and why", "show_log")


def _why(command: argparse.ArgumentParser) -> None:
    command.add_argument("--why", default="", metavar="TEXT", help="for the audit log; a banned person reads it")


def _whom(command: argparse.ArgumentParser) -> None:
    command.add_argument("kind", choices=("account", "address"))
    command.add_argument("target", help="the account's name, or an IP address")


def _run(deed: str, given: argparse.Namespace) -> None:
    from goldenspike.server.people import admin

    getattr(admin, deed)(given)
