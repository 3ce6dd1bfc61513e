"""This server process among others: it shows itself, owns live tables and sheets by leases, and hears of lost ones."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from kibic.game import KibicError
from kibic.server.bus import LEASE, open_bus
from kibic.server.guests import random_id
from kibic.server.incidents import note
from kibic.server.leasestore import LeaseStore, NodeRow, Owner
from kibic.server.passes import Passes
from kibic.server.settings import Settings
from kibic.server.writer import Writer

log = logging.getLogger("kibic.server")


class Elsewhere(KibicError):
    """Another living node owns this."""

    def __init__(self, subject: str, owner: Owner) -> None:
        super().__init__("another server has it")
        self.subject = subject
        self.owner = owner


@dataclass(frozen=True, slots=True)
class _Held:
    token: int
    lost: Callable[[], None]


class Cluster:
    """One node. Make it on any thread; everything else is called on the event loop.

    Raises :class:`KibicError` when the bus cannot be used.
    """

    def __init__(self, store: LeaseStore, writer: Writer, settings: Settings) -> None:
        self.node = random_id(12)
        self.address = settings.address
        self.bus = open_bus(settings.redis, self.node)
        self._store = store
        self._writer = writer
        self._beat = settings.beat
        self._lasts = round(settings.lease * 1000)
        self._secret = settings.secret.encode()
        self._passes: Passes | None = None
        self._held: dict[str, _Held] = {}
        self._shown = time.monotonic()
        self._look = asyncio.Event()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def owned(self) -> dict[str, int]:
        """What this node owns: the subjects of its leases with their tokens."""
        return {subject: held.token for subject, held in self._held.items()}

    async def start(self) -> None:
        """Begin to show itself while it owns anything."""
        self.bus.listen(LEASE, self._heard)
        await self.bus.start()
        self._task = asyncio.create_task(self._keep())

    async def take(self, subject: str, lost: Callable[[], None]) -> int:
        """Own a subject; the token to append by. ``lost`` is called once if another node takes it away.

        Raises :class:`Elsewhere` while another living node owns it, and what the database raises.
        """
        began = time.monotonic()
        got = await self._writer.write(self._store.take, subject, self.node, self.address, self._lasts)
        if isinstance(got, Owner):
            raise Elsewhere(subject, got)
        self._shown = began
        self._held[subject] = _Held(got, lost)
        self.bus.tell(LEASE, subject)
        return got

    async def release(self, subject: str, token: int) -> None:
        """Own a subject no more. A database that fails keeps the lease until it runs out or is taken again."""
        held = self._held.get(subject)
        if held is not None and held.token == token:
            del self._held[subject]
        try:
            await self._writer.write(self._store.release, subject, token)
        except Exception as error:  # it runs out with this node at the latest
            note(log, "a lease could not be released", error)
            return
        self.bus.tell(LEASE, subject)

    def lose(self, subject: str, token: int) -> None:
        """An append by this token was refused: another node owns the subject."""
        held = self._held.get(subject)
        if held is not None and held.token == token:
            del self._held[subject]
            held.lost()

    async def bury(self, node: str) -> None:
        """A node is known to be dead: what it owned is free before its time runs out.

        Should it live after all, it shows itself again and keeps what nobody took.
        """
        await self._writer.write(self._store.expire, node)

    async def evict(self, subject: str) -> None:
        """Take a subject away from whoever owns it: it is free, and the owner hears of it."""
        await self._writer.write(self._store.evict, subject)
        self.bus.tell(LEASE, subject)

    async def passes(self) -> Passes:
        """What lines between servers are signed with: KIBIC_SECRET, else a secret all find in the database."""
        if self._passes is None:
            secret = self._secret or await self._writer.write(self._store.secret, "nodes", secrets.token_bytes(32))
            self._passes = self._passes or Passes(secret)
        return self._passes

    async def nodes(self) -> list[NodeRow]:
        """All nodes that are known."""
        return await self._writer.read(self._store.nodes)

    async def change(self, limit: float) -> None:
        """Wait until a lease anywhere changes hands, as far as that is heard, and at most ``limit`` seconds."""
        self._changed.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), limit)

    async def close(self) -> None:
        """Release everything and end. Whatever appends must have ended before."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        subjects = list(self._held)
        self._held.clear()
        try:
            if self._task is not None:
                await self._writer.write(self._store.leave, self.node)
        except Exception as error:  # the others find out when its time runs out
            note(log, "the leases could not be released", error)
        for subject in subjects:
            self.bus.tell(LEASE, subject)
        await self.bus.close()

    def _heard(self, subject: str) -> None:
        self._changed.set()
        if subject in self._held or not subject:
            self._look.set()

    async def _keep(self) -> None:
        while True:
            self._look.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), self._beat)
            if not self._held:
                continue  # an idle server leaves the disk alone
            try:
                await self._show()
            except Exception as error:  # the storage failed: it shows itself at the next beat
                note(log, "this server could not show that it lives", error)

    async def look(self) -> None:
        """Be sure that what this node owns is still its own, even when it could not show itself for long.

        What it has lost meanwhile is told as ever. Raises what the database raises.
        """
        if (time.monotonic() - self._shown) * 1000 >= self._lasts:
            await self._show()

    async def _show(self) -> None:
        before, began = dict(self._held), time.monotonic()
        owned = await self._writer.write(self._store.show, self.node, self.address, self._lasts)
        self._shown = began
        for subject, held in before.items():
            if owned.get(subject) != held.token:
                self.lose(subject, held.token)
