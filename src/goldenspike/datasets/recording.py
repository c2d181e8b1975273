"""Playing the games of one file, and writing down every decision in columns."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np

from goldenspike.arena.run.play_game import LONGEST, GameRunner
from goldenspike.bots import Bot, GreedyBot
from goldenspike.bots.levels import SearchBot
from goldenspike.engine.compiled import added
from goldenspike.engine.env_fields import parts
from goldenspike.engine.rule_set import Kernels
from goldenspike.engine.setting import Result
from goldenspike.envs.memory import number_type

from . import recording_kernels
from .plan import DatasetPlan

KERNELS = Kernels((recording_kernels,), entry_points=("record_policy",), checked=False)
Array = np.ndarray[Any, Any]
ROOM = 4096  # decisions for which there is room at first


@dataclass
class Columns:
    """The games of a file: a number for each decision in every column, and a row for each game."""

    columns: dict[str, Array]
    observations: Array  # decisions by numbers; no rows if they are not wanted
    offsets: Array  # where the legal actions of each decision begin
    legal: Array
    visits: Array | None  # for each legal action
    games: list[dict[str, Any]] = field(default_factory=list)
    last_seen: list[Array] = field(default_factory=list)  # by game: what each seat sees at the end

    def digest(self) -> str:
        """The same contents, the same digest: whatever library wrote the file."""
        found = blake2b(digest_size=16)
        for name, column in self.columns.items():
            found.update(name.encode() + np.ascontiguousarray(column).tobytes())
        wide = (self.observations, self.offsets, self.legal, *([] if self.visits is None else [self.visits]))
        for part in (*wide, *self.last_seen):
            found.update(np.ascontiguousarray(part).data)
        for game in self.games:
            found.update(repr(sorted(game.items())).encode())
        return found.hexdigest()


class Recorder(GameRunner):
    """Plays games and keeps what every decision was made from."""

    plan: DatasetPlan

    def __init__(self, plan: DatasetPlan) -> None:
        super().__init__(plan)
        self.kind = number_type(parts(self.setting))
        self.width = plan.width() if plan.observations else 0
        self.numbers = plan.numbers()
        self.sight = np.zeros(max(plan.width(), 1), np.int64)
        self.code = added(self.game.rule_set, KERNELS)
        self.in_compiled_code = True  # seats that follow the game's policy
        self.seen = np.zeros((ROOM, self.width), self.kind)
        self.rows = np.zeros((ROOM, recording_kernels.ROW), np.int64)
        self.lists = np.zeros(8 * ROOM, np.int64)
        self.at = np.zeros(2, np.int64)  # rows written, actions listed
        self._values, self._visits = array("d"), array("q")

    def record(self, games: range) -> Columns:
        """Play some games of the plan; the next call writes the same memory again."""
        self.at[:] = 0
        self._values, self._visits = array("d"), array("q")
        played, ends, last = [], [0], []
        for number in games:
            played.append(self.play(self.plan.fixture(number)))
            ends.append(int(self.at[0]))
            if self.width:
                last.append(np.stack([self._sight(seat) for seat in range(self.plan.seats)]))
        count, listed = (int(one) for one in self.at)
        seat = self.rows[:count, recording_kernels.SEAT].astype(np.int8)
        within = np.repeat(np.arange(len(played)), np.diff(ends))
        points, won = np.array([row["points"] for row in played]), np.array([row["won"] for row in played])
        columns = {
            "game": (games[0] + within).astype(np.int32),
            "step": (np.arange(count) - np.array(ends)[within]).astype(np.int32),
            "seat": seat,
            "action": self.numbers.number[self.rows[:count, recording_kernels.ACTION]].astype(np.int32),
            "points": points[within, seat].astype(np.float32),
            "won": won[within, seat].astype(np.float32),
        }
        if self.plan.thoughts:
            columns["value"] = np.array(self._values, np.float32)
        offsets = np.zeros(count + 1, np.int32)
        np.cumsum(self.rows[:count, recording_kernels.LENGTH], out=offsets[1:])
        legal = self.numbers.number[self.lists[:listed]].astype(np.int32)
        visits = np.array(self._visits, np.int32) if self.plan.thoughts else None
        told = ("number", "seed", "bots", "points", "won", "decisions")
        games_told = [{name: row[name] for name in told} for row in played]
        return Columns(columns, self.seen[:count], offsets, legal, visits, games_told, last)

    def result(self) -> Result:
        """Points and winners from compiled code: a score sheet in words would take longer than the game."""
        mask = int(self.fast.score_at(self.states, 0, self.boards, 0, self.out))
        seats = range(self.plan.seats)
        return Result(tuple(self.out[: len(seats)].tolist()), tuple(seat for seat in seats if mask >> seat & 1), "")

    def _sight(self, seat: int) -> Array:
        self.fast.observe_at(self.states, 0, self.boards, 0, seat, self.sight)
        return self.sight[: self.width].astype(self.kind)

    def _grow(self) -> None:
        self.seen = np.concatenate([self.seen, np.zeros_like(self.seen)])
        self.rows = np.concatenate([self.rows, np.zeros_like(self.rows)])
        self.lists = np.concatenate([self.lists, np.zeros(max(len(self.lists), len(self.out)), np.int64)])

    def ahead(self, waiting: int, players: Sequence[Bot], decisions: list[int]) -> int:
        """Seats that follow the game's policy decide in compiled code, until another is asked."""
        mask = sum(1 << seat for seat, player in enumerate(players) if isinstance(player, GreedyBot))
        if not (mask and self.in_compiled_code):
            return waiting
        first = int(self.at[0])
        while True:
            waiting = int(
                self.code.record_policy(
                    self.states, 0, self.boards, 0, mask, self.width > 0, self.out, self.seen, self.rows, self.lists,
                    self.at,
                )
            )  # fmt: skip
            if waiting != recording_kernels.NO_ROOM:
                break
            if self.at[0] - first > LONGEST:
                raise RuntimeError("a game does not end")
            self._grow()
        count = int(self.at[0])
        made = np.bincount(self.rows[first:count, recording_kernels.SEAT], minlength=len(decisions))
        decisions[:] = [before + int(more) for before, more in zip(decisions, made, strict=True)]
        if self.plan.thoughts:
            self._values.extend([math.nan] * (count - first))
            self._visits.extend([0] * (int(self.at[1]) - len(self._visits)))
        return waiting

    def before(self, seat: int, player: Bot, action: int) -> None:
        count, listed = (int(one) for one in self.at)
        while count >= len(self.rows) or listed + len(self.legal) > len(self.lists):
            self._grow()
        if self.width:
            self.seen[count] = self._sight(seat)
        self.rows[count] = seat, action, len(self.legal)
        self.lists[listed : listed + len(self.legal)] = self.legal
        self.at[:] = count + 1, listed + len(self.legal)
        if self.plan.thoughts:
            self._think(player, action)

    def _think(self, player: Bot, action: int) -> None:
        """What the bot saw in the actions, if it looked ahead for this decision."""
        thought = player.thought if isinstance(player, SearchBot) and len(self.legal) > 1 else None
        seen = {one.action: one for one in thought.actions} if thought is not None else {}
        self._values.append(seen[action].value if action in seen else math.nan)
        self._visits.extend(seen[one].visits if one in seen else 0 for one in self.legal)


_RECORDERS: dict[str, Recorder] = {}


def recorder_of(plan: DatasetPlan) -> Recorder:
    """The recorder of this process, made once per plan."""
    key = repr(plan)
    if key not in _RECORDERS:
        _RECORDERS.clear()
        _RECORDERS[key] = Recorder(plan)
    return _RECORDERS[key]
