"""Short Lines: they grow wherever they are, without a card."""

from __future__ import annotations

from .scenario import given, lays, plays, refused


def test_SFR_LAY_20_short_line_extends_any_of_its_partial_lines() -> None:
    match = given(track=["RI CHI>OMA 1/2", "RI CHI>KSC#1 1/2"], available=["RI"])
    assert lays(match, "A", "RI") == {"CHI>OMA", "CHI>KSC#1", "CHI>MIL"}
    plays(match, "A: lay RI CHI>KSC#1", "B: lay RI CHI>OMA")
    track = match.position()["track"]
    assert "RI CHI>OMA 2/2" in track
    assert "RI CHI>KSC#1 2/2" in track


def test_SFR_LAY_20_partial_line_goes_on_in_its_own_direction() -> None:
    match = given(track=["RI CHI>KSC#1 2/2", "RI CHI>OMA 2/2", "RI KSC>DEN 2/2", "RI OMA>DEN 1/2"], available=["RI"])
    assert refused(match, "A", "lay RI DEN>OMA") == "E_LINE_TAKEN"
    assert "OMA>DEN" in lays(match, "A", "RI")
    assert "DEN>OMA" not in lays(match, "A", "RI")


def test_SFR_LAY_21_short_line_starts_again_at_its_home_base() -> None:
    match = given(track=["RI CHI>OMA 1/2"], available=["RI"])
    assert match.position()["plays"]["A"] == "none"
    match.play("A", "lay RI CHI>MIL")
    assert {"RI CHI>OMA 1/2", "RI CHI>MIL 1/1"} <= set(match.position()["track"])


def test_SFR_LAY_21_home_base_stays_open_after_the_route_has_left_it() -> None:
    match = given(track=["RI CHI>OMA 2/2", "RI OMA>DEN 2/2"], available=["RI"])
    match.play("A", "lay RI CHI>KSC#2")
    assert "RI CHI>KSC#2 1/2" in match.position()["track"]


def test_SFR_LAY_22_short_line_starts_at_any_connected_city() -> None:
    match = given(track=["RI CHI>OMA 2/2"], available=["RI"])
    assert lays(match, "A", "RI") == {"CHI>MIL", "CHI>KSC#1", "CHI>KSC#2", "OMA>MIN", "OMA>DEN"}
    assert refused(match, "A", "lay RI DEN>KSC") == "E_NOT_CONNECTED"


def test_SFR_LAY_22_a_city_reached_in_play_is_a_new_start() -> None:
    match = given(track=["RI CHI>OMA 1/2"], available=["RI"], plays={"A": "double"})
    assert refused(match, "A", "lay RI OMA>MIN") == "E_NOT_CONNECTED"
    match.play("A", "lay RI CHI>OMA")
    assert {"OMA>MIN", "OMA>DEN"} <= lays(match, "A", "RI")


def test_SFR_LAY_22_short_line_takes_no_branch_card() -> None:
    match = given(track=["RI CHI>OMA 2/2"], available=["RI"], plays={"A": "LAX + branch SF"})
    assert refused(match, "A", "lay RI +OMA>MIN") == "E_NO_BRANCH"


def test_SFR_LAY_23_first_piece_of_a_short_line_touches_its_home_base() -> None:
    match = given(available=["DR"])
    assert refused(match, "A", "lay DR OMA>DEN") == "E_NOT_HOME"
    assert lays(match, "A", "DR") == {"DEN>OMA", "DEN>KSC", "DEN>SAC"}
    match.play("A", "lay DR DEN>OMA")
    assert "DR DEN>OMA 1/2" in match.position()["track"]


def test_SFR_LAY_24_short_line_has_as_many_routes_as_open_lines() -> None:
    match = given(track=["RI CHI>MIL 1/1", "RI CHI>OMA 1/2", "RI CHI>KSC#1 1/2"], available=["RI"])
    assert lays(match, "A", "RI") == {"CHI>OMA", "CHI>KSC#1", "MIL>MIN"}


def test_SFR_LAY_24_only_the_pieces_limit_the_routes() -> None:
    track = ["RI CHI>MIL 1/1", "RI CHI>OMA 2/2", "RI CHI>KSC#1 1/2", "RI MIL>MIN 1/1", "RI OMA>DEN 1/2"]
    match = given(track=[*track, "RI MIN>SEA 1/3"], available=["RI"], supply={"RI": 2})
    assert lays(match, "A", "RI") == {"CHI>KSC#1", "OMA>DEN", "MIN>SEA", "MIN>OMA", "OMA>MIN"}
    plays(match, "A: lay RI OMA>MIN", "B: lay RI MIN>SEA")
    assert refused(match, "C", "lay RI MIN>SEA") == "E_NO_PIECES"
