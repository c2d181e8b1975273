"""docs/writing-a-game.md shows code of Milk Run: every block stands in the package, word for word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "writing-a-game.md"
EXAMPLES = ROOT / "examples"
BLOCKS = re.findall(r"^```(python|toml|json)\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
SHOWN = [block for _, block in BLOCKS if not block.startswith(">>>")]


def sources() -> list[str]:
    return [
        path.read_text("utf-8")
        for package in ("milk-run", "pacific-northwest")
        for path in sorted((EXAMPLES / package).rglob("*"))
        if path.suffix in {".py", ".toml", ".json"} and "tests" not in path.relative_to(EXAMPLES).parts
    ]


def stands_in(parts: list[str], source: str) -> bool:
    """Do the parts follow each other in a file?"""
    place = 0
    for part in parts:
        place = source.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return True


@pytest.mark.parametrize("block", SHOWN, ids=[block.splitlines()[0][:60] for block in SHOWN])
def test_a_block_stands_in_the_package(block: str) -> None:
    parts = re.split(r"^ *\.\.\.\n", block, flags=re.MULTILINE)
    assert any(stands_in(parts, source) for source in sources()), f"the package has no longer:\n{block}"


def test_every_file_of_the_package_is_explained() -> None:
    page = PAGE.read_text("utf-8")
    assert len(SHOWN) >= 10
    for path in sorted((EXAMPLES / "milk-run" / "src" / "milk_run").glob("[!_]*.*")):
        assert f"`{path.name}`" in page, path.name


def test_the_page_is_linked() -> None:
    for path in ("docs/README.md", "CONTRIBUTING.md", "docs/writing-rules.md", "examples/milk-run/README.md"):
        assert "writing-a-game.md" in (ROOT / path).read_text("utf-8"), path
