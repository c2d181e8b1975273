"""Saved games and positions of version 0.1 load, stand where they stood, and play on."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import goldenspike as gs

FOLDER = Path(__file__).parent / "fixtures" / "version_0_1"
EXPECTED = json.loads((FOLDER / "expected.json").read_text("utf-8"))
GAMES = {"santa-fe-rails", "santa-fe", "pioneer-rails", "rail-pass"}
MORE = 30


def saved(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / "saved" / f"{name}.json").read_text("utf-8"))
    return data


def play_on(match: gs.Match, seed: int) -> int:
    """Any legal actions, to the end or for a while; how many."""
    dice = random.Random(seed)
    for done in range(MORE):
        if match.over:
            return done
        choices = [(seat, text) for seat in match.actors for text in match.legal(seat)]
        match.play(*dice.choice(choices))
    return MORE


def test_every_file_has_its_expectation() -> None:
    for kind in ("saved", "positions"):
        files = {path.stem for path in (FOLDER / kind).glob("*.json")}
        assert files == set(EXPECTED[kind])
        assert {name.partition("_")[0] for name in files} == GAMES


@pytest.mark.parametrize("name", EXPECTED["saved"])
def test_a_saved_game_replays_to_the_same_state(name: str) -> None:
    known = EXPECTED["saved"][name]
    match = gs.load(FOLDER / "saved" / f"{name}.json")
    assert match.hash == known["hash"]
    assert len(match.data()["log"]) == known["entries"]
    assert match.over == (known["points"] is not None)
    if match.result is not None:
        assert list(match.result.points) == known["points"]
        assert list(match.result.winners) == known["winners"]
        assert match.result.reason == known["reason"]


@pytest.mark.parametrize("name", [name for name, known in EXPECTED["saved"].items() if "then" in known])
def test_a_saved_game_goes_on_as_it_would_have(name: str) -> None:
    """Version 0.1 played on from here: the same lines are allowed and lead to the same state."""
    then, data = EXPECTED["saved"][name]["then"], saved(name)
    longer = gs.load({**data, "log": data["log"] + then["log"], "hash": then["hash"]})
    assert longer.hash == then["hash"]


@pytest.mark.parametrize("name", [name for name, known in EXPECTED["saved"].items() if "then" in known])
def test_a_saved_game_plays_on(name: str) -> None:
    match = gs.load(FOLDER / "saved" / f"{name}.json")
    assert play_on(match, 1) > 0
    assert gs.load(match.data()).hash == match.hash


@pytest.mark.parametrize("name", EXPECTED["positions"])
def test_a_position_in_words_is_read_and_played_on(name: str) -> None:
    data = json.loads((FOLDER / "positions" / f"{name}.json").read_text("utf-8"))
    match = gs.from_position(data["game"], data["position"])
    assert match.hash == EXPECTED["positions"][name]["hash"]
    again = gs.from_position(data["game"], match.position())
    assert again.hash == match.hash
    assert play_on(match, 2) > 0
    assert gs.load(match.data()).hash == match.hash
