"""Wake-ups through Redis. Where it is down nothing is told, and everybody polls until it is back."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from kibic.server.bus import Bus

log = logging.getLogger("kibic.server")

#: Where wake-ups are told. What others tell there of tables this database has not wakes nobody.
CHANNEL: Final = "kibic"
#: How long Redis may take to answer, and how long one waits before asking one that did not again, in seconds.
_ANSWER: Final = 2.0
_AGAIN: Final = 1.0
#: Most wake-ups that wait to be told; those beyond are dropped, as all are while Redis is down.
_WAITING: Final = 1_000


class RedisBus(Bus):
    """The bus of several processes. ``node`` is this one, which does not hear itself."""

    def __init__(self, url: str, node: str) -> None:
        super().__init__()
        self._node = node
        # Trying again is done here, where a wake-up may also be given up.
        self._redis = Redis.from_url(url, socket_connect_timeout=_ANSWER, retry=Retry(NoBackoff(), 0))
        self._waiting: asyncio.Queue[str] = asyncio.Queue(_WAITING)
        self._tasks: list[asyncio.Task[None]] = []
        self.connected = asyncio.Event()

    def tell(self, topic: str, what: str = "") -> None:
        """Wake the other processes; never waits and never fails."""
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait(f"{self._node} {topic} {what}")

    async def start(self) -> None:
        """Begin to listen and to tell."""
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._tell_all())]

    async def close(self) -> None:
        """Tell what waits, if it can be told at once, and end."""
        if self._tasks and self.connected.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._waiting.join(), _ANSWER)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as hearing:
                    await hearing.subscribe(CHANNEL)
                    async for message in hearing.listen():
                        if message["type"] == "subscribe":
                            self._back()
                        elif message["type"] == "message":
                            self._take(message["data"])
            except (RedisError, OSError) as error:
                if self.connected.is_set():
                    log.warning(
                        "Redis cannot be reached (%s); this server polls until it is back", type(error).__name__
                    )
                self.connected.clear()
            await asyncio.sleep(_AGAIN)

    def _back(self) -> None:
        """Something may have been told while nobody heard: everybody looks for himself."""
        self.connected.set()
        for topic in list(self._heard):
            self._hear(topic, "")

    def _take(self, data: bytes) -> None:
        node, _, rest = data.decode(errors="replace").partition(" ")
        topic, _, what = rest.partition(" ")
        if node != self._node:
            self._hear(topic, what)

    async def _tell_all(self) -> None:
        while True:
            text = await self._waiting.get()
            try:
                await asyncio.wait_for(self._redis.publish(CHANNEL, text), _ANSWER)
            except (RedisError, OSError, TimeoutError):
                log.debug("a wake-up was not told")
            finally:
                self._waiting.task_done()
