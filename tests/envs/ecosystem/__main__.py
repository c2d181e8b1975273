"""Try the environments under other libraries' own tools, and write the table of results.

usage: python -m tests.envs.ecosystem [--library NAME ...] [--page FILE]

With --library the rows of other libraries stay as they are on the page.

Needs the libraries that are tried: pip install "goldenspike[ecosystem]", or some of them with --library. Each library
is tried in a process of its own, so that one that ends its process takes only itself down. Ends with 1 if a tool does
something other than the table of known results says.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import goldenspike as gs

from . import farama, learners, openspiel  # noqa: F401 (each adds its trials)
from .trials import TABLES, TRIALS, Table, Trial

PATIENCE_S = 1200
PASSES = "passes"
MARK = "trial: "  # before what a process tells of a trial: libraries print as well
# What does not work, and why that is right: by tool and, in part, what the library says.
KNOWN = {
    "`black_death_v3` on the Parallel environment": (
        "must be Box spaces",
        "takes observations without masks alone; not needed, since no seat leaves before the end",
    ),
}


def installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def tried(one: Trial, table: Table) -> str:
    """What came of a trial of one game, in a line."""
    try:
        one.run(table)
    except Exception as error:
        return f"{type(error).__name__}: {(str(error).strip().splitlines() or ['nothing said'])[0][:160]}"
    return PASSES


def run_library(library: str) -> None:
    """All trials of a library in this process: a line of JSON for each trial and game."""
    for number, one in enumerate(TRIALS):
        if one.library == library:
            for table in TABLES:
                if table.game in one.games:
                    begun = time.process_time()
                    outcome = tried(one, table)
                    spent = round(time.process_time() - begun, 1)
                    told = {"trial": number, "game": table.game, "outcome": outcome, "cpu": spent}
                    print(f"\n{MARK}{json.dumps(told)}", flush=True)


def outcomes_of(library: str) -> dict[tuple[int, str], str]:
    """The trials of a library in another process, told as they end."""
    found: dict[tuple[int, str], str] = {}
    with tempfile.TemporaryFile("w+") as errors:
        other = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "tests.envs.ecosystem", "--here", library],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        patience = threading.Timer(PATIENCE_S, other.kill)
        patience.start()
        assert other.stdout is not None
        for line in other.stdout:
            if line.startswith(MARK):
                told: dict[str, Any] = json.loads(line.removeprefix(MARK))
                found[told["trial"], told["game"]] = told["outcome"]
                print(f"{library}: {TRIALS[told['trial']].tool}, {told['game']}, {told['cpu']} s: {told['outcome']}")
                sys.stdout.flush()
        code = other.wait()
        patience.cancel()
        errors.seek(0)
        last = (errors.read().strip().splitlines() or [""])[-1][:160]
    for number, one in enumerate(TRIALS):
        if one.library == library:
            for game in one.games:
                found.setdefault((number, game), f"the process ended with {code}: {last}")
    return found


def summary(one: Trial, outcomes: dict[str, str]) -> tuple[str, bool]:
    """A row's outcome for all its games, and whether it is what is known."""
    part, reason = KNOWN.get(one.tool, ("", ""))
    wrong = {game: said for game, said in outcomes.items() if said != PASSES}
    if not wrong:
        return (PASSES, True) if not part else (f"{PASSES}, against what was known: {reason}", False)
    if part and len(wrong) == len(outcomes) and all(part in said for said in wrong.values()):
        return f"does not work: {reason}", True
    return "; ".join(f"**{gs.game(game).title}**: {said}" for game, said in wrong.items()), False


def page(rows: Sequence[Sequence[str]]) -> str:
    head = (
        "# The environments under other libraries\n\n"
        "*For researchers: what each library's own tools make of the [environments](../environments.md).*\n\n"
        '```\npip install "goldenspike[ecosystem]"\n'
        "python -m tests.envs.ecosystem --page docs/measurements/ecosystem.md\n```\n\n"
        f"Made on Python {platform.python_version()}. Every row was tried on every game it names, with several "
        "seats. What does not work is said as well. `./test` runs a short form of those of PettingZoo, Gymnasium and "
        "OpenSpiel with the versions of its lock file.\n\n"
    )
    table = [("library", "version", "tool", "games", "outcome"), ("---",) * 5, *rows]
    return head + "".join(f"| {' | '.join(row)} |\n" for row in table)


def kept_rows(file: Path | None) -> dict[tuple[str, str], Sequence[str]]:
    """The rows of a page that was written before, by library and tool."""
    if file is None or not file.is_file():
        return {}
    lines = [line for line in file.read_text("utf-8").splitlines() if line.startswith("| ")][2:]
    rows = [tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in lines]
    return {(row[0], row[2]): row for row in rows}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    libraries = list(dict.fromkeys(one.library for one in TRIALS))
    words.add_argument("--library", action="append", choices=libraries, help="only this one; may be repeated")
    words.add_argument("--page", type=Path, help="where to write the table in Markdown")
    words.add_argument("--here", help=argparse.SUPPRESS)
    chosen = words.parse_args()
    if chosen.here:
        run_library(chosen.here)
        return
    rows, good = kept_rows(chosen.page) if chosen.library else {}, True
    for library in chosen.library or libraries:
        packages = {one.package for one in TRIALS if one.library == library}
        missing = [package for package in packages if installed(package) is None]
        if missing:
            sys.exit(f"{library} is not installed: pip install 'goldenspike[ecosystem]'")
        found = outcomes_of(library)
        for number, one in enumerate(TRIALS):
            if one.library == library:
                said, known = summary(one, {game: found[number, game] for game in one.games})
                good = good and known
                games = "all" if len(one.games) == len(TABLES) else ", ".join(gs.game(g).title for g in one.games)
                rows[library, one.tool] = (library, installed(one.package) or "", one.tool, games, said)
    text = page([rows[one.library, one.tool] for one in TRIALS if (one.library, one.tool) in rows])
    if chosen.page:
        chosen.page.write_text(text, "utf-8")
    else:
        print(text)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
