"""Components, setup and the flow of a game (PR-COMP, PR-SETUP, PR-FLOW)."""

from __future__ import annotations

import itertools

import pytest

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.board.load import goals
from goldenspike.games.pioneer_rails.game import PIONEER_RAILS
from goldenspike.games.pioneer_rails.rules import deck as cards
from goldenspike.games.pioneer_rails.rules import turn as rules
from goldenspike.games.pioneer_rails.rules.state import EMPTY, FACE_UP, NONE, PLAIN_CARDS

from .scene import allowed, area, clause, scene, turn


def finish_turn(match: SteppedMatch) -> None:
    """Everybody takes a neutral turn."""
    plain = PIONEER_RAILS.plain()
    before = (match.s.round_no, match.s.turn_no)
    while not match.over and (match.s.round_no, match.s.turn_no) == before:
        seat = match.actors[0]
        match.act(seat, plain.zombie(match.s, match.setting.b, seat))


def play_on(match: SteppedMatch, round_no: int, turn_no: int) -> SteppedMatch:
    while (match.s.round_no, match.s.turn_no) != (round_no, turn_no):
        finish_turn(match)
    return match


def all_cards(match: SteppedMatch) -> list[int]:
    s = match.s
    return [*s.deck[: s.deck_size], *(c for c in s.shown if c != NONE)]


def test_PR_COMP_01_twenty_different_cards() -> None:
    match = scene(seats=2)
    found = all_cards(match)
    assert sorted(found) == list(range(20))
    assert [sum(cards.suit_of(c) == suit for c in found) for suit in range(4)] == [5] * 4
    assert [sum(cards.value_of(c) == value for c in found) for value in range(5)] == [4] * 5


def test_PR_COMP_02_three_goal_decks_of_five() -> None:
    b = scene(sheet="desert-a").setting.b
    assert [sum(deck == k for deck in b.goal_deck) for k in range(3)] == [5, 5, 5]
    sheriff = [goals()[k]["id"] for k in range(21) if b.goal_deck[k] == 0]
    assert sheriff == ["1A", "1B", "1C", "1D", "1E"]


def test_PR_COMP_03_seven_players_are_welcome() -> None:
    match = scene(seats=7)
    assert match.setting.seats == 7
    assert match.s.burnt != NONE  # the rule for five and more applies


def test_PR_COMP_04_base_game_has_nothing_of_the_extensions() -> None:
    match = scene(sheet="desert-a", seats=3)
    assert all(goals()[goal]["id"][0] == "1" for goal in match.s.goal[:3])
    assert match.s.owner == NONE
    assert all(owner == NONE for owner in match.s.owner_deck)
    assert max(all_cards(match)) < PLAIN_CARDS


def test_PR_SETUP_01_everybody_has_a_blank_sheet() -> None:
    match = scene(seats=3)
    sheets = match.view()["sheets"]
    assert len(sheets) == 3
    assert all(sheet["tracks"] == [] and sheet["crossed"] == {} for sheet in sheets)


def test_PR_SETUP_02_one_side_for_all() -> None:
    match = scene(sheet="desert-b", seats=3)
    assert match.header["board"]["id"] == "desert-b"
    with pytest.raises(BadFile):
        PIONEER_RAILS.board(["desert-a", "desert-b"])


def test_PR_SETUP_03_one_public_goal_of_each_deck() -> None:
    seen = set()
    for seed in range(30):
        match = scene(sheet="desert-a", seats=2, seed=seed)
        assert [match.setting.b.goal_deck[goal] for goal in match.s.goal[:3]] == [0, 1, 2]
        assert match.s.goal_face == [FACE_UP] * 3 + [0] * 4
        seen |= set(match.s.goal[:3])
    assert len(seen) == 15
    first = list(match.s.goal)
    play_on(match, 4, 5)
    assert match.s.goal == first


def test_PR_SETUP_04_a_seed_decides_dealer_and_deck() -> None:
    one, two = scene(seats=4, seed=7), scene(seats=4, seed=7)
    assert one.s.to_bytes() == two.s.to_bytes()
    assert {scene(seats=4, seed=seed).s.dealer for seed in range(30)} == {0, 1, 2, 3}
    assert scene(seats=4, seed=7, first_dealer="C").s.dealer == 2
    with pytest.raises(BadOption):
        scene(seats=2, first_dealer="C")


def test_PR_SETUP_05_one_town_symbol_is_given() -> None:
    match = scene("QH")
    assert area(match, "TOWNS") == 1
    assert area(match, "SPENT") == 0
    turn(match, "QH t : A3|A4 C3|C4 B2|C3 A3|B2")
    assert area(match, "SPENT") == 1
    assert len(match.view()["sheets"][0]["tracks"]) == 4


