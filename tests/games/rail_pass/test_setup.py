"""Components, setup and the model behind them (RP-MODEL, RP-COMP, RP-SETUP)."""

from __future__ import annotations

from collections import Counter

import pytest

from goldenspike.engine.errors import BadOption, GoldenSpikeError
from goldenspike.engine.timed_match import TimedMatch
from goldenspike.games.rail_pass.game import RAIL_PASS
from goldenspike.games.rail_pass.rules.invariants import broken_invariant
from goldenspike.games.rail_pass.rules.state import BLOCKED, HELD, LONGS, NONE, OPEN, QUIT, TUNNEL, WRECKED
from goldenspike.games.rail_pass.text.notation import TRAIN_NAMES

from .scenario import (
    CITIES,
    city,
    cubes,
    does,
    driver,
    give,
    gone,
    load,
    no,
    put,
    seat,
    settle,
    sound,
    spots,
    table,
    where,
)


def test_RP_MODEL_01_a_cube_is_in_one_place_120_in_all() -> None:
    m = table()
    load(m, "L1", "rr")
    give(m, "P1 LOAD K< S1")
    v = m.view()
    yards = sum(len(c["yard"].replace(".", "")) for c in v["cities"].values())
    on_trains = sum(len(t["cubes"]) for t in v["trains"].values())
    assert (yards, on_trains) == (118, 2), "a cube in the hand still counts as in the yard"
    settle(m)
    assert sum(len(c["yard"].replace(".", "")) for c in m.view()["cities"].values()) == 117
    m.s.dropped[0] += 1
    assert broken_invariant(m.s, m.setting.b) == 1


def test_RP_MODEL_02_a_train_is_in_one_place_12_in_all() -> None:
    m = table("RP-L7")
    assert len({where(m, name) for name in TRAIN_NAMES}) == 12
    does(m, "P1 PICK L1 lh", "P1 TOOT L1 K>R")
    give(m, "P2 TAKE L1 rh")
    assert where(m, "L1") == "P1 lh K", "while it is passed it counts as the giver's"
    assert m.view()["offers"][0]["done"] is not None
    settle(m)
    assert where(m, "L1") == "P2 rh R"
    m.s.hand[0][0] = 0
    assert broken_invariant(m.s, m.setting.b) != 0, "no train in two hands"


def test_RP_MODEL_03_an_engineer_is_in_one_place_18_in_all() -> None:
    m = table()
    assert len(m.s.engineer) == 18
    hotels = [guest for c in m.view()["cities"].values() for guest in c["hotel"]]
    seated = [t["engineer"] for t in m.view()["trains"].values()]
    assert len(set(hotels) | set(seated)) == 18
    m.s.engineer[0] = QUIT
    assert broken_invariant(m.s, m.setting.b) == 6


def test_RP_MODEL_04_a_layout_is_a_graph_where_blocked_joins_nothing() -> None:
    b = table("RP-L1").setting.b
    assert (b.link[0][3], b.dist[0][3]) == (TUNNEL, 1)
    assert b.link[0][1] == BLOCKED
    assert b.link[3][4] == OPEN
    # A-D tunnel, D-E open, E-B bridge, B-C open, C-F tunnel
    assert [b.dist[0][c] for c in range(6)] == [0, 3, 4, 1, 2, 5]


def test_RP_MODEL_05_a_held_train_is_at_a_city() -> None:
    m = table("RP-L4")
    does(m, "P1 PICK L1 lh", "P1 PICK L2 rh")
    assert where(m, "L1") == "P1 lh K"
    assert no(m, "P1 PARK L1 R.l") == "RP-MODEL-05", "it must be moved along the link first"
    does(m, "P1 GO L1 K>R")
    assert where(m, "L1") == "P1 lh R"
    does(m, "P1 PARK L1 R.l")
    assert where(m, "L1") == "R.l"


def test_RP_COMP_01_six_cities_of_six_colours() -> None:
    m = table()
    assert {c["colour"] for c in m.view()["cities"].values()} == set(CITIES)


def test_RP_COMP_02_twenty_cubes_of_each_colour() -> None:
    m = table(seed=5)
    assert Counter("".join(spots(m, c) for c in CITIES)) == dict.fromkeys(CITIES.lower(), 20)


