"""What the president of Santa Fe looks at: the same numbers in every form, and the right ones."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import goldenspike as gs
from goldenspike.bots import Budget, bot, imagine
from goldenspike.bots.ismcts import ACTOR
from goldenspike.bots.search import SearchMemory, parameters_for
from goldenspike.bots.value_search import ValueSearch
from goldenspike.bots.value_tree import FIRST_WORLDS, KNOWN, WORLDS_MOST
from goldenspike.engine.search import LEARNED
from goldenspike.games.santa_fe.bot import seat_features as features
from goldenspike.games.santa_fe.rules.state import BOOM, CITY_PLAY, TLT1, TLT2

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")


def settled_positions(name: str, seats: int, **options: Any) -> list[gs.Match]:
    """A game between beginners, position by position, wherever nothing is under way."""
    match = gs.new(name, seats=seats, seed=seats, **options)
    players = [bot("brakeman", seat) for seat in range(seats)]
    found = []
    while not match.over:
        if match.game.plain().settled(match.s):
            found.append(match.copy())
        seat = match.actors[0]
        players[seat].act(match, seat)
    return found


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [("santa-fe-rails", 2, {}), ("santa-fe-rails", 5, {"terrain": True}), ("santa-fe", 3, {"track_purchase": True})],
)
def test_compiled_and_interpreted_features_are_the_same(name: str, seats: int, options: dict[str, Any]) -> None:
    game = gs.game(name)
    search, memory = ValueSearch(game, nodes=8), SearchMemory(game, 8)
    learned = search.value.for_seats(seats)
    positions = settled_positions(name, seats, **options)
    assert len(positions) > 6
    for match in positions:
        out = [0] * game.most_legal
        rows = game.plain().features(match.s, match.setting.b, out)
        assert rows == (3 if name == "santa-fe-rails" and seats == 2 else seats)
        memory.begin(match.s, 0, random.Random(0))
        boards = type(match.setting.b).array([match.setting.b])
        search.code.learned_values(
            memory.root, 0, boards, 0, memory.out, learned.knots, learned.weights, memory.ahead, 1
        )
        count = rows * len(game.features)
        assert memory.out[:count].tolist() == out[:count]
        x = np.array(out[:count]).reshape(rows, -1)
        left = np.interp(x[0, 0], learned.knots, np.arange(len(learned.knots)))
        k = min(int(left), len(learned.knots) - 2)
        weights = learned.weights[k] + (left - k) * (learned.weights[k + 1] - learned.weights[k])
        assert np.allclose(memory.ahead[:rows], x @ weights)


def test_features_count_what_their_names_say() -> None:
    match = settled_positions("santa-fe-rails", 4)[-1]
    s, b, out = match.s, match.setting.b, [0] * match.game.most_legal
    assert len(features.NAMES) == features.ROW
    features.features(s, b, out)
    points = [0] * 8
    match.game.plain().score(s, b, points)
    for seat in range(4):
        row = out[seat * features.ROW : (seat + 1) * features.ROW]
        assert row[features.MONEY] == s.money[seat]
        assert row[features.MONEY] + row[features.TABLE_NOW] == points[seat]
        assert row[features.HELD] == s.held[seat]
        hand = row[features.HAND_BEST : features.HAND_BEST + 3]
        assert hand == sorted(hand, reverse=True)
        assert row[features.PLACE] == (seat - s.first) % 4
        assert row[features.IS_FIRST] == (seat == s.first)
    # A city nobody can reach any more has no railroads near it.
    for rail in range(9):
        s.supply[rail] = 0
    features.features(s, b, out)
    for seat in range(4):
        at = seat * features.ROW + features.TABLE_NEAR
        assert out[at : at + features.GROUPS] == [0] * features.GROUPS
        assert out[seat * features.ROW + features.LEFT] == 0


def test_what_is_still_to_do_in_a_round_is_counted() -> None:
    """Pieces by the card that brings them, and the bonus that waits: as much as the best piece really brings."""
    match = gs.new("santa-fe-rails", seats=4, seed=11)
    rules, b, out = match.game.plain(), match.setting.b, [0] * match.game.most_legal
    players = [bot("brakeman", seat) for seat in range(4)]
    bonuses, by_card = set(), set()
    while not match.over:
        s, actor = match.s, match.actors[0]
        features.features(s, b, out)
        rows = [out[seat * features.ROW : (seat + 1) * features.ROW] for seat in range(4)]
        laying = s.phase in (TLT1, TLT2)
        for seat, row in enumerate(rows):
            cards = s.held[seat] + s.doubles[seat] + s.booms[seat] + s.triples[seat] + s.fours[seat]
            assert row[features.TO_DRAW] == 4 - cards - (s.branch[seat] >= 0)
            to_lay = row[features.TO_LAY : features.TO_LAY + 4]
            assert sum(count > 0 for count in to_lay) <= 1
            if not laying and s.phase != BOOM:
                assert to_lay == [0] * 4
            by_card.update(card for card in range(4) if to_lay[card])
        if laying:
            place = {seat: (seat - s.first) % 4 for seat in range(4)}
            for seat in range(4):
                if s.card[seat] == CITY_PLAY:
                    turns = (2 if s.phase == TLT1 else 1) - (place[seat] < s.turn)
                    assert rows[seat][features.TO_LAY] == turns - (s.laid_now if seat == actor else 0)
            assert all(rows[seat][features.BONUS_NEXT] == 0 for seat in range(4) if seat != actor)
            if s.active_branch[actor] < 0:
                gains = [0]
                for action in match.numbers(actor):
                    if action >= b.lay_base:
                        after = s.copy()
                        rules.apply(after, b, actor, action)
                        gains.append(after.money[actor] - s.money[actor])
                assert rows[actor][features.BONUS_NEXT] == max(gains)
                bonuses.add(max(gains))
        players[actor].act(match, actor)
    assert by_card >= {0, 1}
    assert bonuses >= {0, 2, 4}


def test_every_opening_meets_the_same_worlds() -> None:
    """Worlds are judged once, whoever meets them; what an action is worth is measured by them, and stays a chance."""
    match = gs.new("santa-fe-rails", seats=4, seed=5)
    players = [bot("fireman", seat) for seat in range(4)]
    for _ in range(60):
        players[match.actors[0]].act(match, match.actors[0])
    seat = match.actors[0]
    world, search = imagine(match, seat, random.Random(1)), ValueSearch(match.game)
    usual = parameters_for(match.game, LEARNED)
    first, again = (search.search(world, Budget(iterations=300), usual, random.Random(2)) for _ in range(2))
    assert first.actions == again.actions
    memory = search._idle[0]
    most = max(one.visits for one in first.actions)
    assert memory.nodes[0][KNOWN] == max(most, FIRST_WORLDS)
    assert np.allclose(memory.bases[WORLDS_MOST][:4], memory.bases[:FIRST_WORLDS, :4].mean(axis=0))
    assert memory.bases[:most, seat].std() > 0
    # Tried in other worlds each time, an action is worth about the same.
    apart = search.search(world, Budget(iterations=300), replace(usual, paired=False), random.Random(2))
    known = {one.action: one.value for one in first.actions if one.visits > 20}
    compared = [abs(one.value - known[one.action]) for one in apart.actions if one.visits > 20 and one.action in known]
    assert compared
    assert max(compared) < 0.06


def test_a_card_laid_face_down_is_answered_by_nobody() -> None:
    """In the Play step every seat has choices of its own at the root, also one that has chosen already."""
    match = gs.new("santa-fe-rails", seats=3, seed=2)
    for seat in (0, 1):
        match.act(seat, match.numbers(seat)[0])
    assert match.actors == (2,)
    assert not match.game.plain().settled(match.s)
    world = imagine(match, 2, random.Random(1))
    search = ValueSearch(match.game)
    found = search.search(world, Budget(iterations=60), parameters_for(match.game, LEARNED), random.Random(2))
    memory = search._idle[0]
    assert {int(memory.nodes[child][ACTOR]) for child in memory.children(0)} == {0, 1, 2}
    assert {value.action for value in found.actions} <= set(match.numbers(2))
    assert sum(value.visits for value in found.actions) == 60
    s = world.s.copy()
    match.game.plain().reopen(s, match.setting.b, 2)
    assert list(s.committed[:3]) == [0, 0, 0]
    assert match.game.plain().settled(s)
