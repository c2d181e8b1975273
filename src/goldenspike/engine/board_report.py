"""What is told about a board wherever somebody brings one: who can play on it, and what its designer should look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .errors import GoldenSpikeError
from .game import Game
from .json_file import BadData


@dataclass(frozen=True)
class BoardReport:
    """A board that can be read: the numbers of players that can play on it, why others cannot, and warnings."""

    players: tuple[int, ...]
    unfit: dict[int, str]
    warnings: tuple[str, ...]

    @property
    def problems(self) -> list[str]:
        """Why nobody can play on it; empty if somebody can."""
        return [] if self.players else list(dict.fromkeys(self.unfit.values()))

    @property
    def all_warnings(self) -> list[str]:
        """The warnings, those about numbers of players first."""
        return [*(f"not for {number} players: {reason}" for number, reason in self.unfit.items()), *self.warnings]


def board_word(game: Game) -> str:
    """What a game calls its boards, in a word: the second of its schema's title, as in "A sheet for ..."."""
    title = str((game.board_schema() or {}).get("title", "")).split()
    return title[1].lower() if len(title) > 1 else "board"


def report(game: Game, board: Any, seats: Sequence[int] = ()) -> BoardReport:
    """Look at a board with the eyes of so many players, or of as many as it is made for."""
    wanted = [*(seats or board.players or game.seats)]
    reasons = {number: reason for number in wanted if (reason := unfit(game, board, number))}
    able = tuple(number for number in wanted if number not in reasons)
    warnings = tuple(" ".join(text.split()) for text in game.board_warnings(board.source)) if able else ()
    return BoardReport(able, reasons, warnings)


def unfit(game: Game, board: Any, seats: int) -> str:
    """Why so many players cannot play on a board; nothing if they can."""
    try:
        game.setting(game.read_options({}), board, seats)
    except BadData as error:
        return "; ".join(error.problems)
    except GoldenSpikeError as error:
        return str(error)
    return ""