def test_RP_COMP_03_three_engineers_of_each_colour() -> None:
    m = table()
    names = [t["engineer"] for t in m.view()["trains"].values()]
    names += [guest for c in m.view()["cities"].values() for guest in c["hotel"]]
    assert Counter(name[1] for name in names) == dict.fromkeys(CITIES, 3)


def test_RP_COMP_04_six_long_and_six_short_trains() -> None:
    assert Counter(name[0] for name in table().view()["trains"]) == {"L": 6, "S": 6}


def test_RP_COMP_06_each_city_has_five_arrows() -> None:
    for c in table().view()["cities"].values():
        assert len(c["arrows"]) == 5
        assert c["colour"] not in c["arrows"]


def test_RP_COMP_07_stickers_do_not_matter_outside_the_expert_version() -> None:
    m = table()
    assert m.view()["trains"]["L1"]["stickers"] == ""
    load(m, "L1", "rrrrr")
    load(m, "S1", "bbb")
    sound(m)
    assert cubes(m, "L1") == "rrrrr"


def test_RP_COMP_08_tunnels_and_bridge_are_not_needed_to_play() -> None:
    plain = {
        "schema": 1,
        "id": "plain",
        "name": "Plain",
        "note": "",
        "kind": "custom",
        "version": 1,
        "cities": [{"id": x, "colour": y} for x, y in zip("ABCDEF", CITIES, strict=True)],
        "links": [{"a": x, "b": y, "kind": "open"} for x, y in ("AB", "BC", "CF", "EF", "DE")],
        "seating": [{"players": 2, "seats": [["A", "B", "C"], ["D", "E", "F"]]}],
    }
    m = table(plain, seats=2)
    does(m, "P1 PICK L3 lh", "P1 TOOT L3 B>W", "P2 TAKE L3 lh")
    assert where(m, "L3") == "P2 lh W"


def test_RP_SETUP_01_a_layout_is_made_for_a_number_of_players() -> None:
    assert table("RP-L4", seats=3).setting.seats == 3
    with pytest.raises(GoldenSpikeError, match="RP-SETUP-01"):
        table("RP-L5", seats=3)
    chosen = TimedMatch.new(RAIL_PASS, seats=4, seed=1, options={})
    assert chosen.setting.board.players == (4,), "without a choice the players' own layout is taken"


def test_RP_SETUP_02_the_setup_fixes_links_obstacles_blocks_and_control() -> None:
    v = table("RP-L4").view()
    kinds = Counter(link["kind"] for link in v["links"])
    assert kinds == {"open": 3, "tunnel": 2, "bridge": 1, "blocked": 1}
    assert [v["cities"][c]["seat"] for c in "ABCDEF"] == [0, 0, 1, 2, 2, 1]


def test_RP_SETUP_03_one_to_three_rounds() -> None:
    assert table().s.rounds == 1
    assert table(rounds=2).s.rounds == 2
    assert table(rounds=3).s.rounds == 3
    with pytest.raises(BadOption):
        table(rounds=4)


def test_RP_SETUP_04_everybody_sees_the_connections() -> None:
    v = table("RP-L9").view(2)
    pairs = {(link["a"], link["b"], link["kind"]) for link in v["links"]}
    assert ("A", "B", "tunnel") in pairs
    assert ("B", "C", "bridge") in pairs
    assert ("A", "D", "blocked") in pairs


def test_RP_SETUP_05_all_twelve_tracks_are_occupied() -> None:
    m = table()
    for k, letter in enumerate(CITIES):
        assert where(m, f"L{k + 1}") == f"{letter}.l"
        assert where(m, f"S{k + 1}") == f"{letter}.s"


def test_RP_SETUP_06_one_engineer_in_each_train_and_one_in_the_hotel() -> None:
    m = table()
    for k, letter in enumerate(CITIES):
        assert driver(m, f"L{k + 1}") == f"e{letter}1"
        assert driver(m, f"S{k + 1}") == f"e{letter}2"
        assert m.view()["cities"]["ABCDEF"[k]]["hotel"] == [f"e{letter}3"]


