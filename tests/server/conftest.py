"""What several tests of the table share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from . import databases
from .trials.forked_servers import ForkedServers


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test on the databases that were asked for."""
    asked = metafunc.config.getoption("--database")
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if asked is None:
        wanted = ["sqlite", "postgresql"] if "on_both_databases" in marks else ["sqlite"]
    else:
        wanted = ["sqlite", "postgresql"] if asked == "both" else [asked]
    if "sqlite_only" in marks:
        wanted = [name for name in wanted if name == "sqlite"] or ["none"]
    if "postgresql_only" in marks:
        wanted = ["none"] if asked == "sqlite" else ["postgresql"]
    if wanted != ["sqlite"]:  # the usual names for the usual case
        metafunc.parametrize("_database", wanted, indirect=True)


@pytest.fixture(autouse=True)
def _database(request: pytest.FixtureRequest) -> Iterator[None]:
    """The database that everything in this test works on."""
    name = getattr(request, "param", "sqlite")
    if name == "none":
        pytest.skip("this test is about the other database")
    if name == "postgresql":
        databases.use_postgres()
    try:
        yield
    finally:
        databases.use_sqlite()


@pytest.fixture(scope="session", autouse=True)
def _postgres_ends() -> Iterator[None]:
    yield
    databases.close()


@pytest.fixture(scope="session")
def forked_servers() -> Iterator[ForkedServers]:
    """Servers for the trials, up at once."""
    if os.name != "posix":
        pytest.skip("servers are forked and killed here, as only POSIX can")
    with ForkedServers() as one:
        yield one
