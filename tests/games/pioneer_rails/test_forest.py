"""The Forest sheet (PR-FOREST)."""

from __future__ import annotations

import pytest

from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.board import load
from goldenspike.games.pioneer_rails.board.numbers import GOAL_IDS
from goldenspike.games.pioneer_rails.rules import features, goals, scoring
from goldenspike.games.pioneer_rails.rules.state import ESCAPED

from .scene import area, at, clause, give, hand, hex_of, is_crossed, laid, owner, scene, steps, turn

WOODS = "fx-forest"
TO_B5 = ("A4|B4", "A5|B4")  # Hearts, one track before the bandit B5


def forest(*cards: str, **options: object) -> SteppedMatch:
    return scene(*cards, sheet=WOODS, **options)  # type: ignore[arg-type]


def escaped(match: SteppedMatch, name: str) -> bool:
    return match.s.mark[0][hex_of(match, name)] == ESCAPED


def test_PR_FOREST_01_no_desert_features_on_a_forest_sheet() -> None:
    data = load.document("forest-a")
    data["hex"]["A1"] = {"t": "mine", "n": 1}
    with pytest.raises(load.BadSheet):
        load.load(data)


def test_PR_FOREST_02_the_goal_decks() -> None:
    b = scene(sheet="forest-a").setting.b
    decks = [[GOAL_IDS[k] for k in range(21) if b.goal_deck[k] == deck] for deck in range(3)]
    assert decks[0] == ["1D", "2C", "2D", "2E"]
    assert [len(deck) for deck in decks] == [4, 7, 6]
    assert {"2B", "2F"} <= set(decks[1])
    assert "2A" in decks[2]


def test_PR_FOREST_03_everything_else_is_as_on_desert() -> None:
    match = give(forest(), TOWNS=2)
    turn(match, "QH : C3|C4 C3|D3")
    assert area(match, "TOWNS") == 2
    turn(match, "KH : A3|B2 A2|A3")
    turn(match, "AH t=switch : A4|B4")
    assert is_crossed(match, "A4")
    assert area(match, "RANCHES") == 1
    laid(match, "S", "D7|D8", "D8|E8", "D8|E9")
    turn(match, "QS :")
    assert area(match, "YARDS") == 1


def test_PR_FOREST_04_no_gold_on_the_score_sheet() -> None:
    score = forest().view()["sheets"][0]["score"]
    assert not {"gold", "banks"} & set(score)
    assert {"jails", "escaped"} <= set(score)


def test_PR_FOREST_05_a_saloon_circles_a_value() -> None:
    match = give(laid(forest("QD"), "D", "E3|F2", "F2|F3"), SALOON_MASK=0b10000)
    steps(match, "use QD", "F3|G3", "done")
    assert match.legal("A") == ["saloon 10", "saloon J", "saloon Q", "saloon K"]
    assert clause(match, "saloon A") == "PR-FOREST-05"
    match.play("A", "saloon Q")
    assert area(match, "SALOON_MASK") == 0b10100


def test_PR_FOREST_06_circled_values_add_points_from_now_on() -> None:
    match = hand(at(laid(forest(), "D", "E3|F2", "F2|F3"), 1, 5), 1, "QQAA")
    turn(match, "AH :")
    assert match.s.box[0][0] == 4
    hand(at(match, 2, 5), 2, "QQAA")
    turn(match, "AD : F3|G3 ; !saloon@F3(A)")
    assert match.s.box[0][:2] == [4, 7]


def test_PR_FOREST_07_two_sides_in_one_turn_capture() -> None:
    match = give(laid(forest(), "H", *TO_B5), JAIL_MASK=1)
    turn(match, "QH : A5|B5 A6|B5 ; !bandit@B5(J1.1)")
    assert area(match, "JAIL_FILL") == 1
    assert match.view()["sheets"][0]["crossed"]["B5"] == "captured"


def test_PR_FOREST_08_one_side_lets_him_escape() -> None:
    match = give(laid(forest(), "H", *TO_B5), JAIL_MASK=1)
    turn(match, "QH : A5|B5")
    assert escaped(match, "B5")
    assert (area(match, "ESCAPES"), area(match, "JAIL_FILL")) == (1, 0)


def test_PR_FOREST_09_without_a_free_cell_he_escapes() -> None:
    match = laid(forest(), "H", *TO_B5)
    turn(match, "QH : A5|B5 A6|B5")
    assert escaped(match, "B5")
    full = give(laid(forest(), "H", *TO_B5), JAIL_MASK=1, JAIL_FILL=3)
    turn(full, "QH : A5|B5 A6|B5")
    assert escaped(full, "B5")


