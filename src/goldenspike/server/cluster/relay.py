"""Pages at this node whose tables another node plays: their frames are carried there, and what they may see comes back.

The session is looked up here before this node listens to a viewpoint, and once more by the owner of the table.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.types import Receive, Scope, Send

from goldenspike.server import traces
from goldenspike.server.cluster import subjects
from goldenspike.server.cluster.bus import Bus, BusError, Message, NobodyThere, Subscription
from goldenspike.server.cluster.page_messages import (
    AGAIN,
    BYE,
    FRAME,
    WELCOME,
    PageLeaves,
    PageOpens,
    PageSends,
    decode_goodbye,
    encode,
)
from goldenspike.server.http.errors import HttpError
from goldenspike.server.live import messages as m
from goldenspike.server.live.channel import Channel
from goldenspike.server.live.frames import encode as encode_frame
from goldenspike.server.storage.store import StoreError
from goldenspike.server.tables.active_tables import ActiveTables
from goldenspike.server.tables.viewers import CommandRefused, send_refusal

if TYPE_CHECKING:
    from goldenspike.server.cluster.node import ClusterNode

OPEN_S = 2.0
HELD_FRAMES = 256  # that came between a hello and its welcome

MOVING = "this table goes on in a moment"

log = logging.getLogger("goldenspike.server.cluster")


class Relay:
    """The way of one page to the node that plays its table, and back."""

    def __init__(self, relays: Relays, channel: ClusterChannel, table: str, owner: str) -> None:
        self.relays = relays
        self.channel = channel
        self.table = table
        self.owner = owner
        self.page = f"{next(relays.numbers)}"
        self.subject = ""  # of the viewpoint
        self.catching = True  # on the way to a welcome: what is shown meanwhile comes after it
        self.held: list[bytes] = []
        self.sent = 0
        self.hello: m.Hello | None = None
        self.request = subjects.to_owner(owner)
        self.troubles = 0  # of the owner, when it was told

    async def open(self, token_hash: str | None) -> None:
        """Tell the owner of the page; BusError if it is not there."""
        troubles = self.relays.troubles()
        opens = PageOpens(self.relays.node, self.page, self.table, token_hash, self.channel.address, troubles)
        self.troubles = int(await self.relays.bus.request(self.request, encode(opens), OPEN_S))

    def watch(self, seat: int | None, pictures: bool, member: bool) -> None:
        """Listen to a viewpoint; what is heard is held back until the owner has shown the table from there."""
        self.catching = True
        self.held.clear()
        wanted = subjects.viewpoint(self.table, seat, pictures, member)
        if wanted != self.subject:
            self.relays.unwatch(self)
            self.subject = wanted
            self.relays.watch(self)

    def forward(self, frame: Any) -> None:
        self.sent += 1
        raw = encode_frame(frame)
        if log.isEnabledFor(logging.INFO) and (request := str(getattr(frame, "id", ""))):
            about = {"request": request, "table": self.table, "to_node": self.owner, "op": type(frame).__name__}
            log.info("a frame for another node", extra=about)
        with traces.span(f"forward {type(frame).__name__.lower()}", {"table": self.table}, ""):
            sent = PageSends(self.relays.node, self.page, self.sent, raw, traces.carried())
            self.relays.bus.publish(self.request, encode(sent))

    def shown(self, frame: bytes) -> None:
        """Something that everybody of this viewpoint sees."""
        if not self.catching:
            self.channel.send(frame)
        elif len(self.held) < HELD_FRAMES:
            self.held.append(frame)

    def told(self, data: bytes) -> None:
        """Something for this page alone."""
        kind = data[:1]
        if kind == FRAME:
            self.channel.send(data[1:])
        elif kind == WELCOME:
            self.catching = False
            self.channel.send(data[1:], *self.held)
            self.held.clear()
        elif kind == AGAIN:
            self.channel.ask_anew()
        elif kind == BYE:
            goodbye = decode_goodbye(data[1:])
            self.channel.bye(goodbye.reason, goodbye.again)

    def close(self) -> None:
        self.relays.unwatch(self)
        self.relays.open.pop(self.page, None)
        self.relays.bus.publish(self.request, encode(PageLeaves(self.relays.node, self.page)))


class Relays:
    """All pages of this node at tables of other nodes."""

    def __init__(self, bus: Bus, node: str, troubles: Callable[[], int]) -> None:
        self.troubles = troubles
        self.bus = bus
        self.node = node
        self.numbers = itertools.count(1)
        self.open: dict[str, Relay] = {}
        self._watched: dict[str, tuple[Subscription, set[Relay]]] = {}
        self._own = bus.subscribe(f"{subjects.to_page(node, '*')}", self._told)

    def relay(self, channel: ClusterChannel, table: str, owner: str) -> Relay:
        made = Relay(self, channel, table, owner)
        self.open[made.page] = made
        return made

    def _told(self, message: Message) -> None:
        found = self.open.get(message.subject.rpartition(".")[2])
        if found is not None:
            found.told(message.data)

    def watch(self, relay: Relay) -> None:
        known = self._watched.get(relay.subject)
        if known is None:
            pages: set[Relay] = set()

            def shown(message: Message) -> None:
                for one in list(pages):
                    one.shown(message.data)

            known = self._watched[relay.subject] = self.bus.subscribe(relay.subject, shown), pages
        known[1].add(relay)

    def unwatch(self, relay: Relay) -> None:
        known = self._watched.get(relay.subject)
        if known is not None:
            known[1].discard(relay)
            if not known[1]:
                known[0].close()
                del self._watched[relay.subject]
        relay.subject = ""

    def come_back(self, reason: str, so: Callable[[Relay], bool] = lambda relay: True) -> None:
        """Close pages for a moment: they find the way anew, and send again what was not answered."""
        for relay in [relay for relay in self.open.values() if so(relay)]:
            relay.channel.bye(reason, True)

    def close(self) -> None:
        self._own.close()
        for relay in list(self.open.values()):
            relay.close()


class ClusterChannel(Channel):
    """A socket at a node of a cluster: its table is here, or at another node."""

    def __init__(
        self, cluster: ClusterNode, active_tables: ActiveTables, scope: Scope, receive: Receive, send: Send
    ) -> None:
        super().__init__(active_tables, scope, receive, send)
        self.cluster = cluster
        self.relay: Relay | None = None

    @property
    def _greeted(self) -> bool:
        return self.actor is not None or self.relay is not None

    async def _take(self, frame: Any) -> None:
        kind = type(frame)
        if self.relay is None or kind is m.Hello:
            await super()._take(frame)
        elif kind is m.Look:
            await self._look_there(frame)
        else:
            self.relay.forward(frame)

    async def _hello(self, frame: m.Hello) -> None:
        if frame.protocol != m.PROTOCOL or (self.relay is None and self.actor is not None):
            await super()._hello(frame)
            return
        try:
            owner = await self.cluster.locate(frame.table)
        except (HttpError, StoreError) as error:
            self.bye(error.line if isinstance(error, HttpError) else str(error), True)
            return
        if self._bye is not None or self._gone:
            return
        if owner is None and self.relay is None:
            await super()._hello(frame)
            return
        if self.relay is not None and (owner != self.relay.owner or self.relay.table != frame.table):
            self.bye(MOVING, True)
            return
        try:
            await self._grants_at(frame.table)
        except StoreError as error:
            self.bye(str(error), True)
            return
        if self._bye is not None or self._gone:
            return
        if frame.seat is not None and frame.seat not in self.seats:
            self.bye("this seat is not yours", False)
            return
        if self.relay is None:
            assert owner is not None
            self.relay = self.cluster.relays.relay(self, frame.table, owner)
            try:
                await self.relay.open(self._token_hash)
            except BusError as error:
                if isinstance(error, NobodyThere):
                    self.cluster.gone(owner)
                self.cluster.forget(frame.table)
                self.bye(MOVING, True)
                return
            if self.relay is None or self._bye is not None:
                return
        self.seat = frame.seat
        self.relay.hello = frame
        self.relay.watch(frame.seat, frame.pictures, self.member)
        self.relay.forward(frame)

    async def _look_there(self, frame: m.Look) -> None:
        relay = self.relay
        if relay is None or relay.hello is None:
            return
        if frame.seat is not None and frame.seat not in self.seats:
            await self._grants_at(relay.table)
            if frame.seat not in self.seats:
                send_refusal(self, "", CommandRefused("seat", "this seat is not yours"))
                return
        self.seat = frame.seat
        relay.watch(frame.seat, relay.hello.pictures, self.member)
        relay.forward(frame)

    def ask_anew(self) -> None:
        """What this page may do has changed: ask for the table again, from a viewpoint that is still its own."""
        if self.relay is not None:
            self.relay.catching = True
            self.relay.held.clear()
            self.active_tables.in_background(self._ask_anew(self.relay))

    async def _ask_anew(self, relay: Relay) -> None:
        try:
            await self._grants_at(relay.table)
        except StoreError as error:
            self.bye(str(error), True)
            return
        if self.relay is relay and relay.hello is not None:
            if self.seat is not None and self.seat not in self.seats:
                self.seat = None
            again = m.Hello(
                table=relay.table, seat=self.seat, pictures=relay.hello.pictures, language=relay.hello.language
            )
            relay.watch(self.seat, again.pictures, self.member)
            relay.forward(again)

    def _leave(self) -> None:
        super()._leave()
        relay, self.relay = self.relay, None
        if relay is not None:
            relay.close()
