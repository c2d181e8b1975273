"""Where the printed rules leave something open: every ruling and its alternative."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.board.numbers import EAST, NORTH, SOUTH, WEST
from goldenspike.games.pioneer_rails.options import RULINGS
from goldenspike.games.pioneer_rails.rules import goals, poker, turn
from goldenspike.games.pioneer_rails.rules.deck import is_joker
from goldenspike.games.pioneer_rails.rules.information import zombie
from goldenspike.games.pioneer_rails.rules.scoring import sheet_points
from goldenspike.games.pioneer_rails.rules.state import (
    BLACK_JOKER,
    NAMING,
    NONE,
    OWNER_BANK,
    OWNER_GOAL,
    RED_JOKER,
    TRACK,
)

from .scene import allowed, area, clause, give, goal, hand, hex_of, is_crossed, laid, offer, owner, scene, steps
from .scene import turn as play_turn
from .test_leak import looks, redealt
from .test_setup_flow import play_on


def reread(match: SteppedMatch) -> SteppedMatch:
    """The match that the words of the position lead to."""
    again = gs.from_position("pioneer-rails", match.position())
    assert isinstance(again, SteppedMatch)
    return again


# ---------------------------------------------------------------- alone
def decks(match: SteppedMatch) -> tuple[int, ...]:
    return tuple(match.setting.b.goal_deck[number] for number in match.s.goal[:3])


def test_PR_SOLO_06_face_down_goals_lie_in_random_order() -> None:
    orders = {decks(scene(sheet="desert-a", seed=seed, solo_goal_order="random")) for seed in range(80)}
    assert orders == set(permutations(range(3)))
    assert {decks(scene(sheet="desert-a", seed=seed, solo_goal_order="by_deck")) for seed in range(20)} == {(0, 1, 2)}


@pytest.mark.parametrize("order", ["random", "by_deck"])
def test_PR_SOLO_06_nothing_tells_the_deck_of_a_face_down_goal(order: str) -> None:
    match = scene(sheet="forest-a", difficulty="easy", solo_goal_order=order)
    for entry in match.view("A")["goals"][:3]:
        assert entry == {"id": None, "face": "face down"}
    swapped = match.copy()
    swapped.s.goal[:3] = [match.s.goal[2], match.s.goal[0], match.s.goal[1]]
    for seat in (0, None):
        assert looks(swapped, seat) == looks(match, seat)
    assert "sheriff" not in match.setting.text(match.s, 0).lower()


def test_PR_SOLO_06_redealt_goals_keep_what_is_known() -> None:
    match = play_on(scene(sheet="desert-a", solo_goal_order="random", difficulty="hard"), 2, 1)
    known = match.s.goal[0]
    worlds = [redealt(match, 0, seed) for seed in range(80)]
    assert {world.s.goal[0] for world in worlds} == {known}
    rest = {0, 1, 2} - {match.setting.b.goal_deck[known]}
    assert {decks(world)[1:] for world in worlds} == set(permutations(rest))
    for world in worlds:
        assert world.s.goal_face == match.s.goal_face
        assert len(set(world.s.goal) - {NONE}) == 6
    swapped = match.copy()
    swapped.s.goal[1], swapped.s.goal[2] = match.s.goal[2], match.s.goal[1]
    assert redealt(swapped, 0, 7).s.to_bytes() == redealt(match, 0, 7).s.to_bytes()


def test_PR_COMBO_09_owner_10_alone() -> None:
    for ruling, number in (("removed", 9), ("plus5", 10)):
        match = scene(owners=True, solo_owner10=ruling)
        assert turn.owner_count(match.s, match.setting.b) == number
        assert (OWNER_GOAL in match.s.owner_deck) == (ruling == "plus5")
    match = give(goal(owner(scene("QH", owners=True, solo_owner10="plus5"), 10), "1E", "1F", "1O"), FORTS=1, YARDS=2)
    before = sheet_points(match.s, match.setting.b, 0)
    play_turn(match, "QH :")
    assert sheet_points(match.s, match.setting.b, 0) == before + 10
    assert match.view()["sheets"][0]["score"]["goals"] == 10
    again = reread(match)
    assert again.s.star[0] == match.s.star[0]


# ---------------------------------------------------------------- owner 04
def fort(*words: str, **options: object) -> SteppedMatch:
    """Owner 04, and a line that leads to the Fort C2."""
    match = scene(*words, must_draw="strict", owners=True, **options)  # type: ignore[arg-type]
    return laid(owner(match, 4), "H", "B2|C3")


def test_PR_OWNER_04_the_track_is_due() -> None:
    match = fort("QH", owner_fort_track="due")
    steps(match, "use QH", "C2|C3", "A3|A4", "C3|C4")
    assert clause(match, "done") == "PR-OWNER-04"
    assert "done" not in match.legal("A")
    action = zombie(match.s, match.setting.b, 0)
    assert action >= TRACK
    steps(match, "C2|D2", "done")
    assert match.s.turn_no == 2
    assert clause(fort("QH", owner_fort_track="due"), "QH : C2|C3 A3|A4") == "PR-TRACK-13"


def test_PR_OWNER_04_the_track_is_due_once_per_turn_and_never_with_must_draw_free() -> None:
    match = fort("QH", owner_fort_track="due")
    assert clause(match, "QH : C2|C3 C2|D2 A3|A4") == "PR-OWNER-04"
    assert allowed(match, "QH : C2|C3 C2|D2 A3|A4 C3|C4")
    assert clause(match, "QH : C2|C3 C2|D2 A3|A4 C3|C4 C4|D3") == "PR-TRACK-02"
    free = laid(owner(scene("QH", owners=True, owner_fort_track="due"), 4), "H", "B2|C3")
    assert allowed(free, "QH : C2|C3")


def test_PR_OWNER_04_optional_as_it_was_in_the_first_version() -> None:
    match = fort("QH", owner_fort_track="optional")
    assert allowed(match, "QH : C2|C3 A3|A4 C3|C4")
    assert allowed(match, "QH : C2|C3 A3|A4 C3|C4 C2|D2")


def test_PR_OWNER_04_a_fort_that_is_crossed_out_counts() -> None:
    match = give(fort("QH", owner_fort_track="due"), FORTS=1)
    match.s.mark[0][hex_of(match, "C2")] = 1
    assert is_crossed(match, "C2")
    assert clause(match, "QH : C2|C3 A3|A4 C3|C4") == "PR-OWNER-04"
    assert allowed(match, "QH : C2|C3 A3|A4 C3|C4 C4|D3")


def test_PR_OWNER_04_one_track_for_each_fort() -> None:
    options = {"owners": True, "sheet": "fx-forest", "must_draw": "strict"}
    for ruling, most in (("per_turn", 4), ("per_fort", 5)):
        match = owner(scene("QH", owner_fort_bonus=ruling, owner_fort_track="due", **options), 4)  # type: ignore[arg-type]
        steps(match, "use QH", "B2|C3", "C2|C3", "A3|A4", "C3|C4")  # along the Forts B2 and C2
        assert ("done" in match.legal("A")) == (most == 4)
        if most == 5:
            assert clause(match, "done") == "PR-OWNER-04"
            match.play("A", "A4|B4")
        assert clause(match, "C4|D3") == "PR-TRACK-02"


# ---------------------------------------------------------------- other owners
def test_PR_FEAT_06_owner_retroactive() -> None:
    for retroactive in (True, False):
        match = laid(scene(owners=True, owner_retroactive=retroactive), "D", "E3|F2", "F2|F3")
        play_turn(owner(match, 2), "QS : B7|B8")
        assert is_crossed(match, "F3") is retroactive
    match = laid(scene(owners=True, owner_retroactive=False), "D", "E3|F2")
    play_turn(owner(match, 2), "QD : F2|F3")
    assert is_crossed(match, "F3")


def test_PR_COMBO_06_owner_05_on_forest() -> None:
    for ruling, points in (("total", 14), ("base", 11)):
        match = hand(owner(scene(sheet="fx-forest", owners=True, owner_double_forest=ruling), 5), 1, "QQAAA")
        give(match, SALOON_MASK=1 << 4)
        assert poker.hand_points(match.s, match.setting.b, 0, 1) == points


def test_PR_COMBO_07_dead_owners_are_left_out() -> None:
    for sheet, skip, number in (("fx-forest", True, 9), ("fx-forest", False, 10), ("fx", True, 10)):
        match = scene(sheet=sheet, seats=2, owners=True, owners_skip_dead=skip)
        assert turn.owner_count(match.s, match.setting.b) == number
        assert (OWNER_BANK in match.s.owner_deck) == (number == 10)
        again = reread(match) if sheet == "fx" else match
        assert again.s.owner_deck == match.s.owner_deck


# ---------------------------------------------------------------- Jokers in the hand
def holders(match: SteppedMatch) -> list[int]:
    return [seat for seat in range(match.s.seats) if is_joker(match.s.own_card[seat])]


def test_PR_COMBO_01_a_hand_card_may_be_a_joker_with_the_option() -> None:
    found = dict.fromkeys(("excluded", "included"), 0)
    for ruling in found:
        for seed in range(40):
            match = scene(sheet="desert-a", seats=4, seed=seed, hand_card=True, jokers=True, joker_hand_deal=ruling)
            s = match.s
            turned = [card for card in range(22) if s.seen >> card & 1]
            assert sorted([*s.own_card[:4], *s.deck[: s.deck_size], *turned]) == list(range(22))
            found[ruling] += len(holders(match))
    assert found["excluded"] == 0
    assert found["included"] > 5


def with_joker(seed: int = 0, **options: object) -> SteppedMatch:
    """A game of two in which A is dealt a Joker."""
    while True:
        match = scene(seats=2, seed=seed, hand_card=True, jokers=True, joker_hand_deal="included", **options)  # type: ignore[arg-type]
        if holders(match) == [0]:
            return match
        seed += 1


def test_PR_COMBO_01_it_is_played_in_the_fifth_turn_and_counts_as_the_one_of_the_game() -> None:
    match = with_joker(first_dealer="A")
    other = "*HD" if match.s.own_card[0] == BLACK_JOKER else "*SC"
    offer(match, other)
    assert clause(match, f"take {other}") == "PR-JOKER-06"
    again = reread(match)
    assert again.s.own_card == match.s.own_card
    play_on(match, 1, 5)
    assert match.s.stage[0] == NAMING
    assert match.legal("A") == (["> S", "> C"] if match.s.own_card[0] == BLACK_JOKER else ["> H", "> D"])
    play_on(match, 2, 1)
    assert match.s.joker_used[0] == 1


def test_PR_COMBO_01_whoever_used_a_joker_is_dealt_another_card() -> None:
    dealt = [0, 0]
    for seed in range(30):
        match = scene(sheet="fx", seats=2, seed=seed, hand_card=True, jokers=True, joker_hand_deal="included")
        match.s.joker_used[0] = 1
        play_on(match, 2, 1)
        for seat in holders(match):
            dealt[seat] += 1
        for seat in (0, 1):
            for world in (redealt(match, seat, k) for k in range(3)):
                assert 0 not in holders(world)
    assert dealt[0] == 0
    assert dealt[1] > 0


def test_PR_COMBO_01_a_joker_in_a_foreign_hand_is_dealt_anew() -> None:
    match = with_joker()
    worlds = [redealt(match, 1, seed) for seed in range(60)]
    assert {bool(holders(world)) for world in worlds} == {True, False}
    for world in worlds:
        cards = [*world.s.own_card[:2], *world.s.deck[: world.s.deck_size]]
        assert sorted(cards) == sorted([*match.s.own_card[:2], *match.s.deck[: match.s.deck_size]])
    assert {BLACK_JOKER, RED_JOKER} >= {match.s.own_card[0]}


# ---------------------------------------------------------------- the map
def test_PR_TRACK_10_two_lines_of_one_railway_at_a_town() -> None:
    for ruling in ("allowed", "forbidden"):
        match = laid(scene("QH", same_railway_at_town=ruling), "H", "C3|C4", "C3|D3", "B2|C3", "C2|C3")
        if ruling == "allowed":
            assert allowed(match, "QH : C3|D2")
        else:
            assert clause(match, "QH : C3|D2") == "PR-TRACK-10"
            match.play("A", "use QH")
            assert "C3|D2" not in match.legal("A")


def test_PR_TRACK_06_open_stations() -> None:
    way = ("D1|D2", "C2|D2", "C2|C3")
    closed = laid(scene("QD"), "D", *way)
    assert clause(closed, "QD : B2|C3") == "PR-TRACK-06"
    match = laid(scene("QD", station_rim="open"), "D", *way)
    assert allowed(match, "QD : B2|C3 B3|C3")  # to the corner of H, and along its side
    assert clause(laid(scene("QH", station_rim="open"), "H", "A3|A4"), "QH : B3|C3") == "PR-TRACK-06"
    play_turn(match, "QD : B2|C3 B3|C3")
    again = reread(match)
    assert again.s.spot[0] == match.s.spot[0]
    offer(match, "QH")
    assert clause(match, "QH : B2|B3") == "PR-TRACK-06"
    assert clause(match, "QH : A3|B2 B2|C3") == "PR-TRACK-11"
    assert clause(match, "QH : C3|C4") == "PR-TRACK-05"  # the line of D has passed this corner
    assert allowed(match, "QH : A3|B2 A3|A4")


# ---------------------------------------------------------------- players
@pytest.mark.parametrize(("seats", "threshold", "dealer"), [(3, 3, False), (4, 5, True), (6, 7, True), (2, 2, False)])
def test_PR_MANY_04_from_how_many_players_on(seats: int, threshold: int, dealer: bool) -> None:
    match = scene(sheet="desert-a", seats=seats, many_threshold=threshold, first_dealer="A")
    assert len(match.view()["shown"]) == (3 if dealer else 2)
    assert match.actors == ((0,) if dealer else tuple(range(seats)))
    missing = next(c for c in ("QH", "QS", "QD", "QC", "KH", "KS") if c not in match.view()["gone"])
    assert clause(match, f"{'take' if dealer else 'use'} {missing}") == ("PR-FLOW-03" if dealer else "PR-MANY-04")
    again = reread(match)
    assert again.s.to_bytes() == match.s.to_bytes()
    play_on(match, 2, 1)


# ---------------------------------------------------------------- goals
def test_PR_GOAL_1J_buildings_at_any_time() -> None:
    for ruling, met in (("at_completion", 0), ("any_time", 1)):
        match = laid(scene("QD", goal_building_when=ruling), "D", "E3|F2")
        play_turn(match, "QD : F2|F3 F3|G3")
        assert is_crossed(match, "F3")
        laid(match, "C", "F3|G4")
        assert goals.shared_building(match.s, match.setting.b, 0) == met
        assert area(match, "MIXED") == 0


def test_PR_GOAL_1F_two_sides_of_the_map() -> None:
    match = scene(goal_edge_touch="distinct_sides")
    b, s = match.setting.b, match.s
    north = [v for v in range(b.n_vertices) if b.rim_side[v] == NORTH]
    south = [v for v in range(b.n_vertices) if b.rim_side[v] == SOUTH]
    assert {b.rim_side[v] for v in range(b.n_vertices) if b.rim[v]} == {NORTH, EAST, SOUTH, WEST}
    assert not any(b.rim_side[v] for v in range(b.n_vertices) if not b.rim[v])
    for rail in range(3):
        s.spot[0][north[2 * rail]] = 4 + rail
    assert goals.rim_rails(s, b, 0) == 2
    s.spot[0][south[0]] = 4
    assert goals.rim_rails(s, b, 0) == 3
    usual = scene(goal_edge_touch="vertex")
    usual.s.spot[0] = [*s.spot[0]]
    usual.s.spot[0][south[0]] = 0
    assert goals.rim_rails(usual.s, usual.setting.b, 0) == 3


def test_PR_GOAL_2F_along_a_mountain() -> None:
    for ruling, count in (("touch", 1), ("along", 0)):
        match = laid(scene(sheet="fx-forest", goal_mountain_2f=ruling), "H", "A4|B4")
        assert goals.mountain_rails(match.s, match.setting.b, 0) == count
        laid(match, "H", "A5|B4")
        assert goals.mountain_rails(match.s, match.setting.b, 0) == 1


def test_every_ruling_has_a_test_here() -> None:
    text = Path(__file__).read_text("utf-8")
    assert [option.name for option in RULINGS if option.name not in text] == []
