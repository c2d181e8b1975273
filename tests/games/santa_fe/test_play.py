"""Which cards may be played together, which must be, and what happens to them afterwards."""

from __future__ import annotations

from itertools import combinations

import pytest

import goldenspike as gs

from .scenario import given, lays, plays, refused

OTHERS = {"B": ["DEN"], "C": ["SFO"]}


def holding(*cards: str, number: int = 3) -> gs.Match:
    """The Play step of Round 3 with these cards in A's hand."""
    return given("play", round=number, hands={"A": list(cards), **OTHERS})


def hand(match: gs.Match, seat: str) -> list[str]:
    return list(match.position()["hands"][seat])


@pytest.mark.parametrize(
    ("cards", "allowed"),
    [
        ("LAX SEA double boom", {"LAX", "SEA", "double", "boom"}),
        ("branch_SF LAX double boom", {"LAX + branch SF", "double + branch SF"}),
        ("triple LAX double boom", {"triple"}),
        ("four LAX double boom", {"four"}),
    ],
)
def test_SFR_PLAY_01_exactly_seven_plays(cards: str, allowed: set[str]) -> None:
    held = [card.replace("_", " ") for card in cards.split()]
    match = holding(*held)
    assert set(match.legal("A")) == {f"play {play}" for play in allowed}
    for play in allowed:
        plays(holding(*held), f"A: play {play}")
    for one, two in combinations(held, 2):
        if f"{one} + {two}" not in allowed and f"{two} + {one}" not in allowed:
            assert refused(match, "A", f"play {one} + {two}") == "E_COMBO"
    assert refused(match, "A", "play SEA + double + boom") == "E_COMBO"


def test_SFR_PLAY_01_only_cards_of_the_own_hand() -> None:
    match = holding("LAX", "SEA", "TUC", "MIN")
    assert refused(match, "A", "play DEN") == "E_NOT_IN_HAND"
    for card in ("double", "triple", "four", "boom"):
        assert refused(match, "A", f"play {card}") == "E_NOT_IN_HAND"
    assert refused(match, "A", "play LAX + branch SF") == "E_NOT_IN_HAND"
    match = holding("LAX", "branch UP")
    assert refused(match, "A", "play LAX + branch SF") == "E_NOT_IN_HAND"


def test_SFR_PLAY_02_no_boom_with_a_branch_card() -> None:
    match = holding("boom", "branch SF", "LAX", "SEA")
    assert refused(match, "A", "play boom + branch SF") == "E_COMBO"
    assert set(match.legal("A")) == {"play LAX + branch SF", "play SEA + branch SF"}


def test_SFR_PLAY_03_no_branch_card_alone() -> None:
    match = holding("branch SF", "LAX", "SEA", "TUC")
    assert refused(match, "A", "play branch SF") == "E_COMBO"
    assert refused(match, "A", "play none + branch SF") == "E_COMBO"


def test_SFR_PLAY_04_no_other_pair_of_cards() -> None:
    match = holding("LAX", "SEA", "double", "double")
    for pair in ("LAX + SEA", "LAX + double", "double + LAX", "double + double", "LAX + LAX"):
        assert refused(match, "A", f"play {pair}") == "E_COMBO"
    match = holding("triple", "LAX", "SEA", "double")
    for pair in ("triple + LAX", "triple + double", "triple + branch SF"):
        assert refused(match, "A", f"play {pair}") == "E_COMBO"
    match = holding("four", "LAX", "SEA", "double")
    for pair in ("four + LAX", "four + double", "four + branch SF"):
        assert refused(match, "A", f"play {pair}") == "E_COMBO"


@pytest.mark.parametrize(("card", "other"), [("triple", "double"), ("four", "boom")])
def test_SFR_PLAY_05_and_SFR_PLAY_06_the_card_must_be_played(card: str, other: str) -> None:
    match = holding(card, "LAX", "SEA", other)
    for play in ("LAX", other, "none"):
        assert refused(match, "A", f"play {play}") == "E_MUST_PLAY"
    assert match.legal("A") == [f"play {card}"]
    plays(match, f"A: play {card}", "B: play DEN", "C: play SFO")
    assert match.view()["seats"][0]["play"] == card
    assert card not in hand(match, "A")


