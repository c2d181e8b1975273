"""Interpreted and compiled agree: same seeds, same bytes after every action, in over a thousand games."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from goldenspike.games.santa_fe.rules.state import MAJORS, MOUNTAIN, PASS, TLT1, TLT2, State

from . import many_settings
from .agreement import agree

pytestmark = pytest.mark.xdist_group("santa_fe_compiled")
GAMES = 1_040
PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_interpreted_and_compiled_agree_after_every_action(part: int) -> None:
    dice = random.Random(part)
    chosen = many_settings.settings(GAMES // PARTS, part, "mini" if part == 0 else None)
    for number, setting in enumerate(chosen):
        agree(many_settings.twin(), setting, number, part, dice)


def test_checked_memory_agrees_and_nothing_overflows() -> None:
    dice = random.Random(5)
    for number, setting in enumerate(many_settings.settings(64, 5)):
        plain, b = setting.game.plain(), setting.b
        s = State()
        plain.start(s, b, setting.seats, number, 3)
        checked, table = s.checked(), b.checked()
        buffer, other = [0] * 4096, [0] * 4096
        while waiting := plain.actors(s):
            seat = dice.choice([seat for seat in range(setting.seats) if waiting >> seat & 1])
            n = plain.legal(s, b, seat, buffer)
            assert plain.legal(checked, table, seat, other) == n
            assert other[:n] == buffer[:n]
            action = buffer[dice.randrange(n)]
            plain.apply(s, b, seat, action)
            plain.apply(checked, table, seat, action)
            assert checked.to_bytes() == s.to_bytes()


def test_legal_is_exactly_what_is_not_refused() -> None:
    """Over whole positions, all seats and all action numbers: the list and the refusals agree."""
    dice = random.Random(6)
    for number, setting in enumerate(many_settings.settings(24, 6, "mini")):
        plain, b = setting.game.plain(), setting.b
        s = State()
        plain.start(s, b, setting.seats, number, 4)
        buffer = [0] * 4096
        while waiting := plain.actors(s):
            if dice.random() < 0.08:
                for seat in range(setting.seats):
                    n = plain.legal(s, b, seat, buffer)
                    allowed = [a for a in range(b.n_actions) if plain.refusal(s, b, seat, a) == 0]
                    assert buffer[:n] == allowed
            seat = dice.choice([seat for seat in range(setting.seats) if waiting >> seat & 1])
            n = plain.legal(s, b, seat, buffer)
            plain.apply(s, b, seat, buffer[dice.randrange(n)])


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
