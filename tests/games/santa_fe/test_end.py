"""How the game ends: the last piece of the Majors, or a player who can lay none."""

from __future__ import annotations

from typing import Any

import goldenspike as gs

from .scenario import SP_DEAD_END, given, lays, money, plays, refused, tips

ONE_GN_LEFT = {"SP": 5, "GN": 1, "*": 0}


def ended(match: gs.Match) -> tuple[str, str | None]:
    """Reason and seat of the end."""
    assert match.over
    return match.view()["end"], match.view()["ended_by"]


def test_SFR_END_01_last_piece_of_the_majors_ends_the_game() -> None:
    match = given(track=["SF CHI>OMA 1/2"], supply={"SF": 1, "*": 0})
    match.play("A", "lay SF CHI>OMA")
    assert ended(match) == ("supply", "A")
    for seat in "ABC":
        for text in ("lay SF OMA>MIN", "done", "draw deck", "play none"):
            assert refused(match, seat, text) == "E_GAME_OVER"
        assert match.legal(seat) == []


def test_SFR_END_01_one_piece_of_any_major_is_enough_to_go_on() -> None:
    for other in ("SP", "GN", "UP", "KP"):
        match = given(track=["SF CHI>OMA 1/2"], supply={"SF": 1, other: 1, "*": 0})
        match.play("A", "lay SF CHI>OMA")
        assert not match.over


def test_SFR_END_02_short_line_pieces_do_not_matter() -> None:
    match = given(track=["SF CHI>OMA 1/2"], supply={"SF": 1, "*": 0}, available=["RI"])
    assert match.view()["supply"]["RI"] == 11
    match.play("A", "lay SF CHI>OMA")
    assert ended(match) == ("supply", "A")


def test_SFR_END_02_last_short_line_piece_ends_nothing() -> None:
    match = given(supply={"RI": 1, "TP": 0, "WP": 0, "DR": 0}, available=["RI"])
    match.play("A", "lay RI CHI>OMA")
    assert match.actors == (1,)


def test_SFR_END_03_end_is_immediate_after_the_bonus() -> None:
    match = given(
        track=["SF CHI>OMA 1/2"],
        supply={"SF": 1, "*": 0},
        available=["RI"],
        plays={"A": "double"},
        money={"A": 2},
    )
    match.play("A", "lay SF CHI>OMA")
    assert money(match, "A") == 2 + 4
    assert ended(match) == ("supply", "A")
    assert refused(match, "A", "lay RI CHI>MIL") == "E_GAME_OVER"
    assert refused(match, "B", "lay RI CHI>MIL") == "E_GAME_OVER"
    assert match.result is not None
    assert match.result.points[0] == 6


def test_SFR_END_04_player_who_can_lay_no_major_ends_the_game() -> None:
    match = given(track=SP_DEAD_END, supply={"SP": 5, "*": 0}, turn="B")
    assert ended(match) == ("deadlock", "B")


def test_SFR_END_04_tested_when_the_turn_begins() -> None:
    match = given(track=SP_DEAD_END, supply=ONE_GN_LEFT)
    assert match.actors == (0,)
    match.play("A", "lay GN MIL>CHI")
    assert ended(match) == ("deadlock", "B")


def test_SFR_END_04_draw_and_play_still_happen_after_the_last_turn_of_a_round() -> None:
    hands = {"A": ["LAX"], "B": ["SEA"], "C": ["TUC"]}
    match = given("tlt2", track=SP_DEAD_END, supply=ONE_GN_LEFT, turn="C", hands=hands, deck=[])
    match.play("C", "lay GN MIL>CHI")
    assert (match.view()["phase"], match.actors) == ("draw", (1,))
    plays(match, "B: draw branch SP", "B: draw stop", "C: draw stop", "A: draw stop")
    plays(match, "A: play LAX", "B: play SEA + branch SP", "C: play TUC")
    assert lays(match, "B", "SP") == {"+NOR>KSC"}


def test_SFR_END_05_branch_of_another_player_does_not_help() -> None:
    match = given(track=SP_DEAD_END, supply=ONE_GN_LEFT, plays={"C": "LAX + branch SP"})
    match.play("A", "lay GN MIL>CHI")
    assert ended(match) == ("deadlock", "B")


