"""Pages whose sockets are at other nodes, as the owner of a table sees them.

Each of them is checked here against the database like a page of our own: the other node says only whose session it is.
What everybody of a viewpoint sees is published once, on the subject of that viewpoint.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import msgspec

from goldenspike.server.cluster import subjects
from goldenspike.server.cluster.bus import Bus, Message
from goldenspike.server.cluster.page_messages import (
    AGAIN,
    BYE,
    FRAME,
    WELCOME,
    Goodbye,
    PageLeaves,
    PageOpens,
    PageSends,
    decode_to_owner,
    encode,
)
from goldenspike.server.live import messages as m
from goldenspike.server.live.page_at_table import PageAtTable
from goldenspike.server.storage.store import StoreError
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.viewers import CommandRefused, send_refusal

MOST_WAITING = 256  # frames of one page
WELCOME_BEGINS = b'{"op":"welcome"'

decode = msgspec.json.Decoder(m.FromPage).decode
log = logging.getLogger("goldenspike.server.cluster")


def _id_of(frame: Any) -> str:
    """The id of a frame that has one: it follows a move through the logs of all nodes."""
    return str(getattr(frame, "id", ""))


class Viewpoint:
    """What one viewpoint of a table may see, on its way to all nodes with such pages."""

    __slots__ = ("bus", "last", "pages", "subject")

    def __init__(self, bus: Bus, subject: str) -> None:
        self.bus = bus
        self.subject = subject
        self.last = b""
        self.pages = 0

    def show(self, frame: bytes) -> None:
        """Publish a frame; everybody of this viewpoint is shown the same one, so it is told once."""
        if frame is not self.last:
            self.last = frame
            self.bus.publish(self.subject, frame)


class RemotePage(PageAtTable):
    """One page at another node."""

    def __init__(self, pages: RemotePages, opened: PageOpens) -> None:
        super().__init__(pages.active_tables, opened.address, opened.token_hash)
        self.pages = pages
        self.node, self.page, self.table = opened.node, opened.page, opened.table
        self.troubles = opened.troubles
        self.subject = subjects.to_page(opened.node, opened.page)
        self.number = 0
        self.drawn = False  # were pictures asked for?
        self.viewpoint: Viewpoint | None = None
        self.frames: asyncio.Queue[PageSends] = asyncio.Queue(MOST_WAITING)
        self.task = asyncio.get_running_loop().create_task(self._listen())
        self.over = False

    # ------------------------------------------------------------ sending
    def send(self, *frames: bytes) -> None:
        for frame in () if self.over else frames:
            kind = WELCOME if frame.startswith(WELCOME_BEGINS) else FRAME
            self.pages.bus.publish(self.subject, kind + frame)

    def show(self, frame: bytes, before: bytes = b"") -> None:
        if before:
            self.send(before)
        wanted = subjects.viewpoint(self.table, self.seat, self.drawn, self.member)
        if self.viewpoint is None or self.viewpoint.subject != wanted:
            self.pages.move_to(self, wanted)
        assert self.viewpoint is not None
        self.viewpoint.show(frame)

    def bye(self, reason: str, again: bool) -> None:
        if not self.over:
            self.pages.bus.publish(self.subject, BYE + encode(Goodbye(reason, again)))
            self.pages.drop(self)

    def _unreadable(self, error: CommandRefused, text: str | bytes = "") -> None:
        send_refusal(self, "", error)

    # ------------------------------------------------------------ receiving
    def take(self, sent: PageSends) -> None:
        """A frame; if one is missing before it, the page begins anew."""
        self.number += 1
        if sent.number != self.number:
            self.bye("something was lost on the way", True)
            return
        try:
            self.frames.put_nowait(sent)
        except asyncio.QueueFull:
            self.bye("too much is going on at this table", True)

    async def _listen(self) -> None:
        while True:
            sent = await self.frames.get()
            self.trace = sent.trace
            try:
                read: Any = decode(sent.frame)
                if type(read) is m.Hello:
                    self.drawn = read.pictures
                    self._welcomed = False
                elif log.isEnabledFor(logging.INFO) and _id_of(read):
                    about: dict[str, Any] = {
                        "request": _id_of(read),
                        "table": self.table,
                        "from_node": self.node,
                        "op": type(read).__name__,
                    }
                    log.info("a frame from another node", extra=about)
                await self._take(read)
            except StoreError as error:
                if type(read) is m.Hello:
                    self.bye(str(error), True)
                else:
                    send_refusal(self, getattr(read, "id", ""), CommandRefused("store", str(error)))
            except Exception:
                log.exception("a page at node %s failed", self.node)
                self.bye("something went wrong here", True)

    # ------------------------------------------------------------ grants
    async def check_grants(self) -> None:
        """What this page may do has changed: its node asks anew what to show it, and from where."""
        if self.actor is not None and await self._grants() and not self.over:
            self._welcomed = False
            self.pages.bus.publish(self.subject, AGAIN)

    async def show_again(self) -> None:
        if not self.over:
            self._welcomed = False
            self.pages.bus.publish(self.subject, AGAIN)

    def end(self) -> None:
        """The page is gone."""
        if not self.over:
            self.over = True
            self._leave()
            self.pages.move_to(self, None)
            self.task.cancel()


class RemotePages:
    """All pages at other nodes that look at tables of this one."""

    def __init__(self, bus: Bus, node: str, active_tables: ActiveTables, troubles: Callable[[], int]) -> None:
        self.troubles = troubles
        self.bus = bus
        self.node = node
        self.active_tables = active_tables
        self.open: dict[tuple[str, str], RemotePage] = {}
        self.viewpoints: dict[str, Viewpoint] = {}
        self.listening = bus.subscribe(subjects.to_owner(node), self._take)

    def _take(self, message: Message) -> None:
        read = decode_to_owner(message.data)
        key = read.node, read.page
        page = self.open.get(key)
        if isinstance(read, PageOpens):
            if page is not None:
                self.drop(page)
            self.open[key] = RemotePage(self, read)
            self.bus.publish(message.reply, str(self.troubles()).encode())
        elif isinstance(read, PageLeaves):
            if page is not None:
                self.drop(page)
        elif page is None:
            goodbye = encode(Goodbye("this table has moved", True))
            self.bus.publish(subjects.to_page(*key), BYE + goodbye)
        else:
            page.take(read)

    def move_to(self, page: RemotePage, subject: str | None) -> None:
        """A page looks from another viewpoint now, or from none."""
        before, page.viewpoint = page.viewpoint, None
        if before is not None:
            before.pages -= 1
            if not before.pages:
                self.viewpoints.pop(before.subject, None)
        if subject is not None:
            found = self.viewpoints.get(subject)
            if found is None:
                found = self.viewpoints[subject] = Viewpoint(self.bus, subject)
            found.pages += 1
            page.viewpoint = found

    def drop(self, page: RemotePage) -> None:
        self.open.pop((page.node, page.page), None)
        page.end()

    def drop_node(self, node: str, troubles: int | None = None) -> None:
        """A node is gone, and its pages with it; or it had trouble, and only those that came afterwards are there."""
        for page in [page for page in self.open.values() if page.node == node and page.troubles != troubles]:
            page.bye("this table goes on in a moment", True)  # if it is there after all, it begins anew

    def drop_all(self) -> None:
        """Frames may have been lost: everybody begins anew."""
        for page in list(self.open.values()):
            page.bye("something was lost on the way", True)

    def close(self) -> None:
        self.listening.close()
        for page in list(self.open.values()):
            self.drop(page)
