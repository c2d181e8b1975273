"""Observations by name, as planes and as a graph; perfect information; infos in the words of the rulebook."""

from __future__ import annotations

import copy
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test  # type: ignore[import-untyped]

import goldenspike as gs
from goldenspike.envs import LoggedPlay, ObservationForm, Play, make_setting, pettingzoo, vector
from goldenspike.envs.gym import SeatAmongBots, SeatsAmongBots
from goldenspike.envs.perfect import PerfectInformation

GAMES = [
    pytest.param("santa-fe-rails", marks=pytest.mark.xdist_group("santa_fe_compiled")),
    pytest.param("santa-fe", marks=pytest.mark.xdist_group("santa_fe_compiled")),
    pytest.param("pioneer-rails", marks=pytest.mark.xdist_group("pioneer_rails_compiled")),
    pytest.param("rail-pass", marks=pytest.mark.xdist_group("rail_pass_compiled")),
]
SHAPED = ("named", "planes", "graph")


def played(name: str, steps: int, **settings: Any) -> Play:
    """A game after some random decisions."""
    play, dice = Play(name, seats=2, seed=3, **settings), random.Random(5)
    for _ in range(steps):
        if not play.over:
            play.apply(dice.choice(play.legal))
    return play


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", SHAPED)
def test_every_number_of_an_observation_is_in_every_form(name: str, form: str) -> None:
    setting = make_setting(name, 2)
    shaped = ObservationForm(setting, form)
    places = shaped(np.arange(shaped.width))
    fixed = sum(np.count_nonzero(lookup.source < 0) for lookup in shaped.lookups.values())
    found = np.concatenate([lookup.source[lookup.source >= 0] for lookup in shaped.lookups.values()])
    assert sorted(found.tolist()) == list(range(shaped.width))  # each once
    assert sum(places[key].size for key in shaped.lookups) == shaped.width + fixed


@pytest.mark.parametrize("name", GAMES)
def test_a_feature_of_a_place_is_that_of_the_flat_observation(name: str) -> None:
    play = played(name, 60)
    flat = play.look()[0]
    graph = setting_graph(play)
    named, shaped = (ObservationForm(play.setting, form)(flat) for form in ("named", "graph"))
    planes = ObservationForm(play.setting, "planes")
    drawn = planes(flat)["planes"]
    form = ObservationForm(play.setting, "graph")
    seen = 0
    for part in form.parts:
        for kind, features, cells in (
            ("nodes", form.node_features, graph.node_cells),
            ("edges", form.edge_features, graph.edge_cells),
        ):
            for k, place in enumerate(getattr(part, kind)):
                rows = named[part.name]
                for row in range(len(rows)):
                    title = part.feature or part.name
                    title = title if len(rows) == 1 else f"{title} {row}"
                    assert shaped[kind][place, features.index(title)] == rows[row, k]
                    plane, y, x = cells[place]
                    deep = 1 + max(one for one, _, _ in cells)
                    title = title if deep == 1 else f"{title} {plane}"
                    assert drawn[planes.plane_names.index(title), y, x] == rows[row, k]
                    seen += 1
    assert seen > 100
    assert len(shaped["vector"]) == len(form.vector_names)
    assert shaped["edge_links"].tolist() == [list(ends) for ends in graph.edges]


def setting_graph(play: Play) -> Any:
    graph = play.setting.game.board_graph(play.setting)
    assert graph is not None
    for cells in (graph.node_cells, graph.edge_cells):
        assert len(set(cells)) == len(cells)  # no two of a kind in one cell
        assert all(0 <= y < graph.height and 0 <= x < graph.width for _, y, x in cells)
    return graph


@pytest.mark.xdist_group("santa_fe_compiled")
def test_the_graph_of_a_map_is_its_cities_and_lines() -> None:
    setting = make_setting("santa-fe-rails", 2)
    graph = setting.game.board_graph(setting)
    assert graph is not None
    board: Any = setting.board
    for line, (a, b) in zip(board.lines, graph.edges, strict=True):
        assert (graph.nodes[a], graph.nodes[b]) == (line.a, line.b)
    rows = {city: cell[1] for city, cell in zip(graph.nodes, graph.node_cells, strict=True)}
    columns = {city: cell[2] for city, cell in zip(graph.nodes, graph.node_cells, strict=True)}
    assert columns["SF"] < columns["CHI"] if "SF" in columns else columns["SAC"] < columns["CHI"]
    assert rows["CHI"] < rows["ELP"]


