"""goldenspike solve: the tiny form of a game, solved exactly in two ways that share nothing but the game."""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from typing import Any

import goldenspike as gs
from goldenspike.engine.errors import BadOption

REWARDS = ("lead", "duel")
ITERATIONS = 400
WIDTH = 92  # of the table: a figure is never cut off, however narrow the terminal


@dataclass(frozen=True)
class Solution:
    """What a tiny game is worth to its first player, and how large it is."""

    game: str
    reward: str
    counts: dict[str, int]
    linear: float  # by linear programming over sequences
    regret: float  # by OpenSpiel's CFR+: the value of the average policy
    exploitability: float  # how much better the best answers to that policy are, on average
    uniform: float  # the exploitability of random play, for comparison
    seconds: float

    @property
    def agree(self) -> bool:
        """The value of a policy differs from that of the game by no more than its exploitability allows."""
        return abs(self.linear - self.regret) <= 2 * self.exploitability + 1e-6


def solve(name: str, reward: str = "lead", iterations: int = ITERATIONS) -> Solution:
    """Solve the tiny form of a game."""
    try:
        import pyspiel  # type: ignore[import-not-found]
    except ImportError:
        raise BadOption("solving needs more packages: pip install 'goldenspike[openspiel]'") from None
    from . import openspiel
    from .game_tree import gambit, linear_value, tree_of

    begun = time.perf_counter()
    whole = gs.game(name)
    if whole.tiny is None:
        having = [other for other in gs.games.names() if gs.game(other).tiny is not None]
        raise BadOption(f"{name} has no tiny form; these have one: {', '.join(having)}")
    tree = tree_of(pyspiel.load_game(openspiel.short_name(name), {"tiny": True, "reward": reward}))
    linear = linear_value(tree)
    # The same tree as a game in C++, where OpenSpiel's own algorithms are fast.
    game = pyspiel.load_efg_game(gambit(tree, f"{whole.title}, tiny"))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    regret = float(pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0])
    exploitability = float(pyspiel.exploitability(game, policy))
    uniform = float(pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)))
    return Solution(
        name, reward, tree.counts, linear, regret, exploitability, uniform, time.perf_counter() - begun
    )  # fmt: skip


def arguments(commands: Any) -> None:
    """Add the subcommand to the command line."""
    command = commands.add_parser("solve", help="solve the tiny form of a game exactly, in two ways")
    command.add_argument("game", nargs="*", help="which games (all that have a tiny form if left out)")
    command.add_argument("--reward", default="lead", choices=REWARDS, help="the lead in points, or victory and defeat")
    command.add_argument("--iterations", type=int, default=ITERATIONS, help=f"of CFR+ ({ITERATIONS})")
    command.add_argument("--json", action="store_true", help="print the figures as JSON")
    command.set_defaults(run=solve_command)


def solve_command(arguments: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.table import Table

    if not 1 <= arguments.iterations <= 1_000_000:
        raise BadOption(f"1 to 1000000 iterations of CFR+; not {arguments.iterations}")
    names = arguments.game or [name for name in gs.games.names() if gs.game(name).tiny is not None]
    found = [solve(name, arguments.reward, arguments.iterations) for name in names]
    if arguments.json:
        print(json.dumps([{**vars(one), "agree": one.agree} for one in found], indent=1))
        return
    shown = Table(box=None)
    for word in ("game", "histories", "positions", "sets", "LP", "CFR+", "exploitable", "random play"):
        shown.add_column(word, justify="left" if word == "game" else "right", no_wrap=True)
    for one in found:
        counts = (one.counts[name] for name in ("histories", "positions", "information sets"))
        figures = f"{one.linear:+.4f}", f"{one.regret:+.4f}", f"{one.exploitability:.4f}", f"{one.uniform:.2f}"
        shown.add_row(one.game, *(f"{count:,}" for count in counts), *figures)
    Console(highlight=False, width=max(Console().width, WIDTH)).print(shown)
    for one in found:
        if not one.agree:
            raise SystemExit(f"{one.game}: the two values do not agree")
