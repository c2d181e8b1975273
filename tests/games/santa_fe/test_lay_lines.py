"""Laying track: one-way, taken and parallel lines, visits, dead ends, partial lines."""

from __future__ import annotations

import random

import pytest

import goldenspike as gs

from .scenario import SP_DEAD_END, clause, given, lays, money, plays, refused, tips


# ---------------------------------------------------------------- one-way, taken and parallel lines
def test_SFR_LAY_25_arrow_gives_the_only_direction() -> None:
    match = given(track=["SF CHI>OMA 2/2", "SF OMA>MIN 1/1"])
    assert refused(match, "A", "lay SF MIN>MIL") == "E_ARROW"
    assert lays(match, "A", "SF") == {"MIN>SEA"}
    match.play("A", "lay GN MIL>MIN")
    assert "GN MIL>MIN 1/1" in match.position()["track"]


def test_SFR_LAY_26_arrows_bind_short_lines_and_branch_starts() -> None:
    match = given(track=["RI CHI>OMA 2/2", "RI OMA>MIN 1/1", "SF CHI>KSC#1 2/2"], available=["RI"], plays={"A": "LAX"})
    assert refused(match, "A", "lay RI MIN>MIL") == "E_ARROW"
    assert lays(match, "A", "RI") == {"CHI>MIL", "CHI>KSC#2", "OMA>DEN", "MIN>SEA"}

    match = given(track=["SF CHI>OMA 2/2", "SF OMA>MIN 1/1"], plays={"A": "LAX + branch SF"})
    assert refused(match, "A", "lay SF +MIN>MIL") == "E_ARROW"
    assert "+MIN>SEA" in lays(match, "A", "SF")
    assert "+MIN>MIL" not in lays(match, "A", "SF")


def test_SFR_LAY_27_started_line_is_taken() -> None:
    match = given(track=["SF CHI>KSC#1 2/2", "SF KSC>ELP 1/2", "SP NOR>HOU 1/1", "SP HOU>ELP 2/2"])
    assert refused(match, "A", "lay SP ELP>KSC") == "E_LINE_TAKEN"
    assert clause(match, "lay SP ELP>KSC") == "SFR-LAY-27"
    assert lays(match, "A", "SP") == {"ELP>TUC"}


def test_SFR_LAY_28_started_line_is_taken_from_the_same_end() -> None:
    match = given(track=["SF CHI>KSC#1 2/2", "SF KSC>ELP 1/2"])
    assert refused(match, "A", "lay KP KSC>ELP") == "E_LINE_TAKEN"
    assert clause(match, "lay KP KSC>ELP") == "SFR-LAY-28"
    assert "KSC>ELP" not in lays(match, "A", "KP")
    assert lays(match, "A", "SF") == {"KSC>ELP"}


def test_SFR_LAY_29_builder_cannot_enter_its_own_line_from_the_far_end() -> None:
    match = given(track=["SF CHI>KSC#1 2/2", "SF KSC>DEN 2/2", "SF +CHI>OMA 2/2", "SF OMA>DEN 1/2"], plays={"A": "LAX"})
    assert sorted(tips(match, "SF")) == ["DEN", "OMA>DEN"]
    assert refused(match, "A", "lay SF DEN>OMA") == "E_LINE_TAKEN"
    assert clause(match, "lay SF DEN>OMA") == "SFR-LAY-29"
    assert lays(match, "A", "SF") == {"DEN>SAC", "OMA>DEN"}
    match.play("A", "lay SF OMA>DEN")
    assert tips(match, "SF") == ["DEN", "DEN"]


def test_SFR_LAY_30_unused_parallel_stays_open_to_others() -> None:
    match = given(track=["SF CHI>KSC#1 1/2"])
    assert refused(match, "A", "lay KP KSC>CHI#1") == "E_LINE_TAKEN"
    plays(match.copy(), "A: lay UP CHI>KSC#2")
    plays(match, "A: lay KP KSC>CHI#2")
    assert "KP KSC>CHI#2 1/2" in match.position()["track"]


def test_SFR_LAY_31_one_railroad_never_builds_two_parallels() -> None:
    match = given(track=["SF CHI>KSC#1 2/2"])
    assert tips(match, "SF") == ["KSC"]
    assert refused(match, "A", "lay SF KSC>CHI#2") == "E_PARALLEL"
    assert "KSC>CHI#2" in lays(match, "A", "KP")


def test_SFR_LAY_31_a_single_piece_is_enough_for_short_lines_too() -> None:
    match = given(track=["RI CHI>KSC#2 1/2"], available=["RI"])
    assert refused(match, "A", "lay RI CHI>KSC#1") == "E_PARALLEL"
    assert lays(match, "A", "RI") == {"CHI>KSC#2", "CHI>MIL", "CHI>OMA"}


# ---------------------------------------------------------------- visits, dead ends, partial lines
def test_SFR_LAY_32_railroad_may_come_back_to_a_city() -> None:
    match = given(
        track=["SF CHI>OMA 2/2", "SF OMA>DEN 2/2", "SF DEN>KSC 2/2", "SF KSC>CHI#1 1/2"], plays={"A": "double"}
    )
    match.play("A", "lay SF KSC>CHI#1")
    assert tips(match, "SF") == ["CHI"]
    assert lays(match, "A", "SF") == {"CHI>MIL"}


