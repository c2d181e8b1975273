"""Fits the tables of games/santa_fe/bot/arrival_tables.py to finished games between bots that search.

python tools/santa_fe_arrivals.py --games 800 --player president@64 --write

For every railroad and every city that it might still reach it notes what may tell whether it will (``find_clues``),
and fits logistic regression to what happened. One game in five is kept for judging: there it prints how much of the
differences the new tables explain, beside what those of the module and the distance alone do. ``--write`` puts the new
tables into the module.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import santa_fe_clue_rows
import santa_fe_figures

import goldenspike as gs
from goldenspike.engine.compiled import added
from goldenspike.engine.rule_set import Kernels
from goldenspike.games.santa_fe.bot import arrival_tables, arrivals, evaluation

Array = np.ndarray[Any, Any]
# A table's name, the clue by which it is read, how many places it has, and what it is multiplied by.
TABLES = (
    ("DISTANCE", arrivals.DISTANT, 11, None),
    ("DISTANCE_EARLY", arrivals.DISTANT, 11, arrivals.LEFT_NOW),
    ("DISTANCE_SPARE", arrivals.DISTANT, 11, arrivals.SPARE),
    ("LAID_CARDS", arrivals.ON_TABLES, 3, None),
    ("LAID_CARDS_EARLY", arrivals.ON_TABLES, 3, arrivals.LEFT_NOW),
    ("HANDS", arrivals.IN_HANDS, 5, None),
    ("HANDS_EARLY", arrivals.IN_HANDS, 5, arrivals.LEFT_NOW),
    ("CLOSER", arrivals.NEARER, 16, None),
    ("RIVALS", arrivals.WANTED, 10, None),
    ("RIVALS_EARLY", arrivals.WANTED, 10, arrivals.LEFT_NOW),
    ("FREE_LINES", arrivals.FREE, 6, None),
    ("FREE_LINES_EARLY", arrivals.FREE, 6, arrivals.LEFT_NOW),
    ("CONNECTED", arrivals.SERVED, 6, None),
    ("CONNECTED_EARLY", arrivals.SERVED, 6, arrivals.LEFT_NOW),
    ("ON_ITS_WAY", arrivals.UNDER_WAY, 4, None),
    ("CROWD", arrivals.CROWDED, 7, None),
)
PARTS = {None: 1, arrivals.LEFT_NOW: 128, arrivals.SPARE: 10}
MOST_PAIRS = 400_000  # of each kind that are fitted to
STEPS = 8
PENALTY = 2.0


def columns(rows: Array) -> Array:
    """One column for each place of each table, then the value, cards times value, and the places of IN_PLAY."""
    found = []
    for _, clue, places, times in TABLES:
        one = np.eye(places, dtype=np.float32)[rows[:, clue]]
        found.append(one if times is None else one * (rows[:, times] / np.float32(PARTS[times]))[:, None])
    cards = rows[:, arrivals.ON_TABLES] + rows[:, arrivals.IN_HANDS]
    found.append(np.stack([rows[:, arrivals.WORTH_NOW], cards * rows[:, arrivals.WORTH_NOW]], 1).astype(np.float32))
    found.append(np.eye(11, dtype=np.float32)[rows[:, arrivals.DISTANT] * rows[:, arrivals.PLAYABLE]])
    return np.concatenate(found, axis=1)


def fit(x: Array, y: Array) -> Array:
    """Logistic regression by Newton's method; weights are drawn towards nothing a little."""
    weights = np.zeros(x.shape[1])
    for _ in range(STEPS):
        chance = likely(x, weights)
        slope = x.T @ (y - chance) - PENALTY * weights
        bend = (x * (chance * (1 - chance)).astype(np.float32)[:, None]).T @ x + PENALTY * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def tables_of(weights: Array) -> dict[str, tuple[int, ...]]:
    """Weights as tables, in hundredths."""
    found, at = {}, 0
    for name, places in [*((name, places) for name, _, places, _ in TABLES), ("VALUES", 2), ("IN_PLAY", 11)]:
        found[name] = tuple(round(100 * float(weight)) for weight in weights[at : at + places])
        at += places
    return found


