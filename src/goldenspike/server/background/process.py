"""The process of one job: ``goldenspike`` at a low priority, in bounded memory, ended with its server."""

from __future__ import annotations

import os
import runpy
import sys
import threading

from goldenspike.server.worker_process import limit_itself

MOST_MEMORY = 4 << 30  # of addresses: compiling a game takes more of them than drawing a board


def main() -> None:
    """What follows on the command line is a command of goldenspike; its input ends when the server does."""
    limit_itself(MOST_MEMORY)
    threading.Thread(target=_end_with_server, daemon=True).start()
    sys.argv = ["goldenspike", *sys.argv[1:]]
    runpy.run_module("goldenspike", run_name="__main__", alter_sys=True)


def _end_with_server() -> None:
    while os.read(0, 4096):  # not through sys.stdin: a thread that waits in it would be in the way of a normal end
        pass
    os._exit(1)
