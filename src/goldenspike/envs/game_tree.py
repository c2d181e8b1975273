"""The whole tree of a small game: every history, what each player knows there, and the value of the game.

The value of a zero-sum game is found by linear programming over sequences of own actions. ``gambit`` writes the tree in
Gambit's format, which OpenSpiel reads into a game of its own in C++.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

CHANCE, TERMINAL = -1, -2
MOST_HISTORIES = 2_000_000


@dataclass
class GameTree:
    """Histories in the order in which they are met, the root first."""

    player: list[int] = field(default_factory=list)  # who decides: a seat, CHANCE or TERMINAL
    children: list[list[int]] = field(default_factory=list)
    information: list[int] = field(default_factory=list)  # by number: what the player knows there
    utility: dict[int, tuple[float, ...]] = field(default_factory=dict)  # at the end
    known: dict[tuple[int, str], int] = field(default_factory=dict)  # by player and information state
    positions: set[bytes] = field(default_factory=set)

    @property
    def counts(self) -> dict[str, int]:
        """How large the game is."""
        return {
            "histories": len(self.player),
            "positions": len(self.positions),
            "information sets": len(self.known),
            "chance nodes": sum(player == CHANCE for player in self.player),
            "ends": len(self.utility),
        }


def tree_of(game: Any, most: int = MOST_HISTORIES) -> GameTree:
    """Walk through a game of OpenSpiel, from its first state to every end."""
    tree = GameTree()
    waiting: list[tuple[Any, int]] = [(game.new_initial_state(), -1)]
    while waiting:
        state, parent = waiting.pop()
        number = len(tree.player)
        if number >= most:
            raise ValueError(f"the game has more than {most:,} histories")
        if parent >= 0:
            tree.children[parent].append(number)
        tree.children.append([])
        tree.information.append(-1)
        if state.is_terminal():
            tree.player.append(TERMINAL)
            tree.utility[number] = tuple(state.returns())
            tree.positions.add(state.now.raw.tobytes())
            continue
        if state.is_chance_node():
            tree.player.append(CHANCE)
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            player = state.current_player()
            tree.player.append(player)
            key = player, state.information_state_string(player)
            tree.information[number] = tree.known.setdefault(key, len(tree.known))
            tree.positions.add(state.now.raw.tobytes())
            actions = state.legal_actions()
        # Backwards, so that what is taken from the end comes in order.
        waiting += [(state.child(action), number) for action in reversed(actions)]
    return tree


# ---------------------------------------------------------------- linear programming
class Sequences:
    """The sequences of own actions of one player, and how they go on at its information sets."""

    def __init__(self) -> None:
        self.number: dict[tuple[int, int], int] = {}  # by information set and place of the action; 0 is the empty one
        self.before: dict[int, int] = {}  # by information set: the sequence that leads there

    def visit(self, information: int, actions: int, before: int) -> int:
        """The number of the first sequence that goes on at an information set."""
        if information not in self.before:
            self.before[information] = before
            for action in range(actions):
                self.number[information, action] = 1 + len(self.number)
        elif self.before[information] != before:
            raise ValueError("a player forgets what they did: this game has no perfect recall")
        return self.number[information, 0]

    def constraints(self) -> tuple[Any, Any]:
        """What a plan is: the empty sequence is played, and every other as often as those that go on with it."""
        from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

        rows, columns, entries = [0], [0], [1.0]
        for row, (information, before) in enumerate(self.before.items(), 1):
            rows.append(row)
            columns.append(before)
            entries.append(-1.0)
            action = 0
            while (information, action) in self.number:
                rows.append(row)
                columns.append(self.number[information, action])
                entries.append(1.0)
                action += 1
        size = (1 + len(self.before), 1 + len(self.number))
        right = np.zeros(size[0])
        right[0] = 1.0
        return csr_matrix((entries, (rows, columns)), size), right


def linear_value(tree: GameTree) -> float:
    """What the first of two players gets on average if both play as well as possible (Koller, Megiddo, von Stengel)."""
    from scipy.optimize import linprog  # type: ignore[import-untyped]
    from scipy.sparse import bmat, csr_matrix

    plans = Sequences(), Sequences()
    rows, columns, entries = [], [], []
    for number, chance, at in walk(tree, plans):
        rows.append(at[0])
        columns.append(at[1])
        entries.append(chance * tree.utility[number][0])
    (first, first_right), (second, second_right) = plans[0].constraints(), plans[1].constraints()
    payoff = csr_matrix((entries, (rows, columns)), (first.shape[1], second.shape[1]))
    # Maximise what the second player's best answer leaves: its dual variables, one for each of their constraints.
    goal = -np.concatenate([np.zeros(first.shape[1]), second_right])
    found = linprog(
        goal,
        A_ub=bmat([[-payoff.T, second.T]], format="csr"),
        b_ub=np.zeros(second.shape[1]),
        A_eq=bmat([[first, csr_matrix((first.shape[0], second.shape[0]))]], format="csr"),
        b_eq=first_right,
        bounds=[(0, None)] * first.shape[1] + [(None, None)] * second.shape[0],
        method="highs",
    )
    if not found.success:
        raise ValueError(f"linear programming found no value: {found.message}")
    return float(-found.fun)


def walk(tree: GameTree, plans: tuple[Sequences, Sequences]) -> Iterator[tuple[int, float, tuple[int, int]]]:
    """Every end, how likely chance makes it, and the sequences of both players that lead there."""
    waiting = [(0, 1.0, (0, 0))]
    while waiting:
        number, chance, at = waiting.pop()
        player, children = tree.player[number], tree.children[number]
        if player == TERMINAL:
            yield number, chance, at
        elif player == CHANCE:
            waiting += [(child, chance / len(children), at) for child in children]
        else:
            first = plans[player].visit(tree.information[number], len(children), at[player])
            for place, child in enumerate(children):
                waiting.append((child, chance, (first + place, at[1]) if player == 0 else (at[0], first + place)))


# ---------------------------------------------------------------- for programs in other languages
def gambit(tree: GameTree, title: str) -> str:
    """The tree in Gambit's format for extensive games (.efg)."""
    players = len(next(iter(tree.utility.values())))
    names = " ".join(f'"{seat}"' for seat in range(players))
    lines = [f'EFG 2 R "{title}" {{ {names} }}']
    numbers: list[dict[int, int]] = [{} for _ in range(players)]
    outcomes: dict[tuple[float, ...], int] = {}
    waiting = [0]
    while waiting:
        number = waiting.pop()
        player, children = tree.player[number], tree.children[number]
        if player == TERMINAL:
            paid = tree.utility[number]
            outcome = outcomes.setdefault(paid, 1 + len(outcomes))
            lines.append(f't "" {outcome} "" {{ {", ".join(f"{one:g}" for one in paid)} }}')
        elif player == CHANCE:
            chosen = " ".join(f'"{k}" {1 / len(children):.17g}' for k in range(len(children)))
            lines.append(f'c "" {number + 1} "" {{ {chosen} }} 0')
        else:
            known = numbers[player].setdefault(tree.information[number], 1 + len(numbers[player]))
            actions = " ".join(f'"{player} {known} {k}"' for k in range(len(children)))
            lines.append(f'p "" {player + 1} {known} "" {{ {actions} }} 0')
        waiting += reversed(children)
    return "\n".join(lines) + "\n"
