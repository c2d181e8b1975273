"""Worker processes: bounded, fair, killed when they take too long, and asked once for the same thing."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from goldenspike.engine.game import Game
from goldenspike.games import game
from goldenspike.server.http.errors import HttpError
from goldenspike.server.storage import board_cache, setting_cache, table_record
from goldenspike.server.worker_pool import WorkerPool

from .live_server import LiveServer, async_test

SHEETS = "pioneer-rails"


@asynccontextmanager
async def pool(**named: Any) -> AsyncIterator[WorkerPool]:
    made = WorkerPool(**named)
    try:
        yield made
    finally:
        await made.close()


def own_sheet(number: int) -> dict[str, Any]:
    return {**game(SHEETS).board(None).source, "name": f"Sheet {number}", "id": "mine"}


@async_test
async def test_work_is_done_in_another_process_and_remembered() -> None:
    async with pool() as workers:
        first = await workers.run("A", os.getpid)
        assert first != os.getpid()
        assert await workers.run("B", os.getpid) == first
        assert workers.started == 1
        assert await workers.run("A", json.loads, "[1, 2]") == [1, 2]


@async_test
async def test_the_same_question_asked_twice_at_once_is_worked_on_once() -> None:
    async with pool() as workers:
        await asyncio.gather(*(workers.run(f"V{number}", time.sleep, 0.2) for number in range(5)))
        assert workers.started == 1


@async_test
async def test_what_takes_too_long_is_killed_and_the_next_job_is_done() -> None:
    async with pool(processes=1, seconds=0.3) as workers:
        pid = await workers.run("A", os.getpid, remember=False)
        with pytest.raises(HttpError) as refused:
            await workers.run("A", time.sleep, 30)
        assert (refused.value.status, refused.value.code) == (503, "slow")
        assert not psutil.pid_exists(pid)
        with pytest.raises(HttpError) as refused:
            await workers.run("A", sum, range(10**12))  # also if it computes all the time
        assert refused.value.code == "slow"
        assert await workers.run("A", json.loads, "7") == 7


@async_test
async def test_one_visitor_has_one_place() -> None:
    async with pool(processes=2) as workers:
        await asyncio.gather(workers.run("A", os.getpid), workers.run("B", os.getcwd))
        greedy = [asyncio.ensure_future(workers.run("A", time.sleep, 0.3 + number / 100)) for number in range(4)]
        begun = time.monotonic()
        assert await workers.run("B", json.loads, "1") == 1
        assert time.monotonic() - begun < 0.3
        assert not any(one.done() for one in greedy)
        await asyncio.gather(*greedy)
        assert time.monotonic() - begun > 1.2  # one after another, although another process had nothing to do


@async_test
async def test_the_queue_is_bounded_for_each_and_for_all() -> None:
    async with pool(processes=1, waiting=4, waiting_each=2) as workers:
        await workers.run("A", os.getpid)
        jobs = [asyncio.ensure_future(workers.run("A", time.sleep, 0.2 + number / 100)) for number in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(HttpError) as mine:
            await workers.run("A", time.sleep, 0.5)
        assert mine.value.status == 429
        jobs += [asyncio.ensure_future(workers.run(name, time.sleep, 0.01)) for name in "BC"]
        jobs[-1].cancel()
        jobs += [asyncio.ensure_future(workers.run(name, json.loads, f'"{name}"')) for name in "DE"]
        await asyncio.sleep(0)
        with pytest.raises(HttpError) as everybody:
            await workers.run("F", json.loads, "3")
        assert everybody.value.status == 503
        await asyncio.gather(*jobs, return_exceptions=True)


@async_test
async def test_errors_of_a_job_come_back_and_a_dead_process_is_replaced() -> None:
    async with pool(processes=1) as workers:
        with pytest.raises(ValueError, match="Expecting value"):
            await workers.run("A", json.loads, "no JSON")
        with pytest.raises(HttpError):
            await workers.run("A", os._exit, 3)
        assert await workers.run("A", json.loads, "8") == 8


@async_test
async def test_boards_of_ones_own_do_not_hold_up_the_tables(tmp_path: Path) -> None:
    """Twenty posts of a sheet of 2.4 kB let all tables stand still for twenty seconds: the check ran on the loop."""
    async with LiveServer(tmp_path) as server:
        person = await server.person()
        await person.post(f"/api/boards/{SHEETS}/check", {"board": own_sheet(0)})  # the process is there

        async def bring(number: int) -> None:
            await person.make("me", game=SHEETS, board_file=own_sheet(number))

        lags: list[float] = []
        server.app.state.loop_lag.observe = lags.append
        await asyncio.gather(*(bring(number) for number in range(1, 5)))
        await asyncio.sleep(0.2)
        assert max(lags) < 0.5, max(lags)


@async_test
async def test_nobody_waits_while_boards_of_tables_are_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart no board of one's own is known any more: lists, and a start, came to a halt for each."""
    built_here: list[int] = []
    honest = Game.board

    def board(self: Game, spec: Any = None) -> Any:
        if isinstance(spec, dict):
            built_here.append(threading.get_ident())
        return honest(self, spec)

    async with LiveServer(tmp_path) as server:
        person = await server.person()
        wish = {"game": SHEETS, "listed": True}
        made = [await person.make("free", board_file=own_sheet(number), **wish) for number in range(2)]
        monkeypatch.setattr(Game, "board", board)
        for cache in (board_cache._boards, setting_cache._settings, table_record._other_values):
            cache.clear()
        listed = (await person.get("/api/lobby"))["open"]
        assert sorted(one["table"]["id"] for one in listed) == sorted(one["table"]["id"] for one in made)
        table = made[0]["table"]["id"]
        await person.post(f"/api/tables/{table}/seats/0", {"bot": "greedy"})
        for cache in (board_cache._boards, setting_cache._settings):
            cache.clear()
        assert (await person.post(f"/api/tables/{table}/start"))["table"]["status"] == "running"
        assert threading.get_ident() not in built_here


@async_test
async def test_a_table_with_a_board_of_its_own_is_loaded_and_played_on(tmp_path: Path) -> None:
    server = LiveServer(tmp_path)
    async with server:
        person = await server.person()
        made = await person.make("me", game=SHEETS, board_file=own_sheet(1))
        table = made["table"]["id"]
        board = await person.get(f"/api/tables/{table}/board")
        assert board["name"] == "Sheet 1"
        await server.down()
        await server.up()
        picture = await person.http.get(f"{server.address}/api/tables/{table}/board.svg")
        assert picture.status_code == 200
        assert picture.text.startswith("<svg")
        async with person.page(table, 0) as page:
            assert page.legal
        assert (await person.post("/api/tables", {"game": SHEETS, "seats": [{"holder": "me"}], "board_file": {"no": 1}},
                                  status=400))["code"] == "refused"  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="priorities as POSIX has them")
@pytest.mark.parametrize(("told", "behind"), [(None, 10), ("3", 3), ("-5", 10), ("soon", 10)])
def test_workers_run_at_a_low_priority(told: str | None, behind: int) -> None:
    others = {name: value for name, value in os.environ.items() if name != "GOLDENSPIKE_WORKER_NICE"}
    words = "import os; from goldenspike.server.worker_process import limit_itself; limit_itself(); print(os.nice(0))"
    found = subprocess.run(
        [sys.executable, "-c", words], capture_output=True, text=True, check=True, start_new_session=True,
        env=others if told is None else {**others, "GOLDENSPIKE_WORKER_NICE": told},
    )  # fmt: skip
    assert int(found.stdout) == min(19, os.nice(0) + behind)
