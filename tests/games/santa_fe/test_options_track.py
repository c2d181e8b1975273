"""Options about track and the end: arrows, own lines from the far end, Four in One, passing, home bases."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

import goldenspike as gs

from .scenario import clause, given, lays, money, plays, refused, sf92, tips

PLAIN = {"A": "LAX", "B": "SEA", "C": "SFO"}
FOUR = {**PLAIN, "A": "four"}


# ---------------------------------------------------------------- own_far_end (AMB-32)
# SF has a railhead at Denver, and one on the way there from Omaha
MEETING = ["SF CHI>KSC#1 2/2", "SF KSC>DEN 2/2", "SF +CHI>OMA 2/2", "SF OMA>DEN 1/2"]
# SF has begun a line of three spaces at Sacramento, and stands at its other end
TO_BOTH_ENDS = [
    "SF CHI>KSC#1 2/2", "SF KSC>DEN 2/2", "SF +KSC>ELP 2/2", "SF ELP>TUC 1/1", "SF TUC>LAX 2/2", "SF LAX>SFO 1/1",
    "SF SFO>SAC 1/1", "SF SAC>DEN 1/3",
]  # fmt: skip


def test_SFR_LAY_29_by_default_nobody_enters_its_own_line_from_the_far_end() -> None:
    match = given(track=MEETING)
    assert match.header["options"]["own_far_end"] == "refused"
    assert clause(match, "lay SF DEN>OMA") == "SFR-LAY-29"
    assert lays(match, "A", "SF") == {"OMA>DEN", "DEN>SAC"}


def test_SFR_LAY_29_option_own_far_end_lets_a_railroad_finish_its_own_line() -> None:
    match = given(track=MEETING, own_far_end="allowed", money={"A": 0})
    assert lays(match, "A", "SF") == {"OMA>DEN", "DEN>OMA", "DEN>SAC"}
    match.play("A", "lay SF DEN>OMA")
    assert sorted(tips(match, "SF")) == ["DEN", "OMA"]
    assert money(match, "A") == 0, "both cities were served before"
    assert {"line": "OMA-DEN", "railroad": "SF", "from": "OMA", "filled": 2} in match.view()["track"]


def test_SFR_LAY_29_option_own_far_end_leaves_room_between_the_pieces() -> None:
    match = given(track=TO_BOTH_ENDS, own_far_end="allowed", plays={"A": "double"}, terrain=True, money={"A": 5})
    assert lays(match, "A", "SF") == {"SAC>DEN", "DEN>SAC", "DEN>OMA"}
    match.play("A", "lay SF DEN>SAC")
    assert money(match, "A") == 4, "the space at Denver is a mountain"
    assert sorted(tips(match, "SF")) == ["DEN>SAC", "SAC>DEN"]
    entries = [(one["from"], one["filled"]) for one in match.view()["track"] if one["line"] == "SAC-DEN"]
    assert entries == [("SAC", 1), ("DEN", 1)]
    again = gs.from_position("santa-fe-rails", match.position())
    assert again.hash == match.hash
    assert lays(match, "A", "SF") == {"SAC>DEN", "DEN>SAC"}
    assert refused(match, "A", "lay KP DEN>SAC") == "E_LINE_TAKEN"
    match.play("A", "lay SF DEN>SAC")
    assert money(match, "A") == 4, "the space in the middle is plain"
    assert sorted(tips(match, "SF")) == ["DEN", "SAC"]


def test_SFR_LAY_29_option_own_far_end_is_drawn_from_both_ends() -> None:
    match = given(track=TO_BOTH_ENDS, own_far_end="allowed", plays={"A": "double"})
    match.play("A", "lay SF DEN>SAC")
    picture = unescape(match.setting.svg(match.s, 0, match.legal("A")))
    laid = re.findall(
        r'data-line="SAC-DEN" data-segment="(\d)"', picture.partition("gsb-pieces")[2].partition("gsb-plates")[0]
    )
    assert sorted(laid) == ["0", "2"]
    heads = re.findall(r'class="gsb-railhead" data-railroad="SF" data-line="SAC-DEN" transform="([^"]+)"', picture)
    assert len(set(heads)) == len(heads) == 2
    offered = re.findall(r'data-action="lay SF (SAC>DEN|DEN>SAC)"[^>]*data-segment="(\d)"', picture)
    assert sorted(offered) == [("DEN>SAC", "1"), ("SAC>DEN", "1")]


def test_SFR_LAY_29_option_own_far_end_needs_a_railhead_or_a_branch_card() -> None:
    track = ["SF CHI>KSC#1 2/2", "SF KSC>DEN 2/2", "SF DEN>SAC 1/3", "SF +CHI>OMA 2/2", "SF OMA>DEN 1/2"]
    match = given(track=track, own_far_end="allowed")
    assert clause(match, "lay SF DEN>OMA") == "SFR-LAY-09"
    branch = given(track=track, own_far_end="allowed", plays={"A": "LAX + branch SF"})
    assert "+DEN>OMA" in lays(branch, "A", "SF")
    branch.play("A", "lay SF +DEN>OMA")
    assert sorted(tips(branch, "SF")) == ["DEN", "DEN>SAC", "OMA"]


def test_SFR_LAY_29_option_own_far_end_keeps_others_off_and_arrows_on() -> None:
    match = given(track=MEETING, own_far_end="allowed", available=["DR"])
    assert clause(match, "lay DR DEN>OMA") == "SFR-LAY-27"
    arrow = given(track=["GN MIL>MIN 1/1", "GN MIN>OMA 1/1"], own_far_end="allowed")
    assert refused(arrow, "A", "lay GN MIN>MIL") == "E_LINE_TAKEN"


def test_SFR_LAY_29_option_own_far_end_holds_for_short_lines() -> None:
    track = ["RI CHI>OMA 2/2", "RI CHI>KSC#1 2/2", "RI KSC>DEN 2/2", "RI OMA>DEN 1/2"]
    assert clause(given(track=track), "lay RI DEN>OMA") == "SFR-LAY-29"
    match = given(track=track, own_far_end="allowed")
    match.play("A", "lay RI DEN>OMA")
    assert {"line": "OMA-DEN", "railroad": "RI", "from": "OMA", "filled": 2} in match.view()["track"]


# ---------------------------------------------------------------- arrows (AMB-73)


def test_SFR_LAY_25_option_arrows_may_be_ignored() -> None:
    track = ["SF CHI>OMA 2/2", "SF OMA>MIN 1/1"]
    assert refused(given(track=track), "A", "lay SF MIN>MIL") == "E_ARROW"
    plays(given(track=track, arrows=False), "A: lay SF MIN>MIL")


def test_SF_LAY_03_option_arrows_may_hold_in_1992() -> None:
    track = ["SF CHI>OMA 2/2", "SF OMA>MIN 1/1"]
    plays(sf92(track=track), "A: lay SF MIN>MIL")
    assert clause(sf92(track=track, arrows=True), "lay SF MIN>MIL") == "SF-LAY-03"


# ---------------------------------------------------------------- four_minimum (AMB-26)


def test_OPT_05_a_four_player_may_lay_nothing_at_all() -> None:
    rest = ("B: lay UP CHI>OMA", "C: lay UP CHI>OMA")
    due = plays(given(plays=FOUR), "A: hold", *rest)
    assert refused(due, "A", "done") == "E_MUST_LAY"
    match = plays(given(plays=FOUR, four_minimum=0), "A: hold", *rest)
    match.play("A", "done")
    assert match.actors == (1,)
    assert refused(given(plays=FOUR, four_minimum=0), "A", "done") == "E_MUST_LAY", "in the first turn they hold"


# ---------------------------------------------------------------- four_unused_turn (AMB-61)


def test_SFR_TERR_13_an_empty_first_turn_of_a_four_player_is_held_never_passed() -> None:
    match = given(plays=FOUR, terrain=True)
    assert "hold" in match.legal("A")
    assert "pass" not in match.legal("A")
    assert clause(match, "pass") == clause(match, "done") == "SFR-TERR-13"
    plays(match, "A: hold", "B: pass", "C: pass")
    assert match.view()["phase"] == "tlt2"
    assert "pass" in match.legal("A")
    plays(match, "A: pass", "B: pass", "C: pass")
    assert match.result is not None
    assert match.result.reason == "allpass"


def test_SFR_TERR_13_option_hold_or_pass_is_the_reading_of_rules_version_1() -> None:
    match = given(plays=FOUR, terrain=True, four_unused_turn="hold_or_pass")
    assert {"hold", "pass"} <= set(match.legal("A"))
    plays(match, "A: pass", "B: pass", "C: pass")
    assert match.result is not None
    assert match.result.reason == "allpass"


def test_OPT_15_held_and_barred_turns_may_count_as_passes() -> None:
    barred = given(plays=FOUR, terrain=True, four_unused_turn="pass")
    plays(barred, "A: lay SF CHI>MIL", "A: done", "B: lay UP CHI>OMA", "C: pass", "B: pass", "C: pass")
    assert barred.result is not None
    assert barred.result.reason == "allpass"
    held = plays(given(plays=FOUR, terrain=True, four_unused_turn="pass"), "A: hold", "B: pass", "C: pass")
    assert held.result is not None
    assert held.result.reason == "allpass"
    assert clause(given(plays=FOUR, terrain=True, four_unused_turn="pass"), "pass") == "SFR-TERR-13"


# ---------------------------------------------------------------- home_base_connection (AMB-41)


def worth(match: gs.Match, seat: int) -> int:
    assert match.result is not None
    return match.result.points[seat]


def test_OPT_07_a_short_line_may_count_at_its_base_from_its_card_on() -> None:
    words: dict[str, Any] = {"ended": "supply", "money": {"A": 0}, "table": {"A": ["DEN"]}, "available": ["DR"]}
    assert worth(given("over", **words), 0) == 0
    match = given("over", home_base_connection="available", **words)
    assert worth(match, 0) == 6
    assert match.result is not None
    assert match.result.sheet[0][1].detail == "6 x 1"
    hidden = {**words, "available": []}
    assert worth(given("over", home_base_connection="available", **hidden), 0) == 0
    served = given("over", home_base_connection="available", connected={"DEN": ["DR", "KP"]}, **words)
    assert worth(served, 0) == 12, "nobody counts twice"


# ---------------------------------------------------------------- home_base_bonus and all_pass_scope, 1992


def test_SF_BONUS_01_option_unconnected_pays_only_where_no_railroad_is() -> None:
    def earned(**words: Any) -> int:
        match = sf92(money={"A": 0}, home_base_bonus="unconnected", **words)
        match.play("A", "lay SP NOR>KSC")
        return money(match, "A")

    assert earned(track=["SP NOR>KSC 1/2"]) == 2
    assert earned(track=["SP NOR>KSC 1/2", "KP KSC>ELP 1/2"]) == 0, "its own railroad has left the base"


def passing(**words: Any) -> gs.Match:
    return sf92(terrain=True, all_pass_scope="round", **words)


def test_SF_ADV_08_option_round_ends_the_game_when_all_pass_in_both_turns() -> None:
    match = plays(passing(), "A: pass", "B: pass", "C: pass")
    assert (match.over, match.view()["phase"]) == (False, "tlt2")
    assert gs.from_position("santa-fe", match.position()).hash == match.hash
    plays(match, "A: pass", "B: pass", "C: pass")
    assert match.result is not None
    assert match.result.reason == "allpass"


@pytest.mark.parametrize("laid", range(6))
def test_SF_ADV_08_option_round_one_piece_keeps_the_game_going(laid: int) -> None:
    match = passing()
    for turn in range(6):
        match.play("ABC"[turn % 3], "lay SF CHI>MIL" if turn == laid else "pass")
    assert not match.over
    assert match.view()["phase"] == "draw"


def test_SF_ADV_08_the_german_reading_is_a_preset() -> None:
    chosen = gs.new("santa-fe", preset="SF92-advanced-DE").header["options"]
    german = {"terrain": True, "all_pass_scope": "round", "engineer_mountain_river": "pay_mountain"}
    assert german.items() <= chosen.items()
