"""Serve a table: python -m goldenspike.table --port N --data DIR."""

from __future__ import annotations

import argparse
from pathlib import Path

import platformdirs
import uvicorn

from goldenspike.table.app import create
from goldenspike.table.channel import FRAME_BYTES
from goldenspike.table.limits import Limits
from goldenspike.table.security import Site


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m goldenspike.table", description="Serve the table.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8869)
    parser.add_argument("--data", type=Path, default=Path(platformdirs.user_data_dir("goldenspike", appauthor=False)))
    parser.add_argument("--bot-delay", type=int, default=700, metavar="MS", help="how long bots wait before a move")
    parser.add_argument("--no-limits", action="store_true", help="no rate limits (for measurements)")
    chosen = parser.parse_args()
    app = create(
        chosen.data,
        site=Site(host=chosen.host),
        limits=Limits(on=not chosen.no_limits),
        bot_delay_s=chosen.bot_delay / 1000,
    )
    uvicorn.run(
        app,
        host=chosen.host,
        port=chosen.port,
        ws="websockets-sansio",
        ws_max_size=4 * FRAME_BYTES,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    main()
