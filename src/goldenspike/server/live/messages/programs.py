"""What programs of people send and get: tokens, and moves without a live channel."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .table import Id, Line, SeatNo, Shape, Version


class NewApiToken(Shape):
    """A token for a program of one's own; the password, because it can do much."""

    name: Annotated[str, Meta(max_length=40)]
    password: Annotated[str, Meta(max_length=200)]


class ApiToken(Shape):
    """A token in the list of its owner."""

    id: str
    name: str
    created_ms: int
    used_ms: int | None


class MadeApiToken(Shape):
    """A new token, which is shown once."""

    token: str
    tokens: list[ApiToken]


class ApiMove(Shape):
    """An action in notation; the same id again gets the same answer and has one effect."""

    id: Id
    seat: SeatNo
    text: Line
    version: Version | None = None  # if given, it counts only at this version


class ApiMoved(Shape):
    """Stored as this version; ``steps`` are those of a turn that is not complete yet."""

    version: int
    steps: list[str]
