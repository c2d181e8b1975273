"""The contract a game's rules keep: plain functions over a state ``s`` and board tables ``b``.

A game defines these names in its rule modules. The generic loops are written against them; the game's own functions
take their place, interpreted or compiled. Some have a default: see ``defaults``.
"""

from __future__ import annotations

from typing import Any

# A game may leave these out although they have no default: without ``hide`` there are no packed observations, and
# ``memory``, ``fetch`` and ``copy_line`` exist in compiled code only.
OPTIONAL = ("hide", "memory", "fetch", "copy_line")
SPECTATOR = -1  # instead of a seat: somebody who only watches


def _missing() -> TypeError:
    return TypeError("this is only the contract: a game's rule files define the function")


def start(s: Any, b: Any, seats: int, low: int, high: int) -> None:
    """The position after setup; clears every field first (leftovers would break hashes)."""
    raise _missing()


def actors(s: Any) -> int:
    """Bit mask of the seats whose decision is awaited: one, several, or none when the game is over."""
    raise _missing()


def legal(s: Any, b: Any, seat: int, out: Any) -> int:
    """Fill ``out`` with the seat's legal action numbers, sorted; return how many."""
    raise _missing()


def refusal(s: Any, b: Any, seat: int, action: int) -> int:
    """0 if the action is legal, else the number of the first reason against it."""
    raise _missing()


def apply(s: Any, b: Any, seat: int, action: int) -> None:
    """Do a legal action and everything automatic that follows, up to the next decision."""
    raise _missing()


def over(s: Any) -> bool:
    """Is the game over?"""
    raise _missing()


def score(s: Any, b: Any, out: Any) -> int:
    """Fill ``out`` with points by seat; return the bit mask of the winners."""
    raise _missing()


def observe(s: Any, b: Any, seat: int, out: Any) -> int:
    """Fill ``out`` with the numbers this seat may know; return how many."""
    raise _missing()


def hide(s: Any, b: Any, seat: int) -> None:
    """Blank whatever this seat may not know (with SPECTATOR: whatever a spectator may not); the rest stays as it lies.

    Optional. What remains is the packed observation: worlds that the seat cannot tell apart become the same bytes, and
    ``observe`` finds the same numbers there.
    """
    raise _missing()


def redeal(s: Any, b: Any, seat: int) -> None:
    """Turn the state into another world that this seat cannot tell from this one."""
    raise _missing()


def zombie(s: Any, b: Any, seat: int) -> int:
    """A legal, neutral action for an absent player."""
    raise _missing()


def policy(s: Any, b: Any, seat: int, out: Any) -> int:
    """What a sensible beginner would do, from what this seat may know; ``out`` is a list to work in."""
    raise _missing()


def memory(address: int, count: int, like: Any) -> Any:
    """So many numbers or records of one kind at an address; only compiled code can look there."""
    raise _missing()


def fetch(address: int, size: int) -> None:
    """Bring so many bytes at an address closer, for somebody who will need them soon; only compiled code can."""
    raise _missing()


def copy_line(to: int, source: int) -> None:
    """Copy as many bytes as a line of the processor's cache has from one address to another; only compiled code can."""
    raise _missing()


def candidates(s: Any, b: Any, seat: int, out: Any, gains: Any) -> int:
    """Fill ``out`` with the seat's legal actions and ``gains`` with what each promises; return how many.

    For search. A gain of -(1 << 30) rules an action out.
    """
    raise _missing()


def evaluate(s: Any, b: Any, out: Any) -> int:
    """Fill ``out`` with about how many points each seat will end with, in twelfths; return how many there are.

    If somebody without a seat has to be beaten too, their points follow the others and are counted with them. For a
    player alone, the number after their own is what they have to beat, whatever is returned.
    """
    raise _missing()


def features(s: Any, b: Any, out: Any) -> int:
    """Fill ``out`` with what a learned value looks at: a row of ``Game.features`` for each seat; return how many rows.

    The first number of each row says how much of the game is left, in units of the game's own. If somebody without a
    seat has to be beaten too, their row follows those of the seats.
    """
    raise _missing()


def settled(s: Any) -> bool:
    """Is this a moment at which positions compare well, with nothing under way?  A learned value is fitted to those."""
    raise _missing()


def reopen(s: Any, b: Any, seat: int) -> None:
    """Take back what others have chosen in secret while this seat still chooses: for search, which lets them choose."""
    raise _missing()
