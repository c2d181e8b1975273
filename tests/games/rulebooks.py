"""A rulebook as its tests read it: clauses, sections, tables and options of the English text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from importlib import resources

import goldenspike as gs
from goldenspike.engine.errors import sentences
from goldenspike.engine.options import Option

ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")


@dataclass(frozen=True)
class Rulebook:
    """The book of a folder of games, and what is expected of it."""

    folder: str
    games: tuple[str, ...]
    expected: tuple[str, ...]  # names of clauses
    links: int  # at least so many
    first: str  # the first section of rules
    prefix: str  # of its clauses, as a regular expression

    def __str__(self) -> str:
        return self.folder

    @property
    def package(self) -> str:
        return f"goldenspike.games.{self.folder}"

    @cached_property
    def text(self) -> str:
        return resources.files(self.package).joinpath("rulebook.en.md").read_text("utf-8")

    @cached_property
    def prose(self) -> str:
        return re.sub(r"^```.*?^```$", "", self.text, flags=re.M | re.S)

    @cached_property
    def clauses(self) -> list[tuple[str, str]]:
        """Each clause anchor and what follows it on its line, up to the next anchor."""
        found = []
        for line in self.text.splitlines():
            parts = ANCHOR.split(line)
            found += [(name, text) for name, text in zip(parts[1::2], parts[2::2], strict=True)]
        return [(name, text) for name, text in found if not name.startswith("option-")]

    @property
    def options(self) -> dict[str, Option]:
        """Those of the first game where several have one of the same name."""
        return {option.name: option for name in reversed(self.games) for option in gs.game(name).options}

    @property
    def groups(self) -> dict[str, list[str]]:
        """The numbered clauses by what their names begin with, in the order of the book."""
        found: dict[str, list[str]] = {}
        for name, _ in self.clauses:
            if name[-1].isdigit():
                found.setdefault(name[:-3], []).append(name)
        return found

    def sentence(self, clause: str) -> str:
        return sentences(self.package)[clause]

    def section(self, heading: str) -> str:
        """What stands under a heading of the second level."""
        return self.prose.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]

    def table(self, head: str) -> list[list[str]]:
        """The rows of the table that begins with this line."""
        rows = self.text.split(f"\n{head}\n", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
        return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def numbered(prefix: str, groups: dict[str, int]) -> tuple[str, ...]:
    """The names of so many clauses in each group."""
    return tuple(f"{prefix}-{group}-{number:02}" for group, size in groups.items() for number in range(1, size + 1))
