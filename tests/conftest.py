"""What all tests share: their order (the long groups first, so that no core is idle at the end) and a user's home."""

import os
from pathlib import Path

import pytest

# Beside so many other tests, the workers of a server would hardly ever have their turn at their usual low priority. It
# stays lower than the server's (tests/server/test_studies.py); tests/server/test_worker_pool.py looks at the usual one.
os.environ.setdefault("GOLDENSPIKE_WORKER_NICE", "1")

# Each of these keeps to one worker (they share a compiled game, a browser or a port). What compiles the games comes
# before the servers and browsers that play them, which find that done.
LONG = (
    "santa_fe_compiled",
    "pioneer_rails_compiled",
    "rail_pass_compiled",
    "pacific_northwest_compiled",
    "table matrix",
    "table-trials",
    "ray",
    "web",
    "rail-pass",
)


def rank(item: pytest.Item) -> int:
    marker = item.get_closest_marker("xdist_group")
    name = "" if marker is None else marker.args[0] if marker.args else marker.kwargs["name"]
    return LONG.index(name) if name in LONG else len(LONG)


def pytest_addoption(parser: pytest.Parser) -> None:
    help = "the database of the tests of the table (tests/server/databases.py)"
    parser.addoption("--database", choices=("sqlite", "postgresql", "both"), default=None, help=help)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=rank)


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user with a folder of their own and a terminal of a hundred columns."""
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
