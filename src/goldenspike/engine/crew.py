"""Bots around a match with a clock: what the table may ask of them."""

from __future__ import annotations

from typing import Protocol


class Crew(Protocol):
    """Bots in some seats of a match in real time; the other seats belong to people.

    Whoever runs the table lets time pass with ``run``, at the latest at ``next_action``; says ``noticed`` when a person
    has acted, ``leave`` when a player is gone and ``come_back`` when they are there again.
    """

    @property
    def standing_in(self) -> tuple[int, ...]:
        """The seats that a bot plays for somebody who is not there."""

    @property
    def idle(self) -> bool:
        """Is every seat played by a person who is there? Then time may pass without the crew."""

    @property
    def next_action(self) -> int:
        """When something happens next, in milliseconds of the match."""

    def run(self, until_ms: int) -> None:
        """Let time pass up to a moment (or the end of a round), the bots acting on the way."""

    def noticed(self, seat: int) -> None:
        """A person gave a command: the bots look up."""

    def asks(self) -> list[tuple[int, str, str]]:
        """Signs that bots give to people now: the seat, the kind of sign, and what it is about."""

    def leave(self, seat: int) -> None:
        """The player of the seat is gone."""

    def come_back(self, seat: int) -> None:
        """The player is there again."""
