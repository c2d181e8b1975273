"""Company Owners (PR-OWNER)."""

from __future__ import annotations

import pytest

from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.game import PIONEER_RAILS
from goldenspike.games.pioneer_rails.rules import poker
from goldenspike.games.pioneer_rails.rules.state import NONE

from .scene import allowed, area, at, clause, give, goal, hand, is_crossed, laid, offer, owner, scene, steps, turn
from .test_setup_flow import play_on

RIVER_BANK = ("A4|B4", "A5|B4", "A5|B5", "A6|B5", "A6|B6")


def company(number: int, *cards: str, **options: object) -> SteppedMatch:
    return owner(scene(*cards, owners=True, **options), number)  # type: ignore[arg-type]


def test_PR_OWNER_01_banks_need_two_sides() -> None:
    match = laid(company(1), "H", "C3|C4", "C4|D3")
    turn(match, "QS :")
    assert is_crossed(match, "C4")
    other = laid(company(3), "H", "C3|C4", "C4|D3")
    turn(other, "QS :")
    assert not is_crossed(other, "C4")


def test_PR_OWNER_02_saloons_need_one_side_even_an_old_one() -> None:
    match = owner(at(laid(company(1), "D", "E3|F2", "F2|F3"), 3, 1), 2)
    turn(match, "QS :")
    assert is_crossed(match, "F3")
    assert area(match, "SALOON_MASK") == 0b0100


def test_PR_OWNER_03_a_track_for_any_railway() -> None:
    match = company(3, "QD")
    assert clause(match, "QD o03 > S : B7|B8 B8|C9 C9|D8") == "PR-TRACK-02"
    assert clause(match, "QD o03 > S : D1|D2") == "PR-TRACK-01"
    assert allowed(match, "QD o03 t > S : B7|B8 B8|C9 C9|D8")
    turn(match, "QD o03 > S : B7|B8 B8|C9")
    assert {rail for _, rail in match.view()["sheets"][0]["tracks"]} == {"S"}


def test_PR_OWNER_04_one_more_track_along_a_fort() -> None:
    match = company(4, "QH")
    assert clause(match, "QH : A3|A4 C3|C4 B4|C4 A4|B4") == "PR-TRACK-02"
    assert allowed(match, "QH : B2|C3 C2|C3 C3|C4 A3|A4")
    assert clause(match, "QH : B2|C3 C2|C3 C2|D2 C3|C4 A3|A4") == "PR-TRACK-02"
    # the fourth track itself cannot bring the allowance
    assert clause(match, "QH : B2|C3 A3|A4 C3|C4 C2|C3") == "PR-TRACK-02"


def test_PR_OWNER_05_hands_double_and_a_saloon_makes_it_three() -> None:
    match = hand(company(5), 1, "QQAAA")
    assert poker.hand_points(match.s, match.setting.b, 0, 1) == 8
    give(match, SALOON_MASK=1)
    assert poker.hand_points(match.s, match.setting.b, 0, 1) == 12


def test_PR_OWNER_06_two_tracks_and_a_switch() -> None:
    match = laid(company(6, "QH"), "H", "C3|C4", "C4|D3")
    assert allowed(match, "QH o06 : +C3|D3 A3|A4")
    assert clause(match, "QH o06 : +C3|D3 A3|A4 A4|B4") == "PR-TRACK-02"
    assert clause(match, "QH : C3|D3 A3|A4 A4|B4") == "PR-TRACK-12"


def test_PR_OWNER_07_two_tracks_and_a_bridge() -> None:
    match = laid(company(7, "QH"), "H", *RIVER_BANK)
    turn(match, "QH o07 : =A7|B6 A7|B7")
    assert area(match, "SPENT") == 0


def test_PR_OWNER_08_two_tracks_and_a_tunnel() -> None:
    match = laid(company(8, "QH"), "H", "C3|C4", "C4|D3")
    assert clause(match, "QH : D3|D4") == "PR-BENEFIT-08"
    assert allowed(match, "QH o08 : #D3|D4 A3|A4")


def test_PR_OWNER_09_two_tracks_and_a_shortcut() -> None:
    match = company(9, "QH")
    assert allowed(match, "QH o09 : /A3*n-s C3|C4")
    assert clause(match, "QH o09 : /A3*n-s /C3*n-s") == "PR-BENEFIT-09"


