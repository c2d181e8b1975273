"""What holds in every position: six thousand compiled random games, and proof that the watch sees faults."""

from __future__ import annotations

import numpy as np
import pytest

from goldenspike.games.pioneer_rails.rules.state import State, Tables

from . import invariants, variety
from .scene import laid, scene

pytestmark = pytest.mark.xdist_group("pioneer_rails_compiled")
GAMES = 5_040
SETTINGS = 120


def test_invariants_hold_in_compiled_random_games() -> None:
    fast = variety.twin()
    states, dice = State.array(2), variety.dice_array(1, 9)
    out, counts = np.zeros(8192, np.int64), np.zeros(8, np.int64)
    share = GAMES // SETTINGS
    played = 0
    for number, setting in enumerate(variety.settings(SETTINGS, 4)):
        boards = Tables.array([setting.b])
        fault = fast.watch(states, boards, 0, setting.seats, dice, out, share, 1000 * number, counts)
        assert fault == 0, f"fault {fault % 1000} in game {fault // 1000 - 1} of {setting.board.id} {setting.options}"
        played += share
    assert played >= 5_000
    assert counts[0] > 100 * played
    assert (counts[2:6] > 10 * played).all()


def test_the_watch_sees_a_broken_sheet() -> None:
    match = laid(scene(), "H", "C3|C4", "C4|D3")
    assert invariants.broken(match.s, match.b, 0) == 0
    touching = laid(scene(), "H", "C3|C4")
    laid(touching, "S", "C4|D3")
    assert invariants.broken(touching.s, touching.b, 0) == 3
    closed = laid(scene(), "H", "B3|C3")
    assert invariants.broken(closed.s, closed.b, 0) in {7, 8}
    for column, value, fault in ((0, 6, 20), (12, 9, 21), (8, 16, 23), (11, 1, 26), (2, 1, 27)):
        wrong = scene()
        wrong.s.area[0][column] = value
        assert invariants.broken(wrong.s, wrong.b, 0) == fault
    grown = laid(scene(), "H", "C3|C4")
    assert invariants.broken_step(grown.s, scene().s, grown.b, 0) == 60
    shortcut = laid(scene(), "H", "C3*n-s")
    assert invariants.broken_step(shortcut.s, scene().s, shortcut.b, 0) == 61
