"""Studies for designers: what happens in many games of one setting, or of two side by side."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import goldenspike as gs
from goldenspike.bots import bot
from goldenspike.engine.game import Value, halves
from goldenspike.engine.refusal import BadOption

from .plan import Plan, make_plan
from .play import LONGEST, Hall
from .usage import Watch, watch

FORKED = 0.5  # the share of special cards taken whose worth is looked into


@dataclass
class Figures:
    """Everything that was counted."""

    label: str
    setting: Any
    watch: Watch
    games: int = 0
    decisions: list[float] = field(default_factory=list)
    points: list[list[float]] = field(default_factory=list)  # by game, by seat
    won: list[list[float]] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    items: dict[str, list[float]] = field(default_factory=dict)  # points of an item by seat and game
    used: list[float] = field(default_factory=list)  # sums by mark
    worth: list[float] = field(default_factory=list)
    plays: Counter[str] = field(default_factory=Counter)  # how often each special card was taken or used
    brought: dict[str, list[float]] = field(default_factory=dict)  # by card: points against the best ordinary choice

    def seat_points(self) -> list[float]:
        return [value for game in self.points for value in game]


@dataclass(frozen=True)
class Question:
    """One setting to be studied."""

    label: str
    options: Mapping[str, Value]
    board: Any


def questions(name: str, options: Mapping[str, object], versus: str | None, board: Any) -> list[Question]:
    """The setting as it is, and (if asked for) with one option changed or on another board."""
    game = gs.game(name)
    plain = game.read_options(options)
    if versus is None and board is None:
        return [Question("as it is", plain, None)]
    if versus is not None:
        option, equals, value = versus.partition("=")
        if not equals:
            raise BadOption(f"--versus takes OPTION=VALUE; not {versus!r}")
        other = game.read_options({**options, option.strip(): value.strip()})
        if other == plain:
            raise BadOption(f"{versus} is how it is anyway: there is nothing to compare")
        return [Question("as it is", plain, board), Question(versus, other, board)]
    usual, own = game.board(None), game.board(board)
    if usual.hash == own.hash:
        raise BadOption(f"{own.id} is the usual board: there is nothing to compare")
    return [Question(f"board {usual.id}", plain, None), Question(f"board {own.id}", plain, board)]


def study(
    name: str, question: Question, *, games: int, seats: int, word: str, seed: int, seconds: float,
    told: Callable[[int], None],
) -> Figures:  # fmt: skip
    """Let so many games be played, or as many as the time allows."""
    plan: Plan = make_plan(
        name, bots=[], lineup=[word] * seats, games=games, options=question.options, board=question.board, seed=seed
    )
    hall = Hall(plan)
    found = Figures(question.label, hall.setting, watch(hall.setting))
    forks = Forks(hall, found)
    found.used = [0.0] * len(found.watch.marks)
    found.worth = [0.0] * len(found.watch.marks)
    ends = time.monotonic() + seconds
    for number in range(games):
        if number and time.monotonic() > ends:
            break
        one_game(hall, found, forks, plan.seed * 1_000_003 + number, word)
        told(number + 1)
    return found


def one_game(hall: Hall, found: Figures, forks: Forks, seed: int, word: str) -> None:
    """Play a game and count what it was like."""
    dice = Random(seed)
    fast, states, boards, seats = hall.fast, hall.states, hall.boards, hall.plan.seats
    players = [bot(word, seed * 64 + seat, hall.game.name) for seat in range(seats)]
    fast.start_at(states, 0, boards, 0, hall.options, seats, *halves(seed))
    waiting, count = int(fast.actors_at(states, 0)), 0
    while waiting and count < LONGEST:
        seat = (waiting & -waiting).bit_length() - 1
        action = hall.choice(players[seat], seat)
        special = found.watch.play_of(action)
        if special:
            found.plays[special] += 1
            if dice.random() < FORKED:
                forks.look(seat, action, special)
        waiting = int(fast.apply_at(states, 0, boards, 0, seat, action))
        count += 1
    s = hall.game.state.from_bytes(states[0].tobytes())
    result = hall.setting.result(s)
    found.games += 1
    found.decisions.append(count / seats)
    found.points.append([float(value) for value in result.points])
    share = 1 / len(result.winners) if result.winners else 0.0
    found.won.append([share if seat in result.winners else 0.0 for seat in range(seats)])
    found.reasons[result.reason] += 1
    for seat in range(seats):
        parts: Counter[str] = Counter()
        for item in result.sheet[seat]:
            parts["cities" if hall.game.name.startswith("santa-fe") and item.what != "money" else item.what] += (
                item.points
            )
        for what, points in parts.items():
            found.items.setdefault(what, []).append(float(points))
    for k, value in enumerate(found.watch.used(s)):
        found.used[k] += value
    for k, value in enumerate(found.watch.worth(s)):
        found.worth[k] += value


class Forks:
    """Moments at which a special card was taken, played on twice: with it and with the best ordinary choice.

    Both ways lead through the same deck and the same chance, and everybody plays on as a sensible beginner.
    """

    def __init__(self, hall: Hall, found: Figures) -> None:
        import numpy as np

        self.hall = hall
        self.found = found
        self.states = hall.game.state.array(1)
        self.points = np.zeros(max(hall.game.most_legal, 64), np.int64)

    def look(self, seat: int, action: int, special: str) -> None:
        """What the card brought its seat, in points."""
        ordinary = self.ordinary(seat)
        if ordinary is not None:
            gain = self.points_after(seat, action) - self.points_after(seat, ordinary)
            self.found.brought.setdefault(special, []).append(gain)

    def ordinary(self, seat: int) -> int | None:
        """The choice that promises most among those without a special card."""
        game, watched = self.hall.game, self.found.watch
        s = game.state.from_bytes(self.hall.states[0].tobytes())
        actions, gains = [0] * game.most_legal, [0] * game.most_legal
        count = game.plain().candidates(s, self.hall.setting.b, seat, actions, gains)
        promise = {actions[k]: gains[k] for k in range(count) if not watched.play_of(actions[k])}
        return max(promise, key=promise.__getitem__) if promise else None

    def points_after(self, seat: int, action: int) -> float:
        fast, states, boards, out = self.hall.fast, self.states, self.hall.boards, self.points
        states[0] = self.hall.states[0]
        waiting, count = int(fast.apply_at(states, 0, boards, 0, seat, action)), 0
        while waiting and count < LONGEST:
            next_seat = (waiting & -waiting).bit_length() - 1
            choice = int(fast.policy_at(states, 0, boards, 0, next_seat, out))
            waiting = int(fast.apply_at(states, 0, boards, 0, next_seat, choice))
            count += 1
        fast.score_at(states, 0, boards, 0, out)
        return float(out[seat])
