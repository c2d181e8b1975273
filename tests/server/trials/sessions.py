"""Whole sessions of a host, guests, spectators and strangers, by chance, over HTTP and the channel.

Hypothesis chooses who does what next: what people do at tables, what cheats would try, and any request that the
server's own description (OpenAPI) allows. After every step the model of ``session_world`` checks that nobody learnt
what is not for them, nobody did what is not theirs, nothing failed, and the log only grew.

usage: python -m tests.server.trials.sessions [--examples N] [--steps N] [--seed N]
"""

from __future__ import annotations

import argparse
import asyncio
import atexit
import re
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote

import hypothesis
import numpy as np
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

import goldenspike as gs
from tests.server import databases
from tests.server.app_in_process import Browser, play_out, served, settled
from tests.server.trials.json_values import values
from tests.server.trials.session_model import Link, Visitor
from tests.server.trials.session_world import World

GAME, OTHER_GAME = "santa-fe-rails", "pioneer-rails"
ACCOUNTS = tuple({"name": name, "password": "a quarry lantern"} for name in ("Annabella", "Bertrand"))
FILE = gs.new(GAME, seats=2, seed=5, board="mini").data()
np.zeros(1)  # whole before bots' threads ask for it: Hypothesis looks at it between two steps
MOST_TABLES = 6
LAYOUTS = (("me", "free", "greedy"), ("me", "free", "free"), ("me", "free"), ("me", "me"), ("free", "free"))
WHO = st.sampled_from(["host"] * 4 + ["guest"] * 3 + ["friend"] * 2 + ["phone"] * 2 + ["spectator", "stranger"])
PICK = st.integers(0, 10_000)
SEAT = st.integers(0, 2)
WORD = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)  # for parts of addresses
# What costs much and is tried elsewhere, or would throw the visitor's own identity away.
LEFT_OUT = ("/events", "/api/boards/", "/api/rulebook", "/games/", "/metrics", ".pdf", "/api/me", "/api/log")
BOTS = ["greedy", "random"]
PLANS = (
    "", "go back alone", "replace", "another's seat", "another's device", "another account", "a hand left behind",
    "rematch alone", "known cards", "seen before", "a used link", "a device of one's own", "a chosen seed",
)  # fmt: skip


