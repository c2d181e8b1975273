"""The rulebooks in other languages are built like the English one: anchors, headings, contents, tables.

That their clauses, figures, links, options and typed words are the same, the conformance suite sees for every game.
"""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources

import pytest

GAMES = ("santa_fe", "rail_pass", "pioneer_rails")
CONTENTS = re.compile(r"^[^\s:]+\N{NO-BREAK SPACE}?: (\[.*?)(?:\n\n|\Z)", re.M | re.S)
GLOSSARY = re.compile(r'^## (?:<a id="glossary"></a>|Glossary$)', re.M)

ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
CODE = re.compile(r"^```.*?^```$", re.M | re.S)


def languages(game: str) -> list[str]:
    """Every language but English that a file of the rulebook is written in."""
    found = resources.files(f"goldenspike.games.{game}").iterdir()
    names = (re.fullmatch(r"rulebook\.(\w+)\.md", file.name) for file in found)
    return sorted({name[1] for name in names if name} - {"en"})


book = pytest.mark.parametrize(("game", "language"), [(game, lang) for game in GAMES for lang in languages(game)])


def test_every_rulebook_is_there_in_the_same_languages() -> None:
    assert len({tuple(languages(game)) for game in GAMES}) == 1
    assert {"de", "es", "fr", "it"} <= set(languages(GAMES[0]))


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


def tables(text: str) -> list[list[str]]:
    return [table.strip().split("\n") for table in re.findall(r"(?:^\|.*\n)+", text + "\n", re.M)]


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
    contents = CONTENTS.search(prose(game, language))
    assert contents is not None
    assert [" ".join(text.split()) for text, _ in LINK.findall(contents[1])] == sections[1:]


@book
def test_tables_have_the_english_columns_and_rows(game: str, language: str) -> None:
    told, english = tables(prose(game, language)), tables(prose(game, "en"))
    assert [columns(table[0]) for table in told] == [columns(table[0]) for table in english]
    assert [row for table in told for row in table if columns(row) != columns(table[0])] == []
    # The glossary is sorted anew and explains the words of its own language.
    before = [tables(GLOSSARY.split(prose(game, lang), maxsplit=1)[0]) for lang in (language, "en")]
    assert len(before[0]) < len(told)
    assert [len(table) for table in before[0]] == [len(table) for table in before[1]]


@book
def test_the_prose_is_printed_as_its_language_prints(game: str, language: str) -> None:
    """Towns have English names, with their apostrophes."""
    text = re.sub(r"`[^`\n]*`|\]\([^)]*\)|<[^>]*>", "", prose(game, language))
    assert re.findall(r"\w+'(?!s )\w*", text) == []
    assert re.findall(r"\d \$", text) == []
    if language == "fr":
        assert re.findall(r"\S* [;:?!»]|« ", text) == []


@book
def test_no_paragraph_breaks_so_that_a_line_looks_like_a_list(game: str, language: str) -> None:
    for block in prose(game, language).split("\n\n"):
        lines = block.strip().split("\n")
        if re.match(r"[^-|#]", lines[0]):
            assert [line for line in lines[1:] if re.match(r"\d+[.)] |[-+*#=>|]", line)] == []
