"""What an analysis found, in plain sentences for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from goldenspike.engine.game import Game
from goldenspike.engine.outlook import expected_words, held_words

from .analysis import Analysis, Judged


def sentences(game: Game, found: Analysis) -> Iterator[str]:
    """The chance to win, the two best plans, the points to come and what rivals are likely to hold."""
    if found.chance is None:
        yield f"Perhaps {found.hint.text}."
    else:
        yield f"{game.seat_names[found.seat]} wins about {found.chance:.0%} of the time with the best plan."
    for name, plan in zip(("Best plan", "Next best"), found.plans, strict=False):
        yield f"{name} ({plan.value:.0%}): {plan_words(plan)}."
    yield from expected_words(found.outlook)
    yield from held_words(game, found.outlook)


def plan_words(plan: Judged) -> str:
    """A plan in notation: what to do, and what may follow."""
    follow = ", ".join(plan.line[1:])
    return f"{plan.text}; then perhaps {follow}" if follow else plan.text
