"""Training a network for the search of a game's own: rounds of games by what was learned before, then matches."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

import goldenspike as gs
from goldenspike.arena.run.processes import run
from goldenspike.arena.run.results import Results, arrow, missing, same_plan
from goldenspike.arena.tournament.schedule import make_plan
from goldenspike.bots.learned_network import LearnedNetwork, network_of, read_network
from goldenspike.engine.errors import BadFile
from goldenspike.engine.game import Game
from goldenspike.engine.learner import Learner, Network

from .files import read_text, write_text
from .match_check import check_match, turns_of_equal_time
from .network_card import network_card_text
from .network_fit import FittedNetwork, fit_network
from .workers import work_on

Array = np.ndarray[Any, Any]
HIDDEN = 32
ROUNDS = 2  # of games: by the game's own evaluation, then by what was learned from those
IN_A_JOB = 20  # games
CLEAR = 2.6  # standard deviations of the mean: alone, a difference that is looked at several times must be so large


@dataclass(frozen=True)
class LearningGames:
    """Which games are played: all that they depend on."""

    game: str
    seed: int
    teacher: str = ""  # the text of a network by which turns are judged; empty: the game's own evaluation


@cache
def players(plan: LearningGames) -> tuple[Learner, Network | None]:
    """What this process plays with, made once per plan."""
    game = gs.game(plan.game)
    learner = game.learner()
    assert learner is not None
    return learner, read_network(plan.teacher, game).network if plan.teacher else None


def play_some(plan: LearningGames, numbers: Sequence[int]) -> list[tuple[int, Array, float]]:
    """Some games in this process: number, rows, processor time."""
    learner, network = players(plan)
    found = []
    for number in numbers:
        begun = time.process_time()
        rows = learner.play(number, plan.seed, network)
        found.append((number, rows, time.process_time() - begun))
    return found


class RowFiles:
    """Rows of one plan's games on disk, in parts; a stopped run goes on from them."""

    def __init__(self, folder: Path, plan: LearningGames, wide: int, fingerprint: str) -> None:
        self.folder, self.wide = folder, wide
        self.rows: dict[int, Array] = {}
        self.seconds = 0.0
        _, pq = arrow()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            data = {"game": plan.game, "seed": plan.seed, "teacher": plan.teacher, "features": fingerprint}
            same_plan(folder, data)
        except OSError as error:
            raise BadFile(f"cannot keep games in {folder}: {error.strerror or error}") from None
        for file in sorted(folder.glob("*.parquet")):
            table = pq.read_table(file)
            for one in table.to_batches():
                for number, seconds, cells in zip(one["number"], one["seconds"], one["cells"], strict=True):
                    self.rows[number.as_py()] = cells.values.to_numpy().reshape(-1, wide)
                    self.seconds += seconds.as_py()

    def add(self, games: Sequence[tuple[int, Array, float]]) -> None:
        """Write some games as a part of their own."""
        pa, pq = arrow()
        table = pa.table(
            {
                "number": [number for number, _, _ in games],
                "seconds": [seconds for _, _, seconds in games],
                "cells": pa.array([rows.ravel() for _, rows, _ in games], pa.list_(pa.float32())),
            }
        )
        part = self.folder / f"games-{games[0][0]:06d}.part"
        pq.write_table(table, part, compression="zstd")
        part.replace(part.with_suffix(".parquet"))
        self.rows.update({number: rows for number, rows, _ in games})
        self.seconds += sum(seconds for _, _, seconds in games)


def played_rows(
    plan: LearningGames, games: int, kept: RowFiles, *, cores: int, ray: str | None, progress: Callable[[int], None]
) -> None:
    """The first so many games of a plan; those that are kept already are not played again."""
    progress(len(kept.rows))
    rest = missing(kept.rows, games)
    jobs = [rest[k : k + IN_A_JOB] for k in range(0, len(rest), IN_A_JOB)]
    for done in work_on(play_some, plan, jobs, cores, ray):
        kept.add(done)
        progress(len(kept.rows))


