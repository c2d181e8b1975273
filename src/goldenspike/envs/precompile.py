"""``goldenspike compile``: compile games before they are needed, for images and machines without a cache yet."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import goldenspike as gs
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    compile_ = commands.add_parser("compile", help="compile games before they are needed, such as for an image")
    compile_.add_argument("game", nargs="*", help="which games (all of them if left out)")
    compile_.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    from goldenspike.engine.compiled import cache_folder

    games = [gs.game(name) for name in arguments.game or gs.games.names()]
    folder = cache_folder()
    if folder is None:
        raise BadOption("there is no folder for compiled code that can be written to; GOLDENSPIKE_CACHE names another")
    groups = [[game.name for game in group] for group in related(games)]
    at_once = min(len(groups), os.cpu_count() or 1)
    if at_once > 1:
        print(f"compiling {len(games)} games in {at_once} processes", file=sys.stderr)
        with ProcessPoolExecutor(at_once, multiprocessing.get_context("spawn"), _write_no_line) as processes:
            list(processes.map(compile_games, groups))
    else:
        compile_games([game.name for game in games])
    print(f"kept in {folder.parent}", file=sys.stderr)


def compile_games(names: Sequence[str]) -> None:
    """All that is compiled of these games, one after another."""
    for game in map(gs.game, names):
        for part, work in PARTS.items():
            begun = time.perf_counter()
            work(game)
            print(f"{game.name}: {part}, {time.perf_counter() - begun:.0f} s", flush=True)


def _write_no_line() -> None:
    """Two processes would write it over each other."""
    os.environ.setdefault("GOLDENSPIKE_PROGRESS", "0")


def related(games: Sequence[Game]) -> list[list[Game]]:
    """The games in groups: a variant shares most of its compiled functions with the game that it varies."""
    groups: dict[type, list[Game]] = {}
    for game in games:
        groups.setdefault(game.state, []).append(game)
    return list(groups.values())


def compile_rules(game: Game) -> None:
    """The rules themselves, as the arena, studies and policies call them."""
    import numpy as np

    setting = game.setting(game.read_options({}), game.board(None), game.seats[0])
    fast, states, boards = game.compiled(), game.state.array(3), type(setting.b).array([setting.b])
    out = np.zeros(max(game.most_legal, 1 << 14), np.int64)
    fast.start_at(states, 0, boards, 0, setting.seats, 1, 2)
    waiting = int(fast.actors_at(states, 0))
    seat = (waiting & -waiting).bit_length() - 1
    fast.legal_at(states, 0, boards, 0, seat, out)
    action = int(out[0])
    fast.observe_at(states, 0, boards, 0, seat, out)
    fast.clone_many(states, 0, states, 1, 1)
    fast.redeal_at(states, 1, boards, 0, seat, 1, 2)
    fast.policy_at(states, 1, boards, 0, seat, out)
    fast.refusal_at(states, 0, boards, 0, seat, action)
    fast.apply_at(states, 0, boards, 0, seat, action)
    fast.score_at(states, 0, boards, 0, out)


def compile_environments(game: Game) -> None:
    """One game and batches, and so everything that the libraries' environments call."""
    from .batch import Batch
    from .memory import make_setting
    from .single import Play

    seats = game.env_seats
    play = Play(make_setting(game, seats))
    play.look()
    play.apply_of(play.seat, play.legal[0])
    play.redeal(max(play.seat, 0), 1)
    play.load(play.dump())
    play.points()
    for observation in ("flat", "packed") if game.rule_set.hides else ("flat",):
        batch = Batch(game.name, 1, seats=seats, observation=observation)
        batch.step(batch.sample())
    if game.rule_set.hides:
        play.packed()
        batch.unpack()
        batch.memory.calls.look_on(play.memory.here, play._where)


def compile_search(game: Game) -> None:
    """What bots that look ahead need."""
    from goldenspike.bots.levels import SearchBot
    from goldenspike.bots.lookup import bots_for
    from goldenspike.bots.search import search_for

    kinds = [kind for kind in bots_for(game.name).values() if issubclass(kind, SearchBot)]
    for style in sorted({style for kind in kinds for style in kind.searches()}):
        search_for(game, style, wait=True)


PARTS: dict[str, Callable[[Game], None]] = {
    "rules": compile_rules,
    "environments": compile_environments,
    "search": compile_search,
}
