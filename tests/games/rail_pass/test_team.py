"""The team of bots: it delivers everything, keeps its pace, never goes to and fro, and works with anybody."""

from __future__ import annotations

from typing import Any

import pytest

from goldenspike.engine.errors import BadOption
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.board import load as board
from goldenspike.games.rail_pass.bot.absent_partner import doubt, has_room
from goldenspike.games.rail_pass.bot.measure import LAYOUTS, SLOW, level_team, play_rounds, team
from goldenspike.games.rail_pass.bot.partners import LEVELS, PARTNERS, TeamCrew
from goldenspike.games.rail_pass.bot.routes import (
    LINES,
    LINKS,
    MEMORY,
    ODD,
    ODDS,
    WAYS,
    clear_memory,
    count_ways,
    make_plan,
)
from goldenspike.games.rail_pass.bot.run_round import Outcome, SeatProfile, TeamRound, play_round
from goldenspike.games.rail_pass.bot.schedule import bound, plan
from goldenspike.games.rail_pass.game import RAIL_PASS
from goldenspike.games.rail_pass.rules.invariants import broken_invariant
from goldenspike.games.rail_pass.rules.round import advance, apply, refusal
from goldenspike.games.rail_pass.rules.state import (
    CITIES,
    HOLD,
    HOLD_SHIFT,
    LONG_TRACK,
    NONE,
    OVER,
    RUNNING,
    SEATS,
    SHORT_TRACK,
    TAKE,
    TOOT,
    TRAINS,
    State,
)

EVERYTHING = 400


def replay(outcome: Outcome, **options: Any) -> tuple[TimedMatch, list[State]]:
    """The log of a round given to a match, and the table after every command."""
    chosen = {"clock": "virtual", "dexterity": "off", **options}
    seats = board.load(outcome.layout).players[0]
    match = TimedMatch.new(RAIL_PASS, seats=seats, seed=outcome.seed, board=outcome.layout, options=chosen)
    states = []
    for moment, seat, action in outcome.log:
        match.act(seat, action, at_ms=moment)
        states.append(match.s.copy())
    return match, states


