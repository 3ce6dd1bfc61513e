"""A time that goes forward only when a test says so."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.server.kit import PATIENCE


@dataclass
class Ring:
    """An alarm that was set."""

    call: Callable[[], None]
    off: bool = False

    def cancel(self) -> None:
        self.off = True


@dataclass
class Clockwork:
    """The time of a server that runs in another thread."""

    at: float = 1000.0
    _rings: list[tuple[float, int, Ring]] = field(default_factory=list)
    _count: itertools.count[int] = field(default_factory=itertools.count)
    _loop: asyncio.AbstractEventLoop | None = None

    def now(self) -> float:
        self._loop = self._loop or asyncio.get_running_loop()
        return self.at

    def call_at(self, when: float, call: Callable[[], None]) -> Ring:
        ring = Ring(call)
        heapq.heappush(self._rings, (when, next(self._count), ring))
        return ring

    async def pass_by(self, seconds: float) -> None:
        """Let time pass on the server, with every alarm at its moment."""
        assert self._loop is not None
        done = asyncio.run_coroutine_threadsafe(self._go(self.at + seconds), self._loop)
        async with asyncio.timeout(PATIENCE):
            await asyncio.wrap_future(done)

    async def _go(self, until: float) -> None:
        while self._rings and self._rings[0][0] <= until:
            when, _, ring = heapq.heappop(self._rings)
            self.at = max(self.at, when)
            if not ring.off:
                ring.call()
        self.at = until
