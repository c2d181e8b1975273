"""Before an update: would every table that is being played go on under another version?

A running game keeps the rulings it began under (``Option.since`` and ``before``), so another version must bring every
record to the same states, leave the same actions to the seats, and read the same options. Whether it does is found
out by replaying every record under it, before the switch or at the latest when the new version first starts.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.server.storage.conflicts import insert_or_update
from goldenspike.server.storage.copies import copy_database
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.databases import shared_engine
from goldenspike.server.storage.move_database import export_database, local_copy
from goldenspike.server.storage.replay_check import (
    Remembered,
    Report,
    check,
    code_mark,
    replay_database,
    upgraded_copy,
)
from goldenspike.server.storage.schema import settings

CODE, BROKEN = "served_by", "broken_tables"
SHOWN = 20


# ------------------------------------------------------------------ goldenspike check --against
@dataclass
class Differences:
    """What another version would do differently with the tables of today."""

    version: str
    tables: int
    running: int
    found: dict[str, str] = field(default_factory=dict)  # running tables
    elsewhere: dict[str, str] = field(default_factory=dict)  # tables that nobody plays at any more, or not yet

    def __str__(self) -> str:
        line = f"{self.tables} tables ({self.running} running) replayed under {self.version}"
        if not self.found and not self.elsewhere:
            return f"{line}: nothing differs"
        told = [f"{table}: {what}" for table, what in (self.found | self.elsewhere).items()]
        rest = "" if len(told) <= SHOWN else f"; and {len(told) - SHOWN} more"
        return (
            f"{line}: {len(self.found)} running and {len(self.elsewhere)} other tables differ; "
            + "; ".join(told[:SHOWN])
            + rest
        )


def against(database: Path | str, other: Path) -> Differences:
    """Compare today's replay of every table with that of another version, named by its Python, venv or folder."""
    python, environment = other_version(other)
    with tempfile.TemporaryDirectory(prefix="goldenspike-against-") as place:
        copy, out = Path(place) / FILE, Path(place) / "standings.json"
        if isinstance(database, Path):
            today = check(database, details=True)
            copy_database(database, copy)
        else:
            export_database(database, copy)
            today = check(copy, details=True)
        command = [str(python), "-m", "goldenspike", "check", str(copy), "--json", str(out)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=place)
        try:
            told = json.loads(out.read_text("utf-8"))
        except (OSError, ValueError):
            words = " ".join((done.stderr or done.stdout).split())[-300:]
            raise BadFile(f"{other} does not check the tables: {words}") from None
    return compared(today, told)


def compared(today: Report, told: dict[str, Any]) -> Differences:
    """The two replays side by side."""
    theirs = told["tables"]
    found = Differences(f"version {told['version']}", today.tables, 0)
    for table, mine in today.standings.items():
        running = mine.status == "running"
        found.running += running
        what = _difference(asdict(mine), theirs.get(table))
        if what:
            (found.found if running else found.elsewhere)[table] = what
    return found


def _difference(mine: dict[str, Any], other: dict[str, Any] | None) -> str:
    if other is None:
        return "is not read"
    if mine["why"]:
        return ""  # it does not replay today either
    if other["why"]:
        return f"does not replay ({other['why']})"
    if mine["hash"] != other["hash"]:
        return f"comes to state {other['hash']} instead of {mine['hash']}"
    options = {name: value for name, value in mine["options"].items() if other["options"].get(name, value) != value}
    if options:
        name, value = next(iter(options.items()))
        return f"is played on with {name}={other['options'][name]} instead of {value}"
    return "leaves other actions to the awaited seats" if mine["legal"] != other["legal"] else ""


def as_json(report: Report, version: str) -> str:
    """A check for another version to compare with."""
    return json.dumps({"version": version, "tables": {name: asdict(one) for name, one in report.standings.items()}})


def other_version(named: Path) -> tuple[Path, dict[str, str]]:
    """The Python that runs another version, and its environment."""
    clean = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    if named.is_dir():
        for inside in ("bin/python", "Scripts/python.exe", ".venv/bin/python", ".venv/Scripts/python.exe"):
            if (named / inside).is_file():
                return named / inside, clean
        for place in (named / "src", named):
            if (place / "goldenspike" / "__main__.py").is_file():
                more = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
                return Path(sys.executable), {**clean, "PYTHONPATH": os.pathsep.join([str(place.resolve()), *more])}
    elif named.is_file() and os.access(named, os.X_OK):
        return named, clean
    raise BadOption(f"--against names a Python, a virtual environment or a folder with goldenspike in it; not {named}")


# ------------------------------------------------------------------ when a server starts
def prove_running(folder: Path, *, accept: bool = False) -> int:
    """When the code is not that of the last start: replay all running tables; how many were replayed.

    BadFile if one that was well before does not replay: the version before can still go on with it.
    """
    mark = code_mark()
    database = folder / FILE
    with closing(sqlite3.connect(database)) as opened:
        if opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'settings'").fetchone() is None:
            return 0  # a new folder
        known = dict(opened.execute("SELECT name, value FROM settings WHERE name IN (?, ?)", (CODE, BROKEN)))
        if known.get(CODE) == mark:
            return 0
        with upgraded_copy(database) as copy:
            report = _running_tables(folder, copy, known, accept=accept)
        rows = [(CODE, mark), (BROKEN, json.dumps(sorted(report.broken)))]
        change = "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        opened.executemany(change, rows)
        opened.commit()
    return report.replayed


def prove_running_shared(folder: Path, database: str, *, accept: bool = False) -> int:
    """The same in a database that several servers share; the first server of a version does it for all of them."""
    mark = code_mark()
    chosen = sa.select(settings).where(settings.c.name.in_((CODE, BROKEN)))
    with shared_engine(database) as engine:
        with engine.connect() as connection:
            known = {row.name: row.value for row in connection.execute(chosen)}
        if known.get(CODE) == mark:
            return 0
        with local_copy(database) as copy:
            report = _running_tables(folder, copy, known, accept=accept)
        with engine.begin() as connection:
            for name, value in ((CODE, mark), (BROKEN, json.dumps(sorted(report.broken)))):
                insert_or_update(connection, settings, {"name": name, "value": value})
    return report.replayed


def _running_tables(folder: Path, copy: Path, known: Mapping[str, str], *, accept: bool) -> Report:
    """Replay all running tables; BadFile if one that was well before does not go on."""
    before = set(json.loads(known.get(BROKEN, "[]")))
    report = replay_database(copy, Remembered(folder), only="running")
    stranded = {table: why for table, why in report.broken.items() if table not in before}
    if stranded and not accept:
        table, reason = next(iter(stranded.items()))
        raise BadFile(
            f"{len(stranded)} running tables do not go on under this version ({table}: {reason}); nothing was "
            "changed: go back to the version before, or start with --accept-broken to show them without playing on"
        )
    return report
