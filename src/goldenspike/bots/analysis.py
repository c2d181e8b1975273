"""Analysis for players: a hint, what every action is worth, and the line most likely to follow, in notation."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from goldenspike.engine.bot import Budget, World, imagine, policy_choice
from goldenspike.engine.errors import BadOption
from goldenspike.engine.match import Match
from goldenspike.engine.outlook import Outlook, outlook_of, readable_log
from goldenspike.engine.search import DEEP

from .search import parameters_for, search_for

LONGEST_LINE = 8
PLANS = 2
USUAL = Budget(seconds=0.75)


@dataclass(frozen=True)
class Judged:
    """One legal action: how often the search looked at it, about the chance to win with it, and what may follow."""

    action: int
    text: str
    visits: int
    value: float | None  # None: the search saw no promise in it and never tried it
    line: tuple[str, ...]  # who does what, this action first, as far as everybody can know it


@dataclass(frozen=True)
class Analysis:
    """A decision as the strongest bot sees it; all legal actions, the best first."""

    seat: int
    actions: tuple[Judged, ...]
    iterations: int
    by: str  # which bot: "superintendent", or "fireman" while its code is being compiled
    outlook: Outlook = field(default_factory=Outlook)  # points to come, and what rivals are likely to hold

    @property
    def hint(self) -> Judged:
        return self.actions[0]

    @property
    def chance(self) -> float | None:
        """About the seat's chance to win if it goes on with the best plan; None if nobody looked ahead."""
        return self.hint.value

    @property
    def plans(self) -> tuple[Judged, ...]:
        """The two best ways to go on, of those that the search tried."""
        return tuple(one for one in self.actions[:PLANS] if one.value is not None)


def analyse(
    match: Match, seat: int | str, budget: Budget = USUAL, *, seed: int = 0, wait: bool = False, threads: int = 1
) -> Analysis:
    """Judge every legal action of a seat from what that seat may know; nothing of the match is changed.

    With a count of iterations the same seed finds the same. Without ``wait`` it never blocks for compilation: until
    the search is ready the only opinion is that of a sensible beginner.
    """
    who = match.seat(seat)
    if who not in match.actors:
        raise BadOption("nothing is asked of this seat now")
    dice = random.Random(f"analysis {seed}")
    log = readable_log(match, who)
    return judge(imagine(match, who, dice), dice, budget, log=log, wait=wait, threads=threads)


def judge(
    world: World, dice: random.Random, budget: Budget = USUAL, *, log: Sequence[str] = (), wait: bool = False,
    threads: int = 1,
) -> Analysis:  # fmt: skip
    """Judge every legal action of a world that was imagined for a seat; any thread may do it.

    ``log`` is what was played as the seat may read it: what rivals are likely to hold follows from it.
    """
    setting, seat = world.setting, world.seat
    outlook = outlook_of(setting, world.s, seat, log)
    names = {action: setting.write(world.s, seat, action) for action in world.legal}
    search = search_for(world.game, wait=wait)
    if search is None or len(world.legal) == 1:
        best = policy_choice(world) if len(world.legal) > 1 else world.legal[0]
        ordered = [best, *(action for action in world.legal if action != best)]
        return Analysis(
            seat, tuple(Judged(action, names[action], 0, None, ()) for action in ordered), 0, "fireman", outlook
        )
    parameters = parameters_for(world.game, DEEP)
    found = search.search(world, budget, parameters, dice, threads=threads, line=LONGEST_LINE)
    judged = [
        Judged(
            value.action, names[value.action], value.visits, value.value,
            line_in_words(world, value.line, value.seats),
        )
        for value in found.actions
    ]  # fmt: skip
    seen = {value.action for value in found.actions}
    judged += [Judged(action, names[action], 0, None, ()) for action in world.legal if action not in seen]
    return Analysis(seat, tuple(judged), found.iterations, "superintendent", outlook)


def line_in_words(world: World, line: tuple[int, ...], seats: tuple[int, ...]) -> tuple[str, ...]:
    """A line in notation, played through in the imagined world; it ends where that world does not allow it."""
    plain, setting, names = world.game.plain(), world.setting, world.game.seat_names
    s = world.s.copy()
    words = []
    for action, seat in zip(line, seats, strict=True):
        if plain.refusal(s, setting.b, seat, action):
            break
        words.append(f"{names[seat]}: {setting.write(s, seat, action)}")
        plain.apply(s, setting.b, seat, action)
    return tuple(words)
