"""OpenSpiel: the games under names such as ``goldenspike_GAME``, hyphens as underscores (extra ``openspiel``).

Importing this module registers them: ``pyspiel.load_game("goldenspike_GAME(seats=4)")``. Choices made at the
same time are asked for one seat after another. Chance is explicit: four outcomes of 0 to 255 are the bytes of the seed,
from which everything follows; with ``chance=cards`` every card that comes is an outcome of its own.
``resample_from_infostate`` gives another world with another future.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .extra_packages import missing

try:
    import pyspiel  # type: ignore[import-not-found]
except ModuleNotFoundError as error:
    raise missing("openspiel", error) from None

import goldenspike as gs
from goldenspike.engine.errors import BadOption
from goldenspike.engine.setting import Setting

from .chance import CHANCE, MOST_OUTCOMES, Script, make_chance
from .memory import make_setting
from .openspiel_observer import PUBLIC, Moment, Recall, SpielObserver, StateReader, private

USUAL_SEATS = 3
_CHOICES = ("reward", "seats", "board", "actions", "chance", "tiny")
ZERO_SUM = ("lead", "duel")  # rewards of two seats of which one gains what the other loses
REWARDS = ("score", "win", *ZERO_SUM)


def short_name(game: str) -> str:
    return f"goldenspike_{game.replace('-', '_')}"


def game_type(name: str, zero_sum: bool = False) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded; every option is a parameter."""
    game = gs.game(name)
    parameters: dict[str, Any] = {
        "seats": USUAL_SEATS, "board": "", "reward": "score", "preset": "", "actions": "all", "chance": "seed",
        "tiny": False,
    }  # fmt: skip
    parameters.update({option.name: option.default for option in game.options})
    kinds = pyspiel.GameType
    utility = kinds.Utility.IDENTICAL if game.team else kinds.Utility.GENERAL_SUM
    return kinds(
        short_name=short_name(name),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One game with its board and options, as OpenSpiel knows games."""

    name: str
    kind: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        name = self.name
        # OpenSpiel fills in every default, so only what differs from it can be meant (a preset may say otherwise).
        usual = {option.name: option.default for option in gs.game(name).options}
        given = {key: value for key, value in (params or {}).items() if value not in ("", usual.get(key, ""))}
        self.reward = str(given.get("reward", "score"))
        kind = str(given.get("chance", "seed"))
        if self.reward not in REWARDS:
            raise BadOption(f"a reward is {', '.join(REWARDS)}; not {self.reward!r}")
        if kind not in CHANCE:
            raise BadOption(f"chance is {', '.join(CHANCE)}; not {kind!r}")
        self.setting = self._setting(given)
        seats = self.setting.seats
        if self.reward in ZERO_SUM and (seats != 2 or gs.game(name).team):
            raise BadOption(f"the reward {self.reward} is for two players against each other")
        self.reader = StateReader(self.setting, str(given.get("actions", "all")))
        self.memory, self.calls, self.here = self.reader.memory, self.reader.calls, self.reader.here
        self.chance = make_chance(kind, self.reader, bool(given.get("tiny")))
        low, high = self._utilities()
        zero_sum = {"utility_sum": 0.0} if self.reward in ZERO_SUM else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=self.memory.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=float(low),
            max_utility=float(high),
            max_game_length=gs.game(name).longest,
            **zero_sum,
        )
        super().__init__(game_type(name, True) if zero_sum else self.kind, info, dict(params or {}))

    def _setting(self, given: Mapping[str, Any]) -> Setting:
        """What is played: the tiny form of the game, or the whole one with its seats, board and options."""
        options = {key: value for key, value in given.items() if key not in _CHOICES}
        if not given.get("tiny"):
            return make_setting(self.name, int(given.get("seats", USUAL_SEATS)), given.get("board"), options)
        tiny = gs.game(self.name).tiny
        if tiny is None:
            raise BadOption(f"{self.name} has no tiny form")
        if "board" in given or options:
            raise BadOption(f"the tiny form of {self.name} has its own board and options")
        return tiny.setting()

    def _utilities(self) -> tuple[int, int]:
        """The least and the most that a player can get."""
        low, high = self.setting.game.points
        return {"score": (low, high), "win": (0, 1), "lead": (low - high, high - low), "duel": (-1, 1)}[self.reward]

    def rewards(self, raw: np.ndarray[Any, Any]) -> list[float]:
        """What each player gets for a position in which the game is over."""
        seats = self.setting.seats
        winners = self.calls.tell(self.here, raw.ctypes.data, 0)
        points = [float(one) for one in self.memory.work[0, :seats]]
        if self.reward == "score":
            return points
        if self.reward == "lead":
            return [points[0] - points[1], points[1] - points[0]]
        if self.reward == "duel":
            ahead = float((winners & 1) - (winners >> 1 & 1))
            return [ahead, -ahead]
        won = [seat for seat in range(seats) if winners >> seat & 1]
        return [1.0 / len(won) if seat in won else 0.0 for seat in range(seats)]

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.chance.chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state: a position, and what chance has decided since then."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.now: Moment | None = None
        self.doing = -1  # the action that chance completes; before the first one, setup
        self.script: Script = ()  # what chance has decided of it
        self.outcomes = 0  # from how many it chooses next; 0 if it has nothing to decide
        self._go_on()

    def _go_on(self) -> None:
        game: SpielGame = self.get_game()
        found = game.chance.after(self.now, self.doing, self.script)
        if isinstance(found, int):
            self.outcomes = found
        else:
            self.now, self.doing, self.script, self.outcomes = found, -1, (), 0

    # ------------------------------------------------------------ what OpenSpiel asks
    def current_player(self) -> int:
        if self.outcomes or self.now is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.now.seat if self.now.seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return not self.outcomes and self.now is not None and self.now.seat < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / self.outcomes) for outcome in range(self.outcomes)]

    def _legal_actions(self, player: int) -> list[int]:
        now = self.now
        return now.legal if not self.outcomes and now is not None and player == now.seat else []

    def _apply_action(self, action: int) -> None:
        now = self.now
        if now is not None and now.reader is not None and now.reader.decided:
            self.now = now.reader.arrive(now.raw.copy(), now, now.seat, action)
            return
        if self.outcomes:
            self.script = (*self.script, action)
        else:
            self.doing = action
        self._go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        game: SpielGame = self.get_game()
        if player == pyspiel.PlayerId.CHANCE:
            return game.chance.word.format(outcome=action)
        assert self.now is not None
        text = self.now.texts.get((player, action))
        if text is None:
            number = int(game.memory.numbers.rules[action])
            text = self.now.texts[player, action] = str(game.setting.write(self.position(), player, number))
        return text

    def returns(self) -> list[float]:
        game: SpielGame = self.get_game()
        if not self.is_terminal() or self.now is None:
            return [0.0] * game.setting.seats
        return game.rewards(self.now.raw)

    def __str__(self) -> str:
        chosen = f"chance {' '.join(map(str, self.script))}" if self.outcomes else ""
        if self.now is None:
            return chosen
        game: SpielGame = self.get_game()
        return json.dumps(game.setting.position(self.position()), ensure_ascii=False) + (
            chosen and f" {self.doing} {chosen}"
        )

    # ------------------------------------------------------------ other worlds
    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another world that the player cannot tell from this one; the others remember nothing of before."""
        game: SpielGame = self.get_game()
        other: SpielState = self.clone()
        if self.now is None or self.outcomes:
            return other
        raw = self.now.raw.copy()
        low, high = (int(sampler() * 0xFFFFFFFF) for _ in range(2))
        game.calls.imagine(game.here, raw.ctypes.data, player, low, high, 0)
        other.now = game.reader.arrive(raw, None, -1, -1)
        same = {PUBLIC, player, private(player)}
        other.now.recalls = {
            source: self.now.recall(source) if source in same else Recall(b"", game.reader.view(source, raw).tobytes())
            for source in game.reader.sources
        }
        return other

    # ------------------------------------------------------------ what seats know
    def position(self) -> Any:
        """The position as the rules know it."""
        assert self.now is not None
        if self.now.words is None:
            game: SpielGame = self.get_game()
            self.now.words = game.setting.game.state.from_bytes(self.now.raw.tobytes())
        return self.now.words


def class_name(name: str) -> str:
    return f"Spiel_{name.replace('-', '_')}"


def game_for(setting: Setting, reward: str) -> SpielGame:
    """OpenSpiel's game of a setting that exists already, whatever its board and options."""
    kind = globals()[class_name(setting.game.name)]
    of_setting = type(kind.__name__, (kind,), {"_setting": lambda game, given: setting})
    made: SpielGame = of_setting({"reward": reward})
    return made


def register() -> None:
    """Make every game known to OpenSpiel."""
    for name in gs.games.names():
        kind = game_type(name)
        made = type(class_name(name), (SpielGame,), {"name": name, "kind": kind, "__module__": __name__})
        globals()[made.__name__] = made  # so that states can be pickled
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, made)


register()
