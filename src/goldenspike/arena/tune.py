"""Tuning: games in which one seat's dials are a little off, and what that brought it.

How the noise is kept small. One deal is played with one throw of the dice for the dials: by every seat in turn, and
then once more with every dial off by as much the other way (mirrored on a log scale, as far as whole numbers and
limits allow). So luck of the deal and of the seat is the same on both sides of the usual value and drops out of the
slope. Bots have the same chance at the same seat of the same deal whatever their dials: with dials that are not off
at all the rotations would be one and the same game, and the mean over its seats is a fair share and no points ahead.
What the usual dials win is therefore known without playing, the fitted curves go through it, and no game is spent
on it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import goldenspike as gs
from goldenspike.bots import bot
from goldenspike.bots.levels import Searcher
from goldenspike.bots.search import LIMITS, REAL, TURNED, TURNED_IN
from goldenspike.engine.game import shown
from goldenspike.engine.refusal import BadOption

from .plan import Fixture, Plan, make_plan
from .ratings import Z, mean_interval
from .results import Row

SPAN = math.log(2.0)  # dials are off by a factor of two at most
HALF = math.log(1.5)  # half as much again
STEPS = 100  # points of a curve on each side of the usual value
DRAWS = 4000  # curves that the games do not rule out


@dataclass(frozen=True)
class Tuning(Plan):
    """Games of a bot against itself, one seat with other dials in each."""

    dials: tuple[str, ...] = ()
    usual: tuple[float, ...] = ()

    @property
    def word(self) -> str:
        return self.lineups[0][0]

    @property
    def block(self) -> int:
        """Games on one deal: all rotations, turned one way and the other."""
        return 2 * self.seats

    def fixture(self, number: int) -> Fixture:
        deal, turn = number // self.block, number % self.seats
        bots = [self.word] * self.seats
        bots[turn] = searcher(self.word, self.game).word(self.off(deal, mirrored=number % self.block >= self.seats))
        return Fixture(number, self.seed * 1_000_003 + deal, tuple(bots))

    def off(self, deal: int, *, mirrored: bool) -> dict[str, float]:
        """The dials of the seat that is off in all games on this deal."""
        dice = random.Random(f"dials {self.seed} {deal}")
        side = -SPAN if mirrored else SPAN
        return {
            name: turned(name, value, side * dice.uniform(-1, 1))
            for name, value in zip(self.dials, self.usual, strict=True)
        }

    def data(self) -> dict[str, Any]:
        return {**super().data(), "dials": list(self.dials), "usual": list(self.usual)}


def searcher(word: str, game: str) -> Searcher:
    found = bot(word, 0, game)
    if not isinstance(found, Searcher):
        raise BadOption(f"{found.name} has no dials; tune a bot that searches, such as superintendent@300")
    return found


def turned(name: str, usual: float, off: float) -> float:
    """A dial turned by so much on a log scale: a value that can be written down, within its limits."""
    low, high = LIMITS[name]
    value = min(max(usual * math.exp(off), low), high)
    return float(f"{value:.3g}") if name in REAL else round(value)


def make_tuning(
    name: str,
    word: str,
    *,
    dials: Sequence[str],
    games: int,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    board: Any = None,
    seed: int = 1,
) -> Tuning:
    """A plan from what a user asks for; what cannot be is one clear line."""
    game = gs.game(name)
    number = game.read_seats(min(4, game.seats[-1]) if seats is None else seats)
    if number < 2:
        raise BadOption("dials are tuned against the usual ones: that takes two seats or more")
    plan = make_plan(name, bots=[], lineup=[word] * number, games=games, options=options, board=board, seed=seed)
    player = searcher(plan.lineups[0][0], game.name)
    offered = TURNED_IN.get(game.name, TURNED)
    chosen = tuple(dict.fromkeys(dial.strip().lower() for dial in dials)) or offered
    usual = vars(player.manner(game, number))
    for dial in chosen:
        if dial not in offered:
            raise BadOption(f"the dials to tune in {game.title} are {', '.join(offered)}; not {shown(dial)}")
        if not usual[dial] > 0:
            raise BadOption(f"{dial} is 0 for {player.name}: only what is above zero can be turned up or down")
    least = 2 * number * (2 * len(chosen) + 2)
    if games < least:
        raise BadOption(f"{len(chosen)} dials with {number} seats take {least} games or more; not {games}")
    return Tuning(
        **vars(replace(plan, lineups=((player.word({}),) * number,))),
        dials=chosen,
        usual=tuple(usual[dial] for dial in chosen),
    )


# ---------------------------------------------------------------- what the games tell
@dataclass(frozen=True)
class Side:
    """One deal with the dials turned one way, in all rotations."""

    deal: int
    off: tuple[float, ...]  # by dial, on a log scale
    won: float  # share of games above the fair share
    ahead: float  # points ahead of the mean of the others
    time: float  # thinking time against that of the others, on a log scale


def sides(plan: Tuning, rows: Sequence[Row]) -> list[Side]:
    """The games put together by deal; deals that are not played to the end are left out."""
    found: dict[tuple[int, int], list[Row]] = {}
    for row in rows:
        found.setdefault((row["number"] // plan.block, row["number"] % plan.block // plan.seats), []).append(row)
    whole = {deal for deal, _ in found if all(len(found.get((deal, side), ())) == plan.seats for side in (0, 1))}
    return [side_of(plan, deal, found[deal, side]) for deal, side in sorted(found) if deal in whole]


def side_of(plan: Tuning, deal: int, rows: Sequence[Row]) -> Side:
    seats = [row["number"] % plan.seats for row in rows]
    dials = searcher(rows[0]["bots"][seats[0]], plan.game).dials
    off = tuple(math.log(dials[name] / usual) for name, usual in zip(plan.dials, plan.usual, strict=True))
    return Side(deal, off, *means([against(row, seat) for row, seat in zip(rows, seats, strict=True)]))


def against(row: Row, seat: int) -> tuple[float, float, float]:
    """How a seat did: share won above a fair share, points ahead of the mean of the others, thinking time against
    theirs on a log scale. A game without a winner is a loss for nobody."""
    rivals = [other for other in range(len(row["bots"])) if other != seat]
    fair = sum(row["won"]) / len(row["won"])
    ahead = row["points"][seat] - sum(row["points"][other] for other in rivals) / len(rivals)
    return row["won"][seat] - fair, ahead, math.log(pace(row, [seat]) / pace(row, rivals))


def pace(row: Row, seats: Sequence[int]) -> float:
    """Seconds for a decision."""
    seconds = sum(row["seconds"][seat] for seat in seats)
    return float(max(seconds, 1e-9) / max(sum(row["decisions"][seat] for seat in seats), 1))


def means(columns: Sequence[Sequence[float]]) -> list[float]:
    return [sum(values) / len(columns) for values in zip(*columns, strict=True)]


@dataclass(frozen=True)
class Curves:
    """What each dial brings: slope and bend over how far it is off, all others as they are."""

    found: Any  # slopes of all dials, then bends
    doubt: Any  # how uncertain they are together (covariance)

    def at(self, dial: int, off: float) -> tuple[float, float]:
        """What a dial so far off brings, and half of its 95 % interval."""
        known = self.along(dial, [off])
        return float((known @ self.found)[0]), Z * math.sqrt(max(float((known @ self.doubt @ known.T)[0, 0]), 0.0))

    def along(self, dial: int, offs: Sequence[float]) -> Any:
        import numpy as np

        known = np.zeros((len(offs), len(self.found)))
        known[:, dial] = offs
        known[:, dial + len(self.found) // 2] = np.square(offs)
        return known

    def best(self, dial: int) -> tuple[float, float, float]:
        """Where the curve is highest within what was tried, and its 95 % interval from curves that may be true."""
        import numpy as np

        offs = np.linspace(-SPAN, SPAN, 2 * STEPS + 1)
        known = self.along(dial, list(offs))
        draws = np.random.default_rng(1).multivariate_normal(self.found, self.doubt, DRAWS, method="eigh")
        low, high = np.quantile(offs[np.argmax(draws @ known.T, axis=1)], [0.025, 0.975])
        return float(offs[np.argmax(known @ self.found)]), float(low), float(high)


def regress(found: Sequence[Side], results: Sequence[float]) -> Curves:
    """A quadratic curve for every dial, through what the usual dials win. Both sides of a deal have its luck in
    common, so what is uncertain is counted by deal."""
    import numpy as np

    offs = np.array([side.off for side in found])
    known = np.hstack([offs, offs**2])
    inverse = np.linalg.pinv(known.T @ known)
    curves = inverse @ known.T @ np.array(results)
    rest = np.array(results) - known @ curves
    deals, of = np.unique([side.deal for side in found], return_inverse=True)
    sums = np.zeros((len(deals), known.shape[1]))
    np.add.at(sums, of, known * rest[:, None])
    few = len(deals) / max(len(deals) - known.shape[1], 1)
    return Curves(curves, few * inverse @ (sums.T @ sums) @ inverse)


@dataclass(frozen=True)
class Advice:
    """One dial: what it is, and what would be better."""

    dial: str
    usual: float
    best: float
    low: float
    high: float

    @property
    def certain(self) -> bool:
        """Is the usual value out of the interval?"""
        return not self.low <= self.usual <= self.high


@dataclass(frozen=True)
class Findings:
    """What a tuning came to."""

    plan: Tuning
    sides: list[Side]
    won: Curves
    ahead: Curves
    time: Curves

    @property
    def games(self) -> int:
        return len(self.sides) * self.plan.seats

    def advice(self) -> list[Advice]:
        """By points ahead, which tell more than who won; whether more games are won a check match will tell."""
        return [
            Advice(name, usual, *(turned(name, usual, off) for off in self.ahead.best(k)))
            for k, (name, usual) in enumerate(zip(self.plan.dials, self.plan.usual, strict=True))
        ]

    def suggested(self) -> dict[str, float]:
        """The dials that are better elsewhere, as far as the games are certain about it."""
        return {one.dial: one.best for one in self.advice() if one.certain}


def findings(plan: Tuning, rows: Sequence[Row]) -> Findings:
    found = sides(plan, rows)
    measures = [[side.won for side in found], [side.ahead for side in found], [side.time for side in found]]
    return Findings(plan, found, *(regress(found, results) for results in measures))


# ---------------------------------------------------------------- the check match
@dataclass(frozen=True)
class Check:
    """Suggested dials against the usual ones; means and 95 % intervals."""

    word: str
    games: int
    fair: float
    won: tuple[float, float, float]
    ahead: tuple[float, float, float]
    time: float  # thinking time for a decision, as a multiple of the usual


def check_plan(plan: Tuning, suggested: Mapping[str, float], games: int) -> Plan:
    """One seat with the suggested dials against the usual ones in all rotations, on deals that were not tuned on."""
    word = searcher(plan.word, plan.game).word(suggested)
    lineup = (word,) + (plan.word,) * (plan.seats - 1)
    return Plan(plan.game, (lineup,), games, plan.options, plan.board, plan.seed + 1)


def checked(plan: Plan, rows: Sequence[Row]) -> Check:
    """What a check match came to. Rotations of a deal share its luck, so a whole deal counts as one observation."""
    word = plan.lineups[0][0]
    deals: dict[int, list[tuple[float, float, float]]] = {}
    for row in rows:
        deals.setdefault(row["seed"], []).append(against(row, row["bots"].index(word)))
    by_deal = [means(games) for games in deals.values() if len(games) == plan.seats]
    won, ahead, time = zip(*by_deal, strict=True)
    fair = sum(sum(row["won"]) for row in rows) / len(rows) / plan.seats
    mean, low, high = mean_interval(won)
    return Check(
        word,
        len(by_deal) * plan.seats,
        fair,
        (fair + mean, fair + low, fair + high),
        mean_interval(ahead),
        math.exp(mean_interval(time)[0]),
    )
