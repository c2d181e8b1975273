"""Rounds of Rail Pass for designers: what a layout or an option does to a team of bots."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Value
from goldenspike.engine.study import (
    BOARD,
    MINUTES,
    MOST_GAMES,
    MOST_VERSIONS,
    NUMBER,
    POINTS,
    SHARE,
    KeptGames,
    Measure,
    Question,
    StudyPlan,
    StudyRequest,
    changed_options,
    read_versus,
)
from goldenspike.games.rail_pass.board.load import BUILT_IN, Layout, for_players, load
from goldenspike.games.rail_pass.bot.measure import read_team_options
from goldenspike.games.rail_pass.bot.partners import LEVELS
from goldenspike.games.rail_pass.bot.run_round import Outcome, SeatProfile, TeamRound, fast
from goldenspike.games.rail_pass.game import RailPass
from goldenspike.games.rail_pass.rules.state import HELD, NONE, TAKING, WRECKED

USUAL_SEATS = 4


def questions(
    game: RailPass,
    board: str | None,
    seats: int | None,
    options: Mapping[str, object],
    versus: Sequence[str] = (),
    *,
    sweep: Sequence[str] = (),
    alone: bool = False,
) -> list[Question]:
    """The layout with its options, and (if asked for) with options changed or beside other layouts.

    A layout file stands beside the built-in one it was made from, or the usual one for as many players, unless it is
    asked for alone.
    """
    read = partial(read_team_options, game=game)
    chosen = read(options)
    layout = for_players(game.read_seats(seats or USUAL_SEATS)) if board is None else load(board)
    if not versus and not sweep:
        if alone or board is None or board.strip().upper() in map(str.upper, BUILT_IN):
            return [Question(layout.id, chosen, layout)]
        usual = load(layout.id) if layout.id in BUILT_IN else for_players(seats or layout.players[0])
        return beside(usual, [layout], chosen)
    others = [load(value) for option, value in map(read_versus, versus) if option == BOARD]
    switched = [text for text in versus if read_versus(text)[0] != BOARD]
    if others and not switched and not sweep:
        return beside(layout, others, chosen)
    label, changed = changed_options(game, read, options, layout, switched, sweep)
    found = [Question(label, chosen, layout), *(Question(one, settings, layout) for one, settings in changed)]
    found += beside(layout, others, chosen)[1:]
    if not 2 <= len(found) <= MOST_VERSIONS:
        raise BadOption(f"a study compares 2 to {MOST_VERSIONS} versions; these are {len(found)}")
    return found


def beside(layout: Layout, others: Sequence[Layout], options: Mapping[str, Value]) -> list[Question]:
    """A layout and the ones it is compared with."""
    found = [Question(layout.id, options, layout)]
    for other in others:
        if other.hash == layout.hash:
            raise BadOption(f"{other.id} is the same layout as {layout.id}: there is nothing to compare")
        taken = any(other.id == question.label for question in found)
        found.append(Question(f"{other.id} (edited)" if taken else other.id, options, other))
    return found


@dataclass(frozen=True)
class Task:
    """What is played: a layout with its seats and options, by partners of one speed, seed after seed."""

    game: RailPass
    layout: Layout
    seats: int
    options: Mapping[str, Value]
    level: str
    first: int

    def table(self, number: int) -> TeamRound:
        profile = SeatProfile(react_ms=LEVELS[self.level].react_ms, see_ms=LEVELS[self.level].see_ms)
        profiles = [profile] * self.seats
        return TeamRound(self.layout, self.first + number, profiles, quick=True, game=self.game, **self.options)


@dataclass
class Round:
    """What one round was like."""

    outcome: Outcome
    items: dict[str, float]  # the parts of the score
    ended: str
    gave: list[int]  # by seat: trains handed over
    took: list[int]
    moved: list[int]  # trains moved between own cities
    passes: list[int]  # by link: trains handed over
    moves: list[int]
    waited: list[float]  # by link: seconds that trains stood there and nobody took them
    home: list[list[int]]  # by city: the moments at which its cubes were delivered

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Round:
        """A round from a file."""
        told = dict(data["outcome"])
        for name in ("stored", "given"):
            told[name] = tuple(told[name])
        told["log"] = tuple((moment, seat, action) for moment, seat, action in told["log"])
        return cls(**{**data, "outcome": Outcome(**told)})


def _seconds_to_100(one: Round) -> float | None:
    return None if one.outcome.to_100 is None else one.outcome.to_100 / 1000


# What verdicts are about. Good layouts are won by a team as quick as people are, but not always.
ROUND_MEASURES = (
    Measure(
        "won", "rounds won", "{} of the rounds are won", lambda one: float(one.outcome.won), SHARE, 0.1, 0.05, None,
        "fewer", "more", "hardly any round is won",
    ),
    Measure("score", "score", "the team scores {}", lambda one: float(one.outcome.score), POINTS, 0.05),
    Measure(
        "to_100", "seconds until the team has 100 points", "100 points after {} seconds", _seconds_to_100, NUMBER, 5.0,
        None, None, "earlier", "later",
    ),
    Measure("commands", "commands of all seats", "{} commands", lambda one: sum(one.outcome.given), NUMBER, 10.0),
    Measure("passes", "trains handed over", "{} trains handed over", lambda one: sum(one.passes), NUMBER, 2.0),
    Measure("waited", "seconds that trains wait", "trains wait {} seconds", lambda one: sum(one.waited), NUMBER, 10.0),
    Measure(
        "gap", "longest time without a delivery, s", "{} seconds at most without a delivery",
        lambda one: one.outcome.longest_gap / 1000, NUMBER, 2.0, None, None, "shorter", "longer",
    ),
    Measure(
        "minutes", "length of a round", "about {} a round", lambda one: one.outcome.length / 60_000, MINUTES, 0.05,
        None, None, "shorter", "longer",
    ),
)  # fmt: skip


@dataclass
class RoundFigures:
    """Everything that was counted."""

    label: str
    setting: Any
    rounds: list[Round] = field(default_factory=list)

    @property
    def win(self) -> int:
        """What wins a round."""
        return int(self.setting.b.values.win)

    @property
    def links(self) -> list[Any]:
        return joined(self.setting.board)

    @property
    def standstill(self) -> str:
        """In how many rounds the team stood still, and since when; empty if it never did."""
        found = [one.outcome for one in self.rounds if one.outcome.stood_still]
        if not found:
            return ""
        first = min(found, key=lambda one: one.still_from)
        return (
            f"the team stood still in {len(found)} of {len(self.rounds)} rounds, at the earliest from "
            f"{clock_words(first.still_from)} for {first.longest_still // 1000} s (seed {first.seed})"
        )

    def each(self, what: Callable[[Round], float]) -> list[float]:
        return [float(what(one)) for one in self.rounds]


def clock_words(ms: int) -> str:
    """A moment of a round, in minutes and seconds."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