@pytest.mark.xdist_group("pioneer_rails_compiled")
def test_a_track_of_the_grid_lies_between_its_hexes() -> None:
    """A side belongs to the hex to its left or above: its cell is the cell of one of its two hexes, or of the rim."""
    setting = make_setting("pioneer-rails", 2)
    graph = setting.game.board_graph(setting)
    assert graph is not None
    grid: Any = setting.board.grid  # type: ignore[attr-defined]
    for edge, hexes in enumerate(grid.edge_hexes):
        near = {graph.node_cells[h][1:] for h in hexes}
        assert len(hexes) == 1 or graph.edge_cells[edge][1:] in near


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", SHAPED)
def test_libraries_accept_every_form(name: str, form: str) -> None:
    env = SeatAmongBots(name, seats=2, observation=form, opponents="random", actions="dense")
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    for _ in range(5):
        seen, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert env.observation_space.contains(seen)
        if over:
            break
    flat = env.play.look(0)[0]
    again = ObservationForm(env.play.setting, form)(flat)
    assert all((seen[key] == again[key]).all() for key in again)


@pytest.mark.xdist_group("santa_fe_compiled")
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_suites_pass_with_other_forms() -> None:
    env = gymnasium.make("goldenspike/SantaFeRails-v0", seats=2, board="mini", observation="graph")
    check_env(env.unwrapped, skip_render_check=True)
    api_test(pettingzoo.env("santa-fe-rails", seats=2, board="mini", observation="planes", log=True), num_cycles=40)
    parallel_api_test(pettingzoo.parallel_env("santa-fe", seats=2, board="mini", observation="named"), num_cycles=20)


@pytest.mark.xdist_group("santa_fe_compiled")
def test_a_batch_has_the_forms_of_its_games() -> None:
    many = SeatsAmongBots(3, "santa-fe-rails", seats=2, board="mini", observation="graph", information="perfect")
    seen, info = many.reset(options={"seed": [5, 6, 7]})
    assert many.observation_space.contains(seen)
    for row, seed in enumerate((5, 6, 7)):
        one = SeatAmongBots("santa-fe-rails", seats=2, board="mini", observation="graph", information="perfect")
        alone, _ = one.reset(options={"seed": seed})
        assert one.observation_space.contains(alone)
        assert all((alone[key] == seen[key][row]).all() for key in alone)
    many.step(np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]]))


# ---------------------------------------------------------------- perfect information
@pytest.mark.parametrize("name", GAMES[:3])
def test_perfect_information_tells_worlds_apart_that_a_seat_cannot(name: str) -> None:
    differ = 0
    for steps in (0, 7, 31, 64, 90):
        play = played(name, steps)
        if play.over:
            continue
        full = PerfectInformation(play.memory)
        for seat in range(2):
            other = copy.copy(play)
            for seed in range(4):
                other.redeal(seat, seed)
                assert (other.look(seat)[0] == play.look(seat)[0]).all()
                here, there = (full.of(one.memory, np.array([seat]))[0] for one in (play, other))
                assert len(here) == sum(part.count for part in full.parts)
                same = position_of(play) == position_of(other)
                assert same == (here == there).all(), (steps, seat, seed)
                differ += not same
    assert differ > 5


def position_of(play: Play) -> Any:
    """A position in words: everything that the rules know of it."""
    return play.setting.position(play.s)


@pytest.mark.xdist_group("santa_fe_compiled")
def test_the_hands_of_others_are_in_perfect_information() -> None:
    env = SeatAmongBots("santa-fe-rails", seats=3, observation="named", information="perfect")
    seen, _ = env.reset(seed=2)
    for other in (1, 2):
        own = ObservationForm(env.play.setting, "named")(env.play.look(other)[0])["own cards"]
        assert own.any()
        assert (seen[f"private to +{other}: own cards"] == own).all()
    deck = env.play.s.deck
    assert seen["unseen: deck"][: len(deck)].tolist() == list(deck)


@pytest.mark.xdist_group("santa_fe_compiled")
def test_what_a_form_cannot_do_is_said_in_a_line() -> None:
    for wrong in ({"observation": "sound"}, {"information": "all"}):
        with pytest.raises(gs.BadOption, match="not "):
            SeatAmongBots("santa-fe-rails", **wrong)  # type: ignore[arg-type]
    for form in ("planes", "graph"):
        with pytest.raises(gs.BadOption, match="does not say how its board is a graph"):
            ObservationForm(make_setting("milk-run", 2), form)


# ---------------------------------------------------------------- infos in words
@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_a_log_is_the_same_game(name: str) -> None:
    players = ["you", "random" if name == "rail-pass" else "greedy"]
    plain, logged = (kind(name, seats=2, seed=9, players=players) for kind in (Play, LoggedPlay))
    dice = random.Random(4)
    for _ in range(60):
        if plain.over:
            break
        assert logged.legal == plain.legal
        action = dice.choice(plain.legal)
        plain.apply(action)
        logged.apply(action)
    assert logged.dump() == plain.dump()
    assert logged.save()[0] == plain.save()  # the bots' chance, too
    assert logged.log.lines


