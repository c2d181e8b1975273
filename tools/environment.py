"""The project's own Python environment: made once, refreshed when its lock file changes.

Standard library only: this runs before anything is installed.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
OLDEST = (3, 11)


def fail(line: str) -> None:
    sys.exit(f"golden spike: {line}")


def interpreter() -> Path:
    return HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp(lock: str, packages: Sequence[str]) -> str:
    """What the environment was made from; another stamp means it is out of date."""
    parts = [f"{sys.version_info[:2]} {sys.platform} {ROOT}".encode()]
    named = [f"{package}/pyproject.toml" for package in packages]
    parts += [(ROOT / name).read_bytes() for name in (lock, "requirements.lock", "pyproject.toml", *named)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def keep_bytecode() -> None:
    """What is imported is compiled once and kept in the environment, also where none may lie beside the sources."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(HOME / "bytecode"))


def run(what: str, *commands: Sequence[str]) -> None:
    """Run these commands side by side."""
    print(f"golden spike: {what} ...", flush=True)
    with tempfile.TemporaryFile("w+", errors="replace") as said:
        running = [subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said) for command in commands]
        codes = [one.wait() for one in running]
        if any(codes):
            said.seek(0)
            sys.stderr.write(said.read())
            fail(f"{what} failed; the lines above say why")


def halves(lock: str) -> list[str]:
    """The lock file in two parts of its own: to unpack packages is work for one core, so two are at it."""
    entries = re.split(r"\n(?=\S)", (ROOT / lock).read_text().rstrip("\n"))
    found = []
    for part in range(2):
        path = HOME / f"{lock}.{part}"
        path.write_text("\n".join(entries[part::2]) + "\n")
        found.append(str(path))
    return found


def names(text: str) -> set[str]:
    """The packages that a lock file, or a part of one, asks for."""
    return set(re.findall(r"^([a-z0-9][\w.\-]*)(?:\[[^\]]*\])?==", text, re.MULTILINE))


def left_over(lock: str) -> set[str]:
    """Packages that this lock file asked for when it was last installed, and that no lock file asks for any more."""
    before = {path.name[:-2]: set[str]() for path in HOME.glob("*.lock.[01]")}
    for path in HOME.glob("*.lock.[01]"):
        before[path.name[:-2]] |= names(path.read_text())
    before[lock], asked = names((ROOT / lock).read_text()), before.get(lock, set())
    return asked - set().union(*before.values())


def remove_left_over(lock: str) -> None:
    """Take out what an older lock file brought; what somebody installed on their own stays."""
    old = sorted(left_over(lock))
    if old:
        pip = (str(interpreter()), "-m", "pip", "uninstall", "--quiet", "--disable-pip-version-check", "--yes")
        run("removing what it no longer needs", (*pip, *old))


def ready(lock: str, packages: Sequence[str] = (), beside: Callable[[Path], object] | None = None) -> Path:
    """The interpreter of an environment with what the lock file names, goldenspike, and packages of this tree.

    Other work that needs no more than the interpreter is done beside the installation.
    """
    if sys.version_info < OLDEST:
        fail(f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed, this is {sys.version.split()[0]}")
    keep_bytecode()
    note = HOME / f"{lock}.stamp"
    wanted = stamp(lock, packages)
    if note.exists() and note.read_text() == wanted and interpreter().exists():
        if beside:
            beside(interpreter())
        return interpreter()
    made_by = HOME / "python-version"
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if not interpreter().exists() or not made_by.exists() or made_by.read_text() != version:
        shutil.rmtree(HOME, ignore_errors=True)
        run("making the environment in .venv", (sys.executable, "-m", "venv", str(HOME)))
        made_by.write_text(version)
    remove_left_over(lock)
    with ThreadPoolExecutor(1) as other:
        work = other.submit(beside, interpreter()) if beside else None
        install(lock, packages)
        if work:
            work.result()
    # Nothing of what was compiled to install is imported to play.
    shutil.rmtree(HOME / "bytecode", ignore_errors=True)
    note.write_text(wanted)
    return interpreter()


def install(lock: str, packages: Sequence[str]) -> None:
    """Bring what the environment lacks."""
    python = str(interpreter())
    # What is imported is compiled then, what is never imported need not be: half a minute less.
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-compile")
    exact = (*pip, "--no-deps", "--require-hashes", "-r")  # the lock file names every package there is to be
    run("installing what it needs (about half a minute, once)", *[(*exact, part) for part in halves(lock)])
    own = [word for package in (".", *packages) for word in ("--editable", package)]
    run("installing goldenspike", (*pip, "--no-deps", "--no-build-isolation", *own))


def become(python: Path, *arguments: str) -> None:
    """Hand over to that interpreter with the same terminal."""
    sys.stdout.flush()
    command = [str(python), *arguments]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)
