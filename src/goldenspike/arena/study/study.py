"""Studies for designers: what happens in many games of one setting, or of several side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import goldenspike as gs
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game
from goldenspike.engine.options import Value
from goldenspike.engine.study import BOARD, MOST_VERSIONS, Question, changed_options, read_versus

from ..tournament.schedule import Plan, make_plan
from .journal import Journal
from .one_game import watch
from .played import Figures, Played
from .run import Limits, play_versions, study_in


def questions(
    name: str,
    options: Mapping[str, object],
    versus: Sequence[str] = (),
    board: Any = None,
    *,
    sweep: Sequence[str] = (),
    alone: bool = False,
) -> list[Question]:
    """The setting as it is, and (if asked for) with options changed or on other boards.

    A board without anything to compare stands beside the usual one, unless it is asked for alone.
    """
    game = gs.game(name)
    plain = game.read_options(options)
    others = [value for option, value in map(read_versus, versus) if option == BOARD]
    switched = [text for text in versus if read_versus(text)[0] != BOARD]
    if not others and not switched and not sweep:
        if board is None:
            return [Question("as it is", plain, None)]
        if alone:
            return [Question(f"board {game.board(board).id}", plain, board)]
        return several_boards(game, plain, None, [board])
    if others and not switched and not sweep:
        return several_boards(game, plain, board, others)
    usual, changed = changed_options(game, game.read_options, options, game.board(board), switched, sweep)
    found = [Question(usual, plain, board), *(Question(label, chosen, board) for label, chosen in changed)]
    return few(found + several_boards(game, plain, board, others)[1:])


def few(asked: list[Question]) -> list[Question]:
    if len(asked) > MOST_VERSIONS:
        raise BadOption(f"a study compares at most {MOST_VERSIONS} versions; these are {len(asked)}")
    if len(asked) < 2:
        raise BadOption("that is how it is anyway: there is nothing to compare")
    return asked


def several_boards(game: Game, options: Mapping[str, Value], first: Any, others: Sequence[Any]) -> list[Question]:
    one = game.board(first)
    found = [Question(f"board {one.id}", options, first)]
    for spec in others:
        other = game.board(spec)
        if one.hash == other.hash:
            which = "the usual board" if first is None else "the same board"
            raise BadOption(f"{other.id} is {which}: there is nothing to compare")
        label = f"board {other.id}"
        found.append(Question(label if all(label != q.label for q in found) else f"{label} (edited)", options, spec))
    return found


def plan_of(name: str, question: Question, *, games: int, seats: int, word: str, seed: int) -> Plan:
    return make_plan(
        name, bots=[], lineup=[word] * seats, games=games, options=question.options, board=question.board, seed=seed
    )


def study_versions(
    name: str,
    asked: Sequence[Question],
    limits: Limits,
    *,
    seats: int,
    word: str,
    seed: int,
    progress: Callable[[int, int], None],
    journal: Journal | None = None,
    clear: Callable[[list[list[Played]]], bool] | None = None,
) -> tuple[list[Figures], str]:
    """Play all versions on the same deals; what was counted, and why no more was played."""
    plans = [plan_of(name, one, games=limits.games, seats=seats, word=word, seed=seed) for one in asked]
    done = play_versions(
        study_in, plans, limits, kind="study", progress=progress, journal=journal, read=Played.from_data,
        write=Played.data, clear=clear,
    )  # fmt: skip
    found = []
    for question, plan, played in zip(asked, plans, done.played, strict=True):
        setting = plan.setting()
        found.append(Figures(question.label, setting, watch(setting), played))
    return found, done.why


def study(
    name: str, question: Question, *, games: int, seats: int, word: str, seed: int, seconds: float,
    progress: Callable[[int], None], cores: int = 1,
) -> Figures:  # fmt: skip
    """Play the requested number of games of one version, or as many as the time allows."""
    tell = partial(_first_only, progress)
    limits = Limits(games, seconds, cores)
    (found,), _ = study_versions(name, [question], limits, seats=seats, word=word, seed=seed, progress=tell)
    return found


def _first_only(progress: Callable[[int], None], version: int, done: int) -> None:
    progress(done)