def test_SFR_PLAY_07_a_branch_card_must_be_played_with_a_city_or_double() -> None:
    match = holding("branch UP", "LAX", "double", "boom")
    for play in ("LAX", "double", "boom", "none"):
        assert refused(match, "A", f"play {play}") == "E_MUST_PLAY"
    assert set(match.legal("A")) == {"play LAX + branch UP", "play double + branch UP"}
    for main in ("LAX", "double"):
        played = plays(match.copy(), f"A: play {main} + branch UP", "B: play DEN", "C: play SFO")
        assert played.view()["seats"][0]["play"] == f"{main} + branch UP"
        assert "branch UP" not in hand(played, "A")


def test_SFR_PLAY_08_double_and_boom_cards_may_be_kept() -> None:
    match = given("draw", hands={"A": ["LAX", "SEA", "boom"], "B": ["DEN"] * 2, "C": ["SFO"] * 2})
    match.play("A", "draw double")
    while match.view()["phase"] == "draw":
        match.play(match.view()["actors"][0], "draw deck")
    assert set(match.legal("A")) == {"play LAX", "play SEA", "play double", "play boom"}
    plays(match, "A: play LAX", "B: play DEN", "C: play SFO")
    assert hand(match, "A") == ["SEA", "double", "boom"]
    plays(match, "A: lay SF CHI>MIL", "B: lay UP CHI>OMA", "C: lay UP CHI>OMA")
    plays(match, "A: lay KP KSC>DEN", "B: lay KP KSC>DEN", "C: lay SP NOR>HOU")
    assert match.view()["round"] == 3
    assert hand(match, "A") == ["SEA", "double", "boom"]


@pytest.mark.parametrize("card", ["LAX", "double", "boom"])
def test_SFR_PLAY_09_who_has_a_card_plays_one(card: str) -> None:
    match = holding(card)
    assert refused(match, "A", "play none") == "E_MUST_PLAY"
    assert match.legal("A") == [f"play {card}"]


def test_SFR_PLAY_10_without_a_card_a_player_takes_plain_turns() -> None:
    match = given("play", deck=[], hands=OTHERS)
    assert match.legal("A") == ["play none"]
    plays(match, "A: play none", "B: play DEN", "C: play SFO")
    assert match.view()["seats"][0]["play"] == "none"
    assert refused(match, "A", "done") == "E_MUST_LAY"
    match.play("A", "lay SF CHI>OMA")
    assert match.view()["actors"] == ["B"], "one piece in the first turn"
    plays(match, "B: lay KP KSC>DEN", "C: lay KP KSC>DEN")
    match.play("A", "lay SF CHI>OMA")
    assert match.view()["actors"] == ["B"], "one piece in the second"
    assert match.position()["money"]["A"] == 2 + 2, "with the usual bonus"


def test_SFR_PLAY_11_round_1_begins_with_city_cards_alone() -> None:
    for seats in (2, 3, 4, 5):
        for seed in range(25):
            match = gs.new("santa-fe-rails", seats=seats, seed=seed)
            for seat, cards in match.position()["hands"].items():
                assert len(cards) == 4
                assert set(match.legal(seat)) == {f"play {city}" for city in cards}
                assert all(len(text) == len("play LAX") for text in match.legal(seat))


# ---------------------------------------------------------------- where played cards go


def test_SFR_DISC_01_a_used_branch_card_leaves_the_game() -> None:
    match = given(plays={"A": "LAX + branch SF"}, track=["SF CHI>OMA 2/2"], display={"branch": {"SF": 2}})
    match.play("A", "lay SF +CHI>MIL")
    assert match.view()["seats"][0]["play"] == "LAX", "out of the game at once"
    assert match.view()["display"]["branch"]["SF"] == 2
    assert hand(match, "A") == []
    plays(match, "B: lay UP CHI>KSC#1", "C: lay UP CHI>KSC#1")
    assert not any(line.startswith("+") for line in lays(match, "A", "SF"))
    plays(match, "A: lay KP KSC>DEN", "B: lay KP KSC>DEN", "C: lay SP NOR>HOU")
    assert match.view()["phase"] == "draw"
    assert match.view()["display"]["branch"]["SF"] == 2


