"""Mountains and rivers that cost money."""

from __future__ import annotations

from typing import Any

import pytest

import goldenspike as gs

from .scenario import given, lays, money, plays, refused

PLAIN = {"A": "LAX", "B": "SEA", "C": "SFO"}
TO_SFO = ["SP NOR>HOU 1/1", "SP HOU>ELP 2/2", "SP ELP>TUC 1/1", "SP TUC>LAX 2/2", "SP LAX>SFO 1/1"]
TO_DEN = ["UP CHI>OMA 2/2", "UP OMA>DEN 1/2"]
DEAD_SP = ["SP NOR>HOU 1/1", "SF CHI>KSC#1 2/2", "SF KSC>ELP 2/2", "SF ELP>HOU 1/2"]


def terrain(phase: str = "tlt1", **words: Any) -> gs.Match:
    """A position with terrain in which everybody has $5 unless it is said."""
    words["money"] = {"A": 5, "B": 5, "C": 5, **words.get("money", {})}
    return given(phase, terrain=True, **{"plays": PLAIN, **words})


def costs(match: gs.Match, seat: str, *lines: str) -> list[int]:
    """What each of the lays changed in the money of the seat."""
    found = []
    for line in lines:
        before = money(match, seat)
        match.play(seat, f"lay {line}")
        found.append(money(match, seat) - before)
    return found


def test_SFR_TERR_01_five_dollars_each() -> None:
    match = gs.new("santa-fe-rails", seats=3, terrain=True)
    assert [money(match, seat) for seat in "ABC"] == [5, 5, 5]
    assert [seat["money"] for seat in gs.new("santa-fe-rails", preset="SFR-terrain").view()["seats"]] == [5, 5, 5]


def test_SFR_TERR_02_a_branch_card_costs_two_dollars() -> None:
    words: dict[str, Any] = {"plays": {}, "hands": {"A": ["LAX", "SEA"]}}
    assert refused(terrain("draw", money={"A": 1}, **words), "A", "draw branch SF") == "E_MONEY"
    match = terrain("draw", money={"A": 2}, **words)
    match.play("A", "draw branch SF")
    assert money(match, "A") == 0


def test_SFR_TERR_03_a_mountain_costs_one_dollar() -> None:
    match = terrain(track=["KP KSC>DEN 1/2"])
    match.play("A", "lay KP KSC>DEN")
    assert money(match, "A") == 5 - 1 + 2 + 4
    connected = terrain(track=["KP KSC>DEN 1/2"], connected={"DEN": ["KP"]})
    assert costs(connected, "A", "KP KSC>DEN") == [-1]
    base = given(plays=PLAIN, track=["KP KSC>DEN 1/2"], money={"A": 5}, connected={"DEN": ["KP"]})
    assert costs(base, "A", "KP KSC>DEN") == [0], "without the rule nothing is paid"


def test_SFR_TERR_04_a_river_costs_one_dollar() -> None:
    match = terrain(track=["GN MIL>MIN 1/1"])
    match.play("A", "lay GN MIN>SEA")
    assert money(match, "A") == 4
    assert costs(terrain(), "A", "SF CHI>OMA") == [0], "the river is on the second segment"


def test_SFR_TERR_05_a_lake_costs_nothing() -> None:
    match = terrain(track=TO_SFO, connected={"SAC": ["UP"]})
    match.play("A", "lay SP SFO>SAC")
    assert money(match, "A") == 5
    assert match.view()["connected"]["SAC"] == ["SP", "UP"]
    poor = terrain(track=TO_SFO, connected={"SAC": ["UP"]}, money={"A": 0})
    poor.play("A", "lay SP SFO>SAC")


def test_SFR_TERR_06_a_mountain_with_a_river_costs_two_dollars() -> None:
    match = terrain(track=TO_DEN)
    match.play("A", "lay UP OMA>DEN")
    assert money(match, "A") == 5 - 2 + 2 + 4
    assert costs(terrain(track=TO_DEN, connected={"DEN": ["UP"]}), "A", "UP OMA>DEN") == [-2]


def test_SFR_TERR_07_no_debt_even_if_the_bonus_would_pay_for_it() -> None:
    match = terrain(track=TO_DEN, money={"A": 1})
    assert refused(match, "A", "lay UP OMA>DEN") == "E_MONEY"
    assert lays(match, "A", "UP") == set()
    match = terrain(track=TO_DEN, money={"A": 2})
    match.play("A", "lay UP OMA>DEN")
    assert money(match, "A") == 2 - 2 + 6


def test_SFR_TERR_08_a_player_may_pass() -> None:
    match = terrain()
    assert lays(match, "A", "SF") == {"CHI>MIL", "CHI>OMA", "CHI>KSC#1", "CHI>KSC#2"}
    assert "pass" in match.legal("A")
    match.play("A", "pass")
    assert match.view()["actors"] == ["B"]
    assert match.view()["track"] == []
    base = given(plays=PLAIN)
    assert refused(base, "A", "pass") == "E_MUST_LAY"
    assert "pass" not in base.legal("A")


def test_SFR_TERR_08_a_pass_comes_before_the_first_piece() -> None:
    match = terrain(plays={**PLAIN, "A": "double"})
    match.play("A", "lay SF CHI>MIL")
    assert refused(match, "A", "pass") == "E_PHASE"
    assert "pass" not in match.legal("A")


