"""Charts: round numbers on the axes, marks where the values are, and a page that no other package is needed for."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from goldenspike.drawing.charts import Axis, Fitted, bars, fitted, histograms, tick_words, ticks
from goldenspike.drawing.heat_map import Warmth, heat_maps, shade
from goldenspike.engine.study import Mark, MarkKind

SVG = "{http://www.w3.org/2000/svg}"


def drawn(chart: str) -> ElementTree.Element:
    return ElementTree.fromstring(chart)


def words(chart: str) -> list[str]:
    return [node.text or "" for node in drawn(chart).iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (0.0, 1.0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (0.0, 0.13, ["0.00", "0.02", "0.04", "0.06", "0.08", "0.10", "0.12"]),
        (92.0, 214.0, ["100", "120", "140", "160", "180", "200"]),
        (-3.0, 4.0, ["-3", "-2", "-1", "0", "1", "2", "3", "4"]),
        (5.0, 5.0, ["5"]),
    ],
)
def test_axes_have_round_numbers(low: float, high: float, shown: list[str]) -> None:
    assert tick_words(ticks(low, high)) == shown


def test_a_logarithmic_axis_has_equal_steps_for_equal_factors() -> None:
    axis = Axis(1.0, 4.0, 100.0, 300.0, log=True)
    assert [round(axis.at(value)) for value in (1.0, 2.0, 4.0)] == [100, 200, 300]


def test_a_bar_is_as_long_as_its_value() -> None:
    chart = bars(["one", "a much longer name"], [0.2, 0.4], [0.1, 0.4], [0.3, 0.4], "share of games won", 0.25)
    widths = [float(node.attrib["width"]) for node in drawn(chart).iter(f"{SVG}rect")]
    assert widths[1] == pytest.approx(2 * widths[0], abs=0.2)
    assert {"one", "a much longer name", "share of games won"} <= set(words(chart))
    assert chart.count("stroke-dasharray") == 1
    assert "one 0.2 (0.1 to 0.3)" in chart, "those who cannot see it are told the same"
    assert "stroke-dasharray" not in bars(["one"], [0.2], [0.1], [0.3], "share")


def test_the_shares_of_a_histogram_add_up() -> None:
    chart = histograms({"few": [1, 1, 2], "many": list(range(20)) * 5}, "points")
    assert {"few", "many", "points", "share"} <= set(words(chart))
    line = next(node.attrib["d"] for node in drawn(chart).iter(f"{SVG}path") if node.attrib.get("fill-opacity"))
    heights = [float(point.split()[1]) for point in re.split("[ML]", line)[1:]]
    ground = heights[0]
    tops = heights[1:-1:2]
    scale = max(ground - top for top in tops) / (2 / 3)  # two of three values lie in one bin
    assert sum(ground - top for top in tops) / scale == pytest.approx(1.0, abs=0.02)
    assert "few" not in words(histograms({"few": [1, 1, 2]}, "points")), "one distribution needs no legend"


def test_a_fitted_curve_shows_what_was_seen_and_the_usual_value() -> None:
    one = Fitted(
        [1, 2, 4], [0.0, 1.0, 0.0], [0.5] * 3, [(1.5, 0.4, -0.2, 1.0)], 2.0, [1, 2, 4], "depth", "points ahead"
    )
    chart = fitted(one)
    dot = next(drawn(chart).iter(f"{SVG}circle"))
    usual = next(node.attrib["d"] for node in drawn(chart).iter(f"{SVG}path") if "stroke-dasharray" in node.attrib)
    assert float(dot.attrib["cx"]) < float(usual[1:].split()[0])
    assert {"1", "2", "4", "depth", "points ahead"} <= set(words(chart))


def test_a_heat_map_is_dark_where_much_happens_and_large_where_it_is_worth_much() -> None:
    marks = (
        Mark("city", "A", "Alpha", ((0.0, 0.0),)),
        Mark("city", "B", "Beta", ((10.0, 5.0),)),
        Mark("line", "AB", "Alpha - Beta", ((0.0, 0.0), (10.0, 5.0))),
    )
    kinds = {"city": MarkKind("railroads that reach it", "points of its cards"), "line": MarkKind("share of games")}
    page = heat_maps([Warmth("as it is", marks, kinds, [4.0, 0.0, 0.5], [0.0, 20.0, 0.0])])
    chart = re.search("<svg.*</svg>", page, re.DOTALL)
    assert chart is not None
    alpha, beta = list(drawn(chart[0]).iter(f"{SVG}circle"))[:2]
    assert (alpha.attrib["fill"], beta.attrib["fill"]) == (shade(1.0), shade(0.0))
    assert float(alpha.attrib["r"]) < float(beta.attrib["r"])
    assert float(alpha.attrib["cy"]) > float(beta.attrib["cy"]), "up is up"
    shown = words(chart[0])
    assert {"A", "B", "line: share of games", "city: railroads that reach it", "20.0 points of its cards"} <= set(shown)


def test_a_study_needs_no_extra_package(tmp_path: Path) -> None:
    """As in the environment that ./play makes: nothing of the extras is there."""
    code = (
        "import sys\n"
        "for name in ('pyarrow', 'openskill', 'matplotlib', 'PIL', 'ray'): sys.modules[name] = None\n"
        "from goldenspike.cli import main\n"
        f"main(['study', 'milk-run', '--games', '4', '--cores', '1', '--bot', 'greedy', '--out', {str(tmp_path)!r}])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "goldenspike: no Parquet files without another package" in done.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "figures.csv", "figures.json", "games.csv", "played.jsonl", "report.html",
    ]  # fmt: skip
    assert "<svg" in (tmp_path / "report.html").read_text("utf-8")
