"""The rulebooks in German and Italian are built like the English one: anchors, headings, contents, tables.

That their clauses, figures, links, options and typed words are the same, the conformance suite sees for every game.
"""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources

import pytest

GAMES = ("santa_fe", "rail_pass", "pioneer_rails")
LANGUAGES = ("de", "it")
CONTENTS = {"de": "Inhalt", "it": "Indice"}
GLOSSARY = ("| word |", "| Wort |", "| parola |")

ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
CODE = re.compile(r"^```.*?^```$", re.M | re.S)

book = pytest.mark.parametrize(("game", "language"), [(game, lang) for game in GAMES for lang in LANGUAGES])


def read(game: str, language: str) -> str:
    return resources.files(f"goldenspike.games.{game}").joinpath(f"rulebook.{language}.md").read_text("utf-8")


def prose(game: str, language: str) -> str:
    return CODE.sub("", read(game, language))


def headings(game: str, language: str) -> list[tuple[str, str]]:
    return re.findall(r"^(#+) (.+)$", prose(game, language), re.M)


def addresses(game: str, language: str) -> list[str]:
    """What renderers call the headings after the title."""
    words = [ANCHOR.sub("", text) for _, text in headings(game, language)[1:]]
    return [re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in words]


def carried(game: str, language: str) -> list[list[str]]:
    """The anchor of each heading: its English address, so that links are the same, unless it is called so anyway."""
    pairs = zip(addresses(game, language), addresses(game, "en"), strict=True)
    return [[] if own == english else [english] for own, english in pairs]


def tables(game: str, language: str) -> list[list[str]]:
    found = re.findall(r"(?:^\|.*\n)+", prose(game, language) + "\n", re.M)
    return [table.strip().split("\n") for table in found]


def columns(row: str) -> int:
    return len(re.findall(r"(?<!\\)\|", row))


@book
def test_exactly_the_anchors_of_the_english_book_and_those_of_the_headings(game: str, language: str) -> None:
    told, expected = Counter(ANCHOR.findall(read(game, language))), Counter(ANCHOR.findall(read(game, "en")))
    assert told == expected + Counter(name for names in carried(game, language) for name in names)
    assert max((told + Counter(addresses(game, language))).values()) == 1


@book
def test_headings_stand_in_the_english_order(game: str, language: str) -> None:
    told = headings(game, language)
    assert [level for level, _ in told] == [level for level, _ in headings(game, "en")]
    assert [ANCHOR.findall(text) for _, text in told[1:]] == carried(game, language)


@book
def test_the_contents_name_every_section(game: str, language: str) -> None:
    sections = [ANCHOR.sub("", text) for level, text in headings(game, language) if level == "##"]
    contents = prose(game, language).split(f"\n{CONTENTS[language]}: ", 1)[1].split("\n\n", 1)[0]
    assert [" ".join(text.split()) for text, _ in LINK.findall(contents)] == sections[1:]


@book
def test_tables_have_the_english_columns_and_rows(game: str, language: str) -> None:
    told, english = tables(game, language), tables(game, "en")
    assert [columns(table[0]) for table in told] == [columns(table[0]) for table in english]
    assert [row for table in told for row in table if columns(row) != columns(table[0])] == []
    # The glossary is sorted anew and explains the words of its own language.
    assert [len(table) for table in told if not table[0].startswith(GLOSSARY)] == [
        len(table) for table in english if not table[0].startswith(GLOSSARY)
    ]


@book
def test_no_paragraph_breaks_so_that_a_line_looks_like_a_list(game: str, language: str) -> None:
    for block in prose(game, language).split("\n\n"):
        lines = block.strip().split("\n")
        if re.match(r"[^-|#]", lines[0]):
            assert [line for line in lines[1:] if re.match(r"\d+[.)] |[-+*#=>|]", line)] == []
