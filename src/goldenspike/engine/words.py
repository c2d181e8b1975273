"""Words of a game for the page and for print, from data files beside the game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources

FOLDER = "words"
ON_PAPER = "print_words"


def read_words(game: type, kind: str = FOLDER) -> Mapping[str, Mapping[str, str]]:
    """By language: the words of a game class in a folder of that name, over those of the classes it derives from."""
    found: dict[str, dict[str, str]] = {}
    for cls in reversed(game.__mro__):
        name, package = vars(cls).get("name"), cls.__module__.rpartition(".")[0]
        if not isinstance(name, str) or not package:
            continue
        folder = resources.files(package).joinpath(kind)
        for file in sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else ():
            if file.name.startswith(f"{name}.") and file.name.endswith(".json"):
                language = file.name.removeprefix(f"{name}.").removesuffix(".json")
                found.setdefault(language, {}).update(json.loads(file.read_text("utf-8")))
    return found
