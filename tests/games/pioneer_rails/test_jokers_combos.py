"""Jokers and how the modes work together (PR-JOKER, PR-COMBO)."""

from __future__ import annotations

from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.board.numbers import GOAL_IDS
from goldenspike.games.pioneer_rails.rules import deck as cards
from goldenspike.games.pioneer_rails.rules import goals, information, poker, scoring
from goldenspike.games.pioneer_rails.rules.state import BLACK_JOKER, NONE, RED_JOKER, STAR

from .scene import allowed, area, at, clause, give, hand, is_crossed, laid, offer, owner, scene, steps, turn
from .test_setup_flow import play_on


def wild(*shown: str, **options: object) -> SteppedMatch:
    return scene(*shown, jokers=True, **options)  # type: ignore[arg-type]


def points(match: SteppedMatch, values: str) -> int:
    hand(match, 1, values)
    return poker.hand_points(match.s, match.setting.b, 0, 1)


def test_PR_JOKER_01_twenty_two_cards() -> None:
    match = wild(seats=2, sheet="desert-a")
    for r in (1, 2, 3, 4):
        play_on(match, r, 1)
        cards_left = {*match.s.deck[: match.s.deck_size], *match.s.shown} - {NONE}
        replaced = {c for c in range(22) if match.s.seen >> c & 1}
        assert cards_left | replaced == set(range(22))


def test_PR_JOKER_02_it_is_picked_like_any_card() -> None:
    match = wild("*SC", "10S", "AC", seats=3, first_dealer="A")
    match.play("A", "take *SC")
    assert clause(match, "use *SC", "B") == "PR-FLOW-04"


def test_PR_JOKER_03_it_is_written_as_a_star() -> None:
    match = wild("*SC")
    turn(match, "*SC > S : B7|B8")
    assert match.s.hand[0][0] == STAR
    assert match.view()["sheets"][0]["hands"][0] == ["*"]


def test_PR_JOKER_04_two_railways_each() -> None:
    match = wild("*SC", "10S")
    match.play("A", "use *SC")
    assert match.legal("A") == ["> S", "> C"]
    assert clause(match, "> H") == "PR-JOKER-04"
    red = wild("*HD", "10S")
    red.play("A", "use *HD")
    assert red.legal("A") == ["> H", "> D"]


def test_PR_JOKER_05_one_railway_three_tracks() -> None:
    match = wild("*SC", "10S")
    assert clause(match, "*SC > S : B7|B8 E7|E8") == "PR-TRACK-01"
    assert clause(match, "*SC > S : B7|B8 B8|C9 C9|D8 D7|D8") == "PR-TRACK-02"
    assert allowed(match, "*SC > C : E7|E8 E8|F8")


def test_PR_JOKER_06_once_per_game() -> None:
    match = wild("*SC", "10S")
    turn(match, "*SC > S : B7|B8")
    at(match, 4, 1)
    offer(match, "*HD", "10S")
    assert clause(match, "use *HD") == "PR-JOKER-06"


def test_PR_JOKER_07_a_second_joker_is_replaced() -> None:
    match = wild(seats=2)
    s = match.s
    s.deck[:5] = [3, 0, RED_JOKER, 7, BLACK_JOKER]  # the top card is the last
    s.deck_size, s.seen = 5, 0
    cards.turn_up(s, match.setting.b)
    assert s.shown == [BLACK_JOKER, 7, 0]
    assert s.seen == sum(1 << c for c in (BLACK_JOKER, RED_JOKER, 7, 0))


def test_PR_JOKER_08_it_takes_the_best_value() -> None:
    match = wild()
    assert points(match, "TJQK*") == 5
    assert points(match, "QQQQ*") == 6
    assert points(match, "QQAA*") == 4
    assert points(match, "QQAK*") == 3


def test_PR_JOKER_09_who_used_one_must_take_the_other_card() -> None:
    match = wild("*SC", "10S")
    match.s.joker_used[0] = 1
    assert match.legal("A") == ["use 10S"]


def test_PR_JOKER_10_a_burnt_joker_is_simply_gone() -> None:
    match = wild(seats=5)
    s = match.s
    s.deck[:4] = [0, 18, RED_JOKER, BLACK_JOKER]
    s.deck_size = 4
    cards.turn_up(s, match.setting.b)
    assert s.burnt == BLACK_JOKER
    assert s.shown == [RED_JOKER, 18, NONE]


