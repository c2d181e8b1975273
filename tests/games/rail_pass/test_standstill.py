"""Layouts by chance, and a team that does not stand still on any of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldenspike import cli
from goldenspike.games.rail_pass.board.check import problems
from goldenspike.games.rail_pass.board.load import load
from goldenspike.games.rail_pass.board.random_layouts import random_layout
from goldenspike.games.rail_pass.bot.measure import level_team, most_links
from goldenspike.games.rail_pass.bot.run_round import STANDSTILL_MS, SeatProfile, TeamRound, play_round
from goldenspike.games.rail_pass.study import RoundFigures, Trace
from goldenspike.games.rail_pass.study_report import rounds_page

pytestmark = pytest.mark.xdist_group("rail_pass_compiled")

LEVELS = ("engineer", "superintendent")


# ---------------------------------------------------------------- layouts by chance
def test_RP_LAYOUT_12_layouts_by_chance_are_valid() -> None:
    """Two to six cities, up to five links a city, every number of players; a seed always gives the same one."""
    found = [random_layout(seed) for seed in range(100)]
    assert not [problem for layout in found for problem in problems(dict(layout.source))]
    assert {len(layout.cities) for layout in found} == {2, 3, 4, 5, 6}
    assert {most_links(layout) for layout in found} == {1, 2, 3, 4, 5}
    assert {layout.players for layout in found} == {(2,), (3,), (4,), (5,), (6,)}
    assert {link.kind for layout in found for link in layout.links} == {"open", "tunnel", "bridge", "blocked"}
    assert [random_layout(seed).hash for seed in range(100)] == [layout.hash for layout in found]
    assert len({layout.hash for layout in found}) > 90
