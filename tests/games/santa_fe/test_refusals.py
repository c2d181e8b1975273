"""Every refusal names a clause of the game that is being played: of no other edition, rule or number of players."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.engine.game import Setting
from goldenspike.games.santa_fe.text.refusals import NEVER, REASONS

from . import many_settings
from .scenario import SP_DEAD_END, clause, given, plays, sf92

# Clauses of 2002 that hold in 1992 as well; of a group not named, none does.
SHARED = {
    "COMP": {3, 4, 8, 9},
    "SETUP": {1, 11, 13},
    "OBJ": {1},
    "SEQ": {4, 6, 7, 8, 10, 11},
    "DRAW": {2, 3, 6, 8, 9, 11, *range(15, 24)},
    "PLAY": {3, 4, 7, 8, 9, 10},
    "LAY": {*range(1, 8), *range(9, 16), 17, 18, 19, *range(27, 42)},
    "CONN": {*range(1, 6)},
    "BONUS": {1, 2, *range(7, 14), *range(17, 21)},
    "CITY": {*range(1, 7)},
    "DBL": {*range(1, 13)},
    "BRANCH": {1, 2, *range(4, 9)},
    "DISC": {1, 2, 4},
    "END": {1, 3, 4, 5, 6, 8, 9, 10, 11},
    "SCORE": {1, 2, 4, 5, 6, 7, 8},
    "TERR": {10, 11, 13},
}


def is_foreign(setting: Setting, name: str) -> bool:
    """Does the clause belong to something that is not being played here?"""
    found = re.fullmatch(r"(SFR|SF)-(\w+)-(\d\d)", name)
    assert found, name
    edition, group, number = found[1], found[2], int(found[3])
    if setting.game.year == 2002:
        if edition == "SF" or (group == "2P" and setting.seats != 2):
            return True
    elif edition == "SFR" and number not in SHARED.get(group, ()):
        return True
    if group in {"TERR", "ADV", "ENG"}:
        return not setting.options["terrain"]
    return group == "BUY" and not setting.options["track_purchase"]


def test_no_refusal_names_a_clause_of_another_game() -> None:
    """Everybody tries many numbers of actions in every position of whole games."""
    dice = random.Random(1)
    named: set[str] = set()
    for number, setting in enumerate(many_settings.settings(40, 21, "mini")):
        match = gs.Match(setting.game, setting, number)
        b: Any = setting.b
        while not match.over:
            for seat in range(setting.seats):
                tried = [*range(b.boom_base), *(dice.randrange(b.boom_base, b.n_actions) for _ in range(20))]
                for action in dice.sample(tried, 40):
                    named |= judged(match, seat, action)
            seat = dice.choice(match.actors)
            match.act(seat, dice.choice(match.numbers(seat)))
        for action in range(20):
            named |= judged(match, 0, action)
    assert len(named) > 60


def judged(match: gs.Match, seat: int, action: int) -> set[str]:
    reason = match.game.plain().refusal(match.s, match.setting.b, seat, action)
    if reason == 0:
        return set()
    refused = match.setting.refused(reason)
    assert refused.sentence != refused.clause, f"{refused.clause} is in no rulebook"
    assert not is_foreign(match.setting, refused.clause), (refused, match.setting.options, match.setting.seats)
    return {refused.clause}


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
