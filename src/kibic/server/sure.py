"""A lock for what is kept in memory of a log: whoever holds it may rely on the two being alike."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from kibic.server.incidents import note
from kibic.server.refusals import Refused

log = logging.getLogger("kibic.server")


class Sure:
    """A lock that is only had when ``settle`` has brought the memory in line with the log, where that is in doubt.

    A failed commit leaves doubt: the answer of the database may be all that was lost. ``settle`` raises
    :class:`Refused` while the storage cannot be read, and whoever wanted the lock is refused; it is tried again every
    ``retry`` seconds, so that those who only look learn the truth as well.
    """

    def __init__(self, settle: Callable[[], Awaitable[None]], retry: float) -> None:
        self._settle = settle
        self._retry = retry
        self._lock = asyncio.Lock()
        self._doubtful = False
        self._later: asyncio.TimerHandle | None = None
        self._trying: asyncio.Task[None] | None = None

    def doubt(self) -> None:
        """What is in memory may be behind the log."""
        self._doubtful = True
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(self._retry, self._again)

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        if self._doubtful:
            try:
                await self._settle()
            except BaseException:
                self._lock.release()
                raise
            self._doubtful = False

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()

    def _again(self) -> None:
        self._later = None
        if self._doubtful:
            self._trying = asyncio.create_task(self._try())

    async def _try(self) -> None:
        try:
            async with self:
                pass
        except Refused:
            self.doubt()
        except Exception as error:
            note(log, "what is in memory could not be compared with the log", error)
            self.doubt()
