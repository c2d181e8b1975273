"""Notation and data convert both ways without loss, over whole games of both editions."""

from __future__ import annotations

import json
import random

import pytest

import goldenspike as gs

from .many_settings import settings
from .scenario import given


def test_every_action_of_whole_games_survives_the_way_through_data() -> None:
    dice = random.Random(3)
    verbs = set()
    for number, setting in enumerate(settings(40, 3)):
        match, other = (gs.Match(setting.game, setting, number) for _ in range(2))
        while not match.over:
            seat = dice.choice(match.actors)
            text = dice.choice(match.legal(seat))
            data = json.loads(json.dumps(setting.to_data(text)))
            assert setting.to_text(data) == text
            verbs.add(data["do"])
            line = match.play(seat, text)
            assert other.play(seat, data) == line
            logged = line.partition(": ")[2]
            assert setting.to_text(setting.to_data(logged)) == logged
        assert other.hash == match.hash
    assert verbs >= {"hire", "draw", "play", "boom", "exchange", "lay", "done", "hold", "pass", "buy"}


def test_data_is_read_like_text() -> None:
    match = given("tlt1", track=["SF CHI>KSC#1 2/2"], plays={"A": "LAX + branch SF"})
    lay = {"do": "lay", "rr": "SF", "from": "CHI", "to": "MIL", "branch": True}
    assert match.why_not("A", lay) is None
    assert match.play("A", lay) == "A: lay SF +CHI>MIL"


@pytest.mark.parametrize("wrong", [{}, {"do": "fly"}, {"do": "lay"}, {"do": "boom", "marks": [5]}, {"do": ["lay"]}])
def test_data_that_is_no_action_is_one_clear_line(wrong: dict[str, object]) -> None:
    match = given("tlt1")
    before = match.hash
    with pytest.raises(gs.BadNotation, match=r"^[^\n]{10,200}$"):
        match.play("A", wrong)
    assert match.hash == before
