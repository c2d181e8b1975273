"""How strong each bot is: ratings by openskill, shares of games won with intervals, points, time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from goldenspike.drawing.intervals import wilson

from ..run.results import Row


@dataclass(frozen=True)
class Standing:
    """One bot after all games."""

    bot: str
    games: int  # seats it sat in: a bot that sits twice counts twice
    share: float
    low: float
    high: float
    fair: float
    points: float
    winning_points: float | None
    rating: float | None
    doubt: float | None
    mean_ms: float
    longest_ms: float


def rate(rows: Sequence[Row]) -> dict[str, tuple[float, float]]:
    """Rating and uncertainty by bot, from the order of finish; games of a bot against itself say nothing."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[str, Any] = {}
    for row in rows:
        names = row["bots"]
        for name in names:
            ratings.setdefault(name, model.rating(name=name))
        if len(set(names)) < 2:
            continue
        ranks = [float(place) for place in places(row)]
        after = model.rate([[ratings[name]] for name in names], ranks=ranks)
        for name in set(names):
            mine = [team[0] for team, other in zip(after, names, strict=True) if other == name]
            ratings[name] = model.create_rating(
                [sum(one.mu for one in mine) / len(mine), sum(one.sigma for one in mine) / len(mine)], name=name
            )
    return {name: (float(one.mu), float(one.sigma)) for name, one in ratings.items()}


def places(row: Row) -> list[int]:
    """Places by seat, 1 for the winner; whoever shares the points shares the place."""
    keys = [(-won, -points) for won, points in zip(row["won"], row["points"], strict=True)]
    return [1 + sum(other < key for other in keys) for key in keys]


def standings(rows: Sequence[Row]) -> list[Standing]:
    """All bots, the strongest first."""
    solo = bool(rows) and len(rows[0]["bots"]) == 1
    ratings = {} if solo else rate(rows)
    found = []
    for name in dict.fromkeys(name for row in rows for name in row["bots"]):
        mine = [(row, seat) for row in rows for seat, other in enumerate(row["bots"]) if other == name]
        won = sum(row["won"][seat] for row, seat in mine)
        low, high = wilson(won, len(mine))
        winning = [row["points"][seat] for row, seat in mine if row["won"][seat] > 0]
        decisions = max(sum(row["decisions"][seat] for row, seat in mine), 1)
        rating, doubt = ratings.get(name, (None, None))
        found.append(
            Standing(
                name,
                len(mine),
                won / len(mine),
                low,
                high,
                0.0 if solo else 1 / len(rows[0]["bots"]),
                sum(row["points"][seat] for row, seat in mine) / len(mine),
                sum(winning) / len(winning) if winning else None,
                rating,
                doubt,
                1000 * sum(row["seconds"][seat] for row, seat in mine) / decisions,
                1000 * max(row["longest"][seat] for row, seat in mine),
            )
        )
    return sorted(found, key=lambda one: (-(one.rating or 0.0), -one.share, one.bot))
