"""What holds in every position: no piece, card, marker or dollar is lost, made, or in two places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .rules.state import (
    BOOM_PLAY,
    DISCARDED,
    DOUBLE_PLAY,
    DRAWN,
    FOUR_PLAY,
    MAJORS,
    NONE,
    ON_TABLE,
    RAILS,
    SEATS,
    SFR2002,
    SHORT_CARD,
    TRIPLE_PLAY,
    BoardArrays,
    State,
)


def broken(s: State, b: BoardArrays) -> Iterator[str]:
    """Everything that is wrong with a position, in words."""
    yield from lost_pieces(s, b)
    yield from wrong_connections(s, b)
    yield from lost_city_cards(s, b)
    yield from lost_short_cards(s, b)
    yield from lost_special_cards(s, b)
    yield from wrong_seats(s, b)


def lost_pieces(s: State, b: BoardArrays) -> Iterator[str]:
    """Every piece of track is in the supply, bought, or on the map, and there as its line shows."""
    laid: Counter[int] = Counter()
    for line in range(b.n_lines):
        if (s.builder[line] == NONE) != (s.filled[line] == 0) or not 0 <= s.filled[line] <= b.length[line]:
            yield f"line {line} has {s.filled[line]} pieces of {b.length[line]}"
        if s.builder[line] != NONE:
            laid[s.builder[line]] += s.filled[line]
    for rail in range(RAILS):
        bought = sum(s.reserve[seat][rail] for seat in range(s.seats)) if rail < MAJORS else 0
        pieces = b.pieces[rail] if rail < MAJORS or s.edition == SFR2002 else 0
        if s.supply[rail] < 0 or laid[rail] + s.supply[rail] + bought != pieces:
            yield f"railroad {rail} has {laid[rail] + s.supply[rail] + bought} pieces of {pieces}"
        if laid[rail] and not s.available[rail]:
            yield f"railroad {rail} has track and is not in play"


def wrong_connections(s: State, b: BoardArrays) -> Iterator[str]:
    """A railroad is connected where its finished lines end, and at its base once it has begun."""
    served: set[tuple[int, int]] = set()
    for line in range(b.n_lines):
        rail = s.builder[line]
        if rail != NONE:
            served.add((rail, b.home[rail]))
            if s.filled[line] == b.length[line]:
                served.add((rail, b.ends[line][1 - (s.origin[line] & 1)]))
    marked = {(rail, city) for city in range(b.n_cities) for rail in range(RAILS) if s.city_rails[city] >> rail & 1}
    for rail, city in sorted(served ^ marked):
        yield f"railroad {rail} is connected to city {city}, or is not, against its track"


def lost_city_cards(s: State, b: BoardArrays) -> Iterator[str]:
    """Every City card is in the deck, in a hand, on a table, discarded, or with the third player."""
    seen: Counter[int] = Counter()
    for seat in range(s.seats):
        held = s.hand[seat][: s.held[seat]]
        seen.update(held)
        if held != sorted(held) or any(s.hand[seat][s.held[seat] :]):
            yield f"the hand of seat {seat} is out of order"
    for pile, size in ((s.deck, s.deck_size), (s.dummy, s.dummy_size)):
        seen.update(card for card in pile[:size] if card < SHORT_CARD)
        if any(pile[size:]):
            yield "a card lies above its pile"
    for city in range(b.n_cities):
        for place in s.gone[city]:
            seen[city] += place != 0
            if place and not any(first <= place < first + s.seats for first in (ON_TABLE, DISCARDED)):
                yield f"a card of city {city} lies nowhere"
        if seen[city] != b.copies[city]:
            yield f"there are {seen[city]} cards of city {city}, not {b.copies[city]}"


def lost_short_cards(s: State, b: BoardArrays) -> Iterator[str]:
    """A Short card lies in the deck or with the third player until its railroad is in play."""
    hidden = [card for card in [*s.deck[: s.deck_size], *s.dummy[: s.dummy_size]] if card >= SHORT_CARD]
    opened = [SHORT_CARD + rail - MAJORS for rail in range(MAJORS, RAILS) if s.available[rail]]
    wanted = range(SHORT_CARD, SHORT_CARD + b.n_shorts) if s.edition == SFR2002 else ()
    if sorted(hidden + opened) != list(wanted):
        yield "a Short card is lost or there twice"


def lost_special_cards(s: State, b: BoardArrays) -> Iterator[str]:
    """Specials are in the display, in a hand or in play; Branch cards only ever leave, as railheads or unused."""
    values = b.values
    doubles = values.doubles[s.seats - 2] + s.seats * values.own_doubles
    doubles += b.options.two_player_doubles if s.seats == 2 else 0
    for what, shop, hands, play, count in (
        ("Double", s.shop_double, s.doubles, DOUBLE_PLAY, doubles),
        ("Triple", s.shop_triple, s.triples, TRIPLE_PLAY, values.triples),
        ("Four in One", s.shop_four, s.fours, FOUR_PLAY, values.fours),
        ("Boom", s.shop_boom, s.booms, BOOM_PLAY, values.booms),
    ):
        found = shop + sum(hands) + s.card[: s.seats].count(play)
        if found != count:
            yield f"there are {found} {what} cards, not {count}"
    engineers = s.shop_engineer + sum(1 for engineer in s.engineer if engineer)
    if engineers != (values.engineers if s.terrain else 0):
        yield f"there are {engineers} Engineers"
    for rail in range(b.n_majors):
        left = s.shop_branch[rail] + s.branch.count(rail) + s.active_branch.count(rail)
        if not 1 <= s.tip_count[rail] <= 1 + values.branch_cards - left:
            yield f"railroad {rail} has {s.tip_count[rail]} railheads with {left} Branch cards left"
    for value in (2, 3):
        on_map = sum(1 for city in range(b.n_cities) if s.marker[city] and b.value[city] == value)
        if s.shop_marker[value - 2] + on_map != (b.markers[value - 2] if s.edition == SFR2002 else 0):
            yield f"a marker for cities of {value} is lost or there twice"


def wrong_seats(s: State, b: BoardArrays) -> Iterator[str]:
    """Money is never negative, no hand is too large, and seats that do not play have nothing."""
    for seat in range(SEATS):
        size = s.held[seat] + s.doubles[seat] + s.booms[seat] + s.triples[seat] + s.fours[seat]
        size += (s.branch[seat] != NONE) + (s.engineer[seat] == DRAWN)
        if s.money[seat] < 0:
            yield f"seat {seat} has ${s.money[seat]}"
        if size > b.values.hand:
            yield f"seat {seat} has {size} cards in a hand of {b.values.hand}"
        if seat >= s.seats and (size or s.money[seat] or s.card[seat] or s.committed[seat]):
            yield f"seat {seat} plays though nobody sits there"
