"""What a railroad is connected to, and what a connection pays."""

from __future__ import annotations

import random

import pytest

import goldenspike as gs

from .scenario import gain, given, lays, money, plays, refused

# one piece short of Denver, Sacramento or El Paso
SF_TO_DENVER = ["SF CHI>OMA 2/2", "SF OMA>DEN 1/2"]
SF_TO_EL_PASO = ["SF CHI>KSC#1 2/2", "SF KSC>ELP 1/2"]
SP_TO_EL_PASO = ["SP NOR>HOU 1/1", "SP HOU>ELP 1/2"]


def serving(match: gs.Match, city: str) -> list[str]:
    return list(match.view()["connected"].get(city, []))


def counted(match: gs.Match, city: str) -> int:
    """What seat A, who has the City card on the table, scores for it."""
    items = {item.what: item.points for item in match.setting.result(match.s).sheet[0]}
    names = {place.id: place.name for place in match.setting.board.cities}
    return items[names[city]]


# ---------------------------------------------------------------- connections
def test_SFR_CONN_01_home_base_is_served_from_the_first_piece() -> None:
    match = given(available=["DR"], table={"A": ["DEN"]})
    assert serving(match, "DEN") == []
    assert counted(match, "DEN") == 0
    match.play("A", "lay DR DEN>OMA")
    assert serving(match, "DEN") == ["DR"]
    assert counted(match, "DEN") == 6


def test_SFR_CONN_02_last_segment_connects_the_city() -> None:
    match = given(track=["UP CHI>OMA 1/2"], table={"A": ["OMA"]})
    assert counted(match, "OMA") == 0
    match.play("A", "lay UP CHI>OMA")
    assert serving(match, "OMA") == ["UP"]
    assert counted(match, "OMA") == 2


def test_SFR_CONN_03_partial_line_is_no_connection_for_a_branch() -> None:
    match = given(track=["UP CHI>OMA 1/2"], plays={"A": "LAX + branch UP"})
    assert refused(match, "A", "lay UP +OMA>DEN") == "E_NOT_CONNECTED"
    assert not any(line.startswith("+OMA") for line in lays(match, "A", "UP"))


def test_SFR_CONN_03_partial_line_is_no_connection_for_bonus_and_score() -> None:
    match = given(track=["UP CHI>OMA 1/2", "GN MIL>MIN 1/1"], table={"A": ["OMA"]})
    assert gain(match, "A", "lay GN MIN>OMA") == 2
    assert serving(match, "OMA") == ["GN"]
    assert counted(match, "OMA") == 2


def test_SFR_CONN_04_count_is_of_different_railroads() -> None:
    match = given(connected={"OMA": ["SF", "UP", "RI"]}, table={"A": ["OMA"]})
    assert counted(match, "OMA") == 3 * 2


def test_SFR_CONN_04_two_lines_of_one_railroad_count_once() -> None:
    twice = ["SF CHI>OMA 2/2", "SF OMA>MIN 1/1", "SF +CHI>KSC#1 2/2", "SF KSC>DEN 2/2", "SF DEN>OMA 2/2"]
    match = given(track=[*twice, "RI CHI>MIL 1/1"], connected={"OMA": ["UP", "RI"]}, table={"A": ["OMA"]})
    assert serving(match, "OMA") == ["SF", "UP", "RI"]
    assert counted(match, "OMA") == 3 * 2


@pytest.mark.parametrize(("game", "seed"), [("santa-fe-rails", 5), ("santa-fe-rails", 6), ("santa-fe", 7)])
def test_SFR_CONN_05_connections_are_permanent(game: str, seed: int) -> None:
    chooser = random.Random(seed)
    match = gs.new(game, seats=3, seed=seed, board="mini")
    before: dict[str, list[str]] = {}
    for _ in range(3000):
        if match.over:
            break
        seat = match.actors[0]
        match.act(seat, chooser.choice(match.numbers(seat)))
        after = match.view()["connected"]
        for city, railroads in before.items():
            assert set(railroads) <= set(after[city])
        before = after
    assert match.over
    assert sum(len(railroads) for railroads in before.values()) > 8


# ---------------------------------------------------------------- $2 for the first railroad of all
def test_SFR_BONUS_01_first_railroad_to_a_city_brings_two_dollars() -> None:
    match = given(track=["SF CHI>OMA 1/2"], money={"A": 2})
    match.play("A", "lay SF CHI>OMA")
    assert money(match, "A") == 4


def test_SFR_BONUS_01_short_lines_count_too() -> None:
    match = given(track=["RI CHI>OMA 1/2"], available=["RI"])
    assert gain(match, "A", "lay RI CHI>OMA") == 2


