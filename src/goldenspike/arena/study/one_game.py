"""One game of a study: played by bots in compiled code, and watched on the way."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from random import Random
from typing import Any

from goldenspike.bots import bot
from goldenspike.engine.env_fields import verbs
from goldenspike.engine.game import Setting, halves
from goldenspike.engine.study import NoWatch, Watch

from ..run.play_game import LONGEST, GameRunner
from .played import PHASES, Choices, Played

FORKED = 0.5  # the share of special cards taken whose worth is measured
# How long people take: for a decision without a choice, and for one among n. Thinking grows with the logarithm of the
# number of choices (Hick's law).
HANDLING_S, DECIDING_S, DOUBLING_S = 2.0, 5.0, 3.0


def watch(setting: Setting) -> Watch:
    """How a game of this setting is watched."""
    return setting.game.watch(setting) or NoWatch()


def one_game(runner: GameRunner, seed: int, word: str) -> Played:
    """Play a game and count what it was like."""
    dice, watched = Random(seed), watch(runner.setting)
    forks = Forks(runner, watched)
    fast, states, boards, seats = runner.fast, runner.states, runner.boards, runner.plan.seats
    before = runner.game.state.array(1)
    players = [bot(word, seed * 64 + seat, runner.game.name) for seat in range(seats)]
    plays: Counter[str] = Counter()
    brought: list[tuple[str, float]] = []
    decided: list[tuple[int, int]] = []  # choices, and the action
    fast.start_at(states, 0, boards, 0, seats, *halves(seed))
    rounds, clock = Rounds(runner, watched), TableClock()
    waiting, count = int(fast.actors_at(states, 0)), 0
    while waiting and count < LONGEST:
        seat = (waiting & -waiting).bit_length() - 1
        rounds.turn(seat)
        action = runner.choice(players[seat], seat)
        clock.decision(waiting, seat, len(runner.legal))
        decided.append((len(runner.legal), action))
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
    points = [float(value) for value in result.points[:seats]]
    phases, kinds = counted(decided, verb_names(runner.setting))
    return Played(
        decisions=count / seats,
        points=points,
        won=[share if seat in result.winners else 0.0 for seat in range(seats)],
        reason=result.reason,
        items=items,
        used=watched.used(s),
        worth=watched.worth(s),
        goals=watched.goals(s),
        plays=plays,
        brought=brought,
        course=[*rounds.course, points],
        minutes=clock.seconds() / 60,
        phases=phases,
        verbs=kinds,
        left=watched.left(s),
    )


# ---------------------------------------------------------------- decisions
def verb_names(setting: Setting) -> tuple[list[int], list[str]]:
    """The first action number of each verb, and its name."""
    named = verbs(setting)
    return [verb.first for verb in named], [verb.name for verb in named]


def counted(decided: list[tuple[int, int]], named: tuple[list[int], list[str]]) -> tuple[list[Choices], dict[str, Any]]:
    """Choices by third of the game, and by what was done."""
    firsts, names = named
    phases, kinds = [Choices() for _ in PHASES], dict[str, Choices]()
    for k, (choices, action) in enumerate(decided):
        phases[k * len(PHASES) // len(decided)].add(choices)
        name = names[max(0, bisect_right(firsts, action) - 1)]
        kinds.setdefault(name, Choices()).add(choices)
    return phases, kinds


def decision_seconds(choices: int) -> float:
    """About how long somebody takes at a table."""
    return HANDLING_S if choices <= 1 else DECIDING_S + DOUBLING_S * math.log2(choices)


class TableClock:
    """About how long people would play: decisions one after the other, but those awaited together at the same time."""

    def __init__(self) -> None:
        self.passed = 0.0
        self.together: dict[int, float] = {}  # seconds by seat, of those who decide at the same time
        self.awaited = 0  # bit mask of those who have not finished

    def decision(self, waiting: int, seat: int, choices: int) -> None:
        if waiting & ~self.awaited:  # somebody is asked anew
            self.passed += max(self.together.values(), default=0.0)
            self.together = {}
        self.awaited = waiting
        self.together[seat] = self.together.get(seat, 0.0) + decision_seconds(choices)

    def seconds(self) -> float:
        return self.passed + max(self.together.values(), default=0.0)


class Rounds:
    """Points as they stand after every round.

    The game may know its rounds. In general a round is over when a seat whose turn it was already begins another turn;
    alone, with every decision.
    """

    def __init__(self, runner: GameRunner, watched: Watch) -> None:
        import numpy as np

        self.runner, self.watch = runner, watched
        self.out = np.zeros(max(runner.game.most_legal, 64), np.int64)
        self.course: list[list[float]] = []
        self.had: set[int] = set()
        self.last = -1
        self.number = watched.round_number(runner.states[0])

    def turn(self, seat: int) -> None:
        """Somebody is about to decide."""
        if self.over(seat):
            seats = self.runner.plan.seats
            self.runner.fast.score_at(self.runner.states, 0, self.runner.boards, 0, self.out)
            self.course.append([float(value) for value in self.out[:seats]])
            self.had = set()
        self.had.add(seat)
        self.last = seat

    def over(self, seat: int) -> bool:
        number = self.watch.round_number(self.runner.states[0])
        if number is not None:
            changed = number != self.number
            self.number = number
            return changed
        return seat in self.had and (seat != self.last or self.runner.plan.seats == 1)


# ---------------------------------------------------------------- special cards
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
