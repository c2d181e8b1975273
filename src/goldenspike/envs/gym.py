"""Gymnasium: a seat among bots as a single-agent environment (extra ``gymnasium``).

``import goldenspike`` registers the environments: ``gymnasium.make("goldenspike/SomeGame-v0")``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Self

import numpy as np

from .extra_packages import missing

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing("gymnasium", error) from None

import goldenspike as gs
from goldenspike.engine.errors import BadOption, IllegalAction
from goldenspike.engine.game import shown

from . import kernels
from .batch import Batch
from .game_log import LoggedPlay
from .gym_register import register
from .memory import first_game, make_setting
from .observation_forms import ObservationForm
from .perfect import PerfectInformation, read_information
from .render import MODES, show
from .rewards import Reward, RewardFunction
from .single import Play, check_action
from .spaces import FIRST_SEED, form_space


def seated(seats: int, seat: int, opponents: Any) -> list[Any]:
    """Who plays which seat: you at one, the opponents at the others; one opponent stands for all of them."""
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
        raise BadOption(f"the seats are 0 to {seats - 1}; not {shown(seat)}")
    others = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * (seats - 1)
    if len(others) != seats - 1 or any(isinstance(one, str) and one == "you" for one in others):
        raise BadOption(f"{seats - 1} opponents are bots, policies or pools; not {shown(opponents)}")
    return [*others[:seat], "you", *others[seat:]]


def usual_seats(game: str | None) -> int:
    """How many seats research usually wants of a game."""
    return int(gs.game(game or first_game()).env_seats)


BOUND = frozenset({"_look", "_go", "_here", "_where", "_quick", "_plain", "_sight", "_mask"})  # what ``_bind`` makes


class SeatAmongBots(gymnasium.Env[Any, Any]):
    """One seat of a game; the other seats are bots that play in compiled code between two steps.

    ``observation`` is flat, named, planes or graph (``ObservationForm``); ``information="perfect"`` shows what is
    hidden, too. With ``log`` the infos have the legal actions in notation (``legal``) and what was played since the
    last step (``log``).
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 (as the library declares it)

    def __init__(
        self,
        game: str | None = None,
        *,
        seats: int | None = 3,
        seat: int = 0,
        opponents: Any = "greedy",
        board: Any = None,
        reward: str | RewardFunction = "score",
        actions: str = "all",
        observation: str = "flat",
        information: str = "seat",
        log: bool = False,
        illegal: str = "end",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if illegal not in {"end", "raise"}:
            raise BadOption(f"an illegal action may end the game or raise; not {shown(illegal)}")
        setting = make_setting(game or first_game(), usual_seats(game) if seats is None else seats, board, options)
        kind = LoggedPlay if log else Play
        self.play = kind(setting, players=seated(setting.seats, seat, opponents), actions=actions)
        self.seat, self.reward, self.illegal = seat, Reward(reward), illegal
        self._counts = self.reward.at_every_step
        self.render_mode = render_mode
        memory = self.play.memory
        self.perfect = PerfectInformation(memory) if read_information(information) else None
        parts, number = (self.perfect.parts, self.perfect.kind) if self.perfect else (memory.parts, memory.sight)
        self.form = ObservationForm(setting, observation, parts)
        self.observation_space = form_space(self.form, number)
        self.action_space = spaces.Discrete(memory.actions)
        self._points: list[int] = []
        self._bind()

    def _bind(self) -> None:
        """Short ways to the game's memory, made anew for every copy."""
        memory = self.play.memory
        self._look, self._go, self._here = memory.calls.look, memory.calls.go, memory.here
        self._where = int(memory.states.ctypes.data)
        self._plain = self.form.name == "flat" and self.perfect is None and not isinstance(self.play, LoggedPlay)
        self._quick = not self.play.seating.outside and self._plain
        self._sight, self._mask = memory.seen[0], memory.masks[0]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in BOUND}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._bind()

    def __copy__(self) -> Self:
        return deepcopy(self)

    def save(self) -> tuple[Any, list[int]]:
        """Where the game stands; the seeds of games to come are not part of it."""
        return self.play.save(), self._points

    def restore(self, saved: tuple[Any, list[int]]) -> None:
        """Go back to where ``save`` was called."""
        kept, self._points = saved
        self.play.restore(kept)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game: from ``seed``, from the game's own ``options["seed"]``, or at ``options["position"]``."""
        super().reset(seed=seed)
        chosen = options or {}
        fresh = int(self.np_random.integers(FIRST_SEED))
        self.play.restart(int(chosen.get("seed", fresh)))
        if chosen.get("position") is not None:
            self.play.set_position(chosen["position"])
        self._points = self.play.points()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        play = self.play
        chosen = action if type(action) is int else check_action(action)
        if self._quick:
            code = self._go(self._here, self._where, self.seat, chosen)
            if code >= 0:
                play.count = code >> kernels.SEAT_BITS
                if not self._counts:
                    return self._sight.copy(), 0.0, False, False, {"action_mask": self._mask.copy()}
                return self._told()
            if code == kernels.OVER:
                play.close(code)
                return self._told()
        return self._step(chosen)

    def _step(self, chosen: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """A step that needs more than compiled code: other players, points at every step, an illegal action."""
        try:
            self.play.apply(chosen)
        except IllegalAction as error:
            if self.illegal == "raise":
                raise
            seen, info = self._seen()
            info["illegal"], info["refusal"], info["clause"] = True, error.refusal, error.clause
            return seen, -1.0, True, False, info
        self._look(self._here, self._where, self.seat, self.play.count)
        return self._told()

    def _told(self) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What a step reports, once the observation of the seat is written."""
        play = self.play
        points = play.points()
        winners = play.winners() if play.over else None
        paid = self.reward.of_step(self._points, points, winners)[self.seat]
        self._points = points
        info: dict[str, Any] = {"action_mask": self._mask.copy()}
        if winners is not None:
            info["points"], info["winners"] = tuple(points), winners
        if self._plain:
            return self._sight.copy(), paid, play.over, False, info
        return self._shown(), paid, play.over, False, info | self._words()

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        play = self.play
        self._look(self._here, self._where, self.seat, play.count)
        info = {"action_mask": self._mask.copy()}
        return (self._sight.copy(), info) if self._plain else (self._shown(), info | self._words())

    def _shown(self) -> Any:
        """What the seat sees, in the form that was asked for, once it is written."""
        memory = self.play.memory
        if self.perfect is None:
            return self.form(self._sight.copy())
        return self.form(self.perfect.of(memory, np.array([self.seat]))[0])

    def _words(self) -> dict[str, Any]:
        """What a log tells: the legal actions in notation, and what was played since the last step."""
        play = self.play
        if not isinstance(play, LoggedPlay):
            return {}
        return {"legal": {action: play.write(action) for action in play.legal}, "log": play.news(self.seat)}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What is legal now, as MaskablePPO of sb3-contrib asks for it."""
        mask = np.zeros(self.play.memory.actions, np.bool_)
        mask[self.play.legal] = True
        return mask

    def render(self) -> Any:
        return show(self.play, self.render_mode)


class SeatsAmongBots(VectorEnv[Any, np.ndarray[Any, Any], np.ndarray[Any, Any]]):
    """A batch of such seats as a ``gymnasium.vector`` environment; a game that ended begins anew with the next step."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 8,
        game: str | None = None,
        *,
        seats: int | None = 3,
        seat: int = 0,
        opponents: Any = "greedy",
        board: Any = None,
        reward: str | RewardFunction = "score",
        actions: str = "all",
        observation: str = "flat",
        information: str = "seat",
        game_options: Sequence[Mapping[str, object]] | None = None,
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
        number = usual_seats(game) if seats is None else seats
        self.batch = Batch(
            game or first_game(),
            num_envs,
            seats=number,
            board=board,
            players=seated(number, seat, opponents),
            reward=reward,
            actions=actions,
            game_options=game_options,
            autoreset="next",
            threads=threads,
            **chosen,
        )
        memory = self.batch.memory
        self.perfect = PerfectInformation(memory) if read_information(information) else None
        parts, kind = (self.perfect.parts, self.perfect.kind) if self.perfect else (memory.parts, memory.sight)
        self.form = ObservationForm(memory.setting, observation, parts)
        self.single_observation_space = form_space(self.form, kind)
        self.single_action_space = spaces.Discrete(memory.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        chosen = dict(options or {})
        again = read_mask(chosen.pop("reset_mask", None), self.num_envs)
        own, positions = chosen.pop("seed", None), chosen.pop("position", None)
        if own is not None and positions is not None:
            raise BadOption("a game begins from a seed or at a position; not both")
        if chosen:
            known = "seed, position and reset_mask"
            raise BadOption(f"a batch begins anew with {known}; it has no option {', '.join(map(shown, chosen))}")
        super().reset(seed=None if isinstance(seed, Sequence) else seed)
        if isinstance(seed, Sequence):
            # As a single environment would begin with each of them.
            fresh = [None if one is None else seeding.np_random(one)[0] for one in seed]
            generators = [self.np_random if one is None else one for one in fresh]
            self.batch.reseed([int(generator.integers(FIRST_SEED)) for generator in generators], again)
        elif seed is not None or again.all():
            self.batch.reseed(int(self.np_random.integers(FIRST_SEED)), again)
        if own is not None:
            self.batch.deal_seeds(self._each(own, "seeds"), again)
        elif positions is not None:
            self.batch.set_positions(self._each(positions, "positions"), again)
        else:
            self.batch.deal(again)
        return self._shown(), {"action_mask": self.batch.masks.copy()}

    def _shown(self) -> Any:
        if self.perfect is None:
            return self.form(self.batch.observations.copy())
        return self.form(self.perfect.of(self.batch.memory, np.full(self.num_envs, self.seat)))

    def _each(self, given: Any, what: str) -> list[Any]:
        """Something for each game, or the same for all."""
        listed = list(given) if isinstance(given, list | tuple | np.ndarray) else [given] * self.num_envs
        if len(listed) != self.num_envs:
            raise BadOption(f"there are {self.num_envs} games; {len(listed)} {what} were given")
        return listed

    def step(
        self, actions: np.ndarray[Any, Any]
    ) -> tuple[Any, np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any], dict[str, Any]]:
        batch = self.batch
        batch.step(actions)
        over = batch.ended != 0
        info: dict[str, Any] = {"action_mask": batch.masks.copy()}
        if over.any():
            # As Gymnasium wants it: an array for all games, and beside it which of them it speaks of.
            info["points"] = np.where(over[:, None], batch.final_points, 0).astype(np.int64)
            info["_points"] = over.copy()
        return (
            self._shown(),
            batch.rewards[:, self.seat].copy(),
            over,
            np.zeros(self.num_envs, np.bool_),
            info,
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


def read_mask(mask: Any, count: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which games begin anew: all of them, or those of a mask."""
    if mask is None:
        return np.ones(count, np.bool_)
    given = np.asarray(mask)
    if given.shape != (count,) or given.dtype != np.bool_ or not given.any():
        raise BadOption(f"reset_mask takes {count} truth values, at least one of them true; not {shown(mask)}")
    return given


register()
