"""What a terminal would show, as plain text."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDTH = 100  # columns of a position as text


def plain_text(shown: RenderableType, width: int = WIDTH) -> str:
    """Lines without colours and without blanks at their ends."""
    from rich.console import Console

    page = StringIO()
    Console(file=page, width=width, color_system=None, legacy_windows=False).print(shown)
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines())
