"""The rulebook: clauses that can be shown alone, links that lead somewhere, and every language says the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from goldenspike.drawing.rulebook_pictures import draw
from goldenspike.engine.errors import GoldenSpikeError, sentences_of
from goldenspike.engine.game import Game

from .errors import ConformanceError

ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
IMAGE = re.compile(r"^!\[([^\]]*)\]\(pictures/([a-z0-9-]+)\.svg\)$", re.M)
LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
CODE = re.compile(r"^```.*?^```$", re.M | re.S)
TYPED = re.compile(r"`[^`\n]+`")
FIGURES = re.compile(r"\d+")
HEADING = re.compile(r"^(#+) (.+)$", re.M)
OPTION_ROW = re.compile(r'^\| <a id="option-(\w+)"></a>`\w+` \| ([^|]*) \|', re.M)
MARKUP = re.compile(r"[\[\]|<>\\{}~^]|https?:")
SHORTEST, LONGEST = 15, 450  # letters of a clause that is shown alone


class Book:
    """A rulebook in one language."""

    def __init__(self, game: Game, language: str, text: str) -> None:
        self.game, self.language, self.text = game, language, text
        self.images = IMAGE.findall(text)  # caption and name
        self.prose = IMAGE.sub("", CODE.sub("", text))
        self.clauses = dict(sentences_of(text))
        self.anchors = Counter(ANCHOR.findall(text))
        self.links = Counter(target for _, target in LINK.findall(self.prose))
        self.headings = [(level, ANCHOR.sub("", words)) for level, words in HEADING.findall(self.prose)]

    def require(self, wrong: Iterable[object], problem: str) -> None:
        """Nothing of this kind may be there."""
        for one in wrong:
            raise ConformanceError(f"{self.game.name}: rulebook.{self.language}.md: {problem}: {one}")

    @property
    def addresses(self) -> list[str]:
        """What renderers call the headings after the title."""
        return [re.sub(r"[^\w -]", "", words.lower()).replace(" ", "-") for _, words in self.headings[1:]]

    @property
    def tables(self) -> list[list[str]]:
        found = re.findall(r"(?:^\|.*\n)+", self.prose + "\n", re.M)
        return [table.strip().split("\n") for table in found]


def books(game: Game) -> list[Book]:
    """The rulebook in every language it has, the English one first."""
    if "en" not in game.languages():
        raise ConformanceError(f"{game.name}: there is no rulebook.en.md")
    return [Book(game, language, game.rulebook(language) or "") for language in game.languages()]


def check_rulebook(game: Game) -> None:
    """Clauses, links, tables and options of the rulebook are in order, and the same in every language."""
    english, *others = books(game)
    for book in (english, *others):
        check_clauses(book)
        check_links(book)
        check_images(book)
    check_named(game, english)
    for book in others:
        check_translation(english, book)
    check_pictures(game)


def check_clauses(book: Book) -> None:
    book.require([name for name, count in book.anchors.items() if count > 1], "an anchor stands twice")
    book.require([] if book.clauses else ["none"], "it has no clauses")
    for name, text in book.clauses.items():
        alone = SHORTEST <= len(text) <= LONGEST and (text[0].isupper() or text[0].isdigit())
        if not alone or not text.endswith((".", "!", "?")) or MARKUP.search(text) or text.count("(") != text.count(")"):
            book.require([name], "a clause cannot be shown alone, as a sentence or two without markup")
    said = Counter(book.clauses.values())
    book.require([text for text, count in said.items() if count > 1], "two clauses say the same")


def check_links(book: Book) -> None:
    addresses = Counter(book.addresses)
    book.require([name for name, count in addresses.items() if count > 1], "two headings have the same address")
    there = {f"#{name}" for name in (*book.anchors, *addresses)}
    book.require([target for target in book.links if target not in there], "a link leads nowhere")
    for table in book.tables:
        cells = len(re.findall(r"(?<!\\)\|", table[0]))
        book.require([row for row in table if len(re.findall(r"(?<!\\)\|", row)) != cells], "a row has another width")


def check_images(book: Book) -> None:
    """Every picture is there, stands in the rulebook once, and has a caption."""
    known = [name for _, name in book.images]
    book.require([name for name in known if name not in book.game.rulebook_pictures], "there is no such picture")
    book.require(
        [name for name in book.game.rulebook_pictures if known.count(name) != 1], "a picture stands there once"
    )
    for caption, name in book.images:
        if len(caption) < SHORTEST or not caption.endswith((".", "!", "?")) or MARKUP.search(caption):
            book.require([name], "a caption is a sentence or two without markup")


def check_pictures(game: Game) -> None:
    """Every picture is what the game draws of its position today."""
    for picture in game.rulebook_pictures.values():
        if picture.game != game.name:
            continue
        try:
            current = draw(game, picture)
        except GoldenSpikeError as error:
            raise ConformanceError(f"{game.name}: pictures/{picture.name}.json: {error}") from None
        if not picture.file.is_file() or picture.svg() != current:
            old = f"pictures/{picture.name}.svg is not what the game draws"
            raise ConformanceError(f"{game.name}: {old}; run goldenspike pictures {game.name}")


def check_named(game: Game, book: Book) -> None:
    """Every clause that options, values and the score name exists; where options have rows, all of them do."""
    named = {f"option {option.name}": option.clause for option in game.options}
    named.update({f"value {value.name}": value.clause for value in game.values})
    book.require(
        [f"{what} names {clause}" for what, clause in named.items() if clause not in book.clauses],
        "there is no such clause",
    )
    rows = {name.removeprefix("option-") for name in book.anchors if name.startswith("option-")}
    if rows:
        offered = {option.name for option in game.options if option.offered}
        book.require(sorted(offered - rows), "an option has no row in the table of options")


def check_translation(english: Book, book: Book) -> None:
    """The same clauses, figures, links, tables, options and typed words as in English."""
    book.require(set(english.clauses) ^ set(book.clauses), "a clause is missing or has no English one")
    order = zip(book.clauses, english.clauses, strict=True)
    book.require([own for own, other in order if own != other], "a clause stands elsewhere than in English")
    book.require(
        [name for name, text in book.clauses.items() if text == english.clauses[name]], "a clause is in English"
    )
    translated, meant = book.clauses, english.clauses
    book.require(
        [n for n in meant if Counter(FIGURES.findall(translated[n])) != Counter(FIGURES.findall(meant[n]))],
        "a clause has other figures than in English",
    )
    if [name for _, name in book.images] != [name for _, name in english.images]:
        book.require(["pictures"], "they do not stand in the English order")
    captions = zip(book.images, english.images, strict=True)
    book.require([name for (own, name), (other, _) in captions if own == other], "a caption is in English")
    levels = [level for level, _ in book.headings]
    if levels != [level for level, _ in english.headings]:
        book.require(["headings"], "they do not stand in the English order")
    book.require((book.links - english.links) + (english.links - book.links), "a link is not there in both languages")
    if CODE.findall(book.text) != CODE.findall(english.text):
        book.require(["a block"], "what is typed differs from the English book")
    typed, wanted = Counter(TYPED.findall(book.prose)), Counter(TYPED.findall(english.prose))
    book.require((typed - wanted) + (wanted - typed), "what is typed differs from the English book")
    widths, columns = ([table[0].count("|") for table in one.tables] for one in (book, english))
    if widths != columns:
        book.require(["a table"], "tables have other columns than in English")
    rows, meant_rows = (
        [(name, re.sub(r"(?<=\d) [^\W\d]+ (?=\d)", "-", values)) for name, values in OPTION_ROW.findall(one.text)]
        for one in (book, english)
    )
    book.require(set(rows) ^ set(meant_rows), "an option row has other values than in English")
    if rows != meant_rows:
        book.require(["options"], "the rows do not stand in the English order")
