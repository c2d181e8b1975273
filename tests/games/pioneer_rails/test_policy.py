"""The policy plays like a beginner and leaves no trace; the record of a state is small."""

from __future__ import annotations

import pytest

from goldenspike.games.pioneer_rails.rules.state import State

from . import mixed_settings

pytestmark = pytest.mark.xdist_group("pioneer_rails_compiled")
ROOM = 8192


def test_the_beginner_plays_legally_and_leaves_no_trace() -> None:
    buffer = [0] * ROOM
    totals = []
    for number, setting in enumerate(mixed_settings.settings(10, 8)):
        plain, b = setting.game.plain(), setting.b
        s = State()
        plain.start(s, b, setting.seats, number, 5)
        while waiting := plain.actors(s):
            seat = (waiting & -waiting).bit_length() - 1
            if seat == 0:
                before = s.to_bytes()
                action = plain.policy(s, b, seat, buffer)
                assert s.to_bytes() == before
                assert plain.refusal(s, b, seat, action) == 0
            else:
                action = plain.zombie(s, b, seat)
            plain.apply(s, b, seat, action)
        points = [0] * 8
        plain.score(s, b, points)
        totals.append(points[0])
    assert sum(totals) / len(totals) > 55


def test_the_record_is_small() -> None:
    assert State.nbytes <= 8192
