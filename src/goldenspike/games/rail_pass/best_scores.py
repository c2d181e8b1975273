"""Best scores: groups try to beat their own best for the same setup (RP-TIME-06)."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from goldenspike.engine.errors import BadFile
from goldenspike.engine.game import Value

FORMAT = "rail-pass-records/1"
# Options that came later stand in a key only where they are not the usual ones, so that older scores are found.
LATER = {"rounds_total": "separate", "sticker_deal": "random", "eng_cross_city": False, "end_policy": "void"}


def score_key(layout_id: str, layout_hash: str, players: int, options: Mapping[str, Value], relaxed: bool) -> str:
    """Scores are compared only within one layout, number of players, time and choice of options."""
    added = options.get("rounds_total") == "sum"  # then the number of rounds matters
    chosen = " ".join(
        f"{name}={value}"
        for name, value in sorted(options.items())
        if LATER.get(name) != value and (added or name != "rounds")
    )
    return f"{layout_id}#{layout_hash} players={players} {'relaxed ' if relaxed else ''}{chosen}"


class BestScores:
    """The best score of every setup, in one file."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.best: dict[str, int] = {}
        if self.path.exists():
            self.best = self._read()

    def _read(self) -> dict[str, int]:
        try:
            data = json.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            raise BadFile(f"{self.path} is no file of best scores") from None
        best = data.get("best") if isinstance(data, dict) and data.get("format") == FORMAT else None
        if not isinstance(best, dict) or not all(type(score) is int for score in best.values()):
            raise BadFile(f"{self.path} is no file of best scores")
        return best

    def add(self, key: str, score: int) -> bool:
        """Keep the score if it is a new best; was it?"""
        if key in self.best and self.best[key] >= score:
            return False
        self.best[key] = score
        try:
            with tempfile.NamedTemporaryFile(
                "w", dir=self.path.parent, suffix=".part", delete=False, encoding="utf-8"
            ) as file:
                json.dump({"format": FORMAT, "best": self.best}, file, indent=1, sort_keys=True)
            os.replace(file.name, self.path)
        except OSError as error:
            raise BadFile(f"cannot write {self.path}: {error.strerror or error}") from None
        return True
