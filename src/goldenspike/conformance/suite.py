"""All checks by name, and how each runs: over how many settings, in the short form and in the long one."""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from goldenspike.engine.errors import GoldenSpikeError
from goldenspike.engine.game import Game

from . import (
    boards,
    contract,
    environments,
    forms,
    invariants,
    leak,
    players,
    records,
    refusals,
    rulebook,
    tutorial,
)
from .case import Case, cases
from .errors import ConformanceError, NothingDeclared, Skipped


@dataclass(frozen=True)
class Request:
    """Which game is checked, and how thoroughly."""

    game: Game
    quick: bool = False
    games: int | None = None  # settings that each check takes, where that is a matter of choice
    fixtures: Traversable | None = None  # saved matches, besides those that the game brings itself
    seed: int = 1


@dataclass(frozen=True)
class Check:
    """A check by name: what it makes sure of, and over how many settings in the quick and in the long form."""

    name: str
    about: str
    run: Callable[[Request, int], None]
    quick: int = 0  # settings in the quick form; 0 where it is left out there
    long: int = 1
    needs: Callable[[Request], str] = lambda request: ""  # what the game does not declare

    def make(self, request: Request) -> None:
        """Make the check: ConformanceError says what is wrong, Skipped why it cannot be made.

        NothingDeclared says that nothing is wrong, but also that the game declares nothing to look at.
        """
        self.run(request, max(1, self.quick) if request.quick else self.long)
        if missing := self.needs(request):
            raise NothingDeclared(missing)


@dataclass(frozen=True)
class Report:
    """The outcome of one check."""

    check: Check
    seconds: float
    problem: str = ""
    skipped: str = ""
    undeclared: str = ""


def check_page(case: Case, dice: random.Random) -> None:
    """What the web table sends, where the web table is installed."""
    try:
        from .plain_page import check_plain_page
    except ModuleNotFoundError:
        raise Skipped("the web table is not installed") from None
    check_plain_page(case, dice)


def settings(request: Request, usual: int) -> int:
    """How many settings a check takes: as many as were asked for, or its own number."""
    return usual if request.games is None else request.games


def in_cases(function: Callable[[Case, random.Random], None]) -> Callable[[Request, int], None]:
    """A check of one case, made for many of them: each number of players, preset and board comes up."""

    def run(request: Request, count: int) -> None:
        seed = f"{function.__name__} {request.seed}"
        for k, case in enumerate(cases(request.game, settings(request, count), seed)):
            try:
                function(case, random.Random(f"{seed} {k}"))
            except (ConformanceError, Skipped):
                raise
            except Exception as error:
                raise ConformanceError(f"{failure(error)} ({case})") from error

    return run


def of_game(
    function: Callable[..., None], *, count: bool = False, dice: bool = False
) -> Callable[[Request, int], None]:
    """A check of the game as a whole."""

    def run(request: Request, number: int) -> None:
        given: list[Any] = [request.game]
        given += [random.Random(f"{function.__name__} {request.seed}")] if dice else []
        given += [settings(request, number)] if count else []
        try:
            function(*given)
        except (ConformanceError, Skipped):
            raise
        except Exception as error:
            raise ConformanceError(f"{request.game.name}: {failure(error)}") from error

    return run


def fixtures(request: Request, count: int) -> None:
    for folder in (request.game.fixtures, request.fixtures):
        records.check_fixtures(request.game, folder)


def no_fixtures(request: Request) -> str:
    saved = request.game.fixtures is not None or request.fixtures is not None
    return "" if saved else "there are no saved matches: Game.fixtures, or --fixtures DIR"


def no_packed_positions(request: Request) -> str:
    return "" if request.game.rule_set.hides else "its rules have no function hide, so it has no packed observations"


def no_tutorial(request: Request) -> str:
    return "" if request.game.tutorial is not None else "there is no tutorial"


def no_limit_boards(request: Request) -> str:
    declared = any(True for _ in request.game.limit_boards())
    return "" if declared else "Game.limit_boards() names no boards"


def no_invariants(request: Request) -> str:
    own = type(request.game).invariants is not Game.invariants
    return "" if own else "Game.invariants() is not defined: only what holds in every game was checked"


def failure(error: Exception) -> str:
    """An unexpected error in one line: what it is and where it comes from."""
    text = " ".join(str(error).split())[:200]
    if isinstance(error, GoldenSpikeError):
        return text
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = "/".join(Path(last.filename).parts[-3:])
    return f"{type(error).__name__} in {last.name} ({place}, line {last.lineno}): {text}"


