"""PettingZoo: every game as an AEC and as a Parallel environment (extra ``pettingzoo``)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Self

import numpy as np

from .extra_packages import missing

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo.utils.env import AECEnv, ParallelEnv  # type: ignore[import-untyped]
except ModuleNotFoundError as error:
    raise missing("pettingzoo", error) from None

from goldenspike.engine.errors import BadOption, IllegalAction

from .game_log import LoggedPlay
from .kernels import NO_ACTION
from .memory import first_game, make_setting
from .observation_forms import ObservationForm
from .perfect import PerfectInformation, read_information
from .render import MODES, show
from .rewards import Reward, RewardFunction
from .single import Play, check_action
from .spaces import FIRST_SEED, form_space, observation_box

# What an environment tells of the last step, beside the position.
REPORTED = frozenset({"agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"})


class _SharedGame:
    """What both kinds of environment share: a game, its agents and spaces, new games, rewards, pictures."""

    def __init__(
        self,
        game: str,
        *,
        seats: int = 3,
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
            raise BadOption(f"an illegal action may end the game or raise; not {illegal!r}")
        self.play = (LoggedPlay if log else Play)(make_setting(game, seats, board, options), actions=actions)
        self.reward, self.illegal = Reward(reward), illegal
        self.render_mode = render_mode
        self.names = [f"player_{seat}" for seat in range(seats)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        memory = self.play.memory
        self.perfect = PerfectInformation(memory) if read_information(information) else None
        parts, kind = (self.perfect.parts, self.perfect.kind) if self.perfect else (memory.parts, memory.sight)
        self.form = ObservationForm(self.play.setting, observation, parts)
        self.plain = self.form.name == "flat" and self.perfect is None
        box = observation_box(memory.parts, memory.sight)
        seen = form_space(self.form, kind)
        self.spaces = {
            name: spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (memory.actions,), np.int8)})
            for name in self.names
        }
        self.actions = {name: spaces.Discrete(memory.actions) for name in self.names}
        self.whole = spaces.Box(np.tile(box.low, seats), np.tile(box.high, seats), dtype=memory.sight.type)
        self.blank = np.zeros(memory.actions, np.int8)
        self.random: np.random.Generator | None = None
        self.points = [0.0] * seats

    def new(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """A new game: from a seed of the library, a seed of the game, or a position."""
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        chosen = options or {}
        fresh = int(self.random.integers(FIRST_SEED))
        self.play.restart(int(chosen.get("seed", fresh)))
        if chosen.get("position") is not None:
            self.play.set_position(chosen["position"])
        self.points = [float(points) for points in self.play.points()]

    def observed(self, seat: int, mask: bool = True) -> dict[str, Any]:
        """What a seat sees; its mask is all zeros unless its decision is awaited."""
        seen, masked = self.play.look(seat)
        shown = seen.copy() if self.plain else self.shown(seat)
        return {"observation": shown, "action_mask": (masked if mask else self.blank).copy()}

    def shown(self, seat: int) -> Any:
        """What was just written for a seat, in the form and with the information that was asked for."""
        memory = self.play.memory
        return self.form(memory.seen[0] if self.perfect is None else self.perfect.of(memory, np.array([seat]))[0])

    def words(self, seat: int) -> dict[str, Any]:
        """What a log tells a seat: its legal actions in notation, and what was played since it last asked."""
        play = self.play
        if not isinstance(play, LoggedPlay):
            return {}
        s, rules = play.s, play.memory.numbers.rules
        listed = play.legal_of(seat)
        legal = {action: play.setting.write(s, seat, int(rules[action])) for action in listed}
        return {"legal": legal, "log": play.news(seat)}

    def refusal(self, seat: int, action: int) -> dict[str, Any]:
        """Why an action is illegal: the refusal, and the clause of the rulebook behind it."""
        play = self.play
        own = int(play.memory.numbers.rules[action]) if 0 <= action < play.memory.actions else NO_ACTION
        reason = play.setting.rules.refusal(play.s, play.setting.b, seat, own)
        refusal = play.setting.refused(reason)
        return {"illegal": True, "refusal": refusal, "clause": refusal.clause}

    def paid(self) -> list[float]:
        """The rewards of the step just made, by seat."""
        play = self.play
        if not play.over and not self.reward.at_every_step:
            return [0.0] * len(self.names)
        before, self.points = self.points, [float(points) for points in play.points()]
        return self.reward.of_step(before, self.points, play.winners() if play.over else None)

    def state(self) -> np.ndarray[Any, Any]:
        """What all seats know together: their observations, one after the other."""
        return np.concatenate([self.play.look(seat)[0] for seat in range(len(self.names))])

    def render(self) -> Any:
        return show(self.play, self.render_mode)


class _Seated:
    """What both kinds of environment are, whoever answers when."""

    def _make(self, game: str, settings: Mapping[str, Any]) -> None:
        self.shared = _SharedGame(game, **settings)
        self.metadata = {"name": f"{game}_v0", "render_modes": list(MODES), "render_fps": 2}
        self.render_mode = self.shared.render_mode
        self.play = self.shared.play
        self.possible_agents = self.shared.names[:]
        self.agents: list[str] = []
        self.observation_spaces = dict(self.shared.spaces)
        self.action_spaces = dict(self.shared.actions)
        self.state_space = self.shared.whole

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def state(self) -> np.ndarray[Any, Any]:
        return self.shared.state()

    def render(self) -> Any:
        return self.shared.render()

    def __copy__(self) -> Self:
        return deepcopy(self)

    def save(self) -> tuple[Any, ...]:
        """Where the game stands, for ``restore``; the seeds of games to come are not part of it."""
        kept = {name: value.copy() for name, value in vars(self).items() if name in REPORTED}
        return self.play.save(), self.shared.points[:], getattr(self, "agent_selection", None), kept

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Go back to where ``save`` was called."""
        position, points, selection, kept = saved
        self.play.restore(position)
        self.shared.points = points[:]
        vars(self).update({name: value.copy() for name, value in kept.items()})
        if selection is not None:
            self.agent_selection = selection

    def close(self) -> None:
        """Nothing is held that must be given back."""


