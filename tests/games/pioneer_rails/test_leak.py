"""Nobody sees what a seat may not see: redealt worlds look the same, byte for byte."""

from __future__ import annotations

import json

from goldenspike.engine.random_numbers import seed_chance
from goldenspike.engine.stepped_match import SteppedMatch
from goldenspike.games.pioneer_rails.game import PIONEER_RAILS
from goldenspike.games.pioneer_rails.rules import information
from goldenspike.games.pioneer_rails.rules.state import COMMITTED, FACE_DOWN, OVER

from .scene import scene, steps, turn
from .test_setup_flow import play_on


def looks(match: SteppedMatch, seat: int | None) -> str:
    """Everything that leaves the table for a seat: view, legal steps, numbers, words, refusals."""
    seen = json.dumps(match.view(seat), sort_keys=True) + match.setting.text(match.s, seat)
    if seat is not None:
        out = [0] * 8192
        n = information.observe(match.s, match.setting.b, seat, out)
        rules = PIONEER_RAILS.rules
        refusals = [
            rules.refusal(match.s, match.setting.b, seat, action) for action in range(0, match.setting.b.n_actions, 7)
        ]
        seen += f"{out[:n]}{match.legal(seat)}{refusals}{match.setting.question(match.s, seat)}"
        seen += str(information.zombie(match.s, match.setting.b, seat))
    return seen


def redealt(match: SteppedMatch, seat: int, seed: int) -> SteppedMatch:
    other = match.copy()
    seed_chance(other.s, seed, 99)
    information.redeal(other.s, other.setting.b, seat)
    return other


def test_deck_order_is_dealt_anew() -> None:
    match = scene(sheet="desert-a", seats=3)
    decks = {tuple(redealt(match, 0, seed).s.deck) for seed in range(20)}
    assert len(decks) == 20
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(sorted(match.s.deck))}


def test_hand_cards_of_others_are_dealt_anew() -> None:
    match = scene(sheet="desert-a", seats=4, hand_card=True, jokers=True)
    worlds = [redealt(match, 1, seed).s for seed in range(40)]
    assert {world.own_card[1] for world in worlds} == {match.s.own_card[1]}
    assert len({world.own_card[0] for world in worlds}) > 8
    for world in worlds:
        cards = [*world.own_card[:4], *world.deck[: world.deck_size]]
        assert sorted(cards) == sorted([*match.s.own_card[:4], *match.s.deck[: match.s.deck_size]])
    last = play_on(match, 1, 5)
    other = redealt(last, 1, 3).s
    assert other.card[0] == other.own_card[0]


def test_face_down_goals_are_dealt_anew_from_their_decks() -> None:
    match = scene(sheet="desert-a", difficulty="legendary")
    worlds = [redealt(match, 0, seed).s for seed in range(60)]
    for world in worlds:
        assert world.goal_face[:3] == [FACE_DOWN] * 3
        assert sorted(match.setting.b.goal_deck[goal] for goal in world.goal[:3]) == [0, 1, 2]
        assert world.goal[3:] == match.s.goal[3:]
        assert len(set(world.goal)) == 7
    assert len({tuple(world.goal[:3]) for world in worlds}) > 10


def test_owners_to_come_are_dealt_anew() -> None:
    match = play_on(scene(sheet="desert-a", seats=2, owners=True), 2, 1)
    worlds = [redealt(match, 0, seed).s for seed in range(20)]
    assert all(world.owner_deck[:2] == match.s.owner_deck[:2] for world in worlds)
    assert len({tuple(world.owner_deck) for world in worlds}) == 20


def test_unfinished_and_committed_turns_of_others_stay_secret() -> None:
    match = scene("QD", "10S", "AC", seats=3, first_dealer="A")
    steps(match, "take QD")
    before = {seat: looks(match, seat) for seat in (0, 2, None)}
    steps(match, "use 10S", "B7|B8", seat="B")
    assert looks(match, 2) == before[2]
    assert looks(match, None) == before[None]
    match.play("B", "done")
    assert match.view("C")["sheets"][1]["tracks"] == []
    assert match.view("C")["waiting"] == ["A", "C"]
    world = redealt(match, 2, 5)
    assert world.s.stage[1] == COMMITTED
    assert world.s.drawn_count[1] > 0
    assert looks(world, 2) == looks(match, 2)
    assert match.setting.public(match.log[-1], revealed=False) == "B: turn ?"
    assert match.setting.public(match.log[0], revealed=False) == "A: take QD"
    match.play("A", "QD :")
    match.play("C", "AC :")
    assert match.view("C")["sheets"][1]["tracks"] == [("B7|B8", "S")]
    assert match.setting.public("B: 10S : B7|B8") == "B: 10S : B7|B8"


def test_at_the_end_a_redeal_changes_nothing_that_counts() -> None:
    match = scene(seats=1)
    while not match.over:
        turn(match, f"{match.view()['shown'][0]} :")
    assert match.s.phase == OVER
    world = redealt(match, 0, 4)
    assert looks(world, 0) == looks(match, 0)
    assert world.result == match.result
