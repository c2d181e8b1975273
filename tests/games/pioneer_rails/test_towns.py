"""Towns and their benefits (PR-TOWN, PR-BENEFIT)."""

from __future__ import annotations

import pytest

from goldenspike.games.pioneer_rails.board import load
from goldenspike.games.pioneer_rails.rules import scoring
from goldenspike.games.pioneer_rails.rules.track import allowance, town_permits

from .scene import allowed, area, at, clause, give, laid, offer, round_of, scene, steps, turn, vertex_of

RIVER_BANK = ("A4|B4", "A5|B4", "A5|B5", "A6|B5", "A6|B6")


def test_PR_TOWN_01_the_first_railway_circles_a_symbol() -> None:
    match = round_of(scene(), "QH : C3|C4 C3|D3")
    assert area(match, "TOWNS") == 2


def test_PR_TOWN_02_later_arrivals_circle_nothing() -> None:
    match = round_of(scene(), "QH : C3|C4 C3|D3", "QD : D1|D2 C2|D2 C3|D2")
    assert area(match, "TOWNS") == 2
    assert match.s.spot[0][vertex_of(match, "C3s")] == 0b0110


def test_PR_TOWN_03_every_circled_symbol_scores() -> None:
    match = scene()
    for town in range(4):
        match.s.spot[0][match.setting.b.town[town]] = 1
    laid(match, "S")
    give(match, SPENT=3)
    assert scoring.town_points(match.s, match.setting.b, 0) == 5


def test_PR_TOWN_04_as_many_symbols_as_towns_and_one_more() -> None:
    for name in load.BUILT_IN:
        sheet = load.load(name)
        assert sheet.rows.towns == len(sheet.towns) + 1
    short = load.document("desert-a")
    short["score_rows"]["towns"] -= 1
    with pytest.raises(load.BadSheet):
        load.load(short)


def test_PR_BENEFIT_01_any_number_of_symbols() -> None:
    match = give(scene("QH"), TOWNS=3)
    steps(match, "use QH", "t", "t", "t")
    assert clause(match, "t") == "PR-BENEFIT-01"


def test_PR_BENEFIT_02_a_track_and_a_permission_each() -> None:
    match = give(scene("QH"), TOWNS=3)
    steps(match, "use QH", "t", "t")
    assert allowance(match.s, match.setting.b, 0) == 5
    assert town_permits(match.s, 0) == 2
    three = give(scene("QH"), TOWNS=3)
    assert clause(three, "QH t=shortcut t=shortcut : /A3*n-s /C3*n-s /B4*ne-sw") == "PR-BENEFIT-09"


def test_PR_BENEFIT_03_the_benefit_may_be_left_unused() -> None:
    assert allowed(scene("QH"), "QH t : A3|A4 C3|C4 B2|C3 A3|B2")


def test_PR_BENEFIT_04_the_bonus_track_may_be_left_undrawn() -> None:
    match = scene("QH", must_draw="strict")
    turn(match, "QH > S t=suit : B7|B8 B8|C9 C9|D8")
    assert area(match, "SPENT") == 1


@pytest.mark.parametrize("place", range(4))
def test_PR_BENEFIT_05_a_special_on_any_track_of_the_turn(place: int) -> None:
    match = laid(scene("QH"), "H", *RIVER_BANK)
    tracks = ["A3|A4", "C3|C4", "B2|C3"]
    tracks.insert(place, "=A7|B6")
    assert allowed(match, f"QH t=bridge : {' '.join(tracks)}")


def test_PR_BENEFIT_06_a_fork_over_water_needs_two_towns() -> None:
    # a line that runs along the bank past the bridge
    match = give(laid(scene("QH"), "H", *RIVER_BANK, "A6|A7"), TOWNS=2)
    assert clause(match, "QH t=bridge : =A7|B6") == "PR-TRACK-12"
    assert clause(match, "QH t=switch : A7|B6") == "PR-TRACK-12"
    assert clause(match, "QH t=switch t=switch : A7|B6") == "PR-BENEFIT-07"
    turn(match, "QH t=switch t=bridge : +=A7|B6")
    assert area(match, "SPENT") == 2


