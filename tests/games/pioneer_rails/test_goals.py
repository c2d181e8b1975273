"""Goals: the race for them and the condition of each (PR-GOAL)."""

from __future__ import annotations

import pytest

from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.board.numbers import GOAL_IDS
from goldenspike.games.pioneer_rails.rules import goals

from .scene import at, give, goal, laid, round_of, scene, steps, turn, vertex_of


def met(match: SteppedMatch, name: str, seat: int = 0) -> bool:
    return goals.is_met(match.s, match.setting.b, seat, GOAL_IDS.index(name))


def towns(match: SteppedMatch, *names: str, rail: str = "H", seat: int = 0) -> SteppedMatch:
    for name in names:
        match.s.spot[seat][vertex_of(match, name)] |= 1 << "SHDC".index(rail)
    return match


def three(*goal_ids: str) -> SteppedMatch:
    """Three players, the goals on the table, A has taken QD and the others use 10S."""
    match = goal(scene("QD", "10S", "AC", seats=3, first_dealer="A"), *goal_ids)
    return steps(match, "take QD")


def quiet_turn(match: SteppedMatch) -> None:
    """Everybody passes with whatever card lies there."""
    before = (match.s.round_no, match.s.turn_no)
    while (match.s.round_no, match.s.turn_no) == before and not match.over:
        for seat in match.actors:
            legal = match.legal(seat)
            match.play(seat, "done" if "done" in legal else legal[0])
            if (match.s.round_no, match.s.turn_no) != before or match.over:
                return


def test_PR_GOAL_01_goals_are_checked_when_all_have_finished() -> None:
    match = give(three("1E", "1F", "1K"), seat=1, FORTS=1)
    match.play("B", "10S :")
    assert match.s.star[1] == [0, 0, 0]
    match.play("A", "QD :")
    assert match.s.star[1] == [0, 0, 0]
    match.play("C", "AC :")
    assert match.s.star[1] == [10, 0, 0]


def test_PR_GOAL_02_all_who_are_first_score_ten() -> None:
    match = give(give(three("1E", "1F", "1K"), seat=0, FORTS=1), seat=2, FORTS=1)
    quiet_turn(match)
    assert [match.s.star[seat][0] for seat in range(3)] == [10, 0, 10]


def test_PR_GOAL_03_the_others_lose_the_ten() -> None:
    match = give(three("1E", "1F", "1K"), seat=0, FORTS=1)
    quiet_turn(match)
    lost = [sheet["goals"][0]["lost"] for sheet in match.view()["sheets"]]
    assert lost == [False, True, True]
    assert [sheet["goals"][1]["lost"] for sheet in match.view()["sheets"]] == [False] * 3


def test_PR_GOAL_04_later_completion_scores_five() -> None:
    match = give(three("1E", "1F", "1K"), seat=0, FORTS=1)
    quiet_turn(match)
    give(match, seat=1, FORTS=1)
    quiet_turn(match)
    assert [match.s.star[seat][0] for seat in range(3)] == [10, 5, 0]
    assert match.view()["sheets"][1]["goals"][0]["lost"]


def test_PR_GOAL_05_each_goal_once_per_player() -> None:
    match = give(give(three("1E", "1O", "1K"), seat=0, FORTS=1), seat=0, YARDS=2)
    quiet_turn(match)
    quiet_turn(match)
    assert match.s.star[0] == [10, 10, 0]


def test_PR_GOAL_06_only_the_own_sheet_counts() -> None:
    match = towns(scene(seats=2), "C3s", "C5s", seat=1)
    towns(match, "C2n", "F6n", seat=0)
    assert not met(match, "1L", 0)
    assert not met(match, "1L", 1)
    towns(match, "C2n", seat=1)
    assert met(match, "1L", 1)


def test_PR_GOAL_07_the_last_turn_still_counts() -> None:
    match = give(at(three("1E", "1F", "1K"), 4, 5), seat=1, FORTS=1)
    quiet_turn(match)
    assert match.over
    assert match.result is not None
    assert [item.points for item in match.result.sheet[1] if item.what == "goals"] == [10]


