"""The order of all tests: the long groups first, so that no core is idle at the end."""

import pytest

# Each of these keeps to one worker (they share a compiled game, a browser or a port); those that
# compute run beside those that wait for a page.
LONG = (
    "santa_fe_compiled",
    "web",
    "rail_pass_compiled",
    "pioneer_rails_compiled",
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
