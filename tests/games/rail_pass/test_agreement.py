"""Interpreted, compiled and checked memory agree: the same bytes after every command and every step of time."""

from __future__ import annotations

import random

import numpy as np
import pytest

from goldenspike.games.rail_pass.rules.state import ACTIONS, BoardArrays, State

from . import sample_settings

pytestmark = pytest.mark.xdist_group("rail_pass_compiled")
ROUNDS = 240
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_interpreted_and_compiled_agree_after_every_step(part: int) -> None:
    fast = sample_settings.compiled()
    states, out = State.array(1), np.zeros(ACTIONS, np.int64)
    dice = random.Random(part)
    for number, setting in enumerate(sample_settings.settings(ROUNDS // PARTS, part, (5, 10))):
        plain, b = setting.game.plain(), setting.b
        boards = BoardArrays.array([b])
        s = State()
        plain.start(s, b, setting.seats, number, part)
        fast.start_at(states, 0, boards, 0, setting.seats, number, part)
        assert states[0].tobytes() == s.to_bytes()
        buffer = [0] * ACTIONS
        while waiting := plain.actors(s):
            assert fast.actors_at(states, 0) == waiting
            if s.phase == 0 and dice.random() < 0.2:
                moment = s.now + dice.choice((1, 50, 333, 700))
                plain.advance(s, b, moment)
                assert fast.advance_at(states, 0, boards, 0, moment) == plain.next_event(s)
                assert states[0].tobytes() == s.to_bytes()
                continue
            seat = dice.choice([seat for seat in range(setting.seats) if waiting >> seat & 1])
            n = plain.legal(s, b, seat, buffer)
            action = buffer[dice.randrange(n)]
            if dice.random() < 0.1:
                compare(setting, fast, states, boards, s, seat, buffer[:n], out, dice.randrange(ACTIONS))
            plain.apply(s, b, seat, action)
            fast.apply_at(states, 0, boards, 0, seat, action)
            assert states[0].tobytes() == s.to_bytes()
        points = [0] * 8
        assert plain.score(s, b, points) == fast.score_at(states, 0, boards, 0, out)
        assert out[: setting.seats].tolist() == points[: setting.seats]


def compare(
    setting: sample_settings.RailPassSetting, fast: object, states: object, boards: object, s: State, seat: int,
    legal: list[int], out: np.ndarray[tuple[int], np.dtype[np.int64]], strange: int,
) -> None:  # fmt: skip
    """Everything else that can be asked about a position."""
    plain, b = setting.game.plain(), setting.b
    n = len(legal)
    assert fast.legal_at(states, 0, boards, 0, seat, out) == n  # type: ignore[attr-defined]
    assert out[:n].tolist() == legal
    reason = plain.refusal(s, b, seat, strange)
    assert fast.refusal_at(states, 0, boards, 0, seat, strange) == reason  # type: ignore[attr-defined]
    assert (reason == 0) == (strange in legal)
    neutral = plain.zombie(s, b, seat)
    assert fast.zombie_at(states, 0, boards, 0, seat) == neutral  # type: ignore[attr-defined]
    assert neutral in legal
    sensible = plain.policy(s, b, seat, [0] * ACTIONS)
    assert fast.policy_at(states, 0, boards, 0, seat, out) == sensible  # type: ignore[attr-defined]
    assert sensible in legal
    seen = [0] * ACTIONS
    m = plain.observe(s, b, seat, seen)
    assert fast.observe_at(states, 0, boards, 0, seat, out) == m  # type: ignore[attr-defined]
    assert out[:m].tolist() == seen[:m]


def test_checked_memory_agrees_and_nothing_overflows() -> None:
    dice = random.Random(5)
    for number, setting in enumerate(sample_settings.settings(33, 5, (5, 10))):
        plain, b = setting.game.plain(), setting.b
        s = State()
        plain.start(s, b, setting.seats, number, 3)
        checked, tables = s.checked(), b.checked()
        buffer, other = [0] * ACTIONS, [0] * ACTIONS
        while waiting := plain.actors(s):
            seat = dice.choice([seat for seat in range(setting.seats) if waiting >> seat & 1])
            n = plain.legal(s, b, seat, buffer)
            assert plain.legal(checked, tables, seat, other) == n
            assert other[:n] == buffer[:n]
            action = buffer[dice.randrange(n)]
            plain.apply(s, b, seat, action)
            plain.apply(checked, tables, seat, action)
            assert checked.hash() == s.hash()


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
