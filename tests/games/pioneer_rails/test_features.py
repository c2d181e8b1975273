"""Features and their activation (PR-FEAT, PR-SALOON, PR-FORT, PR-MINE, PR-BANK, PR-YARD)."""

from __future__ import annotations

import pytest

from goldenspike.engine.errors import BadNotation
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.rules import features, scoring
from goldenspike.games.pioneer_rails.rules.owners import sides_needed
from goldenspike.games.pioneer_rails.rules.towns import network

from .scene import (
    allowed,
    area,
    at,
    clause,
    give,
    hand,
    hex_of,
    is_crossed,
    laid,
    offer,
    owner,
    round_of,
    scene,
    steps,
    turn,
    vertex_of,
)


# ---------------------------------------------------------------- the check
def test_PR_FEAT_01_activation_comes_after_all_tracks() -> None:
    match = steps(scene("QH"), "use QH", "A4|B4", "A5|B4", "A5|B5")
    assert area(match, "NUGGETS") == 0
    match.play("A", "done")
    assert area(match, "NUGGETS") == 1


def test_PR_FEAT_02_numbers_needed() -> None:
    b = scene().setting.b
    s = scene().s
    needs = {name: sides_needed(s, b, hex_of(scene(), name)) for name in ("B5", "B9", "C4", "D8", "C2")}
    assert needs == {"B5": 1, "B9": 2, "C4": 3, "D8": 3, "C2": 4}
    match = round_of(scene(), "QH : C3|C4 C4|D3")
    assert not is_crossed(match, "C4")
    turn(match, "KH : C4|D4")
    assert is_crossed(match, "C4")


def test_PR_FEAT_03_the_standing_total_counts() -> None:
    match = laid(scene(), "H", "A3|B2", "B2|C2", "B1|C2")
    assert features.sides(match.s, match.setting.b, 0, hex_of(match, "C2")) == 2
    at(match, 2, 4)
    turn(match, "QD : D1|D2 C2|D2")
    assert not is_crossed(match, "C2")
    laid(match, "D", "C2|D1")
    turn(match, "KD :")
    assert is_crossed(match, "C2")
    assert area(match, "FORTS") == 1


def test_PR_FEAT_04_one_line_may_do_it_but_lines_do_not_touch() -> None:
    match = round_of(scene(), "QH : B2|C3 C2|C3 C2|D2", "KH : C2|D1 C1|C2")
    assert features.sides(match.s, match.setting.b, 0, hex_of(match, "C2")) == 4
    assert is_crossed(match, "C2")
    offer(match, "QD")
    assert clause(match, "QD : D1|D2") == "PR-TRACK-07"


def test_PR_FEAT_05_each_feature_activates_once() -> None:
    match = round_of(scene(), "QH : A4|B4 A5|B4 A5|B5", "KH : A6|B5")
    assert features.sides(match.s, match.setting.b, 0, hex_of(match, "B5")) == 2
    assert area(match, "NUGGETS") == 1
    assert match.view()["sheets"][0]["crossed"] == {"B5": ""}


def test_PR_FEAT_06_a_lowered_number_is_found_by_the_next_check() -> None:
    match = at(owner(laid(scene(owners=True), "D", "E3|F2", "F2|F3"), 1), 3, 1)
    owner(match, 2)
    turn(match, "QS : B7|B8")
    assert is_crossed(match, "F3")


def test_PR_FEAT_07_a_nugget_of_this_turn_may_be_banked() -> None:
    match = laid(scene(), "H", "C3|C4", "C4|D3", "A4|B4", "A5|B4")
    turn(match, "QH : A5|B5 C4|D4 ; !mine@B5 !bank@C4(1x2=2)")
    assert (area(match, "NUGGETS"), area(match, "DEPOSITED")) == (1, 1)


def test_PR_FEAT_08_the_automatic_order_never_loses_gold() -> None:
    b = scene().setting.b
    kinds = [b.terrain[b.feature[k]] for k in range(b.n_features)]
    assert kinds == sorted(kinds)
    forest = scene(sheet="fx-forest")
    words = [forest.setting.board.terrain[forest.setting.b.feature[k]].name for k in range(forest.setting.b.n_features)]
    order = ["JAIL", "SALOON", "YARD", "FORT", "CATTLE", "BANDIT"]
    assert list(dict.fromkeys(words)) == order
    match = laid(scene("QH"), "H", "C3|C4", "C4|D3", "A4|B4", "A5|B4")
    steps(match, "use QH", "C4|D4", "A5|B5", "done")
    assert match.legal("A") == ["bank 0", "bank 1"]


