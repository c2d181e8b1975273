"""Analysis for players: a hint, what every action is worth, and the line most likely to follow, in notation."""

from __future__ import annotations

import random
from dataclasses import dataclass

from goldenspike.engine.match import Match
from goldenspike.engine.refusal import BadOption

from . import Budget, imagine, policy_choice
from .search import DEEP, manner_for, search_for, searchable

LONGEST_LINE = 8
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
    walks: int
    by: str  # which bot: "superintendent", or "fireman" while its code is being compiled

    @property
    def hint(self) -> Judged:
        return self.actions[0]


def analyse(
    match: Match, seat: int | str, budget: Budget = USUAL, *, seed: int = 0, wait: bool = False, threads: int = 1
) -> Analysis:
    """Judge every legal action of a seat from what that seat may know; nothing of the match is changed.

    With a count of walks the same seed finds the same. Without ``wait`` it never blocks for compilation: until
    the search is ready the only opinion is that of a sensible beginner.
    """
    who = match.seat(seat)
    if who not in match.actors:
        raise BadOption("nothing is asked of this seat now")
    dice = random.Random(f"analysis {seed}")
    world = imagine(match, who, dice)
    names = {action: match.setting.write(world.s, who, action) for action in world.legal}
    search = search_for(match.game, wait=wait) if searchable(match.game) else None
    if search is None or len(world.legal) == 1:
        best = policy_choice(world) if len(world.legal) > 1 else world.legal[0]
        ordered = [best, *(action for action in world.legal if action != best)]
        return Analysis(who, tuple(Judged(action, names[action], 0, None, ()) for action in ordered), 0, "fireman")
    manner = manner_for(match.game, match.setting.seats, DEEP)
    found = search.think(world, budget, manner, dice, threads=threads, line=LONGEST_LINE)
    judged = [
        Judged(
            thought.action, names[thought.action], thought.visits, thought.value,
            line_in_words(match, world.s, thought.line, thought.seats),
        )
        for thought in found.thoughts
    ]  # fmt: skip
    seen = {thought.action for thought in found.thoughts}
    judged += [Judged(action, names[action], 0, None, ()) for action in world.legal if action not in seen]
    return Analysis(who, tuple(judged), found.walks, "superintendent")


def line_in_words(match: Match, s: object, line: tuple[int, ...], seats: tuple[int, ...]) -> tuple[str, ...]:
    """A line in notation, played through in the imagined world; it ends where that world does not allow it."""
    plain, setting, names = match.game.plain(), match.setting, match.game.seat_names
    world = s.copy()  # type: ignore[attr-defined]
    words = []
    for action, seat in zip(line, seats, strict=True):
        if plain.refusal(world, setting.b, seat, action):
            break
        words.append(f"{names[seat]}: {setting.write(world, seat, action)}")
        plain.apply(world, setting.b, seat, action)
    return tuple(words)
