"""Games between equal searchers, played whole in compiled code; what is kept of them is features and how they ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import goldenspike as gs
from goldenspike.arena.run.results import arrow, missing, same_plan
from goldenspike.bots.learned_value import LearnedValue, blank_value, features_hash, read_value
from goldenspike.bots.search import SearchMemory, parameters_for
from goldenspike.bots.value_search import ValueSearch
from goldenspike.engine.errors import BadFile
from goldenspike.engine.game import halves
from goldenspike.engine.search import DEEP, LEARNED

from .workers import work_on

Array = np.ndarray[Any, Any]
IN_A_JOB = 16  # games
MOST_POSITIONS = 1000  # noted in a game
NODES = 20_000
STRAY = 24  # one decision in so many is made at random: otherwise nobody learns what mistakes cost


@dataclass(frozen=True)
class SelfPlay:
    """Which games are played: all that they depend on."""

    game: str
    seats: int
    walks: int
    seed: int
    teacher: str = ""  # the text of a learned value by which the players judge; empty: the game's own evaluation
    stray: int = STRAY

    def data(self) -> dict[str, Any]:
        game = gs.game(self.game)
        return {**asdict(self), "rules": game.rules_version, "features": features_hash(game)}


@dataclass(frozen=True)
class Positions:
    """Settled positions of finished games: numbers for each seat (and whoever else has to be beaten)."""

    game: Array  # the number of its game, for each position
    features: Array  # positions x rows x features
    expected: Array  # positions x rows: what the game's own evaluation said, in points
    points: Array  # positions x rows: how it ended
    won: Array  # positions x rows: the share of the victory
    seconds: float = 0.0  # processor time of the games

    def __len__(self) -> int:
        return len(self.game)

    def take(self, which: Array) -> Positions:
        return Positions(
            self.game[which], self.features[which], self.expected[which], self.points[which], self.won[which]
        )


class Table:
    """Memory for games of one plan, one after another."""

    def __init__(self, plan: SelfPlay) -> None:
        self.plan = plan
        self.game = gs.game(plan.game)
        self.setting = self.game.setting(self.game.read_options({}), self.game.board(None), plan.seats)
        value: LearnedValue = read_value(plan.teacher, self.game) if plan.teacher else blank_value(self.game)
        search = ValueSearch(self.game, value, NODES)
        self.code, self.learned = search.code, search.value.for_seats(plan.seats)
        self.parameters = parameters_for(self.game, LEARNED if plan.teacher else DEEP)
        self.memory = SearchMemory(self.game, NODES)
        self.states = self.game.state.array(1)
        self.boards = type(self.setting.b).array([self.setting.b])
        self.path = np.zeros(self.parameters.depth + 2, np.int64)
        self.rows = np.zeros((MOST_POSITIONS, (plan.seats + 1) * (len(self.game.features) + 1)), np.int64)

    def play(self, number: int) -> dict[str, Any]:
        """One game: its positions in rows, and how it ended."""
        memory, p, plan = self.memory, self.parameters, self.plan
        low, high = halves(plan.seed * 1_000_003 + number)
        begun = time.process_time()
        memory.dice["chance"][0] = [plan.seed, number, plan.seats, 1]
        noted = self.code.self_play(
            self.states, 0, memory.scratch, 0, self.boards, 0, plan.seats, low, high, memory.nodes, memory.values,
            self.path, memory.leaf, memory.ahead, memory.dice, 0, memory.out, memory.gains, memory.openings,
            memory.bases, self.learned.knots, self.learned.weights, self.learned.spreads, int(bool(plan.teacher)),
            plan.walks, plan.stray, p.horizon, p.random_one_in, p.narrow, p.explore, p.scale, p.points, self.rows,
            self.game.longest,
        )  # fmt: skip
        rivals = int(
            self.game.rules.features(self.game.start(self.setting), self.setting.b, [0] * self.game.most_legal)
        )
        wide = rivals * (len(self.game.features) + 1)
        ends, winners = memory.ahead[:rivals].astype(np.int64).tolist(), int(memory.ahead[-1])
        return {
            "number": number,
            "rows": self.rows[:noted, :wide].astype(np.int32),
            "ends": ends,
            "winners": winners,
            "seconds": time.process_time() - begun,
        }


@cache
def table_of(plan: SelfPlay) -> Table:
    """The memory of this process, made once per plan."""
    return Table(plan)


def play_games(plan: SelfPlay, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """Some games in this process."""
    table = table_of(plan)
    return [table.play(number) for number in numbers]


def played_games(
    plan: SelfPlay, games: int, folder: Path, *, cores: int, ray: str | None, progress: Callable[[int], None]
) -> Positions:
    """The first so many games of a plan; those that lie in the folder already are not played again."""
    kept = GameFiles(folder, plan)
    progress(len(kept.games))
    rest = missing(kept.games, games)
    jobs = [rest[k : k + IN_A_JOB] for k in range(0, len(rest), IN_A_JOB)]
    for done in work_on(play_games, plan, jobs, cores, ray):
        kept.add(done)
        progress(len(kept.games))
    return positions_of(plan, [kept.games[number] for number in range(games)])


def positions_of(plan: SelfPlay, games: Sequence[dict[str, Any]]) -> Positions:
    """All positions of some games, row by row."""
    game = gs.game(plan.game)
    wide, rivals = len(game.features), len(games[0]["ends"])
    rows = np.concatenate([one["rows"] for one in games])
    counts = [len(one["rows"]) for one in games]
    shares = []
    for one in games:
        winners = [one["winners"] >> row & 1 for row in range(rivals)]
        if not any(winners):
            # Nobody at the table: it was whoever else had to be beaten, or nobody at all.
            winners = [int(row >= plan.seats) for row in range(rivals)]
        shares.append([winner / max(sum(winners), 1) for winner in winners])
    return Positions(
        np.repeat([one["number"] for one in games], counts),
        rows[:, : rivals * wide].reshape(-1, rivals, wide).astype(np.float64),
        rows[:, rivals * wide :].astype(np.float64) / 12,
        np.repeat([one["ends"] for one in games], counts, axis=0).astype(np.float64),
        np.repeat(shares, counts, axis=0),
        sum(one["seconds"] for one in games),
    )


class GameFiles:
    """Games of one plan on disk, in parts; a stopped run goes on from them."""

    def __init__(self, folder: Path, plan: SelfPlay) -> None:
        self.folder = folder
        self.games: dict[int, dict[str, Any]] = {}
        _, pq = arrow()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            same_plan(folder, plan.data())
        except OSError as error:
            raise BadFile(f"cannot keep games in {folder}: {error.strerror or error}") from None
        for file in sorted(folder.glob("*.parquet")):
            table = pq.read_table(file)
            for one in table.select(["number", "ends", "winners", "seconds"]).to_pylist():
                self.games[one["number"]] = one
            counts = table.column("positions").to_pylist()
            cells = table.column("cells").combine_chunks().flatten().to_numpy()
            at = 0
            for number, count in zip(table.column("number").to_pylist(), counts, strict=True):
                wide = table.column("wide")[0].as_py()
                self.games[number]["rows"] = cells[at : at + count * wide].reshape(count, wide)
                at += count * wide

    def add(self, games: Sequence[dict[str, Any]]) -> None:
        """Write some games as a part of their own."""
        pa, pq = arrow()
        file = self.folder / f"games-{games[0]['number']:06d}.parquet"
        table = pa.table(
            {
                "number": [one["number"] for one in games],
                "ends": [one["ends"] for one in games],
                "winners": [one["winners"] for one in games],
                "seconds": [one["seconds"] for one in games],
                "positions": [len(one["rows"]) for one in games],
                "wide": [one["rows"].shape[1] for one in games],
                "cells": pa.array([one["rows"].ravel() for one in games], pa.list_(pa.int32())),
            }
        )
        part = file.with_suffix(".part")
        pq.write_table(table, part, compression="zstd")
        part.replace(file)
        self.games.update({one["number"]: one for one in games})
