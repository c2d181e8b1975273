"""Studies for designers: what happens in many games of one setting, or of two side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import goldenspike as gs
from goldenspike.bots import bot
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, Setting, Value, halves
from goldenspike.engine.study import BOARD, Goal, NoWatch, Question, Watch, read_versus

from ..run.play_game import LONGEST, GameRunner, runner_of
from ..run.processes import as_many
from ..tournament.schedule import Plan, make_plan

FORKED = 0.5  # the share of special cards taken whose worth is measured


@dataclass
class Played:
    """What one game was like."""

    decisions: float
    points: list[float]  # by seat
    won: list[float]
    reason: str
    items: list[Counter[str]]  # points by seat and part
    used: list[float]  # by mark
    worth: list[float]
    goals: list[Goal]
    plays: Counter[str]  # how often each special card was taken or used
    brought: list[tuple[str, float]]  # a card, and its points against the best ordinary choice


@dataclass
class Figures:
    """Everything that was counted."""

    label: str
    setting: Any
    watch: Watch
    played: list[Played] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def points(self) -> list[list[float]]:
        """By game, by seat."""
        return [one.points for one in self.played]

    @property
    def won(self) -> list[list[float]]:
        return [one.won for one in self.played]

    @property
    def reasons(self) -> Counter[str]:
        return Counter(one.reason for one in self.played)

    @property
    def plays(self) -> Counter[str]:
        return sum((one.plays for one in self.played), Counter())

    @property
    def brought(self) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        for one in self.played:
            for card, gain in one.brought:
                found.setdefault(card, []).append(gain)
        return found

    @property
    def used(self) -> list[float]:
        """The mean of all games, by mark."""
        return [sum(values) / self.games for values in zip(*(one.used for one in self.played), strict=True)]

    @property
    def worth(self) -> list[float]:
        return [sum(values) / self.games for values in zip(*(one.worth for one in self.played), strict=True)]

    def seat_points(self) -> list[float]:
        return [value for one in self.played for value in one.points]

    def items(self) -> dict[str, list[float]]:
        """The parts of the points by game: the mean of its seats."""
        names = dict.fromkeys(name for one in self.played for parts in one.items for name in parts)
        return {
            name: [sum(parts[name] for parts in one.items) / len(one.items) for one in self.played] for name in names
        }


def questions(name: str, options: Mapping[str, object], versus: str | None, board: Any) -> list[Question]:
    """The setting as it is, and (if asked for) with one option changed or on another board."""
    game = gs.game(name)
    plain = game.read_options(options)
    if versus is None and board is None:
        return [Question("as it is", plain, None)]
    if versus is None:
        return two_boards(game, plain, None, board)
    option, value = read_versus(versus)
    if option == BOARD:
        return two_boards(game, plain, board, value)
    other = game.read_options({**options, option: value})
    if other == plain:
        raise BadOption(f"{versus} is how it is anyway: there is nothing to compare")
    return [Question("as it is", plain, board), Question(versus, other, board)]


def two_boards(game: Game, options: Mapping[str, Value], first: Any, second: Any) -> list[Question]:
    one, other = game.board(first), game.board(second)
    if one.hash == other.hash:
        which = "the usual board" if first is None else "the same board"
        raise BadOption(f"{other.id} is {which}: there is nothing to compare")
    return [Question(f"board {one.id}", options, first), Question(f"board {other.id}", options, second)]


def study(
    name: str, question: Question, *, games: int, seats: int, word: str, seed: int, seconds: float,
    progress: Callable[[int], None], cores: int = 1,
) -> Figures:  # fmt: skip
    """Play the requested number of games, or as many as the time allows."""
    plan = make_plan(
        name, bots=[], lineup=[word] * seats, games=games, options=question.options, board=question.board, seed=seed
    )
    ready, work = partial(runner_of, plan), partial(study_in, plan)
    played = as_many(work, games, ready=ready, seconds=seconds, cores=cores, progress=progress)
    setting = plan.setting()
    return Figures(question.label, setting, watch(setting), played)


def watch(setting: Setting) -> Watch:
    """How a game of this setting is watched."""
    return setting.game.watch(setting) or NoWatch()


def study_in(plan: Plan, number: int) -> tuple[int, Played]:
    """Play in this process."""
    return number, one_game(runner_of(plan), plan.seed * 1_000_003 + number, plan.lineups[0][0])


def one_game(runner: GameRunner, seed: int, word: str) -> Played:
    """Play a game and count what it was like."""
    dice, watched = Random(seed), watch(runner.setting)
    forks = Forks(runner, watched)
    fast, states, boards, seats = runner.fast, runner.states, runner.boards, runner.plan.seats
    before = runner.game.state.array(1)
    players = [bot(word, seed * 64 + seat, runner.game.name) for seat in range(seats)]
    plays: Counter[str] = Counter()
    brought: list[tuple[str, float]] = []
    fast.start_at(states, 0, boards, 0, seats, *halves(seed))
    waiting, count = int(fast.actors_at(states, 0)), 0
    while waiting and count < LONGEST:
        seat = (waiting & -waiting).bit_length() - 1
        action = runner.choice(players[seat], seat)
        special = watched.special_card(action)
        if special:
            plays[special] += 1
            gain = forks.gain(seat, action) if dice.random() < FORKED else None
            if gain is not None:
                brought.append((special, gain))
        before[0] = states[0]
        waiting = int(fast.apply_at(states, 0, boards, 0, seat, action))
        watched.applied(before[0], states[0], seat, action)
        count += 1
    s: Any = runner.game.state.from_bytes(states[0].tobytes())
    result = runner.setting.result(s)
    share = 1 / len(result.winners) if result.winners else 0.0
    items: list[Counter[str]] = [Counter() for _ in range(seats)]
    for parts, sheet in zip(items, result.sheet, strict=False):
        for item in sheet:
            parts[runner.game.score_part(item)] += item.points
    return Played(
        decisions=count / seats,
        points=[float(value) for value in result.points],
        won=[share if seat in result.winners else 0.0 for seat in range(seats)],
        reason=result.reason,
        items=items,
        used=watched.used(s),
        worth=watched.worth(s),
        goals=watched.goals(s),
        plays=plays,
        brought=brought,
    )


class Forks:
    """Moments at which a special card was taken, played on twice: with it and with the best ordinary choice.

    Both ways lead through the same deck and the same chance, and everybody plays on as a sensible beginner.
    """

    def __init__(self, runner: GameRunner, watched: Watch) -> None:
        import numpy as np

        self.runner = runner
        self.watch = watched
        self.states = runner.game.state.array(1)
        self.points = np.zeros(max(runner.game.most_legal, 64), np.int64)

    def gain(self, seat: int, action: int) -> float | None:
        """What the card brought its seat, in points; None where there was no other choice."""
        ordinary = self.ordinary(seat)
        return None if ordinary is None else self.points_after(seat, action) - self.points_after(seat, ordinary)

    def ordinary(self, seat: int) -> int | None:
        """The choice that promises most among those without a special card."""
        game = self.runner.game
        s = game.state.from_bytes(self.runner.states[0].tobytes())
        actions, gains = [0] * game.most_legal, [0] * game.most_legal
        count = game.rules.candidates(s, self.runner.setting.b, seat, actions, gains)
        promise = {actions[k]: gains[k] for k in range(count) if not self.watch.special_card(actions[k])}
        return max(promise, key=promise.__getitem__) if promise else None

    def points_after(self, seat: int, action: int) -> float:
        fast, states, boards, out = self.runner.fast, self.states, self.runner.boards, self.points
        states[0] = self.runner.states[0]
        waiting, count = int(fast.apply_at(states, 0, boards, 0, seat, action)), 0
        while waiting and count < LONGEST:
            next_seat = (waiting & -waiting).bit_length() - 1
            choice = int(fast.policy_at(states, 0, boards, 0, next_seat, out))
            waiting = int(fast.apply_at(states, 0, boards, 0, next_seat, choice))
            count += 1
        fast.score_at(states, 0, boards, 0, out)
        return float(out[seat])
