"""Pages that do not read: how much waits for them, for how long, and what they find when they read at last."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kibic.server.metrics import METRICS
from kibic.server.protocol import SILENT, TRY_AGAIN
from stress.attacks import closed
from tests.server.kit import PATIENCE, Person, Running, first, quick


@asynccontextmanager
async def lazy(running: Running) -> AsyncIterator[ClientConnection]:
    """A line that nobody reads until ``transport.resume_reading()``, and that holds little in its kernel."""
    parts, small = urlsplit(running.url), socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.setblocking(False)
    await asyncio.get_running_loop().sock_connect(small, (parts.hostname, parts.port))
    line = await connect(
        running.url.replace("http", "ws") + "/ws", sock=small, max_queue=1, ping_interval=None, proxy=None
    )
    line.transport.pause_reading()
    try:
        yield line
    finally:
        line.transport.abort()


async def dropped(line: ClientConnection, person: Person) -> None:
    """Ask for a table again and again until the server has closed a line because it is too slow."""
    table = (await person.post("/api/play"))["table"]
    before = METRICS.value("kibic_closed_total", code=str(TRY_AGAIN))
    async with asyncio.timeout(PATIENCE):
        while METRICS.value("kibic_closed_total", code=str(TRY_AGAIN)) == before:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(20):
                    await line.send(json.dumps({"type": "hello", "table": table}))
            await person.get("/healthz")


async def left(running: Running, pages: int, person: Person) -> None:
    """Wait until no more lines than this are open."""
    async with asyncio.timeout(PATIENCE):
        while len(running.server.connections) > pages:
            await person.get("/healthz")


def test_a_page_that_does_not_read_is_dropped_and_nobody_else_waits(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana, lazy(running) as line:
            calm = await ana.page((await ana.post("/api/play"))["table"])
            await calm.until(lambda _: calm.my_turn)
            await dropped(line, ana)
            assert (await calm.act(first(calm.view)))["type"] == "ack"
            line.transport.resume_reading()
            assert await closed(line) == TRY_AGAIN

    with Running(quick(database, game="highest", queue=100, send_limit=PATIENCE), ping=PATIENCE) as running:
        asyncio.run(story(running))


def test_a_page_for_which_something_waits_too_long_is_dropped_and_counted(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana, lazy(running) as line:
            await dropped(line, ana)
            await left(running, 0, ana)

    with Running(quick(database, game="highest", queue=10**6, send_limit=0.2), ping=PATIENCE) as running:
        asyncio.run(story(running))


def test_a_page_that_gives_no_sign_of_life_is_cut_off_and_counted(database: Path) -> None:
    async def story(running: Running) -> None:
        before = METRICS.value("kibic_closed_total", code=str(SILENT))
        async with Person(running.url, "Ana") as ana, lazy(running):
            async with asyncio.timeout(PATIENCE):
                while METRICS.value("kibic_closed_total", code=str(SILENT)) == before:
                    await ana.get("/healthz")
            await left(running, 0, ana)
        assert METRICS.value("kibic_closed_total", code=str(SILENT)) == before + 1

    with Running(quick(database, game="highest"), ping=0.2) as running:
        asyncio.run(story(running))