def test_RP_SETUP_07_a_yard_has_four_of_each_other_colour_in_random_order() -> None:
    m = table(seed=1)
    assert Counter(spots(m, "R")) == dict.fromkeys("kbgyw", 4)
    assert spots(m, "R") == spots(table(seed=1), "R")
    assert spots(m, "R") != spots(table(seed=2), "R")
    assert len({spots(table(seed=n), "R")[0] for n in range(40)}) == 5


def test_RP_SETUP_08_trains_and_storages_start_empty() -> None:
    m = table()
    assert sum(m.s.load) == sum(m.s.storage) == 0


@pytest.mark.parametrize(("layout", "most"), [("RP-L1", 3), ("RP-L4", 2), ("RP-L7", 1)])
def test_RP_SETUP_09_each_city_has_one_player(layout: str, most: int) -> None:
    m = table(layout)
    seats = Counter(c["seat"] for c in m.view()["cities"].values())
    assert set(seats) == set(range(m.setting.seats))
    assert set(seats.values()) == {most}


def test_RP_SETUP_10_the_time_left_is_in_every_view() -> None:
    m = table("RP-L4")
    m.advance(100_250)
    for viewer in (None, 0, 1, 2):
        assert m.view(viewer)["time"] == {"now_ms": 100_250, "left_ms": 439_750, "total_ms": 540_000}


def test_RP_LAYOUT_14_colours_are_dealt_by_the_seed_or_fixed() -> None:
    fixed = table(seed=3)
    assert [fixed.view()["cities"][c]["colour"] for c in "ABCDEF"] == list("KRBGYW")
    dealt = ["".join(c["colour"] for c in table(seed=n, colours="random").view()["cities"].values()) for n in range(30)]
    assert len(set(dealt)) > 20
    assert all(sorted(one) == sorted(CITIES) for one in dealt)
    assert table(seed=4, colours="random").s.paint == table(seed=4, colours="random").s.paint


@pytest.mark.parametrize("options", [{}, {"dexterity": "timed"}, {"clock": "ticks"}])
def test_a_new_match_keeps_nothing_of_an_old_one(options: dict[str, object]) -> None:
    m = table("RP-L7", arrows="manual", **options)
    fresh = m.hash
    put(m, "L1", "P1 lh K")
    load(m, "L2", "kk")
    seat(m, "eB2", "quit")
    for line in ("P1 TOOT L1 K>G", "P1 PUSH L1", "P2 LOAD R< L2", "P3 ENG eB1 L3 B.h", "P4 PICK L4 lh", "P5 WAIT"):
        give(m, line)
    for line in ("P1 ARROW K w R", "P4 LOAD G> S4", "P5 LOAD Y< L5", "P5 LOAD Y> S5"):
        give(m, line)
    m.s.dropped[3], m.s.storage[2], m.s.scores[1], m.s.again_at[3][2] = 2, 1, 7, 999
    m.s.used[2], m.s.booked[1], m.s.engaged[17], m.s.round_no, m.s.phase = 1, 1, 1, 1, 1
    low, high = 1, 0
    m.game.rules.start(m.s, m.setting.b, 6, low, high)
    assert m.hash == fresh


def test_laws_see_a_train_or_an_engineer_too_many() -> None:
    m = table()
    put(m, "L1", "P1 lh K")
    sound(m)
    m.s.track[city(m, "K")][0] = 0
    assert broken_invariant(m.s, m.setting.b) == 4
    other = table()
    seat(other, "eK1", "R.h")
    sound(other)
    other.s.guests[1] = 4
    assert broken_invariant(other.s, other.setting.b) == 7
    third = table()
    third.s.load[0] = 1
    assert broken_invariant(third.s, third.setting.b) == 2
    fourth = table()
    fourth.s.lock[3] = 4
    assert broken_invariant(fourth.s, fourth.setting.b) == 8
    assert gone(fourth) == {"dropped": 0, "quit": 0, "wrecks": 0}
    assert all(place < HELD for place in fourth.s.place)
    assert max(fourth.s.place) < WRECKED
    assert fourth.s.driver[LONGS] != NONE
