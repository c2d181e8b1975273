"""Short cards that turn up when cards are drawn."""

from __future__ import annotations

from typing import Any

import goldenspike as gs

from .scenario import actors, given, hand, lays, plays, refused

FULL = {"B": ["DEN", "DEN", "ELP", "ELP"], "C": ["SFO", "SFO", "SAC", "SAC"]}


def draws_short(*deck: str) -> tuple[gs.Match, list[str]]:
    """A has drawn one card; also the events everybody was told."""
    match = given("draw", round=5, hands={"A": ["SEA", "TUC", "MIN"], **FULL}, deck=deck)
    before = match.s.copy()
    match.play("A", "draw deck")
    return match, match.setting.events(before, match.s, 0, ())


def test_SFR_SHORT_01_a_short_card_is_laid_on_the_table_at_once() -> None:
    match, events = draws_short("short RI", "LAX", "OMA")
    assert events == ["! short RI"]
    assert sorted(hand(match, "A")) == ["LAX", "MIN", "SEA", "TUC"]
    for viewer in ("A", "B", "C", None):
        assert match.view(viewer)["available"] == ["SF", "SP", "GN", "UP", "KP", "RI"]
        assert match.view(viewer)["hidden_shorts"] == 3
    match, events = draws_short("LAX", "short RI", "OMA")
    assert events == []
    assert "RI" not in match.view()["available"]


def test_SFR_SHORT_02_its_drawer_draws_a_replacement() -> None:
    match, _ = draws_short("short RI", "LAX", "OMA")
    assert match.position()["deck"] == ["OMA"]
    assert len(hand(match, "A")) == 4
    assert match.view()["phase"] == "play", "B and C have full hands"
    match, _ = draws_short("LAX", "OMA", "HOU")
    assert match.position()["deck"] == ["OMA", "HOU"]


def test_SFR_SHORT_03_a_short_card_after_a_short_card() -> None:
    match, events = draws_short("short RI", "short TP", "LAX", "OMA")
    assert events == ["! short RI", "! short TP"]
    assert match.view()["available"] == ["SF", "SP", "GN", "UP", "KP", "RI", "TP"]
    assert sorted(hand(match, "A")) == ["LAX", "MIN", "SEA", "TUC"]
    assert match.position()["deck"] == ["OMA"]


def test_SFR_SHORT_04_from_then_on_anybody_may_lay_its_track() -> None:
    match, _ = draws_short("short RI", "LAX", "OMA")
    plays(match, "A: play LAX", "B: play DEN", "C: play SFO", "A: lay SF CHI>MIL")
    assert (match.view()["round"], match.view()["phase"]) == (5, "tlt1")
    assert "CHI>OMA" in lays(match, "B", "RI")
    match.play("B", "lay RI CHI>OMA")
    assert "CHI>OMA" in lays(match, "C", "RI")
    plays(match, "C: lay UP CHI>KSC#1", "A: lay RI CHI>OMA")
    assert match.view()["supply"]["RI"] == 11 - 2
    assert match.view()["connected"]["OMA"] == ["RI"]


def test_SFR_SHORT_05_not_before_its_card_is_drawn() -> None:
    match = given(plays={"A": "LAX"})
    assert refused(match, "A", "lay RI CHI>OMA") == "E_NOT_AVAILABLE"
    for rail in ("RI", "TP", "WP", "DR"):
        assert lays(match, "A", rail) == set()
    match = given(plays={"A": "LAX"}, available=["RI"])
    assert lays(match, "A", "TP") == lays(match, "A", "WP") == lays(match, "A", "DR") == set()
    match.play("A", "lay RI CHI>OMA")


def test_SFR_SHORT_06_short_line_pieces_count_like_those_of_majors() -> None:
    match = given(plays={"A": "double"}, available=["RI"])
    plays(match, "A: lay SF CHI>MIL", "A: lay RI CHI>OMA")
    assert actors(match) == "B"
    match.play("B", "lay RI CHI>OMA")
    assert actors(match) == "C", "with a plain play one piece of a Short Line is the whole turn"
    match = given(plays={"A": "double"}, available=["RI", "TP"])
    plays(match, "A: lay TP NOR>HOU", "A: lay RI CHI>OMA")
    assert actors(match) == "B"


def test_SFR_SHORT_07_a_short_card_in_an_exchange() -> None:
    words: dict[str, Any] = {"plays": {"A": "double"}, "laid_first": {"A": 1}, "hands": {"A": ["SEA"]}}
    match = given("tlt2", deck=["short TP", "LAX"], **words)
    assert refused(match, "A", "lay TP NOR>HOU") == "E_NOT_AVAILABLE"
    before = match.s.copy()
    match.play("A", "exchange SEA")
    assert match.setting.events(before, match.s, 0, ()) == ["! short TP"]
    assert hand(match, "A") == ["LAX"]
    assert match.position()["deck"] == []
    assert "TP" in match.view("B")["available"]
    match.play("A", "lay TP NOR>HOU")
    match.play("A", "done")
    assert "HOU>ELP" in lays(match, "B", "TP")
