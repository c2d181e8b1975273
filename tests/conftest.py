"""The order of all tests: the long groups first, so that no core is idle at the end."""

import pytest

# Each of these keeps to one worker (they share a compiled game, a browser or a port). First what compiles the games:
# the servers of the others find that done. They wait more than they compute, beside many short tests.
LONG = (
    "santa_fe_compiled",
    "pioneer_rails_compiled",
    "rail_pass_compiled",
    "web",
    "table-trials",
    "rail-pass",
    "ray",
    "table matrix",
)


def rank(item: pytest.Item) -> int:
    marker = item.get_closest_marker("xdist_group")
    name = "" if marker is None else marker.args[0] if marker.args else marker.kwargs["name"]
    return LONG.index(name) if name in LONG else len(LONG)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=rank)
