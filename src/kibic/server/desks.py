"""Processes in which bots think. One that hangs or dies is replaced, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from kibic.bots.work import ready, stay_with_parent

log = logging.getLogger("kibic.server")
T = TypeVar("T")

#: How long a new process may take until it works, and how long one waits for a free desk, in seconds.
_OPENING: Final = 60.0
_QUEUE: Final = 10.0
#: What a process may take beyond the time its bot has: the way there and back on a busy machine.
_GRACE: Final = 1.0


class _Desk:
    """One process, with one piece of work at a time."""

    def __init__(self) -> None:
        # Fresh processes, not forks: the server has threads, and a fork in the middle of one can hang.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=stay_with_parent)
        self.pid = 0

    async def open(self) -> None:
        """Start the process and wait until it works."""
        started = await asyncio.to_thread(self._pool.submit, os.getpid)
        self.pid = await asyncio.wait_for(asyncio.wrap_future(started), _OPENING)
        await self.ask(_OPENING, ready)

    async def ask(self, limit: float, work: Callable[..., T], *arguments: Any) -> T:  # noqa: ANN401
        """The result of ``work``. Raises :class:`TimeoutError` or :class:`BrokenProcessPool`; the desk is then lost."""
        return await asyncio.wait_for(asyncio.wrap_future(self._pool.submit(work, *arguments)), limit)

    async def close(self, *, kill: bool) -> None:
        """End the process and wait for its end."""
        if kill and self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


class Desks:
    """Up to ``most`` processes, started when they are needed. ``queue``: how long one waits for a free one, in seconds.

    While one is being started nobody gives up: after the start of a server, or where processes die, many wait for few.
    """

    def __init__(self, most: int, queue: float = _QUEUE) -> None:
        self._most = most
        self._queue = queue
        self._opening = 0
        self._open: set[_Desk] = set()
        self._idle: list[_Desk] = []
        self._free = asyncio.Semaphore(most)
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def pids(self) -> list[int]:
        """The processes that work now."""
        return [desk.pid for desk in self._open]

    async def warm(self) -> None:
        """Have one process ready before anybody asks."""
        with contextlib.suppress(TimeoutError, OSError, BrokenProcessPool):
            await self.ask(_OPENING, ready)

    async def ask(self, limit: float, work: Callable[..., T], *arguments: Any) -> T:  # noqa: ANN401
        """The result of ``work(*arguments)`` in one of the processes.

        Raises :class:`TimeoutError` when none is free for long, or when it takes longer than ``limit`` seconds, and
        :class:`BrokenProcessPool` when the process died. Such a process is replaced.
        """
        await self._turn()
        try:
            desk = await self._desk()
            try:
                result = await desk.ask(limit + _GRACE, work, *arguments)
            except BaseException:
                self._give_up(desk)
                raise
            self._idle.append(desk)
            return result
        finally:
            self._free.release()

    async def _turn(self) -> None:
        """Wait for a free desk. Raises :class:`TimeoutError` when none is free for long and none is being opened."""
        if not self._free.locked():
            await self._free.acquire()
            return
        waiting = asyncio.create_task(self._free.acquire())
        try:
            while not (await asyncio.wait({waiting}, timeout=self._queue))[0]:
                if not self._opening:
                    raise TimeoutError
        except BaseException:
            if not waiting.cancel():
                self._free.release()
            raise

    async def _desk(self) -> _Desk:
        if self._idle:
            return self._idle.pop()
        desk = _Desk()
        self._open.add(desk)
        self._opening += 1
        try:
            await desk.open()
        except BaseException:
            self._give_up(desk)
            raise
        finally:
            self._opening -= 1
        return desk

    def _give_up(self, desk: _Desk) -> None:
        self._open.discard(desk)
        task = asyncio.create_task(desk.close(kill=True))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def close(self) -> None:
        """End all processes; those at work are not waited for."""
        idle = set(self._idle)
        await asyncio.gather(*(desk.close(kill=desk not in idle) for desk in self._open), *self._closing)
        self._open.clear()
        self._idle.clear()
