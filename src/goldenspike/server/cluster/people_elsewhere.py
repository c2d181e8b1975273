"""Somebody logs in or out, or is banned: their pages at all nodes learn of it, not only those at one of them."""

from __future__ import annotations

from goldenspike.server.cluster import subjects
from goldenspike.server.cluster.bus import Message
from goldenspike.server.cluster.node import ClusterNode
from goldenspike.server.cluster.page_messages import decoded, encode
from goldenspike.server.live.channel import Channels, Whose


class PeopleElsewhere:
    """Tells other nodes whose pages are closed, and closes ours when they say so."""

    def __init__(self, node: ClusterNode, channels: Channels) -> None:
        self.node = node
        self.channels = channels
        channels.tell_others = self._tell
        node.listening(node.bus.subscribe(subjects.PEOPLE, self._told))

    def _tell(self, whose: Whose) -> None:
        self.node.bus.publish(subjects.PEOPLE, encode((self.node.name, whose)))

    def _told(self, message: Message) -> None:
        node, whose = decoded(message.data, tuple[str, Whose])
        if node != self.node.name:
            self.channels.close_whose(whose)
