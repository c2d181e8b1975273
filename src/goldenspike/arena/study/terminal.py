"""What a study says at the terminal: a line for each version, then what is worth knowing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .article import told_first
from .verdicts import CHANGED, WARNING, Verdict

SIGNS = {WARNING: "!", CHANGED: "*"}


def show(lines: Sequence[str], said: Sequence[Verdict], labels: Sequence[str], folder: Path) -> None:
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
    for line, label in zip(lines, labels, strict=True):
        console.print(escape(line), soft_wrap=True)
        tell(console, told_first(said, label))
    console.print(f"report: {folder / 'report.html'}", soft_wrap=True, markup=False)


def tell(console: object, said: Sequence[Verdict]) -> None:
    """Verdicts, one a line."""
    for verdict in said:
        line = f"  {SIGNS.get(verdict.tone, '-')} {verdict.text}"
        console.print(line, soft_wrap=True, markup=False)  # type: ignore[attr-defined]
