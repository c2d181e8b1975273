"""A worker process: it reads jobs from its input, carries them out one after another, and writes the results.

A job is a pickled function of this package with its arguments. The input ends when the server does, and so does this
process. It runs at a low priority: moves at the tables come first. How low, GOLDENSPIKE_WORKER_NICE says.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
from typing import Any, BinaryIO

HEAD_BYTES = 8
READY = b"ready"
STAYING, RETIRING = b"s", b"r"  # before each result: is this process to be replaced?
USUAL_NICE, MOST_NICE = 10, 19
MOST_MEMORY = 3 << 30  # of addresses: a board that would need more ends as an error of its own
RETIRES_AT = 400 << 20  # a process that has grown beyond this is replaced before its next job


def write_block(out: BinaryIO, raw: bytes) -> None:
    out.write(len(raw).to_bytes(HEAD_BYTES, "big") + raw)
    out.flush()


def read_block(source: BinaryIO) -> bytes | None:
    """The next block, or None where the other side is gone."""
    head = source.read(HEAD_BYTES)
    if len(head) < HEAD_BYTES:
        return None
    size = int.from_bytes(head, "big")
    raw = source.read(size)
    return raw if len(raw) == size else None


def carried_out(payload: bytes) -> bytes:
    """A job's result: whether it went well, and the value or the error. One that computes for too long is the end."""
    seconds = int.from_bytes(payload[:HEAD_BYTES], "big") / 1000
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)  # of computing time: a busy machine is nobody's fault
    try:
        return _tried(payload[HEAD_BYTES:])
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)


def _tried(payload: bytes) -> bytes:
    try:
        work, args = pickle.loads(payload)
        return pickle.dumps((True, work(*args)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return _failure(error)


def _failure(error: Exception) -> bytes:
    found: Any = error
    try:
        raw = pickle.dumps((False, found), pickle.HIGHEST_PROTOCOL)
        pickle.loads(raw)
    except Exception:
        raw = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")), pickle.HIGHEST_PROTOCOL)
    return raw


def main() -> None:
    """Until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then closes the input
    source, out = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a game prints must not mix with the results
    limit_itself()
    write_block(out, READY)
    while (payload := read_block(source)) is not None:
        result = carried_out(payload)
        write_block(out, (RETIRING if _memory() > RETIRES_AT else STAYING) + result)


def niceness() -> int:
    """By how much a worker steps back behind its server, as for the command nice."""
    told = os.environ.get("GOLDENSPIKE_WORKER_NICE", "")
    return int(told) if told in {str(number) for number in range(MOST_NICE + 1)} else USUAL_NICE


def limit_itself(memory: int = MOST_MEMORY) -> None:
    """Take a low priority and no more memory than this."""
    if os.name == "posix":
        import resource

        os.nice(niceness())
        # Linux may share the processors between sessions first; a priority then counts within this one alone.
        with contextlib.suppress(OSError), open("/proc/self/autogroup", "w") as group:
            group.write(str(niceness()))
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _memory() -> int:
    """The memory this process uses now, where the system tells."""
    try:
        with open("/proc/self/statm", "rb") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0
