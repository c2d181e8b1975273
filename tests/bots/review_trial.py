"""Do the turning points of reviews agree with long playouts? And how long does a review take?

usage: python -m tests.bots.review_trial [--games 10] [--first 1] [--long 20000] [GAME ...]

Bots of different strength play; every finished match is reviewed as at a table with one person. Both sides of every
marked turning point are then played on many more times with other luck. A mark agrees if that swing is at least as
large as marked, less two standard deviations of both. Times are seconds of computing time, so that a busy machine
does not count. For games in real time the bounds are compared with what was reached.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from statistics import mean, median

import goldenspike as gs
from goldenspike.bots import bot
from goldenspike.bots.play_on import PlayOn
from goldenspike.bots.review import chance, played_again, review
from goldenspike.engine.match import Match
from goldenspike.engine.match_review import MatchReview
from goldenspike.engine.timed_match import TimedMatch

LEVELS = ("fireman", "brakeman", "engineer")


def finished(name: str, seed: int) -> Match:
    """A match of bots; in turns they differ in strength."""
    game = gs.game(name)
    if not game.searched:
        return timed(name, seed)
    seats = min(3, game.seats[-1])
    match = gs.new(name, seats=seats, seed=seed)
    levels = list(LEVELS)
    random.Random(seed).shuffle(levels)
    bots = [bot(f"{level}@30" if level == "engineer" else level, seed=seat, game=name)
            for seat, level in zip(range(seats), levels, strict=False)]  # fmt: skip
    while not match.over:
        seat = match.actors[0]
        bots[seat].act(match, seat)
    return match


def timed(name: str, seed: int) -> Match:
    """A round by a crew of bots on the virtual clock."""
    game = gs.game(name)
    board = next(board for board in game.boards if game.board(board).players)
    match = gs.new(name, seats=game.board(board).players[0], seed=seed, board=board, clock="virtual")
    assert isinstance(match, TimedMatch)
    names = list(game.bots() or {})
    crew = game.crew(
        match, {seat: bot(names[-1 - seat % 2], seed=seat, game=name) for seat in range(match.setting.seats)}
    )
    while not match.over:
        crew.run(crew.next_action)
    return match


def agreement(match: Match, found: MatchReview, long: int, seed: int) -> list[tuple[float, float, bool]]:
    """For each mark: the swing as marked, the swing of long playouts, and whether they agree."""
    again, played = played_again(match)
    lines = {one.line: one for one in played}
    play_on = PlayOn(match.setting, 10_000 + seed)
    rows = []
    for one in found.turning_points:
        seat = one.about
        before = chance(again, lines[one.first].before, play_on, long).won[seat]
        after = chance(again, lines[one.last].after, play_on, long).won[seat]
        marked, swing = one.after[seat] - one.before[seat], after - before
        noise = math.sqrt(one.error**2 + (before * (1 - before) + after * (1 - after)) / long)
        rows.append((marked, swing, math.copysign(1, marked) * swing >= abs(marked) - 2 * noise))
    return rows


def trial(name: str, games: int, long: int, first: int = 1) -> None:
    rows: list[tuple[float, float, bool]] = []
    spent, marks, costly, reached = [], [], [], []
    for seed in range(first, first + games):
        match = finished(name, seed)
        begun = time.process_time()
        found = review(match, seats=[0], seed=seed)
        spent.append(time.process_time() - begun)
        if found.timed is not None:
            goals = [goal for goal in found.timed.goals if goal.reached_ms is not None]
            reached += [goal.reached_ms / goal.bound_ms for goal in goals if goal.reached_ms is not None]
            marks.append(len(found.timed.waits))
            continue
        marks.append(len(found.turning_points))
        costly.append(sum(one.clear for one in found.decisions))
        compared = agreement(match, found, long, seed)
        rows += compared
        agreed = sum(agrees for *_, agrees in compared)
        missed = "".join(f"; marked {one:+.1%}, long {swing:+.1%}" for one, swing, agrees in compared if not agrees)
        print(f"  {name} {seed}: {spent[-1]:.1f} s, {agreed} of {len(compared)} marks agree{missed}", flush=True)
    print(f"{name}: {games} games; a review took {median(spent):.1f} s of computing time (at most {max(spent):.1f})")
    if reached:
        print(f"  waits marked: {mean(marks):.1f} a game; goals took {min(reached):.2f} to {max(reached):.2f} bounds")
        assert min(reached) >= 1, "a bound was beaten"
        return
    print(f"  turning points: {mean(marks):.1f} a game; clearly costly decisions of seat A: {mean(costly):.1f} a game")
    if rows:
        agreed = sum(agrees for *_, agrees in rows)
        sizes = [abs(marked) for marked, *_ in rows], [abs(swing) for _, swing, _ in rows]
        print(
            f"  {agreed} of {len(rows)} marks agree with {long} playouts of each side; "
            f"marked {mean(sizes[0]):.1%}, long {mean(sizes[1]):.1%} on average"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--long", type=int, default=20_000)
    given = parser.parse_args()
    for name in given.game or ["santa-fe-rails", "santa-fe", "pioneer-rails", "rail-pass"]:
        trial(name, given.games, given.long, given.first)


if __name__ == "__main__":
    main()
