"""City cards on the table and Boomtown markers on the map."""

from __future__ import annotations

import random
from typing import Any

import pytest

import goldenspike as gs

from .scenario import given, lays, money, plays, refused
from .test_sequence import led_by

FIVE = ["SF", "SP", "GN", "UP", "KP"]


def points(**words: Any) -> tuple[int, ...]:
    """The scores of a finished game in which nobody has money."""
    result = given("over", ended="supply", **{"money": dict.fromkeys("ABC", 0), **words}).result
    assert result is not None
    return result.points


def booming(**words: Any) -> gs.Match:
    """A has played a Boom card, the others City cards."""
    return given("boom", **{"plays": {"A": "boom", "B": "SEA", "C": "SFO"}, **words})


def markers(match: gs.Match) -> dict[str, int]:
    return dict(match.view()["display"]["markers"])


# ---------------------------------------------------------------- City cards


def test_SFR_CITY_01_a_played_city_card_stays_on_the_table() -> None:
    hands = {"A": ["LAX", "SEA", "DEN", "SLC"], "B": ["POR", "SFO", "BOI", "DAL"], "C": ["SDG", "EUR", "BUT", "FAR"]}
    match = given("play", board=None, round=3, hands=hands)
    plays(match, "A: play LAX", "B: play POR", "C: play SDG")
    chance = random.Random(3)
    while match.view()["round"] < 8:
        seat = match.actors[0]
        match.act(seat, chance.choice(match.numbers(seat)))
        for viewer in (None, "A", "B", "C"):
            assert "LAX" in match.view(viewer)["seats"][0]["table"]
    assert not match.over
    assert "POR" in match.view("A")["seats"][1]["table"]


@pytest.mark.parametrize(("railroads", "worth"), [(["SP"], 7), (["SP", "SF"], 14), ([*FIVE, "RI", "WP"], 49)])
def test_SFR_CITY_02_value_times_railroads_at_the_end(railroads: list[str], worth: int) -> None:
    assert points(table={"A": ["LAX"]}, connected={"LAX": railroads}) == (worth, 0, 0)


def test_SFR_CITY_02_railroads_that_come_later_count_as_well() -> None:
    match = given(
        plays={"A": "LAX"},
        table={"A": ["OMA"]},
        track=["SF CHI>OMA 1/2"],
        connected={"OMA": ["UP"]},
        supply={"SF": 1, "*": 0},
        money={"A": 0, "B": 0, "C": 0},
    )
    match.play("A", "lay SF CHI>OMA")
    assert match.result is not None
    assert match.result.points == (2 * 2, 0, 0)


def test_SFR_CITY_03_city_cards_in_hand_are_worth_nothing() -> None:
    assert points(hands={"A": ["LAX"]}, connected={"LAX": FIVE}) == (0, 0, 0)
    assert points(table={"A": ["LAX"]}, connected={"LAX": FIVE}) == (35, 0, 0)
    assert points(discarded={"A": ["LAX"]}, connected={"LAX": FIVE}) == (0, 0, 0)


def test_SFR_CITY_04_two_cards_of_one_city_score_separately() -> None:
    three = {"LAX": ["SF", "SP", "GN"]}
    assert points(table={"A": ["LAX", "LAX"]}, connected=three) == (42, 0, 0)
    assert points(table={"A": ["LAX"], "C": ["LAX"]}, connected=three) == (21, 0, 21)


def test_SFR_CITY_05_any_city_card_may_be_played_and_gives_no_building_right() -> None:
    def after(city: str) -> gs.Match:
        match = given("play", hands={"A": ["LAX", "OMA"], "B": ["SEA"], "C": ["SFO"]})
        return plays(match, f"A: play {city}", "B: play SEA", "C: play SFO")

    match = after("LAX")
    assert match.view()["connected"] == {}
    assert match.legal("A") == after("OMA").legal("A")
    assert {rail: lays(match, "A", rail) for rail in FIVE} == {
        "SF": {"CHI>MIL", "CHI>OMA", "CHI>KSC#1", "CHI>KSC#2"},
        "UP": {"CHI>MIL", "CHI>OMA", "CHI>KSC#1", "CHI>KSC#2"},
        "GN": {"MIL>CHI", "MIL>MIN"},
        "KP": {"KSC>CHI#1", "KSC>CHI#2", "KSC>DEN", "KSC>ELP", "KSC>NOR"},
        "SP": {"NOR>HOU", "NOR>KSC"},
    }
    assert refused(match, "A", "lay SF LAX>SFO") == "E_NOT_HOME"