def test_PR_FEAT_09_exhausted_symbols_still_count() -> None:
    match = give(at(laid(scene(), "D", "E3|F2"), 4, 1), SALOON_MASK=0b1111, SALOONS=2)
    turn(match, "QD : F2|F3 F3|G3")
    assert area(match, "SALOONS") == 3
    assert area(match, "SALOON_MASK") == 0b1111
    assert is_crossed(match, "F3")


def test_PR_FEAT_10_two_lines_through_a_town_give_five_sides() -> None:
    match = round_of(scene(), "QH : C3|C4 C3|D3", "KH : B2|C3 C2|C3 C3|D2")
    h = hex_of(match, "C3")
    assert features.sides(match.s, match.setting.b, 0, h) == 5
    offer(match, "AH")
    assert clause(match, "AH : B3|C3") == "PR-TRACK-06"


# ---------------------------------------------------------------- saloon
def test_PR_SALOON_01_two_sides() -> None:
    match = laid(scene(), "D", "E3|F2")
    turn(match, "QD : F2|F3")
    assert not is_crossed(match, "F3")
    turn(match, "KD : F3|G3")
    assert is_crossed(match, "F3")


def test_PR_SALOON_02_the_next_open_round() -> None:
    match = at(laid(scene(), "D", "E3|F2", "F2|F3"), 2, 1)
    turn(match, "QD : F3|G3")
    assert area(match, "SALOON_MASK") == 0b0010
    again = give(at(laid(scene(), "D", "E3|F2", "F2|F3"), 2, 1), SALOON_MASK=0b0010)
    turn(again, "QD : F3|G3")
    assert area(again, "SALOON_MASK") == 0b0110


def test_PR_SALOON_03_never_a_past_round() -> None:
    match = give(at(laid(scene(), "D", "E3|F2", "F2|F3"), 4, 1), SALOON_MASK=0b1000)
    turn(match, "QD : F3|G3")
    assert area(match, "SALOON_MASK") == 0b1000


def test_PR_SALOON_04_it_doubles_the_hand() -> None:
    match = give(hand(at(scene(), 1, 5), 1, "QQAA"), SALOON_MASK=1)
    turn(match, "AH :")
    assert match.s.box[0][0] == 8


def test_PR_SALOON_05_the_fifth_turn_still_helps_its_round() -> None:
    match = hand(at(laid(scene(), "D", "E3|F2", "F2|F3"), 1, 5), 1, "QQAA")
    turn(match, "AD : F3|G3")
    assert match.s.box[0][0] == 8


def test_PR_SALOON_06_an_open_symbol_dies_with_its_round() -> None:
    match = hand(at(laid(scene(), "D", "E3|F2", "F2|F3"), 1, 5), 1, "QQAA")
    assert match.view()["sheets"][0]["saloons"] == ["open"] * 4
    turn(match, "AH :")
    assert match.view()["sheets"][0]["saloons"] == ["dead", "open", "open", "open"]
    turn(match, "QD : F3|G3")
    assert area(match, "SALOON_MASK") == 0b0010
    assert match.s.box[0][0] == 4


# ---------------------------------------------------------------- fort, mine
def test_PR_FORT_01_four_sides() -> None:
    match = round_of(scene(), "QH : B2|C3 C2|C3 C2|D2")
    turn(match, "KH : C2|D1")
    assert area(match, "FORTS") == 0
    turn(match, "AH : C1|C2")
    assert area(match, "FORTS") == 1


@pytest.mark.parametrize(("forts", "points"), [(0, 0), (1, 4), (2, 9), (3, 15), (4, 15)])
def test_PR_FORT_02_only_the_last_symbol_scores(forts: int, points: int) -> None:
    match = give(scene(), FORTS=forts)
    assert scoring.fort_points(match.s, match.setting.b, 0) == points


def test_PR_MINE_01_one_side_one_nugget() -> None:
    match = round_of(scene(), "QH : A4|B4 A5|B4 A5|B5")
    assert area(match, "NUGGETS") == 1
    turn(match, "KH : A6|B5")
    assert area(match, "NUGGETS") == 1


def test_PR_MINE_02_banked_nuggets_score_too() -> None:
    match = give(scene(), NUGGETS=5, DEPOSITED=3)
    assert scoring.gold_points(match.s, match.setting.b, 0) == 5


# ---------------------------------------------------------------- bank
def test_PR_BANK_01_three_sides() -> None:
    match = laid(scene(), "H", "C3|C4")
    turn(match, "QH : C4|D3")
    assert area(match, "BANKS") == 0
    turn(match, "KH : C4|D4")
    assert area(match, "BANKS") == 1


