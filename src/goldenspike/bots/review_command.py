"""goldenspike review: what a finished match teaches, as sentences on the terminal or as JSON for other programs."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.engine.outlook import Outlook, expected_words, held_words

if TYPE_CHECKING:
    from goldenspike.engine.match import Match
    from goldenspike.engine.match_review import MatchReview, TimedReview

WRITTEN_EVERY_S = 0.3
SHOWN = 12  # decisions on the terminal


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    review = commands.add_parser("review", help="review a finished match: where it turned, and what decisions cost")
    review.add_argument("file", help="a saved match that is over")
    review.add_argument("--seats", metavar="A,B", help="whose decisions are judged (everybody's)")
    review.add_argument("--think", metavar="TIME", help="how long the bot thinks about a decision: 250ms, 1s, or 400")
    review.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="judge no more decisions after so many seconds of computing time (600)",
    )
    review.add_argument("--exact", action="store_true", help="the same work, however slow the game is to play on")
    review.add_argument("--seed", type=int, default=0, help="of the games that are played on (0)")
    review.add_argument("--out", metavar="FILE", help="write the review as JSON")
    review.add_argument("--progress", metavar="FILE", help="keep how far it is in a JSON file, for other programs")
    review.set_defaults(run=review_command)


def review_command(arguments: argparse.Namespace) -> None:
    import goldenspike as gs
    from goldenspike.engine.bot import Budget

    from .review import MOST_SECONDS, Effort, as_data, review

    match = gs.load(arguments.file)
    if arguments.seconds is not None and arguments.seconds <= 0:
        raise BadOption("--seconds is more than 0")
    effort = Effort() if arguments.exact else None
    think = Budget.read(arguments.think) if arguments.think else None
    told = ProgressFile(Path(arguments.progress) if arguments.progress else None)
    found = review(
        match,
        seats=read_seats(match, arguments.seats),
        effort=effort,
        think=think,
        seconds=arguments.seconds or MOST_SECONDS,
        seed=arguments.seed,
        tell=told.tell,
    )
    if arguments.out is None:
        print("\n".join(sentences(match, found)))
        return
    try:
        Path(arguments.out).write_text(json.dumps(as_data(found), ensure_ascii=False), "utf-8")
    except OSError as error:
        raise BadFile(f"cannot write {arguments.out}: {error.strerror or error}") from None


def read_seats(match: Match, given: str | None) -> list[int] | None:
    """Seats by letter or by number."""
    if given is None:
        return None
    names = [name.strip() for name in given.split(",") if name.strip()]
    return [match.seat(int(name) if name.isdecimal() else name) for name in names]


class ProgressFile:
    """How far a review is: on the terminal, or in a file that another program reads."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self._written = -1.0

    def tell(self, share: float) -> None:
        if time.monotonic() - self._written < WRITTEN_EVERY_S:
            return
        self._written = time.monotonic()
        if self.file is None:
            if sys.stderr.isatty():
                print(f"\r{share:4.0%}", end="\r", file=sys.stderr, flush=True)
            return
        beside = self.file.with_name(f"{self.file.name}.new")
        with suppress(OSError):  # a review does not end because nobody can watch it
            beside.write_text(json.dumps({"share": round(share, 4)}), "utf-8")
            os.replace(beside, self.file)


def sentences(match: Match, found: MatchReview) -> Iterator[str]:
    """A review for the terminal."""
    names = match.game.seat_names
    winners = " and ".join(names[seat] for seat in found.winners) or "nobody"
    yield f"{match.game.title}: {winners} won; the end: {', '.join(map(str, found.moments[-1].points))} points"
    if found.timed is not None:
        yield from timed_sentences(match, found.timed)
        return
    for one in found.turning_points:
        moves = "; ".join(match.log[one.first - 1 : one.last])
        before, after = one.before[one.about], one.after[one.about]
        yield f"turning point: {moves}. The chance of {names[one.about]} goes from {before:.0%} to {after:.0%}."
    clear = sorted((one for one in found.decisions if one.clear), key=lambda one: (-one.chance, -one.points))
    agreed = sum(one.agrees for one in found.decisions)
    yield f"{len(found.decisions)} decisions; the {found.by} would have done the same in {agreed} of them"
    for decision in clear[:SHOWN]:
        yield (
            f"line {decision.line}, {names[decision.seat]}: {decision.played}. Better: {decision.best}. "
            f"It cost {decision.chance:.0%} of the chance to win and {decision.points:.1f} points."
        )
        if decision.value is not None:
            yield f"    The bot saw a chance of {decision.value:.0%} with its plan."
        outlook = Outlook(decision.expected, decision.held)
        yield from (f"    {sentence}" for sentence in (*expected_words(outlook), *held_words(match.game, outlook)))


def timed_sentences(match: Match, found: TimedReview) -> Iterator[str]:
    """Who waited for whom, and what nobody can beat."""
    names = match.game.seat_names
    for goal in found.goals:
        when = "not reached" if goal.reached_ms is None else f"reached after {goal.reached_ms / 1000:.0f} s"
        yield f"{goal.name}: {when}; nobody can do it in less than {goal.bound_ms / 1000:.0f} s"
    pairs: dict[tuple[int, int], int] = {}
    for wait in found.waits:
        pairs[wait.seat, wait.other] = pairs.get((wait.seat, wait.other), 0) + wait.ms
    for (seat, other), ms in sorted(pairs.items(), key=lambda one: -one[1]):
        yield f"{names[seat]} waited {ms / 1000:.0f} s for {names[other]}"
    for one in found.setbacks:
        yield f"{one.at_ms / 1000:.0f} s: {one.what} ({one.points} points)"
