"""Ends the sockets of sessions that have ended, at whichever server process that was done."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable
from typing import Final

from kibic.server.bus import SESSIONS, Bus
from kibic.server.connection import Connection
from kibic.server.guests import Guests, now_ms
from kibic.server.incidents import note
from kibic.server.line import GOING_DOWN

log = logging.getLogger("kibic.server")

#: How often the sessions of open sockets are looked up, for ends that nobody told of, in seconds.
EVERY: Final = 30.0


class SessionWatch:
    """Watches the sessions of the open sockets of one server process; ``lines`` are these."""

    def __init__(self, guests: Guests, bus: Bus, lines: Callable[[], Iterable[Connection]]) -> None:
        self._guests = guests
        self._bus = bus
        self._lines = lines
        self._look = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        guests.when_ended(self._ended)
        bus.listen(SESSIONS, self._heard)

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _ended(self, guest: str, keep: bytes | None) -> None:
        """Sessions of a person were ended here; ``keep`` is the hash of one that stays."""
        for line in list(self._lines()):
            if line.session is not None and line.session.guest.id == guest and line.session.token_hash != keep:
                line.close(GOING_DOWN)
        self._bus.tell(SESSIONS, guest)

    def _heard(self, guest: str) -> None:
        """The same was done elsewhere; what stays only the database tells."""
        self._guests.forget(guest)
        self._look.set()

    async def _keep(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), EVERY)
            self._look.clear()
            try:
                await self._check()
            except Exception as error:  # the storage failed: the next look finds out
                note(log, "the sessions of open sockets could not be looked up", error)

    async def _check(self) -> None:
        lines = [line for line in self._lines() if line.session is not None]
        hashes = {line.session.token_hash for line in lines if line.session is not None}
        if not hashes:
            return
        living = await self._guests.writer.read(self._guests.store.living, hashes, now_ms())
        for line in lines:
            if line.session is not None and line.session.token_hash not in living:
                line.close(GOING_DOWN)
