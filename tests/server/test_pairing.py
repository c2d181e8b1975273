"""Pairing and standings of tournaments, without a server."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from goldenspike.server.tournaments.pairing import BOT, Round, Shape, met_in, next_round, rounds_needed, shape
from goldenspike.server.tournaments.standings import PlayedTable, Result, standings


def whole(players: int, seats: int, *, least: int = 2, rounds: int = 0, round_robin: bool = False, bots: bool = False
          ) -> list[Round]:  # fmt: skip
    """A tournament in which the player with the lower number always wins."""
    kind = shape(players, seats, least, bots)
    assert kind is not None
    done: list[Round] = []
    for number in range(rounds or rounds_needed(players, seats, round_robin)):
        tables = [PlayedTable(table, won(table)) for one in done for table in one.tables]
        ranked = standings(range(players), tables, [p for one in done for p in one.byes], round_robin=round_robin)
        scores = {one.player: one.score for one in ranked}
        order = [one.player for one in ranked]
        done.append(next_round(order, scores, done, kind, round_robin=round_robin, seed=f"trial {number}"))
    return done


def won(table: tuple[int, ...]) -> Result:
    best = min(player for player in table if player != BOT)
    return Result(tuple(100 - player if player != BOT else 0 for player in table), (table.index(best),))


@pytest.mark.parametrize(
    ("players", "seats", "least", "bots", "expected"),
    [
        (4, 2, 2, False, Shape((2, 2), (2, 2), 0)),
        (5, 2, 2, False, Shape((2, 2), (2, 2), 1)),
        (5, 2, 2, True, Shape((2, 2, 1), (2, 2, 2), 0)),
        (7, 4, 2, False, Shape((4, 3), (4, 3), 0)),
        (7, 4, 4, False, Shape((4,), (4,), 3)),
        (3, 4, 2, False, Shape((3,), (3,), 0)),
        (3, 4, 4, False, None),
        (1, 2, 1, True, None),
    ],
)
def test_tables_for_any_number_of_players(
    players: int, seats: int, least: int, bots: bool, expected: Shape | None
) -> None:
    assert shape(players, seats, least, bots) == expected


@pytest.mark.parametrize("players", [2, 4, 5, 7, 8])
def test_a_round_robin_in_pairs_brings_everybody_together_once(players: int) -> None:
    met = met_in(whole(players, 2, round_robin=True))
    assert met == dict.fromkeys(map(frozenset, combinations(range(players), 2)), 1)


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (6, 5), (8, 5), (9, 4), (16, 6), (33, 6)])
def test_nobody_meets_twice_in_a_swiss_tournament_where_that_is_possible(players: int, rounds: int) -> None:
    done = whole(players, 2, rounds=rounds)
    assert set(met_in(done).values()) == {1}
    byes = [player for one in done for player in one.byes]
    assert len(byes) == len(set(byes)) == rounds * (players % 2)  # nobody twice
    for one in done:
        assert sorted([*(player for table in one.tables for player in table), *one.byes]) == list(range(players))


def test_swiss_brings_equal_scores_together() -> None:
    done = whole(16, 2, rounds=4)
    tables = [PlayedTable(table, won(table)) for one in done for table in one.tables]
    ranked = standings(range(16), tables, (), round_robin=False)
    assert ranked[0].player == 0
    assert ranked[0].score == 4.0
    assert {0, 1} & set(done[-1].tables[0])
    score: dict[int, float] = dict.fromkeys(range(16), 0.0)
    for number, one in enumerate(done):
        gaps = [abs(score[a] - score[b]) for a, b in one.tables]
        assert max(gaps) <= 1.0, number
        for table in one.tables:
            score[min(table)] += 1.0


def test_larger_tables_repeat_as_little_as_the_search_finds() -> None:
    assert set(met_in(whole(16, 4, rounds=2)).values()) == {1}
    assert sum(times - 1 for times in met_in(whole(16, 4, rounds=4)).values()) <= 12  # of 96 meetings
    assert set(met_in(whole(12, 3, rounds=3)).values()) == {1}
    assert len(met_in(whole(9, 3, rounds=4, round_robin=True))) >= 30  # of 36 pairs


def test_seats_are_shared_out_evenly() -> None:
    done = whole(8, 2, round_robin=True)
    first = [sum(table[0] == player for one in done for table in one.tables) for player in range(8)]
    assert max(first) - min(first) <= 3


def test_bots_fill_tables_and_have_no_place() -> None:
    done = whole(5, 4, bots=True, rounds=2)
    assert all(len(table) == 4 for one in done for table in one.tables)
    assert sum(player == BOT for table in done[0].tables for player in table) == 3
    tables = [PlayedTable(table, won(table)) for one in done for table in one.tables]
    assert standings(range(5), tables, (), round_robin=False)[0].player == 0


def test_what_a_table_is_worth() -> None:
    three = PlayedTable((0, 1, 2), Result((30, 20, 10), (0,)))
    assert [one.score for one in standings(range(3), [three], (), round_robin=False)] == [1.0, 0.5, 0.0]
    tie = PlayedTable((0, 1, 2), Result((30, 20, 20), (0,)))
    assert [one.score for one in standings(range(3), [tie], (), round_robin=False)] == [1.0, 0.25, 0.25]
    shared = PlayedTable((0, 1), Result((30, 30), (0, 1)))
    assert [one.place for one in standings(range(2), [shared], (), round_robin=False)] == [1, 1]
    decided = PlayedTable((0, 1), Result((30, 30), (1,)))  # the game knows a tie-break of its own
    assert [one.player for one in standings(range(2), [decided], (), round_robin=False)] == [1, 0]
    closed = PlayedTable((0, 1), Result())
    assert [one.score for one in standings(range(2), [closed], (), round_robin=False)] == [0.5, 0.5]
    gave_up = PlayedTable((0, 1), Result((30, 20), (0,), gave_up=(0,)))  # a bot won in their place
    ranked = standings(range(2), [gave_up], (), round_robin=False)
    assert [(one.player, one.score, one.wins) for one in ranked] == [(1, 1.0, 0), (0, 0.0, 0)]
    assert standings(range(3), [], (2,), round_robin=False)[0].score == 1.0


def test_equal_scores_are_told_apart_by_opponents_then_wins_then_points() -> None:
    tables = [
        PlayedTable((0, 3), Result((10, 5), (0,))),
        PlayedTable((1, 2), Result((10, 9), (0,))),
        PlayedTable((0, 1), Result((10, 9), (0,))),
        PlayedTable((2, 3), Result((10, 1), (0,))),
    ]
    ranked = standings(range(4), tables, (), round_robin=False)
    assert [(one.player, one.score, one.opponents) for one in ranked] == [(0, 2, 1), (1, 1, 3), (2, 1, 1), (3, 0, 3)]
    beaten = standings(range(4), tables, (), round_robin=True)
    assert [(one.player, one.opponents) for one in beaten] == [(0, 1.0), (1, 1.0), (2, 0.0), (3, 0.0)]
    assert all(a.place < b.place for a, b in pairwise(ranked))
