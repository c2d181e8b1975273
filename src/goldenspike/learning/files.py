"""Files of a training run: values and networks as text."""

from __future__ import annotations

from pathlib import Path

from goldenspike.engine.errors import BadFile


def read_text(file: str) -> str:
    """The text of a file that somebody named."""
    try:
        return Path(file).read_text("utf-8")
    except OSError as error:
        raise BadFile(f"cannot read {file}: {error.strerror or error}") from None


def write_text(file: Path, text: str) -> None:
    """Write a file, and the folders it lies in."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    except OSError as error:
        raise BadFile(f"cannot write {file}: {error.strerror or error}") from None
