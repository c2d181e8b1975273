"""Standings: what a table is worth, and how equal scores are told apart.

At a table a player gets the share of their opponents that they finish ahead of, an equal one counting half: 1 for the
winner, 0 for the last, 1/2 for the second of three. A bye counts 1. At a table that was closed everybody gets 1/2.
Whoever gave their seat up is behind everybody who did not.

Equal scores are told apart by

1. the opponents: in a Swiss tournament the sum of their scores, the average of each table (Buchholz); in a round robin
   the sum of the scores of those one finished ahead of (Sonneborn-Berger);
2. the number of tables won;
3. the points in the games, as a share of what the best at each table had.

Players who are equal in all of this share a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from goldenspike.server.tournaments.pairing import BOT


@dataclass(frozen=True)
class Result:
    """How a table ended; nothing in it if it was closed before its end."""

    points: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    gave_up: tuple[int, ...] = ()  # seats


@dataclass(frozen=True)
class PlayedTable:
    """A table that is over: its players by seat, and its result."""

    players: tuple[int, ...]
    result: Result


@dataclass
class Standing:
    """A player's place and what it is made of."""

    player: int
    score: float = 0.0
    opponents: float = 0.0
    wins: int = 0
    points: float = 0.0  # in the games, as a share of the best at each table
    tables: int = 0
    byes: int = 0
    place: int = 0
    _met: list[list[tuple[int, float]]] = field(default_factory=list)  # by table: opponents and the result against each

    def key(self) -> tuple[float, ...]:
        return -round(self.score, 6), -round(self.opponents, 6), -self.wins, -round(self.points, 6)


def against(result: Result, one: int, other: int) -> float:
    """What one seat has against another: 1 ahead, 1/2 equal, 0 behind."""
    if not result.points:
        return 0.5
    mine, theirs = _order(result, one), _order(result, other)
    return 0.5 if mine == theirs else float(mine > theirs)


def _order(result: Result, seat: int) -> tuple[bool, bool, int]:
    won = seat in result.winners
    return seat not in result.gave_up, won, 0 if won else result.points[seat]


def standings(
    players: Sequence[int], tables: Sequence[PlayedTable], byes: Sequence[int], *, round_robin: bool
) -> list[Standing]:
    """Everybody, the first one first."""
    known = {player: Standing(player) for player in players}
    for player in byes:
        if player in known:
            known[player].score += 1.0
            known[player].byes += 1
    for table in tables:
        _count(known, table)
    for one in known.values():
        one.opponents = sum(_worth(known, met, round_robin) for met in one._met)
    ranked = sorted(known.values(), key=lambda one: (*one.key(), one.player))
    for number, one in enumerate(ranked):
        same = number > 0 and ranked[number - 1].key() == one.key()
        one.place = ranked[number - 1].place if same else number + 1
    return ranked


def _count(known: dict[int, Standing], table: PlayedTable) -> None:
    result, seats = table.result, range(len(table.players))
    for seat, player in enumerate(table.players):
        one = known.get(player)
        if one is None:
            continue
        against_all = [(table.players[other], against(result, seat, other)) for other in seats if other != seat]
        one.tables += 1
        one.score += sum(value for _, value in against_all) / len(against_all)
        one._met.append([(other, value) for other, value in against_all if other != BOT])
        if result.points and seat not in result.gave_up:
            one.wins += seat in result.winners
            best = max(result.points)
            one.points += max(0.0, result.points[seat] / best) if best > 0 else float(result.points[seat] == best)


def _worth(known: dict[int, Standing], met: list[tuple[int, float]], round_robin: bool) -> float:
    there = [(known[player].score, value) for player, value in met if player in known]
    if not there:
        return 0.0
    if round_robin:
        return sum(score * value for score, value in there)
    return sum(score for score, _ in there) / len(there)
