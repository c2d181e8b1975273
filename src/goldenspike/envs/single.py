"""One game in compiled code, from Python: who decides, among what, and what then."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Self

import numpy as np

import goldenspike as gs
from goldenspike.engine.errors import BadOption, IllegalAction
from goldenspike.engine.game import Game, Setting, halves, read_seed, shown

from . import kernels
from .memory import EnvMemory, make_setting
from .players import Seating

SEAT_MASK = (1 << kernels.SEAT_BITS) - 1
FIRST = np.zeros(1, np.int64)  # the only game of a memory


class Play:
    """A game that is asked and answered in numbers; decisions made at the same time come one seat after another.

    ``players`` says who plays each seat: you, a bot by its name, a policy or a pool (see ``players``). ``actions`` is
    the numbering of actions: all that the rules know, or a dense one of those that are possible here. ``inside`` says
    whether compiled bots decide within the same call as you, or one call after another.

    Examples:
        >>> import goldenspike as gs
        >>> from goldenspike.envs import Play
        >>> play = Play(gs.games.names()[0], seats=4, seed=7)
        >>> while not play.over:
        ...     play.apply(play.legal[0])
        >>> len(play.points())
        4
    """

    def __init__(
        self,
        game: str | Game | Setting,
        *,
        seats: int = 3,
        seed: int = 0,
        board: Any = None,
        players: Any = "you",
        actions: str = "all",
        inside: bool = True,
        **options: object,
    ) -> None:
        self.setting = game if isinstance(game, Setting) else make_setting(game, seats, board, options)
        self.memory = EnvMemory(self.setting, 1, actions=actions)
        self.seating = Seating(players, self.setting.seats, self.setting.game, inside)
        self.seat = -1
        self.count = 0
        self._bind()
        self.restart(seed)

    def _bind(self) -> None:
        """Short ways to the memory: they are this object's alone, and made anew for every copy."""
        self._here, self._where = self.memory.here, int(self.memory.states.ctypes.data)
        self._turn, self._look = self.memory.calls.turn, self.memory.calls.look
        self._list = memoryview(self.memory.lists[0])
        self._sight = self.memory.seen[0], self.memory.masks[0]
        self._outside = bool(self.seating.outside)
        raw: Any = self.memory.states.view(np.uint8).reshape(-1)
        self._raw = memoryview(raw)
        chance: Any = self.memory.dice.view(np.uint8).reshape(-1)
        self._chance = memoryview(chance)

    # ------------------------------------------------------------ asking
    @property
    def over(self) -> bool:
        return self.seat < 0

    @property
    def legal(self) -> list[int]:
        """The legal actions of the seat that decides, sorted."""
        return self._list[: self.count].tolist()

    @property
    def awaited(self) -> int:
        """Bit mask of all seats whose decision is awaited."""
        return int(self.memory.calls.awaited(self._where))

    def legal_of(self, seat: int) -> list[int]:
        """The legal actions of any seat; none while its decision is not awaited."""
        found = self._list[: self.memory.calls.ask(self._here, self._where, self._known(seat))].tolist()
        self._ask()
        return found

    def points(self) -> list[int]:
        """Points by seat as the position stands."""
        self.memory.calls.tell(self._here, self._where, 0)
        return [int(points) for points in self.memory.work[0, : self.setting.seats]]

    def winners(self) -> tuple[int, ...]:
        mask = self.memory.calls.tell(self._here, self._where, 0)
        return tuple(seat for seat in range(self.setting.seats) if mask >> seat & 1)

    def look(self, seat: int | None = None) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """What a seat sees, and the mask of what it may do: all zeros unless it is the one that decides.

        The arrays are the memory's own: the next look writes them again, where something has changed.
        """
        if seat is None:
            self._look(self._here, self._where, self.seat if self.seat >= 0 else 0, self.count)
        else:
            self._look(self._here, self._where, self._known(seat), self.count if seat == self.seat else 0)
        return self._sight

    def packed(self, seat: int | None = None) -> np.ndarray[Any, Any]:
        """The position itself with whatever is hidden from the seat blanked: a record by the names of its fields."""
        if not self.setting.game.rule_set.hides:
            raise BadOption(f"{self.setting.game.name} does not say what is hidden: it has no packed observations")
        viewer = max(self.seat, 0) if seat is None else self._known(seat)
        self.memory.calls.pack(self._here, self._where, viewer)
        # Byte by byte: a copy of records leaves out what lies between fields, and packed positions are compared.
        return np.frombuffer(bytearray(self.memory.spare.tobytes()), self.memory.spare.dtype)

    def write(self, action: int) -> str:
        """An action of the seat that decides in notation."""
        known = check_action(action)
        if not 0 <= known < self.memory.actions:
            raise BadOption(f"actions are numbers from 0 to {self.memory.actions - 1}; not {shown(action)}")
        number = self.memory.numbers.rules[known]
        return self.setting.write(self.s, max(self.seat, 0), int(number))

    def number(self, text: str) -> int:
        """The number of an action in notation."""
        own = self.setting.parse(self.s, max(self.seat, 0), text)
        return int(self.memory.numbers.number[own[0]])

    # ------------------------------------------------------------ acting
    def apply(self, action: int) -> None:
        """Do a legal action of the seat that decides; else IllegalAction, and nothing changes."""
        if type(action) is not int:
            action = check_action(action)
        code = self._turn(self._here, self._where, self.seat, action)
        if code >= 0:
            self.seat = code & SEAT_MASK
            self.count = code >> kernels.SEAT_BITS
            if self._outside:
                self._let_others()
        else:
            self.close(code)

    def apply_of(self, seat: int, action: int) -> int:
        """Do an action of any seat whose decision is awaited; 0, or the number of the reason against it."""
        code = int(self._turn(self._here, self._where, self._known(seat), check_action(action)))
        if code <= kernels.REFUSED:
            self._ask()
            return kernels.REFUSED - code
        self.seat, self.count = (code & SEAT_MASK, code >> kernels.SEAT_BITS) if code >= 0 else (-1, 0)
        if self._outside:
            self._let_others()
        return 0

    def _let_others(self) -> None:
        """Let players outside of compiled code decide until somebody else is asked."""
        memory, outside = self.memory, self.seating.outside
        while self.seat >= 0 and (kind := int(memory.players[0, self.seat])) >= kernels.OUTSIDE:
            player = outside[kind - kernels.OUTSIDE]
            memory.who[0], memory.counts[0] = self.seat, self.count
            if player.looks:
                self.look()
            action = int(player.checked(memory, FIRST)[0])
            code = int(self._turn(self._here, self._where, self.seat, action))
            self.seat, self.count = (code & SEAT_MASK, code >> kernels.SEAT_BITS) if code >= 0 else (-1, 0)

    def restart(self, seed: int) -> None:
        """A new game: the same seed deals the same one."""
        self._begin(seed)
        if self._outside:
            self._let_others()

    def _begin(self, seed: int) -> None:
        known = read_seed(seed)
        self.memory.players[0, : self.setting.seats] = self.seating.draw([known])
        self.memory.calls.deal(self._here, self._where, *halves(known))
        self._ask()

    def set_position(self, position: Mapping[str, Any]) -> None:
        """Begin at a position in words: every card that will come is part of it."""
        words = {name: value for name, value in position.items() if name not in {"seats", "options", "board"}}
        self.load(self.setting.from_position(words).to_bytes())

    def redeal(self, seat: int, seed: int) -> None:
        """Become another world that the seat cannot tell from this one."""
        self.memory.calls.imagine(self._here, self._where, self._known(seat), *halves(read_seed(seed)), 0)
        self._ask()

    # ------------------------------------------------------------ keeping
    def dump(self) -> bytes:
        """The whole position as bytes."""
        return bytes(self._raw)

    def load(self, raw: bytes) -> None:
        """Go to a position kept by ``dump``."""
        self._go_to(raw)
        if self._outside:
            self._let_others()

    def _go_to(self, raw: bytes) -> None:
        if len(raw) != len(self._raw):
            raise BadOption(f"a position of {self.setting.game.name} has {len(self._raw)} bytes; not {len(raw)}")
        self._raw[:] = raw
        self._ask()

    def save(self) -> bytes:
        """Where the game stands, the chance of its bots included: what follows after ``restore`` is the same."""
        return bytes(self._raw) + bytes(self._chance)

    def restore(self, saved: bytes) -> None:
        """Go back to where ``save`` was called."""
        size = len(self._raw)
        if len(saved) != size + len(self._chance):
            raise BadOption(f"what save keeps of {self.setting.game.name} has {size + len(self._chance)} bytes")
        self._raw[:] = saved[:size]
        self._chance[:] = saved[size:]
        self._ask()

    def copy(self) -> Self:
        """The same position, independent, on a memory of its own."""
        other = type(self).__new__(type(self))
        other.__setstate__(deepcopy(self.__getstate__()))
        return other

    def __getstate__(self) -> tuple[Any, ...]:
        return self.setting, self.memory, self.seating, self.seat, self.count

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        self.setting, self.memory, self.seating, self.seat, self.count = kept
        self._bind()

    def __copy__(self) -> Self:
        """Independent as well: two games on one memory would be of no use to anybody."""
        return self.copy()

    @property
    def s(self) -> Any:
        """The position as the rules know it, for words and pictures."""
        return self.setting.game.state.from_bytes(self.dump())

    def __repr__(self) -> str:
        stands = "over" if self.over else f"seat {self.seat} decides"
        return f"<{type(self).__name__} {self.setting.game.name}: {self.setting.seats} seats, {stands}>"

    def _repr_svg_(self) -> str:
        """A notebook shows the game as a picture."""
        return self.setting.svg(self.s)

    @property
    def hash(self) -> str:
        return str(self.s.hash())

    def _known(self, seat: int) -> int:
        if not 0 <= seat < self.setting.seats:
            raise BadOption(f"the seats are 0 to {self.setting.seats - 1}; not {shown(seat)}")
        return seat

    def _ask(self) -> None:
        code = int(self._turn(self._here, self._where, 0, kernels.ASK))
        self.seat, self.count = (code & SEAT_MASK, code >> kernels.SEAT_BITS) if code >= 0 else (-1, 0)

    def close(self, code: int) -> None:
        """What an answer without a next seat means: the game is over, was over before, or the action was refused."""
        if code == kernels.OVER:
            self.seat, self.count = -1, 0
            return
        if self.over:
            raise BadOption("the game is over; restart deals a new one")
        raise IllegalAction(self.setting.refused(kernels.REFUSED - code))


def check_action(action: object) -> int:
    """An action as a plain number."""
    if isinstance(action, (int, np.integer)) and not isinstance(action, bool):
        return int(action)
    if isinstance(action, np.ndarray) and action.size == 1 and np.issubdtype(action.dtype, np.integer):
        return int(action.item())
    raise BadOption(f"an action is a whole number; not {shown(action)}")


__all__ = ["Play", "check_action", "gs"]
