"""A public view that remembers says the same as a fresh one, and whom a change concerns: pages cost far less."""

from __future__ import annotations

import random

import pytest

from goldenspike.engine.match import Match
from goldenspike.engine.timed_match import TimedMatch, WallClock
from goldenspike.games.rail_pass.game import RAIL_PASS, RailPassSetting

ROUNDS = [
    (2, {"dexterity": "off", "arrows": "manual"}),
    (3, {"dexterity": "timed", "rounds": 2, "expert": True}),
    (4, {"dexterity": "auto_hold", "unload": "auto"}),
    (6, {"dexterity": "timed", "arrows": "off", "engineer_check": "on_receive"}),
    (6, {"dexterity": "off", "hands_for_cubes": False}),
]


def wander(match: TimedMatch, dice: random.Random) -> None:
    """Somebody does something, and a little time passes."""
    seat = dice.randrange(match.setting.seats)
    choices = match.legal(seat)
    if choices and dice.random() < 0.8:
        match.play(seat, dice.choice(choices), match.now)
    match.advance(match.now + dice.choice((0, 50, 300, 1100)))


@pytest.mark.parametrize(("seats", "options"), ROUNDS)
def test_a_glance_that_remembers_tells_the_same(seats: int, options: dict[str, object]) -> None:
    match = TimedMatch.new(RAIL_PASS, seats=seats, seed=seats, options={**options, "seconds": 60})
    match.clock = WallClock(lambda: 0)
    setting = match.setting
    assert isinstance(setting, RailPassSetting)
    public_view, dice = setting.public_view(), random.Random(seats)
    known: dict[int, tuple[list[str], str]] = {}
    same = changed = 0
    while not match.over:
        wander(match, dice)
        assert public_view.view(match.s) == setting.view(match.s, None)
        for seat in range(seats):
            mine = Match.legal(match, seat), setting.question(match.s, seat)
            if public_view.concerned >> seat & 1 or seat not in known:
                changed += 1
            else:
                same += 1
                assert mine == known[seat]
            known[seat] = mine
    assert same > changed / 2 > 0


@pytest.mark.parametrize(("seats", "options"), ROUNDS)
def test_near_commands_are_all_commands(seats: int, options: dict[str, object]) -> None:
    match = TimedMatch.new(RAIL_PASS, seats=seats, seed=seats, options={**options, "seconds": 60})
    dice, found = random.Random(seats + 1), 0
    out = [0] * RAIL_PASS.most_legal
    while not match.over:
        wander(match, dice)
        for seat in range(seats):
            numbers = match.setting.numbers(match.s, seat)
            assert numbers == out[: RAIL_PASS.rules.legal(match.s, match.setting.b, seat, out)]
            found += len(numbers)
    assert found > 1000