def test_PR_FLOW_01_twenty_cards_per_player() -> None:
    match = scene(sheet="desert-a", seats=3)
    played = 0
    while not match.over:
        finish_turn(match)
        played += 1
    assert played == 20
    assert all(value != EMPTY for seat in range(3) for value in match.s.hand[seat])


def test_PR_FLOW_02_the_others_wait_for_the_dealer() -> None:
    match = scene("QD", "10S", "AC", seats=3, first_dealer="A")
    assert match.actors == (0,)
    assert clause(match, "10S : B7|B8", "B") == "PR-FLOW-02"
    match.play("A", "take QD")
    assert match.actors == (0, 1, 2)
    assert allowed(match, "use 10S", "B")


def test_PR_FLOW_03_three_cards_are_turned_up() -> None:
    for seats in (2, 3, 4):
        match = scene(seats=seats)
        assert len([c for c in match.s.shown if c != NONE]) == 3
        assert match.s.deck_size == 17


def test_PR_FLOW_04_the_dealers_card_is_his_alone() -> None:
    match = scene("QD", "10S", "AC", seats=3, first_dealer="A")
    match.play("A", "take QD")
    assert clause(match, "use QD", "B") == "PR-FLOW-04"
    assert clause(match, "use KH", "B") == "PR-FLOW-05"


def test_PR_FLOW_05_a_picked_card_stays_available() -> None:
    match = scene("QD", "10S", "AC", seats=3, first_dealer="A")
    match.play("A", "take QD")
    match.play("B", "10S : B7|B8")
    assert match.legal("C") == ["use 10S", "use AC"]
    match.play("C", "10S : B7|B8")
    match.play("A", "QD : D1|D2")
    assert [match.s.hand[seat][0] for seat in range(3)] == [2, 0, 0]


def test_PR_FLOW_06_neither_half_of_a_card_may_be_skipped() -> None:
    match = scene("10S", must_draw="strict")
    assert clause(match, "10S :") == "PR-TRACK-13"
    turn(match, "10S : B7|C7 B8|C9 C7|D7")
    assert match.s.hand[0][0] == 0


def test_PR_FLOW_07_the_order_of_committing_never_matters() -> None:
    lines = {"A": "QD : D1|D2 C2|D2 C2|C3", "B": "10S : B7|C7 B8|C9 C7|D7", "C": "AC : E7|E8 F6|G7 F8|G8"}
    ends = set()
    for order in itertools.permutations(lines):
        match = scene("QD", "10S", "AC", seats=3, first_dealer="A")
        match.play("A", "take QD")
        for seat in order:
            match.play(seat, lines[seat])
        ends.add(match.s.to_bytes())
    assert len(ends) == 1


def test_PR_FLOW_08_the_next_player_deals_the_next_turn() -> None:
    match = scene(sheet="desert-a", seats=3, first_dealer="A")
    dealers = []
    for _ in range(4):
        dealers.append(match.s.dealer)
        shown = {c for c in match.s.shown if c != NONE}
        finish_turn(match)
        assert not shown & {*match.s.shown, *match.s.deck[: match.s.deck_size]}
    assert dealers == [0, 1, 2, 0]


def test_PR_FLOW_09_the_token_also_passes_between_rounds() -> None:
    match = scene(sheet="desert-a", seats=4, first_dealer="A")
    assert [play_on(match, r, 1).s.dealer for r in (1, 2, 3, 4)] == [0, 1, 2, 3]


def test_PR_FLOW_10_no_card_comes_twice_in_a_round() -> None:
    match = scene(sheet="desert-a", seats=2)
    seen: list[int] = []
    while match.s.round_no == 1:
        seen += [c for c in match.s.shown if c != NONE]
        finish_turn(match)
    assert len(seen) == len(set(seen)) == 15
    assert sorted(all_cards(match)) == list(range(20))
    assert match.s.seen == sum(1 << c for c in match.s.shown)


def test_PR_FLOW_11_two_players_alternate() -> None:
    match = scene(sheet="desert-a", seats=2)
    dealt = []
    while not match.over:
        dealt.append(match.s.dealer)
        assert len(match.legal(match.s.dealer)) == 3
        match.play(match.s.dealer, match.legal(match.s.dealer)[0])
        assert len(match.legal(1 - match.s.dealer)) == 2
        finish_turn(match)
    assert dealt.count(0) == dealt.count(1) == 10
    assert rules.actors(match.s) == 0


def test_a_dealer_who_picked_cannot_pick_again() -> None:
    match = scene("QD", "10S", "AC", seats=2, first_dealer="A")
    match.play("A", "take QD")
    assert clause(match, "use 10S", "A") == "PR-FLOW-01"
