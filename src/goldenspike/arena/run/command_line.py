"""What the commands of the arena share: their arguments, playing a plan with a progress bar, writing a report."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.engine.match import read_json


def plan_arguments(command: argparse.ArgumentParser) -> None:
    """What every plan takes: its setting, its deals, and where it is played and kept."""
    command.add_argument(
        "--options", default="", metavar="NAME=VALUE,...", help="options of the game, and values.NAME=NUMBER"
    )
    command.add_argument("--values", default=None, metavar="FILE", help="a JSON file with values of the rules")
    command.add_argument("--preset", default=None, help="a named set of options")
    command.add_argument("--board", default=None, help="a built-in board, or a file")
    command.add_argument("--seed", type=int, default=1, help="the same seed deals the same games")
    command.add_argument(
        "--out", metavar="DIR", help="where to write results (Parquet) and report; a stopped run continues there"
    )
    command.add_argument("--cores", type=int, default=0, help="processes (all cores)")
    command.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster (auto, local, or HOST:PORT)")


def read_options(arguments: argparse.Namespace) -> dict[str, object]:
    """Options from NAME=VALUE pairs with commas between them, the preset, and the file of values."""
    return options_of(arguments.options, arguments.preset, arguments.values)


def options_of(text: str, preset: str | None = None, values: str | None = None) -> dict[str, object]:
    found: dict[str, object] = {}
    for pair in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"options are written NAME=VALUE,NAME=VALUE; not {pair!r}")
        found[name.strip()] = value.strip()
    if preset:
        found["preset"] = preset
    if values:
        found["values"] = read_json(values)
    return found


def split(text: str) -> list[str]:
    return text.split(",") if text.strip() else []


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on the terminal; call what it yields with the number that is done."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=total)
        yield lambda done: progress.update(task, completed=done)


def played(plan: Any, folder: Path, cores: int, ray: str | None, label: str = "games") -> list[Any]:
    """Play a plan with a progress bar; the first so many games."""
    from .processes import run
    from .results import Results

    results = Results(folder, plan)
    with progress_bar(label, plan.games) as progress:
        run(plan, results, cores=cores, ray=ray, progress=progress)
    return [row for row in results.sorted() if row["number"] < plan.games]


def write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise BadFile(f"cannot write {file}: {error.strerror or error}") from None