def test_SFR_BONUS_02_later_railroads_bring_nothing() -> None:
    match = given(track=["SF CHI>OMA 2/2", "GN MIL>MIN 1/1"])
    assert gain(match, "A", "lay GN MIN>OMA") == 0

    match = given(track=["RI CHI>OMA 2/2", "GN MIL>MIN 1/1"])
    assert gain(match, "A", "lay GN MIN>OMA") == 0


@pytest.mark.parametrize(
    ("track", "text"),
    [
        ([], "lay UP CHI>MIL"),
        (["SP NOR>KSC 1/2"], "lay SP NOR>KSC"),
        ([], "lay GN MIL>CHI"),
        (["KP KSC>NOR 1/2"], "lay KP KSC>NOR"),
        (["RI CHI>KSC#1 1/2"], "lay RI CHI>KSC#1"),
    ],
)
def test_SFR_BONUS_03_major_home_bases_never_bring_two_dollars(track: list[str], text: str) -> None:
    assert gain(given(track=track), "A", text) == 0


def test_SFR_BONUS_04_short_line_base_brings_nothing_to_its_own_track() -> None:
    match = given(available=["DR"])
    assert gain(match, "A", "lay DR DEN>OMA") == 0
    loop = ["DR DEN>KSC 2/2", "DR KSC>CHI#1 2/2", "DR CHI>OMA 2/2", "DR OMA>DEN 1/2"]
    match = given(track=loop, supply={"DR": 1})
    assert gain(match, "A", "lay DR OMA>DEN") == 0


@pytest.mark.parametrize("available", [["DR", "WP"], []])
def test_SFR_BONUS_05_unused_short_line_base_pays_the_first_other_railroad(available: list[str]) -> None:
    match = given(track=SF_TO_DENVER, available=available)
    assert gain(match, "A", "lay SF OMA>DEN") == 2

    match = given(track=["SF CHI>OMA 2/2", "SF OMA>DEN 2/2", "SF DEN>SAC 2/3"], available=available)
    assert gain(match, "A", "lay SF DEN>SAC") == 2


def test_SFR_BONUS_06_own_first_piece_takes_the_two_dollars_away() -> None:
    match = given(track=["DR DEN>SAC 1/3", *SF_TO_DENVER])
    assert gain(match, "A", "lay SF OMA>DEN") == 0

    match = given(track=SF_TO_DENVER, available=["DR"])
    plays(match, "A: lay DR DEN>SAC")
    assert gain(match, "B", "lay SF OMA>DEN") == 0


# ---------------------------------------------------------------- $4 for the coloured squares
SP_TO_LOS_ANGELES = ["SP NOR>HOU 1/1", "SP HOU>ELP 2/2", "SP ELP>TUC 1/1", "SP TUC>LAX 1/2"]


def test_SFR_BONUS_07_square_of_its_colour_brings_four_dollars_once() -> None:
    match = given(track=SP_TO_LOS_ANGELES, connected={"LAX": ["GN"]})
    assert gain(match, "A", "lay SP TUC>LAX") == 4

    match = given(track=SP_TO_LOS_ANGELES, connected={"LAX": ["SP"]})
    assert gain(match, "A", "lay SP TUC>LAX") == 0


def test_SFR_BONUS_08_each_indicated_major_brings_its_own_four_dollars() -> None:
    match = given(track=[*SP_TO_EL_PASO, *SF_TO_EL_PASO])
    assert gain(match, "A", "lay SP HOU>ELP") == 2 + 4
    assert gain(match, "B", "lay SF KSC>ELP") == 4

    match = given(track=[*SP_TO_EL_PASO, *SF_TO_EL_PASO])
    assert gain(match, "A", "lay SF KSC>ELP") == 2 + 4
    assert gain(match, "B", "lay SP HOU>ELP") == 4


def test_SFR_BONUS_08_second_arrival_of_the_same_major_brings_nothing() -> None:
    round_trip = ["SF CHI>KSC#1 2/2", "SF KSC>ELP 2/2", "SF +KSC>DEN 2/2", "SF DEN>SAC 3/3", "SF SAC>SFO 1/1"]
    round_trip += ["SF SFO>LAX 1/1", "SF LAX>TUC 2/2", "SP NOR>HOU 1/1", "SP HOU>ELP 2/2"]
    match = given(track=round_trip)
    assert gain(match, "A", "lay SF TUC>ELP") == 0


def test_SFR_BONUS_09_others_never_bring_four_dollars() -> None:
    match = given(track=["SP NOR>HOU 1/1", "SP HOU>ELP 2/2", "KP KSC>ELP 1/2"])
    assert gain(match, "A", "lay KP KSC>ELP") == 0

    match = given(track=["SF CHI>KSC#1 2/2", "SF KSC>ELP 2/2", "TP NOR>HOU 1/1", "TP HOU>ELP 1/2"])
    assert gain(match, "A", "lay TP HOU>ELP") == 0


