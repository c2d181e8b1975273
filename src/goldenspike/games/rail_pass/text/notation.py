"""Commands as text and back: the only place that takes an action number apart."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Protocol

from goldenspike.engine.errors import BadNotation
from goldenspike.engine.game import shown

from ..board.numbers import LETTERS
from ..rules.state import (
    ACTIONS,
    ARROW,
    BACK,
    CANCEL,
    CITY_OF_TRAIN,
    CREW,
    ENG,
    ENGINEER_ELSEWHERE,
    FACING_AUTO,
    GO,
    HELD,
    HOLD,
    HOLD_SHIFT,
    HOTEL,
    LOAD,
    LONG_TRACK,
    LONGS,
    NO,
    NO_ARROW,
    NONE,
    NOT_BOTH_HERE,
    NOT_ITS_COLOUR,
    PARK,
    PICK,
    PUSH,
    READY,
    RELEASE,
    STORE,
    TAKE,
    TIERS,
    TIMED,
    TO_HOTEL,
    TOOT,
    TRAINS,
    WAIT,
    XCHG,
    XFER,
    YARD_MIDDLE,
    BoardArrays,
    State,
)

TRAIN_NAMES = tuple(f"L{k + 1}" for k in range(LONGS)) + tuple(f"S{k + 1}" for k in range(TRAINS - LONGS))
SEAT_NAMES = ("P1", "P2", "P3", "P4", "P5", "P6")
HAND_NAMES = ("lh", "rh")
TRACK_NAMES = ("l", "s")
VERBS = "LOAD, STORE, XFER, XCHG, ENG, PICK, PARK, GO, TAKE, TOOT, BACK, NO, PUSH, RELEASE, CANCEL, ARROW, WAIT, READY"
CARRIES = frozenset({"PICK", "PARK", "GO", "TAKE"})
LIKE = {
    "LOAD": "LOAD R< L2",
    "STORE": "STORE R L2",
    "XFER": "XFER L2 b S2",
    "XCHG": "XCHG L2 b S2 g",
    "ENG": "ENG eR2 L2 R.h",
    "PICK": "PICK L2 lh",
    "PARK": "PARK L2 R.l",
    "GO": "GO L2 R>K",
    "TAKE": "TAKE L2 rh",
    "TOOT": "TOOT L2 R>B",
    "ARROW": "ARROW R k B",
    "NOSE": "NOSE L2 B",
}
_HOLD = re.compile(r"hold(?:=(?P<ms>\d{1,7}))?", re.IGNORECASE | re.ASCII)


class Refused(Exception):
    """A command that has no number because a rule forbids it outright; carries the reason."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


def split_hold(text: str) -> tuple[str, bool, int | None]:
    """A command without its hold, whether it had one, and the milliseconds named."""
    words = text.split()
    found = _HOLD.fullmatch(words[-1]) if words else None
    if found is None:
        return text, False, None
    return " ".join(words[:-1]), True, None if found["ms"] is None else int(found["ms"])


class Painted(Protocol):
    """Whatever knows the colours of the cities."""

    paint: list[int]


