"""Games in which one seat plays with slightly changed parameters, and what that brought.

How the noise is kept small: games come in pairs on the same deal, with the same seat changed. One game has the
parameters as they were drawn, the other has each of them changed by as much in the other direction (mirrored on a log
scale, as far as whole numbers and limits allow). The luck of deal and seat is the same on both sides of the usual value
and cancels out of the slope. Every seat of a deal has a pair of its own, with a draw of its own.

Bots get the same random numbers at the same seat of the same deal, whatever their parameters. With unchanged parameters
all games of a deal would be identical, and the mean over its seats would be a fair share and no points ahead. So what
the usual parameters win is known without playing: the fitted curves pass through it, and no game is spent on it.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import goldenspike as gs
from goldenspike.bots import bot
from goldenspike.bots.levels import SearchBot
from goldenspike.bots.search import FRACTIONS, LIMITS, TUNED
from goldenspike.drawing.intervals import Z, mean_interval, wilson
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import shown

from ..run.results import Row
from ..tournament.schedule import Fixture, Plan, make_plan

SPAN = math.log(2.0)  # parameters are off by a factor of two at most
HALF = math.log(1.5)  # half as much again
STEPS = 100  # points of a curve on each side of the usual value
DRAWS = 4000  # curves that the games do not rule out


@dataclass(frozen=True)
class Tuning(Plan):
    """Games of a bot against itself, one seat with other parameters in each."""

    parameters: tuple[str, ...] = ()
    usual: tuple[float, ...] = ()

    @property
    def spec(self) -> str:
        return self.lineups[0][0]

    @property
    def block(self) -> int:
        """Games on one deal: a pair for each seat."""
        return 2 * self.seats

    def fixture(self, number: int) -> Fixture:
        deal, seat = number // self.block, number % self.seats
        parameters = self.off(deal, seat, mirrored=number % self.block >= self.seats)
        bots = [self.spec] * self.seats
        bots[seat] = searcher(self.spec, self.game).specification(parameters)
        return Fixture(number, self.seed * 1_000_003 + deal, tuple(bots))

    def off(self, deal: int, seat: int, *, mirrored: bool) -> dict[str, float]:
        """The parameters of the seat that is off in a pair of games."""
        dice = random.Random(f"dials {self.seed} {deal} {seat}")
        side = -SPAN if mirrored else SPAN
        return {
            name: turned(name, value, side * dice.uniform(-1, 1))
            for name, value in zip(self.parameters, self.usual, strict=True)
        }


def searcher(spec: str, game: str) -> SearchBot:
    found = bot(spec, 0, game)
    if not isinstance(found, SearchBot):
        raise BadOption(f"{found.name} has no parameters; tune a bot that searches, such as superintendent@300")
    return found


def turned(name: str, usual: float, off: float) -> float:
    """A parameter changed by this much on a log scale: a value with few digits, within its limits."""
    low, high = LIMITS[name]
    value = min(max(usual * math.exp(off), low), high)
    return float(f"{value:.3g}") if name in FRACTIONS else round(value)


def make_tuning(
    name: str,
    spec: str,
    *,
    parameters: Sequence[str],
    games: int,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    board: Any = None,
    seed: int = 1,
) -> Tuning:
    """A plan from what a user asks for; wrong input is one clear line."""
    game = gs.game(name)
    number = game.read_seats(min(4, game.seats[-1]) if seats is None else seats)
    if number < 2:
        raise BadOption("parameters are tuned against the usual ones: that takes two seats or more")
    plan = make_plan(name, bots=[], lineup=[spec] * number, games=games, options=options, board=board, seed=seed)
    player = searcher(plan.lineups[0][0], game.name)
    offered = game.tuned or TUNED
    chosen = tuple(dict.fromkeys(parameter.strip().lower() for parameter in parameters)) or offered
    usual = vars(player.parameters(game))
    for parameter in chosen:
        if parameter not in offered:
            raise BadOption(f"the parameters to tune in {game.title} are {', '.join(offered)}; not {shown(parameter)}")
        if not usual[parameter] > 0:
            raise BadOption(f"{parameter} is 0 for {player.name}: only what is above zero can be turned up or down")
    least = 8 * number * len(chosen)
    if games < least:
        raise BadOption(f"so many parameters and seats take {least} games or more; not {games}")
    return Tuning(
        **vars(replace(plan, lineups=((player.specification({}),) * number,))),
        parameters=chosen,
        usual=tuple(usual[parameter] for parameter in chosen),
    )


# ---------------------------------------------------------------- what the games tell
@dataclass(frozen=True)
class Trial:
    """One game, as the seat that was off saw it."""

    pair: int
    off: tuple[float, ...]  # by parameter, on a log scale
    won: float  # share of the win above a fair share
    ahead: float  # points ahead of the mean of the others
    time: float  # thinking time against that of the others, on a log scale


def trials(plan: Tuning, rows: Sequence[Row]) -> list[Trial]:
    """All games on deals that were played to the end, so that every seat has its share."""
    deals = Counter(row["number"] // plan.block for row in rows)
    return [trial(plan, row) for row in rows if deals[row["number"] // plan.block] == plan.block]


def trial(plan: Tuning, row: Row) -> Trial:
    deal, seat = row["number"] // plan.block, row["number"] % plan.seats
    parameters = searcher(row["bots"][seat], plan.game).own
    off = tuple(math.log(parameters[name] / usual) for name, usual in zip(plan.parameters, plan.usual, strict=True))
    return Trial(deal * plan.seats + seat, off, *against(row, seat))


def against(row: Row, seat: int) -> tuple[float, float, float]:
    """A seat's result: share won above a fair share, points ahead of the mean of the others, thinking time against
    theirs on a log scale. A game without a winner is a loss for nobody."""
    rivals = [other for other in range(len(row["bots"])) if other != seat]
    fair = sum(row["won"]) / len(row["won"])
    ahead = row["points"][seat] - sum(row["points"][other] for other in rivals) / len(rivals)
    return row["won"][seat] - fair, ahead, math.log(seconds_each(row, [seat]) / seconds_each(row, rivals))


def seconds_each(row: Row, seats: Sequence[int]) -> float:
    """Seconds for a decision."""
    seconds = sum(row["seconds"][seat] for seat in seats)
    return float(max(seconds, 1e-9) / max(sum(row["decisions"][seat] for seat in seats), 1))


@dataclass(frozen=True)
class Curves:
    """What each parameter brings: slope and bend over how far it is off, all others as they are."""

    found: Any  # slopes of all parameters, then bends
    doubt: Any  # how uncertain they are together (covariance)

    def at(self, parameter: int, off: float) -> tuple[float, float]:
        """What a parameter changed this far brings, and half of its 95 % interval."""
        known = self.along(parameter, [off])
        return float((known @ self.found)[0]), Z * math.sqrt(max(float((known @ self.doubt @ known.T)[0, 0]), 0.0))

    def along(self, parameter: int, offs: Sequence[float]) -> Any:
        import numpy as np

        known = np.zeros((len(offs), len(self.found)))
        known[:, parameter] = offs
        known[:, parameter + len(self.found) // 2] = np.square(offs)
        return known

    def best(self, parameter: int) -> tuple[float, float, float]:
        """Where the curve is highest within what was tried, and its 95 % interval over all plausible curves."""
        import numpy as np

        offs = np.linspace(-SPAN, SPAN, 2 * STEPS + 1)
        known = self.along(parameter, list(offs))
        draws = np.random.default_rng(1).multivariate_normal(self.found, self.doubt, DRAWS, method="eigh")
        low, high = np.quantile(offs[np.argmax(draws @ known.T, axis=1)], [0.025, 0.975])
        return float(offs[np.argmax(known @ self.found)]), float(low), float(high)


def regress(found: Sequence[Trial], results: Sequence[float]) -> Curves:
    """A quadratic curve for every parameter, through what the usual parameters win.

    Both games of a pair share their luck, so uncertainty is counted by pair.
    """
    import numpy as np

    offs = np.array([trial.off for trial in found])
    known = np.hstack([offs, offs**2])
    inverse = np.linalg.pinv(known.T @ known)
    curves = inverse @ known.T @ np.array(results)
    rest = np.array(results) - known @ curves
    pairs, of = np.unique([trial.pair for trial in found], return_inverse=True)
    sums = np.zeros((len(pairs), known.shape[1]))
    np.add.at(sums, of, known * rest[:, None])
    few = len(pairs) / max(len(pairs) - known.shape[1], 1)
    return Curves(curves, few * inverse @ (sums.T @ sums) @ inverse)


@dataclass(frozen=True)
class Advice:
    """One parameter: what it is, and what would be better."""

    parameter: str
    usual: float
    best: float
    low: float
    high: float

    @property
    def certain(self) -> bool:
        """Is the usual value outside the interval?"""
        return not self.low <= self.usual <= self.high


@dataclass(frozen=True)
class Findings:
    """The result of a tuning."""

    plan: Tuning
    trials: list[Trial]
    won: Curves
    ahead: Curves
    time: Curves

    def advice(self) -> list[Advice]:
        """By points ahead, which say more than who won; a check match shows whether more games are won."""
        return [
            Advice(name, usual, *(turned(name, usual, off) for off in self.ahead.best(k)))
            for k, (name, usual) in enumerate(zip(self.plan.parameters, self.plan.usual, strict=True))
        ]

    def suggested(self) -> dict[str, float]:
        """The parameters that are better elsewhere, as far as the games are certain about it."""
        return {one.parameter: one.best for one in self.advice() if one.certain}


def findings(plan: Tuning, rows: Sequence[Row]) -> Findings:
    found = trials(plan, rows)
    measures = [[one.won for one in found], [one.ahead for one in found], [one.time for one in found]]
    return Findings(plan, found, *(regress(found, results) for results in measures))


# ---------------------------------------------------------------- the check match
@dataclass(frozen=True)
class Check:
    """Suggested parameters against the usual ones; means and 95 % intervals."""

    spec: str
    games: int
    fair: float
    won: tuple[float, float, float]
    ahead: tuple[float, float, float]
    time: float  # thinking time for a decision, as a multiple of the usual


def check_plan(plan: Tuning, suggested: Mapping[str, float], games: int) -> Plan:
    """One seat with the suggested parameters against the usual ones in all rotations, on other deals."""
    spec = searcher(plan.spec, plan.game).specification(suggested)
    lineup = (spec,) + (plan.spec,) * (plan.seats - 1)
    return Plan(plan.game, (lineup,), games, plan.options, plan.board, plan.seed + 1)


def checked(plan: Plan, rows: Sequence[Row]) -> Check:
    """The result of a check match."""
    spec = plan.lineups[0][0]
    above, ahead, time = zip(*(against(row, row["bots"].index(spec)) for row in rows), strict=True)
    fair = sum(sum(row["won"]) for row in rows) / len(rows) / plan.seats
    share = fair + sum(above) / len(rows)
    low, high = wilson(share * len(rows), len(rows))
    return Check(spec, len(rows), fair, (share, low, high), mean_interval(ahead), math.exp(sum(time) / len(rows)))
