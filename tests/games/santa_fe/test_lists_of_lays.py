"""Lists of lays agree with the short cuts that only ask whether there is one, and nobody is asked who can only pass."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from goldenspike.games.santa_fe.rules.state import MAJORS, MOUNTAIN, PASS, TLT1, TLT2, State

from . import many_settings

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")


def test_there_is_a_piece_to_lay_exactly_where_one_is_listed() -> None:
    """Major or Short, free or bought, with money or without any, also where everything is mountains."""
    dice = random.Random(9)
    found = set()
    for number, setting in enumerate(many_settings.settings(120, 9)):
        plain, b, s, buffer = setting.game.plain(), setting.b, State(), [0] * 4096
        plain.start(s, b, setting.seats, number, 6)
        hills = b.copy()
        for line in range(b.n_lines):
            hills.line_terrain[line] = MOUNTAIN
            for piece in range(b.length[line]):
                hills.terrain[line][piece] = MOUNTAIN
        while waiting := plain.actors(s):
            seat = dice.choice([seat for seat in range(setting.seats) if waiting >> seat & 1])
            n = plain.legal(s, b, seat, buffer)
            action = buffer[dice.randrange(n)]
            if s.phase in {TLT1, TLT2} and dice.random() < 0.1:
                poor = s.copy()
                poor.money[seat] = dice.randrange(2)
                land = dice.choice((b, hills))
                listed = buffer[: plain.legal(poor, land, seat, buffer)]
                rails = {plain.rank_rail(plain.lay_rank(b, one)) for one in listed if one >= b.lay_base}
                major, short = any(rail < MAJORS for rail in rails), any(rail >= MAJORS for rail in rails)
                assert plain.has_major_lay(poor, land, seat, True) == major
                assert plain.has_short_lay(poor, land, seat, True) == short
                found.add((major, short, plain.has_short_lay(poor, land, seat, False)))
            plain.apply(s, b, seat, action)
    assert {(True, True, True), (True, False, False), (False, False, True)} <= found


@pytest.mark.parametrize(("board", "games"), [(None, 24), ("mini", 600)])
def test_lists_are_in_order_and_nobody_is_asked_who_can_only_pass(board: str | None, games: int) -> None:
    """Also where a Short Line grows at several cities, a branch may start anywhere, or the money is gone."""
    dice = random.Random(8)
    for number, setting in enumerate(many_settings.settings(games, 8, board)):
        plain, b, s, buffer = setting.game.plain(), setting.b, State(), [0] * 4096
        plain.start(s, b, setting.seats, number, 5)
        while waiting := plain.actors(s):
            seat = dice.choice([seat for seat in range(setting.seats) if waiting >> seat & 1])
            n = plain.legal(s, b, seat, buffer)
            assert all(one < two for one, two in pairwise(buffer[:n]))
            assert buffer[:n] != [PASS]
            plain.apply(s, b, seat, buffer[dice.randrange(n)])
