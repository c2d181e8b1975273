"""Branch Line cards: price, play, and the one branch start they give."""

from __future__ import annotations

from typing import Any

import pytest

from .scenario import SP_DEAD_END, given, lays, money, plays, refused, tips

ONLY_A_BRANCH: dict[str, Any] = {"track": SP_DEAD_END, "supply": {"SP": 5, "*": 0}, "plays": {"A": "LAX + branch SP"}}


@pytest.mark.parametrize(("terrain", "price"), [(False, 1), (True, 2)])
def test_SFR_BRANCH_01_price(terrain: bool, price: int) -> None:
    hands = {"A": ["LAX", "SEA", "TUC"], "B": ["LAX", "SEA", "OMA"]}
    match = given("draw", terrain=terrain, money={"A": price - 1, "B": price}, hands=hands)
    assert refused(match, "A", "draw branch SF") == "E_MONEY"
    plays(match, "A: draw deck", "B: draw branch SF")
    assert (money(match, "A"), money(match, "B"), money(match, "C")) == (price - 1, 0, 5 if terrain else 2)
    assert match.view()["display"]["branch"]["SF"] == 2


def test_SFR_BRANCH_02_never_two_in_a_hand() -> None:
    match = given("draw", money={"A": 5}, hands={"A": ["LAX", "SEA"]})
    match.play("A", "draw branch SF")
    assert refused(match, "A", "draw branch UP") == "E_PAIR"
    assert refused(match, "A", "draw branch SF") == "E_PAIR"
    assert money(match, "A") == 4


def test_SFR_BRANCH_03_played_in_its_round_with_a_city_or_double() -> None:
    hands = {"A": ["LAX", "double", "boom"], "B": ["SEA", "SEA"], "C": ["TUC"]}
    match = given("draw", hands=hands, deck=[])
    plays(match, "A: draw branch UP", "B: draw stop", "C: draw stop")
    for text in ("play LAX", "play double", "play boom"):
        assert refused(match, "A", text) == "E_MUST_PLAY"
    for text in ("play branch UP", "play boom + branch UP"):
        assert refused(match, "A", text) == "E_COMBO"
    assert sorted(match.legal("A")) == ["play LAX + branch UP", "play double + branch UP"]


def test_SFR_BRANCH_04_one_branch_start_in_the_round() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "LAX + branch SF"})
    plays(match, "A: lay SF +CHI>MIL", "B: lay UP CHI>KSC#1", "C: lay UP CHI>KSC#1")
    assert (match.view()["phase"], match.actors) == ("tlt2", (0,))
    assert refused(match, "A", "lay SF +OMA>DEN") == "E_NO_BRANCH"
    assert lays(match, "A", "SF") == {"OMA>DEN", "OMA>MIN", "MIL>MIN"}


def test_SFR_BRANCH_04_in_the_second_turn_if_not_in_the_first() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "LAX + branch SF"})
    plays(match, "A: lay SF OMA>DEN", "B: lay UP CHI>KSC#1", "C: lay UP CHI>KSC#1", "A: lay SF +CHI>MIL")
    assert sorted(tips(match, "SF")) == ["MIL", "OMA>DEN"]


def test_SFR_BRANCH_04_one_branch_start_even_with_a_second_piece() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "double + branch SF"})
    match.play("A", "lay SF +CHI>MIL")
    assert refused(match, "A", "lay SF +OMA>DEN") == "E_NO_BRANCH"


def test_SFR_BRANCH_04_for_its_own_player_only() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "LAX + branch SF", "B": "SEA"})
    match.play("A", "lay SF OMA>DEN")
    assert refused(match, "B", "lay SF +CHI>MIL") == "E_NO_BRANCH"
    assert lays(match, "B", "SF") == {"OMA>DEN"}


def test_SFR_BRANCH_05_using_it_is_voluntary() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "LAX + branch SF"}, display={"branch": {"SF": 2}})
    plays(match, "A: lay SF OMA>DEN", "B: lay UP CHI>KSC#1", "C: lay UP CHI>KSC#1")
    plays(match, "A: lay SF OMA>DEN", "B: lay KP KSC>ELP", "C: lay KP KSC>ELP")
    after = match.view()
    assert after["phase"] == "draw"
    assert after["display"]["branch"]["SF"] == 2
    assert all(seat["specials"] == [] for seat in after["seats"])
    assert match.position()["plays"]["A"] == "none"


def test_SFR_BRANCH_06_branch_start_is_no_extra_piece() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "LAX + branch SF"})
    match.play("A", "lay SF +CHI>MIL")
    assert match.actors == (1,)


def test_SFR_BRANCH_06_it_counts_among_the_pieces_of_a_double() -> None:
    match = given(track=["SF CHI>OMA 2/2"], plays={"A": "double + branch SF"})
    match.play("A", "lay SF +CHI>MIL")
    assert match.actors == (0,)
    match.play("A", "lay SF MIL>MIN")
    assert match.actors == (1,)


def test_SFR_BRANCH_07_it_opens_the_named_major_only() -> None:
    match = given(track=["UP CHI>OMA 2/2", "SF CHI>KSC#1 2/2"], plays={"A": "LAX + branch SF"})
    assert refused(match, "A", "lay UP +CHI>MIL") == "E_NO_BRANCH"
    assert lays(match, "A", "UP") == {"OMA>DEN", "OMA>MIN"}
    assert "+CHI>MIL" in lays(match, "A", "SF")


def test_SFR_BRANCH_08_the_only_lay_of_all_must_be_laid() -> None:
    match = given(**ONLY_A_BRANCH)
    assert not match.over
    assert match.legal("A") == ["lay SP +NOR>KSC"]
    assert refused(match, "A", "done") == "E_MUST_LAY"
    reason = match.why_not("A", "done")
    assert reason is not None
    assert reason.clause == "SFR-BRANCH-08"
    assert refused(match, "A", "decline") == "E_PHASE"
    match.play("A", "lay SP +NOR>KSC")
    assert match.view()["supply"]["SP"] == 4


def test_SFR_BRANCH_08_a_short_line_piece_saves_the_card() -> None:
    match = given(**ONLY_A_BRANCH, available=["RI"])
    assert refused(match, "A", "done") == "E_MUST_LAY"
    match.play("A", "lay RI CHI>OMA")
    assert match.position()["plays"]["A"] == "LAX + branch SP"


# ---------------------------------------------------------------- option branch_forced
def test_OPT_06_he_may_decline_the_only_branch_start() -> None:
    match = given(**ONLY_A_BRANCH, branch_forced=False)
    assert match.legal("A") == ["decline", "lay SP +NOR>KSC"]
    plays(match.copy(), "A: lay SP +NOR>KSC")
    match.play("A", "decline")
    assert match.over
    assert (match.view()["end"], match.view()["ended_by"]) == ("deadlock", "A")
    assert "SP NOR>KSC 1/2" not in match.position()["track"]


def test_OPT_06_decline_needs_that_nothing_else_can_be_laid() -> None:
    match = given(**{**ONLY_A_BRANCH, "supply": {"SP": 5, "GN": 1, "*": 0}}, branch_forced=False)
    assert refused(match, "A", "decline") == "E_PHASE"

    match = given(**ONLY_A_BRANCH, available=["RI"], branch_forced=False)
    assert refused(match, "A", "decline") == "E_PHASE"
    assert refused(match, "A", "done") == "E_MUST_LAY"