class SeatsInTurn(_Seated, AECEnv):  # type: ignore[misc]
    """One seat after another; choices made at the same time are asked for in the order of seats and kept secret."""

    def __init__(self, game: str | None = None, **settings: Any) -> None:
        super().__init__()
        self._make(game or first_game(), settings)
        self.metadata["is_parallelizable"] = True
        self._logs = isinstance(self.play, LoggedPlay)
        self._silent = not self.shared.reward.at_every_step and not self._logs

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.shared.new(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(self.play.seat, 0)]
        self._tell()

    def _tell(self) -> None:
        """With a log: what the seat that decides may do and has not read yet."""
        if self._logs:
            self.infos[self.agent_selection] = self.shared.words(self.shared.seats[self.agent_selection])

    def observe(self, agent: str) -> dict[str, Any]:
        return self.shared.observed(self.shared.seats[agent])

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        play = self.play
        try:
            play.apply(check_action(action))
        except IllegalAction as error:
            if self.shared.illegal == "raise":
                raise
            self.infos[agent] |= {"illegal": True, "refusal": error.refusal, "clause": error.clause}
            self._close(agent)
            return
        if play.seat >= 0:
            self.agent_selection = self.possible_agents[play.seat]
            if self._silent:
                return
        self.rewards = dict(zip(self.possible_agents, self.shared.paid(), strict=True))
        if play.seat < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._tell()

    def _close(self, agent: str) -> None:
        """An illegal action ends the game: -1 for who gave it, nothing for the others."""
        self.rewards = {name: -1.0 if name == agent else 0.0 for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class SeatsAtOnce(_Seated, ParallelEnv):  # type: ignore[misc]
    """Every seat answers at every step.

    The last action, ``no_op``, is the only legal one of a seat that is not asked; it does nothing. So every mask has at
    least one legal action, as many libraries demand. A seat that is asked may not give it.
    """

    def __init__(self, game: str | None = None, **settings: Any) -> None:
        self._make(game or first_game(simultaneous=True), settings)
        self.no_op = self.play.memory.actions
        mask = spaces.Box(0, 1, (self.no_op + 1,), np.int8)
        for agent, space in self.observation_spaces.items():
            assert isinstance(space, spaces.Dict)
            self.observation_spaces[agent] = spaces.Dict({"observation": space["observation"], "action_mask": mask})
            self.action_spaces[agent] = spaces.Discrete(self.no_op + 1)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        self.shared.new(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: self.shared.words(seat) for seat, agent in enumerate(self.agents)}

    def _observations(self) -> dict[str, dict[str, Any]]:
        return {agent: self._observed(seat) for seat, agent in enumerate(self.agents)}

    def _observed(self, seat: int) -> dict[str, Any]:
        play = self.play
        calls, here, where = play.memory.calls, play.memory.here, int(play.memory.states.ctypes.data)
        listed = calls.ask(here, where, seat)
        calls.look(here, where, seat, listed)
        mask = np.zeros(self.no_op + 1, np.int8)
        mask[:-1] = play.memory.masks[0]
        mask[-1] = listed == 0
        shown = play.memory.seen[0].copy() if self.shared.plain else self.shared.shown(seat)
        return {"observation": shown, "action_mask": mask}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """All awaited decisions at once, in the order of seats.

        A command that an earlier seat's command of the same step has made impossible is dropped, and its seat is
        asked again; a command that was illegal when the step began ends the game or raises.
        """
        play, awaited = self.play, self.play.awaited
        asked = [seat for seat in range(len(self.possible_agents)) if awaited >> seat & 1]
        given = {}
        for seat in asked:
            if self.possible_agents[seat] not in actions:
                raise BadOption(f"no action was given for {self.possible_agents[seat]}, whose decision is awaited")
            given[seat] = check_action(actions[self.possible_agents[seat]])
        wrong = [seat for seat in asked if given[seat] not in play.legal_of(seat)]
        if wrong and self.shared.illegal == "raise":
            raise BadOption(f"{self.possible_agents[wrong[0]]} may not do {given[wrong[0]]} now")
        refused = {seat: self.shared.refusal(seat, given[seat]) for seat in wrong}
        dropped = [] if wrong else [seat for seat in asked if play.apply_of(seat, given[seat])]
        names = self.agents
        rewards = [-1.0 if seat in wrong else 0.0 for seat in range(len(names))] if wrong else self.shared.paid()
        ended = bool(wrong) or play.over
        infos = {agent: self.shared.words(seat) for seat, agent in enumerate(names)}
        for seat in dropped:
            infos[self.possible_agents[seat]]["dropped"] = True
        for seat in wrong:
            infos[self.possible_agents[seat]] |= refused[seat]
        answer = (
            self._observations(),
            dict(zip(names, rewards, strict=True)),
            dict.fromkeys(names, ended),
            dict.fromkeys(names, False),
            infos,
        )
        if ended:
            self.agents = []
        return answer


def env(game: str | None = None, **settings: Any) -> SeatsInTurn:
    """An AEC environment of a game."""
    return SeatsInTurn(game, **settings)


def parallel_env(game: str | None = None, **settings: Any) -> SeatsAtOnce:
    """A Parallel environment of a game."""
    return SeatsAtOnce(game, **settings)
