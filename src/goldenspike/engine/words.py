"""Words of a game for the page, from data files beside the game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources

FOLDER = "words"


def read_words(game: type) -> Mapping[str, Mapping[str, str]]:
    """By language: the words of a game class, over those of the classes it is derived from."""
    found: dict[str, dict[str, str]] = {}
    for cls in reversed(game.__mro__):
        name, package = vars(cls).get("name"), cls.__module__.rpartition(".")[0]
        if not isinstance(name, str) or not package:
            continue
        folder = resources.files(package).joinpath(FOLDER)
        for file in sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else ():
            if file.name.startswith(f"{name}.") and file.name.endswith(".json"):
                language = file.name.removeprefix(f"{name}.").removesuffix(".json")
                found.setdefault(language, {}).update(json.loads(file.read_text("utf-8")))
    return found
