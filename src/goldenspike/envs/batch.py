"""Batches: many games of one kind, each step of all of them one compiled call per thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any, Self

import numpy as np

from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Setting, shown

from . import kernels
from .batch_kernels import DEAL, KEEP, OWN, STAND
from .memory import EnvMemory, make_setting
from .players import Seating
from .rewards import Reward, RewardFunction

AGAIN = {"same": 1, "next": 0}
KEPT = frozenset({"setting", "n", "reward", "again", "seating", "seeds", "drawn", "memory"})  # of a copy
FORMS = ("flat", "packed", "none")
Array = np.ndarray[Any, Any]


class Batch:
    """``n`` games side by side. After every call the arrays hold, for each game:

    - ``who``: the seat that decides, -1 when the game is over (only with ``autoreset="next"``);
    - ``observations``, ``masks``: what that seat sees and may do (int8, 1: legal);
    - ``lists``, ``counts``: the legal actions themselves, and how many of the row they are;
    - ``packed``: with ``observation="packed"`` the position itself, blanked where the seat may not look (not to be
      written to);
    - ``rewards``: by seat, for this step; ``ended``: 1 if the game ended with it, 2 if an illegal action ended it;
    - ``final_points``: by seat, where ``ended`` says so.

    The arrays may be the caller's own; ``masks=False`` leaves masks out. A game that ended is dealt anew at once
    (``autoreset="same"``) or with the next step, whose action is then ignored (``"next"``). Each game has its own
    chance, so results do not depend on the number of threads. ``game_options`` are options of each game, over those
    of all: a batch may hold several variants with the same actions and observations.
    """

    def __init__(
        self,
        game: str,
        n: int,
        *,
        seats: int = 3,
        board: Any = None,
        players: Any = "you",
        reward: str | RewardFunction = "score",
        actions: str = "all",
        observation: str = "flat",
        autoreset: str = "same",
        seed: int | Sequence[int] = 0,
        threads: int = 1,
        observations: Any = None,
        masks: Any = None,
        rewards: Any = None,
        game_options: Sequence[Mapping[str, object]] | None = None,
        **options: object,
    ) -> None:
        if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= 1 << 20:
            raise BadOption(f"a batch has 1 to {1 << 20} games; not {shown(n)}")
        if not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= 256:
            raise BadOption(f"a batch is stepped by 1 to 256 threads; not {shown(threads)}")
        if autoreset not in AGAIN:
            raise BadOption(f"autoreset is {', '.join(AGAIN)}; not {shown(autoreset)}")
        if observation not in FORMS:
            raise BadOption(f"the observation of a batch is {', '.join(FORMS)}; not {shown(observation)}")
        self.n, self.reward, self.again = n, Reward(reward), AGAIN[autoreset]
        settings, board_of = read_settings(game, n, seats, board, options, game_options)
        self.setting = setting = settings[0]
        if observation == "packed" and not setting.game.rule_set.hides:
            raise BadOption(f"{setting.game.name} does not say what is hidden: it has no packed observations")
        self.seating = Seating(players, setting.seats, setting.game)
        if not self.seating.has_caller:
            raise BadOption("at least one seat is played by you")
        looks = any(player.looks for player in self.seating.outside)
        if looks and (observation != "flat" or masks is False):
            raise BadOption('policies need observations and masks: observation="flat", and masks')
        self.memory = EnvMemory(
            settings,
            n,
            batch=True,
            actions=actions,
            threads=min(threads, n),
            seen=observations if observation == "flat" else False,
            packed=observation == "packed",
            masks=masks,
            rewards=rewards,
        )
        self.memory.board_of[:] = board_of
        self.seeds: list[list[int]] = []
        self.drawn = np.zeros(n, np.int64)  # how often players were drawn for a game
        self._bind()
        self.reset(seed)

    def _bind(self) -> None:
        """The arrays by their names, and the threads; made anew for every copy."""
        n, threads = self.n, self.memory.threads
        edges = [n * k // threads for k in range(threads + 1)]
        self._parts = list(zip(range(threads), edges, edges[1:], strict=False))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        memory = self.memory
        self.observations, self.masks, self.packed = memory.seen, memory.masks, memory.packed
        self.who, self.ended, self.dealt, self.steps = memory.who, memory.ended, memory.dealt, memory.steps
        self.rewards, self.final_points, self.actions = memory.rewards, memory.now, memory.chosen
        self.lists, self.counts = memory.lists, memory.counts
        numbers: Any = memory.row
        self._longest = memoryview(numbers)[kernels.LONGEST : kernels.LONGEST + threads]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name in KEPT}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._bind()

    def __copy__(self) -> Self:
        return deepcopy(self)

    def copy(self) -> Self:
        """The same games, independent, in arrays of their own."""
        return deepcopy(self)

    def save(self) -> dict[str, Any]:
        """Where all games stand and what was last reported; what outside players remember is not part of it."""
        kept = {name: getattr(self.memory, name).copy() for name in self.memory.held}
        return {**kept, "drawn": self.drawn.copy(), "seeds": self.seeds}

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Go back to where ``save`` was called."""
        self.drawn, self.seeds = saved["drawn"].copy(), saved["seeds"]
        self.memory.hold({name: saved[name] for name in self.memory.held})

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Deal every game anew; with a seed, the same games follow as after any other reset with it.

        With a seed for each game, a game is the same whatever the others are and however many there are.
        """
        every = np.ones(self.n, np.bool_)
        if seed is not None:
            self.reseed(seed, every)
        self.deal(every)

    def reseed(self, seed: int | Sequence[int], games: Array) -> None:
        """Other chance for some of the games, by a mask of them: for bots, lots, opponents drawn and games to come."""
        before = self.memory.dice.copy(), self.memory.lots.copy()
        self.memory.reseed(seed)
        for kept, now in zip(before, (self.memory.dice, self.memory.lots), strict=True):
            now[~games] = kept[~games]
        seeds = [[seed, i] for i in range(self.n)] if isinstance(seed, int) else [[one] for one in seed]
        self.seeds = [new if one else old for new, old, one in zip(seeds, self.seeds or seeds, games, strict=True)]
        self.drawn[games] = 0

    def deal(self, games: Array) -> None:
        """Deal some of the games anew, by a mask of them."""
        self._begin(games, DEAL)

    def deal_seeds(self, seeds: Sequence[int], games: Array) -> None:
        """Deal some of the games from seeds of the game's own, as a match with that seed is dealt."""
        found = {i: self._setting(i).game.start(self._setting(i), seeds[i]) for i in np.flatnonzero(games).tolist()}
        self._stand(found, games)

    def set_positions(self, positions: Sequence[Mapping[str, Any]], games: Array) -> None:
        """Begin some of the games at positions in words."""
        found = {}
        for i in np.flatnonzero(games).tolist():
            words = {name: value for name, value in positions[i].items() if name not in {"seats", "options", "board"}}
            found[i] = self._setting(i).from_position(words)
        self._stand(found, games)

    def _setting(self, game: int) -> Setting:
        return self.memory.settings[int(self.memory.board_of[game])]

    def _stand(self, found: Mapping[int, Any], games: Array) -> None:
        for i, s in found.items():
            self.memory.stand(i, s.to_bytes())
        self._begin(games, STAND)

    def _begin(self, games: Array, how: int) -> None:
        for game in np.flatnonzero(games):
            self._draw_players(int(game))
        self.actions[:] = np.where(games, how, KEEP)
        self._run(True)
        self._let_others()

    def step(self, actions: Any = None) -> int:
        """One decision in every game (without actions: those in ``self.actions``); how many games ended."""
        if actions is not None and actions is not self.actions:
            given = np.asarray(actions)
            if given.shape != (self.n,) or not np.issubdtype(given.dtype, np.integer):
                raise BadOption(f"a step takes {self.n} whole numbers; not {given.dtype} of shape {given.shape}")
            # Below zero would deal anew: no action has such a number, so it is as illegal as any other.
            np.copyto(self.actions, np.where(given < 0, self.memory.actions, given))
        ended = self._run(True)
        if self.seating.outside:
            self._let_others()
            ended = int((self.ended != 0).sum())
        if self.reward.kind == OWN:
            self._pay_own()
        return ended

    def sample(self) -> Any:
        """A random legal action for every game, in ``self.actions``; its chance is apart from that of the games."""
        self.memory.calls.pick(self.memory.here, 0, self.n)
        return self.actions

    def points(self, i: int) -> list[int]:
        """The points of one game by seat, as its position stands."""
        memory = self.memory
        position = memory.position(i)
        memory.calls.tell(memory.here, int(position.ctypes.data), int(memory.board_of[i]))
        return [int(points) for points in memory.work[0, : self.setting.seats]]

    def legal(self, i: int) -> list[int]:
        """The legal actions of one game as a list."""
        return [int(action) for action in self.memory.lists[i, : self.memory.counts[i]]]

    def unpack(self, packed: Any = None, who: Any = None, boards: Any = None) -> Array:
        """The flat observations that packed ones hold: those of now, or others with the seats that saw them."""
        memory = self.memory
        rows = np.ascontiguousarray(self.packed if packed is None else packed).view(memory.packed.dtype).reshape(-1)
        seats = np.ascontiguousarray(self.who if who is None else who, np.int64)
        places = np.ascontiguousarray(
            np.zeros(len(rows), np.int64) if boards is None and packed is not None else
            (memory.board_of if boards is None else boards), np.int64,
        )  # fmt: skip
        if not len(rows) == len(seats) == len(places):
            raise BadOption(f"{len(rows)} packed observations need as many seats; not {len(seats)}")
        if len(rows) and not (places.min() >= 0 and places.max() < len(memory.settings)):
            raise BadOption(f"there are {len(memory.settings)} variants in this batch")
        seats = np.clip(seats, 0, self.setting.seats - 1)
        seen = np.zeros((len(rows), memory.width), memory.sight)
        memory.calls.unpack(
            memory.here, rows.ctypes.data, len(rows), seats.ctypes.data, places.ctypes.data, seen.ctypes.data,
            memory.width,
        )  # fmt: skip
        return seen

    def _run(self, mine: bool) -> int:
        many, here, reward, again = self.memory.calls.many, self.memory.here, self.reward.kind, self.again
        if self._pool is None:
            ended = int(many(here, 0, self.n, reward, 0, again, mine))
        else:
            parts = [
                self._pool.submit(many, here, lo, hi, reward, thread, again, mine) for thread, lo, hi in self._parts
            ]
            ended = sum(int(part.result()) for part in parts)
        if any(self._longest) and self.memory.grow():
            self.lists = self.memory.lists
        if self.seating.drawn:
            for game in np.flatnonzero(self.dealt):
                self._draw_players(int(game))
        return ended

    def _draw_players(self, game: int) -> None:
        drawn = self.seating.draw([*self.seeds[game], int(self.drawn[game])])
        self.memory.next_players[game, : self.setting.seats] = drawn
        self.drawn[game] += 1

    def _let_others(self) -> None:
        """Let outside players decide until the caller is asked in every game."""
        outside = self.seating.outside
        if not outside:
            return
        memory, rows = self.memory, np.arange(self.n)
        while True:
            kinds = np.where(self.who >= 0, memory.players[rows, np.maximum(self.who, 0)], kernels.CALLER)
            asked = np.unique(kinds[kinds >= kernels.OUTSIDE])
            if not len(asked):
                return
            chosen = np.full(self.n, KEEP)
            for kind in asked:
                games = np.flatnonzero(kinds == kind)
                chosen[games] = outside[int(kind) - kernels.OUTSIDE].checked(memory, games)
            self.actions[:] = chosen
            self._run(False)

    def _pay_own(self) -> None:
        memory, over = self.memory, self.ended == 1
        played = over | (self.ended == 0) & (self.dealt == 0)
        found = self.reward.paid(memory.was, memory.now, over, memory.won)
        self.rewards[...] = np.where(played[:, None], found, self.rewards)

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def read_settings(
    game: str,
    n: int,
    seats: int,
    board: Any,
    options: Mapping[str, object],
    game_options: Sequence[Mapping[str, object]] | None,
) -> tuple[list[Setting], list[int]]:
    """The variants that a batch plays, each once, and which of them each game is."""
    if game_options is None:
        return [make_setting(game, seats, board, options)], [0] * n
    if len(game_options) != n:
        raise BadOption(f"there are {n} games; options for {len(game_options)} of them were given")
    found: list[Setting] = []
    which: dict[str, int] = {}
    board_of = []
    for own in game_options:
        chosen = {**options, **own}
        key = repr(sorted(chosen.items(), key=str))
        if key not in which:
            which[key] = len(found)
            found.append(make_setting(game, seats, chosen.pop("board", board), chosen))
        board_of.append(which[key])
    return found, board_of
