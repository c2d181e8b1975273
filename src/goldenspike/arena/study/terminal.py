"""What a study says at the terminal: a line for each version, then what is worth knowing."""

from __future__ import annotations

from collections.abc import Sequence

from .article import told_first
from .played import Figures
from .verdicts import CHANGED, FEW, WARNING, Verdict

SIGNS = {WARNING: "!", CHANGED: "*"}


def line(one: Figures) -> str:
    """A version in a line."""
    points = one.seat_points()
    games = f"{one.games} game{'' if one.games == 1 else 's'}"
    return f"{one.label}: {games}, {sum(points) / max(1, len(points)):.1f} points a seat"


def show(lines: Sequence[str], said: Sequence[Verdict], labels: Sequence[str]) -> None:
    """A line for each version and the verdicts about it, one a line."""
    for words, label in zip(lines, labels, strict=True):
        tell(words, told_first(said, label))
    if any(one.key == FEW for one in said):
        tell("more time says more: --seconds SECONDS; what was played is kept", ())


def tell(words: str, said: Sequence[Verdict]) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    console.print(words, soft_wrap=True, markup=False)
    for verdict in said:
        console.print(f"  {SIGNS.get(verdict.tone, '-')} {verdict.text}", soft_wrap=True, markup=False)
