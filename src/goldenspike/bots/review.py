"""Review a finished match: everybody's chance to win along the way, where it turned, and what decisions cost.

Chances come from playing positions on to the end. A decision is judged by what its seat could know: the strongest bot
searches in worlds dealt anew, then its choice and the one that was made are played on in the same worlds.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from goldenspike.engine.bot import Budget, World, imagine, policy_choice
from goldenspike.engine.errors import BadOption
from goldenspike.engine.match import UNDO, Match
from goldenspike.engine.match_review import Decision, MatchReview, Moment, TurningPoint
from goldenspike.engine.outlook import most_telling, outlook_of, readable_log
from goldenspike.engine.search import DEEP, ActionValue, Searcher
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.engine.timed_match import TimedMatch

from .analysis import line_in_words
from .play_on import LONGEST_LINE, PlayOn, Worth
from .search import parameters_for, search_for

LEAST_SWING = 0.06  # of somebody's chance to win: less is no turning point
CERTAIN = 3.0  # standard deviations by which it must be more than nothing
MOST_TURNING_POINTS = 5
CANDIDATES = 12  # changes that are looked at more closely
FOLLOW = 4  # decisions of a line that follows
THINK_S = 0.25
FIRST_THOUGHT = 24  # iterations, to see how long they take
MOST_THOUGHT = 12_000
MOST_SECONDS = 600.0

Told = Callable[[float], None]  # how far a review is, from 0 to 1


@dataclass(frozen=True)
class Effort:
    """How much work a review is: how many games are played on."""

    look: int = 200  # games from every moment
    closely: int = 3000  # from both sides of what may be a turning point
    pairs: int = 80  # games with both choices, to see whether there may be a difference
    pairs_closely: int = 400  # to say how large it is


# What a review may cost by itself, in seconds of computing time: slow games are played on less often.
LOOK_S, CLOSELY_S, PAIRS_S = 5.0, 6.0, 0.3  # all moments; all turning points; one decision
SAMPLE = 24  # games, to see how long they take


def usual_effort(play_on: PlayOn, s: Any, moments: int) -> Effort:
    """As much work as a game is worth that takes so long to play on."""
    play_on.compare(s, 0, [()], 1)  # the first call may compile
    begun = time.process_time()
    play_on.compare(s, 0, [()], SAMPLE)
    each = max(1e-6, (time.process_time() - begun) / SAMPLE / 2)  # from the middle of a match it is half as far
    most = Effort()

    def within(seconds: float, games: int, least: int) -> int:
        return max(least, min(games, int(seconds / each)))

    return Effort(
        look=within(LOOK_S / max(1, moments), most.look, 40),
        closely=within(CLOSELY_S / (2 * CANDIDATES), most.closely, 300),
        pairs=within(PAIRS_S / 10, most.pairs, 40),
        pairs_closely=within(PAIRS_S / 2, most.pairs_closely, 120),
    )


@dataclass(frozen=True)
class Played:
    """One line of the log: the state before it, who acted, and what they did as numbers."""

    line: int
    before: Any
    after: Any
    seat: int
    actions: tuple[int, ...]


def review(
    match: Match, *, seats: Iterable[int] | None = None, effort: Effort | None = None, think: Budget | None = None,
    seconds: float = MOST_SECONDS, seed: int = 0, tell: Told = lambda share: None,
) -> MatchReview:  # fmt: skip
    """Review a finished match; ``seats`` are those whose decisions are judged (all of them, if nothing is said).

    Without a budget to ``think`` the bot has THINK_S of computing time, however busy the machine is. After so many
    ``seconds`` of computing time the decisions that are left are not judged.
    """
    if not match.over:
        raise BadOption("a match can be reviewed once it is over")
    begun, began, game = time.monotonic(), time.process_time(), match.game
    result = match.setting.result(match.s)
    if isinstance(match, TimedMatch) or not game.searched:
        return timed_review(match, begun)
    again, played = played_again(match)
    whose = set(range(match.setting.seats) if seats is None else seats)
    work = [one for one in played if one.seat in whose]
    groups = [list(group) for _, group in groupby(played, key=lambda one: one.seat)]
    play_on = PlayOn(match.setting, seed)
    if effort is None:
        effort = usual_effort(play_on, played[0].before, len(groups)) if played else Effort()
    steps = len(groups) + 1, 2 * (CANDIDATES + MOST_TURNING_POINTS), 2 * len(work)
    done = 0

    def step(count: int = 1) -> None:
        nonlocal done
        done += count
        tell(min(1.0, done / sum(steps)))

    moments = all_moments(again, groups, play_on, effort.look, step)
    points, moments = turning_points(moments, groups, play_on, effort, step)
    done = steps[0] + steps[1]
    judge = DecisionJudge(again, play_on, effort, think, seed)
    decisions: list[Decision] = []
    judged = 0
    for one in work:
        if time.process_time() - began > seconds:
            break
        found = judge.decision(one)
        judged += 1
        step(2)
        if found is not None:
            decisions.append(found)
    tell(1.0)
    return MatchReview(
        game.name, match.setting.seats, len(match.log), tuple(moments), tuple(points), tuple(decisions), judge.by,
        result.winners, None, time.monotonic() - begun, {
            "decisions": len(work), "judged": judged, "look": effort.look, "closely": effort.closely,
            "pairs": effort.pairs_closely,
        },
    )  # fmt: skip


def timed_review(match: Match, begun: float) -> MatchReview:
    """A match in real time: what the game itself says about it, or how the score stood."""
    own = match.game.review(match)
    moments = own.moments if own is not None else score_course(match)
    return MatchReview(
        match.game.name, match.setting.seats, len(match.log), moments, winners=match.setting.result(match.s).winners,
        timed=own, seconds=time.monotonic() - begun,
    )  # fmt: skip


def score_course(match: Match) -> tuple[Moment, ...]:
    """How the score stood after each line."""
    again = beginning(match)
    found = [Moment(0, again.setting.result(again.s).points)]
    for number, line in enumerate(match.log, 1):
        again.replay(line, number)
        found.append(Moment(number, again.setting.result(again.s).points, at_ms=getattr(again, "now", None)))
    return tuple(found)


def beginning(match: Match) -> Match:
    """The same match before its first line."""
    return type(match).beginning(match.game, match.data())


def played_again(match: Match) -> tuple[Match, list[Played]]:
    """Play a match once more and note what was done in it; what was taken back is not among it."""
    again = beginning(match)
    found: list[Played] = []
    for number, line in enumerate(match.log, 1):
        again.replay(line, number)
        if line == UNDO:
            found.pop()
            continue
        assert again.last is not None
        before, seat, actions = again.last
        found.append(Played(number, before.copy(), again.s.copy(), seat, tuple(int(action) for action in actions)))
    return again, found


# ---------------------------------------------------------------- how everybody stood
def all_moments(
    match: Match, groups: Sequence[Sequence[Played]], play_on: PlayOn, games: int, step: Callable[[], None]
) -> list[Moment]:
    """The beginning, and the moment after everything that a seat did in a row."""
    states = [groups[0][0].before, *(group[-1].after for group in groups)] if groups else [match.s]
    lines = [0, *(group[-1].line for group in groups)]
    found = []
    for s, line in zip(states, lines, strict=True):
        found.append(Moment(line, match.setting.result(s).points, chance(match, s, play_on, games).won))
        step()
    return found


def chance(match: Match, s: Any, play_on: PlayOn, games: int) -> Worth:
    """What a position is worth to everybody; at the end, what came of it."""
    game, seats = match.game, match.setting.seats
    if not game.rules.over(s):
        return play_on.value(s, games)
    result = match.setting.result(s)
    share = 1.0 if game.team else 1.0 / max(1, len(result.winners))
    return Worth(tuple(share * (seat in result.winners) for seat in range(seats)), tuple(map(float, result.points)))


def turning_points(
    moments: Sequence[Moment], groups: Sequence[Sequence[Played]], play_on: PlayOn, effort: Effort,
    step: Callable[[], None],
) -> tuple[list[TurningPoint], list[Moment]]:  # fmt: skip
    """Where somebody's chance changed most, and the moments with what was found out about them.

    Among many figures the largest are large by luck as well. So what looks large is measured again with many more
    games, and what is chosen by these is measured once more: a mark tells only what its own games told.
    """
    better = list(moments)
    exact = len(moments) - 1  # the end is known

    def measure(places: Iterable[int]) -> None:
        for k in sorted({side for place in places for side in (place, place + 1)} - {exact}):
            state = groups[0][0].before if k == 0 else groups[k - 1][-1].after
            better[k] = replace(better[k], chance=play_on.value(state, effort.closely).won)
            step()

    def change(k: int) -> tuple[int, float]:
        return largest(better[k].chance, better[k + 1].chance)

    def mark(k: int, about: int) -> TurningPoint:
        group, before, after = groups[k], better[k].chance, better[k + 1].chance
        error = swing_error(before[about], after[about], effort.closely, k + 1 == exact)
        return TurningPoint(group[0].line, group[-1].line, group[0].seat, about, before, after, error)

    def is_clear(one: TurningPoint) -> bool:
        return abs(swing_of(one)) >= max(LEAST_SWING, CERTAIN * one.error)

    looked = sorted(range(exact), key=lambda k: -abs(change(k)[1]))[:CANDIDATES]
    measure(looked)
    clear = sorted((k for k in looked if is_clear(mark(k, change(k)[0]))), key=lambda k: -abs(change(k)[1]))
    chosen = {k: change(k) for k in sorted(clear[:MOST_TURNING_POINTS])}
    measure(chosen)
    # It was certain already: to ask for that twice would leave those whose second figure is large by luck.
    marks = ((mark(k, about), swing) for k, (about, swing) in chosen.items())
    return [one for one, swing in marks if math.copysign(1, swing) * swing_of(one) >= LEAST_SWING], better


def swing_of(one: TurningPoint) -> float:
    """By how much a turning point changed the chance that it is about."""
    return one.after[one.about] - one.before[one.about]


def largest(before: Sequence[float], after: Sequence[float]) -> tuple[int, float]:
    """Whose chance changed most, and by how much."""
    changes = [new - old for old, new in zip(before, after, strict=True)]
    seat = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
    return seat, changes[seat]


def swing_error(before: float, after: float, games: int, known: bool) -> float:
    """The standard deviation of a change; where the end is known, it has no doubt of its own."""
    spread = before * (1 - before) + (0.0 if known else after * (1 - after))
    return math.sqrt(max(spread, 1.0 / games) / games)


# ---------------------------------------------------------------- what decisions cost
class DecisionJudge:
    """Judges decisions of one match, each by what its seat could know."""

    def __init__(self, match: Match, play_on: PlayOn, effort: Effort, think: Budget | None, seed: int) -> None:
        self.match, self.play_on, self.effort = match, play_on, effort
        self.seed = seed
        self.search = search_for(match.game, wait=True)
        self.by = "fireman" if self.search is None else "superintendent"
        self._budget = think

    def decision(self, one: Played) -> Decision | None:
        """What the strongest bot thinks about a decision; None where there was no choice."""
        dice = random.Random(f"review {self.seed} {one.line}")
        world = imagine(self.match.copy_at(one.before), one.seat, dice)
        if len(world.legal) < 2:
            return None
        best, line, seats, value = self.best(world, dice, len(one.actions))
        played, wished = self.words(one.before, one, one.actions), self.words(world.s, one, best)
        follow = () if self.whole_turns else line_in_words(world, line, seats)[len(best) :][:FOLLOW]
        found = Decision(one.line, one.seat, played, wished, follow, len(world.legal))
        found = found if found.agrees else self.cost(found, one, best)
        return replace(found, value=value, **self.seen(world, one)) if found.clear else found

    def seen(self, world: World, one: Played) -> dict[str, Any]:
        """Points to come and what rivals were likely to hold, by what the seat could know before it decided."""
        log = readable_log(self.match.copy_at(one.before), one.seat, one.line - 1)
        found = outlook_of(world.setting, world.s, one.seat, log)
        return {"expected": found.expected, "held": most_telling(found.likely_held)}

    @property
    def whole_turns(self) -> bool:
        return isinstance(self.match, SteppedMatch)

    def best(self, world: World, dice: random.Random, length: int) -> tuple[tuple[int, ...], Any, Any, float | None]:
        """What the bot would have done: an action, or a whole turn where turns are written in steps; what follows."""
        if self.search is None:
            return (policy_choice(world),), (), (), None
        found = self.search.search(
            world, self.budget(self.search, world), parameters_for(world.game, DEEP), dice, line=LONGEST_LINE
        ).actions
        if not found:
            return (policy_choice(world),), (), (), None
        own = own_steps(found[0], world.seat)
        return (own if self.whole_turns else own[:length]), found[0].line, found[0].seats, found[0].value

    def budget(self, search: Searcher, world: World) -> Budget:
        """How long to think, counted in iterations: a busy machine must not make the bot weaker."""
        if self._budget is None:
            parameters, begun = parameters_for(world.game, DEEP), time.process_time()
            search.search(world, Budget(iterations=FIRST_THOUGHT), parameters, random.Random(0))
            each = max(1e-6, (time.process_time() - begun) / FIRST_THOUGHT)
            self._budget = Budget(iterations=max(FIRST_THOUGHT, min(MOST_THOUGHT, int(THINK_S / each))))
        return self._budget

    def words(self, s: Any, one: Played, actions: Sequence[int]) -> str:
        """A decision in notation; a turn as the log would have it."""
        setting = self.match.setting
        if not self.whole_turns or len(actions) == 1:
            return setting.write(s, one.seat, actions[0])
        return setting.entry(s, s, one.seat, actions)

    def cost(self, found: Decision, one: Played, best: tuple[int, ...]) -> Decision:
        """Play both on; more often where there may be a difference."""
        effort = self.effort
        # The state as it was: what the seat cannot know is dealt anew in every single game.
        first = self.play_on.compare(one.before, one.seat, [best, one.actions], effort.pairs)[1][1]
        games, lost = effort.pairs, first
        if first.chance > first.chance_error or first.points > first.points_error:
            games = effort.pairs_closely
            lost = self.play_on.compare(one.before, one.seat, [best, one.actions], games)[1][1]
        return replace(
            found, chance=lost.chance, chance_error=lost.chance_error, points=lost.points,
            points_error=lost.points_error, games=games,
        )  # fmt: skip


def own_steps(value: ActionValue, seat: int) -> tuple[int, ...]:
    """The steps of a line up to the first decision of somebody else."""
    steps = [value.action]
    for action, who in list(zip(value.line, value.seats, strict=True))[1:]:
        if who != seat:
            break
        steps.append(action)
    return tuple(steps)


# ---------------------------------------------------------------- as data
def as_data(found: MatchReview) -> dict[str, Any]:
    """A review as plain data, rounded to what it can tell."""
    from dataclasses import asdict

    data: dict[str, Any] = rounded(asdict(found))
    data["decisions"] = [{**one, "clear": of.clear} for one, of in zip(data["decisions"], found.decisions, strict=True)]
    return data


def rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, Mapping):
        return {name: rounded(one) for name, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, list | tuple) else value