def test_SFR_LAY_33_several_arrivals_count_once() -> None:
    loop = ["SF CHI>OMA 2/2", "SF OMA>DEN 2/2", "SF DEN>KSC 2/2", "SF KSC>CHI#1 2/2", "SF CHI>MIL 1/1"]
    loop += ["SF MIL>MIN 1/1", "SF MIN>OMA 1/1"]
    match = given(track=loop, money={"A": 0}, table={"A": ["OMA"]})
    assert match.setting.result(match.s).points[0] == 2

    match = given(track=loop, connected={"OMA": ["UP"]}, money={"A": 0}, table={"A": ["OMA"]})
    assert match.setting.result(match.s).points[0] == 4


def test_SFR_LAY_34_major_route_can_be_dead_ended() -> None:
    match = given(track=SP_DEAD_END)
    assert tips(match, "SP") == ["HOU"]
    assert lays(match, "A", "SP") == set()
    assert refused(match, "A", "lay SP HOU>ELP") == "E_LINE_TAKEN"
    assert refused(match, "A", "lay SP NOR>KSC") == "E_NO_TIP"


def test_SFR_LAY_35_dead_ended_major_grows_by_a_branch_start_only() -> None:
    match = given(track=SP_DEAD_END, plays={"A": "LAX + branch SP"})
    assert lays(match, "A", "SP") == {"+NOR>KSC"}
    match.play("A", "lay SP +NOR>KSC")
    assert lays(match, "B", "SP") == {"NOR>KSC"}


def test_SFR_LAY_36_pieces_of_a_dead_ended_major_are_unusable_without_branch() -> None:
    match = given(track=SP_DEAD_END, display={"branch": {"SP": 0}}, deck=[], hands={})
    turns = 0
    while not match.over and turns < 60:
        seat = match.actors[0]
        assert "draw branch SP" not in match.legal(seat)
        assert lays(match, seat, "SP") == set()
        match.act(seat, match.numbers(seat)[-1])
        turns += 1
    assert turns >= 20
    assert match.view()["supply"]["SP"] == 29
    assert tips(match, "SP") == ["HOU"]


def test_SFR_LAY_37_lines_may_be_left_partial() -> None:
    match = given(track=["UP CHI>OMA 1/2"], supply={"SF": 2, "*": 0})
    plays(match, "A: lay SF CHI>MIL", "B: lay SF MIL>MIN")
    assert match.over
    assert "UP CHI>OMA 1/2" in match.position()["track"]


def test_SFR_LAY_38_partial_line_blocks_others_for_good() -> None:
    match = given(track=["UP CHI>OMA 1/2", "GN MIL>MIN 1/1", "GN MIN>OMA 1/1"], supply={"UP": 0})
    assert refused(match, "A", "lay SF CHI>OMA") == "E_LINE_TAKEN"
    assert refused(match, "A", "lay GN OMA>CHI") == "E_LINE_TAKEN"
    assert refused(match, "A", "lay UP CHI>OMA") == "E_NO_PIECES"


def test_SFR_LAY_39_any_player_may_continue_a_line() -> None:
    match = given(money={"A": 2, "B": 2})
    plays(match, "A: lay UP CHI>OMA", "B: lay UP CHI>OMA")
    assert tips(match, "UP") == ["OMA"]
    assert (money(match, "A"), money(match, "B")) == (2, 8)
    assert lays(match, "C", "UP") == {"OMA>MIN", "OMA>DEN"}


@pytest.mark.parametrize(("game", "seed"), [("santa-fe-rails", 1), ("santa-fe-rails", 2), ("santa-fe", 3)])
def test_SFR_LAY_40_laid_pieces_stay(game: str, seed: int) -> None:
    chooser = random.Random(seed)
    match = gs.new(game, seats=4, seed=seed, board="mini")
    before: dict[str, tuple[str, str, int]] = {}
    for _ in range(3000):
        if match.over:
            break
        seat = match.actors[0]
        match.act(seat, chooser.choice(match.numbers(seat)))
        after = {t["line"]: (t["railroad"], t["from"], t["filled"]) for t in match.view()["track"]}
        for line, (railroad, origin, filled) in before.items():
            assert after[line][:2] == (railroad, origin)
            assert after[line][2] >= filled
        before = after
    assert match.over
    assert len(before) > 8


def test_SFR_LAY_41_turn_ends_with_the_allowance() -> None:
    match = given(plays={"A": "double"})
    plays(match, "A: lay SF CHI>MIL", "A: lay SF MIL>MIN")
    assert match.actors == (1,)


def test_SFR_LAY_41_turn_ends_earlier_by_done_only() -> None:
    match = given(plays={"A": "double"})
    match.play("A", "lay SF CHI>MIL")
    assert match.actors == (0,)
    assert refused(match, "B", "lay SF MIL>MIN") == "E_ACTOR"
    match.play("A", "done")
    assert match.actors == (1,)


def test_SFR_LAY_41_turn_ends_when_no_piece_is_left_to_lay() -> None:
    match = given(
        track=["SF CHI>KSC#1 2/2", "SF KSC>ELP 2/2", "SF ELP>HOU 1/2"],
        supply={"SP": 5, "*": 0},
        plays={"A": "triple", "B": "LAX + branch SP"},
    )
    match.play("A", "lay SP NOR>HOU")
    assert not match.over
    assert match.actors == (1,)
