"""How good a generated board is: a short study, and what it is short of good boards and of the board it should be like.

Every figure of a study has its faults: none inside what good boards keep to, and one for each five times the smallest
difference worth telling that it lies outside. A figure without such limits should be as on the other board. Favoured
seats count by their improbability, dead places by their share, warnings of the checker a little.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import goldenspike as gs
from goldenspike.engine.game import Game
from goldenspike.engine.study import Measure, Question, StudyRequest

from ..run.play_game import GameRunner
from ..run.processes import as_many
from ..study.findings import dead_places, finding
from ..study.measures import measures_for
from ..study.one_game import one_game, watch
from ..study.played import Figures
from ..study.run import deal
from ..study.verdicts import Side, shown, tolerance
from ..tournament.schedule import make_plan

STEP = 5.0  # tolerances that make one fault
MOST_OF_A_FIGURE = 2.0
MOST_OF_LIKENESS = 0.5  # to be like the other board is a wish, to be good is the aim
LUCKY_SEATS = 0.2  # seats are called balanced from this p on
MOST_OF_SEATS = 3.0
DEAD_PLACES = 6.0  # faults if all places were dead
WARNINGS = 0.1  # faults of one warning


@dataclass(frozen=True)
class Task:
    """What is played on every board: so many games of so many bots, with the same deals."""

    game: str
    seats: int | None
    bot: str
    games: int
    seed: int
    like: Mapping[str, float] = field(default_factory=dict)  # the figures of the board it should be like
    warnings: int = 0  # that the other board has as well

    def data(self) -> dict[str, Any]:
        return {**vars(self), "like": dict(self.like)}


@dataclass
class Mark:
    """What was found about a board: its faults, and a line for each figure."""

    faults: float
    lines: list[list[Any]]  # name, figure as people read it, faults
    means: dict[str, float]


def judge(task: Task, board: Mapping[str, Any]) -> Mark:
    """Play, and count the faults. The same task and board give the same mark on any machine."""
    game = gs.game(task.game)
    request = StudyRequest(
        options={},
        board=None,
        seats=task.seats,
        versus=None,
        bot=task.bot,
        games=task.games,
        seed=task.seed,
        run=as_many,
    )
    plan = game.study(request)
    if plan is not None:
        loaded = game.board(dict(board))
        found = plan.play(
            Question(loaded.id, plan.questions[0].options, loaded),
            seconds=math.inf,
            cores=1,
            progress=lambda done: None,
        )
        side = Side(loaded.id, plan.games(found))
        return _mark(task, game, board, plan.measures, side, [])
    seats = game.read_seats(task.seats)
    runner = GameRunner(make_plan(game.name, bots=[], lineup=[task.bot] * seats, games=1, board=dict(board)))
    played = [one_game(runner, deal(task.seed, number), task.bot) for number in range(task.games)]
    figures = Figures("", runner.setting, watch(runner.setting), played)
    one = finding(figures)
    own: list[list[Any]] = []
    if seats > 1:
        spread = f"{100 * min(one.balance.share):.0f} to {100 * max(one.balance.share):.0f} % of the wins"
        chance = max(one.balance.p, 1e-6)
        own.append(["seats", spread, min(MOST_OF_SEATS, max(0.0, math.log10(LUCKY_SEATS / chance)))])
    worthy = [mark for mark in figures.watch.marks if figures.watch.kinds[mark.kind].worth]
    if worthy:
        dead = len(dead_places(figures))
        own.append(["dead places", f"{dead} of {len(worthy)}", DEAD_PLACES * dead / len(worthy)])
    return _mark(task, game, board, measures_for(seats, game.study_limits), one.side, own)


def _mark(
    task: Task, game: Game, board: Mapping[str, Any], measures: Sequence[Measure], side: Side, own: list[list[Any]]
) -> Mark:
    lines, means = list(own), {}
    for measure in measures:
        known = side.known(measure)
        if not known:
            continue
        means[measure.key] = mean = sum(known) / len(known)
        if measure.tolerance is not None:
            lines.append([measure.name, shown(measure, mean), faults_of(measure, mean, task.like.get(measure.key))])
    warned = max(0, len(game.board_warnings(dict(board))) - task.warnings)
    lines.append(["warnings", str(warned), WARNINGS * warned])
    return Mark(sum(line[2] for line in lines), lines, means)


def faults_of(measure: Measure, mean: float, like: float | None) -> float:
    """Nothing inside what good boards keep to; without such limits, nothing where it is as on the other board."""
    step = STEP * max(1e-9, tolerance(measure, mean if like is None else like))
    if measure.low is not None or measure.high is not None:
        low, high = measure.low, measure.high
        off = max(0.0, 0.0 if low is None else low - mean, 0.0 if high is None else mean - high)
        return min(MOST_OF_A_FIGURE, off / step)
    off = 0.0 if like is None else max(0.0, abs(mean - like) - step / STEP)
    return min(MOST_OF_LIKENESS, off / step)