@cache
def template(database: str) -> tuple[Path, str]:
    """A data folder with a finished round of somebody else, on no list; made once for all sessions on a database."""
    folder = Path(tempfile.mkdtemp(prefix="goldenspike-sessions-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

    async def make() -> str:
        async with served(folder, rate=200) as app:
            browser = Browser(app)
            options = {"dexterity": "off", "seconds": 20, "colours": "fixed"}
            made = await browser.table("superintendent", "engineer", game="rail-pass", board=None, options=options)
            name = str(made["table"]["id"])

            async def over() -> bool:
                return bool((await browser.get(f"/api/tables/{name}"))["table"]["status"] == "finished")

            await settled(over)
            return name

    name = asyncio.run(make())
    return databases.kept(folder), name


class Sessions(RuleBasedStateMachine):
    """People around a few tables of one server."""

    plans: ClassVar[tuple[str, ...]] = PLANS  # one of which each session begins with
    counts: ClassVar[dict[str, int]] = {"steps": 0, "requests": 0, "frames": 0, "sessions": 0}

    def __init__(self) -> None:
        super().__init__()
        begun, finished = template(databases.kind())
        self.folder = Path(tempfile.mkdtemp(prefix="goldenspike-session-"))
        databases.copied(begun, self.folder)
        self.loop = asyncio.Runner()
        self.world = World(self.folder, finished)
        self.loop.run(self.world.open())
        self.serial = 0

    def teardown(self) -> None:
        try:
            self.loop.run(self.world.close())
        finally:
            self.loop.close()
            databases.removed(self.folder)
            for word in ("requests", "frames"):
                Sessions.counts[word] += getattr(self.world, word)
            Sessions.counts["sessions"] += 1

    # ------------------------------------------------------------ who, where
    def who(self, name: str) -> Visitor:
        return self.world.visitors[name]

    def table(self, pick: int) -> str:
        """A table, most often the first one at which a game is on."""
        names = list(self.world.tables)
        if pick % 3 == 2:
            return names[pick // 3 % len(names)]
        return next((name for name in names if self.world.is_on(name)), names[0])

    def ask(self, name: str, method: str, path: str, body: Any = None) -> Any:
        Sessions.counts["steps"] += 1
        answer = self.loop.run(self.world.ask(self.who(name), method, path, {} if body is None else body))
        return answer.json() if answer.status_code == 200 and method != "GET" else None

    def talk(self, name: str, table: str, seat: int | None, *frames: dict[str, Any]) -> list[Any]:
        Sessions.counts["steps"] += 1
        return self.loop.run(self.world.talk(self.who(name), table, seat, *frames))

    def own_seat(self, name: str, table: str, pick: int) -> int:
        """A seat of this person, or now and then of somebody else."""
        mine = sorted(self.world.tables[table].mine(self.who(name).person))
        return mine[pick % len(mine)] if mine and pick % 8 != 7 else pick % 3

    def other_seats(self, name: str, table: str) -> list[int]:
        """The seats that are not this person's."""
        mine = self.world.tables[table].mine(self.who(name).person)
        return [seat for seat in range(self.world.seats[table]) if seat not in mine]

    def host_of(self, table: str, otherwise: str) -> str:
        """A browser of the host, if there is one."""
        host = self.world.tables[table].host
        return next((one.name for one in self.world.visitors.values() if one.person == host), otherwise)

    def claim(self, name: str, link: Link, add: bool, accept: bool = True) -> None:
        wish = {"secret": link.secret, "name": name[:24], "accept": accept, **({"random": "5a" * 16} if add else {})}
        self.ask(name, "POST", f"/api/tables/{link.table}/claim", wish)

    # ------------------------------------------------------------ tables
    @initialize(layout=st.sampled_from(LAYOUTS[:3]), moves=st.integers(-1, 3), plan=PICK)
    def a_table_to_begin_with(self, layout: tuple[str, ...], moves: int, plan: int) -> None:
        """Two or three people at a table, most often in the middle of a game, and somebody with a plan."""
        self.make("host", layout, False, None)
        for place, name in enumerate(("guest", "friend")[: len(self.world.links)]):
            self.claim(name, self.world.links[place], True)
        if moves >= 0:
            self.begin("host", 1, "start")
        for pick in range(moves):
            for name in ("host", "guest"):
                self.move(name, 16 * pick + 1, 1)
        self.carry_out(Sessions.plans[plan % len(Sessions.plans)])

    def carry_out(self, plan: str) -> None:
        """What cheats would try first; whether it works is for the model to say."""
        second = 5  # the pick of the table that was made next
        if plan == "go back alone":
            self.stand_in("host", 0, True, True)
        elif plan == "replace":
            self.stay("guest", 0, True)
            self.stand_in("host", 0, True, False)
        elif plan == "another's seat":
            self.invite("host", 0, "stranger")
        elif plan == "another's device":
            self.device("guest", 0, "host")
        elif plan == "a used link":
            self.claim("stranger", self.world.links[0], False)
        elif plan == "a device of one's own":
            self.device("guest", 0, "phone")
        elif plan == "a chosen seed":
            self.make("host", LAYOUTS[2], True, 7)
        elif plan == "another account":
            self.account("host", 0, "register")
            self.account("guest", 0, "login")
        elif plan == "a hand left behind":
            self.give_up("guest", 1, "leave")
            self.invite("host", 0, "friend")
        elif plan == "rematch alone":
            self.to_the_end_and_again(0, "host", True, True)
            self.begin("host", second, "start")
        elif plan == "known cards":
            self.copy("host", 6, "guest")
            self.set_seat("host", second, 1, "list")
        elif plan == "seen before":
            self.go_back("host", 0, None)
            for name in ("guest", "friend"):
                self.go_back(name, 0, True)
            self.invite("host", 0, "stranger")

    @precondition(lambda self: len(self.world.tables) < MOST_TABLES)
    @rule(
        name=WHO, layout=st.sampled_from(LAYOUTS), listed=st.booleans(), seed=st.sampled_from([None, 7]),
        game=st.sampled_from([GAME, GAME, OTHER_GAME]),
    )  # fmt: skip
    def make(self, name: str, layout: tuple[str, ...], listed: bool, seed: int | None, game: str = GAME) -> None:
        seats = [{"holder": h} if h in {"me", "free"} else {"holder": "bot", "bot": h} for h in layout]
        board = {"board": "mini"} if game == GAME else {"options": {"hand_card": True}}
        wish = {"game": game, **board, "seats": seats, "listed": listed, "start": "free" not in layout}
        self.ask(name, "POST", "/api/tables", wish if seed is None else {**wish, "seed": seed})

    @precondition(lambda self: len(self.world.tables) < MOST_TABLES)
    @rule(name=WHO, pick=PICK, then=WHO)
    def copy(self, name: str, pick: int, then: str) -> None:
        """A game from a file or from a position, and a friend who comes into it."""
        path, body = "/api/import", FILE
        if pick % 2:
            path, body = f"/api/tables/{self.table(pick)}/sandbox", {"version": 3 + pick % 5, "all_mine": pick % 3 == 0}
        made = self.ask(name, "POST", path, body)
        if made is None:
            return
        table = made["table"]["id"]
        if pick % 5:
            self.ask(name, "POST", f"/api/tables/{table}/leave", {"seat": 1})
            link = self.ask(name, "POST", f"/api/tables/{table}/seats/1/invitation")
            if link is not None:
                self.claim(then, self.world.links[-1], False, bool(pick % 3))

    @rule(name=WHO, pick=PICK, add=st.booleans(), accept=st.booleans())
    def open_link(self, name: str, pick: int, add: bool, accept: bool) -> None:
        """Any link that was ever made, used or not: people pass them on, and cheats collect them."""
        if self.world.links:
            links = self.world.links if pick % 2 else self.world.links[-2:]
            self.claim(name, links[pick // 2 % len(links)], add, accept)

    @rule(name=WHO, pick=PICK, what=st.sampled_from(["register", "login", "login", "logout"]))
    def account(self, name: str, pick: int, what: str) -> None:
        """Two accounts for everybody: some people share them, or have several browsers."""
        given = ACCOUNTS[pick % 2]
        paths = {"register": "/api/account", "login": "/api/login", "logout": "/api/logout"}
        self.ask(name, "POST", paths[what], {} if what == "logout" else given)

    @rule(name=WHO, pick=PICK, what=st.sampled_from(["leave", "leave", "host"]))
    def give_up(self, name: str, pick: int, what: str) -> None:
        """Leave one seat or the whole table, or take it over."""
        table = self.table(pick)
        seat = {"seat": self.own_seat(name, table, pick)} if pick % 2 else {}
        self.ask(name, "POST", f"/api/tables/{table}/{what}", seat if what == "leave" else {})

    @rule(name=WHO, pick=PICK, there=st.sampled_from([True, True, False]))
    def stay(self, name: str, pick: int, there: bool) -> None:
        """Leave a page open, or close all of them: who is there is never replaced."""
        Sessions.counts["steps"] += 1
        if not there:
            self.loop.run(self.world.hang_up(self.who(name)))
            return
        table = self.table(pick)
        mine = sorted(self.world.tables[table].mine(self.who(name).person))
        self.loop.run(self.world.stay(self.who(name), table, mine[0] if mine else None))

    @rule(name=WHO, pick=PICK, what=st.sampled_from(["start", "sit", "deal"]))
    def begin(self, name: str, pick: int, what: str) -> None:
        wish = {"sit": {"name": name, "accept": True}, "deal": {"random": f"{pick:032x}"}}.get(what)
        self.ask(name, "POST", f"/api/tables/{self.table(pick)}/{what}", wish)

    @rule(name=WHO, pick=PICK, then=WHO)
    def invite(self, name: str, pick: int, then: str) -> None:
        """Try for a link to every seat but one's own, and let somebody use it."""
        table = self.table(pick)
        for asking in {name: 1, self.host_of(table, name): 1}:
            for seat in self.other_seats(asking, table):
                made = self.ask(asking, "POST", f"/api/tables/{table}/seats/{seat}/invitation")
                if made is not None and pick % 2 == 0:
                    self.claim(then, self.world.links[-1], False, pick % 3 > 0)

    @rule(name=WHO, pick=PICK, then=WHO)
    def device(self, name: str, pick: int, then: str) -> None:
        table = self.table(pick)
        made = self.ask(name, "POST", f"/api/tables/{table}/seats/{self.own_seat(name, table, pick)}/device")
        if made is not None and pick % 4 != 3:
            self.claim(then, self.world.links[-1], False)

    @rule(name=WHO, pick=PICK, bot=st.sampled_from([True, True, False]), then=st.sampled_from([True, True, False]))
    def stand_in(self, name: str, pick: int, bot: bool, then: bool) -> None:
        """A bot for somebody else, and perhaps a wish to go back at once."""
        table = self.table(pick)
        wish = {"bot": "greedy"} if bot else {"hand_back": True}
        for asking in {name: 1, self.host_of(table, name): 1}:
            for seat in self.other_seats(asking, table):
                self.ask(asking, "POST", f"/api/tables/{table}/seats/{seat}", wish)
            if then:
                self.go_back(asking, pick, False)  # whatever others asked for is off
                self.go_back(asking, pick, None)

    @rule(name=WHO, pick=PICK, seat=SEAT, what=st.sampled_from(["open", "close", "name", "absence", "list"]))
    def set_seat(self, name: str, pick: int, seat: int, what: str) -> None:
        path = f"/api/tables/{self.table(pick)}"
        if what == "absence":
            self.ask(name, "POST", f"{path}/seats/{seat}/absence")
        elif what == "list":
            self.ask(name, "PATCH", path, {"listed": seat > 0})
        else:
            self.ask(name, "POST", f"{path}/seats/{seat}", {"name": "Somebody"} if what == "name" else {what: True})

    # ------------------------------------------------------------ playing
    @rule(name=WHO, pick=PICK, count=st.integers(1, 3))
    def move(self, name: str, pick: int, count: int) -> None:
        table = self.table(pick)
        seat = self.own_seat(name, table, pick)
        for _ in range(count):
            welcome = self.talk(name, table, seat)[0]
            legal = (welcome.get("own") or {}).get("legal") or ["play none"]
            self.talk(name, table, seat, {"op": "move", "seat": seat, "text": legal[pick % len(legal)]})

    @rule(name=WHO, pick=PICK, yes=st.sampled_from([None, None, True, True, False]))
    def go_back(self, name: str, pick: int, yes: bool | None) -> None:
        """Ask to go back to the start or to just before now, or vote on what somebody asked."""
        table = self.table(pick)
        if pick % 4 and not self.world.tables[table].mine(self.who(name).person):
            name = self.host_of(table, name)  # most often somebody who has a say
        rows, seat = self.world.rows[table], self.own_seat(name, table, pick)
        if yes is None:
            start = next((row.seq for row in rows if row.kind == "start"), 1)
            to = max(start, len(rows) - 4) if pick % 2 else start
            self.talk(name, table, None, {"op": "rewind", "seat": seat, "to": to})
        else:
            asked = [row.data["proposal"] for row in rows if row.kind == "vote"]
            vote = {"op": "vote", "seat": seat, "proposal": asked[-1] if asked else "p", "yes": yes}
            self.talk(name, table, None, vote)

    @rule(name=WHO, pick=PICK, op=st.sampled_from(["undo", "say", "why", "hint", "signal", "look"]))
    def other_frames(self, name: str, pick: int, op: str) -> None:
        table = self.table(pick)
        seat = self.own_seat(name, table, pick)
        more: dict[str, Any] = {
            "say": {"text": "hello"}, "why": {"texts": ["draw deck"]}, "signal": {"kind": "here"},
        }.get(op, {})  # fmt: skip
        self.talk(name, table, None, {"op": op, "seat": seat, **more})

    @rule(name=WHO, pick=PICK, seat=SEAT)
    def look(self, name: str, pick: int, seat: int) -> None:
        """From a seat that may be somebody else's: now, in the past, in the log."""
        table = self.table(pick)
        self.talk(name, table, seat)
        self.ask(name, "GET", f"/api/tables/{table}/at/{1 + pick % 12}?seat={seat}")
        self.ask(name, "GET", f"/api/tables/{table}/entries?seat={seat}")
        self.ask(name, "GET", f"/api/tables/{table}")

    @rule(name=WHO)
    def lists(self, name: str) -> None:
        self.ask(name, "GET", "/api/best?game=rail-pass")
        self.ask(name, "GET", "/api/lobby")

    @rule(pick=PICK, name=WHO, same_seed=st.booleans(), sit=st.booleans())
    def to_the_end_and_again(self, pick: int, name: str, same_seed: bool, sit: bool) -> None:
        table = self.table(pick)
        quick = self.world.stored()[table].header["game"] == GAME
        if pick % 3 == 0 and quick and len(self.world.tables) < MOST_TABLES:
            self.loop.run(play_out(self.world.app, table))
            self.loop.run(self.world.settled())
            self.world.rows[table] = self.world.stored()[table].rows
            self.loop.run(self.world.verify_deal(self.who(name), table))
            self.ask(name, "POST", f"/api/tables/{table}/again", {"same_seed": same_seed, "sit": sit})

    @rule(pick=PICK)
    def restart(self, pick: int) -> None:
        if pick % 8 == 1:
            self.loop.run(self.world.restart())

    # ------------------------------------------------------------ everything else
    @rule(data=st.data(), name=WHO)
    def any_request(self, data: st.DataObject, name: str) -> None:
        """Any address of the server's own description, with values of its own schemas."""
        described = self.world.app.openapi()
        calls = [
            (method.upper(), path, call)
            for path, calls in described["paths"].items()
            for method, call in calls.items()
            if not any(word in path for word in LEFT_OUT)
        ]
        method, path, call = data.draw(st.sampled_from(calls))
        if path in {"/api/tables", "/api/import"} and method == "POST" and len(self.world.tables) >= MOST_TABLES:
            return
        known = {
            "table": st.just(self.table(data.draw(PICK))), "game": st.just(GAME), "board": st.just("mini"),
            "seat": SEAT, "version": st.integers(0, 30), "who": st.sampled_from(["host", "0", "1", "2"]),
        }  # fmt: skip
        parts = re.findall(r"\{(\w+)(?::\w+)?\}", path)
        filled = re.sub(r"\{(\w+)(?::\w+)?\}", r"{\1}", path).format(
            **{part: quote(str(data.draw(known.get(part, WORD))), safe="") for part in parts}
        )
        query = [one for one in call["parameters"] if one["in"] == "query"]
        if query and data.draw(st.booleans()):
            filled += "?" + "&".join(f"{one['name']}={data.draw(values(one['schema'], {}, {}))}" for one in query)
        content = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        pools = {
            "secret": [link.secret for link in self.world.links],
            "bot": BOTS,
            "game": [GAME],
            "board": ["mini"],
            "options": [{}],
            "board_file": [None],
            "random": ["ab" * 16],
        }
        body = data.draw(values(content, described["components"]["schemas"], pools)) if content is not None else None
        self.ask(name, method, filled, body)


def run(
    examples: int,
    steps: int,
    *,
    derandomize: bool = True,
    seed: int | None = None,
    plans: tuple[str, ...] = PLANS,
) -> dict[str, int]:
    """So many sessions; the first thing that the model forbids is an error."""
    Sessions.plans = plans
    Sessions.counts = {"steps": 0, "requests": 0, "frames": 0, "sessions": 0}
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=derandomize,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        report_multiple_bugs=False,
    )
    machine = Sessions if seed is None else hypothesis.seed(seed)(Sessions)
    run_state_machine_as_test(machine, settings=chosen)
    return Sessions.counts


def main() -> int:
    reader = argparse.ArgumentParser(description="whole sessions of honest and dishonest people")
    reader.add_argument("--examples", type=int, default=300)
    reader.add_argument("--steps", type=int, default=60)
    reader.add_argument("--seed", type=int, default=None)
    asked = reader.parse_args()
    begun = time.monotonic()
    found = run(asked.examples, asked.steps, derandomize=False, seed=asked.seed)
    told = ", ".join(f"{number} {word}" for word, number in found.items())
    print(f"{told} in {time.monotonic() - begun:.0f} s: nothing that the model forbids")
    return 0


if __name__ == "__main__":
    sys.exit(main())
