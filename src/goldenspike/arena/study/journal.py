"""Every game of a study on disk as soon as it is over: a study that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from goldenspike.engine.errors import BadFile

FILE = "played.jsonl"


def key_of(what: Mapping[str, Any]) -> str:
    """A short name for everything that decides what is played: games belong together if it is the same."""
    return hashlib.sha256(json.dumps(what, sort_keys=True, default=str).encode()).hexdigest()[:16]


class Journal:
    """Games by key and number, one line of JSON each.

    One folder may hold games of many settings: a study takes those it has asked for, and adds the others.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self.known: dict[str, dict[int, Any]] = {}
        self._out: IO[str] | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._read()
            self._out = self.file.open("a", encoding="utf-8")
        except OSError as error:
            raise BadFile(f"cannot write to {folder}: {error.strerror or error}") from None

    def _read(self) -> None:
        """A line that was cut off when a study was stopped is left out, and ended before the next one is written."""
        if not self.file.exists():
            return
        text = self.file.read_text("utf-8", errors="replace")
        for line in text.splitlines():
            try:
                row = json.loads(line)
                self.known.setdefault(row["key"], {})[int(row["number"])] = row["game"]
            except (ValueError, KeyError, TypeError):
                continue
        if text and not text.endswith("\n"):
            with self.file.open("a", encoding="utf-8") as out:
                out.write("\n")

    def games(self, key: str) -> dict[int, Any]:
        return self.known.get(key, {})

    def add(self, key: str, number: int, game: Any) -> None:
        """Keep a game; it is on the disk before the next one begins."""
        self.known.setdefault(key, {})[number] = game
        if self._out is not None:
            self._out.write(json.dumps({"key": key, "number": number, "game": game}, ensure_ascii=False) + "\n")
            self._out.flush()

    def close(self) -> None:
        if self._out is not None:
            self._out.close()
            self._out = None
