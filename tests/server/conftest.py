"""What several tests of the table share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from .trials.forked_servers import ForkedServers


@pytest.fixture(scope="session")
def forked_servers() -> Iterator[ForkedServers]:
    """Servers for the trials, up at once."""
    if os.name != "posix":
        pytest.skip("servers are forked and killed here, as only POSIX can")
    with ForkedServers() as one:
        yield one
