"""Leaving for good: what becomes of the seat, of the game, of the host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.storage.schema import accounts, sessions
from goldenspike.server.tables.leaving import HOST_AWAY_MS

from .app_in_process import Browser, Socket, play_out, run, settled

GAMES = ["santa-fe-rails", "pioneer-rails"]


async def together(app: FastAPI, *, start: bool = True, game: str = "santa-fe-rails", **more: Any) -> Any:
    """A host with a seat, two guests, and their table."""
    host, guest, third = Browser(app), Browser(app), Browser(app)
    seats = [{"holder": "me", "name": "Anna"}, {"holder": "free"}, {"holder": "free"}]
    made = await host.post("/api/tables", {"game": game, "seats": seats, **more})
    name = made["table"]["id"]
    for person, link, called in ((guest, 0, "Berta"), (third, 1, "Carl")):
        secret = made["invitations"][link]["path"].partition("#s=")[2]
        await person.post(f"/api/tables/{name}/claim", {"secret": secret, "name": called, "accept": True})
    if start:
        await host.post(f"/api/tables/{name}/start")
    return name, host, guest, third


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_plays_on_for_whoever_gives_up(game: str, tmp_path: Path) -> None:
    """And the result is the bot's: whoever gave up has none."""

    async def trial(app: FastAPI) -> None:
        name, host, guest, _ = await together(app, game=game)
        socket = Socket(app, guest)
        welcome = await socket.hello(name, 1)
        assert welcome["own"] is not None
        left = await guest.post(f"/api/tables/{name}/leave")
        assert left["you"]["seats"] == []
        seat = left["table"]["seats"][1]
        assert (seat["holder"], seat["bot"], seat["name"], seat["stands_in"]) == ("bot", "greedy", "Greedy", False)
        entry = (await socket.hear("event"))["entry"]
        assert entry["data"] == {"what": "leave", "name": "Berta", "bot": "greedy"}
        again = await socket.hear("welcome")
        assert (again["seat"], again["own"]) == (None, None), "the hand is not theirs to see any more"
        socket.say(op="move", id="m", seat=1, text="anything")
        assert (await socket.hear("refused"))["code"] == "seat"
        await socket.leave()
        await play_out(app, name)
        shown = (await host.get(f"/api/tables/{name}"))["table"]
        assert shown["status"] == "finished"
        assert shown["seats"][1]["name"] == "Greedy"

    run(trial, tmp_path)


def test_a_bot_stays_where_somebody_left_a_round_against_the_clock(tmp_path: Path) -> None:
    """Also if a bot stood in for them already, as it does for people who are away."""

    async def trial(app: FastAPI) -> None:
        name, host, guest, third = await together(app, game="rail-pass")
        sockets = [Socket(app, person) for person in (host, guest)]
        for seat, socket in enumerate(sockets):
            await socket.hello(name, seat)
        actor = await app.state.active_tables.table(name)

        async def stands_in() -> bool:
            return bool(actor.header.places[2].stands_in)

        await settled(stands_in)
        for seat, person in ((2, third), (1, guest)):
            await person.post(f"/api/tables/{name}/leave")
            place = actor.header.places[seat]
            assert (place.holder, place.stands_in, place.bot is not None) == ("bot", False, True)
        version = actor.version

        async def goes_on() -> bool:
            return int(actor.version) >= version + 3

        await settled(goes_on)
        assert [place.holder for place in actor.header.places] == ["person", "bot", "bot"]
        assert all(place.bot is not None for place in actor.header.places[1:])
        for socket in sockets:
            await socket.leave()

    run(trial, tmp_path, rate=20)


