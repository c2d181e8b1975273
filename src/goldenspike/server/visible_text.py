"""Text from people, made safe to show: one line, without characters that hide, reorder or pile up.

Control characters, marks of writing direction and characters without width can make a name look like another one, or
turn a whole line of somebody else's around.
"""

from __future__ import annotations

import unicodedata

# Letters by category, blanks to the eye: fillers of Hangul, the empty Braille pattern, invisible mathematical signs.
BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u2062\u2063\u2064")
MOST_MARKS = 3  # accents above one letter; no language needs more


def visible_line(text: str, longest: int | None = None) -> str:
    """Text on one line, as it may be shown to others; at most so many characters of it."""
    shown: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        if marks > MOST_MARKS:
            continue
        shown.append(char if char.isprintable() and char not in BLANK else " ")
    line = " ".join("".join(shown).split())
    return line if longest is None else line[:longest].rstrip()