class Notation:
    """Words for one layout; colours are those of the position at hand."""

    def __init__(self, b: BoardArrays, rules: SimpleNamespace) -> None:
        self.b = b
        self.rules = rules  # of the game that is played: a variant may have its own
        self.ways: dict[tuple[int, ...], dict[str, list[str]]] = {}  # automatic arrows, by city and colours

    # ------------------------------------------------------------ names
    def city(self, s: Painted, city: int) -> str:
        return LETTERS[s.paint[city]]

    def cube(self, s: Painted, colour: int) -> str:
        return self.city(s, colour).lower()

    def engineer(self, s: Painted, engineer: int) -> str:
        return f"e{self.city(s, engineer // CREW)}{engineer % CREW + 1}"

    def where(self, s: State, place: int) -> str:
        """Where an engineer is: a train, or a Hotel."""
        return TRAIN_NAMES[place] if place < HOTEL else f"{self.city(s, place - HOTEL)}.h"

    def read_city(self, s: State, word: str) -> int:
        letter = word.upper()
        for city in range(self.b.n_cities):
            if LETTERS[s.paint[city]] == letter:
                return city
        offered = " ".join(LETTERS[s.paint[city]] for city in range(self.b.n_cities))
        raise BadNotation(f"there is no city {shown(word)}; the cities are {offered}")

    def read_cube(self, s: State, word: str) -> int:
        try:
            return self.read_city(s, word)
        except BadNotation:
            raise BadNotation(f"there is no cube {shown(word)}") from None

    def read_train(self, word: str) -> int:
        name = word.upper()
        if name in TRAIN_NAMES and TRAIN_NAMES.index(name) % LONGS < self.b.n_cities:
            return TRAIN_NAMES.index(name)
        last = self.b.n_cities
        raise BadNotation(f"there is no train {shown(word)}; the trains are L1 to L{last} and S1 to S{last}")

    def read_hand(self, word: str) -> int:
        if word.lower() in HAND_NAMES:
            return HAND_NAMES.index(word.lower())
        raise BadNotation(f"hands are lh and rh; not {shown(word)}")

    def read_engineer(self, s: State, word: str) -> int:
        if len(word) == 3 and word[0] in "eE" and word[2] in "123":
            return CREW * self.read_city(s, word[1]) + int(word[2]) - 1
        raise BadNotation(f"engineers are written like eR2; not {shown(word)}")

    def read_way(self, s: State, word: str) -> tuple[int, int]:
        start, arrow, end = word.partition(">")
        if not arrow:
            raise BadNotation(f"a way is written like R>B; not {shown(word)}")
        return self.read_city(s, start), self.read_city(s, end)

    def read_lodging(self, s: State, word: str) -> int:
        """A train by number, or 12 + city for its Hotel."""
        if word.lower().endswith(".h"):
            return HOTEL + self.read_city(s, word[:-2])
        return self.read_train(word)

    # ------------------------------------------------------------ reading
    def read(self, s: State, seat: int, text: str) -> int:
        """The number of a command; Refused if it can have none, BadNotation if it is no command."""
        bare, held, ms = split_hold(text)
        words = bare.split()
        verb = words[0].upper() if words else ""
        simple = {"WAIT": WAIT, "READY": READY}
        on_train = {"BACK": BACK, "NO": NO, "PUSH": PUSH, "CANCEL": CANCEL}
        if held and verb not in CARRIES and verb != "RELEASE":
            raise BadNotation(f"only carries are held, not {shown(text)}")
        if verb in simple and len(words) == 1:
            return simple[verb]
        if verb in on_train and len(words) == 2:
            return on_train[verb] + self.read_train(words[1])
        if verb == "RELEASE" and len(words) == 2:
            return self._release(s, self.read_train(words[1]), ms)
        if verb in CARRIES and len(words) == 3:
            return self._held(s, self._carry(s, verb, words[1], words[2]), held, ms)
        if verb in LIKE and 3 <= len(words) <= 5:
            return self._other(s, seat, verb, words[1:])
        if verb in LIKE:
            raise BadNotation(f"{verb} is written like {LIKE[verb]!r}; not {shown(text)}")
        raise BadNotation(f"no such command: {shown(text)}; the commands are {VERBS}")

    def _other(self, s: State, seat: int, verb: str, words: list[str]) -> int:
        if verb == "LOAD" and len(words) == 2:
            return self._load(s, seat, words[0], self.read_train(words[1]))
        if verb == "STORE" and len(words) in (2, 3):
            city, train = self.read_city(s, words[0]), self.read_train(words[1])
            self._at_city(s, seat, train, city)
            if len(words) == 3 and self.read_cube(s, words[2]) != city:
                raise Refused(NOT_ITS_COLOUR)
            return STORE + train
        if verb == "XFER" and len(words) == 3:
            train, cube = self.read_train(words[0]), self.read_cube(s, words[1])
            self._beside(s, seat, train, self.read_train(words[2]))
            return XFER + 6 * train + cube
        if verb == "XCHG" and len(words) == 4:
            train, cube = self.read_train(words[0]), self.read_cube(s, words[1])
            other, back = self.read_train(words[2]), self.read_cube(s, words[3])
            self._beside(s, seat, train, other)
            if s.place[train] % 2 != LONG_TRACK:
                train, cube, back = other, back, cube
            return XCHG + 36 * train + 6 * cube + back
        if verb == "ENG" and len(words) == 3:
            return self._seating(s, *words)
        if verb == "TOOT" and len(words) == 2:
            train = self.read_train(words[0])
            return TOOT + 6 * train + self._way(s, train, words[1])
        if verb == "ARROW" and len(words) == 3:
            to = NO_ARROW if words[2] == "-" else self.read_city(s, words[2])
            return ARROW + 42 * self.read_city(s, words[0]) + 7 * self.read_cube(s, words[1]) + to
        if verb == "NOSE" and len(words) == 2:
            self.read_train(words[0]), self.read_city(s, words[1])
            raise Refused(FACING_AUTO)
        raise BadNotation(f"{verb} is written like {LIKE[verb]!r}; not {' '.join([verb, *words])!r}")

    def _load(self, s: State, seat: int, word: str, train: int) -> int:
        city = self.read_city(s, word[:1])
        self._at_city(s, seat, train, city)
        if word[1:] == "<":
            return LOAD + train
        if word[1:] == ">":
            return LOAD + 12 + train
        if word[1:].isdecimal():
            raise Refused(YARD_MIDDLE)
        raise BadNotation(f"an end of a yard is written like R< or R>; not {shown(word)}")

    def _at_city(self, s: State, seat: int, train: int, city: int) -> None:
        """The command names another city than the one where the train is."""
        if s.at[train] != city:
            raise Refused(self.rules.cargo_refusal(s, self.b, seat, train) or CITY_OF_TRAIN)

    def _beside(self, s: State, seat: int, train: int, other: int) -> None:
        if self.rules.neighbour(s, train) != other:
            reason = self.rules.pair_refusal(s, self.b, seat, train) or self.rules.cargo_refusal(s, self.b, seat, other)
            both = s.place[train] < HELD and s.place[other] < HELD
            raise Refused(NOT_BOTH_HERE if both or reason == 0 else reason)

    def _seating(self, s: State, who: str, start: str, end: str) -> int:
        engineer = self.read_engineer(s, who)
        source, target = self.read_lodging(s, start), self.read_lodging(s, end)
        here = s.engineer[engineer]
        if here in range(HOTEL + len(s.paint)) and here != source:
            raise Refused(ENGINEER_ELSEWHERE)
        if target >= HOTEL:
            city = here - HOTEL if here >= HOTEL else s.at[here]
            if here < HOTEL + len(s.paint) and target - HOTEL != city:
                raise Refused(ENGINEER_ELSEWHERE)
            return ENG + 13 * engineer + TO_HOTEL
        return ENG + 13 * engineer + target

    def _way(self, s: State, train: int, word: str) -> int:
        start, end = self.read_way(s, word)
        if s.place[train] >= HELD and s.at[train] not in (start, NONE):
            raise Refused(CITY_OF_TRAIN)
        return end

    def _carry(self, s: State, verb: str, name: str, word: str) -> int:
        train = self.read_train(name)
        if verb == "PICK":
            return PICK + 2 * train + self.read_hand(word)
        if verb == "TAKE":
            return TAKE + 2 * train + self.read_hand(word)
        if verb == "GO":
            return GO + 6 * train + self._way(s, train, word)
        letter, dot, track = word.partition(".")
        if not dot or track.lower() not in TRACK_NAMES:
            raise BadNotation(f"a track is written like R.l or R.s; not {shown(word)}")
        return PARK + 12 * train + 2 * self.read_city(s, letter) + TRACK_NAMES.index(track.lower())

    def need(self, s: State, action: int) -> int | None:
        """The handling time of a carry, as things stand; None if it is not known."""
        if action >= TAKE:
            train = (action - TAKE) // 2
            if s.offer[train] == NONE:
                return None
            base = self.rules.take_base(s, self.b, train)
        elif action >= GO:
            train, base = (action - GO) // 6, self.b.values.go_ms
        elif action >= PARK:
            train, base = (action - PARK) // 12, self.b.values.park_ms
        else:
            train, base = (action - PICK) // 2, self.b.values.pick_ms
        return int(self.rules.handling(s, self.b, base, s.load[train]))

    def _held(self, s: State, action: int, held: bool, ms: int | None) -> int:
        if not held or s.dexterity != TIMED:
            return action
        need = self.need(s, action)
        if ms is not None and need is not None and ms != need:
            raise BadNotation(f"it takes {need} ms by itself; for {ms} ms press it and RELEASE it then")
        return action + HOLD_SHIFT

    def _release(self, s: State, train: int, ms: int | None) -> int:
        """The player's own measure counts if it is close to the table's and better for them (RP-DIG-16)."""
        action = RELEASE + TIERS * train
        if ms is None or s.dexterity != TIMED or not self.rules.is_carry(s, train):
            return action
        held, need = s.now - s.job_began[train], s.job_need[train]
        own, measured = self.rules.steadiness(need, ms), self.rules.steadiness(need, held)
        if abs(ms - held) <= self.b.values.trust_ms and own > measured:
            return action + int(own)
        return action

    # ------------------------------------------------------------ writing
    def write(self, s: State, action: int) -> str:
        if not 0 <= action < ACTIONS:
            raise BadNotation(f"no command has the number {action}")
        if action >= HOLD:
            plain = action - HOLD_SHIFT
            need = self.need(s, plain)
            return f"{self._write_carry(s, plain)} hold" + ("" if need is None else f"={need}")
        if PICK <= action < TOOT:
            return self._write_carry(s, action)
        if action < PICK:
            return self._write_table(s, action)
        return self._write_word(s, action)

    def _write_table(self, s: State, action: int) -> str:
        if action >= ENG:
            engineer, to = divmod(action - ENG, 13)
            start = s.engineer[engineer]
            if start >= HOTEL + len(s.paint) or engineer // CREW >= self.b.n_cities:
                return f"ENG e{engineer} gone {to}"
            here = start - HOTEL if start >= HOTEL else s.at[start]
            end = HOTEL + here if to == TO_HOTEL else to
            return f"ENG {self.engineer(s, engineer)} {self.where(s, start)} {self.where(s, end)}"
        if action >= XCHG:
            train, code = divmod(action - XCHG, 36)
            return f"XCHG {self._pair(s, train, code // 6)} {self._cube_word(s, code % 6)}"
        if action >= XFER:
            return f"XFER {self._pair(s, *divmod(action - XFER, 6))}"
        if action >= STORE:
            return f"STORE {self._here(s, action - STORE)} {TRAIN_NAMES[action - STORE]}"
        if action >= LOAD:
            end, train = divmod(action - LOAD, TRAINS)
            return f"LOAD {self._here(s, train)}{'<>'[end]} {TRAIN_NAMES[train]}"
        return "READY" if action == READY else "WAIT"

    def _here(self, s: State, train: int) -> str:
        return "?" if s.at[train] == NONE else self.city(s, s.at[train])

    def _cube_word(self, s: State, colour: int) -> str:
        return self.cube(s, colour) if colour < self.b.n_cities else "?"

    def _city_word(self, s: State, city: int) -> str:
        return self.city(s, city) if city < self.b.n_cities else "?"

    def _pair(self, s: State, train: int, colour: int) -> str:
        other = self.rules.neighbour(s, train)
        return f"{TRAIN_NAMES[train]} {self._cube_word(s, colour)} {'?' if other == NONE else TRAIN_NAMES[other]}"

    def _write_carry(self, s: State, action: int) -> str:
        if action >= TAKE:
            train, hand = divmod(action - TAKE, 2)
            return f"TAKE {TRAIN_NAMES[train]} {HAND_NAMES[hand]}"
        if action >= GO:
            train, city = divmod(action - GO, 6)
            return f"GO {TRAIN_NAMES[train]} {self._here(s, train)}>{self._city_word(s, city)}"
        if action >= PARK:
            train, place = divmod(action - PARK, 12)
            return f"PARK {TRAIN_NAMES[train]} {self._city_word(s, place // 2)}.{TRACK_NAMES[place % 2]}"
        train, hand = divmod(action - PICK, 2)
        return f"PICK {TRAIN_NAMES[train]} {HAND_NAMES[hand]}"

    def _write_word(self, s: State, action: int) -> str:
        if action >= ARROW:
            city, code = divmod(action - ARROW, 42)
            to = "-" if code % 7 == NO_ARROW else self._city_word(s, code % 7)
            return f"ARROW {self._city_word(s, city)} {self._cube_word(s, code // 7)} {to}"
        if action >= CANCEL:
            return f"CANCEL {TRAIN_NAMES[action - CANCEL]}"
        if action >= RELEASE:
            train, claim = divmod(action - RELEASE, TIERS)
            hold = f" hold={self.rules.threshold(s.job_need[train], claim)}" if claim else ""
            return f"RELEASE {TRAIN_NAMES[train]}{hold}"
        for verb, base in (("PUSH", PUSH), ("NO", NO), ("BACK", BACK)):
            if action >= base:
                return f"{verb} {TRAIN_NAMES[action - base]}"
        train, city = divmod(action - TOOT, 6)
        return f"TOOT {TRAIN_NAMES[train]} {self._here(s, train)}>{self._city_word(s, city)}"
