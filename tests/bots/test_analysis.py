"""Analysis: every legal action judged, from what the seat may know, in notation."""

from __future__ import annotations

import pytest

import goldenspike as gs
from goldenspike.bots import Budget
from goldenspike.bots.analysis import analyse
from goldenspike.engine.random_numbers import seed_chance

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")


def test_every_legal_action_is_judged_and_nothing_changes() -> None:
    match = gs.new("santa-fe-rails", seats=4, seed=1869)
    for _ in range(12):
        seat = match.actors[-1]
        before = match.hash
        found = analyse(match, seat, Budget(iterations=60), wait=True)
        assert match.hash == before
        assert sorted(one.text for one in found.actions) == sorted(match.legal(seat))
        assert found.hint.text in match.legal(seat)
        if len(found.actions) > 1:
            assert (found.by, found.iterations) == ("superintendent", 60)
            assert sum(one.visits for one in found.actions) == 60
            assert found.hint.line[0] == f"{'ABCD'[seat]}: {found.hint.text}"
            assert found.hint.value is not None
            assert 0 <= found.hint.value <= 1
        other = match.copy()
        seed_chance(other.s, 7, 7)
        other.game.plain().redeal(other.s, other.setting.b, seat)
        assert analyse(other, seat, Budget(iterations=60), wait=True) == found
        match.play(seat, found.hint.text)


def test_a_seat_that_is_not_asked_gets_one_clear_line() -> None:
    match = gs.new("santa-fe-rails", seats=3, seed=1)
    match.play(match.actors[0], match.legal(match.actors[0])[0])
    waiting = next(seat for seat in range(3) if seat not in match.actors)
    with pytest.raises(gs.BadOption, match="nothing is asked of this seat now"):
        analyse(match, waiting)