@pytest.mark.xdist_group("santa_fe_compiled")
def test_the_log_of_an_environment_replays_in_a_match() -> None:
    """What a seat reads is what the match's own log would show it: cards face down until everybody has chosen."""
    env = SeatAmongBots("santa-fe-rails", seats=3, board="mini", opponents="random", log=True)
    _, info = env.reset(options={"seed": 1869})
    match = gs.new("santa-fe-rails", seats=3, seed=1869, board="mini")
    read: list[str] = list(info["log"])
    over = False
    while not over:
        action = next(iter(info["legal"]))
        assert info["legal"][action] == match_words(env, action)
        _, _, over, _, info = env.step(action)
        assert not any("?" in line for line in info["log"])
        read += info["log"]
    for _, line in env.unwrapped.play.log.lines:  # type: ignore[attr-defined]
        match.replay(line)
    assert match.over
    assert match.hash == env.play.hash
    assert read == [line if line.startswith("A") else match.setting.public(line) for line in match.log]
    assert any(line.startswith("B: draw deck") and "=" not in line for line in read)  # what B drew is B's secret


def match_words(env: SeatAmongBots, action: int) -> str:
    return env.play.write(action)


@pytest.mark.xdist_group("santa_fe_compiled")
def test_a_card_that_lies_face_down_is_not_in_the_log() -> None:
    env = pettingzoo.env("santa-fe-rails", seats=2, board="mini", log=True)
    env.reset(seed=1)
    first = env.agent_selection
    text = next(iter(env.infos[first]["legal"].values()))
    assert text.startswith("play ")
    env.step(next(iter(env.infos[first]["legal"])))
    assert env.agent_selection != first
    assert env.infos[env.agent_selection]["log"] == []  # not before both have chosen
    env.step(next(iter(env.infos[env.agent_selection]["legal"])))
    assert f"A: {text}" in env.infos[env.agent_selection]["log"]


@pytest.mark.xdist_group("santa_fe_compiled")
def test_infos_name_the_clause_against_an_illegal_action() -> None:
    single = SeatAmongBots("santa-fe-rails", seats=2)
    single.reset(seed=1)
    wrong = int(np.flatnonzero(single.action_masks() == 0)[0])
    info = single.step(wrong)[4]
    refusal = info["refusal"]
    assert info["clause"] == refusal.clause
    assert refusal.clause.startswith("SFR-")
    in_turn = pettingzoo.env("santa-fe-rails", seats=2)
    in_turn.reset(options={"seed": 1})
    agent = in_turn.agent_selection
    in_turn.step(wrong)
    assert in_turn.infos[agent]["clause"].startswith("SFR-")
    at_once = pettingzoo.parallel_env("santa-fe-rails", seats=2)
    seen, _ = at_once.reset(seed=1)
    legal = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in seen.items()}
    infos = at_once.step({**legal, "player_1": wrong})[4]
    assert infos["player_1"]["clause"].startswith("SFR-")
    assert "clause" not in infos["player_0"]


@pytest.mark.xdist_group("santa_fe_compiled")
def test_copies_of_a_game_with_a_log_are_independent() -> None:
    play = LoggedPlay("santa-fe-rails", seats=2, board="mini", seed=1, players=["you", "greedy"])
    play.apply(play.legal[0])
    kept, twin = play.save(), copy.deepcopy(play)
    play.apply(play.legal[0])
    later = list(play.log.lines)
    assert len(twin.log.lines) < len(later)
    twin.apply(twin.legal[0])
    assert twin.log.lines == later
    play.restore(kept)
    play.apply(play.legal[0])
    assert play.log.lines == later


@pytest.mark.xdist_group("santa_fe_compiled")
def test_a_notebook_shows_a_game_as_a_picture() -> None:
    play = Play("santa-fe-rails", board="mini")
    assert play._repr_svg_().rstrip().endswith("</svg>")
    assert repr(play) == "<Play santa-fe-rails: 3 seats, seat 0 decides>"


@pytest.mark.xdist_group("santa_fe_compiled")
def test_the_form_of_a_batch_is_that_of_its_rows() -> None:
    batch = vector("santa-fe-rails", 3, seats=2, board="mini", seed=1)
    form = ObservationForm(batch.setting, "planes")
    many = form(batch.observations)
    for row in range(3):
        assert (form(batch.observations[row])["planes"] == many["planes"][row]).all()
