"""The comparison with other libraries as tables and a picture."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from goldenspike.engine.errors import BadFile

from .peers import ROUNDS, measure

SIDES = (("ours", "ours_computes"), ("theirs", "theirs_compute"))


def report(*, as_json: bool, quick: bool, out: str | None) -> None:
    """Measure, print figures and ratios; with a file name, write JSON there, a picture and a table beside it."""
    from rich.console import Console
    from rich.table import Table

    seconds, rounds = (0.3, 2) if quick else (5.0, ROUNDS)
    found = measure(seconds, lambda text: print(f"measuring {text}", file=sys.stderr), rounds)
    if out:
        try:
            Path(out).write_text(json.dumps(found, indent=1) + "\n", "utf-8")
            Path(out).with_suffix(".svg").write_text(picture(found), "utf-8")
            Path(out).with_suffix(".md").write_text(markdown(found), "utf-8")
        except OSError as error:
            raise BadFile(f"cannot write {out}: {error.strerror or error}") from None
    if as_json:
        print(json.dumps(found, indent=1))
        return
    console = Console()
    table = Table(title="One run, one core, per CPU-second")
    table.add_column("")
    table.add_column("here", justify="right")
    for name, value in found["figures"].items():
        table.add_row(name, f"{value:,.0f}")
    console.print(table)
    table = Table(title="Ratios")
    for head in ("ours", "theirs", "ratio", "wanted"):
        table.add_column(head)
    for row in found["ratios"]:
        ours, theirs = (f"{row[side]}\n[dim]{row[what]}[/]" for side, what in SIDES)
        wanted = "" if row["wanted"] is None else f"{row['wanted']:.2f}"
        table.add_row(ours, theirs, f"{row['ratio']:.2f}", wanted)
    console.print(table)
    for line in found["missing"]:
        console.print(f"left out: {line}", soft_wrap=True)
    if found["missing"]:
        console.print("the other libraries come with: pip install 'goldenspike[peers]'", markup=False, soft_wrap=True)


def markdown(found: dict[str, Any]) -> str:
    """The comparisons as a table in Markdown: a row has both rates, what both sides compute, and their ratio."""
    rows = [("ours", "beside", "ratio", "wanted"), ("---", "---", "---:", "---:")]
    for row in found["ratios"]:
        ours, theirs = (f"{row[side]}: **{rounded(found['figures'][row[side]])}**. {row[what]}" for side, what in SIDES)
        rows.append((ours, theirs, f"{row['ratio']:.1f}", "" if row["wanted"] is None else f"{row['wanted']:.1f}"))
    limits = [f"{row['figure']} {row['value']:,.0f} (limit {row['limit']:,.0f})" for row in found["limits"]]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows) + f"\n{'; '.join(limits)}\n"


def rounded(value: float) -> str:
    """Three figures are more than two runs have in common."""
    digits = 3 - len(str(int(value)))
    return f"{round(value, digits):,.0f}"


def picture(found: dict[str, Any]) -> str:
    """All rates as bars on a logarithmic scale."""
    from math import log10

    rows = [(name, value) for name, value in found["figures"].items() if name.endswith("/s")]
    rows.sort(key=lambda row: -row[1])
    theirs = ("OpenSpiel", "PettingZoo", "Catanatron", "Pgx")
    ours = [name for name, _ in rows if name.startswith("PettingZoo AEC") or not name.startswith(theirs)]
    high, left, wide = 24, 430, 470
    top = log10(max(value for _, value in rows))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + wide + 110} {high * len(rows) + 50}" '
        'font-family="DejaVu Sans, Verdana, sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="#fbf8f0"/><text x="12" y="26" font-weight="bold">'
        "Per CPU-second, one run on one core (logarithmic scale)</text>",
    ]
    for number, (name, value) in enumerate(rows):
        y = 42 + high * number
        length = max(wide * (log10(max(value, 10)) - 2) / (top - 2), 2)
        fill = "#8c2f1b" if name in ours else "#8a8f98"
        parts.append(f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{name}</text>')
        parts.append(f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{high - 7}" rx="2" fill="{fill}"/>')
        parts.append(f'<text x="{left + length + 6:.1f}" y="{y + 14}" fill="#444">{value:,.0f}</text>')
    return "\n".join([*parts, "</svg>\n"])
