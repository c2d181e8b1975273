"""The server's part of the command line: serve, backup, restore, check, drill, doctor, move-database, admin.

What they need is imported when they run.
"""

from __future__ import annotations

import argparse
import gc
import sys
from pathlib import Path
from typing import Any, NoReturn

from goldenspike.server import admin_commands
from goldenspike.server.cluster import commands as cluster_commands

PORT = 1869  # the year of the golden spike


def arguments(commands: Any) -> None:
    """Add the subcommands to the command line."""
    serve_ = commands.add_parser("serve", help="the web table: play in the browser, with friends and bots")
    serve_.add_argument(
        "--host", default=None, help="where to listen: 127.0.0.1 (this machine) or 0.0.0.0 (your network)"
    )
    serve_.add_argument("--port", type=int, default=None, help=f"a port ({PORT} or the next free one if left out)")
    _data(serve_)
    serve_.add_argument(
        "--bus", metavar="URL", default=None, help="a NATS through which servers reach each other: nats://host:4222"
    )
    serve_.add_argument(
        "--lease",
        metavar="SECONDS",
        type=float,
        default=2.5,
        help="so long a server of a cluster may be silent before others take its tables (2.5)",
    )
    serve_.add_argument("--no-open", action="store_true", help="do not open the browser")
    serve_.add_argument("--public-url", metavar="URL", default=None, help="the address people use, behind a proxy")
    serve_.add_argument(
        "--proxy",
        metavar="NETWORK",
        action="append",
        default=[],
        help="trust a proxy at this address or in this network, besides one on this machine; may be repeated",
    )
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
    serve_.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=BOT",
        help="offer a bot of your own at every table: NAME=file:policy.npz or NAME=module:Class",
    )
    serve_.add_argument("--no-notices", action="store_true", help="send no e-mail and call no webhooks")
    serve_.add_argument("--backup-every", metavar="TIME", help="make a backup at this interval, such as 6h, 30m or 1d")
    serve_.add_argument("--backup-keep", type=int, default=14, metavar="N", help="how many of them are kept (14)")
    serve_.add_argument(
        "--backup-to", type=Path, metavar="DIR", help="where to put them (default: backups in the data folder)"
    )
    serve_.add_argument(
        "--accept-broken", action="store_true", help="after an update: start even if running tables cannot continue"
    )
    serve_.add_argument("--fast-clock", type=int, default=1, metavar="N", help=argparse.SUPPRESS)
    serve_.set_defaults(run=serve)

    backup_ = commands.add_parser("backup", help="copy all tables to a file, also while people play")
    backup_.add_argument("file", type=Path)
    backup_.add_argument(
        "--whole", action="store_true", help="replay all tables, also those known from earlier backups"
    )
    backup_.add_argument("--low-priority", action="store_true", help="run at low priority")
    _data(backup_)
    backup_.set_defaults(run=backup)

    restore_ = commands.add_parser("restore", help="replace the tables by a backup (stop the server first)")
    restore_.add_argument("file", type=Path)
    _data(restore_)
    restore_.set_defaults(run=restore)

    check_ = commands.add_parser("check", help="replay every table that is kept on the rules of this version")
    check_.add_argument("file", type=Path, nargs="?", help="a backup; the tables of this machine if left out")
    check_.add_argument(
        "--against", type=Path, metavar="NEW", help="before an update: another version, as its Python, venv or folder"
    )
    check_.add_argument("--json", type=Path, metavar="FILE", help="write the state of every table to a file")
    _data(check_)
    check_.set_defaults(run=check)

    drill_ = commands.add_parser("drill", help="try a backup: restore it elsewhere, serve it, open its tables")
    drill_.add_argument("file", type=Path, nargs="?", help="a backup; the newest scheduled one if left out")
    _data(drill_)
    drill_.set_defaults(run=drill)

    doctor_ = commands.add_parser("doctor", help="check everything a server needs, and say what to do")
    doctor_.add_argument("--port", type=int, default=PORT, help="the port of the server")
    _data(doctor_)
    doctor_.set_defaults(run=doctor)

    move_ = commands.add_parser("move-database", help="bring all tables, accounts and settings to another database")
    for name, about in (("source", "FROM"), ("target", "TO")):
        move_.add_argument(name, metavar=about, help="a data folder, or postgresql://user:password@host/name")
    move_.set_defaults(run=move_database)

    admin_commands.arguments(commands, _data)
    cluster_commands.arguments(commands)


