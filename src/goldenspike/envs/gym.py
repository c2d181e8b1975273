"""Gymnasium: a seat among bots as a single-agent environment (extra ``gymnasium``).

Importing this module registers the environments: ``gymnasium.make("goldenspike/SomeGame-v0")``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Self

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from goldenspike.engine.errors import BadOption, IllegalAction
from goldenspike.engine.game import shown

from . import kernels
from .batch import Batch
from .gym_register import register
from .memory import first_game, make_setting, read_reward
from .render import MODES, show
from .single import Play, check_action
from .spaces import FIRST_SEED, observation_box


def seated(seats: int, seat: int, opponents: str | Sequence[str]) -> list[str]:
    """Who plays which seat: you at one, bots at the others."""
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
        raise BadOption(f"the seats are 0 to {seats - 1}; not {shown(seat)}")
    bots = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(bots) != seats - 1 or "you" in bots:
        raise BadOption(f"{seats - 1} opponents are bots: random or greedy; not {shown(opponents)}")
    return [*bots[:seat], "you", *bots[seat:]]


BOUND = frozenset({"_look", "_go", "_here", "_where", "_sight", "_mask"})  # what ``_bind`` makes


class SeatAmongBots(gymnasium.Env[np.ndarray[Any, Any], Any]):
    """One seat of a game; the other seats are bots that play in compiled code between two steps."""

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 (as the library declares it)

    def __init__(
        self, game: str | None = None, *, seats: int = 3, seat: int = 0, opponents: str | Sequence[str] = "greedy",
        board: Any = None, reward: str = "score", illegal: str = "end", render_mode: str | None = None,
        **options: object,
    ) -> None:  # fmt: skip
        if illegal not in {"end", "raise"}:
            raise BadOption(f"an illegal action may end the game or raise; not {shown(illegal)}")
        setting = make_setting(game or first_game(), seats, board, options)
        self.play = Play(setting, players=seated(seats, seat, opponents))
        self.seat, self.reward, self.illegal = seat, read_reward(reward), illegal
        self.render_mode = render_mode
        memory = self.play.memory
        self.observation_space = observation_box(memory.parts, memory.sight)
        self.action_space = spaces.Discrete(memory.actions)
        self._points = 0.0
        self._bind()

    def _bind(self) -> None:
        """Short ways to the game's memory, made anew for every copy."""
        memory = self.play.memory
        self._look, self._go, self._here = memory.calls.look, memory.calls.go, memory.here
        self._where = int(memory.states.ctypes.data)
        self._sight, self._mask = memory.seen[0], memory.masks[0]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in BOUND}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._bind()

    def __copy__(self) -> Self:
        return deepcopy(self)

    def save(self) -> tuple[bytes, float]:
        """Where the game stands; the seeds of games to come are not part of it."""
        return self.play.save(), self._points

    def restore(self, saved: tuple[bytes, float]) -> None:
        """Go back to where ``save`` was called."""
        kept, self._points = saved
        self.play.restore(kept)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        """A new game: from ``seed``, from the game's own ``options["seed"]``, or at ``options["position"]``."""
        super().reset(seed=seed)
        chosen = options or {}
        fresh = int(self.np_random.integers(FIRST_SEED))
        self.play.restart(int(chosen.get("seed", fresh)))
        if chosen.get("position") is not None:
            self.play.set_position(chosen["position"])
        self._points = float(self.play.points()[self.seat]) if self.reward == kernels.GAINS else 0.0
        return self._seen()

    def step(self, action: Any) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        play = self.play
        code = self._go(self._here, self._where, self.seat, action if type(action) is int else check_action(action))
        if code >= 0:
            play.count = code >> kernels.SEAT_BITS
            paid = self._paid(False) if self.reward == kernels.GAINS else 0.0
            return self._sight.copy(), paid, False, False, {"action_mask": self._mask.copy()}
        try:
            play.close(code)
        except IllegalAction:
            if self.illegal == "raise":
                raise
            seen, info = self._seen()
            info["illegal"] = True
            return seen, -1.0, True, False, info
        info = {"action_mask": self._mask.copy(), "points": tuple(play.points()), "winners": play.winners()}
        return self._sight.copy(), self._paid(True), True, False, info

    def _seen(self) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        play = self.play
        self._look(self._here, self._where, self.seat, play.count)
        return self._sight.copy(), {"action_mask": self._mask.copy()}

    def _paid(self, over: bool) -> float:
        if self.reward == kernels.GAINS:
            before, self._points = self._points, float(self.play.points()[self.seat])
            return self._points - before
        if not over:
            return 0.0
        if self.reward == kernels.AT_END:
            return float(self.play.points()[self.seat])
        winners = self.play.winners()
        return 1.0 / len(winners) if self.seat in winners else 0.0

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What is legal now, as MaskablePPO of sb3-contrib asks for it."""
        mask = np.zeros(self.play.memory.actions, np.bool_)
        mask[self.play.legal] = True
        return mask

    def render(self) -> Any:
        return show(self.play, self.render_mode)


class SeatsAmongBots(VectorEnv[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]):
    """A batch of such seats as a ``gymnasium.vector`` environment; a game that ended begins anew with the next step."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 8,
        game: str | None = None,
        *,
        seats: int = 3,
        seat: int = 0,
        opponents: str | Sequence[str] = "greedy",
        board: Any = None,
        reward: str = "score",
        threads: int = 1,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        if render_mode is not None:
            raise BadOption("a batch is not drawn; make a single environment for that")
        self.render_mode = None
        self.num_envs, self.seat = num_envs, seat
        chosen: dict[str, Any] = dict(options)
        self.batch = Batch(
            game or first_game(),
            num_envs,
            seats=seats,
            board=board,
            players=seated(seats, seat, opponents),
            reward=reward,
            autoreset="next",
            threads=threads,
            **chosen,
        )
        memory = self.batch.memory
        self.single_observation_space = observation_box(memory.parts, memory.sight)
        self.single_action_space = spaces.Discrete(memory.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        if isinstance(seed, list):
            raise BadOption("one seed is enough for the whole batch")
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(FIRST_SEED)))
        return self.batch.observations.copy(), {"action_mask": self.batch.masks.copy()}

    def step(
        self, actions: np.ndarray[Any, Any]
    ) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any], dict[str, Any]]:
        batch = self.batch
        batch.step(actions)
        over = batch.ended != 0
        return (
            batch.observations.copy(),
            batch.rewards[:, self.seat].copy(),
            over,
            np.zeros(self.num_envs, np.bool_),
            {"action_mask": batch.masks.copy()},
        )

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        return self.batch.masks.astype(np.bool_)

    def __copy__(self) -> Self:
        return deepcopy(self)

    def save(self) -> dict[str, Any]:
        """Where all games stand; the seeds of games to come are part of it."""
        return self.batch.save()

    def restore(self, saved: Mapping[str, Any]) -> None:
        self.batch.restore(saved)

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()


register()
