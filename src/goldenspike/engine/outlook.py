"""What a seat may look forward to: points to come, item by item, and what rivals are likely to hold.

Games tell it by two members of their ``Setting``: ``expected`` and ``likely_held``. Nothing in it may depend on what
the seat does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game
    from .match import Match
    from .setting import Setting

UNDO = "undo"
TELLING = 1.2  # times the usual chance: less is not worth a word


@dataclass(frozen=True)
class Expected:
    """Points that something is likely to add to a seat's score until the end."""

    what: str  # which kind of thing: "city", "hand"; a game's page has its words for it
    name: str  # which one, as in notation; empty where there is only one of its kind
    points: float
    again: bool = False  # the same points from another side: they are not added up


@dataclass(frozen=True)
class LikelyHeld:
    """Something that a rival may hold unseen."""

    seat: int  # the rival
    name: str  # as in notation
    chance: float  # by everything that is known, from 0 to 1
    usual: float  # if all that nobody has seen were equally likely to be anywhere


@dataclass(frozen=True)
class Outlook:
    """What a seat may look forward to."""

    expected: tuple[Expected, ...] = ()
    likely_held: tuple[LikelyHeld, ...] = ()

    @property
    def points(self) -> float:
        """All points to come, each counted once."""
        return sum(one.points for one in self.expected if not one.again)


def outlook_of(setting: Setting, s: Any, seat: int, log: Sequence[str]) -> Outlook:
    """What a seat may look forward to in a world that it imagines, with the log as it may read it."""
    return Outlook(tuple(setting.expected(s, seat)), tuple(setting.likely_held(s, seat, log)))


def readable_log(match: Match, seat: int, count: int | None = None) -> tuple[str, ...]:
    """What was played, as a seat may read it; what was taken back is not among it.

    With a count it is the log as it was after so many lines, when the match stood where it stands now.
    """
    own = match.game.seat_names[seat] + ":"
    log = match.log[:count]
    revealed = len(log) - match.setting.sealed(match.s)
    lines: list[str] = []
    for number, line in enumerate(log):
        if line == UNDO:
            lines.pop()
        else:
            lines.append(line if line.startswith(own) else match.setting.public(line, number < revealed))
    return tuple(lines)


def most_telling(held: Sequence[LikelyHeld], most: int = 3) -> tuple[LikelyHeld, ...]:
    """For each rival, what is clearly more likely to be held than by the cards alone; the most likely first."""
    by_seat: dict[int, list[LikelyHeld]] = {}
    for one in sorted(held, key=lambda one: (one.seat, -one.chance, one.name)):
        if one.chance >= TELLING * one.usual:
            by_seat.setdefault(one.seat, []).append(one)
    return tuple(one for some in by_seat.values() for one in some[:most])


# ---------------------------------------------------------------- in words
def expected_words(outlook: Outlook) -> Iterator[str]:
    """The points to come in a line, and the same points from other sides."""
    once = [item_words(one) for one in outlook.expected if not one.again]
    if once:
        yield f"About {outlook.points:.0f} points are still to come: {', '.join(once)}."
    other: dict[str, list[str]] = {}
    for one in outlook.expected:
        if one.again:
            other.setdefault(one.what, []).append(f"{one.name} {one.points:.1f}")
    for what, some in other.items():
        yield f"By {what}: {', '.join(some)}."


def item_words(one: Expected) -> str:
    return " ".join(filter(None, (one.what, one.name, f"{one.points:.1f}")))


def held_words(game: Game, outlook: Outlook) -> Iterator[str]:
    """What rivals are likely to hold, one line for each of them."""
    by_seat: dict[int, list[str]] = {}
    for one in most_telling(outlook.likely_held):
        words = f"{one.name} {one.chance:.0%} (by the cards alone {one.usual:.0%})"
        by_seat.setdefault(one.seat, []).append(words)
    for seat, some in by_seat.items():
        yield f"{game.seat_names[seat]} may hold {', '.join(some)}."