def joined(layout: Layout) -> list[Any]:
    """The links over which trains go."""
    return [link for link in layout.links if link.joins]


def read_task(game: RailPass, question: Question, seats: int | None, level: str, games: int, seed: int) -> Task:
    """What to play; wrong input is one clear line."""
    if level not in LEVELS:
        raise BadOption(f"there is no level {level[:40]!r}; there are {', '.join(LEVELS)}")
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"a number of games from 1 to {MOST_GAMES}; not {games}")
    layout: Layout = question.board
    if seats is not None:
        layout.seats(seats)
    task = Task(game, layout, seats or layout.players[0], question.options, level, seed * 1_000_003)
    task.table(0)
    return task


def plan_study(game: RailPass, request: StudyRequest) -> StudyPlan:
    """A study of rounds that a team of bots plays on the virtual clock."""
    from .study_report import rounds_page

    level, games, seats, seed = request.bot, request.games, request.seats, request.seed
    asked = questions(
        game, request.board, seats, request.options, request.versus or (), sweep=request.sweep, alone=request.alone
    )
    for question in asked:
        read_task(game, question, seats, level, games, seed)

    def line(one: RoundFigures) -> str:
        won = sum(one.each(lambda r: r.outcome.won))
        words = f"{one.label}: {len(one.rounds)} rounds, {won / len(one.rounds):.0%} won"
        return f"{words}; {still}" if (still := one.standstill) else words

    play = partial(study_rounds, game, games=games, seats=seats, level=level, seed=seed, run=request.run)
    return StudyPlan(
        asked, play, lambda found, top="": rounds_page(found, level, top), line, ROUND_MEASURES, lambda one: one.rounds
    )


