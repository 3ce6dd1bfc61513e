"""Waiting for processes: one that is told to end dies when the system comes to it, not at the call."""

from __future__ import annotations

import os
import select
from collections.abc import Iterable

#: How long a process may take to end on a busy machine, in seconds.
PATIENCE = 60.0


def ended(pid: int) -> bool:
    """Wait for the end of any process; whether it came. One that nobody has waited for yet counts as ended."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], PATIENCE)[0])
    finally:
        os.close(handle)


def survivors(pids: Iterable[int]) -> list[int]:
    """Those that do not end."""
    return [pid for pid in pids if not ended(pid)]
