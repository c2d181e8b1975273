"""Steps and whole turns as text and back: the only place that takes an action number apart."""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.engine.errors import BadNotation
from goldenspike.engine.options import shown

from ..board.load import SUITS
from ..rules.state import (
    CELL,
    CIRCLE,
    DEAL,
    DEPOSIT,
    DEPOSITS,
    DONE,
    NAME,
    OPEN,
    OWN,
    OWN_RAIL,
    OWNER_STATION,
    PICK,
    SPEND,
    SUIT,
    TRACK,
    State,
)
from .names import OWNER_POWER, TRACK_NAME, Names, read_number, read_suit
from .read_turn import TurnReader
from .write_turn import write_turn


class Notation(Names):
    """Steps and turns on one sheet."""

    def write(self, s: State, seat: int, action: int) -> str:
        """A step in words, before it is taken."""
        if action == DONE:
            return "done"
        if action < NAME:
            return f"{'take' if s.phase == DEAL else 'use'} {self.card(action - PICK)}"
        if action < SPEND:
            return f"> {SUITS[action - NAME]}"
        if action == SPEND:
            return "t"
        if action < OWN_RAIL:
            return f"t=suit > {SUITS[action - SUIT]}"
        if action < OWN:
            return f"o03 > {SUITS[action - OWN_RAIL]}"
        if action == OWN:
            return f"o{s.owner + 1:02}"
        if action < CIRCLE:
            return f"bank {action - DEPOSIT}"
        if action < OPEN:
            return f"saloon {self.circle(action - CIRCLE)}"
        if action < CELL:
            return f"jail J{action - OPEN + 1}"
        if action < TRACK:
            return f"cell J{action - CELL + 1}"
        return self.marked(s, seat, action - TRACK)

    def turn(self, before: State, seat: int, actions: Sequence[int]) -> str:
        """One line for all steps of a turn; ``before`` is the state when the seat's turn began."""
        return write_turn(self, before, seat, actions)

    def read(self, s: State, seat: int, text: str) -> list[int]:
        """The steps a text stands for: one step, or a whole turn if it has a colon."""
        if ":" in text:
            return TurnReader(self, s, seat, text).read()
        words = text.replace(">", " > ").split()
        if not words:
            raise BadNotation("an empty line is no step")
        return [self.read_step(s, seat, words)]

    def read_step(self, s: State, seat: int, words: Sequence[str]) -> int:
        verb, rest = words[0].lower(), words[1:]
        if len(words) == 1:
            if verb == "done":
                return DONE
            if verb == "t":
                return SPEND
            if match := OWNER_POWER.fullmatch(words[0]):
                if int(match["number"]) != s.owner + 1 or s.owner == OWNER_STATION:
                    raise BadNotation(f"{words[0]} is not the power of the owner of this round")
                return OWN
            if match := TRACK_NAME.fullmatch(words[0]):
                return TRACK + self.checked_track(s, seat, match["marks"], match["name"])
        if len(rest) == 1:
            if verb in {"take", "use"}:
                if (verb == "take") != (s.phase == DEAL):
                    raise BadNotation(f"{verb} is for {'the Dealer alone' if verb == 'take' else 'the other players'}")
                return PICK + self.read_card(rest[0])
            if verb == ">":
                return NAME + read_suit(rest[0])
            if verb == "bank":
                return DEPOSIT + read_number(rest[0], 0, DEPOSITS - 1)
            if verb == "saloon":
                return CIRCLE + self.read_circle(rest[0])
            if verb == "jail":
                return OPEN + read_number(rest[0].upper().removeprefix("J"), 1, 4) - 1
            if verb == "cell":
                return CELL + read_number(rest[0].upper().removeprefix("J"), 1, 4) - 1
        if len(rest) == 2 and rest[0] == ">":
            if verb == "t=suit":
                return SUIT + read_suit(rest[1])
            if verb in {"o03", "o3"}:
                return OWN_RAIL + read_suit(rest[1])
        raise BadNotation(
            f"{shown(' '.join(words))} is no step: write take, use, >, t, t=suit >, o07, a track, done, "
            "bank, saloon, jail or cell"
        )
