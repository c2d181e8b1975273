"""``goldenspike doctor``: everything a server needs, one line each, with what to do where something is wrong."""

from __future__ import annotations

import json
import os
import platform
import shutil
import smtplib
import socket
import sqlite3
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from goldenspike.engine.errors import BadFile, BadOption
from goldenspike.server.http.static_files import Page
from goldenspike.server.people.notifications import Mailer
from goldenspike.server.server_clock import AHEAD, FAR_MS, JUMP_MS, TRUSTED, wall_ms
from goldenspike.server.storage.database_files import FILE
from goldenspike.server.storage.databases import shared_connection
from goldenspike.server.storage.folder_lock import LOCK, why
from goldenspike.server.storage.kept_backups import FOLDER, kept
from goldenspike.server.storage.leases import DATABASE_NOW, live_nodes
from goldenspike.server.storage.migrations import NEWEST, stands_at
from goldenspike.server.storage.restore import JOURNAL, PART
from goldenspike.server.storage.schema_update import database_problem
from goldenspike.server.storage.storage_watch import LEAST_FREE

OLDEST_PYTHON = (3, 11)
FEW_FILES = 1024
OLD_BACKUP_S = 7 * 86400
PATIENCE_S = 5.0
SLOW_SYNC_S = 0.1


@dataclass(frozen=True)
class Line:
    """One thing that was looked at."""

    name: str
    text: str
    well: bool = True
    do: str = ""  # what to do, where it is not well

    def __str__(self) -> str:
        return f"{'ok  ' if self.well else 'LOOK'} {self.name:<12} {self.text}{'' if self.well else f': {self.do}'}"


def examine(data: Path, port: int, database: str | None = None) -> Iterator[Line]:
    """Look at everything; nothing is changed."""
    looks: list[Callable[[], Line]] = [
        _python,
        lambda: _permissions(data),
        lambda: _disk(data),
        lambda: _database(data) if database is None else _shared_database(database),
        lambda: _restore(data),
        lambda: _clock(data) if database is None else _shared_clock(database),
        lambda: _backups(data),
        lambda: _port(data, port),
        _page,
        _mail,
        _open_files,
    ]
    for look in looks:
        yield look()


def _python() -> Line:
    text = f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.system()}"
    return Line("python", text, sys.version_info >= OLDEST_PYTHON, "install Python 3.11 or newer")


def _permissions(data: Path) -> Line:
    if not data.exists():
        return Line("permissions", f"{data} is not there yet; the first start makes it")
    try:
        with tempfile.TemporaryFile(dir=data):
            pass
        strangers = [path for path in (data, *data.glob(f"{FILE}*")) if path.stat().st_mode & 0o077]
    except OSError as error:
        do = f"let the user of the server write to {data}, or name another folder with --data"
        return Line("permissions", f"{data} cannot be written ({why(error)})", False, do)
    if os.name == "posix" and strangers:
        do = f"chmod go-rwx {strangers[0]} (the database holds the cards of running games)"
        return Line("permissions", f"{strangers[0]} can be read by others", False, do)
    return Line("permissions", f"{data} can be written, and only by you")


def _disk(data: Path) -> Line:
    place = next(path for path in (data, *data.parents) if path.exists())
    free = shutil.disk_usage(place).free
    if free < LEAST_FREE:
        return Line("disk", f"{free >> 20} MB free", False, f"make room: below {LEAST_FREE >> 20} MB nothing is safe")
    if not os.access(place, os.W_OK):
        return Line("disk", f"{free >> 20} MB free")
    begun = time.perf_counter()
    with tempfile.TemporaryFile(dir=place) as file:
        for _ in range(5):
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
    each = (time.perf_counter() - begun) / 5
    do = "every move waits for one: use a local disk"
    return Line("disk", f"{free >> 20} MB free, a synced write takes {1000 * each:.1f} ms", each < SLOW_SYNC_S, do)