def test_PR_GOAL_1A_five_nuggets_in_banks() -> None:
    assert met(give(scene(), DEPOSITED=5), "1A")
    assert not met(give(scene(), DEPOSITED=4, NUGGETS=8), "1A")
    match = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), NUGGETS=5, DEPOSITED=3, BANKS=1, BANK_SQUARE=3)
    turn(match, "QH : C4|D4 ; !bank@C4(2)")
    assert met(match, "1A")


def test_PR_GOAL_1B_eight_nuggets() -> None:
    assert met(give(scene(), NUGGETS=8, DEPOSITED=8), "1B")
    assert not met(give(scene(), NUGGETS=7), "1B")


def test_PR_GOAL_1C_two_banks() -> None:
    match = give(laid(scene("QH"), "H", "C3|C4", "C4|D3"), BANKS=1)
    assert not met(match, "1C")
    turn(match, "QH : C4|D4")
    assert met(match, "1C")


def test_PR_GOAL_1D_three_saloons_even_without_symbols() -> None:
    match = give(at(laid(scene(), "D", "E3|F2", "F2|F3"), 4, 1), SALOONS=2, SALOON_MASK=0b1000)
    assert not met(match, "1D")
    turn(match, "QD : F3|G3")
    assert met(match, "1D")


def test_PR_GOAL_1E_one_fort() -> None:
    match = round_of(scene(), "QH : B2|C3 C2|C3 C2|D2", "KH : C2|D1")
    assert not met(match, "1E")
    turn(match, "AH : C1|C2")
    assert met(match, "1E")


def test_PR_GOAL_1F_three_railways_at_the_rim() -> None:
    match = round_of(scene(), "QH : A3|A4")
    assert goals.rim_rails(match.s, match.setting.b, 0) == 1
    laid(match, "H", "A2|A3", "A1|A2")
    assert goals.rim_rails(match.s, match.setting.b, 0) == 1
    laid(laid(match, "D", "D1^w"), "S", "D9^e")
    assert met(match, "1F")


def test_PR_GOAL_1G_four_ranges_along_a_side() -> None:
    match = scene()
    assert match.setting.b.n_ranges == 3
    laid(match, "H", "A4|B4")  # only touches a corner of m1
    assert goals.ranges_touched(match.s, match.setting.b, 0) == 0
    laid(match, "H", "A5|B4")
    assert goals.ranges_touched(match.s, match.setting.b, 0) == 1
    laid(match, "H", "D3|D4", "A6|B5")  # a tunnel counts, a second side of m1 does not
    assert goals.ranges_touched(match.s, match.setting.b, 0) == 2
    big = scene(sheet="desert-a")
    for k, (one, _) in enumerate(big.setting.board.ranges[:4]):
        assert met(big, "1G") is False
        big.s.edge[0][big.setting.board.grid.hex_edges[one][k]] = 1
    assert goals.ranges_touched(big.s, big.setting.b, 0) >= 4
    assert met(big, "1G")


def test_PR_GOAL_1H_five_ranches() -> None:
    assert met(give(scene(), RANCHES=5), "1H")
    assert not met(give(scene(), RANCHES=4), "1H")


@pytest.mark.parametrize(
    ("goal", "one", "two"), [("1I", ("A5|A6", "D3|D4"), "G8|G9"), ("1M", ("A7|B6", "B6|C6"), "E5|F4")]
)
def test_PR_GOAL_1I_and_PR_GOAL_1M_of_two_railways(goal: str, one: tuple[str, str], two: str) -> None:
    match = laid(scene(), "H", *one)
    assert not met(match, goal)
    laid(match, "D", two)
    assert met(match, goal)


def test_PR_GOAL_1J_a_building_of_two_railways_when_activated() -> None:
    match = laid(laid(scene(), "D", "E3|F2", "F2|F3"), "S", "F3|G4")
    turn(match, "QH :")
    assert met(match, "1J")
    late = laid(scene(), "D", "E3|F2", "F2|F3", "F3|G3")
    turn(late, "QH :")
    laid(late, "S", "E4|F3")
    turn(late, "KH :")
    assert not met(late, "1J")
    mine = laid(laid(scene(), "H", "A5|B5"), "S", "B5|C6")
    turn(mine, "QH :")
    assert not met(mine, "1J")  # a Mine is no Building


