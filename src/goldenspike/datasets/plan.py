"""What a data set holds: which bots play which games, and what is written down of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import goldenspike as gs
from goldenspike.arena.tournament.schedule import Plan, make_plan
from goldenspike.bots import bot
from goldenspike.bots.levels import SearchBot
from goldenspike.engine.action_numbers import ActionNumbers, action_numbers
from goldenspike.engine.env_fields import parts
from goldenspike.engine.errors import BadOption

PER_FILE = 100  # games
MOST_PER_FILE = 100_000


@dataclass(frozen=True)
class DatasetPlan(Plan):
    """Games of bots as in a tournament, none of them twice, under the options that research usually wants."""

    actions: str = "all"  # how actions are numbered
    observations: bool = True
    thoughts: bool = False  # values and visits of bots that look ahead
    per_file: int = PER_FILE

    def data(self) -> dict[str, Any]:
        """The plan as plain data, with the board itself if it is not a built-in one."""
        setting = self.setting()
        board, known = setting.board, setting.game
        usual = board.id in known.boards and known.board(board.id).hash == board.hash
        return {
            **super().data(), "board_id": board.id if usual else None, "board_data": None if usual else board.source
        }  # fmt: skip

    @property
    def files(self) -> int:
        return -(-self.games // self.per_file)

    def games_of(self, file: int) -> range:
        """The numbers of the games in a file."""
        return range(file * self.per_file, min((file + 1) * self.per_file, self.games))

    def numbers(self) -> ActionNumbers:
        return action_numbers(self.setting(), self.actions)

    def by_the_clock(self) -> Iterator[str]:
        """Bots whose decisions depend on the speed of the machine."""
        for spec in self.bots:
            one = bot(spec, 0, self.game)
            if isinstance(one, SearchBot) and not one.budget.iterations:
                yield spec

    def width(self) -> int:
        """Numbers in an observation."""
        return sum(part.count for part in parts(self.setting()))


def make_dataset_plan(
    name: str,
    *,
    bots: Sequence[str],
    games: int,
    seats: int | None = None,
    lineup: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    board: Any = None,
    seed: int = 1,
    actions: str = "all",
    observations: bool = True,
    thoughts: bool = False,
    per_file: int = PER_FILE,
) -> DatasetPlan:
    """A plan from what a user asks for; wrong input is one clear line."""
    game = gs.game(name)
    given = dict(options or {})
    usual = {} if "preset" in given else game.env_options
    if seats is None and not lineup:
        seats = min(max(len(bots), game.env_seats), game.seats[-1])
    if not 1 <= per_file <= MOST_PER_FILE:
        raise BadOption(f"a file holds 1 to {MOST_PER_FILE} games; not {per_file}")
    played = make_plan(
        name, bots=bots, games=games, seats=seats, lineup=lineup, options={**usual, **given}, board=board, seed=seed,
        distinct=True, rated=False,
    )  # fmt: skip
    inherited = {field.name: getattr(played, field.name) for field in fields(played)}
    plan = DatasetPlan(**inherited, actions=actions, observations=observations, thoughts=thoughts, per_file=per_file)
    plan.numbers()
    if thoughts and not any(isinstance(bot(spec, 0, name), SearchBot) for spec in plan.bots):
        raise BadOption(f"--bot-values are those of bots that look ahead; none of {', '.join(plan.bots)} does")
    return plan
