"""Nothing is lost and nothing is in two places, in thousands of rounds and whatever the timing (RP-MODEL-01..05)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis import strategies as st

from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.rules.invariants import broken_invariant
from goldenspike.games.rail_pass.rules.state import ACTIONS, BoardArrays, State

from . import sample_settings
from .scenario import table

pytestmark = pytest.mark.xdist_group("rail_pass_compiled")
SETTINGS = 84


@pytest.mark.parametrize("rounds", [1_260, pytest.param(5_040, marks=pytest.mark.long)])
def test_RP_MODEL_01_02_03_hold_in_thousands_of_compiled_rounds(rounds: int) -> None:
    fast = sample_settings.compiled()
    states, dice = State.array(1), sample_settings.dice_array(3)
    out, counts = np.zeros(ACTIONS, np.int64), np.zeros(6, np.int64)
    share = rounds // SETTINGS
    for number, setting in enumerate(sample_settings.settings(SETTINGS, 11)):
        boards = BoardArrays.array([setting.b])
        fault = fast.watch(states, boards, 0, setting.seats, dice, out, share, 1000 * number, counts)
        assert fault == 0, f"invariant {fault % 1000} in round {fault // 1000} of {setting.board.id} {setting.options}"
    assert counts[0] > 100 * rounds, "commands"
    assert (counts[1:5] > 0).all(), "deliveries, spills, quits and wrecks all occur"
    assert counts[5] > 0


@how(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    layout=st.sampled_from(["RP-L1", "RP-L4", "RP-L5", "RP-L7", "RP-L9"]),
    seed=st.integers(0, 2**64 - 1),
    dexterity=st.sampled_from(["timed", "off", "auto_hold"]),
    unload=st.sampled_from(["manual_lock", "auto"]),
    check=st.sampled_from(["on_stop", "on_receive"]),
    by_hand=st.booleans(),
    expert=st.booleans(),
    data=st.data(),
)
def test_laws_hold_under_adversarial_timing(
    layout: str, seed: int, dexterity: str, unload: str, check: str, by_hand: bool, expert: bool, data: st.DataObject
) -> None:
    m = table(
        layout, seed=seed, dexterity=dexterity, unload=unload, engineer_check=check, hands_for_cubes=by_hand,
        expert=expert, seconds=20,
    )  # fmt: skip
    for _ in range(data.draw(st.integers(1, 50), label="commands")):
        if m.over:
            break
        event = m.next_event
        near = [m.now, m.now + 1, m.now + 499, *([] if event is None else [event - 1, event, event + 1])]
        m.advance(data.draw(st.sampled_from([moment for moment in near if moment >= m.now]), label="moment"))
        assert broken_invariant(m.s, m.setting.b) == 0
        if m.over:
            break
        who = data.draw(st.sampled_from(m.actors), label="seat")
        number = data.draw(st.sampled_from(m.numbers(who)), label="command")
        m.act(who, number)
        assert broken_invariant(m.s, m.setting.b) == 0
    m.advance(60_000)
    assert broken_invariant(m.s, m.setting.b) == 0
    assert TimedMatch.from_data(m.game, m.data()).hash == m.hash
