"""Refilling a hand."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

import goldenspike as gs

from .scenario import actors, given, hand, money, plays, refused

TWO = ["LAX", "SEA"]
THREE = ["LAX", "SEA", "TUC"]
FULL = {"B": ["DEN", "DEN", "ELP", "ELP"], "C": ["SFO", "SFO", "SAC", "SAC"]}
KINDS = ("deck", "double", "triple", "four", "branch SF", "boom")


def differences(before: Any, after: Any, path: str = "") -> dict[str, tuple[Any, Any]]:
    """Where two views differ, by the path of the value."""
    if isinstance(before, dict) and isinstance(after, dict):
        keys = sorted({*before, *after})
        pairs = [(f"{path}.{key}".strip("."), before.get(key), after.get(key)) for key in keys]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = [(f"{path}.{k}", *pair) for k, pair in enumerate(zip(before, after, strict=True))]
    else:
        return {} if before == after else {path: (before, after)}
    found: dict[str, tuple[Any, Any]] = {}
    for where, one, two in pairs:
        found.update(differences(one, two, where))
    return found


# ---------------------------------------------------------------- what may be drawn


def test_SFR_DRAW_01_a_hand_is_refilled_to_four_cards() -> None:
    match = given("draw", hands={"A": THREE})
    match.play("A", "draw deck")
    assert len(hand(match, "A")) == 4
    assert actors(match) == "B"
    assert refused(match, "A", "draw deck") == "E_ACTOR"
    assert refused(match, "A", "draw double") == "E_ACTOR"
    for number in range(1, 5):
        match.play("B", "draw deck")
        assert len(hand(match, "B")) == number
        assert actors(match) == ("B" if number < 4 else "C")


def test_SFR_DRAW_01_a_full_hand_draws_nothing() -> None:
    match = given("draw", hands={"A": [*THREE, "boom"], **FULL})
    assert match.view()["phase"] == "play"
    assert [len(cards) for cards in match.position()["hands"].values()] == [4, 4, 4]


def test_SFR_DRAW_02_only_the_drawer_sees_the_top_card() -> None:
    match = given("draw", hands={"A": ["SEA", "TUC"]}, deck=["LAX", "OMA", "HOU"])
    other = given("draw", hands={"A": ["SEA", "TUC"]}, deck=["MIN", "OMA", "HOU"])
    before = {viewer: match.view(viewer) for viewer in ("A", "B", "C", None)}
    for table in (match, other):
        table.play("A", "draw deck")
    assert match.position()["deck"] == ["OMA", "HOU"]
    assert match.view("A")["seats"][0]["hand"] == ["TUC", "LAX", "SEA"]
    for viewer in ("B", "C", None):
        assert differences(before[viewer], match.view(viewer)) == {
            "deck_size": (3, 2),
            "seats.0.city_cards": (2, 3),
            "seats.0.hand_size": (2, 3),
        }
        assert match.view(viewer) == other.view(viewer)
    assert match.log == ["A: draw deck=LAX"]
    assert match.setting.public(match.log[0]) == "A: draw deck"


@pytest.mark.parametrize("card", ["double", "boom"])
def test_SFR_DRAW_03_and_SFR_DRAW_07_only_while_the_display_has_one(card: str) -> None:
    match = given("draw", hands={"A": TWO}, display={card: 1})
    match.play("A", f"draw {card}")
    assert hand(match, "A") == ["LAX", "SEA", card]
    assert match.view()["display"][card] == 0
    assert refused(match, "A", f"draw {card}") == "E_NOT_AVAILABLE"
    assert refused(given("draw", hands={"A": TWO}, display={card: 0}), "A", f"draw {card}") == "E_NOT_AVAILABLE"


@pytest.mark.parametrize(("card", "other"), [("triple", "four"), ("four", "triple")])
def test_SFR_DRAW_04_and_SFR_DRAW_05_only_from_the_display(card: str, other: str) -> None:
    match = given("draw", turn="B", hands={"B": THREE, "C": ["SFO"]})
    match.play("B", f"draw {card}")
    assert hand(match, "B") == ["TUC", "LAX", "SEA", card]
    assert match.view()["display"][card] == 0
    assert refused(match, "C", f"draw {card}") == "E_NOT_AVAILABLE"
    match.play("C", f"draw {other}")


def test_SFR_DRAW_06_a_branch_card_costs_one_dollar_and_needs_a_stack() -> None:
    match = given("draw", hands={"A": THREE, "B": ["SFO"]}, money={"A": 2, "B": 2}, display={"branch": {"SP": 1}})
    match.play("A", "draw branch SP")
    assert [money(match, seat) for seat in "ABC"] == [1, 2, 2]
    assert "branch SP" in hand(match, "A")
    assert match.view()["display"]["branch"] == {"SF": 3, "SP": 0, "GN": 3, "UP": 3, "KP": 3}
    assert refused(match, "B", "draw branch SP") == "E_NOT_AVAILABLE"
    offered = {text for text in match.legal("B") if text.startswith("draw branch")}
    assert offered == {"draw branch SF", "draw branch GN", "draw branch UP", "draw branch KP"}


@pytest.mark.parametrize("played", ["TUC", "double", "boom", "triple", "four"])
def test_SFR_DRAW_08_what_was_played_does_not_limit_what_is_drawn(played: str) -> None:
    match = given(
        "tlt2",
        seats=2,
        turn="B",
        plays={"A": played, "B": "SEA"},
        laid_first={"A": 1, "B": 1},
        hands={"A": ["LAX", "LAX", "SFO"], "B": ["SEA", "MIN", "MIN"]},
        display={} if played == "TUC" else {played: 0},
    )
    match.play("B", "lay SF CHI>MIL")
    assert (match.view()["phase"], actors(match)) == ("draw", "A")
    assert {f"draw {kind}" for kind in KINDS} <= set(match.legal("A"))


@pytest.mark.parametrize(("cards", "missing"), [("LAX", 1), ("LAX + branch SF", 2), ("double + branch SF", 2)])
def test_SFR_DRAW_09_two_cards_are_missing_after_a_play_with_a_branch_card(cards: str, missing: int) -> None:
    spare = "branch SF" if "branch" in cards else "SEA"
    match = given("play", hands={"A": ["LAX", "double", "TUC", spare], "B": ["MIN"], "C": ["SFO"]}, seats=3)
    plays(match, f"A: play {cards}", "B: play MIN", "C: play SFO")
    plays(match, "A: lay SF CHI>MIL", *(["A: done"] if "double" in cards else []))
    plays(match, "B: lay UP CHI>OMA", "C: lay UP CHI>OMA", "A: lay KP KSC>DEN")
    plays(match, *(["A: done"] if "double" in cards else []), "B: lay KP KSC>DEN", "C: lay SP NOR>HOU")
    assert len(hand(match, "A")) == 4 - missing
    while actors(match) != "A":
        match.play(actors(match), "draw deck")
    for _ in range(missing):
        assert actors(match) == "A"
        match.play("A", "draw deck")
    assert len(hand(match, "A")) == 4
    assert match.view()["phase"] == "play"


# ---------------------------------------------------------------- two cards in one Draw step


def needs_two(**words: Any) -> gs.Match:
    return given("draw", seats=4, hands={"A": TWO}, **{"money": {"A": 5}, **words})


def forbidden(first: str, second: str) -> tuple[str, str]:
    """Code and clause against the second of two cards."""
    match = plays(needs_two(), f"A: draw {first}")
    reason = match.why_not("A", f"draw {second}")
    assert reason is not None
    return refused(match, "A", f"draw {second}"), reason.clause


PAIRS = {
    "SFR-DRAW-10": [("triple", "four")],
    "SFR-DRAW-11": [("branch SF", "branch UP"), ("branch SF", "branch SF")],
    "SFR-DRAW-12": [("triple", "branch SF")],
    "SFR-DRAW-13": [("four", "branch SF")],
}


@pytest.mark.parametrize("clause", PAIRS)
def test_SFR_DRAW_10_to_13_pairs_that_do_not_go_together(clause: str) -> None:
    for one, two in PAIRS[clause]:
        assert forbidden(one, two) == forbidden(two, one) == ("E_PAIR", clause)


def test_SFR_DRAW_14_every_other_pair_is_allowed() -> None:
    allowed = set()
    for one, two in combinations_with_replacement((*KINDS, "branch UP"), 2):
        both = set()
        for first, second in ((one, two), (two, one)):
            match = plays(needs_two(money={"A": 1}), f"A: draw {first}")
            both.add(f"draw {second}" in match.legal("A"))
            if f"draw {second}" in match.legal("A"):
                match.play("A", f"draw {second}")
                assert len(hand(match, "A")) == 4
                assert actors(match) == "B"
        assert len(both) == 1, f"{one} and {two} in either order"
        if both == {True}:
            allowed.add((one, two))
    assert {pair for pair in allowed if "branch UP" not in pair} == {
        *(("deck", kind) for kind in KINDS),
        *(("double", kind) for kind in KINDS if kind != "deck"),
        ("triple", "boom"),
        ("four", "boom"),
        ("branch SF", "boom"),
        ("boom", "boom"),
    }


def test_SFR_DRAW_14_a_pair_is_forbidden_to_one_player_only() -> None:
    match = given("draw", hands={"A": THREE, "B": ["SFO", "MIN", "MIN"], "C": ["DEN", "DEN", "ELP"]})
    plays(match, "A: draw triple", "B: draw four", "C: draw branch SF")
    assert match.view()["phase"] == "play"


# ---------------------------------------------------------------- a deck with and without cards


def test_SFR_DRAW_15_who_is_short_of_four_must_draw_while_the_deck_has_cards() -> None:
    match = given("draw", hands={"A": THREE}, deck=["OMA"])
    assert refused(match, "A", "draw stop") == "E_MUST_DRAW"
    assert "draw stop" not in match.legal("A")
    instead = match.copy()
    instead.play("A", "draw double")
    assert actors(instead) == "B", "they may take something else"
    match.play("A", "draw deck")
    assert len(hand(match, "A")) == 4


def test_SFR_DRAW_16_an_empty_deck_stays_empty() -> None:
    match = given("draw", hands={"A": THREE, **FULL}, deck=[], discarded={"B": ["LAX", "SEA"]}, table={"A": ["OMA"]})
    assert refused(match, "A", "draw deck") == "E_NOT_AVAILABLE"
    plays(match, "A: draw double", "A: play LAX", "B: play DEN", "C: play SFO")
    plays(match, "A: lay SF CHI>MIL", "B: lay UP CHI>OMA", "C: lay UP CHI>OMA")
    plays(match, "A: lay KP KSC>DEN", "B: lay KP KSC>DEN", "C: lay SP NOR>HOU")
    assert (match.view()["round"], match.view()["phase"]) == (3, "draw")
    assert match.position()["deck"] == []
    assert refused(match, "B", "draw deck") == "E_NOT_AVAILABLE"


def test_SFR_DRAW_17_with_an_empty_deck_a_player_may_stop() -> None:
    match = given("draw", hands={"A": THREE, "B": ["SFO"]}, deck=[], display={"double": 1})
    match.play("A", "draw stop")
    assert len(hand(match, "A")) == 3
    assert actors(match) == "B"
    plays(match, "B: draw double", "B: draw stop")
    assert len(hand(match, "B")) == 2
    assert actors(match) == "C"


def test_SFR_DRAW_17_with_nothing_left_to_take_the_step_ends_by_itself() -> None:
    nothing = {"double": 0, "triple": 0, "four": 0, "boom": 0}
    match = given("draw", hands={"A": THREE, **FULL}, deck=[], display=nothing, money={"A": 0})
    assert match.view()["phase"] == "play"
    assert len(hand(match, "A")) == 3


def test_SFR_DRAW_18_with_an_empty_deck_the_display_stays_open() -> None:
    empty: dict[str, Any] = {"hands": {"A": TWO}, "deck": [], "money": {"A": 1}}
    match = plays(given("draw", **empty), "A: draw double", "A: draw branch SF")
    assert hand(match, "A") == ["LAX", "SEA", "double", "branch SF"]
    assert actors(match) == "B", "the hand is full"
    assert refused(plays(given("draw", **empty), "A: draw triple"), "A", "draw four") == "E_PAIR"
    # more than two cards may be missing now: all of them can be taken, and the pairs hold among all of them
    match = given("draw", **{**empty, "hands": {}})
    plays(match, "A: draw triple", "A: draw boom", "A: draw double")
    assert refused(match, "A", "draw four") == "E_PAIR"
    match.play("A", "draw boom")
    assert len(hand(match, "A")) == 4
    assert actors(match) == "B"


def test_SFR_DRAW_18_a_deck_may_run_out_between_two_cards() -> None:
    match = given("draw", hands={"A": TWO}, deck=["OMA"])
    assert refused(match, "A", "draw stop") == "E_MUST_DRAW"
    match.play("A", "draw deck")
    assert refused(match, "A", "draw deck") == "E_NOT_AVAILABLE"
    match.play("A", "draw stop")
    assert len(hand(match, "A")) == 3


# ---------------------------------------------------------------- money and partners of a Branch card


def test_SFR_DRAW_19_no_debt_for_a_branch_card() -> None:
    match = given("draw", hands={"A": THREE}, money={"A": 0, "B": 10})
    assert refused(match, "A", "draw branch SF") == "E_MONEY"
    assert not any(text.startswith("draw branch") for text in match.legal("A"))
    match = given("draw", hands={"A": THREE}, money={"A": 1, "B": 10})
    match.play("A", "draw branch SF")
    assert (money(match, "A"), money(match, "B")) == (0, 10)


def test_SFR_DRAW_20_cards_are_drawn_one_by_one_and_looked_at() -> None:
    match = given("draw", hands={"A": ["SEA", "TUC"]}, deck=["LAX", "OMA", "HOU"])
    options = match.legal("A")
    assert {f"draw {kind}" for kind in KINDS} <= set(options)
    match.play("A", "draw deck")
    assert "LAX" in match.view("A")["seats"][0]["hand"]
    assert match.legal("A") == options


def test_SFR_DRAW_21_a_branch_card_needs_a_partner_in_hand() -> None:
    match = given("draw", hands={"A": ["boom", "boom", "boom"]}, money={"A": 2})
    assert refused(match, "A", "draw branch SF") == "E_NO_PARTNER"
    for partner in ("LAX", "double"):
        match = given("draw", hands={"A": ["boom", "boom", partner]}, money={"A": 2})
        match.play("A", "draw branch SF")
        assert actors(match) == "B"


def test_SFR_DRAW_21_the_last_card_must_then_be_the_partner() -> None:
    def bought() -> gs.Match:
        return plays(given("draw", hands={"A": ["boom", "boom"]}, money={"A": 2}), "A: draw branch SF")

    assert refused(bought(), "A", "draw boom") == "E_NO_PARTNER"
    assert set(bought().legal("A")) == {"draw deck", "draw double"}
    assert actors(plays(bought(), "A: draw deck")) == "B"
    assert actors(plays(bought(), "A: draw double")) == "B"
    match = plays(given("draw", hands={"A": ["boom"]}, money={"A": 2}), "A: draw branch SF", "A: draw boom")
    assert refused(match, "A", "draw boom") == "E_NO_PARTNER", "a card before the last may be anything"


def test_SFR_DRAW_21_with_an_empty_deck_he_may_not_stop_without_a_partner() -> None:
    match = given("draw", deck=[], display={"double": 1}, money={"A": 1})
    match.play("A", "draw branch SF")
    assert refused(match, "A", "draw stop") == "E_NO_PARTNER"
    match.play("A", "draw double")
    match.play("A", "draw stop")
    assert hand(match, "A") == ["double", "branch SF"]
    match = given("draw", deck=[], display={"double": 0}, money={"A": 1})
    assert refused(match, "A", "draw branch SF") == "E_NO_PARTNER", "no partner can come any more"


def test_SFR_DRAW_22_a_branch_card_for_any_major_with_a_stack() -> None:
    out_of_pieces = given("draw", hands={"A": THREE}, supply={"SF": 0}, display={"branch": {"SF": 2}}, money={"A": 1})
    out_of_pieces.play("A", "draw branch SF")
    assert out_of_pieces.view()["display"]["branch"]["SF"] == 1

    not_started = given("draw", hands={"A": THREE}, money={"A": 1})
    assert not_started.view()["track"] == []
    not_started.play("A", "draw branch GN")

    track = ["SP NOR>HOU 1/1", "SF CHI>KSC#1 2/2", "SF KSC>ELP 2/2", "SF ELP>HOU 1/2"]
    dead_ended = given("draw", hands={"A": THREE}, track=track, money={"A": 1})
    dead_ended.play("A", "draw branch SP")


@pytest.mark.parametrize("kind", ["double", "triple", "four", "boom", "branch SF"])
def test_SFR_DRAW_23_what_is_taken_from_the_display_is_public(kind: str) -> None:
    match = given("draw", hands={"A": TWO})
    match.play("A", f"draw {kind}")
    for viewer in ("B", "C", None):
        seen = match.view(viewer)["seats"][0]
        assert seen["specials"] == [kind]
        assert (seen["hand_size"], seen["city_cards"]) == (3, 2)
    assert match.setting.public(match.log[-1]) == f"A: draw {kind}"


def test_SFR_DRAW_23_what_comes_from_the_deck_is_not() -> None:
    match = plays(given("draw", hands={"A": TWO}), "A: draw deck")
    for viewer in ("B", "C", None):
        seen = match.view(viewer)["seats"][0]
        assert seen["specials"] == []
        assert "hand" not in seen
