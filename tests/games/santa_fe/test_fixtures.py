"""Finished games replay to the state they were saved in, and nothing is lost or made on the way."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.engine.match import UNDO
from goldenspike.games.santa_fe.rules.state import (
    BOOM_PLAY,
    DISCARDED,
    DOUBLE_PLAY,
    FOUR_PLAY,
    MAJORS,
    NONE,
    ON_TABLE,
    RAILS,
    SFR2002,
    SHORT_CARD,
    TRIPLE_PLAY,
    BoardArrays,
    State,
)
from tests.fixtures import make_santa_fe as made

FILES = sorted(made.HERE.glob("*.json"))
AGAIN = "python -m tests.fixtures.make_santa_fe"


@cache
def loaded(path: Path) -> gs.Match:
    return gs.load(path)


@cache
def data(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def name(path: Path) -> str:
    return path.stem


# ---------------------------------------------------------------- conservation
def pieces_are_kept(s: State, b: BoardArrays) -> None:
    """Every piece of track is in the supply, bought, or on the map, and there as its line shows."""
    laid: Counter[int] = Counter()
    for line in range(b.n_lines):
        assert (s.builder[line] == NONE) == (s.filled[line] == 0)
        assert 0 <= s.filled[line] <= b.length[line]
        if s.builder[line] != NONE:
            laid[s.builder[line]] += s.filled[line]
    for rail in range(RAILS):
        bought = sum(s.reserve[seat][rail] for seat in range(s.seats)) if rail < MAJORS else 0
        in_game = rail < MAJORS or s.edition == SFR2002
        assert s.supply[rail] >= 0
        assert laid[rail] + s.supply[rail] + bought == (b.pieces[rail] if in_game else 0)
        assert s.available[rail] or not laid[rail]


def cities_are_served_by_their_track(s: State, b: BoardArrays) -> None:
    """A railroad is connected where its finished lines end, and at its base once it has begun."""
    served: set[tuple[int, int]] = set()
    for line in range(b.n_lines):
        rail = s.builder[line]
        if rail != NONE:
            served.add((rail, b.home[rail]))
            if s.filled[line] == b.length[line]:
                served.add((rail, b.ends[line][1 - s.origin[line]]))
    assert served == {(r, c) for c in range(b.n_cities) for r in range(RAILS) if s.city_rails[c] >> r & 1}


def city_cards_are_kept(s: State, b: BoardArrays) -> None:
    """Every City card is in the deck, in a hand, on a table, discarded, or with the third player."""
    seen: Counter[int] = Counter()
    for seat in range(s.seats):
        seen.update(s.hand[seat][: s.held[seat]])
        assert s.hand[seat][: s.held[seat]] == sorted(s.hand[seat][: s.held[seat]])
        assert not any(s.hand[seat][s.held[seat] :])
    for pile, size in ((s.deck, s.deck_size), (s.dummy, s.dummy_size)):
        seen.update(card for card in pile[:size] if card < SHORT_CARD)
        assert not any(pile[size:])
    for city in range(b.n_cities):
        for place in s.gone[city]:
            assert place == 0 or ON_TABLE <= place < ON_TABLE + s.seats or DISCARDED <= place < DISCARDED + s.seats
            seen[city] += place != 0
    assert seen == Counter({city: b.copies[city] for city in range(b.n_cities) if b.copies[city]})


def short_cards_are_kept(s: State) -> None:
    """A Short card lies in the deck or with the third player until its railroad is in play."""
    hidden = [card for card in [*s.deck[: s.deck_size], *s.dummy[: s.dummy_size]] if card >= SHORT_CARD]
    opened = [SHORT_CARD + rail - MAJORS for rail in range(MAJORS, RAILS) if s.available[rail]]
    wanted = range(SHORT_CARD, SHORT_CARD + RAILS - MAJORS) if s.edition == SFR2002 else ()
    assert sorted(hidden + opened) == list(wanted)


def special_cards_are_kept(s: State, b: BoardArrays) -> None:
    """Specials are in the display, in a hand or in play; Branch cards only ever leave, as railheads or unused."""
    modern = s.edition == SFR2002

    def total(shop: int, hands: list[int], play: int) -> int:
        return shop + sum(hands) + s.card[: s.seats].count(play)

    more = b.options.two_player_doubles if s.seats == 2 else 0
    assert total(s.shop_double, s.doubles, DOUBLE_PLAY) == more + (s.seats - 1 if modern else 2 * s.seats - 1)
    assert total(s.shop_triple, s.triples, TRIPLE_PLAY) == (1 if modern else 0)
    assert total(s.shop_four, s.fours, FOUR_PLAY) == (1 if modern else 0)
    assert total(s.shop_boom, s.booms, BOOM_PLAY) == (3 if modern else 0)
    engineers = s.shop_engineer + sum(1 for engineer in s.engineer if engineer)
    assert engineers == (5 if not modern and s.terrain else 0)
    for rail in range(MAJORS):
        left = s.shop_branch[rail] + s.branch.count(rail) + s.active_branch.count(rail)
        assert 1 <= s.tip_count[rail] <= 1 + (3 if modern else 2) - left
    for value in (2, 3):
        on_map = sum(1 for city in range(b.n_cities) if s.marker[city] and b.value[city] == value)
        assert s.shop_marker[value - 2] + on_map == (b.markers[value - 2] if modern else 0)


def seats_are_in_order(s: State) -> None:
    """Money is never negative, no hand is too large, and seats that do not play have nothing."""
    for seat in range(5):
        whole = s.held[seat] + s.doubles[seat] + s.booms[seat] + s.triples[seat] + s.fours[seat]
        whole += (s.branch[seat] != NONE) + (s.engineer[seat] == 2)
        assert s.money[seat] >= 0
        assert 0 <= whole <= (4 if s.edition == SFR2002 else 5)
        if seat >= s.seats:
            assert whole == s.money[seat] == s.card[seat] == s.committed[seat] == 0


def nothing_is_lost(s: State, b: BoardArrays) -> None:
    pieces_are_kept(s, b)
    cities_are_served_by_their_track(s, b)
    city_cards_are_kept(s, b)
    short_cards_are_kept(s)
    special_cards_are_kept(s, b)
    seats_are_in_order(s)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_finished_game_replays_and_nothing_is_lost(path: Path) -> None:
    whole = loaded(path)
    assert whole.over
    assert whole.hash == data(path)["hash"]
    match = type(whole)(whole.game, whole.setting, whole.seed, whole.origin)
    b: Any = match.setting.b
    nothing_is_lost(match.s, b)
    for number, line in enumerate(whole.log, 1):
        before = match.s.round_no
        match.replay(line, number)
        nothing_is_lost(match.s, b)
        assert line == UNDO or match.s.round_no >= before
    assert match.hash == whole.hash
    assert match.log == whole.log


def no_piece_of(s: State, rail: int) -> None:
    s.filled[s.builder.index(rail)] = 0


def no_trace_of_a_played_card(s: State) -> None:
    s.gone[max(range(len(s.gone)), key=lambda city: s.gone[city])] = [0, 0]


LOSSES: dict[str, Callable[[State], Any]] = {
    "a piece too many": lambda s: s.supply.__setitem__(4, s.supply[4] + 1),
    "a piece too few": lambda s: no_piece_of(s, 0),
    "a city forgotten": lambda s: s.city_rails.__setitem__(max(range(64), key=lambda c: s.city_rails[c]), 0),
    "another card in hand": lambda s: s.hand[0].__setitem__(0, s.hand[0][0] + 1),
    "a played card gone": no_trace_of_a_played_card,
    "a Short Line from nowhere": lambda s: s.available.__setitem__(5, 1 - s.available[5]),
    "a Double too many": lambda s: setattr(s, "shop_double", s.shop_double + 1),
    "Branch cards back": lambda s: s.shop_branch.__setitem__(0, 4),
    "markers from nowhere": lambda s: s.shop_marker.__setitem__(1, 99),
    "debt": lambda s: s.money.__setitem__(1, -1),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_the_laws_notice_what_is_lost(loss: str) -> None:
    """A law that cannot fail would be none."""
    match = gs.load(made.HERE / "santa-fe-rails_seats-4.json")
    b: Any = match.setting.b
    nothing_is_lost(match.s, b)
    LOSSES[loss](match.s)
    with pytest.raises(AssertionError):
        nothing_is_lost(match.s, b)


# ---------------------------------------------------------------- what the fixtures cover
def test_every_case_has_its_fixture_and_every_fixture_its_case() -> None:
    extra = {f"{game}_{what}.json" for game in (made.RAILS, made.OLD) for what in ("undo", "position")}
    assert {path.name for path in FILES} == {case.path.name for case in made.CASES} | extra, f"to make them: {AGAIN}"
    assert all(path.stat().st_size < 40_000 for path in FILES)


@pytest.mark.parametrize("game", [made.RAILS, made.OLD])
def test_fixtures_cover_ends_player_counts_boards_and_every_choice_of_every_option(game: str) -> None:
    headers = [data(path)["header"] for path in FILES if data(path)["header"]["game"] == game]
    settings = [loaded(path).setting for path in FILES if data(path)["header"]["game"] == game]
    ends = {result.reason for path in FILES if (result := loaded(path).result) and path.name.startswith(f"{game}_")}
    assert ends == {"supply", "deadlock", "allpass"}
    assert {header["seats"] for header in headers} == set(gs.game(game).seats)
    assert {header["board"]["id"] for header in headers} == {"rails-to-the-pacific", "mini"}
    for option in gs.game(game).options:
        assert {setting.options[option.name] for setting in settings} == set(option.choices), option.name


@pytest.mark.parametrize("case", [case for case in made.CASES if case.option], ids=lambda case: name(case.path))
def test_an_option_tells_in_its_fixture(case: made.Case) -> None:
    """With the default of the option the same actions would lead elsewhere, or nowhere."""
    assert case.option is not None
    assert case.options[case.option] != next(o.default for o in gs.game(case.game).options if o.name == case.option)
    assert made.tells(loaded(case.path), case.option), f"a new seed is needed: {AGAIN}"


@pytest.mark.parametrize("game", [made.RAILS, made.OLD])
def test_fixtures_cover_undo_and_positions(game: str) -> None:
    assert data(made.HERE / f"{game}_undo.json")["log"].count(UNDO) >= 5
    assert "position" in data(made.HERE / f"{game}_position.json")


# ---------------------------------------------------------------- playthroughs
@pytest.mark.parametrize("game", [made.RAILS, made.OLD])
def test_a_playthrough_is_what_the_rules_make_of_it(game: str) -> None:
    """Any change of the rules, of a view or of the notation shows as a readable difference."""
    kept = (made.HERE / f"playthrough_{game}.txt").read_text("utf-8").splitlines()
    now = made.playthrough(game).splitlines()
    for number, (old, new) in enumerate(zip(kept, now, strict=False), 1):
        assert new == old, (
            f"line {number} of playthrough_{game}.txt; if that is meant: {AGAIN}, and read the difference"
        )
    assert len(now) == len(kept), f"if that is meant: {AGAIN}"
