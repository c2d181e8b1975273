"""The words of page, games and letters: complete in every language, and the check notices what is wrong."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))
try:
    import words  # type: ignore[import-not-found]
finally:
    sys.path.pop(0)

ENGLISH = {
    "greet": "Hello {name}",
    "cards": "{n, plural, one {# card} other {# cards}}",
    "plain": "No values here",
    "tone.loud": "Loud",
    "old": "Nobody shows this",
}
SOURCE = """
<script>const tone = 'loud'; const said = t(`tone.${tone}`)</script>
<p>{t('greet', { name: who })} {p.t('cards', { n: list.length })} {words('plain')}</p>
"""


def put(path: Path, content: dict[str, Any] | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), "utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with one catalogue in two languages, in order but for a word that nothing shows."""
    put(tmp_path / "web/src/lang/en.json", ENGLISH)
    put(
        tmp_path / "web/src/lang/pl.json",
        {**ENGLISH, "cards": "{n, plural, one {# karta} few {# karty} many {# kart} other {# karty}}"},
    )
    put(
        tmp_path / "web/src/lang/context.json",
        {"greet": "First line.", "cards": "A hand.", "plain": "A label.", "tone.*": "Tones.", "old": "?"},
    )
    put(tmp_path / "web/src/Page.svelte", SOURCE)
    return tmp_path


def faults(root: Path) -> list[str]:
    return words.words("check", "--root", str(root)).stderr.strip().splitlines()


def test_the_words_of_the_project_are_complete() -> None:
    done = words.words("check")
    assert done.returncode == 0, done.stderr
    assert "complete" in done.stdout


def test_what_nothing_shows_is_named(project: Path) -> None:
    assert faults(project) == ["web/src/lang: nothing shows old"]


def test_words_that_do_not_fit_the_english_ones_are_named(project: Path) -> None:
    wrong = {
        "greet": "Cześć {imię}",
        "cards": "{n, plural, one {# karta} other {# kart}}",
        "tone.loud": "Głośno {",
        "plain": "",
        "extra": "Nadmiar",
        "old": "Stare",
    }
    put(project / "web/src/lang/pl.json", wrong)
    put(
        project / "web/src/lang/context.json",
        {"greet": "First line.", "cards": "A hand.", "plain": "A label.", "tone.*": "Tones.", "new.*": "?"},
    )
    found = {line.removeprefix("web/src/lang: ") for line in faults(project)}
    assert {line for line in found if not line.startswith("pl: tone.loud cannot be read")} == {
        "pl: greet lacks {name}",
        'pl: cards has no form "few", "many" for {n}',
        "pl: plain is missing",
        "pl: extra is not in the English file",
        "context.json says nothing about old",
        "context.json speaks of new.*, which is no key",
        "nothing shows old",
    }
    assert len(found) == 8


def test_each_language_is_printed_as_it_prints(project: Path) -> None:
    spoilt = {
        "greet": "C'est {name}",
        "cards": "{n, plural, one {Encore # carte ?} other {Encore # cartes ?}}",
        "plain": "Un instant …",
        "tone.loud": "Dis “non”",
        "old": "Cela coûte 5 $",
    }
    put(project / "web/src/lang/fr.json", spoilt)
    right = "\N{NO-BREAK SPACE}"
    assert [line for line in faults(project) if "fr:" in line] == [
        "web/src/lang: fr: greet is misprinted: write ’ for an apostrophe",
        "web/src/lang: fr: cards is misprinted: write a no-break space inside « » and before ; : ? !",
        "web/src/lang: fr: plain is misprinted: write … without a space before it",
        "web/src/lang: fr: tone.loud has “: write «» for quotes",
        "web/src/lang: fr: old is misprinted: write a no-break space before $",
    ]
    put(
        project / "web/src/lang/fr.json",
        {
            "greet": "C’est {name}",
            "cards": f"{{n, plural, one {{Encore # carte{right}?}} other {{Encore # cartes{right}?}}}}",
            "plain": "Un instant…",
            "tone.loud": f"Dis «{right}non{right}»",
            "old": f"Cela coûte 5{right}$",
        },
    )
    assert not [line for line in faults(project) if "fr:" in line]


def test_calls_with_wrong_values_and_unknown_words_are_named(project: Path) -> None:
    source = "{t('greet')}{t('cards', { n: 1, more: f({ a: 1 }) })}{t('plain')}{t('nowhere')}{t('tone.loud')}{t('old')}"
    put(project / "web/src/Page.svelte", source)
    assert faults(project) == [
        "web/src/Page.svelte:1: greet needs {name}",
        "web/src/Page.svelte:1: cards has no place for {more}",
        "web/src/Page.svelte:1: there are no words for nowhere",
    ]


def test_a_language_is_begun_by_files_alone(project: Path) -> None:
    put(project / "src/goldenspike/games/chess/words/chess.en.json", {"about": "Chess"})
    put(project / "src/goldenspike/games/chess/words/context.json", {"about": "One line."})
    assert "src/goldenspike/games/chess/words/chess: there is no file for pl" in faults(project)
    made = words.words("start", "fr", "--root", str(project)).stdout.split()
    assert made == ["web/src/lang/fr.json", "src/goldenspike/games/chess/words/chess.fr.json"]
    todo = words.words("todo", "fr", "--root", str(project)).stdout
    assert "cards\n    about: A hand.\n    en:    {n, plural," in todo
    assert "web/src/lang: fr: greet is missing" in faults(project)
    put(project / "web/src/lang/fr.json", {**ENGLISH, "cards": "{n, plural, one {# carte} other {# cartes}}"})
    assert not [line for line in faults(project) if line.startswith("web/src/lang: fr")]
