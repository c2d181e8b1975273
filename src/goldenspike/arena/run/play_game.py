"""Playing one game of a plan: rules and simple bots in compiled code, so that thinking is what time is spent on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from goldenspike.bots import Bot, GreedyBot, RandomBot, World, bot
from goldenspike.bots.levels import Brakeman
from goldenspike.engine.bot import StateBytes
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Result, halves

from ..tournament.schedule import Fixture, Plan, prepare

LONGEST = 100_000  # decisions: a game that has not ended by then never will, unless it says so itself


class GameRunner:
    """Plays games of one plan, one after another, in the same memory."""

    def __init__(self, plan: Plan) -> None:
        import numpy as np

        self.plan = plan
        self.setting = plan.setting()
        self.game = self.setting.game
        prepare(self.game, plan.bots)
        self.fast = self.game.compiled()
        self.states = self.game.state.array(2)
        self.boards = type(self.setting.b).array([self.setting.b])
        self.out = np.zeros(self.game.most_legal, np.int64)
        self.legal: list[int] = []  # what the seat that decides may do
        self._warm_up()

    def _warm_up(self) -> None:
        """Make one throw-away decision: loading code must not count as thinking time."""
        fast, states, boards = self.fast, self.states, self.boards
        fast.start_at(states, 0, boards, 0, self.plan.seats, 1, 0)
        seat = int(fast.actors_at(states, 0)).bit_length() - 1
        states[1] = states[0]
        fast.redeal_at(states, 1, boards, 0, seat, 1, 0)
        action = int(fast.policy_at(states, 1, boards, 0, seat, self.out))
        fast.legal_at(states, 1, boards, 0, seat, self.out)
        fast.refusal_at(states, 1, boards, 0, seat, action)
        fast.apply_at(states, 1, boards, 0, seat, action)

    def play(self, fixture: Fixture) -> dict[str, Any]:
        """One row of the results."""
        players = [bot(spec, fixture.seed * 64 + seat, self.game.name) for seat, spec in enumerate(fixture.bots)]
        seats = len(players)
        thought, longest, decisions = [0.0] * seats, [0.0] * seats, [0] * seats
        fast, states, boards = self.fast, self.states, self.boards
        fast.start_at(states, 0, boards, 0, seats, *halves(fixture.seed))
        waiting, count = int(fast.actors_at(states, 0)), 0
        most = max(LONGEST, self.game.longest)
        while (waiting := self.ahead(waiting, players, decisions)) and count < most:
            seat = (waiting & -waiting).bit_length() - 1
            begun = time.perf_counter()
            action = self.choice(players[seat], seat)
            spent = time.perf_counter() - begun
            thought[seat] += spent
            longest[seat] = max(longest[seat], spent)
            decisions[seat] += 1
            if fast.refusal_at(states, 0, boards, 0, seat, action):
                raise BadOption(f"{fixture.bots[seat]} chose an illegal action in game {fixture.number}")
            self.before(seat, players[seat], action)
            waiting = int(fast.apply_at(states, 0, boards, 0, seat, action))
            count += 1
        if waiting:
            raise RuntimeError(f"game {fixture.number} does not end")
        result = self.result()
        share = 1 / len(result.winners) if result.winners else 0.0
        return {
            "number": fixture.number,
            "seed": fixture.seed,
            "bots": list(fixture.bots),
            "points": list(result.points),
            "won": [share if seat in result.winners else 0.0 for seat in range(seats)],
            "reason": result.reason,
            "decisions": decisions,
            "seconds": thought,
            "longest": longest,
        }

    def ahead(self, waiting: int, players: Sequence[Bot], decisions: list[int]) -> int:
        """Called before somebody is asked, for those who play some seats in another way; who is asked then."""
        return waiting

    def before(self, seat: int, player: Bot, action: int) -> None:
        """Called before an action is applied, for those who write down what was decided."""

    def result(self) -> Result:
        """How the game ended."""
        return self.setting.result(self.game.state.from_bytes(self.states[0].tobytes()))

    def choice(self, player: Bot, seat: int) -> int:
        """What the player does in a world that was dealt anew from what its seat knows."""
        fast, states, boards = self.fast, self.states, self.boards
        count = int(fast.legal_at(states, 0, boards, 0, seat, self.out))
        legal = self.legal = self.out[:count].tolist()
        if count == 1:
            return int(legal[0])
        if isinstance(player, Brakeman) and player.dice.random() >= 0.5:
            return int(fast.policy_at(states, 0, boards, 0, seat, self.out))
        if isinstance(player, RandomBot):
            return int(player.dice.choice(legal))
        states[1] = states[0]
        fast.redeal_at(states, 1, boards, 0, seat, player.dice.getrandbits(32), player.dice.getrandbits(32))
        if isinstance(player, GreedyBot):
            return int(fast.policy_at(states, 1, boards, 0, seat, self.out))
        raw = states[1].tobytes()
        s: Any = StateBytes(raw) if player.takes_bytes else self.game.state.from_bytes(raw)
        return player.choose(World(self.game, self.setting, s, seat, legal))


_RUNNERS: dict[int, GameRunner] = {}
_MOST_RUNNERS = 12  # plans played in turn, such as the versions of a study


def play_in(plan: Plan, fixture: Fixture) -> dict[str, Any]:
    """Play in this process."""
    return runner_of(plan).play(fixture)


def runner_of(plan: Plan) -> GameRunner:
    """The runner of this process, made once per plan."""
    key = hash((plan.game, plan.lineups, repr(sorted(plan.options.items())), repr(plan.board)))
    if key not in _RUNNERS:
        if len(_RUNNERS) >= _MOST_RUNNERS:
            del _RUNNERS[next(iter(_RUNNERS))]
        _RUNNERS[key] = GameRunner(plan)
    return _RUNNERS[key]
