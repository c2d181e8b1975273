"""What guards an account: passwords, recovery, codes of a phone, sessions."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pyotp
import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.rate_limits import Limits, Rate
from goldenspike.server.people import accounts as accounts_module
from goldenspike.server.people.devices import device_of
from goldenspike.server.people.passwords import check_new_password
from goldenspike.server.people.second_factor import time_step
from goldenspike.server.storage.schema import accounts, recovery_codes

from .app_in_process import Browser, Socket, run

ANNA = {"name": "Anna", "password": "railroad tycoon"}
NEW = "quarry lantern seven"


# ------------------------------------------------------------------ passwords
@pytest.mark.parametrize(
    "password",
    [
        "short one",
        "password12",
        "1234567890",
        "qwertyuiop",
        "P@ssw0rd123",
        "aaaaaaaaaaaa",
        "goldenspike1",
        "annaanna12",
    ],
)
def test_known_and_short_passwords_are_refused(password: str) -> None:
    with pytest.raises(HttpError):
        check_new_password(password, "anna")


# Every character may stand for a letter: nothing takes the checker longer.
SLOW = "4@({[<369&#!1|0$5+7%2" * 4


def test_no_password_takes_long_to_check() -> None:
    check_new_password("x1!Zq" * 40)
    begun = time.process_time()
    check_new_password(SLOW)
    assert time.process_time() - begun < 1.5, "all of it takes three seconds"


def test_the_whole_of_a_long_password_counts() -> None:
    check_new_password("password" * 3 + "k7#Qz!p w9")
    with pytest.raises(HttpError):
        check_new_password("password" * 9)


def test_no_login_waits_for_new_passwords_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at a new password takes long for some; one address registers again and again."""
    may_end = threading.Event()

    def slow(password: str, *known: str) -> None:
        assert may_end.wait(30)

    async def trial(app: FastAPI) -> None:
        await Browser(app).post("/api/account", ANNA)
        monkeypatch.setattr(accounts_module, "check_new_password", slow)
        evil = [
            asyncio.create_task(Browser(app).ask("POST", "/api/account", {"name": f"Evil {word}", "password": SLOW}))
            for word in ("one", "two", "three")
        ]
        await asyncio.sleep(0.05)
        async with asyncio.timeout(120):
            await Browser(app).post("/api/login", ANNA)
        # Who has no link and no code does not get that far.
        guess = {"token": "x" * 43, "name": "", "code": "", "new": SLOW}
        async with asyncio.timeout(120):
            await Browser(app).post("/api/recover/password", guess, 403)
        may_end.set()
        assert [(await one).status_code for one in evil] == [200] * 3

    run(trial, tmp_path)


