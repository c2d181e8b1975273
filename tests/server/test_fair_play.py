"""Nobody reads or plays another's hand, the host included: links, absences, going back, lists."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from goldenspike.server.tables import seats

from .app_in_process import Browser, Socket, play_out, run
from .test_timed_replays import raced


def secret_in(link: dict[str, Any]) -> str:
    return str(link["path"]).partition("#s=")[2]


async def two_people(app: FastAPI, *more: str, start: bool = True, **wish: Any) -> tuple[Browser, Browser, str, str]:
    """A host in seat 0, a guest in seat 1: their browsers, the table, and the link the guest came by."""
    host, guest = Browser(app), Browser(app)
    made = await host.table("me", "free", *more, **wish)
    name, secret = made["table"]["id"], secret_in(made["invitations"][0])
    await guest.post(f"/api/tables/{name}/claim", {"secret": secret, "name": "Berta"})
    if start:
        await host.post(f"/api/tables/{name}/start")
    return host, guest, name, secret


async def news(browser: Browser, name: str) -> list[tuple[str, int | None]]:
    """What happened to seats, as everybody reads it."""
    entries = await browser.get(f"/api/tables/{name}/entries")
    return [(entry["data"]["what"], entry["seat"]) for entry in entries if entry["kind"] == "seat"]


# ---------------------------------------------------------------- links
@pytest.mark.parametrize("start", [False, True])
def test_an_invitation_is_good_for_one_claim(tmp_path: Path, start: bool) -> None:
    async def trial(app: FastAPI) -> None:
        _, guest, name, secret = await two_people(app, start=start)
        for thief in (Browser(app), guest):
            refused = await thief.post(f"/api/tables/{name}/claim", {"secret": secret}, status=404)
            assert refused["code"] == "secret"
        assert (await guest.get(f"/api/tables/{name}"))["you"]["seats"] == [1]
        assert await news(Browser(app), name) == [("claim", 1)]

    run(trial, tmp_path)


def test_a_link_that_was_used_does_not_come_back_to_life(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest, name, secret = await two_people(app, "free", start=False)
        await host.post(f"/api/tables/{name}/seats/1", {"close": True})
        await host.post(f"/api/tables/{name}/seats/1", {"open": True})
        await guest.post(f"/api/tables/{name}/claim", {"secret": secret}, status=404)
        fresh = await host.post(f"/api/tables/{name}/seats/1/invitation")
        assert (await guest.post(f"/api/tables/{name}/claim", {"secret": secret_in(fresh)}))["you"]["seats"] == [1]

    run(trial, tmp_path)


def test_a_holder_opens_their_seat_on_another_device_and_everybody_is_told(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app)
        path = f"/api/tables/{name}"
        assert (await host.post(f"{path}/seats/1/device", status=403))["code"] == "seat"
        assert (await Browser(app).post(f"{path}/seats/1/device", status=403))["code"] == "seat"
        unused = secret_in(await guest.post(f"{path}/seats/1/device"))
        link = await guest.post(f"{path}/seats/1/device")
        phone = Browser(app)
        await phone.post(f"{path}/claim", {"secret": unused}, status=404)
        watching = Socket(app, host)
        await watching.hello(name, 0)
        there = await phone.post(f"{path}/claim", {"secret": secret_in(link), "name": "somebody else"})
        assert there["you"] == {"host": False, "seats": [1], "account": None}
        assert there["table"]["seats"][1]["name"] == "Berta"
        told = await watching.hear("event")
        assert (told["entry"]["seat"], told["entry"]["data"]["what"]) == (1, "device")
        await watching.leave()
        await Browser(app).post(f"{path}/claim", {"secret": secret_in(link)}, status=404)
        seated = Socket(app, phone)
        assert (await seated.hello(name, 1))["own"]["legal"]
        await seated.leave()
        # A player who is handed the link of another does not see two hands.
        again = await guest.post(f"{path}/seats/1/device")
        assert (await host.post(f"{path}/claim", {"secret": secret_in(again)}, status=403))["code"] == "another seat"
        assert (await host.get(path))["you"]["seats"] == [0]

    run(trial, tmp_path)


def test_a_link_that_came_too_late_does_not_show_the_hand_of_a_bot(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest = Browser(app), Browser(app)
        made = await host.table("me", "free", "free")
        name = made["table"]["id"]
        first, late = (secret_in(link) for link in made["invitations"])
        await guest.post(f"/api/tables/{name}/claim", {"secret": first})
        await host.post(f"/api/tables/{name}/seats/2", {"bot": "greedy"})
        await host.post(f"/api/tables/{name}/start")
        await Browser(app).post(f"/api/tables/{name}/claim", {"secret": late}, status=404)
        # Nor is there a new one: it could be a player who asks for it.
        assert (await host.post(f"/api/tables/{name}/seats/2/invitation", status=409))["code"] == "hidden"

    run(trial, tmp_path)


def test_alone_among_bots_a_host_invites_whom_they_like(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        name = (await host.table("me", "greedy", "greedy"))["table"]["id"]
        links = [await host.post(f"/api/tables/{name}/seats/{seat}/invitation") for seat in (1, 2)]
        friend = Browser(app)
        there = await friend.post(f"/api/tables/{name}/claim", {"secret": secret_in(links[0]), "name": "Berta"})
        assert there["you"]["seats"] == [1]
        # From now on somebody could lose by it.
        refused = await Browser(app).post(f"/api/tables/{name}/claim", {"secret": secret_in(links[1])}, status=409)
        assert refused["code"] == "hidden"
        assert (await host.post(f"/api/tables/{name}/claim", {"secret": secret_in(links[1])}, status=403))["code"]

    run(trial, tmp_path)


# ---------------------------------------------------------------- a seat that somebody holds
def test_the_host_does_not_take_a_held_seat(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app)
        path = f"/api/tables/{name}/seats"
        assert (await host.post(f"{path}/1/invitation", status=409))["code"] == "held"
        assert (await host.post(f"{path}/0/invitation", status=409))["code"] == "own"
        await guest.post(f"{path}/1/absence", status=403)
        here = Socket(app, guest)
        await here.hello(name, 1)
        assert (await host.post(f"{path}/1/absence", status=409))["code"] == "here"
        await here.leave()
        await host.post(f"{path}/1/absence")
        assert (await host.post(f"{path}/1/absence", status=409))["code"] == "announced"
        assert (await host.post(f"{path}/1/invitation", status=409))["code"] == "announced"
        assert (await guest.get(f"/api/tables/{name}"))["you"]["seats"] == [1]
        # Whoever comes back keeps the seat, and everybody reads it.
        back = Socket(app, guest)
        await back.hello(name, 1)
        assert (await back.hear("event"))["entry"]["data"]["what"] == "back"
        await back.leave()
        assert (await host.post(f"{path}/1/invitation", status=409))["code"] == "held"
        assert await news(Browser(app), name) == [("claim", 1), ("absent", 1), ("back", 1)]

    run(trial, tmp_path)


def test_after_an_announced_absence_a_hand_is_still_nobodys_to_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "ABSENCE_MS", {"none": -1})
    monkeypatch.setattr(seats, "STAND_IN_AFTER_S", 0.0)

    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app)
        path = f"/api/tables/{name}/seats/1"
        await host.post(f"{path}/absence")
        assert (await host.post(f"{path}/invitation", status=409))["code"] == "hidden"
        await host.post(path, {"bot": "greedy"})
        assert (await host.post(f"{path}/invitation", status=409))["code"] == "hidden"
        assert (await guest.get(f"/api/tables/{name}"))["you"]["seats"] == [1]

    run(trial, tmp_path)


def test_where_nobody_else_plays_an_absent_holder_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "ABSENCE_MS", {"none": -1})
    monkeypatch.setattr(seats, "STAND_IN_AFTER_S", 0.0)

    async def trial(app: FastAPI) -> None:
        host, guest = Browser(app), Browser(app)
        made = await host.table("free", "greedy")
        name = made["table"]["id"]
        await guest.post(f"/api/tables/{name}/claim", {"secret": secret_in(made["invitations"][0])})
        await host.post(f"/api/tables/{name}/start")
        await host.post(f"/api/tables/{name}/seats/0/absence")
        link = await host.post(f"/api/tables/{name}/seats/0/invitation")
        assert (await guest.get(f"/api/tables/{name}"))["you"]["seats"] == []
        newcomer = Browser(app)
        claim = {"secret": secret_in(link)}
        assert (await newcomer.post(f"/api/tables/{name}/claim", claim, status=409))["code"] == "known"
        await newcomer.post(f"/api/tables/{name}/claim", {**claim, "accept": True})
        assert await news(guest, name) == [("claim", 0), ("absent", 0), ("invite", 0), ("claim", 0)]

    run(trial, tmp_path)


def test_before_the_start_the_host_still_decides_who_sits_where(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app, start=False)
        link = await host.post(f"/api/tables/{name}/seats/1/invitation")
        assert (await guest.get(f"/api/tables/{name}"))["you"]["seats"] == []
        await Browser(app).post(f"/api/tables/{name}/claim", {"secret": secret_in(link)})
        assert await news(guest, name) == [("claim", 1), ("invite", 1), ("claim", 1)]

    run(trial, tmp_path)


def test_whom_the_host_of_a_rematch_sent_away_does_not_come_back_by_asking_again(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app)
        await play_out(app, name)
        again = f"/api/tables/{name}/again"
        there = (await host.post(again, {"sit": False}))["table"]["id"]
        link = await host.post(f"/api/tables/{there}/seats/1/invitation")
        assert (await guest.get(f"/api/tables/{there}"))["you"]["seats"] == []
        friend = Browser(app)
        await friend.post(f"/api/tables/{there}/claim", {"secret": secret_in(link), "name": "Carl"})
        for sit in (False, True):
            await guest.post(again, {"sit": sit})
        assert (await guest.get(f"/api/tables/{there}"))["you"]["seats"] == []
        # Nor do they agree for whoever sits there now.
        assert (await host.post(again, {"sit": True}))["table"]["status"] == "open"
        assert (await friend.get(f"/api/tables/{there}"))["you"]["seats"] == [1]

    run(trial, tmp_path)


# ---------------------------------------------------------------- going back
def test_a_person_for_whom_a_bot_stands_in_still_votes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "STAND_IN_AFTER_S", 0.0)

    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app)
        mine, theirs = Socket(app, host), Socket(app, guest)
        welcome = await mine.hello(name, 0)
        legal = (await theirs.hello(name, 1))["own"]["legal"]
        mine.say(op="move", id="m", seat=0, text=welcome["own"]["legal"][0])
        assert (await mine.hear("ack", "refused"))["op"] == "ack"
        theirs.say(op="move", id="n", seat=1, text=legal[0])
        assert (await theirs.hear("ack", "refused"))["op"] == "ack"
        await theirs.leave()
        await host.post(f"/api/tables/{name}/seats/1", {"bot": "greedy"})
        mine.say(op="rewind", id="r", seat=0, to=welcome["version"])
        asked = await mine.hear("ack", "refused")
        assert asked["op"] == "ack"
        table = (await host.get(f"/api/tables/{name}"))["table"]
        assert (table["proposal"]["agreed"], table["proposal"]["awaited"]) == ([0], [1])
        theirs = Socket(app, guest)
        await theirs.hello(name, 1)
        theirs.say(op="vote", id="v", seat=1, proposal=table["proposal"]["id"], yes=False)
        assert (await theirs.hear("ack", "refused"))["op"] == "ack"
        kinds = [entry["kind"] for entry in await guest.get(f"/api/tables/{name}/entries")]
        assert "rewind" not in kinds
        await asyncio.gather(mine.leave(), theirs.leave())

    run(trial, tmp_path)


def test_whoever_plays_on_does_not_agree_to_go_back(tmp_path: Path) -> None:
    """A late yes would take back what everybody has done since."""

    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app)
        sockets = [Socket(app, host), Socket(app, guest)]
        version = (await sockets[0].hello(name, 0))["version"]
        await sockets[1].hello(name, 1)
        actor = await app.state.active_tables.table(name)

        async def act(number: int) -> None:
            seat = actor.awaited()[0]
            sockets[seat].say(op="move", id=f"m{number}", seat=seat, text=actor.match.legal(seat)[0])
            assert (await sockets[seat].hear("ack", "refused"))["op"] == "ack"

        for number in range(2):
            await act(number)
        sockets[0].say(op="rewind", id="r", seat=0, to=version)
        assert (await sockets[0].hear("ack", "refused"))["op"] == "ack"
        proposal = actor.header.proposal
        await act(2)
        shown = await sockets[0].hear("event")
        while "table" not in shown or shown["entry"]["kind"] != "move":
            shown = await sockets[0].hear("event")
        assert shown["table"]["proposal"] is None
        for number in range(3, 8):
            await act(number)
        sockets[1].say(op="vote", id="v", seat=1, proposal=proposal.id, yes=True)
        assert (await sockets[1].hear("ack", "refused"))["op"] == "refused"
        assert len(actor.path) == 8
        await asyncio.gather(*(socket.leave() for socket in sockets))

    run(trial, tmp_path)


# ---------------------------------------------------------------- lists
def test_tables_that_are_not_listed_are_in_no_list_of_strangers(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, stranger = Browser(app), Browser(app)
        name = await raced(app, host, "superintendent", "engineer", name="Our evening")
        lists = ["/api/best?game=rail-pass", "/api/best?game=rail-pass&board=RP-L1", "/api/lobby"]
        for path in lists:
            assert name not in (await stranger.ask("GET", path)).text, path
        assert name in (await host.ask("GET", lists[0])).text
        await host.patch(f"/api/tables/{name}", {"listed": True})
        assert name in (await stranger.ask("GET", lists[0])).text

    run(trial, tmp_path, rate=100)
