"""Names of cards, tracks, railways and symbols, and back."""

from __future__ import annotations

import re
from types import SimpleNamespace

from goldenspike.engine.errors import BadNotation

from ..board.hexes import BadName
from ..board.load import SUITS, VALUES, Sheet
from ..rules.state import (
    BANDIT,
    BANK,
    BRIDGE,
    CATTLE,
    FORT,
    JAIL,
    MINE,
    NONE,
    PLAIN_CARDS,
    SALOON,
    SHORTCUT,
    SWITCH,
    TRACK,
    TUNNEL,
    YARD,
    BoardArrays,
    State,
)
from ..rules.track import (
    SWITCH_START,
)

MARKS = {SWITCH: "+", BRIDGE: "=", TUNNEL: "#", SHORTCUT: "/"}
BENEFITS = {BRIDGE: "bridge", TUNNEL: "tunnel", SHORTCUT: "shortcut", SWITCH: "switch"}
FEATURES = {
    MINE: "mine",
    JAIL: "jail",
    SALOON: "saloon",
    YARD: "yard",
    FORT: "fort",
    CATTLE: "ranch",
    BANDIT: "bandit",
    BANK: "bank",
}
JOKERS = ("*SC", "*HD")
TRACK_NAME = re.compile(r"(?P<marks>[+=#/]*)(?P<name>[A-P][0-9]{1,2}[|^*][0-9A-Za-z-]+)", re.ASCII)
OWNER_POWER = re.compile(r"o(?P<number>[0-9]{1,2})(?:=(?P<suit>[SHDC]))?", re.ASCII)


class Refused(Exception):
    """A line that the rules forbid; carries the number of the reason."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


class Names:
    """Names of everything on one sheet."""

    def __init__(self, sheet: Sheet, b: BoardArrays, rules: SimpleNamespace) -> None:
        self.sheet = sheet
        self.b = b
        self.rules = rules

    def card(self, card: int) -> str:
        return JOKERS[card - PLAIN_CARDS] if self.rules.is_joker(card) else VALUES[card % 5] + SUITS[card // 5]

    def read_card(self, text: str) -> int:
        word = text.upper()
        if word in JOKERS:
            return PLAIN_CARDS + JOKERS.index(word)
        if word[-1:] in SUITS and word[:-1] in VALUES:
            return 5 * SUITS.index(word[-1]) + VALUES.index(word[:-1])
        raise BadNotation(f"{text!r} is no card: write a value and a suit such as 10S or QD, or *SC, *HD")

    def track(self, t: int) -> str:
        grid = self.sheet.grid
        if t < self.b.n_edges:
            return grid.edge_names[t]
        return grid.shortcut_name(*divmod(t - self.b.n_edges, 3))

    def read_track(self, text: str) -> int:
        try:
            if "*" in text:
                h, diagonal = self.sheet.grid.shortcut(text)
                return self.b.n_edges + 3 * h + diagonal
            return self.sheet.grid.edge(text)
        except BadName as error:
            raise BadNotation(str(error)) from None

    def circle(self, number: int) -> str:
        return VALUES[number] if self.b.forest else f"r{number + 1}"

    def read_circle(self, text: str) -> int:
        for number in range(5 if self.b.forest else 4):
            if self.circle(number).lower() == text.lower():
                return number
        raise BadNotation(f"{text!r} is no saloon symbol: write {'10, J, Q, K or A' if self.b.forest else 'r1 to r4'}")

    def specials(self, s: State, seat: int, t: int) -> list[int]:
        """The permissions a track would use, a switch first."""
        rail = self.rules.drawing_rail(s, self.b, seat, t)
        end = self.rules.start_end(s, self.b, seat, t, rail)
        found = []
        if (
            end != NONE
            and self.rules.start_kind(s, self.b, seat, self.rules.track_vertex(self.b, t, end), rail) == SWITCH_START
        ):
            found.append(SWITCH)
        kind = self.rules.track_kind(self.b, t)
        return [*found, kind] if kind in BENEFITS else found

    def marked(self, s: State, seat: int, t: int) -> str:
        return "".join(MARKS[kind] for kind in self.specials(s, seat, t)) + self.track(t)

    def checked_track(self, s: State, seat: int, marks: str, name: str) -> int:
        """A track by name; marks may be left out, but wrong ones are an error."""
        t = self.read_track(name)
        if marks and s.rail[seat] != NONE and self.rules.refusal(s, self.b, seat, TRACK + t) == 0:
            if sorted(marks) != sorted(MARKS[kind] for kind in self.specials(s, seat, t)):
                raise BadNotation(f"{marks}{name}: this track is written {self.marked(s, seat, t)}")
        return t


def bits(mask: int) -> list[int]:
    return [k for k in range(8) if mask >> k & 1]


def read_suit(text: str) -> int:
    if text.upper() not in SUITS:
        raise BadNotation(f"{text!r} is no railway: write S, H, D or C")
    return SUITS.index(text.upper())


def read_number(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and low <= int(text) <= high):
        raise BadNotation(f"{text!r} is no number from {low} to {high}")
    return int(text)