def _database(data: Path) -> Line:
    database = data / FILE
    if not database.exists():
        return Line("database", "none yet")
    if not os.access(database, os.W_OK):
        return Line("database", f"{database} cannot be written", False, "let the user of the server write to it")
    problem = database_problem(database)
    if problem:
        return Line("database", problem, False, "see the docs on running a server")
    with closing(sqlite3.connect(database)) as opened:
        schema = opened.execute("SELECT version_num FROM alembic_version").fetchone() if _has(opened) else None
        if schema is None:
            return Line("database", "empty")
        health = opened.execute("PRAGMA quick_check(1)").fetchone()[0]
        counted = dict(opened.execute("SELECT status, count(*) FROM tables GROUP BY status"))
    if health != "ok":
        return Line("database", f"damaged ({health})", False, "goldenspike restore FILE puts a backup in its place")
    told = ", ".join(f"{number} {status}" for status, number in sorted(counted.items())) or "no tables"
    update = "" if schema[0] == NEWEST else f" (the next start brings it to {NEWEST}, after a backup)"
    return Line("database", f"sound, schema {schema[0]}{update}, {told}, {database.stat().st_size >> 10} kB")


def _has(opened: sqlite3.Connection) -> bool:
    return opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone() is not None


def _shared_database(database: str) -> Line:
    """Can it be reached, is it ours, and who works on it? Asked without changing it."""
    asked = time.perf_counter()
    try:
        with shared_connection(database) as connection:
            each = time.perf_counter() - asked
            schema = stands_at(connection)
            version = connection.exec_driver_sql("SHOW server_version").scalar()
            safe = connection.exec_driver_sql("SHOW fsync").scalar() == "on"
            if schema is None:
                return Line("database", f"PostgreSQL {version}, empty")
            counted = connection.exec_driver_sql("SELECT status, count(*) FROM tables GROUP BY status").all()
            servers = live_nodes(connection) if schema == NEWEST else []
    except (BadFile, BadOption, SQLAlchemyError) as error:
        return Line("database", f"cannot be reached ({why(error)})", False, "see --database, and that it is running")
    told = ", ".join(f"{number} {status}" for status, number in sorted(map(tuple, counted))) or "no tables"
    update = "" if schema == NEWEST else f" (the next start brings it to {NEWEST}; make a backup before)"
    text = f"PostgreSQL {version}, answers in {1000 * each:.0f} ms, schema {schema}{update}, {told}"
    do = "fsync is off: a power cut loses moves that were acknowledged"
    return Line("database", f"{text}, {len(servers)} servers", safe, do)


def _shared_clock(database: str) -> Line:
    """Servers stamp moves by their own clocks: those must agree with each other, and so with the database's."""
    now = time.strftime("%Y-%m-%d %H:%M:%S %Z")
    try:
        with shared_connection(database) as connection:
            theirs = int(connection.scalar(sa.select(DATABASE_NOW)) or 0)
    except (BadFile, BadOption, SQLAlchemyError):
        return Line("clock", now)
    apart = wall_ms() - theirs
    do = "let NTP set the clocks of all machines"
    return Line("clock", f"{now}, {apart / 1000:+.1f} s from the database's", abs(apart) < JUMP_MS, do)


def _restore(data: Path) -> Line:
    if (data / JOURNAL).exists():
        return Line("restore", "one was interrupted while it switched", False, "start the server: it completes it")
    if (data / PART).exists():
        do = "the tables are those from before; restore again, or start the server"
        return Line("restore", "one was interrupted before it changed anything", False, do)
    saved = sorted(data.glob(f"{FILE}.rescued-*"))
    if saved:
        do = "restore that file (if that has not been done), then move it elsewhere"
        return Line("restore", f"{saved[-1]} was saved when files were deleted under the server", False, do)
    return Line("restore", "none was interrupted")


