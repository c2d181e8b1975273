"""Whoever plays: bots that see what they may and keep the rules, the arena, a study, and a person at the terminal."""

from __future__ import annotations

import io
import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from goldenspike.bots import bot, bots_for, imagine
from goldenspike.bots.levels import SearchBot
from goldenspike.engine.game import Game
from goldenspike.engine.match import Match
from goldenspike.engine.timed_match import TimedMatch

from .case import Case, make_setting
from .errors import ConformanceError, Skipped
from .leak import redealt
from .play import awaited, moments

MOMENTS = 3
ITERATIONS = 4  # of a search at each decision
STEP_MS = 1000
TYPED = 20_000  # lines after which a match at the terminal should be over


def levels(game: Game) -> list[str]:
    """Every bot of the game by the name to ask for; those that search get a fixed number of iterations."""
    kinds = bots_for(game.name)
    return [f"{name}@{ITERATIONS}" if issubclass(kind, SearchBot) else name for name, kind in kinds.items()]


def ready(game: Game) -> None:
    """Wait until the search is compiled: until then a bot plays as a beginner."""
    from goldenspike.bots.search import search_for

    kinds = [kind for kind in bots_for(game.name).values() if issubclass(kind, SearchBot)]
    for style in sorted({style for kind in kinds for style in kind.searches()}):
        if search_for(game, style, wait=True) is None:
            raise ConformanceError(f"{game.name}: its search cannot be compiled")


def check_no_peeking(case: Case, dice: random.Random) -> None:
    """No bot looks at what is hidden: in another world it chooses the same."""
    ready(case.game)
    match = case.match()
    for s in moments(case, dice, MOMENTS):
        for seat in awaited(case, s)[:2]:
            here, there = match.copy_at(s), match.copy_at(redealt(case, s, seat, dice))
            for spec in levels(case.game):
                one, two = bot(spec, 5, case.game.name), bot(spec, 5, case.game.name)
                choice = one.choose(imagine(here, seat, one.dice))
                if choice not in here.numbers(seat):
                    case.fail(f"{spec} chose an action that is not legal", seat, choice)
                other = two.choose(imagine(there, seat, two.dice))
                case.same(
                    other, choice, f"{spec} chooses otherwise in a world its seat cannot tell apart: it peeks", seat
                )


def check_levels(game: Game, dice: random.Random) -> None:
    """Every bot plays a whole match against beginners without an illegal move."""
    ready(game)
    for number, spec in enumerate(levels(game)):
        seats = min(game.env_seats, game.seats[-1])
        setting = make_setting(game, seats, None, dict(game.short_options))
        case = Case(setting, None, dice.getrandbits(32))
        match = case.match()
        players = {seat: bot(spec if seat == number % seats else "greedy", seat, game.name) for seat in range(seats)}
        try:
            play_to_end(case, match, players)
        except ValueError as error:
            case.fail(f"{spec} made an illegal move: {error}")
        if match.result is None:
            case.fail(f"a match of {spec} has no result")
        game.statistics(match)


def play_to_end(case: Case, match: Match, players: dict[int, Any]) -> None:
    if isinstance(match, TimedMatch) and case.game.bots() is not None:
        crew = case.game.crew(match, players)
        while not match.over:
            before = match.now
            crew.run(before + STEP_MS)
            if match.now == before and not match.over:
                case.fail("time stands still though bots play")
        return
    decisions = 0
    while not match.over:
        seat = match.actors[0]
        players[seat].act(match, seat)
        decisions += 1
        if decisions > case.game.longest:
            case.fail(f"the match has more than {case.game.longest} decisions")


# ---------------------------------------------------------------- arena and study
def extra_of_the_arena() -> None:
    try:
        import openskill  # noqa: F401 (is it there?)
        import pyarrow  # type: ignore[import-untyped]  # noqa: F401
    except ImportError as error:
        raise Skipped(f"{error.name} is not installed (extra arena)") from None


def check_arena(game: Game) -> None:
    """Two games of the arena with a report; or a sentence that says why there is no arena."""
    if game.no_arena:
        return
    extra_of_the_arena()
    from goldenspike.arena.run.processes import run
    from goldenspike.arena.run.results import Results
    from goldenspike.arena.tournament.report import tournament_page
    from goldenspike.arena.tournament.schedule import make_plan

    plan = make_plan(game.name, bots=["random", "greedy"], games=2, options=game.short_options)
    with tempfile.TemporaryDirectory() as folder:
        results = Results(Path(folder), plan)
        run(plan, results, cores=1, progress=lambda done: None)
        rows = results.sorted()
        page = tournament_page(plan, rows)
    if len(rows) != 2 or any(len(row["points"]) != plan.seats for row in rows):
        raise ConformanceError(f"{game.name}: two games of the arena made {len(rows)} rows")
    is_page(game, "arena", page)


def check_study(game: Game) -> None:
    """A study of two games, and its page: it needs no extra."""
    from goldenspike.arena.run.processes import as_many
    from goldenspike.arena.study.command import usual_study
    from goldenspike.engine.study import StudyRequest

    request = StudyRequest(options={}, board=None, seats=None, versus=None, bot="fireman", games=2, seed=1, run=as_many)
    plan = game.study(request) or usual_study(game, request)
    found = [plan.play(one, seconds=60.0, cores=1, progress=lambda done: None) for one in plan.questions]
    for one in found:
        if not plan.line(one).strip():
            raise ConformanceError(f"{game.name}: a study has nothing to say")
    is_page(game, "study", plan.page(found))


def is_page(game: Game, what: str, page: str) -> None:
    if not page.lstrip().lower().startswith("<!doctype html") or game.title not in page:
        raise ConformanceError(f"{game.name}: the report of the {what} is no page about {game.title}")


# ---------------------------------------------------------------- at the terminal
@contextmanager
def no_home() -> Iterator[Path]:
    """A folder in which whatever is kept between matches may lie."""
    before = os.environ.get("XDG_DATA_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder
        try:
            yield Path(folder)
        finally:
            if before is None:
                del os.environ["XDG_DATA_HOME"]
            else:
                os.environ["XDG_DATA_HOME"] = before


def check_terminal(game: Game, dice: random.Random) -> None:
    """A person plays a match at the terminal by typing numbers, with hints, refusals and help on the way."""
    from rich.console import Console

    import goldenspike as gs
    from goldenspike.engine.terminal_request import TerminalRequest
    from goldenspike.engine.terminal_session import TerminalSession
    from goldenspike.terminal.seats import seat_players

    typed = 0

    def ask(prompt: str) -> str:
        nonlocal typed
        typed += 1
        if typed > TYPED:
            raise ConformanceError(f"{game.name}: after {TYPED} typed lines a match at the terminal is not over")
        if typed < 6:
            return ("help", "hint", "board", "log", "nonsense")[typed - 1]
        return dice.choice(("", "1", "1", "2", str(dice.randint(1, 9))))

    seats = min(game.env_seats, game.seats[-1])
    console = Console(file=io.StringIO(), width=100)
    options = dict(game.short_options)
    with no_home() as folder:
        keep = folder / "match.json"
        words = ",".join(["you", *["greedy"] * (seats - 1)])
        request = TerminalRequest(console, ask, keep, seats=words, seed=7, options=options)
        if not game.play_at_terminal(request):
            match = gs.new(game.name, seats=seats, seed=7, **options)
            TerminalSession(match, seat_players(words, 7, game.name), console, ask, keep).run()
        kept = gs.load(keep)
    if not kept.over:
        raise ConformanceError(f"{game.name}: a match at the terminal was left before its end")
