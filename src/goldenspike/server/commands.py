"""The server's part of the command line: serve, backup, restore, check, admin. Their imports come when they run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from goldenspike.server import admin_commands

PORT = 1869  # the year of the golden spike


def arguments(commands: Any) -> None:
    """Add the subcommands to the command line."""
    serve_ = commands.add_parser("serve", help="the web table: play in the browser, with friends and bots")
    serve_.add_argument(
        "--host", default=None, help="where to listen: 127.0.0.1 (this machine) or 0.0.0.0 (your network)"
    )
    serve_.add_argument("--port", type=int, default=None, help=f"a port ({PORT} or the next free one if left out)")
    _data(serve_)
    serve_.add_argument("--no-open", action="store_true", help="do not open the browser")
    serve_.add_argument("--public-url", metavar="URL", default=None, help="the address people use, behind a proxy")
    serve_.add_argument("--log", choices=("plain", "json"), default="plain", help="how the server reports")
    serve_.add_argument("--limits", choices=("on", "off"), default="on", help="rate limits; off only to measure")
    serve_.add_argument(
        "--quota",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="change what visitors may take and how long tables are kept; see docs/running-a-server.md",
    )
    serve_.add_argument(
        "--bot-delay", type=int, default=None, metavar="MS", help="how long a bot waits before it moves"
    )
    serve_.add_argument("--fast-clock", type=int, default=1, metavar="N", help=argparse.SUPPRESS)
    serve_.set_defaults(run=serve)

    backup_ = commands.add_parser("backup", help="copy all tables to a file, also while people play")
    backup_.add_argument("file", type=Path)
    _data(backup_)
    backup_.set_defaults(run=backup)

    restore_ = commands.add_parser("restore", help="put a backup in the place of the tables (stop the server first)")
    restore_.add_argument("file", type=Path)
    _data(restore_)
    restore_.set_defaults(run=restore)

    check_ = commands.add_parser("check", help="replay every table that is kept on the rules of this version")
    check_.add_argument("file", type=Path, nargs="?", help="a backup; the tables of this machine if left out")
    _data(check_)
    check_.set_defaults(run=check)

    admin_commands.arguments(commands, _data)


def _data(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", metavar="DIR", default=None, help="where the tables are kept")


def data_folder(given: str | None) -> Path:
    """Where tables are kept, unless somebody says otherwise."""
    import platformdirs

    return Path(given) if given else Path(platformdirs.user_data_dir("goldenspike", appauthor=False))


def serve(given: argparse.Namespace) -> None:
    from goldenspike.server.serve import serve as run

    run(given)


def backup(given: argparse.Namespace) -> None:
    from goldenspike.server.storage.backup import backup as run

    report = run(data_folder(given.data), given.file)
    print(f"wrote {given.file}: {report}")


def restore(given: argparse.Namespace) -> None:
    from goldenspike.server.storage.backup import restore as run

    report, kept = run(data_folder(given.data), given.file)
    print(f"restored {given.file}: {report}")
    if kept is not None:
        print(f"what was there before is kept as {kept}")


def check(given: argparse.Namespace) -> None:
    from goldenspike.engine.errors import BadFile
    from goldenspike.server.storage.backup import check as run
    from goldenspike.server.storage.store import FILE

    report = run(given.file or data_folder(given.data) / FILE)
    if report.broken:
        raise BadFile(str(report))
    print(report)
