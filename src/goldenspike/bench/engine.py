"""What the engine does on this machine: rates per CPU-second, ratios in one run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import goldenspike as gs
from goldenspike.engine.game import Game, Setting
from goldenspike.engine.random_numbers import seed_chance

BATCH = 4096
PLAYED_FROM = 100  # the game from whose middle playouts start
THOUGHT_S = 0.2  # how long one search lasts, about


def dice(game: Game, count: int) -> Any:
    """Chance for choosing actions, apart from the games' own: spare records of which only the generator is used."""
    made: list[Any] = [game.state() for _ in range(count)]
    for number, one in enumerate(made):
        seed_chance(one, 1869, number)
    return game.state.array(made)


def rate(work: Callable[[], int], seconds: float) -> tuple[float, int]:
    """How many per CPU-second, and how many in all."""
    work()
    done = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        done += work()
    return done / spent, done


class Bench:
    """All figures of one game with four seats and default options."""

    def __init__(self, game: Game, seconds: float) -> None:
        import numpy as np

        self.game = game
        self.seconds = seconds
        self.seats = min(4, game.seats[-1])
        self.setting: Setting = game.setting(game.read_options({}), game.board(None), self.seats)
        self.fast = game.compiled()
        self.states = game.state.array(BATCH + 2)
        self.boards = type(self.setting.b).array([self.setting.b])
        self.out = np.zeros(game.most_legal, np.int64)
        self.dice = dice(game, 4)
        self.games = 0

    def run(self, step: Callable[[str], None]) -> dict[str, Any]:
        figures: dict[str, Any] = {"game": self.game.name, "seats": self.seats, "record bytes": self.game.state.nbytes}
        for name, work in (
            ("start", self.startup),
            ("interpreted", self.interpreted),
            ("compiled", self.loop),
            ("clone", self.clone),
            ("batch", self.batch),
            ("playouts", self.playouts),
            ("greedy", self.greedy),
            ("search", self.search),
            ("learned value", self.learned_value),
        ):
            step(f"{self.game.name}: {name}")
            figures.update(work())
        step(f"{self.game.name}: its own")
        figures.update(self.game.bench(self.setting, lambda work: rate(work, self.seconds)[0]))
        figures["compiled / interpreted"] = round(figures["compiled steps/s"] / figures["interpreted steps/s"], 1)
        return figures

    def startup(self) -> dict[str, Any]:
        """Import, cold compile and warm start, each in a process of its own; a quick bench compiles nothing anew."""
        quick = self.seconds < 1
        code = (
            "import time; t = time.perf_counter(); import goldenspike as gs; a = time.perf_counter() - t;"
            "import sys; assert 'numba' not in sys.modules;"
            "from goldenspike.bench.engine import Bench;"
            f"t = time.perf_counter(); b = Bench(gs.game({self.game.name!r}), 0);"
            "b.one_game(); print(a, time.perf_counter() - t)"
        )
        with tempfile.TemporaryDirectory() as folder:
            seen = []
            for _ in range(1 if quick else 2):
                done = subprocess.run(
                    [sys.executable, "-c", code],
                    env=dict(os.environ) if quick else {**os.environ, "GOLDENSPIKE_CACHE": folder},
                    capture_output=True,
                    text=True,
                    check=True,
                )
                seen.append([float(word) for word in done.stdout.split()])
        return {
            "import s": round(min(run[0] for run in seen), 3),
            **({} if quick else {"cold compile s": round(seen[0][1], 1)}),
            "warm start s": round(seen[-1][1], 2),
        }

    def one_game(self) -> int:
        self.games += 1
        self.fast.start_at(self.states, 0, self.boards, 0, self.seats, self.games, 0)
        return int(self.fast.play_out(self.states, 0, self.boards, 0, self.dice, 0, self.out, 1 << 20))

    def many_games(self, decisions: int = 20_000) -> int:
        """One game after the other without coming back to Python."""
        self.fast.play_many(self.states, 0, 1, self.boards, 0, self.seats, self.dice, 0, self.out, decisions)
        return decisions

    def interpreted(self) -> dict[str, Any]:
        plain, b = self.game.plain(), self.setting.b
        s, out, chance = self.game.state(), [0] * self.game.most_legal, [self.game.state()]
        seed_chance(chance[0], 1, 2)  # type: ignore[arg-type]
        number = 0

        def work() -> int:
            nonlocal number
            number += 1
            plain.start(s, b, self.seats, number, 0)
            return int(plain.play_out([s], 0, [b], 0, chance, 0, out, 1 << 20))

        steps, _ = rate(work, self.seconds)
        return {"interpreted steps/s": round(steps)}

    def loop(self) -> dict[str, Any]:
        self.one_game()
        before = self.games
        steps, done = rate(self.one_game, self.seconds)
        games = self.games - before - 1
        return {
            "compiled steps/s": round(steps),
            "compiled games/s": round(steps * games / done),
            "decisions per game": round(done / games, 1),
        }

    def clone(self) -> dict[str, Any]:
        per_second, _ = rate(
            lambda: int(self.fast.clone_many(self.states, 0, self.states, 1, 100_000)), self.seconds / 4
        )
        return {"clone ns": round(1e9 / per_second, 1)}

    def batch(self) -> dict[str, Any]:
        """Wall-clock rate of a batch on one and on two threads."""
        figures = {}
        for i in range(BATCH):
            self.fast.start_at(self.states, i, self.boards, 0, self.seats, i, 1)
        import numpy as np

        for threads in (1, 2):
            share = BATCH // threads
            buffers = [np.zeros(self.game.most_legal, np.int64) for _ in range(threads)]

            def part(k: int, share: int = share, buffers: list[Any] = buffers) -> int:
                self.fast.play_many(
                    self.states, k * share, (k + 1) * share, self.boards, 0, self.seats, self.dice, k,
                    buffers[k], 20,
                )  # fmt: skip
                return share * 20

            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(part, range(threads)))
                begun, done = time.perf_counter(), 0
                while time.perf_counter() - begun < self.seconds:
                    done += sum(pool.map(part, range(threads)))
                figures[f"batch {BATCH}, {threads} thread{'s' * (threads > 1)} steps/s"] = round(
                    done / (time.perf_counter() - begun)
                )
        return figures

    def playouts(self) -> dict[str, Any]:
        """Random playouts from the middle of a game, every one with its own deal of what the seat cannot see."""
        import numpy as np

        self.games = PLAYED_FROM  # the same game whatever was measured before: lengths of playouts differ by position
        length = self.one_game()
        self.fast.start_at(self.states, 0, self.boards, 0, self.seats, self.games, 0)
        self.fast.play_out(self.states, 0, self.boards, 0, self.dice, 0, self.out, length // 2)
        totals = np.zeros(8, np.int64)

        def work() -> int:
            self.fast.playouts(
                self.states, 0, self.states, BATCH, self.boards, 0, 0, self.dice, 0, self.out, 50, totals
            )
            return 50

        per_second, _ = rate(work, self.seconds)
        return {"mid-game playouts/s": round(per_second)}

    def greedy(self) -> dict[str, Any]:
        """What the game's own policy costs: one decision, and a whole game of it."""
        decisions = games = 0
        spent = 0.0
        while spent < self.seconds / 2 or games == 0:
            self.fast.start_at(self.states, 0, self.boards, 0, self.seats, 7 + games, 0)
            waiting = int(self.fast.actors_at(self.states, 0))
            begun = time.process_time()
            while waiting and decisions < (games + 1) * 20_000:
                seat = (waiting & -waiting).bit_length() - 1
                action = self.fast.policy_at(self.states, 0, self.boards, 0, seat, self.out)
                waiting = int(self.fast.apply_at(self.states, 0, self.boards, 0, seat, action))
                decisions += 1
            spent += time.process_time() - begun if games else 0.0  # the first game may still compile
            games += 1
            if games == 1:
                decisions = 0
        counted = max(games - 1, 1)
        return {
            "greedy decision us": round(1e6 * spent / max(decisions, 1), 1),
            "greedy game ms": round(1e3 * spent / counted, 2),
        }

    def search(self) -> dict[str, Any]:
        """Walks and new nodes of the strongest bot's tree at the opening, wall-clock, on one and on two threads."""
        import random

        from goldenspike.bots import Budget, World
        from goldenspike.bots.search import parameters_for, search_for
        from goldenspike.engine.search import DEEP

        search = search_for(self.game, wait=True)
        if search is None:
            return {}
        s = self.game.start(self.setting, 7)
        seat = next(seat for seat in range(self.seats) if self.game.rules.actors(s) >> seat & 1)
        world, parameters = World(self.game, self.setting, s, seat, ()), parameters_for(self.game, DEEP)
        figures = {}
        first = search.search(world, Budget(iterations=64), parameters, random.Random(0))
        share = max(64, int(THOUGHT_S * first.iterations / first.seconds))
        for threads in (1, 2):
            iterations, nodes, spent = 0, 0, 0.0
            while spent < self.seconds:
                budget = Budget(iterations=share * threads)
                found = search.search(world, budget, parameters, random.Random(iterations), threads=threads)
                iterations, nodes, spent = iterations + found.iterations, nodes + found.nodes, spent + found.seconds
            name = f"search, {threads} thread{'s' * (threads > 1)}"
            figures[f"{name} playouts/s"] = round(iterations / spent)
            figures[f"{name} nodes/s"] = round(nodes / spent)
        return figures

    def learned_value(self) -> dict[str, Any]:
        """What judging a position costs where something was learned: features and what follows from them."""
        from goldenspike.bots.learned_network import network_of
        from goldenspike.bots.levels import ladder_of
        from goldenspike.bots.search import SearchMemory
        from goldenspike.bots.value_search import ValueSearch

        if "president" not in ladder_of(self.game):
            return {}
        learner, learned_network = self.game.learner(), network_of(self.game)
        if learner is not None and learned_network is not None:
            per_second, _ = rate(learner.judging(learned_network.network), self.seconds / 4)
            return {"learned value ns": round(1e9 / per_second)}
        search, memory = ValueSearch(self.game), SearchMemory(self.game, 1)
        learned = search.value.for_seats(self.seats)
        self.games = PLAYED_FROM
        length = self.one_game()
        self.fast.start_at(self.states, 0, self.boards, 0, self.seats, self.games, 0)
        self.fast.play_out(self.states, 0, self.boards, 0, self.dice, 0, self.out, length // 2)

        def work() -> int:
            return int(
                search.code.learned_values(
                    self.states, 0, self.boards, 0, self.out, learned.knots, learned.weights, memory.ahead, 1000
                )
            )

        per_second, _ = rate(work, self.seconds / 4)
        return {"learned value ns": round(1e9 / per_second)}


def report(names: Sequence[str], *, as_json: bool, quick: bool) -> None:
    """Measure the games and print the figures."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.table import Table

    games = [gs.game(name) for name in names]
    found = []
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("bench", total=None)
        for game in games:
            bench = Bench(game, 0.3 if quick else 2.0)
            found.append(bench.run(lambda text: progress.update(task, description=text)))
    if as_json:
        print(json.dumps(found, indent=1))
        return
    table = Table(title="Golden Spike on this machine (per CPU-second, one run)")
    table.add_column("")
    for figures in found:
        table.add_column(figures["game"], justify="right")
    for key in list(dict.fromkeys(key for figures in found for key in figures))[1:]:
        table.add_row(key, *[f"{figures[key]:,}" if key in figures else "-" for figures in found])
    Console().print(table)
