"""One game on one board with one choice of options: words, views, pictures and results of a position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self

from .errors import Refusal
from .options import Value
from .outlook import Expected, LikelyHeld
from .overlay import overlay
from .values import PREFIX, Number, as_option, fill, read_values, standard_values

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class Item:
    """One line of a score sheet."""

    what: str
    points: int
    detail: str = ""


@dataclass(frozen=True)
class Result:
    """The end of a match: points and items by seat, who won, and why it ended."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    sheet: tuple[tuple[Item, ...], ...] = ()  # one for each seat; where a team plays, one for each round
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class BestScore:
    """A result for the list of best scores: compared with others of the same setup."""

    setup: str  # names everything that must be equal for two scores to be compared
    score: int
    time_ms: int = 0  # how long the match could last; 0 without a limit


class Setting(ABC):
    """One game on one board with one choice of options: everything about a match that never changes."""

    def __init__(self, game: Game, options: Mapping[str, Value], board: Any, seats: int) -> None:
        self.game = game
        self.options = dict(options)
        self.board = board
        self.seats = seats
        self.values = self._values()
        self.b = self._board_arrays()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it was made from; addresses and compiled code are found again where it is read."""
        usual = self.board.id in self.game.boards and self.game.board(self.board.id).hash == self.board.hash
        board = self.board.id if usual else self.board.source
        return setting_again, (self.game, self.options, board, self.seats)

    def __copy__(self) -> Self:
        """A setting never changes, so that all copies of a match may share it."""
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    @property
    def may_pause(self) -> bool:
        """May whoever plays with bots alone stop the wall clock? Only where nothing is gained by it."""
        return False

    def _values(self) -> dict[str, Number]:
        """The rule values of this match: the standard, the board's own, then those set for this match."""
        known, owner = self.game.values, self.game.name
        own = {name.removeprefix(PREFIX): value for name, value in self.options.items() if name.startswith(PREFIX)}
        return {
            **standard_values(known),
            **read_values(known, self.board.values, owner),
            **read_values(known, own, owner),
        }

    def _board_arrays(self) -> Any:
        """The board's record with options and values in it, then whatever the game writes there."""
        b: Any = self.game.tables()
        for option in self.game.options:
            setattr(b.options, option.name, option.number(self.options[option.name]))
        if self.values:
            fill(b.values, self.values)
        self.fill_board(b)
        return b

    @property
    def other_values(self) -> dict[str, Number]:
        """The rule values that differ from the standard: every display of the match lists them."""
        standard = standard_values(self.game.values)
        return {name: value for name, value in self.values.items() if value != standard[name]}

    @property
    def values_text(self) -> str:
        """The rule values that differ from the standard, in a line; empty if none does."""
        return ", ".join(f"{name} {as_option(value)}" for name, value in self.other_values.items())

    @cached_property
    def rules(self) -> SimpleNamespace:
        """All rule functions of the game, interpreted; a variant's own are among them."""
        return self.game.rules

    @abstractmethod
    def fill_board(self, b: Any) -> None:
        """Write the board as numbers for the rules; ``b.options`` and ``b.values`` are filled already."""

    @abstractmethod
    def parse(self, s: Any, seat: int, text: str, *, replay: bool = False) -> Sequence[int]:
        """The action numbers a line of notation stands for; BadNotation or IllegalAction if none.

        In a replay the line may also name what the seat could not know when it acted.
        """

    @abstractmethod
    def write(self, s: Any, seat: int, action: int) -> str:
        """The action in notation, before it is applied."""

    def to_data(self, text: str) -> dict[str, Any]:
        """An action in notation as plain data for programs."""
        return {"do": text}

    def to_text(self, data: Mapping[str, Any]) -> str:
        """The notation of an action given as data."""
        return str(data.get("do"))

    @abstractmethod
    def entry(self, before: Any, after: Any, seat: int, actions: Sequence[int]) -> str:
        """The line for the full log, once applied: it replays alone and names what was drawn."""

    @abstractmethod
    def public(self, line: str, revealed: bool = True) -> str:
        """A line of the full log as every other seat may read it, before or after a secret choice is revealed."""

    @abstractmethod
    def refused(self, reason: int) -> Refusal:
        """Code, clause and sentence behind a number that the rules returned."""

    @abstractmethod
    def view(self, s: Any, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), may see."""

    def own(self, s: Any, seat: int) -> dict[str, Any]:
        """What a seat sees beyond a spectator: to be laid over the public view (see ``laid_over``)."""
        found = overlay(self.view(s, None), self.view(s, seat))
        return found if isinstance(found, dict) else {}

    def revealed(self, before: Any, after: Any, seat: int, actions: Sequence[int]) -> bool:
        """Did the action reveal something, so that its seat can no longer undo it alone?"""
        return True

    def best_score(self, result: Result) -> BestScore | None:
        """How a result enters the list of best scores; None where there is no such list."""
        return None

    def own_score(self, result: Result, seat: int) -> BestScore | None:
        """What a seat reached, for its player's own page: there it is compared with others of the same setup.

        That is the score of everybody together where the game keeps a list of the best, and otherwise the points of the
        seat, compared on the same board between as many players. None where points tell nothing about a match.
        """
        return self.best_score(result) or BestScore(f"{self.board.id} players={self.seats}", result.points[seat])

    def effects(self, before: Any, after: Any, seat: int, actions: Sequence[int]) -> dict[str, Any]:
        """What everybody saw the action bring, as data: money gained, cities reached and the like."""
        return {}

    @abstractmethod
    def position(self, s: Any) -> dict[str, Any]:
        """The whole state in words."""

    @abstractmethod
    def from_position(self, position: Mapping[str, Any]) -> Any:
        """The state those words describe; BadFile if they describe none."""

    @abstractmethod
    def result(self, s: Any) -> Result:
        """Points and winners as the state stands (final once the game is over)."""

    def events(self, before: Any, after: Any, seat: int, actions: Sequence[int]) -> list[str]:
        """What happened by itself after an action, for the written record."""
        return []

    def opening(self, s: Any) -> list[str]:
        """How the written record of a match that begins here opens."""
        return []

    def remark(self, before: Any, after: Any, seat: int, actions: Sequence[int]) -> str:
        """What an action brought, for the written record."""
        return ""

    @abstractmethod
    def svg(self, s: Any, seat: int | None = None, legal: Sequence[str] = ()) -> str:
        """The position as a picture."""

    @abstractmethod
    def text(self, s: Any, seat: int | None = None) -> str:
        """The position as plain text."""

    def screen(self, s: Any, seat: int | None = None) -> Any:
        """The position for a terminal: anything that rich can print."""
        return self.text(s, seat)

    def sketch(self, s: Any, seat: int) -> Any:
        """What to show after a private step of an unfinished turn, or None: anything that rich can print."""
        return None

    def round_of(self, s: Any) -> int:
        """The number of the round, 0 where the game counts none. With a clock everybody gets a countdown before it."""
        return int(getattr(s, "round_no", 0))

    def sealed(self, s: Any) -> int:
        """How many of the last lines of the log nobody but their own seats may read yet."""
        return 0

    def question(self, s: Any, seat: int) -> str:
        """What is asked of the seat now, in a sentence."""
        return "Choose an action."

    def expected(self, s: Any, seat: int) -> Sequence[Expected]:
        """The points that the seat may still expect, item by item; empty where the game cannot tell.

        It may use what the seat knows, and nothing else: worlds that look alike to the seat must get the same answer.
        """
        return ()

    def likely_held(self, s: Any, seat: int, log: Sequence[str]) -> Sequence[LikelyHeld]:
        """What rivals are likely to hold unseen, by what the seat knows and the log as it may read it.

        Only where such an estimate was found to be better than equal chances; empty where nobody can tell.
        """
        return ()


def setting_again(game: Game, options: Mapping[str, Value], board: Any, seats: int) -> Setting:
    """A setting that was pickled."""
    return game.setting(options, game.board(board), seats)
