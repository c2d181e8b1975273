"""What a file is that some game refused as a board: a board of another game, or something else that we write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .game import Game
from .json_file import BadData
from .match import FORMAT

SURE = 0.75  # of the entries of a file that a schema must know
CLEARLY = 0.15  # by how much it must fit better than the schema of the game that was asked


def explained(error: BadData, game: Game, games: Iterable[Game]) -> BadData:
    """The same error, or a shorter one if the file is a board of another game, a saved match or a schema."""
    found = what_it_is(error.document, game, games) if isinstance(error.document, Mapping) else None
    if found is None:
        return error
    wanted = (game.board_schema() or {}).get("title", f"a {error.what} for {game.title}")
    return type(error)([f"this is {found}; {_in_a_sentence(wanted)} is wanted"], error.where, error.document)


def what_it_is(data: Mapping[str, Any], game: Game, games: Iterable[Game]) -> str | None:
    """What a document is that this game cannot use, in words; None if it may be meant for it after all."""
    if data.get("format") == FORMAT:
        return "a saved match (goldenspike replay reads it)"
    if "$schema" in data and "properties" in data:
        return "a JSON Schema, which describes such files"
    own = _fit(data, game.board_schema())
    schemas = [schema for other in games if (schema := other.board_schema()) and schema.get("title")]
    best, title = max(((_fit(data, schema), str(schema["title"])) for schema in schemas), default=(0.0, ""))
    return _in_a_sentence(title) if best >= SURE and best > own + CLEARLY else None


def _fit(data: Mapping[str, Any], schema: Mapping[str, Any] | None) -> float:
    """The share of the entries that a schema knows, of those that are there and those that it needs."""
    if schema is None or not data:
        return 0.0
    known, needed = schema.get("properties", {}), schema.get("required", ())
    return len(data.keys() & known.keys()) / max(len(data), len(needed))


def _in_a_sentence(title: str) -> str:
    return title[:1].lower() + title[1:]
