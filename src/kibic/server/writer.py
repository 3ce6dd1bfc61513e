"""Keeps the database off the event loop: one thread writes, two read.

Words, and the seals of decks, that arrive while a commit runs are committed together by the next one, so that many
tables share the price of reaching the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from kibic.server.metrics import METRICS
from kibic.server.store import Store, Word

T = TypeVar("T")
X = TypeVar("X")

#: Most items in one commit.
BATCH = 200


class Writer:
    """Asynchronous access to the store. Make and close it on the event loop."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="kibic-write")
        self._reading = ThreadPoolExecutor(2, thread_name_prefix="kibic-read")
        self._waiting: dict[Callable[[Sequence[Any]], Sequence[Any]], list[tuple[Any, asyncio.Future[Any]]]] = {}
        self._flushing: set[asyncio.Task[None]] = set()

    async def append(self, word: Word) -> None:
        """Returns when the word is on the disk.

        Raises :class:`kibic.server.store.Conflict` when its place is taken, and what the database raises when it fails.
        """
        await self.together(self._append, word)

    async def together(self, call: Callable[[Sequence[X]], Sequence[T | Exception | None]], item: X) -> T:
        """What ``call``, which writes, answers for ``item``.

        Items that come while the thread is busy are written by one call, so that they share the price of reaching the
        disk. ``call`` answers with a result or an error for each; what it raises is raised for all.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        waiting = self._waiting.get(call)
        if waiting is None:
            self._waiting[call] = [(item, done)]
            task = asyncio.create_task(self._flush(call))
            self._flushing.add(task)
            task.add_done_callback(self._flushing.discard)
        else:
            waiting.append((item, done))
        return await done

    async def write(self, call: Callable[..., T], *arguments: object) -> T:
        """The result of a call of the store that writes."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, call, *arguments)

    async def read(self, call: Callable[..., T], *arguments: object) -> T:
        """The result of a call of the store that only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, call, *arguments)

    async def close(self) -> None:
        """Finish what was begun, then close the store."""
        while self._flushing:
            await asyncio.wait(self._flushing)
        for pool in (self._writing, self._reading):
            await asyncio.to_thread(pool.shutdown)
        await asyncio.to_thread(self.store.close)

    def _append(self, words: Sequence[Word]) -> Sequence[Exception | None]:
        """Append words in one commit, and count it."""
        begun = time.perf_counter()
        try:
            outcomes = self.store.append(words)
        except Exception:  # every waiting table hears of it; none may believe its word is saved
            METRICS.count("kibic_commits_failed_total")
            raise
        METRICS.took("kibic_commit_seconds", time.perf_counter() - begun)
        METRICS.count("kibic_words_total", outcomes.count(None))
        return outcomes

    async def _flush(self, call: Callable[[Sequence[Any]], Sequence[Any]]) -> None:
        try:
            while batch := self._waiting[call][:BATCH]:
                self._waiting[call] = self._waiting[call][BATCH:]
                outcomes: Sequence[Any]
                try:
                    outcomes = await self.write(call, [item for item, _ in batch])
                except Exception as error:  # nothing of the batch was written
                    outcomes = [error] * len(batch)
                for (_, done), outcome in zip(batch, outcomes, strict=True):
                    if done.done():
                        continue
                    if isinstance(outcome, Exception):
                        done.set_exception(outcome)
                    else:
                        done.set_result(outcome)
        finally:
            del self._waiting[call]
