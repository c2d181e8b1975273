"""Every game of the registry keeps the contract, those of other packages too."""

from __future__ import annotations

import os

import pytest

from goldenspike.conformance.errors import NothingDeclared
from goldenspike.conformance.suite import CHECKS, Check, Request, chosen

from .registry import every_game, fixtures, request_for

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


@pytest.mark.parametrize("check", BY_NAME)
@pytest.mark.parametrize("name", every_game())
def test_the_game_passes(name: str, check: str) -> None:
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
