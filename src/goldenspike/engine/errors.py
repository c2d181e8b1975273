"""What goes wrong, said so that people can use it: three kinds of error, and refusals that name their rule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources


class GoldenSpikeError(ValueError):
    """Any wrong input. Its text is one line for people; nothing was changed."""


class BadNotation(GoldenSpikeError):
    """Text that is no action of this game."""


class BadOption(GoldenSpikeError):
    """A game, seat number, seed or option that does not exist."""


class BadFile(GoldenSpikeError):
    """A saved match or position that cannot be read."""


@dataclass(frozen=True)
class Refusal:
    """Why an action is not allowed: the code, the clause of the rulebook, and its sentence."""

    code: str
    clause: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.code} ({self.clause}): {self.sentence}"


class IllegalAction(GoldenSpikeError):
    """An action that the rules forbid now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.code = refusal.code
        self.clause = refusal.clause
        self.sentence = refusal.sentence


_ANCHOR = re.compile(r'<a id="(?P<clause>[A-Z]+-[A-Z0-9]+-[0-9A-Z]+)"></a>')
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"[*_`]")


@cache
def sentences(package: str, language: str = "en") -> Mapping[str, str]:
    """The sentence of every clause of the rulebook in a game's package."""
    return sentences_of(resources.files(package).joinpath(f"rulebook.{language}.md").read_text("utf-8"))


@cache
def sentences_of(text: str) -> Mapping[str, str]:
    """The sentence of every clause of a rulebook, without its markup."""
    found: dict[str, str] = {}
    for block in re.split(r"\n\s*\n|\n(?=[-*|#] ?)", text):
        anchors = list(_ANCHOR.finditer(block))
        for number, anchor in enumerate(anchors):
            raw = block[anchor.end() : anchors[number + 1].start() if number + 1 < len(anchors) else len(block)]
            plain = _MARKS.sub("", _LINK.sub(r"\1", raw)).strip(" |\n")
            found[anchor["clause"]] = " ".join(plain.split())
    return found
