"""Finished games for every end, edition, option and board; the conformance suite replays them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs
from goldenspike.engine.match import UNDO
from goldenspike.games.santa_fe.rules.state import State
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
def test_the_invariants_notice_what_is_lost(loss: str) -> None:
    """An invariant that cannot fail would be none; every fixture is replayed with them by the conformance suite."""
    match = gs.load(made.HERE / "santa-fe-rails_seats-4.json")
    assert match.game.invariants(match.s, match.setting.b) == []
    LOSSES[loss](match.s)
    assert match.game.invariants(match.s, match.setting.b) != []


# ---------------------------------------------------------------- what the fixtures cover
@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_fixture_is_a_finished_game_whose_rounds_follow_each_other(path: Path) -> None:
    whole = loaded(path)
    assert whole.over
    match = type(whole)(whole.game, whole.setting, whole.seed, whole.origin)
    for number, line in enumerate(whole.log, 1):
        before = match.s.round_no
        match.replay(line, number)
        assert line == UNDO or match.s.round_no >= before


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
