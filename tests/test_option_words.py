"""Every game, option, choice and preset has words for players in every language of the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from goldenspike import games
from goldenspike.bots import bots_for
from goldenspike.engine.game import Value
from goldenspike.server import catalogue

LANGUAGES = games.game(next(iter(games.built_in()))).languages()
BLANKS = re.compile(r"[^\S\N{NO-BREAK SPACE}]+")  # French has no-break spaces before colons and the like


def words(language: str) -> dict[str, Any]:
    """The words of every built-in game as a tree: about, options with label, about and choices, presets."""
    return {name: tree(catalogue.words(games.game(name))[language]) for name in games.built_in()}


def tree(flat: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {"options": {}, "presets": {}}
    for name, text in flat.items():
        kind, _, rest = name.partition(".")
        option, _, part = rest.partition(".")
        here = found["options"].setdefault(option, {"choices": {}}) if kind == "option" else {}
        if kind == "bot":
            assert option in bots_for(), name
        elif kind == "preset" and rest.endswith(".about"):
            found.setdefault("starts", {})[rest.removesuffix(".about")] = text
        elif kind == "preset":
            found["presets"][rest] = text
        elif kind != "option":
            found[name] = text
        elif part.startswith("choice."):
            here["choices"][part.removeprefix("choice.")] = text
        else:
            here[part or "label"] = text
    return found


def key(value: Value) -> str:
    """A choice as the page spells it when it is the key of an object."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def texts(node: Any) -> list[str]:
    return [node] if isinstance(node, str) else [text for part in node.values() for text in texts(part)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_games_options_choices_and_presets_and_nothing_else(language: str) -> None:
    told = words(language)
    assert list(told) == list(games.built_in())
    for name in games.built_in():
        game, said = games.game(name), told[name]
        assert set(said) - {"starts"} == {"about", "options", "presets"}
        assert set(game.starts) <= set(said.get("starts", {})) <= set(game.presets), name
        assert set(said["options"]) == {option.name for option in game.options}, name
        assert set(said["presets"]) == set(game.presets), name
        for option in game.options:
            here = said["options"][option.name]
            assert set(here) == {"label", "about", "choices"}, (name, option.name)
            assert set(here["choices"]) == {key(choice) for choice in option.choices}, (name, option.name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_fit_for_a_form(language: str) -> None:
    for name, said in words(language).items():
        assert all(text == " ".join(BLANKS.split(text.strip())) != "" for text in texts(said)), name
        assert all(text[0].isupper() or text[0].isdigit() or text[0] == "$" for text in texts(said)), name
        assert len(set(said["presets"].values())) == len(said["presets"]), name
        for option, here in said["options"].items():
            assert len(here["label"]) <= 42, option
            assert not here["label"].endswith("."), option
            assert here["about"].endswith("."), option
            assert len(set(here["choices"].values())) == len(here["choices"]), option
        labels = [here["label"] for here in said["options"].values()]
        assert len(set(labels)) == len(labels), name


def test_languages_differ() -> None:
    english = words("en")
    for language in LANGUAGES[1:]:
        for name, said in words(language).items():
            assert said["about"] != english[name]["about"]
            for option, here in said["options"].items():
                assert here["about"] != english[name]["options"][option]["about"], option
