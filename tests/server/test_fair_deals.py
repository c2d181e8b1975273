"""Deals that nobody chose: committed to before, added to by everybody, checked after the end."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

import goldenspike as gs
from goldenspike.cli import main
from goldenspike.server.storage.table_deal import read_stored_seed, stored_seed
from goldenspike.server.storage.table_record import TableHeader

from .app_in_process import Browser, play_out, run

DOCS = Path(__file__).parents[2] / "docs" / "fair-deals.md"
RANDOM = {"host": "a1" * 32, "guest": "0f" * 16}


async def finished_game(app: FastAPI, *more: str) -> tuple[Browser, Browser, str, dict[str, Any]]:
    """A game of two people (and bots) whose browsers added to the deal; and the table before the start."""
    host, guest = Browser(app), Browser(app)
    made = await host.table("me", "free", *more)
    name = made["table"]["id"]
    secret = made["invitations"][0]["path"].partition("#s=")[2]
    await guest.post(f"/api/tables/{name}/claim", {"secret": secret, "random": RANDOM["guest"]})
    before = (await host.post(f"/api/tables/{name}/deal", {"random": RANDOM["host"]}))["table"]
    await host.post(f"/api/tables/{name}/start")
    await play_out(app, name)
    return host, guest, name, before


def script() -> str:
    found = re.search(r'```python\n("""usage: python verify_deal.py.*?)```', DOCS.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


def exported(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """A finished game as a file, and what everybody knew of its deal before."""
    found: list[Any] = []

    async def trial(app: FastAPI) -> None:
        _, guest, name, before = await finished_game(app, "greedy")
        found.extend([await guest.get(f"/api/tables/{name}/export"), before["deal"]])

    run(trial, folder / "data")
    return found[0], found[1]


def test_a_finished_deal_verifies_by_the_script_of_the_documentation(tmp_path: Path) -> None:
    match, known = exported(tmp_path)
    program = tmp_path / "verify_deal.py"
    program.write_text(script(), "utf-8")
    assert len(script().splitlines()) <= 36
    assert set(re.findall(r"^(?:import|from) (\w+)", script(), re.MULTILINE)) == {"json", "sys", "hashlib"}

    def verdict(data: Any, *noted: str) -> str:
        (tmp_path / "match.json").write_text(json.dumps(data))
        command = [sys.executable, "-I", str(program), str(tmp_path / "match.json"), *noted]
        return subprocess.run(command, capture_output=True, text=True).stderr.strip()

    assert verdict(match) == verdict(match, known["commitment"]) == ""
    deal = match["deal"]
    assert [one["random"] for one in deal["contributions"]] == [RANDOM["host"], RANDOM["guest"]]
    other = "0" * 64
    swapped = [{**deal["contributions"][0], "random": "b2" * 32}, deal["contributions"][1]]
    wrong = {
        "committed": verdict({**match, "deal": {**deal, "secret": other}}),
        "noted": verdict(match, other),
        "seed": verdict({**match, "deal": {**deal, "contributions": swapped}}),
        "without": verdict({**match, "deal": {**deal, "contributions": deal["contributions"][:1]}}),
        "header": verdict({**match, "header": {**match["header"], "seed": 7}}),
    }
    assert all(line.startswith("NOT FAIR") for line in wrong.values()), wrong
    # And by the program, which also replays the match from that seed.
    (tmp_path / "match.json").write_text(json.dumps(match))
    main(["verify-deal", str(tmp_path / "match.json"), "--commitment", known["commitment"]])
    for data in ({**match, "deal": {**deal, "contributions": swapped}}, {**match, "log": match["log"][:-1]}):
        (tmp_path / "match.json").write_text(json.dumps(data))
        with pytest.raises(SystemExit):
            main(["verify-deal", str(tmp_path / "match.json")])


def test_nothing_is_told_before_the_end_and_everything_after(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest = Browser(app), Browser(app)
        made = await host.table("me", "free")
        name, deal = made["table"]["id"], made["table"]["deal"]
        path = f"/api/tables/{name}"
        assert (deal["chosen"], deal["contributed"]) == (False, [])
        assert re.fullmatch("[0-9a-f]{64}", deal["commitment"])
        first = (await guest.get(f"{path}/entries"))[0]
        assert first["data"] == {"commitment": deal["commitment"]}
        secret = made["invitations"][0]["path"].partition("#s=")[2]
        assert (await guest.post(f"{path}/deal", {"random": RANDOM["guest"]}, status=403))["code"] == "seat"
        there = await guest.post(f"{path}/claim", {"secret": secret, "random": RANDOM["guest"]})
        assert there["table"]["deal"]["contributed"] == [1]
        header = (await app.state.active_tables.table(name)).header
        without = header.seed
        await host.post(f"{path}/deal", {"random": RANDOM["host"]})
        # What a seat has added stays, whatever it sends later.
        await guest.post(f"{path}/deal", {"random": "cc" * 32})
        await host.post(f"{path}/deal", {"random": "short"}, status=400)
        await host.post(f"{path}/start")
        assert (await host.post(f"{path}/deal", {"random": "dd" * 32}, status=409))["code"] == "dealt"
        header = (await app.state.active_tables.table(name)).header
        assert header.seed != without
        assert header.seed >> 64
        assert header.deal.randoms == {0: RANDOM["host"], 1: RANDOM["guest"]}
        hidden = [header.deal.secret, str(header.seed), f"{header.seed:x}", *RANDOM.values()]
        for browser in (host, guest, Browser(app)):
            for page in (path, f"{path}/entries", f"{path}/at/3", "/api/lobby"):
                text = (await browser.ask("GET", page)).text
                assert not [word for word in hidden if word in text], page
            assert (await browser.get(f"{path}/deal", 403))["code"] == "running"
        await play_out(app, name)
        told = await Browser(app).get(f"{path}/deal")
        assert (told["secret"], told["seed"]) == (header.deal.secret, f"{header.seed:032x}")
        assert told["commitment"] == deal["commitment"]

    run(trial, tmp_path)


def test_a_seat_that_changes_hands_or_leaves_takes_its_part_along(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest = Browser(app), Browser(app)
        made = await host.table("me", "free", "free")
        path = f"/api/tables/{made['table']['id']}"
        links = [link["path"].partition("#s=")[2] for link in made["invitations"]]
        await Browser(app).post(f"{path}/claim", {"secret": links[0], "random": "11" * 16})
        there = await guest.post(f"{path}/claim", {"secret": links[1], "random": RANDOM["guest"]})
        assert there["table"]["deal"]["contributed"] == [1, 2]
        await host.post(f"{path}/seats/1/invitation")
        assert (await host.get(path))["table"]["deal"]["contributed"] == [2]
        await host.post(f"{path}/seats/1", {"close": True})
        await host.post(f"{path}/start")
        deal = (await app.state.active_tables.table(made["table"]["id"])).header.deal
        assert deal.randoms == {1: RANDOM["guest"]}  # everybody moved up

    run(trial, tmp_path)


# ---------------------------------------------------------------- chosen seeds
def test_a_chosen_seed_is_announced_and_never_listed(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest = Browser(app), Browser(app)
        refused = await host.ask(
            "POST",
            "/api/tables",
            {"game": "santa-fe-rails", "seats": [{"holder": "me"}, {"holder": "free"}], "seed": 3, "listed": True},
        )
        assert (refused.status_code, refused.json()["code"]) == (400, "seed")
        made = await host.table("me", "free", seed=3)
        path = f"/api/tables/{made['table']['id']}"
        assert (await host.patch(path, {"listed": True}, status=409))["code"] == "seed"
        seen = await guest.get(path)
        assert seen["table"]["deal"] == {"chosen": True, "commitment": "", "contributed": [], "awaited": []}
        first = (await guest.get(f"{path}/entries"))[0]
        assert "seed" in first["text"]
        assert first["data"] == {"known": "seed"}
        claim = {"secret": made["invitations"][0]["path"].partition("#s=")[2], "random": RANDOM["guest"]}
        assert (await guest.post(f"{path}/claim", claim, status=409))["code"] == "known"
        await guest.post(f"{path}/claim", {**claim, "accept": True})
        await host.post(f"{path}/start")
        assert (await app.state.active_tables.table(made["table"]["id"])).header.seed == 3
        await play_out(app, made["table"]["id"])
        assert (await guest.get(f"{path}/deal", 404))["code"] == "chosen"
        assert "deal" not in await guest.get(f"{path}/export")
        # A rematch with the same deal is announced as well, and begins only when everybody has come.
        again = await host.post(f"{path}/again", {"same_seed": True})
        assert (again["table"]["status"], again["table"]["deal"]["chosen"]) == ("open", True)
        there = f"/api/tables/{again['table']['id']}"
        assert (await guest.get(f"{there}/entries"))[0]["data"] == {"known": "seed"}
        assert (await host.patch(there, {"listed": True}, status=409))["code"] == "seed"
        assert (await guest.post(f"{there}/deal", {"random": RANDOM["guest"]}))["table"]["status"] == "running"

    run(trial, tmp_path)


def test_a_rematch_waits_until_everybody_has_added_to_its_deal(tmp_path: Path) -> None:
    async def trial(app: FastAPI) -> None:
        host, guest, name, _ = await finished_game(app)
        made = await asyncio.gather(*(one.post(f"/api/tables/{name}/again", {"sit": False}) for one in (guest, host)))
        assert [one["table"]["status"] for one in made] == ["open", "open"]
        there = f"/api/tables/{made[0]['table']['id']}"
        assert (await guest.post(f"{there}/deal", {"random": RANDOM["guest"]}))["table"]["status"] == "open"
        assert (await host.post(f"{there}/deal", {"random": RANDOM["host"]}))["table"]["status"] == "running"
        header = (await app.state.active_tables.table(made[0]["table"]["id"])).header
        assert header.deal.randoms == {0: RANDOM["host"], 1: RANDOM["guest"]}
        entries = await guest.get(f"/api/tables/{name}/entries")
        assert sum((entry["data"] or {}).get("what") == "again" for entry in entries) == 1

    run(trial, tmp_path)


# ---------------------------------------------------------------- long seeds
def test_long_seeds_travel_through_files_and_database(tmp_path: Path) -> None:
    for seed in (0, 7, 2**53, 2**64 - 1, 2**64, 2**127 + 12345, 2**128 - 1):
        assert read_stored_seed(stored_seed(seed)) == seed
        assert len(stored_seed(seed)) <= 24
        match = gs.new("santa-fe-rails", seats=3, seed=seed)
        data = json.loads(json.dumps(match.data()))
        assert data["header"]["seed"] == (seed if seed < 2**64 else f"{seed:032x}")
        assert gs.load(data).hash == match.hash

    async def trial(app: FastAPI) -> None:
        browser = Browser(app)
        file = gs.new("santa-fe-rails", seats=2, seed=2**127 + 5, board="mini").data()
        made = await browser.post("/api/import", file)
        actor = await app.state.active_tables.table(made["table"]["id"])
        stored = await actor.store.read(lambda connection: TableHeader.read(connection, actor.header.id))
        assert stored is not None
        assert stored.seed == 2**127 + 5
        assert actor.match.hash == file["hash"]

    run(trial, tmp_path)
