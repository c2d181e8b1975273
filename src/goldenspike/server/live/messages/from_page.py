"""Frames that the page sends through the live channel."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .table import PROTOCOL, Id, Line, Said, SeatNo, Shape, ShortText, SignalKind, Version


class Hello(Shape, tag="hello", tag_field="op"):
    """First frame of a channel: which table, from which seat (none: as a spectator), and what is known already."""

    table: Id
    seat: SeatNo | None = None
    version: Version | None = None
    protocol: int = PROTOCOL
    language: ShortText = "en"
    pictures: bool = False  # the page cannot draw this game: the view shall hold ``picture`` (SVG) and ``text``


class Look(Shape, tag="look", tag_field="op"):
    """Change the viewpoint of this channel (hot-seat)."""

    seat: SeatNo | None = None


class Move(Shape, tag="move", tag_field="op"):
    """An action in notation. The same id again gets the same answer and has one effect.

    A private step of a turn that is written in steps is answered with ``own`` instead of ``ack``.
    """

    id: Id
    seat: SeatNo
    text: Line
    version: Version | None = None  # if given, the move counts only at this version
    known: Version | None = None  # what the page knew: a move of this seat since then means that its turn is over
    held_ms: Annotated[int, Meta(ge=0, le=600_000)] | None = None  # how long the page saw it held, with a release


class Back(Shape, tag="back", tag_field="op"):
    """Take the last private step of an unfinished turn back, or all of them."""

    id: Id
    seat: SeatNo
    all: bool = False


class Undo(Shape, tag="undo", tag_field="op"):
    """Undo one's last action, if undo is allowed."""

    id: Id
    seat: SeatNo


class Rewind(Shape, tag="rewind", tag_field="op"):
    """Ask everybody to go back to an earlier version."""

    id: Id
    seat: SeatNo
    to: Version


class Vote(Shape, tag="vote", tag_field="op"):
    id: Id
    seat: SeatNo
    proposal: Id
    yes: bool


class Say(Shape, tag="say", tag_field="op"):
    id: Id
    text: Said
    seat: SeatNo | None = None


class Why(Shape, tag="why", tag_field="op"):
    """Why are these actions not allowed now?"""

    id: Id
    seat: SeatNo
    texts: Annotated[list[Line], Meta(max_length=128)]


class Hint(Shape, tag="hint", tag_field="op"):
    """What would a bot do here?"""

    id: Id
    seat: SeatNo


class Signal(Shape, tag="signal", tag_field="op"):
    """A quick sign to everybody at the table; it is not kept."""

    id: Id
    seat: SeatNo
    kind: SignalKind
    about: ShortText = ""


class Pause(Shape, tag="pause", tag_field="op"):
    """Stop the wall clock of a table, or let it go on: where the game allows it, and nobody else plays but bots."""

    id: Id
    seat: SeatNo
    on: bool


class Tempo(Shape, tag="tempo", tag_field="op"):
    """How long this person would like bots to wait before they move."""

    bot_delay_ms: Annotated[int, Meta(ge=0, le=5_000)] | None = None  # none: as the server has it


class Ping(Shape, tag="ping", tag_field="op"):
    sent: int = 0


FromPage = Hello | Look | Move | Back | Undo | Rewind | Vote | Say | Why | Hint | Signal | Pause | Tempo | Ping
