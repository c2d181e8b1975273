"""Every game of the registry keeps the contract, those of other packages too."""

from __future__ import annotations

import os

import pytest

from goldenspike.conformance.errors import NothingDeclared
from goldenspike.conformance.suite import CHECKS, Check, Request, chosen

from .registry import every_game, every_value, fixtures, request_for

BY_NAME = {check.name: check for check in CHECKS}
SMALLEST = "milk-run"
# Examples are small: they declare all that can be checked but this.
UNDECLARED = {("milk-run", "packed"), ("pacific-northwest", "tutorial")}


def passes(check: Check, request: Request) -> None:
    try:
        check.make(request)
    except NothingDeclared:
        assert (request.game.name, check.name) in UNDECLARED
    else:
        assert (request.game.name, check.name) not in UNDECLARED


def some_settings(check: str, name: str) -> int:
    """As many settings as bring up every value; twice as many where the forms of all rules are compared."""
    most = {"three forms": 2 * every_value(name), "limit boards": 2}.get(check, every_value(name))
    return min(BY_NAME[check].long, most)


@pytest.mark.parametrize("check", BY_NAME)
@pytest.mark.parametrize("name", every_game())
def test_the_game_passes(name: str, check: str) -> None:
    passes(BY_NAME[check], request_for(name, games=some_settings(check, name)))


@pytest.mark.long
@pytest.mark.parametrize("check", [name for name, check in BY_NAME.items() if check.long > 1])
@pytest.mark.parametrize("name", every_game())
def test_the_game_passes_in_many_settings(name: str, check: str) -> None:
    """What ``goldenspike check-game`` does: every value comes up several times, with others beside it."""
    passes(BY_NAME[check], request_for(name))


@pytest.mark.quick
@pytest.mark.parametrize("name", every_game() if "GOLDENSPIKE_QUICK_UNTIL" in os.environ else [SMALLEST])
def test_the_game_passes_in_the_short_form(name: str) -> None:
    """Of every game in the quick loop; where all games pass the whole suite, one shows that there is a short form."""
    for check in chosen(quick=True):
        passes(check, request_for(name, quick=True))


@pytest.mark.parametrize("name", every_game())
def test_there_are_saved_matches_of_the_game(name: str) -> None:
    assert fixtures(name) is not None
