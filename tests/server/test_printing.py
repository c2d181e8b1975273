"""Print and play over HTTP: any board, by parts, paper and language; within bounds, and with a clear line otherwise."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pypdfium2

from goldenspike.games import game, names

from .app_in_process import Browser, served
from .live_server import async_test


def words(raw: bytes) -> str:
    assert raw.startswith(b"%PDF")
    return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pypdfium2.PdfDocument(raw))


@async_test
async def test_boards_are_printed_by_name_and_as_data(tmp_path: Path) -> None:
    async with served(tmp_path) as app:
        person = Browser(app)

        async def printed(name: str, order: dict[str, Any], status: int = 200) -> bytes:
            answer = await person.ask("POST", f"/api/boards/{name}/print", order)
            assert answer.status_code == status, answer.text[:200]
            return answer.content

        for name in names():
            listed = await person.get(f"/api/print/{name}?lang=fr")
            assert listed[-1]["name"] == "rules", name
            assert len({part["title"] for part in listed}) == len(listed)
        own = copy.deepcopy(dict(game("santa-fe-rails").board("mini").source))
        own |= {"id": "mine", "name": "Łódź Kaliska"}
        order = {
            "board": own,
            "parts": ["aid", "pad"],
            "paper": "letter",
            "language": "it",
            "options": {"values.hand": 5},
        }
        raw = await printed("santa-fe-rails", order)
        said = words(raw)
        assert "Łódź Kaliska" in said
        assert "Pesca fino a 5 carte" in said
        assert [round(side) for side in pypdfium2.PdfDocument(raw)[0].get_size()] == [612, 792]
        assert "Point to point" in words(await printed("rail-pass", {"board": "RP-L1", "parts": ["layout"]}))
        for wrong, status, line in (
            ({"board": "nowhere"}, 404, b"has no board"),
            ({"board": "/etc/passwd"}, 404, b"has no board"),
            ({"board": {}}, 400, b"missing"),
            ({"parts": ["gold"]}, 400, b"there is no part"),
            ({"scale": 900}, 400, b"scale"),
            ({"paper": "a0"}, 400, b"paper"),
            ({"options": {"values.hand": 50}}, 400, b"values.hand"),
        ):
            assert line in await printed("santa-fe-rails", {"parts": ["aid"], "board": "mini"} | wrong, status)


@async_test
async def test_a_table_prints_its_board_by_its_options(tmp_path: Path) -> None:
    async with served(tmp_path) as app:
        person = Browser(app)
        made = await person.table("me", "random", board="mini", options={"values.money": 7})
        answer = await person.ask("GET", f"/api/tables/{made['table']['id']}/board.pdf?parts=aid&lang=de&paper=letter")
        assert answer.headers["content-type"] == "application/pdf"
        assert "Anfangs 7 $" in words(answer.content)
        pad = await person.ask("GET", "/api/boards/pioneer-rails/desert-a.pdf")
        assert len(pypdfium2.PdfDocument(pad.content)) == 4, "without parts the pad, as before"