# ---------------------------------------------------------------- whose bonus, and how much of it
def test_SFR_BONUS_10_completing_piece_earns_the_bonus() -> None:
    match = given(money={"A": 2, "B": 2})
    plays(match, "A: lay SF CHI>OMA", "B: lay SF CHI>OMA")
    assert (money(match, "A"), money(match, "B")) == (2, 4)


def test_SFR_BONUS_11_both_bonuses_add_up() -> None:
    assert gain(given(track=SF_TO_EL_PASO), "A", "lay SF KSC>ELP") == 6


def test_SFR_BONUS_12_example_of_el_paso() -> None:
    match = given(track=[*SF_TO_EL_PASO, *SP_TO_EL_PASO])
    assert gain(match, "A", "lay SF KSC>ELP") == 6
    assert gain(match, "B", "lay SP HOU>ELP") == 4


def test_SFR_BONUS_13_double_doubles_every_bonus_of_the_round() -> None:
    match = given(track=SF_TO_EL_PASO, plays={"A": "double"})
    assert gain(match, "A", "lay SF KSC>ELP") == 12
    plays(match, "A: done", "B: lay UP CHI>OMA", "C: lay UP CHI>OMA")
    assert match.view()["phase"] == "tlt2"
    assert gain(match, "A", "lay SF ELP>TUC") == 4


def test_SFR_BONUS_13_double_doubles_the_second_piece_too() -> None:
    match = given(track=SF_TO_EL_PASO, plays={"A": "double"})
    assert gain(match, "A", "lay SF KSC>ELP") == 12
    assert gain(match, "A", "lay SF ELP>TUC") == 4


def test_SFR_BONUS_13_double_doubles_for_its_own_player_only() -> None:
    match = given(track=SF_TO_EL_PASO, plays={"B": "double"})
    assert gain(match, "A", "lay SF KSC>ELP") == 6


@pytest.mark.parametrize("phase", ["tlt1", "tlt2"])
def test_SFR_BONUS_14_triple_brings_no_bonus(phase: str) -> None:
    match = given(phase, track=SF_TO_EL_PASO, plays={"A": "triple"})
    assert gain(match, "A", "lay SF KSC>ELP") == 0
    assert gain(match, "A", "lay SF ELP>TUC") == 0


def test_SFR_BONUS_15_bonus_lost_by_triple_is_lost_for_everybody() -> None:
    match = given(track=[*SF_TO_EL_PASO, *SP_TO_EL_PASO], plays={"A": "triple"})
    plays(match, "A: lay SF KSC>ELP", "A: done")
    assert gain(match, "B", "lay SP HOU>ELP") == 4


def test_SFR_BONUS_16_four_brings_normal_bonuses() -> None:
    match = given(track=SF_TO_EL_PASO, plays={"A": "four"})
    assert gain(match, "A", "lay SF KSC>ELP") == 6
    assert gain(match, "A", "lay SF ELP>TUC") == 2


@pytest.mark.parametrize(
    ("play", "branching", "worth"),
    [
        ("double + branch SF", "+", 4),
        ("LAX + branch SF", "+", 2),
        ("LAX", "", 2),
        ("boom", "", 2),
        ("none", "", 2),
    ],
)
def test_SFR_BONUS_17_branch_and_boom_change_no_bonus(play: str, branching: str, worth: int) -> None:
    track = ["SF CHI>MIL 1/1", "SF MIL>MIN 1/1"] + (["SF MIN>SEA 1/3"] if branching else [])
    match = given(track=track, plays={"A": play})
    assert gain(match, "A", f"lay SF {branching}MIN>OMA") == worth


def test_SFR_BONUS_18_bonus_is_paid_at_once_and_usable() -> None:
    match = given(terrain=True, money={"A": 1}, plays={"A": "double"}, track=["SF CHI>OMA 1/2", "GN MIL>MIN 1/1"])
    match.play("A", "lay SF CHI>OMA")
    assert money(match, "A") == 1 - 1 + 4
    assert match.actors == (0,)
    assert gain(match, "A", "lay GN MIN>SEA") == -1


def test_SFR_BONUS_19_leaving_a_city_brings_nothing() -> None:
    assert gain(given(), "A", "lay KP KSC>ELP") == 0
    match = given(track=["SF CHI>OMA 2/2"])
    assert gain(match, "A", "lay SF OMA>DEN") == 0


def test_SFR_BONUS_20_square_at_a_home_base_pays() -> None:
    match = given(track=["SF CHI>KSC#1 1/2"])
    assert gain(match, "A", "lay SF CHI>KSC#1") == 4

    match = given(track=["SF CHI>KSC#1 1/2", "KP KSC>DEN 1/2"])
    assert gain(match, "A", "lay SF CHI>KSC#1") == 4
