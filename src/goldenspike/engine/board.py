"""What the rest of the system may ask of a board, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class Board(Protocol):
    """A board as ``Game.board`` returns it: read, checked, and never changed."""

    @property
    def id(self) -> str:
        """Its name in files, links and on the command line; lower case or capitals, without spaces."""

    @property
    def name(self) -> str:
        """Its name for people."""

    @property
    def hash(self) -> str:
        """Of everything that changes play; two boards with the same hash are the same board."""

    @property
    def source(self) -> Mapping[str, Any]:
        """The data it was read from: ``Game.board`` makes the same board of it."""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players it is made for; empty for all that the game allows."""

    @property
    def values(self) -> Mapping[str, Any]:
        """Rule values that the board sets; empty for the standard."""
