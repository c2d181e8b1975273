"""A model of what people may do at tables: who holds which seat, who hosts, who agreed, what somebody may know.

It knows nothing of the server's code. Each request that was granted changes it as it should, or is a ``Violation``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.server.app_in_process import Browser, Socket
from tests.server.trials.stored_tables import StoredTable

Entries = list[tuple[str, int]]  # what, seat


class Violation(AssertionError):
    """Something happened that the model forbids."""


@dataclass
class Visitor:
    """A browser. Whoever is logged in is one person in all their browsers."""

    name: str
    browser: Browser
    account: str = ""
    logouts: int = 0
    open: dict[str, tuple[Socket, int | None]] = field(default_factory=dict)  # pages that stay open, by table

    @property
    def person(self) -> str:
        return self.account or (f"{self.name} {self.logouts}" if self.logouts else self.name)


@dataclass
class Link:
    """A link to a seat; whoever has it may try it."""

    table: str
    seat: int
    secret: str
    kind: str  # seat or device
    void: bool = False


@dataclass
class Model:
    """What should be true about a table."""

    host: str | None
    holders: dict[int, set[str]] = field(default_factory=dict)  # by seat: the people who rightly sit there
    chosen: bool = False  # was its seed chosen?
    known: bool = False  # may somebody know cards that the rules hide?
    commitment: str = ""
    shared: bool = False  # one screen, or a sandbox: its host may have several seats
    voted: dict[str, set[int]] = field(default_factory=dict)  # by proposal: the seats that agreed
    closed: list[int] = field(default_factory=list)  # seats that leave the game when it starts
    rematch: bool = False
    ready: set[int] = field(default_factory=set)  # seats whose people came to a rematch

    def member(self, person: str) -> bool:
        return person == self.host or any(person in there for there in self.holders.values())

    def mine(self, person: str) -> set[int]:
        return {seat for seat, there in self.holders.items() if person in there}

    def held(self) -> set[int]:
        return {seat for seat, there in self.holders.items() if there}

    def check_one_seat(self, person: str, seat: int) -> None:
        if self.mine(person) - {seat} and not (self.shared and person == self.host):
            raise Violation(f"{person} has two seats")

    def becomes(self, old: str, new: str) -> None:
        """One person turns out to be another: somebody logged in."""
        self.host = new if self.host == old else self.host
        for there in self.holders.values():
            if old in there:
                there.discard(old)
                there.add(new)


class TableModels:
    """The model of all tables, and the links that were made."""

    def __init__(self) -> None:
        self.visitors: dict[str, Visitor] = {}
        self.tables: dict[str, Model] = {}
        self.links: list[Link] = []
        self.seats: dict[str, int] = {}  # how many each table has

    def stored(self) -> dict[str, StoredTable]:
        raise NotImplementedError

    # ------------------------------------------------------------ what a success means
    def granted(self, visitor: Visitor, method: str, parts: list[str], body: Any, told: Any) -> Entries:
        """Change the model as a request that was granted should; returns the entries it must leave."""
        wish = body if isinstance(body, dict) else {}
        if parts in (["api", "account"], ["api", "login"]):
            self._logged_in(visitor, told["name"])
        elif parts == ["api", "logout"]:
            visitor.account, visitor.logouts = "", visitor.logouts + 1
        elif method == "POST" and (parts in (["api", "tables"], ["api", "import"]) or parts[3:] == ["sandbox"]):
            self._made(visitor, told, wish.get("seed") is not None, parts != ["api", "tables"])
        if parts[:2] != ["api", "tables"] or len(parts) < 4 or parts[2] not in self.tables:
            return []
        table, rest, person = parts[2], parts[3:], visitor.person
        model, status = self.tables[table], self.stored()[table].header["status"]
        if rest == ["claim"]:
            return self._claimed(visitor, table, wish, told)
        if rest == ["sit"]:
            (seat,) = set(told["you"]["seats"]) - model.mine(person)
            return self._seated(visitor, table, seat, wish, told)
        if rest == ["again"]:
            self._again(visitor, table, told, wish)
        elif rest == ["deal"] and method == "POST":
            model.ready |= model.mine(person)
        elif rest == ["leave"]:
            return self._left(visitor, table, wish.get("seat"))
        elif rest == ["host"]:
            if model.host is not None:
                raise Violation(f"{person} took the table over from {model.host}, who is not lost")
            model.host = person
        if len(rest) < 2 or rest[0] != "seats":
            return []
        return self._seat_changed(visitor, table, int(rest[1]), rest[2:], wish, told, status)

    def _seat_changed(
        self, visitor: Visitor, table: str, seat: int, rest: list[str], wish: dict[str, Any], told: Any, status: str
    ) -> Entries:
        model, person = self.tables[table], visitor.person
        held = model.holders.get(seat) or set()
        if rest == ["invitation"]:
            if status == "running" and held:
                raise Violation(f"{person} took the seat of {held}, who was not asked")
            if status == "running" and self._others(table, seat, person) and self.hand(table, seat):
                raise Violation(f"{person} may show the hand of seat {seat} to whom they like")
            self._free(table, seat)
            self.links.append(Link(table, seat, told["path"].partition("#s=")[2], "seat"))
            return [("invite", seat)]
        if rest == ["device"]:
            self._void(table, seat, "device")
            self.links.append(Link(table, seat, told["path"].partition("#s=")[2], "device"))
        elif wish.get("close"):
            self._free(table, seat)
            model.closed.append(seat)
        elif wish.get("open") and seat in model.closed:
            model.closed.remove(seat)
        if not rest and held and person not in held:
            if wish.get("name") is not None or wish.get("colour") is not None:
                raise Violation(f"{person} changed the name or colour of {held}")
            if wish.get("bot") is not None and any(self.present(table, one, seat) for one in held):
                raise Violation(f"{person} put a bot into the seat of {held}, who is there")
        return []

    def present(self, table: str, person: str, seat: int) -> bool:
        """Has somebody a page of a table open, with this seat?"""
        here = (one for one in self.visitors.values() if one.person == person and table in one.open)
        return any(seat in self.tables[table].mine(one.person) for one in here)

    def _logged_in(self, visitor: Visitor, account: str) -> None:
        old, before, visitor.account = visitor.person, visitor.account, account
        visitor.open.clear()  # the page comes back with another cookie
        if before:
            return  # what another account has stays with it
        status = {name: table.header["status"] for name, table in self.stored().items()}
        for name, model in self.tables.items():
            model.becomes(old, account)
            if status.get(name) in {"open", "running"} and not model.shared and len(model.mine(account)) > 1:
                raise Violation(f"{account} has two seats since {visitor.name} has logged in")

    def _made(self, visitor: Visitor, told: Any, chosen: bool, copied: bool) -> None:
        table, person = told["table"], visitor.person
        seats = told["you"]["seats"]
        model = Model(person, {seat: {person} for seat in seats}, chosen, shared=table["hot_seat"] or table["sandbox"])
        model.known = chosen or copied or len(seats) > 1
        model.commitment = (table["deal"] or {}).get("commitment", "")
        self.tables[table["id"]] = model
        self.seats[table["id"]] = len(table["seats"])
        for link in told["invitations"]:
            self.links.append(Link(table["id"], link["seat"], link["path"].partition("#s=")[2], "seat"))

    def _claimed(self, visitor: Visitor, table: str, wish: dict[str, Any], told: Any) -> Entries:
        model, person = self.tables[table], visitor.person
        link = next((link for link in self.links if (link.table, link.secret) == (table, wish["secret"])), None)
        if link is None or link.void:
            raise Violation(f"{person} got in by a link that was used up, void or never made")
        if link.kind == "seat":
            link.void = True
            return self._seated(visitor, table, link.seat, wish, told)
        if person in model.holders[link.seat]:
            return []  # at home already: the link may stay good
        link.void = True
        model.check_one_seat(person, link.seat)
        model.holders[link.seat].add(person)
        return [("device", link.seat)]

    def _seated(self, visitor: Visitor, table: str, seat: int, wish: dict[str, Any], told: Any) -> Entries:
        model, person, status = self.tables[table], visitor.person, self.stored()[table].header["status"]
        if status not in {"open", "running"}:
            raise Violation(f"{person} sat down at a table that is {status}")
        model.check_one_seat(person, seat)
        if model.known and not (wish.get("accept") and told["table"]["known"]):
            raise Violation(f"{person} sat down and was not told that somebody may know cards")
        if status == "running" and self._others(table, seat, model.host, person) and self.hand(table, seat):
            raise Violation(f"{person} got a hand in a running game that others could lose by")
        model.holders[seat] = {person}
        model.ready.discard(seat)
        if wish.get("random"):
            model.ready.add(seat)
        return [("claim", seat)]

    def _left(self, visitor: Visitor, table: str, seat: int | None) -> Entries:
        model, person = self.tables[table], visitor.person
        gone = model.mine(person) if seat is None else {seat}
        if not model.member(person) or not gone <= model.mine(person):
            raise Violation(f"{person} gave up seats of others at {table}")
        over = self.was_over(table)
        playing = any(row.kind == "start" for row in self.stored()[table].rows)
        for one in gone:
            if over:
                model.holders[one].discard(person)
            else:
                model.known |= playing and self.hand(table, one)
                self._free(table, one)
        if model.host == person and seat is None:
            model.host = self.host_now(table)
            if model.host is not None and not over and not model.mine(model.host):
                raise Violation(f"{model.host}, who does not sit there, hosts the table of {person}")
        return [] if over else [("leave", one) for one in gone]

    def was_over(self, table: str) -> bool:
        """Was the table finished or closed before this step?"""
        raise NotImplementedError

    def host_now(self, table: str) -> str | None:
        raise NotImplementedError

    def _again(self, visitor: Visitor, table: str, told: Any, wish: dict[str, Any]) -> None:
        name, old, person = told["table"]["id"], self.tables[table], visitor.person
        if name not in self.tables:
            chosen = bool(wish.get("same_seed")) and not self.stored()[table].header["position"]
            holders = {seat: set(there) for seat, there in old.holders.items() if seat < len(told["table"]["seats"])}
            model = Model(old.host or person, holders, chosen, known=chosen, shared=told["table"]["hot_seat"])
            model.known |= model.shared
            model.commitment = (told["table"]["deal"] or {}).get("commitment", "")
            model.rematch = True
            self.tables[name] = model
            self.seats[name] = len(told["table"]["seats"])
        model = self.tables[name]
        if wish.get("sit", True) or model.held() <= model.mine(person):
            model.ready |= model.mine(person)

    def started(self, table: str, seats: int) -> None:
        """Closed seats have left: everybody moved up. Invitations that nobody used are void."""
        model = self.tables[table]
        missing = model.held() - model.ready
        if model.rematch and missing:
            raise Violation(f"the rematch {table} began without the people of seats {missing}")
        order = sorted(range(seats), key=lambda seat: seat in model.closed)
        model.holders = {order.index(seat): there for seat, there in model.holders.items()}
        for link in self.links:
            if link.table == table:
                link.seat, link.void = order.index(link.seat), link.void or link.kind == "seat"

    # ------------------------------------------------------------ small steps
    def _others(self, table: str, seat: int, *but: str | None) -> set[str]:
        """The people in the other seats, without seats that somebody named here holds, or shares by their own wish."""
        holders = self.tables[table].holders.items()
        return {one for other, there in holders if other != seat and not there.intersection(but) for one in there}

    def hand(self, table: str, seat: int) -> bool:
        """Has this seat cards in hand, as far as the model can tell?"""
        match = self.stored()[table].replayed()
        hands = {} if match is None or match.over else match.position().get("hands", {})
        return bool(hands.get("ABCDEF"[seat]))

    def _free(self, table: str, seat: int) -> None:
        """Nobody has this seat any more, and no link to it is good."""
        self.tables[table].holders[seat] = set()
        self.tables[table].ready.discard(seat)
        self._void(table, seat)

    def _void(self, table: str, seat: int, kind: str = "") -> None:
        for link in self.links:
            link.void |= (link.table, link.seat) == (table, seat) and kind in {"", link.kind}
