"""One game and batches in compiled code: the same game as the plain rules play, nothing seen that is hidden."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.engine.env_fields import action_count, parts, verbs
from goldenspike.envs import Play, make_setting, vector

from .tables import EVERY, ONE_OF_EACH


def bounds(play: Play) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    named = play.memory.parts
    return (
        np.concatenate([np.full(part.count, part.low) for part in named]),
        np.concatenate([np.full(part.count, part.high) for part in named]),
    )


@pytest.mark.parametrize(("name", "seats", "options"), EVERY)
def test_compiled_play_is_the_game_of_the_rules(name: str, seats: int, options: dict[str, Any]) -> None:
    """Same legal actions, same bytes, same points and the same observation of every seat, decision after decision."""
    play = Play(name, seats=seats, seed=11, **options)
    setting, dice = play.setting, random.Random(3)
    rules, plain = setting.game.rules, setting.game.plain()
    s = setting.game.state()
    rules.start(s, setting.b, seats, 11, 0)
    low, high = bounds(play)
    out = [0] * setting.game.most_legal
    decisions = 0
    while not play.over:
        assert play.awaited == rules.actors(s)
        assert play.seat == (play.awaited & -play.awaited).bit_length() - 1
        assert play.legal == out[: rules.legal(s, setting.b, play.seat, out)]
        if decisions % 7 == 0:
            for seat in range(seats):
                seen, mask = play.look(seat)
                assert plain.observe(s, setting.b, seat, out) == len(seen) == play.memory.width
                assert seen.tolist() == out[: len(seen)]
                assert (low <= seen).all()
                assert (seen <= high).all()
                assert np.flatnonzero(mask).tolist() == (play.legal if seat == play.seat else [])
        action = dice.choice(play.legal)
        rules.apply(s, setting.b, play.seat, action)
        play.apply(action)
        decisions += 1
    assert play.dump() == s.to_bytes()
    assert rules.over(s)
    winners = rules.score(s, setting.b, out)
    assert play.points() == out[:seats]
    assert play.winners() == tuple(seat for seat in range(seats) if winners >> seat & 1)


@pytest.mark.parametrize(("name", "seats", "options"), EVERY)
def test_no_number_of_an_observation_tells_what_is_hidden(name: str, seats: int, options: dict[str, Any]) -> None:
    """Everything hidden from a seat dealt anew: each part of what it sees, and what it may do, stays the same."""
    play = Play(name, seats=seats, seed=5, **options)
    dice = random.Random(8)
    looks = changed = 0
    while not play.over:
        if dice.random() < 0.2:
            before = play.dump()
            seat = dice.randrange(seats)
            seen, legal = play.look(seat)[0].copy(), play.legal_of(seat)
            play.redeal(seat, dice.getrandbits(60))
            again, at = play.look(seat)[0], 0
            for part in play.memory.parts:
                assert (seen[at : at + part.count] == again[at : at + part.count]).all(), part.name
                at += part.count
            assert play.legal_of(seat) == legal
            changed += play.dump() != before
            looks += 1
            play.load(before)
        play.apply(dice.choice(play.legal))
    assert looks >= 8
    assert changed >= looks // 2


@pytest.mark.parametrize(("name", "seats", "options"), EVERY)
def test_fields_name_every_number(name: str, seats: int, options: dict[str, Any]) -> None:
    chosen = dict(options)
    setting = make_setting(name, seats, chosen.pop("board", None), chosen)
    named = parts(setting)
    s = setting.game.state()
    setting.game.rules.start(s, setting.b, seats, 1, 0)
    assert sum(part.count for part in named) == setting.game.plain().observe(s, setting.b, 0, [0] * 9999)
    assert len({part.name for part in named}) == len(named)
    assert all(part.about and part.low < part.high for part in named)
    at = 0
    for verb in verbs(setting):
        assert verb.first == at, verb
        at += verb.count
    assert at == action_count(setting) == getattr(setting.b, "n_actions", 1724)


@pytest.mark.xdist_group("santa_fe_compiled")
def test_an_illegal_action_changes_nothing() -> None:
    play = Play("santa-fe-rails", seats=3, seed=1869)
    before, legal = play.dump(), play.legal
    for action in (0, -1, -(1 << 40) - 1, play.memory.actions + 5, max(legal) + 1):
        with pytest.raises(gs.IllegalAction):
            play.apply(action)
    for seat in (-1, 3, 99):
        for wrong in (play.look, play.legal_of, lambda seat: play.redeal(seat, 1), lambda seat: play.apply_of(seat, 0)):
            with pytest.raises(gs.BadOption, match="0 to 2"):
                wrong(seat)
    assert (play.dump(), play.legal) == (before, legal)
    other = play.copy()
    other.apply(legal[0])
    assert play.dump() == before != other.dump()
    assert gs.new("santa-fe-rails", seats=3, seed=1869).hash == play.hash


@pytest.mark.xdist_group("santa_fe_compiled")
def test_a_position_is_an_explicit_list_of_all_that_will_come() -> None:
    match = gs.new("santa-fe-rails", seats=3, seed=4)
    play = Play("santa-fe-rails", seats=3, seed=99)
    play.set_position(match.position())
    assert play.look(1)[0].tolist() == Play("santa-fe-rails", seats=3, seed=4).look(1)[0].tolist()


# ---------------------------------------------------------------- batches
@pytest.mark.parametrize(("name", "seats", "options"), ONE_OF_EACH)
def test_a_batch_steps_the_same_games_whatever_the_threads(name: str, seats: int, options: dict[str, Any]) -> None:
    """Arrays of the caller's own, new games dealt at once, each game as one game alone would go."""
    seen = []
    for threads in (1, 3):
        first = vector(name, 5, seats=seats, seed=3, threads=threads, **options)
        own = np.empty_like(first.observations), np.empty_like(first.masks), np.empty_like(first.rewards)
        batch = vector(
            name,
            5,
            seats=seats,
            seed=3,
            threads=threads,
            observations=own[0],
            masks=own[1],
            rewards=own[2],
            **options,
        )
        trace, ended = [], 0
        for _ in range(320):
            ended += batch.step(batch.sample())
            assert (own[1].sum(1) == batch.memory.counts).all()
            trace.append((own[0].copy(), batch.who.copy(), own[2].copy(), batch.ended.copy()))
        alone = Play(batch.setting)
        alone.load(batch.memory.states[2].tobytes())
        assert alone.seat == batch.who[2]
        assert alone.legal == batch.legal(2) == np.flatnonzero(own[1][2]).tolist()
        assert (alone.look()[0] == own[0][2]).all()
        assert ended > 0
        seen.append(trace)
        first.close()
        batch.close()
    for one, two in zip(*seen, strict=True):
        assert all((a == b).all() for a, b in zip(one, two, strict=True))


