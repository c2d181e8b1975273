"""The project's own Python environment: made once, refreshed when its lock file changes.

Standard library only: this runs before anything is installed.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
OLDEST = (3, 11)


def fail(line: str) -> None:
    sys.exit(f"golden spike: {line}")


def interpreter() -> Path:
    return HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp(lock: str) -> str:
    """What the environment was made from; another stamp means it is out of date."""
    parts = [f"{sys.version_info[:2]} {sys.platform} {ROOT}".encode()]
    parts += [(ROOT / name).read_bytes() for name in (lock, "requirements.lock", "pyproject.toml")]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def run(what: str, *command: str) -> None:
    print(f"golden spike: {what} ...", flush=True)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        fail(f"{what} failed; the lines above say why")


def ready(lock: str) -> Path:
    """The interpreter of an environment that holds exactly what the lock file names."""
    if sys.version_info < OLDEST:
        fail(f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed, this is {sys.version.split()[0]}")
    note = HOME / f"{lock}.stamp"
    wanted = stamp(lock)
    if note.exists() and note.read_text() == wanted and interpreter().exists():
        return interpreter()
    made_by = HOME / "python-version"
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if not interpreter().exists() or not made_by.exists() or made_by.read_text() != version:
        shutil.rmtree(HOME, ignore_errors=True)
        run("making the environment in .venv", sys.executable, "-m", "venv", str(HOME))
        made_by.write_text(version)
    python = str(interpreter())
    # What is never imported need not be compiled to bytecode: half a minute less.
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-compile")
    run("installing what it needs (about a minute, once)", *pip, "--require-hashes", "-r", lock)
    run("installing goldenspike", *pip, "--no-deps", "--no-build-isolation", "--editable", ".")
    note.write_text(wanted)
    return interpreter()


def become(python: Path, *arguments: str) -> None:
    """Hand over to that interpreter with the same terminal."""
    sys.stdout.flush()
    command = [str(python), *arguments]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)
