"""OpenSpiel: the games under names such as ``goldenspike_GAME``, hyphens as underscores (extra ``openspiel``).

Importing this module registers them: ``pyspiel.load_game("goldenspike_GAME(seats=4)")``. Choices made at the
same time are asked for one seat after another. Chance is explicit: four outcomes of 0 to 255 are the bytes of the seed,
from which everything follows; ``resample_from_infostate`` gives another world with another future.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

import goldenspike as gs
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Setting

from .kernels import ASK, OVER, SEAT_BITS
from .memory import EnvMemory, make_setting

SEED_BYTES = 4
DIGEST_BYTES = 8
SEAT_MASK = (1 << SEAT_BITS) - 1
USUAL_SEATS = 3
_CHOICES = ("reward", "seats", "board")


def short_name(game: str) -> str:
    return f"goldenspike_{game.replace('-', '_')}"


def game_type(name: str) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded; every option is a parameter."""
    game = gs.game(name)
    parameters: dict[str, Any] = {"seats": USUAL_SEATS, "board": "", "reward": "score", "preset": ""}
    parameters.update({option.name: option.default for option in game.options})
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(name),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
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
        self.keeper = Keeper(self.setting)
        self.memory, self.calls, self.here = self.keeper.memory, self.keeper.calls, self.keeper.here
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


class Recall:
    """What a seat has seen up to some moment: a digest of its observations and actions, one after the other."""

    __slots__ = ("digest", "last")

    def __init__(self, digest: bytes, last: bytes) -> None:
        self.digest, self.last = digest, last

    def seen(self, raw: bytes, own: int) -> Recall:
        """After one more action, the own one or (-1) another; what changes nothing in sight leaves no trace."""
        if own < 0 and raw == self.last:
            return self
        return Recall(blake2b(self.digest + raw + own.to_bytes(8, "little", signed=True), digest_size=8).digest(), raw)


class Moment:
    """A position that never changes, who decides there, and what each seat remembers; shared by copies of a state."""

    __slots__ = ("action", "before", "keeper", "legal", "raw", "recalls", "seat", "texts", "words")

    def __init__(
        self,
        keeper: Keeper | None,
        raw: np.ndarray[Any, Any],
        seat: int,
        legal: list[int],
        before: Moment | None,
        action: int,
    ) -> None:
        self.keeper, self.raw, self.seat, self.legal = keeper, raw, seat, legal
        self.before, self.action = before, action
        self.recalls: dict[int, Recall] = {}
        self.texts: dict[tuple[int, int], str] = {}
        self.words: Any = None  # the position as the rules know it, once somebody wants to read it

    def recall(self, seat: int) -> Recall:
        """What the seat remembers, worked out from the last moment at which that was asked."""
        chain: list[Moment] = []
        at: Moment | None = self
        while at is not None and seat not in at.recalls:
            chain.append(at)
            at = at.before
        found = at.recalls[seat] if at is not None else Recall(b"", b"")
        for moment in reversed(chain):
            assert moment.keeper is not None
            own = moment.action if moment.before is not None and moment.before.seat == seat else -1
            found = moment.recalls[seat] = found.seen(moment.keeper.view(seat, moment.raw), own)
        return found

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Kept without its past: what the seats remember of it goes along."""
        seats = self.keeper.seats if self.keeper is not None else len(self.recalls)
        recalls = [(recall.digest, recall.last) for recall in map(self.recall, range(seats))]
        return kept, (self.raw.tobytes(), self.seat, self.legal, recalls)


def kept(raw: bytes, seat: int, legal: list[int], recalls: list[tuple[bytes, bytes]]) -> Moment:
    """A moment that was pickled."""
    moment = Moment(None, np.frombuffer(bytearray(raw), np.uint8), seat, legal, None, -1)
    moment.recalls = {number: Recall(*recall) for number, recall in enumerate(recalls)}
    return moment


class Keeper:
    """The compiled calls of a game and the memory they work on."""

    def __init__(self, setting: Setting) -> None:
        self.memory = EnvMemory(setting, 1, [0] * setting.seats)
        self.calls, self.here, self.seats = self.memory.calls, self.memory.here, setting.seats
        self.list = memoryview(self.memory.lists[0])

    def view(self, seat: int, raw: np.ndarray[Any, Any]) -> bytes:
        """The observation of a seat as bytes."""
        self.calls.look(self.here, raw.ctypes.data, seat, 0)
        return bytes(self.memory.seen[0])

    def arrive(self, raw: np.ndarray[Any, Any], before: Moment | None, seat: int, action: int) -> Moment:
        """The moment after an action (or after none): who decides, among what."""
        asked = action if action >= 0 else ASK
        code = self.calls.turn(self.here, raw.ctypes.data, max(seat, 0), asked)
        if code < OVER:
            raise BadOption(f"{action} is no legal action of player {seat}")
        if code == OVER:
            return Moment(self, raw, -1, [], before, action)
        return Moment(self, raw, code & SEAT_MASK, self.list[: code >> SEAT_BITS].tolist(), before, action)


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
                self.now = game.keeper.arrive(raw, None, -1, -1)
            return
        raw = self.now.raw.copy()
        self.now = game.keeper.arrive(raw, self.now, self.now.seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed byte {action}"
        assert self.now is not None
        text = self.now.texts.get((player, action))
        if text is None:
            game: SpielGame = self.get_game()
            text = self.now.texts[player, action] = str(game.setting.write(self.position(), player, action))
        return text

    def returns(self) -> list[float]:
        game: SpielGame = self.get_game()
        seats = game.setting.seats
        if not self.is_terminal() or self.now is None:
            return [0.0] * seats
        winners = game.calls.tell(game.here, self.now.raw.ctypes.data)
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
        game.calls.imagine(game.here, raw.ctypes.data, player, low, high)
        other.now = game.keeper.arrive(raw, None, -1, -1)
        other.now.recalls = {
            seat: self.now.recall(seat) if seat == player else Recall(b"", game.keeper.view(seat, raw))
            for seat in range(game.setting.seats)
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


class SpielObserver:
    """Strings and tensors: what a seat sees now, and with perfect recall also a digest of all it has seen."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise BadOption(f"there are no observation parameters such as {params}")
        self.game, self.recalls = game, bool(kind.perfect_recall)
        self.empty = kind.private_info == pyspiel.PrivateInfoType.NONE or not kind.public_info
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        width = game.memory.width
        size = width + (8 * DIGEST_BYTES if self.recalls else 0)
        self.tensor = np.zeros(size, np.float32)
        self.dict["observation"] = self.tensor[:width]
        if self.recalls:
            self.dict["recall"] = self.tensor[width:]

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if state.now is None or player < 0 or self.empty:
            return
        game = self.game
        game.calls.look(game.here, state.now.raw.ctypes.data, player, 0)
        self.dict["observation"][:] = game.memory.seen[0]
        if self.recalls:
            self.dict["recall"][:] = np.unpackbits(np.frombuffer(state.now.recall(player).digest, np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        if state.now is None or self.empty:
            return ""
        recall = f"{state.now.recall(player).digest.hex()} " if self.recalls else ""
        seen = np.frombuffer(self.game.keeper.view(player, state.now.raw), self.game.memory.sight)
        return f"p{player} {recall}{' '.join(map(str, seen.tolist()))}"


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