@pytest.mark.xdist_group("santa_fe_compiled")
def test_rewards_of_a_batch() -> None:
    totals = {}
    for reward in ("score", "gain", "win"):
        batch = vector("santa-fe-rails", 4, seats=3, seed=8, reward=reward, autoreset="next")
        start = np.array([Play(batch.setting, seed=0).points()] * 4)
        got = np.zeros((4, 3))
        live = np.ones(4, bool)
        while live.any():
            batch.step(batch.sample())
            got[live] += batch.rewards[live]
            live &= batch.ended == 0
        totals[reward] = got + (start if reward == "gain" else 0)
    assert (totals["score"] == totals["gain"]).all()
    assert totals["win"].sum() == pytest.approx(4.0)
    best = totals["score"] == totals["score"].max(1, keepdims=True)
    assert (best[totals["win"] > 0]).all()


@pytest.mark.xdist_group("santa_fe_compiled")
def test_an_illegal_action_in_a_batch_ends_that_game_alone() -> None:
    batch = vector("santa-fe", 3, seats=2, seed=1)
    actions = batch.sample().copy()
    actions[1] = -4
    assert batch.step(actions) == 1
    assert batch.ended.tolist() == [0, 2, 0]
    assert batch.rewards[1].tolist() in ([-1.0, 0.0], [0.0, -1.0])
    assert batch.masks[1].sum() == batch.memory.counts[1] > 0
    for wrong in ({"seats": 9}, {"reward": "praise"}, {"threads": 0}, {"players": "random"}, {"masks": np.zeros(3)}):
        with pytest.raises(gs.BadOption):
            vector("santa-fe", 3, **wrong)
    with pytest.raises(gs.BadOption, match="3 whole numbers"):
        batch.step([0.5, 1, 2])
