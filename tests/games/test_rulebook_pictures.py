"""Pictures in rulebooks: drawn from positions, current, with a caption in every language, and shown by the server."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

import goldenspike as gs
from goldenspike.cli import main
from goldenspike.conformance.errors import ConformanceError
from goldenspike.conformance.rulebook import books, check_images, check_pictures, check_rulebook
from goldenspike.drawing.rulebook_pictures import write
from goldenspike.engine.rulebook_picture import BadPicture, read_pictures
from tests.server.app_in_process import Browser, run

GOOD: Any = gs.game("rail-pass")
CITY = GOOD.rulebook_pictures["city"]
ILLUSTRATED = ("santa-fe-rails", "pioneer-rails", "rail-pass")


def game_with(**changed: Any) -> Any:
    return type("Bad", (type(GOOD),), changed)()


def copied(folder: Path) -> dict[str, Any]:
    """The pictures of Rail Pass in a folder of their own."""
    shutil.copytree(Path(str(CITY.file)).parent, folder / "pictures")
    return read_pictures(iter([folder]))


@pytest.mark.parametrize("name", ILLUSTRATED)
def test_every_rulebook_has_pictures_with_captions_in_every_language(name: str) -> None:
    english, *others = books(gs.game(name))
    assert len(english.images) >= 3
    assert {book.language for book in others} >= {"de", "it"}
    for book in others:
        assert [picture for _, picture in book.images] == [picture for _, picture in english.images]


def test_a_picture_that_is_not_current_is_named(tmp_path: Path) -> None:
    pictures = copied(tmp_path)
    bad = game_with(rulebook_pictures=pictures)
    check_pictures(bad)
    file = tmp_path / "pictures" / "city.svg"
    file.write_text(file.read_text("utf-8").replace("YELLOW", "PINK"), "utf-8")
    with pytest.raises(
        ConformanceError, match=r"pictures/city.svg is not what the game draws; run goldenspike pictures"
    ):
        check_pictures(bad)
    assert [path.name for path in write(bad)] == ["city.svg"]
    check_pictures(bad)
    assert write(bad) == []


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"box": [0, 0]}, "box must have at least 4 entries"),
        ({"seat": 1}, "seat must be text"),
        ({"frame": True}, 'unknown key "frame"'),
    ],
)
def test_a_faulty_file_is_explained(changed: Any, problem: str, tmp_path: Path) -> None:
    copied(tmp_path)
    file = tmp_path / "pictures" / "city.json"
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **changed}), "utf-8")
    with pytest.raises(BadPicture, match=re.escape(problem)):
        read_pictures(iter([tmp_path]))


def test_a_position_that_cannot_be_is_named() -> None:
    bad = replace(CITY, position={**CITY.position, "board": "RP-L99"})
    with pytest.raises(ConformanceError, match=r"pictures/city\.json: "):
        check_pictures(game_with(rulebook_pictures={"city": bad}))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: text.replace("pictures/city.svg", "pictures/town.svg"), "there is no such picture: town"),
        (lambda text: re.sub(r"^!.*city.*$", "", text, flags=re.M), "a picture stands there once: city"),
        (
            lambda text: re.sub(r"^!\[.*\](?=.*city)", "![A city called ^B^.]", text, flags=re.M),
            "a caption is a sentence or two",
        ),
    ],
)
def test_what_the_rulebook_says_of_pictures_is_checked(change: Any, problem: str) -> None:
    bad = game_with(rulebook=lambda self, language: change(GOOD.rulebook(language)))
    with pytest.raises(ConformanceError, match=problem):
        check_images(books(bad)[0])


def test_a_caption_in_english_is_noticed() -> None:
    caption = next(caption for caption, name in books(GOOD)[0].images if name == "city")

    def rulebook(self: Any, language: str) -> str:
        return re.sub(r"^!\[.*\](?=.*city)", f"![{caption}]", GOOD.rulebook(language), flags=re.M)

    with pytest.raises(ConformanceError, match=r"rulebook\.de\.md: a caption is in English: city"):
        check_rulebook(game_with(rulebook=rulebook))


def test_the_command_says_what_has_changed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["pictures", "rail-pass"])
    assert capsys.readouterr().out == "0 pictures have changed\n"


def test_the_server_shows_them_with_their_captions(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        book = await browser.get("/api/rulebook/rail-pass?lang=de")
        shown = re.findall(r'<img src="([^"]+)" alt="" width="420" height="410" loading="lazy"', book["html"])
        assert len(shown) == 1
        assert '<span class="caption">Eine Stadttafel' in book["html"]
        assert "![" not in book["html"]
        answer = await browser.ask("GET", shown[0])
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
        assert "sandbox" in answer.headers["content-security-policy"]
        assert answer.text == CITY.svg()
        await browser.get("/api/rulebook/rail-pass/pictures/nothing.svg", 404)
        await browser.get("/api/rulebook/chess/pictures/city.svg", 404)

    run(trial, tmp_path)
