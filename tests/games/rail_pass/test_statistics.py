"""What the page tells about a layout and about a match that is over."""

from __future__ import annotations

import pytest

import goldenspike as gs
from goldenspike.games.rail_pass.board.load import BUILT_IN, load
from goldenspike.games.rail_pass.bot.partners import LEVELS, TeamCrew
from goldenspike.games.rail_pass.drawing.page_data import page_board, picture
from goldenspike.games.rail_pass.game import RAIL_PASS
from goldenspike.games.rail_pass.match_statistics import SLICES, statistics

pytestmark = pytest.mark.xdist_group("rail_pass_compiled")


def test_figures_of_a_match_agree_with_its_end() -> None:
    m = gs.new("rail-pass", seats=3, seed=4, board="RP-L4", seconds=60)
    crew = TeamCrew(m, dict.fromkeys(range(3), LEVELS["engineer"]))
    crew.run(60_000)
    assert m.over
    told = statistics(m)
    view = m.view()
    assert {city: len(moments) for city, moments in told["stored"].items()} == {
        city: seen["stored"] for city, seen in view["cities"].items()
    }
    assert told["score"][-1][1] == view["score"]["total"]
    assert sum(seat["commands"] for seat in told["seats"]) == len(m.log)
    assert sum(seat["stored"] for seat in told["seats"]) == sum(cut["stored"] for cut in told["slices"]) > 0
    given, taken = (sum(seat[what] for seat in told["seats"]) for what in ("given", "taken"))
    assert given == taken == sum(link["passes"] for link in told["links"]) > 0
    for seat in told["seats"]:
        assert seat["idle_ms"] + seat["holding_ms"] + seat["working_ms"] == 2 * 60_000
    assert len(told["slices"]) == SLICES
    for cut in told["slices"]:
        assert (cut["bottleneck"] is None) == (sum(cut["waiting"].values()) == 0)
    assert sum(sum(cut["waiting"].values()) for cut in told["slices"]) == sum(
        link["waiting_ms"] for link in told["links"]
    )


def test_running_commands_are_told_with_their_moments() -> None:
    m = gs.new("rail-pass", seats=2, seed=1, board="RP-L1", clock="virtual", colours="fixed")
    assert m.view()["jobs"] == []
    m.play("P1", "LOAD K< L1")
    m.play("P1", "PICK S2 rh")
    load, pick = m.view()["jobs"]
    assert (load["train"], load["do"], load["spot"], load["hands"]) == ("L1", "load", 0, ["lh"])
    assert (load["began_ms"], load["need_ms"], load["due_ms"]) == (0, 700, 700)
    assert (pick["train"], pick["do"], pick["hand"], pick["due_ms"]) == ("S2", "pick", "rh", None)
    assert m.view()["cities"]["A"]["ends"] == [1, 19], "the cube in the hand is out of the yard order"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_layout_as_data_for_the_page(name: str) -> None:
    layout = load(name)
    told = page_board(RAIL_PASS, layout)
    assert load(told["source"]).hash == told["hash"] == layout.hash
    assert [city["id"] for city in told["cities"]] == [city.id for city in layout.cities]
    assert told["win"] == 100
    assert picture(RAIL_PASS, layout).startswith("<?xml")
