"""Matches to be given wrong input, and what every wrong input must leave as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import goldenspike as gs
from tests.engine.test_match import walk

# The same examples in every run; raise the number to hunt.
fuzz = settings(
    max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)
HUGE = 10**5000  # a number so long that Python refuses to write it

GAMES = ("santa-fe-rails", "santa-fe")
MATCHES: list[tuple[str, int, Any, dict[str, Any]]] = [
    ("santa-fe-rails", 2, None, {}),
    ("santa-fe-rails", 3, "mini", {"terrain": True}),
    ("santa-fe-rails", 5, None, {"end_timing": "round", "double_minimum": "per_round", "branch_forced": False}),
    ("santa-fe", 2, "mini", {"terrain": True, "track_purchase": True}),
    ("santa-fe", 4, None, {"track_purchase": True, "home_base_bonus": "first_arrival"}),
]
STEPS = (0, 3, 17, 60, 110, 1000)

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([-1, 2**31, 2**63, 2**64, 10**60])
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["A", "SF", "CHI", "double", "over", "tlt1", "x" * 3000, "a\nb", "\ud800", "1" * 5000]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@cache
def played(number: int, steps: int) -> gs.Match:
    """A match after so many random actions."""
    name, seats, board, options = MATCHES[number]
    match = gs.new(name, seats=seats, seed=number, board=board, **options)
    for _ in walk(match, steps, steps):
        pass
    return match


matches = st.builds(played, st.integers(0, len(MATCHES) - 1), st.sampled_from(STEPS))


def picture(match: gs.Match) -> tuple[object, ...]:
    """Everything a wrong input could have changed."""
    return match.s.to_bytes(), tuple(match.log), tuple(match._past), json.dumps(match.header), match.seed


def answer(call: Callable[[], Any]) -> gs.GoldenSpikeError | None:
    """The error of a call, or None; anything but our errors, or an unreadable one, fails the test."""
    try:
        call()
    except gs.GoldenSpikeError as error:
        text = str(error)
        assert text.strip()
        assert len(text.splitlines()) == 1
        assert len(text) < 500, text
        return error
    return None


def try_action(match: gs.Match, seat: Any, text: Any) -> None:
    """Ask and play: both give the same answer; a refusal changes nothing."""
    before = picture(match)
    reasons: list[gs.Refusal | None] = []
    asked = answer(lambda: reasons.append(match.why_not(seat, text)))
    assert picture(match) == before
    other = match.copy()
    error = answer(lambda: other.play(seat, text))
    if asked is not None:
        assert type(error) is type(asked)
        assert str(error) == str(asked)
    elif reasons == [None]:
        assert error is None
        assert len(other.log) == len(match.log) + 1
        return
    else:
        assert isinstance(error, gs.IllegalAction)
        assert error.refusal == reasons[0]
    assert picture(other) == before