class NetworkTraining:
    """One call of the command for a game with a learner."""

    def __init__(self, game: Game, given: Any, folder: Path, command: str) -> None:
        from rich.console import Console

        learner = game.learner()
        assert learner is not None
        self.game, self.given, self.folder, self.command, self.learner = game, given, folder, command, learner
        self.console = Console(highlight=False)
        self.shipped = None if given.from_scratch else network_of(game)
        words = given.seats.split(",") if given.seats else ["1", "2", "3", "4"]
        if not all(word.strip().isdecimal() for word in words):
            raise gs.BadOption(f"numbers of players with commas between them; not {given.seats!r}")
        self.seats = [game.read_seats(int(word)) for word in words]

    def run(self) -> None:
        """Play and fit in rounds, write the network; then the matches, and the folder of the game if it won."""
        hash_now = self.learner.fingerprint()
        teacher = self.teacher()
        rows: list[Array] = []
        numbers: list[Array] = []
        rounds: list[dict[str, Any]] = []
        text = ""
        for turn in range(ROUNDS):
            plan = LearningGames(self.game.name, self.given.seed + turn, teacher)
            kept = RowFiles(self.folder / f"round-{turn + 1}", plan, len(self.learner.features) + 2, hash_now)
            with self.bar(f"round {turn + 1}", self.given.games) as progress:
                played_rows(plan, self.given.games, kept, cores=self.given.cores, ray=self.given.ray, progress=progress)
            for number in range(self.given.games):
                rows.append(kept.rows[number])
                numbers.append(np.full(len(kept.rows[number]), turn * self.given.games + number))
            with self.bar(f"fit {turn + 1}", 0) as progress:
                fitted = fit_network(
                    self.learner, np.concatenate(rows), np.concatenate(numbers), HIDDEN, self.given.seed, progress
                )
            rounds.append(self.said(turn, fitted, kept.seconds, teacher))
            text = self.network(fitted, hash_now, rounds, {}).text()
            teacher = text
        file = self.folder / "learned.json"
        write_text(file, text)
        won: dict[str, Any] = {}
        if self.given.check:
            for seats in self.seats:
                match = self.alone(file) if seats == 1 else self.against(seats, file)
                won[str(seats)] = match
            write_text(self.folder / "checked.json", self.network(fitted, hash_now, rounds, won).text())
        if self.given.promote:
            self.promote(fitted, hash_now, rounds, {seats: match for seats, match in won.items() if match["wins"]})
        if self.given.out:
            self.console.print(f"network: {file}", soft_wrap=True)

    def bar(self, title: str, total: int) -> Any:
        from goldenspike.arena.run.command_line import progress_bar

        from .network_fit import EPOCHS

        return progress_bar(title, total or EPOCHS)

    def teacher(self) -> str:
        if self.given.teacher:
            return read_text(self.given.teacher)
        return "" if self.shipped is None else self.shipped.text()

    def said(self, turn: int, fitted: FittedNetwork, seconds: float, teacher: str) -> dict[str, Any]:
        """What the card says of a round."""
        self.console.print(
            f"round {turn + 1}: {fitted.games} games, {fitted.rows} sheets; explains {fitted.explained:.1%} of the "
            f"differences (the game's own evaluation {fitted.explained_before:.1%}), {fitted.off:.1f} points off; "
            f"{seconds / 60:.1f} minutes of processor time",
            soft_wrap=True,
        )
        return {
            "games": fitted.games,
            "sheets": fitted.rows,
            "teacher": "network" if teacher else "own evaluation",
            "explained": round(fitted.explained, 4),
            "explained_before": round(fitted.explained_before, 4),
            "off": round(fitted.off, 2),
            "minutes": round(seconds / 60, 1),
        }

    def network(
        self, fitted: FittedNetwork, fingerprint: str, rounds: list[dict[str, Any]], seats: dict[str, Any]
    ) -> LearnedNetwork:
        card = {
            "version": gs.__version__,
            "rules": self.game.rules_version,
            "date": datetime.now(UTC).date().isoformat(),
            "command": self.command,
            "seed": self.given.seed,
            "rounds": list(rounds),
            "seats": seats,
        }
        return LearnedNetwork(self.game.name, tuple(self.learner.features), fingerprint, fitted.network, card)

    # ------------------------------------------------------------ matches
    def names(self, seats: int, file: Path) -> tuple[str, str]:
        """The new bot and the champion with equal time for a whole turn, noted so that a stopped match goes on."""
        champion = self.given.against or ("superintendent" if self.shipped is None else "president")
        champion = f"{champion}@{self.given.check_walks}"
        note = self.folder / f"match-{seats}.txt"
        known = note.read_text("utf-8").split("\n") if note.is_file() else []
        if known[:1] != [champion]:
            spec = turns_of_equal_time(self.game, seats, f"file:{file}", champion)
            known = [champion, spec]
            write_text(note, "\n".join(known))
        return known[1], champion

    def against(self, seats: int, file: Path) -> dict[str, Any]:
        """A match at a table of champions."""
        spec, champion = self.names(seats, file)
        with self.bar(f"{seats} players: match", self.given.check) as progress:
            verdict = check_match(
                self.game, seats, spec, champion, self.given.check, self.given.seed + 1000,
                self.folder / f"match-{seats}", cores=self.given.cores, ray=self.given.ray, progress=progress,
            )  # fmt: skip
        self.console.print(verdict.sentence(), soft_wrap=True)
        return {name: self.shown(value, file) for name, value in verdict.data().items()}

    def alone(self, file: Path) -> dict[str, Any]:
        """The same deals alone: how many more points it makes than the champion."""
        spec, champion = self.names(1, file)
        games = 0
        wins = False
        with self.bar("alone: match", self.given.check) as progress:
            while games < self.given.check and not wins:
                games = min(games + IN_A_JOB, self.given.check)
                mine, theirs = (self.solo(word, games, progress) for word in (spec, champion))
                more = mine - theirs
                doubt = float(more.std()) / math.sqrt(games)
                wins = float(more.mean()) > CLEAR * doubt
        self.console.print(
            f"alone: {mine.mean():.1f} points, {champion} {theirs.mean():.1f} on the same {games} deals "
            f"({more.mean():+.1f} ± {2 * doubt:.1f}): {'wins' if wins else 'not clearly better'}",
            soft_wrap=True,
        )
        found = {
            "bot": spec, "champion": champion, "seats": 1, "games": games, "points": round(float(mine.mean()), 2),
            "champion_points": round(float(theirs.mean()), 2), "more": round(float(more.mean()), 2),
            "doubt": round(2 * doubt, 2), "wins": wins,
        }  # fmt: skip
        return {name: self.shown(value, file) for name, value in found.items()}

    def solo(self, spec: str, games: int, progress: Callable[[int], None]) -> Array:
        """Points of the first so many solo games."""
        plan = make_plan(self.game.name, bots=[], lineup=[spec], games=games, seed=self.given.seed + 1000)
        results = Results(self.folder / f"alone-{spec.partition('@')[0].rpartition('/')[2]}", plan)
        run(plan, results, cores=self.given.cores, ray=self.given.ray, progress=progress)
        rows = [row for row in results.sorted() if row["number"] < games]
        return np.array([row["points"][0] for row in rows], np.float64)

    def shown(self, value: Any, file: Path) -> Any:
        return value.replace(f"file:{file}", "president") if isinstance(value, str) else value

    def promote(
        self, fitted: FittedNetwork, fingerprint: str, rounds: list[dict[str, Any]], won: dict[str, Any]
    ) -> None:
        """Put the network into the folder of the game, for the numbers of players with which it won."""
        if not won:
            self.console.print("nothing is clearly better than what is there: nothing is changed")
            return
        promoted = self.network(fitted, fingerprint, rounds, won)
        place = Path(str(resources.files(type(self.game).__module__.rpartition(".")[0]))) / "learned"
        write_text(place / f"{self.game.name}.json", promoted.text())
        write_text(place / f"{self.game.name}.md", network_card_text(promoted.card, self.game.title))
        self.console.print(f"promoted for {', '.join(won)} players: {place}", soft_wrap=True)
