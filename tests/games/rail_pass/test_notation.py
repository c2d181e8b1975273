"""Every command has a text that stands for it, and the text its number."""

from __future__ import annotations

import random

import pytest

from goldenspike.engine.errors import BadNotation
from goldenspike.games.rail_pass.rules.state import ACTIONS, HOLD, NOT_ABOARD, TAKE, TOOT, XCHG, XFER

from .sample_settings import SMALL
from .scenario import does, give, load, put, random_match, seat, table


@pytest.mark.parametrize("dexterity", ["timed", "off"])
@pytest.mark.parametrize("layout", ["RP-L1", "RP-L5", "RP-L7"])
def test_legal_commands_are_written_and_read(layout: str, dexterity: str) -> None:
    m = table(layout, dexterity=dexterity, arrows="manual", colours="random", seconds=120)
    dice = random.Random(3)
    seen = set()
    for _ in range(400):
        who = dice.choice(m.actors)
        for number in m.numbers(who):
            text = m.setting.write(m.s, who, number)
            seen.add(text.split()[0])
            assert m.setting.parse(m.s, who, text) == (number,), text
        calm = [n for n in m.numbers(who) if not m.setting.write(m.s, who, n).startswith(("RELEASE", "ARROW"))]
        m.act(who, dice.choice(calm))
    assert seen >= {"WAIT", "LOAD", "XFER", "ENG", "PICK", "PARK", "TOOT", "BACK", "NO", "ARROW"}


def test_every_number_has_some_text() -> None:
    for m in (table("RP-L4"), random_match("RP-L7", 1, dexterity="timed", seconds=30)):
        for number in range(ACTIONS):
            assert m.setting.write(m.s, 0, number)


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("P1 load k< l1", "P1 LOAD K< L1"),
        ("P1  PICK  S1  LH", "P1 PICK S1 lh"),
        ("P1 park L2 r.L", "P1 PARK L2 R.l"),
        ("P1 toot L2 r>b", "P1 TOOT L2 R>B"),
        ("P1 eng ek1 l1 k.H", "P1 ENG eK1 L1 K.h"),
        ("p1 store k l1", "P1 STORE K L1"),
        ("P1 xfer L1 K S1", "P1 XFER L1 k S1"),
    ],
)
def test_case_and_spaces_do_not_matter(line: str, written: str) -> None:
    m = table()
    load(m, "L1", "k")
    put(m, "L2", "P1 rh R")
    seat(m, "eR3", "R.h")
    assert give(m, line) == f"00:00.000 {written}"


def test_an_exchange_has_one_number_whichever_train_is_named_first() -> None:
    m = table()
    load(m, "L1", "r")
    load(m, "S1", "b")
    one = m.setting.parse(m.s, 0, "XCHG L1 r S1 b")
    assert one == m.setting.parse(m.s, 0, "XCHG S1 b L1 r")
    assert [n for n in m.numbers(0) if XCHG <= n < 542] == list(one)
    other_way = XCHG + 36 * 6 + 6 * 2 + 1
    assert m.game.rules.refusal(m.s, m.setting.b, 0, other_way) == NOT_ABOARD
    does(m, "P1 XCHG S1 b L1 r")


@pytest.mark.parametrize(
    ("line", "number", "job"),
    [("XFER L1 k S1", 38, 3), ("XCHG L1 k S1 k", 110, 4), ("STORE K L1", 26, 2), ("LOAD K< L1", 2, 1)],
)
def test_the_first_number_of_a_verb_is_its_own(line: str, number: int, job: int) -> None:
    m = table()
    load(m, "L1", "k")
    load(m, "S1", "k")
    assert m.setting.parse(m.s, 0, line) == (number,)
    m.act(0, number)
    assert m.s.job[0] == job


def test_the_first_numbers_of_carries_and_offers_are_their_own() -> None:
    m = table("RP-L4")
    put(m, "L1", "P1 lh R")
    m.act(0, 944)
    assert m.log[-1].endswith("GO L1 R>K")
    other = table("RP-L4")
    put(other, "L1", "P3 lh G")
    other.act(2, 1040)
    assert other.log[-1].endswith("TOOT L1 G>K")
    other.act(2, 1136)
    other.act(0, 1016)
    assert other.log[-1].endswith("TAKE L1 lh")
    other.act(0, 1148)
    assert other.journal[-1].endswith("ABORT L1")
    other.act(0, 1124)
    assert other.log[-1].endswith("NO L1")


def test_the_numbers_are_in_order() -> None:
    assert XFER < XCHG < TAKE < TOOT < HOLD < ACTIONS


def test_RP_SETUP_05_an_unknown_train_names_the_trains_that_there_are() -> None:
    small = table(SMALL, colours="fixed")
    for word in ("L5", "L4", "S6", "L0", "X1"):
        with pytest.raises(BadNotation, match=f"there is no train '{word}'; the trains are L1 to L3 and S1 to S3"):
            small.play("P1", f"PICK {word} lh")
    with pytest.raises(BadNotation, match="the trains are L1 to L6 and S1 to S6"):
        table().play("P1", "PICK L7 lh")
