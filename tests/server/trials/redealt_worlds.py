"""Two worlds that a seat cannot tell apart, played at two tables: all it gets must be the same, byte by byte."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

import goldenspike as gs
from goldenspike.bots import imagine
from goldenspike.server.live import messages as m
from goldenspike.server.storage import schema

from ..databases import connected
from .clients import Person, Viewer, secret_of
from .games import GAMES, Kind
from .leak import PROBES
from .server import Server

TIMES = re.compile(rb'"(at_ms|now_ms|created_ms|changed_ms|due_ms|bank_ms|sent)":\d+')
CARD = re.compile(r"\b[A-Z]{3}\b")


@dataclass
class World:
    """Where a match begins, and what everybody does in it."""

    position: dict[str, Any]
    script: list[tuple[int, str]]


@dataclass
class WorldPair:
    """The same game for one seat; other cards in the other hands and in the deck."""

    game: str
    seats: int
    viewer: int
    one: World
    other: World
    renamed: dict[str, str]


def renamed_cards(thing: Any, names: dict[str, str]) -> Any:
    if isinstance(thing, dict):
        return {key: renamed_cards(value, names) for key, value in thing.items()}
    if isinstance(thing, list):
        return [renamed_cards(value, names) for value in thing]
    return names.get(thing, thing) if isinstance(thing, str) else thing


def swapped_cards(game: str, seats: int, viewer: int, seed: int, moves: int) -> WorldPair:
    """Play at random, see which cities' cards this seat never saw in it, and swap those cards' names all through."""
    dice = random.Random(seed)
    match = gs.new(game, seats=seats, seed=seed)
    begin = {k: v for k, v in match.position().items() if k not in ("seats", "options", "board")}
    script: list[tuple[int, str]] = []
    seen: set[str] = set()
    while not match.over and len(script) < moves:
        look(match, viewer, seen)
        seat = dice.choice(match.actors)
        text = dice.choice(match.legal(seat))
        match.play(seat, text)
        script.append((seat, text))
    look(match, viewer, seen)
    assert not match.over, "the end reveals the hands"
    cards = [card for hand in begin["hands"].values() for card in hand] + begin["deck"] + begin["dummy"]
    names: dict[str, str] = {}
    for copies in (1, 2):
        hidden = sorted({card for card in cards if cards.count(card) == copies and CARD.fullmatch(card)} - seen)
        names |= dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
    hidden_part = {key: renamed_cards(begin[key], names) for key in ("hands", "deck", "dummy")}
    told = [
        (seat, CARD.sub(lambda hit: names.get(hit[0], hit[0]), text) if text.startswith(("play", "exchange")) else text)
        for seat, text in script
    ]
    return WorldPair(game, seats, viewer, World(begin, script), World({**begin, **hidden_part}, told), names)


def redealt(game: Kind, seats: int, viewer: int, seed: int, turns: int) -> WorldPair:
    """Play at random; then one world goes on as it is, in the other everything hidden from the seat is dealt anew.

    In both of them the others decide, each world with dice of its own, as long as their choices lie face down,
    and the seat writes the same half turn: it must not be able to tell where it is.
    """
    dice = random.Random(seed)
    match = gs.new(game.name, seats=seats, seed=seed, **game.options)
    for number in range(10 * turns):
        awaited = match.actors
        if number >= turns and len(awaited) == seats:
            break
        take_turn(match, dice.choice(awaited), dice)
    worlds = []
    for s in (match.s.copy(), imagine(match, viewer, dice).s):
        played = match.copy_at(s)
        begin = {k: v for k, v in played.position().items() if k not in ("seats", "options", "board")}
        others = random.Random(dice.random())
        script = [(seat, take_turn(played, seat, others)) for seat in played.actors if seat != viewer]
        assert played.actors == (viewer,), "nothing may be revealed yet"
        worlds.append((played, World(begin, script)))
    (one, first), (other, second) = worlds
    assert first.position != second.position, "a redeal that changes nothing tests nothing"
    for _ in range(3):
        assert one.legal(viewer) == other.legal(viewer)
        text, lines = dice.choice(one.legal(viewer)), len(one.log)
        trial = one.copy()
        trial.play(viewer, text)
        if len(trial.log) > lines:
            break  # it would complete the turn
        for played, world in worlds:
            played.play(viewer, text)
            world.script.append((viewer, text))
    return WorldPair(game.name, seats, viewer, first, second, {})


def take_turn(match: gs.Match, seat: int, dice: random.Random) -> str:
    """Any action, or any steps until the turn is complete; its text."""
    lines = len(match.log)
    while len(match.log) == lines:
        match.play(seat, dice.choice(match.legal(seat)))
    return match.log[-1].partition(": ")[2]


def look(match: gs.Match, viewer: int, seen: set[str]) -> None:
    """Remember the cards that this seat sees now."""
    for seat in match.view(viewer)["seats"]:
        for key in ("hand", "discards", "table", "play", "secret_play"):
            seen |= set(CARD.findall(json.dumps(seat.get(key, ""))))


class WorldPairTrial:
    """A server on which both worlds are played by the same people."""

    def __init__(self, server: Server, seats: int, *, pictures: bool = False) -> None:
        self.server = server
        self.pictures = pictures
        self.host = Person(server.port, "Host")
        self.people = [Person(server.port, f"Seat{k}") for k in range(seats)]
        self.watcher = Person(server.port, "Watcher")
        self.watcher.do("GET", "/api/me")

    def table(self, game: str) -> str:
        """A table of these people that has not begun."""
        wish = {"game": game, "seats": [{"holder": "free"}] * len(self.people), "seed": 1}
        wish["options"] = GAMES[game].options
        made = self.host.do("POST", "/api/tables", wish)
        table = str(made["table"]["id"])
        for person, invitation in zip(self.people, made["invitations"], strict=True):
            person.do(
                "POST",
                f"/api/tables/{table}/claim",
                {"secret": secret_of(invitation), "name": person.name, "accept": True},
            )
        return table

    def deal(self, table: str, world: World) -> None:
        """Put the table's beginning into the database; the server must not run."""
        with connected(self.server.data) as connection:
            change = sa.update(schema.tables).where(schema.tables.c.id == table)
            connection.execute(change.values(position=json.dumps(world.position)))

    async def perform(self, table: str, world: World, viewer: int) -> list[bytes]:
        """Play the script; everything that the viewer and a spectator get, times and names of the table taken out."""
        if self.host.do("GET", f"/api/tables/{table}")["table"]["status"] == "open":
            self.host.do("POST", f"/api/tables/{table}/start")
        received: list[bytes] = []
        pages = [
            Viewer(person, table, seat, pictures=self.pictures and seat == viewer)
            for seat, person in enumerate(self.people)
        ]
        curious = [pages[viewer], Viewer(self.watcher, table, pictures=self.pictures)]
        for page in [*pages, curious[1]]:
            await page.join()
        for page in curious:
            page.frames = []
        for number, (seat, text) in enumerate(world.script):
            answer = await pages[seat].play(text, f"move-{number}")
            assert isinstance(answer, m.Ack), f"{text!r} was refused: {answer}"
            for page in pages:
                await page.reach(answer.version)
            for page in curious:
                await page.reach(answer.version)
                if number % 7 == 3 and page.seat is not None:
                    page.send(m.Why(id=f"why-{number}", seat=viewer, texts=list(PROBES)))
                    await page.answer(f"why-{number}")
                    await page.play("nonsense", f"bad-{number}")
                    page.send(m.Move(id=f"not-mine-{number}", seat=(viewer + 1) % len(pages), text="play LAX"))
                    await page.answer(f"not-mine-{number}")
                if number % 11 == 5:
                    received += self.asked(page, table, answer.version, number)
        for page in curious:
            assert page.frames is not None
            received += page.frames
            fresh = Viewer(page.person, table, page.seat, pictures=self.pictures)
            fresh.frames = []
            await fresh.join()
            received += fresh.frames
            fresh.leave()
        for page in [*pages, curious[1]]:
            page.leave()
        steady = [part for part in received if not part.startswith((b'{"op":"presence"', b'{"op":"pong"'))]
        return [TIMES.sub(rb'"\1":0', part).replace(table.encode(), b"TABLE") for part in steady]

    def asked(self, page: Viewer, table: str, version: int, number: int) -> list[bytes]:
        """Answers over HTTP, errors included."""
        seat = "" if page.seat is None else f"?seat={page.seat}"
        paths = [
            f"/api/tables/{table}", f"/api/tables/{table}/at/{version}{seat}",
            f"/api/tables/{table}/at/{version - number // 2}{seat}", f"/api/tables/{table}/entries?after=0",
            *(f"/api/tables/{table}/{what}" for what in ("review", "reel", "deal")),
            f"/api/tables/{table}/export", f"/api/tables/{table}/at/{version}?seat=2", f"/api/tables/{table}/at/99999",
        ]  # fmt: skip
        return [page.person.ask("GET", path).content for path in paths]