def test_SFR_CITY_06_one_card_of_a_city_of_value_2_or_3_two_of_the_others() -> None:
    match = given("play", seats=3)
    cards = match.position()["deck"]
    assert len(cards) == 17
    assert {city: cards.count(city) for city in cards} == {
        **dict.fromkeys(["OMA", "HOU", "TUC"], 1),
        **dict.fromkeys(["MIN", "DEN", "ELP", "LAX", "SFO", "SAC", "SEA"], 2),
    }


# ---------------------------------------------------------------- Boomtown markers


@pytest.mark.parametrize(
    ("action", "placed"),
    [
        ("boom none", {}),
        ("boom 5 TUC", {"TUC": 5}),
        ("boom 4 OMA", {"OMA": 4}),
        ("boom 5 TUC, 4 OMA", {"TUC": 5, "OMA": 4}),
    ],
)
def test_SFR_BOOM_01_none_one_or_two_markers(action: str, placed: dict[str, int]) -> None:
    match = booming()
    match.play("A", action)
    assert match.view()["markers"] == placed
    assert match.view()["phase"] == "tlt1"


def test_SFR_BOOM_01_not_three_markers_and_only_after_a_boom_card() -> None:
    assert refused(booming(), "A", "boom 5 TUC, 4 OMA, 5 HOU") == "E_MARKER"
    assert refused(booming(), "B", "boom 5 TUC") == "E_ACTOR"
    nobody = given("boom", plays={"A": "LAX", "B": "SEA", "C": "SFO"})
    assert nobody.view()["phase"] == "tlt1"
    assert refused(nobody, "A", "boom 5 TUC") == "E_PHASE"


def test_SFR_BOOM_02_a_four_goes_on_a_city_of_value_2() -> None:
    match = booming()
    for city in ("TUC", "HOU", "LAX", "MIN", "CHI"):
        assert refused(match, "A", f"boom 4 {city}") == "E_MARKER"
    match.play("A", "boom 4 OMA")
    assert match.view()["markers"] == {"OMA": 4}
    assert markers(match) == {"4": 2, "5": 7}


def test_SFR_BOOM_03_a_five_goes_on_a_city_of_value_3() -> None:
    match = booming()
    for city in ("OMA", "MIN", "SAC", "LAX", "CHI"):
        assert refused(match, "A", f"boom 5 {city}") == "E_MARKER"
    assert refused(match, "A", "boom 5 HOU, 5 OMA") == "E_MARKER"
    match.play("A", "boom 5 HOU")
    assert match.view()["markers"] == {"HOU": 5}
    assert markers(match) == {"4": 3, "5": 6}


def test_SFR_BOOM_04_the_two_markers_may_be_any_mix() -> None:
    match = booming()
    match.play("A", "boom 5 HOU, 5 TUC")
    assert match.view()["markers"] == {"HOU": 5, "TUC": 5}
    assert markers(match) == {"4": 3, "5": 5}
    # the larger board has several cities of value 2
    for action, left in (("4 MSP, 4 STL", {"4": 1, "5": 7}), ("4 MSP, 5 OMA", {"4": 2, "5": 6})):
        match = booming(board=None)
        match.play("A", f"boom {action}")
        assert markers(match) == left


def test_SFR_BOOM_05_no_marker_of_a_value_that_has_run_out() -> None:
    match = booming(display={"markers": {"4": 0, "5": 2}})
    assert refused(match, "A", "boom 4 OMA") == "E_MARKER"
    assert refused(match, "A", "boom 5 TUC, 4 OMA") == "E_MARKER"
    match.play("A", "boom 5 TUC, 5 HOU")
    assert markers(match) == {"4": 0, "5": 0}
    match = booming(display={"markers": {"4": 3, "5": 1}})
    assert refused(match, "A", "boom 5 TUC, 5 HOU") == "E_MARKER"
    match.play("A", "boom 5 TUC, 4 OMA")


