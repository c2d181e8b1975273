"""Letters: nobody gets one they did not ask for, and none whose words a stranger chose."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.http.rate_limits import Limits
from goldenspike.server.people import letters
from goldenspike.server.people.notifications import Mailer
from goldenspike.server.storage.schema import accounts, outbox

from .app_in_process import Browser, served, settled
from .test_notifications import Clock, PostOffice, quiet, turn

LURE = "WIN 1000 EUR"
WORD = "railroad tycoon"
ANNA = {"name": "Anna", "password": WORD}
ADDRESS = "anna@example.org"


def with_mail(trial: Callable[[FastAPI, PostOffice], Awaitable[None]], folder: Path, **settings: Any) -> None:
    async def whole() -> None:
        async with PostOffice() as office:
            mailer = Mailer("127.0.0.1", office.port, "table@example.org", secure="none")
            more = {"notice_delay_ms": 0, "base": "https://table.example.org", **settings}
            async with served(folder, mailer=mailer, **more) as app:
                await trial(app, office)

    asyncio.run(whole())


def link_in(letter: Any, kind: str) -> str:
    found = re.search(rf"https://table\.example\.org/account#{kind}=([\w-]+)", letter.get_content())
    assert found, letter.get_content()
    return found[1]


async def confirmed(app: FastAPI, office: PostOffice, browser: Browser, address: str = ADDRESS) -> None:
    """An address that its owner has confirmed by the letter."""
    await browser.put("/api/me/notices", {"email": address, "password": WORD})
    await app.state.notifications.deliver()
    await browser.post("/api/confirm", {"token": link_in(office.letters[-1][1], "confirm")})
    assert (await browser.get("/api/me"))["email_confirmed"]


def test_an_address_gets_one_question_and_nothing_else_until_it_is_confirmed(tmp_path: Path) -> None:
    async def trial(app: FastAPI, office: PostOffice) -> None:
        sender = await quiet(app)
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        found = await browser.put("/api/me/notices", {"email": ADDRESS, "password": WORD})
        assert (found["notices"]["email"], found["email_confirmed"]) == (ADDRESS, False)
        name = (await browser.table("me", "greedy", name=LURE))["table"]["id"]
        for _ in range(4):
            sender.touched(name)
            await sender.collect()
            await sender.deliver()
            await turn(app, name)
        assert [to for to, _ in office.letters] == [ADDRESS]
        letter = office.letters[0][1]
        assert letter["subject"] == "Golden Spike: Confirm your e-mail address"
        assert "Anna" not in letter.get_content()

        token = link_in(letter, "confirm")
        stored = await app.state.store.read(
            lambda c: json.dumps([list(map(str, r)) for r in c.execute(sa.select(outbox))])
        )
        assert token not in stored, "a link that was sent is no longer kept in words"
        await Browser(app).post("/api/confirm", {"token": "x" * 43}, 403)
        await Browser(app).post("/api/confirm", {"token": token})
        await Browser(app).post("/api/confirm", {"token": token}, 403)
        sender.touched(name)
        await sender.collect()
        assert await sender.deliver() == 1
        notice = office.letters[-1][1]
        assert notice["subject"] == "Golden Spike: It is your turn"
        assert LURE in notice.get_content()
        assert f"/t/{name}" in notice.get_content()

    with_mail(trial, tmp_path)


def test_no_words_of_people_in_any_subject(tmp_path: Path) -> None:
    async def trial(app: FastAPI, office: PostOffice) -> None:
        sender = await quiet(app)
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        await confirmed(app, office, browser)
        seats = [{"holder": "me", "name": LURE}, {"holder": "bot", "bot": "greedy", "name": LURE}]
        wish = {"game": "santa-fe-rails", "board": "mini", "seats": seats, "start": True, "name": LURE}
        sender.touched((await browser.post("/api/tables", wish))["table"]["id"])
        await sender.collect()
        assert await sender.deliver() == 1
        assert [letter["subject"] for _, letter in office.letters] == [
            "Golden Spike: Confirm your e-mail address",
            "Golden Spike: It is your turn",
        ]

    with_mail(trial, tmp_path)


def test_forty_wishes_are_three_letters(tmp_path: Path) -> None:
    """Many accounts from many addresses of the network, one victim; a plus sign makes no other mailbox."""

    async def trial(app: FastAPI, office: PostOffice) -> None:
        await quiet(app)
        codes = []
        for number in range(40):
            browser = Browser(app, f"10.1.0.{number}")
            await browser.post("/api/account", {"name": f"sender {number}", "password": WORD})
            spelled = "Victim@Example.org" if number % 2 else f"victim+{number}@example.org"
            codes.append(
                (await browser.ask("PUT", "/api/me/notices", {"email": spelled, "password": WORD})).status_code
            )
            await app.state.notifications.deliver()
        assert len(office.letters) == letters.TO_ONE_ADDRESS_A_DAY
        assert codes == [200] * 3 + [429] * 37

    with_mail(trial, tmp_path, limits=Limits())


def test_one_account_causes_few_letters(tmp_path: Path) -> None:
    async def trial(app: FastAPI, office: PostOffice) -> None:
        await quiet(app)
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        for number in range(20):
            await browser.ask("PUT", "/api/me/notices", {"email": f"someone{number}@example.org", "password": WORD})
            await app.state.notifications.deliver()
        assert len(office.letters) == letters.FROM_ONE_ACCOUNT_A_DAY

    with_mail(trial, tmp_path)


def test_notices_to_one_address_have_an_end(tmp_path: Path) -> None:
    async def trial(app: FastAPI, office: PostOffice) -> None:
        sender = await quiet(app)
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        await confirmed(app, office, browser)
        for _ in range(letters.NOTICES_TO_ONE_ADDRESS_AN_HOUR + 5):
            await browser.table("me", "greedy")
        await sender.collect()
        while await sender.deliver():
            pass
        assert len(office.letters) == 1 + letters.NOTICES_TO_ONE_ADDRESS_AN_HOUR

    with_mail(trial, tmp_path)


def test_another_address_is_asked_again_and_the_old_link_is_void(tmp_path: Path) -> None:
    async def trial(app: FastAPI, office: PostOffice) -> None:
        await quiet(app)
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        await browser.put("/api/me/notices", {"email": "first@example.org", "password": WORD})
        await app.state.notifications.deliver()
        await browser.put("/api/me/notices", {"email": "second@example.org", "password": WORD})
        await app.state.notifications.deliver()
        await browser.post("/api/confirm", {"token": link_in(office.letters[0][1], "confirm")}, 403)
        assert not (await browser.get("/api/me"))["email_confirmed"]
        await browser.post("/api/confirm", {"token": link_in(office.letters[1][1], "confirm")})
        assert (await browser.get("/api/me"))["email_confirmed"]

    with_mail(trial, tmp_path)


def test_a_letter_lets_its_reader_set_a_password_once(tmp_path: Path) -> None:
    async def trial(app: FastAPI, office: PostOffice) -> None:
        await quiet(app)
        browser, thief = Browser(app), Browser(app)
        await browser.post("/api/account", ANNA)
        await confirmed(app, office, browser)
        known = await thief.ask("POST", "/api/recover", {"name": "ANNA"})
        nobody = await thief.ask("POST", "/api/recover", {"name": "Nobody Here"})
        assert (known.status_code, known.content) == (nobody.status_code, nobody.content)
        await asyncio.sleep(0.05)
        await app.state.notifications.deliver()
        assert [to for to, _ in office.letters] == [ADDRESS] * 2
        assert office.letters[1][1]["subject"] == "Golden Spike: A new password"
        token = link_in(office.letters[1][1], "recover")
        await thief.post("/api/recover/password", {"token": token, "new": "1234567890"}, 400)
        await thief.post("/api/recover/password", {"token": token, "new": "quarry lantern seven"})
        await thief.post("/api/recover/password", {"token": token, "new": "quarry lantern eight"}, 403)
        assert (await browser.get("/api/me"))["name"] is None, "every browser is logged out"
        await Browser(app).post("/api/login", ANNA, 403)
        await Browser(app).post("/api/login", {**ANNA, "password": "quarry lantern seven"})

    with_mail(trial, tmp_path)


def test_a_link_to_a_new_password_is_short_lived(tmp_path: Path) -> None:
    async def trial(app: FastAPI, office: PostOffice) -> None:
        await quiet(app)
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        await confirmed(app, office, browser)
        await browser.post("/api/recover", {"name": "Anna"})

        async def written() -> bool:  # nobody waits for it: how long that takes would tell who has an account
            await app.state.notifications.deliver()
            return "password" in office.letters[-1][1]["subject"]

        await settled(written)
        app.state.accounts.now = clock = Clock()
        clock.ahead = letters.VALID_MS["recover"] + 1000
        wish = {"token": link_in(office.letters[-1][1], "recover"), "new": "quarry lantern seven"}
        await browser.post("/api/recover/password", wish, 403)

    with_mail(trial, tmp_path)


def test_nobody_uses_up_the_letters_that_the_owner_needs(tmp_path: Path) -> None:
    """Strangers ask for letters in her name and to her address; she can still set a new password."""

    async def trial(app: FastAPI, office: PostOffice) -> None:
        await quiet(app)
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        await confirmed(app, office, browser)
        for number in range(5):
            stranger = Browser(app, f"10.1.0.{number}")
            await stranger.post("/api/account", {"name": f"sender {number}", "password": WORD})
            await stranger.ask("PUT", "/api/me/notices", {"email": ADDRESS, "password": WORD})
            await stranger.post("/api/recover", {"name": "Anna"})
            await asyncio.sleep(0.05)
            await app.state.notifications.deliver()
        keys = [link_in(letter, "recover") for _, letter in office.letters if "password" in letter["subject"]]
        assert len(keys) == letters.TO_ONE_ADDRESS_A_DAY
        app.state.accounts.now = clock = Clock()
        clock.ahead = 20 * 3_600_000
        await browser.post("/api/recover/password", {"token": keys[0], "new": "quarry lantern seven"})
        await browser.post("/api/recover/password", {"token": keys[1], "new": "quarry lantern eight"}, 403)

    with_mail(trial, tmp_path)


def test_a_borrowed_browser_names_no_address(tmp_path: Path) -> None:
    """Whoever gets the letters could set a new password."""

    async def trial(app: FastAPI, office: PostOffice) -> None:
        await quiet(app)
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        for wrong in ({}, {"password": "not her password"}):
            told = await browser.put("/api/me/notices", {"email": "thief@example.org", **wrong}, 403)
            assert told["code"] == "password"
        await browser.put("/api/me/notices", {"email": ADDRESS, "password": WORD})
        await browser.put("/api/me/notices", {"email": ADDRESS, "webhook": "https://hooks.example.org/x"})
        await browser.put("/api/me/notices", {})
        await app.state.notifications.deliver()
        assert office.letters == []

    with_mail(trial, tmp_path)


def test_letters_speak_the_language_of_the_page(tmp_path: Path) -> None:
    async def trial(app: FastAPI, office: PostOffice) -> None:
        await quiet(app)
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        headers = {"accept-language": "de"}
        answer = await browser.ask("PUT", "/api/me/notices", {"email": ADDRESS, "password": WORD}, **headers)
        assert answer.status_code == 200
        await app.state.notifications.deliver()
        assert office.letters[0][1]["subject"] == "Golden Spike: Bestätige deine E-Mail-Adresse"

    with_mail(trial, tmp_path)
    assert [letters.language_of(given) for given in ("xx, it;q=0.5", "de-AT", None, "xx")] == ["it", "de", "en", "en"]
    for language in letters.words():
        for kind in ("confirm", "recover"):
            subject, text = letters.one_time_letter(kind, language, "https://table.example", "TOKEN")
            assert f"https://table.example/account#{kind}=TOKEN" in text
            assert "{" not in subject + text
        subject, text = letters.notice_letter(language, "https://table.example", "T1", "Anna", "Santa Fe")
        assert "https://table.example/t/T1" in text
        assert "Anna" in text
        assert "{" not in subject + text


def test_addresses_of_earlier_versions_must_be_confirmed_too(tmp_path: Path) -> None:
    async def trial(app: FastAPI, office: PostOffice) -> None:
        sender = await quiet(app)
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        old = sa.update(accounts).values(email=ADDRESS)  # as the database of an earlier version has it
        await app.state.store.write(lambda c: c.execute(old).rowcount)
        sender.touched((await browser.table("me", "greedy"))["table"]["id"])
        assert await sender.collect() == 0

    with_mail(trial, tmp_path)