def test_PR_BANK_02_up_to_four_nuggets_by_choice() -> None:
    match = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), NUGGETS=3)
    turn(match, "QH : C4|D4 ; !bank@C4(3x2=6)")
    assert scoring.bank_points(match.s, match.setting.b, 0) == 6
    second = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), NUGGETS=5, BANKS=1, BANK_SQUARE=3, DEPOSITED=3)
    turn(second, "QH : C4|D4 ; !bank@C4(2x3=6)")
    assert scoring.bank_points(second.s, second.setting.b, 0) == 12
    rich = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), NUGGETS=5)
    assert clause(rich, "QH : C4|D4 ; !bank@C4(5)") == "PR-BANK-02"
    steps(rich, "use QH", "C4|D4", "done")
    assert rich.legal("A") == [f"bank {k}" for k in range(5)]


def test_PR_BANK_03_deposits_are_made_at_that_moment_only() -> None:
    match = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), NUGGETS=3)
    turn(match, "QH : C4|D4 ; !bank@C4(1x2=2)")
    offer(match, "KH")
    match.play("A", "use KH")
    assert clause(match, "bank 2") == "PR-BANK-03"
    match.play("A", "done")
    assert match.s.area[0][3] == 1


def test_PR_BANK_04_nothing_may_be_deposited() -> None:
    match = laid(scene(), "H", "C3|C4", "C4|D3")
    turn(match, "QH : C4|D4")
    assert (area(match, "BANKS"), area(match, "BANK_SQUARE")) == (1, 0)
    assert match.view()["sheets"][0]["banks"] == [0]
    given = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), NUGGETS=2, BANKS=1)
    turn(given, "QH : C4|D4 ; !bank@C4(0)")
    assert area(given, "BANKS") == 2
    later = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), NUGGETS=2, BANKS=1)
    turn(later, "QH : C4|D4 ; !bank@C4(2)")
    assert scoring.bank_points(later.s, later.setting.b, 0) == 2 * 3


def test_PR_BANK_05_a_bank_without_square_counts_but_takes_nothing() -> None:
    match = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), NUGGETS=4, BANKS=3)
    turn(match, "QH : C4|D4")
    assert (area(match, "BANKS"), area(match, "DEPOSITED")) == (4, 0)


def test_PR_BANK_06_the_squares_add_up() -> None:
    match = give(scene(), BANKS=3)
    match.s.area[0][3:6] = [3, 4, 0]
    assert scoring.bank_points(match.s, match.setting.b, 0) == 6 + 12 + 0 == 18


# ---------------------------------------------------------------- rail yard
def test_PR_YARD_01_three_sides() -> None:
    match = laid(scene(), "S", "D7|D8", "D8|E8")
    turn(match, "QS :")
    assert area(match, "YARDS") == 0
    turn(match, "KS : D8|E9")
    assert area(match, "YARDS") == 1


def towns_of(match: SteppedMatch, **reached: tuple[str, ...]) -> None:
    names = {"t1": "C3s", "t2": "C5s", "t3": "F6n", "t4": "C2n"}
    for rail, towns in reached.items():
        for town in towns:
            match.s.spot[0][vertex_of(match, names[town])] |= 1 << "SHDC".index(rail)


def test_PR_YARD_02_the_largest_network_of_railways_and_towns() -> None:
    match = scene()
    towns_of(match, H=("t1", "t2"), C=("t2", "t3"), S=("t4",))
    assert network(match.s, match.setting.b, 0) == 3
    apart = scene()
    towns_of(apart, H=("t1",), C=("t2",), S=("t3", "t4"))
    assert network(apart.s, apart.setting.b, 0) == 2


def test_PR_YARD_03_all_lines_of_a_railway_count_together() -> None:
    match = round_of(scene(), "QH : C3|C4 C3|D3", "KH : B2|C3 B2|C2")
    assert len(match.view()["sheets"][0]["reached"]) == 2
    assert network(match.s, match.setting.b, 0) == 2


def test_PR_YARD_04_towns_times_the_last_multiplier() -> None:
    match = scene()
    towns_of(match, H=("t1", "t2"), C=("t2", "t3"))
    assert scoring.yard_points(match.s, match.setting.b, 0) == 0
    give(match, YARDS=2)
    assert scoring.yard_points(match.s, match.setting.b, 0) == 12
    other = scene()
    towns_of(other, H=("t1", "t2"), C=("t2", "t3"))
    give(other, YARDS=2)
    other.setting.b.yard_row[:3] = [3, 5, 6]
    assert scoring.yard_points(other.s, other.setting.b, 0) == 15


def test_a_line_must_say_what_happens_at_a_bank() -> None:
    match = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), NUGGETS=3)
    with pytest.raises(BadNotation, match="bank C4"):
        match.play("A", "QH : C4|D4")
    with pytest.raises(BadNotation, match="nothing of the kind"):
        match.play("A", "QH : C4|D4 ; !bank@C4(1) !mine@A9")
    assert allowed(match, "QH : C4|D4 ; !bank@C4(1)")