def test_bad_passwords_are_refused_wherever_one_is_set(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        assert (await browser.post("/api/account", {"name": "Anna", "password": "iloveyou11"}, 400))["code"] == "weak"
        assert (await browser.post("/api/account", {"name": "Anna", "password": "k7#Qz!p"}, 400))["error"]
        await browser.post("/api/account", ANNA)
        change = {"password": ANNA["password"], "new": "qwertyuiop"}
        assert (await browser.post("/api/me/password", change, 400))["code"] == "weak"

    run(trial, tmp_path)


def test_a_changed_password_ends_every_other_session(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser, other = Browser(app), Browser(app)
        await browser.post("/api/account", ANNA)
        await other.post("/api/login", ANNA)
        name = (await other.table("me", "greedy"))["table"]["id"]
        socket = Socket(app, other)
        await socket.hello(name, 0)
        await browser.post("/api/me/password", {"password": "not her password", "new": NEW}, 403)
        await browser.post("/api/me/password", {"password": ANNA["password"], "new": NEW})
        assert (await socket.hear("bye"))["again"]
        assert (await browser.get("/api/me"))["name"] == "Anna"
        assert (await other.get("/api/me"))["name"] is None
        await other.post("/api/login", ANNA, 403)
        await other.post("/api/login", {**ANNA, "password": NEW})
        await socket.leave()

    run(trial, tmp_path)


def test_guessing_locks_out_the_guesser_and_not_the_owner(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        await Browser(app, "10.0.0.9").post("/api/account", ANNA)
        guess = {**ANNA, "password": "wrong wrong"}
        tries = [(await Browser(app, "10.0.0.1").ask("POST", "/api/login", guess)).status_code for _ in range(8)]
        assert tries == [403] * 5 + [429] * 3
        await Browser(app, "10.0.0.2").post("/api/login", ANNA)
        other = {"name": "Berta", "password": "wrong wrong"}
        assert (await Browser(app, "10.0.0.1").ask("POST", "/api/login", other)).status_code == 403

    run(trial, tmp_path, limits=Limits({"login": Rate(0.01, 30), "login name": Rate(0.01, 5)}))


def test_the_password_of_an_open_session_cannot_be_guessed_faster(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        paths = ["/api/me/recovery-codes", "/api/me/totp"] * 3
        tries = [(await browser.ask("POST", path, {"password": "wrong wrong"})).status_code for path in paths]
        assert tries == [403] * 4 + [429] * 2

    run(trial, tmp_path, limits=Limits({"login": Rate(0.01, 30), "login name": Rate(0.01, 4)}))


# ------------------------------------------------------------------ recovery codes
def test_a_recovery_code_sets_a_password_once(tmp_path: Path) -> None:
    """Where the server sends no mail."""

    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        await browser.post("/api/account", ANNA)
        assert (await browser.get("/api/me"))["recovery_codes"] == 0
        codes = (await browser.post("/api/me/recovery-codes", {"password": ANNA["password"]}))["codes"]
        assert len(set(codes)) == 8
        assert (await browser.get("/api/me"))["recovery_codes"] == 8
        stored = app.state.store.read_now(lambda c: str(c.execute(sa.select(recovery_codes)).all()))
        assert not any(code in stored for code in codes)
        lost = Browser(app)
        assert (await lost.post("/api/recover", {"name": "Anna"}, 409))["code"] == "email"
        await lost.post("/api/recover/password", {"name": "Anna", "code": "aaaa-bbbb-cccc-dddd", "new": NEW}, 403)
        await lost.post("/api/recover/password", {"name": "Berta", "code": codes[0], "new": NEW}, 403)
        typed = codes[0].upper().replace("-", " ")
        await lost.post("/api/recover/password", {"name": "anna", "code": typed, "new": NEW})
        await lost.post("/api/recover/password", {"name": "anna", "code": typed, "new": NEW}, 403)
        assert (await browser.get("/api/me"))["name"] is None
        await lost.post("/api/login", {**ANNA, "password": NEW})
        assert (await lost.get("/api/me"))["recovery_codes"] == 7
        fresh = (await lost.post("/api/me/recovery-codes", {"password": NEW}))["codes"]
        assert not set(fresh) & set(codes)
        await lost.post("/api/recover/password", {"name": "anna", "code": codes[1], "new": "another lantern ten"}, 403)

    run(trial, tmp_path)


# ------------------------------------------------------------------ codes of a phone
class Phone:
    """An app with the secret, and a clock that can be set."""

    def __init__(self, app: FastAPI, secret: str) -> None:
        self.app, self.totp, self.now_s = app, pyotp.TOTP(secret), 1_800_000_000
        app.state.accounts.now = lambda: self.now_s * 1000

    def code(self, steps: int = 0) -> str:
        return self.totp.generate_otp(self.now_s // 30 + steps)

    def wait(self) -> str:
        """The code of the next half minute."""
        self.now_s += 30
        return self.code()


def test_codes_are_those_of_rfc_6238() -> None:
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # the twenty bytes of its appendix B
    for second, code in ((59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037")):
        assert time_step(secret, code, second * 1000, None) == second // 30
        assert time_step(secret, f"{code[:3]} {code[3:]}", second * 1000 + 30_000, None) == second // 30
        assert time_step(secret, code, second * 1000 + 61_000, None) is None
        assert time_step(secret, code, second * 1000, second // 30) is None, "no code counts twice"
    assert time_step(secret, "", 59_000, None) is None


async def with_phone(app: FastAPI, browser: Browser) -> tuple[Phone, list[str]]:
    await browser.post("/api/account", ANNA)
    set_up = await browser.post("/api/me/totp", {"password": ANNA["password"]})
    assert set_up["address"].startswith("otpauth://totp/Golden%20Spike:Anna?")
    assert set_up["qr"].startswith("<svg")
    phone = Phone(app, set_up["secret"])
    assert not (await browser.get("/api/me"))["totp"], "it counts once a code of it was sent"
    await browser.post("/api/me/totp/on", {"code": "000000"}, 403)
    codes = (await browser.post("/api/me/totp/on", {"code": phone.code()}))["codes"]
    assert (await browser.get("/api/me"))["totp"]
    return phone, codes


def test_a_password_alone_does_not_log_in_any_more(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser, other = Browser(app), Browser(app)
        phone, codes = await with_phone(app, browser)
        assert (await other.post("/api/login", ANNA, 401))["code"] == "totp"
        await other.post("/api/login", {**ANNA, "password": "not her password", "code": phone.code()}, 403)
        await other.post("/api/login", {**ANNA, "code": "123456"}, 403)
        used = phone.code()
        await other.post("/api/login", {**ANNA, "code": used}, 403)
        code = phone.wait()
        await other.post("/api/login", {**ANNA, "code": code})
        await Browser(app).post("/api/login", {**ANNA, "code": code}, 403)
        await Browser(app).post("/api/login", {**ANNA, "code": codes[0]})
        await Browser(app).post("/api/login", {**ANNA, "code": codes[0]}, 403)
        assert (await browser.get("/api/me"))["recovery_codes"] == 7

    run(trial, tmp_path)


def test_a_recovered_password_still_needs_the_phone(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        phone, codes = await with_phone(app, Browser(app))
        thief = Browser(app)
        await thief.post("/api/recover/password", {"name": "Anna", "code": codes[0], "new": NEW})
        assert (await thief.post("/api/login", {**ANNA, "password": NEW}, 401))["code"] == "totp"
        await thief.post("/api/login", {**ANNA, "password": NEW, "code": phone.wait()})

    run(trial, tmp_path)


def test_codes_are_switched_off_by_password_and_code(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        phone, _ = await with_phone(app, browser)
        await browser.post("/api/me/totp", {"password": ANNA["password"]}, 409)
        off = {"password": ANNA["password"], "code": phone.wait()}
        await browser.post("/api/me/totp/off", {**off, "code": "000000"}, 403)
        await browser.post("/api/me/totp/off", {**off, "password": "not her password"}, 403)
        assert not (await browser.post("/api/me/totp/off", off))["totp"]
        await browser.post("/api/me/totp/off", off, 409)
        row = app.state.store.read_now(lambda c: c.execute(sa.select(accounts)).one())
        assert (row.totp_secret, row.totp_pending, row.totp_last) == (None, None, None)
        await Browser(app).post("/api/login", ANNA)

    run(trial, tmp_path)


# ------------------------------------------------------------------ sessions
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"


def test_devices_are_told_in_words_of_ours() -> None:
    assert device_of(FIREFOX) == "Firefox, Linux"
    assert device_of(SAFARI) == "Safari, iPhone"
    assert device_of("<script>alert(1)</script>") == ""
    assert device_of(None) == ""


async def log_in(browser: Browser, path: str, agent: str) -> Any:
    return (await browser.ask("POST", path, ANNA, **{"user-agent": agent})).status_code


def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        desk, phone = Browser(app), Browser(app)
        assert await log_in(desk, "/api/account", FIREFOX) == 200
        assert await log_in(phone, "/api/login", SAFARI) == 200
        found = await desk.get("/api/me/sessions")
        assert {(one["device"], one["current"]) for one in found} == {
            ("Firefox, Linux", True),
            ("Safari, iPhone", False),
        }
        tokens = [desk.client.cookies["gs"], phone.client.cookies["gs"]]
        assert not any(token in str(found) for token in tokens)
        theirs = next(one["id"] for one in found if not one["current"])
        stranger = Browser(app)
        await stranger.post("/api/account", {"name": "Berta", "password": "railroad tycoon"})
        await stranger.ask("DELETE", f"/api/me/sessions/{theirs}")
        assert (await phone.get("/api/me"))["name"] == "Anna"
        await desk.delete(f"/api/me/sessions/{theirs}")
        assert (await phone.get("/api/me"))["name"] is None
        assert len(await desk.get("/api/me/sessions")) == 1
        await desk.delete(f"/api/me/sessions/{theirs}", status=404)

    run(trial, tmp_path)


def test_log_out_everywhere(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        browsers = [Browser(app) for _ in range(3)]
        await browsers[0].post("/api/account", ANNA)
        for one in browsers[1:]:
            await one.post("/api/login", ANNA)
        name = (await browsers[1].table("me", "greedy"))["table"]["id"]
        socket = Socket(app, browsers[1])
        await socket.hello(name, 0)
        await browsers[2].delete("/api/me/sessions")
        assert (await socket.hear("bye"))["again"]
        for one in browsers:
            assert (await one.get("/api/me"))["name"] is None
            assert (await one.get(f"/api/tables/{name}"))["you"]["seats"] == []
        await socket.leave()
        await asyncio.sleep(0)

    run(trial, tmp_path)
