"""A match of Rail Pass keeps the sheet of every round: the next one is set up where its cubes lay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goldenspike.engine.game import Game, Result, Setting
from goldenspike.engine.timed_match import TimedMatch

from .rules.state import RUNNING
from .text.score_sheet import RoundCount, count_round

if TYPE_CHECKING:
    from .game import RailPassSetting


class RailPassMatch(TimedMatch):
    """A match with a clock and, after several rounds, a sheet for each."""

    setting: RailPassSetting

    def __init__(
        self, game: Game, setting: Setting, seed: int | None, position: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(game, setting, seed, position)
        self.ended: dict[int, RoundCount] = {}
        self.replays_whole = setting.options["rounds"] != 1

    @property
    def result(self) -> Result | None:
        return self.standing() if self.over else None

    def standing(self) -> Result:
        """Points and sheets as they stand now."""
        return self.setting.result(self.s, self.ended)

    def copy(self) -> RailPassMatch:
        copied = super().copy()
        assert isinstance(copied, RailPassMatch)
        copied.ended = dict(self.ended)
        return copied

    def _tell(self, before: Any) -> None:
        super()._tell(before)
        if before.phase == RUNNING and self.s.phase != RUNNING:
            self.ended[self.s.round_no] = count_round(self.s, self.setting.notation)
