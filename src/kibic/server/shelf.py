"""What is in memory of tables or of sheets: loaded when somebody comes, given back when nobody has come for long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Generic, Protocol, TypeVar


class Kept(Protocol):
    """Something that stands on a shelf."""

    @property
    def key(self) -> str:
        """The id under which it is stored."""

    @property
    def wanted(self) -> bool:
        """Whether somebody follows it."""

    @property
    def busy(self) -> bool:
        """Whether something that was begun on it has not ended."""

    @property
    def broken(self) -> bool:
        """Whether it is behind what is stored and has to be loaded again."""


K = TypeVar("K", bound=Kept)


class Shelf(Generic[K]):
    """The things in memory by their id.

    ``load`` brings one from the storage, or raises; ``unload`` is how long one that nobody follows stays, in seconds.
    """

    def __init__(self, load: Callable[[str], Awaitable[K]], unload: float) -> None:
        self._load = load
        self._unload = unload
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
        """What is stored under ``key``. Raises what loading raises."""
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

    async def follow(self, key: str, begin: Callable[[K], None]) -> K:
        """Find ``key`` and ``begin`` to follow it before it can be given back. Raises what loading raises."""
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

    def close(self) -> list[K]:
        """Everything in memory; nothing is given back any more."""
        self._closed = True
        return list(self._held.values())

    async def _bring(self, key: str) -> K:
        item = await self._load(key)
        self._held[key] = item
        self.left(key)
        return item

    def _give_back(self, item: K) -> None:
        if self._closed or item.wanted or self._held.get(item.key) is not item:
            return
        if item.busy:
            self.left(item.key)
            return
        del self._held[item.key]