def _clock(data: Path) -> Line:
    now = time.strftime("%Y-%m-%d %H:%M:%S %Z")
    try:
        with closing(sqlite3.connect(f"{(data / FILE).resolve().as_uri()}?mode=ro", uri=True)) as opened:
            newest = opened.execute("SELECT max(changed_ms) FROM tables").fetchone()[0] or 0
            known = dict(opened.execute("SELECT name, value FROM settings"))
    except sqlite3.Error:
        newest, known = 0, {}
    if newest > wall_ms() + JUMP_MS:
        behind = (newest - wall_ms()) // 1000
        return Line("clock", f"{now}, {behind} s before the last stored move", False, "set the clock of this machine")
    ahead = int(known.get(AHEAD, "0"))
    if abs(ahead) > JUMP_MS:
        do = "if the clock is right now, restart the server when it suits"
        return Line("clock", f"{now}; it jumped by {ahead // 1000} s while the server ran", False, do)
    pause = wall_ms() - int(known.get(TRUSTED, str(wall_ms())))
    if pause > FAR_MS:
        do = "nothing is deleted until you say that this is right: goldenspike admin trust-clock"
        return Line("clock", f"{now}, {pause // 86_400_000} days after the server last ran", False, do)
    return Line("clock", now)


def _backups(data: Path) -> Line:
    found = kept(data / FOLDER)
    if not found:
        return Line(
            "backups", f"none in {data / FOLDER}", False, "serve with --backup-every 6h, or copy them elsewhere"
        )
    age = time.time() - found[0].stat().st_mtime
    text = f"{len(found)} kept, the newest {age / 3600:.1f} h old"
    return Line("backups", text, age < OLD_BACKUP_S, "serve with --backup-every 6h; look into the server's log")


def _port(data: Path, port: int) -> Line:
    url = f"http://127.0.0.1:{port}/"
    try:
        known = json.loads((data / "serving.json").read_text("utf-8"))
        url = str(known["url"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    try:
        with urllib.request.urlopen(f"{url}readyz", timeout=PATIENCE_S) as answer:
            return Line("server", f"runs at {url}, {'ready' if answer.status == 200 else 'not ready'}")
    except urllib.error.HTTPError as error:
        told = error.read(2000).decode("utf-8", "replace")
        return Line("server", f"runs at {url} and is not ready", False, told)
    except (OSError, ValueError):
        pass
    with socket.socket() as probe:
        probe.settimeout(PATIENCE_S)
        if probe.connect_ex(("127.0.0.1", port)) == 0:
            return Line("server", f"port {port} is used by another program", False, "serve with --port N")
    return Line("server", f"not running{'' if (data / LOCK).exists() else ' yet'}; port {port} is free")


def _page() -> Line:
    named = os.environ.get("GOLDENSPIKE_PAGE")
    built = Page(Path(named) if named else None).built
    return Line("page", "built" if built else "not built", built, "./play builds it, or python tools/page.py")


def _mail() -> Line:
    try:
        mailer = Mailer.from_environment()
    except BadOption as error:
        return Line("mail", "wrong settings", False, str(error))
    if mailer is None:
        return Line("mail", "not set up (GOLDENSPIKE_SMTP); nobody gets e-mail")
    try:
        form = smtplib.SMTP_SSL if mailer.secure == "tls" else smtplib.SMTP
        with form(mailer.host, mailer.port, timeout=PATIENCE_S) as server:
            server.noop()
    except (OSError, smtplib.SMTPException) as error:
        do = "see GOLDENSPIKE_SMTP and GOLDENSPIKE_SMTP_TLS"
        return Line("mail", f"{mailer.host}:{mailer.port} does not answer ({why(error)})", False, do)
    return Line("mail", f"{mailer.host}:{mailer.port} answers, letters come from {mailer.sender}")


def _open_files() -> Line:
    try:
        import resource
    except ImportError:
        return Line("open files", "no limit known")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    do = "each page of a player needs one: raise it (ulimit -n 8192, or LimitNOFILE= of the service)"
    return Line("open files", f"at most {most}", most >= FEW_FILES, do)
