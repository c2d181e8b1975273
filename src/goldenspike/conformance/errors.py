"""What a check says when a game does not keep the contract."""

from __future__ import annotations


class ConformanceError(AssertionError):
    """A game does not keep the contract; its text is one sentence that names game, setting, seed, seat and action."""


class NothingDeclared(Exception):
    """A check that found nothing wrong, but had little to look at: the member that a game leaves at its default."""


class Skipped(Exception):
    """A check that cannot be made here, and why: a library that is not installed."""