CHECKS = (
    Check(
        "contract", "names, seats, options, values and presets are as declared", of_game(contract.check_declarations), 1
    ),
    Check(
        "numbers",
        "parts and verbs name every number of observations and actions",
        in_cases(contract.check_numbers),
        1,
        6,
    ),
    Check(
        "three forms",
        "interpreted, checked and compiled rules agree after every action",
        in_cases(forms.check_three_forms),
        3,
        60,
    ),
    Check(
        "limit boards",
        "boards at the limits of a board are played alike in all forms",
        of_game(forms.check_limit_boards, count=True, dice=True),
        1,
        6,
        no_limit_boards,
    ),
    Check(
        "invariants",
        "nothing is lost or broken after any action, and every score adds up",
        in_cases(invariants.check_invariants),
        1,
        16,
        no_invariants,
    ),
    Check(
        "refusals",
        "every refusal names a clause of the rulebook that belongs to the mode",
        in_cases(refusals.check_refusals),
        1,
        16,
    ),
    Check("leak", "nothing that a seat gets tells what is hidden from it", in_cases(leak.check_leak), 1, 10),
    Check(
        "redeal",
        "another world looks the same and follows from what the seat knows alone",
        in_cases(leak.check_redeal),
        1,
        20,
    ),
    Check(
        "packed",
        "packed positions hide what is hidden from seats and spectators, and nothing else",
        in_cases(leak.check_hide),
        1,
        8,
        no_packed_positions,
    ),
    Check(
        "notation",
        "every action is written, and read back from text and from data",
        in_cases(records.check_notation),
        1,
        16,
    ),
    Check(
        "matches",
        "matches are saved, loaded, undone, and positions in words read back",
        in_cases(records.check_saved),
        1,
        16,
    ),
    Check("fixtures", "saved matches replay to the states they were saved in", fixtures, needs=no_fixtures),
    Check(
        "rulebook", "clauses can be shown alone and are the same in every language", of_game(rulebook.check_rulebook), 1
    ),
    Check(
        "tutorial",
        "every step of the tutorial can be done, every wrong try is answered by the rule it names",
        of_game(tutorial.check_tutorial),
        1,
        needs=no_tutorial,
    ),
    Check(
        "boards",
        "built-in boards are sound, broken ones are explained",
        of_game(boards.check_boards, count=True, dice=True),
        0,
        30,
    ),
    Check("drawing", "positions are drawn and written for every seat", in_cases(boards.check_drawing), 1, 5),
    Check(
        "plain page",
        "the page gets view, picture, text, choices and question of every position",
        in_cases(check_page),
        1,
        4,
    ),
    Check(
        "batch",
        "environments give the results of the rules, one game or many at once",
        in_cases(environments.check_batch),
        1,
        6,
    ),
    Check(
        "single environment",
        "illegal actions change nothing; positions are saved, loaded and redealt",
        in_cases(environments.check_single),
        1,
        6,
    ),
    Check("pettingzoo", "the suites of PettingZoo pass", of_game(environments.check_pettingzoo)),
    Check("gymnasium", "the checker of Gymnasium passes", of_game(environments.check_gymnasium)),
    Check("openspiel", "the random test of OpenSpiel passes", of_game(environments.check_openspiel)),
    Check("no peeking", "no bot chooses by what is hidden from its seat", in_cases(players.check_no_peeking), 0, 3),
    Check("levels", "every bot plays whole matches by the rules", of_game(players.check_levels, dice=True)),
    Check("arena", "bots meet in the arena and get a report", of_game(players.check_arena)),
    Check("study", "a study runs and gets a report", of_game(players.check_study)),
    Check("terminal", "a person plays to the end by typing numbers", of_game(players.check_terminal, dice=True)),
)


def chosen(quick: bool) -> tuple[Check, ...]:
    """The checks of the short form or of the long one."""
    return tuple(check for check in CHECKS if check.quick or not quick)


def make(request: Request, only: Collection[str] = ()) -> Iterator[Report]:
    """One check after the other, all of them or only some; none of them stops the next."""
    for check in CHECKS if only else chosen(request.quick):
        if only and check.name not in only:
            continue
        begun = time.perf_counter()
        problem = skipped = undeclared = ""
        try:
            check.make(request)
        except ConformanceError as error:
            problem = str(error)
        except Skipped as reason:
            skipped = str(reason)
        except NothingDeclared as missing:
            undeclared = str(missing)
        except Exception as error:
            problem = f"{request.game.name}: {failure(error)}"
        yield Report(check, time.perf_counter() - begun, problem, skipped, undeclared)