def _data(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", metavar="DIR", default=None, help="where the tables are kept")
    command.add_argument(
        "--database", metavar="URL", default=None, help="a PostgreSQL database that several servers share"
    )


def data_folder(given: str | None) -> Path:
    """Where tables are kept, unless somebody says otherwise."""
    import platformdirs

    return Path(given) if given else Path(platformdirs.user_data_dir("goldenspike", appauthor=False))


def _database(given: argparse.Namespace) -> str | None:
    from goldenspike.server.storage.databases import chosen_database

    return chosen_database(given.database)


def serve(given: argparse.Namespace) -> None:
    gc.disable()  # nothing of what is loaded now is garbage, and looking for it takes a tenth of the time
    try:
        import goldenspike.server.app  # noqa: F401 (serve would load it, and have it searched)
        from goldenspike.server.serve import serve as run

        gc.freeze()
    finally:
        gc.enable()
    run(given)


def failed(text: str) -> NoReturn:
    """A check has found something: one line, and exit code 1."""
    print(f"goldenspike: {' '.join(text.split())}", file=sys.stderr)
    sys.exit(1)


def backup(given: argparse.Namespace) -> None:
    from goldenspike.server.storage.backup import backup as run
    from goldenspike.server.storage.replay_check import low_priority

    if given.low_priority:
        low_priority()
    report = run(data_folder(given.data), given.file, whole=given.whole, database=_database(given))
    if report.broken:
        failed(f"wrote {given.file}, but {report}")
    print(f"wrote {given.file}: {report}")


def restore(given: argparse.Namespace) -> None:
    from goldenspike.server.storage.restore import restore as run
    from goldenspike.server.storage.restore import restore_shared

    folder, database = data_folder(given.data), _database(given)
    report, kept = run(folder, given.file) if database is None else restore_shared(folder, given.file, database)
    print(f"restored {given.file}: {report}")
    if kept is not None:
        print(f"what was there before is kept as {kept}")


def check(given: argparse.Namespace) -> None:
    import goldenspike
    from goldenspike.engine.errors import BadFile
    from goldenspike.server.storage.database_files import FILE
    from goldenspike.server.storage.move_database import local_copy
    from goldenspike.server.storage.replay_check import check as run
    from goldenspike.server.storage.update_check import against, as_json

    shared = None if given.file else _database(given)
    database = given.file or data_folder(given.data) / FILE
    if given.against is not None:
        differences = against(shared or database, given.against)
        if differences.found:
            failed(str(differences))
        print(differences)
        return
    if shared is None:
        report = run(database, details=given.json is not None)
    else:
        with local_copy(shared) as copy:
            report = run(copy, details=given.json is not None)
    if given.json is not None:
        try:
            given.json.write_text(as_json(report, goldenspike.__version__), "utf-8")
        except OSError as error:
            raise BadFile(f"cannot write {given.json}: {error.strerror}") from None
    if report.broken:
        failed(str(report))
    print(report)


def move_database(given: argparse.Namespace) -> None:
    from goldenspike.server.storage.move_database import move_database as run

    print(run(given.source, given.target, lambda line: print(f"  {line}", flush=True)))


def drill(given: argparse.Namespace) -> None:
    from goldenspike.server.storage.drill import drill as run

    print(run(data_folder(given.data), given.file))


def doctor(given: argparse.Namespace) -> None:
    from goldenspike.server.doctor import examine

    lines = list(examine(data_folder(given.data), given.port, _database(given)))
    for line in lines:
        print(line)
    wrong = sum(not line.well for line in lines)
    if wrong:
        failed(f"{wrong} of {len(lines)} need attention")
