"""Packed observations of a batch: everything that the seat sees, nothing that is hidden, the same games."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.envs import Play, vector

from .tables import ONE_OF_EACH

GAMES = 6
STEPS = 320


@pytest.mark.parametrize(("name", "seats", "options"), ONE_OF_EACH)
def test_the_flat_observation_is_in_the_packed_one_and_nothing_hidden(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    """Decision after decision, over whole games: unpacked it is the flat one; every world of the seat packs alike."""
    flat = vector(name, GAMES, seats=seats, seed=3, **options)
    packed = vector(name, GAMES, seats=seats, seed=3, observation="packed", masks=False, threads=2, **options)
    alone, dice = Play(packed.setting), random.Random(7)
    ended = changed = 0
    for step in range(STEPS):
        actions = flat.sample().copy()
        assert (packed.sample() == actions).all()
        ended += flat.step(actions)
        packed.step(actions)
        for same in ("who", "counts", "rewards", "ended", "steps"):
            assert (getattr(flat, same) == getattr(packed, same)).all(), same
        assert (packed.unpack() == flat.observations).all()
        if step % 4 == 0:
            game = dice.randrange(GAMES)
            seat = int(packed.who[game])
            true = packed.memory.position(game)
            assert true.tobytes() == flat.memory.position(game).tobytes()
            assert packed.points(game) == flat.points(game)
            assert packed.legal(game) == flat.legal(game)
            alone.load(true.tobytes())
            alone.redeal(seat, dice.getrandbits(60))
            changed += alone.dump() != true.tobytes()
            assert alone.packed(seat).tobytes() == packed.packed[game].tobytes()
    assert ended > 0
    assert changed >= STEPS // 8
    packed.close()


@pytest.mark.parametrize(("name", "seats", "options"), ONE_OF_EACH)
def test_packed_games_can_be_copied_saved_and_placed(name: str, seats: int, options: dict[str, Any]) -> None:
    batch = vector(name, GAMES, seats=seats, seed=5, observation="packed", masks=False, **options)
    for _ in range(20):
        batch.step(batch.sample())
    saved, twin = batch.save(), deepcopy(batch)
    gone: list[Any] = []
    for one in (batch, twin):
        for _ in range(30):
            one.step(one.sample())
        gone.append((one.packed.tobytes(), [one.memory.position(i).tobytes() for i in range(GAMES)], one.who.tolist()))
    batch.restore(saved)
    for _ in range(30):
        batch.step(batch.sample())
    gone.append(
        (batch.packed.tobytes(), [batch.memory.position(i).tobytes() for i in range(GAMES)], batch.who.tolist())
    )
    assert gone[0] == gone[1] == gone[2]
    match = gs.new(name, seats=seats, seed=4, **{**batch.setting.game.env_options, **options})
    one = np.arange(GAMES) == 2
    batch.deal_seeds([4] * GAMES, one)
    assert batch.memory.position(2).tobytes() == match.s.to_bytes()
    if batch.setting.game.hidden_fields is not None:  # the games themselves
        with pytest.raises(ValueError, match="read-only"):
            batch.packed["chance"] = 1
