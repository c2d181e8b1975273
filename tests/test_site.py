"""The documentation as a site: it builds without a warning, and has every page, the reference and the tutorials."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.xdist_group("site")  # it is built once for all of them
ROOT = Path(__file__).parents[1]


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("docs_site")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return folder


def test_every_page_is_there(built: Path) -> None:
    for path in (ROOT / "docs").rglob("*.md"):
        page = path.relative_to(ROOT / "docs").with_suffix(".html")
        assert (built / page.with_name("index.html" if page.stem == "README" else page.name)).exists(), page


def test_the_reference_shows_what_docstrings_say(built: Path, site: ModuleType) -> None:
    for name, (_, _, shown) in site.REFERENCE.items():
        text = (built / "reference" / f"{name}.html").read_text("utf-8")
        for one in shown:
            assert f'id="{one}"' in text, one
    environments = (built / "reference" / "environments.html").read_text("utf-8")
    assert "Do a legal action of the seat that decides" in environments  # Play.apply
    assert 'id="goldenspike.envs.batch.Batch.step"' in environments


def test_rulebooks_and_examples_are_part_of_it(built: Path) -> None:
    rulebook = built / "repository/src/goldenspike/games/santa_fe/rulebook.en.html"
    assert 'id="SFR-PLAY-01"' in rulebook.read_text("utf-8")
    assert (built / "repository/examples/graph_network.py").read_bytes() == (
        ROOT / "examples/graph_network.py"
    ).read_bytes()
    assert 'href="repository/src/goldenspike/games/santa_fe/rulebook.en.html"' in (built / "index.html").read_text()


def test_tutorials_are_shown_with_their_results(built: Path) -> None:
    page = (built / "notebooks/first-steps.html").read_text("utf-8")
    assert 'viewBox="0 0' in page  # the picture of a game
    assert "games [0." in page  # what the last cell prints


def test_nothing_is_loaded_from_elsewhere(built: Path) -> None:
    page = (built / "index.html").read_text("utf-8")
    assert 'src="http' not in page
    assert 'rel="stylesheet" href="http' not in page


def test_links_out_of_the_documentation_are_turned(site: ModuleType) -> None:
    def turned(target: str, part: str) -> str:
        return f"<{target}{part}>"

    rest = "[c](https://x.org) [d](#here) [e](nowhere.md)\n\n```\n[f](bots.md)\n```"
    text = f"[a](../README.md#play) [b](bots.md) {rest}"
    turned_text = site.rewritten("docs/README.md", text, turned)
    assert turned_text == f"[a](<README.md#play>) [b](<docs/bots.md>) {rest}"
    assert site.site_path("docs/bots.md") == "bots.md"
    assert site.site_path("README.md") == "repository/README.md"
