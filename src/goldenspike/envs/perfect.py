"""Perfect information: what a seat sees, what only the others see, and what nobody sees, in one row of numbers.

For critics that may know more than their actors, for upper bounds, and for methods that need a perfect-information
game. Whoever plays with it cheats.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from goldenspike.engine.env_fields import Part
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import shown

from .memory import EnvMemory, number_type

INFORMATION = ("seat", "perfect")
CHANCE = "chance"  # the field of a record from which everything to come follows: no card has been drawn from it yet
Array = np.ndarray[Any, Any]


def read_information(information: object) -> bool:
    """Is everything to be seen, or what a seat may see?"""
    if information not in INFORMATION:
        raise BadOption(f"information is {', '.join(INFORMATION)}; not {shown(information)}")
    return information == "perfect"


class PerfectInformation:
    """Observations with everything in them, of all games of a memory at once.

    First the observation of the seat; then, for each other seat from there on, the parts that are private to it; then
    the fields of the position that no seat sees, such as a deck in its order.
    """

    def __init__(self, memory: EnvMemory) -> None:
        game, seats = memory.setting.game, memory.seats
        if not game.rule_set.hides:
            raise BadOption(f"{game.name} does not say what is hidden: it has no perfect information")
        self.private = np.flatnonzero(np.concatenate([np.full(part.count, part.private) for part in memory.parts]))
        fields = game.state.dtype().names or ()
        unseen = fields if game.unseen_fields is None else game.unseen_fields
        self.fields = tuple(name for name in unseen if name != CHANCE)
        others = [
            replace(part, name=f"private to +{seat}: {part.name}", feature=f"private to +{seat}: {part.name}")
            for seat in range(1, seats)
            for part in memory.parts
            if part.private
        ]
        kinds = game.state.dtype()
        hidden = []
        for name in self.fields:
            kind = kinds[name]
            bounds = np.iinfo(kind.base)
            count = int(np.prod(kind.shape, dtype=np.int64))
            hidden.append(Part(f"unseen: {name}", count, int(bounds.min), int(bounds.max), "as the rules keep it"))
        self.parts = (*memory.parts, *others, *hidden)
        self.kind = number_type(self.parts)

    def of(self, memory: EnvMemory, who: Array) -> Array:
        """What there is to know in each game of the memory, as seen from these seats."""
        seats, count = memory.seats, memory.count
        first = np.clip(who, 0, seats - 1)
        rows = [observed(memory, first)]
        rows += [observed(memory, (first + seat) % seats)[:, self.private] for seat in range(1, seats)]
        rows += [memory.states[name].reshape(count, -1) for name in self.fields]
        return np.concatenate([row.astype(self.kind) for row in rows], axis=1)


def observed(memory: EnvMemory, who: Array) -> Array:
    """What one seat of each game sees."""
    seats = np.ascontiguousarray(who, np.int64)
    seen = np.zeros((memory.count, memory.width), memory.sight)
    memory.calls.unpack(
        memory.here, memory.states.ctypes.data, memory.count, seats.ctypes.data, memory.board_of.ctypes.data,
        seen.ctypes.data, memory.width,
    )  # fmt: skip
    return seen
