"""Chance in OpenSpiel: the bytes of a seed at the root, or every outcome where the rules ask for it.

``CardChance`` runs the interpreted rules with another ``below``: instead of drawing a number it asks which one it is to
be. A game's ``card_by_card`` replaces what shuffles ahead, so that a card is decided when it is drawn, not before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from goldenspike.engine.compiled import namespace
from goldenspike.engine.errors import BadOption
from goldenspike.engine.setting import Setting

if TYPE_CHECKING:
    from .openspiel_observer import Moment, StateReader

SEED_BYTES = 4
BYTES = 256
MOST_OUTCOMES = 256
MOST_KEPT = 400_000  # moments that are remembered: enough to walk a small game's tree again and again
Script = tuple[int, ...]


class OutcomeNeeded(Exception):
    """The rules cannot go on before one of so many equally likely outcomes is chosen."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class SeedChance:
    """Four bytes at the root are the seed, from which everything follows."""

    word = "seed byte {outcome}"

    def __init__(self, reader: StateReader) -> None:
        self.reader = reader
        reader.decided = True
        self.chance_nodes = SEED_BYTES

    def after(self, now: Moment | None, action: int, script: Script) -> Moment | int:
        """The moment after an action (or after setup), or from how many outcomes chance has to choose first."""
        reader = self.reader
        if now is not None:
            return reader.arrive(now.raw.copy(), now, now.seat, action)
        if len(script) < SEED_BYTES:
            return BYTES
        raw = np.zeros(reader.memory.setting.game.state.nbytes, np.uint8)
        reader.calls.deal(reader.here, raw.ctypes.data, int.from_bytes(bytes(script), "little"), 0)
        return reader.arrive(raw, None, -1, -1)


class CardChance:
    """Chance where the rules ask for it."""

    word = "outcome {outcome}"

    def __init__(self, reader: StateReader, tiny: bool = False) -> None:
        self.reader = reader
        self.rules = ScriptedRules(reader.memory.setting, tiny)
        self.chance_nodes = reader.memory.setting.game.longest
        self.root: dict[tuple[int, Script], Moment | int] = {}
        self.kept = 0

    def after(self, now: Moment | None, action: int, script: Script) -> Moment | int:
        """The moment after an action (or after setup), or from how many outcomes chance has to choose first."""
        known = self.root if now is None else now.after
        found = known.get((action, script))
        if found is None:
            found = self._after(now, action, script)
            if self.kept < MOST_KEPT:
                known[action, script] = found
                self.kept += 1
        return found

    def _after(self, now: Moment | None, action: int, script: Script) -> Moment | int:
        if now is None:
            raw, outcomes = self.rules.start(script)
        else:
            number = int(self.reader.memory.numbers.rules[action])
            raw, outcomes = self.rules.apply(now.raw.tobytes(), now.seat, number, script)
        if outcomes:
            return outcomes
        return self.reader.reached(np.frombuffer(bytearray(raw), np.uint8), now, action)


class ScriptedRules:
    """The interpreted rules of a game whose chance follows a script."""

    def __init__(self, setting: Setting, tiny: bool = False) -> None:
        self.setting, self.state = setting, setting.game.state
        game, rules = setting.game, setting.game.rule_set
        other = (*game.card_by_card, *(game.tiny_rules if tiny else ()))
        space = namespace(replace(rules, replaced=(*rules.replaced, *other)))
        space["below"] = self._below
        self._start, self._apply = space["start"], space["apply"]
        self.script: Sequence[int] = ()
        self.used = 0

    def start(self, script: Script) -> tuple[bytes, int]:
        """The position after setup, and 0; or nothing, and the number of outcomes from which the next is chosen."""
        s = self.state()
        return self._run(s, script, lambda: self._start(s, self.setting.b, self.setting.seats, 0, 0))

    def apply(self, raw: bytes, seat: int, action: int, script: Script) -> tuple[bytes, int]:
        """The position after an action, and 0; or nothing, and the number of outcomes."""
        s = self.state.from_bytes(raw)
        return self._run(s, script, lambda: self._apply(s, self.setting.b, seat, action))

    def _run(self, s: Any, script: Script, work: Any) -> tuple[bytes, int]:
        self.script, self.used = script, 0
        try:
            work()
        except OutcomeNeeded as needed:
            return b"", needed.outcomes
        for k in range(4):
            s.chance[k] = 0  # nothing depends on it: equal positions are to be equal bytes
        return bytes(s.to_bytes()), 0

    def _below(self, s: Any, outcomes: int) -> int:
        """In the place of the rules' random numbers."""
        if outcomes == 1:
            return 0
        if self.used == len(self.script):
            if outcomes > MOST_OUTCOMES:
                raise BadOption(f"{outcomes} outcomes at once are too many for explicit chance")
            raise OutcomeNeeded(int(outcomes))
        self.used += 1
        return self.script[self.used - 1]


CHANCE = ("seed", "cards")


def make_chance(kind: str, reader: StateReader, tiny: bool) -> SeedChance | CardChance:
    """Chance of a kind; the tiny form of a game always has it card by card."""
    return CardChance(reader, tiny) if tiny or kind == "cards" else SeedChance(reader)