# ---------------------------------------------------------------- it delivers everything
@pytest.mark.parametrize("layout", [*LAYOUTS, "RP-L2x"])
def test_the_team_delivers_everything(layout: str) -> None:
    """All 120 cubes, nobody quits, nothing is refused."""
    for one in play_rounds(layout, range(3), quick=False):
        assert (one.score, one.gone, one.refused) == (EVERYTHING, 0, 0)
        assert bound(layout, "100") < (one.to_100 or 0) <= (one.to_all or 0)
        assert bound(layout) < (one.to_all or 0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_team_holds_its_trains_steadily(layout: str) -> None:
    (one,) = play_rounds(layout, [11], quick=False, dexterity="timed")
    assert (one.score, one.dropped, one.wrecks, one.gone, one.refused) == (EVERYTHING, 0, 0, 0, 0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_team_wins_the_expert_version(layout: str) -> None:
    (one,) = play_rounds(layout, [12], quick=False, expert=True)
    assert one.score >= 100
    assert (one.gone, one.refused) == (0, 0)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_firemen_still_win(layout: str) -> None:
    (one,) = play_rounds(layout, [13], level_team(layout, "fireman"), quick=False)
    assert one.score >= 100


@pytest.mark.parametrize(
    "options", [{"unload": "auto"}, {"engineer_check": "on_receive"}, {"hands_for_cubes": False}, {"pace": 200}]
)
def test_the_team_knows_the_options(options: dict[str, Any]) -> None:
    for layout in ("RP-L2", "RP-L7"):
        (one,) = play_rounds(layout, [14], quick=False, **options)
        assert (one.score, one.gone, one.refused) == (EVERYTHING, 0, 0)


# ---------------------------------------------------------------- by the rules, at its own pace
def test_the_log_of_a_round_is_a_match() -> None:
    """Every command is accepted at its moment, and the same position comes out."""
    one = play_round("RP-L5", 5, quick=False)
    match, _ = replay(one)
    match.advance(one.to_all or 0)
    assert match.hash == one.hash
    assert not [line for line in match.journal if line.startswith("x")]


def test_RP_DIG_21_a_bot_waits_its_time_between_commands() -> None:
    for react in (600, 1500):
        one = play_round("RP-L8", 6, SeatProfile(react_ms=react), quick=False)
        last = dict.fromkeys(range(SEATS), -react)
        for moment, seat, _ in one.log:
            assert moment - last[seat] >= react
            last[seat] = moment


def test_RP_DIG_31_a_bot_answers_what_it_has_had_time_to_see() -> None:
    for see in (200, 500):
        one = play_round("RP-L9", 7, SeatProfile(see_ms=see), quick=False)
        offered: dict[int, int] = {}
        answers = 0
        for moment, _, action in one.log:
            bare = action - HOLD_SHIFT if action >= HOLD else action
            if TOOT <= bare < TOOT + 6 * TRAINS:
                offered[(bare - TOOT) // 6] = moment
            elif TAKE <= bare < TOOT:
                answers += 1
                assert moment - offered[(bare - TAKE) // 2] >= see
        assert answers > 50


def test_a_seat_that_sees_more_slowly_than_it_acts_is_no_chair() -> None:
    with pytest.raises(BadOption):
        SeatProfile(react_ms=300, see_ms=400)
    with pytest.raises(BadOption):
        SeatProfile("robot")
    with pytest.raises(BadOption):
        TeamRound("RP-L4", 1, [SeatProfile()])


# ---------------------------------------------------------------- never to and fro, never stuck
@pytest.mark.parametrize("layout", ["RP-L2", "RP-L5", "RP-L8"])
def test_every_exchange_brings_the_cubes_nearer(layout: str) -> None:
    """Whenever no hand holds a train, less way is left than the last time trains had moved."""
    one = play_round(layout, 8, quick=False)
    _, states = replay(one)
    b = RAIL_PASS.setting(RAIL_PASS.read_options({}), board.load(layout), len(one.given)).b
    memory = [0] * MEMORY
    clear_memory(memory)
    make_plan(b, memory)
    left, moves = None, 0
    where: list[int] = []
    for s in states:
        if any(train != NONE for pair in s.hand for train in pair):
            continue
        now = sum(way_left(s, memory, train) for train in range(TRAINS))
        yards = sum(2 * memory[WAYS + 6 * c + x] + 1 for c in range(CITIES) for x in s.yard[c] if x != NONE)
        total = now + yards
        if left is not None:
            assert total <= left
            if s.place != where:
                assert total < left
                moves += 1
        left, where = total, list(s.place)
    assert moves > 5


def way_left(s: State, memory: list[int], train: int) -> int:
    """Twice the links to go for each cube aboard, and one for each cube that has not arrived."""
    return sum(
        2 * memory[WAYS + 6 * s.at[train] + cube] + (cube != s.at[train]) for cube in s.cargo[train] if cube != NONE
    )


@pytest.mark.parametrize("layout", [*LAYOUTS, "RP-L2x"])
def test_the_plan_joins_all_cities(layout: str) -> None:
    """Every city is reached, and at most two links of a city share a track."""
    found = board.load(layout)
    b = RAIL_PASS.setting(RAIL_PASS.read_options({}), found, found.players[0]).b
    memory = [0] * MEMORY
    clear_memory(memory)
    make_plan(b, memory)
    assert memory[LINKS] in (5, 6)
    for city in range(CITIES):
        lines = [memory[LINES + 6 * city + to] for to in range(CITIES)]
        assert all(memory[WAYS + 6 * city + to] < CITIES for to in range(CITIES))
        assert lines.count(0) <= 2
        assert lines.count(1) <= 2
        for to in range(CITIES):
            assert lines[to] == NONE or b.dist[city][to] == 1


def test_laws_hold_while_the_team_plays() -> None:
    for layout in ("RP-L1", "RP-L7"):
        table = TeamRound(layout, 9, quick=False)
        moment = 0
        while table.s.phase == RUNNING and moment < 400_000:
            moment += 700
            table.run(moment)
            assert broken_invariant(table.s, table.setting.b) == 0


# ---------------------------------------------------------------- with anybody
def test_a_slow_seat_does_not_stop_the_others() -> None:
    for layout in ("RP-L4", "RP-L7"):
        (one,) = play_rounds(layout, [15], team(layout, {0: SLOW}), quick=False)
        assert one.score >= 100
        assert one.gone == 0


def test_a_random_seat_does_not_stop_the_others() -> None:
    """Cities that need not go through the random seat are supplied."""
    (one,) = play_rounds("RP-L8", [16], team("RP-L8", {0: SeatProfile("random")}), quick=False)
    assert one.gone == 0
    assert sum(one.stored) >= 70


def test_who_does_not_do_his_part_is_noticed() -> None:
    """A seat that moves trains to and fro is odd after a while; neither a slow seat nor one of the team ever is."""
    table = TeamRound("RP-L4", 1, team("RP-L4", {0: SeatProfile("random")}), quick=False)
    table.run(90_000)
    assert [table.memories[seat][ODDS] for seat in (1, 2)] == [1, 1]
    for odd in ({0: SLOW}, {}):
        table = TeamRound("RP-L4", 1, team("RP-L4", odd), quick=False)
        for moment in range(10_000, 150_000, 10_000):
            table.run(moment)
            assert [table.memories[seat][ODDS] for seat in (1, 2)] == [0, 0]


def test_doubts_are_forgotten() -> None:
    table = TeamRound("RP-L4", 1, quick=False)
    memory = table.memories[1]
    table.run(1_000)
    doubt(memory, 0, 5)
    table.run(3_000)
    assert (memory[ODD], memory[ODDS]) == (5, 1)
    table.run(120_000)
    assert memory[ODDS] == 0


def test_ways_lead_around_an_odd_seat() -> None:
    """On the circle of three seats cubes for A go the long way round when the seat of A and B is odd."""
    found = board.load("RP-L4")
    b = RAIL_PASS.setting(RAIL_PASS.read_options({}), found, found.players[0]).b
    memory = [0] * MEMORY
    clear_memory(memory)
    make_plan(b, memory)
    a, two, c, d, _, f = range(CITIES)
    assert memory[WAYS + 6 * c + a] == 2
    count_ways(b, memory, 1)
    assert [memory[WAYS + 6 * c + to] for to in (a, two, d, f)] == [4, 1, 3, 1]
    assert memory[WAYS + 6 * f + a] == 3


def test_an_odd_seat_gets_no_more_trains_than_it_has_tracks() -> None:
    """All tracks are taken at the start; where trains pass through a single city, one more may be in a hand."""
    table = TeamRound("RP-L4", 1, quick=False)
    s, b, memory = table.s, table.setting.b, table.memories[1]
    make_plan(b, memory)
    assert not has_room(s, b, memory, 1, LONG_TRACK, NONE)
    assert not has_room(s, b, memory, 1, SHORT_TRACK, NONE)
    assert has_room(s, b, memory, 1, LONG_TRACK, 0)
    assert has_room(s, b, memory, 1, SHORT_TRACK, 0)
    assert not has_room(s, b, memory, 1, LONG_TRACK, 6)
    ring = TeamRound("RP-L8", 1, quick=False)
    make_plan(ring.setting.b, memory)
    assert has_room(ring.s, ring.setting.b, memory, 0, SHORT_TRACK, NONE)
    assert not has_room(ring.s, ring.setting.b, memory, 0, LONG_TRACK, NONE)


def test_the_cities_of_a_random_seat_are_supplied() -> None:
    """On the circle of three seats most rounds beside a random one are won."""
    rounds = play_rounds("RP-L4", range(3), team("RP-L4", {0: SeatProfile("random")}), quick=False)
    assert sorted(one.score for one in rounds)[1] >= 100
    assert all(one.gone == 0 for one in rounds)


@pytest.mark.parametrize("layout", ["RP-L1", "RP-L4", "RP-L5", "RP-L9"])
def test_RP_DIG_30_an_absent_seat_is_taken_over(layout: str) -> None:
    (one,) = play_rounds(layout, [17], team(layout, {1: SeatProfile(away=(0, 1 << 40))}), quick=False)
    first = min(moment for moment, seat, _ in one.log if seat == 1)
    assert first >= 15_000
    assert one.score >= 100


def test_RP_DIG_30_the_seat_is_handed_back() -> None:
    """The bot acts fifteen seconds after the player left, and stops at once when they are back."""
    match = TimedMatch.new(RAIL_PASS, seats=3, seed=18, board="RP-L4", options={"clock": "virtual", "dexterity": "off"})
    crew = TeamCrew(match, {1: LEVELS["engineer"], 2: LEVELS["fireman"]})
    crew.run(5_000)
    crew.leave(0)
    crew.run(40_000)
    acted = [line for line in match.log if " P1 " in line]
    assert acted
    assert min(acted) >= "00:20"
    crew.come_back(0)
    crew.run(60_000)
    assert [line for line in match.log if " P1 " in line] == acted
    assert not [line for line in match.journal if line.startswith("x")]


def test_a_crew_plays_a_match_like_a_table() -> None:
    seats = 4
    match = TimedMatch.new(
        RAIL_PASS, seats=seats, seed=4, board="RP-L5", options={"clock": "virtual", "dexterity": "off"}
    )
    crew = TeamCrew(match, dict.fromkeys(range(seats), LEVELS["superintendent"]))
    one = play_round("RP-L5", 4, quick=False)
    crew.run(one.to_all or 0)
    assert match.hash == one.hash
    assert crew.next_moment >= match.now


def test_a_crew_goes_from_round_to_round() -> None:
    options = {"clock": "virtual", "dexterity": "off", "rounds": 2, "seconds": 20}
    match = TimedMatch.new(RAIL_PASS, seats=3, seed=3, board="RP-L4", options=options)
    crew = TeamCrew(match, dict.fromkeys(range(3), LEVELS["superintendent"]))
    for _ in range(4):
        crew.run(50_000)
    assert match.s.phase == OVER
    assert sum(match.s.storage) > 0


def test_partners_of_four_speeds() -> None:
    assert [(name, level.react_ms) for name, level in LEVELS.items()] == [
        ("brakeman", 3000), ("fireman", 1500), ("engineer", 900), ("superintendent", 600),
    ]  # fmt: skip
    match = TimedMatch.new(RAIL_PASS, seats=3, seed=1, board="RP-L4", options={"clock": "virtual"})
    for name, kind in PARTNERS.items():
        partner = kind(1)
        assert (partner.name, partner.react_ms) == (name, LEVELS[name].react_ms)
        before = len(match.log)
        partner.act(match, 0)
        assert len(match.log) == before + 1
        match.advance(match.now + 2000)


# ---------------------------------------------------------------- the planner
def test_a_plan_is_quicker_than_the_team_and_slower_than_the_bound() -> None:
    found = plan("RP-L7", 2, "100", tries=2, stretch_ms=20_000, quick=False)
    assert found.reached is not None
    assert found.team is not None
    assert found.bound < found.reached <= found.team
    s, setting = State(), RAIL_PASS.setting(RAIL_PASS.read_options({"dexterity": "off"}), board.load("RP-L7"), 6)
    RAIL_PASS.rules.start(s, setting.b, 6, 2, 0)
    for moment, seat, action in found.outcome.log:
        advance(s, setting.b, moment)
        assert refusal(s, setting.b, seat, action) == 0
        apply(s, setting.b, seat, action)
    assert found.outcome.to_100 == found.reached
