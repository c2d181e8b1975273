"""A bot that plays a policy from a file: it chooses the legal action that the network values most."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from goldenspike.engine.bot import Bot, World
from goldenspike.engine.errors import BadOption
from goldenspike.engine.policy_file import PolicyFile, load_policy

ROOM = 1 << 14  # for observations


@cache
def _loaded(path: str, changed: float) -> PolicyFile:
    return load_policy(path)


class PolicyBot(Bot):
    """A learned policy from a file."""

    name = "policy"
    takes_bytes = True

    def __init__(self, path: str, seed: int = 0, game: str | None = None) -> None:
        super().__init__(seed)
        import os

        self.policy = _loaded(path, os.path.getmtime(path) if os.path.exists(path) else 0.0)
        self.name = self.policy.path.stem
        self.plays = str(self.policy.meta["game"])
        if game is not None and self.plays != game:
            raise BadOption(f"{self.policy.path.name} plays {self.plays}; not {game}")

    @property
    def about(self) -> str:
        """What the file says of itself."""
        return str(self.policy.meta.get("about") or super().about)

    def choose(self, world: World) -> int:
        if len(world.legal) == 1:
            return world.legal[0]
        numbers = self.policy.numbers(world.setting)
        seen = observed(world)
        values = self.policy.values(seen[None, : self.policy.meta["width"]])[0]
        legal = np.array([action for action in world.legal if numbers.number[action] >= 0], np.int64)
        return int(legal[values[numbers.number[legal]].argmax()])


def observed(world: World) -> np.ndarray[Any, Any]:
    """What the seat sees, by the compiled rules."""
    game, setting = world.game, world.setting
    states = np.frombuffer(bytearray(world.s.to_bytes()), game.state.dtype())
    boards = type(setting.b).array([setting.b])
    out = np.zeros(max(ROOM, game.most_legal), np.int64)
    game.compiled().observe_at(states, 0, boards, 0, world.seat, out)
    return out
