"""Positions in words: every state can be written and read back; nonsense is refused in one line."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from goldenspike.engine.errors import BadFile
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.game import RAIL_PASS

from . import sample_settings
from .scenario import does, give, load, put, seat, table, where


@pytest.mark.parametrize("number", range(11))
def test_every_state_comes_back(number: int) -> None:
    setting = sample_settings.settings(11, 21, (10,))[number]
    m = TimedMatch(RAIL_PASS, setting, number)
    dice = random.Random(number)
    steps = 0
    while not m.over and steps < 500:
        who = dice.choice(m.actors)
        m.act(who, dice.choice(m.numbers(who)))
        steps += 1
        if steps % 9 == 0:
            words = json.loads(json.dumps(m.position()))
            again = TimedMatch.from_position(RAIL_PASS, words, options={})
            assert again.hash == m.hash
            assert again.position() == m.position()
    words = m.position()
    assert TimedMatch.from_position(RAIL_PASS, words, options={}).hash == m.hash


def test_a_position_is_played_on_and_saved() -> None:
    m = table("RP-L7")
    does(m, "P1 LOAD K< L1", "P1 PICK L1 lh")
    give(m, "P1 TOOT L1 K>R")
    again = TimedMatch.from_position(RAIL_PASS, m.position(), options={})
    does(again, "P2 TAKE L1 rh")
    assert where(again, "L1") == "P2 rh R"
    assert TimedMatch.from_data(RAIL_PASS, again.data()).hash == again.hash


def test_words_left_out_are_as_at_the_start() -> None:
    m = TimedMatch.from_position(
        RAIL_PASS,
        {"seats": 3, "board": "RP-L4", "now_ms": 5000, "seed": 1, "trains": {"L1": {"at": "P1 lh K"}}},
        options={"colours": "fixed", "dexterity": "off"},
    )
    assert (m.now, where(m, "L1")) == (5000, "P1 lh K")
    assert m.s.yard == table(seed=1).s.yard


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"wheels": 3}, "no such word"),
    ({"phase": "asleep"}, "phase"),
    ({"round": 2}, "round"),
    ({"now_ms": -1}, "now_ms"),
    ({"now_ms": 540_000}, "now_ms"),
    ({"waiting": ["P1", "P2", "P3"]}, "not every seat"),
    ({"waiting": ["P4"]}, "waiting"),
    ({"scores": [1]}, "scores"),
    ({"chance": [1, 2, 3]}, "chance"),
    ({"chance": [1, 2, 3, -4]}, "chance"),
    ({"colours": {"A": "K"}}, "colours"),
    ({"colours": {"A": "K", "B": "K", "C": "B", "D": "G", "E": "Y", "F": "W"}}, "colours"),
    ({"yards": {"K": "rrr"}}, "cubes"),
    ({"yards": {"K": "r" * 21}}, "spots"),
    ({"yards": {"Q": ""}}, "no city"),
    ({"ends": {"K": [3, 2]}}, "ends"),
    ({"ends": {"K": [1, 20]}}, "emptied"),
    ({"ends": {"K": [1]}}, "two spots"),
    ({"stored": {"K": 1}}, "cubes"),
    ({"stored": {"K": 21}}, "stored"),
    ({"dropped": "k" * 500}, "cubes"),
    ({"trains": {"L9": {}}}, "no train"),
    ({"trains": {"L1": {"at": "table"}}}, "a train is at"),
    ({"trains": {"L1": {"at": "P4 lh K"}}}, "a train is at"),
    ({"trains": {"L1": {"at": "R.l"}}}, "track|one track"),
    ({"trains": {"L1": {"at": "P2 lh K"}}}, "one hand"),
    ({"trains": {"L1": {"at": "P1 lh K"}, "S1": {"at": "P1 lh K"}}}, "one hand"),
    ({"trains": {"L1": {"cubes": "rrrrrr"}}}, "cannot carry"),
    ({"trains": {"S1": {"cubes": "rrrr"}}}, "carries|cubes"),
    ({"trains": {"L1": {"engineer": 5}}}, "engineer"),
    ({"trains": {"L1": {"offer": "R"}}}, "offered"),
    ({"trains": {"L1": {"at": "P1 lh K", "offer": "W"}}}, "offered"),
    ({"engineers": {"eK1": "R.h", "eK2": "R.h", "eB1": "R.h"}}, "three places"),
    ({"engineers": {"eK1": "moon"}}, "no train"),
    ({"running": [{"train": "L1", "command": "dancing"}]}, "command"),
    ({"running": ["L1"]}, "running"),
    ({"running": 5}, "running"),
    ({"arrows": {"K": "r"}}, "arrows"),
    ({"seed": -1}, "seed"),
]


@pytest.mark.parametrize(("words", "told"), WRONG, ids=[str(words)[:40] for words, _ in WRONG])
def test_nonsense_is_refused_in_one_line(words: dict[str, Any], told: str) -> None:
    with pytest.raises(BadFile, match=told) as caught:
        TimedMatch.from_position(RAIL_PASS, {"seats": 3, "board": "RP-L4", **words}, options={"colours": "fixed"})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "key", ["to", "with", "seat", "order", "began_ms", "need_ms", "due_ms", "other", "hands", "command"]
)
@pytest.mark.parametrize("value", [-1, 3, 17, 19, 10**12, "x", None, [], "L1", "P2", "picking", "swapping", "seating"])
def test_a_running_command_that_cannot_be_is_refused(key: str, value: object) -> None:
    m = table("RP-L4")
    load(m, "S1", "b")
    put(m, "L2", "P1 rh R")
    seat(m, "eB1", "quit")
    give(m, "P1 LOAD K< L1")
    give(m, "P1 PARK L2 R.l")
    give(m, "P2 ENG eB3 B.h L3")
    for k in range(3):
        words = m.position()
        if words["running"][k][key] == value:
            continue
        words["running"][k][key] = value
        try:
            again = TimedMatch.from_position(RAIL_PASS, words, options={})
        except BadFile:
            continue
        again.advance(30_000)
        assert again.now == 30_000
