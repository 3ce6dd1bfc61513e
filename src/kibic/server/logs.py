"""Logs for people or for programs. What belongs to a table says so in fields; cards and tokens are in none."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Final

#: How a log may be written.
FORMS: Final = ("text", "json")
#: Fields a record may carry beside its message: the first characters of a table's id, and a place in its log.
FIELDS: Final = ("table", "seq", "actor", "error", "where")
_LEVELS: Final = ("error", "warning", "info", "debug")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= {name: value for name in FIELDS if (value := getattr(record, name, None)) is not None}
        return json.dumps(told, ensure_ascii=False)


class TextLines(logging.Formatter):
    """A line a record, with the fields at its end."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, and where an error came from on lines of their own."""
        found = {name: getattr(record, name, None) for name in FIELDS}
        where = found.pop("where")
        found["error"] = None  # the message names it
        fields = "".join(f" {name}={value}" for name, value in found.items() if value is not None)
        return super().format(record) + fields + (f"\n{where}" if where else "")


def set_up(form: str, level: str) -> None:
    """Log to stderr in one of :data:`FORMS`, Kibic's own records from ``level`` on.

    Others are heard from warnings on only: the libraries of the sockets and the database would tell frames and words.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("kibic").setLevel(level.upper() if level in _LEVELS else logging.WARNING)
