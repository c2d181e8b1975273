"""The search for boards: several lines of descent, each from the best of a few boards by chance on.

In every generation a board is changed a little; the change stays if the board has no more faults than before. All of
it follows from the seed, whatever the number of cores.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from typing import Any

import goldenspike as gs
from goldenspike.engine.board_maker import BoardData
from goldenspike.engine.errors import BadOption

from ..study.journal import Journal, key_of
from .judge import Mark, Task, judge

FRESH, CHANGED, GIVEN = "fresh", "changed", "given"


@dataclass(frozen=True)
class Wish:
    """How long is searched: lines of descent, boards by chance at the beginning of each, generations after that."""

    seed: int
    lines: int
    starts: int
    generations: int

    @property
    def boards(self) -> int:
        """All boards that are judged."""
        return self.lines * (self.starts + self.generations)


@dataclass(frozen=True)
class Order:
    """A board to be made from another one and judged: by chance like it, with a small change, or just as it is."""

    how: str
    source: Mapping[str, Any]
    dice: str = ""  # the seed of its dice

    def board(self, game: str) -> BoardData:
        maker = gs.game(game).board_maker()
        if self.how == GIVEN or maker is None:
            return dict(self.source)
        make = maker.fresh if self.how == FRESH else maker.changed
        return maker.usable(partial(make, self.source), Random(self.dice))


@dataclass
class Candidate:
    """A board and what was found about it."""

    board: BoardData
    mark: Mark


Line = Generator[Order, Candidate, Candidate]


def carry_out(task: Task, order: Order) -> Candidate:
    """Make a board and judge it, in any process."""
    board = order.board(task.game)
    return Candidate(board, judge(task, board))


def descent(like: Mapping[str, Any], wish: Wish, number: int) -> Line:
    """One line: it orders a board, is told what came of it, and ends with its best one."""
    best: Candidate | None = None
    for start in range(wish.starts):
        found = yield Order(FRESH, like, f"{wish.seed} line {number} start {start}")
        if best is None or found.mark.faults < best.mark.faults:
            best = found
    if best is None:
        raise BadOption("a search begins with a board by chance")
    for generation in range(wish.generations):
        found = yield Order(CHANGED, best.board, f"{wish.seed} line {number} generation {generation}")
        if found.mark.faults <= best.mark.faults:
            best = found
    return best


def only(order: Order) -> Line:
    """A line of one board."""
    return (yield order)


class Searchers:
    """Carry out orders: what is kept on the disk at once, the rest in this process or in several."""

    def __init__(self, journal: Journal, cores: int) -> None:
        self.journal = journal
        self.pool = ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) if cores > 1 else None

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)

    def begin(self, task: Task, order: Order) -> Future[Candidate]:
        """Somebody begins with an order; without other processes it is done when this returns."""
        known = self.journal.games(key(task, order)).get(0)
        if known is None and self.pool is not None:
            return self.pool.submit(carry_out, task, order)
        done: Future[Candidate] = Future()
        done.set_result(
            carry_out(task, order) if known is None else Candidate(known["board"], Mark(**known["mark"]))
        )  # fmt: skip
        return done

    def follow(self, task: Task, lines: Sequence[Line], progress: Callable[[int], None]) -> list[Candidate]:
        """Let all lines go to their ends, beside each other; ``progress`` hears how many boards were judged."""
        found: dict[int, Candidate] = {}
        busy: dict[Future[Candidate], tuple[int, Order]] = {}
        judged = 0

        def hand_out(number: int, told: Candidate | None) -> None:
            try:
                order = next(lines[number]) if told is None else lines[number].send(told)
            except StopIteration as end:
                found[number] = end.value
                return
            busy[self.begin(task, order)] = number, order

        for number in range(len(lines)):
            hand_out(number, None)
        while busy:
            ready, _ = wait(busy, return_when=FIRST_COMPLETED)
            for future in ready:
                number, order = busy.pop(future)
                one = future.result()
                if not self.journal.games(key(task, order)):
                    self.journal.add(key(task, order), 0, asdict(one))
                judged += 1
                progress(judged)
                hand_out(number, one)
        return [found[number] for number in range(len(lines))]


def key(task: Task, order: Order) -> str:
    """Everything that decides what comes of an order."""
    return key_of({"task": task.data(), "order": asdict(order)})
