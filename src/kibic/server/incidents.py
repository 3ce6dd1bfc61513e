"""Notes of what went wrong, without what the players may not know."""

from __future__ import annotations

import logging
from traceback import format_tb


def note(log: logging.Logger, what: str, error: BaseException) -> None:
    """Log an error by its kind and place. Its message stays out: it could name cards, and logs are read by people."""
    log.error("%s: %s\n%s", what, type(error).__qualname__, "".join(format_tb(error.__traceback__)))
