"""Double Turn, Triple Turn and Four in One: how many pieces, when, and what else they bring."""

from __future__ import annotations

import json
from typing import Any

import pytest

import goldenspike as gs

from .scenario import given, lays, money, plays, refused, tips

TEN_CARDS = ["TUC", "MIN", "OMA", "HOU", "DEN", "DEN", "ELP", "ELP", "SFO", "MIN"]
REST = ("B: lay UP CHI>KSC#2", "C: lay UP CHI>KSC#2")  # B and C finish a turn of their own


def hand(match: gs.Match, seat: str) -> list[str]:
    """City cards and public cards of a hand."""
    return sorted(match.position()["hands"][seat])


def exchanging(**words: Any) -> gs.Match:
    """A played Double and stands at the start of the second laying turn."""
    words = {"hands": {"A": ["LAX", "boom", "SEA"]}, "deck": TEN_CARDS, **words}
    return given("tlt2", plays={"A": "double"}, **words)


# ---------------------------------------------------------------- Double Turn
def test_SFR_DBL_01_up_to_two_pieces_in_each_turn() -> None:
    match = given(plays={"A": "double"})
    plays(match, "A: lay SF CHI>OMA", "A: lay SF CHI>OMA")
    assert match.actors == (1,)
    plays(match, *REST)
    assert (match.view()["phase"], match.actors) == ("tlt2", (0,))
    plays(match, "A: lay SF OMA>DEN", "A: lay SF OMA>DEN")
    assert match.actors == (1,)


@pytest.mark.parametrize("second", ["SF MIL>MIN", "UP CHI>OMA", "RI CHI>OMA"])
def test_SFR_DBL_02_pieces_of_one_or_of_two_railroads(second: str) -> None:
    match = given(plays={"A": "double"}, available=["RI"])
    plays(match, "A: lay SF CHI>MIL", f"A: lay {second}")
    assert match.actors == (1,)
    assert len(match.view()["track"]) == 2


@pytest.mark.parametrize("phase", ["tlt1", "tlt2"])
def test_SFR_DBL_03_he_may_stop_after_one_piece(phase: str) -> None:
    match = given(phase, plays={"A": "double"})
    assert refused(match, "A", "done") == "E_MUST_LAY"
    plays(match, "A: lay SF CHI>MIL", "A: done")
    assert match.actors == (1,)


def test_SFR_DBL_03_a_piece_in_the_first_turn_does_not_excuse_the_second() -> None:
    match = given(plays={"A": "double"})
    plays(match, "A: lay SF CHI>OMA", "A: lay SF CHI>OMA", *REST)
    assert refused(match, "A", "done") == "E_MUST_LAY"
    assert refused(match, "A", "pass") == "E_MUST_LAY"


def test_SFR_DBL_04_bonuses_are_doubled() -> None:
    match = given(plays={"A": "double"}, track=["SF CHI>KSC#1 1/2", "GN MIL>MIN 1/1"], money={"A": 0})
    match.play("A", "lay SF CHI>KSC#1")  # a square, $4
    assert money(match, "A") == 8
    match.play("A", "lay GN MIN>OMA")  # a first connection, $2
    assert money(match, "A") == 12


def test_SFR_DBL_05_exchange_before_the_first_piece_of_the_second_turn() -> None:
    match = exchanging()
    assert "exchange LAX SEA" in match.legal("A")
    plays(match.copy(), "A: exchange LAX SEA")
    match.play("A", "lay SF CHI>MIL")
    assert refused(match, "A", "exchange LAX SEA") == "E_EXCHANGE"
    assert not any(text.startswith("exchange") for text in match.legal("A"))


def test_SFR_DBL_05_pieces_follow_the_exchange() -> None:
    match = exchanging()
    plays(match, "A: exchange LAX")
    assert refused(match, "A", "done") == "E_MUST_LAY"
    plays(match, "A: lay SF CHI>MIL", "A: lay SF MIL>MIN")
    assert match.actors == (1,)


@pytest.mark.parametrize("play", ["TUC", "TUC + branch SF", "boom", "four", "none"])
def test_SFR_DBL_05_exchange_is_for_double_only(play: str) -> None:
    match = given("tlt2", plays={"A": play}, hands={"A": ["LAX", "SEA"]})
    assert refused(match, "A", "exchange LAX") == "E_EXCHANGE"


def test_SFR_DBL_06_no_exchange_in_the_first_turn() -> None:
    match = given("tlt1", plays={"A": "double"}, hands={"A": ["LAX", "SEA"]}, deck=TEN_CARDS)
    assert refused(match, "A", "exchange LAX") == "E_EXCHANGE"
    assert not any(text.startswith("exchange") for text in match.legal("A"))


