"""While nothing changes that concerns a seat, its legal commands are the same: pages are told so much cheaper."""

from __future__ import annotations

import random
from typing import Any

import pytest

from goldenspike.engine.match import Match
from goldenspike.engine.timed import TimedMatch, WallClock
from goldenspike.games.rail_pass.setting import RAIL_PASS


@pytest.mark.parametrize(("seats", "arrows", "rounds"), [(2, "manual", 1), (3, "auto", 2), (6, "off", 1)])
def test_the_same_concerns_mean_the_same_commands(seats: int, arrows: str, rounds: int) -> None:
    dice = random.Random(seats)
    options = {"dexterity": "off", "arrows": arrows, "rounds": rounds, "seconds": 60}
    match = TimedMatch.new(RAIL_PASS, seats=seats, seed=seats, options=options)
    match.clock = WallClock(lambda: 0)
    known: dict[int, tuple[Any, list[str]]] = {}
    same = changed = 0
    while not match.over:
        seat = dice.randrange(seats)
        choices = Match.legal(match, seat)
        if choices and dice.random() < 0.8:
            match.play(seat, dice.choice(choices), match.now)
        match.advance(match.now + dice.choice((0, 50, 300, 1100)))
        for other in range(seats):
            concern, legal = match.setting.concern(match.s, other), Match.legal(match, other)
            assert match.legal(other) == legal
            if other in known and known[other][0] == concern:
                same += 1
                assert known[other][1] == legal
            else:
                changed += 1
            known[other] = concern, legal
    assert same > changed > 0
