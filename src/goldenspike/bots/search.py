"""Looking ahead: tree search in compiled code, on threads, by count or by the clock; compiled in the background."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from goldenspike.engine.bot import Budget, World
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, shown
from goldenspike.engine.rule_set import Kernels
from goldenspike.engine.search import (
    DEEP,
    FLAT,
    HAND_OVER_S,
    LEARNED,
    TASTE,
    TO_THE_END,
    ActionValue,
    Searcher,
    SearchParameters,
    SearchResult,
)

from . import ismcts
from .value_tree import WORLDS_MOST

log = logging.getLogger("goldenspike.bots")

KERNELS = Kernels((ismcts,), entry_points=("search_tree",))
NODES = 60_000
PIECE_S = 0.01  # between two looks at the clock


def parameters_for(game: Game, style: str) -> SearchParameters:
    """The parameters that were found best for a game, or the usual ones."""
    usual = SearchParameters(depth=1, horizon=TO_THE_END) if style == FLAT else SearchParameters()
    return game.search(style) or usual


# What ``goldenspike tune`` may vary: numbers that the search of a game heeds.
TUNED = ("explore", "horizon", "scale", "random_one_in", "narrow")

LIMITS = {
    "depth": (1, 256), "horizon": (0, TO_THE_END), "random_one_in": (1, TO_THE_END), "narrow": (1, 256),
    "explore": (0, 10), "scale": (1, 1000), "foresee": (0, 1), "points": (0, 1), "alone": (0, 1),
    "paired": (0, 1),
}  # fmt: skip
FRACTIONS = {"explore", "scale", "points"}


def read_parameters(words: Sequence[str]) -> dict[str, float]:
    """Parameters of the search from words such as horizon=24, for trying out what is best."""
    found: dict[str, float] = {}
    for word in words:
        name, _, text = word.partition("=")
        low, high = LIMITS.get(name, (1, 0))
        try:
            value: float = float(text) if name in FRACTIONS else int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            offered = ", ".join(f"{known} ({least} to {most})" for known, (least, most) in LIMITS.items())
            raise BadOption(f"a parameter of the search is one of {offered}; not {shown(word)}")
        found[name] = value
    return found


class SearchMemory:
    """Memory of a search, for one thread: a tree, a scratch position, dice."""

    def __init__(self, game: Game, nodes: int) -> None:
        import numpy as np

        state = game.state.dtype()
        self.root = np.zeros(1, state)
        self.scratch = np.zeros(2, state)
        self.dice = np.zeros(1, state)
        self.nodes = np.zeros((nodes, ismcts.NODE), np.int64)
        self.values = np.zeros((nodes, ismcts.SEATS_MOST), np.float64)
        self.leaf = np.zeros(ismcts.SEATS_MOST, np.float64)
        self.out = np.zeros(game.most_legal, np.int64)
        self.ahead = np.zeros(ismcts.SEATS_MOST + 1, np.float64)
        self.gains = np.zeros(game.most_legal, np.int64)
        self.openings = np.zeros(game.most_legal, np.int64)
        self.bases = np.zeros((WORLDS_MOST + 1, ismcts.SEATS_MOST), np.float64)
        self.used = 0
        self.seat = 0

    def begin(self, s: Any, seat: int, dice: random.Random) -> None:
        import numpy as np

        self.seat = seat

        self.root[0] = np.frombuffer(s.to_bytes(), self.root.dtype)[0]
        self.dice["chance"][0] = [dice.getrandbits(32) for _ in range(3)] + [1]
        self.used = 0

    def children(self, node: int) -> Iterator[int]:
        child = int(self.nodes[node][ismcts.FIRST])
        while child:
            yield child
            child = int(self.nodes[child][ismcts.NEXT])

    def choices(self) -> Iterator[int]:
        """What the seat that asks may choose; where others choose at the same time, their nodes are there too."""
        return (child for child in self.children(0) if self.nodes[child][ismcts.ACTOR] == self.seat)

    def line(self, child: int, longest: int) -> list[int]:
        """The nodes of the most visited line through a child."""
        found = [child]
        while len(found) < longest:
            best = max(self.children(found[-1]), key=lambda node: int(self.nodes[node][ismcts.VISITS]), default=0)
            if not best or self.nodes[best][ismcts.VISITS] < 2:
                break
            found.append(best)
        return found

    def lead(self) -> int:
        """How many visits the best child is ahead of the second."""
        first, second, *_ = sorted([0, 0, *(-int(self.nodes[child][ismcts.VISITS]) for child in self.choices())])
        return second - first


class TreeSearch:
    """A tree search over one game's compiled rules; several threads may use it at once."""

    def __init__(self, game: Game, nodes: int = NODES) -> None:
        from goldenspike.engine.compiled import added

        self.game = game
        self.nodes = nodes
        self.code = added(game.rule_set, self.kernels())
        self._idle: list[SearchMemory] = []

    def kernels(self) -> Kernels:
        """The compiled functions that walk down the tree."""
        return KERNELS

    def search(
        self, world: World, budget: Budget, parameters: SearchParameters, dice: random.Random, *, threads: int = 1,
        line: int = 1,
    ) -> SearchResult:  # fmt: skip
        """Search for the best decision; with a count of iterations the same dice lead to the same result."""
        begun = time.perf_counter()
        boards = type(world.setting.b).array([world.setting.b])
        with self._memories(threads) as memories:
            for memory in memories:
                memory.begin(world.s, world.seat, dice)
            share = replace(budget, iterations=-(-budget.iterations // threads))
            ends = begun + budget.seconds - HAND_OVER_S
            if threads == 1:
                iterations = self._work(memories[0], boards, world, share, parameters, ends)
            else:
                with ThreadPoolExecutor(threads) as pool:
                    done = [
                        pool.submit(self._work, memory, boards, world, share, parameters, ends) for memory in memories
                    ]
                iterations = sum(work.result() for work in done)
            actions = merged(memories, world.seat, line)
            nodes = sum(memory.used for memory in memories)
        return SearchResult(actions, iterations, nodes, time.perf_counter() - begun)

    def plan_key(self, world: World) -> int:
        """A tree leaves no plan behind."""
        return 0

    @contextmanager
    def _memories(self, count: int) -> Iterator[list[SearchMemory]]:
        """Memory for so many threads, made when there are not enough idle ones."""
        taken: list[SearchMemory] = []
        try:
            while len(taken) < count:
                try:
                    taken.append(self._idle.pop())
                except IndexError:
                    taken.append(SearchMemory(self.game, self.nodes))
            yield taken
        finally:
            self._idle.extend(taken)

    def _work(
        self, memory: SearchMemory, boards: Any, world: World, budget: Budget, p: SearchParameters, ends: float
    ) -> int:
        import numpy as np

        path = np.zeros(p.depth + 2, np.int64)
        walked, part = 0, 4
        while True:
            if budget.iterations:
                part = min(256, budget.iterations - walked)
                if part <= 0:
                    return walked
            before = time.perf_counter()
            memory.used = self.walk(memory, boards, world, p, path, part)
            walked += part
            if budget.iterations:
                continue
            now = time.perf_counter()
            each = (now - before) / part
            left = int((ends - now) / each)
            if left < 1 or memory.lead() > left:
                return walked  # out of time, or nothing can overtake the best any more
            part = max(1, min(left, int(PIECE_S / each)))

    def walk(self, memory: SearchMemory, boards: Any, world: World, p: SearchParameters, path: Any, part: int) -> int:
        """So many walks down the tree; nodes used."""
        used = self.code.search_tree(
            memory.root, 0, memory.scratch, 0, boards, 0, world.seat, world.setting.seats, memory.nodes,
            memory.values, memory.used, path, memory.leaf, memory.dice, 0, memory.out, memory.gains, part,
            p.horizon, p.random_one_in, p.narrow, p.explore, p.scale, int(p.alone), int(p.foresee),
        )  # fmt: skip
        return int(used)


def merged(memories: list[SearchMemory], seat: int, longest: int) -> list[ActionValue]:
    """What the threads found, added up; the most visited action first."""
    visits: dict[int, int] = {}
    values: dict[int, float] = {}
    lines: dict[int, tuple[int, tuple[int, ...], tuple[int, ...]]] = {}
    for memory in memories:
        for child in memory.choices():
            action, count = int(memory.nodes[child][ismcts.ACTION]), int(memory.nodes[child][ismcts.VISITS])
            visits[action] = visits.get(action, 0) + count
            values[action] = values.get(action, 0.0) + float(memory.values[child][seat])
            if action not in lines or lines[action][0] < count:
                nodes = memory.line(child, longest)
                lines[action] = (
                    count,
                    tuple(int(memory.nodes[node][ismcts.ACTION]) for node in nodes),
                    tuple(int(memory.nodes[node][ismcts.ACTOR]) for node in nodes),
                )
    found = [
        ActionValue(action, count, values[action] / max(count, 1), lines[action][1], lines[action][2])
        for action, count in visits.items()
    ]
    return sorted(found, key=lambda value: (-value.visits, value.action))


# ---------------------------------------------------------------- ready or not
_SEARCHES: dict[str, Searcher] = {}
_LOADING: dict[str, threading.Thread] = {}
_FAILED: set[str] = set()
_LOCK = threading.Lock()


def search_for(game: Game, style: str = DEEP, *, wait: bool = False) -> Searcher | None:
    """The search of a game once its code is compiled; until then None, while a thread compiles it (or wait for it)."""
    # What was learned belongs to one game, everything else to the rules that games share.
    key = {LEARNED: f"{game.name} {LEARNED}", TASTE: f"{game.rule_set.name} {TASTE}"}.get(style, game.rule_set.name)
    if not game.searched:
        return None
    found = _SEARCHES.get(key)
    if found is not None or key in _FAILED:
        return found
    with _LOCK:
        if key not in _LOADING and key not in _SEARCHES:
            _LOADING[key] = threading.Thread(
                target=_load, args=(game, key, style), name=f"compile {game.name}", daemon=True
            )
            _LOADING[key].start()
            if not wait:
                log.info("%s: the search is being compiled; until it is ready its bots play simply", game.name)
    if wait:
        _LOADING[key].join()
    return _SEARCHES.get(key)


def made_for(game: Game, style: str) -> Searcher:
    """The search of a game for bots of a style."""
    if style == LEARNED:
        from .learned_network import network_of
        from .value_search import ValueSearch

        learner, learned = game.learner(), network_of(game)
        if learner is not None:
            return learner.searcher(learned.network if learned else None)

        return ValueSearch(game)
    if style == TASTE:
        from .taste import Taste

        return Taste(game)
    return game.searcher() or TreeSearch(game)


def _load(game: Game, key: str, style: str) -> None:
    """Compile the search by searching once."""
    try:
        seats = game.seats[0]
        setting = game.setting(game.read_options({}), game.board(None), seats)
        s = game.start(setting, 1)
        seat = next(seat for seat in range(seats) if game.rules.actors(s) >> seat & 1)
        searcher = made_for(game, style)
        searcher.search(
            World(game, setting, s, seat, ()), Budget(iterations=1), SearchParameters(horizon=1), random.Random(0)
        )
        _SEARCHES[key] = searcher
        log.info("%s: the search is ready", game.name)
    except Exception:
        _FAILED.add(key)
        log.exception("%s: the search cannot be compiled; its bots play simply", game.name)
