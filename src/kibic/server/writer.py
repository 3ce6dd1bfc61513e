"""Keeps the database off the event loop: one thread writes, two read.

Words that arrive while a commit runs are committed together by the next one, so that many tables share the price of
reaching the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from kibic.server.metrics import METRICS
from kibic.server.store import Store, Word

T = TypeVar("T")

#: Most words in one commit.
BATCH = 200


class Writer:
    """Asynchronous access to the store. Make and close it on the event loop."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="kibic-write")
        self._reading = ThreadPoolExecutor(2, thread_name_prefix="kibic-read")
        self._waiting: list[tuple[Word, asyncio.Future[None]]] = []
        self._flush: asyncio.Task[None] | None = None

    async def append(self, word: Word) -> None:
        """Returns when the word is on the disk.

        Raises :class:`kibic.server.store.Conflict` when its place is taken, and what the database raises when it fails.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((word, done))
        if self._flush is None:
            self._flush = asyncio.create_task(self._flush_all())
        await done

    async def write(self, call: Callable[..., T], *arguments: object) -> T:
        """The result of a call of the store that writes."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, call, *arguments)

    async def read(self, call: Callable[..., T], *arguments: object) -> T:
        """The result of a call of the store that only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, call, *arguments)

    async def close(self) -> None:
        """Finish what was begun, then close the store."""
        if self._flush is not None:
            await self._flush
        for pool in (self._writing, self._reading):
            await asyncio.to_thread(pool.shutdown)
        await asyncio.to_thread(self.store.close)

    async def _flush_all(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
                await self._commit(batch)
        finally:
            self._flush = None

    async def _commit(self, batch: list[tuple[Word, asyncio.Future[None]]]) -> None:
        outcomes: list[Any]
        begun = time.perf_counter()
        try:
            outcomes = list(await self.write(self.store.append, [word for word, _ in batch]))
            METRICS.took("kibic_commit_seconds", time.perf_counter() - begun)
            METRICS.count("kibic_words_total", outcomes.count(None))
        except Exception as error:  # every waiting table hears of it; none may believe its word is saved
            METRICS.count("kibic_commits_failed_total")
            outcomes = [error] * len(batch)
        for (_, done), outcome in zip(batch, outcomes, strict=True):
            if done.done():
                continue
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)
