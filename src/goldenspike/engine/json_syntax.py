"""What is wrong with text that is not JSON, said to people who wrote it by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_OTHER_FILES = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive or an office document",
    b"\x1f\x8b": "a compressed file",
    b"SQLite": "a database",
}
_OTHER_TEXT = {"<?xml": "XML", "<svg": "an SVG picture", "<!doctype": "a web page", "<html": "a web page"}
_OTHER_ENCODINGS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_PYTHON_WORDS = {"True": "true", "False": "false", "None": "null", "undefined": "null"}


def decoded(raw: bytes) -> str:
    """The text of a file; ValueError with what it is instead, if it is not UTF-8."""
    for start, kind in _OTHER_FILES.items():
        if raw.startswith(start):
            raise ValueError(f"not JSON: the file is {kind}, not UTF-8 text")
    for mark, encoding in _OTHER_ENCODINGS.items():
        if raw.startswith(mark):
            raise ValueError(f"not JSON: the file is {encoding} text, not UTF-8; save it as UTF-8")
    if len(raw) > 1 and (raw[0] == 0 or raw[1] == 0):
        raise ValueError("not JSON: the file is UTF-16 text, not UTF-8; save it as UTF-8")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        letter = bytes([raw[error.start]]).decode("cp1252", "replace")
        guess = f" ({letter} in an older encoding)" if letter.isprintable() and letter != "\ufffd" else ""
        raise ValueError(
            f"not JSON: the file is not UTF-8 text at line {line}, column {column}{guess}; save it as UTF-8"
        ) from None


def syntax_problem(text: str, error: json.JSONDecodeError, what: str) -> str:
    """Why a text is not JSON, where, and what would be right."""
    if not text.strip():
        return f"the file is empty; a {what} is a JSON object, which begins with {{ and ends with }}"
    start = text.lstrip()[:40].lower()
    for mark, kind in _OTHER_TEXT.items():
        if start.startswith(mark):
            return f"not JSON: the file is {kind}; a {what} is a JSON object, which begins with {{"
    pos = min(error.pos, len(text))
    rest = text[pos:].lstrip()
    here = _at(text, len(text) - len(rest))
    before = text[:pos].rstrip()
    for mark in ("//", "/*", "#"):
        if rest.startswith(mark):
            return f"not JSON: a comment ({mark}) at {here}; JSON has no comments, take it out"
    if (before.endswith(",") and rest[:1] in ("}", "]")) or error.msg.startswith("Illegal trailing comma"):
        comma = len(before) - 1 if before.endswith(",") else pos
        return f"not JSON: a comma before the closing {_closing(text, pos)} at {_at(text, comma)}; take it out"
    if not rest:
        return f"not JSON: the file ends too early; {_unclosed(text)}"
    word = re.match(r"\w+", rest)
    if word and word[0] in _PYTHON_WORDS:
        return f"not JSON: {word[0]} at {here}; JSON writes {_PYTHON_WORDS[word[0]]}"
    if rest[0] in "'\u2018\u2019\u201c\u201d\u00ab`":
        return f'not JSON: {rest[0]} at {here}; names and texts stand in straight double quotes (")'
    if error.msg.startswith("Expecting ',' delimiter"):
        return f"not JSON: a comma is missing at {_at(text, len(before))}, or a bracket is not closed before"
    if error.msg.startswith("Expecting ':' delimiter"):
        return f'not JSON: a colon is missing at {_at(text, len(before))}; an entry is written "name": value'
    if error.msg.startswith("Invalid control character") or error.msg.startswith("Unterminated string"):
        return f'not JSON: the text that begins in line {error.lineno} has no closing quote (") in the same line'
    if error.msg.startswith("Expecting property name"):
        return f'not JSON: a name in double quotes is wanted at {here}, as in "name": value'
    if error.msg.startswith("Extra data"):
        return f"not JSON: the {what} is closed before {here}, but more text follows"
    return f"not JSON: {error.msg} at {here}; a {what} is a JSON object, which begins with {{"


def key_twice(text: str, key: str) -> str:
    """The line in which a key stands for the second time in one object."""
    seen: list[set[str] | None] = []
    tokens = list(_tokens(text))
    for (token, pos), (after, _) in zip(tokens, [*tokens[1:], ("", 0)], strict=True):
        if token in "{[":
            seen.append(set() if token == "{" else None)
        elif token in "}]" and seen:
            seen.pop()
        elif after == ":" and seen and seen[-1] is not None and token.startswith('"'):
            name = json.loads(token)
            if name == key and name in seen[-1]:
                return _at(text, pos)
            seen[-1].add(name)
    return "line 1"


def word_at(text: str, word: str) -> str:
    """The line in which a bare word or number stands first."""
    return next((_at(text, pos) for token, pos in _tokens(text) if token == word), "line 1")


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    for found in _TOKEN.finditer(text):
        yield found[0], found.start()


def _at(text: str, pos: int) -> str:
    line = text.count("\n", 0, pos) + 1
    return f"line {line}, column {pos - (text.rfind(chr(10), 0, pos) + 1) + 1}"


def _closing(text: str, pos: int) -> str:
    return next((letter for letter in text[pos:] if letter in "}]"), "bracket")


def _unclosed(text: str) -> str:
    """The bracket that was opened last and never closed."""
    opened: list[tuple[str, int]] = []
    for token, pos in _tokens(text):
        if token in ("{", "["):
            opened.append((token, pos))
        elif token in ("}", "]") and opened:
            opened.pop()
    if not opened:
        return "something is missing at its end"
    bracket, pos = opened[-1]
    return f"the {bracket} of {_at(text, pos)} is never closed with {'}' if bracket == '{' else ']'}"
