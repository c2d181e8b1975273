"""What a study measures in every game in turns, and what good boards keep to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from goldenspike.engine.study import MINUTES, NUMBER, POINTS, SHARE, Measure

from .played import Played


def _decided(one: Played) -> float | None:
    return one.tension.decided if one.tension else None


def _behind(one: Played) -> float | None:
    return float(one.tension.behind_at_half) if one.tension else None


def _drama(one: Played) -> float | None:
    return one.tension.drama if one.tension else None


def _worst(one: Played) -> float | None:
    return one.tension.worst if one.tension else None


def _margin(one: Played) -> float | None:
    if len(one.points) < 2:
        return None
    first, second, *_ = sorted(one.points, reverse=True)
    return first - second


def _forced(one: Played) -> float:
    return one.all_choices.forced / max(1, one.all_choices.decisions)


# In the order in which people ask. The limits are rules of thumb for games that people like to play again; a game whose
# boards are measured more precisely says so in its own way.
TURN_MEASURES: tuple[Measure, ...] = (
    Measure(
        "won", "games won", "{} of the games are won", lambda one: one.won[0], SHARE, 0.1, 0.05, 0.95, "fewer", "more",
        "it is hardly ever won", "it is hardly ever lost",
    ),
    Measure(
        "decided", "decided, share of the length", "decided at {} of its length", _decided, SHARE, 0.08, 0.4, 0.95,
        "earlier", "later", "the winner is known long before the end", "only the last round decides",
    ),
    Measure(
        "behind", "winner behind at half time", "the winner is behind at half time in {} of the games", _behind, SHARE,
        0.12, 0.15, 0.85, "more seldom", "more often", "who leads at half time wins", "leading early is a handicap",
    ),
    Measure(
        "lead_changes", "lead changes", "the lead changes {} times", lambda one: one.lead_changes, NUMBER, 0.5, 1.0,
        None, "less often", "more often", "one player leads from start to end",
    ),
    Measure("drama", "drama", "drama {}", _drama, NUMBER, 0.05),
    Measure("worst", "winner behind at worst", "at worst the winner is {} behind", _worst, POINTS),
    Measure(
        "forced", "decisions without a choice", "{} of the decisions leave no choice", _forced, SHARE, 0.05, None, 0.5,
        "fewer", "more", "", "at most decisions there is nothing to decide",
    ),
    Measure(
        "choices", "choices at the other decisions", "{} choices at the others", lambda one: one.all_choices.free,
        NUMBER, 1.0, 2.5, None, "fewer", "more", "there is hardly anything to choose from",
    ),
    Measure(
        "rounds", "length in rounds", "{} rounds", lambda one: float(one.rounds), NUMBER, 0.5, None, None, "shorter",
        "longer",
    ),
    Measure(
        "minutes", "length at a table of people", "about {} at a table of people", lambda one: one.minutes, MINUTES,
        0.05, None, None, "shorter", "longer",
    ),
    Measure(
        "points", "points of a seat", "a seat ends with {}", lambda one: sum(one.points) / len(one.points), POINTS,
        0.05,
    ),
    Measure("winner", "points of the winner", "the winner has {}", lambda one: max(one.points), POINTS),
    Measure(
        "margin", "winner's lead over the second", "the winner is {} ahead of the second", _margin, POINTS, 0.25, None,
        None, "less far", "farther",
    ),
)  # fmt: skip

FOR_SEVERAL = {"decided", "behind", "lead_changes", "drama", "worst", "winner", "margin"}
FOR_ONE = {"won"}


def measures_for(seats: int, own: Mapping[str, tuple[float | None, float | None]] | None = None) -> tuple[Measure, ...]:
    """The measures that make sense for so many players; a game may have limits of its own."""
    left_out = FOR_ONE if seats > 1 else FOR_SEVERAL
    found = []
    for one in TURN_MEASURES:
        if one.key not in left_out:
            low, high = (own or {}).get(one.key, (one.low, one.high))
            found.append(replace(one, low=low, high=high))
    return tuple(found)