def test_SFR_TERR_09_the_game_ends_when_all_pass_in_one_turn() -> None:
    match = terrain()
    plays(match, "A: pass", "B: pass")
    assert not match.over
    match.play("C", "pass")
    assert match.over
    assert match.result is not None
    assert match.result.reason == "allpass"
    assert refused(match, "A", "lay SF CHI>MIL") == "E_GAME_OVER"

    second = terrain("tlt2", laid_first=dict.fromkeys("ABC", 1))
    plays(second, "A: pass", "B: pass", "C: pass")
    assert second.result is not None
    assert second.result.reason == "allpass"


@pytest.mark.parametrize("builder", ["A", "B", "C"])
def test_SFR_TERR_09_one_piece_keeps_the_game_going(builder: str) -> None:
    match = terrain()
    for seat in "ABC":
        match.play(seat, "lay SF CHI>MIL" if seat == builder else "pass")
    assert match.view()["phase"] == "tlt2"
    # passes of the first turn do not count in the second
    for seat in "ABC":
        match.play(seat, "pass" if seat == builder else "lay UP CHI>OMA")
    assert not match.over
    assert match.view()["round"] == 3


def test_SFR_TERR_10_every_piece_pays_for_its_own_segment() -> None:
    # a Triple gets no bonuses, so that only the costs show
    triple: dict[str, Any] = {"plays": {**PLAIN, "A": "triple"}}
    match = terrain(track=["GN MIL>MIN 1/1"], **triple)
    assert costs(match, "A", "GN MIN>SEA", "GN MIN>SEA", "GN MIN>SEA") == [-1, 0, -1]
    # from the other end the same segments come in the other order
    western = [*TO_SFO, "SP SFO>SEA 2/2"]
    match = terrain(track=western, **triple)
    assert costs(match, "A", "SP SEA>MIN", "SP SEA>MIN", "SP SEA>MIN") == [-1, 0, -1]
    match = terrain(track=["SF CHI>OMA 2/2"], **triple)
    assert costs(match, "A", "SF OMA>DEN", "SF OMA>DEN") == [0, -2]
    match = terrain(track=["KP KSC>DEN 2/2"], **triple)
    assert costs(match, "A", "KP DEN>OMA", "KP DEN>OMA") == [-2, 0]


def test_SFR_TERR_11_short_lines_and_every_piece_pay_to_the_bank() -> None:
    match = terrain(track=["RI CHI>OMA 1/2"], connected={"OMA": ["SF"]})
    match.play("A", "lay RI CHI>OMA")
    assert [money(match, seat) for seat in "ABC"] == [4, 5, 5]

    double = terrain(plays={**PLAIN, "A": "double"}, track=["GN MIL>MIN 1/1", "DR DEN>SAC 1/3"])
    assert costs(double, "A", "GN MIN>SEA", "DR DEN>OMA") == [-1, -2]

    branch = terrain(plays={**PLAIN, "A": "LAX + branch KP"}, track=["KP KSC>DEN 2/2"])
    assert costs(branch, "A", "KP +DEN>SAC") == [-1]


def test_SFR_TERR_12_the_last_major_piece_still_ends_the_game() -> None:
    match = terrain(track=["SF CHI>OMA 1/2"], supply={"SF": 1, "*": 0})
    match.play("A", "lay SF CHI>OMA")
    assert match.over
    assert match.result is not None
    assert match.result.reason == "supply"
    assert money(match, "A") == 5 - 1 + 2


def test_SFR_TERR_12_dead_ended_majors_still_end_the_game() -> None:
    match = terrain(track=DEAD_SP, supply={"SP": 5, "*": 0}, turn="B")
    assert match.over
    assert match.result is not None
    assert match.result.reason == "deadlock"
    assert match.view()["ended_by"] == "B"


def test_SFR_TERR_12_who_cannot_pay_is_not_dead_ended_but_passes() -> None:
    # GN alone can grow, and only across the river
    words: dict[str, Any] = {
        "track": ["UP CHI>OMA 2/2", "UP OMA>MIN 1/1", "GN MIL>MIN 1/1"],
        "supply": {"GN": 5, "*": 0},
    }
    match = terrain(**words, money={"A": 0, "B": 1})
    assert not match.over
    assert match.view()["actors"] == ["B"]
    assert lays(match, "B", "GN") == {"MIN>SEA"}
    nobody = terrain(**words, money={"A": 0, "B": 0, "C": 0})
    assert nobody.result is not None
    assert nobody.result.reason == "allpass"


def test_SFR_TERR_13_stopping_early_is_no_pass() -> None:
    match = terrain(plays={**PLAIN, "A": "double"})
    plays(match, "A: lay SF CHI>MIL", "A: done", "B: pass", "C: pass")
    assert not match.over
    assert match.view()["phase"] == "tlt2"


def test_SFR_TERR_13_the_unused_turn_of_a_four_player_is_no_pass() -> None:
    four = {**PLAIN, "A": "four"}
    barred = terrain(plays=four)
    plays(barred, "A: lay SF CHI>MIL", "A: done", "B: lay UP CHI>OMA", "C: pass", "B: pass", "C: pass")
    assert not barred.over
    assert barred.view()["round"] == 3

    held = terrain(plays=four)
    plays(held, "A: hold", "B: pass", "C: pass")
    assert not held.over
    assert (held.view()["phase"], held.view()["actors"]) == ("tlt2", ["A"])
    plays(held, "A: pass", "B: pass", "C: pass")
    assert held.result is not None
    assert held.result.reason == "allpass", "a held turn that is then not used is a pass"
