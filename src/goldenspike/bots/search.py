"""Looking ahead: tree search in compiled code, on threads, by count or by the clock; compiled in the background."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from goldenspike.engine import contract
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, shown

from . import Budget, World
from . import ismcts as tree

log = logging.getLogger("goldenspike.bots")

FLAT = "flat"  # every candidate played on, nothing remembered between its moves
DEEP = "deep"  # a tree
NODES = 60_000
SURE_S = 0.004  # time kept back for handing the answer over
PIECE_S = 0.01  # between two looks at the clock


@dataclass(frozen=True)
class Manner:
    """How to think: the dials of the search."""

    depth: int = 256  # decisions in the tree; 1 is flat Monte Carlo
    horizon: int = 12  # decisions played on behind the tree
    astray: int = 10  # one of so many of them at random
    narrow: int = 4  # candidates a new node looks at
    explore: float = 0.35
    scale: float = 20.0  # points ahead that are worth half of the way to certainty
    foresee: bool = True  # judge by what a position promises; else by the points as they stand
    alone: bool = False  # others follow the game's policy: nobody can do much against anybody


TO_THE_END = 1 << 20

MANNERS: dict[tuple[str, str], Manner] = {
    ("santa-fe-rails", DEEP): Manner(explore=0.15),
    # About four Rounds played on: long enough to see what a City card will bring without being told.
    ("santa-fe-rails", FLAT): Manner(depth=1, horizon=60, foresee=False),
    ("santa-fe", DEEP): Manner(explore=0.15),
    ("santa-fe", FLAT): Manner(depth=1, horizon=60, foresee=False),
    # Whole turns: ``narrow`` is the width of the beam, ``horizon`` the turns played on behind it.
    ("pioneer-rails", DEEP): Manner(horizon=3, narrow=10),
    ("pioneer-rails", FLAT): Manner(depth=1, horizon=0, narrow=8),
}


def manner_for(game: Game, seats: int, style: str) -> Manner:
    """The dials that were found best for a game."""
    return MANNERS.get((game.name, style), Manner() if style == DEEP else Manner(depth=1, horizon=TO_THE_END))


# What ``goldenspike tune`` may turn: dials on a scale that the search of a game heeds.
TURNED = ("explore", "horizon", "scale", "astray", "narrow")
TURNED_IN = {"pioneer-rails": ("horizon", "narrow")}

LIMITS = {
    "depth": (1, 256), "horizon": (0, TO_THE_END), "astray": (1, TO_THE_END), "narrow": (1, 256), "explore": (0, 10),
    "scale": (1, 1000), "foresee": (0, 1), "alone": (0, 1),
}  # fmt: skip
REAL = {"explore", "scale"}


def read_dials(words: Sequence[str]) -> dict[str, float]:
    """Dials of the search from words such as horizon=24, for trying out what is best."""
    found: dict[str, float] = {}
    for word in words:
        name, _, text = word.partition("=")
        low, high = LIMITS.get(name, (1, 0))
        try:
            value: float = float(text) if name in REAL else int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            offered = ", ".join(f"{dial} ({least} to {most})" for dial, (least, most) in LIMITS.items())
            raise BadOption(f"a dial of the search is one of {offered}; not {shown(word)}")
        found[name] = value
    return found


@dataclass(frozen=True)
class Thought:
    """One action as the search saw it."""

    action: int
    visits: int
    value: float  # about the chance to win, from 0 to 1
    line: tuple[int, ...] = ()  # what most likely follows, as numbers, this action first
    seats: tuple[int, ...] = ()  # who acts in that line


@dataclass(frozen=True)
class Finding:
    """What a search came to: its candidates, the best first, and how much work that was."""

    thoughts: list[Thought]
    walks: int
    nodes: int
    seconds: float
    plan: Mapping[int, int] = field(default_factory=dict)  # what to do next, by the mark of the position


class Thinker(Protocol):
    """What looks ahead in one game: several threads may use it at once."""

    def think(
        self, world: World, budget: Budget, manner: Manner, dice: random.Random, *, threads: int = 1, line: int = 1
    ) -> Finding: ...

    def mark(self, world: World) -> int: ...


class Mind:
    """Room to think in, for one thread: a tree, a scratch position, dice."""

    def __init__(self, game: Game, nodes: int) -> None:
        import numpy as np

        state = game.state.dtype()
        self.root = np.zeros(1, state)
        self.scratch = np.zeros(2, state)
        self.dice = np.zeros(1, state)
        self.nodes = np.zeros((nodes, tree.NODE), np.int64)
        self.values = np.zeros((nodes, tree.SEATS_MOST), np.float64)
        self.leaf = np.zeros(tree.SEATS_MOST, np.float64)
        self.out = np.zeros(game.most_legal, np.int64)
        self.gains = np.zeros(game.most_legal, np.int64)
        self.used = 0

    def begin(self, s: Any, dice: random.Random) -> None:
        import numpy as np

        self.root[0] = np.frombuffer(s.to_bytes(), self.root.dtype)[0]
        self.dice["chance"][0] = [dice.getrandbits(32) for _ in range(3)] + [1]
        self.used = 0

    def children(self, node: int) -> Iterator[int]:
        child = int(self.nodes[node][tree.FIRST])
        while child:
            yield child
            child = int(self.nodes[child][tree.NEXT])

    def line(self, child: int, longest: int) -> list[int]:
        """The nodes of the most visited line through a child."""
        found = [child]
        while len(found) < longest:
            best = max(self.children(found[-1]), key=lambda node: int(self.nodes[node][tree.VISITS]), default=0)
            if not best or self.nodes[best][tree.VISITS] < 2:
                break
            found.append(best)
        return found

    def lead(self) -> int:
        """How many visits the best child is ahead of the second."""
        first, second, *_ = sorted([0, 0, *(-int(self.nodes[child][tree.VISITS]) for child in self.children(0))])
        return second - first


class Search:
    """A tree search over one game's compiled rules; several threads may use it at once."""

    def __init__(self, game: Game, nodes: int = NODES) -> None:
        from goldenspike.engine.compiled import added

        self.game = game
        self.nodes = nodes
        self.code = added(game.modules, tree, {})
        self._idle: list[Mind] = []

    def think(
        self, world: World, budget: Budget, manner: Manner, dice: random.Random, *, threads: int = 1, line: int = 1
    ) -> Finding:
        """Think about a decision; with a count of walks the same dice lead to the same finding."""
        begun = time.perf_counter()
        boards = type(world.setting.b).array([world.setting.b])
        with self._minds(threads) as minds:
            for mind in minds:
                mind.begin(world.s, dice)
            share = replace(budget, walks=-(-budget.walks // threads))
            ends = begun + budget.seconds - SURE_S
            if threads == 1:
                walks = self._work(minds[0], boards, world, share, manner, ends)
            else:
                with ThreadPoolExecutor(threads) as pool:
                    done = [pool.submit(self._work, mind, boards, world, share, manner, ends) for mind in minds]
                walks = sum(work.result() for work in done)
            thoughts = merged(minds, world.seat, line)
            nodes = sum(mind.used for mind in minds)
        return Finding(thoughts, walks, nodes, time.perf_counter() - begun)

    def mark(self, world: World) -> int:
        """A tree leaves no plan behind."""
        return 0

    @contextmanager
    def _minds(self, count: int) -> Iterator[list[Mind]]:
        """So many minds, made when there are not enough idle ones."""
        taken: list[Mind] = []
        try:
            while len(taken) < count:
                try:
                    taken.append(self._idle.pop())
                except IndexError:
                    taken.append(Mind(self.game, self.nodes))
            yield taken
        finally:
            self._idle.extend(taken)

    def _work(self, mind: Mind, boards: Any, world: World, budget: Budget, m: Manner, ends: float) -> int:
        import numpy as np

        path = np.zeros(m.depth + 2, np.int64)
        walked, part = 0, 4
        while True:
            if budget.walks:
                part = min(256, budget.walks - walked)
                if part <= 0:
                    return walked
            before = time.perf_counter()
            mind.used = self.code.search_tree(
                mind.root, 0, mind.scratch, 0, boards, 0, world.seat, world.setting.seats, mind.nodes, mind.values,
                mind.used, path, mind.leaf, mind.dice, 0, mind.out, mind.gains, part, m.horizon, m.astray, m.narrow,
                m.explore, m.scale, int(m.alone), int(m.foresee),
            )  # fmt: skip
            walked += part
            if budget.walks:
                continue
            now = time.perf_counter()
            each = (now - before) / part
            left = int((ends - now) / each)
            if left < 1 or mind.lead() > left:
                return walked  # out of time, or nothing can overtake the best any more
            part = max(1, min(left, int(PIECE_S / each)))


def merged(minds: list[Mind], seat: int, longest: int) -> list[Thought]:
    """What the minds found, added up; the most visited action first."""
    visits: dict[int, int] = {}
    values: dict[int, float] = {}
    lines: dict[int, tuple[int, tuple[int, ...], tuple[int, ...]]] = {}
    for mind in minds:
        for child in mind.children(0):
            action, count = int(mind.nodes[child][tree.ACTION]), int(mind.nodes[child][tree.VISITS])
            visits[action] = visits.get(action, 0) + count
            values[action] = values.get(action, 0.0) + float(mind.values[child][seat])
            if action not in lines or lines[action][0] < count:
                nodes = mind.line(child, longest)
                lines[action] = (
                    count,
                    tuple(int(mind.nodes[node][tree.ACTION]) for node in nodes),
                    tuple(int(mind.nodes[node][tree.ACTOR]) for node in nodes),
                )
    found = [
        Thought(action, count, values[action] / max(count, 1), lines[action][1], lines[action][2])
        for action, count in visits.items()
    ]
    return sorted(found, key=lambda thought: (-thought.visits, thought.action))


# ---------------------------------------------------------------- ready or not
_SEARCHES: dict[tuple[str, ...], Thinker] = {}
_LOADING: dict[tuple[str, ...], threading.Thread] = {}
_FAILED: set[tuple[str, ...]] = set()
_LOCK = threading.Lock()


def searchable(game: Game) -> bool:
    """Do the rules say which actions are worth a thought, and about how a game will end?"""
    plain = game.plain()
    return all(getattr(plain, name).__module__ != contract.__name__ for name in ("candidates", "evaluate"))


def search_for(game: Game, *, wait: bool = False) -> Thinker | None:
    """The search of a game once its code is compiled; until then None, while a thread compiles it (or wait for it)."""
    key = tuple(module.__name__ for module in game.modules)
    found = _SEARCHES.get(key)
    if found is not None or key in _FAILED:
        return found
    with _LOCK:
        if key not in _LOADING and key not in _SEARCHES:
            _LOADING[key] = threading.Thread(target=_load, args=(game, key), name=f"compile {game.name}", daemon=True)
            _LOADING[key].start()
            if not wait:
                log.info("%s: the search is being compiled; until it is ready its bots play simply", game.name)
    if wait:
        _LOADING[key].join()
    return _SEARCHES.get(key)


def made_for(game: Game) -> Thinker:
    """A tree for most games; where a turn is many private steps on one's own sheet, whole turns."""
    if game.name == "pioneer-rails":
        from .turn_search import TurnSearch

        return TurnSearch(game)
    return Search(game)


def _load(game: Game, key: tuple[str, ...]) -> None:
    """Compile the search by thinking once."""
    try:
        if not searchable(game):
            raise TypeError(f"the rules of {game.name} have no candidates and no evaluation")
        seats = game.seats[0]
        setting = game.setting(game.read_options({}), game.board(None), seats)
        s = game.state()
        game.plain().start(s, setting.b, setting.coded, seats, 1, 0)
        seat = next(seat for seat in range(seats) if game.rules.actors(s) >> seat & 1)
        search = made_for(game)
        manner = Manner(horizon=1)
        search.think(World(game, setting, s, seat, ()), Budget(walks=1), manner, random.Random(0))
        _SEARCHES[key] = search
        log.info("%s: the search is ready", game.name)
    except Exception:
        _FAILED.add(key)
        log.exception("%s: the search cannot be compiled; its bots play simply", game.name)
