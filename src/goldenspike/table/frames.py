"""Frames for the page: every position is put into words once, every seat's own part once, however many look on."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

from goldenspike.engine.game import Result
from goldenspike.engine.match import Match
from goldenspike.engine.timed import TimedMatch
from goldenspike.table.messages import Entry, Event, Outcome, ScoreItem, Table

encode = msgspec.json.Encoder().encode


def now_ms() -> int:
    return time.time_ns() // 1_000_000


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


class Sight:
    """What can be seen of one position, encoded at most once for everybody."""

    __slots__ = ("_moment", "_own", "_public", "match")

    def __init__(self, match: Match | None) -> None:
        self.match = match
        self._public: Raw | None = None
        self._moment: int | None = None
        self._own: dict[int, Raw] = {}

    def public(self) -> Raw | None:
        """What a spectator may see."""
        if self._public is None and self.match is not None:
            self._public = Raw(encode(self.match.setting.view(self.match.s, None)))
            self._moment = self.match.now if isinstance(self.match, TimedMatch) else None
        return self._public

    @property
    def moment(self) -> int | None:
        """The time of the round that the view shows, in games with a clock."""
        self.public()
        return self._moment

    def forget(self, seat: int) -> None:
        """The seat has taken a private step: its own part is put into words anew."""
        self._own.pop(seat, None)

    def own(self, seat: int | None) -> Raw | None:
        """What a seat sees beyond that."""
        if seat is None or self.match is None or seat >= self.match.setting.seats:
            return None
        if seat not in self._own:
            self._own[seat] = Raw(encode(own_part(self.match, seat)))
        return self._own[seat]


def own_part(match: Match, seat: int, live: bool = True) -> dict[str, Any]:
    """The overlay of one seat, with what it may do and what it is asked."""
    own = match.setting.own(match.s, seat)
    awaited = live and match.game.rules.actors(match.s) >> seat & 1
    own["legal"] = match.legal(seat) if awaited else []
    own["question"] = match.setting.question(match.s, seat) if awaited else ""
    if match.stepwise:
        own["steps"] = match.steps(seat) if live else []
    return own


def event_frame(
    entry: Entry,
    sight: Sight,
    seat: int | None,
    awaited: list[int],
    table: Table | UnsetType = UNSET,
    clocks: list[list[int | None]] | UnsetType = UNSET,
    result: Outcome | UnsetType = UNSET,
    zero_ms: int | None = None,
    at_ms: int | None = None,
) -> bytes:
    """The next version of a table for one viewpoint."""
    return encode(
        Event(
            version=entry.version,
            now_ms=now_ms(),
            entry=entry,
            view=sight.public(),
            own=sight.own(seat),
            table=table,
            awaited=awaited,
            clocks=clocks,
            result=result,
            zero_ms=zero_ms,
            at_ms=at_ms,
        )
    )