def test_SFR_DISC_02_an_unused_branch_card_leaves_the_game_after_the_round() -> None:
    match = given(plays={"A": "LAX + branch SF"}, track=["SF CHI>OMA 2/2"], display={"branch": {"SF": 2}})
    plays(match, "A: lay UP CHI>KSC#1", "B: lay UP CHI>KSC#1", "C: lay SP NOR>HOU")
    assert "+CHI>MIL" in lays(match, "A", "SF"), "it can still be used in the second turn"
    plays(match, "A: lay KP KSC>DEN", "B: lay KP KSC>DEN", "C: lay GN MIL>MIN")
    assert match.view()["phase"] == "draw"
    assert match.view()["display"]["branch"]["SF"] == 2
    seat = match.view()["seats"][0]
    assert (seat["play"], seat["specials"], seat["hand_size"]) == ("none", [], 0)


def test_SFR_DISC_03_special_cards_return_to_the_display_after_the_round() -> None:
    four_seats = {"A": "triple", "B": "double", "C": "boom", "D": "DEN"}
    match = given(
        "tlt2",
        seats=4,
        round=3,
        turn="D",
        plays=four_seats,
        laid_first=dict.fromkeys("ABCD", 1),
        hands={"B": ["LAX"], "C": ["SEA"], "D": ["SFO"]},
        display={"double": 2, "triple": 0, "four": 1, "boom": 2},
    )
    match.play("D", "lay SF CHI>MIL")
    assert (match.view()["round"], match.view()["phase"]) == (4, "draw")
    shown = match.view()["display"]
    assert (shown["double"], shown["triple"], shown["four"], shown["boom"]) == (3, 1, 1, 3)
    assert match.view()["actors"] == ["B"]
    while match.view()["actors"] != ["D"]:
        match.play(match.view()["actors"][0], "draw deck")
    match.play("D", "draw triple")


def test_SFR_DISC_03_not_before_the_end_of_the_round() -> None:
    match = given(plays={"A": "four", "B": "SEA", "C": "SFO"}, display={"four": 0})
    plays(match, "A: lay SF CHI>MIL", "A: done", "B: lay UP CHI>OMA", "C: lay UP CHI>OMA")
    assert match.view()["phase"] == "tlt2"
    assert match.view()["display"]["four"] == 0
    match.play("B", "lay KP KSC>DEN")
    assert match.view()["display"]["four"] == 0
    match.play("C", "lay KP KSC>DEN")
    assert match.view()["phase"] == "draw"
    assert match.view()["display"]["four"] == 1


def test_SFR_DISC_04_exchanged_city_cards_leave_the_game() -> None:
    deck = ["TUC", "OMA", "HOU", "MIN", "MIN"]
    match = given("tlt2", plays={"A": "double"}, laid_first={"A": 1}, hands={"A": ["LAX", "SEA"]}, deck=deck)
    match.play("A", "exchange LAX SEA")
    assert sorted(hand(match, "A")) == ["OMA", "TUC"]
    assert match.position()["deck"] == ["HOU", "MIN", "MIN"]
    assert match.view("A")["seats"][0]["discards"] == ["LAX", "SEA"]
    for viewer in ("B", "C", None):
        seen = match.view(viewer)["seats"][0]
        assert seen["discarded"] == 2
        assert "discards" not in seen
        assert seen["table"] == []
    match.play("A", "lay SF CHI>MIL")
    match.play("A", "done")
    plays(match, "B: lay UP CHI>OMA", "C: lay UP CHI>OMA", "B: draw deck", "B: draw deck", "B: draw deck")
    assert match.position()["deck"] == []
    assert refused(match, "B", "draw deck") == "E_NOT_AVAILABLE", "they do not come back"
    assert match.position()["discarded"]["A"] == ["LAX", "SEA"]
