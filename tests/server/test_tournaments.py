"""Tournaments: whole ones with people and bots, rights, the absent, and a server that goes down in between."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from fastapi import FastAPI

from goldenspike.server.storage import schema
from goldenspike.server.storage.tournament_schema import tournament_players, tournaments
from goldenspike.server.tournaments import record

from .app_in_process import Browser, play_out, run, served, settled
from .databases import on_both_databases

pytestmark = on_both_databases
LIVE = {"kind": "live", "per_move_s": 30, "bank_s": 0, "absence": "bot"}
CUP = {"game": "santa-fe-rails", "board": "mini", "name": "Cup", "player": "Hanna", "pace": LIVE}
PASSWORD = "a long enough password"


async def made(host: Browser, **wanted: Any) -> tuple[str, str]:
    """A tournament and the secret of its link."""
    answer = await host.post("/api/tournaments", {**CUP, **wanted})
    return answer["tournament"]["info"]["id"], answer["link"]["path"].partition("#j=")[2]


async def see(app: FastAPI, cup: str) -> Any:
    return await Browser(app).get(f"/api/tournaments/{cup}")


async def play_round(app: FastAPI, cup: str) -> None:
    """Every table of this round begins and is played to its end; then the next round is there."""
    before = await see(app, cup)
    app.state.active_tables.now = (lambda now: lambda: now() + 11_000)(app.state.active_tables.now)
    await app.state.fill_watch.check()
    for one in before["played"][-1]["tables"]:
        await play_out(app, one["table"])

    async def gone_on() -> bool:
        now = (await see(app, cup))["info"]
        return bool(now["round"] > before["info"]["round"] or now["status"] != "running")

    await settled(gone_on)


def test_a_whole_swiss_tournament_of_people_and_a_bot(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guests = Browser(app), [Browser(app) for _ in range(2)]
        cup, secret = await made(host)
        for number, guest in enumerate(guests):
            joined = await guest.post(f"/api/tournaments/{cup}/join", {"secret": secret, "name": f"Guest {number}"})
            assert joined["info"]["me"] == number + 1
        await guests[0].post(f"/api/tournaments/{cup}/join", {"secret": secret}, status=409)
        await host.post(f"/api/tournaments/{cup}/players", {"bot": "greedy"})
        begun = await host.post(f"/api/tournaments/{cup}/start")
        assert (begun["info"]["round"], begun["info"]["rounds"], begun["info"]["status"]) == (1, 3, "running")
        assert begun["table"]  # where the host is to play
        seats = (await host.get(f"/api/tables/{begun['table']}"))["you"]
        assert (seats["host"], len(seats["seats"])) == (False, 1)
        await Browser(app).post(f"/api/tournaments/{cup}/join", {"secret": secret}, status=404)
        for _ in range(3):
            await play_round(app, cup)
        over = await see(app, cup)
        assert over["info"]["status"] == "finished"
        met = [frozenset(one["players"]) for each in over["played"] for one in each["tables"]]
        assert len(met) == len(set(met)) == 6, "everybody has met everybody"
        places = over["standings"]
        assert sum(one["score"] for one in places) == 6.0
        assert [one["place"] for one in places] == sorted(one["place"] for one in places)
        assert all(one["tables"] == 3 for one in places)
        assert (await Browser(app).get("/api/tournaments"))["finished"] == []  # it is not public
        assert [one["id"] for one in (await guests[0].get("/api/tournaments"))["mine"]] == [cup]

    run(trial, tmp_path)


def test_byes_absent_people_and_those_who_leave(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, late = Browser(app), Browser(app)
        cup, _ = await made(host, form="round-robin", listed=True)
        added = await host.post(f"/api/tournaments/{cup}/players", {"name": "Late"})
        own = added["link"]["path"].partition("#j=")[2]
        third = Browser(app)
        await third.post(f"/api/tournaments/{cup}/join", {"name": "Third"})  # public: no link needed
        begun = await host.post(f"/api/tournaments/{cup}/start")
        assert begun["info"]["rounds"] == 3
        assert len(begun["played"][0]["byes"]) == 1
        # Somebody who comes after the start by their own link finds their seat.
        here = await late.post(f"/api/tournaments/{cup}/join", {"secret": own})
        assert here["info"]["me"] == 1
        if here["table"]:
            assert (await late.get(f"/api/tables/{here['table']}"))["you"]["seats"]
        await play_round(app, cup)
        # Who leaves during a round loses its table, and is not paired again.
        now = await see(app, cup)
        playing = now["played"][1]["tables"][0]["players"]
        leaver = next(browser for number, browser in enumerate((host, late, third)) if number == playing[0])
        left = await leaver.delete(f"/api/tournaments/{cup}/players/{playing[0]}")
        assert [one["left"] for one in left["players"] if one["number"] == playing[0]] == [True]
        await play_round(app, cup)
        rows = {one["number"]: one for one in (await see(app, cup))["standings"]}
        table = (await see(app, cup))["played"][1]["tables"][0]
        assert rows[table["players"][1]]["score"] >= 1.0
        over = await see(app, cup)
        assert playing[0] not in [player for one in over["played"][2]["tables"] for player in one["players"]]

    run(trial, tmp_path)


def test_the_absent_are_played_for_when_their_time_is_up(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        cup, _ = await made(host)
        await host.post(f"/api/tournaments/{cup}/players", {"name": "Odysseus"})
        begun = await host.post(f"/api/tournaments/{cup}/start")
        active_tables, watch = app.state.active_tables, app.state.clock_watch
        before = active_tables.now
        active_tables.now = lambda: before() + 11_000
        await app.state.fill_watch.check()
        actor = await active_tables.table(begun["table"])
        assert actor.running
        for minutes in range(1, 4):
            active_tables.now = lambda minutes=minutes: before() + 60_000 * minutes
            await watch.check()

        async def stood_in_for() -> bool:  # the server looks at the clocks by itself as well, and may still be at it
            return any(place.stands_in for place in actor.header.places)

        await settled(stood_in_for)

        async def over() -> bool:
            return bool(
                (await see(app, cup))["info"]["round"] > 1 or (await see(app, cup))["info"]["status"] != "running"
            )

        for _ in range(3):  # until both of them are played for by bots
            active_tables.now = lambda now=active_tables.now: now() + 60_000
            await watch.check()
        await settled(over)

    run(trial, tmp_path)


def test_a_server_that_was_down_goes_on(tmp_path: Path) -> None:
    async def whole() -> None:
        async with served(tmp_path) as app:
            host = Browser(app)
            cup, _ = await made(host, seats=2, rounds=2)
            await host.post(f"/api/tournaments/{cup}/players", {"bot": "greedy"})
            begun = await host.post(f"/api/tournaments/{cup}/start")
            app.state.tournaments.stop()
            await asyncio.sleep(0.05)
            app.state.active_tables.now = (lambda now: lambda: now() + 11_000)(app.state.active_tables.now)
            await app.state.fill_watch.check()
            await play_out(app, begun["table"])
        async with served(tmp_path) as app:

            async def next_round() -> bool:
                return bool((await see(app, cup))["info"]["round"] == 2)

            await settled(next_round)
            both = await asyncio.gather(*(app.state.tournaments.check(cup) for _ in range(5)))
            assert len(both) == 5
            found = await see(app, cup)
            assert [len(one["tables"]) for one in found["played"]] == [1, 1], "every round is made once"

    asyncio.run(whole())


def test_people_who_come_at_once_all_take_part(tmp_path: Path) -> None:
    """Whoever was told that they take part has a place of their own, also if the host starts at that moment."""

    async def trial(app: FastAPI) -> None:
        host, guests = Browser(app), [Browser(app) for _ in range(8)]
        cup, secret = await made(host, bots=False)
        added = await host.post(f"/api/tournaments/{cup}/players", {"name": "Late"})
        own = {"secret": added["link"]["path"].partition("#j=")[2]}
        wish = {"secret": secret, "name": "Anna"}
        joined = [guest.ask("POST", f"/api/tournaments/{cup}/join", wish) for guest in guests]
        late = [Browser(app), Browser(app)]
        joined += [guest.ask("POST", f"/api/tournaments/{cup}/join", own) for guest in late]
        *answers, begun = await asyncio.gather(*joined, host.ask("POST", f"/api/tournaments/{cup}/start"))
        assert begun.status_code == 200, begun.text
        assert {one.status_code for one in answers} <= {200, 404, 409}
        there = [guest for guest, one in zip(guests + late, answers, strict=True) if one.status_code == 200]
        assert sum(guest in late for guest in there) == 1, "a person's own link works once"
        found = begun.json()
        numbers = [(await guest.get(f"/api/tournaments/{cup}"))["info"]["me"] for guest in (host, *there)]
        assert len(set(numbers)) == len(numbers) == len(found["players"])
        assert len({player["name"] for player in found["players"]}) == len(found["players"])
        first = found["played"][0]
        seated = [number for one in first["tables"] for number in one["players"]] + first["byes"]
        assert sorted(seated) == sorted(numbers), "nobody was left out of the first round"
        for guest, number in zip((host, *there), numbers, strict=True):
            place = (await guest.get(f"/api/tournaments/{cup}"))["table"]
            assert number in first["byes"] or (await guest.get(f"/api/tables/{place}"))["you"]["seats"]

    run(trial, tmp_path)


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        for wrong, status in (
            ({"pace": {"kind": "none"}}, 400),
            ({"pace": {**LIVE, "absence": "wait"}}, 400),
            ({"game": "rail-pass", "board": None}, 400),
            ({"game": "no such game"}, 404),
            ({"seats": 8}, 400),
            ({"options": {"no such": 1}}, 400),
            ({"player": "Admin"}, 409),
        ):
            await host.post("/api/tournaments", {**CUP, **wrong}, status=status)
        cup, _ = await made(host)
        assert (await host.post(f"/api/tournaments/{cup}/start", status=409))["code"] == "players"
        await host.post(f"/api/tournaments/{cup}/players", {"bot": "nobody"}, status=400)
        await host.post(f"/api/tournaments/{cup}/players", {"name": " "}, status=400)
        added = await host.post(f"/api/tournaments/{cup}/players", {"name": "Hanna"})
        assert [one["name"] for one in added["tournament"]["players"]] == ["Hanna", "Hanna 2"]
        await Browser(app).post(f"/api/tournaments/{cup}/start", status=403)
        await host.delete(f"/api/tournaments/{cup}/players/1")
        closed = await host.delete(f"/api/tournaments/{cup}")
        assert closed["info"]["status"] == "closed"
        await host.post(f"/api/tournaments/{cup}/start", status=409)

    run(trial, tmp_path)


def test_an_account_takes_its_tournaments_along_and_out(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        cup, _ = await made(host, player="Zanzibar", name="Zanzibar cup")
        await host.post("/api/account", {"name": "Zanzibar", "password": PASSWORD})
        assert (await host.get("/api/tournaments"))["mine"][0]["host"]
        assert [one["id"] for one in (await host.get("/api/me/data"))["tournaments"]] == [cup]
        await host.delete("/api/me", {"password": PASSWORD})
        found = await see(app, cup)
        assert "Zanzibar" not in str(found)
        assert found["info"]["status"] == "closed"

        def holders(c: sa.Connection) -> list[Any]:
            return [*c.scalars(sa.select(tournaments.c.holder)), *c.scalars(sa.select(tournament_players.c.holder))]

        assert await app.state.active_tables.store.read(holders) == ["gone", None]
        assert schema.metadata.tables["tournaments"] is tournaments
        await app.state.tournaments.tidy(app.state.active_tables.now() + 400 * 86_400_000)
        assert await app.state.active_tables.store.read(lambda c: record.read(c, cup)) is None

    run(trial, tmp_path)


def test_a_tournament_tells_no_secrets(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        cup, secret = await made(host)
        added = await host.post(f"/api/tournaments/{cup}/players", {"name": "Late"})
        own = added["link"]["path"].partition("#j=")[2]
        begun = await host.post(f"/api/tournaments/{cup}/start")
        found = await app.state.active_tables.store.read(lambda c: record.read(c, cup))
        header = (await app.state.active_tables.table(begun["table"])).header
        hidden = [secret, own, found.holder, found.holder[2:], str(header.seed), header.deal.secret]
        hidden += [one.secret_hash for one in found.players if one.secret_hash]
        stranger = Browser(app)
        told = [await stranger.get(path) for path in ("/api/tournaments", f"/api/tournaments/{cup}", "/api/lobby")]
        assert not [one for one in hidden if one in str(told)]
        assert cup not in str((told[0], told[2])), "it is not public"
        assert begun["table"] not in str((told[0], told[2]))

    run(trial, tmp_path)
