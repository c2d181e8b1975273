"""Who may know cards that the rules hide: whoever sits down is told before, and strangers are not invited."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

import goldenspike as gs

from .app_in_process import Browser, Socket, play_out, run
from .test_fair_play import secret_in, two_people


async def told_before_sitting_down(app: FastAPI, host: Browser, table: str, seat: int, known: str) -> Any:
    """Somebody new is refused until they say that they know, and has the seat then."""
    path, friend = f"/api/tables/{table}", Browser(app)
    link = await host.post(f"{path}/seats/{seat}/invitation")
    assert (await friend.get(path))["table"]["known"] == known
    claim = {"secret": secret_in(link), "name": "Frieda"}
    refused = await friend.post(f"{path}/claim", claim, status=409)
    assert refused["code"] == "known"
    assert "sit down only if" in refused["error"]
    assert (await friend.get(path))["you"]["seats"] == []
    there = await friend.post(f"{path}/claim", {**claim, "accept": True})
    assert there["you"]["seats"] == [seat]
    return there


def test_a_game_from_a_file_says_so_and_is_not_listed(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        made = await host.post("/api/import", gs.new("santa-fe-rails", seats=2, seed=5, board="mini").data())
        table = made["table"]["id"]
        assert (await Browser(app).get(f"/api/tables/{table}/entries"))[0]["data"] == {"known": "file"}
        await host.post(f"/api/tables/{table}/leave", {"seat": 1})
        await told_before_sitting_down(app, host, table, 1, "file")
        assert (await host.patch(f"/api/tables/{table}", {"listed": True}, status=409))["code"] == "seed"

    run(trial, tmp_path)


@pytest.mark.parametrize("finished", [True, False])
def test_a_game_from_a_position_says_so_and_is_not_listed(finished: bool, tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, _, name, _ = await two_people(app)
        if finished:
            await play_out(app, name)
        made = await host.post(f"/api/tables/{name}/sandbox", {"version": 3})
        table = made["table"]["id"]
        await told_before_sitting_down(app, host, table, 1, "position")
        assert (await host.patch(f"/api/tables/{table}", {"listed": True}, status=409))["code"] == "seed"

    run(trial, tmp_path)


def test_the_hand_of_somebody_who_left_is_known(tmp_path: Path) -> None:
    """It may have been the host in another browser."""

    async def trial(app: FastAPI) -> None:
        host, second = Browser(app), Browser(app)
        name = (await host.table("me", "greedy", "greedy"))["table"]["id"]
        path = f"/api/tables/{name}"
        link = await host.post(f"{path}/seats/1/invitation")
        await second.post(f"{path}/claim", {"secret": secret_in(link), "name": "Bob"})
        socket = Socket(app, second)
        hand = (await socket.hello(name, 1))["own"]["seats"][1]["hand"]
        assert hand
        await socket.leave()
        await second.post(f"{path}/leave")
        await told_before_sitting_down(app, host, name, 1, "seat")

    run(trial, tmp_path)


def test_the_cards_of_a_game_that_went_back_are_known(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host = Browser(app)
        name = (await host.table("me", "greedy"))["table"]["id"]
        actor = await app.state.active_tables.table(name)
        socket = Socket(app, host)
        start = (await socket.hello(name, 0))["version"]

        async def act(count: int) -> None:
            for number in range(count):
                while 0 not in actor.awaited():
                    await asyncio.sleep(0.005)
                socket.say(op="move", id=f"{actor.version}-{number}", seat=0, text=actor.match.legal(0)[0])
                assert (await socket.hear("ack", "refused"))["op"] == "ack"

        # What was chosen face down and taken back has shown nothing to anybody.
        await act(1)
        socket.say(op="undo", id="u", seat=0)
        await socket.hear("ack", "refused")
        assert actor.header.known == ""
        await act(8)
        socket.say(op="rewind", id="r", seat=0, to=start)
        assert (await socket.hear("ack", "refused"))["op"] == "ack"
        await socket.leave()
        await told_before_sitting_down(app, host, name, 1, "back")
        stored = await actor.store.read(lambda c: c.exec_driver_sql("SELECT known FROM tables").scalars().all())
        assert stored == ["back"]

    run(trial, tmp_path)


def test_several_seats_in_one_hand_are_no_secret(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, stranger = Browser(app), Browser(app)
        made = await host.table("me", "me", "free", listed=True)
        path = f"/api/tables/{made['table']['id']}"
        assert (await stranger.post(f"{path}/sit", {"name": "Carl"}, status=409))["code"] == "known"
        assert (await stranger.post(f"{path}/sit", {"name": "Carl", "accept": True}))["you"]["seats"] == [2]

    run(trial, tmp_path)


def test_a_friend_comes_into_a_running_game_as_ever(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, friend = Browser(app), Browser(app)
        name = (await host.table("me", "greedy", "greedy"))["table"]["id"]
        path = f"/api/tables/{name}"
        link = await host.post(f"{path}/seats/1/invitation")
        there = await friend.post(f"{path}/claim", {"secret": secret_in(link), "name": "Frieda"})
        assert (there["you"]["seats"], there["table"]["known"]) == ([1], "")

    run(trial, tmp_path)
