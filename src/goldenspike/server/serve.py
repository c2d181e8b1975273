"""``goldenspike serve``: the web server as a program, from the first socket to a clean shutdown."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import signal
import socket
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import uvicorn

from goldenspike.bots.offered import offer_bot
from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.server import log_lines, traces
from goldenspike.server.commands import PORT, data_folder
from goldenspike.server.http.connections import (
    PROXIES,
    ListeningSocket,
    http_protocol,
    quiet_accept_errors,
    read_proxies,
)
from goldenspike.server.http.rate_limits import Limits, daily_rates
from goldenspike.server.http.security import Site
from goldenspike.server.live.channel import FRAME_BYTES
from goldenspike.server.quotas import Quotas
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.databases import chosen_database, shared_engine
from goldenspike.server.storage.folder_lock import FolderInUse, FolderLock
from goldenspike.server.storage.kept_backups import read_plan
from goldenspike.server.storage.leases import end_former_life
from goldenspike.server.storage.restore import finish_interrupted
from goldenspike.server.storage.schema_update import database_problem
from goldenspike.server.storage.update_check import prove_running, prove_running_shared

PORTS_TRIED = 30
WHERE = "serving.json"
SWITCH_S = 0.001  # a move waits no longer than this for a thread that computes
BACKLOG = 1024  # connections that wait to be accepted


# ------------------------------------------------------------------ sockets and addresses
def listen(host: str, port: int | None) -> socket.socket:
    """A bound socket: on the port that was asked for, or on the usual one or the next that is free."""
    if port is not None and not 0 <= port <= 65535:
        raise BadOption(f"a port is a number from 0 to 65535; not {port}")
    wanted = range(PORT, PORT + PORTS_TRIED) if port is None else (port,)
    for number in wanted:
        try:
            return _bind(host, number)
        except socket.gaierror:
            raise BadOption(f"there is no address {host} here") from None
        except OSError as error:
            taken = error.errno in _TAKEN
            if port is None and taken:
                continue
            if taken:
                raise BadOption(f"port {port} is in use; name another one, or leave --port out") from None
            raise BadOption(f"cannot listen on {host} port {number}: {error.strerror or error}") from None
    raise BadOption(f"ports {PORT} to {PORT + PORTS_TRIED - 1} are all in use; name one with --port")


_TAKEN = {98, 48, 10048, 13, 10013}  # in use, or reserved, by the numbers of Linux, macOS and Windows


def _bind(host: str, port: int) -> socket.socket:
    family, kind, number, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=1)[0]
    bound = socket.socket(family, kind, number)
    try:
        if os.name == "posix":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if port and _answers(family, address):
                raise OSError(98, "in use")
        elif hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        bound.bind(address)
        bound.setblocking(False)
    except BaseException:
        bound.close()
        raise
    return bound


def _answers(family: int, address: Any) -> bool:
    """Does somebody listen there already? Some systems let two programs share a port, which nobody wants."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(address[0], address[0])
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.3)
        return probe.connect_ex((host, *address[1:])) == 0


def addresses(site: Site, bound: socket.socket) -> tuple[str, list[str]]:
    """The address for this machine, and those for others in the network."""
    host, port = bound.getsockname()[:2]
    if not site.everywhere:
        name = "localhost" if host in {"127.0.0.1", "::1"} else site.host
        return _url(name, port), []
    return _url("localhost", port), [_url(address, port) for address in lan_addresses()]


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def lan_addresses() -> list[str]:
    """This machine's addresses as others in the network see them."""
    found: list[str] = []
    for family, remote in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        # Nothing is sent: choosing a route is enough to learn which of our addresses would be used.
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((remote, 9))
            found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [one for one in dict.fromkeys(found) if not ip_address(one.partition("%")[0]).is_loopback]


