"""Every refusal names a clause of the game that is being played: of no other edition, rule or number of players."""

from __future__ import annotations

import pytest

import goldenspike as gs
from goldenspike.games.santa_fe.text.refusals import NEVER, REASONS

from .scenario import SP_DEAD_END, clause, given, plays, sf92


def test_every_reason_has_a_clause_in_some_edition() -> None:
    assert all(any(name != NEVER for name in names) for _, *names in REASONS.values())


# ---------------------------------------------------------------- after the end


def after(match: gs.Match) -> set[str]:
    """The clauses behind all refusals of a match that is over."""
    assert match.over
    return {
        clause(match, text, seat)
        for seat in "ABC"
        for text in ("lay SF OMA>MIN", "done", "pass", "draw deck", "play none", "boom none")
    }


LAST = {"track": ["SF CHI>OMA 1/2"], "supply": {"SF": 1, "*": 0}, "available": ["RI"]}
DEAD = {"track": SP_DEAD_END, "supply": {"SP": 5, "*": 0}, "turn": "B"}
PASSES = ("A: pass", "B: pass", "C: pass")


def test_SFR_END_03_the_last_piece_is_named_after_it_was_laid() -> None:
    assert after(plays(given(**LAST), "A: lay SF CHI>OMA")) == {"SFR-END-03"}


@pytest.mark.parametrize("timing", ["turn", "round"])
def test_SFR_END_01_is_named_where_the_end_was_not_immediate(timing: str) -> None:
    match = plays(given(**{**LAST, "available": []}, end_timing=timing), "A: lay SF CHI>OMA")
    assert after(match) == {"SFR-END-01"}


def test_SFR_END_04_a_player_who_could_not_lay_is_named() -> None:
    assert after(given(**DEAD)) == {"SFR-END-04"}


def test_SFR_TERR_09_that_all_passed_is_named() -> None:
    assert after(plays(given(terrain=True), *PASSES)) == {"SFR-TERR-09"}


def test_SF_END_01_and_02_are_named_in_1992() -> None:
    last = {key: LAST[key] for key in ("track", "supply")}
    assert after(plays(sf92(**last), "A: lay SF CHI>OMA")) == {"SF-END-01"}
    assert after(sf92(**DEAD)) == {"SF-END-02"}


def test_SF_ADV_08_that_all_passed_is_named_in_1992() -> None:
    assert after(plays(sf92(terrain=True), *PASSES)) == {"SF-ADV-08"}


def test_SF_BUY_06_that_all_passed_with_bought_track_is_named() -> None:
    reserve = {seat: {"SF": 2} for seat in "ABC"}
    match = sf92(track_purchase=True, supply={"*": 0}, reserve=reserve)
    assert after(plays(match, *PASSES)) == {"SF-BUY-06"}


# ---------------------------------------------------------------- single refusals


def test_SF_COMP_02_nobody_holds_in_1992() -> None:
    assert clause(sf92(), "hold") == "SF-COMP-02"


def test_SFR_LAY_05_without_purchase_there_are_no_bought_pieces() -> None:
    assert clause(given(), "lay SF* CHI>MIL") == "SFR-LAY-05"
    assert clause(sf92(), "lay SF* CHI>MIL") == "SFR-LAY-05"
    assert clause(sf92(track_purchase=True), "lay SF* CHI>MIL") == "SF-BUY-04"


def test_SFR_TERR_08_who_lays_nothing_passes() -> None:
    for text in ("done", "decline"):
        assert clause(given(terrain=True), text) == "SFR-TERR-08"
        assert clause(sf92(terrain=True), text) == "SF-ADV-07"
    assert clause(given(), "done") == "SFR-LAY-03"


def test_SF_ENG_01_five_engineers_may_all_be_taken() -> None:
    hands = {"A": ["LAX", "SEA", "TUC", "engineer"]}
    match = sf92("draw", seats=4, terrain=True, hands=hands, display={"engineer": 0})
    assert clause(match, "draw engineer") == "SF-ENG-01"
    assert clause(sf92("draw", hands={"A": ["LAX"]}), "draw engineer") == "SF-SETUP-02"
