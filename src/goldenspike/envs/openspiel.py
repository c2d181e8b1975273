"""OpenSpiel: the games under names such as ``goldenspike_GAME``, hyphens as underscores (extra ``openspiel``).

Importing this module registers them: ``pyspiel.load_game("goldenspike_GAME(seats=4)")``. Choices made at the
same time are asked for one seat after another. Chance is explicit: four outcomes of 0 to 255 are the bytes of the seed,
from which everything follows; ``resample_from_infostate`` gives another world with another future.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

import goldenspike as gs
from goldenspike.engine.errors import BadOption

from .memory import make_setting
from .openspiel_observer import PUBLIC, Moment, Recall, SpielObserver, StateReader, private

SEED_BYTES = 4
USUAL_SEATS = 3
_CHOICES = ("reward", "seats", "board", "actions")


def short_name(game: str) -> str:
    return f"goldenspike_{game.replace('-', '_')}"


def game_type(name: str) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded; every option is a parameter."""
    game = gs.game(name)
    parameters: dict[str, Any] = {
        "seats": USUAL_SEATS, "board": "", "reward": "score", "preset": "", "actions": "all",
    }  # fmt: skip
    parameters.update({option.name: option.default for option in game.options})
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(name),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.IDENTICAL if game.team else kinds.Utility.GENERAL_SUM,
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
        seats = int(given.get("seats", USUAL_SEATS))
        self.reward = str(given.get("reward", "score"))
        if self.reward not in {"score", "win"}:
            raise BadOption(f"a reward is score or win; not {self.reward!r}")
        options = {key: value for key, value in given.items() if key not in _CHOICES}
        self.setting = make_setting(name, seats, given.get("board"), options)
        self.reader = StateReader(self.setting, str(given.get("actions", "all")))
        self.memory, self.calls, self.here = self.reader.memory, self.reader.calls, self.reader.here
        low, high = gs.game(name).points if self.reward == "score" else (0, 1)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.memory.actions,
            max_chance_outcomes=256,
            num_players=seats,
            min_utility=float(low),
            max_utility=float(high),
            max_game_length=gs.game(name).longest,
        )
        super().__init__(self.kind, info, dict(params or {}))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return SEED_BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state: bytes of chance until the game is dealt, then positions."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.seed: tuple[int, ...] = ()
        self.now: Moment | None = None

    # ------------------------------------------------------------ what OpenSpiel asks
    def current_player(self) -> int:
        now = self.now
        if now is None:
            return int(pyspiel.PlayerId.CHANCE)
        return now.seat if now.seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.now is not None and self.now.seat < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(byte, 1 / 256) for byte in range(256)]

    def _legal_actions(self, player: int) -> list[int]:
        now = self.now
        return now.legal if now is not None and player == now.seat else []

    def _apply_action(self, action: int) -> None:
        game: SpielGame = self.get_game()
        if self.now is None:
            self.seed = (*self.seed, action)
            if len(self.seed) == SEED_BYTES:
                raw = np.zeros(game.setting.game.state.nbytes, np.uint8)
                game.calls.deal(game.here, raw.ctypes.data, int.from_bytes(bytes(self.seed), "little"), 0)
                self.now = game.reader.arrive(raw, None, -1, -1)
            return
        raw = self.now.raw.copy()
        self.now = game.reader.arrive(raw, self.now, self.now.seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed byte {action}"
        assert self.now is not None
        text = self.now.texts.get((player, action))
        if text is None:
            game: SpielGame = self.get_game()
            number = int(game.memory.numbers.rules[action])
            text = self.now.texts[player, action] = str(game.setting.write(self.position(), player, number))
        return text

    def returns(self) -> list[float]:
        game: SpielGame = self.get_game()
        seats = game.setting.seats
        if not self.is_terminal() or self.now is None:
            return [0.0] * seats
        winners = game.calls.tell(game.here, self.now.raw.ctypes.data, 0)
        if game.reward == "score":
            return [float(points) for points in game.memory.work[0, :seats]]
        won = [seat for seat in range(seats) if winners >> seat & 1]
        return [1.0 / len(won) if seat in won else 0.0 for seat in range(seats)]

    def __str__(self) -> str:
        if self.now is None:
            return "seed " + " ".join(map(str, self.seed))
        game: SpielGame = self.get_game()
        return json.dumps(game.setting.position(self.position()), ensure_ascii=False)

    # ------------------------------------------------------------ other worlds
    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another world that the player cannot tell from this one; the others remember nothing of before."""
        game: SpielGame = self.get_game()
        other: SpielState = self.clone()
        if self.now is None:
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


def register() -> None:
    """Make every game known to OpenSpiel."""
    for name in gs.games.names():
        kind = game_type(name)
        made = type(
            f"Spiel_{name.replace('-', '_')}", (SpielGame,), {"name": name, "kind": kind, "__module__": __name__}
        )
        globals()[made.__name__] = made  # so that states can be pickled
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, made)


register()