# ------------------------------------------------------------------ the server
class TableServer(uvicorn.Server):
    """Uvicorn that says when it is ready, and tells every page before it stops."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], leave: Callable[[], Any]) -> None:
        super().__init__(config)
        self.ready = ready
        self.leave = leave

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal is the usual way to stop: it is no failure, and it is not raised again afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        quiet_accept_errors(asyncio.get_running_loop())
        await super().startup(sockets=sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self.leave()
        await super().shutdown(sockets=sockets)


def config(app: Any, *, public: bool) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=http_protocol(app.state.capacity),
        backlog=BACKLOG,
        ws="websockets-sansio",
        ws_max_size=4 * FRAME_BYTES,  # what is somewhat too long gets a clear answer
        ws_ping_interval=20.0,
        ws_ping_timeout=30.0,
        ws_per_message_deflate=False,  # small frames: the time it takes is worth more than the bytes
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=public,  # addresses of clients, from a proxy on this machine or one that was named
        forwarded_allow_ips=[*sorted(PROXIES), *map(str, app.state.capacity.proxies)],
        timeout_keep_alive=20,
        timeout_graceful_shutdown=5,
    )


def serve(given: argparse.Namespace) -> None:
    """Run until somebody stops it."""
    from goldenspike.server.app import create
    from goldenspike.server.people.notifications import Mailer
    from goldenspike.server.tables.active_tables import BOT_DELAY_S

    sys.setswitchinterval(SWITCH_S)
    log_lines.set_up(given.log)
    traces.set_up("goldenspike")
    site = Site(given.host or "127.0.0.1", given.public_url)
    quotas = Quotas().changed(getattr(given, "quota", ()))
    for text in getattr(given, "bot", ()):
        offer_bot(text)
    folder = data_folder(given.data)
    database, bus = chosen_database(given.database), given.bus or os.environ.get("GOLDENSPIKE_BUS") or None
    if bus is not None and database is None:
        raise BadOption("--bus connects servers that share a database: name it with --database postgresql://...")
    lease_s = getattr(given, "lease", None)
    if lease_s is not None and not 1 <= lease_s <= 60:
        raise BadOption(f"a lease takes 1 to 60 seconds; not {lease_s:g}")
    plan = read_plan(given.backup_every, given.backup_keep, given.backup_to, folder)
    proxies = read_proxies(given.proxy)
    if proxies and site.public_origin is None:
        raise BadOption("--proxy goes with --public-url, the address that people use")
    if os.name == "posix":
        os.umask(0o077)  # seeds are stored there: whoever can read them can see every hand
    try:
        lock = FolderLock(folder)
    except FolderInUse:
        if given.host is None and given.port is None and _already_serving(folder, given):
            return
        raise
    bound = None
    try:
        if database is None:
            _prepare(folder, accept_broken=given.accept_broken)
        else:
            _prepare_shared(folder, database, accept_broken=given.accept_broken)
        bound = listen(site.host, given.port)
        local, others = addresses(site, bound)
        app = create(
            folder,
            site=site,
            limits=Limits(daily_rates(quotas), on=given.limits == "on"),
            quotas=quotas,
            bot_delay_s=BOT_DELAY_S if given.bot_delay is None else given.bot_delay / 1000,
            rate=max(1, getattr(given, "fast_clock", 1)),
            base=(others or [local])[0].rstrip("/"),
            mailer=Mailer.from_environment(),
            notices=not given.no_notices,
            backup_plan=plan,
            database=database,
            bus=bus,
            lease_s=lease_s,
        )

        def ready() -> None:
            # All the code is loaded and stays: searching it for garbage costs a tenth of all time.
            gc.collect()
            gc.freeze()
            with contextlib.suppress(OSError):  # it only helps whoever starts a second server here
                (folder / WHERE).write_text(json.dumps({"url": local, "pid": os.getpid()}), "utf-8")
            _print_addresses(site, local, others, app.state.store.place if database else str(folder), given)

        public = site.public_origin is not None
        app.state.capacity.proxies = proxies
        server = TableServer(config(app, public=public), ready, app.state.leave)
        bound = ListeningSocket(bound, app.state.capacity, proxied=public)
        server.run(sockets=[bound])
        if not server.started:
            raise BadFile("the server could not start; the lines above say why")
        if app.state.store.halted:
            raise BadFile(f"Golden Spike has stopped; {app.state.store.halted}")
        print("Golden Spike has stopped. Every table is kept.", flush=True)
    finally:
        if bound is not None:
            bound.close()
        with contextlib.suppress(OSError):
            (folder / WHERE).unlink(missing_ok=True)
        lock.close()


def _prepare(folder: Path, *, accept_broken: bool) -> None:
    """Whatever stands in the way is told in one line before anybody sits down."""
    told = finish_interrupted(folder)
    if told:
        print(told, flush=True)
    problem = database_problem(folder / FILE)
    if problem:
        raise BadFile(problem)
    prove_running(folder, accept=accept_broken)


def _prepare_shared(folder: Path, database: str, *, accept_broken: bool) -> None:
    """The same for a database that others may be using."""
    with shared_engine(database) as engine:
        end_former_life(engine, folder)
    prove_running_shared(folder, database, accept=accept_broken)


def _print_addresses(site: Site, local: str, others: list[str], kept: str, given: argparse.Namespace) -> None:
    port = local.rstrip("/").rpartition(":")[2]
    lines = [f"Golden Spike is at {site.public_origin or local}"]
    if given.port is None and port != str(PORT):
        lines.append(f"  port {PORT} is in use, so it is port {port} this time")
    if site.public_origin:
        lines.append(f"  listening at {local}")
    lines += [f"  for others in your network: {url}" for url in others]
    lines.append(f"  tables are kept in {kept}; Ctrl+C stops")
    print("\n".join(lines), flush=True)
    if not given.no_open:
        open_browser(local)


def open_browser(url: str) -> None:
    """Show the page, where there is a screen to show it on."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    threading.Thread(target=lambda: webbrowser.open(url), daemon=True).start()


def _already_serving(folder: Path, given: argparse.Namespace) -> bool:
    """If a server is running on this folder already, show that one."""
    try:
        url = str(json.loads((folder / WHERE).read_text("utf-8"))["url"])
        with urllib.request.urlopen(f"{url}healthz", timeout=3) as answer:
            if answer.status != 200:
                return False
    except (OSError, ValueError, KeyError, TypeError):
        return False
    print(f"Golden Spike is running already at {url}", flush=True)
    if not given.no_open:
        open_browser(url)
        threading.Event().wait(1.0)
    return True
