"""What keeping, copying and drawing an environment costs: ``goldenspike bench --copies`` (extra ``envs``)."""

from __future__ import annotations

import copy
import json
import pickle
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from goldenspike.engine.game import Game

from .peers import one_core, rate

BATCH = 64
WAYS = ("save", "restore", "deepcopy", "pickle")


@dataclass(frozen=True)
class CopyFigures:
    """Microseconds of an environment of a game, each way the best of three runs."""

    game: str
    environment: str
    save: float
    restore: float
    deepcopy: float
    pickle: float


@dataclass(frozen=True)
class FrameFigures:
    """Milliseconds for a picture of a position: the mean over a game, and the longest."""

    game: str
    frames: int
    size: str
    mean: float
    longest: float


def environments(game: Game) -> dict[str, Callable[[], Any]]:
    """Every kind of environment of a game, as research usually wants it."""
    from goldenspike.envs import Play
    from goldenspike.envs import pettingzoo as zoo
    from goldenspike.envs.gym import SeatAmongBots, SeatsAmongBots

    name, seats = game.name, max(game.env_seats, 2)

    def begun(env: Any) -> Any:
        env.reset(seed=3)
        return env

    return {
        "Play": lambda: Play(name, seats=seats, seed=3),
        "Gymnasium": lambda: begun(SeatAmongBots(name, seats=seats)),
        "PettingZoo AEC": lambda: begun(zoo.env(name, seats=seats)),
        "PettingZoo Parallel": lambda: begun(zoo.parallel_env(name, seats=seats)),
        f"Gymnasium, {BATCH} games": lambda: begun(SeatsAmongBots(BATCH, name, seats=seats)),
    }


def copy_figures(game: Game, seconds: float) -> list[CopyFigures]:
    """What each kind of environment takes to be kept and copied."""
    found = []
    for kind, make in environments(game).items():
        env = make()
        saved, pickled = env.save(), pickle.dumps(env)

        def again(env: Any = env, saved: Any = saved) -> None:
            env.restore(saved)

        def from_bytes(env: Any = env, pickled: bytes = pickled) -> None:
            assert len(pickle.dumps(env)) == len(pickled)
            pickle.loads(pickled)

        ways = (env.save, again, lambda env=env: copy.deepcopy(env), from_bytes)
        found.append(CopyFigures(game.name, kind, *(microseconds(way, seconds) for way in ways)))
    return found


def microseconds(work: Callable[[], object], seconds: float) -> float:
    def ten() -> int:
        for _ in range(10):
            work()
        return 10

    return round(1e6 / rate(ten, seconds), 1)


def frame_figures(game: Game) -> FrameFigures:
    """A random game in pictures, after 1, 2, 4, 8, ... decisions and at the end; the quickest of three runs counts."""
    from goldenspike.envs import Play
    from goldenspike.envs.render import show

    times: list[list[float]] = []
    size = ""
    for _ in range(3):
        play, dice, played = Play(game.name, seats=max(game.env_seats, 2), seed=4), random.Random(4), 0
        spent: list[float] = []
        while not play.over:
            play.apply(dice.choice(play.legal))
            played += 1
            if play.over or played.bit_count() == 1:
                begun = time.process_time()
                frame = show(play, "rgb_array")
                spent.append(1000 * (time.process_time() - begun))
                size = f"{frame.shape[1]} x {frame.shape[0]}"
        times.append(spent)
    best = [min(one) for one in zip(*times, strict=True)]
    return FrameFigures(game.name, len(best), size, round(sum(best) / len(best), 1), round(max(best), 1))


def report(games: Sequence[Game], *, as_json: bool, quick: bool) -> None:
    """Measure on one core, and print two tables in Markdown, or JSON."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    copies: list[CopyFigures] = []
    frames: list[FrameFigures] = []
    with one_core():
        for game in games:
            print(f"measuring {game.name}", file=sys.stderr)
            copies += copy_figures(game, 0.1 if quick else 1.0)
            frames.append(frame_figures(game))
    if as_json:
        print(json.dumps({"copies": list(map(asdict, copies)), "frames": list(map(asdict, frames))}, indent=1))
        return
    console = Console(width=None if sys.stdout.isatty() else 160)
    first = Table("game", "environment", box=box.MARKDOWN, title="Microseconds of CPU time", title_justify="left")
    for way in WAYS:
        first.add_column(way, justify="right")
    for row in copies:
        first.add_row(row.game, row.environment, *(f"{getattr(row, way):,.1f}" for way in WAYS))
    second = Table("game", box=box.MARKDOWN, title="Milliseconds for a frame (rgb_array)", title_justify="left")
    for head in ("frames", "size", "mean", "longest"):
        second.add_column(head, justify="right")
    for one in frames:
        second.add_row(one.game, str(one.frames), one.size, f"{one.mean:.1f}", f"{one.longest:.1f}")
    console.print(first)
    console.print(second)
