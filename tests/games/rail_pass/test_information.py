"""What bots start from: observation, the policy, the absent player."""

from __future__ import annotations

import pytest

from goldenspike.games.rail_pass.board import load as board
from goldenspike.games.rail_pass.rules.state import ACTIONS, State

from . import sample_settings
from .scenario import give, load, table


@pytest.mark.parametrize("layout", board.BUILT_IN)
@pytest.mark.parametrize("dexterity", ["off", "timed"])
def test_the_policy_delivers_much_and_breaks_nothing(layout: str, dexterity: str) -> None:
    """Though it sees every moment for the first time."""
    setting = sample_settings.setting(layout, dexterity=dexterity, seconds=100)
    plain, b, s, out = setting.game.plain(), setting.b, State(), [0] * ACTIONS
    plain.start(s, b, setting.seats, 5, 0)
    while waiting := plain.actors(s):
        seat = next(seat for seat in range(setting.seats) if waiting >> seat & 1)
        action = plain.policy(s, b, seat, out)
        assert plain.refusal(s, b, seat, action) == 0
        plain.apply(s, b, seat, action)
    assert sum(s.storage) > 40
    assert plain.engineers_gone(s) == plain.wrecks(s) == sum(s.dropped) == 0


def test_absent_players_change_nothing_for_the_worse() -> None:
    setting = sample_settings.setting("RP-L7", seconds=60)
    plain, b, s, out = setting.game.plain(), setting.b, State(), [0] * ACTIONS
    plain.start(s, b, setting.seats, 5, 0)
    while waiting := plain.actors(s):
        seat = next(seat for seat in range(setting.seats) if waiting >> seat & 1)
        action = plain.zombie(s, b, seat) if seat else plain.policy(s, b, seat, out)
        assert plain.refusal(s, b, seat, action) == 0
        plain.apply(s, b, seat, action)
    assert plain.engineers_gone(s) == plain.wrecks(s) == sum(s.dropped) == 0


def test_an_observation_tells_the_clock_the_cubes_and_the_trains() -> None:
    m = table("RP-L4", seconds=60)
    load(m, "L1", "rb")
    seen, later = [0] * ACTIONS, [0] * ACTIONS
    plain = m.game.plain()
    n = plain.observe(m.s, m.setting.b, 1, seen)
    assert seen[:4] == [1, 0, 0, 60_000]
    give(m, "P1 LOAD K< L1", 1500)
    assert plain.observe(m.s, m.setting.b, 1, later) == n
    assert later[3] == 58_500
    assert later[4:n] != seen[4:n]
    others = [0] * ACTIONS
    plain.observe(m.s, m.setting.b, 2, others)
    assert others[1:n] == later[1:n], "everybody sees the same"
