"""Frames for the page: each position is encoded once, and each seat's own part once, however many people look on."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from goldenspike.engine.game import Result
from goldenspike.engine.match import Match
from goldenspike.engine.timed_match import IncrementalView, TimedMatch
from goldenspike.server.live.messages import Event, Outcome, ScoreItem, Tick
from goldenspike.server.server_clock import now_ms as now_ms  # the time of every frame

encode = msgspec.json.Encoder().encode


def encoded(part: Any) -> Raw:
    """A part of a view as it is sent."""
    return Raw(encode(part))


def outcome(result: Result | None) -> Outcome | None:
    """The end of a match as the page reads it."""
    if result is None:
        return None
    return Outcome(
        points=list(result.points),
        winners=list(result.winners),
        reason=result.reason,
        sheet=[[ScoreItem(item.what, item.points, item.detail) for item in items] for items in result.sheet],
        notes=list(result.notes),
    )


class ViewCache:
    """What was encoded for the last position of a match with a clock, and may still hold for the next one."""

    __slots__ = ("_incremental", "own")

    def __init__(self, incremental: IncrementalView) -> None:
        self._incremental = incremental
        self.own: dict[int, Raw] = {}

    def view(self, s: Any) -> dict[str, Any]:
        """The public view; own parts of seats that a change concerns are dropped."""
        view = self._incremental.view(s)
        for seat in [seat for seat in self.own if self._incremental.concerned >> seat & 1]:
            del self.own[seat]
        return view


class EncodedViews:
    """The views of one position, each encoded at most once."""

    __slots__ = ("_cache", "_drawn", "_moment", "_own", "_public", "match")

    def __init__(self, match: Match | None, cache: ViewCache | None = None) -> None:
        self.match = match
        self._cache = cache
        self._public: Raw | None = None
        self._moment: int | None = None
        self._drawn: dict[int | None, Raw] = {}
        self._own: dict[int, Raw] = {} if cache is None else cache.own

    def public(self, pictures: bool = False) -> Raw | None:
        """What a spectator may see, on request with the position as a picture and as text."""
        if self._public is None and self.match is not None:
            match, cache = self.match, self._cache
            self._public = Raw(encode(match.setting.view(match.s, None) if cache is None else cache.view(match.s)))
            self._moment = match.now if isinstance(match, TimedMatch) else None
        return self._public if self._public is None or not pictures else self._with_drawing(None, self._public)

    @property
    def moment(self) -> int | None:
        """The time of the round that the view shows, in games with a clock."""
        self.public()
        return self._moment

    def forget(self, seat: int) -> None:
        """The seat has taken a private step: its own part is encoded anew."""
        self._own.pop(seat, None)
        self._drawn.pop(seat, None)

    def own(self, seat: int | None, pictures: bool = False) -> Raw | None:
        """What a seat sees beyond the public view."""
        if seat is None or self.match is None or seat >= self.match.setting.seats:
            return None
        if self._cache is not None:
            self.public()  # only now is it known what still holds
        if seat not in self._own:
            self._own[seat] = Raw(encode(own_part(self.match, seat)))
        return self._with_drawing(seat, self._own[seat]) if pictures else self._own[seat]

    def _with_drawing(self, seat: int | None, view: Raw) -> Raw:
        if seat not in self._drawn:
            assert self.match is not None
            self._drawn[seat] = with_drawing(view, self.match, seat)
        return self._drawn[seat]


def with_drawing(view: Raw, match: Match, seat: int | None, live: bool = True) -> Raw:
    """A view, or a seat's own part of it, with the position as a picture and as text: no more than the seat may see.

    What the seat may do now is lit in its picture, and in nobody else's.
    """
    picture = match.setting.svg(match.s, seat, legal_now(match, seat, live))
    drawing = encode({"picture": picture, "text": match.setting.text(match.s, seat)})
    before = bytes(view)[:-1]
    return Raw(before + (b"," if len(before) > 1 else b"") + drawing[1:])


def is_awaited(match: Match, seat: int) -> bool:
    return bool(match.game.rules.actors(match.s) >> seat & 1)


def legal_now(match: Match, seat: int | None, live: bool) -> list[str]:
    """What a seat may do; nothing in the past, while others decide, or for those who look on."""
    return match.legal(seat) if live and seat is not None and is_awaited(match, seat) else []


def own_part(match: Match, seat: int, live: bool = True) -> dict[str, Any]:
    """The overlay of one seat, with what it may do and what it is asked."""
    own = match.setting.own(match.s, seat)
    own["legal"] = legal_now(match, seat, live)
    own["question"] = match.setting.question(match.s, seat) if live and is_awaited(match, seat) else ""
    if match.stepwise:
        own["steps"] = match.steps(seat) if live else []
    return own


PLACEHOLDER = Raw(b"\0")  # in no JSON text: control characters are written as escapes


def split_at_own(frame: Event | Tick) -> tuple[bytes, bytes]:
    """A frame encoded once for all seats: the bytes before and after the part that differs from seat to seat."""
    frame.own = PLACEHOLDER
    before, _, after = encode(frame).partition(b"\0")
    return before, after


def with_own(halves: tuple[bytes, bytes], own: Raw | None) -> bytes:
    """The frame of one seat."""
    return halves[0] + (b"null" if own is None else bytes(own)) + halves[1]
