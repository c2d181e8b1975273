"""The subjects on which nodes talk to each other: one for each table and viewpoint, one for each node and page."""

from __future__ import annotations

import re

from goldenspike.server.cluster.bus import PREFIX

HEARTBEATS = f"{PREFIX}.heartbeat"  # every node says twice a second that it is there
PRESENCE = f"{PREFIX}.presence"  # who is at a table
RELEASED = f"{PREFIX}.released"  # tables of a node that stops, at which bots are awaited
PEOPLE = f"{PREFIX}.people"  # whose pages are to be closed, for a moment or for good
DECISIONS = f"{PREFIX}.decisions"  # what bots have to decide; workers share them
WORKERS = "workers"  # the queue group


def viewpoint(table: str, seat: int | None, pictures: bool, member: bool) -> str:
    """What one viewpoint of a table may see, and nothing else; people of the table may see it earlier than others."""
    who = f"seat.{seat}" if seat is not None else "members" if member else "spectators"
    return f"{PREFIX}.table.{table}.{who}{'.drawn' if pictures else ''}"


def to_owner(node: str) -> str:
    """What pages at other nodes send to the tables of this one."""
    return f"{PREFIX}.owner.{node}"


def requests_to(node: str) -> str:
    """HTTP requests about tables of this node."""
    return f"{PREFIX}.http.{node}"


def release_at(node: str) -> str:
    """Asks a node to give up one of its tables."""
    return f"{PREFIX}.release.{node}"


def alive(node: str) -> str:
    """Asks a node whether it is there."""
    return f"{PREFIX}.alive.{node}"


def to_page(node: str, page: str) -> str:
    """What is meant for one page at a node."""
    return f"{PREFIX}.page.{node}.{page}"


def fit(text: str) -> bool:
    """Can this be a part of a subject?"""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,64}", text) is not None


WORKER_BEATS = f"{PREFIX}.workers"  # every worker says twice a second that it is there


def decided_for(node: str) -> str:
    """What workers have decided for tables of a node."""
    return f"{PREFIX}.decided.{node}"
