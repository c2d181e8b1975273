"""Time in small steps or in one leads to the same state; nothing is hidden, so a redeal changes nothing."""

from __future__ import annotations

import random

import pytest

from goldenspike.games.rail_pass.rules.state import ACTIONS, State

from . import sample_settings

pytestmark = pytest.mark.xdist_group("rail_pass_compiled")


def test_time_in_small_steps_or_in_one_is_the_same() -> None:
    dice = random.Random(8)
    for number, setting in enumerate(sample_settings.settings(33, 8, (10,))):
        plain, b = setting.game.plain(), setting.b
        s = State()
        plain.start(s, b, setting.seats, number, 3)
        out = [0] * ACTIONS
        for _ in range(60):
            if s.phase != 0:
                break
            for seat in range(setting.seats):
                n = plain.legal(s, b, seat, out)
                actions = [a for a in out[:n] if a > 1]
                if actions:
                    plain.apply(s, b, seat, dice.choice(actions))
            far = s.now + dice.randrange(1, 900)
            steps = s.copy()
            plain.advance(s, b, far)
            while steps.now < min(far, s.now):
                plain.advance(steps, b, min(far, steps.now + dice.randrange(1, 90)))
            assert steps.hash() == s.hash()


def test_redeal_changes_nothing_that_can_be_seen() -> None:
    setting = sample_settings.setting("RP-L4")
    plain, b = setting.game.plain(), setting.b
    s = State()
    plain.start(s, b, setting.seats, 1, 2)
    before = s.hash()
    plain.redeal(s, b, 0)
    assert s.hash() == before
