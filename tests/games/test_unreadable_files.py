"""Files that no board can be read from, in every game: one clear problem, never anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

import goldenspike as gs
from goldenspike.engine.json_file import BadData

GAMES = [name for name in gs.games.names() if gs.game(name).boards]
TEXTS: dict[str | bytes, str] = {
    "": "the file is empty",
    "{": "not JSON: ",
    "hello": "not JSON: ",
    b"\xff\xfe{}": "not UTF-8",
    b"\x89PNG\r\n\x1a\n\x00\x00": "a PNG picture, not UTF-8",
    "[]": "a WORD is a JSON object, which begins with { and ends with }, not a list",
    "null": "ends with }, not null",
    "3": "ends with }, not a number",
    '"x"': "ends with }, not text",
    "true": "ends with }, not true or false",
    '{"version": NaN}': "NaN is not a JSON number (line 1, column 13)",
    '{"name": "NaN",\n"version": -Infinity}': "-Infinity is not a JSON number (line 2, column 12)",
    '{"version": 1e999}': "the number 1e999 is too large (line 1, column 13)",
    '{"version": ' + "9" * 5000 + "}": "the number 9999999999... is too large",
    '{"id": "a", "id": "b"}': 'the key "id" stands twice in one object',
    "[" * 100_000: "nested too deeply",
}


def kind_of_error(game: str) -> type[BadData]:
    """The error about a board of this game: what it calls a board, how deep and how large a file may be."""
    with pytest.raises(BadData, match="there is no such file") as caught:
        gs.game(game).board("no such board")
    return caught.type


@pytest.mark.parametrize("game", GAMES)
def test_unreadable_text_is_one_clear_problem(game: str, tmp_path: Path) -> None:
    path, bad = tmp_path / "my.json", kind_of_error(game)
    nested = "[" * (bad.most_depth + 1) + "]" * (bad.most_depth + 1)
    large = " " * (bad.most_bytes + 1)
    texts = TEXTS | {nested: "nested too deeply", large: f"larger than {bad.most_bytes / 1e6:g} MB"}
    for text, reason in texts.items():
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        with pytest.raises(bad) as caught:
            gs.game(game).board(str(path))
        (problem,) = caught.value.problems
        assert reason.replace("WORD", bad.what) in problem
        assert str(caught.value).startswith(f"{bad.what} my.json: 1 problem: ")
        assert "\n" not in str(caught.value)
