"""A picture for screens made simple enough to print: no style sheet, no references, no filters, no text on curves."""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from goldenspike.drawing.geometry import Path, length, place

from . import fonts
from .painter import INHERITED, OWN, number
from .paths import segments

Element = ElementTree.Element
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_RULE = re.compile(r"([^{}]+)\{([^}]*)\}")
_PART = re.compile(r"([\w-]*)((?:\.[\w-]+)*)")
_GONE = {"defs", "style", "title", "desc", "metadata", "filter", "clipPath", "radialGradient", "linearGradient"}
_KEPT = {"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "d", "viewBox"}
FAR = 5000.0  # beyond the ends of any text
_STEPS = 12  # straight pieces for a piece of a curve


class _Rule(NamedTuple):
    """A rule of a style sheet: what it is for, from the outside in, and what it says."""

    parts: tuple[tuple[str, frozenset[str]], ...]
    says: dict[str, str]

    @property
    def weight(self) -> tuple[int, int]:
        return sum(len(names) for _, names in self.parts), sum(bool(tag) for tag, _ in self.parts)


def flatten(svg: str) -> str:
    """The same picture in the part of SVG that can be printed; textures, shadows and gradients are left out."""
    root = ElementTree.fromstring(svg)
    made = _flattening(root).element(root, (), dict(INHERITED))
    assert made is not None
    return ElementTree.tostring(made, "unicode")


def with_single_letters(svg: str) -> str:
    """The same picture with single letters for text on curves and spaced text, which not every painter fits."""
    ElementTree.register_namespace("", _SVG[1:-1])
    root = ElementTree.fromstring(svg)
    _flattening(root).set_letters(root, (), dict(INHERITED))
    return ElementTree.tostring(root, "unicode")


def _flattening(root: Element) -> _Flattening:
    named = {name: one for one in root.iter() if (name := one.get("id")) is not None}
    sheet = [rule for one in root.iter(f"{_SVG}style") for rule in _rules(one.text or "")]
    return _Flattening(named, sorted(sheet, key=lambda rule: rule.weight))


class _Flattening:
    def __init__(self, named: dict[str, Element], sheet: list[_Rule]) -> None:
        self.named = named
        self.sheet = sheet

    def element(self, one: Element, around: Sequence[Element], look: dict[str, str]) -> Element | None:
        """An element and everything in it; None if nothing of it is printed."""
        kind = one.tag.rpartition("}")[2]
        given = self._attributes(one, around)
        if kind in _GONE or self._is_texture(given.get("filter", "")):
            return None
        style = {**look, **{name: value for name, value in given.items() if name in INHERITED}}
        kept = {name: value for name, value in given.items() if name in INHERITED or name in OWN or name in _KEPT}
        for paint in ("fill", "stroke"):
            if kept.get(paint, "").startswith("url("):
                kept[paint] = style[paint] = "none"
        if "clip-path" in given:
            kept["clip-d"] = " ".join(part.get("d", "") for part in self._target(given["clip-path"]))
        made = ElementTree.Element("g" if kind == "use" else kind, kept)
        made.text = one.text if kind == "text" else None
        inner: list[Element] = list(one)
        if kind == "use":
            shift = f"translate({made.attrib.pop('x', '0')} {made.attrib.pop('y', '0')})"
            made.set("transform", f"{kept.get('transform', '')} {shift}".strip())
            target = self.named.get((one.get("href") or one.get(_HREF) or "").removeprefix("#"))
            inner = [] if target is None else [target]
        for part in inner:
            if part.tag == f"{_SVG}textPath":
                made = ElementTree.Element("g", {name: value for name, value in kept.items() if name in OWN})
                order = made.attrib.pop("paint-order", "normal")
                made.extend(self._on_curve(part, {**style, "paint-order": order}))
                return made
            child = self.element(part, (*around, one), style)
            if child is not None:
                made.append(child)
        return made

    def set_letters(self, one: Element, around: Sequence[Element], look: dict[str, str]) -> None:
        """Replace texts on curves by groups of letters, wherever they are in an element."""
        given = self._attributes(one, around)
        style = {**look, **{name: value for name, value in given.items() if name in INHERITED}}
        for place_, part in enumerate(list(one)):
            own = self._attributes(part, (*around, one))
            curve = part.find(f"{_SVG}textPath")
            spaced = "textLength" in own and own.get("letter-spacing", "0") != "0"
            if curve is None and not spaced:
                self.set_letters(part, (*around, one), style)
                continue
            order = own.get("paint-order", "normal")
            letters = {
                **style,
                **{name: value for name, value in own.items() if name in INHERITED},
                "paint-order": order,
            }
            kept = {name: value for name, value in own.items() if name in ("opacity", "transform")}
            group = ElementTree.Element(f"{_SVG}g", kept)
            x, y = number(own.get("x", "0")), number(own.get("y", "0"))
            straight = [(x - FAR, y), (x + FAR, y)]
            set_ = _letters(part.text or "", straight, FAR, own.get("textLength"), letters)
            for letter in set_ if curve is None else self._on_curve(curve, letters):
                letter.tag = f"{_SVG}text"
                group.append(letter)
            one[place_] = group

    def _attributes(self, one: Element, around: Sequence[Element]) -> dict[str, str]:
        """What is said about an element: by itself, by the style sheet, by its own style, the last word first."""
        found = {name: value for name, value in one.attrib.items() if name not in ("style", "class", "id")}
        for rule in self.sheet:
            if _fits(rule.parts, (*around, one)):
                found |= rule.says
        return found | _declarations(one.get("style", ""))

    def _is_texture(self, reference: str) -> bool:
        """Does a filter paint something of its own, whatever it is put on?"""
        parts = [part for one in self._target(reference) for part in one.iter()] if reference else []
        noisy = any(part.tag.endswith("feTurbulence") for part in parts)
        return noisy and not any(part.get("in") == "SourceGraphic" for part in parts)

    def _target(self, reference: str) -> list[Element]:
        """What stands in something referred to as url(#name)."""
        found = self.named.get(reference.removeprefix("url(#").removesuffix(")"))
        return [] if found is None else [copy.copy(part) for part in found]

    def _on_curve(self, part: Element, look: dict[str, str]) -> Iterator[Element]:
        """Letters along a path, each a text of its own that is turned as the path runs there."""
        target = self.named.get((part.get("href") or part.get(_HREF) or "").removeprefix("#"))
        words = (part.text or "").strip()
        if target is None or not words:
            return
        path = _points(target.get("d", ""))
        start = part.get("startOffset", "0")
        at = length(path) * number(start[:-1]) / 100 if start.endswith("%") else number(start)
        yield from _letters(words, path, at, part.get("textLength"), look)


def _letters(words: str, path: Path, at: float, wide: str | None, look: dict[str, str]) -> Iterator[Element]:
    """Single letters along a path from a place on it, together as wide as they should be."""
    font = fonts.font_name(look["font-family"], look["font-weight"] in ("bold", "700"), look["font-style"] != "normal")
    size, gap = number(look["font-size"]), _spacing(look)
    widths = [sum(glyph.width for glyph in fonts.set_text(letter, font)) * size / 1000 + gap for letter in words]
    stretch = number(wide) / sum(widths) if wide else 1.0
    at -= {"start": 0.0, "middle": 0.5, "end": 1.0}[look["text-anchor"]] * sum(widths) * stretch
    plain = {name: value for name, value in look.items() if INHERITED.get(name) != value}
    for letter, width in zip(words, widths, strict=True):
        (x, y), angle = place(path, at + width * stretch / 2)
        at += width * stretch
        move = f"translate({x:.2f} {y:.2f}) rotate({math.degrees(angle):.2f}) scale({stretch:.4f} 1)"
        one = ElementTree.Element("text", {**plain, "text-anchor": "middle", "letter-spacing": "0", "transform": move})
        one.text = letter
        yield one


def _rules(text: str) -> Iterator[_Rule]:
    for selectors, says in _RULE.findall(text):
        for selector in selectors.split(","):
            parts = [found for word in selector.split() if (found := _PART.fullmatch(word))]
            named = tuple((part[1], frozenset(part[2].split(".")[1:])) for part in parts)
            if len(named) == len(selector.split()):
                yield _Rule(named, _declarations(says))


def _declarations(text: str) -> dict[str, str]:
    pairs = (entry.partition(":") for entry in text.split(";") if ":" in entry)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _fits(parts: Sequence[tuple[str, frozenset[str]]], line: Sequence[Element]) -> bool:
    """Is the last element of a line of elements, each in the one before, meant by a selector?"""
    if not _is(line[-1], parts[-1]):
        return False
    rest = list(parts[:-1])
    for one in reversed(line[:-1]):
        if rest and _is(one, rest[-1]):
            rest.pop()
    return not rest


def _is(one: Element, part: tuple[str, frozenset[str]]) -> bool:
    tag, names = part
    return (not tag or one.tag == f"{_SVG}{tag}") and names <= set(one.get("class", "").split())


def _spacing(look: dict[str, str]) -> float:
    """The gap between letters in units of the picture."""
    gap = look["letter-spacing"]
    return number(gap[:-2]) * number(look["font-size"]) if gap.endswith("em") else number(gap)


def _points(d: str) -> Path:
    """A path as points near enough to each other."""
    found: Path = []
    for letter, given in segments(d):
        if letter in "ML":
            found.append((given[0], given[1]))
        elif letter == "C":
            x0, y0 = found[-1]
            for k in range(1, _STEPS + 1):
                t = k / _STEPS
                u = 1 - t
                a, b, c, e = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                found.append(
                    (
                        a * x0 + b * given[0] + c * given[2] + e * given[4],
                        a * y0 + b * given[1] + c * given[3] + e * given[5],
                    )
                )
    return found
