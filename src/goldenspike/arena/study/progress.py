"""Progress of a study: a bar for each version on the terminal, and a file for other programs."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .verdicts import Verdict

WRITTEN_EVERY_S = 0.3
Told = Callable[[int, int], None]  # which version, and how many of its games are done


@contextmanager
def bars(labels: Sequence[str], total: int) -> Iterator[Told]:
    """A bar for each label; call what it yields with its number and how many are done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        tasks = [progress.add_task(label, total=total) for label in labels]
        yield lambda k, done: progress.update(tasks[k], completed=done)


class ProgressFile:
    """How far a study is and what it can say already, as JSON: a share of the way, the games played, the verdicts."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.share = 0.0
        self.games = 0
        self.verdicts: list[dict[str, Any]] = []
        self._written = -1.0

    def along(self, shown: Told, begins: float, ends: float, total: int, seconds: float) -> Told:
        """Tell about one part of the way as well: so many games in all, or as many as the time allows."""
        done: dict[int, int] = {}
        before, began = self.games, time.monotonic()

        def tell(version: int, count: int) -> None:
            shown(version, count)
            done[version] = count
            played = sum(done.values())
            gone = max(played / max(1, total), (time.monotonic() - began) / seconds)
            self.share = max(self.share, begins + (ends - begins) * min(1.0, gone))
            self.games = before + played
            if time.monotonic() - self._written > WRITTEN_EVERY_S:
                self.write()

        return tell

    def say(self, said: Sequence[Verdict]) -> None:
        """The verdicts as they stand now."""
        self.verdicts = [asdict(one) for one in said]
        self.write()

    def write(self) -> None:
        """Whoever reads the file finds all of it, or what was there before."""
        self._written = time.monotonic()
        if self.file is None:
            return
        data = {"share": round(self.share, 4), "games": self.games, "verdicts": self.verdicts}
        beside = self.file.with_name(f"{self.file.name}.new")
        with suppress(OSError):  # a study does not end because nobody can watch it
            beside.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
            os.replace(beside, self.file)
