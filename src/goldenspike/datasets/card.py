"""The card of a data set: what is in the folder, how it was made, and how to read it."""

from __future__ import annotations

import platform
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import Any

import goldenspike as gs
from goldenspike.engine.env_fields import parts, verbs

from .files import DatasetFolder, digest_of

COLUMNS = (
    ("game", "int32", "number of the game, as in `games/`"),
    ("step", "int32", "number of the decision within the game"),
    ("seat", "int8", "who decides"),
    ("observation", "bytes", "what the seat sees: {width} numbers ({kind}, little-endian), parts below"),
    ("legal", "list of int32", "the legal actions, sorted"),
    ("action", "int32", "what the bot did"),
    ("points", "float32", "the return: the seat's own points at the end of the game"),
    ("won", "float32", "the seat's share of the victory"),
    (
        "value",
        "float32",
        "what the bot thought of the action, about the chance to win; null where it did not look ahead",
    ),
    ("visits", "list of int32", "how often the bot visited each of the legal actions"),
)


def command_of(plan: Any, folder: Path, minari: bool) -> str:
    """The command that makes this data set."""
    one = len(plan.lineups) == 1
    words = [f"goldenspike dataset {plan.game}", ("--lineup " if one else "--bots ") + ",".join(
        plan.lineups[0] if one else plan.bots)]  # fmt: skip
    words += [f"--games {plan.games}", f"--seats {plan.seats}", f"--seed {plan.seed}"]
    game = gs.game(plan.game)
    usual = game.read_options(game.env_options)
    changed = [f"{name}={value}" for name, value in plan.options.items() if usual.get(name) != value]
    words += [f"--options {','.join(changed)}"] if changed else []
    words += [f"--board {plan.board}"] if isinstance(plan.board, str) else []
    words += [f"--actions {plan.actions}"] if plan.actions != "all" else []
    words += ["--bot-values"] if plan.thoughts else []
    words += [] if plan.observations else ["--no-observations"]
    words += [f"--per-file {plan.per_file}"]
    words += ["--minari"] if minari else []
    return " ".join([*words, f"--out {folder.name}"])


def megabytes(paths: Any) -> str:
    return f"{sum(path.stat().st_size for path in paths if path.is_file()) / 1e6:,.1f} MB"


def card(kept: DatasetFolder, kind: str, minari: str | None) -> str:
    """The card as Markdown; made again from the same files it is the same."""
    plan, folder = kept.plan, kept.folder
    setting, notes = plan.setting(), list(kept.notes())
    game, board = setting.game, setting.board
    clock = list(plan.by_the_clock())
    seats = Counter(name for number in range(plan.games) for name in plan.fixture(number).bots)
    facts = [
        ("game", f"{game.title} ({game.name}), rules version {game.rules_version}, {plan.seats} seats"),
        ("board", f"{board.id}, {board.hash}"),
        ("options", ", ".join(f"{name}={value}" for name, value in sorted(plan.options.items())) or "none"),
        ("bots", ", ".join(f"{name} in {count:,} seats" for name, count in seats.items())),
        ("games", f"{sum(note['games'] for note in notes):,}"),
        ("decisions", f"{sum(note['decisions'] for note in notes):,}"),
        ("actions", f"{plan.numbers().count:,} numbers ({plan.actions})"),
        ("seed", str(plan.seed)),
        ("size", f"decisions {megabytes((folder / 'decisions').iterdir())}, "
                 f"games {megabytes((folder / 'games').iterdir())}"),
        ("digest of the contents", f"`{digest_of(iter(notes))}`"),
        ("made with", f"goldenspike {gs.__version__}, numpy {version('numpy')}, pyarrow {version('pyarrow')}, "
                      f"Python {platform.python_version()}"),
    ]  # fmt: skip
    again = (
        f"The command makes the same games anywhere, except that {', '.join(clock)} thinks by the clock."
        if clock else "The same command makes the same contents, on any machine and with any number of processes."
    )  # fmt: skip
    there = {"observation": plan.observations, "value": plan.thoughts, "visits": plan.thoughts}
    columns = [
        f"| `{name}` | {type_} | {about.format(width=plan.width(), kind=kind)} |"
        for name, type_, about in COLUMNS if there.get(name, True)
    ]  # fmt: skip
    text = [
        f"# {game.title}: {sum(note['games'] for note in notes):,} games of {', '.join(plan.bots)}",
        "", "```", command_of(plan, folder, minari is not None), "```", "", again, "",
        "| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in facts), "",
        "## Files", "",
        "`decisions/*.parquet` has a row for each decision, `games/*.parquet` one for each game: number, seed, bots by "
        "seat, points, shares of the victory, decisions by seat"
        + (", and what each seat sees at the end." if plan.observations else "."),
        "", "| column | type | |", "|---|---|---|", *columns, "",
        "```python", "from goldenspike.datasets import Dataset", "",
        f'data = Dataset("{folder.name}")',
        "for part in data:", "    part.observation, part.masks(), part.action, part.points", "```", "",
    ]  # fmt: skip
    if minari:
        text += [
            f"`{minari}` is the same as a Minari data set: an episode for each seat of each game, as the seat's "
            "environment in Gymnasium shows it, with masks in `infos`.", "",
            "```python", "import minari", f'data = minari.MinariDataset("{folder.name}/{minari}")', "```", "",
        ]  # fmt: skip
    text += ["## Actions", "", "| numbers | action | |", "|---|---|---|"]
    if plan.actions == "all":
        text += [f"| {one.first} to {one.first + one.count - 1} | {one.name} | {one.about} |" for one in verbs(setting)]
    else:
        text += ["| | | dense numbers: `action_numbers(data.setting, 'dense').rules` has the rules' own |"]
    if plan.observations:
        text += ["", "## Observations", "", "| from | to | part | |", "|---:|---:|---|---|"]
        at = 0
        for part in parts(setting):
            text.append(f"| {at} | {at + part.count - 1} | {part.name} | {part.about} |")
            at += part.count
    return "\n".join([*text, ""])


def rate_line(kept: DatasetFolder, played: int, cpu: float, wall: float) -> str:
    """What the command says when it is done."""
    notes = list(kept.notes())
    games, decisions = sum(note["games"] for note in notes), sum(note["decisions"] for note in notes)
    size = megabytes(path for folder in ("decisions", "games") for path in (kept.folder / folder).iterdir())
    line = f"{games:,} games, {decisions:,} decisions, {size}, digest {digest_of(iter(notes))}"
    if played:
        line += f"\nplayed {played:,} games in {cpu:.1f} CPU-seconds ({wall:.1f} s)"
    return line


__all__ = ["card", "command_of", "rate_line"]