# ---------------------------------------------------------------- combinations
def test_PR_COMBO_01_hand_cards_are_never_jokers() -> None:
    for seed in range(20):
        match = wild(seats=8, seed=seed, hand_card=True)
        assert max(match.s.own_card) < BLACK_JOKER
        all_cards = [*match.s.own_card, *match.s.deck[: match.s.deck_size]]
        assert len(set(all_cards)) == 8 + match.s.deck_size
        information.redeal(match.s, match.setting.b, 3)
        assert max(match.s.own_card) < BLACK_JOKER


def test_PR_COMBO_02_hand_cards_with_eight_players_empty_the_deck() -> None:
    match = play_on(scene(sheet="desert-a", seats=8, hand_card=True), 1, 4)
    assert match.s.deck_size == 0
    assert match.s.burnt != NONE


def test_PR_COMBO_03_hand_card_alone() -> None:
    match = play_on(scene(sheet="desert-a", hand_card=True), 1, 5)
    assert match.s.own_card[0] != NONE
    assert 20 - match.s.deck_size == 13


def test_PR_COMBO_04_a_joker_and_suit_lead_anywhere() -> None:
    match = wild("*SC", "10S")
    for rail, track in (("H", "A3|A4"), ("D", "D1|D2"), ("C", "E7|E8"), ("S", "B7|B8")):
        assert allowed(match, f"*SC > {rail} t=suit : {track}")
    steps(match, "use *SC", "> S")
    assert clause(match, "t=suit > S") == "PR-BENEFIT-13"


def test_PR_COMBO_05_one_value_serves_hand_and_plus_points() -> None:
    match = give(wild(sheet="fx-forest"), SALOON_MASK=0b01000)
    assert points(match, "QQKK*") == 7
    assert points(match, "TJQA*") == 6  # straight with the circled King


def test_PR_COMBO_06_owner_05_doubles_the_whole_forest_hand() -> None:
    match = give(owner(scene(sheet="fx-forest", owners=True), 5), SALOON_MASK=0b10000)
    assert points(match, "QQAAA") == 14


def test_PR_COMBO_07_owner_01_does_nothing_in_the_forest() -> None:
    match = laid(owner(scene(sheet="fx-forest", owners=True), 1), "H", "C3|C4", "C4|D3")
    turn(match, "QS :")
    assert not is_crossed(match, "C4")  # a jail, not a bank
    assert match.s.owner == 0


def test_PR_COMBO_08_owner_04_in_the_forest() -> None:
    match = owner(scene(sheet="fx-forest", owners=True), 4)
    turn(match, "QH o04 : B2|C3 C2|C3 C2|D2 C2|D1")
    assert scoring.fort_points(match.s, match.setting.b, 0) == 2 * 3 + 2


def test_PR_COMBO_09_owner_10_is_left_out_alone() -> None:
    for seed in range(10):
        assert sorted(scene(owners=True, seed=seed).s.owner_deck) == [NONE, *range(9)]


def test_PR_COMBO_10_a_lowered_number_does_not_lower_goal_1J() -> None:
    match = laid(owner(scene(owners=True), 2), "D", "E3|F2")
    turn(match, "QD : F2|F3")
    assert is_crossed(match, "F3")
    assert not goals.is_met(match.s, match.setting.b, 0, GOAL_IDS.index("1J"))


def test_PR_COMBO_11_the_last_declared_railway_holds() -> None:
    match = owner(scene("QD", owners=True), 3)
    steps(match, "use QD", "o03 > S", "t=suit > H")
    assert clause(match, "B7|B8") == "PR-TRACK-01"
    match.play("A", "A3|A4")
    assert area(match, "SPENT") == 1
    match.drop("A")
    steps(match, "use QD", "t=suit > S", "o03 > H")
    assert allowed(match, "A3|A4")
    joker = owner(wild("*SC", owners=True), 3)
    assert allowed(joker, "*SC > D t=suit o03 : D1|D2")


def test_PR_COMBO_12_forest_goals_alone() -> None:
    b = scene(sheet="forest-a").setting.b
    assert sum(deck != NONE for deck in b.goal_deck) == 17
    seen = set()
    for seed in range(40):
        match = scene(sheet="forest-a", seed=seed, difficulty="legendary")
        seen |= {GOAL_IDS[k] for k in match.s.goal}
    assert len(seen) == 17
    assert not seen & {"1A", "1B", "1C", "1E"}
