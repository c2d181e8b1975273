"""The figures of a study as files for other programs: JSON, CSV and Parquet."""

from __future__ import annotations

import csv
import importlib.util
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from goldenspike.engine.errors import BadFile
from goldenspike.engine.study import Measure

from ..run.command_line import write
from .findings import Findings
from .verdicts import Side, Verdict

Row = dict[str, Any]
NO_PARQUET = "no Parquet files without another package (pip install 'goldenspike[arena]'); JSON and CSV are written"


def parquet_is_there() -> bool:
    try:
        return importlib.util.find_spec("pyarrow") is not None
    except ValueError:
        return False


def figure_rows(measures: Sequence[Measure], sides: Sequence[Side]) -> list[Row]:
    """One row for each version and figure: the mean, its 95 % interval, and of how many games."""
    rows = []
    for side in sides:
        for measure in measures:
            known = side.known(measure)
            if known:
                mean, low, high = side.interval(measure)
                named = {"version": side.label, "figure": measure.key, "name": measure.name}
                rows.append({**named, "mean": mean, "low": low, "high": high, "games": len(known)})
    return rows


def game_rows(measures: Sequence[Measure], sides: Sequence[Side]) -> list[Row]:
    """One row for each version and game: every figure, and what every seat had."""
    rows = []
    for side in sides:
        for number, game in enumerate(side.games):
            row: Row = {"version": side.label, "game": number}
            row |= {measure.key: _plain(measure.of(game)) for measure in measures}
            reason, points, won = (getattr(game, name, None) for name in ("reason", "points", "won"))
            if isinstance(points, list) and isinstance(won, list):
                row |= {f"points_{seat + 1}": value for seat, value in enumerate(points)}
                row |= {f"won_{seat + 1}": value for seat, value in enumerate(won)}
            if isinstance(reason, str):
                row["reason"] = reason
            rows.append(row)
    return rows


def _plain(value: float | None) -> float | None:
    return None if value is None else float(value)


def more_figures(found: Sequence[Findings]) -> dict[str, Any]:
    """What is counted by place, card, part, seat and reason, and luck and skill, by version."""
    return {one.label: _of(one) for one in found}


def _of(one: Findings) -> dict[str, Any]:
    figures = one.figures
    names = figures.setting.game.seat_names
    games = max(1, figures.games)
    return {
        "seats": {
            "p": one.balance.p,
            "share of wins": dict(zip(names, one.balance.share, strict=False)),
            "points ahead of the others": dict(zip(names, one.balance.points, strict=False)),
        },
        "reasons": {reason: count / games for reason, count in figures.reasons.most_common()},
        "parts": {name: sum(values) / games for name, values in figures.items().items()},
        "places": [
            {"kind": mark.kind, "name": mark.name, "used": used, "worth": worth, "games": visited}
            for mark, used, worth, visited in zip(
                figures.watch.marks, figures.used, figures.worth, figures.visited, strict=True
            )
        ],
        "cards": {
            card: {"taken": count, "brought": _mean(figures.brought.get(card, []))}
            for card, count in sorted(figures.plays.items())
        },
        "decisions": {name: asdict(part) for name, part in figures.verbs().items()},
        "left": {name: sum(values) / games for name, values in figures.left.items()},
        "luck": asdict(one.luck) if one.luck else None,
        "skill": [asdict(step) for step in one.skill],
    }


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


# ---------------------------------------------------------------- writing
def write_all(
    folder: Path,
    about: Mapping[str, Any],
    measures: Sequence[Measure],
    sides: Sequence[Side],
    said: Sequence[Verdict],
    more: Mapping[str, Any] | None = None,
) -> list[str]:
    """figures.json with everything, figures.csv and games.csv, and the two as Parquet where that can be written."""
    figures, games = figure_rows(measures, sides), game_rows(measures, sides)
    whole = {**about, "figures": figures, "verdicts": [asdict(one) for one in said], "versions": dict(more or {})}
    write(folder / "figures.json", json.dumps(whole, indent=1, ensure_ascii=False, default=str) + "\n")
    names = ["figures.json"]
    for name, rows in (("figures", figures), ("games", games)):
        write(folder / f"{name}.csv", as_csv(rows))
        names.append(f"{name}.csv")
        if rows and parquet_is_there():
            write_parquet(folder / f"{name}.parquet", rows)
            names.append(f"{name}.parquet")
    return names


def as_csv(rows: Sequence[Row]) -> str:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, columns, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def write_parquet(file: Path, rows: Sequence[Row]) -> None:
    from ..run.results import arrow

    pa, pq = arrow()
    columns = list(dict.fromkeys(name for row in rows for name in row))
    table = pa.table({name: [row.get(name) for row in rows] for name in columns})
    try:
        pq.write_table(table, file)
    except OSError as error:
        raise BadFile(f"cannot write {file}: {error.strerror or error}") from None
