"""Reading a data set: files of decisions as NumPy arrays, with masks and named parts of observations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

import goldenspike as gs
from goldenspike.arena.run.results import arrow
from goldenspike.engine.action_numbers import action_numbers
from goldenspike.engine.env_fields import parts
from goldenspike.engine.errors import BadFile
from goldenspike.engine.setting import Setting
from goldenspike.envs.memory import number_type

from .files import read_note
from .recording import Columns

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Decisions:
    """Decisions in arrays that belong together, one row each."""

    game: Array
    step: Array  # within the game
    seat: Array
    action: Array
    points: Array  # the seat's own at the end of the game
    won: Array  # the seat's share of the victory
    observation: Array  # by numbers; without columns if the data set has none
    legal: Array  # the legal actions of all decisions, one after another
    offsets: Array  # where those of each decision begin; one more than decisions
    value: Array | None  # of the action, from 0 to 1, as the bot saw it; NaN where it did not look ahead
    visits: Array | None  # for each number of ``legal``
    actions: int  # how many numbers actions have

    def __len__(self) -> int:
        return len(self.game)

    def masks(self, rows: Any = None) -> Array:
        """1 for what is legal, by decision and action: of all decisions, or of some by their numbers."""
        chosen = np.arange(len(self)) if rows is None else np.asarray(rows)
        found = np.zeros((len(chosen), self.actions), np.int8)
        lengths = self.offsets[chosen + 1] - self.offsets[chosen]
        at = np.repeat(self.offsets[chosen], lengths) + within(lengths)
        found[np.repeat(np.arange(len(chosen)), lengths), self.legal[at]] = 1
        return found

    def visit_counts(self, rows: Any = None) -> Array:
        """Visits by decision and action, as targets for a policy."""
        if self.visits is None:
            raise BadFile("this data set has no visits; goldenspike dataset writes them with --bot-values")
        chosen = np.arange(len(self)) if rows is None else np.asarray(rows)
        found = np.zeros((len(chosen), self.actions), np.int32)
        lengths = self.offsets[chosen + 1] - self.offsets[chosen]
        at = np.repeat(self.offsets[chosen], lengths) + within(lengths)
        found[np.repeat(np.arange(len(chosen)), lengths), self.legal[at]] = self.visits[at]
        return found


def within(lengths: Array) -> Array:
    """0, 1, ... for each of the lengths, one after another."""
    ends = np.cumsum(lengths)
    found: Array = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - lengths, lengths)
    return found


class Dataset:
    """A data set in a folder.

    Iterate over it to get ``Decisions``, file by file; ``games()`` has a row for each game.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        file = self.folder / "plan.json"
        try:
            self.plan: dict[str, Any] = json.loads(file.read_text("utf-8"))
            self.game, self.numbering = gs.game(self.plan["game"]), str(self.plan["actions"])
            self.seats = len(self.plan["lineups"][0])
        except (OSError, ValueError, KeyError, TypeError):
            raise BadFile(f"{self.folder} is no data set: goldenspike dataset writes one") from None
        self.paths = sorted((self.folder / "decisions").glob("*.parquet"))
        if not self.paths:
            raise BadFile(f"{self.folder} holds no games yet; the command that began it continues it")

    @cached_property
    def setting(self) -> Setting:
        """The game as it was played: what its observations and actions mean."""
        board = self.plan["board_data"] if self.plan.get("board_data") else self.plan.get("board_id")
        return self.game.setting(self.game.read_options(self.plan["options"]), self.game.board(board), self.seats)

    @cached_property
    def actions(self) -> int:
        return action_numbers(self.setting, self.numbering).count

    @cached_property
    def parts(self) -> dict[str, slice]:
        """Where each named part of an observation is."""
        found, at = {}, 0
        for part in parts(self.setting):
            found[part.name] = slice(at, at + part.count)
            at += part.count
        return found

    def __len__(self) -> int:
        return sum(read_note(path)["decisions"] for path in self.paths)

    def __iter__(self) -> Iterator[Decisions]:
        for path in self.paths:
            yield self.read(path)

    def whole(self) -> Decisions:
        """All decisions at once, for data sets that fit into memory."""
        found = list(self)
        return found[0] if len(found) == 1 else joined(found)

    def games(self) -> list[dict[str, Any]]:
        """Number, seed, bots, points, shares of the victory and decisions by seat, of every game."""
        _, pq = arrow()
        rows = []
        for path in self.paths:
            table = pq.read_table(self.folder / "games" / path.name)
            rows += table.drop_columns([n for n in ("last_observations",) if n in table.column_names]).to_pylist()
        return rows

    def last_observations(self, path: Path) -> Array:
        """What each seat sees at the end, by game and seat, of the games in a file."""
        _, pq = arrow()
        column = pq.read_table(self.folder / "games" / path.name)["last_observations"].combine_chunks()
        seen = self._numbers(column.flatten())
        return seen.reshape(len(column), self.seats, -1)

    def read(self, path: Path) -> Decisions:
        """The decisions of one file."""
        _, pq = arrow()
        table = pq.read_table(path)
        plain = {name: table[name].to_numpy() for name in ("game", "step", "seat", "action", "points", "won")}
        legal = table["legal"].combine_chunks()
        names = set(table.column_names)
        seen = table["observation"].combine_chunks() if "observation" in names else None
        return Decisions(
            **plain,
            observation=np.zeros((len(table), 0), np.int16) if seen is None else self._numbers(seen),
            legal=legal.flatten().to_numpy(),
            offsets=legal.offsets.to_numpy().astype(np.int64),
            value=table["value"].to_numpy() if "value" in names else None,
            visits=table["visits"].combine_chunks().flatten().to_numpy() if "visits" in names else None,
            actions=self.actions,
        )

    def _numbers(self, column: Any) -> Array:
        """Rows of numbers from a column of bytes."""
        kind = number_type(parts(self.setting)).newbyteorder("<")
        width = column.type.byte_width // kind.itemsize
        found = np.frombuffer(column.buffers()[1], kind)[column.offset * width :]
        return found[: len(column) * width].reshape(len(column), width)

    def check(self) -> None:
        """Read everything, and compare it with the digests that were noted when it was written."""
        for path in self.paths:
            if self._columns(path).digest() != read_note(path)["digest"]:
                raise BadFile(f"{path} has changed since it was written")

    def _columns(self, path: Path) -> Columns:
        found, seen = self.read(path), self.plan["observations"]
        names = ("game", "step", "seat", "action", "points", "won", *(["value"] if found.value is not None else []))
        first, count = int(path.stem) * self.plan["per_file"], read_note(path)["games"]
        rows = [row for row in self.games() if first <= row["number"] < first + count]
        return Columns(
            {name: getattr(found, name) for name in names},
            found.observation,
            found.offsets.astype(np.int32),
            found.legal,
            found.visits,
            rows,
            list(self.last_observations(path)) if seen else [],
        )


def joined(found: list[Decisions]) -> Decisions:
    """Decisions of several files in one."""
    names = ("game", "step", "seat", "action", "points", "won", "observation", "legal", "value", "visits")
    whole: dict[str, Any] = {
        name: None if getattr(found[0], name) is None else np.concatenate([getattr(one, name) for one in found])
        for name in names
    }
    before = np.cumsum([0, *(len(one.legal) for one in found)])
    starts = [one.offsets[:-1] + first for one, first in zip(found, before, strict=False)]
    return Decisions(**whole, offsets=np.concatenate([*starts, before[-1:]]), actions=found[0].actions)
