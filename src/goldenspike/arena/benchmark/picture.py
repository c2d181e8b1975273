"""The shares of games won in all tasks as one picture, with their intervals."""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.drawing.charts import BLUE, INK, MARGIN, PLAIN, SIZE, WIDTH, Axis, below, interval
from goldenspike.drawing.svg import circle, path, picture, rect, segment, text
from goldenspike.drawing.text import widest_width
from goldenspike.engine.benchmark import BenchmarkTask

from .leaderboard import TaskResult, ranked

ROW = 18.0
HEAD = 26.0  # above the rows of a task, with its name
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
LINES = "#dddddd"


def short_name(player: str) -> str:
    """A player without the place that they come from."""
    return player.rpartition(":")[2].rpartition("/")[2]


def shares_picture(results: Sequence[tuple[BenchmarkTask, Sequence[TaskResult]]]) -> str:
    """A dot for each player of each task that is ranked by games won, the best on top."""
    shown = [(task, ranked(task, found)) for task, found in results if task.ranked_by == "won"]
    names = [short_name(one.player) for _, found in shown for one in found]
    left = 3 * MARGIN + max((widest_width(name, SIZE, PLAIN.face) for name in names), default=0.0)
    axis = Axis(0.0, 1.0, left, WIDTH - 3 * MARGIN)
    y = MARGIN
    body = ""
    for task, found in shown:
        body += text(MARGIN, y + HEAD - 8, task.name, SIZE + 1, PLAIN, font_weight="bold")
        y += HEAD
        for share in SHARES:
            x = axis.at(share)
            body += path(segment((x, y), (x, y + ROW * len(found))), stroke=LINES, fill="none")
        for one in found:
            middle = y + ROW / 2
            value, low, high = one.won
            body += text(left - MARGIN, middle + SIZE / 3, short_name(one.player), SIZE, PLAIN, text_anchor="end")
            body += interval((axis.at(low), middle), (axis.at(high), middle))
            body += circle(axis.at(value), middle, 4.5, fill=BLUE, stroke=INK)
            y += ROW
    body += below(axis, y + 4, SHARES, [f"{share:.0%}" for share in SHARES], "games won, with 95 % intervals")
    height = y + 4 * SIZE + MARGIN
    paper = rect(0, 0, WIDTH, height, fill="#ffffff")
    said = "; ".join(
        f"{task.name}: " + ", ".join(f"{short_name(one.player)} {one.won[0]:.0%}" for one in found)
        for task, found in shown
    )
    return picture(paper + body, WIDTH, height, ids="benchmark", title="Games won by task and player", description=said)