def test_PR_GOAL_1K_six_towns() -> None:
    match = scene(sheet="desert-a")
    for k in range(5):
        match.s.spot[0][match.setting.b.town[k]] = 1
    laid(match, "S")
    assert match.s.area[0][12] == 6
    assert not met(match, "1K")
    match.s.spot[0][match.setting.b.town[5]] = 1
    assert met(match, "1K")


def test_PR_GOAL_1L_three_towns_of_one_railway() -> None:
    match = round_of(scene(), "QH : C3|C4 C3|D3", "KH : B2|C3 C2|C3 C3|D2")
    assert goals.most_towns_of_one(match.s, match.setting.b, 0) == 1
    towns(match, "C5s", "C2n", rail="S")
    assert not met(match, "1L")
    towns(match, "C5s", "C2n", rail="H")
    assert met(match, "1L")


def test_PR_GOAL_1N_two_railways_in_one_town() -> None:
    match = round_of(scene(), "QH : C3|C4 C3|D3", "KH : B2|C3 C2|C3 C3|D2")
    assert not met(match, "1N")
    towns(match, "C3s", rail="D")
    assert met(match, "1N")


def test_PR_GOAL_1O_two_yards() -> None:
    assert met(give(scene(), YARDS=2), "1O")
    assert not met(give(scene(), YARDS=1), "1O")


@pytest.mark.parametrize(
    ("goal", "sheet", "beside", "terrain", "on_fx"),
    [("2A", "forest-a", "by_river", 11, 1), ("2B", "forest-b", "by_mountain", 10, 2)],  # t2 alone; t1 and t2
)
def test_PR_GOAL_2A_and_PR_GOAL_2B_three_towns_beside_a_terrain(
    goal: str, sheet: str, beside: str, terrain: int, on_fx: int
) -> None:
    match = towns(scene(), "C3s", "C5s", "C2n", "F6n")
    assert goals.towns_beside(match.s, match.setting.b, 0, terrain) == on_fx
    forest = scene(sheet=sheet)
    there = [k for k, town in enumerate(forest.setting.board.towns) if getattr(town, beside)]
    for k in there[:3]:
        assert not met(forest, goal)
        forest.s.spot[0][forest.setting.b.town[k]] = 1
    assert met(forest, goal)


@pytest.mark.parametrize(("counts", "then"), [((2, 2, 2), True), ((5, 2, 1), False)])
def test_PR_GOAL_2C_three_forts_with_two_sides(counts: tuple[int, ...], then: bool) -> None:
    match = scene(sheet="forest-a")
    forts = [h for h, t in enumerate(match.setting.board.terrain) if t.name == "FORT"]
    for h, count in zip(forts, counts, strict=False):
        for e in match.setting.board.grid.hex_edges[h][:count]:
            match.s.edge[0][e] = 1
    assert met(match, "2C") is then


def test_PR_GOAL_2D_six_captured_bandits() -> None:
    match = give(scene(sheet="fx-forest"), JAIL_FILL=3, ESCAPES=6)
    match.s.area[0][17] = 2
    assert not met(match, "2D")
    match.s.area[0][17] = 3
    assert met(match, "2D")


def test_PR_GOAL_2E_two_jails() -> None:
    assert met(give(scene(sheet="fx-forest"), JAILS=2), "2E")
    assert not met(give(scene(sheet="fx-forest"), JAILS=1), "2E")


def test_PR_GOAL_2F_all_railways_touch_a_mountain() -> None:
    match = round_of(scene(), "QH : A4|B4")
    assert goals.mountain_rails(match.s, match.setting.b, 0) == 1
    laid(laid(match, "D", "D2|E3"), "C", "F8|G8")
    assert not met(match, "2F")
    laid(match, "S", "F9|G9")
    assert met(match, "2F")
