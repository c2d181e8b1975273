"""Results on disk: Parquet, written in parts while games are played, so that a run can be taken up again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from goldenspike.engine.errors import BadFile, BadOption

from ..tournament.schedule import Plan

Row = dict[str, Any]


def arrow() -> tuple[Any, Any]:
    """The Parquet library, or one clear line."""
    try:
        import pyarrow as pa  # type: ignore[import-untyped]
        import pyarrow.parquet as pq  # type: ignore[import-untyped]
    except ImportError:
        raise BadOption("the arena needs more packages: pip install 'goldenspike[arena]'") from None
    return pa, pq


def same_plan(folder: Path, plan: Mapping[str, Any]) -> None:
    """Note the plan in the folder, or refuse a folder that holds results of another one."""
    file = folder / "plan.json"
    data = json.loads(json.dumps(plan))
    if not file.exists():
        if any(folder.rglob("*.parquet")):
            raise BadFile(f"{folder} holds results without a plan.json; choose another folder")
        file.write_text(json.dumps(data, indent=1), "utf-8")
        return
    try:
        before = json.loads(file.read_text("utf-8"))
    except ValueError:
        raise BadFile(f"{file} is not a JSON file") from None
    if before != data:
        changed = [name for name in data if not isinstance(before, dict) or before.get(name) != data[name]]
        raise BadFile(f"{folder} holds results of another plan ({', '.join(changed)}); choose another folder")


class Results:
    """The games of one plan in a folder; each number is there once."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.rows: dict[int, Row] = {}
        self._unsaved: list[Row] = []
        arrow()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            same_plan(folder, plan.data())
            self._read()
        except OSError as error:
            raise BadFile(f"cannot keep results in {folder}: {error.strerror or error}") from None

    def _read(self) -> None:
        _, pq = arrow()
        for file in sorted(self.folder.glob("*.parquet")):
            for row in pq.read_table(file).to_pylist():
                self.rows[row["number"]] = row

    def add(self, row: Row) -> None:
        """Take a game in; one that is there already is not counted again."""
        if row["number"] not in self.rows:
            self.rows[row["number"]] = row
            self._unsaved.append(row)

    def save(self) -> None:
        """Write what is new as a part of its own."""
        if self._unsaved:
            first = self._unsaved[0]["number"]
            self._write(self.folder / f"part-{first:08d}-{len(self.rows):08d}.parquet", self._unsaved)
            self._unsaved = []

    def close(self) -> None:
        """One file instead of parts."""
        self.save()
        parts = list(self.folder.glob("part-*.parquet"))
        if parts:
            self._write(self.folder / "games.parquet", self.sorted())
            for part in parts:
                part.unlink()

    def sorted(self) -> list[Row]:
        return [self.rows[number] for number in sorted(self.rows)]

    def _write(self, file: Path, rows: Sequence[Row]) -> None:
        pa, pq = arrow()
        part = file.with_suffix(".part")
        pq.write_table(pa.Table.from_pylist(list(rows)), part)
        os.replace(part, file)


def missing(done: Iterable[int], games: int) -> list[int]:
    """The numbers that are still to be played."""
    there = set(done)
    return [number for number in range(games) if number not in there]
