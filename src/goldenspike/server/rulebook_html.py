"""A rulebook's Markdown as HTML that is safe to show, with an anchor for every heading and clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

# Raw HTML is not rendered. The anchors of clauses are the only exception, so they pass through as marked text.
_ANCHOR = re.compile(r'<a id="([A-Za-z0-9_-]{1,64})"></a>')
_MARK = re.compile("\ue000([A-Za-z0-9_-]{1,64})\ue001")


def rulebook_html(markdown: str, picture: Callable[[str], tuple[str, float, float] | None]) -> str:
    """The whole rulebook as HTML; ``picture``: address, width and height of a picture by its name in the rulebook."""
    marked = _ANCHOR.sub("\ue000\\1\ue001", markdown)
    reader = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    html = reader.render(marked, {"picture": picture})
    return _MARK.sub(r'<a id="\1" class="clause"></a>', html)


def slug(title: str) -> str:
    """The anchor of a heading, as the rulebooks' own tables of contents write it."""
    kept = "".join(c for c in title.strip().lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


class _Renderer(RendererHTML):
    """HTML whose headings can be linked to and whose tables can be scrolled."""

    def heading_open(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        tokens[at].attrSet("id", slug(_MARK.sub("", tokens[at + 1].content)))
        return self.renderToken(tokens, at, options, env)

    def image(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """A picture of the rulebook with its caption; nothing from anywhere else."""
        caption = escapeHtml(tokens[idx].content)
        found = env["picture"](str(tokens[idx].attrGet("src")))
        if found is None:
            return caption
        address, width, height = found
        size = f'width="{width:g}" height="{height:g}"'
        shown = f'<img src="{escapeHtml(address)}" alt="" {size} loading="lazy" decoding="async">'
        words = f'<span class="caption">{caption}</span>'
        return f'<span class="figure" role="figure" aria-label="{caption}">{shown}{words}</span>'

    def table_open(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        return '<div class="table" role="region" tabindex="0">' + self.renderToken(tokens, at, options, env)

    def table_close(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        return self.renderToken(tokens, at, options, env) + "</div>"

    def th_open(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        tokens[at].attrs.pop("style", None)  # inline styles are forbidden on the page
        return self.renderToken(tokens, at, options, env)

    td_open = th_open
