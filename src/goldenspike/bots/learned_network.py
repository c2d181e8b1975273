"""A network learned from games, in a file that comes with the game; for games whose search of their own asks one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from goldenspike.engine.errors import BadFile
from goldenspike.engine.game import Game
from goldenspike.engine.learner import Learner, Network

FORMAT = "goldenspike-learned-network/1"


@dataclass(frozen=True)
class LearnedNetwork:
    """Everything in a file: the network, what it looks at, and the card that says where it comes from."""

    game: str
    features: tuple[str, ...]
    features_hash: str
    network: Network
    card: Mapping[str, Any]

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players with which it won."""
        return tuple(int(seats) for seats in self.card["seats"])

    def text(self) -> str:
        """The file."""
        hidden, wide = self.network.hidden, len(self.features)
        numbers = [float(f"{number:.5g}") for number in self.network.numbers[1:]]
        rows = [numbers[hidden * k : hidden * (k + 1)] for k in range(wide + 2)]
        data = {
            "format": FORMAT,
            "game": self.game,
            "features": list(self.features),
            "features_hash": self.features_hash,
            "hidden": hidden,
            "bias": rows[0],
            "weights": rows[1:-1],
            "out": rows[-1],
            "out_bias": numbers[-1],
            "spreads": [round(float(spread), 3) for spread in self.network.spreads],
            "card": dict(self.card),
        }
        lines = (f" {json.dumps(name)}: {json.dumps(value)}" for name, value in data.items())
        return "{\n" + ",\n".join(lines) + "\n}\n"


def read_network(text: str, game: Game) -> LearnedNetwork:
    """A network from the text of its file; one that was fitted to other features is refused."""
    import numpy as np

    where = f"the learned network of {game.name}"
    learner = game.learner()
    if learner is None:
        raise BadFile(f"{game.name} asks no network")
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise BadFile(f"{where} has the format {data['format']!r}; this version reads {FORMAT}")
        hidden, weights = int(data["hidden"]), np.array(data["weights"], np.float64)
        parts = ([hidden], data["bias"], weights.ravel(), data["out"], [data["out_bias"]])
        numbers = np.concatenate([np.array(part, np.float64) for part in parts])
        network = Network(numbers, np.array(data["spreads"], np.float64))
        found = LearnedNetwork(data["game"], tuple(data["features"]), data["features_hash"], network, data["card"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"{where} cannot be read: {type(error).__name__} {error}") from None
    if found.features != tuple(learner.features):
        raise BadFile(f"{where} was fitted to other features than the game has; make it anew with: goldenspike train")
    if (
        not 1 <= hidden <= 256
        or weights.shape != (len(found.features), hidden)
        or len(numbers) != size(learner, hidden)
    ):
        raise BadFile(f"{where} has rows of the wrong length")
    if (
        network.spreads.shape != (learner.moments,)
        or not (network.spreads >= 0).all()
        or not np.isfinite(numbers).all()
    ):
        raise BadFile(f"{where} has spreads for other moments, or numbers that are none")
    return found


def size(learner: Learner, hidden: int) -> int:
    """How many numbers a network has."""
    return 2 + hidden * (len(learner.features) + 2)


@cache
def network_of(game: Game) -> LearnedNetwork | None:
    """The network that comes with a game, read once; None for a game without."""
    text = game.learned() if game.learner() is not None else None
    return None if text is None else read_network(text, game)
