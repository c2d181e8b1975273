"""The hand card, five and more players, playing alone (PR-HAND, PR-MANY, PR-SOLO)."""

from __future__ import annotations

import pytest

from goldenspike.engine.errors import BadOption
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.board.numbers import GOAL_IDS
from goldenspike.games.pioneer_rails.game import PIONEER_RAILS
from goldenspike.games.pioneer_rails.rules import scoring
from goldenspike.games.pioneer_rails.rules import turn as rules
from goldenspike.games.pioneer_rails.rules.deck import suit_of, value_of
from goldenspike.games.pioneer_rails.rules.state import FACE_DOWN, FACE_UP, NONE, REMOVED

from .scene import allowed, at, clause, give, goal, scene, steps, turn
from .test_setup_flow import finish_turn, play_on


def shown(match: SteppedMatch) -> list[int]:
    return [card for card in match.s.shown if card != NONE]


# ---------------------------------------------------------------- hand card
def test_PR_HAND_01_one_card_each_before_any_is_turned_up() -> None:
    match = scene(sheet="desert-a", seats=3, hand_card=True)
    cards = match.s.own_card[:3]
    assert len({*cards, *shown(match)}) == 6
    assert match.s.deck_size == 20 - 3 - 3
    assert match.view("A")["own"]["hand_card"] is not None
    again = play_on(match, 2, 1)
    assert again.s.own_card[0] != NONE
    assert scene(seats=3).s.own_card == [NONE] * 8


def test_PR_HAND_02_nobody_else_sees_it() -> None:
    match = scene(sheet="desert-a", seats=3, hand_card=True)
    word = match.view("B")["own"]["hand_card"]
    for view in (match.view("A"), match.view(None)):
        assert word not in str(view["sheets"])
        assert "hand_card" not in str(view["sheets"])
        assert word not in view["gone"]
    play_on(match, 1, 5)
    assert "own" not in match.view(None)
    assert word not in match.view(None)["gone"]


def test_PR_HAND_03_it_is_the_card_of_the_fifth_turn() -> None:
    match = play_on(scene(seats=2, hand_card=True), 1, 5)
    card = match.s.own_card[0]
    assert match.s.card[0] == card
    assert match.s.rail[0] == suit_of(card)
    word = match.view("A")["own"]["hand_card"]
    match.play("A", f"{word} :")
    assert clause(match, "done", "A") == "PR-FLOW-07"
    match.play("B", "done")
    assert match.s.hand[0][4] == value_of(card)


def test_PR_HAND_04_four_ordinary_card_steps_per_round() -> None:
    match = scene(sheet="desert-a", seats=2, hand_card=True)
    seen = 0
    while match.s.round_no == 1:
        seen += bool(shown(match))
        finish_turn(match)
    assert seen == 4


def test_PR_HAND_05_the_fifth_turn_turns_nothing_up() -> None:
    match = play_on(scene(sheet="desert-a", seats=3, hand_card=True), 1, 5)
    assert shown(match) == []
    assert match.actors == (0, 1, 2)
    assert clause(match, "use QD", "A") == "PR-HAND-03"
    full = play_on(scene(sheet="desert-a", seats=8, hand_card=True), 1, 5)
    assert full.s.deck_size == 0


def test_PR_HAND_06_never_more_than_eight() -> None:
    with pytest.raises(BadOption):
        SteppedMatch.new(PIONEER_RAILS, seats=9, seed=1, options={"hand_card": True})


def test_PR_HAND_07_the_token_passes_and_the_cards_come_back() -> None:
    match = scene(sheet="desert-a", seats=4, hand_card=True, first_dealer="A")
    assert [play_on(match, r, 1).s.dealer for r in (1, 2, 3, 4)] == [0, 1, 2, 3]
    cards = [*match.s.own_card[:4], *shown(match), *match.s.deck[: match.s.deck_size]]
    assert sorted(cards) == list(range(20))


# ---------------------------------------------------------------- five and more
def test_PR_MANY_01_setup_is_the_same() -> None:
    match = scene(sheet="desert-a", seats=6)
    assert match.s.goal_face[:3] == [FACE_UP] * 3
    assert match.s.dealer in range(6)


def test_PR_MANY_02_a_card_is_announced_and_burnt() -> None:
    match = scene(seats=5)
    word = match.view()["burnt"]
    assert word in match.view()["gone"]
    assert clause(match, f"use {word}", "B") == "PR-MANY-02"


def test_PR_MANY_03_three_cards_leave_the_deck() -> None:
    match = scene(seats=5)
    assert len(shown(match)) == 2
    assert match.s.deck_size == 17


def test_PR_MANY_04_both_cards_are_for_all() -> None:
    match = scene("QD", "10S", seats=6)
    assert match.actors == (0, 1, 2, 3, 4, 5)
    for seat in "ABCDEF":
        match.play(seat, "QD : D1|D2")
    assert [match.s.hand[seat][0] for seat in range(6)] == [2] * 6


