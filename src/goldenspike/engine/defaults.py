"""What a game's rules need not define: these stand in for functions of the contract that a small game leaves out."""

from __future__ import annotations

from typing import Any

from .contract import legal, score, zombie


def redeal(s: Any, b: Any, seat: int) -> None:
    """Nothing is hidden: every world looks like this one."""


def policy(s: Any, b: Any, seat: int, out: Any) -> int:
    """Without a policy of its own, a game plays what it plays for an absent player."""
    return zombie(s, b, seat)


def candidates(s: Any, b: Any, seat: int, out: Any, gains: Any) -> int:
    """Every legal action is worth a look, and none promises more than another."""
    n = legal(s, b, seat, out)
    for k in range(n):
        gains[k] = 0
    return n


def evaluate(s: Any, b: Any, out: Any) -> int:
    """The points as they stand, in twelfths."""
    score(s, b, out)
    for seat in range(s.seats):
        out[seat] = out[seat] * 12
    return int(s.seats)


def features(s: Any, b: Any, out: Any) -> int:
    """A game without features of its own has nothing to learn from."""
    return 0


def settled(s: Any) -> bool:
    """One position is as good as another to be judged."""
    return True


def reopen(s: Any, b: Any, seat: int) -> None:
    """Nobody chooses in secret."""