def test_SFR_END_06_own_branch_keeps_the_game_going() -> None:
    match = given(track=SP_DEAD_END, supply=ONE_GN_LEFT, plays={"B": "LAX + branch SP"})
    match.play("A", "lay GN MIL>CHI")
    assert not match.over
    assert match.legal("B") == ["lay SP +NOR>KSC"]
    match.play("B", "lay SP +NOR>KSC")
    assert sorted(tips(match, "SP")) == ["HOU", "NOR>KSC"]
    assert match.actors == (2,)


def test_SFR_END_06_branch_that_opens_nothing_does_not_help() -> None:
    match = given(track=[*SP_DEAD_END, "KP KSC>NOR 1/2"], supply=ONE_GN_LEFT, plays={"B": "LAX + branch SP"})
    match.play("A", "lay GN MIL>CHI")
    assert ended(match) == ("deadlock", "B")

    match = given(track=SP_DEAD_END, supply=ONE_GN_LEFT, plays={"B": "LAX + branch SF"})
    match.play("A", "lay GN MIL>CHI")
    assert ended(match) == ("deadlock", "B")


def test_SFR_END_07_short_line_lays_do_not_prevent_it() -> None:
    match = given(track=SP_DEAD_END, supply=ONE_GN_LEFT, available=["RI"])
    assert lays(match, "A", "RI")
    match.play("A", "lay GN MIL>CHI")
    assert ended(match) == ("deadlock", "B")


def test_SFR_END_08_one_major_that_can_grow_is_enough() -> None:
    match = given(track=SP_DEAD_END, supply=ONE_GN_LEFT, turn="B")
    assert not match.over
    assert match.legal("B") == ["lay GN MIL>CHI", "lay GN MIL>MIN"]


def test_SFR_END_08_a_major_without_pieces_is_ignored() -> None:
    # SF could still grow on its partial line, but it has no piece left
    match = given(track=SP_DEAD_END, supply={"SP": 5, "*": 0}, turn="B")
    assert tips(match, "SF") == ["ELP>HOU"]
    assert ended(match) == ("deadlock", "B")
    match = given(track=SP_DEAD_END, supply={"SP": 5, "SF": 1, "*": 0}, turn="B")
    assert match.legal("B") == ["lay SF ELP>HOU"]


def test_SFR_END_09_major_that_cannot_start_is_dead_ended() -> None:
    match = given(track=["UP CHI>MIL 1/1", "UP MIL>MIN 1/1"], supply={"GN": 25, "*": 0}, turn="B")
    assert ended(match) == ("deadlock", "B")
    match = given(track=["UP CHI>MIL 1/1"], supply={"GN": 25, "*": 0}, turn="B")
    assert match.legal("B") == ["lay GN MIL>MIN"]


def test_SFR_END_10_empty_deck_and_hands_do_not_end_the_game() -> None:
    match = given("draw", deck=[])
    plays(match, "A: draw stop", "B: draw stop", "C: draw stop")
    plays(match, "A: play none", "B: play none", "C: play none")
    plays(match, "A: lay SF CHI>OMA", "B: lay SF CHI>OMA", "C: lay SF OMA>DEN")
    plays(match, "A: lay SF OMA>DEN", "B: lay UP CHI>MIL", "C: lay UP MIL>MIN")
    assert not match.over
    assert (match.view()["round"], match.view()["phase"]) == (3, "draw")


END_11: dict[str, Any] = {
    "track": ["SF CHI>KSC#1 2/2", "SF KSC>ELP 2/2", "SF ELP>HOU 1/2"],
    "supply": {"SP": 5, "*": 0},
    "turn": "B",
}


def test_SFR_END_11_second_piece_is_no_duty() -> None:
    match = given(**END_11, plays={"B": "double", "C": "LAX + branch SP"})
    match.play("B", "lay SP NOR>HOU")
    assert not match.over
    assert match.actors == (2,)
    assert match.legal("C") == ["lay SP +NOR>KSC"]


def test_SFR_END_11_next_turn_start_ends_the_game() -> None:
    match = given(**END_11, plays={"B": "double"})
    match.play("B", "lay SP NOR>HOU")
    assert ended(match) == ("deadlock", "C")