def test_SFR_BOOM_06_the_marker_is_the_value_for_everybody() -> None:
    three = {"TUC": ["SF", "SP", "TP"], "LAX": ["SF"]}
    assert points(table={"A": ["TUC"]}, connected=three, boomtowns={"TUC": 5}) == (15, 0, 0)
    assert points(table={"A": ["TUC"]}, connected=three) == (9, 0, 0)
    assert points(table={"B": ["TUC", "LAX"]}, connected=three, boomtowns={"TUC": 5}) == (0, 22, 0)


def test_SFR_BOOM_07_one_marker_to_a_city_for_good() -> None:
    match = booming(boomtowns={"TUC": 5})
    assert refused(match, "A", "boom 5 TUC") == "E_MARKER"
    assert refused(match, "A", "boom 5 HOU, 5 TUC") == "E_MARKER"
    assert refused(booming(), "A", "boom 5 TUC, 5 TUC") == "E_MARKER"
    match.play("A", "boom 5 HOU")
    plays(match, "A: lay SF CHI>MIL", "B: lay UP CHI>OMA", "C: lay UP CHI>OMA")
    plays(match, "A: lay KP KSC>DEN", "B: lay KP KSC>DEN", "C: lay SP NOR>HOU")
    assert match.view()["round"] == 3
    assert match.view()["markers"] == {"HOU": 5, "TUC": 5}


def test_SFR_BOOM_08_a_boom_player_lays_like_a_city_player() -> None:
    match = booming(track=["SF CHI>OMA 1/2"], money={"A": 2})
    match.play("A", "boom none")
    assert match.view()["actors"] == ["A"]
    assert refused(match, "A", "done") == "E_MUST_LAY"
    match.play("A", "lay SF CHI>OMA")
    assert money(match, "A") == 4, "with the usual bonus"
    assert match.view()["actors"] == ["B"], "one piece is the whole turn"
    plays(match, "B: lay UP CHI>KSC#1", "C: lay UP CHI>KSC#1")
    assert refused(match, "A", "done") == "E_MUST_LAY"
    match.play("A", "lay SF OMA>MIN")
    assert match.view()["actors"] == ["B"]


def test_SFR_BOOM_09_connections_and_own_cards_do_not_matter() -> None:
    for words in ({}, {"connected": {"TUC": ["SP"]}}, {"hands": {"A": ["TUC"]}}, {"table": {"C": ["TUC"]}}):
        match = booming(**words)
        assert "boom 5 TUC" in match.legal("A")
        match.play("A", "boom 5 TUC")
        assert match.view()["markers"] == {"TUC": 5}


def test_SFR_BOOM_10_markers_are_placed_in_turn_order_before_any_track() -> None:
    words: dict[str, Any] = {"plays": {"A": "boom", "B": "SEA", "C": "boom"}}
    match = led_by("B", "boom", display={"markers": {"4": 0, "5": 1}}, **words)
    assert match.view()["actors"] == ["C"]
    assert refused(match, "A", "boom 5 TUC") == "E_ACTOR"
    assert refused(match, "B", "lay SF CHI>MIL") == "E_PHASE"
    match.play("C", "boom 5 TUC")
    assert (match.view()["phase"], match.view()["actors"]) == ("tlt1", ["B"]), "none is left for A"
    assert match.view()["markers"] == {"TUC": 5}

    match = led_by("B", "boom", display={"markers": {"4": 0, "5": 2}}, **words)
    match.play("C", "boom 5 TUC")
    assert (match.view()["phase"], match.view()["actors"]) == ("boom", ["A"])
    assert set(match.legal("A")) == {"boom none", "boom 5 HOU"}


def test_SFR_BOOM_10_markers_come_right_after_the_reveal() -> None:
    match = given("play", hands={"A": ["LAX"], "B": ["boom"], "C": ["SFO"]})
    plays(match, "A: play LAX", "B: play boom", "C: play SFO")
    assert (match.view()["phase"], match.view()["actors"]) == ("boom", ["B"])
    match.play("B", "boom 4 OMA")
    assert (match.view()["phase"], match.view()["actors"]) == ("tlt1", ["A"])
