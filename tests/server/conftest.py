"""What several tests of the table share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from .trials.nest import Nest


@pytest.fixture(scope="session")
def nest() -> Iterator[Nest]:
    """Servers for the trials, up at once."""
    if os.name != "posix":
        pytest.skip("servers are forked and killed here, as only POSIX can")
    with Nest() as one:
        yield one
