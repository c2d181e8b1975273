"""Web addresses that strangers name: only public ones are called, and the one that was checked is the one called."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest

from goldenspike.server.people.webhooks import BadWebhook, WebhookClient, public, read_url

PEM = Path(__file__).with_name("hooks_example_org.pem")

BAD_FORMS = [
    "http://hooks.example.org/x",
    "ftp://hooks.example.org/x",
    "file:///etc/passwd",
    "https://",
    "https:///x",
    "hooks.example.org",
    "javascript:alert(1)",
    "https://user:word@hooks.example.org/",
    "https://hooks.example.org@127.0.0.1/",
    "https://hooks.example.org:22/",
    "https://hooks.example.org:25/",
    "https://hooks.example.org:99999/",
    "https://localhost/",
    "https://localhost:8443/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://router.home.arpa/",
    "https://intranet/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://0/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://127.0.0.1.:8443/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://192.0.2.1/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[fe80::1]/",
    "https://[fc00::1]/",
    "https://[ff02::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/",
    "https://[fe80::1%25eth0]/",
    "https://hooks.example.org/\r\nX: y",
    "https://hooks.example.org\\@127.0.0.1/",
    "https://hööks.example.org/",
    "https://hooks..example.org/",
    "https://hooks.example.org/" + "x" * 500,
]


@pytest.mark.parametrize("url", BAD_FORMS)
def test_addresses_that_are_never_called(url: str) -> None:
    with pytest.raises(BadWebhook):
        read_url(url)


def test_addresses_that_may_be_called() -> None:
    assert read_url("https://hooks.example.org").path == "/"
    target = read_url("https://Hooks.Example.org.:8443/a/b?c=d#e")
    assert (target.host, target.port, target.path) == ("hooks.example.org", 8443, "/a/b?c=d")
    assert read_url("https://[2606:4700:4700::1111]/").host == "2606:4700:4700::1111"
    assert read_url("https://1.1.1.1/").host == "1.1.1.1"


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "2002:a00:1::",
     "fe80::1%eth0", "nonsense", "0.0.0.0", "100.64.1.1", "198.18.0.1", "240.0.0.1", "fd00::1",
     "ff02::1", "::a00:1"],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not public(address)


def test_addresses_that_are_public() -> None:
    assert public("8.8.8.8")
    assert public("2606:4700:4700::1111")
    assert public("64:ff9b::808:808")


class Receiver:
    """A real https server that answers as told."""

    def __init__(self, answer: bytes = b"HTTP/1.1 204 No Content\r\n\r\n", silent: bool = False) -> None:
        self.answer = answer
        self.silent = silent
        self.got: list[bytes] = []

    async def __aenter__(self) -> Receiver:
        trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trust.load_cert_chain(PEM)
        self.server = await asyncio.start_server(self.handle, "127.0.0.1", 0, ssl=trust)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        header = await reader.readuntil(b"\r\n\r\n")
        size = int(header.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        self.got.append(header + await reader.readexactly(size))
        if self.silent:
            await asyncio.sleep(5)
        writer.write(self.answer)
        writer.close()


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(PEM))


def webhook_client(*answers: list[str], seconds: float = 5.0) -> WebhookClient:
    """A client for which names lead where the test says; this machine counts as public."""
    waiting = list(answers)

    async def resolve(host: str, port: int) -> list[str]:
        return waiting.pop(0)

    return WebhookClient(
        resolve=resolve, trust=trusting(), is_public=lambda a: a == "127.0.0.1" or public(a), seconds=seconds
    )


def test_a_webhook_is_delivered() -> None:
    async def trial() -> None:
        async with Receiver() as receiver:
            url = f"https://hooks.example.org:{receiver.port}/a?b=c"
            assert await webhook_client(["127.0.0.1"]).post(url, b'{"x":1}') == 204
            header, _, body = receiver.got[0].partition(b"\r\n\r\n")
            assert header.startswith(b"POST /a?b=c HTTP/1.1\r\n")
            assert b"Host: hooks.example.org" in header
            assert body == b'{"x":1}'

    asyncio.run(trial())


def test_a_name_with_any_private_address_is_not_called() -> None:
    async def trial() -> None:
        for leads in (["10.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::ffff:192.168.0.1"], ["8.8.8.8", "::1"]):
            with pytest.raises(BadWebhook):
                await webhook_client(leads).post("https://hooks.example.org/", b"{}")

    asyncio.run(trial())


def test_the_checked_address_is_pinned() -> None:
    """A name that leads elsewhere when asked again is never asked again."""

    async def trial() -> None:
        async with Receiver() as receiver:
            one = webhook_client(["127.0.0.1"], ["10.0.0.1"])
            assert await one.post(f"https://hooks.example.org:{receiver.port}/", b"{}") == 204
            assert len(receiver.got) == 1

    asyncio.run(trial())


def test_redirects_are_only_reported() -> None:
    async def trial() -> None:
        async with Receiver(b"HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\n\r\n") as receiver:
            assert await webhook_client(["127.0.0.1"]).post(f"https://hooks.example.org:{receiver.port}/", b"{}") == 302
            assert len(receiver.got) == 1

    asyncio.run(trial())


def test_the_certificate_must_fit_the_name() -> None:
    async def trial() -> None:
        async with Receiver() as receiver:
            with pytest.raises(OSError, match=r"(?i)certificate"):
                await webhook_client(["127.0.0.1"]).post(f"https://other.example.org:{receiver.port}/", b"{}")
            assert receiver.got == []

    asyncio.run(trial())


@pytest.mark.parametrize("answer", [b"", b"hello", b"HTTP/1.1 abc\r\n\r\n", b"x" * 100_000])
def test_answers_that_are_no_http(answer: bytes) -> None:
    async def trial() -> None:
        async with Receiver(answer) as receiver:
            with pytest.raises(OSError, match="no HTTP"):
                await webhook_client(["127.0.0.1"]).post(f"https://hooks.example.org:{receiver.port}/", b"{}")

    asyncio.run(trial())


def test_a_silent_server_is_left() -> None:
    async def trial() -> None:
        async with Receiver(silent=True) as receiver:
            with pytest.raises(OSError, match="no answer within"):
                await webhook_client(["127.0.0.1"], seconds=0.3).post(
                    f"https://hooks.example.org:{receiver.port}/", b"{}"
                )

    asyncio.run(trial())
