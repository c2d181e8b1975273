"""Is it chance? Tests and intervals behind the verdicts of a study; each says exactly what it computes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from goldenspike.drawing.intervals import Z

FOUND = 0.05  # of all differences told about one version, if there is none, one is told in at most one study of twenty
EARLY = 0.001  # what a study must find to stop before its last game: looking often finds more by chance
SEATS_FOUND = 0.01
PERMUTATIONS = 1999
FEWEST = 20  # games below which nothing is said


# ---------------------------------------------------------------- two versions on the same deals
@dataclass(frozen=True)
class Difference:
    """How much a figure changes from one version to another: the mean of all deals, its interval, and chance."""

    mean: float
    low: float
    high: float
    p: float
    deals: int


def difference(one: Sequence[float | None], other: Sequence[float | None]) -> Difference:
    """Paired comparison of two versions, deal by deal.

    d(i) = other(i) - one(i) over the n deals on which both have the figure; mean = sum d / n;
    error = sqrt(sum (d - mean)^2 / (n - 1) / n); interval = mean -+ 1.96 error; p = erfc(|mean / error| / sqrt 2),
    the two-sided test of the normal distribution. Without any spread p is 0 or 1.
    """
    pairs = [b - a for a, b in zip(one, other, strict=False) if a is not None and b is not None]
    return of_mean(pairs)


def of_mean(values: Sequence[float]) -> Difference:
    """The same for values that would be zero on average if there were nothing to find."""
    count = len(values)
    if not count:
        return Difference(0.0, -math.inf, math.inf, 1.0, 0)
    mean = math.fsum(values) / count
    if count < 2:
        return Difference(mean, -math.inf, math.inf, 1.0, count)
    error = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1) / count)
    return Difference(mean, mean - Z * error, mean + Z * error, chance(mean, error), count)


def unpaired(one: Sequence[float], other: Sequence[float]) -> Difference:
    """Two samples that have no deals in common (Welch): error = sqrt(var1 / n1 + var2 / n2), otherwise as above."""
    if len(one) < 2 or len(other) < 2:
        return Difference(0.0, -math.inf, math.inf, 1.0, min(len(one), len(other)))
    means = [math.fsum(values) / len(values) for values in (one, other)]
    parts = [
        math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)
        for values, mean in zip((one, other), means, strict=True)
    ]
    mean, error = means[1] - means[0], math.sqrt(sum(parts))
    return Difference(mean, mean - Z * error, mean + Z * error, chance(mean, error), min(len(one), len(other)))


def chance(mean: float, error: float) -> float:
    """How often a mean this far from zero comes about by chance."""
    if error <= 0:
        return 0.0 if mean else 1.0
    return math.erfc(abs(mean / error) / math.sqrt(2))


def holm(chances: Sequence[float]) -> list[float]:
    """Holm's correction for several questions at once: the k-th smallest of m counts (m - k + 1) times, never falling.

    If there is nothing to find, the least of the corrected values is below 5 % in at most 5 % of all studies.
    """
    order = sorted(range(len(chances)), key=lambda k: chances[k])
    found, most = [1.0] * len(chances), 0.0
    for rank, k in enumerate(order):
        most = max(most, min(1.0, (len(chances) - rank) * chances[k]))
        found[k] = most
    return found


# ---------------------------------------------------------------- seats
@dataclass(frozen=True)
class SeatBalance:
    """Does it matter where one sits?"""

    p: float
    share: list[float]  # of the wins, by seat
    points: list[float]  # more than the others of the same game, by seat
    games: int


def seat_balance(won: Sequence[Sequence[float]], points: Sequence[Sequence[float]], seed: int = 1) -> SeatBalance:
    """A permutation test: if seats do not matter, results of one game may be exchanged among its seats.

    T = sum over seats of (mean over games - mean over all)^2, once for shares of the win and once for points less the
    mean of their game. Both are compared with 1999 exchanges by chance: p = (1 + how many are at least as large) /
    2000. The two are two questions: p = min(1, 2 x the smaller).
    """
    import numpy as np

    wins, score = np.asarray(won, float), np.asarray(points, float)
    if wins.size == 0 or wins.shape[1] < 2:
        return SeatBalance(1.0, [], [], len(won))
    relative = score - score.mean(axis=1, keepdims=True)
    dice = np.random.default_rng(seed)
    p = min(1.0, 2 * min(exchanged(wins, dice), exchanged(relative, dice)))
    # Against the others: the mean of the game contains the seat itself.
    ahead = relative.mean(axis=0) * wins.shape[1] / (wins.shape[1] - 1)
    return SeatBalance(p, wins.mean(axis=0).tolist(), ahead.tolist(), len(wins))


def exchanged(values: Any, dice: Any, times: int = PERMUTATIONS) -> float:
    """p of the permutation test for one figure by game and seat."""
    import numpy as np

    def uneven(means: Any) -> Any:
        return ((means - means.mean(axis=-1, keepdims=True)) ** 2).sum(axis=-1)

    seen = float(uneven(values.mean(axis=0)))
    larger = 0
    for _ in range(times):
        order = np.argsort(dice.random(values.shape), axis=1)
        larger += float(uneven(np.take_along_axis(values, order, axis=1).mean(axis=0))) >= seen * (1 - 1e-12)
    return (1 + larger) / (1 + times)


# ---------------------------------------------------------------- luck
@dataclass(frozen=True)
class Shares:
    """Where the differences between players come from, as shares that add up to one, with intervals for luck."""

    deal: float
    skill: float
    rest: float
    low: float
    high: float
    deals: int


def shares_of_luck(
    rows: Sequence[tuple[int, int, str, float]], seats: int = 1, seed: int = 1, samples: int = 200
) -> Shares | None:
    """How much of the points is decided by the deal and the seat, how much by who plays, how much by the rest.

    A row is a deal, a seat, a player and points (less the mean of their game). Every deal is played once in every
    rotation of the players, so that each cell (deal, seat) is held m times, by the same set of players. With

        y = player + cell + rest,

    player means are taken off first (they are the same in all cells). For C cells, N = C m values and G players

        MS_cell = m * sum(cell mean^2) / (C - 1),   MS_rest = sum((y - cell mean)^2) / (C (m - 1) - (G - 1)),
        var(deal) = (MS_cell - MS_rest) / m,        var(rest) = MS_rest,
        var(skill) = sum over players of (their part of all values) * mean^2 - (G - 1) * MS_rest / N,

    none below zero. Where points are less the mean of their game, which contains the seat itself, var(deal) and
    var(rest) are divided by 1 - 1 / seats; players sit at every table alike, so that skill loses nothing. The shares
    are these over their sum. The interval is between the 2.5th and the 97.5th percentile of 200 samples of the deals,
    drawn with replacement. None with fewer than two deals.
    """
    import numpy as np

    deals = sorted({row[0] for row in rows})
    if len(deals) < 2:
        return None
    by_deal: dict[int, list[tuple[int, int, str, float]]] = {deal: [] for deal in deals}
    for row in rows:
        by_deal[row[0]].append(row)
    whole = components([by_deal[deal] for deal in deals], seats)
    if whole is None:
        return None
    dice = np.random.default_rng(seed)
    lucky = []
    for _ in range(samples):
        drawn = components([by_deal[deals[k]] for k in dice.integers(0, len(deals), len(deals))], seats)
        if drawn is not None:
            lucky.append(drawn[0])
    low, high = (float(value) for value in np.percentile(lucky or [whole[0]], (2.5, 97.5)))
    return Shares(*whole, low, high, len(deals))


def components(deals: Sequence[Sequence[tuple[int, int, str, float]]], seats: int) -> tuple[float, float, float] | None:
    """Shares of deal, skill and rest; a deal that was drawn twice counts as two."""
    import numpy as np

    cells: dict[tuple[int, int], list[tuple[str, float]]] = {}
    for number, rows in enumerate(deals):
        for _, seat, player, points in rows:
            cells.setdefault((number, seat), []).append((player, points))
    sizes = {len(cell) for cell in cells.values()}
    if len(sizes) != 1 or len(cells) < 2 or (m := sizes.pop()) < 2:
        return None
    y = np.array([[points for _, points in cell] for cell in cells.values()], float)
    names = np.array([[player for player, _ in cell] for cell in cells.values()])
    y -= y.mean()
    players = sorted(set(names.ravel().tolist()))
    skill = 0.0
    for player in players:
        mean = float(y[names == player].mean())
        skill += float((names == player).mean()) * mean * mean
        y[names == player] -= mean
    middle = y.mean(axis=1)
    free = len(cells) * (m - 1) - (len(players) - 1)
    if free < 1:
        return None
    between = m * float((middle**2).sum()) / (len(cells) - 1)
    within = float(((y - middle[:, None]) ** 2).sum()) / free
    kept = 1 - 1 / seats if seats > 1 else 1.0
    parts = [
        max(0.0, (between - within) / m) / kept,
        max(0.0, skill - (len(players) - 1) * within / y.size),
        within / kept,
    ]
    total = sum(parts)
    return (parts[0] / total, parts[1] / total, parts[2] / total) if total > 0 else None
