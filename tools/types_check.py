"""The types of the sources, checked by mypy, which remembers from one clone to the next.

usage: python tools/types_check.py

What mypy has found out about a file holds for every clone that has the same file. So a new clone begins with what the
last check of this user left behind, and does in seconds what takes half a minute from nothing.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import platformdirs

ROOT = Path(__file__).resolve().parent.parent
OWN = ROOT / ".mypy_cache"


def kept() -> Path:
    """Where what mypy remembers is kept for other clones, beside the compiled rules."""
    named = os.environ.get("GOLDENSPIKE_CACHE") or platformdirs.user_cache_dir("goldenspike", appauthor=False)
    return Path(named) / "types"


def replace(source: Path, target: Path) -> None:
    """Copy a folder to where another may be; whoever looks finds the old one, the new one, or for a moment none."""
    with tempfile.TemporaryDirectory(dir=target.parent, ignore_cleanup_errors=True) as passing:
        fresh, old = Path(passing) / "fresh", Path(passing) / "old"
        shutil.copytree(source, fresh)
        if target.exists():
            target.rename(old)
        fresh.rename(target)


def main() -> int:
    shared = kept()
    try:
        shared.parent.mkdir(parents=True, exist_ok=True)
        if not OWN.exists() and shared.exists():
            replace(shared, OWN)
    except OSError as error:
        print(f"mypy begins from nothing: {error}")
    code = subprocess.call([sys.executable, "-m", "mypy", "--cache-dir", str(OWN)], cwd=ROOT)
    try:
        if code == 0:
            replace(OWN, shared)
    except OSError as error:
        print(f"what mypy remembers is not kept: {error}")
    return code


if __name__ == "__main__":
    sys.exit(main())
