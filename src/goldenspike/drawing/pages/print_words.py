"""Words on paper in the language somebody asked for, with values filled in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de", "fr", "it", "es")


class Words:
    """Texts by key: a game's own over the general ones, in English where a language has none."""

    def __init__(self, language: str, own: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self.language = language
        found: dict[str, str] = {}
        for source in (general("en"), general(language), (own or {}).get("en", {}), (own or {}).get(language, {})):
            found.update({key: text for key, text in source.items() if text})
        self.texts = found

    def __call__(self, key: str, **values: Any) -> str:
        """The text of a key; ``{name}`` becomes a value, ``{name|one|many}`` the word for so many."""
        return filled(self.texts[key], values)

    def has(self, key: str) -> bool:
        return key in self.texts


def filled(text: str, values: Mapping[str, Any]) -> str:
    """A text with its values; ``{n|piece|pieces}`` chooses a word by number."""
    found, rest = "", text
    while "{" in rest:
        before, _, after = rest.partition("{")
        inside, _, rest = after.partition("}")
        name, *forms = inside.split("|")
        value = values[name]
        found += before + (str(value) if not forms else forms[0] if value == 1 else forms[1])
    return found + rest


@cache
def general(language: str) -> dict[str, str]:
    """The words that all games share."""
    file = files("goldenspike.drawing").joinpath("print_words", f"{language}.json")
    if not file.is_file():
        return {}
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found
