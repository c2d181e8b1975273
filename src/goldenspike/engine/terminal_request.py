"""What somebody asked for on the command line of ``goldenspike play``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .match import Match


@dataclass(frozen=True)
class TerminalRequest:
    """A match to continue, or what a new one is made of; who plays, and where the match is saved."""

    console: Any
    ask: Callable[[str], str]
    keep: Path
    match: Match | None = None
    seats: str | None = None  # such as you,greedy,greedy
    seed: int | None = None
    board: Any = None
    options: Mapping[str, object] | None = None
    clock: str | None = None
    speed: float | None = None