def test_SFR_DBL_07_as_many_city_cards_as_he_discards() -> None:
    match = exchanging()
    match.play("A", "exchange LAX SEA")
    assert hand(match, "A") == ["MIN", "TUC", "boom"]
    assert match.view()["deck_size"] == 8


def test_SFR_DBL_07_city_cards_only() -> None:
    match = exchanging()
    assert refused(match, "A", "exchange boom") == "E_EXCHANGE"
    assert refused(match, "A", "exchange LAX boom") == "E_EXCHANGE"
    assert refused(match, "A", "exchange SFO") == "E_EXCHANGE"
    assert refused(match, "A", "exchange LAX LAX") == "E_EXCHANGE"


def test_SFR_DBL_07_exchanging_nothing_is_no_exchange() -> None:
    match = exchanging()
    assert refused(match, "A", "exchange") == "E_EXCHANGE"
    match.play("A", "exchange LAX")
    assert hand(match, "A") == ["SEA", "TUC", "boom"]


def test_SFR_DBL_07_both_cards_of_one_city_may_go() -> None:
    match = exchanging(hands={"A": ["LAX", "LAX", "SEA"]})
    match.play("A", "exchange LAX LAX")
    assert hand(match, "A") == ["MIN", "SEA", "TUC"]
    assert match.position()["discarded"]["A"] == ["LAX", "LAX"]


def test_SFR_DBL_08_discards_are_face_down() -> None:
    match = exchanging()
    line = match.play("A", "exchange LAX SEA")
    for viewer in ("B", "C", None):
        seen = match.view(viewer)
        assert seen["seats"][0]["discarded"] == 2
        assert "LAX" not in json.dumps(seen)
        assert "SEA" not in json.dumps(seen)
    assert match.view("A")["seats"][0]["discards"] == ["LAX", "SEA"]
    assert match.setting.public(line) == "A: exchange 2"


def test_SFR_DBL_08_discards_never_return() -> None:
    match = exchanging(deck=TEN_CARDS[:4])
    plays(match, "A: exchange LAX SEA", "A: lay SF CHI>MIL", "A: done", *REST)
    plays(match, "B: draw deck", "B: draw deck", "B: draw stop")
    assert match.position()["deck"] == []
    assert refused(match, "C", "draw deck") == "E_NOT_AVAILABLE"
    assert match.position()["discarded"]["A"] == ["LAX", "SEA"]
    assert match.setting.result(match.s).points[0] == money(match, "A")


def test_SFR_DBL_09_replacements_come_from_the_deck_only() -> None:
    match = exchanging()
    before = match.view()["display"]
    assert refused(match, "A", "draw double") == "E_PHASE"
    with pytest.raises(gs.BadNotation):
        match.play("A", "exchange LAX = double")
    match.play("A", "exchange LAX SEA")
    assert match.view()["display"] == before
    assert refused(match, "A", "draw double") == "E_PHASE"
    assert not any(text.startswith("draw") for text in match.legal("A"))


def test_SFR_DBL_10_no_more_discards_than_the_deck_holds() -> None:
    match = exchanging(hands={"A": ["LAX", "SEA", "TUC"]}, deck=["MIN"])
    assert refused(match, "A", "exchange LAX SEA") == "E_EXCHANGE"
    assert [text for text in match.legal("A") if text.startswith("exchange")] == [
        "exchange TUC",
        "exchange LAX",
        "exchange SEA",
    ]
    match.play("A", "exchange LAX")
    assert hand(match, "A") == ["MIN", "SEA", "TUC"]


def test_SFR_DBL_10_no_exchange_with_an_empty_deck() -> None:
    match = exchanging(deck=[])
    assert refused(match, "A", "exchange LAX") == "E_EXCHANGE"


def test_SFR_DBL_11_one_exchange_in_a_round() -> None:
    match = exchanging()
    match.play("A", "exchange LAX")
    assert refused(match, "A", "exchange SEA") == "E_EXCHANGE"
    assert refused(match, "A", "exchange TUC") == "E_EXCHANGE"
    assert not any(text.startswith("exchange") for text in match.legal("A"))


def test_SFR_DBL_11_all_discards_before_the_first_replacement() -> None:
    match = exchanging(hands={"A": ["LAX", "SEA"]}, deck=["SEA", "LAX", "TUC"])
    match.play("A", "exchange LAX SEA")
    assert hand(match, "A") == ["LAX", "SEA"]
    assert match.position()["discarded"]["A"] == ["LAX", "SEA"]
    assert match.position()["deck"] == ["TUC"]


