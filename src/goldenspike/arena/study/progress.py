"""Progress on the terminal: a bar for each version."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def bars(labels: Sequence[str], total: int) -> Iterator[Callable[[int, int], None]]:
    """A bar for each label; call what it yields with its number and how many are done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        tasks = [progress.add_task(label, total=total) for label in labels]
        yield lambda k, done: progress.update(tasks[k], completed=done)
