"""Counts the figures of games/santa_fe/bot/evaluation.py in games between bots that search.

python tools/santa_fe_figures.py --games 100

It prints how often a railroad that is so many pieces away from a city connects to it in the end (MAJOR_COMES,
SHORT_COMES), then what a point of each part of a position was worth at the end, by how many Rounds were left. If these
weights are close to each other, the evaluation adds up its parts correctly.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from goldenspike.arena.run.play_game import GameRunner
from goldenspike.arena.tournament.schedule import make_plan
from goldenspike.bots import bot
from goldenspike.engine.game import halves
from goldenspike.games.santa_fe.bot import evaluation
from goldenspike.games.santa_fe.bot.policy import POINT
from goldenspike.games.santa_fe.rules.state import MAJORS, NONE, ON_TABLE, RAILS

BOTS = ("superintendent@{}", "superintendent@{}/alone=1", "engineer@{}", "superintendent@{}/explore=0.3", "engineer@{}")
PARTS = ("money", "now", "to come", "best card", "second", "third", "fourth", "doubles", "booms", "branch")
LEFT = ((0, 2), (2, 4), (4, 7), (7, 11), (11, 99))
EVERY = 7  # decisions between two positions


def games(lineup: list[str], count: int) -> Any:
    """Positions of a game, its end and its points, one game after another."""
    seats = len(lineup)
    # A plan deals the same cards once for each seat: between equal players that would be the same game again.
    every = seats if len(set(lineup)) == 1 else 1
    plan = make_plan("santa-fe-rails", bots=[], lineup=lineup, games=count * every, seed=70 + seats)
    runner = GameRunner(plan)
    fast, states, boards, read = runner.fast, runner.states, runner.boards, runner.game.state.from_bytes
    for number in range(0, count * every, every):
        fixture = runner.plan.fixture(number)
        players = [bot(name, fixture.seed * 64 + seat, runner.game.name) for seat, name in enumerate(fixture.bots)]
        fast.start_at(states, 0, boards, 0, seats, *halves(fixture.seed))
        waiting, decisions, seen = int(fast.actors_at(states, 0)), number // every % EVERY, []
        while waiting:
            seat = (waiting & -waiting).bit_length() - 1
            if decisions % EVERY == 0:
                seen.append(read(states[0].tobytes()))
            waiting = int(fast.apply_at(states, 0, boards, 0, seat, runner.choice(players[seat], seat)))
            decisions += 1
        yield runner.setting.b, seen, read(states[0].tobytes()), runner.result().points[:seats]


def count_arrivals(s: Any, end: Any, b: Any, out: list[int], counts: Any) -> None:
    """For every railroad and city it has not reached: how far it is, and whether it came."""
    for rail in range(RAILS):
        last = min(s.supply[rail], evaluation.MOST_AWAY)
        evaluation.spread(s, b, rail, last, out)
        for city in range(b.n_cities):
            away = out[evaluation.AWAY + city]
            if b.value[city] and away <= last and not s.city_rails[city] >> rail & 1:
                came = end.city_rails[city] >> rail & 1
                counts[0 if rail < MAJORS else 1, away, came] += 1


def parts(s: Any, b: Any, seat: int, out: list[int]) -> list[float]:
    """What a seat has, part by part; ``out`` holds what cards will bring."""
    now = later = 0.0
    for city in range(b.n_cities):
        cards = s.gone[city].count(ON_TABLE + seat)
        worth = (s.marker[city] or b.value[city]) * s.city_rails[city].bit_count()
        now += cards * worth
        later += cards * (out[evaluation.WORTH + city] / POINT - worth)
    hand = sorted((out[evaluation.WORTH + city] / POINT for city in s.hand[seat][: s.held[seat]]), reverse=True)
    hand = [*hand, 0.0, 0.0, 0.0, 0.0][:4]
    return [s.money[seat], now, later, *hand, s.doubles[seat], s.booms[seat], float(s.branch[seat] != NONE)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--iterations", type=int, default=150)
    chosen = parser.parse_args()
    counts = np.zeros((2, evaluation.MOST_AWAY + 1, 2))
    out = [0] * 4096
    rows, ends, left = [], [], []
    lineup = [name.format(chosen.iterations) for name in BOTS[: chosen.seats]]
    for b, seen, end, points in games(lineup, chosen.games):
        for s in seen:
            count_arrivals(s, end, b, out, counts)
            evaluation.foresee(s, b, out)
            table = np.array([parts(s, b, seat, out) for seat in range(chosen.seats)])
            rows.append(table - table.mean(0))  # only what one has more than the others can decide
            ends.append(np.array(points) - np.mean(points))
            left.append(end.round_no - s.round_no)
    for name, found in zip(("MAJOR_COMES", "SHORT_COMES"), counts, strict=True):
        shares = [round(100 * came / (came + never)) if came + never else 0 for never, came in found]
        print(f"{name} = {tuple(shares)}")
    for low, high in LEFT:
        chosen_rows = [k for k, rounds in enumerate(left) if low <= rounds < high]
        if chosen_rows:
            a, y = np.concatenate([rows[k] for k in chosen_rows]), np.concatenate([ends[k] for k in chosen_rows])
            weights = np.linalg.lstsq(a, y, rcond=None)[0]
            known = 1 - np.var(y - a @ weights) / np.var(y)
            worth = ", ".join(f"{part} {weight:.2f}" for part, weight in zip(PARTS, weights, strict=True))
            print(f"{low} to {high - 1} Rounds left, {known:.0%} of the differences at the end are known: {worth}")


if __name__ == "__main__":
    main()