def test_SFR_DBL_12_double_goes_with_one_branch() -> None:
    match = given(
        "play",
        hands={"A": ["double", "branch UP", "LAX"], "B": ["SEA"], "C": ["TUC"]},
        track=["UP CHI>OMA 2/2"],
    )
    plays(match, "A: play double + branch UP", "B: play SEA", "C: play TUC")
    plays(match, "A: lay UP +CHI>MIL", "A: lay UP MIL>MIN")
    assert sorted(tips(match, "UP")) == ["MIN", "OMA"]
    assert hand(match, "A") == ["LAX"]


# ---------------------------------------------------------------- option double_minimum
def test_OPT_04_double_minimum_per_round() -> None:
    match = given(plays={"A": "double"}, double_minimum="per_round")
    match.play("A", "done")
    assert match.actors == (1,)
    plays(match, *REST)
    assert (match.view()["phase"], match.actors) == ("tlt2", (0,))
    assert refused(match, "A", "done") == "E_MUST_LAY"
    plays(match, "A: lay SF CHI>MIL", "A: done")
    assert match.actors == (1,)


def test_OPT_04_a_piece_in_the_first_turn_is_enough() -> None:
    match = given(plays={"A": "double"}, double_minimum="per_round")
    plays(match, "A: lay SF CHI>MIL", "A: done", *REST)
    match.play("A", "done")
    assert match.actors == (1,)


@pytest.mark.parametrize("play", ["LAX", "triple", "none"])
def test_OPT_04_concerns_double_only(play: str) -> None:
    match = given(plays={"A": play}, double_minimum="per_round")
    assert refused(match, "A", "done") == "E_MUST_LAY"


# ---------------------------------------------------------------- Triple Turn
@pytest.mark.parametrize("card", ["triple", "four"])
def test_SFR_TRI_01_and_SFR_FOUR_01_it_is_played_in_the_round_it_is_drawn(card: str) -> None:
    match = given("draw", hands={"A": ["LAX", "double", "boom"], "B": ["SEA"] * 2, "C": ["TUC"]}, deck=[])
    plays(match, f"A: draw {card}", "B: draw stop", "C: draw stop")
    for text in ("play LAX", "play double", "play boom", "play none"):
        assert refused(match, "A", text) == "E_MUST_PLAY"
    assert match.legal("A") == [f"play {card}"]


def test_SFR_TRI_02_up_to_three_pieces_in_each_turn() -> None:
    match = given(plays={"A": "triple"})
    plays(match, "A: lay SF CHI>OMA", "A: lay SF CHI>OMA", "A: lay SF OMA>DEN")
    assert match.actors == (1,)
    plays(match, *REST)
    assert (match.view()["phase"], match.actors) == ("tlt2", (0,))
    plays(match, "A: lay SF OMA>DEN", "A: lay SF DEN>SAC", "A: lay SF DEN>SAC")
    assert match.actors == (1,)


@pytest.mark.parametrize(
    "pieces",
    [
        ["SF CHI>OMA", "SF CHI>OMA", "SF OMA>MIN"],
        ["SF CHI>OMA", "UP CHI>MIL", "SF CHI>OMA"],
        ["SF CHI>OMA", "UP CHI>MIL", "GN MIL>MIN"],
    ],
)
def test_SFR_TRI_03_any_split_over_railroads(pieces: list[str]) -> None:
    match = given(plays={"A": "triple"})
    plays(match, *(f"A: lay {piece}" for piece in pieces))
    assert match.actors == (1,)
    assert sum(line["filled"] for line in match.view()["track"]) == 3


@pytest.mark.parametrize("phase", ["tlt1", "tlt2"])
def test_SFR_TRI_04_one_or_two_pieces_are_enough(phase: str) -> None:
    match = given(phase, plays={"A": "triple"})
    assert refused(match, "A", "done") == "E_MUST_LAY"
    match.play("A", "lay SF CHI>MIL")
    plays(match.copy(), "A: done")
    plays(match, "A: lay SF MIL>MIN", "A: done")
    assert match.actors == (1,)


def test_SFR_TRI_05_no_bonus_in_this_round() -> None:
    match = given(plays={"A": "triple"}, money={"A": 3}, track=["SF CHI>KSC#1 1/2", "UP CHI>OMA 1/2"])
    plays(match, "A: lay SF CHI>KSC#1", "A: lay UP CHI>OMA", "A: lay GN MIL>MIN")
    plays(match, "B: lay SP NOR>HOU", "C: lay KP KSC>ELP", "A: lay KP KSC>ELP")
    assert money(match, "A") == 3
    assert match.view()["connected"]["ELP"] == ["KP"]


