"""The log of the server: plain lines for people, or JSON lines for programs."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, Literal, TextIO

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """One JSON object per line, with every field the record was given."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        fields |= {name: value for name, value in vars(record).items() if name not in _OWN}
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields, default=str)


class PlainLines(logging.Formatter):
    """A line for people; a traceback only for our own faults."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"golden spike: {record.getMessage()}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up(kind: Literal["plain", "json"], stream: TextIO | None = None) -> None:
    """Send everything that is logged to one place in one form."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else PlainLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("goldenspike").setLevel(logging.INFO if kind == "json" else logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
        logger.setLevel(logging.WARNING)
