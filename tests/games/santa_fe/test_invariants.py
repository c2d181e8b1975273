"""INV-01 to INV-16 over random games: thousands of compiled ones, and positions that Hypothesis drives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import goldenspike as gs
from goldenspike.games.santa_fe.rules.state import BoardArrays, State

from . import invariants, many_settings

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")
SETTINGS = 64


@pytest.mark.parametrize(
    ("board", "games"), [(None, 1_280), pytest.param(None, 20_000, marks=pytest.mark.long), ("mini", 1_000)]
)
def test_invariants_hold_in_compiled_random_games(board: str | None, games: int) -> None:
    chosen = many_settings.settings(SETTINGS, 4, board)
    share = games // len(chosen) + 1
    fast = many_settings.compiled_rules()
    states, dice = State.array(2), many_settings.dice_array(1, 9)
    out, paid, ends = np.zeros(4096, np.int64), np.zeros((2, 64), np.int64), np.zeros(4, np.int64)
    played = 0
    for number, setting in enumerate(chosen):
        boards = BoardArrays.array([setting.b])
        fault = fast.watch(states, boards, 0, setting.seats, dice, out, share, 1000 * number, paid, ends)
        assert fault == 0, f"INV-{fault % 1000:02} in game {fault // 1000 - 1} of {setting.game.name} {setting.options}"
        played += share
    assert played >= games
    reasons = ends[1:] if board is None else ends[2:]  # MINI has fewer segments than the Majors have pieces
    assert (reasons > 0).all(), "every end reason occurs"
    assert ends[0] > played * (100 if board is None else 10)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    name=st.sampled_from(many_settings.NAMES),
    seats=st.integers(2, 5),
    seed=st.integers(0, 2**64 - 1),
    data=st.data(),
)
def test_invariants_hold_where_hypothesis_leads(name: str, seats: int, seed: int, data: st.DataObject) -> None:
    game = gs.game(name)
    options = {
        option.name: data.draw(st.sampled_from(option.choices), label=option.name)
        for option in game.options
        if option.name != "first"
    }
    match = gs.new(name, seats=seats, seed=seed, **options)
    for _ in range(data.draw(st.integers(1, 60), label="actions")):
        if match.over:
            break
        seat = data.draw(st.sampled_from(match.actors))
        before = match.s.copy()
        match.act(seat, data.draw(st.sampled_from(match.numbers(seat))))
        paid = [0] * 64
        assert invariants.broken(match.s, match.setting.b) == 0
        assert invariants.broken_step(before, match.s, match.setting.b, seat, paid, paid[:]) == 0


def test_the_watch_sees_a_broken_position() -> None:
    match = gs.new("santa-fe-rails", seats=3, seed=1)
    b = match.setting.b
    assert invariants.broken(match.s, b) == 0
    for field, index, value, number in (
        ("supply", 0, 31, 1),
        ("filled", 3, 1, 2),
        ("money", 1, -1, 8),
        ("tip_count", 2, 2, 4),
        ("doubles", 0, 1, 9),
        ("shop_marker", 0, 3, 0),
        ("city_rails", 5, 1, 6),
        ("held", 0, 3, 10),
    ):
        s = match.s.copy()
        getattr(s, field)[index] = value
        assert invariants.broken(s, b) == number, field