def test_PR_FOREST_10_there_is_no_second_chance() -> None:
    match = give(laid(forest(), "H", *TO_B5), JAIL_MASK=1)
    turn(match, "QH : A5|B5")
    turn(match, "KH : A6|B5 B5|B6")
    assert features.sides(match.s, match.setting.b, 0, hex_of(match, "B5")) == 3
    assert escaped(match, "B5")
    assert (area(match, "ESCAPES"), area(match, "JAIL_FILL")) == (1, 0)


def test_PR_FOREST_11_bonus_tracks_and_two_railways_count_together() -> None:
    match = give(laid(forest(), "H", *TO_B5), JAIL_MASK=1)
    turn(match, "QH t : C3|C4 A3|A4 A5|B5 A6|B5")
    assert area(match, "JAIL_FILL") == 1
    two = forest("QH", owners=True, owner_any_station="reassign_one")
    give(laid(laid(owner(two, 3), "H", *TO_B5), "S", "C5|C6"), JAIL_MASK=1)
    turn(two, "QH o03=S : A5|B5 B5|C5")
    assert area(two, "JAIL_FILL") == 1


def test_PR_FOREST_12_a_track_between_two_bandits_counts_for_both() -> None:
    both = give(laid(forest(), "S", "B7|B8"), JAIL_MASK=1)
    turn(both, "QS : A8|B8 A8|A9 A9^nw ; !bandit@A8(J1.1) !bandit@A9(J1.2)")
    assert area(both, "JAIL_FILL") == 2


def test_PR_FOREST_13_the_player_chooses_the_jail() -> None:
    match = give(laid(forest("QH"), "H", *TO_B5), JAIL_MASK=0b101)
    steps(match, "use QH", "A5|B5", "A6|B5", "done")
    assert match.legal("A") == ["cell J1", "cell J3"]
    assert clause(match, "cell J2") == "PR-FOREST-13"
    match.play("A", "cell J3")
    assert match.view()["sheets"][0]["jails"] == [0, None, 1]


def test_PR_FOREST_14_any_jail_symbol_may_be_opened() -> None:
    match = laid(forest("QH"), "H", "C3|C4", "C4|D3")
    steps(match, "use QH", "C4|D4", "done")
    assert match.legal("A") == ["jail J1", "jail J2", "jail J3"]
    match.play("A", "jail J2")
    assert match.view()["sheets"][0]["jails"] == [None, 0, None]
    again = give(laid(forest("QH"), "H", "C3|C4", "C4|D3"), JAIL_MASK=0b010)
    assert clause(again, "QH : C4|D4 ; !jail@C4(J2)") == "PR-FOREST-14"


def test_PR_FOREST_15_a_jail_of_this_turn_takes_a_bandit_of_this_turn() -> None:
    match = laid(forest("QH"), "H", "C3|C4", "C4|D3", *TO_B5)
    turn(match, "QH : C4|D4 A5|B5 A6|B5 ; !jail@C4(J2) !bandit@B5(J2.1)")
    assert match.view()["sheets"][0]["jails"] == [None, 1, None]


def test_PR_FOREST_16_cells_add_up() -> None:
    match = give(forest(), JAIL_MASK=1, JAIL_FILL=3)
    assert scoring.jail_points(match.s, match.setting.b, 0) == 6


def test_PR_FOREST_17_each_escape_costs_a_point() -> None:
    match = give(forest(), ESCAPES=4)
    assert scoring.escape_points(match.s, match.setting.b, 0) == -4


def test_PR_FOREST_18_two_points_per_side_of_a_fort() -> None:
    match = scene(sheet="forest-a")
    forts = [h for h, t in enumerate(match.setting.board.terrain) if t.name == "FORT"]
    for h, count in zip(forts, (3, 2, 0, 1), strict=False):
        for e in match.setting.board.grid.hex_edges[h][:count]:
            match.s.edge[0][e] = 1
    assert scoring.fort_points(match.s, match.setting.b, 0) == 12


def test_PR_FOREST_19_a_shared_side_counts_for_both_forts() -> None:
    match = laid(forest(), "H", "B2|C2")
    assert scoring.fort_points(match.s, match.setting.b, 0) == 4


def test_PR_FOREST_20_forts_are_never_completed() -> None:
    match = laid(laid(forest(), "H", "B2|C2", "B1|C2", "C1|C2"), "D", "C2|D2")
    turn(match, "QS :")
    assert not is_crossed(match, "C2")
    assert area(match, "MIXED") == 0
    assert not goals.is_met(match.s, match.setting.b, 0, GOAL_IDS.index("1J"))
