"""One person, one seat; and a person who is there is never replaced."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from goldenspike.server.tables import seats

from .app_in_process import Browser, Socket, play_out, run, settled
from .test_fair_play import news, secret_in, two_people

ANNA = {"name": "Annabella", "password": "railroad tycoon"}


# ---------------------------------------------------------------- one seat
def test_nobody_sits_down_twice(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, cheat = Browser(app), Browser(app)
        made = await host.table("me", "free", "free", listed=True)
        path = f"/api/tables/{made['table']['id']}"
        await cheat.post(f"{path}/sit", {"name": "Bob"})
        assert (await cheat.post(f"{path}/sit", {"name": "Carol"}, status=403))["code"] == "another seat"
        claim = {"secret": secret_in(made["invitations"][1]), "name": "Carol"}
        for one in (cheat, host):
            assert (await one.post(f"{path}/claim", claim, status=403))["code"] == "another seat"
        assert [(await one.get(path))["you"]["seats"] for one in (host, cheat)] == [[0], [1]]
        await Browser(app).post(f"{path}/claim", claim)  # the link is still good for somebody else

    run(trial, tmp_path)


def test_an_account_is_one_person_on_every_device(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, laptop, phone = Browser(app), Browser(app), Browser(app)
        made = await host.table("me", "free", "free", listed=True)
        path = f"/api/tables/{made['table']['id']}"
        await laptop.post("/api/account", ANNA)
        await phone.post("/api/login", ANNA)
        await laptop.post(f"{path}/sit", {"name": "Anna"})
        assert (await phone.post(f"{path}/sit", {"name": "Bella"}, status=403))["code"] == "another seat"

    run(trial, tmp_path)


@pytest.mark.parametrize("start", [False, True])
def test_a_device_link_gives_no_second_hand(tmp_path: Path, start: bool) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app, start=start)
        path = f"/api/tables/{name}"
        link = await guest.post(f"{path}/seats/1/device")
        refused = await host.post(f"{path}/claim", {"secret": secret_in(link)}, status=403)
        assert refused["code"] == "another seat"
        # Nor after the end: the seats of a rematch are those of the game before.
        if not start:
            await host.post(f"{path}/start")
        await play_out(app, name)
        assert (await host.post(f"{path}/claim", {"secret": secret_in(link)}, status=409))["code"] == "over"
        assert (await guest.post(f"{path}/seats/1/device", status=409))["code"] == "over"
        again = (await host.post(f"{path}/again", {"sit": False}))["you"]
        assert again["seats"] == [0]

    run(trial, tmp_path)


@pytest.mark.parametrize("start", [False, True])
def test_a_login_brings_no_second_hand(tmp_path: Path, start: bool) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest = Browser(app), Browser(app)
        await host.post("/api/account", ANNA)
        made = await host.table("me", "free")
        name = made["table"]["id"]
        await guest.post(f"/api/tables/{name}/claim", {"secret": secret_in(made["invitations"][0]), "name": "Berta"})
        if start:
            await host.post(f"/api/tables/{name}/start")
        refused = await guest.post("/api/login", ANNA, status=409)
        assert refused["code"] == "two seats"
        you = [(await one.get(f"/api/tables/{name}"))["you"] for one in (host, guest)]
        assert [one["seats"] for one in you] == [[0], [1]], "nothing has changed, and nobody is logged out"
        # Elsewhere, and once the seat is given up, it is as ever.
        await Browser(app).post("/api/login", ANNA)
        await guest.post(f"/api/tables/{name}/leave")
        assert (await guest.post("/api/login", ANNA))["name"] == ANNA["name"]

    run(trial, tmp_path)


def test_a_login_after_the_game_is_as_ever(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest = Browser(app), Browser(app)
        await host.post("/api/account", ANNA)
        made = await host.table("me", "free")
        name = made["table"]["id"]
        await guest.post(f"/api/tables/{name}/claim", {"secret": secret_in(made["invitations"][0])})
        await host.post(f"/api/tables/{name}/start")
        await play_out(app, name)
        await guest.post("/api/login", ANNA)
        # Both seats are the account's now; in a rematch it has one.
        again = await guest.post(f"/api/tables/{name}/again", {"sit": False})
        assert len(again["you"]["seats"]) == 1

    run(trial, tmp_path)


def test_people_at_one_screen_have_their_seats_as_ever(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        name = (await host.table("me", "me", "greedy"))["table"]["id"]
        path = f"/api/tables/{name}"
        assert (await host.get(path))["you"]["seats"] == [0, 1]
        await host.post(f"{path}/leave", {"seat": 1})
        link = await host.post(f"{path}/seats/1/invitation")
        back = await host.post(f"{path}/claim", {"secret": secret_in(link), "name": "Bea", "accept": True})
        assert back["you"]["seats"] == [0, 1]
        await host.post("/api/account", ANNA)
        assert (await host.get(path))["you"]["seats"] == [0, 1]

    run(trial, tmp_path)


# ---------------------------------------------------------------- who is there plays
def place_at(app: FastAPI, name: str, seat: int) -> Any:
    return app.state.active_tables.loaded[name].header.places[seat]


def test_no_bot_for_a_person_who_is_there(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app)
        path = f"/api/tables/{name}/seats/1"
        here = Socket(app, guest)
        await here.hello(name, 1)
        assert (await host.post(path, {"bot": "greedy"}, status=409))["code"] == "here"
        await here.leave()
        assert (await host.post(path, {"bot": "greedy"}, status=409))["code"] == "here", "a line may break for a moment"
        for wish in ({"name": "Cheater"}, {"colour": "#000000"}):
            assert (await host.post(path, wish, status=403))["code"] == "holder"
        # Whoever holds the seat does as they like; the host does not undo it.
        await guest.post(path, {"bot": "random"})
        assert (await host.post(path, {"hand_back": True}, status=403))["code"] == "holder"
        await guest.post(path, {"hand_back": True})
        await guest.post(path, {"name": "Bertha"})
        assert place_at(app, name, 1).name == "Bertha"

    run(trial, tmp_path)


def test_a_bot_plays_for_somebody_who_is_away_until_they_are_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "STAND_IN_AFTER_S", 0.0)

    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app)
        path = f"/api/tables/{name}/seats/1"
        assert (await host.post(path, {"bot": "random"}, status=400))["code"] == "careless"
        await host.post(path, {"bot": "greedy"})
        place = place_at(app, name, 1)
        assert (place.holder, place.stands_in, place.absent_ms is not None) == ("person", True, True)
        back = Socket(app, guest)
        await back.hello(name, 1)

        async def plays_again() -> bool:
            place = place_at(app, name, 1)
            return place.bot is None and not place.stands_in and place.absent_ms is None

        await settled(plays_again)
        assert await news(guest, name) == [("claim", 1), ("bot", 1), ("back", 1)]
        await back.leave()
        # The host sends a bot away that the host brought.
        await host.post(path, {"bot": "greedy"})
        await host.post(path, {"hand_back": True})
        assert place_at(app, name, 1).bot is None

    run(trial, tmp_path)


# ---------------------------------------------------------------- a rematch
@pytest.mark.parametrize("same_seed", [True, False])
def test_no_host_begins_a_rematch_alone(tmp_path: Path, same_seed: bool) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app)
        await play_out(app, name)
        again = await host.post(f"/api/tables/{name}/again", {"same_seed": same_seed, "sit": True})
        path = f"/api/tables/{again['table']['id']}"
        assert again["table"]["deal"]["awaited"] == [1]
        assert (await host.post(f"{path}/start", status=409))["code"] == "awaited"
        assert (await guest.get(path))["table"]["status"] == "open"
        # If the other stays away, the seat becomes free, and a bot may have it.
        await host.post(f"{path}/seats/1/invitation")
        await host.post(f"{path}/seats/1", {"bot": "greedy"})
        assert (await host.post(f"{path}/start"))["table"]["status"] == "running"

    run(trial, tmp_path)


# ---------------------------------------------------------------- links that came too late
def test_after_the_end_no_link_opens_a_seat(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, friend = Browser(app), Browser(app)
        name = (await host.table("me", "greedy"))["table"]["id"]
        link = await host.post(f"/api/tables/{name}/seats/1/invitation")
        await play_out(app, name)
        claim = {"secret": secret_in(link), "name": "Winner", "accept": True}
        assert (await friend.post(f"/api/tables/{name}/claim", claim, status=409))["code"] == "over"
        shown = (await friend.get(f"/api/tables/{name}"))["table"]["seats"][1]
        assert (shown["holder"], shown["name"]) == ("bot", "Greedy")

    run(trial, tmp_path)


def test_a_device_link_passes_no_block(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await two_people(app)
        friend = Browser(app)
        other = await friend.table("me", "free")
        there = f"/api/tables/{other['table']['id']}"
        await host.post(f"{there}/claim", {"secret": secret_in(other["invitations"][0]), "name": "Hanna"})
        await host.put(f"{there}/people/0", {"block": True})
        link = await guest.post(f"/api/tables/{name}/seats/1/device")
        refused = await friend.post(f"/api/tables/{name}/claim", {"secret": secret_in(link)}, status=403)
        assert refused["code"] == "blocked"

    run(trial, tmp_path)


def test_the_name_of_whoever_was_sent_away_does_not_stay(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, _, name, _ = await two_people(app, start=False)
        await host.post(f"/api/tables/{name}/seats/1/invitation")
        assert place_at(app, name, 1).name == ""

    run(trial, tmp_path)
