"""The words of page, games and letters in all languages.

usage: python tools/words.py                   checks them: nothing missing, unused or with the wrong values
       python tools/words.py status            how much is written in each language
       python tools/words.py todo LANGUAGE     what a language lacks, with English and what a translator should know
       python tools/words.py start LANGUAGE    begins a language: a file for every part, with all keys and no words

docs/translating.md explains the files. This needs what the page is built with: call ./test --quick once.
"""

import subprocess
import sys
from pathlib import Path

import page


def node(python: str = sys.executable) -> Path:
    """The Node program that builds the page."""
    home = page.installed(python)
    if home is None or not (page.WEB / "node_modules").is_dir():
        page.fail("the tools of the page are missing; call ./test --quick once")
        raise SystemExit(1)
    return page.programs(home)[0]


def words(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = (str(node()), str(page.WEB / "scripts" / "words.mjs"), *arguments)
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8")


if __name__ == "__main__":
    if "--help" in sys.argv or "-h" in sys.argv:
        sys.exit(__doc__)
    done = words(*sys.argv[1:])
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    sys.exit(done.returncode)
