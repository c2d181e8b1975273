"""The position as plain text, a hundred columns wide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import State

if TYPE_CHECKING:
    from .setting import SantaFeSetting


def picture(setting: SantaFeSetting, s: State, seat: int | None) -> str:
    return str(setting.view(s, seat))
