"""Libraries that not everybody has installed, and the words that bring them."""

from __future__ import annotations


def missing(extra: str, error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error, with the command that installs what is missing."""
    said = f"{error.name} is not installed: pip install 'goldenspike[{extra}]'"
    return ModuleNotFoundError(said, name=error.name)
