"""What everybody sees: all of it, there is one common view (RP-DIG-06).

Whoever looks again and again keeps one such view: then only what has changed is put into words anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from goldenspike.engine.values import Number

from ..board.load import Layout
from ..rules.state import (
    ABSENT,
    ACTIONS,
    CITIES,
    HELD,
    HOTEL,
    LOST,
    NO_JOB,
    NONE,
    OVER,
    QUIT,
    RUNNING,
    TIERS,
    TIMED,
    TRAINS,
    WRECKED,
    State,
)
from .notation import SEAT_NAMES, TRAIN_NAMES, Notation
from .view_parts import (
    PHASES,
    city_view,
    clock_words,
    hands_view,
    job_view,
    offer_view,
    piles_view,
    result_view,
    score_view,
    train_view,
)

# What parts of the view and the commands of a seat depend on: the fields of a state, by what they are about.
OF_ROUND, OF_CITIES, OF_TRAINS, OF_ENGINEERS, OF_SEATS = range(5)
FIELDS = (
    attrgetter("phase", "round_no", "waiting", "paint", "sticker"),
    attrgetter("yard", "head", "tail", "storage", "track", "coming", "guests", "booked", "arrow"),
    attrgetter(
        "place", "at", "offer", "push", "load", "cargo", "driver", "lock", "job", "job_seat", "job_hands", "job_to",
        "job_with", "job_other", "job_began", "job_need", "job_due",
    ),
    attrgetter("engineer", "engaged"),
    attrgetter("hand", "busy", "used"),
)  # fmt: skip


def as_it_is(part: Any) -> Any:
    return part


class PublicView:
    """The view of a match, with the parts that were true at the last look.

    ``keep`` turns a part into the form in which it is kept and handed out, written down for example.
    """

    def __init__(
        self,
        notation: Notation,
        layout: Layout,
        keep: Callable[[Any], Any] = as_it_is,
        values: Mapping[str, Number] = MappingProxyType({}),
    ) -> None:
        self.notation = notation
        self.layout = layout
        self.ids = "".join(city.id for city in layout.cities)
        self.concerned = 0
        self._keep = keep
        self._values = dict(values)  # those that are not the standard ones
        self._links = keep([{"a": link.a, "b": link.b, "kind": link.kind} for link in layout.links])
        owners = [1 << seat for seat in notation.b.owner[: notation.b.n_cities]]
        self._owner = owners + [0] * (CITIES + 1 - len(owners))  # the last is that of NONE
        self._last: list[list[Any]] = [[] for _ in FIELDS]  # the fields as they were
        self._by_time: dict[int, list[bool]] = {}
        self._counts: list[int] = []
        self._cities: list[Any] = [None] * notation.b.n_cities
        self._trains: list[Any] = [None] * TRAINS
        self._jobs: list[Any] = [None] * TRAINS
        self._whose = [0] * TRAINS  # the seats that have to do with a train, as bit masks
        self._piles: Any = None
        self._score: Any = None

    def view(self, s: State, viewer: int | None = None) -> dict[str, Any]:
        """The public position with clock, links and score (RP-SETUP-04, -10).

        After it ``concerned`` names the seats whose commands or hands may have changed since the last look.
        """
        self._look(s)
        ids, mask = self.ids, self.notation.rules.actors(s)
        running = [slot for slot, job in enumerate(s.job) if job != NO_JOB]
        left = max(0, s.ends_at - s.now) if s.phase == RUNNING else 0
        return {
            "layout": self.layout.id,
            "players": s.seats,
            "names": list(SEAT_NAMES[: s.seats]),
            "seat": None if viewer is None else SEAT_NAMES[viewer],
            "phase": PHASES[s.phase],
            "round": s.round_no + 1,
            "rounds": s.rounds,
            "scores": s.scores[: s.round_no + (s.phase != RUNNING)],
            "clock": clock_words(s.now),
            "time": {"now_ms": s.now, "left_ms": left, "total_ms": 1000 * s.seconds},
            "actors": [SEAT_NAMES[seat] for seat in range(s.seats) if mask >> seat & 1],
            "links": self._links,
            "cities": dict(zip(ids, self._cities, strict=True)),
            "trains": {name: seen for name, seen in zip(TRAIN_NAMES, self._trains, strict=True) if seen is not None},
            "hands": hands_view(s, ids, running),
            "offers": [offer_view(s, ids, train) for train, city in enumerate(s.offer) if city != NONE],
            "jobs": [self._jobs[slot] for slot in running],
            "piles": self._piles,
            "score": self._score,
            "stuck": not running and bool(self.notation.rules.stuck(s, self.notation.b, [0] * ACTIONS)),
            "over": s.phase == OVER,
            "values": self._values,
            "result": result_view(s, self.notation) if s.phase == OVER else None,
        }

    # ------------------------------------------------------------ what has changed
    def _look(self, s: State) -> None:
        """Put what differs from the last look into words, and note whom it concerns."""
        self.concerned = 0
        if self._changed(s, OF_ROUND):
            self._last[OF_CITIES:] = [], [], [], []
            self.concerned = (1 << s.seats) - 1
        lodgings = self._last[OF_ENGINEERS][:1]
        engineers, trains, cities = (self._changed(s, about) for about in (OF_ENGINEERS, OF_TRAINS, OF_CITIES))
        if engineers and lodgings:
            cities |= self._hotels(s, engineers, lodgings[0])
        for train in _numbers(trains):
            self._look_at_train(s, train)
        for city in _numbers(cities):
            if city < len(self._cities):
                self._cities[city] = self._keep(city_view(s, self.notation, self.layout, self.ids, city))
                self.concerned |= self._owner[city]
        gone = s.engineer.count(QUIT) + s.engineer.count(LOST)
        counts = [*s.storage, *s.dropped, gone, s.place.count(WRECKED)]
        if counts != self._counts:
            self._counts = counts
            self._piles = self._keep(piles_view(s, self.notation))
            self._score = self._keep(score_view(s, self.notation, self.ids))
        self.concerned |= self._changed(s, OF_SEATS)
        by_time = time_matters(s, self.notation)
        if by_time != self._by_time:
            for train in {*by_time, *self._by_time}:
                self.concerned |= self._whose[train]
            self._by_time = by_time

    def _changed(self, s: State, about: int) -> int:
        """The numbers of the pieces of which a field has changed, as a bit mask."""
        values, last, found = FIELDS[about](s), self._last[about], 0
        if not last:
            self._last[about] = [_copy(value) for value in values]
            return (1 << len(values[0])) - 1 if isinstance(values[0], list) else 1
        for field, now in enumerate(values):
            before = last[field]
            if now != before:
                last[field] = _copy(now)
                if not isinstance(now, list):
                    found |= 1
                    continue
                for number, value in enumerate(now):
                    if value != before[number]:
                        found |= 1 << number
        return found

    def _hotels(self, s: State, engineers: int, before: list[int]) -> int:
        """Where engineers came, went or are engaged, as a bit mask of cities."""
        found = 0
        for engineer in _numbers(engineers):
            for where in (s.engineer[engineer], before[engineer]):
                if HOTEL <= where < QUIT:
                    found |= 1 << where - HOTEL
                elif where < HOTEL:
                    self.concerned |= self._whose[where]
        return found

    def _look_at_train(self, s: State, train: int) -> None:
        gone, idle = s.place[train] == ABSENT, s.job[train] == NO_JOB
        self._trains[train] = None if gone else self._keep(train_view(s, self.notation, self.ids, train))
        self._jobs[train] = None if idle else self._keep(job_view(s, self.notation, self.ids, train))
        whose = self._owner[s.at[train]] | self._owner[s.offer[train]]
        if HELD <= s.place[train] < WRECKED:
            whose |= 1 << (s.place[train] - HELD) // 2
        if not idle:
            whose |= 1 << s.job_seat[train]
        self.concerned |= self._whose[train] | whose
        self._whose[train] = whose


def _copy(value: Any) -> Any:
    if isinstance(value, list):
        return [row[:] for row in value] if isinstance(value[0], list) else value[:]
    return value


def _numbers(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def believed(s: State, notation: Notation, train: int) -> list[bool]:
    """Which measurements are accepted from a player who lets go now (RP-DIG-16)."""
    if s.dexterity != TIMED or not notation.rules.is_carry(s, train):
        return []
    held, need = s.now - s.job_began[train], s.job_need[train]
    trust, threshold = notation.b.values.trust_ms, notation.rules.threshold
    return [held < threshold(need, tier) <= held + trust for tier in range(1, TIERS)]


def time_matters(s: State, notation: Notation) -> dict[int, list[bool]]:
    """What changes by time alone, train by train: offers that may not be repeated yet, and measures of a hold."""
    now = s.now
    found: dict[int, list[bool]] = {}
    if max(map(max, s.again_at)) > now:
        found = {train: [now < moment for moment in row] for train, row in enumerate(s.again_at) if max(row) > now}
    if s.dexterity == TIMED:
        for train in range(TRAINS):
            if notation.rules.is_carry(s, train):
                found[train] = found.get(train, []) + believed(s, notation, train)
    return found