def study_rounds(
    game: RailPass, question: Question, *, games: int, seats: int | None, level: str, seed: int, seconds: float,
    progress: Callable[[int], None], run: Callable[..., list[Round]], cores: int = 1,
    journal: KeptGames | None = None,
) -> RoundFigures:  # fmt: skip
    """Play the requested number of rounds, or as many as the time allows; those that are kept are not played again."""
    task = read_task(game, question, seats, level, games, seed)
    ready, work = partial(round_in, task, 0), partial(round_in, task)
    key = json.dumps([game.name, game.rules_version, task.layout.hash, task.seats, dict(task.options), level, seed])
    known = {} if journal is None else {n: Round.from_data(data) for n, data in journal.games(key).items()}

    def keep(number: int, one: Round) -> None:
        if journal is not None:
            journal.add(key, number, asdict(one))

    rounds = run(
        work, games, ready=ready, seconds=seconds, cores=cores, progress=progress, known=known, keep=keep
    )  # fmt: skip
    return RoundFigures(question.label, task.table(0).setting, rounds)


def round_in(task: Task, number: int) -> tuple[int, Round]:
    """Play in this process."""
    table = task.table(number)
    trace = Trace(table)
    table.run()
    return number, trace.follow(table)


class Trace:
    """A round gone through once more, from command to command and from event to event."""

    def __init__(self, table: TeamRound) -> None:
        self.fast = fast(table.game)
        self.states, self.boards = table.states.copy(), table.boards
        row = self.states[0]
        self.at, self.place, self.storage = row["at"], row["place"], row["storage"]
        self.offer, self.job = row["offer"], row["job"]
        layout: Layout = table.layout
        index, seats = layout.index, table.setting.seats
        self.link = {
            frozenset((index[link.a], index[link.b])): number for number, link in enumerate(joined(layout))
        }  # fmt: skip
        self.gave, self.took, self.moved = [0] * seats, [0] * seats, [0] * seats
        self.passes, self.moves = [0] * len(self.link), [0] * len(self.link)
        self.waited = [0.0] * len(self.link)
        self.home: list[list[int]] = [[] for _ in layout.cities]
        self.due = int(self.fast.next_event_at(self.states, 0))

    def follow(self, table: TeamRound) -> Round:
        """All commands of the finished round, and what came of them."""
        outcome = table.outcome()
        for moment, seat, action in outcome.log:
            self.until(moment)
            self.fast.apply_at(self.states, 0, self.boards, 0, seat, action)
            self.due = int(self.fast.next_event_at(self.states, 0))
        self.until(int(table.states[0]["now"]))
        items = {item.what: float(item.points) for item in table.setting.result(table.state()).sheet[0]}
        won = "won" if outcome.won else "lost"
        ended = "every cube home" if outcome.to_all is not None else f"time is up, {won}"
        if outcome.stood_still_to_the_end:
            ended = f"the team stood still to the end, {won}"
        return Round(
            outcome, items, ended, self.gave, self.took, self.moved, self.passes, self.moves, self.waited, self.home
        )

    def until(self, moment: int) -> None:
        """Let time pass, and count what comes about on the way."""
        now = int(self.states[0]["now"])
        while now < moment:
            stop = min(moment, self.due) if self.due > now else moment
            at, place, storage = self.at.tolist(), self.place.tolist(), self.storage.tolist()
            for train, city in enumerate(self.offer.tolist()):
                if city != NONE and self.job[train] != TAKING:
                    self.waited[self.link[frozenset((at[train], city))]] += (stop - now) / 1000
            self.due = int(self.fast.advance_at(self.states, 0, self.boards, 0, stop))
            now = stop
            for train, city in enumerate(self.at.tolist()):
                if city != at[train] and self.place[train] < WRECKED:
                    self.arrived(frozenset((at[train], city)), place[train], int(self.place[train]))
            for city, moments in enumerate(self.home):
                moments += [now] * (int(self.storage[city]) - storage[city])

    def arrived(self, link: frozenset[int], before: int, after: int) -> None:
        """A train came over a link: from hand to hand, or in the hand of its player."""
        giver, taker = (before - HELD) // 2, (after - HELD) // 2
        if giver == taker:
            self.moved[taker] += 1
            self.moves[self.link[link]] += 1
            return
        self.gave[giver] += 1
        self.took[taker] += 1
        self.passes[self.link[link]] += 1
