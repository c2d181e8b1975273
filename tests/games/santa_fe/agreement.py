"""One game played interpreted and compiled at once."""

from __future__ import annotations

import random

import numpy as np

from goldenspike.engine.compiled import CompiledRules
from goldenspike.engine.game import Setting
from goldenspike.games.santa_fe.rules.state import BoardArrays, State

ROOM = 4096


def agree(fast: CompiledRules, setting: Setting, low: int, high: int, dice: random.Random) -> State:
    """Both forms have the same bytes after every action of a random game; the last state."""
    states, out = State.array(1), np.zeros(ROOM, np.int64)
    plain, b = setting.rules, setting.b
    boards = BoardArrays.array([b])
    s = State()
    plain.start(s, b, setting.seats, low, high)
    fast.start_at(states, 0, boards, 0, setting.seats, low, high)
    assert states[0].tobytes() == s.to_bytes()
    buffer = [0] * ROOM
    while waiting := plain.actors(s):
        assert fast.actors_at(states, 0) == waiting
        seats = [seat for seat in range(setting.seats) if waiting >> seat & 1]
        seat = dice.choice(seats)
        n = plain.legal(s, b, seat, buffer)
        action = buffer[dice.randrange(n)]
        if dice.random() < 0.1:
            assert fast.legal_at(states, 0, boards, 0, seat, out) == n
            assert out[:n].tolist() == buffer[:n]
            strange = dice.randrange(b.n_actions)
            assert fast.refusal_at(states, 0, boards, 0, seat, strange) == plain.refusal(s, b, seat, strange)
            assert (plain.refusal(s, b, seat, strange) == 0) == (strange in buffer[:n])
            assert fast.zombie_at(states, 0, boards, 0, seat) == plain.zombie(s, b, seat)
            assert fast.policy_at(states, 0, boards, 0, seat, out) == plain.policy(s, b, seat, [0] * ROOM)
            seen = [0] * ROOM
            m = plain.observe(s, b, seat, seen)
            assert fast.observe_at(states, 0, boards, 0, seat, out) == m
            assert out[:m].tolist() == seen[:m]
        plain.apply(s, b, seat, action)
        fast.apply_at(states, 0, boards, 0, seat, action)
        assert states[0].tobytes() == s.to_bytes()
    points = [0] * 8
    assert plain.score(s, b, points) == fast.score_at(states, 0, boards, 0, out)
    assert out[: setting.seats].tolist() == points[: setting.seats]
    plain.redeal(s, b, 0)
    fast.redeal_at(states, 0, boards, 0, 0, 1, 2)
    return s
