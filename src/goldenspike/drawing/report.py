"""Pieces of a report: one HTML page with its pictures inside, tables, and numbers side by side."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Protocol

from goldenspike.engine.setting import Setting

from .intervals import mean_interval, wilson

STYLE = """
:root{color-scheme:light dark;--ink:#222;--soft:#5c5c5c;--ground:#fff;--line:#ddd;--bad:#b03a00;--new:#0a5c93}
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--soft:#b3afa6;--ground:#15181c;--line:#3a3f46;--bad:#ff9e66;
--new:#7cc4f5}}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:var(--ink);
background:var(--ground)}
h1{font-size:1.7rem;line-height:1.25}h2{font-size:1.25rem;margin-top:2.2rem}h3{font-size:1.05rem}
p,li{max-width:46rem}
table{border-collapse:collapse;width:100%}th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);
text-align:right}
td{white-space:nowrap}th:first-child,td:first-child{text-align:left;white-space:normal;min-width:7rem}
svg{max-width:100%;height:auto;background:#fff;border-radius:.4rem}
figure{margin:0}figcaption{color:var(--soft);font-size:.9rem}
.about,.small{color:var(--soft)}
ul.said{list-style:none;padding:0}ul.said li{padding:.25rem 0 .25rem 1.6rem;position:relative}
ul.said li::before{position:absolute;left:.2rem;content:"\\2022"}
ul.said .warning::before{content:"\\25B2";color:var(--bad)}ul.said .changed::before{content:"\\25C6";color:var(--new)}
ul.said .alike,ul.said .unclear{color:var(--soft)}ul.said .alike::before{content:"="}
ul.said .unclear::before{content:"?"}
details{margin:.6rem 0 1.2rem}summary{cursor:pointer;color:var(--soft)}
.pair{display:grid;gap:1rem}.wide,.map{overflow-x:auto;margin:0 0 1rem}.map svg{min-width:38rem}
.beside{display:grid;gap:1.2rem;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));align-items:start}
@media(max-width:40rem){body{margin:1rem auto;font-size:15px}h1{font-size:1.4rem}
th,td{padding:.25rem .3rem;white-space:normal;font-size:.87rem}td:first-child{min-width:5rem}}
"""


def figure(picture: str, caption: str) -> str:
    """A picture with its words below."""
    return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"


def details(title: str, body: str) -> str:
    """Tables that most readers can do without."""
    return f"<details><summary>{escape(title)}</summary>{body}</details>"


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
    """The difference of each setting from the first; the same deals are played, so games are compared one by one."""
    return [apart(values[0], other) for other in values[1:]]


def apart(one: Sequence[float], other: Sequence[float]) -> str:
    pairs = list(zip(one, other, strict=False))
    if not pairs:
        return "-"
    mean, low, high = mean_interval([b - a for a, b in pairs])
    if low == high:
        return number(mean, "+") if mean else "0"
    words = f"{number(mean, '+')} ({number(low, '+')} to {number(high, '+')})"
    return words + (" *" if low > 0 or high < 0 else "")


def heads(found: Sequence[Labelled]) -> list[str]:
    others = found[1:]
    differences = ["difference"] if len(others) == 1 else [f"{one.label}: difference" for one in others]
    return [one.label for one in found] + differences


def about_intervals(found: Sequence[Labelled]) -> str:
    if len(found) == 1:
        return "Intervals are 95 %."
    who = "Both" if len(found) == 2 else "All"
    return f"Intervals are 95 %. {who} play the same deals; a star marks a difference whose interval leaves out zero."


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
