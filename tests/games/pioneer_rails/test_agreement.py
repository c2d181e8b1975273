"""Interpreted, checked and compiled agree: same seeds, same bytes after every step, in five hundred games."""

from __future__ import annotations

import random

import numpy as np
import pytest

from goldenspike.games.pioneer_rails.rules.state import BoardArrays, State

from . import mixed_settings

pytestmark = pytest.mark.xdist_group("pioneer_rails_compiled")
GAMES = 520
PARTS = 8
ROOM = 8192


@pytest.mark.parametrize("part", range(PARTS))
def test_interpreted_and_compiled_agree_after_every_step(part: int) -> None:
    fast = mixed_settings.compiled_rules()
    states = State.array(1)
    out = np.zeros(ROOM, np.int64)
    dice = random.Random(part)
    buffer, seen = [0] * ROOM, [0] * ROOM
    for number, setting in enumerate(mixed_settings.settings(GAMES // PARTS, part)):
        plain, b = setting.game.plain(), setting.b
        boards = BoardArrays.array([b])
        s = State()
        plain.start(s, b, setting.seats, number, part)
        fast.start_at(states, 0, boards, 0, setting.seats, number, part)
        assert states[0].tobytes() == s.to_bytes()
        while waiting := plain.actors(s):
            seat = dice.choice([seat for seat in range(setting.seats) if waiting >> seat & 1])
            n = plain.legal(s, b, seat, buffer)
            action = buffer[dice.randrange(n)]
            if dice.random() < 0.03:
                assert fast.legal_at(states, 0, boards, 0, seat, out) == n
                assert out[:n].tolist() == buffer[:n]
                strange = dice.randrange(b.n_actions)
                assert fast.refusal_at(states, 0, boards, 0, seat, strange) == plain.refusal(s, b, seat, strange)
                assert fast.zombie_at(states, 0, boards, 0, seat) == plain.zombie(s, b, seat)
                m = plain.observe(s, b, seat, seen)
                assert fast.observe_at(states, 0, boards, 0, seat, out) == m
                assert out[:m].tolist() == seen[:m]
            if dice.random() < 0.006:
                assert fast.policy_at(states, 0, boards, 0, seat, out) == plain.policy(s, b, seat, seen)
                other, mirror = s.copy(), State.array([s])
                plain.redeal_at([other], 0, [b], 0, seat, number, part)
                fast.redeal_at(mirror, 0, boards, 0, seat, number, part)
                assert mirror[0].tobytes() == other.to_bytes()
            plain.apply(s, b, seat, action)
            fast.apply_at(states, 0, boards, 0, seat, action)
            assert states[0].tobytes() == s.to_bytes()
        points = [0] * 8
        assert plain.score(s, b, points) == fast.score_at(states, 0, boards, 0, out)
        assert out[: setting.seats].tolist() == points[: setting.seats]


def test_checked_memory_agrees_and_nothing_overflows() -> None:
    dice = random.Random(5)
    for number, setting in enumerate(mixed_settings.settings(24, 5)):
        plain, b = setting.game.plain(), setting.b
        s = State()
        plain.start(s, b, setting.seats, number, 3)
        checked, table = s.checked(), b.checked()
        buffer, other = [0] * ROOM, [0] * ROOM
        while waiting := plain.actors(s):
            seat = dice.choice([seat for seat in range(setting.seats) if waiting >> seat & 1])
            n = plain.legal(s, b, seat, buffer)
            assert plain.legal(checked, table, seat, other) == n
            assert other[:n] == buffer[:n]
            action = buffer[dice.randrange(n)]
            plain.apply(s, b, seat, action)
            plain.apply(checked, table, seat, action)
        assert checked.to_bytes() == s.to_bytes()


def test_legal_is_exactly_what_is_not_refused() -> None:
    """Over whole positions, all seats and all action numbers: the list and the refusals agree."""
    dice = random.Random(6)
    buffer = [0] * ROOM
    looked = 0
    for number, setting in enumerate(mixed_settings.settings(30, 6)):
        plain, b = setting.game.plain(), setting.b
        s = State()
        plain.start(s, b, setting.seats, number, 4)
        while waiting := plain.actors(s):
            if dice.random() < 0.03:
                for seat in range(setting.seats):
                    n = plain.legal(s, b, seat, buffer)
                    allowed = [a for a in range(b.n_actions) if plain.refusal(s, b, seat, a) == 0]
                    assert buffer[:n] == allowed
                    looked += 1
            seat = dice.choice([seat for seat in range(setting.seats) if waiting >> seat & 1])
            n = plain.legal(s, b, seat, buffer)
            plain.apply(s, b, seat, buffer[dice.randrange(n)])
    assert looked > 500


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