def test_PR_MANY_05_the_token_still_passes() -> None:
    match = scene(sheet="desert-a", seats=6, first_dealer="A")
    assert match.legal("A") == match.legal("B")
    finish_turn(match)
    assert match.s.dealer == 1


def test_PR_MANY_06_the_table_has_eight_seats() -> None:
    assert list(PIONEER_RAILS.seats) == [1, 2, 3, 4, 5, 6, 7, 8]
    with pytest.raises(BadOption):
        PIONEER_RAILS.read_seats(9)


# ---------------------------------------------------------------- alone
def test_PR_SOLO_01_any_sheet() -> None:
    for sheet in ("desert-a", "desert-b", "forest-a", "forest-b"):
        match = scene(sheet=sheet)
        assert match.actors == (0,)


def test_PR_SOLO_02_goals_bring_no_points() -> None:
    match = give(goal(scene(), "1E"), FORTS=1)
    before = scoring.sheet_points(match.s, match.setting.b, 0)
    turn(match, "QH :")
    assert match.s.goal_face[0] == REMOVED
    assert scoring.sheet_points(match.s, match.setting.b, 0) == before
    assert match.view()["sheets"][0]["goals"] == []


def test_PR_SOLO_03_three_goals_face_down() -> None:
    match = scene(sheet="desert-a")
    assert match.s.goal_face[:3] == [FACE_DOWN] * 3
    assert sorted(match.setting.b.goal_deck[goal_id] for goal_id in match.s.goal[:3]) == [0, 1, 2]
    assert [entry["id"] for entry in match.view("A")["goals"]] == [None] * 3


@pytest.mark.parametrize(
    ("difficulty", "extra"), [("beginner", 0), ("easy", 1), ("medium", 2), ("hard", 3), ("legendary", 4)]
)
def test_PR_SOLO_04_difficulty_turns_up_more_goals(difficulty: str, extra: int) -> None:
    for seed in range(10):
        match = scene(sheet="desert-a", seed=seed, difficulty=difficulty)
        assert match.s.goal_face == [FACE_DOWN] * 3 + [FACE_UP] * extra + [0] * (4 - extra)
        ids = [goal_id for goal_id in match.s.goal if goal_id != NONE]
        assert len(set(ids)) == 3 + extra


def test_PR_SOLO_05_burn_one_turn_up_two() -> None:
    match = scene(sheet="desert-a")
    gone = 0
    while match.s.round_no == 1:
        assert match.s.burnt != NONE
        assert len(shown(match)) == 2
        gone += 3
        assert match.s.deck_size == 20 - gone
        finish_turn(match)
    assert gone == 15


def test_PR_SOLO_06_a_goal_is_turned_up_each_round() -> None:
    match = scene()
    up = []
    for r in (1, 2, 3, 4):
        while match.s.round_no < r:
            match.play("A", f"{match.view()['shown'][0]} :")
        up.append(match.s.goal_face.count(FACE_UP))
    assert up == [0, 1, 2, 3]


def test_PR_SOLO_07_a_completed_goal_leaves_the_table() -> None:
    match = give(goal(scene("QH"), "1E"), FORTS=1)
    steps(match, "use QH")
    assert match.s.goal_face[0] == FACE_UP
    match.play("A", "done")
    assert match.s.goal_face[0] == REMOVED


def test_PR_SOLO_08_a_goal_true_when_revealed_leaves_at_the_next_check() -> None:
    match = give(at(scene(), 2, 5), FORTS=1)
    match.s.goal[0] = GOAL_IDS.index("1E")
    turn(match, "QH :")
    assert (match.s.round_no, match.s.turn_no) == (3, 1)
    assert match.s.goal_face[0] == FACE_UP
    turn(match, "KH :")
    assert match.s.goal_face[0] == REMOVED


def test_PR_SOLO_09_the_target() -> None:
    match = scene()
    assert scoring.target(match.s, match.setting.b) == 90
    match.s.goal_face[0] = REMOVED
    assert scoring.target(match.s, match.setting.b) == 80
    assert scoring.target(scene(difficulty="legendary").s, match.setting.b) == 130


@pytest.mark.parametrize(("points", "won"), [(61, True), (60, False), (59, False)])
def test_PR_SOLO_10_the_target_must_be_beaten(points: int, won: bool) -> None:
    match = scene()
    match.s.goal_face[:3] = [REMOVED] * 3
    give(match, TOWNS=0, NUGGETS=points)
    assert bool(rules.score(match.s, match.setting.b, [0] * 8)) is won


def test_PR_SOLO_11_the_target_stands_on_the_sheet() -> None:
    match = at(scene(), 4, 5)
    turn(match, "QH :")
    assert match.view()["sheets"][0]["target"] == scoring.target(match.s, match.setting.b)
    assert match.result is not None
    assert str(scoring.target(match.s, match.setting.b)) in match.result.notes[0]


def test_PR_SOLO_12_no_dealer() -> None:
    match = scene("QH", "KS")
    assert match.s.dealer == NONE
    assert match.view()["dealer"] is None
    assert allowed(match, "use QH")
    assert allowed(match, "use KS")
