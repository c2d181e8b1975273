"""What holds in every position: thousands of compiled random games, and proof that the watch sees faults."""

from __future__ import annotations

import numpy as np
import pytest

from goldenspike.games.pioneer_rails.rules.invariants import broken_sheet
from goldenspike.games.pioneer_rails.rules.state import BoardArrays, State

from . import invariants, mixed_settings
from .scene import laid, scene

pytestmark = pytest.mark.xdist_group("pioneer_rails_compiled")
SETTINGS = 120


@pytest.mark.parametrize("games", [480, pytest.param(5_040, marks=pytest.mark.long)])
def test_invariants_hold_in_compiled_random_games(games: int) -> None:
    fast = mixed_settings.compiled_rules()
    states, dice = State.array(2), mixed_settings.dice_array(1, 9)
    out, counts = np.zeros(8192, np.int64), np.zeros(8, np.int64)
    share = games // SETTINGS
    played = 0
    for number, setting in enumerate(mixed_settings.settings(SETTINGS, 4)):
        boards = BoardArrays.array([setting.b])
        fault = fast.watch(states, boards, 0, setting.seats, dice, out, share, 1000 * number, counts)
        assert fault == 0, f"fault {fault % 1000} in game {fault // 1000 - 1} of {setting.board.id} {setting.options}"
        played += share
    assert played == games
    assert counts[0] > 100 * played
    assert (counts[2:6] > 10 * played).all()


def test_the_watch_sees_a_broken_sheet() -> None:
    match = laid(scene(), "H", "C3|C4", "C4|D3")
    assert broken_sheet(match.s, match.setting.b, 0) == 0
    touching = laid(scene(), "H", "C3|C4")
    laid(touching, "S", "C4|D3")
    assert broken_sheet(touching.s, touching.setting.b, 0) == 3
    closed = laid(scene(), "H", "B3|C3")
    assert broken_sheet(closed.s, closed.setting.b, 0) in {7, 8}
    for column, value, fault in ((0, 6, 20), (12, 9, 21), (8, 16, 23), (11, 1, 26), (2, 1, 27)):
        wrong = scene()
        wrong.s.area[0][column] = value
        assert broken_sheet(wrong.s, wrong.setting.b, 0) == fault
    grown = laid(scene(), "H", "C3|C4")
    assert invariants.broken_step(grown.s, scene().s, grown.setting.b, 0) == 60
    shortcut = laid(scene(), "H", "C3*n-s")
    assert invariants.broken_step(shortcut.s, scene().s, shortcut.setting.b, 0) == 61
