"""Time for tables: how late it is and being called later. Tests bring a time of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A call that was asked for."""

    def cancel(self) -> None:
        """Do not call."""


class Time(Protocol):
    """A clock that only goes forward."""

    def now(self) -> float:
        """Seconds since some moment."""

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        """Have ``call`` called on the event loop at ``when``, or at once when that is past."""


class LoopTime:
    """The time of the event loop."""

    def now(self) -> float:
        """Seconds since some moment."""
        return asyncio.get_running_loop().time()

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        """Have ``call`` called at ``when``."""
        return asyncio.get_running_loop().call_at(when, call)
