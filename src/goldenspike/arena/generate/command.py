"""goldenspike board generate: balanced boards like another one, by search over the checker and short studies."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import goldenspike as gs
from goldenspike.engine.board_report import board_word
from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.engine.game import Game

from ..run.command_line import progress_bar, write
from ..run.processes import read_cores
from ..study.journal import Journal
from .judge import Task
from .search import GIVEN, Candidate, Order, Searchers, Wish, descent, only
from .sheet import picture, sheet

MOST_BOARDS, MOST_GENERATIONS, MOST_GAMES = 50, 10_000, 100_000
FRESH_DEALS = 1_000_000  # the seed of the last look, beside that of the search


def generate_boards(chosen: argparse.Namespace) -> None:
    """Search, look at the best once more on other deals, and write them with a page of pictures."""
    game = gs.game(chosen.game)
    if game.board_maker() is None:
        raise BadOption(f"{game.title} says nothing about how its boards are made: none can be generated")
    check(chosen)
    like = board_to_be_like(game, chosen.like, chosen.seats)
    source: dict[str, Any] = json.loads(json.dumps(dict(like.source)))
    folder = Path(chosen.out)
    journal = Journal(folder)
    cores = min(read_cores(chosen.cores) or os.cpu_count() or 1, chosen.count)
    searchers = Searchers(journal, cores)
    task = first_task(game, like, chosen)
    wish = Wish(chosen.seed, chosen.count, chosen.starts, chosen.generations)
    try:
        with progress_bar(f"boards like {like.id}", 1 + wish.boards) as progress:
            usual = searchers.follow(task, [only(Order(GIVEN, source))], progress)[0]
            task = replace(task, like=usual.mark.means)
            lines = [descent(source, wish, number) for number in range(wish.lines)]
            found = searchers.follow(task, lines, lambda done: progress(1 + done))
        found.sort(key=lambda one: one.mark.faults)
        boards = [named(game, one.board, like.id, wish.seed, place) for place, one in enumerate(found, 1)]
        last = replace(task, seed=task.seed + FRESH_DEALS, games=2 * task.games)
        with progress_bar("a last look", 1 + len(boards)) as progress:
            looks = [only(Order(GIVEN, board)) for board in (source, *boards)]
            first, *best = searchers.follow(last, looks, progress)
    finally:
        searchers.close()
        journal.close()
    best.sort(key=lambda one: one.mark.faults)
    keep(game, folder, first, best, last)


def check(chosen: argparse.Namespace) -> None:
    """Wrong input is one clear line, before the first game."""
    for name, least, most in (
        ("count", 1, MOST_BOARDS), ("starts", 1, MOST_GENERATIONS), ("generations", 0, MOST_GENERATIONS),
        ("games", 10, MOST_GAMES),
    ):  # fmt: skip
        if not least <= getattr(chosen, name) <= most:
            raise BadOption(f"--{name} is {least} to {most}, not {getattr(chosen, name)}")


def board_to_be_like(game: Game, spec: str | None, seats: int | None) -> Any:
    """A board by name or file, or the one that so many players usually have."""
    board = game.board(spec)
    if spec is not None:
        return board
    count = min(4, game.seats[-1]) if seats is None else game.read_seats(seats)
    return game.setting(game.read_options({}), board, count).board


def first_task(game: Game, like: Any, chosen: argparse.Namespace) -> Task:
    """What is played on the board they should be like: there is nothing yet to compare it with."""
    if chosen.seats is not None:
        seats: int | None = game.read_seats(chosen.seats)
    else:
        seats = None if like.players else min(4, game.seats[-1])
    warnings = len(game.board_warnings(dict(like.source)))
    return Task(game.name, seats, chosen.bot, chosen.games, chosen.seed, warnings=warnings)


def named(game: Game, board: dict[str, Any], like: str, seed: int, place: int) -> dict[str, Any]:
    """A board under an id of its own that tells where it comes from."""
    note = f"made by goldenspike board generate {game.name} --like {like} --seed {seed}"
    return {**board, "id": f"{like}-{seed}-{place}", **({"note": note} if "note" in board else {})}


def keep(game: Game, folder: Path, usual: Candidate, best: list[Candidate], task: Task) -> None:
    """Every board as a file and as a picture, and the page with all of them."""
    word = board_word(game)
    try:
        for one in best:
            board = game.board(one.board)
            write(folder / f"{board.id}.json", json.dumps(one.board, indent=1, ensure_ascii=False) + "\n")
            write(folder / f"{board.id}.svg", picture(game, board))
            print(f"{word} {board.id} ({board.name}): {one.mark.faults:.2f} faults")
        write(folder / "boards.html", sheet(game, usual, best, task))
    except OSError as error:
        raise BadFile(f"cannot write to {folder}: {error.strerror or error}") from None
    print(f"the {word} they are like: {usual.mark.faults:.2f} faults")
    print(f"pictures and figures: {folder / 'boards.html'}")