def weights_there(kind: int) -> Array:
    """The weights that the module has now, in the order of the columns."""
    names = [*(name for name, *_ in TABLES), "VALUE", "CARD_VALUE", "IN_PLAY"]
    return np.concatenate([np.ravel(getattr(arrival_tables, name)[kind]) for name in names]) / 100


def likely(x: Array, weights: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-(x @ weights))))


def explained(came: Array, said: Array) -> float:
    return float(1 - ((came - said) ** 2).sum() / ((came - came.mean()) ** 2).sum())


def module_text(kinds: list[dict[str, tuple[int, ...]]]) -> str:
    """The module: each table once for Majors and once for Short Lines."""
    own = Path(arrival_tables.__file__).read_text("utf-8")
    lines = [own[: own.index("\nDISTANCE = ")]]
    for name in [*(name for name, *_ in TABLES), "IN_PLAY"]:
        lines.append(f"{name} = (\n    {kinds[0][name]},\n    {kinds[1][name]},\n)")
    for place, name in enumerate(("VALUE", "CARD_VALUE")):
        lines.append(f"{name} = ({kinds[0]['VALUES'][place]}, {kinds[1]['VALUES'][place]})")
    return "\n".join(lines) + "\n"


def noted(seats: int, games: int, player: str) -> Array:
    """Clues of all pairs in positions of some games, their kind, whether the railroad came, and the game."""
    states, ends, numbers = [], [], []
    for number, (_, seen, end, _) in enumerate(santa_fe_figures.games([player] * seats, games)):
        states += [s.to_bytes() for s in seen]
        numbers += [number] * len(seen)
        ends.append(end.to_bytes())
        print(f"{number + 1} of {games} games", end="\r", flush=True)
    return clues_in(gs.game("santa-fe-rails"), seats, b"".join(states), b"".join(ends), np.array(numbers))


def clues_in(game: Any, seats: int, states: bytes, ends: bytes, numbers: Array) -> Array:
    code = added(game.rule_set, Kernels((santa_fe_clue_rows,), entry_points=("note_clues",)))
    setting, state = game.setting(game.read_options({}), game.board(None), seats), game.state.dtype()
    rows = np.zeros((len(numbers) * 150, santa_fe_clue_rows.CLUE_ROW), np.int32)
    count = code.note_clues(
        np.frombuffer(states, state), np.frombuffer(ends, state), numbers, type(setting.b).array([setting.b]),
        np.zeros(game.most_legal, np.int64), rows,
    )  # fmt: skip
    return rows[:count]


def report(rows: Array, write: bool) -> None:
    kinds = []
    for kind, comes in enumerate((evaluation.MAJOR_COMES, evaluation.SHORT_COMES)):
        some = rows[rows[:, santa_fe_clue_rows.IS_SHORT] == kind]
        some = some[np.random.default_rng(0).random(len(some)) < MOST_PAIRS / len(some)]
        came, held = some[:, santa_fe_clue_rows.CAME], some[:, santa_fe_clue_rows.OF_GAME] % 5 == 0
        x = columns(some)
        weights = fit(x[~held], came[~held])
        said, before = likely(x[held], weights), likely(x[held], weights_there(kind))
        alone = np.array(comes)[some[held, arrivals.DISTANT]] / 100
        print(
            f"{('Majors', 'Short Lines')[kind]}: {len(some)} pairs; explained {explained(came[held], said):.1%}, "
            f"by the tables that are there {explained(came[held], before):.1%}, "
            f"by the distance alone {explained(came[held], alone):.1%}"
        )
        kinds.append(tables_of(weights))
    if write:
        Path(arrival_tables.__file__).write_text(module_text(kinds), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--player", default="president@64")
    parser.add_argument("--write", action="store_true", help="put the tables into the module")
    chosen = parser.parse_args()
    report(noted(chosen.seats, chosen.games, chosen.player), chosen.write)


if __name__ == "__main__":
    main()
