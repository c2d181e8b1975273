"""What nodes tell each other about pages: to the owner of a table, and back to the page."""

from __future__ import annotations

from typing import Any

import msgspec


class PageOpens(msgspec.Struct, array_like=True, tag="open"):
    """A page at another node wants to see a table of this one; its first frame says how."""

    node: str
    page: str
    table: str
    token_hash: str | None
    address: str
    troubles: int = 0  # of its node, as in a heartbeat


class PageSends(msgspec.Struct, array_like=True, tag="send"):
    """A frame from a page; numbered, so that a lost one is noticed."""

    node: str
    page: str
    number: int
    frame: bytes
    trace: str = ""  # the span that it belongs to, where somebody wants traces


class PageLeaves(msgspec.Struct, array_like=True, tag="leave"):
    node: str
    page: str


class Goodbye(msgspec.Struct, array_like=True):
    """The last thing a page is told."""

    reason: str
    again: bool


class Heartbeat(msgspec.Struct):
    """A node says that it is there."""

    node: str
    address: str = ""
    rules: dict[str, str] = {}
    tables: int = 0
    channels: int = 0
    draining: bool = False
    sent: float = 0.0
    troubles: int = 0  # how often messages to or from it may have been lost


class Present(msgspec.Struct, array_like=True):
    """Who is at some tables of a node: seats as bits."""

    node: str
    tables: dict[str, int]
    whole: bool = False  # at the others there is nobody


class ForwardedRequest(msgspec.Struct, array_like=True):
    """An HTTP request on its way to the node that plays its table."""

    method: str
    path: str
    query: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes
    scheme: str
    client: tuple[str, int] | None
    request_id: str
    token_hash: str | None
    trace: str = ""


class ForwardedAnswer(msgspec.Struct, array_like=True):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    elsewhere: bool = False  # the table is not there (any more); nothing was done


FRAME, WELCOME, AGAIN, BYE = b"f", b"w", b"a", b"b"  # how a message to a page begins
encode = msgspec.msgpack.Encoder().encode
decode_to_owner = msgspec.msgpack.Decoder(PageOpens | PageSends | PageLeaves).decode
decode_goodbye = msgspec.msgpack.Decoder(Goodbye).decode


def decoded(data: bytes, shape: Any) -> Any:
    return msgspec.msgpack.decode(data, type=shape)
