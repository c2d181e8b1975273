"""Games played in compiled code, so that any moment of a long game can be looked at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from goldenspike.engine.game import halves

from .case import Case

ROOM = 1 << 14  # for observations, which may be longer than lists of actions
SENSIBLE = 0.8  # decisions as a sensible beginner would, in a game that is not all random

Move = tuple[int, int]  # seat and action


class CompiledGame:
    """One game of a case in compiled form."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.fast = case.game.compiled()
        self.states = case.game.state.array(1)
        self.boards = case.game.tables.array([case.setting.b])
        self.out = np.zeros(max(case.game.most_legal, ROOM), np.int64)

    def start(self) -> None:
        self.fast.start_at(self.states, 0, self.boards, 0, self.case.setting.seats, *halves(self.case.seed))

    def waiting(self) -> list[int]:
        """The seats whose decision is awaited."""
        mask = int(self.fast.actors_at(self.states, 0))
        return [seat for seat in range(self.case.setting.seats) if mask >> seat & 1]

    def legal(self, seat: int) -> list[int]:
        count = int(self.fast.legal_at(self.states, 0, self.boards, 0, seat, self.out))
        found: list[int] = self.out[:count].tolist()
        return found

    def apply(self, seat: int, action: int) -> None:
        self.fast.apply_at(self.states, 0, self.boards, 0, seat, action)

    def raw(self) -> bytes:
        return bytes(self.states[0].tobytes())

    def state(self) -> Any:
        """The position in interpreted form."""
        return self.case.game.state.from_bytes(self.raw())

    def stand(self, raw: bytes) -> None:
        self.states[0] = np.frombuffer(raw, self.states.dtype)[0]

    def move(self, dice: random.Random, sensible: float) -> Move | None:
        """What somebody does now, or None when the game is over."""
        seats = self.waiting()
        if not seats:
            return None
        seat = dice.choice(seats)
        if dice.random() < sensible:
            return seat, int(self.fast.policy_at(self.states, 0, self.boards, 0, seat, self.out))
        legal = self.legal(seat)
        if not legal:
            self.case.fail("a decision is awaited and no action is legal", seat)
        return seat, dice.choice(legal)

    def moves(self, dice: random.Random) -> list[Move]:
        """A whole game from the start: half of them at random, half mostly as a sensible beginner would play."""
        sensible = dice.choice((0.0, SENSIBLE))
        made: list[Move] = []
        self.start()
        while (move := self.move(dice, sensible)) is not None:
            self.apply(*move)
            made.append(move)
            if len(made) > self.case.game.longest:
                self.case.fail(
                    f"the game has more than {self.case.game.longest} decisions, which Game.longest rules out"
                )
        return made

    def after(self, moves: list[Move]) -> Any:
        """The position after these moves, in interpreted form."""
        self.start()
        for seat, action in moves:
            self.apply(seat, action)
        return self.state()


def moments(case: Case, dice: random.Random, count: int) -> Iterator[Any]:
    """Positions of one whole game in their order: its first, its end, and so many between them."""
    played = CompiledGame(case)
    moves = played.moves(dice)
    chosen = {0, len(moves), *dice.sample(range(len(moves) + 1), min(count, len(moves) + 1))}
    played.start()
    for number, move in enumerate([*moves, None]):
        if number in chosen:
            yield played.state()
        if move is not None:
            played.apply(*move)


def awaited(case: Case, s: Any) -> list[int]:
    """The seats whose decision is awaited in a position."""
    mask = case.rules.actors(s)
    return [seat for seat in range(case.setting.seats) if mask >> seat & 1]


def legal(case: Case, s: Any, seat: int) -> list[int]:
    """The legal actions of a seat, by the interpreted rules."""
    out = [0] * case.game.most_legal
    return out[: case.rules.legal(s, case.setting.b, seat, out)]
