"""A page with somebody in front of it who always plays."""

from __future__ import annotations

import asyncio
import random

from goldenspike.server.live import messages as m

from .clients import Person, Viewer, new_id

REFUSED_S = 0.05


class Player(Viewer):
    """A page with somebody before it who plays any legal action at once, and whose page never gives up."""

    def __init__(self, person: Person, table: str, seat: int, dice: random.Random, *, port: int | None = None) -> None:
        super().__init__(person, table, seat, port=port)
        self.dice = dice
        self.waiting: tuple[str, m.Move] | None = None  # sent, not answered
        self.moves: dict[str, str] = {}  # every id ever sent, with its text
        self.playing = True
        self.sent_at = 0.0
        self.pause_s = 0.0  # how long they think
        self._thinking = False

    def shown(self) -> None:
        if not self.pause_s:
            self.decide()
        elif not self._thinking:
            self._thinking = True
            asyncio.get_running_loop().call_later(self.pause_s * (0.5 + self.dice.random()), self._thought)

    def _thought(self) -> None:
        self._thinking = False
        self.decide()

    def decide(self) -> None:
        if self.playing and self.waiting is None and self.result is None:
            choices = self.legal
            if choices:
                self.choose(self.dice.choice(choices))

    def choose(self, text: str) -> None:
        assert self.seat is not None
        move = new_id()
        self.moves[move] = text
        self.waiting = (move, m.Move(id=move, seat=self.seat, text=text))
        self.sent_at = asyncio.get_running_loop().time()
        self.send(self.waiting[1])

    def repeat(self) -> None:
        if self.waiting is not None:
            self.send(self.waiting[1])

    def answered(self, move: str) -> None:
        if self.waiting is not None and self.waiting[0] == move:
            self.waiting = None

    def take(self, raw: bytes) -> None:
        before = self.waiting
        super().take(raw)
        if before is None or self.waiting is not None:
            return
        if before[0] in self.refused:
            # What was legal a moment ago: look again a little later, not in the same breath.
            asyncio.get_running_loop().call_later(REFUSED_S, self.shown)
        elif self.version >= self.acks.get(before[0], 0 if before[0] in self.stepped else self.version + 1):
            # The acknowledgement may come after the event that showed our next choice.
            self.shown()