def test_PR_BENEFIT_07_one_bridge_per_town() -> None:
    match = laid(laid(scene("QH"), "H", *RIVER_BANK), "H", "C4|D4", "C5|C6")
    assert allowed(match, "QH t=bridge : =A7|B6")
    assert clause(match, "QH t=bridge : =A7|B6 =C6|D5") == "PR-BENEFIT-07"
    assert allowed(match, "QH t=bridge : =C6|D5")


def test_PR_BENEFIT_08_a_tunnel_under_a_range() -> None:
    match = scene("QH")
    assert clause(match, "QH : C3|C4 C4|D3 D3|D4") == "PR-BENEFIT-08"
    turn(match, "QH t=tunnel : C3|C4 C4|D3 #D3|D4")
    assert match.s.spot[0][vertex_of(match, "E4n")] == 4 + 1


def test_PR_BENEFIT_09_a_shortcut_across_a_blank_hex() -> None:
    match = give(scene("QH"), TOWNS=3)
    assert clause(match, "QH : A3*n-s") == "PR-BENEFIT-09"
    assert allowed(match, "QH t=shortcut : /A3*n-s")
    turn(match, "QH t=shortcut : /A3*n-s")
    give(laid(match, "H", "A2|B2"), TOWNS=3)
    offer(match, "KH")
    assert clause(match, "KH t=shortcut : /A3*ne-sw") == "PR-BENEFIT-09"
    assert clause(match, "KH t=shortcut : /C2*n-s") == "PR-BENEFIT-09"
    assert match.s.mark[0][match.setting.board.grid.hex("A3")] != 0
    assert all(match.s.edge[0][e] == 0 for e in match.setting.board.grid.hex_edges[match.setting.board.grid.hex("C3")])


def test_PR_BENEFIT_10_a_line_may_begin_with_a_shortcut() -> None:
    match = round_of(scene(), "QH t=shortcut : /C3*n-s")
    assert match.view()["sheets"][0]["reached"] == {"C3s": ["H"]}
    offer(match, "KH")
    assert clause(match, "KH : B2|C3") == "PR-TRACK-05"


def test_PR_BENEFIT_11_a_switch_branches_a_line() -> None:
    match = round_of(scene(), "QH : C3|C4 C4|D3")
    offer(match, "KH")
    assert clause(match, "KH : C3|D3") == "PR-TRACK-12"
    turn(match, "KH t=switch : +C3|D3")
    assert match.view()["sheets"][0]["reached"] == {"C3s": ["H"]}


def test_PR_BENEFIT_12_a_branch_is_no_seventh_line() -> None:
    match = round_of(scene(), "QH : A3|A4 A4|B4 B4|C4", "KH : C3|C4 B2|C3 A3|B2", "AH : C4|D3")
    offer(match, "JH")
    assert allowed(match, "JH t=switch : +C3|D3")


def test_PR_BENEFIT_13_suit_moves_all_tracks() -> None:
    match = scene("QD")
    assert clause(match, "QD > S t=suit : D1|D2") == "PR-TRACK-01"
    assert clause(match, "QD > D t=suit : D1|D2") == "PR-BENEFIT-13"
    turn(match, "QD > S t=suit : B7|B8 B8|C9 C9|D8 D7|D8")
    assert match.s.hand[0][0] == 2
    assert {rail for _, rail in match.view()["sheets"][0]["tracks"]} == {"S"}


def test_PR_BENEFIT_14_suit_comes_first_and_once() -> None:
    match = give(scene("QD"), TOWNS=3)
    steps(match, "use QD", "D1|D2")
    assert clause(match, "t=suit > S") == "PR-BENEFIT-14"
    match.drop("A")
    steps(match, "use QD", "t=suit > S")
    assert clause(match, "t=suit > H") == "PR-BENEFIT-14"


def test_PR_BENEFIT_15_a_new_symbol_waits_for_the_next_turn() -> None:
    match = give(scene("QH"), SPENT=1)
    steps(match, "use QH", "C3|C4", "C3|D3")
    assert clause(match, "t") == "PR-BENEFIT-15"
    match.play("A", "done")
    offer(match, "KH")
    steps(match, "use KH")
    assert allowed(match, "t")


def test_PR_BENEFIT_16_symbols_may_be_spent_to_the_end() -> None:
    match = at(scene(), 4, 5)
    turn(match, "QH t : A3|A4 C3|C4 B2|C3 A3|B2")
    assert match.over
    assert area(match, "SPENT") == 1
    assert scoring.town_points(match.s, match.setting.b, 0) == 1
