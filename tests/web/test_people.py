"""Accounts and people at the page: passwords, codes, sessions, letters; leaving, muting, reporting."""

from __future__ import annotations

import email
import json
import re
import socketserver
import threading
from collections.abc import Callable, Iterator
from email.policy import default
from pathlib import Path
from typing import Any

import pyotp
import pytest
from playwright.sync_api import Browser, expect

from .conftest import ServerProcess
from .person import Person

pytestmark = pytest.mark.xdist_group("web")
Come = Callable[..., Person]
WORD = "quarry lantern seven"


class PostOffice(socketserver.ThreadingTCPServer):
    """A real mail server, as far as a letter needs one."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Delivery)
        self.letters: list[Any] = []
        self.arrived = threading.Condition()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def wait_for(self, count: int) -> Any:
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.letters) >= count, timeout=120), "no letter came"
            return self.letters[count - 1]


class Delivery(socketserver.StreamRequestHandler):
    server: PostOffice

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline().decode().strip():
            word = line.partition(" ")[0].upper()
            if word == "QUIT":
                return
            if word == "DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = iter(self.rfile.readline, b".\r\n")
                letter = email.message_from_bytes(b"".join(lines), policy=default)
                with self.server.arrived:
                    self.server.letters.append(letter)
                    self.server.arrived.notify_all()
            self.wfile.write(b"250 well\r\n")


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with PostOffice() as office:
        yield office
        office.shutdown()


def register(me: Person, name: str, password: str = WORD) -> None:
    me.go("/account")
    me.see("account-name").fill(name)
    me.see("account-password").fill(password)
    me.press("register")
    expect(me.see("second-factor")).to_be_visible()


def log_in(me: Person, name: str, password: str = WORD) -> None:
    me.go("/account")
    me.see("account-name").fill(name)
    me.see("account-password").fill(password)
    me.press("login")


def test_an_account_from_the_first_password_to_its_end(visit: Come) -> None:
    me = visit()
    me.go("/account")
    me.see("account-name").fill("Admin")
    me.see("account-password").fill(WORD)
    me.press("register")
    expect(me.see("fault")).to_contain_text("reserved")
    me.see("account-name").fill("Annabella")
    me.see("account-password").fill("password12")
    me.press("register")
    expect(me.see("fault")).to_contain_text("easy to guess")
    register(me, "Annabella")
    expect(me.see("session")).to_have_count(1)
    me.check_access("account", dark=True)

    me.press("totp-on")
    me.see("factor-password").fill(WORD)
    me.press("factor-confirm")
    secret = me.see("totp-secret").inner_text()
    me.check_access("codes of a phone", dark=True)
    me.see("factor-code").fill(pyotp.TOTP(secret).now())
    me.press("factor-confirm")
    expect(me.see("codes").locator("li")).to_have_count(8)
    code = me.see("codes").locator("code").first.inner_text()
    me.check_access("recovery codes", dark=True)
    me.press("codes-done")
    expect(me.see("totp-off")).to_be_visible()

    other = visit(width=390, height=844)
    log_in(other, "Annabella")
    expect(other.see("account-code")).to_be_visible()
    other.check_access("a code is asked for", dark=True)
    other.see("account-code").fill(code)
    other.press("login")
    expect(other.see("session")).to_have_count(2)
    other.check_access("account on a phone", dark=True)

    me.go("/account")
    me.see("old-password").fill(WORD)
    me.see("new-password").fill("harbour pencil nine")
    me.press("change-password")
    expect(me.see("done")).to_be_visible()
    expect(me.see("session")).to_have_count(1)
    with me.page.expect_download() as told:
        me.press("own-data")
    data = json.loads(Path(told.value.path()).read_text("utf-8"))
    assert data["account"]["name"] == "Annabella"
    other.go("/account")
    expect(other.see("login")).to_be_visible()

    me.press("logout-everywhere")
    expect(me.see("login")).to_be_visible()
    me.press("forgotten")
    me.check_access("recovery", dark=True)
    log_in(me, "Annabella", "harbour pencil nine")
    expect(me.see("account-code")).to_be_visible()


def test_a_recovery_code_opens_the_account_again(visit: Come) -> None:
    me = visit()
    register(me, "Bertalan")
    me.press("new-codes")
    me.see("factor-password").fill(WORD)
    me.press("factor-confirm")
    code = me.see("codes").locator("code").nth(3).inner_text()
    me.press("logout")
    me.press("forgotten")
    me.see("recover-code-name").fill("Bertalan")
    me.see("recover-code").fill(code)
    me.see("recover-password").fill("harbour pencil nine")
    me.press("recover-set")
    expect(me.see("done")).to_be_visible()
    log_in(me, "Bertalan", "harbour pencil nine")
    expect(me.see("second-factor")).to_contain_text("7 recovery codes are left")
    me.press("delete-account")
    me.see("delete-password").fill("not the password")
    me.press("delete-sure")
    expect(me.see("fault")).to_be_visible()
    me.see("delete-password").fill("harbour pencil nine")
    me.press("delete-sure")
    expect(me.see("done")).to_contain_text("deleted")
    log_in(me, "Bertalan", "harbour pencil nine")
    expect(me.see("fault")).to_be_visible()


def test_letters_are_asked_for_and_bring_a_new_password(browser: Browser, office: PostOffice, tmp_path: Path) -> None:
    mail = {
        "GOLDENSPIKE_SMTP": f"127.0.0.1:{office.server_address[1]}",
        "GOLDENSPIKE_SMTP_FROM": "table@example.org",
        "GOLDENSPIKE_SMTP_TLS": "none",
    }
    server = ServerProcess(tmp_path, environment=mail)
    me = Person(browser, server.address, language="de-DE")
    try:
        register(me, "Carolus")
        me.see("email").fill("carolus@example.org")
        me.see("email-password").fill(WORD)
        me.press("keep-notices")
        expect(me.see("email-state")).to_contain_text("Noch nicht bestätigt")
        letter = office.wait_for(1)
        assert letter["subject"] == "Golden Spike: Bestätige deine E-Mail-Adresse"
        me.go(link_in(letter))
        expect(me.see("done")).to_contain_text("bestätigt")
        expect(me.see("email-state")).to_have_text("Bestätigt.")
        assert "#" not in me.page.url, "the key leaves the address"
        me.press("logout")
        me.press("forgotten")
        me.see("recover-name").fill("carolus")
        me.press("recover-ask")
        me.check_access("recovery by letter", dark=True)
        me.go(link_in(office.wait_for(2)))
        me.see("recover-password").fill("harbour pencil nine")
        me.press("recover-set")
        expect(me.see("done")).to_be_visible()
        log_in(me, "Carolus", "harbour pencil nine")
        expect(me.see("email-state")).to_have_text("Bestätigt.")
        assert me.faults == []
    finally:
        me.leave()
        server.stop()


def link_in(letter: Any) -> str:
    found = re.search(r"http://\S+/account#\w+=[\w-]+", letter.get_content())
    assert found, letter.get_content()
    return found[0]


def seated(host: Person, guest: Person) -> None:
    """Two people at a table with bots, begun."""
    host.go("/")
    host.press("invite")
    host.press("pick-santa-fe-rails")
    expect(host.see("room")).to_be_visible()
    link = host.see("copy-link").first.get_attribute("data-link") or ""
    guest.go(link)
    expect(guest.see("room")).to_be_visible()


def test_people_at_a_table_are_muted_reported_and_left(visit: Come) -> None:
    host, guest = visit(), visit(width=390, height=844)
    seated(host, guest)
    host.see("person-more").first.click()
    guest.see("chat-text").fill("buy my tickets")
    guest.press("chat-send")
    expect(host.see("chat")).to_contain_text("buy my tickets")
    host.see("mute").first.click()
    expect(host.see("chat")).not_to_contain_text("buy my tickets")
    expect(guest.see("chat")).to_contain_text("buy my tickets")
    host.see("report").first.click()
    host.see("report-reason").select_option("spam")
    host.check_access("report", dark=True)
    host.press("report-send")
    expect(host.see("person-told")).to_be_visible()
    host.see("unmute").first.click()
    expect(host.see("chat")).to_contain_text("buy my tickets")
    host.press("start")
    expect(host.shown("menu")).to_be_visible()
    host.sit_down()
    host.press("menu")
    host.press("leave-table")
    host.check_access("leaving", dark=True)
    host.press("leave-sure")
    expect(host.page).to_have_url(re.compile("/lobby$"))
    guest.shown("menu").click()
    expect(guest.see("listed")).to_be_visible()
    guest.check_access("menu of the new host", dark=True)


def test_a_program_gets_a_token_and_loses_it(visit: Come, server: ServerProcess) -> None:
    me = visit()
    register(me, "Tokenella")
    me.see("token-name").fill("My bot")
    me.see("token-password").fill(WORD)
    me.press("token-make")
    token = me.see("token").input_value()
    ask = (
        f"""fetch('/api/v1/me', {{ headers: {{ Authorization: 'Bearer {token}' }} }}).then((answer) => answer.status)"""
    )
    assert me.page.evaluate(ask) == 200
    me.check_access("tokens of programs", dark=True)
    me.press("token-revoke")
    expect(me.see("token-row")).to_have_count(0)
    assert me.page.evaluate(ask) == 401
