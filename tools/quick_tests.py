"""What ./test --quick adds to pytest: the order of the files it was given, a time after which no test begins.

``pytest -p quick_tests`` with tools/ on the path. GOLDENSPIKE_QUICK_UNTIL is that time in seconds since 1970,
GOLDENSPIKE_QUICK_LEFT_OUT a file for the names of tests that did not begin.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

UNTIL = float(os.environ["GOLDENSPIKE_QUICK_UNTIL"])
LEFT_OUT = Path(os.environ["GOLDENSPIKE_QUICK_LEFT_OUT"])
CONFORMANCE = Path("tests", "games", "conformance")


def in_conformance(item: pytest.Item) -> bool:
    return CONFORMANCE in item.path.relative_to(item.config.rootpath).parents


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The nearest tests come first, whatever order a whole run has; of the conformance suite only its short form."""
    long = [item for item in items if in_conformance(item) and item.get_closest_marker("quick") is None]
    config.hook.pytest_deselected(items=long)
    places = {config.rootpath / name: place for place, name in enumerate(config.args)}

    def place(item: pytest.Item) -> int:
        return next(places[path] for path in (item.path, *item.path.parents) if path in places)

    items[:] = sorted((item for item in items if item not in long), key=place)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """A test whose time has not come until the end is left out: neither passed nor failed."""
    if time.time() < UNTIL:
        return None
    with LEFT_OUT.open("a") as names:
        names.write(f"{item.nodeid}\n")
    return True


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """Stopped because the time is up: only a test that failed is a failure. No test at all is none either."""
    yield
    stopped = {pytest.ExitCode.INTERRUPTED, pytest.ExitCode.NO_TESTS_COLLECTED}
    if session.exitstatus in stopped and not session.testsfailed and not hasattr(session.config, "workerinput"):
        session.exitstatus = pytest.ExitCode.OK
