"""How long ./play takes from a fresh copy of the project to a page in the browser, and how much room it takes then.

usage: python tools/footprint.py [COMMIT]          the current commit unless another is named
       python tools/footprint.py PACKAGE.tar.gz    the source package of a release
       python tools/footprint.py --extras          what each way to install the package brings, without compiled files

Clones the project into a folder of its own, calls ./play there with empty caches, asks for the page until it is there,
and stops it. Then calls it once more. Prints seconds, and megabytes on disk by part. Needs the network. On a machine
that does other things as well, compare the seconds that the processors worked.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_S = 900
LARGEST = 8


def megabytes(path: Path) -> float:
    """What a folder takes on the disk; a file with two names counts once."""
    seen, total = set(), 0
    for folder, _, names in os.walk(path):
        for name in names:
            found = os.lstat(os.path.join(folder, name))
            if (found.st_dev, found.st_ino) not in seen:
                seen.add((found.st_dev, found.st_ino))
                total += found.st_blocks * 512
    return total / 1e6


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def answers(url: str) -> bool:
    """The page is there, not only a word that it will be."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return b'<div id="page">' in answer.read()
    except OSError:
        return False


def computed() -> float:
    """Seconds that programs started from here have computed, as far as they have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def start(project: Path, home: Path) -> tuple[float, float]:
    """Seconds from ./play to the page, and seconds of them that were computed; the server is stopped again."""
    port, begun, before = free_port(), time.monotonic(), computed()
    settings = {**os.environ, "npm_config_cache": str(home / "npm"), "PIP_NO_CACHE_DIR": "1"}
    settings |= {"GOLDENSPIKE_CACHE": str(home / "compiled")}
    for name in ("PYTHONPATH", "PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE"):
        settings.pop(name, None)
    words = ["serve", "--no-open", "--port", str(port), "--data", str(home / "data")]
    command = [sys.executable, str(project / "play"), *words]
    server = subprocess.Popen(command, cwd=project, env=settings, stdout=sys.stderr, start_new_session=True)
    try:
        while not answers(f"http://127.0.0.1:{port}/"):
            if server.poll() is not None or time.monotonic() - begun > PATIENCE_S:
                sys.exit("./play did not bring a page; the lines above say why")
            time.sleep(0.1)
        passed = time.monotonic() - begun
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()
    return passed, computed() - before


def fresh_copy(project: Path, wanted: str) -> Path:
    """A commit of this project, or what a source package holds, in a folder of its own."""
    if wanted.endswith(".tar.gz"):
        with tarfile.open(wanted) as package:
            package.extractall(project, filter="data")
        return next(project.iterdir())
    git = ("git", "-c", "advice.detachedHead=false")
    subprocess.run([*git, "clone", "--quiet", "--no-checkout", str(ROOT), str(project)], check=True)
    commit = subprocess.run(["git", "rev-parse", wanted], cwd=ROOT, capture_output=True, text=True, check=True)
    subprocess.run([*git, "checkout", "--quiet", commit.stdout.strip()], cwd=project, check=True)
    return project


def packages(extras: list[str]) -> list[str]:
    """The requirements of the package with these extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [*project["dependencies"], *(one for extra in extras for one in project["optional-dependencies"][extra])]
    inner = [one.partition("[")[2].rstrip("]").split(",") for one in named if one.startswith("goldenspike[")]
    return [*(one for one in named if not one.startswith("goldenspike[")), *(p for e in inner for p in packages(e))]


def show_extras() -> None:
    """Install each of the extras in an environment of its own; print how many packages and megabytes that is."""
    for extra in ("", "table", "gymnasium", "envs", "arena", "all"):
        with tempfile.TemporaryDirectory() as folder:
            install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--target", folder]
            wanted = sorted(set(packages([extra] if extra else [])))
            subprocess.run([*install, *wanted], check=True, stderr=subprocess.DEVNULL)
            count = len(list(Path(folder).glob("*.dist-info")))
            print(
                f"goldenspike{f'[{extra}]' if extra else ''}: {count} packages, {megabytes(Path(folder)):.0f} MB",
                flush=True,
            )


def main() -> None:
    words = argparse.ArgumentParser(description="Time and room that ./play takes from a fresh copy of the project.")
    words.add_argument("wanted", nargs="?", default="HEAD", metavar="COMMIT or PACKAGE.tar.gz")
    words.add_argument("--extras", action="store_true", help="what each way to install the package brings")
    chosen = words.parse_args()
    if chosen.extras:
        show_extras()
        return
    folder = Path(tempfile.mkdtemp(prefix="footprint-"))
    try:
        home = folder / "home"
        home.mkdir()
        project = fresh_copy(folder / "project", chosen.wanted)
        first, second = start(project, home), start(project, home)
        inside = sorted((project / ".venv").glob("lib/python*/site-packages/*"))
        parts = {
            ".venv": megabytes(project / ".venv"),
            "web/node_modules": megabytes(project / "web" / "node_modules"),
            "the built page": megabytes(project / "src" / "goldenspike" / "server" / "page"),
        }
        for name, (passed, busy) in (("first", first), ("second", second)):
            print(f"{name} start: {passed:.1f} s, of which the processors worked {busy:.1f} s")
        print(f"on disk: {sum(parts.values()):.0f} MB")
        for name, size in parts.items():
            print(f"  {name}: {size:.0f} MB")
        sizes = sorted(((megabytes(path) if path.is_dir() else 0.0, path.name) for path in inside), reverse=True)
        print("largest packages: " + ", ".join(f"{name} {size:.0f}" for size, name in sizes[:LARGEST]))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