def test_SFR_TRI_06_no_exchange() -> None:
    match = given("tlt2", plays={"A": "triple"}, hands={"A": ["LAX", "SEA"]})
    assert refused(match, "A", "exchange LAX") == "E_EXCHANGE"
    assert not any(text.startswith("exchange") for text in match.legal("A"))


# ---------------------------------------------------------------- Four in One
FOUR_PIECES = ["A: lay SF CHI>OMA", "A: lay SF CHI>OMA", "A: lay SF OMA>DEN", "A: lay SF OMA>DEN"]


def test_SFR_FOUR_02_up_to_four_pieces_in_the_first_turn() -> None:
    match = given(plays={"A": "four"})
    plays(match, *FOUR_PIECES)
    assert match.actors == (1,)


def test_SFR_FOUR_02_or_up_to_four_pieces_in_the_second() -> None:
    match = given(plays={"A": "four"})
    plays(match, "A: hold", *REST)
    assert (match.view()["phase"], match.actors) == ("tlt2", (0,))
    plays(match, *FOUR_PIECES)
    assert match.actors == (1,)


@pytest.mark.parametrize(
    "pieces",
    [
        ["SF CHI>MIL", "SF MIL>MIN", "UP CHI>OMA", "UP CHI>OMA"],
        ["SF CHI>MIL", "UP CHI>OMA", "GN MIL>MIN", "KP KSC>ELP"],
        ["SF CHI>OMA", "SF CHI>OMA", "SF OMA>DEN", "SF OMA>DEN"],
    ],
)
def test_SFR_FOUR_03_any_split_over_railroads(pieces: list[str]) -> None:
    match = given(plays={"A": "four"})
    plays(match, *(f"A: lay {piece}" for piece in pieces))
    assert match.actors == (1,)
    assert sum(line["filled"] for line in match.view()["track"]) == 4


@pytest.mark.parametrize("count", [1, 2, 3])
def test_SFR_FOUR_04_he_may_lay_fewer(count: int) -> None:
    match = given(plays={"A": "four"})
    assert refused(match, "A", "done") == "E_MUST_LAY"
    plays(match, *FOUR_PIECES[:count], "A: done")
    assert match.actors == (1,)


def test_SFR_FOUR_04_after_holding_one_piece_is_due() -> None:
    match = given(plays={"A": "four"})
    plays(match, "A: hold", *REST)
    assert refused(match, "A", "done") == "E_MUST_LAY"
    assert refused(match, "A", "pass") == "E_MUST_LAY"
    assert refused(match, "A", "hold") == "E_PHASE"
    plays(match, "A: lay SF CHI>OMA", "A: done")
    assert match.actors == (1,)


def test_SFR_FOUR_05_nothing_in_the_other_turn() -> None:
    match = given(plays={"A": "four"})
    plays(match, "A: lay SF CHI>OMA", "A: done", *REST)
    assert (match.view()["phase"], match.actors) == ("tlt2", (1,))
    assert refused(match, "A", "lay SF CHI>OMA") == "E_ACTOR"
    assert match.legal("A") == []
    plays(match, "B: lay GN MIL>MIN", "C: lay SP NOR>HOU")
    assert match.view()["round"] == 3


def test_SFR_FOUR_06_normal_bonuses() -> None:
    match = given(plays={"A": "four"}, track=["SF CHI>KSC#1 1/2", "UP CHI>OMA 1/2"], money={"A": 0})
    match.play("A", "lay SF CHI>KSC#1")
    assert money(match, "A") == 4
    match.play("A", "lay UP CHI>OMA")
    assert money(match, "A") == 10


def test_SFR_FOUR_07_the_turn_is_chosen_by_laying_or_holding() -> None:
    match = given("play", hands={"A": ["four"], "B": ["SEA"], "C": ["TUC"]})
    assert match.legal("A") == ["play four"]
    plays(match, "A: play four", "B: play SEA", "C: play TUC")
    assert "hold" in match.legal("A")
    assert lays(match, "A", "SF") == {"CHI>MIL", "CHI>OMA", "CHI>KSC#1", "CHI>KSC#2"}
    match.play("A", "lay SF CHI>MIL")
    assert refused(match, "A", "hold") == "E_PHASE"


@pytest.mark.parametrize("play", ["LAX", "double", "triple", "boom"])
def test_SFR_FOUR_07_nobody_else_may_hold(play: str) -> None:
    assert refused(given(plays={"A": play}), "A", "hold") == "E_PHASE"
