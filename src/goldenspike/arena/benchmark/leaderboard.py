"""Results of a task, and the leaderboard of all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import goldenspike as gs
from goldenspike.bots import bot, bot_spec
from goldenspike.bots.levels import SearchBot
from goldenspike.drawing.intervals import mean_interval, wilson
from goldenspike.engine.benchmark import YOU, BenchmarkTask
from goldenspike.engine.errors import BadOption
from goldenspike.engine.game import Game, shown

from ..run.results import Row
from ..tournament.schedule import Plan, make_plan

HEAD = ("player", "games", "won", "95 %", "points", "95 %")


@dataclass(frozen=True)
class TaskResult:
    """How a player did."""

    player: str
    games: int
    won: tuple[float, float, float]  # share, and its 95 % interval
    points: tuple[float, float, float]  # mean, and its 95 % interval

    def words(self) -> list[str]:
        """A line of the leaderboard."""
        share, low, high = self.won
        mean, least, most = self.points
        return [
            self.player, str(self.games), f"{share:.1%}", f"{100 * low:.1f} to {100 * high:.1f} %", f"{mean:.2f}",
            f"{least:.2f} to {most:.2f}",
        ]  # fmt: skip


def tasks() -> dict[str, tuple[Game, BenchmarkTask]]:
    """All tasks of all games by name."""
    found: dict[str, tuple[Game, BenchmarkTask]] = {}
    for name in gs.games.names():
        # A variant has the tasks of its own class: those it inherits are about another game.
        for task in vars(type(gs.game(name))).get("benchmarks", ()):
            if task.name in found:
                raise TypeError(f"two benchmark tasks are called {task.name}")
            found[task.name] = gs.game(name), task
    return found


def chosen_tasks(names: Sequence[str]) -> list[tuple[Game, BenchmarkTask]]:
    """The tasks of these names, or of these games; without any, all."""
    known = tasks()
    for name in names:
        if name not in known and not any(game.name == name for game, _ in known.values()):
            raise BadOption(f"there is no task {shown(name)}; there are {', '.join(known)}")
    return [
        (game, task) for game, task in known.values() if not names or task.name in names or game.name in names
    ]  # fmt: skip


def plan_for(game: Game, task: BenchmarkTask, player: str, games: int | None) -> Plan:
    """The games of a task with this player."""
    spec = bot_spec(player)
    one = bot(spec, 0, game.name)
    if isinstance(one, SearchBot) and not one.budget.iterations:
        raise BadOption(f"{player} thinks by the clock; give it a number of iterations, such as {one.name}@400")
    return make_plan(
        game.name,
        bots=[],
        lineup=task.players(spec),
        games=games or task.games,
        options={**game.env_options, **task.options},
        board=task.board,
        seed=task.seed,
        distinct=set(task.lineup) == {YOU},  # whoever plays all seats plays each deal once
        rated=False,
    )


def result_of(task: BenchmarkTask, player: str, rows: Iterable[Row]) -> TaskResult:
    """Shares and points of the player in all seats they sat in; who sits in several seats of a game counts once."""
    places = [seat for seat, name in enumerate(task.lineup) if name == YOU]
    won, points = [], []
    for row in rows:
        turn = row["number"] % len(task.lineup)
        seats = [(seat + turn) % len(task.lineup) for seat in places]
        won.append(min(sum(row["won"][seat] for seat in seats), 1.0))
        points.append(sum(row["points"][seat] for seat in seats) / len(seats))
    low, high = wilson(sum(won), len(won))
    return TaskResult(player, len(won), (sum(won) / len(won), low, high), mean_interval(points))


def ranked(task: BenchmarkTask, results: Iterable[TaskResult]) -> list[TaskResult]:
    """The best first, by what the task compares; then by the other figure."""
    most = 1 if task.ranked_by == "won" else -1
    return sorted(results, key=lambda one: ((-one.won[0], -one.points[0])[::most], one.player))


def task_text(game: Game, task: BenchmarkTask, results: Iterable[TaskResult]) -> str:
    """The leaderboard of a task in Markdown."""
    table = [HEAD, ["---", *["---:"] * (len(HEAD) - 1)], *(one.words() for one in ranked(task, results))]
    asked = "games won" if task.ranked_by == "won" else "points"
    options = ", ".join(f"{name}={value}" for name, value in task.options.items())
    where = [f"board {task.board}"] if task.board else []
    said = "; ".join([f"{game.title}", *where, *([options] if options else []), f"lineup {', '.join(task.lineup)}",
                      f"seed {task.seed}", f"ranked by {asked}"])  # fmt: skip
    return f"### {task.name}\n\n{task.about} ({said}.)\n\n" + "".join(f"| {' | '.join(row)} |\n" for row in table)


def about_players(asked: Iterable[tuple[Game, str]]) -> dict[str, str]:
    """What each player is, in a sentence."""
    return {player: bot(bot_spec(player), 0, game.name).about for game, player in asked}


def page_text(
    parts: Iterable[str],
    command: str,
    players: Mapping[str, str],
    left_out: Iterable[str] = (),
    image: str | None = None,
) -> str:
    """A page with all leaderboards, and who the players are."""
    head = (
        "# Benchmark\n\n"
        "*For researchers: fixed tasks, and what reference players reach. [Environments](../environments.md#benchmark) "
        "explains the protocol.*\n\n"
        f"```\n{command}\n```\n\n"
        "Every deal is played with the player in each seat. Bots think by counted iterations, so the same command "
        "gives the same figures; a test plays a short task twice and compares. Intervals are of 95 % (Wilson's for "
        "shares).\n\n"
    )
    known = "".join(f"| `{name}` | {about} |\n" for name, about in players.items())
    missing = "".join(f"\nLeft out: {line}.\n" for line in left_out)
    drawn = f"![Games won by task and player]({image.replace(os.sep, '/')})\n\n" if image else ""
    return f"{head}{drawn}| player | |\n|---|---|\n{known}{missing}\n" + "\n".join(parts)


def folder_of(out: Path, task: BenchmarkTask, player: str) -> Path:
    return out / task.name / "".join(c if c.isalnum() else "-" for c in player)
