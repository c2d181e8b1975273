"""Whole turns instead of a tree: the search of Pioneer Rails, with the same face as ``Search``."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from goldenspike.engine.bot import Budget, World
from goldenspike.engine.game import Game
from goldenspike.engine.learner import Network
from goldenspike.engine.rule_set import Kernels
from goldenspike.engine.search import HAND_OVER_S, ActionValue, SearchParameters, SearchResult

from . import distances, goal_value, hand_value, sheet_features, sheet_value, turn_beam, turn_work

KERNELS = Kernels(
    (distances, goal_value, hand_value, sheet_value, sheet_features, turn_beam, turn_work),
    entry_points=("work", "target_at", "mark_at", "step_at"),
)

# What the value of a sheet is made of; found by playing many games with other numbers.
WEIGHTS = {
    "side": 0.9, "step": 1.25, "symbol": 1.0, "useful": 0.42, "seen_goal": 0.5, "hidden_goal": 0.5, "network": 0.15,
    "factor": 1.0, "hold": 1.9, "span": 0.35, "free": 0.88, "future": 4.4, "value": 1.4, "cells_hope": 1.4,
    "merge": 1.2, "path": 0.8, "herds": 1.4,
}  # fmt: skip

# What characters like more than others do (bots.characters): networks, goals before others have them, hands and gold.
LIKES = {
    "": {},
    "builder": {"span": 0.7, "network": 0.3, "factor": 1.3, "merge": 1.8},
    "blocker": {"seen_goal": 0.9, "hidden_goal": 0.9, "path": 0.6},
    "gambler": {"free": 1.0, "future": 6.5, "hold": 2.6, "value": 2.2, "cells_hope": 2.0},
}

KEEP = 10  # complete turns that are looked at further
QUICK = (4, 1, 1, 0)  # a turn on the way: width, turns kept, Towns spent, other railways
FULL_TOWNS = 3
LEADERS = ((2, 6), (5, 4), (12, 2))  # after so many worlds only so many turns stay in the race
TRUST = 3  # tries that tell as much about a turn as its promise
DOUBT = 3.1  # points: how far a promise is off, for the root of the turns left
NO_LIMIT = 1 << 40
PER_SECOND = 40_000  # sheets that a slow machine judges


@dataclass
class TurnMemory:
    """Room to work in, for one thread."""

    game: Game
    width: int
    keep: int
    towns: int
    suits: int
    ask: Any = field(init=False)
    character: str = field(init=False, default="")

    def __post_init__(self) -> None:
        import numpy as np

        places = turn_beam.first_free(self.width) + self.keep + turn_beam.OPENINGS
        state = self.game.state.dtype()
        self.ask = np.zeros(turn_beam.ASKED, np.int64)
        self.ask[: turn_beam.JUDGED] = self.width, self.keep, self.towns, self.suits, NO_LIMIT
        self.pool = np.zeros(places, state)
        self.line = np.zeros(1, state)
        self.steps = np.zeros((places, turn_beam.STEPS), np.int64)
        self.values = np.zeros(places, np.float64)
        self.keys = np.zeros(turn_beam.KEYS, np.int64)
        self.wi = np.zeros((distances.ROWS, distances.COLUMNS), np.int64)
        self.wf = np.zeros((distances.FRACTIONS, distances.COLUMNS), np.float64)
        self.odds = np.zeros(1 << 15, np.float64)
        self.out = np.zeros(self.game.most_legal, np.int64)
        self.net = np.zeros(1)  # no network
        self.rows = np.zeros((1, 1))
        for name, value in WEIGHTS.items():
            self.turn(name, value)

    def turn(self, name: str, value: float) -> None:
        """Set a weight of the sheet value."""
        self.wf[distances.WEIGHT][getattr(distances, name.upper())] = value

    def lean(self, character: str) -> None:
        """Judge as a character would."""
        if character != self.character:
            self.character = character
            for name, value in {**WEIGHTS, **LIKES[character]}.items():
                self.turn(name, value)

    def arrays(self) -> tuple[Any, ...]:
        """The arrays in the order in which compiled code takes them."""
        return (
            self.pool, self.steps, self.values, self.keys, self.wi, self.wf, self.odds, self.out, self.ask, self.net,
            self.rows,
        )  # fmt: skip


@dataclass
class Candidate:
    """A complete turn, and how the turns after it went."""

    place: int
    steps: tuple[int, ...]
    promise: float
    tries: int = 0
    total: float = 0.0
    points: float = 0.0
    prior: float = 0.0  # its promise, as if it had been played on a few times

    @property
    def mean(self) -> float:
        return self.total / self.tries if self.tries else self.prior

    @property
    def rank(self) -> float:
        """By what was tried; with few tries the promise still counts."""
        return (self.total + TRUST * self.prior) / (self.tries + TRUST)


class TurnSearch:
    """Looks for the best whole turn, by the sheet value or by a network; several threads may use it at once."""

    def __init__(self, game: Game, network: Network | None = None) -> None:
        from goldenspike.engine.compiled import added

        self.game, self.network = game, network
        self.code = added(game.rule_set, KERNELS)
        self._idle: dict[tuple[int, ...], list[TurnMemory]] = {}

    # ------------------------------------------------------------ thinking
    def search(
        self, world: World, budget: Budget, parameters: SearchParameters, dice: random.Random, *, threads: int = 1,
        line: int = 1,
    ) -> SearchResult:  # fmt: skip
        """Think about a decision; with a count of iterations (turns played on) the same dice find the same."""
        begun = time.perf_counter()
        ends = begun + budget.seconds - HAND_OVER_S
        boards = type(world.setting.b).array([world.setting.b])
        tries = random.Random(dice.getrandbits(64))
        with ExitStack() as memories:
            wide = memories.enter_context(self._memory(parameters.narrow, KEEP, FULL_TOWNS, 1))
            wide.lean(parameters.character)
            wide.line[0] = loaded(world.s, wide.line.dtype)
            wide.ask[turn_beam.MOST] = int(PER_SECOND * budget.seconds) if budget.seconds else NO_LIMIT
            count = int(self.work(turn_work.PLAN, wide, boards, world.seat))
            race = candidates_of(wide, count)
            measure = self._measure(wide, boards, world, parameters, race)
            iterations = 0
            small: list[TurnMemory] = []
            if parameters.depth > 1:
                small = [memories.enter_context(self._memory(*QUICK)) for _ in range(threads)]
                for memory in small:
                    memory.lean(parameters.character)
                judge = Judge(self, world, boards, wide, small, parameters.horizon, measure)
                iterations = judge.run(race, budget, ends, tries)
            actions = judge_actions(race, world.seat, line, measure)
            plan = self._plan(wide, boards, world.seat, race[0]) if race else {}
            nodes = sum(int(memory.ask[turn_beam.JUDGED]) for memory in (wide, *small))
        return SearchResult(actions, iterations, nodes, time.perf_counter() - begun, plan)

    def work(
        self, what: int, memory: TurnMemory, boards: Any, seat: int, source: Any = None, place: int = 0, low: int = 0,
        high: int = 0, ahead: int = 0,
    ) -> float:  # fmt: skip
        """Compiled work in a memory; see ``turn_beam.work``."""
        return float(
            self.code.work(
                what, memory.pool if source is None else source, place, memory.line, boards, 0,
                seat, low, high, *memory.arrays(), ahead,
            )
        )  # fmt: skip

    def plan_key(self, world: World) -> int:
        """A number for what the seat sees of its own turn: the same number, the same place in a plan."""
        with self._memory(*QUICK) as memory:
            memory.line[0] = loaded(world.s, memory.line.dtype)
            return int(self.code.mark_at(memory.line, 0, world.seat))

    def _measure(
        self, wide: TurnMemory, boards: Any, world: World, parameters: SearchParameters, race: list[Candidate]
    ) -> Measure:
        seats, s = world.setting.seats, wide.line[0]
        left = turn_beam.TURNS_IN_ALL - turn_beam.ROUND * (int(s["round_no"]) - 1) - int(s["turn_no"])
        later = max(0, left - parameters.horizon)
        if seats == 1:
            rival = float(self.code.target_at(wide.line, 0, boards, 0))
            doubt = DOUBT * math.sqrt(later) if self.network is None else float(self.network.spreads[later])
            return Measure(True, rival, 1.0 + doubt)
        others = (self.work(turn_work.JUDGE, wide, boards, other) for other in range(seats) if other != world.seat)
        rival = max(others)
        if self.network is not None and race:
            # Others are judged before their turns, by the sheet value: what counts is how far ahead of this seat.
            rival += race[0].promise - self.work(turn_work.JUDGE, wide, boards, world.seat)
        return Measure(False, rival, 2.0 + DOUBT * math.sqrt(2 * left))

    def _plan(self, wide: TurnMemory, boards: Any, seat: int, best: Candidate) -> dict[int, int]:
        """What to do at each step of the chosen turn."""
        plan: dict[int, int] = {}
        for action in best.steps:
            plan[int(self.code.mark_at(wide.line, 0, seat))] = action
            self.code.step_at(wide.line, 0, boards, 0, seat, action)
        return plan

    @contextmanager
    def _memory(self, *size: int) -> Iterator[TurnMemory]:
        """A memory of that size, made when none is idle."""
        try:
            memory = self._idle.setdefault(size, []).pop()
        except IndexError:
            memory = TurnMemory(self.game, *size)
            if self.network is not None:
                memory.net = self.network.numbers
        memory.ask[turn_beam.JUDGED] = 0
        try:
            yield memory
        finally:
            self._idle[size].append(memory)


class Judge:
    """Plays complete turns on in worlds dealt anew, the same worlds for all of them."""

    def __init__(
        self, search: TurnSearch, world: World, boards: Any, wide: TurnMemory, small: list[TurnMemory], horizon: int,
        measure: Measure,
    ) -> None:  # fmt: skip
        self.search, self.seat, self.boards, self.wide, self.small = search, world.seat, boards, wide, small
        self.horizon, self.measure = horizon, measure

    def run(self, race: list[Candidate], budget: Budget, ends: float, dice: random.Random) -> int:
        """Let the turns race until the budget is used up; they are sorted, the best first. How many were played on."""
        iterations, worlds = 0, 0
        active = list(race)
        slowest = 0.0
        with ExitStack() as stack:
            pool = stack.enter_context(ThreadPoolExecutor(len(self.small))) if len(self.small) > 1 else None
            while active:
                if budget.iterations:
                    if iterations >= budget.iterations:
                        break
                elif len(active) == 1 or time.perf_counter() + slowest > ends:
                    break
                batch = active[: budget.iterations - iterations] if budget.iterations else active
                low, high = dice.getrandbits(32), dice.getrandbits(32)
                for first in range(0, len(batch), len(self.small)):
                    part = batch[first : first + len(self.small)]
                    begun = time.perf_counter()
                    if not budget.iterations and begun + slowest > ends:
                        break
                    if pool is None:
                        found = [self.play(part[0], self.small[0], low, high)]
                    else:
                        found = list(pool.map(self.play, part, self.small, [low] * len(part), [high] * len(part)))
                    slowest = max(slowest, time.perf_counter() - begun)
                    for candidate, points in zip(part, found, strict=False):
                        candidate.tries += 1
                        candidate.points += points
                        candidate.total += self.measure.worth(points)
                        iterations += 1
                worlds += 1
                if worlds == 1:
                    self.weigh(race)
                for after, most in LEADERS:
                    if worlds == after:
                        active = sorted(active, key=lambda one: (-one.rank, one.place))[:most]
        race.sort(key=lambda one: (one not in active, -one.rank, -one.promise, one.place))
        return iterations

    def weigh(self, race: list[Candidate]) -> None:
        """Turn promises into the measure of what is tried: on average both are alike."""
        tried = [one for one in race if one.tries]
        level = sum(one.points / one.tries - one.promise for one in tried) / max(len(tried), 1)
        for one in race:
            one.prior = self.measure.worth(one.promise + level)

    def play(self, candidate: Candidate, memory: TurnMemory, low: int, high: int) -> float:
        return self.search.work(
            turn_work.TRY, memory, self.boards, self.seat, self.wide.pool, candidate.place, low, high, self.horizon
        )


@dataclass(frozen=True)
class Measure:
    """What points are worth: alone against the target, else against the best of the others."""

    alone: bool
    rival: float  # points to beat, for a promise; alone a turn played on is counted from the target already
    doubt: float

    def worth(self, points: float) -> float:
        """Alone the chance to win; against others points are what counts."""
        return chance(points, self.doubt) if self.alone else points

    def value(self, one: Candidate) -> float:
        """About the chance to win with this turn."""
        if not one.tries:
            return chance(one.promise - self.rival, self.doubt)
        return one.mean if self.alone else chance(one.mean - self.rival, self.doubt)


def chance(ahead: float, doubt: float) -> float:
    """About the chance to win with so many points ahead."""
    return 1.0 / (1.0 + math.exp(max(-60.0, min(60.0, -1.7 * (ahead - 0.5) / doubt))))


def loaded(s: Any, state: Any) -> Any:
    import numpy as np

    return np.frombuffer(s.to_bytes(), state)[0]


def candidates_of(wide: TurnMemory, count: int) -> list[Candidate]:
    """The complete turns that were kept, the most promising first."""
    first = turn_beam.first_free(wide.width)
    found = []
    for place in range(first, first + count):
        length = int(wide.steps[place][turn_beam.LENGTH])
        steps = tuple(int(action) for action in wide.steps[place][:length])
        found.append(Candidate(place, steps, float(wide.values[place])))
    return sorted(found, key=lambda one: (-one.promise, one.place))


def judge_actions(race: list[Candidate], seat: int, line: int, measure: Measure) -> list[ActionValue]:
    """The turns by their first step, each with the best turn that begins so; the best first."""
    visits: dict[int, int] = {}
    lead: dict[int, Candidate] = {}
    for one in race:
        lead.setdefault(one.steps[0], one)
        visits[one.steps[0]] = visits.get(one.steps[0], 0) + one.tries
    return [
        ActionValue(action, visits[action], measure.value(one), one.steps[:line], (seat,) * len(one.steps[:line]))
        for action, one in lead.items()
    ]
