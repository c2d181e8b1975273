"""Fitting a value to finished games: ridge regression on how far ahead each seat ended, then chances from points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np

from goldenspike.bots.learned_value import SeatWeights

from .self_play import Positions

Array = np.ndarray[Any, Any]
KNOTS = 5
AT_ONCE = 4000  # positions added up in one go
HELD_OUT = 5  # one game in so many is kept for judging
PENALTIES = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
COMMON_PENALTY = 0.003
WIDEST, NARROWEST = 200.0, 1.0  # points


@dataclass(frozen=True)
class Fitted:
    """Weights, and what they say of games that they were not fitted to."""

    weights: SeatWeights
    games: int
    positions: int
    penalty: float
    explained: float  # share of the differences between final points
    explained_before: float  # the same of the game's own evaluation
    log_loss: float  # of the chances to win
    log_loss_before: float  # if everybody had the same chance


def fit(data: Positions) -> Fitted:
    """Fit the value of one number of players."""
    return fit_all({0: data})[0]


def fit_all(tables: Mapping[int, Positions]) -> dict[int, Fitted]:
    """Fit to four games of five and judge by the fifth, then to all of them; for each number of players.

    What holds for all of them is learned from all of them: the weights for one number of players are drawn towards the
    common ones, as strongly as it helps.
    """
    knots = knots_of(np.concatenate([data.features[:, 0, 0] for data in tables.values()]))
    parts = {seats: split(data) for seats, data in tables.items()}
    sums = {seats: Sums.of(train, knots) for seats, (train, _) in parts.items()}
    common = joined(sums.values()).solve(COMMON_PENALTY)
    penalties: dict[int, float] = {}
    found: dict[int, Fitted] = {}
    for seats, (train, test) in parts.items():
        tried = {penalty: sums[seats].solve(penalty, common) for penalty in PENALTIES}
        said = {penalty: points_ahead(test, knots, weights) for penalty, weights in tried.items()}
        best = max(PENALTIES, key=lambda penalty: share_explained(test, said[penalty]))
        penalties[seats] = best
        spreads = fit_spreads(train, knots, points_ahead(train, knots, tried[best]))
        found[seats] = Fitted(
            SeatWeights(knots, tried[best], spreads),
            len(np.unique(tables[seats].game)),
            len(tables[seats]),
            best,
            share_explained(test, said[best]),
            share_explained(test, test.expected),
            log_loss(test, said[best], spread_at(test, knots, spreads)),
            float(np.log(test.points.shape[1])),
        )
    sums = {seats: sums[seats] + Sums.of(test, knots) for seats, (_, test) in parts.items()}
    common = joined(sums.values()).solve(COMMON_PENALTY)
    for seats, data in tables.items():
        weights = sums[seats].solve(penalties[seats], common)
        spreads = fit_spreads(data, knots, points_ahead(data, knots, weights))
        found[seats] = replace(found[seats], weights=SeatWeights(knots, weights, spreads))
    return found


def split(data: Positions) -> tuple[Positions, Positions]:
    """What is fitted to, and what is kept for judging."""
    held = data.game % HELD_OUT == 0
    return data.take(~held), data.take(held)


def knots_of(left: Array) -> Array:
    """How much is left at a few moments of the game: at the end, and where equal shares of the positions lie."""
    marks = np.quantile(left, np.linspace(0, 1, KNOTS))
    marks[0] = 0
    found = [int(marks[0])]
    for mark in marks[1:]:
        found.append(max(round(float(mark)), found[-1] + 1))
    return np.array(found, np.int64)


def shares_of_knots(left: Array, knots: Array) -> Array:
    """By how much the weights of each knot count where so much is left."""
    left = np.clip(left, knots[0], knots[-1])
    k = np.clip(np.searchsorted(knots, left, side="right") - 1, 0, len(knots) - 2)
    t = (left - knots[k]) / (knots[k + 1] - knots[k])
    shares = np.zeros((len(left), len(knots)))
    shares[np.arange(len(left)), k] = 1 - t
    shares[np.arange(len(left)), k + 1] = t
    return shares


def among(rows: Array) -> Array:
    """Compared with the mean of the table: only differences between seats decide."""
    return np.asarray(rows - rows.mean(axis=1, keepdims=True))


@dataclass(frozen=True)
class Sums:
    """What ridge regression needs of some positions; those of others can be added."""

    square: Array  # columns by columns
    ends: Array  # columns with how it ended
    count: int
    knots: int

    @classmethod
    def of(cls, data: Positions, knots: Array) -> Sums:
        """Columns are the features of a seat among the others, once for each knot and as far as it counts there."""
        wide = len(knots) * data.features.shape[2]
        square, sums = np.zeros((wide, wide)), np.zeros(wide)
        for first in range(0, len(data), AT_ONCE):
            part = data.take(np.arange(first, min(first + AT_ONCE, len(data))))
            shares = shares_of_knots(part.features[:, 0, 0], knots)
            columns = (shares[:, None, :, None] * among(part.features)[:, :, None, :]).reshape(-1, wide)
            square += columns.T @ columns
            sums += columns.T @ among(part.points).reshape(-1)
        return cls(square, sums, data.points.size, len(knots))

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.square + other.square, self.ends + other.ends, self.count + other.count, self.knots)

    def solve(self, penalty: float, towards: Array | None = None) -> Array:
        """The weights, knots by features; the penalty takes every feature on its own scale, and what it is drawn to."""
        wide = len(self.ends) // self.knots
        aim = np.zeros(len(self.ends)) if towards is None else towards.reshape(-1)
        size = np.diag(self.square).reshape(self.knots, wide).sum(axis=0) / self.count
        scale = np.tile(np.sqrt(np.where(size > 0, size, np.inf)), self.knots)
        square = self.square / np.outer(scale, scale) + penalty * self.count / self.knots * np.eye(len(scale))
        rest = (self.ends - self.square @ aim) / scale
        return np.asarray((aim + np.linalg.solve(square, rest) / scale).reshape(self.knots, wide))


def joined(sums: Iterable[Sums]) -> Sums:
    """The sums of several numbers of players together."""
    return reduce(Sums.__add__, sums)


def points_ahead(data: Positions, knots: Array, weights: Array) -> Array:
    """What the weights say of each row, in points."""
    shares = shares_of_knots(data.features[:, 0, 0], knots)
    return np.asarray(((shares @ weights)[:, None, :] * data.features).sum(axis=2))


def share_explained(data: Positions, said: Array) -> float:
    """How much of the differences between the final points of seats follows from what was said of them."""
    ends = among(data.points)
    return float(1 - ((ends - among(said)) ** 2).sum() / (ends**2).sum())


def spread_at(data: Positions, knots: Array, spreads: Array) -> Array:
    return np.asarray(shares_of_knots(data.features[:, 0, 0], knots) @ spreads)


def log_loss(data: Positions, said: Array, spread: Array) -> float:
    """How surprising the winners were, by the chances that follow from points."""
    power = said / spread[:, None]
    power = power - power.max(axis=1, keepdims=True)
    chances = power - np.log(np.exp(power).sum(axis=1, keepdims=True))
    return float(-(data.won * chances).sum(axis=1).mean())


def fit_spreads(data: Positions, knots: Array, said: Array) -> Array:
    """How many points make the difference between chances, knot by knot: what surprises least."""
    spreads = np.full(len(knots), 15.0)
    step = 1.6
    while step > 1.02:
        for k in range(len(knots)):
            tried = []
            for factor in (1 / step, 1.0, step):
                other = spreads.copy()
                other[k] = min(max(other[k] * factor, NARROWEST), WIDEST)
                tried.append((log_loss(data, said, spread_at(data, knots, other)), other[k]))
            spreads[k] = min(tried)[1]
        step = 1 + (step - 1) * 0.7
    return spreads