def test_PR_OWNER_10_goals_score_five_more() -> None:
    match = goal(owner(scene(seats=2, owners=True), 10), "1E", "1F", "1O")
    give(match, seat=0, FORTS=1)
    match.s.goal_met[2] = 1
    at(match, 1, 2)
    give(match, seat=1, YARDS=2)
    for _ in range(5):
        if match.s.turn_no == 3:
            break
        for seat in match.actors:
            legal = match.legal(seat)
            match.play(seat, "done" if "done" in legal else legal[0])
            if match.s.turn_no == 3:
                break
    assert match.s.star[0][0] == 15
    assert match.s.star[1][2] == 10


def test_PR_OWNER_11_optional_and_once_per_turn() -> None:
    match = laid(company(7), "H", *RIVER_BANK)
    turn(match, "QH o07 : =A7|B6 A7|B7")
    turn(match, "KH : A3|A4 C3|C4 B2|C3")
    offer(match, "AH")
    steps(match, "use AH", "o07")
    assert clause(match, "o07") == "PR-OWNER-11"


def test_PR_OWNER_12_powers_and_towns_add_up() -> None:
    match = laid(company(7, "QH"), "H", *RIVER_BANK)
    laid(match, "H", "C4|D4", "C5|C6")
    assert allowed(match, "QH o07 t=bridge : =A7|B6 =C6|D5 A3|A4")
    assert clause(match, "QH o07 t=bridge : =A7|B6 =C6|D5 A3|A4 C3|C4") == "PR-TRACK-02"
    assert clause(match, "QH o07 t : =A7|B6 =C6|D5") == "PR-BENEFIT-07"


def test_PR_OWNER_13_ten_owners_in_any_order() -> None:
    orders = {tuple(scene(seats=2, owners=True, seed=seed).s.owner_deck) for seed in range(20)}
    assert all(sorted(order) == list(range(10)) for order in orders)
    assert len(orders) == 20


def test_PR_OWNER_14_another_owner_each_round() -> None:
    match = scene(sheet="desert-a", seats=2, owners=True)
    seen = [play_on(match, r, 1).s.owner for r in (1, 2, 3, 4)]
    assert len(set(seen)) == 4
    assert NONE not in seen


def test_PR_OWNER_15_only_in_its_round() -> None:
    match = at(laid(company(7), "H", *RIVER_BANK), 1, 5)
    match.s.owner_deck[:] = [6, 0, 1, 2, 3, 4, 5, 7, 8, NONE]
    turn(match, "QS :")
    assert match.s.owner == 0
    offer(match, "QH")
    match.play("A", "use QH")
    refusal = match.setting.refused(PIONEER_RAILS.rules.refusal(match.s, match.setting.b, 0, 36))  # type: ignore[attr-defined]
    assert refusal.clause == "PR-OWNER-15"
    assert clause(match, "A7|B6") == "PR-BENEFIT-07"


@pytest.mark.parametrize(
    ("number", "line", "order"),
    [
        (6, "t=switch o06 : +C3|D3 A3|A4 A4|B4", "t, C3|D3, o06, A3|A4, A4|B4, done"),
        (8, "t=tunnel o08 : #D3|D4 A3|A4 A4|B4", "t, D3|D4, o08, A3|A4, A4|B4, done"),
        (8, "t=tunnel o08 : #D3|D4 A3|A4 A4|B4", "t, D3|D4, A3|A4, o08, A4|B4, done"),
        (8, "t o08 : #D3|D4 A3|A4 A4|B4", "o08, t, D3|D4, A3|A4, A4|B4, done"),
    ],
)
def test_PR_OWNER_12_a_special_paid_with_a_town_before_the_owner_lends_one_replays(
    number: int, line: str, order: str
) -> None:
    match = owner(scene("10S", "QH", seats=2, owners=True, first_dealer="B"), number)
    match.play("B", "take 10S")
    give(laid(match, "H", "C3|C4", "C4|D3"), TOWNS=1)
    before = match.copy()
    steps(match, "use QH", *order.split(", "))
    assert match.log[-1].partition(" ;")[0] == f"A: QH {line}"
    before.replay(match.log[-1], 1)
    assert before.hash == match.hash
