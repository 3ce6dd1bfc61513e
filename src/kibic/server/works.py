"""Work that goes on to its end whoever stops waiting for it: what is begun on a table or a sheet is finished."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Works:
    """Something on which work is begun."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of ``work``, which goes on to its end even when the caller is cancelled."""
        return await asyncio.shield(self.begin(work))

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin ``work`` without waiting for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @property
    def busy(self) -> bool:
        """Whether something that was begun has not ended."""
        return bool(self._tasks)

    async def settle(self) -> None:
        """Wait for everything that was begun."""
        while self._tasks:
            await asyncio.wait(self._tasks)