def test_the_way_back_is_by_a_new_invitation_only(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest = Browser(app), Browser(app)
        made = await host.table("me", "free", "greedy")
        name, secret = made["table"]["id"], made["invitations"][0]["path"].partition("#s=")[2]
        claim = {"secret": secret, "name": "Berta"}
        await guest.post(f"/api/tables/{name}/claim", claim)
        await guest.post(f"/api/tables/{name}/leave")
        shown = (await host.get(f"/api/tables/{name}"))["table"]["seats"][1]
        assert (shown["holder"], shown["name"]) == ("free", "")
        await guest.post(f"/api/tables/{name}/claim", claim, 404)
        fresh = (await host.post(f"/api/tables/{name}/seats/1/invitation"))["path"].partition("#s=")[2]
        await guest.post(f"/api/tables/{name}/claim", {**claim, "secret": fresh})

    run(trial, tmp_path)


def test_a_host_who_leaves_hands_the_table_on(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, host, guest, third = await together(app)
        socket = Socket(app, guest)
        await socket.hello(name, 1)
        await host.post(f"/api/tables/{name}/leave")
        told = [(await socket.hear("event"))["entry"] for _ in range(2)]
        assert [(entry["seat"], entry["data"]["what"]) for entry in told] == [(0, "leave"), (1, "host")]
        rights = [(await one.get(f"/api/tables/{name}"))["you"]["host"] for one in (host, guest, third)]
        assert rights == [False, True, False]
        await guest.patch(f"/api/tables/{name}", {"name": "Friday"})
        await socket.leave()

    run(trial, tmp_path)


def test_one_seat_of_several_can_be_given_up(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        name = (await host.table("me", "me", "greedy"))["table"]["id"]
        you = (await host.post(f"/api/tables/{name}/leave", {"seat": 1}))["you"]
        assert (you["host"], you["seats"]) == (True, [0])
        await host.post(f"/api/tables/{name}/leave", {"seat": 1}, 403)

    run(trial, tmp_path)


def test_the_last_one_closes_the_table(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        for start in (True, False):
            name, host, guest, third = await together(app, start=start)
            for person in (third, host):
                assert (await person.post(f"/api/tables/{name}/leave"))["table"]["status"] in {"open", "running"}
            assert (await guest.post(f"/api/tables/{name}/leave"))["table"]["status"] == "closed"
            assert [(await one.get("/api/lobby"))["mine"] for one in (host, guest, third)] == [[], [], []]

    run(trial, tmp_path)


def test_a_table_that_is_over_leaves_the_list(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        name = (await host.table("me", "greedy"))["table"]["id"]
        await play_out(app, name)
        await host.post(f"/api/tables/{name}/leave", {"seat": 0}, 409)
        await host.post(f"/api/tables/{name}/leave")
        assert (await host.get("/api/lobby"))["mine"] == []
        assert (await host.get(f"/api/tables/{name}"))["table"]["status"] == "finished"

    run(trial, tmp_path)


def test_leaving_ends_a_vote_that_waits_for_the_one_who_left(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, _, guest, third = await together(app)
        actor = await app.state.active_tables.table(name)
        seat = actor.awaited()[0]
        people = {0: None, 1: guest, 2: third}
        from goldenspike.server.tables.moves import play_for_bot

        await actor.call(play_for_bot, actor, seat, actor.match.legal(seat)[0])
        socket = Socket(app, third)
        await socket.hello(name, 2)
        socket.say(op="rewind", id="r", seat=2, to=next(v for v in range(actor.version, 0, -1) if v not in actor.path))
        answer = await socket.hear("ack", "refused")
        if answer["op"] == "ack":
            assert actor.header.proposal is not None
            assert people[1] is guest
            await guest.post(f"/api/tables/{name}/leave")
        assert actor.header.proposal is None
        assert answer["op"] == "ack", answer
        await socket.leave()

    run(trial, tmp_path)


# ------------------------------------------------------------------ a lost host
async def away(app: FastAPI, browser: Browser, ms: int) -> None:
    from goldenspike.server.http.security import hashed

    mine = sessions.c.token_hash == hashed(browser.client.cookies["gs"])
    change = sa.update(sessions).where(mine).values(seen_ms=sessions.c.seen_ms - ms)
    await app.state.store.write(lambda c: c.execute(change).rowcount)


async def refused_as_hosted(guest: Browser, name: str) -> bool:
    answer = await guest.ask("POST", f"/api/tables/{name}/host", {})
    return answer.status_code == 409 and "still there" in answer.json()["error"]


async def seen_of_late(app: FastAPI) -> bool:
    """Was everybody's browser here within the last days, by the database?"""
    rows = app.state.store.read_now(lambda c: c.execute(sa.select(sessions.c.seen_ms)).scalars().all())
    return bool(min(rows) > app.state.active_tables.now() - HOST_AWAY_MS)


def test_who_logs_out_is_not_lost(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, host, guest, _ = await together(app)
        person = {"name": "Hannabella", "password": "railroad tycoon"}
        await host.post("/api/account", person)
        await host.post("/api/logout")
        assert await refused_as_hosted(guest, name), "hosts come back"
        change = sa.update(accounts).values(seen_ms=accounts.c.seen_ms - HOST_AWAY_MS)
        await app.state.store.write(lambda c: c.execute(change).rowcount)
        await host.post("/api/login", person)
        assert await refused_as_hosted(guest, name)
        await host.delete("/api/me/sessions")
        assert await refused_as_hosted(guest, name), "logged out everywhere, a moment ago"
        await app.state.store.write(lambda c: c.execute(change).rowcount)
        assert (await guest.post(f"/api/tables/{name}/host"))["you"]["host"], "three days later"

    run(trial, tmp_path)


def test_a_page_that_is_open_for_days_counts_as_being_there(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, host, guest, _ = await together(app)
        page = Socket(app, host)
        await page.hello(name, 0)
        await away(app, host, 2 * HOST_AWAY_MS)
        await page.leave()  # the line breaks
        await settled(lambda: seen_of_late(app))
        assert await refused_as_hosted(guest, name)

    run(trial, tmp_path)


def test_a_table_of_a_lost_host_can_be_taken_over(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, host, guest, third = await together(app)
        assert (await guest.post(f"/api/tables/{name}/host", None, 409))["code"] == "hosted"
        await away(app, host, HOST_AWAY_MS // 2)
        await guest.post(f"/api/tables/{name}/host", None, 409)
        await away(app, host, HOST_AWAY_MS)
        await Browser(app).post(f"/api/tables/{name}/host", None, 403)
        socket = Socket(app, host)
        await socket.hello(name, 0)
        await guest.post(f"/api/tables/{name}/host", None, 409)
        await socket.leave()
        await settled(lambda: seen_of_late(app))
        assert await refused_as_hosted(guest, name), "they were there a moment ago"
        await away(app, host, HOST_AWAY_MS)
        assert (await guest.post(f"/api/tables/{name}/host"))["you"]["host"]
        await guest.post(f"/api/tables/{name}/host", None, 409)
        you = (await host.get(f"/api/tables/{name}"))["you"]
        assert (you["host"], you["seats"]) == (False, [0]), "the seat is still theirs"
        await third.post(f"/api/tables/{name}/host", None, 409)

    run(trial, tmp_path)


def test_a_host_whose_browser_was_forgotten_is_lost_at_once(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, host, guest, _ = await together(app)
        await away(app, host, 0)
        from goldenspike.server.http.security import hashed

        mine = sessions.c.token_hash == hashed(host.client.cookies["gs"])
        await app.state.store.write(lambda c: c.execute(sa.update(sessions).where(mine).values(created_ms=0)).rowcount)
        await app.state.accounts.tidy()
        assert (await guest.post(f"/api/tables/{name}/host"))["you"]["host"]

    run(trial, tmp_path)


def test_a_visit_counts_as_being_there(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        name, host, guest, _ = await together(app)
        await away(app, host, 2 * HOST_AWAY_MS)
        await host.get("/api/me")
        await guest.post(f"/api/tables/{name}/host", None, 409)

    run(trial, tmp_path)
