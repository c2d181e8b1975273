"""The expert version (RP-EXPERT) and route arrows (RP-ARROW)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.rules.cubes import fits
from goldenspike.games.rail_pass.rules.state import NONE

from .scenario import CITIES, cubes, does, load, no, put, table, train, words, yard


def stickers(m: TimedMatch, name: str, colours: str) -> None:
    t = train(name)
    m.s.sticker[t] = [words(m).read_cube(m.s, c) for c in colours] + [NONE] * (2 - len(colours))


def carries(m: TimedMatch, name: str, load_of: str) -> bool:
    """May the train carry this load, put on cube by cube in any order?"""
    t = train(name)
    numbers = [words(m).read_cube(m.s, c) for c in load_of]
    m.s.cargo[t] = [*numbers[:-1], NONE, NONE, NONE, NONE, NONE][:5]
    m.s.load[t] = len(numbers) - 1
    return fits(m.s, m.setting.b, t, numbers[-1], NONE)


def test_RP_EXPERT_01_without_the_option_stickers_are_ignored() -> None:
    m = table(expert=False)
    stickers(m, "S1", "r")
    yard(m, "K", "bgy")
    does(m, "P1 LOAD K< S1", "P1 LOAD K< S1", "P1 LOAD K< S1")
    assert cubes(m, "S1") == "bgy"


def test_RP_EXPERT_02_a_sticker_is_a_car_for_one_cube_of_its_colour() -> None:
    m = table(expert=True)
    stickers(m, "S1", "r")
    yard(m, "K", "bgy", "r")
    does(m, "P1 LOAD K< S1", "P1 LOAD K< S1")
    assert no(m, "P1 LOAD K< S1") == "RP-EXPERT-03"
    does(m, "P1 LOAD K> S1")
    assert cubes(m, "S1") == "bgr"
    assert no(m, "P1 LOAD K< S1") == "RP-LOAD-04"


def test_RP_EXPERT_02_swaps_keep_to_the_cars() -> None:
    m = table(expert=True)
    stickers(m, "S1", "r")
    stickers(m, "L1", "gy")
    load(m, "S1", "bgr")
    load(m, "L1", "ww")
    assert no(m, "P1 XCHG L1 w S1 r") == "RP-EXPERT-03", "w would need a third general car"
    does(m, "P1 XCHG L1 w S1 b")
    assert sorted(cubes(m, "S1")) == sorted("wgr")
    assert no(m, "P1 XFER L1 b S1") == "RP-LOAD-04"


@pytest.mark.parametrize(
    ("load_of", "legal"),
    [("yyy", True), ("yyyr", True), ("yyyg", False), ("rrbyy", True), ("rrryy", False), ("yyyrb", True)],
)
def test_RP_EXPERT_03_exact_capacity_of_a_long_train(load_of: str, legal: bool) -> None:
    m = table(expert=True)
    stickers(m, "L1", "rb")
    assert carries(m, "L1", load_of) == legal


@pytest.mark.parametrize(
    ("load_of", "legal"), [("yyyr", True), ("yyyy", True), ("yyyyr", True), ("yyyrb", True), ("yyygw", False)]
)
def test_RP_EXPERT_03_option_either_has_one_car_for_both_colours(load_of: str, legal: bool) -> None:
    m = table(expert=True, expert_long="either")
    stickers(m, "L1", "rb")
    assert carries(m, "L1", load_of) == legal


def test_RP_AMB_09_option_either_refuses_with_a_sentence_of_its_own() -> None:
    m = table(expert=True, expert_long="either")
    stickers(m, "L1", "rb")
    stickers(m, "S1", "r")
    load(m, "L1", "yyyy")
    load(m, "S1", "gg")
    yard(m, "K", "gw", "b")
    assert no(m, "P1 LOAD K< L1") == "RP-AMB-09"
    refusal = m.why_not("P1", "LOAD K< L1")
    assert refusal is not None
    assert (refusal.code, refusal.sentence) == (
        "car_for_either_color",
        "With one car for either colour of its sticker, a Long Train holds five cubes if one of them has such a "
        "colour, and four if none has.",
    )
    assert no(m, "P1 XFER S1 g L1") == "RP-AMB-09"
    assert no(m, "P1 LOAD K< S1") == "RP-EXPERT-03", "Short Trains are loaded as ever"
    does(m, "P1 LOAD K> L1")
    assert cubes(m, "L1") == "yyyyb"
    assert no(m, "P1 XCHG L1 b S1 g") == "RP-AMB-09"


@pytest.mark.parametrize("option", ["two_cars", "either"])
@pytest.mark.parametrize("name", ["L1", "S1"])
def test_RP_EXPERT_04_removing_a_cube_never_makes_a_load_illegal(option: str, name: str) -> None:
    m = table(expert=True, expert_long=option)
    stickers(m, name, "rb" if name == "L1" else "r")
    legal = {""}
    for size in range(1, 6):
        for load_of in combinations_with_replacement("rbgy", size):
            if all(
                carries(m, name, "".join(x for x in load_of if x != c) + c * load_of.count(c)) for c in set(load_of)
            ):
                legal.add("".join(load_of))
    assert len(max(legal, key=len)) == (5 if name == "L1" else 3)
    for load_of in legal - {""}:
        for k in range(len(load_of)):
            assert load_of[:k] + load_of[k + 1 :] in legal


def test_RP_EXPERT_05_each_colour_once_on_short_and_twice_on_long_trains() -> None:
    for seed in range(5):
        trains = table(expert=True, seed=seed).view()["trains"]
        shorts = [trains[f"S{k + 1}"]["stickers"] for k in range(6)]
        longs = [trains[f"L{k + 1}"]["stickers"] for k in range(6)]
        assert sorted(shorts) == sorted(CITIES)
        assert {frozenset(pair) for pair in longs} == {frozenset(p) for p in ("KR", "RB", "BG", "GY", "YW", "WK")}
        assert set(Counter("".join(longs)).values()) == {2}


def test_RP_EXPERT_06_stickers_are_dealt_by_the_seed() -> None:
    deals = [tuple(t["stickers"] for t in table(expert=True, seed=n).view()["trains"].values()) for n in range(8)]
    again = [tuple(t["stickers"] for t in table(expert=True, seed=n).view()["trains"].values()) for n in range(8)]
    assert deals == again
    assert len(set(deals)) == 8
    assert table(expert=True, seed=3).s.yard == table(seed=3).s.yard, "the yards do not depend on it"


def test_RP_ARROW_01_arrows_are_reminders_that_change_no_legality() -> None:
    m = table("RP-L7", arrows="manual")
    put(m, "L1", "P1 lh K")
    before = [text for text in m.legal("P1") if not text.startswith("ARROW")]
    does(m, "P1 ARROW K w R", "P1 ARROW K g R")
    assert m.view()["cities"]["A"]["arrows"] == {"W": ["B"], "G": ["B"]}
    assert [text for text in m.legal("P1") if not text.startswith("ARROW")] == before
    does(m, "P1 ARROW K w -")
    assert m.view()["cities"]["A"]["arrows"] == {"G": ["B"]}
    assert no(m, "P2 ARROW K w R") == "RP-ARROW-01"
    assert no(m, "P1 ARROW K k R") == "RP-ARROW-01", "one arrow for each other colour"
    assert no(m, "P1 ARROW K w W") == "RP-ARROW-01", "W is no neighbour"


def test_RP_ARROW_02_automatic_arrows_show_the_shortest_ways() -> None:
    path = table("RP-L9").view()["cities"]["A"]["arrows"]
    assert path == {colour: ["B"] for colour in "RBGYW"}
    circle = table("RP-L8").view()["cities"]["A"]["arrows"]
    assert circle["W"] == ["B", "D"], "the opposite city is as near either way"
    assert circle["R"] == ["B"]
    assert no(table("RP-L9"), "P1 ARROW K w R") == "RP-ARROW-02"
    off = table("RP-L9", arrows="off")
    assert off.view()["cities"]["A"]["arrows"] == {}
    assert no(off, "P1 ARROW K w R") == "RP-ARROW-02"
