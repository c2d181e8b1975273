"""The cluster's part of the command line: worker, cluster try, cluster status."""

from __future__ import annotations

import argparse
import os
from typing import Any

from goldenspike.engine.errors import BadOption

PORT = 1869
NEEDED = 'a cluster needs packages more: pip install "goldenspike[cluster]"'


def arguments(commands: Any) -> None:
    """Add the commands."""
    worker_ = commands.add_parser("worker", help="think for the bots of a cluster")
    worker_.add_argument("--bus", metavar="URL", default=None, help="the NATS of the cluster: nats://host:4222")
    worker_.add_argument("--threads", type=int, default=1, metavar="N", help="decisions at a time (1)")
    worker_.add_argument("--bot", action="append", default=[], metavar="NAME=PLACE", help="offer another bot")
    worker_.add_argument("--log", choices=("plain", "json"), default="plain", help="how it reports")
    worker_.set_defaults(run=worker)

    cluster_ = commands.add_parser(
        "cluster", help="several servers that share their tables: try it out, or look at one"
    )
    parts = cluster_.add_subparsers(dest="part", required=True, metavar="try | status")
    try_ = parts.add_parser("try", help="start a whole cluster on this machine, to look at")
    try_.add_argument("--nodes", type=int, default=3, help="how many servers (3)")
    try_.add_argument("--workers", type=int, default=2, help="how many workers think for bots (2)")
    try_.add_argument("--port", type=int, default=PORT, help=f"the port of the first server ({PORT})")
    try_.add_argument(
        "--data", metavar="DIR", default=None, help="keep everything in this folder; thrown away if left out"
    )
    try_.set_defaults(run=try_out)
    status_ = parts.add_parser("status", help="the servers of a cluster, and what each of them does")
    status_.add_argument("--database", metavar="URL", default=None, help="the PostgreSQL of the cluster")
    status_.add_argument("--bus", metavar="URL", default=None, help="its NATS, to see the workers as well")
    status_.add_argument("--json", action="store_true", help="for programs")
    status_.set_defaults(run=status)


def worker(given: argparse.Namespace) -> None:
    if given.threads < 1:
        raise BadOption("a worker thinks about at least one decision at a time")
    given.bus = given.bus or os.environ.get("GOLDENSPIKE_BUS")
    if not given.bus:
        raise BadOption("name the bus of the cluster: --bus nats://host:4222, or GOLDENSPIKE_BUS")
    try:
        from goldenspike.server.cluster.worker import work
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    work(given)


def try_out(given: argparse.Namespace) -> None:
    if not (1 <= given.nodes <= 32 and 0 <= given.workers <= 64):
        raise BadOption("between 1 and 32 nodes, and at most 64 workers")
    try:
        from goldenspike.server.cluster.trial_cluster import try_out as run
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    run(given.nodes, given.workers, given.port, given.data)


def status(given: argparse.Namespace) -> None:
    try:
        from goldenspike.server.cluster.status import status as run
    except ModuleNotFoundError as error:
        raise _missing(error) from None
    run(given)


def _missing(error: ModuleNotFoundError) -> Exception:
    return BadOption(NEEDED) if (error.name or "").partition(".")[0] in {"nats", "psycopg"} else error
