"""A state from the words of a position; what cannot be on a table is refused in one line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from goldenspike.engine.errors import BadFile, BadNotation
from goldenspike.engine.game import shown

from ..board.load import Layout
from ..board.numbers import LETTERS
from ..rules.state import (
    CARS,
    CREW,
    ENGINEERS,
    HELD,
    HOTEL,
    LOADING,
    LOST,
    NEVER,
    NO_JOB,
    NONE,
    PARKING,
    QUIT,
    ROUNDS,
    SEATING,
    SWAPPING,
    TAKING,
    TO_HOTEL,
    TRAINS,
    WRECKED,
    YARD,
    State,
)
from .notation import HAND_NAMES, SEAT_NAMES, TRACK_NAMES, TRAIN_NAMES, Notation
from .position import JOBS
from .view_parts import PHASES

_CLOCK_KEYS = {"phase", "round", "now_ms", "began_ms", "ends_ms", "orders", "waiting", "used", "scores"}
_TABLE_KEYS = {"colours", "yards", "ends", "stored", "dropped", "trains", "engineers", "running", "arrows"}
KEYS = frozenset(_CLOCK_KEYS | _TABLE_KEYS | {"chance", "seed"})
_HELD = re.compile(r"(?P<seat>P[1-6]) (?P<hand>lh|rh) (?P<city>[A-Z])")
_PARKED = re.compile(r"(?P<city>[A-Z])\.(?P<track>[ls])")


class PositionReader:
    """Words to a state; what is left out is as at the start of a round."""

    def __init__(self, notation: Notation, layout: Layout, seats: int, words: Mapping[str, Any]):
        self.notation, self.layout, self.seats, self.words = notation, layout, seats, words
        self.b, self.rules = notation.b, notation.rules
        unknown = sorted(set(words) - KEYS)
        if unknown:
            raise BadFile(f"position: no such word as {unknown[0]!r}")
        seed = self._number("seed", words.get("seed", 0), 0, (1 << 64) - 1)
        self.s = State()
        self.rules.start(self.s, self.b, seats, seed & 0xFFFFFFFF, seed >> 32)

    def read(self) -> State:
        try:
            self._colours()
            self._clock()
            self._cities()
            self._trains()
            self._engineers()
            self._running()
            self._arrows()
        except BadNotation as error:
            raise BadFile(f"position: {error}") from None
        self._yards()
        broken = self.rules.broken_invariant(self.s, self.b)
        if broken:
            beds = self.b.values.hotel_beds
            raise BadFile(f"position: {INVARIANTS[broken].format(beds='three' if beds == 3 else beds)}")
        return self.s

    # ------------------------------------------------------------ small words
    def _number(self, what: str, value: object, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise BadFile(f"position: {what} is a whole number from {low} to {high}; not {shown(value)}")
        return value

    def _map(self, what: str, value: object) -> Mapping[str, Any]:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise BadFile(f"position: {what} is a mapping of names to values; not {shown(value)}")
        return value

    def _text(self, what: str, value: object) -> str:
        if not isinstance(value, str):
            raise BadFile(f"position: {what} is a word; not {shown(value)}")
        return value

    def _list(self, what: str, value: object) -> Sequence[Any]:
        if not isinstance(value, list | tuple):
            raise BadFile(f"position: {what} is a list; not {shown(value)}")
        return value

    def _one_of(self, what: str, value: object, names: Sequence[str]) -> int:
        if value not in names:
            raise BadFile(f"position: {what} is one of {', '.join(names)}; not {shown(value)}")
        return names.index(str(value))

    def _mask(self, what: str, value: object, names: Sequence[str]) -> int:
        mask = 0
        for name in self._list(what, value):
            mask |= 1 << self._one_of(what, name, names)
        return mask

    # ------------------------------------------------------------ the table
    def _colours(self) -> None:
        if "colours" in self.words:
            given = self._map("colours", self.words["colours"])
            paint = [given.get(city.id) for city in self.layout.cities]
            known = sorted(city.colour for city in self.layout.cities)
            if sorted(map(str, paint)) != known or len(given) != len(paint):
                raise BadFile(f"position: colours give each city one of {' '.join(known)}")
            for city, letter in enumerate(paint):
                self.s.paint[city] = LETTERS.index(str(letter))

    def _clock(self) -> None:
        s, words = self.s, self.words
        latest = 1 << 31
        s.phase = self._one_of("phase", words.get("phase", "running"), PHASES)
        s.round_no = self._number("round", words.get("round", 1), 1, s.rounds) - 1
        s.began_at = self._number("began_ms", words.get("began_ms", 0), 0, latest)
        s.ends_at = self._number("ends_ms", words.get("ends_ms", s.began_at + 1000 * s.seconds), s.began_at, latest)
        top = s.ends_at - 1 if s.phase == 0 else latest
        s.now = self._number("now_ms", words.get("now_ms", s.began_at), s.began_at, top)
        s.orders = self._number("orders", words.get("orders", 0), 0, latest)
        names = SEAT_NAMES[: self.seats]
        s.waiting = self._mask("waiting", words.get("waiting", []), names)
        if s.waiting == (1 << self.seats) - 1:
            raise BadFile("position: not every seat can be waiting")
        for name, hands in self._map("used", words.get("used", {})).items():
            s.used[self._one_of("used", name, names)] = self._mask("used", hands, HAND_NAMES)
        scores = self._list("scores", words.get("scores", [0] * ROUNDS))
        if len(scores) != ROUNDS:
            raise BadFile(f"position: scores are {ROUNDS} numbers")
        for k, score in enumerate(scores):
            s.scores[k] = self._number("scores", score, -1000, 400)
        if "chance" in words:
            chance = self._list("chance", words["chance"])
            if len(chance) != 4:
                raise BadFile("position: chance is four numbers")
            for k, number in enumerate(chance):
                s.chance[k] = self._number("chance", number, 0, 0xFFFFFFFF)

    def _cities(self) -> None:
        s = self.s
        for name, yard in self._map("yards", self.words.get("yards", {})).items():
            city = self.notation.read_city(s, name)
            spots = self._text("yards", yard)
            if len(spots) > self.layout.yard:
                raise BadFile(f"position: a yard has {self.layout.yard} spots")
            for spot in range(YARD):
                cube = spots[spot] if spot < len(spots) else "."
                s.yard[city][spot] = NONE if cube == "." else self.notation.read_cube(s, cube)
            self.rules.close_yard(s, city)
        for name, ends in self._map("ends", self.words.get("ends", {})).items():
            city = self.notation.read_city(s, name)
            if len(self._list("ends", ends)) != 2:
                raise BadFile("position: the ends of a yard are two spots")
            s.tail[city] = self._number("ends", ends[1], 0, YARD)
            s.head[city] = self._number("ends", ends[0], 0, s.tail[city])
        for name, count in self._map("stored", self.words.get("stored", {})).items():
            s.storage[self.notation.read_city(s, name)] = self._number("stored", count, 0, YARD)
        for cube in self._text("dropped", self.words.get("dropped", "")):
            colour = self.notation.read_cube(s, cube)
            s.dropped[colour] = min(YARD + 1, s.dropped[colour] + 1)

    def _yards(self) -> None:
        """Beyond the ends of a yard lie only the cubes that are just being loaded."""
        s = self.s
        for city in range(self.b.n_cities):
            lifted = {s.job_to[slot] for slot in range(TRAINS) if s.job[slot] == LOADING and s.at[slot] == city}
            for spot in range(YARD):
                inside = s.head[city] <= spot < s.tail[city]
                if (s.yard[city][spot] != NONE) != (inside or spot in lifted):
                    raise BadFile("position: a yard is emptied from its ends")

    def _trains(self) -> None:
        s = self.s
        given = {
            self.notation.read_train(k): self._map(k, v)
            for k, v in self._map("trains", self.words.get("trains", {})).items()
        }
        for train, words in given.items():
            if "at" in words:
                self._lift(train)
        for train, words in given.items():
            if "at" in words:
                self._put(train, self._text("at", words["at"]))
            if "cubes" in words:
                cubes = self._text("cubes", words["cubes"])
                if len(cubes) > CARS:
                    raise BadFile(f"position: {TRAIN_NAMES[train]} cannot carry {len(cubes)} cubes")
                for k in range(CARS):
                    s.cargo[train][k] = self.notation.read_cube(s, cubes[k]) if k < len(cubes) else NONE
                s.load[train] = len(cubes)
            if "stickers" in words:
                stickers = self._text("stickers", words["stickers"])
                for k in range(2):
                    s.sticker[train][k] = self.notation.read_cube(s, stickers[k]) if k < len(stickers) else NONE
            self._offer(train, words)
        for train, words in given.items():
            if "engineer" in words and s.driver[train] != NONE:
                s.engineer[s.driver[train]] = QUIT
                s.driver[train] = NONE
        for train, words in given.items():
            if words.get("engineer") is not None:
                self._seat(self.notation.read_engineer(s, self._text("engineer", words["engineer"])), train)

    def _lift(self, train: int) -> None:
        s = self.s
        if s.place[train] < HELD:
            s.track[s.place[train] // 2][s.place[train] % 2] = NONE

    def _put(self, train: int, word: str) -> None:
        s = self.s
        parked, held = _PARKED.fullmatch(word), _HELD.fullmatch(word)
        if word == "wreck":
            s.place[train], s.at[train] = WRECKED, NONE
            if s.driver[train] != NONE:
                s.engineer[s.driver[train]] = LOST
                s.driver[train] = NONE
        elif parked:
            city, track = self.notation.read_city(s, parked["city"]), TRACK_NAMES.index(parked["track"])
            s.place[train], s.at[train] = 2 * city + track, city
            s.track[city][track] = train
        elif held and SEAT_NAMES.index(held["seat"]) < self.seats:
            seat, hand = SEAT_NAMES.index(held["seat"]), HAND_NAMES.index(held["hand"])
            s.place[train], s.at[train] = HELD + 2 * seat + hand, self.notation.read_city(s, held["city"])
            s.hand[seat][hand] = train
        else:
            raise BadFile(f"position: a train is at 'K.l', 'P1 lh K' or 'wreck'; not {shown(word)}")

    def _offer(self, train: int, words: Mapping[str, Any]) -> None:
        s = self.s
        if words.get("offer") is not None:
            s.offer[train] = self.notation.read_city(s, self._text("offer", words["offer"]))
            s.offered_at[train] = self._number("offered_ms", words.get("offered_ms", s.now), 0, s.now)
            s.push[train] = int(bool(words.get("push", False)))
        for name, ms in self._map("again_ms", words.get("again_ms", {})).items():
            latest = s.now + self.b.values.again_ms
            s.again_at[train][self.notation.read_city(s, name)] = self._number("again_ms", ms, 0, latest)

    def _unseat(self, engineer: int) -> None:
        s = self.s
        where = s.engineer[engineer]
        if where < HOTEL:
            if s.driver[where] == engineer:
                s.driver[where] = NONE
        elif where < QUIT:
            s.guests[where - HOTEL] -= 1

    def _seat(self, engineer: int, train: int) -> None:
        self._unseat(engineer)
        self.s.engineer[engineer] = train
        self.s.driver[train] = engineer

    def _engineers(self) -> None:
        s = self.s
        for name, word in self._map("engineers", self.words.get("engineers", {})).items():
            engineer = self.notation.read_engineer(s, name)
            where = self._text("engineers", word)
            if where in ("quit", "wreck"):
                self._unseat(engineer)
                s.engineer[engineer] = QUIT if where == "quit" else LOST
                continue
            place = self.notation.read_lodging(s, where)
            if place < HOTEL:
                self._seat(engineer, place)
            else:
                self._unseat(engineer)
                s.engineer[engineer] = place
                s.guests[place - HOTEL] += 1

    # ------------------------------------------------------------ running commands and arrows
    def _running(self) -> None:
        for entry in self._list("running", self.words.get("running", [])):
            self._run(self._map("running", entry))

    def _run(self, words: Mapping[str, Any]) -> None:
        s = self.s
        slot = self.notation.read_train(self._text("train", words.get("train")))
        kind = self._one_of("command", words.get("command"), JOBS[1:]) + 1
        if s.job[slot] != NO_JOB or s.place[slot] >= WRECKED:
            raise BadFile(f"position: {TRAIN_NAMES[slot]} cannot be under that command")
        other = words.get("other")
        s.job[slot] = kind
        s.job_other[slot] = NONE if other is None else self.notation.read_train(self._text("other", other))
        s.job_seat[slot] = self._one_of("seat", words.get("seat"), SEAT_NAMES[: self.seats])
        s.job_hands[slot] = self._mask("hands", words.get("hands", []), HAND_NAMES)
        s.job_began[slot] = self._number("began_ms", words.get("began_ms"), 0, s.now)
        s.job_need[slot] = self._number("need_ms", words.get("need_ms"), 0, 1 << 20)
        due = words.get("due_ms")
        s.job_due[slot] = NEVER if due is None else self._number("due_ms", due, s.now, s.now + (1 << 20))
        s.job_order[slot] = self._number("order", words.get("order"), 1, s.orders)
        s.job_to[slot] = self._number("to", words.get("to"), 0, YARD - 1)
        s.job_with[slot] = self._number("with", words.get("with"), 0, ENGINEERS - 1)
        s.lock[slot] = 1 + slot
        if s.job_other[slot] != NONE:
            s.lock[s.job_other[slot]] = 1 + slot
        for hand in range(2):
            if s.job_hands[slot] >> hand & 1:
                s.busy[s.job_seat[slot]][hand] += 1
        self._reserve(slot, kind, s.job_to[slot], s.job_with[slot])

    def _reserve(self, slot: int, kind: int, to: int, what: int) -> None:
        """What the command has taken out of others' reach; the numbers must fit its kind."""
        s, city = self.s, self.s.at[slot]
        parked = s.place[slot] < HELD
        fine = parked == (kind <= SEATING + 1)
        if kind == LOADING and fine:
            fine = s.yard[city][to] == what and not s.head[city] <= to < s.tail[city]
        elif kind == SEATING and fine:
            fine = (to == slot or to == TO_HOTEL) and s.engineer[what] < QUIT
            s.engaged[what] = 1
            s.booked[city] += int(to == TO_HOTEL)
        elif kind == PARKING and fine:
            fine = to < 2 * self.b.n_cities
            if fine:
                s.coming[to // 2][to % 2] = slot
        elif kind == TAKING and fine:
            fine = to == s.offer[slot] and what < 2
        elif kind <= SWAPPING and fine:
            fine = what < self.b.n_cities and what in s.cargo[slot]
            if kind == SWAPPING:
                fine = fine and s.job_other[slot] != NONE and to in s.cargo[s.job_other[slot]]
        elif fine:
            fine = to < (2 if parked else self.b.n_cities)
        if not fine:
            raise BadFile(f"position: {TRAIN_NAMES[slot]} cannot be under that command")

    def _arrows(self) -> None:
        s = self.s
        for name, given in self._map("arrows", self.words.get("arrows", {})).items():
            city = self.notation.read_city(s, name)
            for colour, to in self._map("arrows", given).items():
                s.arrow[city][self.notation.read_cube(s, colour)] = self.notation.read_city(s, self._text("arrows", to))


INVARIANTS = {
    1: "every colour has all its cubes, each in one place",
    2: "a train carries more than it can, or unknown cubes",
    3: "every train is on one track or in one hand of the city's player",
    4: "a track holds two trains, or one that is elsewhere",
    5: "a hand holds two trains, or does two things at once",
    6: "every engineer is in one place",
    7: "a Hotel has {beds} places",
    8: "a train is locked without a command, or free under one",
    9: "only a held train is offered, to a neighbouring city",
    10: "the clock stands before the start",
}
assert len(INVARIANTS) == 10
assert CREW == 3
