"""Names of accounts: folded so that nobody has another's, refused where they look like another's or like ours."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

from goldenspike import games
from goldenspike.bots import bots_for
from goldenspike.server.http.errors import HttpError
from goldenspike.server.storage.results import PROGRAM

RESERVED_NAMES = "reserved_names.txt"
DIRECTION_MARK = "\u200e"  # the list puts it around letters that are written from right to left


def names(given: str) -> tuple[str, str]:
    """A name as it is shown, and folded so that no two people differ by case, width or spaces only."""
    name = " ".join(unicodedata.normalize("NFKC", given).split())
    key = unicodedata.normalize("NFKC", name.casefold())
    if not 2 <= len(name) <= 24 or len(key) > 48 or not any(c.isalnum() for c in name):
        raise HttpError(400, "a name has 2 to 24 letters", "name")
    return name, key


def look(name: str) -> str:
    """What a name looks like: equal for names that the eye takes for each other.

    The skeleton of Unicode's technical standard 39, made without regard to case: before folding, a capital I is still
    the l that it looks like.
    """
    return _skeleton(_skeleton(name).casefold())


def _skeleton(text: str) -> str:
    return unicodedata.normalize("NFD", "".join(map(_prototype, unicodedata.normalize("NFD", text))))


@cache
def _prototype(char: str) -> str:
    """The character that stands for all that look like this one."""
    # Nearly a megabyte, which only servers need.
    from confusable_homoglyphs.confusables import confusables_data

    alike = confusables_data.get(char, [])
    if len(alike) != 1:
        return char  # nothing looks like it, or everything that does is listed under it
    other: str = alike[0]["c"].strip(DIRECTION_MARK)
    return other if len(confusables_data.get(other, [])) > 1 else min(char, other)


def bare(name: str) -> str:
    """What a name looks like without spaces and signs."""
    return "".join(char for char in look(name) if char.isalnum())


@cache
def _reserved() -> frozenset[str]:
    """Reserved names as they look, and those of all bots: a bot's name tells people that nobody is there."""
    lines = files(__package__).joinpath(RESERVED_NAMES).read_text("utf-8").splitlines()
    bots = [bot for game in games.names() for bot in bots_for(game)]
    known = [name for name in [*lines, *bots] if not name.startswith("#")]
    return frozenset(bare(written) for name in known for written in (name, name.upper()))


def read_lists() -> None:
    """Read the lists of names and of characters that look alike; it takes a while."""
    _reserved()


def is_reserved(name: str) -> bool:
    return bare(name) in _reserved()


def is_program(name: str) -> bool:
    """Does somebody of this name look like a program?"""
    return look(name).rstrip().endswith(look(PROGRAM.strip()))


def check_no_program(name: str) -> None:
    """HttpError if a person wants to look like a program."""
    if is_program(name):
        raise HttpError(409, f"names that end in {PROGRAM.strip()} are for programs; choose another", "reserved")


def check_new_name(name: str) -> None:
    """HttpError if this is not to be anybody's name."""
    if is_reserved(name):
        raise HttpError(409, f"the name {name} is reserved; choose another", "reserved")
