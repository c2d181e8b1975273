"""The files of a data set: Parquet, some games in each, written when those games are played and never changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from goldenspike.arena.run.results import arrow, same_plan
from goldenspike.engine.errors import BadFile

from .plan import DatasetPlan
from .recording import Columns, recorder_of

NOTE = b"goldenspike"  # the key of what a file says about itself
FOLDERS = ("games", "decisions")  # in the order in which they are written: decisions there, file complete


@dataclass(frozen=True)
class Recorded:
    """Some games as the bytes of two files."""

    file: int
    contents: Mapping[str, bytes]  # by folder


def record_file(plan: DatasetPlan, file: int) -> Recorded:
    """Play the games of a file in this process."""
    recorder = recorder_of(plan)
    found = recorder.record(plan.games_of(file))
    note = {"games": len(found.games), "decisions": len(found.columns["game"]), "digest": found.digest()}
    return Recorded(file, {"games": _games(found, note), "decisions": _decisions(found, note)})


def _written(table: Any, note: Mapping[str, Any], **how: Any) -> bytes:
    pa, pq = arrow()
    sink = pa.BufferOutputStream()
    kept = table.replace_schema_metadata({NOTE: json.dumps(note).encode()})
    pq.write_table(kept, sink, compression="zstd", **how)
    return bytes(sink.getvalue())


def _rows_of_bytes(pa: Any, rows: np.ndarray[Any, Any]) -> Any:
    """Each row as bytes: a list of numbers would take the Parquet writer ten times as long."""
    width = rows.shape[1] * rows.itemsize
    little = np.ascontiguousarray(rows, rows.dtype.newbyteorder("<"))
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), len(rows), [None, pa.py_buffer(little)])


def _decisions(found: Columns, note: Mapping[str, Any]) -> bytes:
    pa, _ = arrow()
    columns = {name: pa.array(column, mask=np.isnan(column)) for name, column in found.columns.items()}
    offsets = pa.array(found.offsets)
    columns["legal"] = pa.ListArray.from_arrays(offsets, pa.array(found.legal))
    if found.visits is not None:
        columns["visits"] = pa.ListArray.from_arrays(offsets, pa.array(found.visits))
    small = list(columns)
    if found.observations.shape[1]:
        columns["observation"] = _rows_of_bytes(pa, found.observations)
    plain = [name for name in small if name not in {"legal", "visits"}]
    return _written(pa.table(columns), note, use_dictionary=plain, write_statistics=plain)


def _games(found: Columns, note: Mapping[str, Any]) -> bytes:
    pa, _ = arrow()
    table = pa.Table.from_pylist(found.games)
    if found.last_seen:
        seats = len(found.last_seen[0])
        flat = _rows_of_bytes(pa, np.concatenate(found.last_seen))
        offsets = pa.array(np.arange(0, len(flat) + 1, seats, dtype=np.int32))
        table = table.append_column("last_observations", pa.ListArray.from_arrays(offsets, flat))
    return _written(table, note)


class DatasetFolder:
    """A folder that holds one data set, complete or begun."""

    def __init__(self, folder: Path, plan: DatasetPlan) -> None:
        arrow()
        self.folder, self.plan = folder, plan
        try:
            folder.mkdir(parents=True, exist_ok=True)
            same_plan(folder, plan.data())
            for name in FOLDERS:
                (folder / name).mkdir(exist_ok=True)
        except OSError as error:
            raise BadFile(f"cannot keep a data set in {folder}: {error.strerror or error}") from None
        there = sum(note["games"] for note in self.notes())
        if there > plan.games:
            raise BadFile(f"{folder} holds {there} games already; ask for as many or more, or choose another folder")

    def path(self, folder: str, file: int) -> Path:
        return self.folder / folder / f"{file:05d}.parquet"

    def note(self, file: int) -> dict[str, Any]:
        """What a file says about itself."""
        return read_note(self.path("decisions", file))

    def notes(self) -> Iterator[dict[str, Any]]:
        for path in sorted((self.folder / "decisions").glob("*.parquet")):
            yield read_note(path)

    def missing(self) -> list[int]:
        """The files that are still to be played; the last one again if it holds fewer games than it should."""
        whole = range(self.plan.files)
        there = {file for file in whole if all(self.path(folder, file).exists() for folder in FOLDERS)}
        return [
            file for file in whole if file not in there or self.note(file)["games"] != len(self.plan.games_of(file))
        ]

    def keep(self, found: Recorded) -> None:
        for folder in FOLDERS:
            path = self.path(folder, found.file)
            part = path.with_suffix(".part")
            part.write_bytes(found.contents[folder])
            os.replace(part, path)


def read_note(path: Path) -> dict[str, Any]:
    _, pq = arrow()
    try:
        found: dict[str, Any] = json.loads(pq.read_schema(path).metadata[NOTE])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadFile(f"{path} is no file of a data set: {str(error).splitlines()[0]}") from None
    return found


def digest_of(notes: Iterator[dict[str, Any]]) -> str:
    """One digest for all files in their order."""
    return blake2b("".join(note["digest"] for note in notes).encode(), digest_size=16).hexdigest()
