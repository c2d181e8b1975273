"""Every rulebook: its clauses, each with a test; contents and options. The conformance suite checks the rest."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from goldenspike.engine.errors import sentences
from goldenspike.engine.options import Option, RangeOption

from .pioneer_rails.test_rulebook import BOOK as PIONEER_RAILS
from .rail_pass.test_rulebook import BOOK as RAIL_PASS
from .rulebooks import ANCHOR, LINK, Rulebook
from .santa_fe.test_rulebook import BOOK as SANTA_FE

BOOKS = {SANTA_FE: 308, PIONEER_RAILS: 250, RAIL_PASS: 166}
every_book = pytest.mark.parametrize("book", BOOKS, ids=str)
POINTERS = re.compile(r"\b(above|below|ditto|see the|this (?:rule|section))\b", re.I)
# Who has decided an open question needs no test: the rule itself has one.
RULINGS = re.compile(r"RP-AMB-\d\d")


# ---------------------------------------------------------------- clauses
@every_book
def test_the_rulebook_has_its_clauses_and_each_of_them_once(book: Rulebook) -> None:
    names = [name for name, _ in book.clauses]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert sorted(set(book.expected) - set(names)) == []
    assert sorted(set(names) - set(book.expected)) == []
    assert len(names) == len(book.expected) == BOOKS[book]


@every_book
def test_every_anchor_is_a_clause_or_an_option(book: Rulebook) -> None:
    names = ANCHOR.findall(book.text)
    assert book.text.count("<a ") == len(names)
    clause = re.compile(rf"(?:{book.prefix})-(?:[A-Z0-9]+-[0-9]{{2}}|GOAL-[12][A-O])")
    assert [n for n in names if not clause.fullmatch(n) and not n.startswith("option-")] == []


@every_book
def test_a_clause_is_short_and_points_to_nothing_outside_itself(book: Rulebook) -> None:
    for name, text in book.clauses:
        assert len(text) <= 300, name
        assert text == " ".join(text.split()), name
        assert len(re.findall(r"[.!?](?: |$)", text)) <= 2, f"{name} is one sentence, or two short ones"
        assert not POINTERS.search(text), f"{name} points to nothing outside itself"
        assert not re.search(r"\b(he|him|his|himself)\b", text), f"{name}: players and engineers are anybody"


@every_book
def test_a_clause_is_an_item_of_a_list_on_a_line_of_its_own(book: Rulebook) -> None:
    lines = [line for line in book.text.splitlines() if ANCHOR.search(line) and "option-" not in line]
    item = re.compile(rf'- <a id="(?:{book.prefix})-')
    assert [line for line in lines if not item.match(line) or line.count("<a id") > 1] == []


@every_book
def test_refusals_show_the_sentences_of_the_rulebook(book: Rulebook) -> None:
    assert sentences(book.package) == dict(book.clauses)


@every_book
def test_every_clause_is_named_by_a_test(book: Rulebook) -> None:
    mention = re.compile(rf"(?<![A-Za-z0-9])({book.prefix})[-_]([A-Z0-9]+)[-_]([0-9]{{2}}|[12][A-O])(?![0-9A-Za-z])")
    named = set()
    for path in (Path(__file__).parent / book.folder).glob("*.py"):
        if path.name == "test_rulebook.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                words = node.name
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                words = node.value
            else:
                continue
            named |= {"-".join(found) for found in mention.findall(words)}
    missing = [name for name, _ in book.clauses if name not in named and not RULINGS.fullmatch(name)]
    assert missing == [], f"{len(missing)} clauses have no test"


# ---------------------------------------------------------------- links, options, tables
@every_book
def test_the_rulebook_has_many_links(book: Rulebook) -> None:
    links = LINK.findall(re.sub(r"^!.*$", "", book.prose, flags=re.M))  # pictures are no links
    assert len(links) > book.links


@every_book
def test_the_contents_name_every_section(book: Rulebook) -> None:
    sections = re.findall(r"^## (.+)$", book.prose, re.M)
    contents = book.prose.split("\nContents: ", 1)[1].split("\n\n", 1)[0]
    assert [" ".join(text.split()) for text, _ in LINK.findall(contents)] == sections[1:]


def choices(option: Option) -> list[str]:
    """What a table of options lists: the default first, then the others; of a span its limits."""
    if isinstance(option, RangeOption):
        return [str(option.default), f"{option.low} to {option.high}"]
    values = [option.default, *(choice for choice in option.choices if choice != option.default)]
    return [str(value).lower() if isinstance(value, bool) else str(value) for value in values]


@every_book
def test_every_option_has_a_row_with_its_values_and_the_default_first(book: Rulebook) -> None:
    rows = dict(re.findall(r'^\| <a id="option-(\w+)"></a>(.*)$', book.text, re.M))
    assert set(rows) == set(book.options)
    assert book.text.count('<a id="option-') == len(rows)
    for name, option in book.options.items():
        head, listed, change, *_ = rows[name].split(" |")
        first, *others = choices(option)
        assert head == f"`{name}`"
        assert listed.strip() == ", ".join((f"**{first}**", *others))
        assert len(change) > 40


@every_book
def test_every_option_is_named_where_its_rule_stands(book: Rulebook) -> None:
    rules = book.prose.split("\n## Options\n", 1)[0]
    assert [name for name in book.options if f"[`{name}`](#option-{name})" not in rules] == []


@every_book
def test_no_list_item_but_a_clause_in_the_rules(book: Rulebook) -> None:
    rules = book.prose.split(f"\n## {book.first}\n", 1)[1].split("\n## Options\n", 1)[0]
    assert [line for line in rules.splitlines() if line.startswith("- ") and not ANCHOR.search(line)] == []
