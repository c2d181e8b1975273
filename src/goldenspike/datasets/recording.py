"""Playing the games of one file, and writing down every decision in columns."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np

from goldenspike.arena.run.play_game import GameRunner
from goldenspike.bots import Bot
from goldenspike.bots.levels import SearchBot
from goldenspike.engine.env_fields import parts
from goldenspike.envs.memory import number_type

from .plan import DatasetPlan

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
        self._clear()

    def _clear(self) -> None:
        self.seen = np.zeros((ROOM, self.width), self.kind)
        self.count, self.first, self.game_number = 0, 0, 0
        self._games, self._steps, self._seats, self._actions = array("q"), array("q"), array("q"), array("q")
        self._listed, self._lengths = array("q"), array("q")
        self._values, self._visits = array("d"), array("q")

    def record(self, games: range) -> Columns:
        """Play some games of the plan."""
        self._clear()
        rows, ends, last = [], [], []
        for number in games:
            self.game_number, self.first = number, self.count
            rows.append(self.play(self.plan.fixture(number)))
            ends.append(self.count)
            if self.width:
                last.append(np.stack([self._sight(seat) for seat in range(self.plan.seats)]))
        seat = np.array(self._seats, np.int8)
        final = np.repeat(np.arange(len(rows)), np.diff([0, *ends]))
        points, won = np.array([row["points"] for row in rows]), np.array([row["won"] for row in rows])
        columns = {
            "game": np.array(self._games, np.int32),
            "step": np.array(self._steps, np.int32),
            "seat": seat,
            "action": self.numbers.number[np.array(self._actions, np.int64)].astype(np.int32),
            "points": points[final, seat].astype(np.float32),
            "won": won[final, seat].astype(np.float32),
        }
        if self.plan.thoughts:
            columns["value"] = np.array(self._values, np.float32)
        legal = self.numbers.number[np.array(self._listed, np.int64)].astype(np.int32)
        lengths = np.array(self._lengths, np.int32)
        offsets = np.concatenate([np.zeros(1, np.int32), np.cumsum(lengths, dtype=np.int32)])
        visits = np.array(self._visits, np.int32) if self.plan.thoughts else None
        told = ("number", "seed", "bots", "points", "won", "reason", "decisions")
        games_told = [{name: row[name] for name in told} for row in rows]
        return Columns(columns, self.seen[: self.count], offsets, legal, visits, games_told, last)

    def _sight(self, seat: int) -> Array:
        self.fast.observe_at(self.states, 0, self.boards, 0, seat, self.sight)
        return self.sight[: self.width].astype(self.kind)

    def before(self, seat: int, player: Bot, action: int) -> None:
        if self.width:
            if self.count == len(self.seen):
                self.seen = np.concatenate([self.seen, np.zeros_like(self.seen)])
            self.fast.observe_at(self.states, 0, self.boards, 0, seat, self.sight)
            self.seen[self.count] = self.sight
        self._games.append(self.game_number)
        self._steps.append(self.count - self.first)
        self._seats.append(seat)
        self._actions.append(action)
        self._listed.extend(self.legal)
        self._lengths.append(len(self.legal))
        self.count += 1
        if self.plan.thoughts:
            self._think(player, action)

    def _think(self, player: Bot, action: int) -> None:
        """What the bot saw in the actions, if it looked ahead for this decision."""
        thought = player.thought if isinstance(player, SearchBot) and len(self.legal) > 1 else None
        seen = {one.action: one for one in thought.actions} if thought is not None else {}
        self._values.append(seen[action].value if action in seen else float("nan"))
        self._visits.extend(seen[one].visits if one in seen else 0 for one in self.legal)


_RECORDERS: dict[str, Recorder] = {}


def recorder_of(plan: DatasetPlan) -> Recorder:
    """The recorder of this process, made once per plan."""
    key = repr(plan)
    if key not in _RECORDERS:
        _RECORDERS.clear()
        _RECORDERS[key] = Recorder(plan)
    return _RECORDERS[key]
