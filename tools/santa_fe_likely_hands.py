"""How much lays and plays say about the City cards that somebody holds: fitted to games between bots, judged by others.

``python tools/santa_fe_likely_hands.py`` prints the shifts for ``likely_hands`` and how well they
tell: the log loss of all chances given, with a 95 % interval over games, beside that of a fair deal.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from goldenspike import games
from goldenspike.bots import Bot, bot
from goldenspike.engine.match import Match
from goldenspike.engine.outlook import readable_log
from goldenspike.games.santa_fe.bot.likely_hands import FIGURES, SHIFTS, Unseen, by_rival, chances, log_odds, unseen
from goldenspike.games.santa_fe.rules.state import PLAY

PLAYERS = ("fireman", "engineer@60", "superintendent@60")
STEPS = 12  # of Newton's method: it has long settled by then
FIRM = 1.0  # how strongly a shift is drawn to nothing


@dataclass(frozen=True)
class Seen:
    """A rival at one moment: its cities, and which of them it held."""

    some: tuple[Unseen, ...]
    held: tuple[bool, ...]


def play(game: str, seats: int, seed: int, players: Sequence[Bot]) -> Iterator[Seen]:
    """One game, looked at from a seat by chance at the beginning of every Round."""
    match = Match.new(games.game(game), seats=seats, seed=seed, options={})
    dice = random.Random(f"likely hands {seed}")
    rounds = 0
    while not match.over:
        s = match.s
        if s.phase == PLAY and s.round_no > rounds and not any(s.committed):
            rounds = s.round_no
            yield from look(match, dice.randrange(seats))
        seat = match.actors[0]
        players[seat].act(match, seat)


def look(match: Match, seat: int) -> Iterator[Seen]:
    """What a seat sees of its rivals, and what is true of them."""
    setting: Any = match.setting
    for rival, some in by_rival(unseen(setting, match.s, seat, readable_log(match, seat))).items():
        hand = set(match.s.hand[rival][: match.s.held[rival]])
        yield Seen(tuple(some), tuple(one.city in hand for one in some))


def gather(game: str, seats: int, count: int, first: int, players: Sequence[str] = PLAYERS) -> list[list[Seen]]:
    """So many games, each with what was seen in it; every seat is played by chance."""
    found = []
    for seed in range(first, first + count):
        dice = random.Random(f"line-up {seed}")
        line_up = [bot(dice.choice(players), seed * 8 + seat, game) for seat in range(seats)]
        found.append(list(play(game, seats, seed, line_up)))
    return found


def fit(found: Sequence[Sequence[Seen]]) -> tuple[float, ...]:
    """Logistic regression with the chance of a fair deal as its offset; figures count from their mean for a rival."""
    import numpy as np

    rows, offsets, truths = [], [], []
    for seen in (seen for game in found for seen in game):
        figures = np.array([one.figures for one in seen.some])
        rows.append(figures - figures.mean(axis=0))
        offsets += [log_odds(one.usual) for one in seen.some]
        truths += list(seen.held)
    x, offset, truth = np.vstack(rows), np.array(offsets), np.array(truths, float)
    shifts = np.zeros(len(FIGURES))
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(offset + x @ shifts)))
        slope = x.T @ (truth - chance) - FIRM * shifts
        shifts += np.linalg.solve((x.T * (chance * (1 - chance))) @ x + FIRM * np.eye(len(shifts)), slope)
    return tuple(float(one) for one in shifts)


def losses(found: Sequence[Sequence[Seen]], shifts: Sequence[float] = SHIFTS) -> list[tuple[float, float, int]]:
    """By game: the log loss with the shifts, that of a fair deal, and how many chances there were."""
    import numpy as np

    by_game = []
    for game in found:
        ours = usual = 0.0
        count = 0
        for seen in game:
            truth = np.array(seen.held)
            for total, given in ((0, chances(seen.some, shifts)), (1, [one.usual for one in seen.some])):
                right = np.where(truth, given, 1 - np.array(given))
                loss = -float(np.log(np.clip(right, 1e-9, 1)).sum())
                ours, usual = (ours + loss, usual) if total == 0 else (ours, usual + loss)
            count += len(seen.some)
        by_game.append((ours, usual, count))
    return by_game


def told(by_game: Sequence[tuple[float, float, int]]) -> str:
    """Both losses for each chance given, and by how much the first is smaller, with its interval over games."""
    import numpy as np

    ours, usual, count = (np.array(column, float) for column in zip(*by_game, strict=True))
    better = (usual - ours) / count.mean()
    error = 1.96 * better.std(ddof=1) / np.sqrt(len(better))
    return (
        f"log loss {ours.sum() / count.sum():.4f}, fair deal {usual.sum() / count.sum():.4f}: "
        f"better by {better.mean():.4f} ({better.mean() - error:.4f} to {better.mean() + error:.4f}), "
        f"{len(better)} games, {int(count.sum())} chances"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit what lays and plays say about hidden City cards.")
    parser.add_argument("--games", type=int, default=60, help="games for each number of players and edition")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    fitted: list[list[Seen]] = []
    held_out: dict[str, list[list[Seen]]] = {}
    for game in ("santa-fe-rails", "santa-fe"):
        for seats in (2, 3, 4, 5):
            found = gather(game, seats, asked.games, 1000 * asked.seed)
            # A third of the games is only for judging.
            fitted += found[len(found) // 3 :]
            held_out[f"{game}, {seats} players"] = found[: len(found) // 3]
            print(f"played {game} with {seats} players", flush=True)
    shifts = fit(fitted)
    for name, shift in zip(FIGURES, shifts, strict=True):
        print(f"{shift:8.3f}  {name}")
    print("SHIFTS =", tuple(round(one, 3) for one in shifts))
    for name, found in held_out.items():
        print(f"{name}: {told(losses(found, shifts))}")
    print(f"all: {told(losses([game for some in held_out.values() for game in some], shifts))}")


if __name__ == "__main__":
    main()
