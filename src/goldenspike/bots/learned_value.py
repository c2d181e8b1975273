"""A value learned from games: weights of a game's features in a file that comes with the game.

What a position is worth to a seat is a sum over its features. The weights depend on how much of the game is left: they
are kept for a few such moments (knots) and interpolated between them, and there are other weights for each number of
players.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from goldenspike.engine.errors import BadFile
from goldenspike.engine.game import Game

FORMAT = "goldenspike-learned-value/1"
LOOKED_AT = 6  # games in which features are compared


@dataclass(frozen=True)
class SeatWeights:
    """For one number of players: knots, a row of weights and the spread of the points at each of them."""

    knots: Any  # how much is left, rising; int64
    weights: Any  # knots x features, float64
    spreads: Any  # points that make the difference between chances, at each knot; float64


@dataclass(frozen=True)
class LearnedValue:
    """Everything in a file: the weights by number of players, and the card that says where they come from."""

    game: str
    features: tuple[str, ...]
    features_hash: str
    by_seats: Mapping[int, SeatWeights]
    card: Mapping[str, Any]

    def for_seats(self, seats: int) -> SeatWeights:
        """The weights for so many players, or for the nearest number that was learned."""
        return self.by_seats[min(self.by_seats, key=lambda known: (abs(known - seats), known))]

    def text(self) -> str:
        """The file."""
        data = {
            "format": FORMAT,
            "game": self.game,
            "features": list(self.features),
            "features_hash": self.features_hash,
            "seats": {
                str(seats): {
                    "knots": [int(knot) for knot in one.knots],
                    "spreads": [round(float(spread), 4) for spread in one.spreads],
                    "weights": [[float(f"{weight:.5g}") for weight in row] for row in one.weights],
                }
                for seats, one in sorted(self.by_seats.items())
            },
            "card": dict(self.card),
        }
        return json.dumps(data, indent=1) + "\n"


def read_value(text: str, game: Game) -> LearnedValue:
    """A learned value from the text of its file; one that was fitted to other features is refused."""
    import numpy as np

    where = f"the learned value of {game.name}"
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise BadFile(f"{where} has the format {data['format']!r}; this version reads {FORMAT}")
        by_seats = {
            int(seats): SeatWeights(
                np.array(one["knots"], np.int64), np.array(one["weights"], np.float64), np.array(one["spreads"])
            )
            for seats, one in data["seats"].items()
        }
        found = LearnedValue(data["game"], tuple(data["features"]), data["features_hash"], by_seats, data["card"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"{where} cannot be read: {type(error).__name__} {error}") from None
    if found.features != game.features:
        raise BadFile(f"{where} was fitted to other features than the game has; make it anew with: goldenspike train")
    wide = len(found.features)
    for one in by_seats.values():
        knots = len(one.knots)
        if knots < 2 or one.weights.shape != (knots, wide) or one.spreads.shape != (knots,):
            raise BadFile(f"{where} has rows of the wrong length")
        if (np.diff(one.knots) <= 0).any() or not np.isfinite(one.weights).all() or not (one.spreads > 0).all():
            raise BadFile(f"{where} has knots that do not rise, or numbers that are none")
    if not by_seats:
        raise BadFile(f"{where} has no weights")
    return found


def blank_value(game: Game) -> LearnedValue:
    """Where nothing was learned yet: all positions are alike."""
    import numpy as np

    wide = len(game.features)
    nothing = SeatWeights(np.array([0, 1]), np.zeros((2, wide)), np.ones(2))
    return LearnedValue(game.name, game.features, "", {game.seats[0]: nothing}, {})


@cache
def value_of(game: Game) -> LearnedValue | None:
    """The learned value that comes with a game, read once; None for a game without."""
    text = game.learned() if game.features else None
    return None if text is None else read_value(text, game)


def features_hash(game: Game) -> str:
    """Names and numbers of a game's features in fixed games: another hash, and a learned value must be made anew."""
    whole = hashlib.sha256("\n".join(game.features).encode())
    rules, out = game.plain(), [0] * game.most_legal
    for number in range(LOOKED_AT):
        seats = game.seats[number % len(game.seats)]
        setting = game.setting(game.read_options({}), game.board(None), seats)
        s, dice = game.start(setting, number), random.Random(number)
        while waiting := rules.actors(s):
            if rules.settled(s):
                rows = rules.features(s, setting.b, out)
                whole.update(repr(out[: rows * len(game.features)]).encode())
            seat = (waiting & -waiting).bit_length() - 1
            if dice.random() < 0.1:
                action = out[dice.randrange(rules.legal(s, setting.b, seat, out))]
            else:
                action = rules.policy(s, setting.b, seat, out)
            rules.apply(s, setting.b, seat, action)
    return whole.hexdigest()[:16]
