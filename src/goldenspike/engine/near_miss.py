"""What somebody probably meant: the known name nearest to one that there is not."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches


def nearest(word: object, known: Iterable[str]) -> str | None:
    """The known name that differs from a word by its capitals, its dashes or a letter or two; None if none does."""
    names = list(known)
    plain = {_plain(name): name for name in reversed(names)}
    meant = _plain(str(word)[:80])
    close = get_close_matches(meant, plain, 3, 0.6)
    # Of names that are as near, the one that begins alike: people rarely mistype the first letter.
    close.sort(key=lambda name: (-SequenceMatcher(None, meant, name).ratio(), name[:1] != meant[:1]))
    return plain[close[0]] if close else None


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the nearest one that there is, or nothing."""
    near = nearest(word, known)
    return "" if near is None else f"; did you mean {near}?"


def instead(word: object, known: Iterable[str], all_of_them: str = "there are") -> str:
    """The same, or everything that there is where nothing is near."""
    names = list(known)
    if not names:
        return ""
    return did_you_mean(word, names) or f"; {all_of_them} {', '.join(names)}"


def _plain(name: str) -> str:
    return name.strip().casefold().replace("-", "").replace("_", "").replace(" ", "")
