"""Every option against its default."""

from __future__ import annotations

import pytest

from goldenspike.games.pioneer_rails.options import KEPT, RULINGS
from goldenspike.games.pioneer_rails.rules import poker
from goldenspike.games.pioneer_rails.rules import turn as rules
from goldenspike.games.pioneer_rails.rules.state import REMOVED, State

from .scene import allowed, area, at, clause, give, hand, laid, offer, owner, scene, steps, turn


def test_every_option_kept_is_part_of_header_and_state() -> None:
    base = scene().s.to_bytes()
    for option in KEPT:
        if option.name == "first_dealer":
            continue
        for choice in option.choices[1:] if option.name != "must_draw" else option.choices[:1]:
            match = scene(**{option.name: choice})
            assert match.header["options"][option.name] == choice
            assert match.s.to_bytes() != base, option.name


def test_border_edges_forbidden_closes_the_rim() -> None:
    assert allowed(scene("QH"), "QH : A3|A4 A4^nw")
    match = scene("QH", border_edges="forbidden")
    assert clause(match, "QH : A3|A4 A4^nw") == "PR-GEO-09"
    steps(match, "use QH", "A3|A4")
    assert not any("^" in word for word in match.legal("A"))


def test_saloon_choice_free_lets_the_player_choose_a_round() -> None:
    match = at(laid(scene("QD", saloon_choice="free"), "D", "E3|F2", "F2|F3"), 2, 1)
    steps(match, "use QD", "F3|G3", "done")
    assert match.legal("A") == ["saloon r2", "saloon r3", "saloon r4"]
    assert clause(match, "saloon r1") == "PR-SALOON-03"
    match.play("A", "saloon r4")
    assert area(match, "SALOON_MASK") == 0b1000


def test_town_same_turn_reopens_the_drawing() -> None:
    match = give(scene("QH", town_same_turn=True), SPENT=1)
    steps(match, "use QH", "C3|C4", "C3|D3", "done")
    assert match.legal("A") == ["done", "t"]
    steps(match, "t", "A3|A4")
    line = match.play("A", "done")
    assert line == "A: QH : C3|C4 C3|D3 ; !town@C3s & t : A3|A4 ; !ranch@A4"
    assert area(match, "SPENT") == 2
    off = give(scene("QH"), SPENT=1)
    steps(off, "use QH", "C3|C4", "C3|D3", "done")
    assert off.s.turn_no == 2


def test_town_same_turn_keeps_a_bandit_waiting_until_the_turn_ends() -> None:
    match = give(laid(scene("QH", sheet="fx-forest", town_same_turn=True), "H", "A4|B4", "A5|B4"), JAIL_MASK=1, SPENT=1)
    steps(match, "use QH", "C3|C4", "C3|D3", "A5|B5", "done", "t", "A6|B5", "done")
    assert area(match, "JAIL_FILL") == 1
    one = give(laid(scene("QH", sheet="fx-forest", town_same_turn=True), "H", "A4|B4", "A5|B4"), JAIL_MASK=1, SPENT=1)
    steps(one, "use QH", "C3|C4", "C3|D3", "A5|B5", "done", "done")
    assert area(one, "ESCAPES") == 1


@pytest.mark.parametrize(("values", "wild", "dead"), [("TJQK*", 5, 0), ("QQQQ*", 6, 6), ("QQAA*", 4, 2)])
def test_joker_value_dead_matches_nothing(values: str, wild: int, dead: int) -> None:
    for value, points in (("wild", wild), ("dead", dead)):
        match = hand(scene(jokers=True, joker_value=value), 1, values)
        assert poker.hand_points(match.s, match.setting.b, 0, 1) == points


def test_solo_beat_at_least_wins_with_the_target() -> None:
    for beat, won in (("strict", 0), ("at_least", 1)):
        match = scene(solo_beat=beat)
        match.s.goal_face[:3] = [REMOVED] * 3
        give(match, TOWNS=0, NUGGETS=60)
        assert rules.score(match.s, match.setting.b, [0] * 8) == won


def test_must_draw_free_allows_an_empty_turn() -> None:
    assert allowed(scene("QH"), "QH :")
    assert clause(scene("QH", must_draw="strict"), "QH :") == "PR-TRACK-13"


def test_bandit_retry_allows_a_later_capture() -> None:
    match = give(laid(scene(sheet="fx-forest", bandit_retry="allowed"), "H", "A4|B4", "A5|B4"), JAIL_MASK=1)
    turn(match, "QH : A5|B5")
    assert area(match, "ESCAPES") == 1
    offer(match, "KH")
    before = match.s.to_bytes()
    steps(match, "use KH", "A6|B5", "B5|B6")
    match.drop("A")
    assert match.s.to_bytes() == before
    single = match.copy()
    turn(single, "KH : A6|B5")  # one new side beside an old one is no capture
    assert (area(single, "JAIL_FILL"), area(single, "ESCAPES")) == (0, 1)
    turn(match, "KH : A6|B5 B5|B6")
    assert (area(match, "JAIL_FILL"), area(match, "ESCAPES")) == (1, 1)
    assert match.view()["sheets"][0]["crossed"]["B5"] == "captured"


def test_owner_any_station_reassign_lends_one_track() -> None:
    match = owner(scene("QD", owners=True, owner_any_station="reassign_one"), 3)
    assert allowed(match, "QD o03=S : D1|D2 B7|B8 D1|E1")
    assert clause(match, "QD o03=S : B7|B8 B8|C9") == "PR-OWNER-03"
    assert clause(match, "QD o03=D : D1|D2") == "PR-OWNER-03"
    turn(match, "QD o03=S : D1|D2 B7|B8 D1|E1")
    assert sorted(rail for _, rail in match.view()["sheets"][0]["tracks"]) == ["D", "D", "S"]


def test_hash_covers_every_option_that_the_state_keeps() -> None:
    assert {option.name for option in KEPT} <= set(State.fields)


def test_the_header_and_the_board_have_every_other_option() -> None:
    base = scene().setting.b.to_bytes()
    for option in RULINGS:
        for choice in option.choices:
            match = scene(**{option.name: choice})
            assert match.header["options"][option.name] == choice
            assert (match.setting.b.to_bytes() == base) == (choice == option.default)
