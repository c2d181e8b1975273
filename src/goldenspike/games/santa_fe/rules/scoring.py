"""The end of the game and the score."""

from __future__ import annotations

from .exchange import can_exchange
from .growth import has_major_lay, has_short_lay
from .state import (
    DEADLOCK,
    IMMEDIATE,
    MAJORS,
    ON_TABLE,
    OVER,
    RAILS,
    SEATS,
    SFR2002,
    SHORT_CARD,
    BoardArrays,
    State,
)


# ---------------------------------------------------------------- the end
def waits_for_exchange(s: State, b: BoardArrays, seat: int) -> bool:
    """With prolonging Short Lines a Double player may first look for one (option short_lines_prolong)."""
    return s.short_lines_prolong == 1 and can_exchange(s, b, seat)


def deadlock_test(s: State, b: BoardArrays, seat: int) -> None:
    """A player who cannot lay any Major piece ends the game; money does not matter (SFR-END-04..09, SFR-TERR-12)."""
    if has_major_lay(s, b, seat, False):
        return
    if s.short_lines_prolong == 1 and has_short_lay(s, b, seat, False):
        return
    end_event(s, DEADLOCK, seat)


def end_event(s: State, reason: int, seat: int) -> None:
    """The end is immediate, or (option) waits for the end of the turn or Round (SFR-END-03)."""
    s.ended_by = seat
    if s.end_timing == IMMEDIATE:
        s.ended = reason
        s.phase = OVER
    else:
        s.ending = reason


def supply_out(s: State) -> bool:
    """All Major pieces are laid; bought ones count too unless the option says free ones (SFR-END-01, -02)."""
    for rail in range(MAJORS):
        if s.supply[rail] > 0:
            return False
    if s.bought_track_end == 0:
        for seat in range(s.seats):
            for rail in range(MAJORS):
                if s.reserve[seat][rail] > 0:
                    return False
    return True


# ---------------------------------------------------------------- the score
def connections(s: State, city: int) -> int:
    """Different railroads, Majors and Short Lines alike (SFR-CONN-04, SFR-LAY-33)."""
    count = 0
    for rail in range(RAILS):
        count += s.city_rails[city] >> rail & 1
    return count


def counted(s: State, b: BoardArrays, city: int) -> int:
    """The railroads that count for a city; with the option its home railroads do from the start (SFR-CONN-01)."""
    count = connections(s, city)
    if b.options.home_base_connection == 1:
        for rail in range(RAILS):
            if b.home[rail] == city and s.available[rail] == 1 and s.city_rails[city] >> rail & 1 == 0:
                count += 1
    return count


def city_worth(s: State, b: BoardArrays, city: int) -> int:
    """Value, or the Boomtown marker in its place, times connections (SFR-CITY-02, SFR-SCORE-03)."""
    value = b.value[city] if s.marker[city] == 0 else s.marker[city]
    return value * counted(s, b, city)


def sevens(s: State, b: BoardArrays, seat: int) -> int:
    """Played City cards of value 7: the tie-break (SFR-SCORE-06)."""
    count = 0
    for city in range(b.n_cities):
        if b.value[city] == 7:
            for k in range(2):
                if s.gone[city][k] == ON_TABLE + seat:
                    count += 1
    return count


def dummy_points(s: State, b: BoardArrays) -> int:
    """The third player's pile counts like played City cards; a Short card in it is worth nothing (SFR-2P-06, -09)."""
    points = 0
    for k in range(s.dummy_size):
        if s.dummy[k] < SHORT_CARD:
            points += city_worth(s, b, s.dummy[k])
    return points


def score(s: State, b: BoardArrays, out: list[int]) -> int:
    """Money and played City cards by seat; for two players in 2002 also the third (SFR-SCORE-01..08)."""
    for seat in range(s.seats):
        out[seat] = s.money[seat]
    for city in range(b.n_cities):
        if s.gone[city][0] != 0:
            worth = city_worth(s, b, city)
            for k in range(2):
                where = s.gone[city][k]
                if where >= ON_TABLE and where < ON_TABLE + SEATS:
                    out[where - ON_TABLE] += worth
    if s.seats == 2 and s.edition == SFR2002:
        out[2] = dummy_points(s, b)
        return two_player_winners(s, b, out)
    return most_points(s, b, out)


def most_points(s: State, b: BoardArrays, out: list[int]) -> int:
    """Highest total; then most played cards of value 7; then a shared victory (SFR-SCORE-05..07)."""
    best = 0 + out[0]
    for seat in range(1, s.seats):
        if out[seat] > best:
            best = 0 + out[seat]
    most = 0
    for seat in range(s.seats):
        if out[seat] == best:
            count = sevens(s, b, seat)
            if count > most:
                most = count
    winners = 0
    for seat in range(s.seats):
        if out[seat] == best and sevens(s, b, seat) == most:
            winners |= 1 << seat
    return winners


def two_player_winners(s: State, b: BoardArrays, out: list[int]) -> int:
    """Strictly more than the opponent and than the third player, or nobody wins (SFR-2P-07)."""
    if out[0] > out[1] and out[0] > out[2]:
        return 1
    if out[1] > out[0] and out[1] > out[2]:
        return 2
    if out[0] == out[1] and out[0] > out[2] and s.two_player_tie == 1:
        return most_points(s, b, out)
    return 0


# Compiled into their callers, see track.py.
INLINE = ("supply_out",)  # fmt: skip
