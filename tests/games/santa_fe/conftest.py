"""Boards as data that a test may change."""

from __future__ import annotations

import copy

import pytest

from .board_data import DEFAULT, MINI, Data


@pytest.fixture
def mini() -> Data:
    return copy.deepcopy(MINI)


@pytest.fixture
def pacific() -> Data:
    return copy.deepcopy(DEFAULT)
