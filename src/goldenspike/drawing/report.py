"""Pieces of a report: one HTML page with its pictures inside, tables, and numbers side by side."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Protocol

from goldenspike.engine.setting import Setting

from .intervals import mean_interval, wilson

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}th,td{padding:.3rem .6rem;border-bottom:1px solid #ddd;text-align:right}
td{white-space:nowrap}th:first-child,td:first-child{text-align:left;white-space:normal;min-width:7rem}
svg{max-width:100%;height:auto}
.pair{display:grid;gap:1rem}.wide,.map{overflow-x:auto;margin:0 0 1rem}.map svg{min-width:38rem}
.beside{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr))}
@media(max-width:40rem){body{margin:1rem auto;font-size:14px}th,td{padding:.25rem .3rem;white-space:normal}
td:first-child{min-width:5rem}}
"""


def page(title: str, body: Sequence[str]) -> str:
    """A whole page."""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        f"<h1>{escape(title)}</h1>{''.join(body)}</html>\n"
    )


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    cells = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    names = "".join(f"<th>{escape(word).replace('=', '=<wbr>')}</th>" for word in head)
    return f'<div class="wide"><table><tr>{names}</tr>{cells}</table></div>'


class Labelled(Protocol):
    """One side of a comparison."""

    label: str


class Studied(Labelled, Protocol):
    """One side of a comparison, with the setting that was played."""

    @property
    def setting(self) -> Setting: ...


# ---------------------------------------------------------------- numbers side by side
def spread(values: Sequence[float]) -> str:
    if not values:
        return "-"
    mean, low, high = mean_interval(values)
    return number(mean) if low == high else f"{number(mean)} ({number(low)} to {number(high)})"


def number(value: float, sign: str = "") -> str:
    return f"{value:{sign}.1f}" if abs(value) >= 100 else f"{value:{sign}.2f}"


def changed(values: Sequence[Sequence[float]]) -> list[str]:
    """The difference of two settings; the same deals are played, so games are compared one by one."""
    if len(values) < 2:
        return []
    pairs = list(zip(values[0], values[1], strict=False))
    if not pairs:
        return ["-"]
    mean, low, high = mean_interval([two - one for one, two in pairs])
    if low == high:
        return [number(mean, "+") if mean else "0"]
    words = f"{number(mean, '+')} ({number(low, '+')} to {number(high, '+')})"
    return [words + (" *" if low > 0 or high < 0 else "")]


def heads(found: Sequence[Labelled]) -> list[str]:
    return [one.label for one in found] + (["difference"] if len(found) > 1 else [])


def about_intervals(found: Sequence[Labelled]) -> str:
    if len(found) == 1:
        return "Intervals are 95 %."
    return "Intervals are 95 %. Both play the same deals; a star marks a difference whose interval leaves out zero."


def about_values(found: Sequence[Studied]) -> str:
    """The rule values that are not the standard ones, of each setting; nothing where all are."""
    listed = [f"{one.label}: {one.setting.values_text}" for one in found if one.setting.other_values]
    return f"<p>Other values than the standard ones. {escape('; '.join(listed))}.</p>" if listed else ""


def row(name: str, values: Sequence[Sequence[float]]) -> list[str]:
    """A name, the mean of each setting, and the difference."""
    return [name, *(spread(one) for one in values), *changed(values)]


def each_side(found: Sequence[Labelled], words: Sequence[str]) -> list[str]:
    """The same columns for each setting."""
    return list(words) if len(found) == 1 else [f"{one.label}: {word}" for one in found for word in words]


def share(count: float, games: int) -> str:
    """A share with its interval."""
    low, high = wilson(count, games)
    return f"{count / games:.1%} ({low:.1%} to {high:.1%})" if games else "-"


def portion(values: Sequence[float]) -> str:
    """The same of games that have it or not."""
    return share(sum(values), len(values))
