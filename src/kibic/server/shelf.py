"""What is in memory of tables or of sheets: loaded when somebody comes, given back when nobody has come for long.

What is on the shelf is owned by this server process, by a lease that is taken before it is loaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Generic, Protocol, TypeVar

from kibic.server.cluster import Cluster, Elsewhere

#: How often something is taken away from others who take it back.
_SEIZES = 5


class Kept(Protocol):
    """Something that stands on a shelf."""

    @property
    def key(self) -> str:
        """The id under which it is stored."""

    @property
    def token(self) -> int:
        """The token of the lease by which it is owned."""

    @property
    def wanted(self) -> bool:
        """Whether somebody follows it."""

    @property
    def busy(self) -> bool:
        """Whether something that was begun on it has not ended."""

    @property
    def broken(self) -> bool:
        """Whether it is behind what is stored and has to be loaded again."""

    def lost(self) -> None:
        """Another server process owns it now: begin nothing more, and have those who follow it come back."""


K = TypeVar("K", bound=Kept)


class Shelf(Generic[K]):
    """The things in memory by their id.

    ``check`` raises where there is no such thing; ``load`` brings it from the storage, owned by a token; ``subject`` is
    how leases call it; ``unload`` is how long one that nobody follows stays, in seconds.
    """

    def __init__(
        self,
        check: Callable[[str], Awaitable[object]],
        load: Callable[[str, int], Awaitable[K]],
        subject: Callable[[str], str],
        cluster: Cluster,
        unload: float,
    ) -> None:
        self._check = check
        self._load = load
        self._subject = subject
        self._cluster = cluster
        self._unload = unload
        self._releasing: set[asyncio.Task[None]] = set()
        self._held: dict[str, K] = {}
        self._loading: dict[str, asyncio.Task[K]] = {}
        self._closed = False

    def __len__(self) -> int:
        """How many are in memory."""
        return len(self._held)

    def __iter__(self) -> Iterator[K]:
        """Everything in memory."""
        return iter(list(self._held.values()))

    def __contains__(self, key: str) -> bool:
        """Whether ``key`` is in memory, or about to be."""
        return key in self._held or key in self._loading

    async def find(self, key: str) -> K:
        """What is stored under ``key``.

        Raises what checking and loading raise, and :class:`kibic.server.cluster.Elsewhere`.
        """
        if key in self._held:
            # A process that slept must not show what another has gone on with.
            await self._cluster.look()
        held = self._held.get(key)
        if held is not None and not held.broken:
            return held
        task = self._loading.get(key)
        if task is None:
            task = asyncio.create_task(self._bring(key))
            self._loading[key] = task
            task.add_done_callback(lambda _: self._loading.pop(key, None))
        # One of several who wait may go away; the loading goes on for the others.
        return await asyncio.shield(task)

    async def seize(self, key: str) -> K:
        """As :meth:`find`, but what another server process owns is taken away from it; its pages come back."""
        for _ in range(_SEIZES):
            try:
                return await self.find(key)
            except Elsewhere:
                await self._cluster.evict(self._subject(key))
        return await self.find(key)

    async def follow(self, key: str, begin: Callable[[K], None]) -> K:
        """Find ``key`` and ``begin`` to follow it before it can be given back. Raises what :meth:`find` raises."""
        while True:
            found = await self.find(key)
            # Between the end of loading and now it may have been given back again.
            if self._held.get(key) is found:
                begin(found)
                return found

    def left(self, key: str) -> None:
        """Somebody left ``key``: when nobody has come for a while it is given back."""
        item = self._held.get(key)
        if item is not None and not item.wanted:
            asyncio.get_running_loop().call_later(self._unload, self._give_back, item)

    async def close(self, end: Callable[[K], Awaitable[None]]) -> None:
        """Give nothing back any more, and ``end`` everything in memory. The leases stay until the server leaves."""
        self._closed = True
        await asyncio.gather(*map(end, self._held.values()), *self._releasing)

    async def _bring(self, key: str) -> K:
        await self._check(key)
        subject = self._subject(key)
        token = await self._cluster.take(subject, lambda: self._lose(key, token))
        try:
            # Only what is read after the lease was taken is sure to hold all that earlier owners wrote.
            item = await self._load(key, token)
        except BaseException:
            await self._cluster.release(subject, token)
            raise
        if self._cluster.owned.get(subject) == token:
            self._held[key] = item
            self.left(key)
        return item

    def _lose(self, key: str, token: int) -> None:
        item = self._held.get(key)
        if item is not None and item.token == token:
            del self._held[key]
            item.lost()

    def _give_back(self, item: K) -> None:
        if self._closed or item.wanted or self._held.get(item.key) is not item:
            return
        if item.busy:
            self.left(item.key)
            return
        del self._held[item.key]
        release = asyncio.create_task(self._cluster.release(self._subject(item.key), item.token))
        self._releasing.add(release)
        release.add_done_callback(self._releasing.discard)
