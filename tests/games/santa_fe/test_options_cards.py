"""Options about cards: Booms that must be played, when markers are placed, Doubles of two players, an empty deck."""

from __future__ import annotations

from typing import Any

import pytest

import goldenspike as gs

from .scenario import SP_DEAD_END, actors, clause, given, plays, refused, sf92

# ---------------------------------------------------------------- boom_must_play (AMB-19)


def test_OPT_02_a_boom_card_must_be_played_in_the_round_it_is_drawn() -> None:
    hands = {"A": ["boom", "LAX", "double"], "B": ["SEA"], "C": ["SFO"]}
    assert "play LAX" in given("play", hands=hands).legal("A")
    match = given("play", hands=hands, boom_must_play=True)
    assert match.legal("A") == ["play boom"]
    assert refused(match, "A", "play LAX") == "E_MUST_PLAY"
    assert clause(match, "play double") == "SFR-PLAY-08"


@pytest.mark.parametrize("other", ["triple", "four", "branch SF", "boom"])
def test_OPT_02_a_boom_card_goes_with_no_other_card_that_must_be_played(other: str) -> None:
    for first, second in ((other, "boom"), ("boom", other)):
        match = given("draw", hands={"A": ["LAX", "SEA"]}, money={"A": 5}, boom_must_play=True)
        match.play("A", f"draw {first}")
        assert refused(match, "A", f"draw {second}") == "E_PAIR"
        assert clause(match, f"draw {second}") == "SFR-PLAY-08"
        allowed = given("draw", hands={"A": ["LAX", "SEA"]}, money={"A": 5})
        plays(allowed, f"A: draw {first}", f"A: draw {second}")


def test_OPT_02_a_boom_card_goes_with_a_double_and_with_the_deck() -> None:
    for other in ("double", "deck"):
        match = given("draw", hands={"A": ["LAX", "SEA"]}, boom_must_play=True)
        plays(match, "A: draw boom", f"A: draw {other}")
        assert actors(match) == "B"


# ---------------------------------------------------------------- boom_timing (AMB-20)
BOOMS = {"A": "LAX", "B": "boom", "C": "SFO"}


def test_OPT_01_markers_may_be_placed_when_the_own_turn_begins() -> None:
    hands = {"A": ["LAX"], "B": ["boom"], "C": ["SFO"]}
    match = given("play", hands=hands, boom_timing="own_turn")
    plays(match, "A: play LAX", "B: play boom", "C: play SFO")
    assert (match.view()["phase"], actors(match)) == ("tlt1", "A")
    match.play("A", "lay SF CHI>MIL")
    assert (match.view()["phase"], actors(match)) == ("boom", "B")
    assert gs.from_position("santa-fe-rails", match.position()).hash == match.hash
    match.play("B", "boom 4 OMA")
    assert (match.view()["phase"], actors(match)) == ("tlt1", "B")
    assert gs.from_position("santa-fe-rails", match.position()).hash == match.hash, "nobody is asked twice"
    plays(match, "B: lay SF MIL>MIN", "C: lay UP CHI>OMA")
    assert (match.view()["phase"], actors(match)) == ("tlt2", "A")
    plays(match, "A: lay UP CHI>OMA", "B: lay KP KSC>ELP")
    assert match.view()["markers"] == {"OMA": 4}


def test_OPT_01_if_the_game_ends_before_none_are_placed() -> None:
    words: dict[str, Any] = {"track": SP_DEAD_END, "supply": {"SP": 5, "*": 0}, "plays": BOOMS}
    match = given(boom_timing="own_turn", **words)
    assert match.over
    assert match.view()["markers"] == {}
    own = given(boom_timing="own_turn", turn="B", **words)
    assert own.over, "being unable to lay is tested first"


def test_OPT_01_a_position_of_markers_belongs_to_a_boom_player() -> None:
    with pytest.raises(gs.BadFile):
        given("boom", plays=BOOMS, turn="A", boom_timing="own_turn")
    assert actors(given("boom", plays=BOOMS, turn="B", boom_timing="own_turn")) == "B"


# ---------------------------------------------------------------- two_player_doubles (AMB-55)


def test_OPT_13_two_players_may_have_two_doubles() -> None:
    assert gs.new("santa-fe-rails", seats=2).view()["display"]["double"] == 1
    assert gs.new("santa-fe-rails", seats=2, two_player_doubles=2).view()["display"]["double"] == 2
    assert gs.new("santa-fe-rails", seats=3, two_player_doubles=2).view()["display"]["double"] == 2, "two as ever"


# ---------------------------------------------------------------- empty_deck_draw, 1992 (AMB-75)


def test_SF_DRAW_06_option_with_an_empty_deck_a_double_must_be_taken() -> None:
    words: dict[str, Any] = {"hands": {"A": ["LAX", "SEA"]}, "deck": [], "display": {"double": 1}}
    plays(sf92("draw", **words), "A: draw stop")
    match = sf92("draw", empty_deck_draw="must_take_double", **words)
    assert refused(match, "A", "draw stop") == "E_MUST_DRAW"
    assert clause(match, "draw stop") == "SF-DRAW-06"
    plays(match, "A: draw double", "A: draw stop")
    assert match.view()["phase"] == "play"
